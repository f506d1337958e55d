import { EXTERNAL_ACCOUNTS } from '../accounts/index.js';
import { isId, ok, type Query, readAll, type Reads } from '../kernel/index.js';
import { type Transaction, TRANSACTIONS } from '../transactions/index.js';

/** Payouts for which rails were asked, so that they may have them, and that they have not reported as delivered, so that their banks can be asked to recall them. */
export interface AtBank {
  /** The oldest first. */
  readonly payments: readonly Transaction[];
  /** Whether there are more than are listed. */
  readonly hasMore: boolean;
}

const PAGE = 200;
const MOST_LISTED = 1000;

export const paymentsAtBank: Query<{ readonly subject?: string | undefined }, AtBank> = async (
  reads,
  _ctx,
  { subject },
) => ok(await readAtBank(reads, subject ?? null));

/**
 * The payouts at banks of a customer, or to an external account, by its id; of the whole platform without one. Those of a
 * customer are also those that others pay to its external accounts. An unknown id has none.
 */
export async function readAtBank(reads: Reads, subject: string | null): Promise<AtBank> {
  if (subject === null) return listed(reads, {});
  if (!isId('Customer', subject)) return listed(reads, { account: subject });
  const payees = await readAll(reads, EXTERNAL_ACCOUNTS, { owner: subject });
  const parts = [await listed(reads, { customerId: subject })];
  for (const { id } of payees) parts.push(await listed(reads, { account: id }));
  const byId = new Map(parts.flatMap(({ payments }) => payments).map((payment) => [payment.id, payment]));
  const payments = [...byId.values()].toSorted((one, other) => one.createdAt - other.createdAt);
  return { payments, hasMore: parts.some(({ hasMore }) => hasMore) };
}

interface Of {
  readonly customerId?: string;
  readonly account?: string;
}

async function listed(reads: Reads, { customerId, account }: Of): Promise<AtBank> {
  const payments: Transaction[] = [];
  for (let after: Transaction | undefined; ;) {
    const page = await reads.list(TRANSACTIONS, {
      where: customerId === undefined ? { status: 'PROCESSING' } : { status: 'PROCESSING', customerId },
      anyOf:
        account === undefined ? undefined : { columns: ['senderIdentifier', 'receiverIdentifier'], value: account },
      ...{ order: 'asc', limit: PAGE, counted: false, after },
    });
    payments.push(
      ...page.rows.filter(
        ({ type, rail, submittedAt }) => type === 'OUTGOING' && rail !== null && submittedAt !== null,
      ),
    );
    after = page.rows.at(-1);
    if (!page.hasMore || payments.length >= MOST_LISTED) return { payments, hasMore: page.hasMore };
  }
}
