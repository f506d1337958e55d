import { beforeEach, expect, it } from 'vitest';
import { EVENTS } from '../events/index.js';
import type { Caller } from '../operators/index.js';
import { addOperator, entriesOfTest } from '../testing/operators.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { CUSTOMERS } from '../customers/index.js';
import { type LegalHold, LEGAL_HOLDS } from './index.js';

let payer: PlayPayer;
let ann: Caller;
let bob: Caller;
beforeEach(async () => {
  payer = await playPayer();
  const { units } = payer.play.storage;
  ann = await addOperator(units, 'Ann', 'APPROVER');
  bob = await addOperator(units, 'Bob', 'APPROVER');
});

const actions = () => payer.play.core.operators.actions;
const request = (action: 'customers.hold' | 'customers.release-hold', input: object) =>
  actions().request(ann, { tenant: payer.play.tenant, action, input: input as never });
const TEXTS = { reason: 'a law suit', caseReference: 'AZ 1/26' };
async function hold(): Promise<LegalHold> {
  const done = valueOf(await request('customers.hold', { id: payer.customerId, ...TEXTS }));
  if (done.kind !== 'done') throw new Error(done.kind);
  return done.output as LegalHold;
}
const rows = <K extends typeof LEGAL_HOLDS | typeof EVENTS>(kind: K) =>
  payer.play.storage.units.read(payer.play.tenant, async (reads) => {
    const { rows: found } = await reads.list(kind as typeof LEGAL_HOLDS, { order: 'asc', limit: 100 });
    return found;
  });

it('a hold begins at once with its reason and its case, and a customer can have several', async () => {
  const before = (await rows(EVENTS)).length;
  await hold();
  await hold();
  const expected = { customerId: payer.customerId, status: 'HELD', ...TEXTS, releasedBy: null };
  expect(await rows(LEGAL_HOLDS)).toMatchObject([expected, expected]);
  expect((await rows(LEGAL_HOLDS))[0]!.heldBy).toContain('Ann');
  // The platform does not learn of it.
  expect(await rows(EVENTS)).toHaveLength(before);
  const entries = await entriesOfTest(payer.play.storage.units);
  expect(entries.filter(({ action }) => action === 'customers.hold')).toMatchObject([
    { outcome: 'DONE', subject: payer.customerId, operatorName: 'Ann', input: TEXTS },
    { outcome: 'DONE' },
  ]);
});

it('only a second operator releases a hold, once', async () => {
  const { id } = await hold();
  const asked = valueOf(await request('customers.release-hold', { id, reason: 'settled', caseReference: 'AZ 2/26' }));
  if (asked.kind !== 'awaiting') throw new Error(asked.kind);
  expect(codeOf(await actions().approve(ann, payer.play.tenant, asked.awaiting))).toBe('FORBIDDEN');
  expect(await rows(LEGAL_HOLDS)).toMatchObject([{ status: 'HELD' }]);
  valueOf(await actions().approve(bob, payer.play.tenant, asked.awaiting));
  expect(await rows(LEGAL_HOLDS)).toMatchObject([
    { status: 'RELEASED', releaseReason: 'settled', releaseReference: 'AZ 2/26' },
  ]);
  const [{ releasedBy, releaseApprovedBy }] = (await rows(LEGAL_HOLDS)) as [LegalHold];
  expect([releasedBy, releaseApprovedBy]).toEqual([expect.stringContaining('Ann'), expect.stringContaining('Bob')]);
  const again = { id, reason: 'settled', caseReference: 'AZ 3/26' };
  expect(codeOf(await request('customers.release-hold', again))).toBe('CONFLICT');
});

it('names what is unknown or missing', async () => {
  const unknown = 'Customer:018bcfe5-6800-7000-8000-000000000999';
  expect(codeOf(await request('customers.hold', { id: unknown, ...TEXTS }))).toBe('USER_NOT_FOUND');
  const absent = 'LegalHold:018bcfe5-6800-7000-8000-000000000999';
  expect(codeOf(await request('customers.release-hold', { id: absent, ...TEXTS }))).toBe('REFERENCE_NOT_FOUND');
  expect(await request('customers.hold', { id: payer.customerId, reason: ' ', caseReference: '' })).toMatchObject({
    error: { details: { errors: [{ field: 'reason' }, { field: 'caseReference' }] } },
  });
});

it('keeps the data of a deleted customer too', async () => {
  const customer = await payer.play.storage.units.run(payer.play.tenant, async (tx) => {
    const found = (await tx.get(CUSTOMERS, payer.customerId))!;
    tx.change(CUSTOMERS, found, { ...found, isDeleted: true, version: found.version + 1 });
    return { ok: true, value: undefined };
  });
  valueOf(customer);
  expect((await hold()).status).toBe('HELD');
});
