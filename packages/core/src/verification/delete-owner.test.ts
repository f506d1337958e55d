import { kycPorts } from '@corridor/adapters-rails/kyc';
import { createDatabaseBlobs } from '@corridor/adapters-storage/blobs';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Customer } from '../customers/index.js';
import { JOBS } from '../events/index.js';
import type { BaseRecord, KindOf, Result } from '../kernel/index.js';
import { codeOf, type PlayCore, playCore, valueOf } from '../testing/play-core.js';
import { fixedClock } from '../testing/ports.js';
import {
  BENEFICIAL_OWNERS,
  type BeneficialOwner,
  DOCUMENTS,
  type ShownDocument,
  STORED_BLOBS,
  type Verification,
  type VerificationPorts,
} from './index.js';

const ADDRESS = { line1: '1 Main St', city: 'Springfield', state: 'CA', postalCode: '94105', country: 'US' };
const PERSON = {
  firstName: 'Grace',
  lastName: 'Hopper',
  birthDate: '1986-12-09',
  nationality: 'US',
  idType: 'SSN',
  identifier: '912-55-0187',
  address: ADDRESS,
};
const COMPANY = {
  legalName: 'Lovelace Ltd',
  registrationNumber: 'REG-900',
  taxId: '12-3456789',
  entityType: 'LLC',
};
const COMPANY_DOCUMENTS = [
  'CERTIFICATE_OF_INCORPORATION',
  'DIRECTOR_REGISTRY',
  'SHAREHOLDER_REGISTER',
  'UTILITY_BILL',
] as const;
const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj\n3 0 obj << /Type /Page /Parent 2 0 R >> endobj\ntrailer << /Root 1 0 R >>\nstartxref\n9\n%%EOF\n',
);

let play: PlayCore;
beforeEach(async () => {
  play = await playCore();
});

const business = async (details: object = {}): Promise<Customer> =>
  valueOf(
    await play.run(play.core.customers.create, {
      customerType: 'BUSINESS',
      address: ADDRESS,
      businessInfo: { ...COMPANY, ...details },
    }),
  );
async function add({ id: customerId }: Customer, lastName = 'Hopper', share = 60): Promise<BeneficialOwner> {
  const personalInfo = { ...PERSON, lastName };
  const roles = ['UBO', 'CONTROL_PERSON'];
  const input = { customerId, roles, ownershipPercentage: share, personalInfo };
  return valueOf(await play.run(play.core.verification.owners.create, input));
}
const file = () => ({ name: 'scan.pdf', content: new Uint8Array(PDF) });
const prepare = (documentHolder: string, documentType: string) => {
  const input = { documentHolder, documentType, country: 'US', file: file() };
  return play.core.verification.documents.prepare(play.context(), input);
};
const upload = async (documentHolder: string, documentType = 'PASSPORT'): Promise<ShownDocument> =>
  valueOf(
    await play.run(play.core.verification.documents.upload, valueOf(await prepare(documentHolder, documentType))),
  );
const submit = async ({ id }: Customer): Promise<Verification> =>
  valueOf(await play.run(play.core.verification.submit, { customerId: id }));
const remove = ({ id }: { readonly id: string }): Promise<Result<void>> =>
  play.run(play.core.verification.owners.delete, { id });
const decide = (id: string, decision: 'APPROVED' | 'REJECTED' | 'RESOLVE_ERRORS', rest: object = {}) =>
  play.run(play.core.verification.decide, { id, decision, ...rest });
const ownersOf = async ({ id: customerId }: Customer): Promise<readonly string[]> => {
  const { data } = valueOf(await play.read(play.core.verification.owners.list, { customerId }));
  return data.map(({ lastName }) => lastName);
};
const documentsOf = async (documentHolder?: string): Promise<readonly string[]> =>
  valueOf(await play.read(play.core.verification.documents.list, { documentHolder, limit: 100 })).data.map(
    ({ id }) => id,
  );
