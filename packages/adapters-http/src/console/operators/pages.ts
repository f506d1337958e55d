import { err, type Id, type Instant, ok, type Result, toIso } from '@corridor/core';
import { isId, type PlatformLimit } from '@corridor/core/internal';
import { type OperatorAccount, UNKNOWN_NAME } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import {
  code,
  codeInWords,
  type Content,
  definitions,
  idText,
  link,
  status,
  time,
  timeWithAge,
} from '../kit/components.js';
import { asksFor } from '../kit/declared-fields.js';
import { actionButton, houseForm } from '../kit/form-page.js';
import { houseList, onePage } from '../kit/list-page.js';
import { housePage, idOf, type Route } from '../kit/route.js';
import type { Visit } from '../kit/visit.js';
import { wordsOf, countText } from '../kit/words.js';

type OfOperator = Visit<{ readonly id: Id<'Operator'> }>;

const params = { id: idOf('Operator') };

/** An operator with the names of its platforms, which are null without a limit. */
interface Row {
  readonly account: OperatorAccount;
  readonly platforms: readonly string[] | null;
  readonly lastSignIn: Instant | null;
}

const list = houseList<Row>({
  path: '/operators',
  title: 'Operators',
  section: 'Operators',
  rows: 'operators',
  empty: 'There is no operator.',
  above: () =>
    html`<p class="hint">The command <code>corridor operator create</code> creates an operator on the host.</p>`,
  href: ({ account }, { base }) => `${base}/operators/${account.id}`,
  columns: ({ now }) => [
    { title: 'Name', narrow: 'title', text: ({ account }) => account.name },
    {
      title: 'Role',
      narrow: 'amount',
      text: ({ account }) => account.role,
      show: ({ account }) => wordsOf(account.role),
    },
    {
      title: 'Platforms',
      text: ({ account }) => account.platforms?.join(' ') ?? 'all',
      show: ({ platforms }) => platforms?.join(', ') ?? 'All, and the service itself',
    },
    {
      title: 'Status',
      narrow: 'status',
      text: ({ account }) => account.status,
      show: ({ account }) => status(account.status),
    },
    {
      title: 'Created at',
      text: ({ account }) => toIso(account.createdAt),
      show: ({ account }) => timeWithAge(account.createdAt, now),
    },
    { title: 'Id', text: ({ account }) => account.id, show: ({ account }) => idText(account.id) },
    {
      title: 'Last sign-in',
      narrow: 'note',
      text: ({ lastSignIn }) => (lastSignIn === null ? '' : toIso(lastSignIn)),
      show: ({ lastSignIn }) => lastSignInText(lastSignIn, now),
    },
  ],
  async read({ core }) {
    const { reads } = core.operators;
    const accounts = await reads.operators();
    const signIns = await reads.lastSignIns(accounts.map(({ id }) => id));
    const names = new Map<string, string>((await reads.platforms()).map(({ platformId, name }) => [platformId, name]));
    const rows = accounts.map((account) => ({
      account,
      platforms: account.platforms?.map((id) => names.get(id) ?? id) ?? null,
      lastSignIn: signIns.get(account.id) ?? null,
    }));
    return onePage(rows);
  },
});

const lastSignInText = (at: Instant | null, now: Instant): Content =>
  at === null ? 'Never signed in' : timeWithAge(at, now);

async function operatorOf({ core, params: { id } }: OfOperator): Promise<Result<OperatorAccount>> {
  const found = await core.operators.reads.operator(id);
  return found === null ? err('REFERENCE_NOT_FOUND', 'No operator has this id') : ok(found);
}

const shown = housePage({
  path: '/operators/{id}',
  title: 'Operator',
  section: 'Operators',
  params,
  shows: 'Operator',
  async show(visit) {
    const found = await operatorOf(visit);
    if (!found.ok) return found;
    const { id, name, role, platforms, status: state, createdAt, passwordHash, passkeys, lockedUntil } = found.value;
    const { issuer, issuerSubject, lapsedAt } = found.value;
    const signIns = await visit.core.operators.reads.lastSignIns([id]);
    const refusals = await visit.core.operators.refusalsOfDay();
    const own = `${visit.base}/operators/${id}`;
    const isActive = state !== 'DISABLED';
    const isLocal = isActive && issuer === null;
    const body = html`${definitions([
        ['Role', codeInWords(role)],
        ['Platforms', await platformsPart(visit, platforms)],
        ['Status', status(state)],
        [
          'Signs in with',
          issuer === null
            ? signInOf(passwordHash !== null, passkeys.length)
            : html`the identity provider ${code(issuer)} as ${code(issuerSubject)}`,
        ],
        ['Last sign-in', lastSignInText(signIns.get(id) ?? null, visit.now)],
        ['Without a group of the identity provider since', time(lapsedAt)],
        ['Locked until', time(lockedUntil !== null && lockedUntil > visit.now ? lockedUntil : null)],
        ['Refused sign-ins in 24 hours', String(refusals.get(id) ?? 0)],
        ['Refused sign-ins under names that no operator has, in 24 hours', String(refusals.get(UNKNOWN_NAME) ?? 0)],
        ['Created at', timeWithAge(createdAt, visit.now)],
        ['Id', code(id)],
      ])}
      <div class="actions">
        ${isLocal && actionButton(visit, 'operators.role', `${own}/role`, 'Change the role')}
        ${isLocal && actionButton(visit, 'operators.platforms', `${own}/platforms`, 'Change the platforms')}
        ${isActive && actionButton(visit, 'operators.disable', `${own}/disable`, 'Withdraw the access…')}
        ${link(`${visit.base}/log?operator=${encodeURIComponent(id)}`, 'Log of this operator')}
      </div>`;
    return ok({ title: name, body });
  },
});

