import type { Core, Environment, RailReconciliation } from '@corridor/core';
import { dayOf, differenceReference, houseTenant, isId, splitTenant } from '@corridor/core/internal';
import type { ExceptionRecord } from '@corridor/core/records';

/** A movement that only one side has. */
export interface Difference {
  readonly where: 'NOT IN THE LEDGER' | 'NOT IN THE STATEMENT' | 'IN FLIGHT';
  readonly date: string | null;
  readonly reference: string;
  readonly entryId: string | null;
  readonly direction: 'IN' | 'OUT';
  readonly amount: bigint;
  readonly currency: string;
  /** The exception that recorded it; null if none did. */
  readonly exception: ExceptionRecord | null;
}

/** So many pages of exceptions are read, the newest first; an older one is not found. */
const MOST_PAGES = 10;
const PAGE = 100;

/** The exceptions about a rail of the service itself, by what distinguishes them, and by their id. */
async function recordedOn(
  { exceptions }: Pick<Core, 'exceptions'>,
  rail: string,
  environment: Environment,
): Promise<ReadonlyMap<string, ExceptionRecord>> {
  const { platformId } = splitTenant(houseTenant(environment));
  const found = new Map<string, ExceptionRecord>();
  let cursor: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const page = await exceptions.list({ subject: rail, platformId, environment, limit: PAGE, cursor });
    if (!page.ok) break;
    for (const exception of page.value.data)
      if (exception.kind === 'STATEMENT_DIFFERENCE')
        found.set(exception.reference, exception).set(exception.id, exception);
    cursor = page.value.nextCursor;
    if (cursor === undefined) break;
  }
  return found;
}

const OTHER = { IN: 'OUT', OUT: 'IN' } as const;

/** What a comparison found, each with the exception that recorded it. */
export async function differencesOf(
  core: Pick<Core, 'exceptions'>,
  rail: string,
  environment: Environment,
  { missingInLedger, missingInStatement, inFlight }: RailReconciliation,
): Promise<readonly Difference[]> {
  const recorded = await recordedOn(core, rail, environment);
  const seen = new Map<string, number>();
  /** Identical lines are distinguished by a number. */
  const numbered = (key: string): string => {
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    return times === 1 ? key : `${key}:${times}`;
  };
  const keyOfLine = ({ reference, direction, currency, amount }: (typeof missingInLedger)[number]): string =>
    // A line that its rail has reported names its exception.
    isId('Exception', reference)
      ? reference
      : numbered(differenceReference(direction, `${reference}:${currency}:${amount}`));
  return [
    ...missingInLedger.map((found): Difference => {
      const { date, line: _line, ...row } = found;
      const exception = recorded.get(keyOfLine(found)) ?? null;
      return { ...row, where: 'NOT IN THE LEDGER', date: date ?? null, entryId: null, exception };
    }),
    ...missingInStatement.map(({ createdAt, ...row }): Difference => {
      const { direction, entryId, currency, amount } = row;
      const key = differenceReference(OTHER[direction], `${entryId}:${currency}:${amount}`);
      const exception = recorded.get(key) ?? null;
      return { ...row, where: 'NOT IN THE STATEMENT', date: dayOf(createdAt), exception };
    }),
    ...inFlight.map(({ createdAt, ...row }): Difference => ({
      ...row,
      where: 'IN FLIGHT',
      date: dayOf(createdAt),
      exception: null,
    })),
  ];
}
