import { beforeEach, describe, expect, it } from 'vitest';
import type { Customer } from '../customers/index.js';
import { JOBS } from '../events/index.js';
import { kycPorts } from '@corridor/adapters-rails/kyc';
import { createDatabaseBlobs } from '@corridor/adapters-storage/blobs';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { plusSeconds, readAll } from '../kernel/index.js';
import { refusal } from '../testing/index.js';
import { ADDRESS, PERSONAL_INFO, type PlayCompanies, playCompanies } from '../testing/play-companies.js';
import { valueOf } from '../testing/play-core.js';
import { fixedClock } from '../testing/ports.js';
import type { KycApplication, KycVerdict, OwnerApplication, OwnerDecision } from './index.js';

const UNKNOWN = '018bcfe5-6800-7000-8000-00000000ffff';

let of: PlayCompanies;

describe('the decision of a reviewer', () => {
  let customer: Customer;
  let id: string;
  beforeEach(async () => {
    of = await playCompanies();
    customer = await of.documented({ registrationNumber: 'REG-001' });
    await of.owner(customer);
    ({ id } = await of.submit(customer));
    await of.play.pass(0);
  });
  const errors = async () => (await of.verification(id)).errors;

  it('to reject has a reason of its own if the reviewer gives none', async () => {
    expect(valueOf(await of.decide(id, 'REJECTED'))).toEqual({ id, status: 'REJECTED' });
    expect(await errors()).toEqual([
      {
        resourceId: customer.id,
        type: 'APPLICANT_REJECTED',
        field: null,
        acceptedDocumentTypes: null,
        reason: 'rejected by the reviewer',
      },
    ]);
    expect((await of.customer(customer)).kycStatus).toBe('REJECTED');
    const again = await of.play.run(of.play.core.verification.submit, { customerId: customer.id });
    expect(refusal(again)).toEqual({ code: 'INVALID_INPUT', fields: ['customerId'] });
  });

  it('to reject has the type and the reason that the reviewer gives', async () => {
    valueOf(await of.decide(id, 'REJECTED', { type: 'APPLICANT_SANCTIONED', reason: 'on a list' }));
    expect(await errors()).toMatchObject([{ type: 'APPLICANT_SANCTIONED', reason: 'on a list' }]);
  });

  it('to request more data needs a reason', async () => {
    const refused = async (over: object) => refusal(await of.decide(id, 'RESOLVE_ERRORS', over));
    for (const over of [{}, { reason: null }, { reason: '' }, { reason: '  ' }])
      expect(await refused(over)).toEqual({ code: 'INVALID_INPUT', fields: ['reason'] });
    expect(await refused({ type: 'LATE', reason: 'late' })).toEqual({ code: 'INVALID_INPUT', fields: ['type'] });
    expect((await of.verification(id)).verificationStatus).toBe('PENDING_MANUAL_REVIEW');
    valueOf(await of.decide(id, 'RESOLVE_ERRORS', { reason: 'send the passport' }));
    expect(await errors()).toEqual([
      {
        resourceId: customer.id,
        type: 'DOCUMENT_VERIFICATION_FAILED',
        field: null,
        acceptedDocumentTypes: null,
        reason: 'send the passport',
      },
    ]);
    expect((await of.customer(customer)).kycStatus).toBe('HOLD');
  });

  it('can be about an owner of the customer', async () => {
    const owner = await of.owner(customer, 'Murray', { ownershipPercentage: 5 });
    valueOf(await of.decide(id, 'RESOLVE_ERRORS', { reason: 'send the passport', about: owner.id }));
    expect(await errors()).toMatchObject([{ resourceId: owner.id }]);
  });

  it('to approve leaves no errors, and approves the undecided owners', async () => {
    const rejected = await of.owner(customer, 'Murray', { ownershipPercentage: 5 });
    valueOf(await of.decide(rejected.id, 'REJECTED'));
    expect(valueOf(await of.decide(id, 'APPROVED'))).toEqual({ id, status: 'APPROVED' });
    expect(await errors()).toEqual([]);
    const { data } = valueOf(await of.play.read(of.play.core.verification.owners.list, { customerId: customer.id }));
    expect(Object.fromEntries(data.map(({ lastName, kycStatus }) => [lastName, kycStatus]))).toEqual({
      Hopper: 'APPROVED',
      Murray: 'REJECTED',
    });
  });

  it('on an owner is to approve or to reject, once', async () => {
    const owner = await of.owner(customer, 'Murray', { ownershipPercentage: 5 });
    expect(refusal(await of.decide(owner.id, 'RESOLVE_ERRORS'))).toEqual({
      code: 'INVALID_INPUT',
      fields: ['decision'],
    });
    expect(valueOf(await of.decide(owner.id, 'APPROVED'))).toEqual({ id: owner.id, status: 'APPROVED' });
    expect(refusal(await of.decide(owner.id, 'REJECTED')).code).toBe('INVALID_STATE_TRANSITION');
  });

  it.each([`Verification:${UNKNOWN}`, `BeneficialOwner:${UNKNOWN}`, `Customer:${UNKNOWN}`, 'x'])(
    'on the unknown %s is refused',
    async (unknown) => {
      expect(refusal(await of.decide(unknown, 'APPROVED')).code).toBe('REFERENCE_NOT_FOUND');
    },
  );
});

