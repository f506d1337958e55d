import { type FailedWork, type Instant, toIso, type WorkEnd } from '@corridor/core';
import type { AttemptedWork } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import { hasOwnTime } from './clocks.js';
import { type Column, type Content, nextAttempt, shortIds, table, timeWithAge } from './components.js';

/** What the work of failed attempts is called. */
const WORK: Readonly<Partial<Record<AttemptedWork, string>>> = {
  'payout.submit': 'Submission of the payout',
  'payout.check': 'Status of the payout',
  'pull.submit': 'Submission of the collection',
  'pull.check': 'Status of the collection',
  'refund.advance': 'Refund',
  'suspense.return': 'Return of the deposit',
  'uma.question': 'Question to the platform',
  'uma.receive': 'Receipt of the payment',
  'uma.notify': 'Notice to the other institution',
  'card.issue': 'Order of the card',
  'card.tell': 'State of the card',
  'card.pull': 'Collection for the card',
  'stablecoin.advance': 'Order of the issuer',
  'stablecoin.watch': 'Status of the issuer',
  cancellation: 'Cancellation',
};

export const workName = (work: AttemptedWork): string => WORK[work] ?? work;

const lastOf = ({ attempts, createdAt }: FailedWork): { readonly at: Instant; readonly cause: string } =>
  attempts.at(-1) ?? { at: createdAt, cause: '' };

const ENDS: Readonly<Record<WorkEnd, string>> = {
  SUCCEEDED: 'A later attempt succeeded',
  REFUSED: 'The rail refused a later attempt',
  HELD: 'Not tried again: held, an operator has to decide',
  SCREENED: 'Not tried again: waits for the screening',
  TRAVEL_RULE: 'Not tried again: waits for the answer of the other institution',
  CANCELLED: 'Not tried again: cancelled',
  FAILED: 'Not tried again: the payment failed',
  GIVEN_UP: 'No further attempt was scheduled',
  ENDED: 'Not tried again by this work; the timeline has what followed',
};

/** When work is tried again, or why it is not. */
function nextOf({ end, attempts, heldFor }: FailedWork, now: Instant): Content {
  if (end !== null) return ENDS[end];
  const nextAt = attempts.at(-1)?.nextAt ?? null;
  const when = nextAt === null ? 'Due now' : nextAttempt(nextAt, now);
  return heldFor.length === 0 ? when : html`${when}, which a block will hold`;
}

interface AttemptsTable<T> {
  /** The time of the platform of a row: attempts are noted in it, and a test clock may be ahead of the host. */
  readonly nowOf: (row: T) => Instant;
  /** The time of the host, on a page of several platforms: a time of a platform with another clock says so. */
  readonly host?: Instant;
  readonly empty?: string;
  /** The first columns, which say what the work is about. */
  readonly about?: readonly Column<T>[];
  readonly href?: (row: T) => string | null;
}

/** Work whose attempts failed, with its last cause and its next attempt. */
export const attemptsTable = <T extends FailedWork>(
  rows: readonly T[],
  { nowOf, host, empty = 'No attempt has failed.', about = [], href }: AttemptsTable<T>,
): Html => {
  const clockOf = (row: T): Html | false =>
    host !== undefined && hasOwnTime(nowOf(row), host) && html` <span class="hint">by the clock of the platform</span>`;
  return table<T>({
    caption: 'Failed attempts',
    rows,
    empty,
    ...(href !== undefined && { href }),
    columns: [
      ...about,
      { title: 'What failed', narrow: about.length === 0 ? 'title' : 'note', text: ({ work }) => workName(work) },
      { title: 'Attempts', narrow: 'amount', isNumber: true, text: ({ count }) => `${count} failed` },
      {
        title: 'Last attempt',
        text: (row) => toIso(lastOf(row).at),
        show: (row) => html`${timeWithAge(lastOf(row).at, nowOf(row))}${clockOf(row)}`,
      },
      {
        title: 'Cause',
        narrow: about.length === 0 ? 'note' : 'status',
        text: (row) => lastOf(row).cause,
        show: (row) => shortIds(lastOf(row).cause),
      },
      {
        title: 'Next attempt',
        ...(about.length === 0 && { narrow: 'status' as const }),
        text: ({ end, heldFor }) =>
          end !== null ? ENDS[end] : heldFor.length === 0 ? 'scheduled' : 'a block will hold it',
        show: (row) => html`${nextOf(row, nowOf(row))}${row.end === null && clockOf(row)}`,
      },
    ],
  });
};
