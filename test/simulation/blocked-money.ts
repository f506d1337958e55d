import type { RailAnswers } from './rail-answers.js';
import type { Unit, Written } from './transitions.js';

type Row = Readonly<Record<string, unknown>>;
/** An order to the outside that moves money. */
export type Instructed = 'payout' | 'collection' | 'refund' | 'order';

/**
 * Follows which customers, external accounts and platforms operators have blocked, from the writes alone, and what the
 * outside may be asked to do for them. All functions return findings.
 */
export interface BlockedMoney {
  committed(unit: Unit): readonly string[];
  /** A service outside is asked to carry out this movement. */
  instructed(movement: Instructed, reference: string): readonly string[];
}

/** The start of the key of a job that begins a refund or a return: while it exists, no rail was asked. */
const TO_BEGIN = /^retry /;
/** The reasons with which money and payments wait because of a block. They name no block. */
const NEUTRAL = /an operator has to decide about this (?:money|payment)/;
/** What may end such a wait without an operator: the money is gone, or the payment has ended. */
const ENDED_ITSELF = ['the payment was cancelled', 'the rail reversed the arrival'];
/** The same for a payment that its rail may have received before the block. */
const REPORTED = 'the rail reported the outcome';
const isReported = ({ reference }: Written['after'], by: string): boolean =>
  by === REPORTED && String(reference).startsWith('unconfirmed ');

/**
 * Entries that may decrease what the accounts of a blocked customer have: the outside settled them, or operators decided
 * about what it had settled. For SETTLEMENT, the rail must have had the payment.
 */
const SETTLED_OUTSIDE: readonly unknown[] = [
  'DEPOSIT_REVERSAL',
  'FUNDING_LOST',
  'CARD_CLEARING',
  'CARD_PULL',
  'CARD_OWED',
  'CARD_RECOVERY',
  // An account owes only what the outside took back, and pays it with money that becomes free.
  'RECEIVABLE_SETTLEMENT',
  'CARD_RETURN_REVERSAL',
  'CARD_REVERSAL_OWED',
  'CARD_PROVISIONAL_WITHDRAWAL',
  'EXCEPTION_ADJUSTED',
];
const OWN_ACCOUNT = /^(?:available|held):(InternalAccount:.+)$/;

