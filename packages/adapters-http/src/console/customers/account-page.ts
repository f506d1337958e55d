import { type Id, type InspectedAccount, ok, type Result, toIso } from '@corridor/core';
import type { OperatorLogEntry, PaymentInstruction } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import {
  actions,
  button,
  code,
  definitions,
  link,
  money,
  notice,
  section,
  status,
  table,
  time,
} from '../kit/components.js';
import { actionButton, tenantForm } from '../kit/form-page.js';
import { shownDetail } from '../kit/account-numbers.js';
import { recordLink } from '../kit/record-link.js';
import { idOf, type Route, tenantPage } from '../kit/route.js';
import { readIn, type TenantVisit } from '../kit/visit.js';

export type OfAccount = TenantVisit<{ readonly id: Id<'InternalAccount'> }>;

export const accountParams = { id: idOf('InternalAccount') };

export const accountOf = (visit: OfAccount): Promise<Result<InspectedAccount>> =>
  readIn(visit, visit.core.accounts.inspect, { id: visit.params.id });

export const accountTitle = ({ account }: InspectedAccount): string => `${account.currency} account`;

const figures = ({ account: { currency }, available, held, receivable }: InspectedAccount): Html =>
  html`<ul class="figures">
    <li><strong>${money(available, currency)}</strong><span>available</span></li>
    <li><strong>${money(held, currency)}</strong><span>held for payments in progress</span></li>
    ${receivable !== 0n && html`<li><strong>${money(receivable, currency)}</strong><span>owed: the next credits settle it first</span></li>`}
  </ul>`;

const fieldsOf = ({ accountOrWalletInfo }: PaymentInstruction): readonly (readonly [string, string])[] =>
  Object.entries(accountOrWalletInfo)
    .filter(([name, value]) => name !== 'accountType' && typeof value === 'string')
    .map(([name, value]) => [name, shownDetail(name, String(value))]);

const instructionTable = ({ account }: InspectedAccount): Html =>
  table({
    caption: 'Funding instructions',
    empty: 'No rail receives money for this account now.',
    rows: account.fundingPaymentInstructions.map((instruction, index) => ({
      instruction,
      rail: account.fundingRails?.[index] ?? null,
    })),
    columns: [
      { title: 'Type', text: ({ instruction }) => instruction.accountOrWalletInfo.accountType },
      { title: 'Rail', text: ({ rail }) => rail ?? '' },
      { title: 'By', text: ({ instruction }) => (instruction.accountOrWalletInfo.paymentRails ?? []).join(', ') },
      {
        title: 'Details',
        text: () => '',
        show: ({ instruction }) =>
          html`${fieldsOf(instruction).map(([name, value]) => html`<div>${name}: <code>${value}</code></div>`)}`,
      },
      { title: 'Note', text: ({ instruction }) => instruction.instructionsNotes ?? '' },
    ],
  });

async function walletOf(visit: OfAccount): Promise<Result<Html>> {
  const { wallets } = visit.core;
  const accountId = visit.params.id;
  const credentials = await readIn(visit, wallets.listCredentials, { accountId });
  if (!credentials.ok) return credentials;
  const sessions = await readIn(visit, wallets.listSessions, { accountId });
  if (!sessions.ok) return sessions;
  const keys = await readIn(visit, wallets.listDelegatedKeys, { accountId });
  if (!keys.ok) return keys;
  return ok(
    html` <h3>Credentials</h3>
      ${table({
        caption: 'Credentials',
        empty: 'The owner has no way to sign in.',
        rows: credentials.value,
        columns: [
          { title: 'Name', text: ({ nickname }) => nickname },
          { title: 'Type', text: ({ type }) => type },
          { title: 'Contact', text: ({ contact }) => contact ?? '' },
          { title: 'Added at', text: () => '', show: ({ createdAt }) => time(createdAt) },
          { title: 'Id', text: ({ id }) => id, show: ({ id }) => code(id) },
        ],
      })}
      <h3>Open sessions</h3>
      ${table({
        caption: 'Open sessions',
        empty: 'The owner is not signed in.',
        rows: sessions.value,
        columns: [
          { title: 'Signed in with', text: ({ nickname }) => nickname },
          { title: 'Type', text: ({ type }) => type },
          { title: 'Began at', text: () => '', show: ({ createdAt }) => time(createdAt) },
          { title: 'Ends at', text: () => '', show: ({ expiresAt }) => time(expiresAt) },
        ],
      })}
      <h3>Keys of cards</h3>
      ${table({
        caption: 'Keys that sign what cards spend',
        empty: 'No card spends from the wallet.',
        rows: keys.value,
        columns: [
          { title: 'Card', text: ({ cardId }) => cardId, show: ({ cardId }) => recordLink(visit, cardId) },
          { title: 'Name', text: ({ nickname }) => nickname },
          { title: 'Status', text: (key) => key.status, show: (key) => status(key.status) },
          { title: 'Created at', text: () => '', show: ({ createdAt }) => time(createdAt) },
        ],
      })}`,
  );
}

