import { houseTenant } from '@corridor/core/internal';
import {
  BALANCES,
  type BaseRecord,
  EVENTS,
  EXCEPTIONS,
  INTERNAL_ACCOUNTS,
  type KindOf,
  OUTSIDE_PAYMENTS,
  type Resolution,
  RESOLUTIONS,
  SCA_RESETS,
  VERIFICATIONS,
} from '@corridor/core/records';
import { type ActionOutcome, type Awaiting, type Core, ok } from '@corridor/core';
import type { World } from '../world.js';
import { type Move, known, tenantOf } from './area.js';
import { records } from './rails.js';

type Registry = Core['operators']['actions']['registry'];

/** Requests an action as one operator; another one approves it if it has to be approved. */
export async function asOperator<N extends keyof Registry & string>(
  { operators, ask }: World,
  tenant: string,
  action: N,
  input: object,
): Promise<void> {
  const [first, second] = operators.map((operatorId) => ({
    operatorId,
    source: 'CONSOLE' as const,
    requestId: 'simulation',
  }));
  const outcome = await ask((core) =>
    core.operators.actions.request(first!, { tenant, action, input } as never, `form ${JSON.stringify(input, text)}`),
  );
  const waiting = outcome === null ? null : await waitingOf(ask, outcome);
  if (waiting === null) return;
  const { requestId, digest } = waiting;
  await ask((core) => core.operators.actions.approve(second!, tenant as never, { requestId, digest }));
}

/** The request that waits. If two hosts receive the form, one of them answers that it was sent before. */
async function waitingOf(ask: World['ask'], outcome: ActionOutcome<unknown>): Promise<Awaiting | null> {
  if (outcome.kind === 'awaiting') return outcome.awaiting;
  const id = outcome.kind === 'repeated' ? outcome.waits : null;
  return id === null ? null : ask(async (core) => ok(await core.operators.actions.findWaiting(id)));
}

