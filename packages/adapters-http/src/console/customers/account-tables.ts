import type { InspectedAccount } from '@corridor/core';
import { payeeName } from '@corridor/core/internal';
import type { ExternalAccount } from '@corridor/core/records';
import type { Html } from '../../pages/html.js';
import { code, link, money, status, table, time } from '../kit/components.js';
import { decimalText } from '../kit/money.js';
import type { TenantVisit } from '../kit/visit.js';

export const accountTable = ({ place }: TenantVisit, accounts: readonly InspectedAccount[]): Html =>
  table({
    caption: 'Internal accounts',
    empty: 'The customer has no accounts.',
    rows: accounts,
    columns: [
      {
        title: 'Account',
        text: ({ account }) => `${account.currency} ${account.type}`,
        show: ({ account }) => link(`${place.base}/accounts/${account.id}`, `${account.currency} ${account.type}`),
      },
      { title: 'Status', text: ({ account }) => account.status, show: ({ account }) => status(account.status) },
      amountColumn('Available', ({ available }) => available),
      amountColumn('Held', ({ held }) => held),
      amountColumn('Owed', ({ receivable }) => receivable),
    ],
  });

const amountColumn = (title: string, of: (row: InspectedAccount) => bigint) => ({
  title,
  isNumber: true,
  text: (row: InspectedAccount): string => decimalText(of(row), row.account.currency),
  show: (row: InspectedAccount): Html => money(of(row), row.account.currency),
});

export const externalAccountTable = ({ place }: TenantVisit, accounts: readonly ExternalAccount[]): Html =>
  table({
    caption: 'External accounts',
    empty: 'The customer has no external accounts.',
    rows: accounts,
    columns: [
      {
        title: 'Payee',
        text: payeeName,
        show: (row) => link(`${place.base}/external-accounts/${row.id}`, payeeName(row)),
      },
      { title: 'Type', text: ({ accountInfo }) => accountInfo.accountType },
      { title: 'Currency', text: ({ currency }) => currency },
      {
        title: 'Status',
        text: (row) => row.status,
        show: (row) =>
          row.blockedAs === null
            ? status(row.status, row.status === 'ACTIVE' ? 'good' : 'busy')
            : status('BLOCKED', 'bad'),
      },
      { title: 'Trusted since', text: () => '', show: ({ trustedAt }) => time(trustedAt) },
      { title: 'Id', text: ({ id }) => id, show: ({ id }) => code(id) },
    ],
  });
