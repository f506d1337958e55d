import { EXTERNAL_ACCOUNTS, INTERNAL_ACCOUNTS, type PullInstruction, type PullStatus } from '../accounts/index.js';
import { finish, type Job, type JobHandler } from '../events/index.js';
import { begunAt, Bug, type Context, ok, type Reads, type Result, type Tx, update } from '../kernel/index.js';
import { cannotCredit, concludePull, refuseCollected } from './conclude-pull.js';
import { failPull } from './fail-pull.js';
import { askAgain, ended, isPayerDeleted } from './hand-over.js';
import { holdPayment, stoppedAmong } from './hold-payment.js';
import { type PaymentPorts, readPayment } from './payment.js';
import { noteStep, stepOfAnswer } from './rail-step.js';
import { pullInstruction } from './pull-instruction.js';
import { mayGoOn } from './may-go-on.js';
import { correctionsOf, destinationKey, pulledFrom, type Transaction, TRANSACTIONS } from './transaction.js';

/**
 * Advances a collection, as `advancePayout` does for deliveries: `pull.submit` submits it to its rail, `pull.check`
 * asks for its status. Collected money is credited (a transfer in) or goes on to its delivery (a quote paid from an
 * external account).
 */
export function advancePull(ports: PaymentPorts): JobHandler {
  return async (ctx, job, ask) => {
    const begun = await ports.units.run(ctx.tenant, (tx) => beginPull(tx, ctx, ports, job));
    if (!begun.ok || begun.value === null) return begun.ok ? ok() : begun;
    const { instruction, rail } = begun.value;
    const { pulls } = ports.rails.byName(rail);
    if (pulls === null) throw new Bug(`rail ${rail} does not collect`);
    const asked = await ask(rail, () =>
      job.kind === 'pull.submit' ? pulls.submit(instruction) : pulls.status(instruction, ctx.now),
    );
    if (!asked.ok) return asked;
    const { answer, ctx: later } = asked.value;
    const concluded = await ports.units.run(ctx.tenant, (tx) => concludeJob(tx, later, ports, job, answer));
    if (concluded.ok || !cannotCredit(concluded.error)) return concluded;
    return ports.units.run(ctx.tenant, async (tx) => {
      finish(tx, job);
      const unit = { tx, ctx: later, ids: ports.ids };
      const refused = await refuseCollected(unit, await readPayment(tx, ports, job.subject));
      return refused.ok ? ok() : refused;
    });
  };
}

interface Handover {
  readonly instruction: PullInstruction;
  readonly rail: string;
}

/** Prepares the call of the rail that collects the payment; null if there is no rail to ask. */
async function beginPull(tx: Tx, ctx: Context, ports: PaymentPorts, job: Job): Promise<Result<Handover | null>> {
  const payment = await readPayment(tx, ports, job.subject);
  const { transaction } = payment;
  const isCollected = transaction.collectedAt !== null && !correctionsOf(transaction).fundingReversed;
  const mayBeReturned = isCollected && job.kind === 'pull.check';
  if (transaction.status !== 'PENDING' && !mayBeReturned) return ended(tx, job, ok());
  const account = await tx.get(EXTERNAL_ACCOUNTS, pulledFrom(transaction)!);
  if (account === null) throw new Bug(`${transaction.id} has no source account`);
  const isNew = transaction.pullSubmittedAt === null;
  // A submission is repeated if its answer was lost, so the rail may have the collection or not.
  const mayBeStopped = isNew || job.kind === 'pull.submit';
  if (mayBeStopped && (await stoppedAmong(tx, ctx.tenant, [transaction])).size > 0)
    return ended(tx, job, await holdPayment({ tx, ctx, ids: ports.ids }, transaction, 'FUNDING'));
  // An account or customer was deleted or closed while the payment was made. After this update a deletion finds the
  // payment open and is refused.
  const mustNotCollect =
    isNew &&
    (account.isDeleted || (await isPayerDeleted(tx, transaction)) || (await isDestinationClosed(tx, transaction)));
  if (mustNotCollect) {
    const failed = await failPull({ tx, ctx, ids: ports.ids }, payment, 'REJECTED');
    return failed.ok ? ended(tx, job, ok()) : failed;
  }
  const unit = { tx, ctx, ids: ports.ids };
  if (isNew && !(await mayGoOn(unit, ports, transaction, 'FUNDING'))) return ended(tx, job, ok());
  const submittedAt = begunAt(transaction.pullSubmittedAt, ctx.now);
  if (submittedAt !== transaction.pullSubmittedAt)
    update(tx, ctx, TRANSACTIONS, transaction, { pullSubmittedAt: submittedAt });
  return ok({ rail: transaction.fundingRail!, instruction: pullInstruction(transaction, account, submittedAt) });
}

async function isDestinationClosed(reads: Reads, { type, destination }: Transaction): Promise<boolean> {
  if (type !== 'INCOMING') return false;
  const account = await reads.get(INTERNAL_ACCOUNTS, destinationKey(destination));
  return account === null || account.status === 'CLOSED';
}

/** Books the answer, and schedules another check if the collection may still change. */
async function concludeJob(
  tx: Tx,
  ctx: Context,
  ports: PaymentPorts,
  job: Job,
  status: PullStatus,
): Promise<Result<void>> {
  const payment = await readPayment(tx, ports, job.subject);
  const { id, fundingRail } = payment.transaction;
  const concluded = await concludePull(tx, ctx, ports, payment, status);
  if (!concluded.ok) return concluded;
  // A collection that the answer completes needs no step: the time of its completion says that the rail had it.
  if (job.kind === 'pull.submit' && !(status.state === 'collected' && concluded.value === 'APPLIED')) {
    const step = { subject: id, request: 'COLLECTION', step: stepOfAnswer(status), rail: fundingRail! } as const;
    noteStep({ tx, ctx, ids: ports.ids }, { ...step, reference: id });
  }
  const isOpen = payment.transaction.status === 'PENDING';
  const again =
    status.state === 'pending' || status.state === 'collected'
      ? status.checkAfterSeconds
      : concluded.value === 'CONTRADICTED' && isOpen
        ? CONTRADICTED_AGAIN_SECONDS
        : null;
  if (again === null) finish(tx, job);
  else askAgain({ tx, ctx, ids: ports.ids }, job, 'pull.check', again);
  return ok();
}

/** The collection is still with the rail after a contradiction, so the rail is asked again. */
const CONTRADICTED_AGAIN_SECONDS = 3600;
