import {
  type Environment,
  ENVIRONMENTS,
  err,
  type Id,
  type LedgerEntry,
  ok,
  type Page,
  type ResolutionChoice,
  type Result,
  type TenantKey,
  toIso,
  type WaitingRequest,
} from '@corridor/core';
import { houseTenant, isHouse, isId, OPENED_BY_HAND, splitTenant } from '@corridor/core/internal';
import {
  EXCEPTION_KINDS,
  type ExceptionKind,
  type ExceptionRecord,
  PLATFORMS,
  TRANSACTIONS,
} from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import {
  actions,
  button,
  code,
  type Column,
  definitions,
  link,
  money,
  notice,
  section,
  status,
  table,
  time,
} from '../kit/components.js';
import type { Entered } from '../kit/entered.js';
import type { ConsoleField } from '../kit/fields.js';
import { asksFor } from '../kit/declared-fields.js';
import { houseForm, mayRequest, tenantForm } from '../kit/form-page.js';
import { houseList, tenantList } from '../kit/list-page.js';
import { decimalText, moneyText } from '../kit/money.js';
import { housePage, idOf, oneOf, type Route } from '../kit/route.js';
import type { TenantVisit, Visit } from '../kit/visit.js';
import { EFFECTS, KINDS, RESOLVED_BY } from './names.js';

type OfException = Visit<{ readonly id: Id<'Exception'> }>;

/** An exception with the name of its platform; null for the service itself. */
interface Row {
  readonly exception: ExceptionRecord;
  readonly platform: string | null;
}

const HOUSE_NAME = 'The service itself';
const STATES = ['OPEN', 'RESOLVED', 'ALL'] as const;
const params = { id: idOf('Exception') };

const addressOf = ({ base }: Visit, { id }: Pick<ExceptionRecord, 'id'>): string => `${base}/exceptions/${id}`;

const FILTERS: readonly ConsoleField[] = [
  {
    name: 'status',
    label: 'Status',
    hint: 'Without a choice: open',
    choices: [
      ['OPEN', 'Open'],
      ['RESOLVED', 'Resolved'],
      ['ALL', 'Open and resolved'],
    ],
  },
  { name: 'kind', label: 'Kind', choices: EXCEPTION_KINDS.map((kind) => [kind, KINDS[kind]]) },
  { name: 'rail', label: 'Rail', hint: 'Name of the rail' },
];

const PLATFORM_FILTERS: readonly ConsoleField[] = [
  { name: 'platform', label: 'Platform', hint: 'Id of the platform' },
  {
    name: 'environment',
    label: 'Environment',
    choices: ENVIRONMENTS.map((environment) => [environment, environment]),
  },
];

function filterOf(entered: Entered) {
  const state = entered.optionalOneOf('status', STATES) ?? 'OPEN';
  return {
    status: state === 'ALL' ? undefined : state,
    kind: entered.optionalOneOf('kind', EXCEPTION_KINDS),
    rail: entered.optionalText('rail'),
  };
}

const COLUMNS = (visit: Visit): readonly Column<Row>[] => [
  {
    title: 'What happened',
    text: ({ exception }) => exception.kind,
    show: ({ exception }) => link(addressOf(visit, exception), KINDS[exception.kind]),
  },
  { title: 'Status', text: ({ exception }) => exception.status, show: ({ exception }) => status(exception.status) },
  {
    title: 'Amount',
    isNumber: true,
    text: ({ exception }) => decimalText(exception.amount, exception.currency),
    show: ({ exception }) => money(exception.amount, exception.currency),
  },
  { title: 'Currency', text: ({ exception }) => exception.currency, fileOnly: true },
  { title: 'Rail', text: ({ exception }) => exception.rail ?? '' },
  {
    title: 'Concerns',
    text: ({ exception }) => exception.subject,
    show: ({ exception }) => subjectOf(visit, exception),
  },
  {
    title: 'Opened at',
    text: ({ exception }) => toIso(exception.createdAt),
    show: ({ exception }) => time(exception.createdAt),
  },
];

const environmentColumn: Column<Row> = {
  title: 'Environment',
  text: ({ exception }) => splitTenant(exception.tenant).environment,
  fileOnly: true,
};

const reasonColumn: Column<Row> = { title: 'Reason', text: ({ exception }) => exception.reason, fileOnly: true };

const idColumn: Column<Row> = { title: 'Id', text: ({ exception }) => exception.id, fileOnly: true };

