/** The folder of the archive, and the form of its files. The form is the adapter's own; it must keep bigints. */
export interface ArchiveStore {
  /**
   * Compresses records and encrypts them with a key of 32 bytes, bound to `place`. Equal arguments should give equal
   * bytes, so that a repeated run finds the file that it has written before.
   */
  pack(records: readonly object[], key: Uint8Array, place: string): Uint8Array;
  /** Throws if the bytes were changed, or packed with another key or for another place. */
  unpack(content: Uint8Array, key: Uint8Array, place: string): readonly object[];
  /**
   * Stores a file so that it survives a power failure; a file of this name is replaced at once. Throws `Unavailable`
   * if the disk refuses.
   */
  write(name: string, content: Uint8Array): Promise<void>;
  /**
   * Null if there is no such file. Synchronous, because the long reads of an audit open files themselves, and a read of
   * the database must not wait for anything else.
   */
  read(name: string): Uint8Array | null;
  /**
   * Deletes a file, and what interrupted writes of this name have left, so that both stay deleted after a power failure.
   * Does nothing if there is none. Throws `Unavailable` if the disk refuses.
   */
  remove(name: string): Promise<void>;
  /** The names of all files. */
  names(): Promise<readonly string[]>;
}
