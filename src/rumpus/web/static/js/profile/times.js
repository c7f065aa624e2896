/** Times in words. */

/** "3 days ago". @param {number} when milliseconds since 1970 */
export function ago(when, now = Date.now()) {
  const minutes = Math.floor((now - when) / 60_000);
  if (minutes < 2) return "just now";
  if (minutes < 120) return `${minutes} minutes ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} hours ago` : `${Math.floor(hours / 24)} days ago`;
}

/** A span as on a clock: "9:58", or "3 h 20 min", or "2 days". @param {number} milliseconds */
export function span(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  if (seconds >= 2 * 86_400) return `${Math.floor(seconds / 86_400)} days`;
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
