import { countText } from '../kit/words.js';
import type { FailedWork } from '@corridor/core';
import { html, type Html } from '../../pages/html.js';
import { attemptsTable, workName } from '../kit/attempts.js';
import { type Content, nextAttempt, notice, section } from '../kit/components.js';
import { withRecordLinks } from '../kit/record-link.js';
import type { TenantVisit } from '../kit/visit.js';
import { type Parties, partiesOf } from './parties.js';

interface Work extends FailedWork {
  readonly last: FailedWork['attempts'][number];
}

export interface ShownAttempts {
  /** Work that fails and is tried again: what keeps the payment from its end. */
  readonly stuck: Html;
  readonly table: Html;
  readonly work: readonly FailedWork[];
  /** That a block will hold the next attempt of the submission, and whose; null if it will not. */
  readonly willBeHeld: Content | null;
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
  const blocked = work.flatMap(({ heldFor }) => heldFor);
  const parties = await partiesOf(visit, blocked);
  const held = (of: FailedWork): Content | null => heldText(of.heldFor, place.tenant, parties);
  return {
    work,
    willBeHeld: heldText([...new Set(blocked)], place.tenant, parties),
    stuck: html`${work.filter(({ isRetried }) => isRetried).map((each) => stuckNotice(visit, each, { held: held(each), all: countOf(work, each) }))}`,
    table:
      work.length === 0 ? html`` : section('attempts', 'Failed attempts', attemptsTable(work, { nowOf: () => now })),
  };
}

/** `which will be held, because Ada Lovelace is blocked`; null if none of the parties is. */
function heldText(blocked: readonly string[], tenant: string, parties: Parties): Content | null {
  if (blocked.length === 0) return null;
  const names = blocked.map((id) => (id === tenant ? 'the platform' : parties(id)));
  return html`which will be held, because ${names.map((name, at) => html`${at > 0 && ' and '}${name}`)}
  ${names.length === 1 ? 'is' : 'are'} blocked`;
}

/** The failed attempts of all work of this name: a decision of an operator begins a new round of attempts. */
const countOf = (all: readonly Work[], { work }: Work): number =>
  all.filter((each) => each.work === work).reduce((sum, { count }) => sum + count, 0);

const stuckNotice = (
  visit: TenantVisit,
  { work, count, last }: Work,
  { held, all }: { readonly held: Content | null; readonly all: number },
): Html => {
  const { tenant, context } = visit.place;
  return notice(
    html`<strong
        >${workName(work)}: ${countText(all, 'attempt')}
        failed${all > count && `, ${count} of them in the last round`}.</strong
      >
      ${withRecordLinks(visit, tenant, last.cause)}.
      ${last.nextAt === null ? 'No further attempt is scheduled.' : html`Next attempt ${nextAttempt(last.nextAt, context.now)}${held !== null && html`, ${held}`}.`}`,
    'bad',
  );
};