const stored = <T extends BaseRecord>(kind: KindOf<T>, { id }: { readonly id: string }): Promise<T | null> =>
  play.storage.units.read(play.tenant, (reads) => reads.get(kind, id));
const count = async (kind: KindOf<never>): Promise<number> =>
  (await play.storage.units.read(play.tenant, (reads) => reads.list(kind, { order: 'asc', limit: 100 }))).rows.length;
const customerNow = async ({ id }: Customer) => valueOf(await play.read(play.core.customers.get, { id }));
const told = (...about: readonly { readonly id: string }[]): readonly string[] =>
  play.delivered.filter(({ resource }) => about.some(({ id }) => id === resource)).map(({ type }) => type);
const findings = async (): Promise<readonly unknown[]> => (await play.core.ledger.audit()).findings;

async function complete(details: object = {}): Promise<Customer> {
  const customer = await business(details);
  for (const documentType of COMPANY_DOCUMENTS) await upload(customer.id, documentType);
  return customer;
}
/** An approved business with an approved owner, and one more if a share is given. */
async function approved(share: number | null = null): Promise<readonly [Customer, BeneficialOwner]> {
  const customer = await complete();
  const owner = await add(customer);
  if (share !== null) await add(customer, 'Murray', share);
  await submit(customer);
  await play.pass(0);
  expect((await customerNow(customer)).customer.kycStatus).toBe('APPROVED');
  return [customer, owner];
}
/** A core whose provider of the sandbox differs in these parts. */
async function playWith(parts: (play: () => PlayCore) => Partial<VerificationPorts['providers']['SANDBOX']>) {
  const storage = createMemoryStorage();
  const ports = kycPorts(createDatabaseBlobs(storage.units, fixedClock()));
  const SANDBOX = { ...ports.providers.SANDBOX, ...parts(() => play) };
  play = await playCore({ storage, verification: { ...ports, providers: { ...ports.providers, SANDBOX } } });
}

