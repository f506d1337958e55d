import { hostTime } from '../kit/clocks.js';
import { toIso } from '@corridor/core';
import type { Screening, ScreeningCase } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import { actions, section, status, table, timeWithAge, type Tone } from '../kit/components.js';
import { actionButton } from '../kit/form-page.js';
import type { TenantVisit } from '../kit/visit.js';
import { wordsOf } from '../kit/words.js';

/** The colours of the states of a screening and of a match. */
export const SCREENING_TONES: Readonly<Record<string, Tone>> = {
  ASKED: 'busy',
  PASSED: 'busy',
  HELD: 'bad',
  OPEN: 'bad',
  CONFIRMED: 'bad',
  CLEAR: 'good',
  CLEARED: 'good',
};

export const screeningStatus = (state: string): Html => status(state, SCREENING_TONES[state] ?? 'plain');

/** The screenings of one record, newest first. */
export const screeningTable = (visit: TenantVisit, screenings: readonly Screening[], empty: string): Html =>
  table<Screening>({
    caption: 'Screenings, newest first',
    empty,
    rows: screenings,
    href: ({ id }) => `${visit.place.base}/screening/${id}`,
    columns: [
      { title: 'Occasion', narrow: 'title', text: ({ occasion }) => wordsOf(occasion) },
      {
        title: 'Status',
        narrow: 'status',
        text: (screening) => screening.status,
        show: (screening) => screeningStatus(screening.status),
      },
      { title: 'Matches', isNumber: true, text: ({ matches }) => String(matches.length) },
      { title: 'Lists', text: ({ listVersion }) => listVersion ?? 'no answer yet' },
      {
        title: 'Asked',
        narrow: 'note',
        text: ({ createdAt }) => toIso(createdAt),
        show: ({ createdAt }) => timeWithAge(createdAt, visit.place.context.now),
      },
    ],
  });

/** Cases of one record, newest first. Cases have host time. */
export const caseTable = (visit: TenantVisit, cases: readonly ScreeningCase[], empty: string): Html =>
  table<ScreeningCase>({
    caption: 'Cases, newest first',
    empty,
    rows: cases,
    href: ({ id }) => `${visit.place.base}/cases/${id}`,
    columns: [
      { title: 'Case', narrow: 'title', text: ({ title }) => title },
      {
        title: 'Status',
        narrow: 'status',
        text: (each) => each.status,
        show: (each) => caseStatus(each),
      },
      {
        title: 'Opened',
        narrow: 'note',
        text: ({ createdAt }) => toIso(createdAt),
        show: ({ createdAt }) => hostTime(visit, createdAt),
      },
    ],
  });

export const caseStatus = ({ status: state }: Pick<ScreeningCase, 'status'>): Html =>
  status(state, state === 'OPEN' ? 'busy' : 'plain');

/** What operators know of a payment or a customer from the screening, and the cases about it. */
export async function screeningPart(visit: TenantVisit, id: string): Promise<Html> {
  const { core, place } = visit;
  const screenings = await core.operators.screening.about(place.tenant, id);
  const cases = await core.operators.screening.cases.about(place.tenant, id);
  return html`${screenings.length > 0 && section('screenings', 'Screenings', screeningTable(visit, screenings, ''))}
  ${section(
    'cases',
    'Cases',
    html`${caseTable(visit, cases, 'No case is about it.')}
    ${actions(actionButton(visit, 'cases.open', `${place.base}/cases/open?about=${encodeURIComponent(id)}`, 'Open a case…'))}`,
  )}`;
}
