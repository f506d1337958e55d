import { EXCEPTIONS } from '../exceptions/index.js';
import { isId, ok, type Query, type Reads, type TenantKey } from '../kernel/index.js';
import { QUOTES } from '../quotes/index.js';
import { ARRIVALS, DEPOSITS, RAIL_MESSAGES, TRANSACTIONS } from '../transactions/index.js';
import { OUTSIDE_PAYMENTS } from '../treasury/index.js';
import { paymentIdOf, readPayment } from './read-payment.js';
import type { Payment } from './timeline.js';

/** The reference of an account is in all payments to it; the search lists the others. */
const MOST_OF_A_REFERENCE = 20;

/**
 * The payments that a text names: an id of Corridor that leads to a payment, the reference of payment instructions, or
 * the id of a payment, a message or a card authorization at a rail or network, or the reference of a payment outside that
 * resolved an exception about it. Empty if there are none.
 */
export const findPayments =
  (railNames: readonly string[]): Query<{ readonly text: string }, readonly Payment[]> =>
  async (reads, { tenant }, { text }) => {
    const found = new Map<string, Payment>();
    for (const id of await idsNamedBy(reads, railNames, tenant, text)) {
      const payment = await readPayment(reads, id);
      const key = payment?.transaction?.id ?? payment?.quote?.id ?? payment?.deposits[0]?.id;
      if (payment !== null && key !== undefined) found.set(key, payment);
    }
    return ok([...found.values()]);
  };

async function idsNamedBy(
  reads: Reads,
  railNames: readonly string[],
  tenant: TenantKey,
  text: string,
): Promise<readonly string[]> {
  const id = await paymentIdOf(reads, text);
  if (id !== null) return [id];
  const byReference = {
    where: { reference: text },
    order: 'desc',
    limit: MOST_OF_A_REFERENCE,
    counted: false,
  } as const;
  const ids: (string | null | undefined)[] = [
    (await reads.find(QUOTES, 'reference', [text]))?.id,
    (await reads.find(TRANSACTIONS, 'issuer_token', [text]))?.id,
    ...(await reads.list(TRANSACTIONS, byReference)).rows.map((row) => row.id),
    ...(await reads.list(DEPOSITS, byReference)).rows.map((row) => row.id),
  ];
  for (const rail of railNames) {
    const arrival = await reads.find(ARRIVALS, 'payment', [rail, text]);
    ids.push(arrival?.depositId ?? arrival?.transactionId);
    ids.push((await reads.find(RAIL_MESSAGES, 'message', [rail, text]))?.subject);
  }
  // Payments outside are records of the host.
  const { rows } = await reads.list(OUTSIDE_PAYMENTS, byReference);
  for (const { cause, tenant: owner } of rows) {
    if (owner === tenant && isId('Exception', cause)) ids.push((await reads.get(EXCEPTIONS, cause))?.subject);
  }
  return ids.filter((each) => typeof each === 'string');
}
