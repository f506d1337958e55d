import type { TaxNumberChecks } from '../customers/index.js';
import type { CurrencyCode, FieldError } from '../kernel/index.js';
import type { AccountInfo } from './account-types/index.js';

/**
 * Checks of account details that patterns cannot express: check digits of IBAN, ABA, CLABE, CPF and CNPJ, encodings of
 * addresses and invoices (`FIELD_CONTENTS`). Called with details that `validateAccountInfo` has accepted. Returns the
 * invalid fields, with paths that start with `accountInfo`; they are refused as INVALID_BANK_ACCOUNT.
 */
export interface AccountChecks extends TaxNumberChecks {
  check(info: AccountInfo): readonly FieldError[];
}

/** Formats in which Bitcoin wallets sign messages. They differ in the byte that encodes the type of the address. */
export const SIGNATURE_SCHEMES = ['bip137', 'electrum'] as const;
export type SignatureScheme = (typeof SIGNATURE_SCHEMES)[number];

/** A message and a signature that should prove that the signer has the key of a wallet. */
export interface SignedMessage {
  readonly account: AccountInfo;
  readonly currency: CurrencyCode;
  readonly message: string;
  /** In the usual encoding of the chain: hexadecimal, base64 or base58. */
  readonly signature: string;
  /** The format of the signature. Only used for Bitcoin wallets; other chains have one format. */
  readonly scheme: SignatureScheme;
}

/**
 * `proven`: signed by the key of the account's address. `wrong`: signed by another key or over another message, or the
 * address is of a type that cannot sign. `unreadable`: not in a signature format of the account's chain.
 */
export type OwnershipVerdict = 'proven' | 'wrong' | 'unreadable';

/**
 * Verifies wallet signatures. Called outside units of work, because it may load code and its computations take time.
 */
export interface OwnershipProofs {
  judge(signed: SignedMessage): Promise<OwnershipVerdict>;
}
