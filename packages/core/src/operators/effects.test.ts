import { beforeEach, describe, expect, it } from 'vitest';
import { houseTenant, splitTenant, tenantKey, type TenantKey } from '../kernel/index.js';
import { addOperator } from '../testing/operators.js';
import { codeOf, playCore, type PlayCore, valueOf } from '../testing/play-core.js';
import { type Caller, type Effect, needsSecond, OPERATORS, RULE_OF, secondOperatorOf } from './index.js';

const HOUSE = houseTenant('PRODUCTION');
const HOLDER = { source: 'MASTER_KEY', name: 'root', requestId: 'test' } as const;
/** When each action needs a second operator, as docs/areas/operators.md has it; all others never do. */
const RULES = {
  'exceptions.resolve': ['amounts'],
  'treasury.book': ['amounts'],
  'screening.clear': ['amounts'],
  'screening.withdraw': ['amounts'],
  'cards.recover': ['amounts'],
  'cards.release': ['amounts'],
  'disputes.credit': ['amounts'],
  'disputes.withdraw-credit': ['amounts'],
  'disputes.write-off': ['amounts'],
  'disputes.record': ['amounts'],
  'accounts.unfreeze': ['production'],
  'agents.resume': ['production'],
  'resets.decide': ['production'],
  'platforms.create': ['production'],
  'platforms.update': ['production'],
  'platforms.configure': ['production'],
  'platforms.currency': ['production'],
  'platforms.drop-currency': ['production'],
  'tokens.create': ['production'],
  'terms.change': ['production'],
  'terms.withdraw': ['production'],
  'limits.set': ['production'],
  'limits.remove': ['production'],
  'customers.unblock': ['always'],
  'customers.release-hold': ['always'],
  'customers.erase': ['always'],
  'external-accounts.unblock': ['always'],
  'platforms.unblock': ['always'],
  'operators.role': ['always'],
  'operators.platforms': ['always'],
  'operators.disable': ['always'],
};
const EXEMPT = {
  'treasury.confirm': 'IS_SECOND_STEP',
  'rails.release': 'IS_SECOND_STEP',
  'rails.act': 'ABOUT_ACCEPTED_PAYMENT',
  'payments.cancel': 'ABOUT_ACCEPTED_PAYMENT',
};

let play: PlayCore;
let live: TenantKey;
let root: Caller;
beforeEach(async () => {
  play = await playCore();
  live = tenantKey(splitTenant(play.tenant).platformId, 'PRODUCTION');
  root = await addOperator(play.storage.units, 'Root', 'ADMIN');
});

const actions = () => play.core.operators.actions;
const request = (tenant: TenantKey, action: string, input: object, caller: typeof HOLDER | Caller = root) =>
  actions().request(caller, { tenant, action, input } as never);
const kindOf = async (...asked: Parameters<typeof request>): Promise<string> => valueOf(await request(...asked)).kind;

describe('the approval of every action', () => {
  it('follows from its effects', () => {
    const declared = Object.entries(actions().registry);
    const rules = declared.flatMap(([name, { effects, exempt }]) =>
      effects.length === 0 || exempt !== undefined
        ? []
        : [[name, [...new Set(effects.map((effect: Effect) => RULE_OF[effect]))]]],
    );
    expect(Object.fromEntries(rules)).toEqual(RULES);
    expect(
      Object.fromEntries(declared.flatMap(([name, { exempt }]) => (exempt === undefined ? [] : [[name, exempt]]))),
    ).toEqual(EXEMPT);
  });

  it('is not needed outside the database without an exemption, because no request could wait', () => {
    for (const [name, { kind, effects, exempt }] of Object.entries(actions().registry))
      expect([name, kind === 'unit' || effects.length === 0 || exempt !== undefined]).toEqual([name, true]);
  });

  it('is asked for by the strictest of several effects', () => {
    const about = { tenant: play.tenant, moves: [], amounts: new Map() };
    expect(needsSecond(['MOVES_MONEY', 'ISSUES_CREDENTIAL'], about)).toBe(false);
    expect(needsSecond(['MOVES_MONEY', 'ISSUES_CREDENTIAL'], { ...about, tenant: live })).toBe(true);
    expect(needsSecond(['MOVES_MONEY', 'CHANGES_OPERATORS'], about)).toBe(true);
  });
});

