import { EVENTS, type OutboxEvent } from '../events/index.js';
import { type BaseRecord, canonicalText, type KindOf, type Reads } from '../kernel/index.js';
import { type Transaction, TRANSACTIONS } from '../transactions/index.js';

/** The event that showed a record last: the one with the highest version, whatever the clocks of the hosts said. */
export interface Told {
  readonly event: string;
  readonly version: number;
}

/** Notes which event has shown each record last. */
export function noteTold(told: Map<string, Told>, events: readonly OutboxEvent[]): void {
  for (const { id, resource, snapshot } of events) {
    const { id: shown, version } = snapshot as Partial<BaseRecord>;
    if (shown !== resource || typeof version !== 'number') continue;
    if (version >= (told.get(resource)?.version ?? 0)) told.set(resource, { event: id, version });
  }
}

/** What a transaction has when an event shows it and keeps from then on, beside what it has from the start. */
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
];

/** A record that is not as it was shown. */
export interface Differing {
  readonly id: string;
  readonly findings: readonly string[];
}

/**
 * Compares records with the events that have shown them last: what never changes must be the same, and the states of one
 * that has not been written since. Events are sealed, so that a change of both is found as well.
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
  const lasting = kind.name === TRANSACTIONS.name ? [...kind.immutable, ...OF_TRANSACTIONS] : kind.immutable;
  return shown.flatMap(({ record, last }) => {
    told.delete(record.id);
    const event = events.get(last.event);
    const findings =
      event === undefined
        ? []
        : differing(record, event, record.version === last.version ? [...lasting, ...kind.states] : lasting);
    return findings.length === 0 ? [] : [{ id: record.id, findings }];
  });
}

function differing(record: BaseRecord, event: OutboxEvent, fields: readonly string[]): readonly string[] {
  const now = record as unknown as Readonly<Record<string, unknown>>;
  const then = event.snapshot as Readonly<Record<string, unknown>>;
  // What an older version did not keep yet, its events do not show.
  return fields.flatMap((field) => {
    if (then[field] === undefined || kept(now[field]) === kept(then[field])) return [];
    return [`${field} of ${record.id} is ${kept(now[field])}, ${event.id} showed ${kept(then[field])}`];
  });
}

/** A transfer on a chain gets its hash after it was told of. */
const kept = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'onChainTransaction' in value
    ? canonicalText({ ...value, onChainTransaction: null })
    : typeof value === 'string'
      ? value
      : canonicalText(value);
