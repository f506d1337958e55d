import { openException } from '../exceptions/index.js';
import { Bug, err, type EventOf, type Instant, ok, type Result, type Unit, update } from '../kernel/index.js';
import { amountText, MAX_AMOUNT } from '../money/index.js';
import { contradictionReference } from '../transactions/index.js';
import { dateOf } from './authorization-end.js';
import { type CARD_DISPUTE, CARD_DISPUTES, type CardDispute, disputeText, isUndecided } from './card-dispute.js';
import type { DisputeEvent } from './card-message.js';
import type { SpendPorts } from './clear.js';
import { bookDispute, type Disputed, moveDispute, settleWon } from './dispute-step.js';
import type { Tell } from './hear-told.js';
import {
  type ApplyMessage,
  type NetworkMessage,
  type NetworkMessageKind,
  onceByMessage,
  type ToldDispute,
} from './network-message.js';
import type { Moves } from './take.js';

/** What an event of a dispute changes. */
interface Effect {
  readonly kind: NetworkMessageKind;
  /** The event of the state machine and the state that it leads to; null if the state does not change. */
  readonly on: EventOf<typeof CARD_DISPUTE> | null;
  readonly to: CardDispute['status'] | null;
  /** `pays`: the network pays the amount, `takes`: it takes it. Fees are none of the contested amount. */
  readonly money: 'pays' | 'takes' | 'takes fee' | 'pays fee';
  /** Whether the event always moves money. */
  readonly isMoney: boolean;
}

export const EFFECTS: Readonly<Record<DisputeEvent, Effect>> = {
  chargeback: { kind: 'CHARGEBACK', on: 'charge-back', to: 'CHARGED_BACK', money: 'pays', isMoney: true },
  representment: { kind: 'REPRESENTMENT', on: 'represent', to: 'REPRESENTED', money: 'takes', isMoney: true },
  pre_arbitration: {
    ...{ kind: 'PRE_ARBITRATION', on: 'pre-arbitrate', to: 'PRE_ARBITRATION' },
    ...{ money: 'pays', isMoney: false },
  },
  arbitration: { kind: 'ARBITRATION', on: 'arbitrate', to: 'ARBITRATION', money: 'pays', isMoney: false },
  won: { kind: 'DISPUTE_WON', on: 'win', to: 'WON', money: 'pays', isMoney: false },
  lost: { kind: 'DISPUTE_LOST', on: 'lose', to: 'LOST', money: 'takes', isMoney: false },
  fee_collection: { kind: 'FEE_COLLECTION', on: null, to: null, money: 'takes fee', isMoney: true },
  funds_disbursement: { kind: 'FUNDS_DISBURSEMENT', on: null, to: null, money: 'pays fee', isMoney: true },
};

const MONEY = new Map(Object.values(EFFECTS).map(({ kind, money }) => [kind, money]));

export const isOfDispute = (kind: NetworkMessageKind): boolean => MONEY.has(kind);

/** What a message about a dispute moved: positive for money that the service received. 0 for other messages. */
export function movedByDispute({ kind, amount }: Pick<NetworkMessage, 'kind' | 'amount'>): bigint {
  const money = MONEY.get(kind);
  if (money === undefined) return 0n;
  return money === 'pays' || money === 'pays fee' ? amount : -amount;
}

/** The messages of the network about disputes, by their events. A repeated message gets the first answer. */
export function disputeMessages(ports: SpendPorts): Readonly<Record<DisputeEvent, Tell>> {
  const tell = (event: DisputeEvent): Tell =>
    onceByMessage(ports.ids, EFFECTS[event].kind, applyDispute(ports, EFFECTS[event]));
  return {
    chargeback: tell('chargeback'),
    representment: tell('representment'),
    pre_arbitration: tell('pre_arbitration'),
    arbitration: tell('arbitration'),
    won: tell('won'),
    lost: tell('lost'),
    fee_collection: tell('fee_collection'),
    funds_disbursement: tell('funds_disbursement'),
  };
}

/**
 * Books what the network says about a dispute. The money of a message has moved, so that it is booked in every state; the
 * state changes only if the message is not older than the one that set it. 400 AMOUNT_OUT_OF_RANGE.
 */
