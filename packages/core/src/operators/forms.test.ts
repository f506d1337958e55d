import { beforeEach, describe, expect, it } from 'vitest';
import type { RailConnection } from '../accounts/index.js';
import { houseTenant, ok } from '../kernel/index.js';
import { refusal } from '../testing/index.js';
import { addOperator, entriesOfTest } from '../testing/operators.js';
import { playCore, type PlayCore, valueOf } from '../testing/play-core.js';
import type { Caller } from './index.js';

const HOUSE = houseTenant('PRODUCTION');

let play: PlayCore;
let ann: Caller;
let bob: Caller;
let ran: string[];
let fails: boolean;

beforeEach(async () => {
  ran = [];
  fails = false;
  const bank = {
    ...{ name: 'bank', environment: 'PRODUCTION', claims: [], rails: [], tasks: [], callback: null },
    check: async () => ({ isReachable: true, lastExchangeAt: null, backlog: {}, problems: [] }),
    actions: [
      {
        ...{ name: 'resend', subject: 'file', description: 'Send a file again' },
        run: async (subject: string) => {
          ran.push(subject);
          if (fails) throw new Error('the bank is away');
          return ok('sent');
        },
      },
    ],
  } as unknown as RailConnection;
  play = await playCore({ connections: [bank] });
  ann = await addOperator(play.storage.units, 'Ann', 'APPROVER');
  bob = await addOperator(play.storage.units, 'Bob', 'APPROVER');
});

const actions = () => play.core.operators.actions;
const resend = (caller: Caller, subject: string, once?: string) =>
  actions().request(
    caller,
    { tenant: HOUSE, action: 'rails.act', input: { rail: 'bank', action: 'resend', subject } },
    once,
  );
const topUp = (caller: Caller, reference: string, once: string) =>
  actions().request(
    caller,
    {
      tenant: houseTenant('SANDBOX'),
      action: 'treasury.book',
      input: { kind: 'TOP_UP', reference, rail: 'sandbox-bank', currency: 'USD', amount: 5n },
    },
    once,
  );
const outcomes = async () => {
  const rows = await entriesOfTest(play.storage.units);
  return rows.map(({ operatorName, outcome, subject }) => [operatorName, outcome, subject]);
};

describe('a form', () => {
  it('is one of its operator: another operator may use the same id', async () => {
    expect(valueOf(await topUp(ann, 'a', 'form-1'))).toMatchObject({ kind: 'done' });
    expect(valueOf(await topUp(bob, 'b', 'form-1'))).toMatchObject({ kind: 'done' });
    expect(valueOf(await topUp(ann, 'a', 'form-1'))).toEqual({ kind: 'repeated', waits: null });
    expect((await outcomes()).map(([name]) => name)).toEqual(['Ann', 'Bob']);
  });

  it('of the holder of the master key is not the one of another person', async () => {
    const create = (name: string) =>
      actions().request(
        { source: 'MASTER_KEY', name, requestId: 'test' },
        { tenant: play.tenant, action: 'tokens.create', input: { name: 'ops', permissions: ['VIEW'] } },
        'form-1',
      );
    expect(valueOf(await create('root'))).toMatchObject({ kind: 'done' });
    expect(valueOf(await create('admin'))).toMatchObject({ kind: 'done' });
    expect(valueOf(await create('root'))).toMatchObject({ kind: 'repeated' });
  });
});

describe('an action outside the database', () => {
  it('is logged when it starts and when it is done', async () => {
    expect(valueOf(await resend(ann, 'FILE1'))).toMatchObject({ kind: 'done' });
    expect(await outcomes()).toEqual([
      ['Ann', 'STARTED', 'bank/FILE1'],
      ['Ann', 'DONE', 'bank/FILE1'],
    ]);
  });

  it('is logged as FAILED if it throws', async () => {
    fails = true;
    await expect(resend(ann, 'FILE1')).rejects.toThrow('the bank is away');
    expect((await outcomes()).map(([, outcome]) => outcome)).toEqual(['STARTED', 'FAILED']);
  });

  it('begins once if its form is sent twice', async () => {
    valueOf(await resend(ann, 'FILE1', 'form-1'));
    expect(refusal(await resend(ann, 'FILE1', 'form-1')).code).toBe('CONFLICT');
    expect(refusal(await resend(ann, 'FILE2', 'form-1')).code).toBe('CONFLICT');
    expect(ran).toEqual(['FILE1']);
    valueOf(await resend(ann, 'FILE1', 'form-2'));
    expect(ran).toEqual(['FILE1', 'FILE1']);
  });
});