const page = tenantPage({
  path: '/accounts/{id}',
  title: 'Internal account',
  section: 'Customers',
  params: accountParams,
  shows: 'InternalAccount',
  async show(visit: OfAccount) {
    const found = await accountOf(visit);
    if (!found.ok) return found;
    const { account } = found.value;
    const base = `${visit.place.base}/accounts/${account.id}`;
    const wallet = account.type === 'EMBEDDED_WALLET' ? await walletOf(visit) : ok(html``);
    if (!wallet.ok) return wallet;
    const freezes = await freezesOf(visit);
    if (!freezes.ok) return freezes;
    const isOpen = account.status !== 'CLOSED';
    const change = account.status === 'FROZEN' ? 'unfreeze' : 'freeze';
    const body = html`${account.ownerUnderReview && notice('The owner is blocked, or a change of its identity is under review; no money leaves the account until an operator has decided.')}
    ${figures(found.value)}
    ${definitions([
      ['Status', status(account.status)],
      ['Type', account.type],
      [
        'Owner',
        account.customerId === null
          ? `${visit.place.platform.name} (the platform)`
          : recordLink(visit, account.customerId),
      ],
      ['Reference', code(account.reference)],
      ...Object.entries(account.walletAddresses ?? {}).map(
        ([network, address]) => [`Address on ${network}`, code(address)] as const,
      ),
      ['Opened at', time(account.createdAt)],
      ['Id', code(account.id)],
    ])}
    ${actions(
      button(`${base}/statement`, 'Statement'),
      isOpen
        ? actionButton(visit, `accounts.${change}`, `${base}/${change}`, change === 'freeze' ? 'Freeze…' : 'Unfreeze…')
        : '',
      isOpen ? actionButton(visit, 'accounts.renew', `${base}/renew`, 'Renew the instructions…') : '',
    )}
    ${account.status === 'FROZEN' && notice(NOT_COVERED)} ${section('freezes', 'Freezes', freezes.value)}
    ${section('funding', 'Funding instructions', instructionTable(found.value))}
    ${account.type === 'EMBEDDED_WALLET' && section('wallet', 'Wallet', wallet.value)}`;
    return ok({ title: accountTitle(found.value), body, crumbs: crumbsOf(visit, found.value) });
  },
});

/** From the customer, if the account has one. */
export const crumbsOf = ({ place }: TenantVisit, { account }: InspectedAccount) =>
  account.customerId === null ? [] : [{ path: `${place.base}/customers/${account.customerId}`, text: 'Customer' }];

/** The duty to stop payments often concerns the owner, and not one of its accounts. */
const NOT_COVERED =
  'A freeze does not stop payments that the owner funds from outside, nor its other and new accounts: block the customer for that.';

/** So many of the newest changes of each kind are shown. */
const FREEZES_SHOWN = 10;

/** The freezes of an account and their reasons, from the log of operators. */
async function freezesOf({ base, core, params: { id } }: OfAccount): Promise<Result<Html>> {
  const entries: OperatorLogEntry[] = [];
  for (const action of ['accounts.freeze', 'accounts.unfreeze']) {
    const read = await core.operators.log({ subject: id, action, limit: FREEZES_SHOWN });
    if (!read.ok) return read;
    entries.push(...read.value.data);
  }
  return ok(
    table({
      caption: 'Freezes, newest first',
      empty: 'No operator has frozen the account.',
      rows: entries.toSorted((a, b) => b.createdAt - a.createdAt),
      columns: [
        {
          title: 'Time',
          text: ({ createdAt }) => toIso(createdAt),
          show: ({ id: entry, createdAt }) => link(`${base}/log/${entry}`, time(createdAt)),
        },
        { title: 'Action', text: ({ action }) => (action === 'accounts.freeze' ? 'Freeze' : 'Unfreeze') },
        { title: 'Outcome', text: ({ outcome }) => outcome, show: ({ outcome }) => status(outcome) },
        { title: 'Operator', text: ({ operatorName }) => operatorName },
        { title: 'Reason', text: ({ input }) => (input as { readonly reason?: string } | null)?.reason ?? '' },
      ],
    }),
  );
}

type AccountAction = 'accounts.freeze' | 'accounts.unfreeze' | 'accounts.renew';

interface AccountChange {
  readonly name: 'freeze' | 'unfreeze' | 'renew';
  readonly title: string;
  readonly text: string;
  readonly done: string;
}

const change = ({ name, title, text, done }: AccountChange): Route =>
  tenantForm<AccountAction, { readonly id: Id<'InternalAccount'> }>({
    path: `/accounts/{id}/${name}`,
    title,
    section: 'Customers',
    params: accountParams,
    action: `accounts.${name}`,
    confirm: true,
    submit: title,
    done,
    async prepare(visit: OfAccount) {
      const found = await accountOf(visit);
      if (!found.ok) return found;
      const { account, available, held } = found.value;
      const about = html`<p>${text}</p>
        ${definitions([
          ['Account', recordLink(visit, account.id)],
          ['Status', status(account.status)],
          ['Available', money(available, account.currency)],
          ['Held', money(held, account.currency)],
        ])}`;
      const crumbs = [
        ...crumbsOf(visit, found.value),
        { path: `${visit.place.base}/accounts/${account.id}`, text: accountTitle(found.value) },
      ];
      return ok({ about, crumbs });
    },
    fixes: ({ params: { id } }) => ({ id }),
    leadsTo: ({ place, params: { id } }) => `${place.base}/accounts/${id}`,
  });

export const accountPages: readonly Route[] = [
  page,
  change({
    name: 'freeze',
    title: 'Freeze the account',
    text: `Nothing is paid from a frozen account. Money that comes in is still credited, and payments that have started go on. ${NOT_COVERED}`,
    done: `The account is frozen. ${NOT_COVERED}`,
  }),
  change({
    name: 'unfreeze',
    title: 'Unfreeze the account',
    text: 'The owner can pay from the account again.',
    done: 'The account is active again.',
  }),
  change({
    name: 'renew',
    title: 'Renew the funding instructions',
    text: 'The account gets the instructions of the connections as they are configured now. Its reference stays, so money by the former instructions still arrives while their rail is connected.',
    done: 'The funding instructions are those of the present connections.',
  }),
];
