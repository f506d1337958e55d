import { blockedParties } from '../../blocks/index.js';
import { FAILED_ATTEMPTS, type FailedAttempts, JOBS } from '../../events/index.js';
import {
  type Environment,
  isId,
  readAll,
  type Reads,
  splitTenant,
  type TenantKey,
  type UnitOfWork,
} from '../../kernel/index.js';
import { QUOTES } from '../../quotes/index.js';
import { type Deposit, DEPOSITS, partiesOf, type Transaction, TRANSACTIONS } from '../../transactions/index.js';
import { OUTSIDE_PAYMENTS, type OutsidePayment } from '../../treasury/index.js';
import { byId } from './by-id.js';
import { endOfWork, type WorkEnd } from './ends-of-work.js';

export interface FailedWork extends FailedAttempts {
  /** Whether the last attempt failed and another one is due at its `nextAt`. */
  readonly isRetried: boolean;
  /** Why it is not tried again; null while it is. */
  readonly end: WorkEnd | null;
  /**
   * The customers and external accounts that are blocked, and the tenant key if the platform is, because of whom the next
   * attempt will be held instead of sent; empty if it will be sent, or if none follows.
   */
  readonly heldFor: readonly string[];
}

/** Failed attempts of work about a payment or a deposit of a rail. */
export interface FailedWorkOfRail extends FailedWork {
  readonly tenant: TenantKey;
  /** The rails of its payment, quote or deposit. */
  readonly rails: readonly string[];
}

export interface PaymentReads {
  /** The payment with the id of a transaction; null if it does not exist. */
  payment(tenant: TenantKey, id: string): Promise<Transaction | null>;
  /** Money that no payment could use; null if nothing has the id. */
  deposit(tenant: TenantKey, id: string): Promise<Deposit | null>;
  /** The failed attempts of the work about a record, oldest work first, and whether that work still waits for another. */
  failedAttempts(tenant: TenantKey, subject: string): Promise<readonly FailedWork[]>;
  /**
   * The failed attempts of the work about payments, quotes and deposits of these rails in an environment, of all platforms,
   * newest work first: all work that is tried again, and the newest 20 of the rest. Rails have no index, so only the newest
   * 200 failed works are examined.
   */
  failedAttemptsOn(environment: Environment, rails: readonly string[]): Promise<readonly FailedWorkOfRail[]>;
  /** A payment that was made outside the service, of any tenant; null if it does not exist. */
  outsidePayment(id: string): Promise<OutsidePayment | null>;
}

const EXAMINED = 200;
const MOST_ENDED = 20;

type Known = Pick<FailedWork, 'isRetried' | 'end' | 'heldFor'>;

/** The work that a block holds at its next attempt. */
const HELD_BY_BLOCKS: ReadonlySet<string> = new Set(['payout.submit', 'pull.submit']);

async function blockedOf(reads: Reads, { work, tenant, subject }: FailedAttempts): Promise<readonly string[]> {
  const payment =
    HELD_BY_BLOCKS.has(work) && isId('Transaction', subject) ? await reads.get(TRANSACTIONS, subject) : null;
  if (payment === null) return [];
  const [parties] = await partiesOf(reads, [payment]);
  return blockedParties(reads, tenant, parties!);
}

/** `mostEnded`: so many of the first of those that are not tried again, whose ends take reads of their own. */
async function withJobs<T extends FailedAttempts>(
  reads: Reads,
  failed: readonly T[],
  mostEnded = Number.POSITIVE_INFINITY,
): Promise<readonly (T & Known)[]> {
  const jobs = await reads.getMany(
    JOBS,
    failed.map(({ id }) => id),
  );
  const errors = new Map<string, string | null>(jobs.map(({ id, lastError }) => [id, lastError]));
  const over = await endedPayments(
    reads,
    failed.filter(({ id }) => typeof errors.get(id) === 'string'),
  );
  const known: (T & Known)[] = [];
  let ended = 0;
  for (const work of failed) {
    const lastError = errors.get(work.id);
    if (typeof lastError === 'string' && !over.has(work))
      known.push({ ...work, isRetried: true, end: null, heldFor: await blockedOf(reads, work) });
    else if ((ended += 1) <= mostEnded)
      known.push({ ...work, isRetried: false, end: await endOfWork(reads, work, lastError === null), heldFor: [] });
  }
  return known;
}

const ASKS_WHILE_OPEN: ReadonlySet<string> = new Set(['payout.submit', 'payout.check', 'pull.submit']);

/** The work whose job exists and asks no rail any more, because its payment has ended, such as by a cancellation. */
async function endedPayments<T extends FailedAttempts>(
  reads: Reads,
  retried: readonly T[],
): Promise<ReadonlySet<FailedAttempts>> {
  const asking = retried.filter(({ work, subject }) => ASKS_WHILE_OPEN.has(work) && isId('Transaction', subject));
  const payments = await reads.getMany(
    TRANSACTIONS,
    asking.map(({ subject }) => subject),
  );
  const ended = new Set<string>(payments.filter(({ status }) => status === 'FAILED').map(({ id }) => id));
  return new Set(asking.filter(({ subject }) => ended.has(subject)));
}

/** The rails of the payments, quotes and deposits among these records, by id. */
async function railsOf(reads: Reads, ids: readonly string[]): Promise<ReadonlyMap<string, readonly (string | null)[]>> {
  const ofType = (type: string): readonly string[] => ids.filter((id) => id.startsWith(`${type}:`));
  const paid = [
    ...(await reads.getMany(TRANSACTIONS, ofType('Transaction'))),
    ...(await reads.getMany(QUOTES, ofType('Quote'))),
  ];
  const deposits = await reads.getMany(DEPOSITS, ofType('Deposit'));
  return new Map<string, readonly (string | null)[]>([
    ...paid.map(({ id, rail, fundingRail }) => [id, [rail, fundingRail]] as const),
    ...deposits.map(({ id, rail }) => [id, [rail]] as const),
  ]);
}

export function paymentReads(units: UnitOfWork): PaymentReads {
  const outsidePayment = byId(units, 'OutsidePayment', OUTSIDE_PAYMENTS);
  return {
    payment: byId(units, 'Transaction', TRANSACTIONS),
    deposit: byId(units, 'Deposit', DEPOSITS),
    failedAttempts: (tenant, subject) =>
      units.read(tenant, async (reads) => withJobs(reads, await readAll(reads, FAILED_ATTEMPTS, { subject }))),
    failedAttemptsOn: (environment, rails) =>
      units.read(null, async (reads) => {
        const { rows } = await reads.list(FAILED_ATTEMPTS, { order: 'desc', limit: EXAMINED, counted: false });
        const inside = rows.filter(({ tenant }) => splitTenant(tenant).environment === environment);
        const found = await railsOf(reads, [...new Set(inside.map(({ subject }) => subject))]);
        const ofRails = inside
          .map((work) => ({ ...work, rails: (found.get(work.subject) ?? []).filter((rail) => rail !== null) }))
          .filter((work) => work.rails.some((rail) => rails.includes(rail)));
        return withJobs(reads, ofRails, MOST_ENDED);
      }),
    outsidePayment: (id) => outsidePayment(null, id),
  };
}