const text = (_name: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}` : value);

/** The records of a kind of all platforms. */
const everywhere = async <T extends BaseRecord>(world: World, kind: KindOf<T>): Promise<readonly T[]> =>
  (await Promise.all(world.tenants.map(({ key }) => records(world, key, kind)))).flat();

/** The payment outside that PAID_ELSEWHERE names; one for each exception. */
export const saidPayment = (exceptionId: string, resolution: Resolution): object =>
  resolution === 'PAID_ELSEWHERE' ? { bankReference: exceptionId, valueDate: '2025-01-15' } : {};

/** What operators decide, and what they look after. */
export const OPERATORS: readonly Move[] = [
  {
    name: 'exceptions.resolve',
    weight: 3,
    async act(world, draw) {
      const tenant = draw.of([...world.tenants.map(({ key }) => key), houseTenant('SANDBOX')]);
      const open = (await records(world, tenant, EXCEPTIONS)).filter(({ status }) => status === 'OPEN');
      const { id: exceptionId, currency } = draw.of(open);
      const resolution = draw.of(RESOLUTIONS);
      const owner = world.tenants.find(({ key }) => key === tenant);
      const accounts = owner === undefined ? [] : world.list(owner, `internal ${currency}`);
      const account = accounts.length > 0 && draw.once(2) ? draw.recent(accounts).id : undefined;
      await asOperator(world, tenant, 'exceptions.resolve', {
        ...{ exceptionId, resolution, account, note: 'decided' },
        ...saidPayment(exceptionId, resolution),
      });
    },
  },
  {
    name: 'exceptions.open',
    weight: 0.5,
    async act(world, draw) {
      const amount = draw.amount(5_000);
      await asOperator(world, houseTenant('SANDBOX'), 'exceptions.open', {
        kind: 'STATEMENT_DIFFERENCE',
        reference: `line ${draw.under(20)}`,
        rail: 'sandbox-bank',
        currency: 'USD',
        amount,
        direction: draw.of(['IN', 'OUT']),
        reason: 'the statement differs',
      });
    },
  },
  {
    name: 'treasury.book',
    weight: 0.7,
    async act(world, draw) {
      const kind = draw.of(['TOP_UP', 'CHARGE', 'INTEREST', 'WITHDRAWAL', 'TRADE']);
      const bought = { boughtRail: 'sandbox-bank', boughtCurrency: 'EUR', boughtAmount: draw.amount(100_000) };
      await asOperator(world, houseTenant('SANDBOX'), 'treasury.book', {
        kind,
        ...((kind === 'WITHDRAWAL' || kind === 'CHARGE' || kind === 'TRADE') && { valueDate: '2025-01-15' }),
        ...(kind === 'TRADE' && bought),
        reference: `statement ${draw.under(200)}`,
        rail: 'sandbox-bank',
        currency: 'USD',
        amount: draw.amount(100_000),
      });
    },
  },
  {
    name: 'treasury.confirm',
    weight: 0.5,
    async act(world, draw) {
      const all = await records(world, houseTenant('SANDBOX'), OUTSIDE_PAYMENTS);
      const { id, tenant } = draw.of(all.filter(({ status }) => status === 'UNCONFIRMED'));
      // Neither the operator who booked the payment nor the one who approved it can confirm it.
      const operators = world.operators.slice(2);
      await asOperator({ ...world, operators }, tenant, 'treasury.confirm', { id, document: 'statement 7' });
    },
  },
  {
    name: 'accounts.freeze',
    weight: 1,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const { id } = known(world, tenant, 'internals', draw);
      await asOperator(world, tenant.key, draw.of(['accounts.unfreeze', 'accounts.freeze'] as const), {
        id,
        reason: 'a simulation',
      });
    },
  },
  {
    name: 'accounts.unfreeze',
    weight: 0.7,
    async act(world, draw) {
      const frozen = (await everywhere(world, INTERNAL_ACCOUNTS)).filter(({ status }) => status === 'FROZEN');
      const { id, tenant } = draw.recent(frozen);
      await asOperator(world, tenant, 'accounts.unfreeze', { id, reason: 'a simulation' });
    },
  },
  {
    name: 'customers.leave',
    weight: 1,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const owned = new Set<unknown>();
      for (const { id, available, held } of await records(world, tenant.key, BALANCES)) {
        if (available !== 0n || held !== 0n) owned.add(id);
      }
      const accounts = await records(world, tenant.key, INTERNAL_ACCOUNTS);
      const rich = new Set(accounts.flatMap(({ id, owner }) => (owned.has(id) ? [owner] : [])));
      const left = accounts.filter(({ owner, status }) => status !== 'CLOSED' && !rich.has(owner));
      const { id: accountId, owner: id } = draw.recent(left);
      if (draw.once(2))
        await asOperator(world, tenant.key, 'accounts.freeze', { id: accountId, reason: 'a simulation' });
      await world.call(tenant, (core) => core.customers.delete as never, { id });
    },
  },
  {
    name: 'verification.decide',
    weight: 3,
    async act(world, draw) {
      const waits = draw.of([...Array<string>(3).fill('PENDING_MANUAL_REVIEW'), 'RESOLVE_ERRORS']);
      const open = (await everywhere(world, VERIFICATIONS)).filter(
        ({ verificationStatus, proposal }) =>
          verificationStatus === waits && (waits === 'PENDING_MANUAL_REVIEW' || proposal !== null),
      );
      const { id, tenant } = draw.recent(open);
      const decision = draw.of(['APPROVED', 'APPROVED', 'REJECTED', 'RESOLVE_ERRORS']);
      await asOperator(world, tenant, 'verification.decide', { id, decision, reason: 'examined' });
    },
  },
  {
    name: 'resets.decide',
    weight: 1.5,
    async act(world, draw) {
      const open = (await everywhere(world, SCA_RESETS)).filter(({ status }) => status === 'PENDING_REVIEW');
      const { id: resetId, tenant } = draw.recent(open);
      await asOperator(world, tenant, 'resets.decide', { resetId, verdict: draw.of(['PASSED', 'REJECTED']) });
    },
  },
  {
    name: 'events.redeliver',
    weight: 0.7,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const wanted = draw.of(['STORED', 'FAILED', 'DELIVERED']);
      const all = (await records(world, tenant.key, EVENTS)).filter(({ status }) => status === wanted);
      const { id } = draw.recent(all);
      if (wanted === 'STORED') {
        const webhookEndpoint = 'https://hooks.example/corridor';
        await world.call(tenant, (core) => core.platforms.updateConfig, { webhookEndpoint });
      }
      await asOperator(world, tenant.key, 'events.redeliver', { id });
    },
  },
  {
    name: 'events.deliver-now',
    weight: 0.5,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const all = (await records(world, tenant.key, EVENTS)).filter(({ status }) => status === 'QUEUED');
      const { id } = draw.recent(all);
      await asOperator(world, tenant.key, 'events.deliver-now', { id });
    },
  },
  {
    name: 'ledger.audit',
    weight: 0.8,
    async act(world, draw) {
      draw.under(1);
      await asOperator(world, houseTenant('PRODUCTION'), 'ledger.audit', {});
      await world.ask(async (core) => ({ ok: true, value: await core.work.runAudits() }));
    },
  },
];
