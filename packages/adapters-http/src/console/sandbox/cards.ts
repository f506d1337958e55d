import { randomUUID } from 'node:crypto';
import { ok } from '@corridor/core';
import { html } from '../../pages/html.js';
import { code } from '../kit/components.js';
import { asksFor } from '../kit/declared-fields.js';
import { sentBefore, tenantForm } from '../kit/form-page.js';
import type { Route } from '../kit/route.js';
import type { TenantVisit } from '../kit/visit.js';
import { ENDINGS } from './endings.js';
import { beside, choosing, currenciesOf, named, OF_SANDBOX, result } from './simulations.js';

const card = tenantForm({
  path: '/sandbox/card',
  title: 'Simulate a merchant: use a card',
  ...OF_SANDBOX,
  action: 'sandbox.use-card',
  submit: 'Use the card',
  done: 'The network has its answer.',
  async prepare(visit: TenantVisit) {
    return ok({
      about: html`<p>
          A decline has the same answer as an approval, because the network was answered: look at the log of the card.
        </p>
        ${beside(ENDINGS.cardSpending)}`,
      asks: asksFor(
        await choosing(visit, 'cardId', 'Card'),
        'use',
        { name: 'currency', choices: currenciesOf(visit) },
        'amount',
        'merchant.descriptor',
        { name: 'merchant.mcc', inputmode: 'numeric' },
        { name: 'merchant.country', as: (text) => text.toUpperCase() },
      ),
      values: { cardId: named(visit, 'card'), use: 'authorization', 'merchant.descriptor': 'COFFEE BAR' },
      // The same message of the network if the form is sent twice: the second has no effect.
      hidden: { networkMessageId: randomUUID() },
    });
  },
  leadsTo: (visit, output) =>
    output === null
      ? sentBefore()
      : result(visit, 'card', 'The network has its answer', [['Id at the network', code(output.issuerToken)]]),
});

const cardMessage = tenantForm({
  path: '/sandbox/card-message',
  title: 'Simulate a card network: send a message',
  ...OF_SANDBOX,
  action: 'sandbox.card-message',
  submit: 'Send the message',
  done: 'The message was booked.',
  async prepare(visit: TenantVisit) {
    return ok({
      about: html`<p>What a card network tells about an authorization that it has had before.</p>`,
      asks: asksFor(
        await choosing(visit, 'cardId', 'Card'),
        await choosing(visit, 'transactionId', 'CardPayment'),
        'message',
        { name: 'currency', choices: currenciesOf(visit) },
        'amount',
      ),
      values: { cardId: named(visit, 'card'), transactionId: named(visit, 'transaction'), message: 'clearing' },
    });
  },
  input(entered, _visit, read) {
    const message = read('cardId', 'transactionId', 'message');
    const isReversal = message.message === 'returnReversal';
    const { currency, amount = 0n } = read('currency', { name: 'amount', required: !isReversal });
    if (isReversal && amount !== 0n) entered.fail('amount', 'must be empty for a reversal');
    return entered.result(() => ({ ...message, currency, amount }));
  },
  leadsTo: (visit, output) =>
    output === null
      ? sentBefore()
      : result(visit, 'card-message', 'The message was booked', [['Id at the network', code(output.issuerToken)]]),
});

/** Forms that play merchants and the network of cards. */
export const cardForms: readonly Route[] = [card, cardMessage];
