import { ok } from '@corridor/core';
import type { ExceptionRecord } from '@corridor/core/records';
import { html } from '../../pages/html.js';
import { type Content, link, money, status } from '../kit/components.js';
import { asksFor } from '../kit/declared-fields.js';
import { moneyText } from '../kit/money.js';
import { sentBefore, tenantForm } from '../kit/form-page.js';
import type { Route } from '../kit/route.js';
import type { TenantVisit } from '../kit/visit.js';
import { ENDINGS } from './endings.js';
import { namedLink, recordLink } from '../kit/record-link.js';
import { beside, choosing, currenciesOf, named, OF_SANDBOX, result } from './simulations.js';

const fund = tenantForm({
  path: '/sandbox/fund',
  title: 'Simulate a payer: fund an account',
  ...OF_SANDBOX,
  action: 'sandbox.fund',
  submit: 'Fund the account',
  done: 'The money was sent.',
  async prepare(visit: TenantVisit) {
    return ok({
      about: html`<p>Money arrives from outside, in any currency. A debt of the account is paid first.</p>`,
      asks: asksFor(
        await choosing(visit, 'accountId', 'InternalAccount'),
        { name: 'currency', choices: currenciesOf(visit) },
        'amount',
      ),
      values: { accountId: named(visit, 'account') },
    });
  },
  async leadsTo(visit, output) {
    if (output === null) return sentBefore();
    const { account, available, held, outcome, depositId } = output;
    const names = await visit.core.operators.reads.partyNames(visit.place.tenant, [account.id]);
    const isHeld = outcome === 'HELD';
    return result(visit, 'fund', isHeld ? 'The money is held' : 'The account was funded', [
      ...(isHeld ? await heldFacts(visit, depositId) : []),
      ['Account', namedLink(visit, account.id, names.get(account.id))],
      ['Available', money(available, account.currency)],
      ['Held', money(held, account.currency)],
    ]);
  },
});

const pay = tenantForm({
  path: '/sandbox/pay',
  title: 'Simulate a payer: pay a quote',
  ...OF_SANDBOX,
  action: 'sandbox.pay-quote',
  submit: 'Pay the quote',
  done: 'The quote was paid.',
  async prepare(visit: TenantVisit) {
    return ok({
      about: html`<p>
          A payer sends money by the payment instructions of a quote with real-time funding. The exact amount in time
          starts the payment. Another amount, or one that comes late, is refunded.
        </p>
        ${beside(ENDINGS.payoutsWithAConversion)}`,
      asks: asksFor(
        await choosing(visit, 'quoteId', 'Quote'),
        { name: 'currencyCode', choices: currenciesOf(visit) },
        'currencyAmount',
      ),
      values: { quoteId: named(visit, 'quote') },
    });
  },
  leadsTo: (visit, output) =>
    output === null
      ? sentBefore()
      : result(visit, 'pay', 'The money has arrived', [
          ['Payment', recordLink(visit, output.id)],
          ['Status', status(output.status)],
        ]),
});

const deposit = tenantForm({
  path: '/sandbox/deposit',
  title: 'Simulate a payer: send money with a reference',
  ...OF_SANDBOX,
  action: 'sandbox.deposit',
  submit: 'Send the money',
  done: 'The money was sent.',
  async prepare(visit: TenantVisit) {
    return ok({
      about: html`<p>
          The reference of a quote executes it, and that of an internal account credits the account. With any other
          reference the money goes back to its sender.
        </p>
        ${beside(ENDINGS.refunds)}`,
      asks: asksFor(
        'reference',
        { name: 'currencyCode', choices: currenciesOf(visit) },
        'amount',
        'remitter.name',
        'remitter.account',
      ),
      values: { reference: named(visit, 'reference') },
    });
  },
  async leadsTo(visit, output) {
    if (output === null) return sentBefore();
    const { arrival, transaction, outcome } = output;
    const isHeld = outcome === 'HELD';
    return result(visit, 'deposit', isHeld ? 'The money is held' : 'The money has arrived', [
      ...(isHeld ? await heldFacts(visit, arrival.depositId) : [['Outcome', status(outcome, 'plain')] as const]),
      ['Payment', recordLink(visit, transaction?.id ?? null)],
    ]);
  },
});

/** What money waits for that is neither credited nor sent back, with its deposit. */
async function heldFacts(
  visit: TenantVisit,
  depositId: string | null,
): Promise<readonly (readonly [string, Content | null])[]> {
  const exception = await exceptionOf(visit, depositId);
  const deposit = ['Deposit', recordLink(visit, depositId)] as const;
  if (exception === null)
    return [['Outcome', 'Held: it waits for a decision of an operator, or for the answer about its sender'], deposit];
  return [
    ['Outcome', 'Held: it waits for a decision of an operator'],
    [
      'Exception',
      link(
        `${visit.base}/exceptions/${exception.id}`,
        `A deposit waits for a decision: ${moneyText(exception.amount, exception.currency)}`,
      ),
    ],
    deposit,
  ];
}

/** The open exception about a deposit, such as one for a blocked customer; null if it is not held. */
async function exceptionOf({ core, place }: TenantVisit, depositId: string | null): Promise<ExceptionRecord | null> {
  if (depositId === null) return null;
  const found = await core.exceptions.list({ subject: depositId, kind: 'DEPOSIT_HELD', status: 'OPEN' });
  return found.ok ? (found.value.data.find(({ tenant }) => tenant === place.tenant) ?? null) : null;
}

const uma = tenantForm({
  path: '/sandbox/uma',
  title: 'Simulate a payer: receive by UMA',
  ...OF_SANDBOX,
  action: 'sandbox.receive-uma',
  submit: 'Send the payment',
  done: 'The payment was sent.',
  async prepare(visit: TenantVisit) {
    return ok({
      about: html`<p>
        A customer of another institution pays one of the platform. The platform is asked by the webhook
        <code>INCOMING_PAYMENT.PENDING</code>, and the money arrives once it approves. Without an endpoint it is
        approved at once.
      </p>`,
      asks: asksFor(
        'senderUmaAddress',
        'receiverUmaAddress',
        await choosing(visit, 'customerId', 'Customer'),
        { name: 'receivingCurrencyCode', choices: currenciesOf(visit) },
        'receivingCurrencyAmount',
      ),
      values: { customerId: named(visit, 'customer'), senderUmaAddress: '$success.usd@sandbox.uma.money' },
    });
  },
  checks(entered, { receiverUmaAddress, customerId }) {
    if (receiverUmaAddress === undefined && customerId === undefined)
      entered.fail('receiverUmaAddress', 'or a customer must be given');
  },
  leadsTo: (visit, output) =>
    output === null
      ? sentBefore()
      : result(visit, 'uma', 'The payment was sent', [
          ['Payment', recordLink(visit, output.id)],
          ['Status', status(output.status)],
        ]),
});

/** Forms that play payers: money that arrives from outside. */
export const payerForms: readonly Route[] = [fund, pay, deposit, uma];
