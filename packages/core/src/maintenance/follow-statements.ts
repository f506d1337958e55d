import type { OverdueMovement, RailConnection, RailTask } from '../accounts/index.js';
import { EXCEPTION, type ExceptionRecord, EXCEPTIONS, openException, tellException } from '../exceptions/index.js';
import {
  Bug,
  type Context,
  type CurrencyCode,
  houseTenant,
  type IdSource,
  type Instant,
  isId,
  ok,
  readAll,
  type Reads,
  type Result,
  type TenantKey,
  transition,
  type Tx,
  type Unit,
  type UnitOfWork,
  update,
} from '../kernel/index.js';
import { amountText } from '../money/index.js';
import { depositOf, DEPOSITS, refundedBy, TRANSACTIONS } from '../transactions/index.js';
import { differenceReference, directionOf } from '../treasury/index.js';
import type { ComparedHolding } from './compared-holding.js';
import { balanceReference, compareStatements, isOverdue, overdueReference } from './compare-statements.js';

export interface FollowPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly clock: { now(): Instant };
  readonly contextOf: (tenant: TenantKey) => Promise<Context>;
}

type Followed = Pick<RailConnection, 'statements' | 'rails' | 'environment'>;

/**
 * Keeps the exceptions about the statements of a connection: one for each balance that nothing explains, which follows
 * its amount, and one for each movement that the statements should contain by now. Both end when a later report explains
 * them. It books nothing.
 */
export async function followStatements(ports: FollowPorts, connection: Followed): Promise<void> {
  const { units, clock } = ports;
  const first = await compareStatements(units, connection, clock.now());
  // Money may just have moved: what is true is true twice.
  const isEven = first.every(({ compared }) => (compared?.difference ?? 0n) === 0n);
  const found = isEven ? first : await compareStatements(units, connection, clock.now());
  for (const { rail, compared, overdue } of found) {
    const before = first.find((state) => state.rail === rail)?.compared ?? null;
    if (compared !== null && compared.difference === (before?.difference ?? 0n))
      await followBalance(ports, connection, compared);
    await followOverdue(ports, connection, rail, overdue);
  }
}

const SECONDS_BETWEEN_COMPARISONS = 60;

/** The connection with a task that follows its statements, if it has any. It may be an instance of a class. */
export function withFollowedStatements(ports: FollowPorts, connection: RailConnection): RailConnection {
  if (connection.statements?.standing === undefined) return connection;
  const task: RailTask = {
    name: 'follow-statements',
    run: async () => {
      await followStatements(ports, connection);
      return SECONDS_BETWEEN_COMPARISONS;
    },
  };
  return Object.assign(Object.create(connection) as RailConnection, { tasks: [...connection.tasks, task] });
}

async function followBalance(
  { units, ids, contextOf }: FollowPorts,
  { environment }: Followed,
  compared: ComparedHolding,
): Promise<void> {
  const { rail, currency, difference, amount: closing, asOf, ledger } = compared;
  const tenant = houseTenant(environment);
  const ctx = await contextOf(tenant);
  const direction = difference < 0n ? 'OUT' : 'IN';
  const amount = difference < 0n ? -difference : difference;
  const reason = `the bank holds ${amountText(closing, currency)} at the end of ${asOf}, and the ledger has ${amountText(ledger, currency)}; neither movements after that day nor other exceptions explain ${amountText(difference, currency)} of it`;
  done(
    await units.run(tenant, async (tx) => {
      const unit = { tx, ctx, ids };
      const times = await exceptionsAbout(tx, rail, currency);
      const last = times.at(-1) ?? null;
      const open = last?.status === 'OPEN' ? last : null;
      if (open !== null && difference !== 0n && directionOf(open.reference) === direction) {
        if (open.amount !== amount) update(tx, ctx, EXCEPTIONS, open, { amount, reason });
        return ok();
      }
      if (open !== null) end(unit, open, AGREE);
      if (difference === 0n || isAccepted(last, difference)) return ok();
      const reference = differenceReference(direction, balanceReference(currency, times.length + 1));
      await openException(unit, {
        kind: 'STATEMENT_DIFFERENCE',
        ...{ subject: rail, reference, rail, currency, amount, reason },
      });
      return ok();
    }),
  );
}

/** Stands for the operator of an exception that later reports of the bank ended. */
const AGREE = 'the statements of the bank';

