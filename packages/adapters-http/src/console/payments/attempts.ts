import { countText } from '../kit/words.js';
import type { FailedWork } from '@corridor/core';
import { html, type Html } from '../../pages/html.js';
import { attemptsTable, workName } from '../kit/attempts.js';
import { notice, section, timeWithAge } from '../kit/components.js';
import { withRecordLinks } from '../kit/record-link.js';
import type { TenantVisit } from '../kit/visit.js';

interface Work extends FailedWork {
  readonly last: FailedWork['attempts'][number];
}

export interface ShownAttempts {
  /** Work that fails and is tried again: what keeps the payment from its end. */
  readonly stuck: Html;
  readonly table: Html;
  readonly work: readonly FailedWork[];
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
    work,
    stuck: html`${work.filter(({ isRetried }) => isRetried).map((each) => stuckNotice(visit, each))}`,
    table:
      work.length === 0 ? html`` : section('attempts', 'Failed attempts', attemptsTable(work, { nowOf: () => now })),
  };
}

const stuckNotice = (visit: TenantVisit, { work, count, last }: Work): Html => {
  const { tenant, context } = visit.place;
  return notice(
    html`<strong>${workName(work)}: ${countText(count, 'attempt')} failed.</strong>
      ${withRecordLinks(visit, tenant, last.cause)}.
      ${last.nextAt === null ? 'No further attempt is scheduled.' : html`Next attempt ${timeWithAge(last.nextAt, context.now)}.`}`,
    'bad',
  );
};
