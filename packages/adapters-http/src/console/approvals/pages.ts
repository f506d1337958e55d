import {
  type CreatedPlatform,
  ENVIRONMENTS,
  err,
  hasRole,
  type IssuedToken,
  type OperatorRole,
  ok,
  type OperatorAction,
  type Registry,
  type Result,
  toIso,
  type WaitingRequest,
  withoutSecrets,
  type Wording,
} from '@corridor/core';
import { isHouse, splitTenant } from '@corridor/core/internal';
import { html, type Html } from '../../pages/html.js';
import {
  actions,
  button,
  code,
  type Content,
  definitions,
  idText,
  link,
  linkIf,
  notice,
  section,
  timeWithAge,
} from '../kit/components.js';
import { effectOf, journalEntryOf, othersPart } from '../kit/effect.js';
import { houseOperation } from '../kit/form-page.js';
import { moneyText } from '../kit/money.js';
import { houseList, onePage } from '../kit/list-page.js';
import { filtersOfPlatforms } from '../kit/platform-filters.js';
import { createdPlatformBody } from '../platforms/created-platform.js';
import { issuedTokenBody } from '../platforms/issued-token.js';
import { housePage, idOf, type PageContent, type Route } from '../kit/route.js';
import type { Visit } from '../kit/visit.js';
import { wordsOf } from '../kit/words.js';

type OfRequest = Visit<{ readonly id: string }>;

const params = { id: idOf('Request') };

/** The action of a request; null if this release does not have it. Only actions within one unit wait. */
function actionOf({ core }: Visit, { action: name }: WaitingRequest): OperatorAction | null {
  const registry: Registry = core.operators.actions.registry;
  const action = Object.hasOwn(registry, name) ? registry[name] : undefined;
  return action?.kind === 'unit' ? action : null;
}

const wordingOf = (visit: Visit, request: WaitingRequest): Promise<Wording | null> =>
  visit.core.operators.actions.wordingOf(readableBy(visit, request));

/** A request with its decision in words; null if this release does not have the action. */
interface Row {
  readonly request: WaitingRequest;
  readonly wording: Wording | null;
}

const sentenceOf = ({ request, wording }: Row): string => wording?.sentence ?? request.action;

/** The record that a request concerns, by its name. */
const concernsOf = ({ pathOf }: Visit, { request: { tenant, subject }, wording }: Row): Content =>
  wording === null
    ? idText(subject)
    : linkIf(isHouse(tenant) && subject === tenant ? null : pathOf({ tenant, id: subject }), wording.concerns.text);

const environmentOf = ({ tenant }: WaitingRequest): string => splitTenant(tenant).environment;

const list = houseList<Row>({
  servesLimited: true,
  path: '/approvals',
  title: 'Approvals',
  section: 'Approvals',
  rows: 'requests',
  empty: ({ base }) =>
    html`No action waits for a second operator. ${link(`${base}/log?outcome=APPROVED`, 'Approved actions in the log')}`,
  href: ({ request }, { base }) => `${base}/approvals/${request.requestId}`,
  columns: (visit) => [
    {
      title: 'Decision',
      narrow: 'title',
      text: sentenceOf,
    },
    {
      title: 'Environment',
      narrow: 'amount',
      text: ({ request }) => environmentOf(request),
      show: ({ request }) => wordsOf(environmentOf(request)),
    },
    { title: 'Requested by', narrow: 'status', text: ({ request }) => request.requestedBy.name },
    {
      title: 'Requested',
      narrow: 'note',
      text: ({ request }) => toIso(request.requestedAt),
      show: ({ request }) => timeWithAge(request.requestedAt, visit.now),
    },
    {
      title: 'Expires',
      text: ({ request }) => toIso(request.expiresAt),
      show: ({ request }) => timeWithAge(request.expiresAt, visit.now),
    },
    { title: 'Action', text: ({ request }) => request.action, fileOnly: true },
    { title: 'Concerns', text: ({ request }) => request.subject, show: (row) => concernsOf(visit, row) },
    {
      title: 'Moves',
      text: ({ request }) => request.moves.map(({ amount, currency }) => moneyText(amount, currency)).join('; '),
      fileOnly: true,
    },
  ],
  filters: filtersOfPlatforms,
  read: async (visit, entered) => {
    const platformId = entered.optionalId('platform', 'Platform');
    const environment = entered.optionalOneOf('environment', ENVIRONMENTS);
    const checked = entered.result(() => ({ platformId, environment }));
    if (!checked.ok) return checked;
    const rows: Row[] = [];
    const waiting = (await visit.core.operators.actions.waiting()).filter(({ tenant }) => {
      const of = splitTenant(tenant);
      return (
        (platformId === undefined || of.platformId === platformId) &&
        (environment === undefined || of.environment === environment)
      );
    });
    for (const request of waiting) rows.push({ request, wording: await wordingOf(visit, request) });
    return onePage(rows);
  },
});

