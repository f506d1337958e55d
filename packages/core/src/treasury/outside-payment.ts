import {
  BASE_COLUMNS,
  type BaseRecord,
  birth,
  type Context,
  type CurrencyCode,
  domainError,
  type Environment,
  type FieldError,
  type Id,
  type Instant,
  machine,
  newRecord,
  plusSeconds,
  recordKind,
  type Reads,
  rules,
  splitTenant,
  type StateOf,
  toIso,
  transition,
  type Unit,
} from '../kernel/index.js';

/** Whether the payment is proven by more than the operators who booked it (docs/areas/treasury.md#outside-payments). */
export const OUTSIDE_PAYMENT = machine('Outside payment', 'status', ['CONFIRMED'], [
  { from: null, on: 'book', to: 'UNCONFIRMED', emits: null, why: 'operators say that the payment was made' },
  {
    from: 'UNCONFIRMED',
    on: 'confirm',
    to: 'CONFIRMED',
    emits: null,
    why: 'a statement has the payment, or a third operator has a document about it',
  },
] as const);
export type OutsidePaymentStatus = StateOf<typeof OUTSIDE_PAYMENT>;

/**
 * A payment that was made outside the service according to two operators: a booking beyond the service's own money, or
 * what a resolution `PAID_ELSEWHERE` says. It belongs to the tenant of the record that it explains.
 */
export interface OutsidePayment extends BaseRecord {
  readonly id: Id<'OutsidePayment'>;
  readonly status: OutsidePaymentStatus;
  readonly environment: Environment;
  /** Id of the booking or the exception. */
  readonly cause: string;
  /** The rail whose statement has it; null if the payment may be in the statement of any rail, or of none. */
  readonly rail: string | null;
  /** The reference at the bank that made the payment. */
  readonly reference: string;
  /** YYYY-MM-DD. */
  readonly valueDate: string;
  readonly currency: CurrencyCode;
  /** Smallest units, positive. */
  readonly amount: bigint;
  /**
   * What identifies the payment where it may explain one record only; null if the entry of its cause books the payment
   * on a rail, whose statement would have it twice.
   */
  readonly claim: string | null;
  readonly bookedBy: string;
  readonly approvedBy: string | null;
  readonly confirmedAt: Instant | null;
  /** The operator, or the rail whose statement has it. */
  readonly confirmedBy: string | null;
  /** The reference of the operator's document; null for a statement. */
  readonly document: string | null;
}

export const OUTSIDE_PAYMENTS = recordKind<OutsidePayment>()({
  name: 'outside_payments',
  // A statement of a rail confirms payments of all tenants.
  scope: 'host',
  columns: {
    ...BASE_COLUMNS,
    status: 'text',
    environment: 'text',
    cause: 'text',
    rail: 'text?',
    reference: 'text',
    valueDate: 'text',
    currency: 'text',
    amount: 'amount',
    claim: 'text?',
    bookedBy: 'text',
    approvedBy: 'text?',
    confirmedAt: 'instant?',
    confirmedBy: 'text?',
    document: 'text?',
  },
  states: ['status'],
  unique: [
    { name: 'cause', columns: ['cause'] },
    { name: 'claim', columns: ['claim'] },
  ],
  filters: ['reference', 'status'],
  immutable: [
    'environment',
    'cause',
    'rail',
    'reference',
    'valueDate',
    'currency',
    'amount',
    'claim',
    'bookedBy',
    'approvedBy',
  ],
});

/** What operators say about the payment. */
export interface SaidPayment {
  readonly reference: string;
  readonly valueDate: string;
}

export interface NewOutsidePayment
  extends SaidPayment, Pick<OutsidePayment, 'cause' | 'rail' | 'currency' | 'amount' | 'bookedBy' | 'approvedBy'> {
  /** Whether the entry of the cause books the payment on the clearing account of a rail. */
  readonly isOnRail: boolean;
}

const CLAIMED = domainError(
  'CONFLICT',
  'bankReference: another resolution names the same payment; name the payment that was made for this exception',
);

