import {
  type Context,
  err,
  type IdSource,
  isId,
  ok,
  type Refused,
  type Result,
  splitTenant,
  type TenantKey,
  type Unit,
  type UnitOfWork,
  withoutRefused,
} from '../kernel/index.js';
import type { CardSpend } from '../transactions/index.js';
import { type CardVerdict, sourceOf } from './authorize.js';
import { type Card, CARDS } from './card.js';
import { logDecline } from './card-log.js';
import type { AuthorizationMessage, CardReply, HearCard } from './card-message.js';
import type { CardTransaction } from './card-books.js';
import type { CardUse } from './card-use.js';
import { hearCardChange, type HearChangePorts } from './hear-card-change.js';
import { hearDispute } from './hear-dispute.js';
import { type HeardOperations, hearTold } from './hear-told.js';
import { hearSettlement } from './hear-settlement.js';
import { otherDirection, reusedId, useOf, withoutOpened } from './heard-use.js';
import { fundingAccount, lockSource } from './take.js';

export interface HearCardPorts extends HearChangePorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly contextOf: (tenant: TenantKey) => Promise<Context>;
  readonly network: HeardOperations;
}

/** The entry point for messages of card processors: `HearCard` (docs/areas/cards.md#messages-of-a-processor). */
export const hearCard =
  (ports: HearCardPorts): HearCard =>
  async (processor, environment, message) => {
    const { units, contextOf, network } = ports;
    if (message.kind === 'settlement') return hearSettlement(ports, processor, environment, message);
    const { cardId } = message;
    const card = isId('Card', cardId) ? await units.read(null, (reads) => reads.get(CARDS, cardId)) : null;
    if (card === null || card.processorRef !== processor || splitTenant(card.tenant).environment !== environment)
      return err('REFERENCE_NOT_FOUND', `${processor} has no card with this reference in ${environment}`);
    const ctx = await contextOf(card.tenant);
    if (message.kind === 'authorization') return hearAuthorization(ports, ctx, card, message);
    if (message.kind === 'dispute')
      return withoutRefused(
        await units.run(card.tenant, (tx) => hearDispute({ tx, ctx, ids: ports.ids }, network, card, message)),
      );
    return withoutRefused(
      await units.run(card.tenant, (tx) =>
        message.kind === 'balance' || message.kind === 'card'
          ? hearCardChange(tx, ctx, ports, message)
          : hearTold({ tx, ctx, ids: ports.ids }, network, card, message),
      ),
    );
  };

