import { type Check, unless } from '../ledger/index.js';
import {
  type Arrival,
  type ArrivalOutcome,
  ARRIVALS,
  type Deposit,
  DEPOSITS,
  type Transaction,
  TRANSACTIONS,
} from '../transactions/index.js';
import { settledIn, UMA_RECEIPTS, type UmaReceipt } from '../uma/index.js';
import { type AuditedTenant, byId, type Pass } from './books.js';
import { isMisfunded } from './entries.js';

interface Arrived {
  readonly arrival: Arrival;
  readonly transaction: Transaction | undefined;
  readonly deposit: Deposit | undefined;
  readonly receipt: UmaReceipt | undefined;
}

/** An arrival as its transaction or deposit records it. */
type Became = Pick<Arrival, 'rail' | 'currency' | 'amount'> & { readonly reference: string | null };
/** Undefined if the records do not have the outcome. */
type BecameOf = (arrived: Arrived) => Became | undefined;

const ofQuote =
  (misfunded: boolean): BecameOf =>
  ({ transaction: t }) =>
    t === undefined || t.type !== 'OUTGOING' || isMisfunded(t) !== misfunded
      ? undefined
      : { rail: t.fundingRail!, reference: t.reference, currency: t.sentCurrency!, amount: t.sentAmount! };

const isOfInstitution = ({ source }: Transaction): boolean => source?.sourceType === 'UMA_ADDRESS';

const BECAME: Readonly<Record<ArrivalOutcome, BecameOf>> = {
  QUOTE_FUNDED: ofQuote(false),
  QUOTE_REFUNDED: ofQuote(true),
  ACCOUNT_CREDITED: ({ transaction: t, receipt: r }) => {
    if (t === undefined || t.type !== 'INCOMING') return undefined;
    // What another institution pays can be in another currency than the account.
    if (isOfInstitution(t))
      return r?.status === 'PAID' ? { ...settledIn(r), reference: r.reference, amount: r.settlementAmount } : undefined;
    return { rail: t.fundingRail!, reference: t.reference, currency: t.receivedCurrency!, amount: t.receivedAmount! };
  },
  RETURNED: ({ deposit }) => deposit,
};

const hasBecomeWhatItSays: Check<Arrived> = (arrived) => {
  const { id, rail, reference, currency, amount, outcome, transactionId, depositId } = arrived.arrival;
  const became = BECAME[outcome]?.(arrived);
  const isThat =
    became?.rail === rail && became.reference === reference && became.currency === currency && became.amount === amount;
  return unless(isThat, () => `${id} has the outcome ${outcome}, but ${depositId ?? transactionId} does not match it`);
};

export const ARRIVAL_PASS: Pass<Arrival, Arrived, AuditedTenant> = {
  kind: ARRIVALS,
  subjects: async ({ reads }, page) => {
    const transactions = await byId(
      reads,
      TRANSACTIONS,
      page.map(({ transactionId }) => transactionId),
    );
    const deposits = await byId(
      reads,
      DEPOSITS,
      page.map(({ depositId }) => depositId),
    );
    const receipts = await byId(
      reads,
      UMA_RECEIPTS,
      [...transactions.values()].filter(isOfInstitution).map(({ id }) => id),
    );
    return page.map((arrival) => ({
      arrival,
      transaction: transactions.get(arrival.transactionId ?? ''),
      deposit: deposits.get(arrival.depositId ?? ''),
      receipt: receipts.get(arrival.transactionId ?? ''),
    }));
  },
  checks: [hasBecomeWhatItSays],
};
