import { beforeEach, describe, expect, it } from 'vitest';
import {
  bodyDigestOf,
  Bug,
  houseTenant,
  type Id,
  ok,
  PENDING_COMMANDS,
  type PendingCommand,
  plusSeconds,
} from '../kernel/index.js';
import { refusal } from '../testing/index.js';
import { addOperator } from '../testing/operators.js';
import { playCore, type PlayCore, valueOf } from '../testing/play-core.js';
import { digest } from '../testing/ports.js';
import { type Awaiting, type Caller, OPERATORS } from './index.js';

const HOUSE = houseTenant('SANDBOX');
const OTHER = 'Request:018bcfe5-6800-7000-8000-00000000ffff' as Id<'Request'>;

let play: PlayCore;
let root: Caller;
let ann: Caller;
let awaiting: Awaiting;

beforeEach(async () => {
  play = await playCore();
  [root, ann] = [
    await addOperator(play.storage.units, 'Root', 'ADMIN'),
    await addOperator(play.storage.units, 'Ann', 'ADMIN'),
  ];
  const input = { id: root.operatorId, role: 'VIEWER' } as const;
  const asked = valueOf(await actions().request(root, { tenant: HOUSE, action: 'operators.role', input }));
  if (asked.kind !== 'awaiting') throw new Error(asked.kind);
  awaiting = asked.awaiting;
});

const actions = () => play.core.operators.actions;
const pending = async (): Promise<PendingCommand> =>
  (await play.storage.units.read(HOUSE, (reads) => reads.get(PENDING_COMMANDS, awaiting.requestId)))!;
const roleOfRoot = async () =>
  (await play.storage.units.read(null, (reads) => reads.get(OPERATORS, root.operatorId)))?.role;

/** Stores a request that differs from the one that waits, and returns its approval with the digest that was shown. */
async function stored(over: Partial<PendingCommand>) {
  const own = await pending();
  const added = await play.storage.units.run(HOUSE, async (tx) => {
    tx.add(PENDING_COMMANDS, { ...own, id: OTHER, ...over });
    return ok();
  });
  valueOf(added);
  return { requestId: OTHER, digest: own.bodyDigest };
}

describe('a request of another kind', () => {
  it('is neither found, approved nor declined as the action of an operator', async () => {
    const other = await stored({ operation: 'executeQuote' });
    expect(await actions().findWaiting(OTHER)).toBeNull();
    expect(refusal(await actions().approve(ann, HOUSE, other)).code).toBe('REFERENCE_NOT_FOUND');
    expect(refusal(await actions().decline(ann, HOUSE, other)).code).toBe('REFERENCE_NOT_FOUND');
    expect(await roleOfRoot()).toBe('ADMIN');
  });
});

