import { randomUUID } from 'node:crypto';
import { isCurrency, ok } from '@corridor/core';
import { CARD_MESSAGES, CARD_USES } from '@corridor/core/internal';
import { html, type Html } from '../../pages/html.js';
import {
  actions,
  code,
  type Content,
  definitions,
  link,
  money,
  section,
  status,
  table,
  time,
} from '../kit/components.js';
import type { Entered } from '../kit/entered.js';
import { mayRequest, sentBefore, tenantForm } from '../kit/form-page.js';
import type { ConsoleField } from '../kit/fields.js';
import { type PageContent, type Route, tenantPage } from '../kit/route.js';
import { readIn, type TenantVisit } from '../kit/visit.js';
import { ENDINGS, type Endings } from './endings.js';

const SECTION = 'Sandbox';
const OF_SANDBOX = { section: SECTION, sandboxOnly: true } as const;

/** The endings that choose an outcome, as a table. */
const endingsOf = ({ title, about, names, rows }: Endings): Html =>
  section(
    title.toLowerCase().replaceAll(/[^a-z]+/g, '-'),
    title,
    html`<p class="hint">${about}</p>
      ${table({
        caption: title,
        rows,
        empty: '',
        columns: [
          {
            title: names[0],
            text: ([ending]) => ending,
            show: ([ending]) => (ending === 'any other' ? ending : code(ending)),
          },
          { title: names[1], text: ([, outcome]) => outcome },
        ],
      })}`,
  );

const LAST_THREE = html`<p class="hint">
  The last three characters of an identifier choose the outcome; before the <code>@</code>, if it has one.
</p>`;

/** The endings that matter to a form. */
const beside = (table: Endings): Html => html`<div class="endings">${endingsOf(table)} ${LAST_THREE}</div>`;

/** What a simulation had as its result, with a way to the next one. */
const result = (
  { place: { base } }: TenantVisit,
  path: string,
  title: string,
  facts: readonly (readonly [string, Content | null])[],
): PageContent => ({
  title,
  crumbs: [],
  body: html`${definitions(facts)}
    <div class="actions">${link(`${base}/sandbox/${path}`, 'Once more')} ${link(`${base}/sandbox`, 'Sandbox')}</div>`,
});

const record = (visit: TenantVisit, id: string | null): Content | null => {
  const path = id === null ? null : visit.pathOf({ tenant: visit.place.tenant, id });
  return id === null ? null : path === null ? code(id) : link(path, code(id));
};

const PLAYS = [
  ['fund', 'sandbox.fund', 'Fund an account', 'Money arrives in an internal account at once.'],
  ['pay', 'sandbox.pay-quote', 'Pay a quote', 'A payer follows the payment instructions of a quote.'],
  ['deposit', 'sandbox.deposit', 'Send money with a reference', 'A payer writes any reference on a transfer.'],
  ['uma', 'sandbox.receive-uma', 'Receive by UMA', 'A customer of another institution pays one of the platform.'],
  ['card', 'sandbox.use-card', 'Use a card', 'A merchant asks a card to pay, or gives a credit.'],
  [
    'card-message',
    'sandbox.card-message',
    'Send a message of a card network',
    'The network clears, changes or returns a card payment.',
  ],
  ['webhook', 'sandbox.test-webhook', 'Send a test event', 'The endpoint of the platform gets an event now.'],
] as const;

const home = tenantPage({
  path: '/sandbox',
  title: 'Sandbox',
  ...OF_SANDBOX,
  async show(visit) {
    const { core, place } = visit;
    const clock = await readIn(visit, core.sandbox.clock, undefined);
    if (!clock.ok) return clock;
    const { now, aheadSeconds } = clock.value;
    const path = `${place.base}/sandbox`;
    const body = html`<p>
        The sandbox moves no real money. Play here what happens outside: payers, merchants and the passing of time.
      </p>
      ${section(
        'clock',
        'Test clock',
        html`${definitions([
          ['Time of the platform', time(now)],
          ['Time of the host', time(visit.now)],
          ['Ahead by', ahead(aheadSeconds)],
        ])}
        ${mayRequest(visit, 'sandbox.advance-clock') && actions(html`<a class="button" href="${path}/clock">Move the clock ahead</a>`)}`,
      )}
      ${section(
        'play',
        'Simulations',
        table({
          caption: 'Simulations',
          rows: PLAYS.filter(([, action]) => mayRequest(visit, action)),
          empty: 'Your role does not allow simulations; they need the role OPERATOR.',
          columns: [
            {
              title: 'Simulation',
              text: ([, , title]) => title,
              show: ([name, , title]) => link(`${path}/${name}`, title),
            },
            { title: 'What it plays', text: ([, , , about]) => about },
          ],
        }),
      )}
      <p>${link(`${path}/endings`, 'Magic endings: identifiers that choose an outcome')}</p>`;
    return ok({ body });
  },
});

