import { FAILED_ATTEMPTS, type FailedAttempts, JOBS } from '../../events/index.js';
import {
  type Environment,
  readAll,
  type Reads,
  splitTenant,
  type TenantKey,
  type UnitOfWork,
} from '../../kernel/index.js';
import { QUOTES } from '../../quotes/index.js';
import { DEPOSITS, type Transaction, TRANSACTIONS } from '../../transactions/index.js';
import { OUTSIDE_PAYMENTS, type OutsidePayment } from '../../treasury/index.js';
import { byId } from './by-id.js';

export interface FailedWork extends FailedAttempts {
  /** Whether the last attempt failed and another one is due at its `nextAt`. */
  readonly isRetried: boolean;
}

/** Failed attempts of work about a payment or a deposit of a rail. */
export interface FailedWorkOfRail extends FailedWork {
  readonly tenant: TenantKey;
}

export interface PaymentReads {
  /** The payment with the id of a transaction; null if it does not exist. */
  payment(tenant: TenantKey, id: string): Promise<Transaction | null>;
  /** The failed attempts of the work about a record, oldest work first, and whether that work still waits for another. */
  failedAttempts(tenant: TenantKey, subject: string): Promise<readonly FailedWork[]>;
  /**
   * The failed attempts of the work about payments, quotes and deposits of these rails in an environment, of all platforms,
   * newest work first. Rails have no index, so only the newest 200 failed works are examined.
   */
  failedAttemptsOn(environment: Environment, rails: readonly string[]): Promise<readonly FailedWorkOfRail[]>;
  /** A payment that was made outside the service, of any tenant; null if it does not exist. */
  outsidePayment(id: string): Promise<OutsidePayment | null>;
}

const EXAMINED = 200;

async function withJobs<T extends FailedAttempts>(
  reads: Reads,
  failed: readonly T[],
): Promise<readonly (T & Pick<FailedWork, 'isRetried'>)[]> {
  const jobs = await reads.getMany(
    JOBS,
    failed.map(({ id }) => id),
  );
  const retried = new Set<string>(jobs.filter(({ lastError }) => lastError !== null).map(({ id }) => id));
  return failed.map((work) => ({ ...work, isRetried: retried.has(work.id) }));
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
    failedAttempts: (tenant, subject) =>
      units.read(tenant, async (reads) => withJobs(reads, await readAll(reads, FAILED_ATTEMPTS, { subject }))),
    failedAttemptsOn: (environment, rails) =>
      units.read(null, async (reads) => {
        const { rows } = await reads.list(FAILED_ATTEMPTS, { order: 'desc', limit: EXAMINED, counted: false });
        const inside = rows.filter(({ tenant }) => splitTenant(tenant).environment === environment);
        const found = await railsOf(reads, [...new Set(inside.map(({ subject }) => subject))]);
        const isWanted = ({ subject }: FailedAttempts): boolean =>
          (found.get(subject) ?? []).some((rail) => rail !== null && rails.includes(rail));
        return withJobs(reads, inside.filter(isWanted));
      }),
    outsidePayment: (id) => outsidePayment(null, id),
  };
}
