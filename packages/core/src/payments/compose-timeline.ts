import { AGENT_ACTIONS, type AgentAction } from '../agents/index.js';
import { CARD_REFUNDS } from '../cards/index.js';
import { EVENTS, FAILED_ATTEMPTS, type FailedAttempts, type OutboxEvent } from '../events/index.js';
import { type ExceptionRecord, EXCEPTIONS } from '../exceptions/index.js';
import { type BaseRecord, type Id, type Instant, instant, type KindOf, type Reads } from '../kernel/index.js';
import { entriesCausedBy, type LedgerEntry } from '../ledger/index.js';
import type { Quote } from '../quotes/index.js';
import {
  ARRIVALS,
  type Deposit,
  RAIL_MESSAGES,
  RAIL_STEPS,
  type RailRequest,
  type RailStep,
  returnReference,
  tellsCollection,
  type Transaction,
} from '../transactions/index.js';
import { RECEIPT, type UmaReceipt } from '../uma/index.js';
import { approvalOf } from './read-payment.js';
import type {
  AgentEntry,
  AttemptEntry,
  ChallengeEntry,
  DeadlineEntry,
  EventTimelineEntry,
  Payment,
  QuoteEntry,
  RailEntry,
  StateEntry,
  TimelineEntry,
} from './timeline.js';
import { depositStates, depositSteps } from './deposit-states.js';
import { paymentStates, quoteStates, railSteps, refundReferencesOf, snapshotsOf } from './timeline-states.js';

/** The largest number of records that one source gives. A payment has a few of each. */
const MOST_OF_A_SOURCE = 500;
/** An agent's transfer is found among the actions before it. */
const MOST_ACTIONS = 500;

/** A movement that a rail was asked for, under the reference that it was given. */
export interface Movement {
  readonly rail: string;
  readonly reference: string;
}

/** What the database says about a payment, not in order, and the movements of which its rails may know more. */
export interface Composed {
  readonly approval: UmaReceipt['status'] | null;
  readonly entries: readonly TimelineEntry[];
  readonly movements: readonly Movement[];
  readonly isComplete: boolean;
}

