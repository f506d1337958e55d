import { type ExternalAccount, EXTERNAL_ACCOUNTS, type PayoutInstruction } from '../accounts/index.js';
import { Bug, type Instant, type Reads } from '../kernel/index.js';
import type { Delivery, Payment } from './payment.js';
import { destinationKey, type Transaction } from './transaction.js';

type DeliveryNow = Delivery & { readonly isDeleted: boolean };

/** What the rails pay, in the order of the payments: the external account, or what the payment names instead. */
export async function readDeliveries(reads: Reads, payments: readonly Payment[]): Promise<readonly DeliveryNow[]> {
  const toAccounts = payments.filter(({ delivery }) => delivery === null);
  const ids = toAccounts.map(({ transaction }) => destinationKey(transaction.destination));
  const found = ids.length === 0 ? [] : await reads.getMany(EXTERNAL_ACCOUNTS, ids);
  const accounts = new Map<string, ExternalAccount>(found.map((account) => [account.id, account]));
  return payments.map(({ transaction, delivery }) => {
    if (delivery !== null) return { ...delivery, isDeleted: false };
    const account = accounts.get(destinationKey(transaction.destination));
    if (account === undefined) throw new Bug(`${transaction.id} has no destination account`);
    const { receivedCurrency: currency, receivedAmount: amount } = transaction;
    return { account: account.accountInfo, currency: currency!, amount: amount!, isDeleted: account.isDeleted };
  });
}

export async function readDelivery(reads: Reads, payment: Payment): Promise<DeliveryNow> {
  const [delivery] = await readDeliveries(reads, [payment]);
  return delivery!;
}

/** The instruction for the rail; every attempt composes the same one. */
export const payoutInstruction = (
  transaction: Transaction,
  { account, currency, amount }: Delivery,
  submittedAt: Instant,
): PayoutInstruction => ({
  reference: transaction.id,
  account,
  currency,
  amount,
  paymentRail: transaction.paymentRail,
  purposeOfPayment: transaction.purposeOfPayment,
  sameCurrency: transaction.sentCurrency === transaction.receivedCurrency,
  remittanceInformation: transaction.remittanceInformation,
  submittedAt,
  cancelRequestedAt: transaction.cancelRequestedAt,
});
