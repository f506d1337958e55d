import type { Rails } from '../accounts/index.js';
import { finish, type JobHandler, schedule } from '../events/index.js';
import { openException } from '../exceptions/index.js';
import {
  Bug,
  type Context,
  type IdSource,
  ok,
  type Reads,
  type Result,
  splitTenant,
  transition,
  type Tx,
  type UnitOfWork,
} from '../kernel/index.js';
import { chart, post } from '../ledger/index.js';
import { type Deposit, DEPOSIT, DEPOSITS } from './deposit.js';
import { NEVER_SHORT } from './shortfall.js';

export interface ReturnPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly rails: Rails;
}

/** Sends money in suspense back by the rail that it came by; what the rail refuses stays for an operator. */
export function returnDeposit(ports: ReturnPorts): JobHandler {
  return async (begun, job, ask) => {
    const deposit = await ports.units.read(begun.tenant, (reads) => readDeposit(reads, job.subject));
    const funding = ports.rails.byName(deposit.rail).funding;
    if (funding === null) throw new Bug(`rail ${deposit.rail} does not receive`);
    const { currency, amount } = deposit;
    const reference = returnReference(deposit);
    const asked = await ask(deposit.rail, async () =>
      deposit.status === 'IN_SUSPENSE' ? funding.refund({ reference, currency, amount }) : null,
    );
    if (!asked.ok) return asked;
    const { answer: outcome, ctx } = asked.value;
    return ports.units.run(ctx.tenant, async (tx) => {
      const now = await readDeposit(tx, job.subject);
      finish(tx, job);
      if (now.status !== 'IN_SUSPENSE') return ok();
      const moved = transition(tx, ctx, DEPOSIT, DEPOSITS, now, outcome === 'completed' ? 'return' : 'refuse');
      if (!moved.ok) return moved;
      if (outcome === 'completed') post(tx, ctx, ports.ids, returnEntry(ctx, now), NEVER_SHORT);
      else await openException(tx, ctx, ports.ids, refusedReturn(now, reference));
      return ok();
    });
  };
}

/** Has money that a rail refused to take back sent back again. 409 INVALID_STATE_TRANSITION unless it is KEPT. */
export function retryReturn(tx: Tx, ctx: Context, ids: IdSource, deposit: Deposit): Result<void> {
  const moved = transition(tx, ctx, DEPOSIT, DEPOSITS, deposit, 'retry');
  if (!moved.ok) return moved;
  schedule(tx, ctx, ids, { kind: 'suspense.return', subject: deposit.id, dueAt: ctx.hostNow });
  return ok();
}

/** What the rail knows the return by: one that an operator has tried again has a reference of its own. */
export const returnReference = ({ id, version }: Pick<Deposit, 'id' | 'version'>): string =>
  version === 1 ? id : `${id}/${version}`;

const refusedReturn = ({ id, rail, currency, amount }: Deposit, reference: string) =>
  ({
    kind: 'DEPOSIT_REFUSED',
    subject: id,
    reference,
    rail,
    currency,
    amount,
    reason: 'the rail cannot send the money back; it is in suspense',
  }) as const;

async function readDeposit(reads: Reads, id: string): Promise<Deposit> {
  const deposit = await reads.get(DEPOSITS, id);
  if (deposit === null) throw new Bug(`no deposit ${id}`);
  return deposit;
}

function returnEntry(ctx: Context, deposit: Deposit) {
  const { environment } = splitTenant(ctx.tenant);
  return {
    kind: 'SUSPENSE_RETURN',
    cause: deposit.id,
    lines: [
      { account: chart.suspense(ctx.tenant, deposit.currency), amount: -deposit.amount },
      { account: chart.clearing(environment, deposit.rail, deposit.currency), amount: deposit.amount },
    ],
  } as const;
}
