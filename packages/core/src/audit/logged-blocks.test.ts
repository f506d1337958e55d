import { beforeEach, describe, expect, it } from 'vitest';
import { INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { type Block, BLOCKS } from '../blocks/index.js';
import { CUSTOMERS } from '../customers/index.js';
import { type BaseRecord, type KindOf, ok, readAll } from '../kernel/index.js';
import { type Caller, OPERATOR_LOG } from '../operators/index.js';
import { eraseLogEntries } from '../seals/index.js';
import { approveErasing } from '../testing/approve-erasing.js';
import { addOperator } from '../testing/operators.js';
import { valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { digest, reversingSealer, seededRandom } from '../testing/ports.js';

type Subject = 'customers' | 'external-accounts' | 'platforms';

let payer: PlayPayer;
let ann: Caller;
let bob: Caller;
let ids: Readonly<Record<Subject, string>>;
beforeEach(async () => {
  payer = await playPayer();
  const { storage, tenant } = payer.play;
  ann = await addOperator(storage.units, 'Ann', 'OPERATOR');
  bob = await addOperator(storage.units, 'Bob', 'APPROVER');
  ids = { customers: payer.customerId, 'external-accounts': (await payer.external()).id, platforms: tenant };
});

const TEXTS = { reason: 'sanctions match', caseReference: 'CASE-77' };
const request = async (of: Subject, action: 'block' | 'unblock', fields: object) =>
  valueOf(
    await payer.play.core.operators.actions.request(ann, {
      tenant: payer.play.tenant,
      action: `${of}.${action}`,
      input: { ...(of !== 'platforms' && { id: ids[of] }), ...fields } as never,
    }),
  );
const block = (of: Subject, texts: object = TEXTS) => request(of, 'block', { ...texts, tellPlatform: false });
const unblock = async (of: Subject) => {
  const asked = await request(of, 'unblock', { reason: 'cleared', caseReference: 'CASE-78' });
  if (asked.kind !== 'awaiting') throw new Error(asked.kind);
  valueOf(await payer.play.core.operators.actions.approve(bob, payer.play.tenant, asked.awaiting));
};
const findings = async () => (await payer.play.core.ledger.audit()).findings;

/** Changes or removes records behind the service. */
async function alter<T extends BaseRecord>(kind: KindOf<T>, which: (record: T) => boolean, patch: Partial<T> | null) {
  const { storage, tenant } = payer.play;
  const records = (await storage.units.read(tenant, (reads) => readAll(reads, kind))).filter(which);
  expect(records).not.toEqual([]);
  valueOf(
    await storage.units.run(tenant, async (tx) => {
      for (const record of records) {
        tx.remove(kind, record);
        if (patch !== null) tx.add(kind, { ...record, ...patch });
      }
      return ok();
    }),
  );
  return records[0]!;
}
const all = () => true;
const UNMARKED = { blockedAs: null };

const SUBJECTS: readonly Subject[] = ['customers', 'external-accounts', 'platforms'];

describe('the audit compares blocks with the operator log', () => {
  it.each(SUBJECTS)('and finds nothing after blocks of %s that ended, and one that lasts', async (of) => {
    await block(of);
    await unblock(of);
    await block(of, { ...TEXTS, notes: 'listed again' });
    expect(await findings()).toEqual([]);
    await unblock(of);
    await block(of, { ...TEXTS, notes: 'listed again' });
    expect(await findings()).toEqual([]);
  });

  // Entries about a platform are not erased: they belong to no customer.
  it.each(SUBJECTS.slice(0, 2))(
    'and finds nothing after the entries about %s were erased, also from one of both sides',
    async (of) => {
      await block(of);
      await unblock(of);
      await block(of, { ...TEXTS, notes: 'listed again' });
      await approveErasing(payer.play, payer.customerId);
      while ((await payer.play.core.work.sealJournal()).isBehind);
      const { storage, clock, tenant } = payer.play;
      const ports = { units: storage.units, clock, digest, random: seededRandom(), sealer: reversingSealer };
      const done = await eraseLogEntries(ports, { tenant, subjects: [ids[of]] });
      expect(done.erased).toBeGreaterThan(2);
      expect(await findings()).toEqual([]);
      const { rows } = await storage.units.read(null, (reads) =>
        reads.list(OPERATOR_LOG, { where: { subject: ids[of] }, order: 'asc', limit: 100 }),
      );
      for (const { input, before, after, operatorName } of rows)
        expect([input, before, after, operatorName]).toEqual([null, null, null, expect.stringMatching(/Ann|Bob/)]);
      await alter(BLOCKS, ({ status }) => status === 'BLOCKED', { blockedBy: 'someone else' });
      expect(await findings()).not.toEqual([]);
    },
  );

  it('and finds a block that was deleted with its mark', async () => {
    await block('customers');
    await alter(BLOCKS, all, null);
    await alter(CUSTOMERS, ({ id }) => id === ids.customers, UNMARKED);
    expect(await findings()).toEqual([
      expect.stringMatching(
        new RegExp(`^OperatorLog:\\S+ says that ${ids.customers} was blocked, but its block is missing$`),
      ),
    ]);
  });

  it.each(SUBJECTS)('and finds an ended block of %s that was deleted', async (of) => {
    await block(of);
    await unblock(of);
    await alter(BLOCKS, all, null);
    expect(await findings()).toEqual([
      expect.stringContaining(`says that ${ids[of]} was blocked, but its block is missing`),
    ]);
  });

  it('and finds a block that ended with invented operators', async () => {
    await block('customers');
    const over = { endReason: 'r', endReference: 'c', endedBy: 'Eve', endApprovedBy: 'Mallory' } as const;
    const { id } = await alter(BLOCKS, all, { ...over, status: 'ENDED' });
    await alter(CUSTOMERS, (customer) => customer.id === ids.customers, UNMARKED);
    const fields = 'status, endReason, endReference, endedBy, endApprovedBy';
    expect(await findings()).toEqual([`${id} of ${ids.customers} differs from the operator log in ${fields}`]);
  });

  it.each<keyof Block>([
    ...(['reason', 'caseReference', 'notes', 'blockedBy'] as const),
    ...(['endReason', 'endReference', 'endedBy', 'endApprovedBy'] as const),
  ])('and finds another %s', async (field) => {
    await block('external-accounts');
    await unblock('external-accounts');
    const { id, subject } = await alter(BLOCKS, all, { [field]: 'another' });
    expect(await findings()).toEqual([`${id} of ${subject} differs from the operator log in ${field}`]);
  });

  it('and finds a block of a silent platform with another tellPlatform', async () => {
    await block('platforms');
    await unblock('platforms');
    const { id, subject } = await alter(BLOCKS, all, { tellPlatform: true });
    expect(await findings()).toEqual([`${id} of ${subject} differs from the operator log in tellPlatform`]);
  });

  it('and finds a block that was moved to another subject', async () => {
    await block('customers');
    await unblock('customers');
    const other = (await payer.external('891')).id;
    const { id } = await alter(BLOCKS, all, { subject: other });
    expect(await findings()).toEqual([
      expect.stringContaining(`says that ${ids.customers} was blocked, but its block is missing`),
      `${id} blocks ${other}, and no entry of the operator log says so`,
    ]);
  });

  it('and finds an end without a begin in the log', async () => {
    await block('customers');
    await unblock('customers');
    await alter(OPERATOR_LOG, ({ action }) => action === 'customers.block', null);
    expect(await findings()).toEqual([
      expect.stringContaining(`ends a block of ${ids.customers} that no entry of the operator log begins`),
      expect.stringContaining(`blocks ${ids.customers}, and no entry of the operator log says so`),
    ]);
  });

  it('and finds a block of another account outside, which leaves the blocked one free', async () => {
    await block('external-accounts');
    const { id, subject } = await alter(BLOCKS, all, { payee: 'another' });
    expect(await findings()).toEqual([`${id} blocks another account outside than that of ${subject}`]);
  });

  it('and finds an internal account that does not say that its owner is blocked', async () => {
    await block('customers');
    await alter(INTERNAL_ACCOUNTS, ({ id }) => id === payer.usd.id, { ownerUnderReview: false });
    expect(await findings()).toEqual([`${payer.usd.id} does not say that ${ids.customers} is blocked or under review`]);
  });

  it('and finds nothing in an account that a customer gets whose identity is under review', async () => {
    const { play, customerId } = payer;
    const reviews = ['Verification:018bcfe5-6800-7000-8000-000000000009' as never];
    await alter(CUSTOMERS, ({ id }) => id === customerId, { identityReviews: reviews });
    await alter(INTERNAL_ACCOUNTS, ({ owner }) => owner === customerId, { ownerUnderReview: true });
    const before = await findings();
    const more = { id: customerId, currencies: ['USD', 'EUR', 'GBP'] };
    valueOf(await play.run(play.core.customers.update as never, more as never));
    const accounts = await play.storage.units.read(play.tenant, (reads) => readAll(reads, INTERNAL_ACCOUNTS));
    const own = accounts.filter(({ owner }) => owner === customerId);
    expect(own.map(({ currency, ownerUnderReview }) => [currency, ownerUnderReview])).toContainEqual(['GBP', true]);
    expect(await findings()).toEqual(before);
  });
});