describe('what a form can say about a second operator before there is an input', () => {
  const about = (action: string, tenant: TenantKey, amounts: readonly (readonly [string, bigint])[] = []) =>
    secondOperatorOf(actions().registry[action as never], tenant, new Map(amounts) as never).when;

  it('follows from the declaration, the environment and the amounts', () => {
    const limited = [['USD', 100n]] as const;
    expect([about('screening.confirm', play.tenant), about('disputes.write-off', play.tenant)]).toEqual([
      ...['always', 'always'],
    ]);
    expect([about('tokens.create', play.tenant), about('tokens.create', live)]).toEqual(['never', 'usually']);
    expect([about('screening.clear', play.tenant), about('screening.clear', play.tenant, limited)]).toEqual([
      ...['never', 'by-input'],
    ]);
    // The plan asks for one for some inputs, whatever the amounts are.
    expect([about('exceptions.resolve', play.tenant), about('treasury.book', live)]).toEqual(['by-input', 'by-input']);
    // An exempt action needs none.
    expect(about('payments.cancel', play.tenant, limited)).toBe('never');
  });
});

describe('a platform', () => {
  const platform = { name: 'Live', currencies: ['USD'], umaDomain: 'bank.example' };

  it('in production waits for a second administrator, who gets its secrets', async () => {
    const asked = valueOf(await request(live, 'platforms.create', platform));
    if (asked.kind !== 'awaiting') throw new Error(asked.kind);
    expect(await play.core.platforms.listTenants()).toHaveLength(1);
    const ann = await addOperator(play.storage.units, 'Ann', 'ADMIN');
    const approved = valueOf(await actions().approve(ann, live, asked.awaiting));
    const { token, clientSecret } = approved.output as { token: { clientId: string }; clientSecret: string };
    expect((await play.core.platforms.authenticate(token.clientId, clientSecret))?.tenant).toBe(live);
  });

  it('that exists or is invalid is refused before a second operator is asked', async () => {
    valueOf(await request(live, 'platforms.create', platform, HOLDER));
    expect(codeOf(await request(live, 'platforms.create', { ...platform, umaDomain: null }))).toBe('CONFLICT');
    expect(codeOf(await request(live, 'platforms.create', { ...platform, currencies: [] }))).toBe('INVALID_INPUT');
  });

  it('in the sandbox is created at once', async () => {
    const other = tenantKey('Platform:018bcfe5-6800-7000-8000-0000000000aa' as never, 'SANDBOX');
    expect(await kindOf(other, 'platforms.create', platform)).toBe('done');
  });
});

describe('the access of an administrator', () => {
  const disable = (caller: Caller, of: Caller) => kindOf(HOUSE, 'operators.disable', { id: of.operatorId }, caller);
  const add = (name: string) => addOperator(play.storage.units, name, 'ADMIN');

  it('is withdrawn by one administrator alone while two others are left', async () => {
    const [ann, bob] = [await add('Ann'), await add('Bob')];
    expect(await disable(root, ann)).toBe('done');
    expect(await disable(root, bob)).toBe('awaiting');
  });

  it('is withdrawn from only one of two at the same time', async () => {
    const [ann, bob] = [await add('Ann'), await add('Bob')];
    const kinds = await Promise.all([disable(root, ann), disable(root, bob)]);
    expect(kinds.sort()).toEqual(['awaiting', 'done']);
  });

  it('does not count administrators without access', async () => {
    const [ann, bob] = [await add('Ann'), await add('Bob')];
    await play.storage.units.run(null, async (tx) => {
      const before = (await tx.get(OPERATORS, bob.operatorId))!;
      tx.change(OPERATORS, before, { ...before, status: 'INVITED', version: before.version + 1 });
      return { ok: true, value: undefined };
    });
    expect(await disable(root, ann)).toBe('awaiting');
  });

  it('of other roles is withdrawn at once', async () => {
    expect(await disable(root, await addOperator(play.storage.units, 'Vic', 'APPROVER'))).toBe('done');
  });
});
