import { beforeEach, describe, expect, it } from 'vitest';
import { kycPorts } from '@corridor/adapters-rails/kyc';
import { createDatabaseBlobs } from '@corridor/adapters-storage/blobs';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import type { RailEffect } from '../accounts/index.js';
import { BLOCKS } from '../blocks/index.js';
import { type Customer, CUSTOMERS } from '../customers/index.js';
import { JOBS } from '../events/index.js';
import {
  type BaseRecord,
  type KindOf,
  newRecord,
  ok,
  readAll,
  type Result,
  runUseCase,
  tenantKey,
} from '../kernel/index.js';
import { eraseRecord } from '../erasure/erase-record.js';
import { OPERATOR_LOG } from '../operators/index.js';
import { approveErasing } from '../testing/approve-erasing.js';
import { refusal } from '../testing/index.js';
import { playBlocks } from '../testing/play-blocks.js';
import { type PlayCompanies, playCompanies } from '../testing/play-companies.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import { fixedClock } from '../testing/ports.js';
import { RAIL_MESSAGES } from '../transactions/index.js';
import {
  type KycConnection,
  type KycTelling,
  type KycVerdict,
  type Verification,
  VERIFICATIONS,
} from '../verification/index.js';

const APPROVED: KycVerdict = { state: 'approved', errors: [], owners: new Map() };
const PENDING: KycVerdict = { state: 'pending', checkAfterSeconds: 86_400 };

let of: PlayCompanies;
let verdict: () => KycVerdict | Promise<KycVerdict>;
let asked: number;
let told: Result<RailEffect>[];

beforeEach(async () => {
  asked = 0;
  told = [];
  verdict = () => APPROVED;
  const storage = createMemoryStorage();
  const provider = {
    name: 'acme-id',
    review: async () => {
      asked += 1;
      return verdict();
    },
    reviewOwner: async () => null,
  };
  const connection = (environment: KycConnection['environment'], name: string): KycConnection => ({
    ...{ name, environment, claims: [], tasks: [], provider },
    check: async () => ({ isReachable: true, lastExchangeAt: null, backlog: {}, problems: [] }),
    callback: async ({ body }, tell) => {
      told.push(await tell(JSON.parse(Buffer.from(body).toString()) as KycTelling));
      return { status: 200, message: null };
    },
  });
  of = await playCompanies({
    storage,
    verification: kycPorts(createDatabaseBlobs(storage.units, fixedClock()), { SANDBOX: provider }),
    kycConnections: [connection('SANDBOX', 'acme-id'), connection('PRODUCTION', 'live-id')],
  });
});

async function tell(telling: object, by = 'acme-id'): Promise<Result<RailEffect>> {
  const body = Buffer.from(JSON.stringify(telling));
  expect(await of.play.core.kyc.callback(by, { path: 'events', headers: {}, body })).not.toBeNull();
  return told.at(-1)!;
}
const effectOf = (result: Result<RailEffect>) => (result.ok ? result.value.effect : result.error.code);
const renewal = (reference: string, resourceId: string, over: object = {}) => ({
  ...{ kind: 'renewal', reference, messageId: 'M-1', validUntil: null },
  errors: [
    { resourceId, type: 'EXPIRED_DOCUMENT', field: null, acceptedDocumentTypes: null, reason: 'the passport expires' },
  ],
  ...over,
});
const withdrawal = (reference: string, over: object = {}) => ({
  ...{ kind: 'withdrawn', reference, messageId: 'M-1', reason: 'the passport was stolen', caseReference: 'C-7' },
  ...over,
});

async function submitted(): Promise<{ readonly customer: Customer; readonly id: string }> {
  const customer = await of.documented();
  await of.owner(customer);
  const { id } = await of.submit(customer);
  await of.play.pass(0);
  return { customer, id };
}
const statusOf = async (id: string) => (await of.verification(id)).verificationStatus;
const all = <T extends BaseRecord>(kind: KindOf<T>) =>
  of.play.storage.units.read(of.play.tenant, (reads) => readAll(reads, kind));
