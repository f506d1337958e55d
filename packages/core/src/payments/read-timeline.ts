import type { RailConnection } from '../accounts/index.js';
import { describeCause, err, ok, type Result, type TenantKey, type UnitOfWork } from '../kernel/index.js';
import { composeTimeline, type Movement } from './compose-timeline.js';
import { readPayment } from './read-payment.js';
import type { PaymentTimeline, RailEntry, TimelineEntry, TraceEntry } from './timeline.js';

export interface TimelinePorts {
  readonly units: UnitOfWork;
  readonly connections: readonly RailConnection[];
  readonly report: (what: string, details: Readonly<Record<string, unknown>>) => void;
}

/** What comes first if several things happened at the same time: the cause before its effects. */
const ORDER: readonly TimelineEntry['kind'][] = [
  'quote',
  'challenge',
  'agent',
  'rail',
  'attempt',
  'trace',
  'arrival',
  'message',
  'journal',
  'state',
  'exception',
  'event',
  'deadline',
];

/** The steps of rails at the same time, the request before its answer. */
const RAIL_ORDER: readonly RailEntry['step'][] = [
  'collection begun',
  'collection submitted',
  'collection refused',
  'collection completed',
  'payout begun',
  'payout submitted',
  'payout refused',
  'payout settled',
  'receipt confirmed',
  'payout returned',
  'funding reversed',
  'cancellation requested',
  'cancellation accepted',
  'cancellation refused',
  'refund started',
  'refund begun',
  'refund submitted',
  'refund refused',
  'refund settled',
  'return begun',
  'return submitted',
  'return refused',
  'return of the deposit',
  'card refund',
  'card refund reversed',
];

const rankOf = (entry: TimelineEntry): number => (entry.kind === 'rail' ? RAIL_ORDER.indexOf(entry.step) : 0);

/**
 * Reads all that is known about the payment of an id: core's records in one snapshot, then what the connections keep
 * about its movements. 404 TRANSACTION_NOT_FOUND.
 */
export const readTimeline =
  ({ units, connections, report }: TimelinePorts) =>
  async (tenant: TenantKey, id: string): Promise<Result<PaymentTimeline>> => {
    const found = await units.read(tenant, async (reads) => {
      const payment = await readPayment(reads, id);
      return payment && { payment, composed: await composeTimeline(reads, payment) };
    });
    if (found === null) return err('TRANSACTION_NOT_FOUND');
    const { approval, entries, movements, isComplete } = found.composed;
    const traces: TraceEntry[] = [];
    const unreadRails = new Set<string>();
    for (const movement of withoutRepeats(movements)) {
      try {
        traces.push(...(await tracesOf(connections, movement)));
      } catch (cause) {
        // The page of a payment must not depend on a rail.
        report('the traces of a rail could not be read', { rail: movement.rail, cause: describeCause(cause) });
        unreadRails.add(movement.rail);
      }
    }
    const ordered = [...entries, ...traces].sort(
      (a, b) => a.at - b.at || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || rankOf(a) - rankOf(b),
    );
    return ok({ ...found.payment, approval, entries: ordered, unreadRails: [...unreadRails], isComplete });
  };

async function tracesOf(
  connections: readonly RailConnection[],
  { rail, reference }: Movement,
): Promise<readonly TraceEntry[]> {
  const connection = connections.find(({ rails }) => rails.some(({ name }) => name === rail));
  const traces = (await connection?.traces?.(reference)) ?? [];
  return traces.map(({ at, text, file }) => ({ kind: 'trace', at, rail, reference, text, file }));
}

const withoutRepeats = (movements: readonly Movement[]): readonly Movement[] => [
  ...new Map(movements.map((movement) => [`${movement.rail} ${movement.reference}`, movement])).values(),
];
