import { isId, ok, type Query } from '../kernel/index.js';
import { type Transaction, TRANSACTIONS } from '../transactions/index.js';

/** Payouts that rails have and have not reported as delivered, so that their banks can be asked to recall them. */
export interface AtBank {
  /** The oldest first. */
  readonly payments: readonly Transaction[];
  /** Whether there are more than are listed. */
  readonly hasMore: boolean;
}

const PAGE = 200;
const MOST_LISTED = 1000;

/**
 * The payouts at banks of a customer, or to an external account, by its id; of the whole platform without one. An unknown
 * id has none.
 */
export const paymentsAtBank: Query<{ readonly subject?: string | undefined }, AtBank> = async (reads, _ctx, input) => {
  const { subject } = input;
  const isCustomer = subject !== undefined && isId('Customer', subject);
  const payments: Transaction[] = [];
  for (let after: Transaction | undefined; ;) {
    const page = await reads.list(TRANSACTIONS, {
      where: isCustomer ? { status: 'PROCESSING', customerId: subject } : { status: 'PROCESSING' },
      anyOf:
        subject === undefined || isCustomer
          ? undefined
          : { columns: ['senderIdentifier', 'receiverIdentifier'], value: subject },
      ...{ order: 'asc', limit: PAGE, counted: false, after },
    });
    payments.push(
      ...page.rows.filter(
        ({ type, rail, submittedAt }) => type === 'OUTGOING' && rail !== null && submittedAt !== null,
      ),
    );
    after = page.rows.at(-1);
    if (!page.hasMore || payments.length >= MOST_LISTED) return ok({ payments, hasMore: page.hasMore });
  }
};
