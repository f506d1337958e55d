import type { Passkeys } from '../wallets/index.js';

/** Says when a client no longer waits for an answer; an `AbortSignal` fits. */
export interface ClientGone {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** For whom a hash is computed. */
export interface HashTurn {
  /** The browser is known to belong to the operator, so its hash is computed before those of others. */
  readonly isReserved: boolean;
  /** Aborted when the client has gone, so that a hash that still waits is not computed. */
  readonly gone?: ClientGone | undefined;
}

/** Too many hashes wait, or the client has gone: the password was not checked. */
export class HashRefused extends Error {
  override readonly name = 'HashRefused';
}

/** Stores passwords as salted, slow hashes. */
export interface Passwords {
  /** Whether a text in lower case is on a list of common passwords. */
  isListed(text: string): Promise<boolean>;
  /** Throws `HashRefused`. */
  hash(password: string): Promise<string>;
  /**
   * Whether this is the password of the hash. With null it takes equally long and returns false, so that the time of
   * an answer does not say whether an operator exists. Throws `HashRefused`.
   */
  verify(password: string, hash: string | null, turn: HashTurn): Promise<boolean>;
}

/** The adapters that a host provides so that operators can sign in. */
export interface OperatorPorts {
  readonly passwords: Passwords;
  /** Passkeys of the origin of the console. */
  readonly passkeys: Passkeys;
}

const missing = (): never => {
  throw new Error('operators cannot sign in: pass the port `operators` to createCore');
};

/** For embedders without operators. */
export const NO_OPERATORS: OperatorPorts = {
  passwords: { isListed: missing, hash: missing, verify: missing },
  passkeys: { register: missing, authenticate: missing },
};
