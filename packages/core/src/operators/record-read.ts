import {
  type Context,
  type IdSource,
  instant,
  isHouse,
  ok,
  type Result,
  type TenantKey,
  type Tx,
  type Unit,
  type UnitOfWork,
} from '../kernel/index.js';
import { actorIn, type Caller, callerIn, type MasterKeyHolder, readerIn } from './callers.js';
import type { OperatorRole } from './operator.js';
import { type LogActor, OPERATOR_LOG, writeLog } from './operator-log.js';

/** What an operator reads of persons. */
export interface PersonalRead {
  /** Such as `search`. */
  readonly action: string;
  /** Id of the record that is read; empty for a search. */
  readonly subject: string;
  /** What was asked, without whole names and numbers. */
  readonly input: object;
}

/**
 * Writes into the operator log that personal data are read: of a platform, or with the tenant of the service over all
 * platforms of the operator. It is written before they are read, so that nothing is shown without an entry. 404
 * REFERENCE_NOT_FOUND outside the platforms of the operator; FORBIDDEN without access.
 */
export const recordRead =
  ({ units, ids }: { readonly units: UnitOfWork; readonly ids: IdSource }) =>
  (ctx: Context, caller: Caller | MasterKeyHolder, { action, subject, input }: PersonalRead): Promise<Result<void>> =>
    units.run(ctx.tenant, async (tx) => {
      let actor: LogActor;
      if (caller.source === 'MASTER_KEY') actor = { operator: null, name: caller.name, source: caller.source };
      else {
        const found = await actorOfRead(tx, isHouse(ctx.tenant) ? null : ctx.tenant, caller);
        if (!found.ok) return found;
        actor = found.value;
      }
      writeLog({ tx, ctx, ids }, actor, { outcome: 'READ', action, subject, input });
      return ok();
    });

/**
 * Writes into the operator log, in the unit that finds the record, that its personal data are given out. Every export has
 * an entry. 404 REFERENCE_NOT_FOUND outside the platforms of the operator; FORBIDDEN without the role.
 */
export async function recordExport(
  { tx, ctx, ids }: Unit,
  caller: Caller,
  required: OperatorRole,
  entry: PersonalRead,
): Promise<Result<void>> {
  const actor = await callerIn(tx, ctx.tenant, caller, required);
  if (!actor.ok) return actor;
  writeLog({ tx, ctx, ids }, actor.value, { outcome: 'READ', ...entry });
  return ok();
}

/** The operator who reads, of one platform or of all that the operator reaches. */
const actorOfRead = (tx: Tx, tenant: TenantKey | null, caller: Caller): ReturnType<typeof readerIn> =>
  tenant === null ? readerIn(tx, caller) : actorIn(tx, tenant, caller, 'VIEWER');

/** A look of an operator at the personal data of one record, or the export of a list. */
export interface RecordLook {
  /** Such as `customers.look`. */
  readonly action: string;
  /** Id of the record; of a list its platform, or empty for a list over platforms. */
  readonly subject: string;
  /** Which part of the record is shown, such as `identity`; never what it contains. */
  readonly what: string;
}

const QUIET_MS = 600_000;
/** Entries of one operator about one record are few: one for each action and part. */
const MOST = 100;

/**
 * Writes into the operator log that an operator looks at a record of a platform, or at a list over platforms (null),
 * before it is shown. Another look of the same operator at the same part of the record within ten minutes writes nothing. 404 REFERENCE_NOT_FOUND outside the platforms of the
 * operator; FORBIDDEN without access.
 */
export const recordLook =
  ({
    units,
    ids,
    context,
  }: {
    readonly units: UnitOfWork;
    readonly ids: IdSource;
    /** The context of a platform, or of the records of operators. */
    readonly context: (tenant: TenantKey | null, requestId: string) => Context;
  }) =>
  (caller: Caller, tenant: TenantKey | null, look: RecordLook): Promise<Result<void>> => {
    const ctx = context(tenant, caller.requestId);
    const { action, subject, what } = look;
    return units.run(ctx.tenant, async (tx) => {
      const actor = await actorOfRead(tx, tenant, caller);
      if (!actor.ok) return actor;
      if (await hasLooked(tx, ctx, caller, look)) return ok();
      writeLog({ tx, ctx, ids }, actor.value, { outcome: 'READ', action, subject, input: { what } });
      return ok();
    });
  };

async function hasLooked(
  tx: Tx,
  { hostNow, tenant }: Context,
  { operatorId, source }: Caller,
  { action, subject, what }: RecordLook,
): Promise<boolean> {
  const { rows } = await tx.list(OPERATOR_LOG, {
    where: { subject, outcome: 'READ', operatorId },
    between: [{ column: 'createdAt', from: instant(hostNow - QUIET_MS + 1) }],
    order: 'desc',
    limit: MOST,
    counted: false,
  });
  return rows.some(
    (entry) =>
      entry.action === action &&
      entry.source === source &&
      entry.tenant === tenant &&
      (entry.input as { readonly what?: unknown } | null)?.what === what,
  );
}
