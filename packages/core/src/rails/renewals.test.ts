import { beforeEach, describe, expect, it } from 'vitest';
import { kycPorts } from '@corridor/adapters-rails/kyc';
import { createDatabaseBlobs } from '@corridor/adapters-storage/blobs';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import type { RailEffect } from '../accounts/index.js';
import { mayMoveMoney } from '../customers/index.js';
import { JOBS } from '../events/index.js';
import { type BaseRecord, type KindOf, readAll, type Result, toIso } from '../kernel/index.js';
import { OPERATOR_LOG } from '../operators/index.js';
import { type PlayCompanies, playCompanies } from '../testing/play-companies.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import { fixedClock } from '../testing/ports.js';
import type { KycApplication, KycConnection, KycTelling, KycVerdict } from '../verification/index.js';
import { BENEFICIAL_OWNERS, VERIFICATIONS } from '../verification/index.js';

const APPROVED: KycVerdict = { state: 'approved', errors: [], owners: new Map() };
const DAY = 86_400;

let of: PlayCompanies;
let verdict: KycVerdict;
let asked: KycApplication[];
let told: Result<RailEffect>[];

beforeEach(async () => {
  asked = [];
  told = [];
  verdict = APPROVED;
  const storage = createMemoryStorage();
  const provider = {
    name: 'acme-id',
    review: async (application: KycApplication) => {
      asked.push(application);
      return verdict;
    },
    reviewOwner: async () => null,
  };
  const connection: KycConnection = {
    ...{ name: 'acme-id', environment: 'SANDBOX', claims: [], tasks: [], provider },
    check: async () => ({ isReachable: true, lastExchangeAt: null, backlog: {}, problems: [] }),
    callback: async ({ body }, tell) => {
      told.push(await tell(JSON.parse(Buffer.from(body).toString()) as KycTelling));
      return { status: 200, message: null };
    },
  };
  of = await playCompanies({
    storage,
    verification: kycPorts(createDatabaseBlobs(storage.units, fixedClock()), { SANDBOX: provider }),
    kycConnections: [connection],
  });
});

async function tell(telling: object): Promise<Result<RailEffect>> {
  const body = Buffer.from(JSON.stringify(telling));
  expect(await of.play.core.kyc.callback('acme-id', { path: 'events', headers: {}, body })).not.toBeNull();
  return told.at(-1)!;
}
const effectOf = (result: Result<RailEffect>) => (result.ok ? result.value.effect : result.error.code);
const all = <T extends BaseRecord>(kind: KindOf<T>) =>
  of.play.storage.units.read(of.play.tenant, (reads) => readAll(reads, kind));
const dayIn = (days: number) => toIso((of.play.clock.now() + days * DAY * 1000) as never).slice(0, 10);

async function approved() {
  const customer = await of.documented();
  const owner = await of.owner(customer);
  const { id } = await of.submit(customer);
  await of.play.pass(0);
  return { customer, owner, id };
}
const demand = (resourceId: string) => ({
  ...{ resourceId, type: 'EXPIRED_DOCUMENT', field: null, acceptedDocumentTypes: ['UTILITY_BILL'] },
  reason: 'the proof of address is too old',
});
const renewal = (reference: string, resourceId: string, over: object = {}) => ({
  ...{ kind: 'renewal', reference, messageId: 'R-1', errors: [demand(resourceId)], validUntil: null },
  ...over,
});
const renewals = async () => (await all(VERIFICATIONS)).filter(({ renews }) => renews !== null);
const mayMove = async (customer: { readonly id: never }) =>
  mayMoveMoney(await of.customer(customer), { allowsMoneyDuringReview: false }).ok;

