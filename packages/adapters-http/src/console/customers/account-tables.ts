import { type InspectedAccount, toIso } from '@corridor/core';
import { payeeName } from '@corridor/core/internal';
import type { ExternalAccount } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import { type Column, type Content, idText, money, status, table, timeWithAge } from '../kit/components.js';
import { decimalText } from '../kit/money.js';
import type { Place, TenantVisit } from '../kit/visit.js';
import { wordsOf } from '../kit/words.js';

export const accountTable = ({ place }: TenantVisit, accounts: readonly InspectedAccount[], empty: Content): Html =>
  table({
    caption: 'Internal accounts',
    empty,
    rows: accounts,
    href: ({ account }) => `${place.base}/accounts/${account.id}`,
    columns: [
      { title: 'Account', narrow: 'title', text: ({ account }) => `${account.currency} account` },
      {
        title: 'Status',
        narrow: 'status',
        text: ({ account }) => account.status,
        show: ({ account }) => status(account.status),
      },
      { ...amountColumn('Available', ({ available }) => available), narrow: 'amount' },
      amountColumn('Held', ({ held }) => held),
      amountColumn('Owed', ({ receivable }) => receivable),
      {
        title: 'Type',
        narrow: 'note',
        text: ({ account }) => account.type,
        show: ({ account }) => wordsOf(account.type),
      },
      { title: 'Id', text: ({ account }) => account.id, show: ({ account }) => idText(account.id) },
    ],
  });

const amountColumn = (title: string, of: (row: InspectedAccount) => bigint) => ({
  title,
  isNumber: true,
  text: (row: InspectedAccount): string => decimalText(of(row), row.account.currency),
  show: (row: InspectedAccount): Html => money(of(row), row.account.currency),
});

/** The type of an account of a bank or a wallet in words: `EUR_ACCOUNT` is `EUR account`. */
export const accountTypeText = (type: string): string =>
  /^[A-Z]{3}_ACCOUNT$/.test(type) ? `${type.slice(0, 3)} account` : wordsOf(type);

/** The states of an external account, the gravest first. One that is stopped is not shown as active beside that. */
export function payeeStates({ isDeleted, blockedAs, status: state }: ExternalAccount): Html {
  const isStopped = isDeleted || blockedAs !== null;
  return html`${isDeleted && status('DELETED', 'bad')} ${blockedAs !== null && status('BLOCKED', 'bad')}
  ${!(isStopped && state === 'ACTIVE') && status(state, state === 'ACTIVE' ? 'good' : 'busy')}`;
}

export const externalAccountTable = (
  { place }: TenantVisit,
  accounts: readonly ExternalAccount[],
  empty: Content,
): Html =>
  table({
    caption: 'External accounts',
    empty,
    rows: accounts,
    href: ({ id }) => `${place.base}/external-accounts/${id}`,
    columns: externalAccountColumns(place),
  });

export const externalAccountColumns = ({ context }: Place): readonly Column<ExternalAccount>[] => [
  { title: 'Payee', narrow: 'title', text: payeeName },
  { title: 'Status', narrow: 'status', text: (row) => row.status, show: payeeStates },
  { title: 'Currency', narrow: 'amount', text: ({ currency }) => currency },
  {
    title: 'Type',
    narrow: 'note',
    text: ({ accountInfo }) => accountInfo.accountType,
    show: ({ accountInfo }) => accountTypeText(accountInfo.accountType),
  },
  {
    title: 'Trusted since',
    text: ({ trustedAt }) => (trustedAt === null ? '' : toIso(trustedAt)),
    show: ({ trustedAt }) => (trustedAt === null ? '–' : timeWithAge(trustedAt, context.now)),
  },
  { title: 'Id', text: ({ id }) => id, show: ({ id }) => idText(id) },
];
