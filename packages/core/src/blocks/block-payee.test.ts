import { beforeEach, expect, it } from 'vitest';
import { ACCOUNT_TYPES, EXTERNAL_ACCOUNTS } from '../accounts/index.js';
import type { Caller } from '../operators/index.js';
import { addOperator } from '../testing/operators.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { BLOCKS, PAYEE_COLUMNS } from './index.js';

let payer: PlayPayer;
let ann: Caller;
let bob: Caller;
let id: string;
beforeEach(async () => {
  payer = await playPayer();
  const { units } = payer.play.storage;
  ann = await addOperator(units, 'Ann', 'OPERATOR');
  bob = await addOperator(units, 'Bob', 'APPROVER');
  id = (await payer.external()).id;
});

const END = { reason: 'sanctions match', caseReference: 'CASE-77' };
const TEXTS = { ...END, notes: 'listed on 2026-01-02' };
const request = (action: 'external-accounts.block' | 'external-accounts.unblock', fields: object, by = ann) =>
  payer.play.core.operators.actions.request(by, {
    tenant: payer.play.tenant,
    action,
    input: { id, ...fields } as never,
  });
const block = (tellPlatform = true) => request('external-accounts.block', { ...TEXTS, tellPlatform });
const marked = () =>
  payer.play.storage.units.read(
    payer.play.tenant,
    async (reads) => (await reads.get(EXTERNAL_ACCOUNTS, id))!.blockedAs,
  );
const blocks = () =>
  payer.play.storage.units.read(
    payer.play.tenant,
    async (reads) => (await reads.list(BLOCKS, { order: 'asc', limit: 10 })).rows,
  );

it.each([
  [true, 'TOLD'],
  [false, 'SILENT'],
])('a block of an external account takes effect at once (told: %s), and a second one is refused', async (told, as) => {
  expect(valueOf(await block(told))).toMatchObject({ kind: 'done' });
  expect(await marked()).toBe(as);
  expect(await blocks()).toMatchObject([
    { subject: id, status: 'BLOCKED', ...TEXTS, tellPlatform: told, blockedBy: expect.stringContaining('Ann') },
  ]);
  expect(codeOf(await block(!told))).toBe('CONFLICT');
  expect(await blocks()).toHaveLength(1);
});

it('every text of a block that is missing or too long is named, and nothing is blocked', async () => {
  const refused = await request('external-accounts.block', {
    ...{ reason: ' ', caseReference: 'x'.repeat(101), notes: '', tellPlatform: true },
  });
  expect(refused).toMatchObject({
    ok: false,
    error: {
      code: 'INVALID_INPUT',
      details: { errors: [{ field: 'reason' }, { field: 'caseReference' }, { field: 'notes' }] },
    },
  });
  expect([await marked(), await blocks()]).toEqual([null, []]);
});

it('an external account that does not exist is neither blocked nor unblocked', async () => {
  const unknown = { ...END, id: 'ExternalAccount:018bcfe5-6800-7000-8000-00000000ffff' };
  expect(codeOf(await request('external-accounts.block', { ...unknown, tellPlatform: true }))).toBe(
    'REFERENCE_NOT_FOUND',
  );
  expect(codeOf(await request('external-accounts.unblock', unknown))).toBe('REFERENCE_NOT_FOUND');
});

it('only a second operator unblocks an external account, and only one that is blocked', async () => {
  const end = { reason: 'cleared', caseReference: 'CASE-78' };
  expect(codeOf(await request('external-accounts.unblock', end))).toBe('CONFLICT');
  valueOf(await block());
  const waiting = valueOf(await request('external-accounts.unblock', end));
  if (waiting.kind !== 'awaiting') throw new Error(waiting.kind);
  const { tenant, core } = payer.play;
  expect(codeOf(await core.operators.actions.approve(ann, tenant, waiting.awaiting))).toBe('FORBIDDEN');
  expect(await marked()).toBe('TOLD');
  valueOf(await core.operators.actions.approve(bob, tenant, waiting.awaiting));
  expect(await marked()).toBeNull();
  expect(await blocks()).toMatchObject([
    {
      ...{ status: 'ENDED', endReason: 'cleared', endReference: 'CASE-78' },
      ...{ endedBy: expect.stringContaining('Ann'), endApprovedBy: expect.stringContaining('Bob') },
    },
  ]);
  await payer.auditClean();
});

const BENEFICIARY = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'DE' };
const IBAN = 'DE89370400440532013890';
const EVM = '0xAbCDEF1234567890aBCdEf1234567890ABcDef12';
const add = (accountInfo: object, owner: string | null, currency = 'EUR') =>
  payer.play.run(payer.play.core.accounts.addExternal, {
    ...{ ownerType: owner === null ? 'PLATFORM' : 'CUSTOMER', customerId: owner, currency, accountInfo },
  } as never);
const newCustomer = async () => {
  const { run, core } = payer.play;
  const details = { customerType: 'INDIVIDUAL', fullName: 'Alan Turing', region: 'US' } as const;
  return valueOf(await run(core.customers.create, details)).id as string;
};