export function addOutsidePayment({ tx, ctx, ids }: Unit, { isOnRail, ...given }: NewOutsidePayment): OutsidePayment {
  const { environment } = splitTenant(ctx.tenant);
  const { currency, valueDate, reference } = given;
  const payment: OutsidePayment = {
    ...given,
    status: birth(OUTSIDE_PAYMENT, 'book').to,
    environment,
    claim: isOnRail ? null : [environment, currency, valueDate, reference].join('/'),
    confirmedAt: null,
    confirmedBy: null,
    document: null,
    ...newRecord(ids.next('OutsidePayment'), ctx),
  };
  tx.add(OUTSIDE_PAYMENTS, payment, { conflicts: { claim: CLAIMED } });
  return payment;
}

const LONGEST_REFERENCE = 140;
const DAY_SECONDS = 86_400;

export const referenceError = (field: string, reference: string | undefined): readonly FieldError[] =>
  reference === undefined || reference === '' || reference.length > LONGEST_REFERENCE
    ? [{ field, message: `must have 1 to ${LONGEST_REFERENCE} characters` }]
    : [];

/** Value dates of the day after are possible where the day begins earlier. */
export function valueDateError(ctx: Pick<Context, 'now'>, valueDate: string | undefined): readonly FieldError[] {
  const latest = toIso(plusSeconds(ctx.now, DAY_SECONDS)).slice(0, 'YYYY-MM-DD'.length);
  if (valueDate !== undefined && rules.isDate(valueDate) && valueDate <= latest) return [];
  return [{ field: 'valueDate', message: `must be a day as YYYY-MM-DD that is not after ${latest}` }];
}

/** A line of a statement for money that a bank sent. */
export interface StatedPayment extends Pick<OutsidePayment, 'environment' | 'reference' | 'currency' | 'amount'> {
  readonly rail: string;
}

const PAGE = 100;

/**
 * The payments that a line of a statement proves: those with its reference, currency and amount. Entries of several
 * causes can book one payment on a rail by mistake, and the line proves one of them, also if it is read again.
 */
export async function provenBy(reads: Reads, stated: StatedPayment): Promise<readonly OutsidePayment[]> {
  const where = { reference: stated.reference };
  const { rows } = await reads.list(OUTSIDE_PAYMENTS, { where, order: 'asc', limit: PAGE, counted: false });
  const same = rows.filter(
    ({ environment, rail, currency, amount }) =>
      environment === stated.environment &&
      (rail === null || rail === stated.rail) &&
      currency === stated.currency &&
      amount === stated.amount,
  );
  const isSpent = same.some(({ claim, confirmedBy }) => claim === null && confirmedBy === stated.rail);
  const open = same.filter(({ status }) => status === 'UNCONFIRMED');
  const [booked] = isSpent ? [] : open.filter(({ claim }) => claim === null);
  return open.filter((payment) => payment.claim !== null || payment === booked);
}

/** Confirms the payments that a bank reports, in the unit of its message. */
export async function confirmStated({ tx, ctx }: Pick<Unit, 'tx' | 'ctx'>, stated: StatedPayment): Promise<void> {
  for (const payment of await provenBy(tx, stated)) {
    transition(tx, ctx, OUTSIDE_PAYMENT, OUTSIDE_PAYMENTS, payment, 'confirm', {
      confirmedAt: ctx.hostNow,
      confirmedBy: stated.rail,
    });
  }
}

/** The payments that nothing has confirmed yet, the oldest first; of one tenant, or of all. */
export async function unconfirmedPayments(reads: Reads, tenant: string | null): Promise<readonly OutsidePayment[]> {
  const found: OutsidePayment[] = [];
  for (let after: OutsidePayment | undefined; ;) {
    const query = { where: { status: 'UNCONFIRMED' }, order: 'asc', limit: PAGE, counted: false, after } as const;
    const page = await reads.list(OUTSIDE_PAYMENTS, query);
    found.push(...page.rows.filter((payment) => tenant === null || payment.tenant === tenant));
    after = page.rows.at(-1);
    if (!page.hasMore) return found;
  }
}
