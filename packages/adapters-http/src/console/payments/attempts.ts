import { type FailedWork, type Instant, toIso } from '@corridor/core';
import type { AttemptedWork } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import { notice, section, table, timeWithAge } from '../kit/components.js';
import type { TenantVisit } from '../kit/visit.js';

/** What failed attempts are called. */
const WORK: Readonly<Partial<Record<AttemptedWork, string>>> = {
  'payout.submit': 'Submission',
  'payout.check': 'Status of the payout',
  'pull.submit': 'Submission of the collection',
  'pull.check': 'Status of the collection',
  'refund.advance': 'Refund',
  'suspense.return': 'Return of the deposit',
  'uma.question': 'Question to the platform',
  'uma.receive': 'Receipt of the payment',
  'uma.notify': 'Notice to the other institution',
  'card.pull': 'Collection for the card',
  cancellation: 'Cancellation',
};

export const workName = (work: AttemptedWork): string => WORK[work] ?? work;

interface Work extends FailedWork {
  readonly last: FailedWork['attempts'][number];
}

export interface ShownAttempts {
  /** Work that fails and is tried again: what keeps the payment from its end. */
  readonly stuck: Html;
  readonly table: Html;
}

/** The failed attempts of the work about records. */
export async function attemptsOf(visit: TenantVisit, subjects: readonly string[]): Promise<ShownAttempts> {
  const { core, place } = visit;
  const found = await Promise.all(
    subjects.map((subject) => core.operators.reads.failedAttempts(place.tenant, subject)),
  );
  const work = found.flat().flatMap((each): readonly Work[] => {
    const last = each.attempts.at(-1);
    return last === undefined ? [] : [{ ...each, last }];
  });
  const { now } = place.context;
  return {
    stuck: html`${work.filter(({ isRetried }) => isRetried).map((each) => stuckNotice(each, now))}`,
    table: work.length === 0 ? html`` : section('attempts', 'Failed attempts', attemptTable(work, now)),
  };
}

const stuckNotice = ({ work, count, last }: Work, now: Instant): Html =>
  notice(
    html`<strong>${workName(work)}: ${count === 1 ? '1 attempt' : `${count} attempts`} failed.</strong> ${last.cause}.
      ${last.nextAt === null ? 'No further attempt is scheduled.' : html`Next attempt ${timeWithAge(last.nextAt, now)}.`}`,
    'bad',
  );

const attemptTable = (work: readonly Work[], now: Instant): Html =>
  table({
    caption: 'Failed attempts',
    empty: '',
    rows: work,
    columns: [
      { title: 'What', narrow: 'title', text: (each) => workName(each.work) },
      { title: 'Failed', narrow: 'amount', isNumber: true, text: ({ count }) => `${count} ×` },
      { title: 'Last cause', narrow: 'note', text: ({ last }) => last.cause },
      { title: 'Last at', text: ({ last }) => toIso(last.at), show: ({ last }) => timeWithAge(last.at, now) },
      {
        title: 'Next attempt',
        narrow: 'status',
        text: ({ isRetried, last }) => (isRetried && last.nextAt !== null ? toIso(last.nextAt) : ''),
        show: ({ isRetried, last }) =>
          isRetried && last.nextAt !== null ? timeWithAge(last.nextAt, now) : 'None, it is done',
      },
    ],
  });
