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

/** Where a sealed text stands, by logical names. */
export interface SealedPlace {
  readonly table: string;
  readonly row: string;
  readonly column: string;
}

/**
 * Seals what must be stored but not be readable in the database (signing keys, provider credentials, tax numbers). A
 * sealed text is bound to its place: copied to another row or column, it does not open.
 */
export interface Sealer {
  seal(plaintext: string, place: SealedPlace): string;
  /** Throws when the text was not sealed with this host's master key, or for another place. */
  open(sealed: string, place: SealedPlace): string;
  /** The text in the form in which `seal` writes it now: itself where it has that form already. */
  renew(sealed: string, place: SealedPlace): string;
}

/** New P-256 key pairs, both halves as PEM (SPKI, PKCS #8). */
export interface KeyPairs {
  generateP256(): { readonly publicKey: string; readonly privateKey: string };
}

/**
 * The one way out to addresses that somebody else chose (webhook endpoints, counterparties, key sets).
 * Every address that the host name resolves to is checked before connecting, and the checked one is connected to;
 * redirects are not followed; an answer has to be there within the client's time-out. Never rejects.
 */
export interface OutboundHttp {
  send(request: OutboundRequest): Promise<OutboundOutcome>;
}

export interface OutboundRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Text is sent as UTF-8. */
  readonly body: string | Uint8Array | null;
  /** Plain http is an alternative only in sandbox. */
  readonly httpsOnly: boolean;
  /** Less than the client's own time-out: from the call to the end of the answer, in milliseconds. */
  readonly withinMs?: number;
}

export type OutboundOutcome =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** Names in lower case; repeated headers are joined. */
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
      /** The body went on beyond the client's limit, where it was cut off. */
      readonly truncated: boolean;
    }
  | { readonly kind: 'unreachable'; readonly reason: string };
