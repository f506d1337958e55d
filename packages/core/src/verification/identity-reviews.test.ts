import { beforeEach, describe, expect, it } from 'vitest';
import { type OpenCustomer, openNumbers } from '../customers/index.js';
import { EVENTS } from '../events/index.js';
import { refusal } from '../testing/index.js';
import { changedBy, codeOf, type PlayCore, valueOf } from '../testing/play-core.js';
import { playPayer, type PlayPayer } from '../testing/play-payer.js';
import { reversingSealer } from '../testing/ports.js';
import { BENEFICIAL_OWNERS, COMPANY_EVIDENCE, type Verification } from './index.js';

const ADDRESS = { line1: '1 Main St', city: 'Springfield', state: 'CA', postalCode: '94105', country: 'US' };
const PERSON = {
  birthDate: '1990-12-10',
  nationality: 'US',
  idType: 'SSN',
  identifier: '912-55-0187',
  address: ADDRESS,
} as const;
const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj\n3 0 obj << /Type /Page /Parent 2 0 R >> endobj\ntrailer << /Root 1 0 R >>\nstartxref\n9\n%%EOF\n',
);

let payer: PlayPayer;
let play: PlayCore;
let id: string;
beforeEach(async () => {
  payer = await playPayer({}, PERSON as object);
  ({ play, customerId: id } = payer);
});

/** Changes are made at different times, so that lists have a definite order. */
async function change(fields: object) {
  await play.pass(1);
  return changedBy(await play.run(play.core.customers.update, { id, ...fields }));
}
const now = async (): Promise<OpenCustomer> => {
  const { customer } = valueOf(await play.read(play.core.customers.get, { id }));
  return { ...customer, identifier: openNumbers(reversingSealer, customer).identifier };
};
const verifications = async (): Promise<readonly Verification[]> =>
  valueOf(await play.read(play.core.verification.list, { customerId: id })).data;
const decide = (decision: 'APPROVED' | 'REJECTED', verification: string) =>
  play.run(play.core.verification.decide, { id: verification, decision });
/** The sandbox leaves this name to a person, so the change stays pending. */
async function pendingChange(fields: object = { fullName: 'Someone Else 001' }): Promise<string> {
  const [review] = valueOf(await change(fields)).identityReviews;
  return review!;
}
async function upload(documentHolder: string, documentType: string): Promise<void> {
  const { documents } = play.core.verification;
  const file = { name: 'scan.pdf', content: new Uint8Array(PDF) };
  const input = { documentHolder, documentType, country: 'US', file };
  valueOf(await play.run(documents.upload, valueOf(await documents.prepare(play.context(), input))));
}