async function waitingOf({ core, params: { id } }: OfRequest): Promise<Result<WaitingRequest>> {
  const found = await core.operators.actions.findWaiting(id);
  return found === null
    ? err('REFERENCE_NOT_FOUND', 'The request does not wait any more: it was approved, declined, or has expired')
    : ok(found);
}

/** Those without the role of the action see what the log has, which has no secrets. */
function readableBy(visit: Visit, request: WaitingRequest): WaitingRequest {
  const action = actionOf(visit, request);
  if (action === null) return { ...request, input: {}, before: null };
  if (hasRole(visit.role, action.role)) return request;
  const { input, before } = request;
  const shown = (part: object): object => withoutSecrets(action.input, part);
  return { ...request, input: shown(input), before: before === null ? null : shown(before) };
}

const UNKNOWN =
  'This release does not have the action, so it cannot be approved. Its input and the record are not shown, because they can have secrets.';

/** What would be approved: the sentence and its fields. The buttons that decide about it follow. */
const decisionOf = (visit: Visit, request: WaitingRequest, wording: Wording | null): Html =>
  wording === null
    ? html`${notice(UNKNOWN)}
      ${definitions([
        ['Action', code(request.action)],
        ['Concerns', code(request.subject)],
      ])}`
    : html`<section class="part effect" aria-labelledby="effect">
        <h2 id="effect" class="hidden">What it does</h2>
        ${effectOf(visit, request.tenant, wording, request)}
      </section>`;

/** The rest of the request: what it books, and who asked for it where and when. */
async function requestOf(visit: Visit, request: WaitingRequest, wording: Wording | null): Promise<Html> {
  const { tenant } = request;
  const platform = await visit.core.operators.reads.platform(tenant);
  return html`${wording !== null && (await journalEntryOf(visit, tenant, request))}
  ${section(
    'request',
    'The request',
    definitions([
      [
        'Platform',
        platform === null
          ? isHouse(tenant)
            ? 'None: it concerns the host'
            : 'None yet'
          : link(`${visit.base}/t/${tenant}/`, platform.name),
      ],
      ['Environment', wordsOf(environmentOf(request))],
      ['Requested by', request.requestedBy.name],
      ['Requested', timeWithAge(request.requestedAt, visit.now)],
      ['Expires', timeWithAge(request.expiresAt, visit.now)],
    ]),
  )}`;
}

/** The lowest role that may make each decision. */
const DECIDES = { approve: 'APPROVER', decline: 'OPERATOR' } as const satisfies Record<string, OperatorRole>;

const OWN = 'You requested this action; another operator must approve it.';
/** Whether the operator requested the action, so that another one has to approve it. */
const needsAnother = (visit: Visit, request: WaitingRequest): boolean =>
  request.requestedBy.id === visit.operator.id && actionOf(visit, request) !== null;

const ENDS = { APPROVED: 'Approved and carried out', DECLINED: 'Declined' } as const;

/** A request that does not wait any more: what it asked for, and what became of it. */
async function settledPage(visit: OfRequest): Promise<Result<PageContent>> {
  const past = await visit.core.operators.actions.findPast(visit.params.id);
  if (past === null) return err('REFERENCE_NOT_FOUND', 'No request has this id');
  const { requested, ended } = past;
  const { tenant, operatorName, createdAt } = requested;
  const wording = await visit.core.operators.actions.wordingOf(requested);
  const end = ended?.outcome === 'APPROVED' || ended?.outcome === 'DECLINED' ? ENDS[ended.outcome] : 'Expired';
  const by = ended === null ? 'within a day no second operator approved it' : `by ${ended.operatorName}`;
  const entry = ended ?? requested;
  const body = html`${notice(`${end}: ${by}.`)}
  ${wording !== null && effectOf(visit, tenant, wording, { moves: [], isPast: true })}
  ${definitions([
    ['Requested by', operatorName],
    ['Requested', timeWithAge(createdAt, visit.now)],
    [end, ended === null ? null : timeWithAge(ended.createdAt, visit.now)],
    ['Entry of the log', link(`${visit.base}/log/${entry.id}`, code(entry.id))],
  ])}`;
  return ok({ title: wording?.heading ?? requested.action, body });
}

