import { isErased, type OutboxEvent } from '../events/index.js';
import type { Instant, Machine } from '../kernel/index.js';
import { type Quote, QUOTE } from '../quotes/index.js';
import {
  CARD_TRANSACTION,
  correctionsOf,
  heldOn,
  INCOMING,
  OUTGOING,
  REFUND,
  type Transaction,
  UNSET,
} from '../transactions/index.js';
import type { RailEntry, StateEntry } from './timeline.js';

const MACHINES: Readonly<Record<Transaction['type'], Machine>> = { OUTGOING, INCOMING, CARD: CARD_TRANSACTION };

/** The snapshots of a payment: what each of its events says about it. */
export interface Snapshot {
  readonly at: Instant;
  readonly event: OutboxEvent['type'] | null;
  readonly transaction: Transaction;
}

/**
 * The history of a transaction as its events tell it, and at the end as it is: a change without an event shows only in
 * the record itself.
 */
export const snapshotsOf = (events: readonly OutboxEvent[], now: Transaction): readonly Snapshot[] => [
  ...events
    .filter(({ resource, type }) => resource === now.id && isAbout(type))
    .map((event) => ({ at: event.createdAt, event: event.type, transaction: shownBy(event) })),
  { at: now.updatedAt, event: null, transaction: now },
];

/** An erased event has the plain members alone. */
const shownBy = (event: OutboxEvent): Transaction =>
  isErased(event) ? ({ ...UNSET, ...event.snapshot } as Transaction) : (event.snapshot as Transaction);

const isAbout = (type: OutboxEvent['type']): boolean =>
  /^(OUTGOING_PAYMENT|INCOMING_PAYMENT|CARD_TRANSACTION)\./.test(type);

type Told = Pick<StateEntry, 'from' | 'to' | 'why'>;

/** The change that a snapshot shows; null if it shows none of this machine. `step`: the event of the machine, if known. */
function changeTo(
  machine: Machine,
  from: string | null,
  to: string,
  event: Snapshot['event'],
  step: string | null = null,
): Told | null {
  const rows = machine.transitions.filter((row) => row.from === from && row.to === to);
  const told = rows.filter(({ emits }) => emits === event);
  const other = told.find(({ on }) => !BY_AMOUNTS.includes(on)) ?? told[0];
  const row = told.find(({ on }) => on === step) ?? other ?? (from === to ? undefined : rows[0]);
  if (row !== undefined) return { from, to, why: row.why };
  return from === to ? null : { from, to, why: null };
}

/** Steps of a card transaction that only its amounts tell from others with the same event. */
const BY_AMOUNTS: readonly string[] = ['advise', 'release'];

/** Which of these steps led from one snapshot to the next; null for another one. */
function stepOf(before: Transaction | null, { card }: Transaction): string | null {
  const former = before?.card ?? null;
  if (former === null || (card ?? null) === null) return null;
  if ((card!.released ?? 0n) > (former.released ?? 0n)) return 'release';
  return card!.authorized === former.authorized ? null : 'advise';
}

const CANCELLED = 'the payment was cancelled before it was delivered';

/** The states of a transaction and of its refund, with their reasons. */
export function paymentStates(snapshots: readonly Snapshot[]): readonly StateEntry[] {
  const entries: StateEntry[] = [];
  let status: string | null = null;
  let refund: string | null = null;
  let before: Transaction | null = null;
  // The event of the failure is written before the reason of the refund.
  const isCancelled = snapshots.at(-1)?.transaction.refundReason === 'USER_CANCELLATION';
  for (const { at, event, transaction } of snapshots) {
    const { id: subject, type, failureReason, refundReason, cancelReason } = transaction;
    const changed = changeTo(MACHINES[type], status, transaction.status, event, stepOf(before, transaction));
    before = transaction;
    if (changed !== null) {
      const reason = transaction.status === 'FAILED' ? (failureReason ?? cancelReason) : null;
      const told = isCancelled && changed.to === 'FAILED' ? { ...changed, why: CANCELLED } : changed;
      entries.push({ kind: 'state', at, of: 'payment', subject, ...told, reason });
      status = transaction.status;
    }
    if (transaction.refundStatus === null || transaction.refundStatus === refund) continue;
    const refunded = changeTo(REFUND, refund, transaction.refundStatus, event)!;
    entries.push({ kind: 'state', at, of: 'refund', subject, ...refunded, reason: refundReason });
    refund = transaction.refundStatus;
  }
  return entries;
}