const blocks = () => all(BLOCKS);

describe('the message that something changed', () => {
  beforeEach(() => {
    verdict = () => PENDING;
  });

  it('makes core ask now, and decides nothing', async () => {
    const { id } = await submitted();
    expect(effectOf(await tell({ kind: 'changed', reference: id }))).toBe('APPLIED');
    await of.play.pass(0);
    expect([await statusOf(id), asked]).toEqual(['IN_PROGRESS', 2]);
    verdict = () => APPROVED;
    valueOf(await tell({ kind: 'changed', reference: id }));
    await of.play.pass(0);
    expect([await statusOf(id), asked]).toEqual(['APPROVED', 3]);
    expect(effectOf(await tell({ kind: 'changed', reference: id }))).toBe('NONE');
    await of.play.pass(200_000);
    expect(asked).toBe(3);
  });

  it('leaves one job behind, however often it comes', async () => {
    const { id } = await submitted();
    for (let times = 0; times < 5; times += 1) valueOf(await tell({ kind: 'changed', reference: id }));
    await of.play.pass(0);
    expect(asked).toBe(2);
    expect((await all(JOBS)).filter(({ kind }) => kind === 'kyc.review')).toHaveLength(1);
    await of.play.pass(86_400);
    expect(asked).toBe(3);
  });

  it('asks again if it comes while an answer from before the change is under way', async () => {
    const { id } = await submitted();
    let answer: (given: KycVerdict) => void = () => undefined;
    verdict = () => new Promise((resolve) => (answer = resolve));
    valueOf(await tell({ kind: 'changed', reference: id }));
    of.play.clock.advance(1);
    const worked = of.play.core.work.drain();
    while (asked < 2) await new Promise((resolve) => setImmediate(resolve));
    verdict = () => APPROVED;
    valueOf(await tell({ kind: 'changed', reference: id }));
    answer(PENDING);
    await worked;
    await of.play.pass(1);
    expect(await statusOf(id)).toBe('APPROVED');
  });

  it('is refused for an unknown application, and for one of another environment', async () => {
    const { id } = await submitted();
    expect(
      codeOf(await tell({ kind: 'changed', reference: 'Verification:018bcfe5-6800-7000-8000-00000000ffff' })),
    ).toBe('REFERENCE_NOT_FOUND');
    expect(codeOf(await tell({ kind: 'changed', reference: 'nonsense' }))).toBe('REFERENCE_NOT_FOUND');
    expect(codeOf(await tell({ kind: 'changed', reference: id }, 'live-id'))).toBe('REFERENCE_NOT_FOUND');
  });

  it('makes core ask about an owner whom the provider had left to a person', async () => {
    verdict = () => APPROVED;
    const { customer } = await submitted();
    const owner = await of.owner(customer, 'Hamilton', { ownershipPercentage: 5 });
    await of.play.pass(0);
    expect(effectOf(await tell({ kind: 'changed', reference: owner.id }))).toBe('APPLIED');
    await of.play.pass(0);
    valueOf(await of.decide(owner.id, 'APPROVED'));
    expect(effectOf(await tell({ kind: 'changed', reference: owner.id }))).toBe('NONE');
  });
});

/** The id of the same verification of another platform. */
async function approvedElsewhere(customer: Customer, verification: string): Promise<string> {
  const { core, storage } = of.play;
  const tenant = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000002' as never, 'SANDBOX');
  const ctx = core.context(tenant, { kind: 'system' }, 'test');
  valueOf(await runUseCase(core.units, ctx, core.platforms.create, { name: 'Two', currencies: ['USD'] }));
  const model = (await of.record(VERIFICATIONS, verification))!;
  const customerId = 'Customer:018bcfe5-6800-7000-8000-00000000c0c0' as Customer['id'];
  const id = 'Verification:018bcfe5-6800-7000-8000-00000000c0c1' as Verification['id'];
  valueOf(
    await storage.units.run(tenant, async (tx) => {
      tx.add(CUSTOMERS, { ...customer, umaAddress: '$two@localhost:8080', ...newRecord(customerId, ctx) });
      tx.add(VERIFICATIONS, { ...model, customerId, ...newRecord(id, ctx) });
      return ok();
    }),
  );
  return id;
}

