import type { TravelRuleAnswer, TravelRuleTransfer } from '../accounts/index.js';
import { finish, type Job, type JobHandler, reschedule } from '../events/index.js';
import {
  Bug,
  type Context,
  type IdSource,
  ok,
  type Result,
  type Sealer,
  transition,
  type Tx,
  type Unit,
  type UnitOfWork,
} from '../kernel/index.js';
import {
  failPayment,
  goOnUnlessHeld,
  holdPayment,
  type PaymentsOf,
  readPayment,
  type Transaction,
  TRANSACTIONS,
  wasStopped,
} from '../transactions/index.js';
import { logTransfer } from './log-transfer.js';
import type { ConnectedTravelRule, TravelRuleMembers } from './members.js';
import { TRAVEL_RULE_TRANSFER } from './travel-rule-states.js';
import { openParties, TRAVEL_RULE_TRANSFERS, type TravelRuleTransferRecord } from './travel-rule-transfer.js';

export interface AskPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly sealer: Sealer;
  readonly members: TravelRuleMembers;
  readonly paymentsOf: PaymentsOf;
}

/**
 * Sends the information of a transfer, and asks for the answer until there is one. An acceptance lets the payment go on; a
 * rejection, or no answer in time, fails it with a refund, unless a block holds it. The partner is called between two units: after a crash it is
 * asked about the same reference again. While it does not answer, the job fails and is repeated.
 */
export function askTravelRule(ports: AskPorts): JobHandler {
  return async (ctx, job, ask) => {
    const begun = await ports.units.run(ctx.tenant, (tx) => begin(tx, ctx, ports, job));
    if (!begun.ok) return begun;
    if (begun.value === null) return ok();
    const { member, transfer } = begun.value;
    const asked = await ask(member.connection, () => answerOf(member, transfer));
    if (!asked.ok) return asked;
    const { answer, ctx: later } = asked.value;
    return ports.units.run(ctx.tenant, (tx) => conclude({ tx, ctx: later, ids: ports.ids }, ports, job, answer));
  };
}

interface Begun {
  readonly member: ConnectedTravelRule;
  readonly transfer: TravelRuleTransfer;
}

/** The transfer to ask about; null if there is nothing to ask any more. */
async function begin(tx: Tx, ctx: Context, ports: AskPorts, job: Job): Promise<Result<Begun | null>> {
  const unit = { tx, ctx, ids: ports.ids };
  const found = await waiting(tx, job);
  if (found === null) return ended(unit, job);
  const { record, transaction } = found;
  const member = ports.members.ofConnection(record.connection);
  if (!isWaiting(transaction) || member === null) {
    const withdrawn = transition(tx, ctx, TRAVEL_RULE_TRANSFER, TRAVEL_RULE_TRANSFERS, record, 'withdraw', {});
    if (!withdrawn.ok) return withdrawn;
    logTransfer(unit, withdrawn.value.record);
    if (isWaiting(transaction)) await goOn(unit, found);
    return ended(unit, job);
  }
  if (ctx.now >= record.awaitedUntil!) {
    const expired = transition(tx, ctx, TRAVEL_RULE_TRANSFER, TRAVEL_RULE_TRANSFERS, record, 'expire', {});
    if (!expired.ok) return expired;
    logTransfer(unit, expired.value.record);
    const failed = await failWaiting(unit, ports, found);
    return failed.ok ? ended(unit, job) : failed;
  }
  const { reference, network, currency, amount, institution } = record;
  const parties = openParties(ports.sealer, record);
  return ok({ member, transfer: { reference, network, currency, amount, institution: institution!, ...parties } });
}

function ended({ tx }: Unit, job: Job): Result<null> {
  finish(tx, job);
  return ok(null);
}

/** A look-up first: an answer that was lost is found, and a transfer is sent once. */
async function answerOf({ partner }: ConnectedTravelRule, transfer: TravelRuleTransfer): Promise<TravelRuleAnswer> {
  const known = await partner.lookUp(transfer.reference);
  return known.state === 'unknown' ? partner.send(transfer) : known;
}

async function conclude(unit: Unit, ports: AskPorts, job: Job, answer: TravelRuleAnswer): Promise<Result<void>> {
  const { tx, ctx } = unit;
  const found = await waiting(tx, job);
  if (found === null) {
    finish(tx, job);
    return ok();
  }
  const { record, transaction } = found;
  if (answer.state === 'pending') {
    const left = (record.awaitedUntil! - ctx.now) / 1000;
    reschedule(tx, ctx, job, Math.max(0, Math.min(Math.ceil(answer.checkAfterSeconds * 1000) / 1000, left)));
    return ok();
  }
  finish(tx, job);
  const isAccepted = answer.state === 'accepted';
  const moved = transition(
    tx,
    ctx,
    TRAVEL_RULE_TRANSFER,
    TRAVEL_RULE_TRANSFERS,
    record,
    isAccepted ? 'accept' : 'reject',
    {
      answeredAt: ctx.now,
      answerReason: answer.state === 'rejected' ? answer.reason.slice(0, LONGEST_REASON) : null,
    },
  );
  if (!moved.ok) return moved;
  logTransfer(unit, moved.value.record);
  if (!isWaiting(transaction)) return ok();
  if (!isAccepted) return failWaiting(unit, ports, found);
  await goOn(unit, found);
  return ok();
}

const LONGEST_REASON = 500;

interface Waiting {
  readonly record: TravelRuleTransferRecord;
  readonly transaction: Transaction;
}

/** Null if the answer is known. */
async function waiting(tx: Tx, { subject }: Job): Promise<Waiting | null> {
  const { rows } = await tx.list(TRAVEL_RULE_TRANSFERS, {
    ...{ where: { subject, status: 'ASKED' }, order: 'desc', limit: 1, counted: false },
  });
  const [record] = rows;
  if (record === undefined) return null;
  const transaction = await tx.get(TRANSACTIONS, subject);
  if (transaction === null) throw new Bug(`${record.id} has no payment`);
  return { record, transaction };
}

/** A payment that was cancelled or failed does not wait any more. */
const isWaiting = ({ status, submittedAt }: Transaction): boolean => status === 'PROCESSING' && submittedAt === null;

const goOn = (unit: Unit, { record, transaction }: Waiting): Promise<void> =>
  goOnUnlessHeld(unit, transaction, 'DELIVERY', record.createdAt);

/** A payment of which a party, or the platform, was blocked while it waited does not go back: an operator decides. */
async function failWaiting(unit: Unit, ports: AskPorts, { record, transaction }: Waiting): Promise<Result<void>> {
  if (await wasStopped(unit.tx, transaction, record.createdAt)) return holdPayment(unit, transaction, 'DELIVERY');
  const payment = await readPayment(unit.tx, ports, transaction.id);
  return failPayment(unit, payment, 'COMPLIANCE_REJECTED', 'TRANSACTION_FAILED', true);
}
