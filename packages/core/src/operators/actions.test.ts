import { beforeEach, describe, expect, it } from 'vitest';
import type { RailConnection } from '../accounts/index.js';
import { EXCEPTIONS, type ExceptionRecord, openException } from '../exceptions/index.js';
import {
  createIds,
  type CurrencyCode,
  houseTenant,
  instant,
  ok,
  PENDING_COMMANDS,
  readAll,
  REMEMBERED_ANSWERS,
  type Result,
  splitTenant,
  type TenantKey,
  tenantKey,
} from '../kernel/index.js';
import { DEFAULT_OPTIONS } from '../service/index.js';
import type { IssuedToken } from '../platforms/index.js';
import { addOperator, entriesOfTest } from '../testing/operators.js';
import { codeOf, playCore, valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { seededRandom } from '../testing/ports.js';
import { TRANSACTIONS } from '../transactions/index.js';
import {
  type ActionOutcome,
  type Awaiting,
  type Caller,
  OPERATOR_LOG,
  type OperatorAccount,
  OPERATORS,
  type OperatorRole,
} from './index.js';

const USD = 'USD' as CurrencyCode;
const HOUSE = houseTenant('SANDBOX');
/** Below the amount of a stuck refund. */
const LIMIT = 99_999n;

let payer: PlayPayer;
let ann: Caller;
let bob: Caller;
beforeEach(async () => {
  payer = await playPayer({
    options: {
      ...DEFAULT_OPTIONS,
      cursorKey: new Uint8Array(32).fill(1),
      publicAuthority: 'localhost:8080',
      approvalAmounts: new Map([[USD, LIMIT]]),
    },
  });
  const { units } = payer.play.storage;
  ann = await addOperator(units, 'Ann', 'APPROVER');
  bob = await addOperator(units, 'Bob', 'APPROVER');
});

const actions = () => payer.play.core.operators.actions;
const units = () => payer.play.storage.units;
const exceptions = async (): Promise<readonly ExceptionRecord[]> =>
  units().read(payer.play.tenant, async (reads) => (await reads.list(EXCEPTIONS, { order: 'asc', limit: 10 })).rows);
const log = async () => {
  const rows = await entriesOfTest(units());
  return rows.map(({ operatorName, outcome, action, subject, before, after, requestedBy }) => ({
    ...{ operatorName, outcome, action, subject, before, after, requestedBy },
  }));
};
const changeOperator = (caller: Caller, patch: object) =>
  units().run(null, async (tx) => {
    const before = (await tx.get(OPERATORS, caller.operatorId))!;
    tx.change(OPERATORS, before, { ...before, ...patch, version: before.version + 1 });
    return ok();
  });

/** A payment whose refund failed: 1,000.00 USD wait for an operator. */
async function stuckRefund(): Promise<ExceptionRecord> {
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external('007')).id));
  valueOf(await payer.execute(quote.id));
  await payer.play.pass(0);
  await payer.play.pass(31);
  return (await exceptions())[0]!;
}

const writeOff = (caller: Caller, exception: ExceptionRecord, once?: string) =>
  actions().request(
    caller,
    {
      tenant: exception.tenant,
      action: 'exceptions.resolve',
      input: { exceptionId: exception.id, resolution: 'WRITTEN_OFF', note: 'agreed' },
    },
    once,
  );

const awaitingOf = (outcome: Result<ActionOutcome<unknown>>): Awaiting => {
  const value = valueOf(outcome);
  if (value.kind !== 'awaiting') throw new Error(`the action is ${value.kind}`);
  return value.awaiting;
};

const topUp = (caller: Caller, amount: bigint, reference = 'capital', once?: string, currency = 'USD') =>
  actions().request(
    caller,
    {
      tenant: HOUSE,
      action: 'treasury.book',
      input: { kind: 'TOP_UP', reference, rail: 'sandbox-bank', currency, amount },
    },
    once,
  );

