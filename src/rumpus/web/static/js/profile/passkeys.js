/** Passkeys: the browser's side of Web Authentication. */

import { deviceLabel } from "../ui/profile.js";
import { newToken } from "../ui/storage.js";

/** True if this page and its server offer passkeys. @param {import("../socket.js").Connection} connection */
export function passkeysOffered(connection) {
  return connection.passkeys && "PublicKeyCredential" in window;
}

/** @param {string} text */
function fromBase64(text) {
  const whole = text.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(whole), (char) => char.charCodeAt(0));
}

/** @param {ArrayBuffer} bytes */
function toBase64(bytes) {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The JSON of a credential. Some browsers have no `toJSON`. */
function written(credential) {
  const response = {};
  for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"])
    if (credential.response[name]) response[name] = toBase64(credential.response[name]);
  const id = toBase64(credential.rawId);
  return { id, rawId: id, type: credential.type, response, clientExtensionResults: {} };
}

/** Runs the browser's dialog. Its errors become sentences. */
async function dialogOf(ask, none) {
  try {
    return written(await ask());
  } catch (error) {
    if (error.name === "InvalidStateError") throw new Error("This device has a passkey of your profile already.");
    if (error.name === "NotAllowedError" || error.name === "AbortError") throw new Error(none);
    throw new Error(`${none} The browser says: ${error.message}`);
  }
}

/** Adds a passkey to the profile. @param {import("../socket.js").Connection} connection */
export async function addPasskey(connection) {
  const { options } = await connection.ask({ do: "passkey_options" });
  const publicKey = {
    ...options,
    challenge: fromBase64(options.challenge),
    user: { ...options.user, id: fromBase64(options.user.id) },
    excludeCredentials: (options.excludeCredentials ?? []).map((one) => ({ ...one, id: fromBase64(one.id) })),
  };
  const response = await dialogOf(() => navigator.credentials.create({ publicKey }), "No passkey was added.");
  return connection.ask({ do: "passkey_add", response, label: deviceLabel() });
}

/** Signs this browser in by a passkey. @param {import("../socket.js").Connection} connection */
export async function usePasskey(connection) {
  const { options } = await connection.ask({ do: "passkey_ask" });
  const publicKey = {
    ...options,
    challenge: fromBase64(options.challenge),
    allowCredentials: (options.allowCredentials ?? []).map((one) => ({ ...one, id: fromBase64(one.id) })),
  };
  const response = await dialogOf(() => navigator.credentials.get({ publicKey }), "No passkey was used.");
  return connection.enter({ do: "passkey_use", response, secret: newToken(), device: deviceLabel() });
}
