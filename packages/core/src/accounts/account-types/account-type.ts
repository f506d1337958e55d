import type { FieldConstraint } from '../../kernel/index.js';

export const PAYMENT_RAILS = [
  'ACH',
  'ACH_COLOMBIA',
  'BANK_TRANSFER',
  'BRE_B',
  'CIPS',
  'FAST',
  'FASTER_PAYMENTS',
  'FEDNOW',
  'INSTAPAY',
  'MOBILE_MONEY',
  'NEFT',
  'PAYNOW',
  'PESONET',
  'PIX',
  'RTGS',
  'RTP',
  'SEPA',
  'SEPA_INSTANT',
  'SPEI',
  'SWIFT',
  'UNIONPAY',
  'UPI',
  'WIRE',
] as const;
export type PaymentRail = (typeof PAYMENT_RAILS)[number];

/**
 * Kinds of values that a pattern cannot check: numbers with check digits, encodings of addresses and invoices.
 * `AccountChecks` implements their checks.
 */
export const FIELD_CONTENTS = [
  'ABA_ROUTING_NUMBER',
  'ANY_CHAIN_ADDRESS',
  'BITCOIN_ADDRESS',
  'BOLT11_INVOICE',
  'BOLT12_OFFER',
  'BR_TAX_NUMBER',
  'CBU',
  'CLABE',
  'CN_BANK_ACCOUNT',
  'CO_DOCUMENT_NUMBER',
  'EVM_ADDRESS',
  'IBAN',
  'LIGHTNING_ADDRESS',
  'PIX_KEY',
  'SOLANA_ADDRESS',
  'SPARK_ADDRESS',
  'TAX_NUMBER',
  'TRON_ADDRESS',
] as const;
export type FieldContent = (typeof FIELD_CONTENTS)[number];

/** Notations of `kernel/notation.ts`. That of a PIX key depends on the type of the key. */
export const FIELD_NOTATIONS = [
  'ADDRESS',
  'BIC',
  'CODE',
  'GROUPED',
  'IBAN',
  'LIGHTNING',
  'NAME',
  'PHONE',
  'PIX_KEY',
] as const;
export type FieldNotation = (typeof FIELD_NOTATIONS)[number];

/** A text field of an account, a beneficiary or a payment instruction, with its constraints. */
export interface Field extends FieldConstraint {
  readonly name: string;
  readonly required: boolean;
  /** Case-insensitive: upper and lower case identify the same account. */
  readonly caseless: boolean;
  /**
   * A valid value, with correct check digits if the field has any, and without an ending that selects a sandbox
   * outcome.
   */
  readonly example: string;
  readonly description?: string;
  /** How the value is written: it is brought into this notation before it is checked, stored and compared. */
  readonly notation?: FieldNotation;
  readonly content?: FieldContent;
}

export type Presence = 'required' | 'optional' | 'none';

/** The fields of a person or a business in addition to `beneficiaryType`. */
export interface PartyShape {
  readonly fields: readonly Field[];
  readonly address: Presence;
}

export interface BeneficiaryRule {
  readonly presence: Presence;
  /** The fields of an INDIVIDUAL. A BUSINESS has the same fields in every account type. */
  readonly individual: PartyShape;
}

/** The fields of `accountOrWalletInfo` when payers send money to an account of this type. */
export interface InstructionShape {
  /** Whether the fields of the account and its `paymentRails` come first. */
  readonly account: boolean;
  readonly fields: readonly Field[];
}

/** A `bank` type with `MOBILE_MONEY` among its `paymentRails` also accepts mobile wallets. */
export type AccountKind = 'bank' | 'mobile' | 'crypto';

/** A type of account that can appear in payment instructions. */
export interface PaymentAccountRow<T extends string = string> {
  readonly type: T;
  /** Codes of the currencies that accounts of this type can hold. */
  readonly currencies: readonly string[];
  readonly kind: AccountKind;
  /** The chain of a wallet, as `cryptoNetwork` names it; null if the type is not tied to one chain. */
  readonly network: string | null;
  readonly paymentRails: readonly PaymentRail[];
  readonly fields: readonly Field[];
  readonly instructions: InstructionShape;
}

/** The declaration of a type of external account. */
export interface AccountTypeRow<T extends string = string> extends PaymentAccountRow<T> {
  /** ISO 3166-1 alpha-2; null if the account names its country itself, or has none. */
  readonly country: string | null;
  /** If the type is a synonym, the type whose rails it uses; otherwise null. */
  readonly sameAs: string | null;
  /**
   * The ways to identify an account of this type, best first. The first field of a way is the primary identifier, the
   * others qualify it; two accounts with equal values are the same account. If there are several ways, one must be
   * complete.
   */
  readonly identifiedBy: readonly (readonly [string, ...string[]])[];
  /** Whether an account may use only one of the ways. */
  readonly exclusive: boolean;
  readonly beneficiary: BeneficiaryRule;
}
