import type { ExternalAccount, PullInstruction } from '../accounts/index.js';
import type { Instant } from '../kernel/index.js';
import type { Transaction } from './transaction.js';

/** The instruction for the rail; every attempt composes the same one. */
export const pullInstruction = (
  transaction: Transaction,
  { accountInfo }: Pick<ExternalAccount, 'accountInfo'>,
  submittedAt: Instant,
): PullInstruction => ({
  reference: transaction.id,
  account: accountInfo,
  currency: transaction.sentCurrency!,
  amount: transaction.sentAmount!,
  remittanceInformation: transaction.remittanceInformation,
  submittedAt,
  cancelRequestedAt: transaction.cancelRequestedAt,
});
