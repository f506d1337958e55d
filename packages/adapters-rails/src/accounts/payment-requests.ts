import type { CurrencyCode, Environment } from '@corridor/core';
import type { RequestedPayment } from '@corridor/core/ports';
import type { AccountInfo } from '@corridor/core/records';
import { lightningKey, MSAT_PER_SAT } from '@corridor/core/internal';
import { type Bolt11, readBolt11 } from './bolt11.js';
import { type Bolt12, readBolt12 } from './bolt12.js';
import { readSpark } from './spark-invoice.js';

const OF_TESTS = 'is of a test network, on which no real money is paid';
const FRACTION = 'asks for a fraction of a satoshi, which cannot be paid exactly; ask the payee for whole satoshis';

type Asked = Omit<RequestedPayment, 'field'>;

/** An account that cannot be paid at all for this reason. */
const faulty = (noun: RequestedPayment['noun'], fault: string): Asked => ({
  noun,
  key: null,
  amount: null,
  isPerItem: false,
  expiresAt: null,
  fault,
});

/** What an account asks for, if one of its fields holds a payment request; null for every other account. */
export function paymentRequestOf(
  info: AccountInfo,
  currency: CurrencyCode,
  environment: Environment,
): RequestedPayment | null {
  const { invoice, bolt12, address } = info;
  const found: readonly (readonly [string, Asked | null])[] = [
    ['invoice', typeof invoice === 'string' ? ofInvoice(readBolt11(invoice), environment) : null],
    ['bolt12', typeof bolt12 === 'string' ? ofOffer(readBolt12(bolt12), environment) : null],
    ['address', typeof address === 'string' ? ofSpark(address, currency, environment) : null],
  ];
  const [field, asked] = found.find(([, each]) => each !== null) ?? [];
  return field === undefined || asked === undefined || asked === null ? null : { field, ...asked };
}

function ofInvoice(invoice: Bolt11 | null, environment: Environment): Asked | null {
  if (invoice === null) return null;
  const { isMainNetwork, paymentHash, msat, expiresAt } = invoice;
  if (!isMainNetwork && environment === 'PRODUCTION') return faulty('invoice', OF_TESTS);
  if (msat !== null && msat % MSAT_PER_SAT !== 0n) return faulty('invoice', FRACTION);
  const amount = msat === null ? null : msat / MSAT_PER_SAT;
  return { noun: 'invoice', key: lightningKey(paymentHash), amount, isPerItem: false, expiresAt, fault: null };
}

function ofOffer(offer: Bolt12 | null, environment: Environment): Asked | null {
  if (offer === null) return null;
  const { isMainNetwork, amount, hasQuantity, expiresAt } = offer;
  if (!isMainNetwork && environment === 'PRODUCTION') return faulty('offer', OF_TESTS);
  const msat = amount?.unit === 'msat' ? amount.value : null;
  if (msat !== null && msat % MSAT_PER_SAT !== 0n) return faulty('offer', FRACTION);
  // The payee converts an amount in another currency, and refuses a request for less.
  const satoshis = msat === null ? null : msat / MSAT_PER_SAT;
  return { noun: 'offer', key: null, amount: satoshis, isPerItem: hasQuantity, expiresAt, fault: null };
}

function ofSpark(address: string, currency: CurrencyCode, environment: Environment): Asked | null {
  const text = readSpark(address);
  if (text === null || text.fields === null) return null;
  if (text.fields === 'unreadable')
    return faulty('invoice', 'has content behind its identity key that is not an invoice of Spark');
  if (!text.isMainNetwork && environment === 'PRODUCTION') return faulty('invoice', OF_TESTS);
  const { key, asset, amount, expiresAt } = text.fields;
  if (asset === 'BTC' && currency !== 'BTC')
    return faulty('invoice', `asks for bitcoin, but the account is in ${currency}`);
  if (asset !== 'BTC' && currency === 'BTC')
    return faulty('invoice', `asks for a token, but the account is in ${currency}`);
  return { noun: 'invoice', key: `spark/${key}`, amount, isPerItem: false, expiresAt, fault: null };
}
