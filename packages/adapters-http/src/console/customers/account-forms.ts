import { type Id, ok } from '@corridor/core';
import { html } from '../../pages/html.js';
import { definitions, money, status } from '../kit/components.js';
import { tenantForm } from '../kit/form-page.js';
import { namedLink } from '../kit/record-link.js';
import type { Route } from '../kit/route.js';
import {
  accountOf,
  accountParams,
  accountTitle,
  crumbsOf,
  NOT_COVERED,
  type OfAccount,
  ownerNameOf,
} from './account-page.js';

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
      const owner = await ownerNameOf(visit, found.value);
      const about = html`<p>${text}</p>
        ${definitions([
          ['Account', namedLink(visit, account.id, accountTitle(found.value))],
          ['Owner', owner],
          ['Status', status(account.status)],
          ['Available', money(available, account.currency)],
          ['Held', money(held, account.currency)],
        ])}`;
      const crumbs = [
        ...crumbsOf(visit, found.value, owner),
        { path: `${visit.place.base}/accounts/${account.id}`, text: accountTitle(found.value) },
      ];
      return ok({ about, crumbs });
    },
    fixes: ({ params: { id } }) => ({ id }),
    leadsTo: ({ place, params: { id } }) => `${place.base}/accounts/${id}`,
  });

export const accountForms: readonly Route[] = [
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