async function platformsPart({ core, base }: Visit, platforms: PlatformLimit): Promise<Html> {
  if (platforms === null) return html`All, and the service itself`;
  const known = new Map(
    (await core.platforms.listTenants()).map(({ platformId, id, name }) => [platformId, { id, name }]),
  );
  return html`<ul class="items">
    ${platforms.map((id) => html`<li>${link(`${base}/t/${known.get(id)?.id ?? id}/`, known.get(id)?.name ?? id)}</li>`)}
  </ul>`;
}

function signInOf(hasPassword: boolean, passkeys: number): string | null {
  const ways = [
    ...(hasPassword ? ['a password and an authenticator app'] : []),
    ...(passkeys > 0 ? [countText(passkeys, 'passkey')] : []),
  ];
  return ways.length === 0 ? null : ways.join(', ');
}

const changeRole = houseForm({
  path: '/operators/{id}/role',
  title: 'Change the role',
  section: 'Operators',
  params,
  action: 'operators.role',
  submit: 'Change the role',
  done: 'The role was changed.',
  async prepare(visit: OfOperator) {
    const found = await operatorOf(visit);
    if (!found.ok) return found;
    const { name, role } = found.value;
    return ok({
      title: `Change the role of ${name}`,
      values: { role },
    });
  },
  fixes: ({ params: { id } }) => ({ id }),
  leadsTo: ({ base, params: { id } }) => `${base}/operators/${id}`,
});

const changePlatforms = houseForm({
  path: '/operators/{id}/platforms',
  title: 'Change the platforms',
  section: 'Operators',
  params,
  action: 'operators.platforms',
  confirm: true,
  submit: 'Change the platforms',
  done: 'The platforms were changed. The operator signs in again.',
  async prepare(visit: OfOperator) {
    const found = await operatorOf(visit);
    if (!found.ok) return found;
    const { name, platforms } = found.value;
    return ok({
      title: `Change the platforms of ${name}`,
      about: html`<p>
        An operator with a limit sees and changes these platforms alone, in both environments. It has no page about the
        whole service, such as rails, treasury and operators.
      </p>`,
      asks: asksFor({
        name: 'platforms',
        hint: 'One id in each line; empty for no limit',
      }),
      values: { platforms: platforms?.join('\n') ?? '' },
    });
  },
  input: (entered, visit) => {
    const platforms = entered.list('platforms');
    for (const each of platforms)
      if (!isId('Platform', each)) entered.fail('platforms', `must have ids that begin with Platform:, not ${each}`);
    const input = { id: visit.params.id, platforms: platforms.length === 0 ? null : platforms };
    return entered.result(() => input);
  },
  leadsTo: ({ base, params: { id } }) => `${base}/operators/${id}`,
});

const disable = houseForm({
  path: '/operators/{id}/disable',
  title: 'Withdraw the access',
  section: 'Operators',
  params,
  action: 'operators.disable',
  confirm: true,
  submit: 'Withdraw the access',
  done: 'The operator has no access any more.',
  async prepare(visit: OfOperator) {
    const found = await operatorOf(visit);
    if (!found.ok) return found;
    const about = html`<p>
      ${found.value.name} is signed out at once, and cannot sign in again. The command
      <code>corridor operator reset</code> does not undo this.
    </p>`;
    return ok({ title: `Withdraw the access of ${found.value.name}`, about });
  },
  fixes: ({ params: { id } }) => ({ id }),
  leadsTo: ({ base, params: { id } }) => `${base}/operators/${id}`,
});

export const operatorPages: readonly Route[] = [...list, shown, changeRole, changePlatforms, disable];
