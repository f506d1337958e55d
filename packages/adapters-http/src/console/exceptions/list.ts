import {
  ENVIRONMENTS,
  type ExceptionFilter,
  type Instant,
  ok,
  type Page,
  type PageRequest,
  type Result,
  toIso,
} from '@corridor/core';
import { isHouse, splitTenant } from '@corridor/core/internal';
import { EXCEPTION_KINDS, type ExceptionRecord, type Platform } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import { actions, button, type Column, idText, link, money, status } from '../kit/components.js';
import { clocksOf, platformTime } from '../kit/clocks.js';
import type { Entered } from '../kit/entered.js';
import type { ConsoleField } from '../kit/fields.js';
import { mayRequest } from '../kit/form-page.js';
import { houseList, tenantList } from '../kit/list-page.js';
import { decimalText } from '../kit/money.js';
import type { Route } from '../kit/route.js';
import type { Visit } from '../kit/visit.js';
import { railLink } from '../kit/rail-path.js';
import { choicesOf, wordsOf } from '../kit/words.js';
import { isMine, MINE } from '../notes/mine.js';
import { atStake, KINDS, whatHappened } from './names.js';
import { HOUSE_NAME, addressOf, subjectNames, subjectOf } from './shown.js';

/** An exception with the name of its platform, which is null for the service itself. */
interface Row {
  readonly exception: ExceptionRecord;
  readonly platform: string | null;
  /** What the record is called that it concerns. */
  readonly subject: string | undefined;
  /** Whether a block keeps the money now. */
  readonly isKeptByBlock: boolean;
  /** The time of its platform, from which its age is counted. */
  readonly now: Instant;
}

const STATES = ['OPEN', 'RESOLVED', 'ALL'] as const;
const filtersOf = ({ core, place }: Visit, currencies: readonly string[]): readonly ConsoleField[] => [
  {
    name: 'status',
    label: 'Status',
    byDefault: 'OPEN',
    choices: [
      ['OPEN', 'Open'],
      ['RESOLVED', 'Resolved'],
      ['ALL', 'Any'],
    ],
  },
  { name: 'kind', label: 'Kind', choices: EXCEPTION_KINDS.map((kind) => [kind, KINDS[kind]]) },
  {
    name: 'rail',
    label: 'Rail',
    // Rails that the host has no more, and card issuers, have exceptions too.
    keepsOther: true,
    choices: core.rails.all
      .filter(({ environment }) => place === null || environment === place.environment)
      .map(({ name }) => [name, name]),
  },
  {
    name: 'currency',
    label: 'Currency',
    keepsOther: true,
    choices: [...new Set(currencies)].sort().map((each) => [each, each]),
  },
  MINE,
];

/** The currencies of these platforms, among which a list is filtered. */
const currenciesOf = (platforms: readonly Pick<Platform, 'supportedCurrencies'>[]): readonly string[] =>
  platforms.flatMap(({ supportedCurrencies }) => supportedCurrencies.map(({ currencyCode }) => currencyCode));

async function filtersOfHost(visit: Visit): Promise<readonly ConsoleField[]> {
  const platforms = await visit.core.operators.reads.platforms();
  const names = new Map(platforms.map(({ platformId, name }) => [platformId, name]));
  return [
    ...filtersOf(visit, currenciesOf(platforms)),
    { name: 'platform', label: 'Platform', choices: [...names] },
    { name: 'environment', label: 'Environment', choices: choicesOf(ENVIRONMENTS) },
  ];
}

function filterOf(entered: Entered) {
  const state = entered.optionalOneOf('status', STATES) ?? 'OPEN';
  return {
    status: state === 'ALL' ? undefined : state,
    kind: entered.optionalOneOf('kind', EXCEPTION_KINDS),
    rail: entered.optionalText('rail'),
    currency: entered.optionalText('currency') === undefined ? undefined : entered.currency('currency'),
    isMine: isMine(entered),
  };
}

const COLUMNS = (visit: Visit): readonly Column<Row>[] => [
  {
    title: 'What happened',
    narrow: 'title',
    text: ({ exception }) => exception.kind,
    show: ({ exception, subject, isKeptByBlock }) =>
      html`${whatHappened(exception.kind, isKeptByBlock)}<span class="narrow-only"
          >: ${subject ?? idText(exception.subject)}</span
        >`,
  },
  {
    title: 'Status',
    narrow: 'status',
    text: ({ exception }) => exception.status,
    show: ({ exception }) => status(exception.status),
  },
  {
    title: 'Amount',
    narrow: 'amount',
    isNumber: true,
    text: ({ exception }) => (atStake(exception) === null ? '' : decimalText(exception.amount, exception.currency)),
    show: ({ exception }) => money(atStake(exception), exception.currency),
  },
  { title: 'Currency', text: ({ exception }) => exception.currency, fileOnly: true },
  {
    title: 'Rail',
    text: ({ exception }) => exception.rail ?? '',
    show: ({ exception }) => railLink(visit, exception.rail),
  },
  {
    title: 'Concerns',
    text: ({ exception }) => exception.subject,
    show: ({ exception, subject }) => subjectOf(visit, exception, subject),
  },
  {
    title: 'Opened',
    narrow: 'note',
    text: ({ exception }) => toIso(exception.createdAt),
    show: ({ exception, now }) => platformTime(visit, exception.createdAt, now),
  },
];

