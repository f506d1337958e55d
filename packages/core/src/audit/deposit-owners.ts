import { INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { type ExceptionRecord, EXCEPTIONS, overdueOf } from '../exceptions/index.js';
import { isId, type Reads } from '../kernel/index.js';
import { QUOTES } from '../quotes/index.js';
import { type Deposit, TRANSACTIONS } from '../transactions/index.js';
import { UMA_RECEIPTS } from '../uma/index.js';

/** An id of a customer; null for the platform. */
export type Owner = string | null;

/** The owners that the reference of a deposit leaves; empty if it names nothing that has an owner. */
export async function ownersNamedBy(reads: Reads, { reference, rail, ownerId }: Deposit): Promise<readonly Owner[]> {
  if (isId('Exception', reference)) {
    const exception = await reads.get(EXCEPTIONS, reference);
    // Deposits from before they had an owner were given that of their reference, but those of exceptions none.
    return exception === null || ownerId === null ? [] : ownersOf(reads, await bearersOf(reads, exception));
  }
  if (isId('Transaction', reference)) {
    const used = await reads.get(TRANSACTIONS, reference);
    // Only a network keeps money under the id of a transaction. A bank passes on any text.
    return used?.type === 'CARD' && (used.rail ?? 'cards') === rail ? [customer(used.customerId)] : [];
  }
  const quote = await reads.find(QUOTES, 'reference', [reference]);
  if (quote !== null) return [customer(quote.customerId)];
  const account = await reads.find(INTERNAL_ACCOUNTS, 'reference', [reference]);
  if (account !== null) return [customer(account.customerId)];
  const receipt = await reads.find(UMA_RECEIPTS, 'reference', [reference]);
  return receipt === null ? [] : ownersOf(reads, [receipt.accountId]);
}

const customer = (id: string | null): Owner => (id !== null && isId('Customer', id) ? id : null);

async function ownersOf(reads: Reads, accounts: readonly string[]): Promise<readonly Owner[]> {
  return (await reads.getMany(INTERNAL_ACCOUNTS, accounts)).map(({ customerId }) => customer(customerId));
}

/** The accounts that bore what a resolution moved, also by way of a debt that was passed on. */
async function bearersOf(reads: Reads, { moved, entryId }: ExceptionRecord): Promise<readonly string[]> {
  if (moved === null || moved.account === null) return [];
  const found: string[] = [moved.account];
  const debts = entryId === null ? [] : await overdueOf(reads, moved.account, entryId);
  for (const debt of debts) found.push(...(await bearersOf(reads, debt)));
  return found;
}
