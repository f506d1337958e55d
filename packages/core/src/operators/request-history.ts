import {
  type Instant,
  instant,
  isId,
  PENDING_COMMANDS,
  type Reads,
  type TenantKey,
  timeOfId,
  type UnitOfWork,
} from '../kernel/index.js';
import { APPROVAL_SECONDS, endOf, OPERATOR_ACTION, type WaitingRequest, waitingOf } from './approvals.js';
import { type LogOutcome, OPERATOR_LOG, type OperatorLogEntry } from './operator-log.js';

/** A request that was stored for a second operator, as the operator log has it. */
export interface PastRequest {
  readonly requested: OperatorLogEntry;
  /** Its approval or its decline; null while it waits, and if it has expired. */
  readonly ended: OperatorLogEntry | null;
}

const LISTED = 200;
/** A host that is slow writes the entry so much later than it has made the id. */
const SLOW_MS = 60_000;

/** What became of the request with this id, of any tenant; null if the log has no such request. */
export async function findPastRequest(units: UnitOfWork, id: string): Promise<PastRequest | null> {
  const made = isId('Request', id) ? timeOfId(id) : null;
  if (made === null) return null;
  return units.read(null, async (reads) => {
    const requested = await entryOf(reads, id, { outcome: 'REQUESTED', between: { from: made, to: made } });
    if (requested === null) return null;
    const { subject } = requested;
    const between = { from: made, to: instant(made + APPROVAL_SECONDS * 1000) };
    const ended =
      (await entryOf(reads, id, { outcome: 'APPROVED', subject, between })) ??
      (await entryOf(reads, id, { outcome: 'DECLINED', subject, between }));
    return { requested, ended };
  });
}

async function entryOf(
  reads: Reads,
  id: string,
  {
    outcome,
    subject,
    between,
  }: {
    readonly outcome: LogOutcome;
    readonly subject?: string;
    readonly between: { readonly from: Instant; readonly to: Instant };
  },
): Promise<OperatorLogEntry | null> {
  const { rows } = await reads.list(OPERATOR_LOG, {
    where: { outcome, ...(subject !== undefined && { subject }) },
    between: [{ column: 'createdAt', from: instant(between.from - SLOW_MS), to: instant(between.to + SLOW_MS) }],
    order: 'desc',
    limit: LISTED,
    counted: false,
  });
  return rows.find(({ request }) => request === id) ?? null;
}

/** The requests about a record that wait for a second operator, newest first. */
export async function waitingAbout(
  reads: Reads,
  tenant: TenantKey,
  subject: string,
  hostNow: Instant,
): Promise<readonly WaitingRequest[]> {
  const { rows } = await reads.list(OPERATOR_LOG, {
    where: { subject, outcome: 'REQUESTED' },
    between: [{ column: 'createdAt', from: instant(hostNow - APPROVAL_SECONDS * 1000) }],
    order: 'desc',
    limit: LISTED,
    counted: false,
  });
  const ids = rows.flatMap((entry) => (entry.tenant === tenant ? (entry.request ?? []) : []));
  if (ids.length === 0) return [];
  return (await reads.getMany(PENDING_COMMANDS, ids))
    .filter((each) => each.operation === OPERATOR_ACTION && endOf(each) > hostNow)
    .map(waitingOf)
    .sort((a, b) => b.requestedAt - a.requestedAt);
}