describe('the identity of an approved customer', () => {
  it('changes by a verification that the sandbox decides at once, by the ending of the new name', async () => {
    const after = valueOf(await change({ fullName: 'Ada King', phoneNumber: '+15555550123' }));
    expect(after).toMatchObject({ fullName: 'Ada King', phoneNumber: '+15555550123', identityReviews: [] });
    const refused = valueOf(await change({ fullName: 'Entirely Other002', phoneNumber: '+15555550124' }));
    expect(refused).toMatchObject({ fullName: 'Ada King', phoneNumber: '+15555550124', identityReviews: [] });
    expect(refused.kycStatus).toBe('APPROVED');
    expect((await verifications()).map((one) => [one.verificationStatus, one.proposal?.fields])).toEqual([
      ['REJECTED', { fullName: 'Entirely Other002' }],
      ['APPROVED', { fullName: 'Ada King' }],
    ]);
    await play.pass(0);
    const [rejected] = await verifications();
    expect(payer.eventsOf(rejected!.id)).toEqual(['VERIFICATION.IN_PROGRESS', 'VERIFICATION.REJECTED']);
    expect(payer.eventsOf(id)).toEqual([]);
    await payer.auditClean();
  });

  it.each(['US', 'GB', 'CA', 'IS', 'KH'])(
    'can be a single name of a national of %s, about which a person decides without a document',
    async (nationality) => {
      await change({ nationality });
      const review = await pendingChange({ fullName: 'Sokha' });
      expect((await verifications())[0]).toMatchObject({ id: review, verificationStatus: 'PENDING_MANUAL_REVIEW' });
      await play.pass(0);
      expect(payer.eventsOf(review)).toEqual(['VERIFICATION.IN_PROGRESS', 'VERIFICATION.PENDING_MANUAL_REVIEW']);
      expect(await now()).toMatchObject({ fullName: 'Ada Lovelace', kycStatus: 'APPROVED' });
      valueOf(await decide('APPROVED', review));
      expect(await now()).toMatchObject({ fullName: 'Sokha', identityReviews: [] });
      await payer.auditClean();
    },
  );

  it('can be a single name that a passport shows, about which the provider decides', async () => {
    await upload(id, 'PASSPORT');
    const after = valueOf(await change({ fullName: 'Sokha' }));
    expect(after).toMatchObject({ fullName: 'Sokha', identityReviews: [] });
  });

  it('is not a name of less than two letters', async () => {
    expect(refusal(await change({ fullName: 'S' })).fields).toEqual(['fullName']);
  });

  it('stays in force until a person has decided, and the other fields of the request change at once', async () => {
    const review = await pendingChange({ fullName: 'Someone Else 001', email: 'else@example.com' });
    expect(await now()).toMatchObject({ fullName: 'Ada Lovelace', email: 'else@example.com', kycStatus: 'APPROVED' });
    expect((await verifications())[0]).toMatchObject({ id: review, verificationStatus: 'IN_PROGRESS', isChange: true });
    await play.pass(0);
    expect((await verifications())[0]!.verificationStatus).toBe('PENDING_MANUAL_REVIEW');
    await payer.auditClean();
    valueOf(await decide('APPROVED', review));
    expect(await now()).toMatchObject({ fullName: 'Someone Else 001', identityReviews: [], kycStatus: 'APPROVED' });
    await payer.auditClean();
  });

  it('stays unchanged after a rejection', async () => {
    const review = await pendingChange({ fullName: 'Someone Else 001', birthDate: '1980-01-01' });
    valueOf(await decide('REJECTED', review));
    expect(await now()).toMatchObject({ fullName: 'Ada Lovelace', birthDate: '1990-12-10', identityReviews: [] });
    await payer.auditClean();
  });

  it.each<[string, object, object]>([
    ['the date of birth', { birthDate: '1980-01-01' }, { birthDate: '1990-12-10' }],
    ['the nationality', { nationality: 'FR' }, { nationality: 'US' }],
    ['the number', { identifier: '912-55-0188' }, { identifier: '912-55-0187' }],
    ['the type of the number', { idType: 'NON_US_TAX_ID', identifier: 'A1' }, { idType: 'SSN' }],
    ['the country', { address: { ...ADDRESS, country: 'CA' } }, { address: { country: 'US' }, region: 'US' }],
  ])('includes %s', async (_what, fields, verified) => {
    valueOf(await decide('REJECTED', await pendingChange({ fullName: 'Ada Lovelace 001' })));
    // The name decides in the sandbox, so a name that leaves the decision to a person is approved first.
    valueOf(await decide('APPROVED', await pendingChange({ fullName: 'Ada Lovelace 001' })));
    const review = await pendingChange(fields);
    expect(review).toBeDefined();
    expect(await now()).toMatchObject(verified);
    valueOf(await decide('APPROVED', review));
    expect(await now()).toMatchObject(fields);
  });

  it('is not proposed again by its present values, nor by an address in the same country', async () => {
    const moved = { ...ADDRESS, line1: '2 Main St' };
    valueOf(await change({ fullName: 'Ada Lovelace', identifier: '912-55-0187', birthDate: '1990-12-10' }));
    expect(valueOf(await change({ address: moved })).address).toMatchObject({ line1: '2 Main St' });
    expect(await verifications()).toEqual([]);
  });

  it('can be replaced but not cleared, and only by values that can be verified', async () => {
    const cleared = {
      fullName: null,
      birthDate: null,
      nationality: null,
      idType: null,
      identifier: null,
      address: null,
    };
    expect(refusal(await change({ ...cleared, email: 'x@example.com' }))).toEqual({
      code: 'INVALID_INPUT',
      fields: ['fullName', 'birthDate', 'nationality', 'idType', 'identifier', 'address'],
    });
    expect((await now()).email).toBeNull();
    const child = await change({ birthDate: '2020-01-01', fullName: 'A' });
    expect(refusal(child)).toEqual({ code: 'INVALID_INPUT', fields: ['fullName', 'birthDate'] });
  });

  it('has one change at a time: under review another change is refused and the same one is accepted', async () => {
    await pendingChange();
    expect(refusal(await change({ fullName: 'A Third001' })).code).toBe('CONFLICT');
    expect(valueOf(await change({ fullName: 'Someone Else 001' })).identityReviews).toHaveLength(1);
    expect(valueOf(await change({ fullName: 'Ada Lovelace', email: 'a@example.com' })).email).toBe('a@example.com');
    expect(await verifications()).toHaveLength(1);
  });

  it('takes corrections of a change in RESOLVE_ERRORS, and drops the change when it is withdrawn', async () => {
    const review = await pendingChange({ fullName: 'Someone Else 003', nationality: 'FR' });
    await play.pass(0);
    const [asked] = await verifications();
    expect(asked).toMatchObject({ verificationStatus: 'RESOLVE_ERRORS', errors: [{ resourceId: id }] });
    valueOf(await change({ nationality: 'US' }));
    valueOf(await change({ birthDate: '1980-01-01' }));
    expect((await verifications())[0]!.proposal?.fields).toEqual({
      fullName: 'Someone Else 003',
      birthDate: '1980-01-01',
    });
    await upload(id, 'PASSPORT');
    const again = valueOf(await play.run(play.core.verification.submit, { customerId: id }));
    expect([again.id, again.verificationStatus]).toEqual([review, 'IN_PROGRESS']);
    await play.pass(0);
    expect(await now()).toMatchObject({ fullName: 'Someone Else 003', birthDate: '1980-01-01', nationality: 'US' });

    await pendingChange({ fullName: 'A Fourth 003' });
    await play.pass(0);
    const kept = valueOf(await change({ fullName: 'Someone Else 003' }));
    expect(kept.identityReviews).toEqual([]);
    expect((await verifications())[0]!.verificationStatus).toBe('REJECTED');
    await payer.auditClean();
  });

  it('has no pending change after the customer is deleted', async () => {
    const fresh = valueOf(
      await play.run(play.core.customers.create, { customerType: 'INDIVIDUAL', fullName: 'Grace Hopper' }),
    );
    id = fresh.id;
    const review = await pendingChange({ fullName: 'Someone Else 001' });
    valueOf(await play.run(play.core.customers.delete, { id }));
    await play.pass(0);
    expect(codeOf(await decide('APPROVED', review))).toBe('CUSTOMER_DELETED');
    const [deleted] = valueOf(await play.read(play.core.customers.list, { isIncludingDeleted: true })).data.filter(
      (one) => one.id === id,
    );
    expect(deleted).toMatchObject({ fullName: 'Grace Hopper', isDeleted: true });
    await payer.auditClean();
  });

  it('cannot be changed while it is first reviewed, nor after a rejection', async () => {
    const first = valueOf(
      await play.run(play.core.customers.create, { customerType: 'INDIVIDUAL', ...PERSON, fullName: 'Bob Bell 001' }),
    );
    await upload(first.id, 'PASSPORT');
    const review = valueOf(await play.run(play.core.verification.submit, { customerId: first.id }));
    await play.pass(0);
    const swap = async (fields: object) =>
      changedBy(await play.run(play.core.customers.update, { id: first.id, ...fields }));
    expect(refusal(await swap({ fullName: 'Entirely Other' })).code).toBe('CONFLICT');
    expect(valueOf(await swap({ email: 'bob@example.com' })).email).toBe('bob@example.com');
    valueOf(await decide('REJECTED', review.id));
    expect(refusal(await swap({ fullName: 'Entirely Other' }))).toEqual({
      code: 'INVALID_INPUT',
      fields: ['fullName'],
    });
  });

  it('keeps a new number sealed, out of events, and only until the decision', async () => {
    valueOf(await decide('APPROVED', await pendingChange({ fullName: 'Ada Lovelace 001' })));
    const review = await pendingChange({ identifier: '987-65-4320' });
    expect((await verifications())[0]).toMatchObject({
      sealedNumber: expect.stringMatching(/0234-56-789$/) as string,
    });
    expect((await verifications())[0]!.proposal).toEqual({ resourceId: id, fields: {}, number: 'identifier' });
    valueOf(await decide('APPROVED', review));
    expect((await verifications())[0]!.sealedNumber).toBeNull();
    expect((await now()).identifier).toBe('987-65-4320');
    const { rows } = await play.storage.units.read(play.tenant, (reads) =>
      reads.list(EVENTS, { order: 'asc', limit: 100 }),
    );
    const text = JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    expect(text).not.toContain('987-65-4320');
    expect(text).not.toContain('0234-56-789');
  });
});

