import { err, idFrom, ok } from '../kernel/index.js';
import type { AnyAction, OutputOf, Registry } from './action.js';
import type { ActionOutcome, ActionPorts, Actions, Preview } from './actions.js';
import { findWaiting, listWaiting } from './approvals.js';
import { actorIn } from './callers.js';
import { requestDecisions } from './decide-requests.js';
import { secondOperatorOf } from './effects.js';
import { findPastRequest, waitingAbout } from './request-history.js';
import { actionRuns } from './run-action.js';
import { claimOf, runOutside } from './run-outside.js';
import { wordingOf } from './wording.js';

export function createActions<R extends Registry>(ports: ActionPorts, registry: R): Actions<R> {
  const { units, commands, clock, digest, contextOf, names, approvalAmounts } = ports;
  const runs = actionRuns(ports);
  const { begin, planOf, runUnit, previewOf } = runs;

  /** The action with this name, with the type of its output. */
  const find = <N extends string>(name: N): AnyAction<OutputOf<R[N]>> | null =>
    Object.hasOwn(registry, name) ? (registry[name] as AnyAction<OutputOf<R[N]>>) : null;

  return {
    registry,

    secondOperator: (name, tenant) => secondOperatorOf(registry[name]!, tenant, approvalAmounts),

    async request(caller, { tenant, action: name, input, confirmed }, once) {
      const action = find(name);
      if (action === null) return err('REFERENCE_NOT_FOUND', `the action ${name} does not exist`);
      const ctx = await contextOf(tenant, caller.requestId);
      if (action.kind === 'outside') return runOutside(ports, { name, action, input }, ctx, caller, once);
      const render = (value: ActionOutcome<OutputOf<R[typeof name]>>) => ({
        status: 200,
        body: value.kind === 'awaiting' ? value.awaiting.requestId : '',
        remember: true,
      });
      const begun = await begin(action, ctx, { input, isStored: false }, caller);
      const work = runUnit({ name, action, input, begun }, caller, confirmed);
      const answer = await commands.run(ctx, work, null, render, claimOf(digest, name, input, caller, once));
      if (!answer.ok) return answer;
      const { replayed, body, output } = answer.value;
      if (!replayed) return ok(output);
      return ok({ kind: 'repeated', waits: body === '' ? null : idFrom('Request', body) });
    },

    async preview(caller, { tenant, action: name, input }) {
      const action = find(name);
      if (action === null) return err('REFERENCE_NOT_FOUND', `the action ${name} does not exist`);
      const ctx = await contextOf(tenant, caller.requestId);
      let preview: Preview | null = null;
      const plan = await planOf(action, ctx, input, caller);
      // A plan locks records by writing them, so its unit is rolled back.
      const ended = await units.run<never>(ctx.tenant, async (tx) => {
        preview = null;
        const actor = await actorIn(tx, ctx.tenant, caller, action.role);
        if (!actor.ok) return actor;
        const planned = plan.ok ? await plan.value(tx) : plan;
        if (!planned.ok) return planned;
        const wording = await wordingOf(action, {
          ...planned.value,
          tenant,
          input,
          reads: tx,
          name: names(tx, tenant),
        });
        const others = await waitingAbout(tx, tenant, planned.value.subject, ctx.hostNow);
        preview = { ...previewOf(name, action, ctx, input, planned.value), wording, others };
        return ROLLED_BACK;
      });
      return preview === null ? ended : ok(preview);
    },

    ...requestDecisions(ports, runs, find),

    async wordingOf({ tenant, action: name, input, moves = [], ...past }) {
      const action = find(name);
      if (action === null || input === null) return null;
      return units.read(tenant, (reads) =>
        wordingOf(action, { ...past, tenant, input, moves, reads, name: names(reads, tenant) }),
      );
    },

    waiting: () => listWaiting(units, clock.now()),

    waitingAbout: (tenant, subject) => units.read(null, (reads) => waitingAbout(reads, tenant, subject, clock.now())),

    findPast: (id) => findPastRequest(units, id),

    findWaiting: (id) => findWaiting(units, clock.now(), id),
  };
}

/** Ends the unit of a preview. No caller receives it. */
const ROLLED_BACK = err('CONFLICT', 'the action was only previewed');
