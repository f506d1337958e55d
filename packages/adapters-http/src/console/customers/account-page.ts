import { type Id, type InspectedAccount, ok, type Result, toIso } from '@corridor/core';
import type { OperatorLogEntry, PaymentInstruction } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import { exceptionTable } from '../blocks/held.js';
import { shownDetail } from '../kit/account-numbers.js';
import {
  actions,
  button,
  code,
  codeInWords,
  definitions,
  idText,
  link,
  money,
  notice,
  section,
  status,
  table,
  timeWithAge,
} from '../kit/components.js';
import { actionButton } from '../kit/form-page.js';
import { namedLink, recordPath } from '../kit/record-link.js';
import { idOf, type Route, tenantPage } from '../kit/route.js';
import { readIn, type TenantVisit } from '../kit/visit.js';
import { wordsOf } from '../kit/words.js';
import { paymentTable } from '../payments/payment-table.js';
import { accountTypeText } from './account-tables.js';
import { pathOfCustomer, read } from './customer.js';
import { labelOf } from './identity.js';

export type OfAccount = TenantVisit<{ readonly id: Id<'InternalAccount'> }>;

export const accountParams = { id: idOf('InternalAccount') };

export const accountOf = (visit: OfAccount): Promise<Result<InspectedAccount>> =>
  readIn(visit, visit.core.accounts.inspect, { id: visit.params.id });

export const accountTitle = ({ account }: InspectedAccount): string => `${account.currency} account`;

/** The name of the owner: of the customer, or of the platform. */
export async function ownerNameOf({ core, place }: TenantVisit, { account }: InspectedAccount): Promise<string> {
  const { customerId } = account;
  if (customerId === null) return place.platform.name;
  return (await core.operators.reads.partyNames(place.tenant, [customerId])).get(customerId) ?? 'Customer';
}

/** Why no money leaves an account whose owner waits for a decision of an operator. */
async function whyHeld({ core, place }: TenantVisit, customerId: string | null): Promise<Html> {
  const owner = customerId === null ? null : await core.operators.reads.customer(place.tenant, customerId);
  const { blockedAs = null, identityReviews = [] } = owner ?? {};
  const [review] = identityReviews;
  const reviewed = html`a change of its identity is
  ${review === undefined ? 'under review' : link(`${place.base}/verifications/${review}`, 'under review')}`;
  const why =
    blockedAs === null
      ? html`The owner is not blocked, but ${reviewed}`
      : html`The owner is blocked${identityReviews.length > 0 && html`, and ${reviewed}`}`;
  return html`${why}; no money leaves the account until an operator has decided.`;
}

/** The payments of an account, in one state if it is given. */
const paymentsPath = ({ place }: TenantVisit, id: string, state = ''): string =>
  `${place.base}/payments?account=${encodeURIComponent(id)}${state === '' ? '' : `&status=${state}`}`;

const figures = (
  visit: TenantVisit,
  { account: { id, currency }, available, held, receivable }: InspectedAccount,
): Html =>
  html`<ul class="figures">
    <li><strong>${money(available, currency)}</strong><span>available</span></li>
    <li>
      <strong>${money(held, currency)}</strong>
      <span
        >${held === 0n ? 'held' : link(paymentsPath(visit, id, 'PROCESSING'), 'held for payments in progress')}</span
      >
    </li>
    ${receivable !== 0n && html`<li><strong>${money(receivable, currency)}</strong><span>owed: the next credits settle it first</span></li>`}
  </ul>`;

const fieldsOf = ({ accountOrWalletInfo }: PaymentInstruction): readonly (readonly [string, string])[] =>
  Object.entries(accountOrWalletInfo)
    .filter(([name, value]) => name !== 'accountType' && typeof value === 'string')
    .map(([name, value]) => [name, shownDetail(name, String(value))]);

const instructionTable = ({ account }: InspectedAccount): Html =>
  table({
    caption: 'Funding instructions',
    empty: 'No rail receives money for this account now. Renew the instructions after a connection was added.',
    rows: account.fundingPaymentInstructions.map((instruction, index) => ({
      instruction,
      rail: account.fundingRails?.[index] ?? null,
    })),
    columns: [
      {
        title: 'Type',
        text: ({ instruction }) => instruction.accountOrWalletInfo.accountType,
        show: ({ instruction }) => accountTypeText(instruction.accountOrWalletInfo.accountType),
      },
      { title: 'Rail', text: ({ rail }) => rail ?? '' },
      {
        title: 'By',
        text: ({ instruction }) => (instruction.accountOrWalletInfo.paymentRails ?? []).map(wordsOf).join(', '),
      },
      {
        title: 'Details',
        text: () => '',
        show: ({ instruction }) =>
          html`${fieldsOf(instruction).map(([name, value]) => html`<div>${labelOf(name)}: <code>${value}</code></div>`)}`,
      },
      { title: 'Note', text: ({ instruction }) => instruction.instructionsNotes ?? '' },
    ],
  });

