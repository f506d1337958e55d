import type { CurrencyCode } from '../kernel/index.js';

/**
 * What a party is in a question.
 * - `CUSTOMER`, `OWNER`: a customer of a platform, and a beneficial owner of one.
 * - `PAYEE`, `PAYER`: whom an external account or a UMA address belongs to, by the direction of the money.
 * - `REMITTER`: the sender of arrived money, as its bank named it.
 */
export const SCREENED_ROLES = ['CUSTOMER', 'OWNER', 'PAYEE', 'PAYER', 'REMITTER'] as const;
export type ScreenedRole = (typeof SCREENED_ROLES)[number];

/** A person or an organization in a question. Null: unknown. */
export interface ScreenedParty {
  /** Names the party in the answer: id of a customer, a beneficial owner, an external account or an arrival. */
  readonly id: string;
  readonly role: ScreenedRole;
  readonly kind: 'INDIVIDUAL' | 'BUSINESS' | null;
  /** Null if it is unknown, such as that of the owner of an address on a chain; the party then has `address`. */
  readonly name: string | null;
  /** YYYY-MM-DD. */
  readonly birthDate: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly nationality: string | null;
  /** Of residence, or of registration. ISO 3166-1 alpha-2. */
  readonly country: string | null;
  /** An address on a chain or a UMA address that the party uses here; null for a bank account. */
  readonly address: string | null;
}

/** What a customer sent (`OUT`) or received (`IN`) in one currency in the last days, without the payment in question. */
export interface ScreenedSum {
  readonly days: 1 | 30;
  readonly direction: 'IN' | 'OUT';
  readonly currency: CurrencyCode;
  /** Smallest units. */
  readonly amount: bigint;
  readonly count: number;
}

/** The payment of a question, for a service that judges payments and not names alone. */
export interface ScreenedPayment {
  /** Id of the transaction, or of the arrival. */
  readonly id: string;
  /** As the customer sees it; `INSIDE`: between accounts of this service. */
  readonly direction: 'IN' | 'OUT' | 'INSIDE';
  readonly currency: CurrencyCode;
  /** Smallest units, positive. */
  readonly amount: bigint;
  /** Such as `SEPA`; null if the payment uses none. */
  readonly paymentRail: string | null;
  readonly sums: readonly ScreenedSum[];
}

/**
 * Why a question is asked. `REPEAT`: every day, and after a change of the lists. `LATER`: about a payment that passed
 * while the provider was away, or about a party of one.
 */
export const SCREENING_OCCASIONS = ['ONBOARDING', 'PAYEE', 'PAYMENT', 'ARRIVAL', 'REPEAT', 'LATER'] as const;
export type ScreeningOccasion = (typeof SCREENING_OCCASIONS)[number];

export interface ScreeningQuestion {
  /** The same content has the same reference in repeated calls; another question has another one. */
  readonly reference: string;
  readonly occasion: ScreeningOccasion;
  /** One to fifty. */
  readonly parties: readonly ScreenedParty[];
  /** Null for a question about parties alone. */
  readonly payment: ScreenedPayment | null;
}

/** What a party matches. */
export interface ScreeningMatch {
  /** Id of the party in the question; null for a finding about the payment itself. */
  readonly party: string | null;
  /** The name of the list or rule, such as `OFAC SDN`. */
  readonly list: string;
  /** The provider's id of the entry on the list, or of the rule. */
  readonly entry: string;
  /** Changes with the content of the entry: a clearance ends with it. */
  readonly entryVersion: string;
  /** The name on the list; null for a rule. */
  readonly name: string | null;
  /** 0 to 100; null if the provider gives none. */
  readonly score: number | null;
  /** One sentence for the operator. */
  readonly reason: string;
}

/**
 * A provider's answer.
 * - `clear`: nothing matches.
 * - `hold`: an operator must decide about the matches.
 * - `refuse`: the matches are certain; an operator can still decide otherwise.
 */
export interface ScreeningAnswer {
  readonly state: 'clear' | 'hold' | 'refuse';
  /** The version of all lists together by which the provider answered. */
  readonly listVersion: string;
  /** At least one if the state is not `clear`, otherwise none. */
  readonly matches: readonly ScreeningMatch[];
}

/**
 * Compares persons, organizations, addresses and payments with lists and rules. It is called between units of work, at
 * least once, and a question has no other effect than its answer. While it throws, nothing is known: what asks, waits
 * (docs/connections/screening.md).
 */
export interface ScreeningProvider {
  /** The name of the connection. */
  readonly name: string;
  screen(question: ScreeningQuestion): Promise<ScreeningAnswer>;
  /** The version of the lists by which it answers now. */
  listVersion(): Promise<string>;
}
