import {
  bookEntry,
  EXTERNAL_ACCOUNTS,
  type InternalAccount,
  INTERNAL_ACCOUNTS,
  notCovered,
  type Rails,
} from '../accounts/index.js';
import { CUSTOMERS, mustNotBeBlocked, type Settings } from '../customers/index.js';
import {
  Bug,
  type Context,
  err,
  type EventOf,
  type IdSource,
  invalidFields,
  isId,
  ok,
  type Result,
  transition,
  type Tx,
  type UseCase,
} from '../kernel/index.js';
import { reserveLimits } from '../limits/index.js';
import { quoteExpired, reserveDailyVolume } from '../rates/index.js';
import type { ChallengePorts, ScaFactor } from '../sca/index.js';
import { mustBeUnspent } from '../transactions/index.js';
import { authorizeTransfer, isWallet, type SignedCall, transferPayload, UNSIGNED } from '../wallets/index.js';
import { challengePayment, mayPay, mustBeActive, payerToAsk } from './authorization.js';
import { countedFor, type PayingUnit, quotedBooks, type Reserved, startPayment, startPull } from './payment.js';
import { heldSource, type Quote, QUOTES, type QuoteSca } from './quote.js';
import { QUOTE } from './quote-states.js';

export interface ExecuteQuote {
  readonly id: string;
  /** The owner's signature, required if the source is an Embedded Wallet. */
  readonly signed?: SignedCall | undefined;
  /** The factor with which a regulated customer authorizes the payment. */
  readonly scaFactor?: ScaFactor | undefined;
}

export interface ExecutePorts {
  readonly ids: IdSource;
  readonly sca: ChallengePorts;
  readonly settings: Settings;
  readonly rails: Rails;
}

/**
 * Starts the payment of a quote from an internal account or one that a rail collects from, once: a second call returns
 * the quote as it is now (docs/areas/quotes.md#execute-a-quote).
 * Errors: 404 QUOTE_NOT_FOUND; 400 INVALID_INPUT for a quote with real-time funding; 400 INVALID_AMOUNT if the balance
 * does not cover the amount, and the quote stays PENDING; 403 USER_NOT_READY for a payer who may not move money now, or a
 * frozen or closed account; 409 CONFLICT for a quote that has failed, or whose invoice is paid, and `quoteExpired`; 403 VELOCITY_LIMIT_EXCEEDED; 429 DAILY_VOLUME_LIMIT_EXCEEDED.
 * A regulated customer who does not trust the beneficiary must authorize the payment: the quote becomes
 * PENDING_AUTHORIZATION with a challenge. The challenge can fail with 400 INVALID_INPUT for an unusable factor, 403
 * USER_NOT_READY without any factor, 423 ACCOUNT_LOCKED and 429 RATE_LIMITED if no code can be sent; these errors leave
 * the quote unchanged.
 * A quote from an Embedded Wallet needs the owner's signature over the `payloadToSign` of the payment instructions: 401
 * WALLET_SIGNATURE_MISSING, WALLET_SIGNATURE_MALFORMED, INVALID_SIGNATURE, WALLET_SIGNATURE_INVALID.
 */
export function executeQuote({ ids, sca, settings, rails }: ExecutePorts): UseCase<ExecuteQuote, Quote> {
  return async (tx, ctx, { id, signed = UNSIGNED, scaFactor = null }) => {
    const quote = isId('Quote', id) ? await tx.get(QUOTES, id) : null;
    if (quote === null) return err('QUOTE_NOT_FOUND');
    if (quote.source.sourceType === 'REALTIME_FUNDING') {
      return invalidFields([
        { field: 'quoteId', message: 'has real-time funding; it executes when its money arrives' },
      ]);
    }
    if (quote.status === 'PROCESSING' || quote.status === 'COMPLETED') return ok(quote);
    if (quote.status === 'PENDING_AUTHORIZATION' && quote.expiresAt > ctx.now) return ok(quote);
    if (quote.status === 'FAILED') return err('CONFLICT', 'the quote is FAILED; create a new quote');
    if (quote.status === 'EXPIRED' || quote.expiresAt <= ctx.now) return quoteExpired();
    const held = heldSource(quote);
    const account = held === null ? null : await sourceAccount(tx, quote, held);
    if (account !== null && isWallet(account)) {
      const payload = transferPayload(quote.paymentInstructions);
      if (payload === null) return err('CONFLICT', 'the quote has no payload to sign; create a new quote');
      const authorized = await authorizeTransfer(tx, ctx, account.id, payload, signed);
      if (!authorized.ok) return authorized;
    }
    const ready = await payerIsReady(tx, ctx, settings, quote, account);
    if (!ready.ok) return ready;
    const payer = await payerToAsk(tx, quote);
    if (payer !== null) return challengePayment(tx, ctx, sca, quote, account, payer, scaFactor);
    return startExecution({ tx, ctx, ids, rails, settings }, quote, account, 'execute');
  };
}