export async function composeTimeline(reads: Reads, payment: Payment): Promise<Composed> {
  const { transaction, quote, deposits } = payment;
  let isComplete = true;
  const all = async <T extends BaseRecord>(kind: KindOf<T>, where: { readonly [K in keyof T]?: T[K] }) => {
    const slice = await reads.list(kind, { where, order: 'asc', limit: MOST_OF_A_SOURCE, counted: false });
    isComplete &&= !slice.hasMore;
    return slice.rows;
  };
  const subjects: string[] = [transaction?.id, ...deposits.map(({ id }) => id)].filter((id) => id !== undefined);

  const exceptions: ExceptionRecord[] = [];
  for (const subject of subjects) exceptions.push(...(await all(EXCEPTIONS, { subject })));
  const actions = await actionsOf(reads, payment);
  const resources = [...subjects, ...(quote === null ? [] : [quote.id])];
  const events: OutboxEvent[] = [];
  for (const resource of [...resources, ...exceptions.map(({ id }) => id), ...actions.map(({ id }) => id)]) {
    events.push(...(await all(EVENTS, { resource })));
  }
  const entries: TimelineEntry[] = [...events.map(eventEntry), ...actions.flatMap(agentEntries)];
  for (const exception of exceptions) entries.push(...exceptionEntries(exception));
  const journal = new Map<string, readonly LedgerEntry[]>();
  for (const cause of [...subjects, ...exceptions.map(({ id }) => id)]) {
    const caused = await entriesCausedBy(reads, cause, MOST_OF_A_SOURCE);
    isComplete &&= caused.length < MOST_OF_A_SOURCE;
    journal.set(cause, caused);
    for (const entry of caused) entries.push({ kind: 'journal', at: entry.createdAt, entry });
  }
  for (const subject of subjects) {
    for (const { createdAt, rail, messageId, kind, effect } of await all(RAIL_MESSAGES, { subject })) {
      entries.push({ kind: 'message', at: createdAt, rail, messageId, about: kind, effect });
    }
  }
  const asked = new Map<string, readonly RailStep[]>();
  for (const subject of subjects) {
    asked.set(subject, await all(RAIL_STEPS, { subject }));
    for (const step of asked.get(subject)!) entries.push(askedEntry(step));
    for (const failed of await all(FAILED_ATTEMPTS, { subject })) entries.push(...attemptEntries(failed));
  }
  const arrived = transaction === null ? [] : [...(await all(ARRIVALS, { transactionId: transaction.id }))];
  for (const { id } of deposits) arrived.push(...(await all(ARRIVALS, { depositId: id })));
  // The arrival of a deposit also names the transaction whose reference it has.
  const arrivals = [...new Map(arrived.map((arrival) => [arrival.id, arrival])).values()];
  for (const arrival of arrivals) {
    const { createdAt, rail, paymentId, reference, currency, amount, valueDate, outcome } = arrival;
    entries.push({ kind: 'arrival', at: createdAt, rail, paymentId, reference, currency, amount, valueDate, outcome });
  }
  if (transaction?.type === 'CARD') {
    for (const refund of await all(CARD_REFUNDS, { transactionId: transaction.id })) {
      const base = { kind: 'rail', rail: transaction.rail, reference: refund.id, reason: null } as const;
      entries.push({ ...base, at: refund.createdAt, step: 'card refund' });
      if (refund.reversedAt !== null) entries.push({ ...base, at: refund.reversedAt, step: 'card refund reversed' });
    }
  }
  if (quote !== null) entries.push(quoteEntry(quote), ...quoteStates(quote, transaction), ...challengesOf(quote));
  entries.push(...deadlinesOf(payment));
  for (const deposit of deposits) {
    const { id } = deposit;
    const own = exceptions.filter(({ subject }) => subject === id);
    const known = { journal: journal.get(id)!, exceptions: own, steps: asked.get(id)! };
    entries.push(...depositStates(deposit, known), ...depositSteps(deposit, known));
  }
  const receipt = await approvalOf(reads, payment);
  if (receipt !== null) entries.push(...approvalEntries(receipt));
  const movements: Movement[] = deposits.flatMap(movementsOfDeposit);
  movements.push(...arrivals.map(({ rail, paymentId }) => ({ rail, reference: paymentId })));
  if (transaction !== null) {
    const snapshots = snapshotsOf(events, transaction);
    entries.push(...paymentStates(snapshots), ...railSteps(snapshots));
    movements.push(...movementsOf(transaction, refundReferencesOf(snapshots)));
  }
  return { approval: receipt?.status ?? null, entries, movements, isComplete };
}

const eventEntry = (event: OutboxEvent): EventTimelineEntry => {
  const { id: eventId, type, status, createdAt: at, deliveredAt, tries } = event;
  const nextAttemptAt = status === 'QUEUED' ? event.nextAttemptAt : null;
  return { kind: 'event', at, eventId, type, status, deliveredAt, nextAttemptAt, tries: tries ?? [] };
};

const ASKED = {
  PAYOUT: { BEGUN: 'payout begun', ACCEPTED: 'payout submitted', REFUSED: 'payout refused' },
  COLLECTION: { BEGUN: 'collection begun', ACCEPTED: 'collection submitted', REFUSED: 'collection refused' },
  REFUND: { BEGUN: 'refund begun', ACCEPTED: 'refund submitted', REFUSED: 'refund refused' },
  RETURN: { BEGUN: 'return begun', ACCEPTED: 'return submitted', REFUSED: 'return refused' },
  CANCELLATION: { BEGUN: 'cancellation requested', ACCEPTED: 'cancellation accepted', REFUSED: 'cancellation refused' },
} as const satisfies Readonly<Record<RailRequest, Readonly<Record<RailStep['step'], RailEntry['step']>>>>;