function ahead(seconds: number): string {
  if (seconds === 0) return 'Not at all';
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const;
  return parts.flatMap(([count, unit]) => (count === 0 ? [] : [`${count} ${unit}`])).join(' ');
}

const endings = tenantPage({
  path: '/sandbox/endings',
  title: 'Magic endings',
  ...OF_SANDBOX,
  async show() {
    return ok({ body: html`${LAST_THREE} ${Object.values(ENDINGS).map(endingsOf)}` });
  },
});

const UNITS = { minutes: 60, hours: 3_600, days: 86_400, seconds: 1 } as const;
const UNIT_NAMES = ['seconds', 'minutes', 'hours', 'days'] as const;

const clock = tenantForm({
  path: '/sandbox/clock',
  title: 'Move the clock ahead',
  ...OF_SANDBOX,
  action: 'sandbox.advance-clock',
  submit: 'Move the clock',
  done: 'The clock was moved, and the work that became due was done.',
  async prepare({ place }: TenantVisit) {
    return ok({
      about: html`<p>
          Quotes expire, slow payments settle, and webhooks are sent again as if the time had passed. The clock never
          moves back. It is now ${time(place.context.now)}.
        </p>
        <p class="hint">One step is at most 366 days.</p>`,
      fields: [
        { name: 'count', label: 'How far', inputmode: 'numeric' },
        { name: 'unit', label: 'Unit', choices: UNIT_NAMES.map((unit) => [unit, unit] as const) },
      ],
      values: { count: '', unit: 'minutes' },
    });
  },
  input: (entered) => {
    const unit = entered.oneOf('unit', UNIT_NAMES);
    const count = entered.integer('count', { min: 1, max: Math.floor((366 * 86_400) / UNITS[unit]) });
    return entered.result(() => ({ seconds: count * UNITS[unit] }));
  },
  async leadsTo({ core, place: { tenant, base } }) {
    // Jobs would do the same work later, so that it does not matter if this host dies here.
    await core.work.catchUp(tenant);
    return `${base}/sandbox`;
  },
});

const AMOUNT: ConsoleField = { name: 'amount', label: 'Amount', hint: 'Such as 100.00', inputmode: 'decimal' };

/** The currencies of the platform as a choice. */
const currencyField = ({ place: { platform } }: TenantVisit): ConsoleField => ({
  name: 'currency',
  label: 'Currency',
  choices: platform.supportedCurrencies.map(({ currencyCode }) => [currencyCode, currencyCode] as const),
});

const currencyOf = (entered: Entered): string => {
  const given = entered.currency('currency');
  if (given !== ('' as string) && !isCurrency(given)) entered.fail('currency', 'is not a currency of payments');
  return given;
};

/** The first value of a form: what the address names, such as the account from its page. */
const named = ({ query }: TenantVisit, name: string): string => query.get(name) ?? '';

const fund = tenantForm({
  path: '/sandbox/fund',
  title: 'Fund an account',
  ...OF_SANDBOX,
  action: 'sandbox.fund',
  submit: 'Fund the account',
  done: 'The account was funded.',
  async prepare(visit: TenantVisit) {
    return ok({
      about: html`<p>Money arrives from outside, in any currency. A debt of the account is paid first.</p>`,
      fields: [
        { name: 'accountId', label: 'Internal account', hint: 'Its id, such as InternalAccount:018b…' },
        currencyField(visit),
        AMOUNT,
      ],
      values: { accountId: named(visit, 'account') },
    });
  },
  input: (entered) => {
    const accountId = entered.id('accountId', 'InternalAccount');
    const currency = currencyOf(entered);
    const amount = entered.amount('amount', currency);
    return entered.result(() => ({ accountId, currency, amount }));
  },
  leadsTo: (visit, output) => {
    if (output === null) return sentBefore();
    const { account, available, held } = output;
    return result(visit, 'fund', 'The account was funded', [
      ['Account', record(visit, account.id)],
      ['Available', money(available, account.currency)],
      ['Held', money(held, account.currency)],
    ]);
  },
});