const shown = housePage({
  servesLimited: true,
  path: '/approvals/{id}',
  title: 'Waiting action',
  section: 'Approvals',
  params,
  shows: 'Request',
  async show(visit) {
    const found = await waitingOf(visit);
    if (!found.ok) return settledPage(visit);
    const request = found.value;
    const base = `${visit.base}/approvals/${request.requestId}`;
    const about = await visit.core.operators.actions.waitingAbout(request.tenant, request.subject);
    const others = about.filter(({ requestId }) => requestId !== request.requestId);
    const isOwn = needsAnother(visit, request);
    const canApprove = !isOwn && actionOf(visit, request) !== null && hasRole(visit.role, DECIDES.approve);
    const wording = await wordingOf(visit, request);
    const isDanger = wording?.weight === 'danger';
    const body = html`${isOwn && notice(OWN)} ${await othersPart(visit, others)} ${decisionOf(visit, request, wording)}
    ${actions(
      canApprove ? button(`${base}/approve`, 'Approve…', isDanger ? 'danger' : 'primary') : '',
      hasRole(visit.role, DECIDES.decline)
        ? button(`${base}/decline`, isOwn ? 'Withdraw…' : 'Decline…', canApprove && !isDanger ? 'danger' : 'quiet')
        : '',
    )}
    ${await requestOf(visit, request, wording)}`;
    return ok({ title: wording?.heading ?? request.action, body });
  },
});

/** The page with the secrets of what was approved, which cannot be shown again; null if it has none. */
function shownOnce(action: string, output: unknown): { readonly title: string; readonly body: Html } | null {
  switch (action) {
    case 'tokens.create':
      return { title: 'The token was created', body: issuedTokenBody(output as IssuedToken) };
    case 'platforms.create':
      return { title: 'The platform was created', body: createdPlatformBody(output as CreatedPlatform) };
    default:
      return null;
  }
}

/** A form that decides about a request. It carries the digest of the request that it shows. */
const decision = (
  name: 'approve' | 'decline',
  role: OperatorRole,
  { title, submit, done }: { readonly title: string; readonly submit: string; readonly done: string },
): Route =>
  houseOperation({
    servesLimited: true,
    path: `/approvals/{id}/${name}`,
    title,
    section: 'Approvals',
    params,
    role,
    name: `approvals.${name}`,
    submit,
    done,
    async prepare(visit: OfRequest) {
      const found = await waitingOf(visit);
      if (!found.ok) return found;
      const request = found.value;
      const wording = await wordingOf(visit, request);
      const isClosed = name === 'approve' && needsAnother(visit, request);
      const isOwn = name === 'decline' && request.requestedBy.id === visit.operator.id;
      return ok({
        title: `${isOwn ? 'Withdraw' : title}: ${wording?.heading ?? request.action}`,
        // An action that gives something up is red for its approver, too.
        ...(name === 'approve' && wording !== null && { weight: wording.weight }),
        ...(isOwn && { submit: 'Withdraw the request' }),
        ...(isClosed && { isClosed }),
        about: html`${isClosed && notice(html`${OWN} ${link(`${visit.base}/approvals/${request.requestId}`, 'Back to the request')}`)}
        ${decisionOf(visit, request, wording)}`,
        below: await requestOf(visit, request, wording),
        fields: [],
        hidden: { digest: request.digest },
      });
    },
    input: (entered) => {
      const input = { digest: entered.text('digest') };
      return entered.result(() => input);
    },
    async run(visit, { digest }) {
      const found = await waitingOf(visit);
      if (!found.ok) return found;
      const { actions: requests } = visit.core.operators;
      const approval = { requestId: found.value.requestId, digest };
      const { tenant, action } = found.value;
      if (name === 'decline') {
        const declined = await requests.decline(visit.caller, tenant, approval);
        return declined.ok ? ok(null) : declined;
      }
      const approved = await requests.approve(visit.caller, tenant, approval);
      return approved.ok ? ok(shownOnce(action, approved.value.output)) : approved;
    },
    leadsTo: ({ base, params: { id } }, page) => page ?? `${base}/approvals/${id}`,
  });

export const approvalPages: readonly Route[] = [
  ...list,
  shown,
  decision('approve', DECIDES.approve, {
    title: 'Approve',
    submit: 'Approve and carry out',
    done: 'The action was approved and carried out.',
  }),
  decision('decline', DECIDES.decline, { title: 'Decline', submit: 'Decline', done: 'The action was declined.' }),
];