const isSet = (value: unknown): boolean => value !== null && value !== undefined;
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export function createBlockedMoney(answers: RailAnswers): BlockedMoney {
  const blocked = new Set<string>();
  /** By account and by the reference under which money comes: the customer. */
  const owners = new Map<string, string | null>();
  const expecting = new Map<string, string | null>();
  const transactions = new Map<string, Row>();
  const deposits = new Map<string, Row>();
  const orders = new Map<string, Row>();
  const exceptions = new Map<string, Row>();
  /** By subject: the ids of its exceptions. */
  const about = new Map<string, Set<string>>();
  /** By subject: the questions of screening without an answer. */
  const asked = new Map<string, Set<string>>();
  /** The references of refunds and returns that have not begun. */
  const toBegin = new Set<string>();
  /** What the outside may have been asked for, by movement and reference. */
  const begun = new Set<string>();

  const open = (subject: string): readonly Row[] =>
    [...(about.get(subject) ?? [])].map((id) => exceptions.get(id)!).filter(({ status }) => status === 'OPEN');

  /** Those of the ids, or the platform, that are blocked. */
  const among = (tenant: unknown, ids: readonly unknown[]): readonly string[] =>
    [...new Set([tenant, ...ids].map(String))].filter((id) => blocked.has(id));

  function partiesOf(transaction: Row): readonly unknown[] {
    const [source, destination] = [transaction['source'] as Row | null, transaction['destination'] as Row | null];
    const [from, to] = [source?.['accountId'], destination?.['accountId']];
    return [transaction['customerId'], from, to, owners.get(String(from)), owners.get(String(to))];
  }

  const payersOf = (transaction: Row): readonly unknown[] => [
    transaction['customerId'],
    (transaction['source'] as Row | null)?.['accountId'],
  ];

  const ownersOf = ({ ownerId, reference }: Row): readonly unknown[] => [ownerId, expecting.get(String(reference))];

  /** The references of what the outside may now be asked to send back. */
  function refundOf(kind: string, row: Row): string | null {
    if (kind === 'transactions') {
      const isOutside = !/^InternalAccount:/.test(String((row['source'] as Row | null)?.['accountId']));
      return row['refundStatus'] === 'PENDING' && isOutside ? textOf(row['refundReference']) : null;
    }
    return row['status'] === 'IN_SUSPENSE' ? (textOf(row['returnAs']) ?? String(row['id'])) : null;
  }

  /** What the writes of a unit say about orders to the outside, by who was blocked before it. */
  function* ordered(writes: readonly Written[]): Iterable<string> {
    for (const { kind, before, after } of writes) {
      const id = String(after['id']);
      const isNew = (column: string): boolean => isSet(after[column]) && !isSet(before?.[column]);
      const asked = (movement: Instructed, what: string, ids: readonly unknown[]): readonly string[] => {
        begun.add(`${movement} ${id}`);
        const stopped = among(after['tenant'], ids);
        const undecided = open(id).filter((one) => one['kind'] === 'PAYMENT_HELD');
        return [
          ...stopped.map((party) => `${what} of ${id} was handed over while ${party} is blocked`),
          ...(undecided.length === 0 ? [] : [`${what} of ${id} was handed over before an operator decided`]),
        ];
      };
      if (kind === 'transactions') {
        if (isNew('submittedAt')) yield* asked('payout', 'the payout', partiesOf(after));
        if (isNew('pullSubmittedAt')) yield* asked('collection', 'the collection', partiesOf(after));
        const isInside = after['type'] === 'OUTGOING' && !isSet(after['rail']) && !isSet(after['issuerToken']);
        if (isInside && before?.['status'] === 'PROCESSING' && after['status'] === 'COMPLETED')
          yield* asked('payout', 'the money inside the ledger', partiesOf(after));
      }
      if (kind === 'stablecoin_operations' && isNew('submittedAt'))
        yield* asked('order', 'the order', [after['owner'], after['collectedFrom'], after['deliveredTo']]);
    }
  }

  /** Refunds and returns that have begun with this unit. */
  function* begins(writes: readonly Written[], freed: readonly string[]): Iterable<string> {
    const changed = new Map<string, { readonly row: Row; readonly ids: readonly unknown[] }>();
    for (const { kind, after } of writes) {
      if (kind !== 'transactions' && kind !== 'deposits') continue;
      // As the unit leaves it.
      const row = (kind === 'transactions' ? transactions : deposits).get(String(after['id']))!;
      const reference = refundOf(kind, row);
      if (reference !== null) changed.set(reference, { row, ids: idsOf(kind, row) });
    }
    for (const reference of freed) {
      const found = waiting(reference);
      if (found !== null) changed.set(reference, found);
    }
    for (const [reference, { row, ids }] of changed) {
      if (toBegin.has(reference) || begun.has(`refund ${reference}`)) continue;
      begun.add(`refund ${reference}`);
      for (const party of among(row['tenant'], ids))
        yield `the money of ${String(row['id'])} was to be sent back (${reference}) while ${party} is blocked`;
    }
  }

  const idsOf = (kind: string, row: Row): readonly unknown[] =>
    kind === 'transactions' ? payersOf(row) : ownersOf(row);

  /** The payment or deposit that waits to be sent back under this reference. */
  function waiting(reference: string): { readonly row: Row; readonly ids: readonly unknown[] } | null {
    for (const [kind, all] of [
      ['deposits', deposits],
      ['transactions', transactions],
    ] as const) {
      for (const row of all.values()) {
        if (refundOf(kind, row) === reference) return { row, ids: idsOf(kind, row) };
      }
    }
    return null;
  }

  /** Entries that take money from accounts whose owner or platform is blocked. */
  function* decreases(writes: readonly Written[]): Iterable<string> {
    const sums = new Map<string, { readonly line: Row; readonly customer: string; amount: bigint }>();
    for (const { kind, before, after } of writes) {
      const account = kind === 'postings' && before === null ? OWN_ACCOUNT.exec(String(after['account']))?.[1] : null;
      if (account === null || account === undefined) continue;
      const customer = owners.get(account) ?? account;
      if (among(after['tenant'], [customer]).length === 0) continue;
      const key = `${String(after['entryId'])} ${customer} ${String(after['currency'])}`;
      const sum = sums.get(key) ?? { line: after, customer, amount: 0n };
      sum.amount += after['amount'] as bigint;
      sums.set(key, sum);
    }
    for (const { line, customer, amount } of sums.values()) {
      const { kind, cause, entryId, currency } = line;
      if (amount >= 0n || SETTLED_OUTSIDE.includes(kind)) continue;
      // `REFUND_FAILED`: a rail failed and does not say where the money is.
      if (
        (kind === 'SETTLEMENT' || kind === 'REFUND_FAILED') &&
        isSet(transactions.get(String(cause))?.['submittedAt'])
      )
        continue;
      if (kind === 'TOKEN_MINT' && isSet(orders.get(String(cause))?.['submittedAt'])) continue;
      // The network tells how much it has authorized; only a new use is a question.
      if (kind === 'CARD_HOLD' && transactions.has(String(cause))) continue;
      yield `${String(kind)} ${String(entryId)} of ${String(cause)} took ${-amount} ${String(currency)} from ${customer}, which is blocked`;
    }
  }

  /** Ends of blocks: two operators, and nothing else in the unit. */
  function* unblocks(writes: readonly Written[]): Iterable<string> {
    const ended = writes.filter((one) => one.kind === 'blocks' && one.after['status'] === 'ENDED');
    for (const { after } of ended) {
      const { id, endedBy, endApprovedBy } = after;
      if (!isSet(endedBy) || !isSet(endApprovedBy) || endedBy === endApprovedBy)
        yield `${String(id)} was ended by ${String(endedBy)} and approved by ${String(endApprovedBy)}`;
    }
    const isFreed = writes.some(({ before, after }) => isSet(before?.['blockedAs']) && !isSet(after['blockedAs']));
    if (isFreed && ended.length === 0) yield 'a block ended without its record';
    if (!isFreed) return;
    const MOVING = ['postings', 'transactions', 'deposits', 'exceptions', 'jobs', 'balances', 'quotes'];
    for (const { kind, after } of writes)
      if (MOVING.includes(kind)) yield `the end of a block wrote ${kind} ${String(after['id'])}`;
  }

  /** What waits because of a block ends by an operator, and deposits that are kept have an exception or a question. */
  function* decisions(writes: readonly Written[]): Iterable<string> {
    for (const { kind, before, after } of writes) {
      const id = String(after['id']);
      const isResolved = kind === 'exceptions' && before?.['status'] === 'OPEN' && after['status'] === 'RESOLVED';
      if (isResolved && NEUTRAL.test(String(before['reason']))) {
        const by = String(after['resolvedBy']);
        const isDecided = by.includes('Operator:') || ENDED_ITSELF.includes(by) || isReported(before, by);
        if (!isDecided) yield `${id} was decided by ${by}`;
      }
    }
    const kept = writes.filter((one) => one.kind === 'deposits').map(({ after }) => String(after['id']));
    for (const id of new Set(kept)) {
      const status = deposits.get(id)?.['status'];
      const isAsked = (asked.get(id)?.size ?? 0) > 0;
      if (status === 'KEPT' && open(id).length === 0 && !isAsked)
        yield `${id} is kept, but no exception is open about it`;
    }
  }

  function follow({ kind, after }: Written): void {
    const id = String(after['id']);
    if (kind === 'transactions') transactions.set(id, after);
    if (kind === 'deposits') deposits.set(id, after);
    if (kind === 'stablecoin_operations') orders.set(id, after);
    if (kind === 'internal_accounts' || kind === 'external_accounts') owners.set(id, textOf(after['customerId']));
    if ((kind === 'internal_accounts' || kind === 'quotes' || kind === 'uma_receipts') && isSet(after['reference']))
      expecting.set(
        String(after['reference']),
        textOf(after['customerId']) ?? owners.get(String(after['accountId'])) ?? null,
      );
    if (kind === 'exceptions') {
      exceptions.set(id, after);
      const subject = String(after['subject']);
      about.set(subject, (about.get(subject) ?? new Set()).add(id));
    }
    if (kind === 'screenings') {
      const subject = String(after['subject']);
      const questions = asked.get(subject) ?? new Set();
      if (after['status'] === 'ASKED') questions.add(id);
      else questions.delete(id);
      asked.set(subject, questions);
    }
    if (kind === 'jobs' && TO_BEGIN.test(String(after['dedupe'])))
      toBegin.add(String(after['dedupe']).replace(TO_BEGIN, ''));
    if (!('blockedAs' in after)) return;
    if (isSet(after['blockedAs'])) blocked.add(id);
    else blocked.delete(id);
  }

  return {
    committed({ writes, removals, offered }) {
      // Payments hand over what existed before the unit, so owners and exceptions of the unit itself come first.
      const findings = [...decreases(writes), ...unblocks(writes)];
      const isBlock = ({ after }: Written): boolean => 'blockedAs' in after;
      for (const write of writes) if (!isBlock(write)) follow(write);
      findings.push(...ordered(writes));
      for (const { kind, record } of offered)
        if (kind === 'jobs' && TO_BEGIN.test(String(record['dedupe'])))
          toBegin.add(String(record['dedupe']).replace(TO_BEGIN, ''));
      const freed = removals.flatMap(({ kind, before }) =>
        kind === 'jobs' && TO_BEGIN.test(String(before['dedupe']))
          ? [String(before['dedupe']).replace(TO_BEGIN, '')]
          : [],
      );
      for (const reference of freed) toBegin.delete(reference);
      findings.push(...begins(writes, freed), ...decisions(writes));
      for (const write of writes) if (isBlock(write)) follow(write);
      return findings;
    },
    instructed(movement, reference) {
      if (begun.has(`${movement} ${reference}`)) return [];
      // A rail that reports about a movement has it.
      if (movement !== 'order' && answers.isKnown(movement, reference)) return [];
      if (movement !== 'refund' && !transactions.has(reference) && !orders.has(reference)) return [];
      return [`a service outside was asked for the ${movement} ${reference}, which no unit of work has begun`];
    },
  };
}
