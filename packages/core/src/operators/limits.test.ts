import { beforeEach, describe, expect, it } from 'vitest';
import {
  houseTenant,
  type Id,
  HOUSE_TENANTS,
  ok,
  splitTenant,
  type TenantKey,
  tenantKey,
  update,
} from '../kernel/index.js';
import { addOperator } from '../testing/operators.js';
import { codeOf, playCore, type PlayCore, valueOf } from '../testing/play-core.js';
import { type Caller, OPERATORS, reaches } from './index.js';

const HOUSE = houseTenant('PRODUCTION');
const ROOT = { source: 'MASTER_KEY', name: 'root', requestId: 'test' } as const;
const OTHER = 'Platform:018bcfe5-6800-7000-8000-0000000000ee' as Id<'Platform'>;

let play: PlayCore;
let own: Id<'Platform'>;
let ann: Caller;
let bob: Caller;
beforeEach(async () => {
  play = await playCore();
  own = splitTenant(play.tenant).platformId;
  const other = { ...play.context(), tenant: tenantKey(OTHER, 'SANDBOX') };
  const { core } = play;
  valueOf(
    await core.units.run(other.tenant, (tx) =>
      core.platforms.create(tx, other, { name: 'Other', currencies: ['USD'] }),
    ),
  );
  [ann, bob] = [await add('Ann'), await add('Bob')];
});

const add = (name: string, platforms: readonly Id<'Platform'>[] | null = null, role: 'ADMIN' | 'APPROVER' = 'ADMIN') =>
  addOperator(play.storage.units, name, role, platforms);
const limitOf = async ({ operatorId }: Caller) =>
  (await play.core.operators.reads.operator(operatorId))?.platforms ?? null;
const request = (by: Caller, action: string, input: object, tenant: TenantKey = HOUSE) =>
  play.core.operators.actions.request(by, { tenant, action, input } as never);
const limit = (by: Caller, whom: Caller, platforms: readonly string[] | null) =>
  request(by, 'operators.platforms', { id: whom.operatorId, platforms });
const approve = async (by: Caller) => {
  const [waiting] = await play.core.operators.actions.waiting();
  return play.core.operators.actions.approve(by, waiting!.tenant, waiting!);
};

describe('the limit of an operator', () => {
  it('has the platforms in both environments, and neither other platforms nor the service itself', () => {
    const places = [play.tenant, tenantKey(own, 'PRODUCTION'), tenantKey(OTHER, 'SANDBOX'), ...HOUSE_TENANTS];
    expect(places.map((tenant) => reaches([own], tenant))).toEqual([true, true, false, false, false]);
    expect(places.map((tenant) => reaches(null, tenant))).toEqual([true, true, true, true, true]);
    const houses = HOUSE_TENANTS.map((tenant) => splitTenant(tenant).platformId);
    expect(HOUSE_TENANTS.map((tenant) => reaches(houses, tenant))).toEqual([false, false]);
  });

  it('is set with the invitation, sorted and each platform once', async () => {
    const { operator } = valueOf(
      await play.core.operators.invite({ name: 'Eve', role: 'VIEWER', platforms: [OTHER, own, OTHER] }, ROOT),
    );
    expect(operator.platforms).toEqual([own, OTHER].toSorted());
    const [entry] = valueOf(await play.core.operators.log({ subject: operator.id })).data;
    expect(entry!.after).toMatchObject({ role: 'VIEWER', platforms: [own, OTHER].toSorted() });
  });

  it('names platforms that exist, at least one', async () => {
    const unknown = 'Platform:018bcfe5-6800-7000-8000-0000000000aa' as Id<'Platform'>;
    const house = splitTenant(HOUSE).platformId;
    for (const platforms of [[], [own, unknown], [house]]) {
      const invited = await play.core.operators.invite({ name: 'Eve', role: 'VIEWER', platforms }, ROOT);
      expect(codeOf(invited)).toBe('INVALID_INPUT');
      expect(codeOf(await limit(ann, bob, platforms))).toBe('INVALID_INPUT');
    }
    expect(codeOf(await request(ann, 'operators.platforms', { id: bob.operatorId }))).toBe('INVALID_INPUT');
    expect(await limitOf(bob)).toBeNull();
  });
});