const pay = tenantForm({
  path: '/sandbox/pay',
  title: 'Pay a quote',
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
      fields: [
        { name: 'quoteId', label: 'Quote', hint: 'Its id, such as Quote:018b…' },
        currencyField(visit),
        { ...AMOUNT, hint: 'Empty: exactly what the quote asks for' },
      ],
      values: { quoteId: named(visit, 'quote') },
    });
  },
  input: (entered) => {
    const quoteId = entered.id('quoteId', 'Quote');
    const currencyCode = currencyOf(entered);
    const currencyAmount = entered.optionalAmount('amount', currencyCode);
    return entered.result(() => ({ quoteId, currencyCode, ...(currencyAmount !== undefined && { currencyAmount }) }));
  },
  leadsTo: (visit, output) =>
    output === null
      ? sentBefore()
      : result(visit, 'pay', 'The money has arrived', [
          ['Payment', record(visit, output.id)],
          ['Status', status(output.status)],
        ]),
});

const deposit = tenantForm({
  path: '/sandbox/deposit',
  title: 'Send money with a reference',
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
      fields: [
        { name: 'reference', label: 'Reference', hint: 'As the payer writes it on the transfer' },
        currencyField(visit),
        AMOUNT,
        { name: 'name', label: 'Name of the sender', hint: 'Optional' },
        {
          name: 'account',
          label: 'Account of the sender',
          hint: 'Optional. Its ending chooses what becomes of a refund.',
        },
      ],
      values: { reference: named(visit, 'reference') },
    });
  },
  input: (entered) => {
    const reference = entered.text('reference', 140);
    const currencyCode = currencyOf(entered);
    const amount = entered.amount('amount', currencyCode);
    const name = entered.optionalText('name', 140) ?? null;
    const account = entered.optionalText('account', 140) ?? null;
    const isNamed = name !== null || account !== null;
    return entered.result(() => ({ reference, currencyCode, amount, ...(isNamed && { remitter: { name, account } }) }));
  },
  leadsTo: (visit, output) => {
    if (output === null) return sentBefore();
    const { arrival, transaction } = output;
    return result(visit, 'deposit', 'The money has arrived', [
      ['Outcome', status(arrival.outcome, 'plain')],
      ['Payment', record(visit, transaction?.id ?? null)],
    ]);
  },
});

const uma = tenantForm({
  path: '/sandbox/uma',
  title: 'Receive by UMA',
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
      fields: [
        { name: 'sender', label: 'Sender', hint: 'Any UMA address, such as $grace@bank.example' },
        { name: 'receiver', label: 'Receiver', hint: 'The UMA address of a customer, or the customer below' },
        { name: 'customerId', label: 'Customer', hint: 'Its id, instead of the address' },
        currencyField(visit),
        AMOUNT,
      ],
      values: { customerId: named(visit, 'customer'), sender: '$success.usd@sandbox.uma.money' },
    });
  },
  input: (entered) => {
    const senderUmaAddress = entered.text('sender', 320);
    const receiverUmaAddress = entered.optionalText('receiver', 320);
    const customerId = entered.optionalId('customerId', 'Customer');
    if (receiverUmaAddress === undefined && customerId === undefined)
      entered.fail('receiver', 'or a customer must be given');
    const receivingCurrencyCode = currencyOf(entered);
    const receivingCurrencyAmount = entered.amount('amount', receivingCurrencyCode);
    const receiver = {
      ...(receiverUmaAddress !== undefined && { receiverUmaAddress }),
      ...(customerId !== undefined && { customerId }),
    };
    return entered.result(() => ({ senderUmaAddress, ...receiver, receivingCurrencyCode, receivingCurrencyAmount }));
  },
  leadsTo: (visit, output) =>
    output === null
      ? sentBefore()
      : result(visit, 'uma', 'The payment was sent', [
          ['Payment', record(visit, output.id)],
          ['Status', status(output.status)],
        ]),
});

const USE_LABELS: Readonly<Record<(typeof CARD_USES)[number], string>> = {
  authorization: 'Authorization: the merchant asks whether the card pays, and collects later',
  financialAuthorization: 'Authorization that is cleared at once',
  creditAuthorization: 'Credit: the merchant asks to give money',
  creditAuthorizationAdvice: 'Credit that the network has approved itself',
  financialCreditAuthorization: 'Credit that is booked at once',
};

