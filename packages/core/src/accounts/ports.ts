import type { TaxNumberChecks } from '../customers/index.js';
import type { CurrencyCode, Environment, FieldError } from '../kernel/index.js';
import type { AccountInfo } from './account-types/index.js';

/**
 * Checks of account details that patterns cannot express: check digits of IBAN, ABA, CLABE, CPF and CNPJ, encodings of
 * addresses and invoices (`FIELD_CONTENTS`). Called with details that `validateAccountInfo` has accepted. Returns the
 * invalid fields, with paths that start with `accountInfo`; they are refused as INVALID_BANK_ACCOUNT. In the sandbox,
 * addresses of test networks are valid too.
 */
export interface AccountChecks extends TaxNumberChecks {
  check(info: AccountInfo, environment?: Environment): readonly FieldError[];
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
 * address is of a type that cannot sign. `unreadable`: not in a signature format of the account's chain. `unknown`: only
 * the chain can say it, and its nodes gave no answer.
 */
export type OwnershipVerdict = 'proven' | 'wrong' | 'unreadable' | 'unknown';

/** A signature that the contract at an address may accept. All bytes are hexadecimal digits with the prefix `0x`. */
export interface ContractSignature {
  readonly address: string;
  /** The 32 bytes that were signed. */
  readonly hash: string;
  readonly signature: string;
}

/** Asks contract wallets of one chain whether they accept a signature (ERC-1271, ERC-6492). */
export interface ContractSignatures {
  /** The chain, as `cryptoNetwork` names it. */
  readonly network: string;
  /**
   * `invalid`: the contract refuses the signature, fails, or does not exist. `unknown`: the nodes of the chain gave no
   * answer.
   */
  judge(signature: ContractSignature): Promise<'valid' | 'invalid' | 'unknown'>;
}

/**
 * Verifies wallet signatures. Called outside units of work, because it may load code, ask nodes of a chain, and compute
 * for milliseconds.
 */
export interface OwnershipProofs {
  /** `chains`: the chains of the account's environment whose contract wallets can be asked. */
  judge(signed: SignedMessage, chains: readonly ContractSignatures[]): Promise<OwnershipVerdict>;
}
