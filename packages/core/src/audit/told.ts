import { type Card, CARDS } from '../cards/index.js';
import { EVENTS, isErased, type OutboxEvent } from '../events/index.js';
import { type ExceptionRecord, EXCEPTIONS } from '../exceptions/index.js';
import { type BaseRecord, canonicalText, type KindOf, type Reads } from '../kernel/index.js';
import { isPlainMember } from '../seals/index.js';
import { type Transaction, TRANSACTIONS } from '../transactions/index.js';
import { fieldText } from './field-text.js';

/**
 * The event with the latest snapshot of a record. The latest snapshot is the one with the highest version, because
 * clocks of hosts may differ.
 */
export interface Told {
  readonly event: string;
  readonly version: number;
}

/** Records the event with the latest snapshot of each record. */
export function noteTold(told: Map<string, Told>, events: readonly OutboxEvent[]): void {
  for (const { id, resource, snapshot } of events) {
    const { id: shown, version } = snapshot as Partial<BaseRecord>;
    if (shown !== resource || typeof version !== 'number') continue;
    if (version >= (told.get(resource)?.version ?? 0)) told.set(resource, { event: id, version });
  }
}

/** Fields of a transaction that may be set later, but never change once an event has shown them. */
const OF_TRANSACTIONS: readonly (keyof Transaction)[] = [
  'source',
  'destination',
  'senderIdentifier',
  'receiverIdentifier',
  'receivedAmount',
  'receivedCurrency',
  'exchangeRate',
  'fees',
  'platformFees',
  'failureReason',
  'rail',
  'fundingRail',
  'paymentRail',
  'railSelectionMode',
  'rateTerms',
  'description',
  'remittanceInformation',
  'purposeOfPayment',
];

/** Fields of a transaction that change with its states: equal if it has not changed since the event. */
const WITH_STATES: readonly (keyof Transaction)[] = [
  'settledAt',
  'refundReference',
  'refundReason',
  'refundInitiatedAt',
  'refundSettledAt',
];

/** Fields of a card that change only with an event. */
const OF_CARDS: readonly (keyof Card)[] = ['state', 'fundingSources', 'currency', 'issuerRef'];

/** Fields of an exception that are set once, with an event. */
const OF_EXCEPTIONS: readonly (keyof ExceptionRecord)[] = ['resolution', 'resolvedBy', 'approvedBy', 'resolvedAt'];

/** The fields of a record that are equal to its latest snapshot, in addition to the immutable ones. */
function lastingOf({ name }: Pick<KindOf<BaseRecord>, 'name'>, record: BaseRecord): readonly string[] {
  if (name === TRANSACTIONS.name) return OF_TRANSACTIONS;
  if (name === CARDS.name) return OF_CARDS;
  if (name !== EXCEPTIONS.name) return [];
  // The amount of a difference of balances follows the statements, without an event.
  const isExact = (record as ExceptionRecord).kind !== 'STATEMENT_DIFFERENCE';
  return isExact ? ['amount', ...OF_EXCEPTIONS] : OF_EXCEPTIONS;
}

/** A record that differs from its latest snapshot. */
export interface Differing {
  readonly id: string;
  readonly findings: readonly string[];
}

/**
 * Compares records with the latest snapshot that an event has shown of them. Immutable fields must be equal. States
 * must be equal if the record has not changed since the event. Because events are sealed, the audit also finds a change
 * of both the record and the event.
 */
export async function inspectTold<T extends BaseRecord>(
  reads: Reads,
  told: Map<string, Told>,
  kind: KindOf<T>,
  records: readonly T[],
): Promise<readonly Differing[]> {
  const shown = records.flatMap((record) => {
    const last = told.get(record.id);
    return last === undefined ? [] : [{ record, last }];
  });
  if (shown.length === 0) return [];
  const found = await reads.getMany(
    EVENTS,
    shown.map(({ last }) => last.event),
  );
  const events = new Map<string, OutboxEvent>(found.map((event) => [event.id, event]));
  const isPayment = kind.name === TRANSACTIONS.name;
  const withStates = [...kind.states, ...(isPayment ? WITH_STATES : [])];
  return shown.flatMap(({ record, last }) => {
    told.delete(record.id);
    const event = events.get(last.event);
    const lasting = [...kind.immutable, ...lastingOf(kind, record)];
    const fields = record.version === last.version ? [...lasting, ...withStates] : lasting;
    const findings = event === undefined ? [] : differing(record, event, [...new Set(fields)]);
    return findings.length === 0 ? [] : [{ id: record.id, findings }];
  });
}

function differing(record: BaseRecord, event: OutboxEvent, fields: readonly string[]): readonly string[] {
  const now = record as unknown as Readonly<Record<string, unknown>>;
  const then = event.snapshot as Readonly<Record<string, unknown>>;
  // An erased event has the plain members alone. Events of an older version do not have fields that were added later.
  return fields.flatMap((field) => {
    if (isErased(event) && !isPlainMember(event.type, field)) return [];
    if (then[field] === undefined || kept(now[field]) === kept(then[field])) return [];
    // The snapshot may lack the currency of its amounts.
    const [is, was] = [fieldText(now, field, kept), fieldText({ ...now, ...then }, field, kept)];
    return [`${field} of ${record.id} is ${is}, ${event.id} showed ${was}`];
  });
}

/** An on-chain transfer receives its hash after its events were written. */
const kept = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'onChainTransaction' in value
    ? canonicalText({ ...value, onChainTransaction: null })
    : typeof value === 'string'
      ? value
      : canonicalText(value);
