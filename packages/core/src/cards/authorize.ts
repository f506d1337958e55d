import { INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { pinnedBlockOf } from '../blocks/index.js';
import { CUSTOMERS, notReady, type Settings } from '../customers/index.js';
import {
  Bug,
  canonicalText,
  type Context,
  err,
  type Id,
  ok,
  type PreparedUseCase,
  type Reads,
  type Refused,
  type Result,
  type Tx,
  type Unit,
  type UnitOfWork,
} from '../kernel/index.js';
import type { LimitUse } from '../limits/index.js';
import { amountText, MAX_AMOUNT } from '../money/index.js';
import { TRANSACTIONS } from '../transactions/index.js';
import { approveUse } from './approve-use.js';
import type { Card } from './card.js';
import type { CardTransaction } from './card-books.js';
import { CARD_LOG, type CardLogEntry, type DeclineReason, logCard, logDecline } from './card-log.js';
import { getCard } from './card-service.js';
import type { Asked, CardUse, Used } from './card-use.js';
import { clearCard, type ClearPorts } from './clear.js';
import { contradictNetwork } from './contradict-network.js';
import type { DelegatedSpending } from './ports.js';
import { sandboxDecline } from './sandbox-merchants.js';
import { countUse, leftOf, type OpenSpend, openSpend, refusedBy } from './spend-limits.js';
import { lockSource } from './take.js';
import { isLogged, isSameUse, textOf, useOf } from './use-content.js';

export interface RefusalPorts {
  readonly delegates: ClearPorts['delegates'];
  readonly settings: Settings;
}

export interface AuthorizePorts extends ClearPorts, RefusalPorts {
  readonly units: UnitOfWork;
}

export type CardVerdict =
  /** A verification of the account has no transaction. */
  | { readonly approved: true; readonly issuerToken: string; readonly transaction: CardTransaction | null }
  | { readonly approved: false; readonly issuerToken: string; readonly reason: DeclineReason };

export interface SignedUse {
  readonly use: CardUse;
  readonly delegate: DelegatedSpending | null;
}

/** The text that a delegated key signs: amount, funding source, and the id of the question. */
const spendingText = (card: Card, use: Pick<CardUse, 'amount' | 'currency' | 'issuerToken'>): string =>
  canonicalText({
    operation: 'card.spend',
    cardId: card.id,
    fundingSourceId: sourceOf(card),
    amount: String(use.amount),
    currency: use.currency,
    issuerToken: use.issuerToken,
  });

/** The account that a card spends from. */
export function sourceOf(card: Card): Id<'InternalAccount'> {
  const [first] = card.fundingSources;
  if (first === undefined) throw new Bug(`card ${card.id} has no funding source`);
  return first;
}

/**
 * Answers an authorization question of the network. An approval reserves the amount from the first funding source and
 * creates a transaction; a decline and a verification of the account, which is a question about zero, are written only to
 * the card's log (docs/areas/cards.md#authorizations). 404
 * REFERENCE_NOT_FOUND for the card; 400 INVALID_CURRENCY, AMOUNT_OUT_OF_RANGE; 409 CONFLICT for the id of a question
 * with other content, which is stored as a contradiction if the first one was approved, and if the account was closed at
 * the same time. A use that the network has decided is returned as it is if it is known: the caller applies the decision.
 * 503 SERVICE_UNAVAILABLE while the custody of a wallet does not answer, unless the question has an answer
 * already or the network has decided.
 */
export function authorize(ports: AuthorizePorts): PreparedUseCase<CardUse, SignedUse, CardVerdict | Refused> {
  const clear = clearCard(ports);
  return {
    async prepare(ctx, use) {
      const found = await ports.units.read(ctx.tenant, async (reads): Promise<Result<Used | null>> => {
        const used = await readUse(reads, ctx, use);
        if (!used.ok) return used;
        const isWallet = used.value.account.type === 'EMBEDDED_WALLET' && use.direction === 'DEBIT' && use.amount > 0n;
        return ok(isWallet && !(await isAnswered(reads, use)) ? used.value : null);
      });
      if (!found.ok) return found;
      if (found.value === null) return ok({ use, delegate: null });
      const { card, account } = found.value;
      const of = { cardId: card.id, fundingSourceId: account.id };
      const signed = await ports.delegates.sign(ctx, of, spendingText(card, use));
      if (signed.ok) return ok({ use, delegate: signed.value });
      // Without an active key the use is declined. While custody does not answer, it is neither approved nor declined. A
      // use that the network has decided is booked in both cases, without a delegate.
      return use.mode === 'told' || signed.error.code === 'FORBIDDEN' ? ok({ use, delegate: null }) : signed;
    },

    async finish(tx, ctx, { use, delegate }) {
      const found = await readUse(tx, ctx, use);
      if (!found.ok) return found;
      const { card, account } = found.value;
      const { issuerToken } = use;
      // A copy of the question waits here for the unit that answers it, so the look-ups that follow find the answer. They
      // would miss it before the lock, and the copy would decline what the first unit has approved.
      const balance = await lockSource(tx, account);
      const unit = { tx, ctx, ids: ports.ids };
      const earlier = await tx.find(TRANSACTIONS, 'issuer_token', [issuerToken]);
      if (earlier !== null) {
        const transaction = earlier as CardTransaction;
        if (isSameUse(transaction, use)) {
          const isDeclined = use.mode !== 'told' && transaction.card.declinedByNetwork === true;
          return ok(
            isDeclined
              ? { approved: false, issuerToken, reason: 'DECLINED_BY_NETWORK' }
              : { approved: true, issuerToken, transaction },
          );
        }
        // A verification moves no money, so it contradicts nothing that was booked.
        if (use.amount === 0n) return OTHER_QUESTION;
        const print = (amount: bigint): string => amountText(amount, transaction.card.currency);
        const told = { ...use, atOnce: use.mode === 'settle' };
        const [first, second, content] = [useOf(transaction, print), textOf(told, print), textOf(told, String)];
        const reused = { messageId: issuerToken, first, second, content, amount: use.amount };
        return ok(await contradictNetwork(unit, transaction, reused));
      }
      const logged = await tx.find(CARD_LOG, 'issuer_token', [issuerToken]);
      // Neither the decline nor this question moves money.
      if (logged !== null && use.mode !== 'told' && !isLogged(logged, use)) return OTHER_QUESTION;
      const isVerified = logged?.what === 'VERIFIED' && use.amount === 0n;
      if (isVerified) return ok({ approved: true, issuerToken, transaction: null });
      const holder = await tx.get(CUSTOMERS, card.cardholderId);
      if (holder === null) throw new Bug(`card ${card.id} has no cardholder`);
      const asked = { card, account, balance, holder, spend: await spendOf(tx, ctx, card, use) };
      const taken = { ...use, amount: partOf(asked, use) };
      // A decline in the log does not bind in the mode `told`, because the network has decided by then.
      const logReason = use.mode === 'told' ? null : (logged?.reason ?? null);
      const decided = logReason ?? (await decide(tx, ctx, ports, asked, taken, delegate));
      if (typeof decided === 'string') {
        const reason = decided;
        if (logged !== null) return ok({ approved: false, issuerToken, reason });
        const { amount, merchant } = use;
        const entry = { amount, currency: card.currency, merchant: merchant.descriptor, issuerToken };
        // Nothing locks a closed account, so another unit can have declined the question meanwhile.
        const first = await logDecline(unit, { cardId: card.id, reason, ...entry });
        return ok({ approved: false, issuerToken, reason: first });
      }
      if (use.amount === 0n) {
        logVerified(unit, logged, card, use);
        return ok({ approved: true, issuerToken, transaction: null });
      }
      const approved = await approveUse(
        unit,
        { ...asked, question: use.amount },
        taken,
        delegate,
        decided.limitUse,
        clear,
      );
      return approved.ok ? ok({ approved: true, issuerToken, transaction: approved.value }) : approved;
    },
  };
}

const OTHER_QUESTION = err('CONFLICT', 'networkMessageId was used for a message with other content; use a new id');

/** Writes a verification to the card's log, unless another question with its id is there. */
function logVerified(unit: Unit, logged: CardLogEntry | null, { id, currency }: Card, use: CardUse): void {
  if (logged !== null) return;
  const { amount, merchant, issuerToken } = use;
  const question = { amount, currency, merchant: merchant.descriptor, issuerToken };
  logCard(unit, { cardId: id, what: 'VERIFIED', ...question });
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/**
 * What can be approved of a use of which the merchant takes a part: what the balance and the limits of the card allow. All
 * of it if that is nothing, and for a wallet, whose key has signed the whole amount.
 */
function partOf(
  { card, account, balance, spend }: Asked,
  { amount, direction, mode, partialAllowed }: CardUse,
): bigint {
  const isWhole =
    partialAllowed !== true || mode === 'told' || direction === 'CREDIT' || account.type === 'EMBEDDED_WALLET';
  if (isWhole) return amount;
  const part = min(min(amount, balance), min(card.maxSpendPerTransaction ?? amount, leftOf(spend ?? [])));
  return part > 0n ? part : amount;
}

async function readUse(reads: Reads, ctx: Context, use: CardUse): Promise<Result<Used>> {
  const found = await getCard(reads, ctx, { id: use.cardId });
  if (!found.ok) return found;
  const card = found.value;
  if (use.currency !== card.currency)
    return err('INVALID_CURRENCY', `the card is in ${card.currency}; send an amount in this currency`);
  // What is cleared at once moves money.
  const least = use.mode === 'settle' ? 1n : 0n;
  if (use.amount < least || use.amount > MAX_AMOUNT) return err('AMOUNT_OUT_OF_RANGE');
  const account = await reads.get(INTERNAL_ACCOUNTS, sourceOf(card));
  if (account === null) throw new Bug(`card ${card.id} has no funding account`);
  return ok({ card, account });
}

/** Whether the question has an answer that binds: custody is not asked again, because no signature changes it. */
async function isAnswered(reads: Reads, { issuerToken, mode }: CardUse): Promise<boolean> {
  if ((await reads.find(TRANSACTIONS, 'issuer_token', [issuerToken])) !== null) return true;
  return mode !== 'told' && ((await reads.find(CARD_LOG, 'issuer_token', [issuerToken]))?.reason ?? null) !== null;
}

/** An approved use, counted against the limits of the card and of the cardholder; or the reason of a decline. */
async function decide(
  tx: Tx,
  ctx: Context,
  ports: AuthorizePorts,
  asked: Asked,
  use: CardUse,
  delegate: DelegatedSpending | null,
): Promise<DeclineReason | { readonly limitUse: LimitUse | null }> {
  const reason = await refusal(tx, ctx, ports, asked, use, delegate);
  if (reason !== null) return reason;
  if (use.amount === 0n || use.direction === 'CREDIT') return { limitUse: null };
  // What the network has decided leaves in any case.
  const always = use.mode === 'told';
  const counted = await countUse(tx, ctx, ports, { card: asked.card, amount: use.amount }, { always });
  return typeof counted === 'string' ? counted : { limitUse: counted };
}

/** The spend limits that a use of the card counts in. */
const spendOf = async (tx: Tx, ctx: Context, card: Card, { amount, direction }: CardUse): Promise<OpenSpend> =>
  amount === 0n || direction === 'CREDIT' ? [] : openSpend(tx, ctx, card);

/** The reason of a decline: the first one that applies. Null approves. */
export async function refusal(
  tx: Tx,
  ctx: Context,
  { delegates, settings }: RefusalPorts,
  { card, account, balance, holder, spend }: Asked,
  { amount, direction, merchant, mode }: CardUse,
  delegate: DelegatedSpending | null,
): Promise<DeclineReason | null> {
  if (mode === 'told') return null;
  if (account.status === 'CLOSED') return 'FUNDING_SOURCE_UNAVAILABLE';
  const declined = sandboxDecline(ctx, merchant);
  if (card.state === 'CLOSED') return 'CARD_CLOSED';
  if (card.state === 'PROCESSING') return 'CARD_NOT_ACTIVE';
  if (card.state === 'FROZEN' || declined === 'CARD_PAUSED') return 'CARD_PAUSED';
  if (holder.isDeleted || notReady(holder, await settings(tx, ctx)) !== null) return 'CARDHOLDER_NOT_READY';
  // The same reason as for any other cause, so that the terminal of a shop does not show the block.
  if ((await pinnedBlockOf(tx, ctx.tenant, { customers: [holder.id] })) !== null) return 'CARDHOLDER_NOT_READY';
  if (direction === 'CREDIT') return null;
  if (card.maxSpendPerTransaction !== null && amount > card.maxSpendPerTransaction) return 'MAX_SPEND_EXCEEDED';
  const controlled = spend === null ? null : refusedBy(card, { spend, merchant, amount });
  if (controlled !== null) return controlled;
  if (account.status !== 'ACTIVE') return 'FUNDING_SOURCE_UNAVAILABLE';
  if (amount === 0n) return null;
  if (account.type === 'EMBEDDED_WALLET') {
    const key = await delegates.active(tx, { cardId: card.id, fundingSourceId: account.id });
    if (delegate === null || key !== delegate.publicKey) return 'NOT_DELEGATED';
  }
  if (declined === 'INSUFFICIENT_FUNDS') return declined;
  return balance < amount ? 'INSUFFICIENT_FUNDS' : null;
}
