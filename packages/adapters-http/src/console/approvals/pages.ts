import {
  type CreatedPlatform,
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
} from '@corridor/core';
import { isHouse, splitTenant } from '@corridor/core/internal';
import { html, type Html } from '../../pages/html.js';
import { code, definitions, link, money, notice, time } from '../kit/components.js';
import { effectOf } from '../kit/effect.js';
import { houseOperation } from '../kit/form-page.js';
import { moneyText } from '../kit/money.js';
import { houseList, onePage } from '../kit/list-page.js';
import { createdPlatformBody } from '../platforms/created-platform.js';
import { issuedTokenBody } from '../platforms/issued-token.js';
import { housePage, idOf, type Route } from '../kit/route.js';
import type { Visit } from '../kit/visit.js';

type OfRequest = Visit<{ readonly id: string }>;

const params = { id: idOf('Request') };

/** The action of a request; null if this release does not have it. Only actions within one unit wait. */
function actionOf({ core }: Visit, { action: name }: WaitingRequest): OperatorAction | null {
  const actions: Registry = core.operators.actions.registry;
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  return action?.kind === 'unit' ? action : null;
}

const titleOf = (visit: Visit, request: WaitingRequest): string => actionOf(visit, request)?.title ?? request.action;

const environmentOf = ({ tenant }: WaitingRequest): string => splitTenant(tenant).environment;

const list = houseList<WaitingRequest>({
  servesLimited: true,
  path: '/approvals',
  title: 'Approvals',
  section: 'Approvals',
  rows: 'requests',
  empty: 'No action waits for a second operator.',
  columns: (visit) => [
    {
      title: 'Action',
      text: (request) => titleOf(visit, request),
      show: (request) => link(`${visit.base}/approvals/${request.requestId}`, titleOf(visit, request)),
    },
    { title: 'Concerns', text: ({ subject }) => subject, show: ({ subject }) => code(subject) },
    { title: 'Environment', text: environmentOf },
    {
      title: 'Moves',
      isNumber: true,
      text: ({ moves }) => moves.map(({ amount, currency }) => moneyText(amount, currency)).join('; '),
      show: ({ moves }) => html`${moves.map(({ amount, currency }) => html`<div>${money(amount, currency)}</div>`)}`,
    },
    { title: 'Requested by', text: ({ requestedBy }) => requestedBy.name },
    {
      title: 'Requested at',
      text: ({ requestedAt }) => toIso(requestedAt),
      show: ({ requestedAt }) => time(requestedAt),
    },
    {
      title: 'Expires at',
      text: ({ expiresAt }) => toIso(expiresAt),
      show: ({ expiresAt }) => time(expiresAt),
    },
  ],
  read: async ({ core }) => onePage(await core.operators.actions.waiting()),
});

async function waitingOf({ core, params: { id } }: OfRequest): Promise<Result<WaitingRequest>> {
  const found = await core.operators.actions.findWaiting(id);
  return found === null
    ? err('REFERENCE_NOT_FOUND', 'The request does not wait any more: it was approved, declined, or has expired')
    : ok(found);
}

/** Those without the role of the action see what the log has, which has no secrets. */
function readableBy(
  visit: Visit,
  request: WaitingRequest,
): Pick<WaitingRequest, 'input' | 'before' | 'moves' | 'subject' | 'books'> {
  const action = actionOf(visit, request);
  if (action === null) return { ...request, input: {}, before: null };
  if (hasRole(visit.role, action.role)) return request;
  const { input, before } = request;
  const shown = (part: object): object => withoutSecrets(action.input, part);
  return { ...request, input: shown(input), before: before === null ? null : shown(before) };
}

const UNKNOWN =
  'This release does not have the action, so it cannot be approved. Its input and the record are not shown, because they can have secrets.';

/** The request in full, as it would be approved. */
async function requestOf(visit: Visit, request: WaitingRequest): Promise<Html> {
  const { tenant, subject } = request;
  const platform = await visit.core.operators.reads.platform(tenant);
  const readable = readableBy(visit, request);
  return html`${actionOf(visit, request) === null && notice(UNKNOWN)}
    ${definitions([
      ['Action', titleOf(visit, request)],
      ['Environment', environmentOf(request)],
      ['Platform', platform?.name ?? (isHouse(tenant) ? 'None: it concerns the host' : 'None yet')],
      ['Requested by', `${request.requestedBy.name} (${request.requestedBy.id})`],
      ['Requested at', time(request.requestedAt)],
      ['Expires at', time(request.expiresAt)],
    ])}
    <section class="part effect" aria-labelledby="effect">
      <h2 id="effect">What it does</h2>
      ${effectOf(readable, readable.input, visit.pathOf({ tenant, id: subject }))}
    </section>`;
}

const OWN = 'You requested this action; another operator must approve it.';
/** Whether the operator requested the action, so that another one has to approve it. */
const needsAnother = (visit: Visit, request: WaitingRequest): boolean =>
  request.requestedBy.id === visit.operator.id && actionOf(visit, request) !== null;

const shown = housePage({
  servesLimited: true,
  path: '/approvals/{id}',
  title: 'Waiting action',
  section: 'Approvals',
  params,
  shows: 'Request',
  async show(visit) {
    const found = await waitingOf(visit);
    if (!found.ok) return found;
    const request = found.value;
    const base = `${visit.base}/approvals/${request.requestId}`;
    const isOwn = needsAnother(visit, request);
    const canApprove = !isOwn && actionOf(visit, request) !== null;
    const body = html`${isOwn && notice(OWN)} ${await requestOf(visit, request)}
      <div class="actions">
        ${canApprove && html`<a class="button" href="${base}/approve">Approve…</a>`}
        <a href="${base}/decline">Decline…</a>
      </div>`;
    return ok({ title: titleOf(visit, request), body });
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
      return ok({
        title: `${title}: ${titleOf(visit, request)}`,
        about: html`${name === 'approve' && needsAnother(visit, request) && notice(OWN)}
        ${await requestOf(visit, request)}`,
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
      const { actions } = visit.core.operators;
      const approval = { requestId: found.value.requestId, digest };
      const { tenant, action } = found.value;
      if (name === 'decline') {
        const declined = await actions.decline(visit.caller, tenant, approval);
        return declined.ok ? ok(null) : declined;
      }
      const approved = await actions.approve(visit.caller, tenant, approval);
      return approved.ok ? ok(shownOnce(action, approved.value.output)) : approved;
    },
    leadsTo: ({ base }, page) => page ?? `${base}/approvals`,
  });

export const approvalPages: readonly Route[] = [
  ...list,
  shown,
  decision('approve', 'APPROVER', {
    title: 'Approve',
    submit: 'Approve and carry out',
    done: 'The action was approved and carried out.',
  }),
  decision('decline', 'OPERATOR', { title: 'Decline', submit: 'Decline', done: 'The action was declined.' }),
];