describe('a deleted owner', () => {
  it('is left out of lists and answers, cannot be changed or decided, and is kept as a record', async () => {
    const customer = await business();
    const [owner] = [await add(customer), await add(customer, 'Murray', 10)];
    valueOf(await remove(owner));
    expect(await ownersOf(customer)).toEqual(['Murray']);
    expect((await customerNow(customer)).owners.map(({ lastName }) => lastName)).toEqual(['Murray']);
    const { owners } = play.core.verification;
    const attempts = [
      play.read(owners.get, { id: owner.id }),
      play.run(owners.update, { id: owner.id, ownershipPercentage: 1 }),
      decide(owner.id, 'APPROVED'),
      remove(owner),
    ];
    for (const attempt of attempts) expect(codeOf(await attempt)).toBe('REFERENCE_NOT_FOUND');
    expect(await stored(BENEFICIAL_OWNERS, owner)).toMatchObject({
      lastName: 'Hopper',
      kycStatus: 'PENDING',
      deletedAt: play.clock.now(),
    });
  });

  it('does not count for what a submission requires', async () => {
    const customer = await complete();
    const first = await add(customer);
    await add(customer, 'Murray', 50);
    expect((await submit(customer)).errors.map(({ field }) => field)).toEqual(['ownershipPercentage']);
    valueOf(await remove(first));
    expect((await submit(customer)).verificationStatus).toBe('IN_PROGRESS');
    await play.pass(0);
    expect((await stored(BENEFICIAL_OWNERS, first))!.kycStatus).toBe('PENDING');
    expect(await findings()).toEqual([]);
  });

  it('is missed by a submission if no other owner has the roles', async () => {
    const customer = await complete();
    valueOf(await remove(await add(customer)));
    const { errors } = await submit(customer);
    expect(errors.map(({ type }) => type)).toEqual(['MISSING_BENEFICIAL_OWNER', 'MISSING_CONTROL_PERSON']);
  });

  it('is not sent to the provider, nor are the documents', async () => {
    const sent: (readonly string[])[] = [];
    await playWith(() => ({
      async review({ owners, documents }) {
        const holders = new Set(documents.map(({ documentHolder }) => documentHolder));
        sent.push([...owners.map(({ id }) => id), ...holders]);
        return { state: 'manual-review' };
      },
    }));
    const customer = await complete();
    const [gone, stays] = [await add(customer, 'Murray', 10), await add(customer)];
    await upload(gone.id);
    const { id } = await submit(customer);
    await play.pass(0);
    valueOf(await decide(id, 'RESOLVE_ERRORS', { reason: 'Name the present owners' }));
    valueOf(await remove(gone));
    await submit(customer);
    await play.pass(0);
    expect(sent).toEqual([
      [gone.id, stays.id, customer.id, gone.id],
      [stays.id, customer.id],
    ]);
    const about = await decide(id, 'RESOLVE_ERRORS', { reason: 'A poor copy', about: gone.id });
    expect(codeOf(about)).toBe('INVALID_INPUT');
    valueOf(await decide(id, 'APPROVED'));
    expect([await stored(BENEFICIAL_OWNERS, gone), await stored(BENEFICIAL_OWNERS, stays)]).toMatchObject([
      { kycStatus: 'PENDING' },
      { kycStatus: 'APPROVED' },
    ]);
  });

  it('stays undecided if the provider answers late, and the provider is not asked again', async () => {
    let asked = 0;
    await playWith((now) => ({
      async reviewOwner({ id }) {
        asked++;
        valueOf(await now().run(now().core.verification.owners.delete, { id }));
        return 'approve';
      },
    }));
    const [customer] = await approved();
    const late = await add(customer, 'Murray', 5);
    await play.pass(0);
    await play.pass(60 * 60);
    expect([asked, (await stored(BENEFICIAL_OWNERS, late))!.kycStatus]).toEqual([1, 'PENDING']);
    expect([await count(JOBS as never), await findings()]).toEqual([0, []]);
  });

  it('is not sent to the provider at all if it was deleted before', async () => {
    let asked = 0;
    await playWith(() => ({
      async reviewOwner() {
        asked++;
        return 'approve';
      },
    }));
    const [customer] = await approved();
    valueOf(await remove(await add(customer, 'Murray', 5)));
    await play.pass(0);
    expect([asked, await count(JOBS as never)]).toEqual([0, 0]);
  });

  it('of an approved business leaves it approved, without an event', async () => {
    const [customer, owner] = await approved(30);
    const before = told(customer, owner);
    valueOf(await remove(owner));
    await play.pass(0);
    const { customer: after } = await customerNow(customer);
    expect([after.kycStatus, await ownersOf(customer), told(customer, owner)]).toEqual([
      'APPROVED',
      ['Murray'],
      before,
    ]);
    expect(await findings()).toEqual([]);
  });
});

