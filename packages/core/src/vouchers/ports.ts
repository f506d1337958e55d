/** Encrypts the content of files. The form of the result is the adapter's own. */
export interface VoucherCipher {
  /** Compresses content and encrypts it with a key of 32 bytes, bound to `place`. */
  pack(content: Uint8Array, key: Uint8Array, place: string): Promise<Uint8Array>;
  /** Throws if the bytes were changed, or packed with another key or for another place. */
  unpack(packed: Uint8Array, key: Uint8Array, place: string): Promise<Uint8Array>;
}