const platformColumn: Column<Row> = {
  title: 'Platform',
  text: ({ exception }) => splitTenant(exception.tenant).platformId,
  show: ({ exception, platform }) =>
    html`${platform ?? HOUSE_NAME} <span class="hint">${splitTenant(exception.tenant).environment}</span>`,
};

/** The record that an exception concerns, with a link to its page. */
function subjectOf(visit: Visit, { tenant, subject, kind }: ExceptionRecord): Html {
  if (kind === 'STATEMENT_DIFFERENCE') return link(`${visit.base}/rails/${encodeURIComponent(subject)}`, subject);
  const path = visit.pathOf({ tenant, id: subject });
  return path === null ? code(subject) : link(path, code(subject));
}

async function withPlatforms({ core }: Visit, page: Result<Page<ExceptionRecord>>): Promise<Result<Page<Row>>> {
  if (!page.ok) return page;
  const tenants = [...new Set(page.value.data.map(({ tenant }) => tenant))];
  const platforms = await core.units.read(null, (reads) => reads.getMany(PLATFORMS, tenants));
  const names = new Map(platforms.map(({ tenant, name }) => [tenant, name]));
  const data = page.value.data.map((exception) => ({
    exception,
    platform: isHouse(exception.tenant) ? null : (names.get(exception.tenant) ?? null),
  }));
  return ok({ ...page.value, data });
}

const openButton = (visit: Visit): Html =>
  mayRequest(visit, 'exceptions.open')
    ? actions(button(`${visit.place?.base ?? visit.base}/exceptions/open`, 'Open an exception…'))
    : html``;

const everyException = houseList<Row>({
  path: '/exceptions',
  title: 'Exceptions',
  section: 'Exceptions',
  rows: 'exceptions',
  empty:
    'Nothing waits for a decision. An exception appears here when money cannot move, or the books contradict a bank.',
  filters: [...FILTERS, ...PLATFORM_FILTERS],
  above: openButton,
  columns: (visit) => {
    const [first, ...others] = COLUMNS(visit);
    return [first!, platformColumn, environmentColumn, ...others, reasonColumn, idColumn];
  },
  async read(visit, entered, page) {
    const filter = {
      ...filterOf(entered),
      platformId: entered.optionalId('platform', 'Platform'),
      environment: entered.optionalOneOf('environment', ENVIRONMENTS),
    };
    const checked = entered.result(() => filter);
    return checked.ok ? withPlatforms(visit, await visit.core.exceptions.list({ ...checked.value, ...page })) : checked;
  },
});

const exceptionsOfPlatform = tenantList<Row>({
  path: '/exceptions',
  title: 'Exceptions',
  section: 'Exceptions',
  rows: 'exceptions',
  empty: 'Nothing of this platform waits for a decision.',
  filters: FILTERS,
  above: openButton,
  columns: (visit) => [...COLUMNS(visit), reasonColumn, idColumn],
  async read(visit, entered, page) {
    const { platform, environment } = visit.place;
    const of = splitTenant(platform.tenant);
    const filter = filterOf(entered);
    const checked = entered.result(() => ({ ...filter, platformId: of.platformId, environment }));
    return checked.ok ? withPlatforms(visit, await visit.core.exceptions.list({ ...checked.value, ...page })) : checked;
  },
});

const titleOf = ({ kind, amount, currency }: ExceptionRecord): string =>
  `${KINDS[kind]}: ${moneyText(amount, currency)}`;

const contextOf = ({ core, requestId }: Visit, tenant: TenantKey) =>
  core.context(tenant, { kind: 'system' }, requestId);

async function choicesOf(visit: Visit, { id, tenant }: ExceptionRecord): Promise<readonly ResolutionChoice[]> {
  const { core } = visit;
  const read = await core.units.read(tenant, (reads) =>
    core.treasury.choices(reads, contextOf(visit, tenant), { exceptionId: id }),
  );
  return read.ok ? read.value : [];
}

const MOST_ENTRIES = 20;

/** The newest entries that the record of the exception caused, and those of its resolution. */
async function entriesOf(
  visit: Visit,
  { id, tenant, subject, kind }: ExceptionRecord,
): Promise<readonly LedgerEntry[]> {
  const { core } = visit;
  const filters = [
    { cause: id },
    kind === 'RECEIVABLE_OVERDUE' ? { account: `receivables:${subject}` } : { cause: subject },
  ];
  const pages = await core.units.read(tenant, async (reads) => {
    const found = [];
    for (const filter of filters)
      found.push(await core.ledger.entries(reads, contextOf(visit, tenant), { ...filter, limit: MOST_ENTRIES }));
    return found;
  });
  const entries = pages.flatMap((page) => (page.ok ? page.value.data : []));
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()].sort((a, b) => b.createdAt - a.createdAt);
}

