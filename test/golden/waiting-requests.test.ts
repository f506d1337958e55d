import { type Id, ok } from '@corridor/core';
import { describe, expect, it } from 'vitest';
import { PENDING_COMMANDS, type PendingCommand } from '../../packages/core/src/kernel/index.js';
import { OPERATOR_LOG, type OperatorLogEntry } from '../../packages/core/src/operators/index.js';
import { valueOf } from '../../packages/core/src/testing/play-core.js';
import { expectNoOthers, kept, keptAsWritten } from './kept.js';
import { type Asked, createWaitingWorld, type Scenario, SCENARIOS, type WaitingWorld } from './waiting-world.js';

/** A request that waits, as the database has it. */
interface Waiting {
  readonly request: PendingCommand;
  /** The entry of the operator log about the request. */
  readonly entry: OperatorLogEntry;
}

/** The ids of what is kept, which no world makes. */
const REQUEST = 'Request:018bcfe5-6800-7000-8000-00000000000a' as Id<'Request'>;
const ENTRY = 'OperatorLog:018bcfe5-6800-7000-8000-00000000000a' as Id<'OperatorLog'>;

const titleOf = ({ action, variant }: Scenario): string => (variant === undefined ? action : `${action} ${variant}`);
const fileOf = (scenario: Scenario): string => `requests/${titleOf(scenario).replaceAll(' ', '-')}.json`;

const BIGINT = '$bigint';

const toText = (waiting: Waiting): string =>
  `${JSON.stringify(waiting, (_name, value: unknown) => (typeof value === 'bigint' ? { [BIGINT]: `${value}` } : value), 2)}\n`;

const fromText = (text: string): Waiting =>
  JSON.parse(text, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && BIGINT in value ? BigInt(value[BIGINT] as string) : value,
  ) as Waiting;

const requestOf = ({ play }: WaitingWorld, { tenant }: Asked, id: string): Promise<PendingCommand | null> =>
  play.storage.units.read(tenant, (reads) => reads.get(PENDING_COMMANDS, id));

async function entriesOf({ play }: WaitingWorld, request: string): Promise<readonly OperatorLogEntry[]> {
  const { rows } = await play.storage.units.read(null, (reads) =>
    reads.list(OPERATOR_LOG, { order: 'asc', limit: 100 }),
  );
  return rows.filter((entry) => entry.request === request);
}

async function ask(world: WaitingWorld, { action }: Scenario, asked: Asked): Promise<Waiting> {
  const outcome = valueOf(await world.play.core.operators.actions.request(world.ann, { action, ...asked } as never));
  if (outcome.kind !== 'awaiting') throw new Error(`${action} is ${outcome.kind}`);
  const { requestId } = outcome.awaiting;
  const request = await requestOf(world, asked, requestId);
  const [entry] = await entriesOf(world, requestId);
  return { request: { ...request!, id: REQUEST }, entry: { ...entry!, id: ENTRY, request: REQUEST } };
}

async function asked(scenario: Scenario): Promise<Waiting> {
  const world = await createWaitingWorld();
  return ask(world, scenario, await scenario.prepare(world));
}

/** Adds a request that an earlier version of Corridor has stored. */
async function restore({ play }: WaitingWorld, { request, entry }: Waiting): Promise<void> {
  const added = await play.storage.units.run(request.tenant, async (tx) => {
    tx.add(PENDING_COMMANDS, request);
    // A migration has added these columns.
    tx.add(OPERATOR_LOG, { ...{ salt: null, erasedDigest: null }, ...entry });
    return ok();
  });
  valueOf(added);
}

/** The parts of a request that its digest and its approval depend on. */
const decisive = ({ request, entry }: Waiting) => {
  const { operation, path, account, bodyDigest, payload, state } = request;
  const { outcome, action, subject, input, before } = entry;
  return {
    request: { operation, path, account, bodyDigest, payload, state },
    entry: { outcome, action, subject, input, before },
  };
};

it('every action that can wait for a second operator has a kept request', async () => {
  const { registry } = (await createWaitingWorld()).play.core.operators.actions;
  const waiting = Object.entries(registry).filter(
    ([, { kind, effects, exempt }]) => kind === 'unit' && effects.length > 0 && exempt === undefined,
  );
  expect([...new Set(SCENARIOS.map(({ action }) => action))].sort()).toEqual(waiting.map(([name]) => name).sort());
  expectNoOthers('requests', SCENARIOS.map(fileOf));
});

describe.each(SCENARIOS.map((scenario) => [titleOf(scenario), scenario] as const))(
  'a request for %s',
  (_, scenario) => {
    it.skipIf(scenario.isPast)('is stored as it was when it was recorded', async () => {
      const now = await asked(scenario);
      const before = fromText(keptAsWritten(fileOf(scenario), toText(now)));
      // A request may show more of its record than before.
      expect(decisive(now), `differs from test/golden/kept/${fileOf(scenario)}`).toMatchObject(decisive(before));
    });

    it('that was recorded is approved by a second operator with its recorded digest', async () => {
      const world = await createWaitingWorld();
      const about = await scenario.prepare(world);
      const { request, entry } = fromText(kept(fileOf(scenario)));
      await restore(world, { request, entry });
      const { actions } = world.play.core.operators;
      expect(await actions.waiting()).toMatchObject([{ requestId: request.id, digest: request.bodyDigest }]);
      const approval = { requestId: request.id, digest: request.bodyDigest };
      expect(await actions.approve(world.ann, about.tenant, approval)).toMatchObject({ error: { code: 'FORBIDDEN' } });
      valueOf(await actions.approve(world.bob, about.tenant, approval));
      expect(await requestOf(world, about, request.id)).toBeNull();
      const { action, subject, input, before } = entry;
      expect(await entriesOf(world, request.id)).toMatchObject([
        entry,
        { outcome: 'APPROVED', action, subject, input, before, operatorName: 'Bob', requestedBy: world.ann.operatorId },
      ]);
    });
  },
);