describe('an action', () => {
  it('is carried out at once up to the approval amount, with an entry of the log', async () => {
    expect(valueOf(await topUp(ann, LIMIT))).toMatchObject({ kind: 'done', output: { kind: 'TOP_UP' } });
    expect(await log()).toMatchObject([
      { operatorName: 'Ann', outcome: 'DONE', action: 'treasury.book', subject: 'sandbox-bank/capital' },
    ]);
    expect(await actions().waiting()).toEqual([]);
  });

  it('logs what it changed, before and after', async () => {
    const input = { id: payer.usd.id, reason: 'stolen phone' };
    valueOf(await actions().request(ann, { tenant: payer.play.tenant, action: 'accounts.freeze', input }));
    expect(await log()).toMatchObject([
      { subject: payer.usd.id, before: { status: 'ACTIVE' }, after: { status: 'FROZEN' } },
    ]);
  });

  it('that is refused leaves no entry', async () => {
    const input = { id: 'InternalAccount:018bcfe5-6800-7000-8000-00000000ffff', reason: 'stolen phone' };
    const refused = await actions().request(ann, { tenant: payer.play.tenant, action: 'accounts.freeze', input });
    expect(codeOf(refused)).toBe('REFERENCE_NOT_FOUND');
    expect(await log()).toEqual([]);
  });

  it('has one effect if its form is sent twice, also at the same time', async () => {
    const sent = await Promise.all([topUp(ann, 5n, 'a', 'form-1'), topUp(ann, 5n, 'a', 'form-1')]);
    expect(sent.map((each) => valueOf(each).kind).sort()).toEqual(['done', 'repeated']);
    expect(await log()).toHaveLength(1);
    expect(codeOf(await topUp(ann, 6n, 'b', 'form-1'))).toBe('CONFLICT');
  });

  it('that waits says so again if its form is sent twice', async () => {
    const { requestId } = awaitingOf(await topUp(ann, LIMIT + 1n, 'a', 'form-1'));
    expect(valueOf(await topUp(ann, LIMIT + 1n, 'a', 'form-1'))).toEqual({ kind: 'repeated', waits: requestId });
    expect(valueOf(await topUp(ann, 5n, 'b', 'form-2'))).toMatchObject({ kind: 'done' });
    expect(valueOf(await topUp(ann, 5n, 'b', 'form-2'))).toEqual({ kind: 'repeated', waits: null });
    expect(await actions().waiting()).toHaveLength(1);
  });

  it('waits for approval in a currency without an amount, once another currency has one', async () => {
    expect(valueOf(await topUp(ann, 1n, 'euros', undefined, 'EUR'))).toMatchObject({ kind: 'awaiting' });
  });

  it('writes nothing when it is previewed', async () => {
    const { play, usd } = payer;
    valueOf(await play.run(play.core.sandbox.fund, { accountId: usd.id, amount: 300_000n }));
    const { data } = valueOf(await play.read(play.core.transactions.list, { type: 'INCOMING', limit: 1 } as never));
    const recall = { kind: 'RECALL', subject: data[0]!.id, reference: 'camt.056/17', reason: 'deceived' } as const;
    const { id } = valueOf(await play.run(play.core.treasury.open, recall));
    const versionOf = async () => (await units().read(null, (reads) => reads.get(TRANSACTIONS, data[0]!.id)))!.version;
    const before = await versionOf();
    const input = { exceptionId: id, resolution: 'WRITTEN_OFF' } as const;
    const request = { tenant: play.tenant, action: 'exceptions.resolve', input } as const;
    expect(valueOf(await actions().preview(ann, request))).toMatchObject({ subject: id, needsApproval: true });
    expect(await versionOf()).toBe(before);
    expect(await log()).toEqual([]);
  });

  it.each<[OperatorRole, string]>([
    ['VIEWER', 'FORBIDDEN'],
    ['OPERATOR', 'ok'],
    ['APPROVER', 'ok'],
    ['ADMIN', 'ok'],
  ])('of the role OPERATOR by a %s: %s', async (role, code) => {
    expect(codeOf(await topUp(await addOperator(units(), 'Cyd', role), 5n))).toBe(code);
  });

  it.each(['INVITED', 'DISABLED'] as const)('is refused to an operator who is %s', async (status) => {
    await changeOperator(ann, { status });
    expect(codeOf(await topUp(ann, 5n))).toBe('FORBIDDEN');
    expect(await log()).toEqual([]);
  });

  it('is refused under the name of a property of every object', async () => {
    const request = { tenant: HOUSE, action: 'constructor', input: {} } as never;
    expect(codeOf(await actions().request(ann, request))).toBe('REFERENCE_NOT_FOUND');
  });
});

