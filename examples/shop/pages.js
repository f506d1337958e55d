import { html } from './html.js';
import { formatAmount } from './money.js';
import { canQuote, stateOf } from './orders.js';

const EURO = { code: 'EUR', decimals: 2 };
/** How often an order page loads itself while something can change. */
const REFRESH_SECONDS = 3;

export const STYLE = `body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem }
dt { font-weight: 600 } dd { margin: 0 0 .5rem; overflow-wrap: anywhere } .state { font-size: 1.25rem }`;

const page = (shop, content, refresh = false) =>
  html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      ${refresh ? html`<meta http-equiv="refresh" content="${REFRESH_SECONDS}" />` : ''}
      <title>${shop}</title>
      <link rel="stylesheet" href="/style.css" />
      <h1><a href="/">${shop}</a></h1>
      ${content}
    </html> `.text;

export const articlesPage = (shop, articles) =>
  page(
    shop,
    Object.entries(articles).map(
      ([id, { name, price }]) =>
        html` <form method="post" action="/orders">
          <h2>${name}</h2>
          <p>${formatAmount(price, EURO)} <button name="article" value="${id}">Pay with USDC</button></p>
        </form>`,
    ),
  );

export const messagePage = (shop, message) => page(shop, html`<p>${message}</p>`);

const HEADINGS = {
  NEW: 'The payment could not be prepared',
  OPEN: 'Waiting for your payment',
  EXPIRED: 'The time to pay is over',
  PROCESSING: 'Your payment has arrived and is being settled',
  PAID: 'Paid',
  FAILED: 'The payment failed',
};
const REASONS = {
  FUNDING_AMOUNT_MISMATCH: 'it was not the exact amount',
  QUOTE_EXPIRED: 'it arrived after the time to pay',
  PAYOUT_RETURNED: 'the bank of the shop returned the money',
};
const REFUNDS = {
  PENDING: 'It is going back to its sender.',
  COMPLETED: 'It went back to its sender.',
  FAILED: 'It could not be sent back. Please write to the shop.',
};

/** @param {import('./orders.js').Order} order */
export function orderPage(shop, articles, order, now) {
  const state = stateOf(order, now);
  const last = order.quotes.at(-1);
  const isRefunding = order.quotes.some(({ payment }) => payment?.refund?.status === 'PENDING');
  return page(
    shop,
    html` <h2>${articles[order.article]?.name ?? order.article}, ${formatAmount(order.price, EURO)}</h2>
      <p class="state" data-state="${state}">${HEADINGS[state]}</p>
      ${state === 'OPEN' ? instructions(last.quote, now) : ''} ${state === 'PAID' ? received(last.payment) : ''}
      ${order.quotes.map(({ payment }) => (payment?.status === 'FAILED' ? failure(payment) : ''))}
      ${canQuote(state) ? html`<form method="post" action="/orders/${order.id}/quotes"><button>New quote</button></form>` : ''}`,
    ['OPEN', 'PROCESSING'].includes(state) || isRefunding,
  );
}

function instructions({ id, totalSendingAmount, sendingCurrency, paymentInstructions, expiresAt }, now) {
  const seconds = Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / 1000));
  const { accountOrWalletInfo: to, instructionsNotes } = paymentInstructions[0];
  return html` <dl>
    <dt>Send exactly</dt>
    <dd>${formatAmount(totalSendingAmount, sendingCurrency)}</dd>
    <dt>to the address</dt>
    <dd>${to.address}</dd>
    <dt>within</dt>
    <dd>${Math.floor(seconds / 60)} min ${seconds % 60} s, until ${expiresAt}</dd>
    <dt>Note</dt>
    <dd>${instructionsNotes}</dd>
    <dt>Quote</dt>
    <dd>${id}</dd>
  </dl>`;
}

const amountOf = ({ amount, currency }) => formatAmount(amount, currency);
const received = ({ sentAmount, receivedAmount }) =>
  html`<p>You sent ${amountOf(sentAmount)}; the shop got ${amountOf(receivedAmount)}.</p>`;
const failure = ({ sentAmount, failureReason, refund }) =>
  html` <p>
    You sent ${amountOf(sentAmount)}: ${REASONS[failureReason] ?? failureReason}. ${REFUNDS[refund?.status]}
  </p>`;
