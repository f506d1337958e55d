import type { CurrencyCode } from '../kernel/index.js';

/**
 * The kinds of payments that a customer starts, for limits: to an external account, to an internal account, to a UMA
 * address, by a card, to the issuer of a stablecoin, and collected from an external account.
 */
export const LIMITED_PAYMENTS = ['PAYOUT', 'CONVERSION', 'UMA', 'CARD', 'STABLECOIN', 'COLLECTION'] as const;
export type LimitedPayment = (typeof LIMITED_PAYMENTS)[number];

/** What a limit is about: one kind, or `ALL` that take money from the customer, which a collection does not. */
export const LIMIT_KINDS = ['ALL', ...LIMITED_PAYMENTS] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

/** Maxima of one customer; null: none. Days and months are in UTC, by the clock of the platform. */
export interface LimitMaxima {
  /** Smallest units of the currency of the limit. */
  readonly dailyAmount: bigint | null;
  readonly monthlyAmount: bigint | null;
  readonly dailyCount: number | null;
  readonly monthlyCount: number | null;
}

/** What each customer may start, of one kind of payments in one currency. */
export interface PaymentLimit extends LimitMaxima {
  readonly kind: LimitKind;
  /** The currency that leaves the customer; of a collection, the one that arrives. */
  readonly currency: CurrencyCode;
}

export const NO_MAXIMA: LimitMaxima = {
  dailyAmount: null,
  monthlyAmount: null,
  dailyCount: null,
  monthlyCount: null,
};

export const MAXIMA = Object.keys(NO_MAXIMA) as readonly (keyof LimitMaxima)[];

export const limitOf = (
  limits: readonly PaymentLimit[] | null,
  { kind, currency }: Pick<PaymentLimit, 'kind' | 'currency'>,
): PaymentLimit | null => limits?.find((limit) => limit.kind === kind && limit.currency === currency) ?? null;

export const hasMaxima = (limit: LimitMaxima): boolean => MAXIMA.some((name) => limit[name] !== null);

/** Whether a customer may start more than before. Each maximum is compared on its own. */
export const isLoosened = (before: LimitMaxima, after: LimitMaxima): boolean =>
  MAXIMA.some((name) => {
    const [former, next] = [before[name], after[name]];
    return former !== null && (next === null || next > former);
  });

/** The limits with another one in the place of that of its kind and currency; null takes that one away. */
export function withLimit(
  limits: readonly PaymentLimit[] | null,
  of: Pick<PaymentLimit, 'kind' | 'currency'>,
  changed: PaymentLimit | null,
): readonly PaymentLimit[] | null {
  const others = (limits ?? []).filter(({ kind, currency }) => kind !== of.kind || currency !== of.currency);
  const all = changed === null ? others : [...others, changed];
  return all.length === 0 ? null : all.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
}

const placeOf = ({ kind, currency }: PaymentLimit): string => `${currency} ${LIMIT_KINDS.indexOf(kind)}`;