const askedEntry = ({ createdAt, request, step, rail, reference }: RailStep): RailEntry => ({
  kind: 'rail',
  at: createdAt,
  step: ASKED[request][step],
  rail,
  reference,
  reason: null,
});

/** The first attempt and the last ones, with their numbers. */
const attemptEntries = ({ work, count, attempts }: FailedAttempts): readonly AttemptEntry[] =>
  attempts.map(({ at, cause, nextAt }, index) => {
    const number = index === 0 ? 1 : count - attempts.length + index + 1;
    return { kind: 'attempt', at, work, number, cause, nextAt };
  });

function exceptionEntries(exception: ExceptionRecord): readonly TimelineEntry[] {
  const { id: exceptionId, kind, currency, amount, createdAt, reason, resolvedAt, note } = exception;
  const isCollected = tellsCollection(exception);
  const base = { kind: 'exception', exceptionId, exception: kind, currency, amount, isCollected } as const;
  const { resolution, resolvedBy, approvedBy, moved } = exception;
  const opened = { resolution: null, resolvedBy: null, approvedBy: null, moved: null };
  return [
    { ...base, at: createdAt, step: 'opened', reason, ...opened },
    ...(resolvedAt === null
      ? []
      : [
          {
            ...base,
            at: resolvedAt,
            step: 'resolved' as const,
            reason: note,
            resolution,
            resolvedBy,
            approvedBy,
            moved,
          },
        ]),
  ];
}

/** A quote has at most one action; a transfer names its agent, and its action came before it. */
async function actionsOf(reads: Reads, { quote, transaction }: Payment): Promise<readonly AgentAction[]> {
  const ofQuote = quote === null ? null : await reads.find(AGENT_ACTIONS, 'quote', [quote.id]);
  if (ofQuote !== null) return [ofQuote];
  if (transaction === null || transaction.agentId === null) return [];
  const { rows } = await reads.list(AGENT_ACTIONS, {
    where: { agentId: transaction.agentId },
    between: [{ column: 'createdAt', to: transaction.createdAt }],
    order: 'desc',
    limit: MOST_ACTIONS,
    counted: false,
  });
  return rows.filter(({ transactionId }) => transactionId === transaction.id);
}

function agentEntries(action: AgentAction): readonly AgentEntry[] {
  const { id: actionId, agentId, type, status, wasAsked, createdAt, updatedAt, rejectionReason: reason } = action;
  const base = { kind: 'agent', actionId, agentId, type } as const;
  if (!wasAsked) return [{ ...base, at: createdAt, step: 'allowed by the policy', reason: null }];
  const asked: AgentEntry = { ...base, at: createdAt, step: 'approval asked', reason: null };
  return status === 'PENDING_APPROVAL' ? [asked] : [asked, { ...base, at: updatedAt, step: status, reason }];
}

const quoteEntry = (quote: Quote): QuoteEntry => ({
  kind: 'quote',
  at: quote.createdAt,
  quoteId: quote.id,
  sends: { currency: quote.sendingCurrency, amount: quote.totalSendingAmount },
  receives: { currency: quote.receivingCurrency, amount: quote.totalReceivingAmount },
  rate: quote.exchangeRate,
  serviceFee: quote.serviceFee,
  platformFee: quote.platformFee,
});

function challengesOf({ createdAt, sca }: Quote): readonly ChallengeEntry[] {
  const challenge = sca?.challenge ?? null;
  const authorized = sca?.authorized ?? null;
  const entries: ChallengeEntry[] = [];
  if (challenge !== null) {
    const at = instant(Math.max(createdAt, madeAt(challenge.id)));
    entries.push({ kind: 'challenge', at, step: 'asked', challengeId: challenge.id, factor: challenge.factor });
  }
  if (authorized !== null) {
    const { at, factor } = authorized;
    entries.push({ kind: 'challenge', at, step: 'authorized', challengeId: challenge?.id ?? null, factor });
  }
  return entries;
}