describe('a renewal that a provider asks for', () => {
  it('asks the platform for more, and nothing stops', async () => {
    const { customer, id } = await approved();
    expect(effectOf(await tell(renewal(id, customer.id)))).toBe('APPLIED');
    expect(await renewals()).toMatchObject([
      {
        verificationStatus: 'RESOLVE_ERRORS',
        isChange: true,
        proposal: null,
        renews: 'R-1',
        errors: [demand(customer.id)],
      },
    ]);
    expect((await of.customer(customer)).kycStatus).toBe('APPROVED');
    expect(await mayMove(customer as never)).toBe(true);
    expect((await all(OPERATOR_LOG)).filter(({ operatorName }) => operatorName === 'provider acme-id')).toMatchObject([
      { action: 'customers.renewal', subject: customer.id, source: 'SERVICE' },
    ]);
  });

  it('is submitted by the platform with the id of the message, and approved', async () => {
    const { customer, id } = await approved();
    valueOf(await tell(renewal(id, customer.id)));
    await of.upload(customer.id, 'UTILITY_BILL');
    const [open] = await renewals();
    expect((await of.submit(customer)).id).toBe(open!.id);
    expect(await mayMove(customer as never)).toBe(true);
    await of.play.pass(0);
    expect(asked.at(-1)).toMatchObject({ reference: open!.id, renews: 'R-1', changes: null });
    expect(asked[0]).toMatchObject({ renews: null });
    expect((await of.verification(open!.id)).verificationStatus).toBe('APPROVED');
    expect(codeOf(await of.play.run(of.play.core.verification.submit, { customerId: customer.id }))).toBe(
      'INVALID_INPUT',
    );
    expect(await of.play.core.ledger.audit()).toMatchObject({ findings: [] });
  });

  it('has one effect for one id, and another content is refused', async () => {
    const { customer, id } = await approved();
    expect(effectOf(await tell(renewal(id, customer.id)))).toBe('APPLIED');
    expect(effectOf(await tell(renewal(id, customer.id)))).toBe('NONE');
    expect(effectOf(await tell(renewal(id, customer.id, { validUntil: dayIn(9) })))).toBe('CONFLICT');
    expect(await renewals()).toHaveLength(1);
  });

  it('renews the demands of one that waits, and leaves one that is under review', async () => {
    const { customer, owner, id } = await approved();
    valueOf(await tell(renewal(id, customer.id)));
    expect(effectOf(await tell(renewal(id, owner.id, { messageId: 'R-2' })))).toBe('APPLIED');
    expect(await renewals()).toMatchObject([{ renews: 'R-2', errors: [{ resourceId: owner.id }] }]);
    verdict = { state: 'pending', checkAfterSeconds: DAY };
    await of.submit(customer);
    expect(effectOf(await tell(renewal(id, customer.id, { messageId: 'R-3' })))).toBe('NONE');
    expect(await renewals()).toMatchObject([{ renews: 'R-2', verificationStatus: 'IN_PROGRESS' }]);
  });

  it('of two messages at the same time asks once', async () => {
    const { customer, id } = await approved();
    await Promise.all(['R-1', 'R-2', 'R-3'].map((messageId) => tell(renewal(id, customer.id, { messageId }))));
    expect(await renewals()).toHaveLength(1);
  });

  it('is left to a person on its last day, with what is missing', async () => {
    const { customer, id } = await approved();
    valueOf(await tell(renewal(id, customer.id, { validUntil: dayIn(10) })));
    await of.play.pass(8 * DAY);
    expect(await renewals()).toMatchObject([{ verificationStatus: 'RESOLVE_ERRORS' }]);
    await of.play.pass(2 * DAY);
    const [overdue] = await renewals();
    expect(overdue).toMatchObject({ verificationStatus: 'PENDING_MANUAL_REVIEW', errors: [demand(customer.id)] });
    expect((await of.customer(customer)).kycStatus).toBe('APPROVED');
    expect(await mayMove(customer as never)).toBe(true);
    valueOf(await of.decide(overdue!.id, 'APPROVED'));
    expect((await all(JOBS)).filter(({ kind }) => kind.startsWith('kyc'))).toEqual([]);
  });

  it('that is under review on its last day goes to a person if it still lacks something later', async () => {
    const { customer, id } = await approved();
    valueOf(await tell(renewal(id, customer.id, { validUntil: dayIn(2) })));
    verdict = { state: 'pending', checkAfterSeconds: 3 * DAY };
    await of.submit(customer);
    await of.play.pass(0);
    await of.play.pass(2 * DAY);
    expect(await renewals()).toMatchObject([{ verificationStatus: 'IN_PROGRESS' }]);
    verdict = { state: 'resolve', errors: [demand(customer.id)] as never };
    await of.play.pass(DAY);
    await of.play.pass(DAY);
    expect(await renewals()).toMatchObject([{ verificationStatus: 'PENDING_MANUAL_REVIEW' }]);
  });

  it('that the provider rejects is left to a person, who may reject it: the approval is still in force', async () => {
    const { customer, id } = await approved();
    valueOf(await tell(renewal(id, customer.id)));
    verdict = { state: 'rejected', errors: [demand(customer.id)] as never, owners: new Map() };
    await of.submit(customer);
    await of.play.pass(0);
    const [rejected] = await renewals();
    expect(rejected!.verificationStatus).toBe('PENDING_MANUAL_REVIEW');
    valueOf(await of.decide(rejected!.id, 'REJECTED'));
    expect((await of.customer(customer)).kycStatus).toBe('APPROVED');
    expect(await mayMove(customer as never)).toBe(true);
  });

  it('that is approved decides nothing on an owner who was added later', async () => {
    const { customer, id } = await approved();
    const later = await of.owner(customer, 'Hamilton', { ownershipPercentage: 5 });
    await of.play.pass(0);
    valueOf(await tell(renewal(id, customer.id)));
    verdict = { state: 'approved', errors: [], owners: new Map([[later.id, 'reject']]) };
    await of.submit(customer);
    await of.play.pass(0);
    expect(await renewals()).toMatchObject([{ verificationStatus: 'APPROVED' }]);
    expect((await all(BENEFICIAL_OWNERS)).find(({ id: owner }) => owner === later.id)?.kycStatus).toBe('PENDING');
  });

  it('leaves it to a change of the identity to stop money', async () => {
    const { customer, id } = await approved();
    valueOf(await tell(renewal(id, customer.id)));
    verdict = { state: 'pending', checkAfterSeconds: DAY };
    const businessInfo = { legalName: 'Byron Ltd' };
    valueOf(await of.play.run(of.play.core.customers.update, { id: customer.id, businessInfo } as never));
    await of.play.pass(0);
    expect(await mayMove(customer as never)).toBe(false);
    verdict = APPROVED;
    await of.play.pass(DAY);
    expect(await mayMove(customer as never)).toBe(true);
    expect(await renewals()).toMatchObject([{ verificationStatus: 'RESOLVE_ERRORS' }]);
    expect(await of.play.core.ledger.audit()).toMatchObject({ findings: [] });
  });

  it('is refused about a record of another customer, and before an approval', async () => {
    const { customer, id } = await approved();
    const other = await of.business({ registrationNumber: 'REG-901' });
    expect(effectOf(await tell(renewal(id, other.id)))).toBe('INVALID_INPUT');
    verdict = { state: 'pending', checkAfterSeconds: DAY };
    const waiting = await of.documented({ registrationNumber: 'REG-902' });
    await of.owner(waiting);
    const { id: open } = await of.submit(waiting);
    expect(effectOf(await tell(renewal(open, waiting.id)))).toBe('CONFLICT');
    valueOf(await of.play.run(of.play.core.customers.delete, { id: customer.id }));
    expect(effectOf(await tell(renewal(id, customer.id)))).toBe('NONE');
    expect(await renewals()).toEqual([]);
  });
});
