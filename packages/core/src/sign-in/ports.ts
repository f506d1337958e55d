import type { OperatorRole, PlatformLimit } from '../operators/index.js';
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

/** What binds the answer of the identity provider to the sign-in that began; secrets of the host. */
export interface ProviderChecks {
  readonly state: string;
  readonly nonce: string;
  /** The verifier of PKCE. */
  readonly verifier: string;
}

/** A person, as the identity provider answers for it. */
export interface ProviderPerson {
  /** The id of the person at the provider. It never changes, as an address or a name does. */
  readonly subject: string;
  readonly name: string;
  readonly groups: readonly string[];
  /** With it the provider is asked again; null if it gave none. */
  readonly refreshToken: string | null;
}

/**
 * `refused`: the answer is not for this sign-in, or the provider says no. `weak`: the person did not sign in there as strongly
 * or as recently as was asked. `away`: it did not answer in time.
 */
export type ProviderAnswer =
  | { readonly kind: 'person'; readonly person: ProviderPerson }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'weak'; readonly reason: string }
  /** `refreshToken`: the provider has replaced it before it stopped to answer. */
  | { readonly kind: 'away'; readonly reason: string; readonly refreshToken?: string | null };

/** An identity provider that speaks OpenID Connect. */
export interface IdentityProvider {
  /** Exactly as the provider names itself. */
  readonly issuer: string;
  /** The address of the provider to which the browser goes; null if the provider is away. */
  begin(checks: ProviderChecks): Promise<string | null>;
  /** Checks the answer that the browser brings, by its query, and redeems its code. */
  finish(query: string, checks: ProviderChecks): Promise<ProviderAnswer>;
  /** What the provider says about the person now. */
  confirm(refreshToken: string, subject: string): Promise<ProviderAnswer>;
}

/** What a group of the identity provider gives. */
export interface GroupAccess {
  readonly role: OperatorRole;
  readonly platforms: PlatformLimit;
}

/** The sign-in by an identity provider, as the host has set it up. */
export interface ProviderSignIn {
  readonly provider: IdentityProvider;
  /** How the sign-in page names the provider. */
  readonly label: string;
  readonly groups: ReadonlyMap<string, GroupAccess>;
  /** So long is a session kept while the provider does not answer, counted from its last answer. */
  readonly awaySeconds: number;
}

/** The adapters that a host provides so that operators can sign in. */
export interface OperatorPorts {
  readonly passwords: Passwords;
  /** Passkeys of the origin of the console. */
  readonly passkeys: Passkeys;
  /** Absent or null: operators sign in locally alone. */
  readonly provider?: ProviderSignIn | null;
}

const missing = (): never => {
  throw new Error('operators cannot sign in: pass the port `operators` to createCore');
};

/** For embedders without operators. */
export const NO_OPERATORS: OperatorPorts = {
  passwords: { isListed: missing, hash: missing, verify: missing },
  passkeys: { register: missing, authenticate: missing },
};
