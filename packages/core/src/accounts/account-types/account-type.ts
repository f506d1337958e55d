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
 * What a value is where no pattern can say it: a number with control digits, the encoding of an address or an invoice.
 * `AccountChecks` knows how each is checked.
 */
export const FIELD_CONTENTS = [
  'ABA_ROUTING_NUMBER',
  'ANY_CHAIN_ADDRESS',
  'BIC',
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

/** One text field of an account, a beneficiary or a payment instruction, and what its value must look like. */
export interface Field extends FieldConstraint {
  readonly name: string;
  readonly required: boolean;
  /** Upper and lower case mean the same account. */
  readonly caseless: boolean;
  /** A valid value, with correct checksums where the field has them and without a sandbox suffix. */
  readonly example: string;
  readonly description?: string;
  /** Blanks and hyphens between the digits mean nothing: the value is kept without them. */
  readonly grouped?: true;
  readonly content?: FieldContent;
}

export type Presence = 'required' | 'optional' | 'none';

/** What is asked of a person or a business: text fields beside `beneficiaryType`, and an address. */
export interface PartyShape {
  readonly fields: readonly Field[];
  readonly address: Presence;
}

export interface BeneficiaryRule {
  readonly presence: Presence;
  /** What is asked of an INDIVIDUAL; a BUSINESS is the same everywhere. */
  readonly individual: PartyShape;
}

/** The shape of this account as the target of a payment to us. */
export interface InstructionShape {
  /** True: the fields of the account and its `paymentRails` come first. */
  readonly account: boolean;
  readonly fields: readonly Field[];
}

/** `bank` accounts may also be mobile wallets, where `paymentRails` has `MOBILE_MONEY`. */
export type AccountKind = 'bank' | 'mobile' | 'crypto';

/** A type of account to which, or from which, somebody can pay us. */
export interface PaymentAccountRow<T extends string = string> {
  readonly type: T;
  /** Codes of the currencies that it serves. */
  readonly currencies: readonly string[];
  readonly kind: AccountKind;
  /** The chain of a wallet, as `cryptoNetwork` names it; null where the account names none, or is on none. */
  readonly network: string | null;
  readonly paymentRails: readonly PaymentRail[];
  readonly fields: readonly Field[];
  readonly instructions: InstructionShape;
}

/** A type of external account: everything that the service knows of it (behaviour, "External accounts"). */
export interface AccountTypeRow<T extends string = string> extends PaymentAccountRow<T> {
  /** ISO 3166-1 alpha-2; null where the account says it itself or there is none. */
  readonly country: string | null;
  /** The type that rails know it as, where it is another name of that type. */
  readonly sameAs: string | null;
  /**
   * The ways to identify such an account, best first. The first field of a way is the primary identifier, the others
   * qualify it: together they make "the same account again". Where there are several ways, one must be complete.
   */
  readonly identifiedBy: readonly (readonly [string, ...string[]])[];
  /** True: one way excludes the others. */
  readonly exclusive: boolean;
  readonly beneficiary: BeneficiaryRule;
}