async function walletOf(visit: OfAccount): Promise<Result<Html>> {
  const { wallets } = visit.core;
  const { now } = visit.place.context;
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
          { title: 'Type', text: ({ type }) => type, show: ({ type }) => wordsOf(type) },
          { title: 'Contact', text: ({ contact }) => (contact === null ? '' : shownDetail('contact', contact)) },
          { title: 'Added at', text: () => '', show: ({ createdAt }) => timeWithAge(createdAt, now) },
          { title: 'Id', text: ({ id }) => id, show: ({ id }) => idText(id) },
        ],
      })}
      <h3>Open sessions</h3>
      ${table({
        caption: 'Open sessions',
        empty: 'The owner is not signed in.',
        rows: sessions.value,
        columns: [
          { title: 'Signed in with', text: ({ nickname }) => nickname },
          { title: 'Type', text: ({ type }) => type, show: ({ type }) => wordsOf(type) },
          { title: 'Began at', text: () => '', show: ({ createdAt }) => timeWithAge(createdAt, now) },
          { title: 'Ends at', text: () => '', show: ({ expiresAt }) => timeWithAge(expiresAt, now) },
        ],
      })}
      <h3>Keys of cards</h3>
      ${table({
        caption: 'Keys that sign what cards spend',
        empty: 'No card spends from the wallet.',
        rows: keys.value,
        href: ({ cardId }) => recordPath(visit, cardId),
        columns: [
          { title: 'Key', narrow: 'title', text: ({ nickname }) => nickname },
          { title: 'Status', narrow: 'status', text: (key) => key.status, show: (key) => status(key.status) },
          {
            title: 'Created at',
            narrow: 'note',
            text: () => '',
            show: ({ createdAt }) => timeWithAge(createdAt, now),
          },
          { title: 'Card', text: ({ cardId }) => cardId ?? '', show: ({ cardId }) => idText(cardId) },
        ],
      })}`,
  );
}

export const accountPage: Route = tenantPage({
  path: '/accounts/{id}',
  title: 'Internal account',
  section: 'Customers',
  params: accountParams,
  shows: 'InternalAccount',
  async show(visit: OfAccount) {
    const found = await accountOf(visit);
    if (!found.ok) return found;
    const { core, place } = visit;
    const { account } = found.value;
    const base = `${place.base}/accounts/${account.id}`;
    const wallet = account.type === 'EMBEDDED_WALLET' ? await walletOf(visit) : ok(html``);
    if (!wallet.ok) return wallet;
    const freezes = await freezesOf(visit);
    if (!freezes.ok) return freezes;
    const owner = await ownerNameOf(visit, found.value);
    const payments = await read(readIn(visit, core.payments.search, { account: account.id, limit: RECENT }));
    const open = await core.operators.reads.openExceptionsAbout(place.tenant, account.id);
    const isOpen = account.status !== 'CLOSED';
    const change = account.status === 'FROZEN' ? 'unfreeze' : 'freeze';
    const body = html`<p class="states">${status(account.status)}</p>
      ${account.ownerUnderReview && notice(await whyHeld(visit, account.customerId))}
      ${account.status === 'FROZEN' && notice(NOT_COVERED)} ${figures(visit, found.value)}
      ${definitions([
        [
          'Owner',
          account.customerId === null ? `${owner} (the platform)` : namedLink(visit, account.customerId, owner),
        ],
        ['Type', codeInWords(account.type)],
        ['Reference', code(account.reference)],
        ...Object.entries(account.walletAddresses ?? {}).map(
          ([network, address]) => [`Address on ${wordsOf(network)}`, code(address)] as const,
        ),
        ['Opened at', timeWithAge(account.createdAt, place.context.now)],
        ['Id', code(account.id)],
      ])}
      ${actions(
        button(`${base}/statement`, 'Statement'),
        isOpen
          ? actionButton(
              visit,
              `accounts.${change}`,
              `${base}/${change}`,
              change === 'freeze' ? 'Freeze…' : 'Unfreeze…',
            )
          : '',
        isOpen ? actionButton(visit, 'accounts.renew', `${base}/renew`, 'Renew the instructions…') : '',
      )}
      ${open.exceptions.length > 0 && section('exceptions', 'Open exceptions', await exceptionTable(visit, open))}
      ${section(
        'payments',
        'Newest payments',
        html`${await paymentTable(visit, payments.data, 'No payment has moved money of this account yet.')}
        ${payments.data.length > 0 && html`<p>${link(paymentsPath(visit, account.id), 'All payments of the account')}</p>`}`,
      )}
      ${section('freezes', 'Freezes', freezes.value)}
      ${section('funding', 'Funding instructions', instructionTable(found.value))}
      ${account.type === 'EMBEDDED_WALLET' && section('wallet', 'Wallet', wallet.value)}`;
    const title = `${accountTitle(found.value)} of ${owner}`;
    return ok({ title, body, crumbs: crumbsOf(visit, found.value, owner) });
  },
});

/** From the customer, if the account has one. */
export const crumbsOf = (visit: TenantVisit, { account: { customerId } }: InspectedAccount, owner: string) =>
  customerId === null ? [] : [{ path: pathOfCustomer(visit, customerId), text: owner }];

/** The duty to stop payments often concerns the owner, and not one of its accounts. */
export const NOT_COVERED =
  'A freeze does not stop payments that the owner funds from outside, nor its other and new accounts: block the customer for that.';

/** So many payments are on the page; the list of payments has all. */
const RECENT = 20;

/** So many of the newest changes of each kind are shown. */
const FREEZES_SHOWN = 10;

/** The freezes of an account and their reasons, from the log of operators. */
async function freezesOf({ base, core, now, params: { id } }: OfAccount): Promise<Result<Html>> {
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
      href: ({ id: entry }) => `${base}/log/${entry}`,
      columns: [
        {
          title: 'Action',
          narrow: 'title',
          text: ({ action }) => (action === 'accounts.freeze' ? 'Freeze' : 'Unfreeze'),
        },
        { title: 'Outcome', narrow: 'status', text: ({ outcome }) => outcome, show: ({ outcome }) => status(outcome) },
        { title: 'Operator', text: ({ operatorName }) => operatorName },
        {
          title: 'Reason',
          text: ({ input }) => (input as { readonly reason?: string } | null)?.reason ?? '',
        },
        {
          title: 'Time',
          narrow: 'note',
          text: ({ createdAt }) => toIso(createdAt),
          show: ({ createdAt }) => timeWithAge(createdAt, now),
        },
      ],
    }),
  );
}