/** The network asks whether the card pays, or tells what was decided. */
async function hearAuthorization(
  { units, ids, network }: HearCardPorts,
  ctx: Context,
  card: Card,
  message: AuthorizationMessage,
): Promise<Result<CardReply>> {
  const { decision, isFinal, authorizationId, cardId, at, amount, currency, direction, merchant } = message;
  const isQuestion = decision === 'ASK' || amount === 0n;
  const opened =
    isQuestion && decision !== 'DECLINED'
      ? null
      : await units.read(ctx.tenant, (reads) => useOf(reads, cardId, authorizationId));
  // The card can have changed its currency since the use began.
  const expected = opened?.card.currency ?? card.currency;
  if (currency !== expected)
    return err('INVALID_CURRENCY', `currency must be ${expected}, that of the card when the use began`);
  const asked = isFinal ? 'settle' : 'ask';
  const use: CardUse = {
    ...{ cardId, amount, currency, direction, merchant, isFinal, issuerToken: authorizationId },
    expiresAt: message.expiresAt ?? undefined,
    mode: decision === 'ASK' ? asked : 'told',
    partialAllowed: message.partialAllowed,
    ...(message.details !== null && { details: message.details }),
    ...(decision === 'APPROVED' && { decidedAt: at }),
  };
  if (decision === 'DECLINED') {
    return withoutRefused(
      await units.run<CardReply | Refused>(ctx.tenant, async (tx) => {
        // Waits for a unit that answers the question, so that the look-up finds the use that it opens.
        await lockSource(tx, await fundingAccount(tx, sourceOf(card)));
        const known = await useOf(tx, cardId, authorizationId);
        if (known !== null) return decideKnown({ tx, ctx, ids }, network.decline, known, message);
        const entry = { amount, currency, merchant: merchant.descriptor, issuerToken: authorizationId };
        await logDecline({ tx, ctx, ids }, { cardId: card.id, reason: 'DECLINED_BY_NETWORK', ...entry });
        return ok({ kind: 'booked', transactionId: null });
      }),
    );
  }
  if (opened !== null)
    return withoutRefused(
      await units.run<CardReply | Refused>(ctx.tenant, async (tx) => {
        const known = (await useOf(tx, cardId, authorizationId)) ?? opened;
        return decideKnown({ tx, ctx, ids }, network.approve, known, message);
      }),
    );
  const prepared = await network.authorize.prepare(ctx, use);
  if (!prepared.ok) return prepared;
  return withoutRefused(
    await units.run<CardReply | Refused>(ctx.tenant, async (tx) => {
      const known = isQuestion ? null : await useOf(tx, cardId, authorizationId);
      if (known !== null) return decideKnown({ tx, ctx, ids }, network.approve, known, message);
      const reused = isQuestion ? null : await reusedId({ tx, ctx, ids }, card, message);
      if (reused !== null) return ok(reused);
      const decided = await network.authorize.finish(tx, ctx, prepared.value);
      if (!decided.ok || !('approved' in decided.value)) return decided as Result<Refused>;
      const verdict = decided.value;
      if (decision === 'ASK') return ok(replyTo(message, verdict));
      if (!verdict.approved || verdict.transaction === null) return ok({ kind: 'booked', transactionId: null });
      // The message is stored with the use that it opens, so that a repeat does not undo what later messages say.
      return told(withoutOpened(await network.approve(tx, ctx, tellingOf(message, verdict.transaction.id))));
    }),
  );
}

/** Books a decision of the network about a use that we know. */
async function decideKnown(
  unit: Unit,
  decide: HeardOperations['approve'],
  use: CardTransaction,
  message: AuthorizationMessage,
): Promise<Result<CardReply | Refused>> {
  const other = await otherDirection(unit, use, message);
  return other === null ? told(await decide(unit.tx, unit.ctx, tellingOf(message, use.id))) : ok(other);
}

const tellingOf = (
  { cardId, messageId, at, amount, isFinal, expiresAt, decision, details }: AuthorizationMessage,
  transactionId: string,
) => ({
  ...{ cardId, transactionId, at, isFinal, networkMessageId: messageId },
  amount: decision === 'DECLINED' ? 0n : amount,
  expiresAt: expiresAt ?? undefined,
  details: details ?? undefined,
});

/** The answer to a message that is booked. */
function told(answer: Awaited<ReturnType<HeardOperations['approve']>>): Result<CardReply | Refused> {
  if (!answer.ok || !('transactionId' in answer.value)) return answer as Result<Refused>;
  return ok({ kind: 'booked', transactionId: answer.value.transactionId });
}

function replyTo({ amount, currency }: AuthorizationMessage, verdict: CardVerdict): CardReply {
  if (!verdict.approved) return { kind: 'declined', reason: verdict.reason };
  const { transaction } = verdict;
  return {
    kind: 'approved',
    amount: transaction === null ? amount : approvedOf(transaction.card, amount),
    currency,
    transactionId: transaction?.id ?? null,
  };
}

/** What a question of an amount is answered with: once the network has decided, what is authorized now. */
function approvedOf({ decidedByNetwork, authorized, approved, asked }: CardSpend, amount: bigint): bigint {
  if (decidedByNetwork === true && authorized > 0n) return authorized < amount ? authorized : amount;
  return approved ?? asked ?? amount;
}