describe('a change of the limit', () => {
  it('is made at once when it narrows, ends the sessions, and is in the log', async () => {
    const eve = await add('Eve', null, 'APPROVER');
    expect(valueOf(await limit(ann, eve, [own, OTHER])).kind).toBe('done');
    expect(valueOf(await limit(ann, eve, [own])).kind).toBe('done');
    expect(await limitOf(eve)).toEqual([own]);
    const account = await play.core.operators.reads.operator(eve.operatorId);
    expect(account!.sessionsFrom).toBe(play.clock.now() + 1);
    const [entry] = valueOf(await play.core.operators.log({ subject: eve.operatorId })).data;
    expect(entry).toMatchObject({ before: { platforms: [own, OTHER].toSorted() }, after: { platforms: [own] } });
    expect((await play.core.ledger.audit()).findings).toEqual([]);
  });

  it.each([
    ['another platform', [OTHER]],
    ['one platform more', [OTHER, 'own']],
    ['no limit', null],
  ])('waits for a second administrator when it widens: %s', async (_name, platforms) => {
    const eve = await add('Eve', [own], 'APPROVER');
    const wanted = platforms?.map((each) => (each === 'own' ? own : each)) ?? null;
    expect(valueOf(await limit(ann, eve, wanted)).kind).toBe('awaiting');
    expect(await limitOf(eve)).toEqual([own]);
    valueOf(await approve(bob));
    expect(await limitOf(eve)).toEqual(wanted?.toSorted() ?? null);
  });

  it('waits when it leaves fewer than two administrators without a limit', async () => {
    await add('Carol', [own]);
    expect(valueOf(await limit(ann, bob, [own])).kind).toBe('awaiting');
    await add('Dan');
    await add('Erin');
    expect(valueOf(await limit(ann, bob, [own])).kind).toBe('done');
  });

  it('is found by the audit if something else than an action has made it', async () => {
    const eve = await add('Eve', [own], 'APPROVER');
    await play.storage.units.run(HOUSE, async (tx) => {
      const account = (await tx.get(OPERATORS, eve.operatorId))!;
      update(tx, { now: play.clock.now() }, OPERATORS, account, { platforms: null });
      return ok();
    });
    expect((await play.core.ledger.audit()).findings.join()).toContain(`the access of ${eve.operatorId}`);
  });
});

describe('an administrator with a limit', () => {
  it('changes no operator: neither the limit of another nor its own', async () => {
    const eve = await add('Eve', [own]);
    for (const whom of [ann, eve])
      for (const [action, more] of [
        ['operators.platforms', { platforms: null }],
        ['operators.role', { role: 'VIEWER' }],
        ['operators.disable', {}],
      ] as const)
        expect(codeOf(await request(eve, action, { id: whom.operatorId, ...more }))).toBe('REFERENCE_NOT_FOUND');
    // In the tenant of its platform, operators are not changed at all.
    expect(codeOf(await request(eve, 'operators.disable', { id: ann.operatorId }, play.tenant))).toBe('FORBIDDEN');
  });

  it('acts on its platforms, and decides about their requests alone', async () => {
    const [eve, finn] = [await add('Eve', [own]), await add('Finn', [OTHER])];
    const block = { reason: 'r', caseReference: 'c', tellPlatform: true };
    expect(valueOf(await request(eve, 'platforms.block', block, play.tenant)).kind).toBe('done');
    const end = { reason: 'r', caseReference: 'c' };
    expect(valueOf(await request(eve, 'platforms.unblock', end, play.tenant)).kind).toBe('awaiting');
    const [waiting] = await play.core.operators.actions.waiting();
    const { actions } = play.core.operators;
    for (const approval of [waiting!, { ...waiting!, digest: 'x' }, { ...waiting!, requestId: 'x' }]) {
      expect(codeOf(await actions.approve(finn, play.tenant, approval))).toBe('REFERENCE_NOT_FOUND');
      expect(codeOf(await actions.decline(finn, play.tenant, approval))).toBe('REFERENCE_NOT_FOUND');
    }
    valueOf(await actions.approve(ann, play.tenant, waiting!));
  });

  it('no longer requests what waits, once the platform is outside the limit', async () => {
    const eve = await add('Eve', [own, OTHER]);
    valueOf(
      await request(eve, 'platforms.block', { reason: 'r', caseReference: 'c', tellPlatform: true }, play.tenant),
    );
    valueOf(await request(eve, 'platforms.unblock', { reason: 'r', caseReference: 'c' }, play.tenant));
    valueOf(await limit(ann, eve, [OTHER]));
    const [waiting] = await play.core.operators.actions.waiting();
    expect(codeOf(await play.core.operators.actions.approve(bob, play.tenant, waiting!))).toBe('CONFLICT');
  });
});
