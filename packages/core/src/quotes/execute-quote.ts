import { bookEntry, type InternalAccount, INTERNAL_ACCOUNTS, notCovered } from '../accounts/index.js';
import { CUSTOMERS, type Settings } from '../customers/index.js';
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
  type Unit,
  type UseCase,
} from '../kernel/index.js';
import { reserveDailyVolume } from '../rates/index.js';
import type { ChallengePorts, ScaFactor } from '../sca/index.js';
import { authorizeTransfer, isWallet, type SignedCall, transferPayload, UNSIGNED } from '../wallets/index.js';
import { challengePayment, mayPay, mustBeActive, payerToAsk } from './authorization.js';
import { quotedBooks, startPayment, startPull } from './payment.js';
import { heldSource, type Quote, QUOTES, type QuoteSca } from './quote.js';
import { QUOTE } from './quote-states.js';

export interface ExecuteQuote {
  readonly id: string;
  /** The stamp of its owner, where money leaves an Embedded Wallet. */
  readonly signed?: SignedCall | undefined;
  /** What a regulated customer authorizes it by. */
  readonly scaFactor?: ScaFactor | undefined;
}

export interface ExecutePorts {
  readonly ids: IdSource;
  readonly sca: ChallengePorts;
  readonly settings: Settings;
}

/**
 * Starts the payment of a quote from an account, internal or pullable (interface, `POST /quotes/{quoteId}/execute`), once:
 * a second call answers the quote as it is now. Too little balance: 400 INVALID_AMOUNT, and the quote stays PENDING.
 * A regulated customer is asked first, unless the beneficiary is trusted: the quote is PENDING_AUTHORIZATION then, with its
 * challenge (400 INVALID_INPUT for a factor that cannot be used, 403 USER_NOT_READY without any; 423 ACCOUNT_LOCKED and
 * 429 RATE_LIMITED where no code can be sent, which leave the quote as it was). 403 USER_NOT_READY also
 * for a customer who must not move money any more.
 * From an Embedded Wallet only with its owner's stamp over the `payloadToSign` of the payment instructions: 401
 * WALLET_SIGNATURE_MISSING, WALLET_SIGNATURE_MALFORMED, INVALID_SIGNATURE, WALLET_SIGNATURE_INVALID.
 */
export function executeQuote({ ids, sca, settings }: ExecutePorts): UseCase<ExecuteQuote, Quote> {
  return async (tx, ctx, { id, signed = UNSIGNED, scaFactor = null }) => {
    const quote = isId('Quote', id) ? await tx.get(QUOTES, id) : null;
    if (quote === null) return err('QUOTE_NOT_FOUND');
    if (quote.source.sourceType === 'REALTIME_FUNDING') {
      return invalidFields([{ field: 'quoteId', message: 'a realtime-funding quote executes when its money arrives' }]);
    }
    if (quote.status === 'PROCESSING' || quote.status === 'COMPLETED') return ok(quote);
    if (quote.status === 'PENDING_AUTHORIZATION' && quote.expiresAt > ctx.now) return ok(quote);
    if (quote.status !== 'PENDING') return err('CONFLICT', `the quote is ${quote.status}`);
    if (quote.expiresAt <= ctx.now) return err('CONFLICT', 'the quote is EXPIRED');
    const held = heldSource(quote);
    const account = held === null ? null : await sourceAccount(tx, quote, held);
    if (account !== null && isWallet(account)) {
      const payload = transferPayload(quote.paymentInstructions);
      if (payload === null) return err('CONFLICT', 'the quote is of before wallets signed: quote anew');
      const authorized = await authorizeTransfer(tx, ctx, account.id, payload, signed);
      if (!authorized.ok) return authorized;
    }
    const ready = await payerIsReady(tx, ctx, settings, quote, account);
    if (!ready.ok) return ready;
    const payer = await payerToAsk(tx, quote);
    if (payer !== null) return challengePayment(tx, ctx, sca, quote, account, payer, scaFactor);
    return startExecution({ tx, ctx, ids }, quote, account, 'execute');
  };
}

/**
 * A payer who was ready when the quote was made may have proposed another identity since. The account says so: a payment
 * from one whose owner is not under review reads nothing more. 403 USER_NOT_READY.
 */
async function payerIsReady(
  tx: Tx,
  ctx: Context,
  settings: Settings,
  quote: Quote,
  account: InternalAccount | null,
): Promise<Result<void>> {
  if (account !== null && !account.ownerUnderReview) return ok();
  const payer = isId('Customer', quote.customerId) ? await tx.get(CUSTOMERS, quote.customerId) : null;
  return payer === null ? ok() : mayPay(tx, ctx, settings, payer);
}

async function sourceAccount(tx: Tx, quote: Quote, id: string): Promise<InternalAccount> {
  const account = await tx.get(INTERNAL_ACCOUNTS, id);
  if (account === null) throw new Bug(`${quote.id} has no source account`);
  return account;
}

/** Starts the payment of a quote whose payer has agreed to it. The errors of an execution. */
export async function executeAuthorized(unit: Unit, quote: Quote, sca: QuoteSca): Promise<Result<Quote>> {
  const held = heldSource(quote);
  const account = held === null ? null : await sourceAccount(unit.tx, quote, held);
  return startExecution(unit, quote, account, 'authorize-execution', { sca });
}

type Execution = Extract<EventOf<typeof QUOTE>, 'execute' | 'authorize-execution'>;

/** From the account that holds the money; null: from one outside. */
export const startExecution = (
  unit: Unit,
  quote: Quote,
  account: InternalAccount | null,
  event: Execution,
  patch: { readonly sca?: QuoteSca } = {},
): Promise<Result<Quote>> =>
  account === null ? executeByPull(unit, quote, event, patch) : executeFromAccount(unit, quote, account, event, patch);

/** Starts the payment with the collection of its money. 429 as in `executeFromAccount`. */
async function executeByPull(
  unit: Unit,
  quote: Quote,
  event: Execution,
  patch: { readonly sca?: QuoteSca },
): Promise<Result<Quote>> {
  const { tx, ctx } = unit;
  const dailyVolumeId = await reserveDailyVolume(tx, ctx, quote.dailyVolume, quote.totalSendingAmount);
  const moved = transition(tx, ctx, QUOTE, QUOTES, quote, event, patch);
  if (!moved.ok) return moved;
  startPull(unit, quote, dailyVolumeId);
  return ok(moved.value.record);
}

/**
 * Holds the sent amount on the source account and starts the payment. 429 DAILY_VOLUME_LIMIT_EXCEEDED where its
 * corridor does not take so much more today.
 */
async function executeFromAccount(
  unit: Unit,
  quote: Quote,
  account: InternalAccount,
  event: Execution,
  patch: { readonly sca?: QuoteSca },
): Promise<Result<Quote>> {
  const { tx, ctx } = unit;
  const active = mustBeActive(account);
  if (!active.ok) return active;
  const dailyVolumeId = await reserveDailyVolume(tx, ctx, quote.dailyVolume, quote.totalSendingAmount);
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
  startPayment(unit, quote, dailyVolumeId);
  return ok(moved.value.record);
}