const card = tenantForm({
  path: '/sandbox/card',
  title: 'Use a card',
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
      fields: [
        { name: 'cardId', label: 'Card', hint: 'Its id, such as Card:018b…' },
        { name: 'use', label: 'Use', choices: CARD_USES.map((use) => [use, USE_LABELS[use]] as const) },
        currencyField(visit),
        AMOUNT,
        { name: 'descriptor', label: 'Merchant', hint: 'Its descriptor, whose ending chooses the outcome' },
        {
          name: 'mcc',
          label: 'Category of the merchant',
          hint: 'Optional: four digits, such as 5814',
          inputmode: 'numeric',
        },
        { name: 'country', label: 'Country of the merchant', hint: 'Optional: two letters, such as US' },
      ],
      values: { cardId: named(visit, 'card'), use: 'authorization', descriptor: 'COFFEE BAR' },
      // The same message of the network if the form is sent twice: the second has no effect.
      hidden: { networkMessageId: randomUUID() },
    });
  },
  input: (entered) => {
    const cardId = entered.id('cardId', 'Card');
    const use = entered.oneOf('use', CARD_USES);
    const currency = currencyOf(entered);
    const amount = entered.amount('amount', currency);
    const descriptor = entered.text('descriptor', 140);
    const mcc = entered.optionalText('mcc') ?? null;
    if (mcc !== null && !/^\d{4}$/.test(mcc)) entered.fail('mcc', 'must have four digits');
    const country = entered.optionalText('country')?.toUpperCase() ?? null;
    if (country !== null && !/^[A-Z]{2}$/.test(country)) entered.fail('country', 'must have two letters');
    const networkMessageId = entered.text('networkMessageId', 64);
    const merchant = { descriptor, mcc, country };
    return entered.result(() => ({ use, cardId, amount, currency, merchant, networkMessageId }));
  },
  leadsTo: (visit, output) =>
    output === null
      ? sentBefore()
      : result(visit, 'card', 'The network has its answer', [['Id at the network', code(output.issuerToken)]]),
});

const MESSAGE_LABELS: Readonly<Record<(typeof CARD_MESSAGES)[number], string>> = {
  clearing: 'Clearing: the merchant collects its money',
  authorizationAdvice: 'Change of the authorized amount',
  return: 'Return: the merchant gives money back',
  returnReversal: 'Reversal of the last return, which has no amount of its own',
};

const cardMessage = tenantForm({
  path: '/sandbox/card-message',
  title: 'Send a message of a card network',
  ...OF_SANDBOX,
  action: 'sandbox.card-message',
  submit: 'Send the message',
  done: 'The message was booked.',
  async prepare(visit: TenantVisit) {
    return ok({
      about: html`<p>What a card network tells about an authorization that it has had before.</p>`,
      fields: [
        { name: 'cardId', label: 'Card', hint: 'Its id, such as Card:018b…' },
        { name: 'transactionId', label: 'Card payment', hint: 'Its id, such as Transaction:018b…' },
        {
          name: 'message',
          label: 'Message',
          choices: CARD_MESSAGES.map((each) => [each, MESSAGE_LABELS[each]] as const),
        },
        currencyField(visit),
        { ...AMOUNT, hint: 'Empty only for the reversal of a return' },
      ],
      values: { cardId: named(visit, 'card'), transactionId: named(visit, 'transaction'), message: 'clearing' },
    });
  },
  input: (entered) => {
    const cardId = entered.id('cardId', 'Card');
    const transactionId = entered.id('transactionId', 'Transaction');
    const message = entered.oneOf('message', CARD_MESSAGES);
    const currency = currencyOf(entered);
    const amount =
      message === 'returnReversal'
        ? (entered.optionalAmount('amount', currency) ?? 0n)
        : entered.amount('amount', currency);
    if (message === 'returnReversal' && amount !== 0n) entered.fail('amount', 'must be empty for a reversal');
    return entered.result(() => ({ cardId, transactionId, message, currency, amount }));
  },
  leadsTo: (visit, output) =>
    output === null
      ? sentBefore()
      : result(visit, 'card-message', 'The message was booked', [['Id at the network', code(output.issuerToken)]]),
});

const webhook = tenantForm({
  path: '/sandbox/webhook',
  title: 'Send a test event',
  ...OF_SANDBOX,
  action: 'sandbox.test-webhook',
  submit: 'Send the event',
  done: 'The endpoint has accepted the event.',
  async prepare() {
    return ok({ about: html`<p>The endpoint of the platform gets an event of the type TEST now.</p>`, fields: [] });
  },
  input: (entered) => entered.result(() => ({})),
  leadsTo: (visit, output) =>
    output === null
      ? sentBefore()
      : result(visit, 'webhook', 'The endpoint has accepted the event', [
          ['Status of the answer', String(output.responseStatus)],
          [
            'Answer',
            output.responseBody === '' ? null : html`<pre class="data" tabindex="0">${output.responseBody}</pre>`,
          ],
        ]),
});

/** Only on platforms of the sandbox. */
export const sandboxPages: readonly Route[] = [
  home,
  endings,
  clock,
  fund,
  pay,
  deposit,
  uma,
  card,
  cardMessage,
  webhook,
];
