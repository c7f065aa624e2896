/** IndexedDB storage of an export. Existing keys are never overwritten. */

const STORES = ["book", "shelf", "keepsake", "proof"];

/** Converts to a plain Error for Python; an aborted transaction has no error. @param {DOMException | null} error */
const plain = (error) => new Error(error ? `${error.name}: ${error.message}` : "InvalidStateError: it was ended");

export class Database {
  /** @param {string} name */
  constructor(name) {
    this.name = name;
  }

  open() {
    return new Promise((resolve, reject) => {
      const asked = indexedDB.open(this.name, 1);
      asked.onupgradeneeded = () => STORES.forEach((store) => asked.result.createObjectStore(store));
      asked.onerror = () => reject(plain(asked.error));
      asked.onsuccess = () => {
        this.db = asked.result;
        resolve();
      };
    });
  }

  /**
   * Resolves when everything is written; false if a key existed.
   * @param {string[]} stores @param {(tx: IDBTransaction) => unknown} work
   */
  write(stores, work) {
    return new Promise((resolve, reject) => {
      const tx = this.begin(stores, "readwrite", { durability: "strict" });
      tx.oncomplete = () => resolve(true);
      tx.onabort = () => (tx.error?.name === "ConstraintError" ? resolve(false) : reject(plain(tx.error)));
      work(tx);
    });
  }

  /** @param {string | string[]} stores @param {IDBTransactionMode} mode @param {IDBTransactionOptions} [how] */
  begin(stores, mode, how) {
    try {
      return this.db.transaction(stores, mode, how);
    } catch (error) {
      throw plain(error); // the browser has deleted the storage of this page
    }
  }

  add(lines, row) {
    return this.write(["book", "shelf"], (tx) => {
      for (const [key, line] of lines) tx.objectStore("book").add(line, key);
      if (row) tx.objectStore("shelf").put(row[1], row[0]);
    });
  }

  put(store, rows) {
    return this.write([store], (tx) => rows.forEach(([key, row]) => tx.objectStore(store).put(row, key)));
  }

  remove(tables) {
    return this.write(["book", "keepsake", "shelf"], (tx) => {
      for (const table of tables) {
        tx.objectStore("shelf").delete(table);
        for (const store of ["book", "keepsake"])
          tx.objectStore(store).delete(IDBKeyRange.bound([table, 0], [table, Infinity]));
      }
    });
  }

  between(store, first, last) {
    return this.read(store, IDBKeyRange.bound(first, last));
  }

  all(store) {
    return this.read(store);
  }

  read(store, range = null) {
    return new Promise((resolve, reject) => {
      const asked = this.begin(store, "readonly").objectStore(store).getAll(range);
      asked.onerror = () => reject(plain(asked.error));
      asked.onsuccess = () => resolve(asked.result);
    });
  }
}
