import { type CurrencyCode, type Environment, type Reads, splitTenant } from '../kernel/index.js';
import { type ExceptionKind, type ExceptionRecord, EXCEPTIONS } from './exception.js';

/** Number of open exceptions of an exception kind, and their total amount in smallest units. */
export interface OpenExceptions {
  readonly environment: Environment;
  readonly kind: ExceptionKind;
  readonly currency: CurrencyCode;
  readonly count: number;
  readonly amount: bigint;
}

const PAGE = 500;

/**
 * The open exceptions by exception kind, of the tenant of the reads, or of all tenants if the reads are not limited to
 * one.
 */
export async function countOpenExceptions(reads: Reads): Promise<readonly OpenExceptions[]> {
  const counted = new Map<string, OpenExceptions>();
  for (let after: ExceptionRecord | undefined; ;) {
    const query = { where: { status: 'OPEN' }, order: 'asc', limit: PAGE, counted: false, after } as const;
    const page = await reads.list(EXCEPTIONS, query);
    for (const { tenant, kind, currency, amount } of page.rows) {
      const { environment } = splitTenant(tenant);
      const key = [environment, kind, currency].join('/');
      const before = counted.get(key) ?? { environment, kind, currency, count: 0, amount: 0n };
      counted.set(key, { ...before, count: before.count + 1, amount: before.amount + amount });
    }
    after = page.rows.at(-1);
    if (!page.hasMore) return [...counted.values()];
  }
}