describe('a request that was altered in the database', () => {
  const reattribute = async (over: Partial<PendingCommand>) => {
    const own = await pending();
    valueOf(
      await play.storage.units.run(HOUSE, async (tx) => {
        tx.remove(PENDING_COMMANDS, own);
        tx.add(PENDING_COMMANDS, { ...own, ...over });
        return ok();
      }),
    );
  };
  const by = async (operator: object) => reattribute({ state: { ...(await pending()).state, by: operator } });

  it('is not approved by the operator who requested it', async () => {
    await by({ id: ann.operatorId, name: 'Ann' });
    expect(await actions().approve(root, HOUSE, awaiting)).toMatchObject({
      ok: false,
      error: {
        code: 'CONFLICT',
        message: expect.stringContaining('the operator log does not have the request as it is stored') as never,
      },
    });
    expect(await roleOfRoot()).toBe('ADMIN');
  });

  it.each([
    ['id and name', () => ({ id: ann.operatorId, name: 'Ann' })],
    ['id', () => ({ id: ann.operatorId, name: 'Root' })],
    ['name', () => ({ id: root.operatorId, name: 'Ann' })],
  ])('is not approved by another operator: another %s', async (_, operator) => {
    await by(operator());
    const eve = await addOperator(play.storage.units, 'Eve', 'ADMIN');
    expect(refusal(await actions().approve(eve, HOUSE, awaiting)).code).toBe('CONFLICT');
    expect(await roleOfRoot()).toBe('ADMIN');
  });

  it('is not approved under another time, at which the log has no entry of it', async () => {
    await reattribute({ createdAt: ((await pending()).createdAt + 1) as never });
    expect(refusal(await actions().approve(ann, HOUSE, awaiting)).code).toBe('CONFLICT');
    expect(await roleOfRoot()).toBe('ADMIN');
  });

  /** Changes what the request asks for, with a digest that fits. */
  const ask = async (over: object): Promise<Awaiting> => {
    const { state } = await pending();
    const action = { ...(state as { readonly action: object }).action, ...over };
    const bodyDigest = bodyDigestOf(digest, action);
    await reattribute({ state: { ...state, action }, bodyDigest });
    return { ...awaiting, digest: bodyDigest };
  };

  it.each([
    ['input', { input: { id: 'Operator:root', role: 'APPROVER' } }],
    ['action', { action: 'operators.disable' }],
  ])('is not approved with another %s than the operator log has', async (_, over) => {
    expect(refusal(await actions().approve(ann, HOUSE, await ask(over))).code).toBe('CONFLICT');
    expect(await roleOfRoot()).toBe('ADMIN');
  });

  it('is not approved with another state of the record before it', async () => {
    await reattribute({ state: { ...(await pending()).state, before: { role: 'VIEWER', status: 'ACTIVE' } } });
    expect(refusal(await actions().approve(ann, HOUSE, awaiting)).code).toBe('CONFLICT');
  });

  it('expires a day after its entry in the operator log, whatever end is stored', async () => {
    await reattribute({ expiresAt: plusSeconds(awaiting.expiresAt, 86_400) });
    play.clock.advance(86_400);
    expect(await actions().waiting()).toEqual([]);
    expect(await actions().findWaiting(awaiting.requestId)).toBeNull();
    expect(refusal(await actions().approve(ann, HOUSE, awaiting)).code).toBe('REFERENCE_NOT_FOUND');
  });

  it('is not approved after it was declined', async () => {
    const own = await pending();
    valueOf(await actions().decline(ann, HOUSE, awaiting));
    valueOf(await play.storage.units.run(HOUSE, async (tx) => ok(tx.add(PENDING_COMMANDS, own))));
    expect(refusal(await actions().approve(ann, HOUSE, awaiting)).code).toBe('CONFLICT');
    expect(await roleOfRoot()).toBe('ADMIN');
  });

  it('can be declined', async () => {
    await by({ id: ann.operatorId, name: 'Ann' });
    valueOf(await actions().decline(ann, HOUSE, awaiting));
    expect(await actions().waiting()).toEqual([]);
  });
});

describe('an approval', () => {
  it('is not carried out if the stored action is not the one that was shown', async () => {
    const { state } = await pending();
    const { action } = state as { readonly action: object };
    const other = await stored({ state: { ...state, action: { ...action, subject: ann.operatorId } } });
    await expect(actions().approve(ann, HOUSE, other)).rejects.toThrow(
      new Bug(`the stored action of ${OTHER} does not match its digest`),
    );
    expect(await roleOfRoot()).toBe('ADMIN');
  });

  it('is refused from an operator who does not exist', async () => {
    const stranger = { ...ann, operatorId: 'Operator:018bcfe5-6800-7000-8000-00000000ffff' as Id<'Operator'> };
    expect(refusal(await actions().approve(stranger, HOUSE, awaiting)).code).toBe('FORBIDDEN');
    valueOf(await actions().approve(ann, HOUSE, awaiting));
    expect(await roleOfRoot()).toBe('VIEWER');
  });
});
