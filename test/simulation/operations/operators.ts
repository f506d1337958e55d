import { houseTenant } from '@corridor/core/internal';
import { EVENTS, EXCEPTIONS, RESOLUTIONS, SCA_RESETS, VERIFICATIONS } from '@corridor/core/records';
import type { Core } from '@corridor/core';
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
  if (outcome?.kind !== 'awaiting') return;
  const { requestId, digest } = outcome.awaiting;
  await ask((core) => core.operators.actions.approve(second!, tenant as never, { requestId, digest }));
}

const text = (_name: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}` : value);

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
      await asOperator(world, tenant, 'exceptions.resolve', { exceptionId, resolution, account, note: 'decided' });
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
      await asOperator(world, houseTenant('SANDBOX'), 'treasury.book', {
        kind: draw.of(['TOP_UP', 'CHARGE', 'INTEREST', 'WITHDRAWAL']),
        reference: `statement ${draw.under(200)}`,
        rail: 'sandbox-bank',
        currency: 'USD',
        amount: draw.amount(100_000),
      });
    },
  },
  {
    name: 'accounts.freeze',
    weight: 1,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const { id } = known(world, tenant, 'internals', draw);
      await asOperator(world, tenant.key, draw.of(['accounts.unfreeze', 'accounts.freeze'] as const), { id });
    },
  },
  {
    name: 'verification.decide',
    weight: 1.5,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const open = (await records(world, tenant.key, VERIFICATIONS)).filter(
        ({ verificationStatus }) => verificationStatus === 'PENDING_MANUAL_REVIEW',
      );
      const { id } = draw.of(open);
      const decision = draw.of(['APPROVED', 'APPROVED', 'REJECTED', 'RESOLVE_ERRORS']);
      await asOperator(world, tenant.key, 'verification.decide', { id, decision, reason: 'examined' });
    },
  },
  {
    name: 'resets.decide',
    weight: 1,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const open = (await records(world, tenant.key, SCA_RESETS)).filter(({ status }) => status === 'PENDING_REVIEW');
      const { id: resetId } = draw.of(open);
      await asOperator(world, tenant.key, 'resets.decide', { resetId, verdict: draw.of(['PASSED', 'REJECTED']) });
    },
  },
  {
    name: 'events.redeliver',
    weight: 0.5,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const { id } = draw.recent(await records(world, tenant.key, EVENTS));
      await asOperator(world, tenant.key, 'events.redeliver', { id });
    },
  },
  {
    name: 'ledger.audit',
    weight: 0.3,
    async act(world, draw) {
      draw.under(1);
      await asOperator(world, houseTenant('PRODUCTION'), 'ledger.audit', {});
      await world.ask(async (core) => ({ ok: true, value: await core.work.runAudits() }));
    },
  },
];
