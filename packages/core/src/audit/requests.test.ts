import { beforeEach, describe, expect, it } from 'vitest';
import { houseTenant, ok, readAll } from '../kernel/index.js';
import { type Awaiting, type Caller, OPERATOR_LOG, type OperatorLogEntry } from '../operators/index.js';
import { addOperator } from '../testing/operators.js';
import { playCore, type PlayCore, valueOf } from '../testing/play-core.js';

const HOUSE = houseTenant('PRODUCTION');

let play: PlayCore;
let ann: Caller;
let bob: Caller;
let eve: Caller;
let awaiting: Awaiting;
beforeEach(async () => {
  play = await playCore();
  const { units } = play.storage;
  ann = await addOperator(units, 'Ann', 'ADMIN');
  bob = await addOperator(units, 'Bob', 'ADMIN');
  eve = await addOperator(units, 'Eve', 'VIEWER');
  const { actions } = play.core.operators;
  const input = { id: eve.operatorId, role: 'OPERATOR' } as const;
  const asked = valueOf(await actions.request(ann, { tenant: HOUSE, action: 'operators.role', input }));
  if (asked.kind !== 'awaiting') throw new Error(asked.kind);
  awaiting = asked.awaiting;
  valueOf(await actions.approve(bob, HOUSE, awaiting));
});

const findings = async () => (await play.core.ledger.audit()).findings;

/** Changes or removes the entry of the request or of the approval; returns its id. */
async function alter(outcome: 'REQUESTED' | 'APPROVED', patch: Partial<OperatorLogEntry> | null): Promise<string> {
  const { units } = play.storage;
  const entries = await units.read(null, (reads) => readAll(reads, OPERATOR_LOG));
  const entry = entries.find((each) => each.outcome === outcome && each.request === awaiting.requestId)!;
  // The approval follows its request in the log.
  const later = entries.find((each) => each.outcome === 'APPROVED' && outcome === 'REQUESTED');
  valueOf(
    await units.run(HOUSE, async (tx) => {
      tx.remove(OPERATOR_LOG, entry);
      if (later !== undefined) tx.remove(OPERATOR_LOG, later);
      return ok();
    }),
  );
  valueOf(
    await units.run(HOUSE, async (tx) => {
      if (patch !== null) tx.add(OPERATOR_LOG, { ...entry, ...patch });
      if (later !== undefined) tx.add(OPERATOR_LOG, later);
      return ok();
    }),
  );
  return (later ?? entry).id;
}

describe('the audit of requests', () => {
  it('finds nothing in a request that another operator approved', async () => {
    expect(await findings()).toEqual([]);
  });

  it('finds an approval that names another requester than the entry of the request', async () => {
    const id = await alter('APPROVED', { requestedBy: eve.operatorId });
    expect(await findings()).toEqual([
      `${id} says that ${eve.operatorId} requested ${awaiting.requestId}, but ${ann.operatorId} did by the operator log`,
    ]);
  });

  it('finds an operator who approved the own request', async () => {
    const id = await alter('APPROVED', { operatorId: ann.operatorId, requestedBy: eve.operatorId });
    expect(await findings()).toEqual([
      `${id} approves ${awaiting.requestId}, which ${ann.operatorId} requested as well`,
    ]);
  });

  it.each<[string, Partial<OperatorLogEntry>]>([
    ['input', { input: { id: 'Operator:eve', role: 'ADMIN' } }],
    ['action', { action: 'operators.disable' }],
    ['record', { subject: 'Operator:bob' }],
  ])('finds an approval of another %s than was requested', async (_, patch) => {
    const id = await alter('APPROVED', patch);
    expect(await findings()).toContainEqual(
      expect.stringMatching(
        new RegExp(`^${id} approves another action than OperatorLog:\\S+ has requested as ${awaiting.requestId}$`),
      ),
    );
  });

  it('finds a request that was approved twice', async () => {
    const { units } = play.storage;
    const entries = await units.read(null, (reads) => readAll(reads, OPERATOR_LOG));
    const first = entries.find(({ outcome }) => outcome === 'APPROVED')!;
    const id = 'OperatorLog:018bcfe5-6800-7000-8000-00000000ffff' as never;
    valueOf(await units.run(HOUSE, async (tx) => ok(tx.add(OPERATOR_LOG, { ...first, id }))));
    expect(await findings()).toEqual([`${id} approves ${awaiting.requestId}, which ${first.id} has ended before`]);
  });

  it('finds an approval whose request is not in the log', async () => {
    const id = await alter('REQUESTED', null);
    expect(await findings()).toEqual([
      `${id} approves ${awaiting.requestId}, which no earlier entry of the operator log requests`,
    ]);
  });
});
