import {
  type FoundGroup,
  type GroupName,
  hasRole,
  type Instant,
  type OperatorRole,
  type SearchAnswer,
  type SearchHit,
  type TenantKey,
  toIso,
} from '@corridor/core';
import { isHouse, splitTenant } from '@corridor/core/internal';
import { html, type Html } from '../../pages/html.js';
import { type Column, type Content, idText, link, money, notice, section, status, table } from '../kit/components.js';
import { clocksOf, platformTime } from '../kit/clocks.js';
import { type Answer, type Route, routeOf } from '../kit/route.js';
import type { Visit } from '../kit/visit.js';
import { wordsOf } from '../kit/words.js';
import { receiptOf } from '../payments/receipt.js';
import { shortId } from './short-id.js';

/** Blocks are shown on the pages of customers, accounts and platforms, which this role may open. */
const SEES_BLOCKS: OperatorRole = 'VIEWER';

const TITLES: Readonly<Record<GroupName, string>> = {
  customers: 'Customers',
  owners: 'Beneficial owners',
  externalAccounts: 'External accounts',
  internalAccounts: 'Internal accounts',
  payments: 'Payments',
  umaReceipts: 'Incoming UMA payments',
  quotes: 'Quotes',
  deposits: 'Money in suspense',
  exceptions: 'Exceptions',
  arrivals: 'Arrivals',
  railMessages: 'Messages of rails',
  outsidePayments: 'Payments outside the service',
  cards: 'Cards',
  agents: 'Agents',
};

const placeText = ({ tenant, platform }: Pick<SearchHit, 'tenant' | 'platform'>): string =>
  isHouse(tenant) ? 'The service itself' : `${platform ?? ''} · ${wordsOf(splitTenant(tenant).environment)}`;

type ClockOf = (tenant: TenantKey) => Instant;

/** The payments from and to an external account; its own page does not have them. */
const paymentsOf = ({ base }: Visit, { tenant, id }: SearchHit): Html =>
  link(`${base}/t/${tenant}/payments?account=${encodeURIComponent(id)}`, 'Payments');

function columnsOf(
  visit: Visit,
  clockOf: ClockOf,
  group: GroupName,
  hits: readonly SearchHit[],
): readonly Column<SearchHit>[] {
  const columns: readonly (Column<SearchHit> & { readonly isEmpty?: boolean })[] = [
    { title: 'Record', text: ({ name, id }) => name ?? shortId(id), narrow: 'title' },
    {
      title: 'Ends with',
      text: ({ ending }) => (ending === null ? '' : `…${ending}`),
      isEmpty: hits.every(({ ending }) => ending === null),
    },
    { title: 'Type', text: ({ type }) => wordsOf(type ?? ''), isEmpty: hits.every(({ type }) => type === null) },
    {
      title: 'Status',
      narrow: 'status',
      text: (hit) => hit.status,
      show: (hit) => html`${status(hit.status)} ${hit.isBlocked === true && status('BLOCKED', 'bad')}`,
    },
    {
      title: 'Amount',
      isNumber: true,
      narrow: 'amount',
      text: ({ amounts }) => String(amounts.length),
      show: ({ amounts, status: state }) => {
        const { hint } = receiptOf(state);
        return html`${amounts.map(({ amount, currency }, at) => html`${at > 0 && ' → '}${money(amount, currency)}`)}
        ${amounts.length > 1 && hint !== null && html`<span class="hint">${hint}</span>`}`;
      },
      isEmpty: hits.every(({ amounts }) => amounts.length === 0),
    },
    {
      title: 'Payments',
      text: () => '',
      show: (hit) => paymentsOf(visit, hit),
      isEmpty: group !== 'externalAccounts',
    },
    { title: 'Platform', text: placeText, narrow: 'note' },
    {
      title: 'Created at',
      text: ({ createdAt }) => toIso(createdAt),
      show: ({ createdAt, tenant }) => platformTime(visit, createdAt, clockOf(tenant)),
    },
    { title: 'Id', text: ({ id }) => id, show: ({ id }) => idText(id) },
  ];
  return columns.filter(({ isEmpty }) => isEmpty !== true);
}

const groupPart = (visit: Visit, clockOf: ClockOf, { group, hits, hasMore }: FoundGroup): Html =>
  section(
    group,
    TITLES[group],
    html`${table({
      caption: TITLES[group],
      rows: hits,
      columns: columnsOf(visit, clockOf, group, hits),
      empty: '',
      href: ({ tenant, pageId }) => visit.pathOf({ tenant, id: pageId }),
    })}
    ${hasMore && html`<p class="hint">There are more than ${String(hits.length)}; add a word, digits or a currency.</p>`}`,
  );