/** As the work of an erasure leaves the customer and its messages. */
const erase = async (customer: Customer): Promise<void> => {
  await approveErasing(of.play, customer.id);
  const erased = await of.play.storage.units.run(of.play.tenant, async (tx) => {
    for (const message of await readAll(tx, RAIL_MESSAGES, { subject: customer.id }))
      eraseRecord(tx, RAIL_MESSAGES, message);
    return ok();
  });
  valueOf(erased);
};

describe('the message that an approval is withdrawn', () => {
  it('blocks the customer by the provider, and the platform learns nothing', async () => {
    const { customer, id } = await submitted();
    of.play.delivered.length = 0;
    expect(effectOf(await tell(withdrawal(id)))).toBe('APPLIED');
    expect(await of.record(CUSTOMERS, customer.id)).toMatchObject({ blockedAs: 'SILENT', kycStatus: 'APPROVED' });
    expect(await blocks()).toMatchObject([
      {
        ...{ subject: customer.id, reason: 'the passport was stolen', caseReference: 'C-7', tellPlatform: false },
        ...{ blockedBy: 'provider acme-id', notes: null },
      },
    ]);
    const entries = await all(OPERATOR_LOG);
    expect(entries.at(-1)).toMatchObject({
      ...{ operatorId: null, operatorName: 'provider acme-id', source: 'SERVICE' },
      ...{ action: 'customers.block', outcome: 'DONE' },
    });
    await of.play.pass(60);
    expect(of.play.delivered).toEqual([]);
    expect((await of.play.core.ledger.audit()).findings).toEqual([]);
  });

  it('has one effect, also after the block has ended', async () => {
    const { customer, id } = await submitted();
    valueOf(await tell(withdrawal(id)));
    expect(effectOf(await tell(withdrawal(id)))).toBe('NONE');
    const operators = await playBlocks(of.play);
    await operators.unblock('customers', customer.id);
    expect(effectOf(await tell(withdrawal(id)))).toBe('NONE');
    expect(await blocks()).toHaveLength(1);
    expect(effectOf(await tell(withdrawal(id, { messageId: 'M-2' })))).toBe('APPLIED');
    expect(await blocks()).toHaveLength(2);
  });

  it('is refused under an id that was used for other content', async () => {
    const { id } = await submitted();
    valueOf(await tell(withdrawal(id)));
    expect(codeOf(await tell(withdrawal(id, { reason: 'another one' })))).toBe('CONFLICT');
    const other = await submitted();
    expect(codeOf(await tell(withdrawal(other.id)))).toBe('CONFLICT');
    expect(await blocks()).toHaveLength(1);
  });

  it('is refused under an id that was used for a customer of another platform', async () => {
    const { customer, id } = await submitted();
    valueOf(await tell(withdrawal(id)));
    const other = await approvedElsewhere(customer, id);
    expect(codeOf(await tell(withdrawal(other)))).toBe('CONFLICT');
    expect(effectOf(await tell(withdrawal(other, { messageId: 'M-2' })))).toBe('APPLIED');
  });

  it('blocks once if it comes twice at the same time', async () => {
    const { id } = await submitted();
    const both = await Promise.all([tell(withdrawal(id)), tell(withdrawal(id))]);
    expect(both.filter(({ ok }) => ok).length).toBeGreaterThan(0);
    expect(await blocks()).toHaveLength(1);
  });

  it('waits until the approval is recorded, and has no effect on a refused application', async () => {
    verdict = () => PENDING;
    const { customer, id } = await submitted();
    expect(codeOf(await tell(withdrawal(id)))).toBe('CONFLICT');
    verdict = () => ({
      state: 'rejected',
      owners: new Map(),
      errors: [
        {
          resourceId: customer.id,
          type: 'APPLICANT_FRAUD',
          field: null,
          acceptedDocumentTypes: null,
          reason: 'forged',
        },
      ],
    });
    valueOf(await tell({ kind: 'changed', reference: id }));
    await of.play.pass(0);
    expect(effectOf(await tell(withdrawal(id)))).toBe('NONE');
    expect(await blocks()).toEqual([]);
  });

  it('blocks a customer who was deleted, because money can still arrive', async () => {
    const { customer, id } = await submitted();
    valueOf(await of.play.run(of.play.core.customers.delete, { id: customer.id }));
    expect(effectOf(await tell(withdrawal(id)))).toBe('APPLIED');
  });

  it('has no effect on a customer who was deleted before the decision', async () => {
    verdict = () => PENDING;
    const { customer, id } = await submitted();
    valueOf(await of.play.run(of.play.core.customers.delete, { id: customer.id }));
    expect(effectOf(await tell(withdrawal(id)))).toBe('NONE');
    expect(await blocks()).toEqual([]);
  });

  it('has no effect on an erased customer, and adds nothing to it', async () => {
    const { customer, id } = await submitted();
    valueOf(await tell(withdrawal(id)));
    await erase(customer);
    expect(effectOf(await tell(withdrawal(id)))).toBe('NONE');
    expect(effectOf(await tell(withdrawal(id, { messageId: 'M-2' })))).toBe('NONE');
    expect((await all(RAIL_MESSAGES)).map(({ messageId }) => messageId)).toEqual(['M-1']);
  });

  it('of a blocked customer is in the operator log, and the block stays', async () => {
    const { customer, id } = await submitted();
    valueOf(await tell(withdrawal(id)));
    expect(effectOf(await tell(withdrawal(id, { messageId: 'M-2', reason: 'and the visa' })))).toBe('APPLIED');
    expect(await blocks()).toHaveLength(1);
    const entries = await all(OPERATOR_LOG);
    expect(entries.at(-1)).toMatchObject({
      ...{ action: 'customers.withdrawn', subject: customer.id },
      input: { reason: 'and the visa' },
    });
    expect((await of.play.core.ledger.audit()).findings).toEqual([]);
  });

  it('of an owner blocks the business', async () => {
    const { customer } = await submitted();
    const owner = await of.owner(customer, 'Hamilton', { ownershipPercentage: 5 });
    expect(codeOf(await tell(withdrawal(owner.id)))).toBe('CONFLICT');
    await of.play.pass(0);
    valueOf(await of.decide(owner.id, 'APPROVED'));
    expect(effectOf(await tell(withdrawal(owner.id)))).toBe('APPLIED');
    expect(await blocks()).toMatchObject([{ subject: customer.id }]);
  });

  it('needs texts that fit', async () => {
    const { id } = await submitted();
    expect(refusal(await tell(withdrawal(id, { reason: ' ', caseReference: 'x'.repeat(101) })))).toEqual({
      code: 'INVALID_INPUT',
      fields: ['reason', 'caseReference'],
    });
  });
});

describe('the message that an approval has to be renewed', () => {
  it('is refused under an id that was used for another message or a customer of another platform', async () => {
    const { customer, id } = await submitted();
    valueOf(await tell(renewal(id, customer.id)));
    expect(codeOf(await tell(withdrawal(id)))).toBe('CONFLICT');
    const other = await approvedElsewhere(customer, id);
    expect(codeOf(await tell(renewal(other, customer.id)))).toBe('CONFLICT');
  });

  it('has no effect on a customer who was deleted before the decision', async () => {
    verdict = () => PENDING;
    const { customer, id } = await submitted();
    valueOf(await of.play.run(of.play.core.customers.delete, { id: customer.id }));
    expect(effectOf(await tell(renewal(id, customer.id)))).toBe('NONE');
  });

  it('has no effect on an erased customer, and adds nothing to it', async () => {
    const { customer, id } = await submitted();
    await erase(customer);
    expect(effectOf(await tell(renewal(id, customer.id)))).toBe('NONE');
    expect(await all(RAIL_MESSAGES)).toEqual([]);
    expect(await all(VERIFICATIONS)).toHaveLength(1);
  });
});
