import { finish, type JobHandler, JOBS, reschedule, schedule } from '../events/index.js';
import {
  type Context,
  describeCause,
  type Environment,
  houseTenant,
  type IdSource,
  isHouse,
  ok,
  type Result,
  splitTenant,
  type TenantKey,
  type Unit,
  type UnitOfWork,
} from '../kernel/index.js';
import type { ScreeningGate } from './gate.js';
import { beginRound, presentRound } from './rounds.js';

export interface WatchPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly gate: ScreeningGate;
  readonly contextOf: (tenant: TenantKey) => Promise<Context>;
  readonly listTenants: () => Promise<readonly { readonly tenant: TenantKey }[]>;
  readonly report: (message: string, fields: Readonly<Record<string, unknown>>) => void;
}

const POLL_SECONDS = 300;
const RETRY_SECONDS = 30;
/** A round begins a day after the one before it. */
const ROUND_MS = 24 * 60 * 60 * 1_000;

const keyOf = (environment: Environment): string => `screening.lists ${environment}`;

/** Schedules the job that watches the lists of an environment, for the provider that is connected to it. */
export const startWatch =
  ({ units, ids, contextOf }: WatchPorts) =>
  async (environment: Environment): Promise<Result<void>> => {
    const tenant = houseTenant(environment);
    const ctx = await contextOf(tenant);
    return units.run(tenant, async (tx) => {
      watchNow({ tx, ctx, ids }, environment);
      return ok();
    });
  };

function watchNow(unit: Unit, environment: Environment): void {
  const dedupe = keyOf(environment);
  schedule(unit, { kind: 'screening.lists', subject: dedupe, dueAt: unit.ctx.hostNow, dedupe });
}

/** Asks for the version of the lists at once, because they have changed. */
export async function hastenWatch(unit: Unit, environment: Environment): Promise<void> {
  const waiting = await unit.tx.find(JOBS, 'dedupe', [keyOf(environment)]);
  if (waiting === null) watchNow(unit, environment);
  else reschedule(unit.tx, unit.ctx, waiting, 0);
}

/** Asks the provider for the version of its lists, and begins a round in each tenant with other lists or without one for a day. */
export const watchLists =
  (ports: WatchPorts): JobHandler =>
  async (begun, job, ask) => {
    const { units, gate } = ports;
    const provider = gate.connectionOf(begun.tenant)?.provider;
    if (provider === undefined)
      return units.run(begun.tenant, async (tx) => {
        finish(tx, job);
        return ok();
      });
    const asked = await ask(`screening ${provider.name}`, () =>
      provider
        .listVersion()
        .then(ok<string>, (cause: unknown) => ({ ok: false, error: describeCause(cause) }) as const),
    );
    if (!asked.ok) return asked;
    const { answer, ctx } = asked.value;
    if (answer.ok) await beginRounds(ports, ctx, { provider: provider.name, listVersion: answer.value });
    else ports.report('a screening provider did not say the version of its lists', { cause: answer.error });
    return units.run(ctx.tenant, async (tx) => {
      if (answer.ok) reschedule(tx, ctx, job, POLL_SECONDS);
      else reschedule(tx, ctx, job, RETRY_SECONDS, answer.error);
      return ok();
    });
  };

interface Lists {
  readonly provider: string;
  readonly listVersion: string;
}

async function beginRounds(ports: WatchPorts, { tenant: house }: Context, lists: Lists): Promise<void> {
  const { environment } = splitTenant(house);
  for (const { tenant } of await ports.listTenants()) {
    if (isHouse(tenant) || splitTenant(tenant).environment !== environment) continue;
    const present = await ports.units.read(tenant, presentRound);
    const ctx = await ports.contextOf(tenant);
    if (present !== null && present.listVersion === lists.listVersion && !isOld(present, ctx)) continue;
    await ports.units.run(tenant, async (tx) => {
      const round = await presentRound(tx);
      // Another host, or an answer, has begun one meanwhile.
      if ((round?.id ?? null) === (present?.id ?? null)) beginRound({ tx, ctx, ids: ports.ids }, round, lists);
      return ok();
    });
  }
}

/**
 * A round that is still running after a day goes on, and the next one begins after it. One that is replaced without another
 * round was interrupted, because the connection was removed.
 */
const isOld = (round: { readonly createdAt: number; readonly status: string }, { hostNow }: Context): boolean =>
  round.status === 'REPLACED' || (round.status === 'DONE' && hostNow - round.createdAt >= ROUND_MS);