describe('while a changed identity is under review', () => {
  const notReady = { ok: false, error: { code: 'USER_NOT_READY' } };

  it('no money leaves by an old or a new quote or by a transfer until the decision', async () => {
    const { usd, quoted, fromAccount, execute } = payer;
    const destination = await payer.external();
    const dollars = await payer.dollars();
    const before = await quoted(fromAccount(usd.id, destination.id));
    const review = await pendingChange();
    expect(await execute(before.id)).toMatchObject(notReady);
    expect(await play.run(play.core.quotes.create, fromAccount(usd.id, destination.id))).toMatchObject(notReady);
    const out = { sourceId: usd.id, destinationId: dollars.id, amount: 100n };
    expect(await play.run(play.core.transfers.out, out)).toMatchObject(notReady);
    valueOf(await play.run(play.core.sandbox.fund, { accountId: usd.id, amount: 500n }));
    valueOf(await decide('REJECTED', review));
    valueOf(await execute(before.id));
    await payer.auditClean();
  });

  it('money moves if the operator of the platform allows it', async () => {
    const { usd, quoted, fromAccount, execute } = payer;
    const destination = await payer.external();
    const before = await quoted(fromAccount(usd.id, destination.id));
    await pendingChange();
    valueOf(await play.run(play.core.platforms.updateOperatorSettings, { allowsMoneyDuringReview: true }));
    valueOf(await execute(before.id));
    await quoted(fromAccount(usd.id, destination.id));
    await payer.auditClean();
  });

  it('no card can be ordered', async () => {
    await pendingChange();
    const card = { cardholderId: id, platformCardId: 'c1', fundingSources: [payer.usd.id] };
    const ordered = await play.run(play.core.cards.order, card);
    expect(ordered).toMatchObject({ ok: false, error: { code: 'CARDHOLDER_KYC_NOT_APPROVED' } });
  });
});