describe('a submission', () => {
  it('names a customer that exists', async () => {
    of = await playCompanies();
    const submit = (customerId: string) => of.play.run(of.play.core.verification.submit, { customerId });
    expect(refusal(await submit('x'))).toEqual({ code: 'INVALID_INPUT', fields: ['customerId'] });
    expect(refusal(await submit(`Customer:${UNKNOWN}`)).code).toBe('USER_NOT_FOUND');
  });
});

describe('the provider', () => {
  const asked: KycApplication[] = [];
  const askedAbout: OwnerApplication[] = [];
  let verdict: KycVerdict;
  let decision: OwnerDecision | null;

  beforeEach(async () => {
    asked.length = 0;
    askedAbout.length = 0;
    verdict = { state: 'approved', errors: [], owners: new Map() };
    decision = 'approve';
    const storage = createMemoryStorage();
    const ports = kycPorts(createDatabaseBlobs(storage.units, fixedClock()));
    const SANDBOX = {
      name: 'SANDBOX',
      review: async (application: KycApplication) => {
        asked.push(application);
        return verdict;
      },
      reviewOwner: async (owner: OwnerApplication) => {
        askedAbout.push(owner);
        return decision;
      },
    };
    of = await playCompanies({ storage, verification: { ...ports, providers: { ...ports.providers, SANDBOX } } });
  });
  const jobs = () => of.play.storage.units.read(of.play.tenant, (reads) => readAll(reads, JOBS));

  it('is asked about an individual in the sandbox, and about a change of its identity', async () => {
    const { core, run, pass } = of.play;
    const person = {
      customerType: 'INDIVIDUAL',
      fullName: 'Ada Lovelace',
      birthDate: '1990-12-10',
      nationality: 'US',
      address: ADDRESS,
      idType: 'SSN',
      identifier: '912-55-0187',
    };
    const customer = valueOf(await run(core.customers.create, person));
    expect(customer.kycStatus).toBe('PENDING');
    await of.upload(customer.id, 'PASSPORT');
    const { id } = await of.submit(customer);
    await pass(0);
    expect(asked.map(({ reference }) => reference)).toEqual([id]);
    expect((await of.customer(customer)).kycStatus).toBe('APPROVED');
    verdict = { state: 'rejected', errors: [], owners: new Map() };
    valueOf(await run(core.customers.update, { id: customer.id, fullName: 'Ada King' }));
    expect((await of.customer(customer)).identityReviews).toHaveLength(1);
    await pass(0);
    expect(asked).toHaveLength(2);
    expect(await of.customer(customer)).toMatchObject({ fullName: 'Ada Lovelace', identityReviews: [] });
  });

  it('receives the customer, its owners and documents with numbers in plain text', async () => {
    const customer = await of.documented();
    const owner = await of.owner(customer);
    const passport = await of.upload(owner.id, 'PASSPORT', { documentNumber: 'P-1' });
    const { id } = await of.submit(customer);
    await of.play.pass(0);
    const [application] = asked as [KycApplication];
    expect(application).toMatchObject({
      reference: id,
      changes: null,
      customer: { id: customer.id, businessInfo: { legalName: 'Lovelace Ltd', taxId: '12-3456789' } },
      owners: [{ id: owner.id, lastName: 'Hopper', identifier: '912-55-0187' }],
    });
    for (const record of [application.customer, ...application.owners])
      expect(Object.keys(record).filter((name) => name.startsWith('sealed'))).toEqual([]);
    expect(application.documents).toHaveLength(5);
    const document = application.documents.find((one) => one.id === passport.id)!;
    expect(document).toMatchObject({ documentNumber: 'P-1', submittedWith: id });
    expect(Buffer.from(await document.read()).toString()).toMatch(/^%PDF/);
    expect((await of.verification(id)).verificationStatus).toBe('APPROVED');
    // An owner about whom the provider says nothing stays undecided.
    expect(valueOf(await of.play.read(of.play.core.verification.owners.get, { id: owner.id })).kycStatus).toBe(
      'PENDING',
    );
    expect(await jobs()).toEqual([]);
  });

  it('is asked again after the delay that it names', async () => {
    const customer = await of.documented();
    await of.owner(customer);
    verdict = { state: 'pending', checkAfterSeconds: 90 };
    const { id } = await of.submit(customer);
    await of.play.pass(0);
    expect(await jobs()).toMatchObject([
      { kind: 'kyc.review', subject: id, dueAt: plusSeconds(of.play.clock.now(), 90) },
    ]);
    await of.play.pass(89);
    expect(asked).toHaveLength(1);
    verdict = { state: 'approved', errors: [], owners: new Map() };
    await of.play.pass(1);
    expect([asked.length, (await of.verification(id)).verificationStatus]).toEqual([2, 'APPROVED']);
    expect(await jobs()).toEqual([]);
  });

  it('receives the new values of a changed owner, and decides about the change only', async () => {
    const customer = await of.documented();
    const owner = await of.owner(customer);
    verdict = { state: 'approved', errors: [], owners: new Map([[owner.id, 'approve']]) };
    await of.submit(customer);
    await of.play.pass(0);
    asked.length = 0;
    await of.owner(customer, 'Murray', { ownershipPercentage: 5 });
    await of.play.pass(0);
    askedAbout.length = 0;
    valueOf(await of.change(owner.id, { personalInfo: { lastName: 'King 001', identifier: '987-65-4320' } }));
    await of.owner(customer, 'Byron', { ownershipPercentage: 5 });
    await of.play.pass(0);
    expect(asked).toMatchObject([{ changes: owner.id }]);
    const told = asked[0]!.owners.find(({ id }) => id === owner.id);
    expect(told).toMatchObject({ lastName: 'King 001', identifier: '987-65-4320', firstName: 'Grace' });
    // The owner who was added meanwhile is asked about once, by the addition itself.
    expect(askedAbout.map(({ lastName }) => lastName)).toEqual(['Byron']);
  });

  it('decides about an owner who was added later, with the number in plain text', async () => {
    const customer = await of.documented();
    const first = await of.owner(customer);
    verdict = { state: 'approved', errors: [], owners: new Map([[first.id, 'approve']]) };
    await of.submit(customer);
    await of.play.pass(0);
    decision = 'reject';
    const late = await of.owner(customer, 'Murray', { ownershipPercentage: 5 });
    await of.play.pass(0);
    expect(askedAbout).toMatchObject([{ id: late.id, lastName: 'Murray', identifier: PERSONAL_INFO.identifier }]);
    expect(askedAbout[0]).not.toHaveProperty('sealedIdentifier');
    decision = null;
    const undecided = await of.owner(customer, 'Byron', { ownershipPercentage: 5 });
    await of.play.pass(0);
    const { data } = valueOf(await of.play.read(of.play.core.verification.owners.list, { customerId: customer.id }));
    expect(Object.fromEntries(data.map(({ id, kycStatus }) => [id, kycStatus]))).toEqual({
      [first.id]: 'APPROVED',
      [late.id]: 'REJECTED',
      [undecided.id]: 'PENDING',
    });
    expect(await jobs()).toEqual([]);
  });
});