/**
 * The platform, the payer or the account that is collected from may have been blocked, or the payer have proposed a change
 * of identity, since the quote was made. `ownerUnderReview` on the account shows both of a payer, so a payment of any
 * other owner needs no further read; a payee that was blocked is found when a rail gets the payout. 403 USER_BLOCKED,
 * 403 USER_NOT_READY.
 */
async function payerIsReady(
  tx: Tx,
  ctx: Context,
  settings: Settings,
  quote: Quote,
  account: InternalAccount | null,
): Promise<Result<void>> {
  const free = mustNotBeBlocked(await settings(tx, ctx));
  if (!free.ok) return free;
  if (account !== null && !account.ownerUnderReview) return ok();
  const pulled = quote.pulledFrom === null ? null : await tx.get(EXTERNAL_ACCOUNTS, quote.pulledFrom);
  const collectable = pulled === null ? ok() : mustNotBeBlocked(pulled);
  if (!collectable.ok) return collectable;
  const payer = isId('Customer', quote.customerId) ? await tx.get(CUSTOMERS, quote.customerId) : null;
  return payer === null ? ok() : mayPay(tx, ctx, settings, payer);
}

async function sourceAccount(tx: Tx, quote: Quote, id: string): Promise<InternalAccount> {
  const account = await tx.get(INTERNAL_ACCOUNTS, id);
  if (account === null) throw new Bug(`${quote.id} has no source account`);
  return account;
}

/** Starts the payment of a quote that its payer has authorized. Errors: the errors of `executeQuote`. */
export async function executeAuthorized(unit: PayingUnit, quote: Quote, sca: QuoteSca): Promise<Result<Quote>> {
  const held = heldSource(quote);
  const account = held === null ? null : await sourceAccount(unit.tx, quote, held);
  return startExecution(unit, quote, account, 'authorize-execution', { sca });
}

type Execution = Extract<EventOf<typeof QUOTE>, 'execute' | 'authorize-execution'>;

/**
 * Executes from the internal account, or from an external one (null). 409 CONFLICT if the invoice is paid, or a payment of it
 * is in progress.
 */
export async function startExecution(
  unit: PayingUnit,
  quote: Quote,
  account: InternalAccount | null,
  event: Execution,
  patch: { readonly sca?: QuoteSca } = {},
): Promise<Result<Quote>> {
  const unspent = await mustBeUnspent(unit.tx, quote.paymentRequest);
  if (!unspent.ok) return unspent;
  return account === null
    ? executeByPull(unit, quote, event, patch)
    : executeFromAccount(unit, quote, account, event, patch);
}

/**
 * Counts the payment for its customer and its corridor. 403 VELOCITY_LIMIT_EXCEEDED above a limit of the customer; 429
 * DAILY_VOLUME_LIMIT_EXCEEDED above what is left of the daily volume of the corridor.
 */
async function reserve({ tx, ctx, settings }: PayingUnit, quote: Quote): Promise<Result<Reserved>> {
  const limitUse = await reserveLimits(tx, ctx, await settings(tx, ctx), countedFor(quote));
  if (!limitUse.ok) return limitUse;
  const dailyVolumeId = await reserveDailyVolume(tx, ctx, quote.dailyVolume, quote.totalSendingAmount);
  return ok({ dailyVolumeId, limitUse: limitUse.value });
}

/** Starts the payment with the collection of its money. The errors of `reserve`. */
async function executeByPull(
  unit: PayingUnit,
  quote: Quote,
  event: Execution,
  patch: { readonly sca?: QuoteSca },
): Promise<Result<Quote>> {
  const { tx, ctx } = unit;
  const reserved = await reserve(unit, quote);
  if (!reserved.ok) return reserved;
  const moved = transition(tx, ctx, QUOTE, QUOTES, quote, event, patch);
  if (!moved.ok) return moved;
  startPull(unit, quote, reserved.value);
  return ok(moved.value.record);
}

/**
 * Holds the sent amount on the source account and starts the payment. 403 USER_NOT_READY if the account is frozen or
 * closed; 400 INVALID_AMOUNT if its balance does not cover the amount; the errors of `reserve`.
 */
async function executeFromAccount(
  unit: PayingUnit,
  quote: Quote,
  account: InternalAccount,
  event: Execution,
  patch: { readonly sca?: QuoteSca },
): Promise<Result<Quote>> {
  const { tx, ctx } = unit;
  const active = mustBeActive(account);
  if (!active.ok) return active;
  const reserved = await reserve(unit, quote);
  if (!reserved.ok) return reserved;
  const moved = transition(tx, ctx, QUOTE, QUOTES, quote, event, patch);
  if (!moved.ok) return moved;
  const { origin, waiting } = quotedBooks(quote);
  const booked = await bookEntry(
    unit,
    {
      kind: 'HOLD',
      cause: quote.transactionId,
      lines: [
        { account: origin, amount: -quote.totalSendingAmount },
        { account: waiting, amount: quote.totalSendingAmount },
      ],
    },
    [account],
    notCovered(account),
  );
  if (!booked.ok) return booked;
  startPayment(unit, quote, reserved.value);
  return ok(moved.value.record);
}
