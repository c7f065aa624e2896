/** Where an export keeps its tables: IndexedDB, each store under keys of its own; a key that is taken stays as it is. */

const STORES = ["book", "shelf", "keepsake", "proof"];

/** Python takes nothing but an Error for one; what is ended from outside has none. @param {DOMException | null} error */
const plain = (error) => new Error(error ? `${error.name}: ${error.message}` : "InvalidStateError: it was ended");

export class Shelf {
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

  /** Resolves when all of it is written down, with false if a key was taken. @param {string[]} stores @param {(tx: IDBTransaction) => unknown} work */
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
      throw plain(error); // what the browser kept for this page was taken away
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
        for (const store of ["book", "keepsake"]) tx.objectStore(store).delete(IDBKeyRange.bound([table, 0], [table, Infinity]));
      }
    });
  }

  between(store, first, last) {
    return this.look(store, IDBKeyRange.bound(first, last));
  }

  all(store) {
    return this.look(store);
  }

  look(store, range = null) {
    return new Promise((resolve, reject) => {
      const asked = this.begin(store, "readonly").objectStore(store).getAll(range);
      asked.onerror = () => reject(plain(asked.error));
      asked.onsuccess = () => resolve(asked.result);
    });
  }
}
