import type { TaxNumberChecks } from '../customers/index.js';
import type { CurrencyCode, Environment, FieldError, Instant } from '../kernel/index.js';
import type { AccountInfo } from './account-types/index.js';

/**
 * Checks of account details that patterns cannot express: check digits of IBAN, ABA, CLABE, CPF and CNPJ, encodings of
 * addresses and invoices (`FIELD_CONTENTS`). Called with details that `validateAccountInfo` has accepted. Returns the
 * invalid fields, with paths that start with `accountInfo`; they are refused as INVALID_BANK_ACCOUNT. In the sandbox,
 * addresses of test networks are valid too.
 */
export interface AccountChecks extends TaxNumberChecks {
  check(info: AccountInfo, environment?: Environment): readonly FieldError[];
  /**
   * What an account asks for if it holds a payment request, such as an invoice; null for an account that can be paid at any
   * time, and for a text that cannot be read. Payments call it in their units of work.
   */
  paymentRequest(info: AccountInfo, currency: CurrencyCode, environment: Environment): RequestedPayment | null;
}

/** A payment request that is kept as an external account. */
export interface RequestedPayment {
  /** The field of the account that holds it. */
  readonly field: string;
  /** What it is called in messages. */
  readonly noun: 'invoice' | 'offer';
  /** Equal for all notations of a request that can be paid once; null for one that can be paid many times. */
  readonly key: string | null;
  /** What must be delivered, in smallest units of the account's currency; null if the payer chooses the amount. */
  readonly amount: bigint | null;
  /** Whether a whole multiple of the amount can be delivered too. */
  readonly isPerItem: boolean;
  /** Null if it does not expire. */
  readonly expiresAt: Instant | null;
  /** Why it can never be paid here, as the end of a sentence that begins with the field; null if it can. */
  readonly fault: string | null;
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
