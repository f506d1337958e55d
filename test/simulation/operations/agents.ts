import { type CreatedAgent, runUseCase } from '@corridor/core';
import { AGENT_ACTIONS, UMA_RECEIPTS } from '@corridor/core/records';
import { runAttempt } from '@corridor/core/internal';
import { NoSubject } from '../operation.js';
import { type Move, known, learnt, own, sandboxOf, tenantOf } from './area.js';
import { records } from './rails.js';

const PERMISSIONS = ['VIEW_TRANSACTIONS', 'CREATE_TRANSFERS', 'CREATE_QUOTES', 'EXECUTE_QUOTES'] as const;

/** Agents of customers: what they do, and what platforms decide about it. */
export const AGENTS: readonly Move[] = [
  {
    name: 'agents.create',
    weight: 1,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const { id: customerId } = known(world, tenant, 'customers', draw);
      const created = await world.call(tenant, (core) => core.agents.create, {
        name: 'Bookkeeper',
        customerId,
        policy: {
          permissions: [...PERMISSIONS],
          defaultExecutionMode: draw.of(['AUTO', 'APPROVAL_REQUIRED'] as const),
          spendingLimits: { currency: 'USD', perTransactionLimit: 500_000n },
        },
      });
      if (created === null) return;
      const { view, code } = created as unknown as CreatedAgent;
      const redeemed = await world.ask((core) => core.agents.redeemCode(code.code));
      const { id } = view.agent;
      learnt(world, tenant, 'agents', { id, customerId, token: redeemed?.accessToken ?? '' });
    },
  },
  {
    name: 'agents.pause',
    weight: 0.5,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const { id } = known(world, tenant, 'agents', draw);
      await world.call(tenant, (core) => core.agents.update, { id, isPaused: draw.once(2) });
    },
  },
  {
    name: 'agents.transfer-out',
    weight: 4,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const agent = known(world, tenant, 'agents', draw);
      const request = {
        sourceId: own(world, tenant, 'internal USD', agent, draw).id,
        destinationId: own(world, tenant, 'external USD', agent, draw).id,
        amount: draw.amount(100_000),
      };
      if (tenant.environment === 'SANDBOX' && draw.once(2))
        await world.call(tenant, (core) => core.sandbox.fund, {
          accountId: request.sourceId,
          amount: request.amount,
        });
      await world.ask(async (core) => {
        const session = await core.agents.authenticate(String(agent['token']));
        if (session === null) throw new NoSubject();
        const ctx = core.context(session.tenant, session.actor, 'simulation');
        return runUseCase(core.units, ctx, core.agents.me.transferOut, request);
      });
    },
  },
  {
    name: 'agents.decide',
    weight: 3,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const waiting = (await records(world, tenant.key, AGENT_ACTIONS)).filter(
        ({ status }) => status === 'PENDING_APPROVAL',
      );
      const { id: actionId, agentId } = draw.of(waiting);
      const input = { agentId, actionId };
      if (draw.once(3)) {
        await world.call(tenant, (core) => core.agents.reject, { ...input, reason: 'no' });
        return;
      }
      const ctx = await world.context(tenant);
      const render = () => ({ status: 200, body: '{}', remember: true });
      await world.ask((core) => runAttempt(core.commands, ctx, core.agents.approve as never, input, render, null));
    },
  },
  {
    name: 'sandbox.receive-uma',
    weight: 3,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const { id: customerId } = known(world, tenant, 'customers', draw);
      const made = await world.call(tenant, (core) => core.uma.receiveSimulated, {
        senderUmaAddress: '$grace@other.example',
        customerId,
        receivingCurrencyCode: draw.of(['USD', 'EUR']),
        receivingCurrencyAmount: draw.amount(20_000),
      });
      learnt(world, tenant, 'uma payments', made);
    },
  },
  {
    name: 'uma.decide',
    weight: 2,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const receipts = await records(world, tenant.key, UMA_RECEIPTS);
      const open = receipts.filter(({ status }) => status === 'DEFERRED' || status === 'ASKED');
      const { id } = open.length > 0 ? draw.recent(open) : known(world, tenant, 'uma payments', draw);
      if (draw.once(3)) await world.call(tenant, (core) => core.uma.reject, { id });
      else await world.call(tenant, (core) => core.uma.approve, { id, payeeData: {} });
    },
  },
  {
    name: 'uma.invite',
    weight: 1,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const { umaAddress } = known(world, tenant, 'customers', draw);
      const made = await world.call(tenant, (core) => core.uma.invitations.create, {
        inviterUma: String(umaAddress),
      } as never);
      if (made !== null) learnt(world, tenant, 'invitations', { ...made, id: made['code'] });
    },
  },
  {
    name: 'uma.end-invitation',
    weight: 1,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const { id: code } = known(world, tenant, 'invitations', draw);
      if (draw.once(2)) {
        await world.call(tenant, (core) => core.uma.invitations.cancel, { code });
        return;
      }
      const inviteeUma = String(known(world, tenant, 'customers', draw)['umaAddress']);
      const ctx = await world.context(tenant);
      await world.ask((core) => runUseCase(core.units, ctx, core.uma.invitations.claim, { code, inviteeUma }));
    },
  },
  {
    name: 'uma.payers',
    weight: 0.5,
    async act(world, draw) {
      world.outside.invoices.arePaid = draw.once(2);
    },
  },
  {
    name: 'uma.invite-until',
    weight: 0.5,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const { umaAddress } = known(world, tenant, 'customers', draw);
      const expiresAt = world.now() + draw.of([60, 600, 86_400]) * 1_000;
      const made = await world.call(tenant, (core) => core.uma.invitations.create, {
        inviterUma: String(umaAddress),
        expiresAt,
      } as never);
      if (made !== null) learnt(world, tenant, 'invitations', { ...made, id: made['code'] });
    },
  },
];
