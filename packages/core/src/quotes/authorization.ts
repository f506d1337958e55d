import { EXTERNAL_ACCOUNTS, type InternalAccount, notCovered, payeeName } from '../accounts/index.js';
import { type Customer, CUSTOMERS, mayMoveMoney, type Settings } from '../customers/index.js';
import {
  type Context,
  err,
  fail,
  type FieldError,
  isId,
  ok,
  type Reads,
  type Result,
  transition,
  type Tx,
} from '../kernel/index.js';
import { BALANCES } from '../ledger/index.js';
import { amountText } from '../money/index.js';
import { type ChallengePorts, isTrustedBy, openChallenge, type ScaAction, type ScaFactor } from '../sca/index.js';
import { mustBeUnspent } from '../transactions/index.js';
import { type Quote, QUOTES, type QuoteSca } from './quote.js';
import { QUOTE } from './quote-states.js';

export const TOTP_IS_UNLINKED: FieldError = {
  field: 'scaFactor',
  message: 'TOTP codes are not bound to the amount and the payee; use another factor',
};

/** The customer who must authorize a payment; null if none must, or the customer trusts the beneficiary. */
export async function payerToAsk(
  reads: Reads,
  quote: Pick<Quote, 'sca' | 'customerId' | 'destinationId'>,
): Promise<Customer | null> {
  if (quote.sca === null) return null;
  const payer = await reads.get(CUSTOMERS, quote.customerId);
  if (payer === null) return null;
  const account = isId('ExternalAccount', quote.destinationId)
    ? await reads.get(EXTERNAL_ACCOUNTS, quote.destinationId)
    : null;
  return isTrustedBy(payer.id, account) ? null : payer;
}

/** 403 USER_BLOCKED or USER_NOT_READY for a payer who may not move money now. */
export async function mayPay(reads: Reads, ctx: Context, settings: Settings, payer: Customer): Promise<Result<void>> {
  return mayMoveMoney(payer, await settings(reads, ctx));
}

/** What the payer authorizes: this amount to this payee. */
export async function paymentAction(reads: Reads, quote: Quote, payer: Customer): Promise<ScaAction> {
  const { destinationId, totalSendingAmount, sendingCurrency, totalReceivingAmount, receivingCurrency } = quote;
  const account = isId('ExternalAccount', destinationId) ? await reads.get(EXTERNAL_ACCOUNTS, destinationId) : null;
  const payee = account !== null ? payeeName(account) : destinationId;
  return {
    operation: 'payment',
    path: quote.id,
    customerId: payer.id,
    body: {
      quoteId: quote.id,
      sendingAmount: String(totalSendingAmount),
      sendingCurrency,
      receivingAmount: String(totalReceivingAmount),
      receivingCurrency,
      payee: destinationId,
      // Identifies the account independently of later changes to its record.
      payeeIdentity: account?.identity ?? destinationId,
    },
    purpose: `pay ${amountText(totalSendingAmount, sendingCurrency)} to ${payee}`,
  };
}

/** Opens a challenge for the payer, valid as long as the quote. Errors: those of `openChallenge`. */
export async function openPaymentChallenge(
  tx: Tx,
  ctx: Context,
  sca: ChallengePorts,
  quote: Quote,
  payer: Customer,
  factor: ScaFactor | null,
): Promise<Result<QuoteSca>> {
  const wanted = factor ?? quote.sca?.factor ?? null;
  const action = await paymentAction(tx, quote, payer);
  const asked = { factor: wanted, field: 'scaFactor', expiresAt: quote.expiresAt };
  const challenge = await openChallenge(sca, tx, ctx, payer, action, asked);
  return challenge.ok ? ok({ factor: wanted, challenge: challenge.value, authorized: null }) : challenge;
}

/** 403 USER_NOT_READY for an account that is frozen or closed. */
export const mustBeActive = ({ status }: InternalAccount): Result<void> =>
  status === 'ACTIVE' ? ok() : err('USER_NOT_READY', `the source account is ${status}`);

/**
 * Starts an execution that the payer must authorize first. The payer is not asked for a payment that the account cannot
 * make (`account` is null for an external one): 403 USER_NOT_READY, 400 INVALID_AMOUNT, 409 CONFLICT for an invoice that is
 * paid, and the quote stays PENDING.
 */
export async function challengePayment(
  tx: Tx,
  ctx: Context,
  sca: ChallengePorts,
  quote: Quote,
  account: InternalAccount | null,
  payer: Customer,
  factor: ScaFactor | null,
): Promise<Result<Quote>> {
  const active = account === null ? ok() : mustBeActive(account);
  if (!active.ok) return active;
  const unspent = await mustBeUnspent(tx, quote.paymentRequest);
  if (!unspent.ok) return unspent;
  const balance = account === null ? null : await tx.get(BALANCES, account.id);
  if (balance !== null && balance.available < quote.totalSendingAmount) {
    return fail(notCovered(account!));
  }
  const asked = await openPaymentChallenge(tx, ctx, sca, quote, payer, factor);
  if (!asked.ok) return asked;
  const moved = transition(tx, ctx, QUOTE, QUOTES, quote, 'challenge', { sca: asked.value });
  return moved.ok ? ok(moved.value.record) : moved;
}