const waitingFor = async ({ core }: Visit, { id }: ExceptionRecord): Promise<WaitingRequest | null> =>
  (await core.operators.actions.waiting()).find(({ subject }) => subject === id) ?? null;

/** What identifies an exception, for its page and for the form that resolves it. */
async function nameOf(visit: Visit, exception: ExceptionRecord) {
  const { tenant } = exception;
  const { platformId, environment } = splitTenant(tenant);
  const platform = await visit.core.units.read(null, (reads) => reads.get(PLATFORMS, tenant));
  return [
    ['Status', status(exception.status)],
    ['Amount at stake', money(exception.amount, exception.currency)],
    ['Concerns', subjectOf(visit, exception)],
    [
      'Platform',
      isHouse(tenant)
        ? `${HOUSE_NAME}, ${environment}`
        : html`${link(`${visit.base}/t/${tenant}/exceptions`, platform?.name ?? platformId)}, ${environment}`,
    ],
  ] as const;
}

async function factsOf(visit: Visit, exception: ExceptionRecord): Promise<Html> {
  const { rail, reference } = exception;
  return definitions([
    ...(await nameOf(visit, exception)),
    ['Rail', rail === null ? null : link(`${visit.base}/rails/${encodeURIComponent(rail)}`, rail)],
    ['Reference', reference === '' ? null : code(reference)],
    ['Direction', exception.direction],
    ['Opened at', time(exception.createdAt)],
    ['Id', code(exception.id)],
  ]);
}

const resolvedPart = (visit: Visit, exception: ExceptionRecord): Html =>
  section(
    'resolution',
    'How it was resolved',
    definitions([
      ['Resolution', exception.resolution === null ? null : RESOLVED_BY[exception.resolution]],
      ['Resolved by', exception.resolvedBy],
      ['Approved by', exception.approvedBy],
      ['Resolved at', time(exception.resolvedAt)],
      ['Note', exception.note],
      ['Journal entry', exception.entryId === null ? 'Nothing was booked' : entryLink(visit, exception)],
    ]),
  );

function entryLink(visit: Visit, { tenant, entryId }: ExceptionRecord): Html {
  const path = visit.pathOf({ tenant, id: entryId! });
  return path === null ? code(entryId) : link(path, code(entryId));
}

const sideText = (side: ResolutionChoice['from'], needsAccount: boolean): Html =>
  side === null
    ? html`–`
    : side.account === null
      ? html`${needsAccount ? 'the account that you name' : side.side}`
      : code(side.account);

function choicesPart(visit: Visit, exception: ExceptionRecord, choices: readonly ResolutionChoice[]): Html {
  const mayResolve = mayRequest(visit, 'exceptions.resolve');
  const form = `${addressOf(visit, exception)}/resolve`;
  return section(
    'choices',
    'What you can decide',
    table<ResolutionChoice>({
      caption: 'Resolutions that this exception allows',
      rows: choices,
      empty: 'No resolution is possible.',
      columns: [
        {
          title: 'Resolution',
          text: ({ resolution }) => resolution,
          show: ({ resolution, refused, asks }) =>
            html`${mayResolve && refused === null ? link(`${form}?resolution=${resolution}`, `${RESOLVED_BY[resolution]}…`) : RESOLVED_BY[resolution]}
              <div class="hint">
                ${refused === null ? EFFECTS[resolution] : `Not possible now: ${refused.message}`}
                ${asks !== null && html`${asks.rail} is asked first whether it sent the money as ${code(asks.reference)}.`}
              </div>`,
        },
        { title: 'Takes from', text: () => '', show: ({ from, needsAccount }) => sideText(from, needsAccount) },
        { title: 'Adds to', text: () => '', show: ({ to, needsAccount }) => sideText(to, needsAccount) },
        {
          title: 'Amount',
          isNumber: true,
          text: () => '',
          show: ({ does, amount }) => (does === 'entry' ? money(amount, exception.currency) : html`no entry`),
        },
      ],
    }),
  );
}

interface Line {
  readonly entry: LedgerEntry;
  readonly account: string;
  readonly amount: bigint;
  readonly currency: string;
}

