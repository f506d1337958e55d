import { ENVIRONMENTS, type Instant, ok, toIso } from '@corridor/core';
import { splitTenant } from '@corridor/core/internal';
import type { Screening } from '@corridor/core/records';
import { html } from '../../pages/html.js';
import { inEnvironment } from '../cases/pages.js';
import { screeningStatus } from '../cases/screening-part.js';
import { idText, link } from '../kit/components.js';
import { clocksOf, platformTime } from '../kit/clocks.js';
import { houseList } from '../kit/list-page.js';
import type { Route } from '../kit/route.js';
import { choicesOf, wordsOf } from '../kit/words.js';

interface Row {
  readonly screening: Screening;
  readonly platform: string;
  /** What the record is called that waits. */
  readonly subject: string | undefined;
  /** The time of its platform, from which its age is counted. */
  readonly now: Instant;
}

/** A payment ended while a match was open: it still holds money that goes back, and waits for a decision. */
const UNDECIDED = 'UNDECIDED';
const STATES = ['HELD', UNDECIDED, 'ASKED', 'PASSED', 'CLEAR', 'CONFIRMED', 'DROPPED', 'ALL'] as const;

const NAMES: Readonly<Partial<Record<(typeof STATES)[number], string>>> = {
  HELD: 'Held: waits for a decision',
  ALL: 'Any',
  UNDECIDED: 'Dropped, with an open match',
};

/** The questions of all platforms, by default those with a hit that waits for a decision. */
export const hitList: readonly Route[] = houseList<Row>({
  servesLimited: true,
  path: '/screening',
  title: 'Screening',
  section: 'Screening',
  rows: 'hits',
  empty: ({ base }) => html`No hit waits for a decision. ${link(`${base}/screening?status=ALL`, 'All hits')}`,
  filters: [
    {
      name: 'status',
      label: 'Status',
      byDefault: 'HELD',
      choices: STATES.map((state) => [state, NAMES[state] ?? wordsOf(state)] as const),
    },
    { name: 'environment', label: 'Environment', choices: choicesOf(ENVIRONMENTS) },
  ],
  above: ({ base }) =>
    html`<p>
      ${link(`${base}/cases`, 'Cases')} · ${link(`${base}/travel-rule`, 'Travel rule')} ·
      ${link(`${base}/screening?status=${UNDECIDED}`, 'Hits of payments that ended')}
    </p>`,
  href: ({ screening: { tenant, id } }, { base }) => `${base}/t/${tenant}/screening/${id}`,
  columns: (visit) => [
    {
      title: 'Concerns',
      narrow: 'title',
      text: ({ screening }) => screening.subject,
      show: ({ screening, subject }) => subject ?? idText(screening.subject),
    },
    {
      title: 'Status',
      narrow: 'status',
      text: ({ screening }) => screening.status,
      show: ({ screening }) => screeningStatus(screening.status),
    },
    {
      title: 'Occasion',
      text: ({ screening }) => screening.occasion,
      show: ({ screening }) => wordsOf(screening.occasion),
    },
    { title: 'Matches', isNumber: true, text: ({ screening }) => String(screening.matches.length) },
    { title: 'Answer', text: ({ screening }) => screening.answer ?? '' },
    {
      title: 'Platform',
      text: ({ screening }) => splitTenant(screening.tenant).platformId,
      show: ({ screening, platform }) =>
        html`${platform} <span class="hint">${wordsOf(splitTenant(screening.tenant).environment)}</span>`,
    },
    {
      title: 'Asked',
      narrow: 'note',
      text: ({ screening }) => toIso(screening.createdAt),
      show: ({ screening, now }) => platformTime(visit, screening.createdAt, now),
    },
    { title: 'Id', text: ({ screening }) => screening.id, fileOnly: true },
  ],
  async read(visit, entered, page) {
    const state = entered.optionalOneOf('status', STATES) ?? 'HELD';
    const within = inEnvironment(entered.optionalOneOf('environment', ENVIRONMENTS));
    const filter = entered.result(() => ({}));
    if (!filter.ok) return filter;
    const { screening: screenings, reads } = visit.core.operators;
    const wanted =
      state === UNDECIDED
        ? ({ status: 'DROPPED', hasOpenMatch: true } as const)
        : { status: state === 'ALL' ? undefined : state };
    const found = await screenings.list({ ...wanted, within, ...page });
    if (!found.ok) return found;
    const { data } = found.value;
    const tenants = data.map(({ tenant }) => tenant);
    const names = await reads.recordNames(data.map(({ tenant, subject }) => ({ tenant, id: subject })));
    const platforms = await reads.platformNames(tenants);
    const clockOf = await clocksOf(visit, tenants);
    return ok({
      ...found.value,
      data: data.map((screening) => ({
        screening,
        platform: platforms.get(screening.tenant) ?? splitTenant(screening.tenant).platformId,
        subject: names.get(screening.subject),
        now: clockOf(screening.tenant),
      })),
    });
  },
});
