import type { Rails } from '../accounts/index.js';
import { finish, type JobHandler } from '../events/index.js';
import {
  Bug,
  type Context,
  type IdSource,
  ok,
  type Reads,
  splitTenant,
  transition,
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
    const { id: reference, currency, amount } = deposit;
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
      return ok();
    });
  };
}

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
