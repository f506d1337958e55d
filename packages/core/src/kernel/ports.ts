import type { Instant } from './time.js';

/** The host's clock. A tenant's time is this plus the offset of its test clock. */
export interface Clock {
  now(): Instant;
}

/** Cryptographically secure random bytes. */
export interface Random {
  bytes(length: number): Uint8Array;
}

/** SHA-256, as lowercase hex. Text is hashed as UTF-8. */
export interface Digest {
  sha256(data: string | Uint8Array): string;
}

/** Seals what must be stored but not be readable in the database (signing keys, provider credentials). */
export interface Sealer {
  seal(plaintext: string): string;
  /** Throws when the text was not sealed with this host's master key. */
  open(sealed: string): string;
}
