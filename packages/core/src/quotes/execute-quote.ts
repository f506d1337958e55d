import { bookEntry, type InternalAccount, INTERNAL_ACCOUNTS } from '../accounts/index.js';
import {
  Bug,
  type Context,
  domainError,
  err,
  type IdSource,
  invalidFields,
  isId,
  ok,
  type Result,
  transition,
  type Tx,
  type UseCase,
} from '../kernel/index.js';
import { reserveDailyVolume } from '../rates/index.js';
import { authorizeTransfer, isWallet, type SignedCall, transferPayload, UNSIGNED } from '../wallets/index.js';
import { quotedBooks, startPayment, startPull } from './payment.js';
import { heldSource, type Quote, QUOTES } from './quote.js';
import { QUOTE } from './quote-states.js';

export interface ExecuteQuote {
  readonly id: string;
  /** The stamp of its owner, where money leaves an Embedded Wallet. */
  readonly signed?: SignedCall;
}

/**
 * Starts the payment of a quote from an account, internal or pullable (interface, `POST /quotes/{quoteId}/execute`), once:
 * a second call answers the quote as it is now. Too little balance: 400 INVALID_AMOUNT, and the quote stays PENDING.
 * From an Embedded Wallet only with its owner's stamp over the `payloadToSign` of the payment instructions: 401
 * WALLET_SIGNATURE_MISSING, WALLET_SIGNATURE_MALFORMED, INVALID_SIGNATURE, WALLET_SIGNATURE_INVALID.
 */
export function executeQuote(ids: IdSource): UseCase<ExecuteQuote, Quote> {
  return async (tx, ctx, { id, signed = UNSIGNED }) => {
    const quote = isId('Quote', id) ? await tx.get(QUOTES, id) : null;
    if (quote === null) return err('QUOTE_NOT_FOUND');
    if (quote.source.sourceType === 'REALTIME_FUNDING') {
      return invalidFields([{ field: 'quoteId', message: 'a realtime-funding quote executes when its money arrives' }]);
    }
    if (quote.status === 'PROCESSING' || quote.status === 'COMPLETED') return ok(quote);
    if (quote.status !== 'PENDING') return err('CONFLICT', `the quote is ${quote.status}`);
    if (quote.expiresAt <= ctx.now) return err('CONFLICT', 'the quote is EXPIRED');
    const held = heldSource(quote);
    if (held === null) return executeByPull(tx, ctx, ids, quote);
    const account = await tx.get(INTERNAL_ACCOUNTS, held);
    if (account === null) throw new Bug(`${quote.id} has no source account`);
    if (isWallet(account)) {
      const payload = transferPayload(quote.paymentInstructions);
      if (payload === null) return err('CONFLICT', 'the quote is of before wallets signed: quote anew');
      const authorized = await authorizeTransfer(tx, ctx, account.id, payload, signed);
      if (!authorized.ok) return authorized;
    }
    return executeFromAccount(tx, ctx, ids, quote, account);
  };
}

/** Starts the payment with the collection of its money. 429 as in `executeFromAccount`. */
export async function executeByPull(tx: Tx, ctx: Context, ids: IdSource, quote: Quote): Promise<Result<Quote>> {
  const dailyVolumeId = await reserveDailyVolume(tx, ctx, quote.dailyVolume, quote.totalSendingAmount);
  const moved = transition(tx, ctx, QUOTE, QUOTES, quote, 'execute');
  if (!moved.ok) return moved;
  startPull(tx, ctx, ids, quote, dailyVolumeId);
  return ok(moved.value.record);
}

/**
 * Holds the sent amount on the source account and starts the payment. 429 DAILY_VOLUME_LIMIT_EXCEEDED where its
 * corridor does not take so much more today.
 */
export async function executeFromAccount(
  tx: Tx,
  ctx: Context,
  ids: IdSource,
  quote: Quote,
  account: InternalAccount,
): Promise<Result<Quote>> {
  if (account.status !== 'ACTIVE') return err('USER_NOT_READY', `the source account is ${account.status}`);
  const dailyVolumeId = await reserveDailyVolume(tx, ctx, quote.dailyVolume, quote.totalSendingAmount);
  const moved = transition(tx, ctx, QUOTE, QUOTES, quote, 'execute');
  if (!moved.ok) return moved;
  const { origin, waiting } = quotedBooks(quote);
  const booked = await bookEntry(
    tx,
    ctx,
    ids,
    {
      kind: 'HOLD',
      cause: quote.transactionId,
      lines: [
        { account: origin, amount: -quote.totalSendingAmount },
        { account: waiting, amount: quote.totalSendingAmount },
      ],
    },
    [account],
    domainError('INVALID_AMOUNT', 'the balance of the source account does not cover the amount'),
  );
  if (!booked.ok) return booked;
  startPayment(tx, ctx, ids, quote, dailyVolumeId);
  return ok(moved.value.record);
}
