import type { FailedWork, Instant } from '@corridor/core';
import type { AttemptedWork } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import { type Column, type Content, table, timeWithAge } from './components.js';

/** What the work of failed attempts is called. */
const WORK: Readonly<Partial<Record<AttemptedWork, string>>> = {
  'payout.submit': 'Submission of the payout',
  'payout.check': 'Status of the payout',
  'pull.submit': 'Submission of the collection',
  'pull.check': 'Status of the collection',
  'refund.advance': 'Refund',
  'suspense.return': 'Return of the deposit',
  'uma.notify': 'Notice to the other institution',
  'card.issue': 'Order of the card',
  'card.tell': 'State of the card',
  'card.pull': 'Collection for the card',
  'stablecoin.advance': 'Order of the issuer',
  'stablecoin.watch': 'Status of the issuer',
  cancellation: 'Cancellation',
};

/** When work is tried again, or why it is not. */
function nextOf({ isRetried, attempts }: FailedWork, now: Instant): Content {
  const nextAt = attempts.at(-1)?.nextAt ?? null;
  if (isRetried) return nextAt === null ? 'Due now' : timeWithAge(nextAt, now);
  return nextAt === null ? 'No further attempt was scheduled' : 'A later attempt succeeded';
}

/** Work whose attempts failed, with its last cause and its next attempt. `about` are the first columns. */
export const attemptsTable = <T extends FailedWork>(
  now: Instant,
  rows: readonly T[],
  empty: string,
  about: readonly Column<T>[] = [],
): Html =>
  table<T>({
    caption: 'Failed attempts',
    rows,
    empty,
    columns: [
      ...about,
      { title: 'What failed', narrow: 'note', text: ({ work }) => WORK[work] ?? work },
      { title: 'Attempts', isNumber: true, text: ({ count }) => String(count) },
      {
        title: 'Last attempt',
        narrow: about.length === 0 ? 'title' : 'status',
        text: () => '',
        show: ({ attempts, createdAt }) => timeWithAge(attempts.at(-1)?.at ?? createdAt, now),
      },
      {
        title: 'Cause',
        narrow: about.length === 0 ? 'status' : 'amount',
        text: ({ attempts }) => attempts.at(-1)?.cause ?? '',
      },
      { title: 'Next attempt', text: () => '', show: (work) => html`${nextOf(work, now)}` },
    ],
  });
