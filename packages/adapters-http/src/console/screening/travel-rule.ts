import { ENVIRONMENTS, type Instant, ok, toIso } from '@corridor/core';
import { amountText, isId, splitTenant } from '@corridor/core/internal';
import type { TravelRuleTransferRecord } from '@corridor/core/records';
import { html } from '../../pages/html.js';
import { inEnvironment } from '../cases/pages.js';
import { clocksOf, platformTime } from '../kit/clocks.js';
import { idText, link, money, status, type Tone } from '../kit/components.js';
import { houseList } from '../kit/list-page.js';
import type { Route } from '../kit/route.js';
import { choicesOf, wordsOf } from '../kit/words.js';

interface Row {
  readonly transfer: TravelRuleTransferRecord;
  readonly platform: string;
  /** The time of its platform, from which its age is counted. */
  readonly now: Instant;
}

const STATES = [
  ...(['ASKED', 'ACCEPTED', 'REJECTED', 'EXPIRED', 'WITHDRAWN', 'REFUSED', 'KEPT', 'RECEIVED', 'ALL'] as const),
];

const NAMES: Readonly<Partial<Record<(typeof STATES)[number], string>>> = {
  ASKED: 'Asked: waits for an answer',
  ALL: 'Any',
};

const TONES: Readonly<Record<string, Tone>> = {
  ASKED: 'busy',
  ACCEPTED: 'good',
  REJECTED: 'bad',
  EXPIRED: 'bad',
  REFUSED: 'bad',
};

/** The transfers on chains of all platforms, by default those that wait for the answer of an institution. */
export const transferList: readonly Route[] = houseList<Row>({
  servesLimited: true,
  path: '/travel-rule',
  title: 'Travel rule',
  section: 'Screening',
  rows: 'transfers',
  isEntry: false,
  empty: ({ base }) =>
    html`No transfer waits for the answer of an institution. One is here while a payment to an address on a chain waits
    until the institution of the payee has its parties. ${link(`${base}/travel-rule?status=ALL`, 'All transfers')}`,
  filters: [
    {
      name: 'status',
      label: 'Status',
      byDefault: 'ASKED',
      choices: STATES.map((state) => [state, NAMES[state] ?? wordsOf(state)] as const),
    },
    { name: 'environment', label: 'Environment', choices: choicesOf(ENVIRONMENTS) },
  ],
  above: ({ base }) => html`<p>${link(`${base}/screening`, 'Hits of the screening')}</p>`,
  href: ({ transfer: { tenant, subject } }, { base }) =>
    isId('Transaction', subject) ? `${base}/t/${tenant}/payments/${subject}` : null,
  columns: (visit) => [
    {
      title: 'Payment',
      narrow: 'title',
      text: ({ transfer }) => transfer.subject,
      show: ({ transfer }) => idText(transfer.subject),
    },
    {
      title: 'Status',
      narrow: 'status',
      text: ({ transfer }) => transfer.status,
      show: ({ transfer }) => status(transfer.status, TONES[transfer.status] ?? 'plain'),
    },
    { title: 'Institution', text: ({ transfer }) => transfer.institution ?? 'self-custody' },
    {
      title: 'Amount',
      isNumber: true,
      text: ({ transfer }) => amountText(transfer.amount, transfer.currency),
      show: ({ transfer }) => money(transfer.amount, transfer.currency),
    },
    { title: 'Network', text: ({ transfer }) => transfer.network },
    { title: 'Connection', text: ({ transfer }) => transfer.connection },
    {
      title: 'Platform',
      text: ({ transfer }) => splitTenant(transfer.tenant).platformId,
      show: ({ transfer, platform }) =>
        html`${platform} <span class="hint">${wordsOf(splitTenant(transfer.tenant).environment)}</span>`,
    },
    {
      title: 'Stored',
      narrow: 'note',
      text: ({ transfer }) => toIso(transfer.createdAt),
      show: ({ transfer, now }) => platformTime(visit, transfer.createdAt, now),
    },
    {
      title: 'Waits until',
      text: ({ transfer }) => (transfer.awaitedUntil === null ? '' : toIso(transfer.awaitedUntil)),
      show: ({ transfer, now }) =>
        transfer.awaitedUntil === null ? '' : platformTime(visit, transfer.awaitedUntil, now),
    },
    { title: 'Answer', text: ({ transfer }) => transfer.answerReason ?? '' },
    { title: 'Id', text: ({ transfer }) => transfer.id, fileOnly: true },
  ],
  async read(visit, entered, page) {
    const state = entered.optionalOneOf('status', STATES) ?? 'ASKED';
    const within = inEnvironment(entered.optionalOneOf('environment', ENVIRONMENTS));
    const filter = entered.result(() => ({}));
    if (!filter.ok) return filter;
    const { travelRule, reads } = visit.core.operators;
    const found = await travelRule.list({ status: state === 'ALL' ? undefined : state, within, ...page });
    if (!found.ok) return found;
    const tenants = found.value.data.map(({ tenant }) => tenant);
    const platforms = await reads.platformNames(tenants);
    const clockOf = await clocksOf(visit, tenants);
    return ok({
      ...found.value,
      data: found.value.data.map((transfer) => ({
        transfer,
        platform: platforms.get(transfer.tenant) ?? splitTenant(transfer.tenant).platformId,
        now: clockOf(transfer.tenant),
      })),
    });
  },
});