function entriesPart(visit: Visit, { tenant }: ExceptionRecord, entries: readonly LedgerEntry[]): Html {
  const lines = entries.flatMap((entry) =>
    entry.postings.map(({ account, amount, currency }): Line => ({ entry, account, amount, currency })),
  );
  const entryCell = ({ id, kind }: LedgerEntry): Html => {
    const path = visit.pathOf({ tenant, id });
    return path === null ? code(kind) : link(path, code(kind));
  };
  return section(
    'ledger',
    'What the ledger has',
    table<Line>({
      caption: 'Lines of the ledger, newest first',
      rows: lines,
      empty: 'The record that this exception concerns has caused no journal entry.',
      columns: [
        { title: 'Entry', text: ({ entry }) => entry.kind, show: ({ entry }) => entryCell(entry) },
        { title: 'Booked at', text: () => '', show: ({ entry }) => time(entry.createdAt) },
        { title: 'Ledger account', text: ({ account }) => account, show: ({ account }) => code(account) },
        {
          title: 'Amount',
          isNumber: true,
          text: () => '',
          show: ({ amount, currency }) => money(amount, currency),
        },
      ],
    }),
  );
}

const exceptionPage = housePage({
  path: '/exceptions/{id}',
  title: 'Exception',
  section: 'Exceptions',
  params,
  shows: 'Exception',
  async show(visit: OfException) {
    const found = await visit.core.exceptions.get(visit.params.id);
    if (!found.ok) return found;
    const exception = found.value;
    const isOpen = exception.status === 'OPEN';
    const waiting = isOpen ? await waitingFor(visit, exception) : null;
    const body = html`${waiting !== null && notice(html`A resolution waits for the approval of a second operator: ${link(`${visit.base}/approvals/${waiting.requestId}`, 'review it')}.`)}
      <p class="lead">${exception.reason}</p>
      ${await factsOf(visit, exception)}
      ${isOpen ? choicesPart(visit, exception, await choicesOf(visit, exception)) : resolvedPart(visit, exception)}
      ${entriesPart(visit, exception, await entriesOf(visit, exception))}`;
    return ok({ title: titleOf(exception), body });
  },
});

const resolve = houseForm<'exceptions.resolve', { readonly id: Id<'Exception'> }>({
  path: '/exceptions/{id}/resolve',
  title: 'Resolve the exception',
  section: 'Exceptions',
  params,
  action: 'exceptions.resolve',
  submit: 'Resolve the exception',
  done: 'The exception is resolved.',
  async prepare(visit) {
    const found = await visit.core.exceptions.get(visit.params.id);
    if (!found.ok) return found;
    const exception = found.value;
    const possible = await choicesOf(visit, exception);
    const allowed = possible.filter(({ refused }) => refused === null);
    const isPaidElsewhere = allowed.some(({ resolution }) => resolution === 'PAID_ELSEWHERE');
    const accounts = await accountsOf(visit, exception);
    return ok({
      title: `Resolve: ${titleOf(exception)}`,
      crumbs: [{ path: addressOf(visit, exception), text: KINDS[exception.kind] }],
      tenant: exception.tenant,
      about: html`<p class="lead">${exception.reason}</p>
        ${definitions(await nameOf(visit, exception))}`,
      asks: asksFor(
        { name: 'resolution', choices: allowed.map(({ resolution }) => [resolution, RESOLVED_BY[resolution]]) },
        { name: 'account', hint: accountHint(possible, accounts) },
        { name: 'evidence', isOffered: allowed.some(({ asks }) => asks !== null) },
        { name: 'bankReference', isOffered: isPaidElsewhere },
        { name: 'valueDate', isOffered: isPaidElsewhere },
        { name: 'note', required: true },
      ),
      values: { resolution: visit.query.get('resolution') ?? '' },
    });
  },
  fixes: ({ params: { id } }) => ({ exceptionId: id }),
  leadsTo: (visit) => `${visit.base}/exceptions/${visit.params.id}`,
});

/** The accounts of the payment's customer in the currency of the exception. */
async function accountsOf(visit: Visit, { tenant, subject, currency }: ExceptionRecord): Promise<readonly string[]> {
  if (!isId('Transaction', subject)) return [];
  const { core } = visit;
  const ctx = contextOf(visit, tenant);
  const read = await core.units.read(tenant, async (reads) => {
    const payment = await reads.get(TRANSACTIONS, subject);
    return payment === null ? ok([]) : core.accounts.inspectAll(reads, ctx, { customerId: payment.customerId });
  });
  const found = read.ok ? read.value.map(({ account }) => account) : [];
  return found.filter((one) => one.currency === currency && one.status !== 'CLOSED').map(({ id }) => id);
}

