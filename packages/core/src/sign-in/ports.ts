import type { Passkeys } from '../wallets/index.js';

/** Stores passwords as salted, slow hashes. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * Whether this is the password of the hash. With null it takes equally long and returns false, so that the time of
   * an answer does not say whether an operator exists.
   */
  verify(password: string, hash: string | null): Promise<boolean>;
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
  passwords: { hash: missing, verify: missing },
  passkeys: { register: missing, authenticate: missing },
};
