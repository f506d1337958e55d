import { beforeEach, describe, expect, it } from 'vitest';
import { type FieldError, houseTenant, ok, type Result } from '../kernel/index.js';
import { addOperator, entriesOfTest } from '../testing/operators.js';
import { codeOf, playCore, type PlayCore, valueOf } from '../testing/play-core.js';
import { type AnyAction, type Caller, preparedAction, saying } from './index.js';

const HOUSE = houseTenant('PRODUCTION');
const HOLDER = { source: 'MASTER_KEY', name: 'root', requestId: 'test' } as const;

let play: PlayCore;
let ann: Caller;
beforeEach(async () => {
  play = await playCore();
  ann = await addOperator(play.storage.units, 'Ann', 'ADMIN');
});

const actions = () => play.core.operators.actions;
/** The fields that an answer names as invalid. */
const fieldsOf = (answer: Result<unknown>): readonly string[] => {
  const errors = answer.ok || answer.error.code !== 'INVALID_INPUT' ? [] : answer.error.details!['errors'];
  return (errors as readonly FieldError[]).map(({ field }) => field);
};
const entries = () => entriesOfTest(play.storage.units);

describe('the input of an action', () => {
  const invalid = {
    tenant: HOUSE,
    action: 'operators.role',
    input: { id: 'Operator:1', role: 'KING', secret: 'blue' },
  } as const;

  it('is refused with every invalid field, in a preview and in a request', async () => {
    for (const answer of [await actions().preview(ann, invalid), await actions().request(ann, invalid)])
      expect(fieldsOf(answer)).toEqual(['id', 'role', 'secret']);
    expect(await entries()).toEqual([]);
  });

  it('is not examined for an operator without the role', async () => {
    const viewer = await addOperator(play.storage.units, 'Vic', 'VIEWER');
    expect(codeOf(await actions().preview(viewer, invalid))).toBe('FORBIDDEN');
    expect(codeOf(await actions().request(viewer, invalid))).toBe('FORBIDDEN');
  });

  it('is refused before an action outside the database starts', async () => {
    const request = { tenant: HOUSE, action: 'rails.act', input: { rail: '', action: 'x', subject: '' } } as const;
    expect(fieldsOf(await actions().request(ann, request))).toEqual(['rail', 'subject']);
    expect(await entries()).toEqual([]);
  });

  it('of a request that waits is approved as it was stored, also if its declaration has changed since', async () => {
    const bob = await addOperator(play.storage.units, 'Bob', 'ADMIN');
    const input = { id: bob.operatorId, role: 'VIEWER' };
    const asked = valueOf(await actions().request(ann, { tenant: HOUSE, action: 'operators.role', input }));
    if (asked.kind !== 'awaiting') throw new Error(asked.kind);
    const registry: Record<string, AnyAction> = actions().registry;
    registry['operators.role'] = { ...registry['operators.role']!, input: {} };
    expect(codeOf(await actions().request(ann, { tenant: HOUSE, action: 'operators.role', input }))).toBe(
      'INVALID_INPUT',
    );
    expect(valueOf(await actions().approve(bob, HOUSE, asked.awaiting)).output).toMatchObject({ role: 'VIEWER' });
  });
});

describe('an action that asks outside of the database before it runs', () => {
  it('asks nothing for a caller who may not take it', async () => {
    let asked = 0;
    const registry: Record<string, AnyAction> = actions().registry;
    registry['operators.role'] = preparedAction({
      title: 'Ask',
      words: saying('Ask', () => 'Ask once'),
      role: 'OPERATOR',
      effects: [],
      input: {},
      prepare: async () => {
        asked += 1;
        return ok(null);
      },
      plan: async () => ok({ subject: 'x', before: null, moves: [] }),
      perform: async () => ok({ output: null, after: null }),
    });
    const request = { tenant: HOUSE, action: 'operators.role', input: {} as never } as const;
    const viewer = await addOperator(play.storage.units, 'Vic', 'VIEWER');
    for (const caller of [viewer, HOLDER]) {
      expect(codeOf(await actions().request(caller, request))).toBe('FORBIDDEN');
      expect(asked).toBe(0);
    }
    valueOf(await actions().request(ann, request));
    expect(asked).toBe(1);
  });
});

describe('an action outside the database that the holder of the master key may take', () => {
  it('is logged under the name of the holder when it starts and when it is done', async () => {
    const request = { tenant: play.tenant, action: 'accounts.renew-all', input: {} } as const;
    const done = valueOf(await actions().request(HOLDER, request));
    if (done.kind !== 'done') throw new Error(done.kind);
    expect(done.output.renewed).toBeLessThanOrEqual(done.output.all);
    const by = { operatorId: null, operatorName: 'root', source: 'MASTER_KEY', subject: play.tenant };
    expect(await entries()).toMatchObject([
      { ...by, outcome: 'STARTED' },
      { ...by, outcome: 'DONE', after: done.output },
    ]);
  });

  it('is logged as FAILED if it is refused', async () => {
    for (const [action, input] of [
      ['ledger.rebuild-checkpoints', {}],
      ['uma.rotate-keys', { domain: 'pay.example' }],
    ] as const)
      expect(codeOf(await actions().request(HOLDER, { tenant: play.tenant, action, input }))).toBe('FORBIDDEN');
    expect((await entries()).map(({ action, outcome, source }) => [action, outcome, source])).toEqual([
      ['ledger.rebuild-checkpoints', 'STARTED', 'MASTER_KEY'],
      ['ledger.rebuild-checkpoints', 'FAILED', 'MASTER_KEY'],
      ['uma.rotate-keys', 'STARTED', 'MASTER_KEY'],
      ['uma.rotate-keys', 'FAILED', 'MASTER_KEY'],
    ]);
  });

  it('rebuilds the checkpoints and replaces certificates in a house tenant', async () => {
    const rebuilt = await actions().request(HOLDER, { tenant: HOUSE, action: 'ledger.rebuild-checkpoints', input: {} });
    expect(rebuilt).toMatchObject({ value: { kind: 'done', output: expect.any(Array) as unknown } });
    const unknown = { tenant: HOUSE, action: 'uma.rotate-keys', input: { domain: 'unknown.example' } } as const;
    expect(await actions().request(HOLDER, unknown)).toMatchObject({ ok: false });
    expect((await entries()).map(({ outcome }) => outcome)).toEqual(['STARTED', 'DONE', 'STARTED', 'FAILED']);
  });
});