/** A link to a page that has no group. */
interface Lead {
  readonly path: string;
  readonly text: Content;
}

/** `JournalEntry:…` as `Journal entry …0f68`. */
const recordName = (id: string): Html =>
  html`${wordsOf(id.slice(0, id.indexOf(':')).replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_'))} ${idText(id)}`;

function leadsOf({ base, pathOf }: Visit, { platforms, others }: SearchAnswer): readonly Lead[] {
  const found = [
    ...platforms.map(({ id, name, environment }) => ({
      path: `${base}/t/${id}/`,
      text: `${name} · ${wordsOf(environment)}`,
    })),
    ...others.flatMap(({ tenant, id, paymentId }) => {
      const path = pathOf({ tenant, id }) ?? (paymentId === null ? null : pathOf({ tenant, id: paymentId }));
      return path === null ? [] : [{ path, text: recordName(id) }];
    }),
  ];
  return [...new Map(found.map((each) => [each.path, each])).values()];
}

const WHOLE_ID = /^[A-Za-z]+:[0-9a-f-]{36}$/;

/** The page of the record that a whole id names; null if there is none, or several. */
function exactly({ pathOf }: Visit, text: string, { groups }: SearchAnswer, leads: readonly Lead[]): string | null {
  const hit = groups.flatMap(({ hits }) => hits).find(({ id }) => id === text);
  if (hit !== undefined) return pathOf({ tenant: hit.tenant, id: hit.pageId });
  return leads.length === 1 && WHOLE_ID.test(text) ? leads[0]!.path : null;
}

const leadsPart = (leads: readonly Lead[]): Html =>
  section(
    'others',
    'Platforms and other records',
    html`<ul>
      ${leads.map(({ path, text }) => html`<li>${link(path, text)}</li>`)}
    </ul>`,
  );

const explanation = html`<p>
    Search for a name, an email, a phone number, the last digits of an account, a reference, an amount such as
    <code>1,766.23 GBP</code>, a name with an amount, or an id. Words are found by their beginning, without case and
    accents.
  </p>
  <p class="hint">Searches by names, emails, phone numbers, accounts and beginnings of ids are in the log.</p>`;

/** What a list shows of an id: its last letters and digits, which no index finds. */
const ID_ENDING = /^(?:…|\.{3})?[0-9a-f]{4}$/i;

const OF_ENDING =
  'Ids are found whole or by their beginning, not by their end. A list has the whole id: click on its end to select it, and copy it.';

/** A text with a number that can be an amount, and without the code of a currency. */
const HAS_NUMBER = /^(?!.*\b[A-Z]{3,4}\b).*\d/;
const OF_NUMBER =
  'An amount without a currency is found in the currencies of the platforms alone. Add the currency that was sent or received, such as 31,345.71 KES.';

async function serve(visit: Visit): Promise<Answer> {
  const { core, caller, query, role } = visit;
  const text = (query.get('q') ?? '').trim();
  const showsBlocks = hasRole(role, SEES_BLOCKS);
  const answer = await core.operators.search(caller, { text, platforms: null, showsBlocks });
  if (!answer.ok) return { kind: 'refused', error: answer.error };
  const leads = leadsOf(visit, answer.value);
  const only = exactly(visit, text, answer.value, leads);
  if (only !== null) return { kind: 'leads', to: only, done: null };
  const { groups, notes } = answer.value;
  const clockOf = await clocksOf(
    visit,
    groups.flatMap(({ hits }) => hits.map(({ tenant }) => tenant)),
  );
  const isEmpty = groups.length === 0 && leads.length === 0;
  const body = html`${text === '' && explanation} ${notes.map((note) => notice(note))}
  ${
    text !== '' &&
    isEmpty &&
    html`<p>Nothing was found for <code>${text}</code>.</p>
      ${ID_ENDING.test(text) && notice(OF_ENDING)} ${HAS_NUMBER.test(text) && notice(OF_NUMBER)} ${explanation}`
  }
  ${groups.map((group) => groupPart(visit, clockOf, group))} ${leads.length > 0 && leadsPart(leads)}`;
  const title = text === '' ? 'Search' : isEmpty ? 'Nothing found' : `Search: ${text}`;
  return { kind: 'page', content: { body, title } };
}

export const searchPages: readonly Route[] = [
  routeOf(
    'house',
    { path: '/search', title: 'Search', section: 'Search', servesLimited: true },
    { role: 'VIEWER', serve },
  ),
];