describe('the identity of an owner of an approved business', () => {
  let owner: string;
  beforeEach(async () => {
    const businessInfo = {
      legalName: 'Lovelace Ltd',
      registrationNumber: 'REG-900',
      taxId: '12-3456789',
      entityType: 'LLC',
    };
    const business = valueOf(
      await play.run(play.core.customers.create, { customerType: 'BUSINESS', address: ADDRESS, businessInfo }),
    );
    ({ id } = business);
    const personalInfo = { ...PERSON, firstName: 'Grace', middleName: 'Brewster', lastName: 'Hopper' };
    const named = await play.run(play.core.verification.owners.create, {
      customerId: id,
      roles: ['UBO', 'CONTROL_PERSON'],
      ownershipPercentage: 60,
      personalInfo: { ...personalInfo, address: { ...ADDRESS, line2: null } },
    });
    owner = valueOf(named).id;
    for (const [documentType] of Object.values(COMPANY_EVIDENCE)) await upload(id, documentType);
    valueOf(await play.run(play.core.verification.submit, { customerId: id }));
    await play.pass(0);
    expect((await now()).kycStatus).toBe('APPROVED');
  });
  const patch = (personalInfo: object, others: object = {}) =>
    play.run(play.core.verification.owners.update, { id: owner, personalInfo, ...others });

  it('changes by a verification of the business, whose money does not leave until the decision', async () => {
    const after = valueOf(await patch({ lastName: 'Murray', middleName: null, email: 'g@example.com' }));
    expect(after).toMatchObject({ lastName: 'Murray', middleName: null, email: 'g@example.com' });
    expect(valueOf(await patch({ lastName: 'Other002' })).lastName).toBe('Murray');

    const waiting = valueOf(
      await patch({ lastName: 'Other001', identifier: '987-65-4320' }, { ownershipPercentage: 55.5 }),
    );
    expect(waiting).toMatchObject({ lastName: 'Murray', ownershipPpm: 555_000 });
    const [review] = (await now()).identityReviews;
    expect((await verifications())[0]).toMatchObject({ id: review, proposal: { resourceId: owner } });
    expect(refusal(await patch({ lastName: 'Third' })).code).toBe('CONFLICT');
    // A different owner has a separate change.
    const legalName = valueOf(await change({ businessInfo: { legalName: 'Lovelace & Co' } })).businessInfo;
    expect(legalName).toMatchObject({ legalName: 'Lovelace & Co' });
    await play.pass(0);
    expect((await now()).identityReviews).toEqual([review]);
    valueOf(await decide('APPROVED', review!));
    const stored = await play.storage.units.read(play.tenant, (reads) => reads.get(BENEFICIAL_OWNERS, owner as never));
    expect(stored).toMatchObject({
      lastName: 'Other001',
      sealedIdentifier: expect.stringMatching(/0234-56-789$/) as string,
      kycStatus: 'APPROVED',
    });
    expect((await now()).identityReviews).toEqual([]);
    await payer.auditClean();
  });

  it('can be replaced but not cleared', async () => {
    const cleared = await patch({ firstName: null, address: null, phoneNumber: null }, { roles: null });
    expect(refusal(cleared).fields).toEqual(['roles', 'personalInfo.firstName', 'personalInfo.address']);
  });

  it.each<[string, object]>([
    ['the legal name', { legalName: 'Other Ltd' }],
    ['the registration number', { registrationNumber: 'REG-002' }],
    ['the tax number', { taxId: '12-3456780' }],
    ['the country', { country: 'GB' }],
  ])('is verified again with the business: %s', async (_what, fields) => {
    valueOf(await decide('APPROVED', await pendingChange({ businessInfo: { registrationNumber: 'REG-001' } })));
    const before = await now();
    const after = valueOf(await change({ businessInfo: { ...fields, doingBusinessAs: 'Acme' } }));
    expect(after.businessInfo).toMatchObject({ doingBusinessAs: 'Acme' });
    const [proposed] = await verifications();
    const isRefused = 'registrationNumber' in fields;
    expect(proposed).toMatchObject({ verificationStatus: isRefused ? 'REJECTED' : 'IN_PROGRESS', isChange: true });
    expect(after.businessInfo).toEqual({ ...before.businessInfo, doingBusinessAs: 'Acme' });
    if (isRefused) return;
    valueOf(await decide('APPROVED', proposed!.id));
    expect((await now()).businessInfo).toMatchObject(fields);
  });
});
