import type { Instant } from './time.js';

/** The host's clock. A tenant's time is the host's time plus the offset of its test clock. */
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

/** The place of a sealed text, by logical names. */
export interface SealedPlace {
  readonly table: string;
  readonly row: string;
  readonly column: string;
}

/**
 * Encrypts values that must not be readable in the database (signing keys, provider credentials, tax numbers). A
 * sealed text is bound to its place: a copy in another row or column does not open.
 */
export interface Sealer {
  seal(plaintext: string, place: SealedPlace): string;
  /** Throws if the text was sealed with another master key or for another place. */
  open(sealed: string, place: SealedPlace): string;
  /** Converts the text to the form that `seal` writes now; a text that has this form is returned unchanged. */
  renew(sealed: string, place: SealedPlace): string;
}

/** New P-256 key pairs, both halves as PEM (SPKI, PKCS #8). */
export interface KeyPairs {
  generateP256(): { readonly publicKey: string; readonly privateKey: string };
}

/**
 * The only way to call addresses that another party chose (webhook endpoints, counterparties, key sets).
 * The client checks every address that the host name resolves to and connects to a checked one. It does not follow
 * redirects, and the whole answer must arrive within its time-out. Never rejects.
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
  /** Plain http is allowed in the sandbox only. */
  readonly httpsOnly: boolean;
  /** A shorter time-out than the client's own: from the call to the end of the answer, in milliseconds. */
  readonly withinMs?: number;
  /** The receiver belongs to the operator or to the platform: it gets the trace of the request (`traceparent`). */
  readonly passesTrace?: boolean;
}

export type OutboundOutcome =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** Names in lower case; repeated headers are joined. */
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
      /** The body was longer than the client's limit and was cut off there. */
      readonly truncated: boolean;
    }
  | { readonly kind: 'unreachable'; readonly reason: string };
