import { Bug, type Context, err, ok, type Result, type Tx, update } from '../kernel/index.js';
import { INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { CUSTOMERS } from '../customers/index.js';
import { refusal, type RefusalPorts } from './authorize.js';
import { type Card, CARDS } from './card.js';
import { CARD_LOG, logCard } from './card-log.js';
import type { BalanceMessage, CardChangeMessage, CardReply } from './card-message.js';
import { messageToken } from './heard-use.js';
import { lockSource } from './take.js';
import { closeByService, type UpdatePorts } from './update-card.js';

export interface HearChangePorts extends RefusalPorts, UpdatePorts {}

const OTHER = err('CONFLICT', 'messageId was used for a message with other content; use a new id');

/** The network asks for the balance of a card, or the processor has renewed or closed the card. */
export async function hearCardChange(
  tx: Tx,
  ctx: Context,
  ports: HearChangePorts,
  message: BalanceMessage | CardChangeMessage,
): Promise<Result<CardReply>> {
  const card = await tx.get(CARDS, message.cardId);
  if (card === null) throw new Bug(`card ${message.cardId} does not exist any more`);
  if (message.kind === 'balance') return inquire(tx, ctx, ports, card, message);
  const becomes = message['change'];
  const isUsed = card.state === 'ACTIVE' || card.state === 'FROZEN';
  if (becomes.kind === 'closed' && card.state !== 'CLOSED') {
    const closed = await closeByService(tx, ctx, ports, card);
    if (!closed.ok) return closed;
  } else if (becomes.kind === 'renewed' && isUsed) {
    const { last4, expMonth, expYear } = becomes;
    // The present card is the one that lasts longer: an older message of the processor can come later.
    if (dayOf(becomes) >= dayOf(card)) update(tx, ctx, CARDS, card, { last4, expMonth, expYear });
  }
  return ok({ kind: 'booked', transactionId: null });
}

const MONTHS = 12;
const dayOf = ({ expMonth, expYear }: Pick<Card, 'expMonth' | 'expYear'>): number =>
  (expYear ?? 0) * MONTHS + (expMonth ?? 0);

/** Answers with what the card can spend now, or why it cannot. The inquiry is in the log of the card once. */
async function inquire(
  tx: Tx,
  ctx: Context,
  ports: HearChangePorts,
  card: Card,
  { messageId, merchant }: BalanceMessage,
): Promise<Result<CardReply>> {
  const account = await tx.get(INTERNAL_ACCOUNTS, card.fundingSources[0]!);
  const holder = await tx.get(CUSTOMERS, card.cardholderId);
  if (account === null || holder === null) throw new Bug(`card ${card.id} has no account or no cardholder`);
  const balance = await lockSource(tx, account);
  const issuerToken = messageToken(messageId);
  const earlier = await tx.find(CARD_LOG, 'issuer_token', [issuerToken]);
  if (earlier !== null && (earlier.cardId !== card.id || earlier.what !== 'BALANCE_INQUIRY')) return OTHER;
  const asked = { card, account, balance, holder, spend: null };
  const question = { cardId: card.id, amount: 0n, currency: card.currency, merchant, issuerToken } as const;
  const reason = await refusal(tx, ctx, ports, asked, { ...question, direction: 'DEBIT', mode: 'ask' }, null);
  if (earlier === null) {
    const entry = { merchant: merchant.descriptor, issuerToken, reason };
    logCard({ tx, ctx, ids: ports.ids }, { cardId: card.id, what: 'BALANCE_INQUIRY', ...entry });
  }
  if (reason !== null) return ok({ kind: 'declined', reason });
  return ok({ kind: 'balance', available: balance, currency: card.currency });
}
