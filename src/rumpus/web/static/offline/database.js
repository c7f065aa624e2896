/** IndexedDB storage of an export. Existing keys are never overwritten. */

const STORES = ["book", "shelf", "keepsake", "proof"];

/** Converts to a plain Error for Python; an aborted transaction has no error. @param {DOMException | null} error */
const plain = (error) => new Error(error ? `${error.name}: ${error.message}` : "InvalidStateError: it was ended");

export class Database {
  /** @param {string} name */
  constructor(name) {
    this.name = name;
  }

  /** @returns {Promise<void>} */
  open() {
    return new Promise((resolve, reject) => {
      const asked = indexedDB.open(this.name, 1);
      asked.onupgradeneeded = () => {
        for (const store of STORES) asked.result.createObjectStore(store);
      };
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

  /** Resolves to undefined if the entry before the first is missing: the table was deleted. */
  async add(lines, rows) {
    const [table, seq] = lines[0][0];
    let deleted = false;
    const writing = this.write(["book", "shelf"], (tx) => {
      const book = tx.objectStore("book");
      const add = () => {
        for (const [key, line] of lines) book.add(line, key);
        for (const [id, row] of rows) tx.objectStore("shelf").put(row, id);
      };
      if (seq === 0) return add();
      const before = book.getKey([table, seq - 1]);
      before.onsuccess = () => {
        deleted = before.result === undefined;
        if (deleted) tx.abort();
        else add();
      };
    });
    try {
      return await writing;
    } catch (error) {
      if (!deleted) throw error;
    }
  }

  put(store, rows) {
    return this.write([store], (tx) => {
      for (const [key, row] of rows) tx.objectStore(store).put(row, key);
    });
  }

  remove(tables) {
    return this.write(["book", "keepsake", "shelf"], (tx) => {
      for (const table of tables) {
        tx.objectStore("shelf").delete(table);
        for (const store of ["book", "keepsake"])
          tx.objectStore(store).delete(IDBKeyRange.bound([table, -Infinity], [table, Infinity]));
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