export const applyDispute =
  (ports: SpendPorts, effect: Effect): ApplyMessage =>
  async (
    tx,
    ctx,
    transaction,
    { amount, networkMessageId: messageId, originalNetworkMessageId, at, dispute: told },
  ) => {
    if (amount < (effect.isMoney ? 1n : 0n) || amount > MAX_AMOUNT) return err('AMOUNT_OUT_OF_RANGE');
    const dispute = told === undefined ? null : await tx.get(CARD_DISPUTES, told.disputeId);
    if (dispute === null) throw new Bug(`message ${messageId} names no dispute`);
    const unit = { tx, ctx, ids: ports.ids };
    const moved = await nextState(unit, dispute, effect, {
      ...{ told: told!, messageId, networkCaseId: originalNetworkMessageId ?? null },
      at: dateOf(ctx.now, at),
    });
    if (!moved.ok) return moved;
    const booked = await bookMoney(unit, { dispute: moved.value, transaction }, effect.money, amount);
    if (!booked.ok) return booked;
    const settled = await settleWon(ports, { unit, messageId }, booked.value);
    return settled.ok ? ok(settled.value.transaction) : settled;
  };

interface Said {
  readonly told: ToldDispute;
  readonly messageId: string;
  readonly networkCaseId: string | null;
  readonly at: Instant;
}

/** The dispute with the state that the message says, unless it has ended or a later message has set its state. */
async function nextState(
  unit: Unit,
  dispute: CardDispute,
  { on, to }: Effect,
  { told, messageId, networkCaseId, at }: Said,
): Promise<Result<CardDispute>> {
  const { tx, ctx } = unit;
  const named = {
    networkCaseId: dispute.networkCaseId ?? networkCaseId,
    networkReason: told.networkReason ?? dispute.networkReason,
  };
  const keep = (patch: Partial<CardDispute> = {}): Result<CardDispute> =>
    ok(update(tx, ctx, CARD_DISPUTES, dispute, { ...named, ...patch }));
  if (on === null || to === null) return keep();
  const isVerdict = to === 'WON' || to === 'LOST';
  if (!isUndecided(dispute)) {
    if (isVerdict && to !== dispute.status) await openContradiction(unit, dispute, messageId, to);
    return keep();
  }
  // A verdict is the last event of a dispute, whatever was recorded before it came.
  if (!isVerdict && dispute.decidedAt !== null && at < dispute.decidedAt) return keep();
  const decided = { decidedAt: at, dueAt: told.dueAt };
  return dispute.status === to ? keep(decided) : moveDispute(unit, dispute, on, { ...named, ...decided });
}

/** Stores that the network has decided a dispute in one way after it had ended in another. */
async function openContradiction(
  unit: Unit,
  dispute: CardDispute,
  messageId: string,
  to: CardDispute['status'],
): Promise<void> {
  const { transactionId, processor, currency, amount } = dispute;
  await openException(unit, {
    ...{ kind: 'RAIL_CONTRADICTION', subject: transactionId, rail: processor, leg: 'DELIVERY', currency, amount },
    reference: contradictionReference(`${messageId}: ${dispute.id} ${to}`, 'disputes'),
    reason: `${processor} sent the message ${messageId}, by which ${disputeText(dispute)} is ${to}, after it was ${dispute.status}; the dispute stays ${dispute.status}, and the money of the message is booked. Decide about it at the dispute, and then do nothing here`,
  });
}

const bookMoney = async (
  unit: Unit,
  disputed: Disputed,
  money: Effect['money'],
  amount: bigint,
): Promise<Result<Disputed>> => {
  const { received, fees, currency } = disputed.dispute;
  const most = [received, fees].some((sum) => sum + amount > MAX_AMOUNT || sum - amount < -MAX_AMOUNT);
  if (most) return err('AMOUNT_OUT_OF_RANGE', `the dispute would have more than ${amountText(MAX_AMOUNT, currency)}`);
  const moves: Readonly<Record<Effect['money'], readonly [Moves, Partial<CardDispute>]>> = {
    pays: [[['CARD_CHARGEBACK', amount]], { received: received + amount }],
    takes: [[['CARD_REPRESENTMENT', amount]], { received: received - amount }],
    'takes fee': [[['CARD_DISPUTE_FEE', amount]], { fees: fees + amount }],
    'pays fee': [[['CARD_DISPUTE_FEE_RETURN', amount]], { fees: fees - amount }],
  };
  return bookDispute(unit, disputed, ...moves[money]);
};
