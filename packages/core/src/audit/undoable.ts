/** What a pass changes while it loads a page, and takes back if the page cannot be loaded. */
export interface Undoable {
  /** Keeps the changes since the last call. */
  settle(): void;
  /** Takes back the changes since the last call of `settle`. */
  undo(): void;
}

/** A map that can take back its last changes. Values are replaced, never changed in place. */
export class UndoableMap<K, V> extends Map<K, V> implements Undoable {
  #changes: { readonly key: K; readonly had: boolean; readonly before: V | undefined }[] = [];

  override set(key: K, value: V): this {
    this.#note(key);
    return super.set(key, value);
  }

  override delete(key: K): boolean {
    this.#note(key);
    return super.delete(key);
  }

  settle(): void {
    this.#changes = [];
  }

  undo(): void {
    for (const { key, had, before } of this.#changes.reverse()) {
      if (had) super.set(key, before as V);
      else super.delete(key);
    }
    this.#changes = [];
  }

  #note(key: K): void {
    this.#changes.push({ key, had: this.has(key), before: this.get(key) });
  }
}

/** The members of the books that can take back their last changes. */
export const undoableIn = (books: object): readonly Undoable[] =>
  Object.values(books).filter(
    (member): member is Undoable => typeof (member as Partial<Undoable>)?.undo === 'function',
  );
