import { Corridor } from '@corridor/client';
import { parseAmount } from './money.js';

// Plays the customer's wallet in the sandbox: sends USDC for the quote that the page of an order shows.

const { CORRIDOR_BASE_URL, CORRIDOR_CLIENT_ID, CORRIDOR_CLIENT_SECRET } = process.env;
const [quoteId, amount] = process.argv.slice(2);
const currencyAmount = amount === undefined ? undefined : parseAmount(amount, 6);
if (!quoteId?.startsWith('Quote:') || currencyAmount === null) {
  throw new Error('node payer.js Quote:… [AMOUNT], such as 16.27; without an amount exactly what the quote asks for');
}
const corridor = new Corridor({
  baseUrl: CORRIDOR_BASE_URL,
  credential: { clientId: CORRIDOR_CLIENT_ID, clientSecret: CORRIDOR_CLIENT_SECRET },
});
const payment = await corridor.sandboxSend({ body: { quoteId, currencyCode: 'USDC', currencyAmount } });
console.log(`${payment.id} ${payment.status} ${payment.failureReason ?? ''}`.trimEnd());
