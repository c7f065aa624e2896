/** Where an export keeps its tables: IndexedDB, each store under keys of its own; a key that is taken stays as it is. */

const STORES = ["book", "shelf", "keepsake", "proof"];

export class Shelf {
  /** @param {string} name */
  constructor(name) {
    this.name = name;
  }

  open() {
    return new Promise((resolve, reject) => {
      const asked = indexedDB.open(this.name, 1);
      asked.onupgradeneeded = () => STORES.forEach((store) => asked.result.createObjectStore(store));
      asked.onerror = () => reject(asked.error);
      asked.onsuccess = () => {
        this.db = asked.result;
        resolve();
      };
    });
  }

  /** Resolves when all of it is written down. @param {string[]} stores @param {(tx: IDBTransaction) => unknown} work */
  write(stores, work) {
    return new Promise((resolve, reject) => {
      const tx = this.db.transaction(stores, "readwrite", { durability: "strict" });
      tx.oncomplete = () => resolve(true);
      tx.onabort = () => reject(tx.error);
      work(tx);
    });
  }

  async add(lines, row) {
    try {
      return await this.write(["book", "shelf"], (tx) => {
        for (const [key, line] of lines) tx.objectStore("book").add(line, key);
        if (row) tx.objectStore("shelf").put(row[1], row[0]);
      });
    } catch (error) {
      if (error.name === "ConstraintError") return false;
      throw error;
    }
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
      const asked = this.db.transaction(store).objectStore(store).getAll(range);
      asked.onerror = () => reject(asked.error);
      asked.onsuccess = () => resolve(asked.result);
    });
  }
}