/** The exceptions about the balance of a rail, the oldest first. */
async function exceptionsAbout(tx: Tx, rail: string, currency: CurrencyCode): Promise<readonly ExceptionRecord[]> {
  const found: ExceptionRecord[] = [];
  for (;;) {
    const named = balanceReference(currency, found.length + 1);
    let exception: ExceptionRecord | null = null;
    for (const direction of ['IN', 'OUT'] as const)
      exception ??= await tx.find(EXCEPTIONS, 'matter', [
        'STATEMENT_DIFFERENCE',
        rail,
        differenceReference(direction, named),
      ]);
    if (exception === null) return found;
    found.push(exception);
  }
}

/** Whether an operator has refused to do anything about this difference. */
function isAccepted(last: ExceptionRecord | null, difference: bigint): boolean {
  if (last === null || last.resolution !== 'REFUSED' || last.resolvedBy === AGREE) return false;
  return difference === (directionOf(last.reference) === 'IN' ? last.amount : -last.amount);
}

async function followOverdue(
  ports: FollowPorts,
  { environment }: Followed,
  rail: string,
  overdue: readonly OverdueMovement[],
): Promise<void> {
  const { units, ids, contextOf } = ports;
  const references = new Set(overdue.map(overdueReference));
  const within = async (tenant: TenantKey, work: (unit: Unit) => Promise<void>): Promise<void> => {
    const ctx = await contextOf(tenant);
    done(
      await units.run(tenant, async (tx) => {
        await work({ tx, ctx, ids });
        return ok();
      }),
    );
  };
  const open = (await units.read(null, (reads) => readAll(reads, EXCEPTIONS, { status: 'OPEN' }))).filter(
    (exception) => exception.rail === rail && isOverdue(exception),
  );
  for (const { id, tenant, reference } of open) {
    const named = directionless(reference);
    if (references.has(named)) continue;
    await within(tenant, async (unit) => {
      const exception = await unit.tx.get(EXCEPTIONS, id);
      if (exception?.status === 'OPEN') end(unit, exception, AGREE);
    });
  }
  const known = new Set(open.map(({ reference }) => directionless(reference)));
  for (const movement of overdue) {
    const { currency, amount, direction, isBooked, reason, reference } = movement;
    const named = overdueReference(movement);
    if (known.has(named)) continue;
    const subject = await units.read(null, (reads) => subjectOf(reads, reference));
    await within(subject?.tenant ?? houseTenant(environment), async (unit) => {
      // The ledger lacks the opposite of what it has too much.
      const lacking = direction === 'IN' ? 'OUT' : 'IN';
      await openException(
        unit,
        subject === null
          ? {
              kind: 'STATEMENT_DIFFERENCE',
              subject: rail,
              reference: differenceReference(lacking, named),
              rail,
              currency,
              amount,
              reason,
            }
          : {
              kind: 'RAIL_CONTRADICTION',
              ...{ subject: subject.id, reference: named, rail, currency, amount, reason },
              leg: direction === 'IN' ? 'FUNDING' : 'DELIVERY',
              direction: isBooked ? lacking : null,
            },
      );
    });
  }
}

const directionless = (reference: string): string => reference.replace(/^(?:IN|OUT):/, '');

/** The payment or deposit that the connection names; null for the service's own money. */
async function subjectOf(
  reads: Reads,
  reference: string,
): Promise<{ readonly id: string; readonly tenant: TenantKey } | null> {
  if (isId('Transaction', reference)) return reads.get(TRANSACTIONS, reference);
  const deposit = depositOf(reference);
  if (isId('Deposit', deposit)) return reads.get(DEPOSITS, deposit);
  return refundedBy(reads, reference);
}

/** Ends an exception of which later reports leave nothing to decide. */
function end(unit: Unit, exception: ExceptionRecord, resolvedBy: string): void {
  const { tx, ctx } = unit;
  const patch = { resolution: 'REFUSED', resolvedBy, resolvedAt: ctx.now } as const;
  const resolved = transition(tx, ctx, EXCEPTION, EXCEPTIONS, exception, 'resolve', patch);
  if (!resolved.ok) throw new Bug(resolved.error.message);
  tellException(unit, resolved.value.row.emits, resolved.value.record);
}

/** A unit that could not be stored runs again with the next comparison. */
function done(result: Result<void>): void {
  if (!result.ok) throw new Error(result.error.code);
}
