import type { TaxNumberChecks } from '../customers/index.js';
import type { CurrencyCode, FieldError } from '../kernel/index.js';
import type { AccountInfo } from './account-types/index.js';

/**
 * What no pattern can say of an account: control digits of IBAN, ABA, CLABE, CPF and CNPJ, encodings of addresses and
 * invoices (`FIELD_CONTENTS`). Asked with details that `validateAccountInfo` has passed. The paths of the fields start
 * with `accountInfo`; an empty answer means that nothing is wrong. Refused as INVALID_BANK_ACCOUNT.
 */
export interface AccountChecks extends TaxNumberChecks {
  check(info: AccountInfo): readonly FieldError[];
}

/** How Bitcoin wallets sign messages: they disagree on the byte that says which kind of address the key has. */
export const SIGNATURE_SCHEMES = ['bip137', 'electrum'] as const;
export type SignatureScheme = (typeof SIGNATURE_SCHEMES)[number];

/** A message signed to prove that whoever signed it holds the keys of a wallet. */
export interface SignedMessage {
  readonly account: AccountInfo;
  readonly currency: CurrencyCode;
  readonly message: string;
  /** As the wallet gave it: hexadecimal, base64 or base58, as is usual on its chain. */
  readonly signature: string;
  /** Of Bitcoin wallets; others have one way to sign. */
  readonly scheme: SignatureScheme;
}

/**
 * `proven`: signed by the key of the account's address. `wrong`: signed by another key or over another message, or
 * nobody can sign for such an address. `unreadable`: no signature of the account's chain.
 */
export type OwnershipVerdict = 'proven' | 'wrong' | 'unreadable';

/** Verifies signatures of wallets. Asked outside of units: it may load what it needs, and counts on curves take time. */
export interface OwnershipProofs {
  judge(signed: SignedMessage): Promise<OwnershipVerdict>;
}