it.each([
  [true, 'USER_BLOCKED'],
  [false, 'USER_NOT_READY'],
])('a blocked bank account cannot be added again by any owner or as another type (told: %s)', async (told, code) => {
  valueOf(await block(told));
  const euro = { accountType: 'EUR_ACCOUNT', iban: IBAN, beneficiary: BENEFICIARY };
  const other = await newCustomer();
  for (const owner of [other, null]) expect(codeOf(await add(euro, owner))).toBe(code);
  const spelled = { ...euro, iban: 'de89 3704 0044 0532 0138 90' };
  expect(codeOf(await add(spelled, other))).toBe(code);
  valueOf(await add({ ...euro, iban: 'DE89370400440532013000' }, other));
});

const RUPEES = { accountType: 'INR_ACCOUNT', beneficiary: { ...BENEFICIARY, countryOfResidence: 'IN' } };
const VPA = { vpa: 'grace@okbank' };
const NUMBER = { accountNumber: '123456789012', ifsc: 'HDFC0001234' };

it.each([
  ['one of the identifiers', { ...VPA, ...NUMBER }, NUMBER],
  ['the other identifier', { ...VPA, ...NUMBER }, VPA],
  ['another identifier in front', NUMBER, { ...VPA, ...NUMBER }],
  ['an identifier in common', { ...VPA, ...NUMBER }, { vpa: 'other@okbank', ...NUMBER }],
])('a blocked account cannot be added again with %s', async (_, blocked, added) => {
  id = valueOf(await add({ ...RUPEES, ...blocked }, payer.customerId, 'INR')).id;
  valueOf(await block());
  expect(codeOf(await add({ ...RUPEES, ...added }, await newCustomer(), 'INR'))).toBe('USER_BLOCKED');
  await payer.auditClean();
});

it('a block stops the other accounts of the owner that have an identifier in common', async () => {
  const both = valueOf(await add({ ...RUPEES, ...VPA, ...NUMBER }, payer.customerId, 'INR'));
  const other = valueOf(await add({ ...RUPEES, vpa: 'mary@okbank' }, payer.customerId, 'INR'));
  id = valueOf(await add({ ...RUPEES, ...NUMBER }, payer.customerId, 'INR')).id;
  valueOf(await block());
  const found: unknown[] = [];
  for (id of [id, both.id, other.id]) found.push(await marked());
  expect(found).toEqual(['TOLD', 'TOLD', null]);
  await payer.auditClean();
});

it('no account type has more ways to identify an account than a block keeps', () => {
  const ways = ACCOUNT_TYPES.map(({ identifiedBy, exclusive }) => (exclusive === true ? 1 : identifiedBy.length));
  expect(Math.max(...ways)).toBe(PAYEE_COLUMNS.length);
});

it('a deleted account can be blocked, so that it cannot be added again', async () => {
  const euro = { accountType: 'EUR_ACCOUNT', iban: IBAN, beneficiary: BENEFICIARY };
  valueOf(await payer.play.run(payer.play.core.accounts.deleteExternal, { id }));
  valueOf(await block());
  expect(codeOf(await add(euro, payer.customerId))).toBe('USER_BLOCKED');
  const waiting = valueOf(await request('external-accounts.unblock', END));
  if (waiting.kind !== 'awaiting') throw new Error(waiting.kind);
  valueOf(await payer.play.core.operators.actions.approve(bob, payer.play.tenant, waiting.awaiting));
  valueOf(await add(euro, payer.customerId));
  await payer.auditClean();
});

it('a blocked wallet cannot be added again with another type, asset or currency', async () => {
  id = valueOf(await add({ accountType: 'ETHEREUM_WALLET', address: EVM }, payer.customerId, 'USDC')).id;
  valueOf(await block());
  for (const [accountType, currency] of [
    ['BASE_WALLET', 'USDC'],
    ['POLYGON_WALLET', 'USDC'],
    ['ETHEREUM_WALLET', 'USDT'],
  ] as const) {
    const info = { accountType, address: EVM.toLowerCase() };
    expect(codeOf(await add(info, payer.customerId, currency)), accountType).toBe('USER_BLOCKED');
  }
});

it('a block stops the other accounts of the owner that are the same outside, each until it is unblocked', async () => {
  id = valueOf(await add({ accountType: 'ETHEREUM_WALLET', address: EVM }, payer.customerId, 'USDC')).id;
  const base = valueOf(await add({ accountType: 'BASE_WALLET', address: EVM }, payer.customerId, 'USDC'));
  valueOf(await block());
  const [first, second] = [id, base.id];
  for (id of [first, second]) expect(await marked()).toBe('TOLD');
  const other = await newCustomer();
  const again = () => add({ accountType: 'BASE_WALLET', address: EVM }, other, 'USDC');
  for (id of [first, second]) {
    expect(codeOf(await again())).toBe('USER_BLOCKED');
    const waiting = valueOf(await request('external-accounts.unblock', END));
    if (waiting.kind !== 'awaiting') throw new Error(waiting.kind);
    valueOf(await payer.play.core.operators.actions.approve(bob, payer.play.tenant, waiting.awaiting));
  }
  valueOf(await again());
  await payer.auditClean();
});
