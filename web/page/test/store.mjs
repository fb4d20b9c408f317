// A browser's storage, for tests.

export class Store {
  constructor(room = Infinity) {
    this.map = new Map();
    this.room = room;
  }

  get length() {
    return this.map.size;
  }

  key(i) {
    return [...this.map.keys()][i] ?? null;
  }

  getItem(k) {
    return this.map.get(k) ?? null;
  }

  setItem(k, v) {
    const size = [...this.map].reduce((n, [key, text]) => n + (key === k ? 0 : text.length), v.length);
    if (size > this.room) throw new Error("QuotaExceededError");
    this.map.set(k, v);
  }

  removeItem(k) {
    this.map.delete(k);
  }
}
