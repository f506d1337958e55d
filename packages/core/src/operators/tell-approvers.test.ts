import { beforeEach, expect, it } from 'vitest';
import { JOBS, NO_OBSERVER } from '../events/index.js';
import { type CurrencyCode, houseTenant, tenantKey } from '../kernel/index.js';
import { DEFAULT_OPTIONS } from '../service/index.js';
import { addOperator } from '../testing/operators.js';
import { type PlayCore, playCore, valueOf } from '../testing/play-core.js';
import type { ApprovalNotice, Caller, NoticeOutcome } from './index.js';

const HOUSE = houseTenant('SANDBOX');
const told: ApprovalNotice[] = [];
const givenUp: string[] = [];
let outcome: NoticeOutcome;
let play: PlayCore;
let ann: Caller;
let bob: Caller;
beforeEach(async () => {
  told.length = 0;
  givenUp.length = 0;
  outcome = { kind: 'accepted' };
  play = await playCore({
    approverNotices: { tell: async (notice) => (told.push(notice), outcome) },
    observer: { ...NO_OBSERVER, noticeGivenUp: (environment) => givenUp.push(environment) },
    options: {
      ...DEFAULT_OPTIONS,
      cursorKey: new Uint8Array(32).fill(1),
      publicAuthority: 'localhost:8080',
      consoleUrl: 'https://pay.example/console',
      approvalAmounts: new Map([['USD' as CurrencyCode, 0n]]),
    },
  });
  ann = await addOperator(play.storage.units, 'Ann', 'ADMIN');
  bob = await addOperator(play.storage.units, 'Bob', 'ADMIN');
});

const jobs = () =>
  play.storage.units.read(null, async (reads) =>
    (await reads.list(JOBS, { order: 'asc', limit: 100 })).rows.filter(({ kind }) => kind === 'approval.tell'),
  );

async function asked(reference = 'capital') {
  const input = { kind: 'TOP_UP', reference, rail: 'sandbox-bank', currency: 'USD', amount: 123_456n } as const;
  const done = valueOf(
    await play.core.operators.actions.request(ann, { tenant: HOUSE, action: 'treasury.book', input }),
  );
  if (done.kind !== 'awaiting') throw new Error(done.kind);
  return done.awaiting;
}

it('approvers learn once that a request waits, without names and amounts', async () => {
  const { requestId, expiresAt } = await asked();
  await play.pass(0);
  await play.pass(3_600);
  expect(told).toEqual([
    {
      id: requestId,
      environment: 'SANDBOX',
      action: 'treasury.book',
      expiresAt,
      url: `https://pay.example/console/approvals/${requestId}`,
    },
  ]);
  expect(await jobs()).toEqual([]);
});

it('a receiver that is down is asked again for half an hour, and no longer', async () => {
  outcome = { kind: 'unavailable', reason: 'the receiver is not reachable' };
  await asked();
  await play.pass(0);
  expect(told).toHaveLength(1);
  for (let minute = 0; minute < 30; minute += 1) await play.pass(60);
  expect(told).toHaveLength(6);
  expect(givenUp).toEqual([]);
  for (let minute = 0; minute < 180; minute += 1) await play.pass(60);
  expect(told).toHaveLength(7);
  expect(givenUp).toEqual(['SANDBOX']);
  expect(await jobs()).toEqual([]);
});

it('a receiver that refuses, and a request that has ended, are not asked again', async () => {
  outcome = { kind: 'refused', reason: 'the receiver answered 410' };
  await asked();
  await play.pass(0);
  await play.pass(3_600);
  expect(told).toHaveLength(1);
  expect(givenUp).toEqual(['SANDBOX']);
  outcome = { kind: 'unavailable', reason: 'the receiver is not reachable' };
  const second = await asked('other');
  await play.pass(0);
  valueOf(await play.core.operators.actions.decline(bob, HOUSE, second));
  await play.pass(3_600);
  expect(told).toHaveLength(2);
  expect(await jobs()).toEqual([]);
});

it('approvers also learn of a request for a platform that does not exist yet', async () => {
  const tenant = tenantKey('Platform:018bcfe5-6800-7000-8000-0000000000aa' as never, 'PRODUCTION');
  const input = { name: 'Acme', currencies: ['USD'] };
  valueOf(await play.core.operators.actions.request(ann, { tenant, action: 'platforms.create', input }));
  await play.pass(0);
  expect(told).toMatchObject([{ environment: 'PRODUCTION', action: 'platforms.create' }]);
  expect(await jobs()).toEqual([]);
});