describe('an owner cannot be deleted', () => {
  it('while the business is under review, and can be after the decision', async () => {
    const customer = await complete({ registrationNumber: 'REG-001' });
    const owner = await add(customer);
    const { id } = await submit(customer);
    const refusal = {
      ok: false,
      error: { code: 'CONFLICT', message: `${id} is under review; delete the owner after its decision` },
    };
    expect(await remove(owner)).toMatchObject(refusal);
    await play.pass(0);
    expect(await remove(owner)).toMatchObject(refusal);
    expect(await ownersOf(customer)).toEqual(['Hopper']);
    valueOf(await decide(id, 'REJECTED'));
    valueOf(await remove(owner));
    expect(await findings()).toEqual([]);
  });

  it('while a changed identity of the business or of an owner is under review', async () => {
    const [customer, owner] = await approved(30);
    const { owners } = play.core.verification;
    const renamed = { id: customer.id, businessInfo: { registrationNumber: 'REG-001' } };
    valueOf(await play.run(play.core.customers.update, renamed));
    expect(codeOf(await remove(owner))).toBe('CONFLICT');
    valueOf(await decide((await customerNow(customer)).customer.identityReviews[0]!, 'APPROVED'));
    valueOf(await play.run(owners.update, { id: owner.id, personalInfo: { lastName: 'Murray 001' } }));
    const [change] = (await customerNow(customer)).customer.identityReviews;
    expect(await remove(owner)).toMatchObject({ ok: false, error: { message: expect.stringContaining(change!) } });
    valueOf(await decide(change!, 'REJECTED'));
    valueOf(await remove(owner));
  });

  it('while an approved business has no other approved owner with its role and share', async () => {
    const [customer, owner] = await approved();
    const { owners } = play.core.verification;
    const refusal = { ok: false, error: { code: 'CONFLICT', message: expect.stringMatching(/^an approved business/) } };
    const events = told(customer, owner);
    expect(await remove(owner)).toMatchObject(refusal);
    const manager = await add(customer, 'Murray', 5);
    expect(await remove(owner)).toMatchObject(refusal);
    await play.pass(0);
    valueOf(await play.run(owners.update, { id: manager.id, roles: ['CONTROL_PERSON'] }));
    expect(await remove(owner)).toMatchObject(refusal);
    const [rejected, successor] = [await add(customer, 'Murray 002', 10), await add(customer, 'Hamilton', 10)];
    await play.pass(0);
    expect((await stored(BENEFICIAL_OWNERS, rejected))!.kycStatus).toBe('REJECTED');
    valueOf(await remove(successor));
    expect(await remove(owner)).toMatchObject(refusal);
    await add(customer, 'Hamilton', 25);
    await play.pass(0);
    valueOf(await remove(owner));
    expect(await ownersOf(customer)).toEqual(['Hamilton', 'Murray 002', 'Murray']);
    expect(told(customer, owner)).toEqual(events);
  });

  it('if two deletions at the same moment would leave an approved business without owners', async () => {
    const [customer, owner] = await approved(30);
    const other = (await customerNow(customer)).owners.find(({ id }) => id !== owner.id)!;
    const removed = await Promise.all([remove(owner), remove(other)]);
    expect(removed.map(codeOf).sort()).toEqual(['CONFLICT', 'ok']);
    expect(await ownersOf(customer)).toHaveLength(1);
  });
});

it('writes the customer, as each submission does, so that one of two at the same moment runs again', async () => {
  const customer = await complete();
  const [owner, other] = [await add(customer), await add(customer, 'Murray', 10)];
  const writes = async (act: () => Promise<unknown>): Promise<boolean> => {
    const { version } = (await customerNow(customer)).customer;
    await act();
    return (await customerNow(customer)).customer.version > version;
  };
  expect(await writes(() => submit(customer))).toBe(true);
  await play.pass(0);
  const { owners } = play.core.verification;
  valueOf(await play.run(owners.update, { id: owner.id, personalInfo: { lastName: 'Hopper 001' } }));
  const [change] = (await customerNow(customer)).customer.identityReviews;
  valueOf(await decide(change!, 'RESOLVE_ERRORS', { reason: 'Send the passport' }));
  expect(await writes(() => remove(other))).toBe(true);
  expect(await writes(() => submit(customer))).toBe(true);
  expect(await writes(() => submit(customer))).toBe(false);
});

