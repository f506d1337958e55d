import {
  type Context,
  err,
  isId,
  ok,
  type Reads,
  type Refused,
  type Result,
  splitTenant,
  type TenantKey,
  type Tx,
  type UnitOfWork,
  type UseCase,
  withoutRefused,
} from '../kernel/index.js';
import { TRANSACTIONS } from '../transactions/index.js';
import type { authorize, CardVerdict } from './authorize.js';
import { type Card, CARDS } from './card.js';
import { type CardTransaction, isCardTransaction } from './card-books.js';
import type { AuthorizationMessage, CardMessage, CardReply, HearCard } from './card-message.js';
import type { CardAnswer, CardTelling } from './network-message.js';

type Tell = UseCase<CardTelling, CardAnswer | Refused>;

/** The operations that messages of a processor end in. */
export interface HeardOperations {
  readonly authorize: ReturnType<typeof authorize>;
  readonly clear: Tell;
  readonly advise: Tell;
  readonly return: Tell;
  readonly reverseReturn: Tell;
}

export interface HearCardPorts {
  readonly units: UnitOfWork;
  readonly contextOf: (tenant: TenantKey) => Promise<Context>;
  readonly network: HeardOperations;
}

type Told = Exclude<CardMessage, AuthorizationMessage>;

/** The entry point for messages of card processors: `HearCard` (docs/areas/cards.md#messages-of-a-processor). */
export const hearCard =
  ({ units, contextOf, network }: HearCardPorts): HearCard =>
  async (processor, environment, message) => {
    const { cardId } = message;
    const card = isId('Card', cardId) ? await units.read(null, (reads) => reads.get(CARDS, cardId)) : null;
    if (card === null || card.processorRef !== processor || splitTenant(card.tenant).environment !== environment)
      return err('REFERENCE_NOT_FOUND', `${processor} has no card with this reference in ${environment}`);
    const ctx = await contextOf(card.tenant);
    if (message.kind === 'authorization') return hearAuthorization(units, ctx, network, message);
    return withoutRefused(await units.run(card.tenant, (tx) => hearTold(tx, ctx, network, card, message)));
  };

/** The network asks whether the card pays, or tells what was decided. */
async function hearAuthorization(
  units: UnitOfWork,
  ctx: Context,
  { authorize: decide }: HeardOperations,
  message: AuthorizationMessage,
): Promise<Result<CardReply>> {
  const { decision, isFinal, authorizationId, cardId, amount, currency, direction, merchant, expiresAt } = message;
  if (decision === 'DECLINED') return NOT_HEARD;
  const asked = isFinal ? 'settle' : 'ask';
  const prepared = await decide.prepare(ctx, {
    ...{ cardId, amount, currency, direction, merchant, issuerToken: authorizationId },
    expiresAt: expiresAt ?? undefined,
    mode: decision === 'ASK' ? asked : 'told',
    isFinal,
  });
  if (!prepared.ok) return prepared;
  const decided = withoutRefused(await units.run(ctx.tenant, (tx) => decide.finish(tx, ctx, prepared.value)));
  return decided.ok ? ok(replyTo(message, decided.value)) : decided;
}

function replyTo({ decision, amount, currency }: AuthorizationMessage, verdict: CardVerdict): CardReply {
  if (!verdict.approved) return { kind: 'declined', reason: verdict.reason };
  const transactionId = verdict.transaction?.id ?? null;
  return decision === 'ASK' ? { kind: 'approved', amount, currency, transactionId } : { kind: 'booked', transactionId };
}

/** Books what the network says about a use. */
async function hearTold(
  tx: Tx,
  ctx: Context,
  network: HeardOperations,
  card: Card,
  message: Told,
): Promise<Result<CardReply | Refused>> {
  if (message.kind === 'balance' || message.kind === 'card') return NOT_HEARD;
  const use = await useOf(tx, card, message.authorizationId);
  if (use === null) return err('TRANSACTION_NOT_FOUND', 'no use of the card has this authorizationId');
  if (message.currency !== use.card.currency)
    return err('INVALID_CURRENCY', `currency must be that of the card, ${use.card.currency}`);
  const told = await tellUse(tx, ctx, network, use, message);
  if (!told.ok || !('transactionId' in told.value)) return told as Result<Refused>;
  return ok({ kind: 'booked', transactionId: told.value.transactionId });
}

function tellUse(
  tx: Tx,
  ctx: Context,
  network: HeardOperations,
  use: CardTransaction,
  message: Exclude<Told, { readonly kind: 'balance' | 'card' }>,
): Promise<Result<CardAnswer | Refused>> {
  const { messageId: networkMessageId } = message;
  const about = { cardId: use.card.cardId, transactionId: use.id, networkMessageId };
  switch (message.kind) {
    case 'clearing':
      return network.clear(tx, ctx, {
        ...{ ...about, amount: message.amount },
        clearedAt: message.clearedAt ?? message.at,
      });
    case 'advice':
      return network.advise(tx, ctx, {
        ...{ ...about, amount: message.amount },
        expiresAt: message.expiresAt ?? undefined,
      });
    case 'return':
      return network.return(tx, ctx, {
        ...{ ...about, amount: message.amount },
        originalNetworkMessageId: message.clearingId ?? undefined,
      });
    case 'return.reversal':
      return network.reverseReturn(tx, ctx, {
        ...{ ...about, amount: message.amount ?? 0n },
        originalNetworkMessageId: message.returnId,
      });
    case 'increment':
    case 'reversal':
      return Promise.resolve(NOT_HEARD);
  }
}

const NOT_HEARD = err('NOT_IMPLEMENTED', 'messages of this kind are not processed yet');

async function useOf(reads: Reads, card: Card, authorizationId: string | null): Promise<CardTransaction | null> {
  if (authorizationId === null) return null;
  const found = await reads.find(TRANSACTIONS, 'issuer_token', [authorizationId]);
  return found !== null && isCardTransaction(found) && found.card.cardId === card.id ? found : null;
}