describe('the holder of the master key', () => {
  const holder = { source: 'MASTER_KEY', name: 'root', requestId: 'test' } as const;

  it('creates tokens, which the log shows without the secret', async () => {
    const input = { name: 'ops', permissions: ['VIEW'] } as const;
    const created = valueOf(
      await actions().request(holder, { tenant: payer.play.tenant, action: 'tokens.create', input }),
    );
    const { clientSecret, token } = (created as { readonly output: IssuedToken }).output;
    const common = { operatorName: 'root', outcome: 'DONE', after: { permissions: ['VIEW'] } };
    expect(await log()).toMatchObject([
      { ...common, action: 'tokens.issue', subject: token.id },
      { ...common, action: 'tokens.create', subject: 'ops' },
    ]);
    expect(
      JSON.stringify(await units().read(null, (reads) => reads.list(OPERATOR_LOG, { order: 'asc', limit: 9 }))),
    ).not.toContain(clientSecret);
  });

  it('does not choose the credentials, which no log and no request that waits may keep', async () => {
    const root = await addOperator(units(), 'Root', 'ADMIN');
    const { platformId } = splitTenant(payer.play.tenant);
    const live = tenantKey(platformId, 'PRODUCTION');
    const secret = { clientId: 'client_chosen', clientSecret: 'a secret of the operator' };
    const platform = { name: 'Live', currencies: ['USD'] };
    valueOf(await actions().request(holder, { tenant: live, action: 'platforms.create', input: platform }));
    const token = { name: 'ops', permissions: ['VIEW'] };
    const other = tenantKey('Platform:018bcfe5-6800-7000-8000-00000000000f' as never, 'PRODUCTION');
    for (const by of [root, holder]) {
      for (const [tenant, action, input] of [
        [live, 'tokens.create', token],
        [other, 'platforms.create', platform],
      ] as const) {
        const refused = await actions().request(
          by,
          { tenant, action, input: { ...input, ...secret } } as never,
          'form',
        );
        expect(refused, action).toMatchObject({
          error: {
            code: 'INVALID_INPUT',
            details: { errors: [{ field: 'clientId' }, { field: 'clientSecret' }] },
          },
        });
      }
    }
    expect(await actions().waiting()).toEqual([]);
    const kept = await units().read(null, async (reads) => [
      ...(await readAll(reads, OPERATOR_LOG)),
      ...(await readAll(reads, PENDING_COMMANDS)),
      ...(await readAll(reads, REMEMBERED_ANSWERS)),
    ]);
    expect(kept.length).toBeGreaterThan(0);
    expect(
      JSON.stringify(kept, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toContain(secret.clientSecret);
  });

  it('moves no money', async () => {
    const input = { kind: 'TOP_UP', reference: 'a', rail: 'sandbox-bank', currency: 'USD', amount: 5n } as const;
    const refused = await actions().request(holder, { tenant: HOUSE, action: 'treasury.book', input });
    expect(codeOf(refused)).toBe('FORBIDDEN');
  });
});

describe('the approval of a second operator', () => {
  const approve = (caller: Caller, { requestId, digest }: Awaiting, tenant: TenantKey = payer.play.tenant) =>
    actions().approve(caller, tenant, { requestId, digest });

  it('is required above the configured amount, and carries out the action once', async () => {
    const exception = await stuckRefund();
    const awaiting = awaitingOf(await writeOff(ann, exception));
    expect((await exceptions())[0]!.status).toBe('OPEN');
    expect(await actions().waiting()).toEqual([{ ...awaiting, before: { status: 'OPEN' } }]);
    expect(awaiting).toMatchObject({
      action: 'exceptions.resolve',
      books: [
        { account: expect.stringMatching(/^in-transit:/) as never, currency: 'USD', amount: -100_000n },
        { account: 'loss:SANDBOX:USD', currency: 'USD', amount: 100_000n },
      ],
      subject: exception.id,
      moves: [{ currency: 'USD', amount: 100_000n }],
      requestedBy: { name: 'Ann' },
    });
    const both = await Promise.all([approve(bob, awaiting), approve(bob, awaiting)]);
    expect(both.map(codeOf).sort()[0]).not.toBe('ok');
    expect(both.filter(({ ok: isOk }) => isOk)).toHaveLength(1);
    expect((await exceptions())[0]).toMatchObject({
      status: 'RESOLVED',
      resolvedBy: `Ann (${ann.operatorId})`,
      approvedBy: `Bob (${bob.operatorId})`,
    });
    expect(await log()).toMatchObject([
      { operatorName: 'Ann', outcome: 'REQUESTED', before: { status: 'OPEN' } },
      { operatorName: 'Bob', outcome: 'APPROVED', requestedBy: ann.operatorId, after: { status: 'RESOLVED' } },
    ]);
    expect(await actions().waiting()).toEqual([]);
    await payer.auditClean();
  });

  it('is refused from the requester, also after a change of role', async () => {
    const awaiting = awaitingOf(await writeOff(ann, await stuckRefund()));
    expect(codeOf(await approve(ann, awaiting))).toBe('FORBIDDEN');
    await changeOperator(ann, { role: 'ADMIN' });
    expect(codeOf(await approve(ann, awaiting))).toBe('FORBIDDEN');
    expect((await exceptions())[0]!.status).toBe('OPEN');
  });

  it.each<[OperatorRole, string]>([
    ['VIEWER', 'FORBIDDEN'],
    ['OPERATOR', 'FORBIDDEN'],
    ['ADMIN', 'ok'],
  ])('by a %s: %s', async (role, code) => {
    const awaiting = awaitingOf(await writeOff(ann, await stuckRefund()));
    expect(codeOf(await approve(await addOperator(units(), 'Cyd', role), awaiting))).toBe(code);
  });

  it('is void if the requester has lost the access since', async () => {
    const awaiting = awaitingOf(await writeOff(ann, await stuckRefund()));
    await changeOperator(ann, { status: 'DISABLED' });
    expect(codeOf(await approve(bob, awaiting))).toBe('CONFLICT');
  });

  it('is bound to the digest, to the tenant and to a day', async () => {
    const awaiting = awaitingOf(await writeOff(ann, await stuckRefund()));
    expect(codeOf(await approve(bob, { ...awaiting, digest: '0'.repeat(64) }))).toBe('CONFLICT');
    expect(codeOf(await approve(bob, awaiting, HOUSE))).toBe('REFERENCE_NOT_FOUND');
    await payer.play.pass(86_400);
    expect(codeOf(await approve(bob, awaiting))).toBe('REFERENCE_NOT_FOUND');
    expect(await actions().waiting()).toEqual([]);
  });

  it('is refused if the record has changed since the request', async () => {
    const [root, other] = [await addOperator(units(), 'Root', 'ADMIN'), await addOperator(units(), 'Other', 'ADMIN')];
    const ask = async (role: OperatorRole) => {
      const input = { id: ann.operatorId, role };
      return awaitingOf(await actions().request(root, { tenant: HOUSE, action: 'operators.role', input }));
    };
    const [raise, lower] = [await ask('ADMIN'), await ask('VIEWER')];
    expect(codeOf(await approve(other, lower, HOUSE))).toBe('ok');
    expect(codeOf(await approve(other, raise, HOUSE))).toBe('CONFLICT');
    const { role } = (await units().read(null, (reads) => reads.get(OPERATORS, ann.operatorId)))!;
    expect(role).toBe('VIEWER');
  });

  it('finds a request also behind more newer ones than are listed', async () => {
    const first = awaitingOf(await topUp(ann, LIMIT + 1n, 'first'));
    payer.play.clock.advance(1);
    for (let index = 0; index < 200; index++) awaitingOf(await topUp(ann, LIMIT + 1n, `later ${index}`));
    expect((await actions().waiting()).map(({ requestId }) => requestId)).not.toContain(first.requestId);
    expect(await actions().findWaiting(first.requestId)).toEqual({ ...first, before: null });
    expect(codeOf(await approve(bob, first, HOUSE))).toBe('ok');
    expect(await actions().findWaiting(first.requestId)).toBeNull();
    expect(await actions().findWaiting('Request:018bcfe5-6800-7000-8000-00000000ffff')).toBeNull();
  });

  it('is possible for a day of the host, also if the test clock of the platform goes further', async () => {
    const request = awaitingOf(await writeOff(ann, await stuckRefund()));
    const seconds = 30 * 86_400;
    valueOf(await payer.play.run(payer.play.core.sandbox.advanceClock, { seconds } as never));
    expect(await actions().findWaiting(request.requestId)).not.toBeNull();
    expect(codeOf(await approve(bob, request))).toBe('ok');
  });

  it('is refused if the action is no longer possible', async () => {
    const exception = await stuckRefund();
    const [one, other] = [await writeOff(ann, exception), await writeOff(ann, exception)].map(awaitingOf);
    expect(codeOf(await approve(bob, one!))).toBe('ok');
    expect(codeOf(await approve(bob, other!))).toBe('INVALID_STATE_TRANSITION');
    await payer.auditClean();
  });

  it('can be declined, also by the requester, which ends the request without its action', async () => {
    const exception = await stuckRefund();
    for (const [caller, by] of [
      [bob, 'Bob'],
      [ann, 'Ann'],
    ] as const) {
      const { requestId, digest } = awaitingOf(await writeOff(ann, exception));
      valueOf(await actions().decline(caller, payer.play.tenant, { requestId, digest }));
      expect((await log()).at(-1)).toMatchObject({ outcome: 'DECLINED', operatorName: by });
      expect(codeOf(await actions().approve(bob, payer.play.tenant, { requestId, digest }))).toBe(
        'REFERENCE_NOT_FOUND',
      );
    }
    expect((await exceptions())[0]!.status).toBe('OPEN');
  });

  it('of a role is always required', async () => {
    const root = await addOperator(units(), 'Root', 'ADMIN');
    const other = await addOperator(units(), 'Other', 'ADMIN');
    const input = { id: ann.operatorId, role: 'ADMIN' } as const;
    const awaiting = awaitingOf(await actions().request(root, { tenant: HOUSE, action: 'operators.role', input }));
    expect(codeOf(await approve(bob, awaiting, HOUSE))).toBe('FORBIDDEN');
    expect(codeOf(await approve(other, awaiting, HOUSE))).toBe('ok');
    const { role } = (await units().read(null, (reads) => reads.get(OPERATORS, ann.operatorId)))!;
    expect(role).toBe('ADMIN');
  });
});

it('is not approved if it would book other lines than were shown', async () => {
  const { play, usd } = payer;
  const matter = { kind: 'RAIL_CONTRADICTION', subject: 'Transaction:018bcfe5-6800-7000-8000-0000000000dd' } as const;
  const ctx = play.context();
  const ids = createIds(play.clock, seededRandom());
  const exception = valueOf(
    await units().run(play.tenant, async (tx) =>
      ok(
        await openException(
          { tx, ctx, ids },
          { ...matter, reference: 'R1', rail: 'sandbox-bank', currency: USD, amount: 1_000_000n, reason: 'x' },
        ),
      ),
    ),
  );
  const adjust = () =>
    actions().request(ann, {
      tenant: play.tenant,
      action: 'exceptions.resolve',
      input: { exceptionId: exception.id, resolution: 'ADJUSTED', account: usd.id, note: 'x' },
    });
  const first = awaitingOf(await adjust());
  expect(first.books).toMatchObject([{ account: `available:${usd.id}`, amount: -1_000_000n }, { amount: 1_000_000n }]);
  // The account spends, so it would now owe a part.
  const quote = await payer.quoted(payer.fromAccount(usd.id, (await payer.external()).id));
  valueOf(await payer.execute(quote.id));
  const approve = (requestId: string, digest: string) => actions().approve(bob, play.tenant, { requestId, digest });
  expect(codeOf(await approve(first.requestId, first.digest))).toBe('CONFLICT');
  const second = awaitingOf(await adjust());
  expect(second.books).toMatchObject([
    { account: `available:${usd.id}`, amount: -900_000n },
    { account: `receivables:${usd.id}`, amount: -100_000n },
    { account: 'clearing:SANDBOX:sandbox-bank:USD', amount: 1_000_000n },
  ]);
  expect(codeOf(await approve(second.requestId, second.digest))).toBe('ok');
});

describe('an action outside the database', () => {
  const request = {
    tenant: HOUSE,
    action: 'rails.act',
    input: { rail: 'nowhere', action: 'x', subject: 'FILE1' },
  } as const;

  it('is logged when it starts and when it ends', async () => {
    expect(codeOf(await actions().request(ann, request))).toBe('REFERENCE_NOT_FOUND');
    expect(await log()).toMatchObject([
      { outcome: 'STARTED', subject: 'nowhere/FILE1' },
      { outcome: 'FAILED', after: { code: 'REFERENCE_NOT_FOUND' } },
    ]);
  });

  it('may be about a file with the longest name that file systems take', async () => {
    const about = (length: number) => ({ ...request, input: { ...request.input, subject: 'f'.repeat(length) } });
    expect(codeOf(await actions().request(ann, about(255)))).toBe('REFERENCE_NOT_FOUND');
    expect(codeOf(await actions().request(ann, about(256)))).toBe('INVALID_INPUT');
  });

  it('is refused without the role, before it starts', async () => {
    expect(codeOf(await actions().request(await addOperator(units(), 'Vic', 'VIEWER'), request))).toBe('FORBIDDEN');
    expect(await log()).toEqual([]);
  });
});

describe('the tenant of an action', () => {
  const request = (caller: Caller, tenant: TenantKey, action: string, input: object) =>
    actions().request(caller, { tenant, action, input } as never);

  it('of an operator is a house tenant', async () => {
    const root = await addOperator(units(), 'Root', 'ADMIN');
    const change = { id: ann.operatorId, role: 'ADMIN' };
    expect(codeOf(await request(root, payer.play.tenant, 'operators.role', change))).toBe('FORBIDDEN');
    expect(codeOf(await request(root, payer.play.tenant, 'operators.disable', { id: ann.operatorId }))).toBe(
      'FORBIDDEN',
    );
    expect(await log()).toEqual([]);
    expect(codeOf(await request(root, HOUSE, 'operators.disable', { id: ann.operatorId }))).toBe('ok');
  });

  it('of a platform or a token is never a house tenant', async () => {
    const root = await addOperator(units(), 'Root', 'ADMIN');
    const platform = { name: 'House', currencies: ['USD'] };
    expect(codeOf(await request(root, HOUSE, 'platforms.create', platform))).toBe('FORBIDDEN');
    const token = { name: 'house', permissions: ['VIEW'] };
    expect(codeOf(await request(root, HOUSE, 'tokens.create', token))).toBe('REFERENCE_NOT_FOUND');
    expect(await log()).toEqual([]);
  });
});

it('asks for no second operator for a change of role of an operator who does not exist', async () => {
  const root = await addOperator(units(), 'Root', 'ADMIN');
  const input = { id: 'Operator:018bcfe5-6800-7000-8000-00000000ffff', role: 'ADMIN' } as const;
  const request = { tenant: HOUSE, action: 'operators.role', input } as const;
  expect(codeOf(await actions().request(root, request))).toBe('REFERENCE_NOT_FOUND');
});

it('takes the test clock of the platform on a host that has not read it before', async () => {
  const { play, usd } = payer;
  const { actions: ofOther } = (await playCore({ storage: play.storage, clock: play.clock }, { existing: true })).core
    .operators;
  const seconds = 30 * 86_400;
  valueOf(await play.run(play.core.sandbox.advanceClock, { seconds }));
  const freeze = { tenant: play.tenant, action: 'accounts.freeze', input: { id: usd.id, reason: 'a test' } } as const;
  const frozen = valueOf(await ofOther.request(ann, freeze));
  expect(frozen).toMatchObject({ output: { updatedAt: play.clock.now() + seconds * 1000 } });
});

describe('a decision about a connection', () => {
  const done: string[] = [];
  const bank = {
    ...{ name: 'bank', environment: 'PRODUCTION', claims: [], rails: [], tasks: [], callback: null },
    check: async () => ({ isReachable: true, lastExchangeAt: null, backlog: {}, problems: [] }),
    releases: {
      list: async () => [],
      release: async (id: string) => {
        done.push(id);
        return ok();
      },
    },
    actions: [
      {
        ...{ name: 'resend', subject: 'file', description: 'Send a file again' },
        run: async (subject: string) => {
          done.push(subject);
          return ok('sent');
        },
      },
    ],
  } as unknown as RailConnection;

  it('is taken in the house tenant of its environment, so that the log names the environment', async () => {
    const { core, storage } = await playCore({ connections: [bank] });
    const approver = await addOperator(storage.units, 'Ann', 'APPROVER');
    const inputs = {
      'rails.release': { rail: 'bank', id: 'FILE1', digest: 'd' },
      'rails.act': { rail: 'bank', action: 'resend', subject: 'FILE1' },
    } as const;
    for (const action of ['rails.release', 'rails.act'] as const) {
      const input = inputs[action];
      const ask = (tenant: TenantKey) =>
        core.operators.actions.request(approver, { tenant, action, input } as never).then(codeOf);
      expect(await ask(HOUSE)).toBe('REFERENCE_NOT_FOUND');
      expect(await ask('Platform:018bcfe5-6800-7000-8000-000000000001/PRODUCTION' as TenantKey)).toBe(
        'REFERENCE_NOT_FOUND',
      );
      expect(done).toEqual([]);
      expect(await ask(houseTenant('PRODUCTION'))).toBe('ok');
      expect(done.splice(0)).toEqual(['FILE1']);
    }
  });
});

it('a connection learns who may be the same person as the operator who releases', async () => {
  const asked: boolean[] = [];
  const connection = {
    ...{ name: 'bank', environment: 'PRODUCTION', claims: [], rails: [], tasks: [], callback: null },
    check: async () => ({ isReachable: true, lastExchangeAt: null, backlog: {}, problems: [] }),
    releases: {
      list: async () => [],
      release: async (_id: string, _digest: string, by: { id: string }, isOnePerson: (other: object) => boolean) => {
        for (const { operatorId: id } of [local, colleague, ofProvider])
          asked.push(id === by.id || isOnePerson({ id }));
        return ok();
      },
    },
  } as unknown as RailConnection;
  const { core, storage } = await playCore({ connections: [connection] });
  const [local, colleague, ofProvider] = [
    await addOperator(storage.units, 'Local', 'APPROVER'),
    await addOperator(storage.units, 'Colleague', 'APPROVER'),
    await addOperator(storage.units, 'Provider', 'APPROVER'),
  ];
  const setUp = (id: string, change: Partial<OperatorAccount>) =>
    storage.units.run(null, async (tx) => {
      const account = (await tx.get(OPERATORS, id))!;
      tx.remove(OPERATORS, account);
      return ok(tx.add(OPERATORS, { ...account, ...change }));
    });
  await setUp(local.operatorId, { passwordHash: 'hash' });
  await setUp(colleague.operatorId, { passwordHash: 'hash' });
  await setUp(ofProvider.operatorId, { issuer: 'https://id.example', issuerSubject: 'x' });
  const input = { rail: 'bank', id: 'FILE1', digest: 'd' };
  const request = { tenant: houseTenant('PRODUCTION'), action: 'rails.release', input } as const;
  valueOf(await core.operators.actions.request(local, request));
  valueOf(await core.operators.actions.request(ofProvider, request));
  expect(asked).toEqual([true, false, true, true, true, true]);
});

it('orders waiting requests from the newest', async () => {
  const first = awaitingOf(await topUp(ann, LIMIT + 1n, 'a'));
  payer.play.clock.advance(10);
  const second = awaitingOf(await topUp(ann, LIMIT + 1n, 'b'));
  expect((await actions().waiting()).map(({ requestId }) => requestId)).toEqual([second.requestId, first.requestId]);
  expect(second.requestedAt).toBeGreaterThan(instant(0));
});