function accountHint(choices: readonly ResolutionChoice[], accounts: readonly string[]): string {
  const needing = choices.filter(({ needsAccount }) => needsAccount).map(({ resolution }) => RESOLVED_BY[resolution]);
  if (needing.length === 0) return 'Leave it empty: no resolution needs you to name an account';
  const own = accounts.length === 0 ? '' : `. The customer of the payment has ${accounts.join(', ')}`;
  return `Id of the internal account; only for: ${needing.join(', ')}${own}`;
}

/** The kinds about money that waits here: all of it is at stake. */
const WHOLE: ReadonlySet<ExceptionKind> = new Set(['REFUND_FAILED', 'DEPOSIT_REFUSED', 'DEPOSIT_HELD']);
const BY_HAND = OPENED_BY_HAND.filter((kind) => kind !== 'STATEMENT_DIFFERENCE');

const openForPlatform = tenantForm({
  path: '/exceptions/open',
  title: 'Open an exception',
  section: 'Exceptions',
  action: 'exceptions.open',
  confirm: true,
  submit: 'Open the exception',
  done: 'The exception is open.',
  prepare: async () =>
    ok({
      about: html`<p>
        Open an exception if you learn of a problem before the service does, such as the recall of a payment by
        telephone. It moves no money.
      </p>`,
      asks: asksFor(
        { name: 'kind', only: BY_HAND },
        { name: 'subject', required: true },
        'reference',
        { name: 'direction', only: ['OUT', 'IN'] },
        'amount',
        'currency',
        'reason',
      ),
    }),
  checks: (entered, { kind, direction, amount }) => {
    if (direction !== undefined && kind !== 'RAIL_CONTRADICTION')
      entered.fail('direction', 'is allowed only for a contradiction; leave it empty');
    if (amount !== undefined && WHOLE.has(kind))
      entered.fail('amount', 'is that of the payment or deposit; leave it empty');
  },
  leadsTo: ({ base, place }: TenantVisit, output) =>
    output === null ? `${place.base}/exceptions` : `${base}/exceptions/${output.id}`,
});

/** The page of the host leads to the forms of the environments, because a difference belongs to one of them. */
const chooseEnvironment = housePage({
  path: '/exceptions/open',
  title: 'Open an exception',
  section: 'Exceptions',
  role: 'OPERATOR',
  show: async ({ base }) =>
    ok({
      body: html`<p>
          A difference between a statement and the ledger concerns the service itself. Every other exception belongs to
          a platform: open it from the exceptions of that platform.
        </p>
        ${actions(...ENVIRONMENTS.map((environment) => button(`${base}/exceptions/open/${environment}`, `A difference in ${environment}…`)))}`,
    }),
});

/** What the direction of a difference says. */
const DIFFERENCE = {
  label: 'Money that the ledger does not contain',
  hint: null,
  choices: [
    ['IN', 'came in'],
    ['OUT', 'went out'],
  ],
} as const;

const openDifference = houseForm<'exceptions.open', { readonly environment: Environment }>({
  path: '/exceptions/open/{environment}',
  title: 'Open a difference',
  section: 'Exceptions',
  params: { environment: oneOf(ENVIRONMENTS) },
  action: 'exceptions.open',
  confirm: true,
  submit: 'Open the exception',
  done: 'The exception is open.',
  tenant: ({ params: { environment } }) => houseTenant(environment),
  async prepare({ core, params: { environment } }) {
    const rails = core.rails.all.filter((rail) => rail.environment === environment);
    if (rails.length === 0) return err('REFERENCE_NOT_FOUND', `There is no rail in ${environment}`);
    return ok({
      title: `Open a difference in ${environment}`,
      about: html`<p>
        For a line of a statement that the ledger does not contain, or the reverse. It moves no money; its resolution
        does.
      </p>`,
      asks: asksFor(
        { name: 'rail', choices: rails.map(({ name }) => [name, name]), required: true },
        { name: 'direction', ...DIFFERENCE, required: true },
        { name: 'reference', hint: 'Each reference opens one exception', required: true },
        { name: 'amount', label: 'Amount', hint: 'Such as 1234.50', required: true },
        { name: 'currency', label: 'Currency', hint: 'Such as EUR' },
        'reason',
      ),
    });
  },
  fixes: () => ({ kind: 'STATEMENT_DIFFERENCE' }),
  leadsTo: ({ base }, output) => `${base}/exceptions${output === null ? '' : `/${output.id}`}`,
});

export const exceptionPages: readonly Route[] = [
  ...everyException,
  ...exceptionsOfPlatform,
  exceptionPage,
  resolve,
  chooseEnvironment,
  openForPlatform,
  openDifference,
];