it('withdraws a changed identity of the owner that waits for corrections, and money moves again', async () => {
  const [customer, owner] = await approved(30);
  const { owners } = play.core.verification;
  valueOf(await play.run(owners.update, { id: owner.id, personalInfo: { lastName: 'Murray 001' } }));
  const [change] = (await customerNow(customer)).customer.identityReviews;
  await play.pass(0);
  valueOf(await decide(change!, 'RESOLVE_ERRORS', { reason: 'Send the passport' }));
  valueOf(await remove(owner));
  await play.pass(0);
  expect((await customerNow(customer)).customer.identityReviews).toEqual([]);
  expect(valueOf(await play.read(play.core.verification.get, { id: change! }))).toMatchObject({
    verificationStatus: 'REJECTED',
    sealedNumber: null,
  });
  expect(told({ id: change! }).at(-1)).toBe('VERIFICATION.REJECTED');
  const { data } = valueOf(await play.read(play.core.accounts.listInternal, { customerId: customer.id }));
  expect(data.length).toBeGreaterThan(0);
  expect(data.every(({ account }) => !account.ownerUnderReview)).toBe(true);
  expect(await findings()).toEqual([]);
});

describe('the documents of a deleted owner', () => {
  it('are deleted with their content if they were not submitted', async () => {
    const customer = await business();
    const owner = await add(customer);
    const [passport, bill] = [await upload(owner.id), await upload(customer.id, 'UTILITY_BILL')];
    valueOf(await remove(owner));
    await play.pass(0);
    expect([await stored(DOCUMENTS, passport), await count(STORED_BLOBS as never)]).toEqual([null, 1]);
    expect(await documentsOf()).toEqual([bill.id]);
  });

  it('are kept with their content but not shown, replaced or deleted, if they were submitted', async () => {
    const customer = await complete({ registrationNumber: 'REG-001' });
    const owner = await add(customer);
    const passport = await upload(owner.id);
    const { id } = await submit(customer);
    await play.pass(0);
    const others = (await documentsOf()).filter((one) => one !== passport.id);
    valueOf(await decide(id, 'RESOLVE_ERRORS', { reason: 'Name the present owners' }));
    valueOf(await remove(owner));
    await play.pass(0);
    expect([await documentsOf(), await documentsOf(owner.id)]).toEqual([others, []]);
    const { documents } = play.core.verification;
    const replacement = { id: passport.id, documentType: 'PASSPORT', country: 'US', file: file() };
    const attempts = [
      play.read(documents.get, { id: passport.id }),
      play.run(documents.delete, { id: passport.id }),
      documents.prepareReplacement(play.context(), replacement),
      prepare(owner.id, 'PASSPORT'),
    ];
    for (const attempt of attempts) expect(codeOf(await attempt)).toBe('REFERENCE_NOT_FOUND');
    const kept = await stored(DOCUMENTS, passport);
    expect(kept).toMatchObject({ submittedWith: id, deletedAt: play.clock.now() });
    expect(await count(STORED_BLOBS as never)).toBe(COMPANY_DOCUMENTS.length + 1);
  });

  it('are not created by an upload that the deletion overtakes', async () => {
    const customer = await business();
    const owner = await add(customer);
    const late = valueOf(await prepare(owner.id, 'PASSPORT'));
    valueOf(await remove(owner));
    expect(codeOf(await play.run(play.core.verification.documents.upload, late))).toBe('REFERENCE_NOT_FOUND');
    await play.pass(60 * 60);
    expect(await count(STORED_BLOBS as never)).toBe(0);
  });

  it('do not count towards the most that a customer may have', async () => {
    const customer = await business();
    const owner = await add(customer);
    for (let made = 0; made < 200; made++) await upload(owner.id);
    expect(codeOf(await prepare(customer.id, 'UTILITY_BILL'))).toBe('CONFLICT');
    await play.storage.units.run(play.tenant, async (tx) => {
      const { rows } = await tx.list(DOCUMENTS, { where: { documentHolder: owner.id }, order: 'asc', limit: 200 });
      for (const row of rows)
        tx.change(DOCUMENTS, row, { ...row, submittedWith: 'Verification:1' as never, version: row.version + 1 });
      return { ok: true, value: undefined };
    });
    valueOf(await remove(owner));
    expect((await prepare(customer.id, 'UTILITY_BILL')).ok).toBe(true);
  });
});
