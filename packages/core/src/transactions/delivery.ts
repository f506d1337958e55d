import { EXTERNAL_ACCOUNTS, type PayoutInstruction } from '../accounts/index.js';
import { Bug, type Instant, type Reads } from '../kernel/index.js';
import type { Delivery, Payment } from './payment.js';
import { destinationKey, type Transaction } from './transaction.js';

/** What the rail pays: the external account, or what the payment names instead. */
export async function readDelivery(
  reads: Reads,
  { transaction, delivery }: Payment,
): Promise<Delivery & { readonly isDeleted: boolean }> {
  if (delivery !== null) return { ...delivery, isDeleted: false };
  const account = await reads.get(EXTERNAL_ACCOUNTS, destinationKey(transaction.destination));
  if (account === null) throw new Bug(`${transaction.id} has no destination account`);
  const { receivedCurrency: currency, receivedAmount: amount } = transaction;
  return { account: account.accountInfo, currency: currency!, amount: amount!, isDeleted: account.isDeleted };
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
