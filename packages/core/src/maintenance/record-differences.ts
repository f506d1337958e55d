import { type Direction, type ExceptionRecord, openException } from '../exceptions/index.js';
import {
  type Clock,
  type Context,
  type CurrencyCode,
  houseTenant,
  type IdSource,
  isId,
  ok,
  type Result,
  type UnitOfWork,
} from '../kernel/index.js';
import { confirmStated, differenceReference } from '../treasury/index.js';
import type { Booked, ReconciliationScope, StatementLine } from './reconcile.js';

interface Ports {
  readonly units: UnitOfWork;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** What a comparison found, as far as it is recorded. */
export interface FoundDifferences {
  readonly missingInLedger: readonly StatementLine[];
  readonly missingInStatement: readonly (Pick<Booked, 'entryId' | 'currency' | 'amount' | 'direction'> & {
    readonly kind: string;
  })[];
  readonly proves?: readonly StatementLine[] | undefined;
}

type Difference = Pick<ExceptionRecord, 'reference' | 'currency' | 'amount' | 'reason'>;

/**
 * Opens an exception for each difference between a statement and the ledger, in the house tenant of the environment, and
 * confirms the outside payments that the statement proves. A difference that is found again keeps its exception. Its direction is that of the posting that the ledger lacks.
 */
export async function recordDifferences(
  { units, clock, ids }: Ports,
  { rail, environment }: Pick<ReconciliationScope, 'rail' | 'environment'>,
  found: FoundDifferences,
): Promise<Result<readonly ExceptionRecord[]>> {
  const tenant = houseTenant(environment);
  const now = clock.now();
  const ctx: Context = { tenant, actor: { kind: 'system' }, requestId: 'reconcile', now, hostNow: now };
  for (const { reference, currency, amount } of found.proves ?? []) {
    const stated = { environment, rail, reference, currency: currency as CurrencyCode, amount };
    const confirmed = await units.run(tenant, async (tx) => ok(await confirmStated({ tx, ctx }, stated)));
    if (!confirmed.ok) return confirmed;
  }
  const opened: ExceptionRecord[] = [];
  for (const difference of differencesIn(found)) {
    const added = await units.run(tenant, async (tx) =>
      ok(await openException({ tx, ctx, ids }, { kind: 'STATEMENT_DIFFERENCE', subject: rail, rail, ...difference })),
    );
    if (!added.ok) return added;
    opened.push(added.value);
  }
  return ok(opened);
}

const lineName = ({ line, date }: Pick<StatementLine, 'line' | 'date'>): string =>
  date === undefined ? `line ${line} of the statement` : `an entry of ${date ?? 'an unknown day'}`;

const OTHER: Readonly<Record<Direction, Direction>> = { IN: 'OUT', OUT: 'IN' };

function differencesIn({ missingInLedger, missingInStatement }: FoundDifferences): readonly Difference[] {
  const seen = new Map<string, number>();
  // A line that its rail has reported as a difference has an exception.
  const unreported = missingInLedger.filter(({ reference }) => !isId('Exception', reference));
  const lines = unreported.map(({ line, date, reference, currency, amount, direction }): Difference => {
    const what = `${reference}:${currency}:${amount}`;
    const key = differenceReference(direction, what);
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    return {
      // Identical lines are distinguished by a number.
      reference: times === 1 ? key : `${key}:${times}`,
      currency: currency as CurrencyCode,
      amount,
      reason: `${lineName({ line, date })}, ${direction} ${reference}, is not in the ledger`,
    };
  });
  const entries = missingInStatement.map(({ entryId, kind, currency, amount, direction }): Difference => ({
    reference: differenceReference(OTHER[direction], `${entryId}:${currency}:${amount}`),
    currency: currency as CurrencyCode,
    amount,
    reason: `${entryId} (${kind}), ${direction}, is not in the statement`,
  }));
  return [...lines, ...entries];
}