const environmentColumn: Column<Row> = {
  title: 'Environment',
  text: ({ exception }) => splitTenant(exception.tenant).environment,
  fileOnly: true,
};

const blockColumn: Column<Row> = {
  title: 'Held by a block',
  text: ({ isKeptByBlock }) => (isKeptByBlock ? 'yes' : 'no'),
  fileOnly: true,
};

const reasonColumn: Column<Row> = {
  title: 'Reason',
  text: ({ exception }) => exception.reason,
  fileOnly: true,
};

const idColumn: Column<Row> = { title: 'Id', text: ({ exception }) => exception.id, fileOnly: true };

const platformColumn: Column<Row> = {
  title: 'Platform',
  text: ({ exception }) => splitTenant(exception.tenant).platformId,
  show: ({ exception, platform }) =>
    html`${platform ?? HOUSE_NAME} <span class="hint">${wordsOf(splitTenant(exception.tenant).environment)}</span>`,
};

interface Filter extends Omit<ExceptionFilter, 'limit' | 'cursor'> {
  readonly isMine: boolean;
}

/** Those of one operator are filtered page by page: a page may have fewer rows than the next one. */
async function pageOf(visit: Visit, filter: Filter, page: PageRequest): Promise<Result<Page<ExceptionRecord>>> {
  const { isMine, ...others } = filter;
  const { core, operator } = visit;
  if (!isMine) return core.exceptions.list({ ...others, ...page });
  const { status: state, kind, rail, currency, platformId, environment } = others;
  const isWanted = (exception: ExceptionRecord): boolean => {
    const of = splitTenant(exception.tenant);
    return (
      (state === undefined || exception.status === state) &&
      (kind === undefined || exception.kind === kind) &&
      (rail === undefined || exception.rail === rail) &&
      (currency === undefined || exception.currency === currency) &&
      (platformId === undefined || of.platformId === platformId) &&
      (environment === undefined || of.environment === environment)
    );
  };
  const found = await core.operators.notes.exceptions({ operatorId: operator.id, ...page });
  return found.ok ? ok({ ...found.value, data: found.value.data.filter(isWanted) }) : found;
}

async function withNames(visit: Visit, page: Result<Page<ExceptionRecord>>): Promise<Result<Page<Row>>> {
  if (!page.ok) return page;
  const subjects = await subjectNames(visit, page.value.data);
  const tenants = page.value.data.map(({ tenant }) => tenant);
  const names = await visit.core.operators.reads.platformNames(tenants);
  const clockOf = await clocksOf(visit, tenants);
  const kept = await visit.core.operators.reads.keptByBlocks(page.value.data);
  const data = page.value.data.map((exception) => ({
    exception,
    platform: isHouse(exception.tenant) ? null : (names.get(exception.tenant) ?? null),
    subject: subjects.get(exception.subject),
    isKeptByBlock: kept.has(exception.id),
    now: clockOf(exception.tenant),
  }));
  return ok({ ...page.value, data });
}

const openButton = (visit: Visit): Html =>
  mayRequest(visit, 'exceptions.open') && (visit.place !== null || !visit.isLimited)
    ? actions(button(`${visit.place?.base ?? visit.base}/exceptions/open`, 'Open an exception…'))
    : html``;

const everyException = houseList<Row>({
  servesLimited: true,
  path: '/exceptions',
  title: 'Exceptions',
  section: 'Exceptions',
  rows: 'exceptions',
  empty: ({ base, isLimited }) =>
    html`Nothing waits for a decision. An exception appears here when money cannot move, or the books contradict a bank.
    ${!isLimited && link(`${base}/reconciliation`, 'Compare the books with the banks')}`,
  filters: filtersOfHost,
  href: ({ exception }, visit) => addressOf(visit, exception),
  above: openButton,
  columns: (visit) => {
    const [first, ...others] = COLUMNS(visit);
    return [first!, platformColumn, environmentColumn, ...others, reasonColumn, blockColumn, idColumn];
  },
  async read(visit, entered, page) {
    const filter = {
      ...filterOf(entered),
      platformId: entered.optionalId('platform', 'Platform'),
      environment: entered.optionalOneOf('environment', ENVIRONMENTS),
    };
    const checked = entered.result(() => filter);
    return checked.ok ? withNames(visit, await pageOf(visit, checked.value, page)) : checked;
  },
});

const exceptionsOfPlatform = tenantList<Row>({
  path: '/exceptions',
  title: 'Exceptions',
  section: 'Exceptions',
  rows: 'exceptions',
  empty: ({ place }) =>
    html`Nothing of this platform waits for a decision.
    ${link(`${place.base}/exceptions?status=RESOLVED`, 'Resolved exceptions')}`,
  filters: (visit) => Promise.resolve(filtersOf(visit, currenciesOf([visit.place.platform]))),
  href: ({ exception }, visit) => addressOf(visit, exception),
  above: openButton,
  columns: (visit) => [...COLUMNS(visit), reasonColumn, blockColumn, idColumn],
  async read(visit, entered, page) {
    const { platform, environment } = visit.place;
    const of = splitTenant(platform.tenant);
    const filter = filterOf(entered);
    const checked = entered.result(() => ({ ...filter, platformId: of.platformId, environment }));
    return checked.ok ? withNames(visit, await pageOf(visit, checked.value, page)) : checked;
  },
});

export const exceptionLists: readonly Route[] = [...everyException, ...exceptionsOfPlatform];
