import { ConflictError } from '@corridor/client';
import { canQuote, stateOf } from './orders.js';

/** The network on which customers send USDC. */
const NETWORK = 'BASE';

/**
 * The shop's bank account, which the euros are settled to. It is created by the first start.
 *
 * @param {import('@corridor/client').Corridor} corridor
 */
export async function ensureSettlementAccount(corridor, { iban, name, country }) {
  const beneficiary = { beneficiaryType: 'BUSINESS', legalName: name, countryOfResidence: country };
  try {
    const account = await corridor.createPlatformExternalAccount({
      body: { currency: 'EUR', accountInfo: { accountType: 'EUR_ACCOUNT', iban, beneficiary } },
    });
    return account.id;
  } catch (error) {
    // The error names the account that has this number already.
    if (error instanceof ConflictError && error.details.accountId) return error.details.accountId;
    throw error;
  }
}

/**
 * @param {import('@corridor/client').Corridor} corridor
 * @param {ReturnType<typeof import('./orders.js').openOrders>} orders
 * @param {{ accountId: string, platformId: string }} shop
 */
export function createPayments(corridor, orders, { accountId, platformId }) {
  return {
    /**
     * Gives an order a quote, if its last one can no longer be paid. The shop gets exactly the price in euros; the quote
     * says what the customer pays in USDC, and until when.
     *
     * @param {import('./orders.js').Order} order
     */
    async quote(order) {
      if (!canQuote(stateOf(order, Date.now()))) return;
      const last = order.quotes.at(-1);
      const number = order.quotes.length + 1;
      if (last !== undefined && last.payment === undefined) {
        try {
          await corridor.cancelQuote({ path: { quoteId: last.quote.id } });
        } catch (error) {
          // Its money has arrived just now; the webhook will say so.
          if (error instanceof ConflictError) return;
          throw error;
        }
      }
      const quote = await corridor.createQuote({
        body: {
          source: { sourceType: 'REALTIME_FUNDING', customerId: platformId, currency: 'USDC', cryptoNetwork: NETWORK },
          destination: { destinationType: 'ACCOUNT', accountId, paymentRail: 'SEPA' },
          lockedCurrencySide: 'RECEIVING',
          lockedCurrencyAmount: order.price,
          description: `order ${order.id}`,
          remittanceInformation: `Order ${order.id}`,
        },
        // The same request after a crash, or a second click, gets the same quote.
        headers: { 'Idempotency-Key': `order ${order.id} quote ${number}` },
      });
      orders.addQuote(order.id, quote);
    },
  };
}
