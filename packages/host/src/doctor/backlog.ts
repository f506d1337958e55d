import type { Storage } from '@corridor/adapters-storage';
import type { Instant, OperatorReads } from '@corridor/core';
import type { Clock } from '@corridor/core/ports';
import { amountText } from '@corridor/core/internal';
import { type Finding, ok, problem } from './finding.js';

/** Work that has been due for less may be about to start. */
const LATE_MS = 60_000;

const REMEDY = 'start a host with CORRIDOR_WORKERS=true, or look for errors of its workers in its log';

/** Work that is due and that no host does. */
export async function examineBacklog({ jobs, outbox }: Storage, clock: Clock): Promise<readonly Finding[]> {
  const now = clock.now();
  const late = (about: string, due: Instant | null): Finding => {
    const behind = due === null ? 0 : now - due;
    if (behind <= LATE_MS) return ok(about, 'none is overdue');
    return problem(about, `the next one has been due for ${Math.floor(behind / 1000)} seconds`, REMEDY);
  };
  return [late('jobs', await jobs.nextDue()), late('events', await outbox.nextDue())];
}

/** Money that waits for an operator. */
export async function examineExceptions(reads: OperatorReads): Promise<readonly Finding[]> {
  const open = await reads.openExceptions();
  const remedy = 'resolve them; `corridor exceptions list` prints them';
  return open.length === 0
    ? [ok('exceptions', 'none is open')]
    : open.map(({ environment, kind, currency, count, amount }) =>
        problem(
          'exceptions',
          `${count} ${kind} in ${environment} are open${amount === 0n ? '' : `, ${amountText(amount, currency)}`}`,
          remedy,
        ),
      );
}