/** Host time at which an id was made: version 7 UUIDs begin with it. */
const madeAt = (id: Id): Instant => {
  const [high, low] = id.slice(id.indexOf(':') + 1).split('-');
  return instant(Number.parseInt(`${high}${low}`, 16));
};

function deadlinesOf({ quote, transaction }: Payment): readonly DeadlineEntry[] {
  const deadline = (of: DeadlineEntry['of'], at: Instant): DeadlineEntry => ({ kind: 'deadline', at, of });
  const expected = transaction?.expectedSettlementAt ?? null;
  const ended = transaction === null ? null : endOf(transaction);
  const challenge = quote?.status === 'PENDING_AUTHORIZATION' ? (quote.sca?.challenge ?? null) : null;
  return [
    ...(quote === null || !holds(quote.expiresAt, usedAt(quote, transaction))
      ? []
      : [deadline('quote', quote.expiresAt)]),
    ...(challenge === null ? [] : [deadline('challenge', challenge.expiresAt)]),
    ...(expected === null || !holds(expected, ended) ? [] : [deadline('settlement', expected)]),
  ];
}

/** Whether a time ends something: nothing that is over already. `over`: null while it is not. */
const holds = (at: Instant, over: Instant | null): boolean => over === null || at <= over;

/** When a quote was executed, failed or cancelled; null while it can be used. */
function usedAt({ status, updatedAt }: Quote, transaction: Transaction | null): Instant | null {
  if (transaction !== null) return transaction.createdAt;
  return status === 'PENDING' || status === 'PENDING_AUTHORIZATION' ? null : updatedAt;
}

/** When a payment settled or ended; null while it is under way. */
function endOf({ status, settledAt, updatedAt }: Transaction): Instant | null {
  if (settledAt !== null) return settledAt;
  return status === 'PENDING' || status === 'PROCESSING' || status === 'AUTHORIZED' ? null : updatedAt;
}

/** The approval of a payment by its platform, which keeps the time of its last change only. */
function approvalEntries({ id: subject, status, createdAt, updatedAt, expiresAt, eventId }: UmaReceipt) {
  const rows = RECEIPT.transitions.filter(({ to }) => to === status);
  const base = { kind: 'state', of: 'approval', subject, from: null, reason: null } as const;
  const isOver = status !== 'ASKED' && status !== 'DEFERRED';
  const entries: (StateEntry | DeadlineEntry)[] = holds(expiresAt, isOver ? updatedAt : null)
    ? [{ kind: 'deadline', at: expiresAt, of: 'approval' }]
    : [];
  if (eventId !== null) {
    const asked = RECEIPT.transitions.find(({ on }) => on === 'ask')!;
    entries.push({ ...base, at: createdAt, to: asked.to, why: asked.why });
  }
  if (status !== 'ASKED')
    entries.push({ ...base, at: updatedAt, to: status, why: rows.length === 1 ? rows[0]!.why : null });
  return entries;
}

function movementsOf(transaction: Transaction, refunds: readonly string[]): readonly Movement[] {
  const { id, rail, fundingRail, submittedAt, pullSubmittedAt, type } = transaction;
  const refundRail = fundingRail ?? rail;
  return [
    ...(pullSubmittedAt === null || fundingRail === null ? [] : [{ rail: fundingRail, reference: id }]),
    ...(submittedAt === null || rail === null ? [] : [{ rail, reference: id }]),
    ...(refundRail === null || type === 'CARD' ? [] : refunds.map((reference) => ({ rail: refundRail, reference }))),
  ];
}

const movementsOfDeposit = (deposit: Deposit): readonly Movement[] =>
  [...new Set([deposit.returnedAs, deposit.status === 'IN_SUSPENSE' ? returnReference(deposit) : null])].flatMap(
    (reference) => (reference === null ? [] : [{ rail: deposit.rail, reference }]),
  );