/** The references under which the payment was refunded: an operator's retry has a new one. */
export const refundReferencesOf = (snapshots: readonly Snapshot[]): readonly string[] => [
  ...new Set(snapshots.flatMap(({ transaction }) => transaction.refundReference ?? [])),
];

/** What rails are asked, and what they reported, as the record and its events show it. */
export function railSteps(snapshots: readonly Snapshot[]): readonly RailEntry[] {
  const now = snapshots.at(-1)!.transaction;
  const { id, rail, fundingRail } = now;
  const entries: RailEntry[] = [];
  const add = (at: Instant | null, step: RailEntry['step'], over: Partial<RailEntry> = {}): void => {
    if (at !== null) entries.push({ kind: 'rail', at, step, rail, reference: id, reason: null, ...over });
  };
  const fromFunding = { rail: fundingRail };
  add(now.pullSubmittedAt, 'collection begun', fromFunding);
  add(now.collectedAt, 'collection completed', fromFunding);
  add(now.submittedAt, 'payout begun');
  add(now.cancelRequestedAt, 'cancellation requested', {
    rail: now.submittedAt !== null ? rail : now.pullSubmittedAt === null ? null : fundingRail,
    reason: now.cancelReason,
  });
  if (now.type === 'OUTGOING') add(now.settledAt, 'payout settled', { reference: hashOf(now) ?? id });
  add(now.receiptDeliveryConfirmedAt, 'receipt confirmed');
  const known = { started: new Set<string>(), settled: new Set<string>(), later: new Set<string>() };
  const isNew = (of: Set<string>, what: string | null): boolean =>
    what !== null && !of.has(what) && of.add(what).size > 0;
  let before: Transaction['refundStatus'] = null;
  for (const { at, transaction } of snapshots) {
    const { refundReference, refundInitiatedAt, refundSettledAt, refundStatus } = transaction;
    // Money that is held here goes back without a rail.
    const refund = { rail: heldOn(now) === null ? (fundingRail ?? rail) : null, reference: refundReference };
    if (isNew(known.started, refundReference)) {
      // The record keeps the time at which the first refund started; a retry starts with its event.
      add(known.started.size === 1 ? refundInitiatedAt : at, 'refund started', { ...refund, rail: null });
    }
    // No rail takes part in the decision of an operator, which ends a failed refund at once.
    const isDecided = before === 'FAILED' && refundStatus === 'COMPLETED';
    before = refundStatus;
    if (refundStatus === 'COMPLETED' && isNew(known.settled, refundReference) && !isDecided)
      add(refundSettledAt, 'refund settled', refund);
    const { returnId, fundingReturnId, fundingReversed } = correctionsOf(transaction);
    if (isNew(known.later, returnId)) add(at, 'payout returned', { reference: returnId });
    if (fundingReversed && isNew(known.later, 'funding reversed')) {
      add(at, 'funding reversed', { ...fromFunding, reference: fundingReturnId });
    }
  }
  return entries;
}

const hashOf = ({ destination }: Transaction): string | null =>
  destination.destinationType === 'ACCOUNT' ? (destination.onChainTransaction?.transactionHash ?? null) : null;

/** The states of a quote: it keeps the time of its last change only, so its execution is dated by its transaction. */
export function quoteStates(quote: Quote, transaction: Transaction | null): readonly StateEntry[] {
  const { id: subject, status } = quote;
  const rowOf = (from: string, to: string) => QUOTE.transitions.find((row) => row.from === from && row.to === to);
  const base = { kind: 'state', of: 'quote', subject, reason: null } as const;
  if (transaction === null) {
    if (status !== 'EXPIRED') return [];
    // A cancellation ends the validity of the quote.
    const on = quote.updatedAt === quote.expiresAt ? 'cancel' : 'expire';
    const row = QUOTE.transitions.find(({ from, on: event }) => from === 'PENDING' && event === on)!;
    return [{ ...base, at: quote.updatedAt, from: null, to: status, why: row.why }];
  }
  const isMisfunded = rowOf('PENDING', 'FAILED')!;
  if (status === 'FAILED' && quote.updatedAt === transaction.createdAt)
    return [{ ...base, at: quote.updatedAt, from: 'PENDING', to: status, why: isMisfunded.why }];
  const begun: StateEntry = { ...base, at: transaction.createdAt, from: 'PENDING', to: 'PROCESSING', why: null };
  if (status === 'PROCESSING') return [begun];
  const why = rowOf('PROCESSING', status)?.why ?? null;
  return [begun, { ...base, at: quote.updatedAt, from: 'PROCESSING', to: status, why }];
}
