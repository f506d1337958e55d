import type {
  DomainError,
  FactorMethod,
  FactorStart,
  NewFactor,
  PasswordStart,
  Result,
  SignedIn,
} from '@corridor/core';
import type { Carried } from './forms.js';

/** A browser with a session. */
export interface Signed extends SignedIn {
  readonly csrf: string;
}

/** The setup of a factor, of an invited operator or of one who has signed in. */
export interface Setup {
  readonly action: string;
  readonly carried: Carried;
  readonly account: string;
  readonly signed: Signed | null;
  readonly begin: (method: FactorMethod) => Promise<Result<FactorStart>>;
  /** Answers a setup that did not begin. */
  readonly refused: (error: DomainError) => Promise<void> | void;
  readonly shownAgain: (setupId: string) => Promise<PasswordStart | null>;
  /** Answers the request if it succeeds. */
  readonly finish: (factor: NewFactor) => Promise<Result<unknown>>;
}

export const textsOf = <const N extends readonly string[]>(form: URLSearchParams, names: N) =>
  names.map((name) => form.get(name) ?? '') as { readonly [K in keyof N]: string };

/** The answer of the authenticator as the script sends it; an empty object if it is unreadable. */
export function credentialIn(form: URLSearchParams): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(form.get('credential') ?? '');
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}
