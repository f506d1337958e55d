import { type FailedWork, toIso } from '@corridor/core';
import type { AttemptedWork } from '@corridor/core/records';
import type { Html } from '../../pages/html.js';
import { table, timeWithAge } from '../kit/components.js';
import type { TenantVisit } from '../kit/visit.js';

const WORK: Readonly<Partial<Record<AttemptedWork, string>>> = {
  'card.issue': 'Order of the card',
  'card.tell': 'State of the card',
  'payout.submit': 'Submission of the payout',
  'payout.check': 'Status of the payout',
  'pull.submit': 'Submission of the collection',
  'pull.check': 'Status of the collection',
  'refund.advance': 'Refund',
};

/** The last failed attempt of each piece of work; a row leads to the payment that the work is about, if it names one. */
export const attemptTable = (
  { place: { context, base } }: TenantVisit,
  attempts: readonly (FailedWork & { readonly payment?: string })[],
): Html =>
  table({
    caption: 'Failed attempts',
    empty: 'No attempt has failed.',
    rows: attempts.map((each) => ({ ...each, last: each.attempts.at(-1)! })),
    href: ({ payment }) => (payment === undefined ? null : `${base}/payments/${payment}`),
    columns: [
      { title: 'What', text: ({ work }) => WORK[work] ?? work },
      { title: 'Failed', isNumber: true, text: ({ count }) => `${count} ${count === 1 ? 'time' : 'times'}` },
      {
        title: 'Last at',
        text: ({ last }) => toIso(last.at),
        show: ({ last }) => timeWithAge(last.at, context.hostNow),
      },
      { title: 'Cause', text: ({ last }) => last.cause },
      {
        title: 'Next attempt',
        text: ({ isRetried, last }) => (isRetried && last.nextAt !== null ? toIso(last.nextAt) : 'done'),
        show: ({ isRetried, last }) =>
          isRetried && last.nextAt !== null ? timeWithAge(last.nextAt, context.hostNow) : 'Done',
      },
    ],
  });
