import { beforeEach, describe, expect, it } from 'vitest';
import { type CurrencyCode, houseTenant, splitTenant, tenantKey } from '../kernel/index.js';
import { DEFAULT_OPTIONS } from '../service/index.js';
import { refusal } from '../testing/index.js';
import { addOperator, entriesOfTest } from '../testing/operators.js';
import { valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { type Caller, OPERATORS } from './index.js';

const HOUSE = houseTenant('SANDBOX');
const LIMIT = 1_000n;
const USD = 'USD' as CurrencyCode;

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
  ann = await addOperator(payer.play.storage.units, 'Ann', 'APPROVER');
  bob = await addOperator(payer.play.storage.units, 'Bob', 'APPROVER');
});

const actions = () => payer.play.core.operators.actions;
const topUp = (amount: bigint, reference = 'capital') =>
  ({
    tenant: HOUSE,
    action: 'treasury.book',
    input: { kind: 'TOP_UP', reference, rail: 'sandbox-bank', currency: 'USD', amount },
  }) as const;
const freeze = () =>
  ({
    tenant: payer.play.tenant,
    action: 'accounts.freeze',
    input: { id: payer.usd.id, reason: 'stolen phone' },
  }) as const;
const log = () => entriesOfTest(payer.play.storage.units);

describe('the preview of an action', () => {
  it('says what it would change and move, and whether another operator must approve it', async () => {
    const digest = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
    expect(valueOf(await actions().preview(ann, topUp(LIMIT)))).toMatchObject({
      subject: 'sandbox-bank/capital',
      before: null,
      moves: [{ currency: 'USD', amount: LIMIT }],
      needsApproval: false,
      digest,
    });
    expect(valueOf(await actions().preview(ann, topUp(LIMIT + 1n)))).toMatchObject({
      moves: [{ currency: 'USD', amount: LIMIT + 1n }],
      needsApproval: true,
    });
    expect(valueOf(await actions().preview(ann, freeze()))).toEqual({
      subject: payer.usd.id,
      before: { status: 'ACTIVE' },
      moves: [],
      needsApproval: false,
      wording: {
        heading: 'Freeze the account',
        sentence: expect.stringMatching(
          /^Freeze the USD account …\w{4} of Ada Lovelace \(10,000\.00 USD\): /,
        ) as string,
        weight: 'danger',
        concerns: expect.objectContaining({ id: payer.usd.id }) as object,
        facts: [{ label: 'Reason', text: 'stolen phone' }],
        state: [{ label: 'Status', text: 'Active' }],
      },
      others: [],
      digest,
    });
    expect(await log()).toEqual([]);
  });

  it('asks for an approval of a change of a platform in production only', async () => {
    const root = await addOperator(payer.play.storage.units, 'Root', 'ADMIN');
    const live = tenantKey(splitTenant(payer.play.tenant).platformId, 'PRODUCTION');
    const holder = { source: 'MASTER_KEY', name: 'root', requestId: 'test' } as const;
    const input = { name: 'Live', currencies: ['USD'] } as never;
    valueOf(await actions().request(holder, { tenant: live, action: 'platforms.create', input }));
    for (const [tenant, needsApproval] of [
      [live, true],
      [payer.play.tenant, false],
    ] as const) {
      const request = { tenant, action: 'platforms.configure', input: { webhookEndpoint: null } } as never;
      expect(valueOf(await actions().preview(root, request))).toMatchObject({ subject: tenant, needsApproval });
    }
  });

  it('of an action outside the database names its subject', async () => {
    const input = { rail: 'nowhere', action: 'x', subject: 'FILE1' } as const;
    const request = { tenant: HOUSE, action: 'rails.act', input } as const;
    expect(valueOf(await actions().preview(ann, request))).toEqual({
      subject: 'nowhere/FILE1',
      before: null,
      moves: [],
      needsApproval: false,
      wording: expect.objectContaining({ sentence: 'Do “x” with FILE1 at nowhere' }) as object,
      others: [],
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('is refused like the action: without the role, for an unknown action, and for an unknown record', async () => {
    const viewer = await addOperator(payer.play.storage.units, 'Vic', 'VIEWER');
    expect(refusal(await actions().preview(viewer, freeze())).code).toBe('FORBIDDEN');
    const unknown = { ...freeze(), action: 'constructor' } as never;
    expect(refusal(await actions().preview(ann, unknown)).code).toBe('REFERENCE_NOT_FOUND');
    const root = await addOperator(payer.play.storage.units, 'Root', 'ADMIN');
    const input = { id: 'Operator:018bcfe5-6800-7000-8000-00000000ffff', role: 'ADMIN' } as const;
    const absent = { tenant: HOUSE, action: 'operators.role', input } as const;
    expect(refusal(await actions().preview(root, absent)).code).toBe('REFERENCE_NOT_FOUND');
  });
});

describe('an action that was confirmed', () => {
  it('is carried out only as it was shown', async () => {
    const { digest: confirmed } = valueOf(await actions().preview(ann, topUp(5n)));
    for (const other of [topUp(6n), topUp(5n, 'other')]) {
      expect(refusal(await actions().request(ann, { ...other, confirmed })).code).toBe('CONFLICT');
    }
    expect(await log()).toEqual([]);
    expect(valueOf(await actions().request(ann, { ...topUp(5n), confirmed }))).toMatchObject({ kind: 'done' });
    expect(await log()).toHaveLength(1);
  });

  it('is refused if its record has changed since', async () => {
    const { digest: confirmed } = valueOf(await actions().preview(ann, freeze()));
    valueOf(await actions().request(bob, freeze()));
    expect((await actions().request(ann, { ...freeze(), confirmed })).ok).toBe(false);
    expect(await log()).toHaveLength(1);
  });
});

describe('the entry of an action', () => {
  it('has its input, who requested it and the request', async () => {
    const requested = valueOf(await actions().request(ann, topUp(LIMIT + 1n)));
    if (requested.kind !== 'awaiting') throw new Error(requested.kind);
    const { requestId, digest, requestedAt, expiresAt } = requested.awaiting;
    expect(expiresAt - requestedAt).toBe(86_400_000);
    const approved = valueOf(await actions().approve(bob, HOUSE, { requestId, digest }));
    expect(approved).toMatchObject({ subject: 'sandbox-bank/capital', output: { kind: 'TOP_UP' } });
    const input = { ...topUp(LIMIT + 1n).input };
    expect(await log()).toMatchObject([
      { outcome: 'REQUESTED', operatorId: ann.operatorId, input, request: requestId, requestedBy: null },
      { outcome: 'APPROVED', operatorId: bob.operatorId, input, request: requestId, requestedBy: ann.operatorId },
    ]);
  });

  it('outside the database needs an operator', async () => {
    const input = { rail: 'nowhere', action: 'x', subject: 'FILE1' } as const;
    const holder = { source: 'MASTER_KEY', name: 'root', requestId: 'test' } as const;
    const refused = await actions().request(holder, { tenant: HOUSE, action: 'rails.act', input });
    expect(refusal(refused).code).toBe('FORBIDDEN');
    expect(await log()).toEqual([]);
  });
});

describe('a request that waits', () => {
  it('is declined by its requester or by an approver, and by no other operator', async () => {
    const asked = async (reference: string) => {
      const outcome = valueOf(await actions().request(ann, topUp(LIMIT + 1n, reference)));
      if (outcome.kind !== 'awaiting') throw new Error(outcome.kind);
      return { requestId: outcome.awaiting.requestId, digest: outcome.awaiting.digest };
    };
    const [one, two] = [await asked('one'), await asked('two')];
    const clerk = await addOperator(payer.play.storage.units, 'Cyd', 'OPERATOR');
    expect(refusal(await actions().decline(clerk, HOUSE, one)).code).toBe('FORBIDDEN');
    expect(valueOf(await actions().decline(bob, HOUSE, one)).requestId).toBe(one.requestId);
    const demoted = await payer.play.storage.units.run(null, async (tx) => {
      const before = (await tx.get(OPERATORS, ann.operatorId))!;
      tx.change(OPERATORS, before, { ...before, role: 'OPERATOR', version: before.version + 1 });
      return { ok: true, value: undefined };
    });
    valueOf(demoted);
    expect(valueOf(await actions().decline(ann, HOUSE, two)).requestId).toBe(two.requestId);
    expect(await actions().waiting()).toEqual([]);
  });

  it('is not found once it has expired', async () => {
    const outcome = valueOf(await actions().request(ann, topUp(LIMIT + 1n)));
    if (outcome.kind !== 'awaiting') throw new Error(outcome.kind);
    const { requestId } = outcome.awaiting;
    payer.play.clock.advance(86_399);
    expect((await actions().findWaiting(requestId))?.requestId).toBe(requestId);
    payer.play.clock.advance(1);
    expect(await actions().findWaiting(requestId)).toBeNull();
    expect(await actions().waiting()).toEqual([]);
    expect(await actions().findWaiting('x')).toBeNull();
  });
});

describe('a second request about a record', () => {
  it('names the first one on its preview and in its outcome, and both can wait', async () => {
    const first = valueOf(await actions().request(ann, topUp(LIMIT + 1n)));
    if (first.kind !== 'awaiting') throw new Error(first.kind);
    expect(first.others).toEqual([]);
    const known = [{ requestId: first.awaiting.requestId, requestedBy: { name: 'Ann' } }];
    expect(valueOf(await actions().preview(bob, topUp(LIMIT + 2n))).others).toMatchObject(known);
    expect(valueOf(await actions().preview(bob, topUp(LIMIT + 2n, 'other'))).others).toEqual([]);
    expect(await actions().waitingAbout(HOUSE, 'sandbox-bank/capital')).toMatchObject(known);
    expect(await actions().waitingAbout(payer.play.tenant, 'sandbox-bank/capital')).toEqual([]);
    const second = valueOf(await actions().request(bob, topUp(LIMIT + 2n)));
    expect(second).toMatchObject({ kind: 'awaiting', others: known });
    expect(await actions().waiting()).toHaveLength(2);
  });
});

describe('a request that has ended', () => {
  it('says whether it was approved, declined or neither, and who did it', async () => {
    const asked = async (reference: string) => {
      const outcome = valueOf(await actions().request(ann, topUp(LIMIT + 1n, reference)));
      if (outcome.kind !== 'awaiting') throw new Error(outcome.kind);
      return { requestId: outcome.awaiting.requestId, digest: outcome.awaiting.digest };
    };
    const [one, two, three] = [await asked('one'), await asked('two'), await asked('three')];
    valueOf(await actions().approve(bob, HOUSE, one));
    valueOf(await actions().decline(bob, HOUSE, two));
    payer.play.clock.advance(86_400);
    const past = (id: string) => actions().findPast(id);
    const requested = { action: 'treasury.book', operatorName: 'Ann' };
    expect(await past(one.requestId)).toMatchObject({ requested, ended: { outcome: 'APPROVED', operatorName: 'Bob' } });
    expect(await past(two.requestId)).toMatchObject({ requested, ended: { outcome: 'DECLINED', operatorName: 'Bob' } });
    expect(await past(three.requestId)).toMatchObject({ requested, ended: null });
    expect(await past('Request:018bcfe5-6800-7000-8000-00000000ffff')).toBeNull();
    expect(await past('x')).toBeNull();
  });
});
