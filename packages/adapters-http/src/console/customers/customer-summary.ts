import { countText } from '../kit/words.js';
import type { InspectedAccount, ExceptionsAbout, ScaStanding } from '@corridor/core';
import { isCardTransaction } from '@corridor/core/internal';
import type { Customer, Transaction } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import { KEPT_BY_BLOCK } from '../exceptions/names.js';
import {
  type Content,
  definitions,
  link,
  linkIf,
  money,
  notice,
  status,
  time,
  timeWithAge,
} from '../kit/components.js';
import { readIn, type TenantVisit } from '../kit/visit.js';
import { pathOfCustomer, read } from './customer.js';

/** So many currencies are summed above the tabs; the tab of accounts has all. */
const CURRENCIES_SHOWN = 6;

interface Sum {
  readonly currency: string;
  readonly available: bigint;
  readonly held: bigint;
  readonly owed: bigint;
}

/** What a customer has in each currency, over all its accounts. */
function sumsOf(accounts: readonly InspectedAccount[]): readonly Sum[] {
  const sums = new Map<string, Sum>();
  for (const { account, available, held, receivable } of accounts) {
    const { currency } = account;
    const sum = sums.get(currency) ?? { currency, available: 0n, held: 0n, owed: 0n };
    sums.set(currency, {
      currency,
      available: sum.available + available,
      held: sum.held + held,
      owed: sum.owed + receivable,
    });
  }
  return [...sums.values()];
}

const figuresOf = (accounts: readonly InspectedAccount[]): Html => {
  const sums = sumsOf(accounts).filter(({ available, held, owed }) => available !== 0n || held !== 0n || owed !== 0n);
  if (sums.length === 0) return html`<p class="hint">The customer holds no money.</p>`;
  return html`<ul class="figures">
      ${sums.slice(0, CURRENCIES_SHOWN).map(
        ({ currency, available, held, owed }) =>
          html`<li>
            <strong>${money(available, currency)}</strong><span>available</span>
            ${held !== 0n && html`<br /><span>${money(held, currency)} held</span>`}
            ${owed !== 0n && html`<br /><span>${money(owed, currency)} owed</span>`}
          </li>`,
      )}
    </ul>
    ${sums.length > CURRENCIES_SHOWN && html`<p class="hint">${countText(sums.length - CURRENCIES_SHOWN, 'more currency is', 'more currencies are')} under Accounts.</p>`}`;
};

/** The states of a customer, the gravest first: what stops it precedes its approval. */
function statesOf(customer: Customer, accounts: readonly InspectedAccount[], lock: ScaStanding['lock']): Html {
  const frozen = accounts.filter(({ account }) => account.status === 'FROZEN');
  return html`<p class="states">
    ${customer.isDeleted && status('DELETED', 'bad')} ${customer.blockedAs !== null && status('BLOCKED', 'bad')}
    ${frozen.length > 0 && html`${status('FROZEN', 'bad')} <span>${frozen.length} of ${countText(accounts.length, 'account')}</span>`}
    ${lock.lockedUntil !== null && html`${status('LOCKED', 'bad')} <span>sign-in of the customer until ${time(lock.lockedUntil)}</span>`}
    ${customer.identityReviews.length > 0 && status('CHANGE_UNDER_REVIEW', 'busy')} ${status(customer.kycStatus)}
  </p>`;
}

const amountOf = (payment: Transaction): Content => {
  if (isCardTransaction(payment)) return money(payment.card.authorized, payment.card.currency);
  const { sentAmount, sentCurrency, receivedAmount, receivedCurrency } = payment;
  if (sentAmount !== null && sentCurrency !== null) return money(sentAmount, sentCurrency);
  return receivedCurrency === null ? 'An amount that is not known yet' : money(receivedAmount, receivedCurrency);
};

const exceptionsOf = (path: string, { exceptions, isPartial }: ExceptionsAbout, kept: number): Content => {
  const count = isPartial ? `${exceptions.length} or more` : String(exceptions.length);
  const text = kept === 0 ? count : `${count}, ${kept} ${KEPT_BY_BLOCK}`;
  return exceptions.length === 0 && !isPartial ? 'None' : link(`${path}/exceptions`, text);
};

/** What an operator has to know first about a customer; it precedes all tabs of its page. */
export async function summaryOf(visit: TenantVisit, customer: Customer): Promise<Html> {
  const { core, place } = visit;
  const { reads } = core.operators;
  const customerId = customer.id;
  const path = pathOfCustomer(visit, customerId);
  const [accounts, standing, payments, open, assignee] = await Promise.all([
    read(readIn(visit, core.accounts.inspectAll, { customerId })),
    read(readIn(visit, core.sca.standing, { customerId })),
    read(readIn(visit, core.payments.search, { customerId, limit: 1 })),
    reads.openExceptionsAbout(place.tenant, customerId),
    reads.assignee(place.tenant, customerId),
  ]);
  const kept = await reads.keptByBlocks(open.exceptions);
  const last = payments.data[0];
  return html`${statesOf(customer, accounts, standing.lock)}
  ${customer.isDeleted && notice('The platform has deleted this customer.', 'bad')} ${figuresOf(accounts)}
  ${definitions([
    [
      'Last payment',
      last === undefined
        ? 'None yet'
        : html`${linkIf(`${place.base}/payments/${last.id}`, amountOf(last))} ${status(last.status)}
          ${timeWithAge(last.createdAt, place.context.now)}`,
    ],
    ['Open exceptions', exceptionsOf(path, open, kept.size)],
    ['Looked after by', assignee === null ? 'No operator' : assignee.name],
  ])}`;
}
