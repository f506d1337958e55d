import { kycPorts } from '@corridor/adapters-rails/kyc';
import { createDatabaseBlobs } from '@corridor/adapters-storage/blobs';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AccountChecks } from '../accounts/index.js';
import { DEFAULT_OPTIONS } from '../service/index.js';
import type { Customer } from '../customers/index.js';
import { EVENTS } from '../events/index.js';
import type { FieldError, Result } from '../kernel/index.js';
import { changedBy, playCore, type PlayCore, valueOf } from '../testing/play-core.js';
import { fixedClock } from '../testing/ports.js';
import {
  type BeneficialOwner,
  COMPANY_EVIDENCE,
  type ShownDocument,
  IDENTITY_DOCUMENTS,
  type NewBeneficialOwner,
  type Verification,
  type VerificationError,
} from './index.js';

const ADDRESS = { line1: '1 Main St', city: 'Springfield', state: 'CA', postalCode: '94105', country: 'US' };
const PDF = `%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R >> endobj
trailer << /Root 1 0 R >>
startxref
9
%%EOF
`;
const PERSON = {
  birthDate: '1990-12-10',
  nationality: 'US',
  idType: 'SSN',
  identifier: '912-55-0187',
  address: ADDRESS,
} as const;
const COMPANY = {
  legalName: 'Lovelace Ltd',
  registrationNumber: 'REG-900',
  taxId: '12-3456789',
  entityType: 'LLC',
} as const;
const OWNER = {
  roles: ['UBO', 'CONTROL_PERSON'],
  ownershipPercentage: 60,
  personalInfo: { ...PERSON, firstName: 'Grace', lastName: 'Hopper', identifier: '913-66-0298' },
};
const COMPANY_DOCUMENTS = [
  'CERTIFICATE_OF_INCORPORATION',
  'DIRECTOR_REGISTRY',
  'SHAREHOLDER_REGISTER',
  'UTILITY_BILL',
] as const;

let play: PlayCore;
beforeEach(async () => {
  play = await playCore();
});

/** A customer without a name is not decided at its creation. */
async function individual(fullName: string, details: object = {}): Promise<Customer> {
  const { id } = valueOf(
    await play.run(play.core.customers.create, { customerType: 'INDIVIDUAL', ...PERSON, ...details }),
  );
  return valueOf(changedBy(await play.run(play.core.customers.update, { id, fullName })));
}
const business = async (details: object = {}): Promise<Customer> =>
  valueOf(
    await play.run(play.core.customers.create, {
      customerType: 'BUSINESS',
      address: ADDRESS,
      businessInfo: { ...COMPANY, ...details },
    }),
  );
const file = (content = PDF) => ({ name: 'scan.pdf', content: new Uint8Array(Buffer.from(content)) });
async function upload(documentHolder: string, documentType: string, details: object = {}): Promise<ShownDocument> {
  const { documents } = play.core.verification;
  const input = { documentHolder, documentType, country: 'US', file: file(), ...details };
  return valueOf(await play.run(documents.upload, valueOf(await documents.prepare(play.context(), input))));
}
const name = (customer: Customer, details: object = {}): Promise<Result<BeneficialOwner>> =>
  play.run(play.core.verification.owners.create, {
    ...OWNER,
    customerId: customer.id,
    ...details,
  } as NewBeneficialOwner);
const submit = async ({ id }: Customer): Promise<Verification> =>
  valueOf(await play.run(play.core.verification.submit, { customerId: id }));
const customerNow = async ({ id }: Customer): Promise<Customer> =>
  valueOf(await play.read(play.core.customers.get, { id })).customer;
const verificationNow = async ({ id }: Verification): Promise<Verification> =>
  valueOf(await play.read(play.core.verification.get, { id }));
const told = (...about: readonly { readonly id: string }[]): readonly string[] =>
  play.delivered.filter(({ resource }) => about.some(({ id }) => id === resource)).map(({ type }) => type);
const asked = ({ errors }: Verification): readonly string[] =>
  errors.map(({ type, field }) => (field === null ? type : `${type} ${field}`));
const fieldsOf = (result: Result<unknown>): readonly string[] =>
  result.ok ? [] : ((result.error.details?.['errors'] ?? []) as FieldError[]).map(({ field }) => field);
async function completeCompany(details: object = {}): Promise<Customer> {
  const customer = await business(details);
  valueOf(await name(customer));
  for (const documentType of COMPANY_DOCUMENTS) await upload(customer.id, documentType);
  return customer;
}

describe('a person who is submitted', () => {
  it('gets one list of everything that is missing, and an empty one when all is there', async () => {
    const customer = valueOf(await play.run(play.core.customers.create, { customerType: 'INDIVIDUAL' }));
    const first = await submit(customer);
    expect(first.verificationStatus).toBe('RESOLVE_ERRORS');
    expect(asked(first)).toEqual([
      'MISSING_FIELD fullName',
      'MISSING_FIELD birthDate',
      'MISSING_FIELD nationality',
      'MISSING_FIELD idType',
      'MISSING_FIELD identifier',
      'MISSING_FIELD address',
      'MISSING_IDENTITY_DOCUMENT',
    ]);
    expect((await customerNow(customer)).kycStatus).toBe('PENDING');
    valueOf(await play.run(play.core.customers.update, { id: customer.id, ...PERSON, fullName: 'Ada Lovelace' }));
    await upload(customer.id, 'PASSPORT');
    const second = await submit(customer);
    expect([second.id, second.verificationStatus, second.errors]).toEqual([first.id, 'IN_PROGRESS', []]);
    await play.pass(0);
    expect((await verificationNow(second)).verificationStatus).toBe('APPROVED');
    expect((await customerNow(customer)).kycStatus).toBe('APPROVED');
    expect(told(first)).toEqual(['VERIFICATION.RESOLVE_ERRORS', 'VERIFICATION.IN_PROGRESS', 'VERIFICATION.APPROVED']);
    expect(told(customer)).toEqual(['CUSTOMER.KYC_PENDING', 'CUSTOMER.KYC_APPROVED']);
    expect((await play.core.ledger.audit()).findings).toEqual([]);
  });

  it.each([
    ['李小龙', 'CN'],
    ['สมชาย', 'TH'],
    ['Suharto', 'ID'],
    ['Thant', 'MM'],
    ['Suharto', 'US'],
    ['Иван', 'RU'],
    ['Björk', 'IS'],
    ['Sokha', 'KH'],
    ['Grimes', 'CA'],
  ])('may have the name %s, if an identity document shows it', async (fullName, nationality) => {
    const customer = await individual(fullName, { nationality });
    expect(asked(await submit(customer))).toEqual(['MISSING_IDENTITY_DOCUMENT']);
    await upload(customer.id, 'PASSPORT');
    expect((await submit(customer)).verificationStatus).toBe('IN_PROGRESS');
  });

  it.each([
    ['S', 'US'],
    ['李', 'CN'],
    ['-', 'ID'],
  ])('may not have the name %s with the nationality %s', async (fullName, nationality) => {
    const customer = await individual(fullName, { nationality });
    expect(asked(await submit(customer))).toContain('INVALID_FIELD fullName');
  });

  it('needs a name of two letters, is of age from the birthday on, and needs both sides of a licence', async () => {
    const customer = await individual('A', { birthDate: '2008-01-16' });
    await upload(customer.id, 'DRIVERS_LICENSE', { side: 'FRONT' });
    const verification = await submit(customer);
    expect(asked(verification)).toEqual(['INVALID_FIELD fullName', 'INVALID_FIELD birthDate', 'INCOMPLETE_DOCUMENT']);
    expect(verification.errors[2]!.reason).toContain('BACK');
    await upload(customer.id, 'DRIVERS_LICENSE', { side: 'BACK' });
    valueOf(await play.run(play.core.customers.update, { id: customer.id, fullName: 'Ada Lovelace' }));
    expect(asked(await submit(customer))).toEqual(['INVALID_FIELD birthDate']);
    play.clock.advance(24 * 60 * 60);
    expect((await submit(customer)).verificationStatus).toBe('IN_PROGRESS');
  });

  it('also needs the fields that the provider of one of its currencies requires', async () => {
    const config = valueOf(await play.read(play.core.platforms.getConfig, undefined));
    await play.storage.units.run(play.tenant, async (tx) => {
      const [usd, ...others] = config.supportedCurrencies;
      const { PLATFORMS } = await import('../platforms/index.js');
      const supportedCurrencies = [{ ...usd!, providerRequiredCustomerFields: ['PHONE_NUMBER' as const] }, ...others];
      tx.change(PLATFORMS, config, { ...config, version: config.version + 1, supportedCurrencies });
      return { ok: true, value: undefined };
    });
    const customer = await individual('Ada Lovelace');
    await upload(customer.id, 'PASSPORT');
    expect(asked(await submit(customer))).toEqual(['MISSING_FIELD phoneNumber']);
  });

  it('with the ending 001 waits for a person, and is decided once', async () => {
    const customer = await individual('Ada Lovelace001');
    await upload(customer.id, 'PASSPORT');
    const { id } = await submit(customer);
    await play.pass(0);
    expect((await verificationNow({ id } as Verification)).verificationStatus).toBe('PENDING_MANUAL_REVIEW');
    expect((await submit(customer)).verificationStatus).toBe('PENDING_MANUAL_REVIEW');
    const decide = (decision: 'APPROVED' | 'REJECTED') => play.run(play.core.verification.decide, { id, decision });
    expect(await decide('APPROVED')).toMatchObject({ ok: true, value: { status: 'APPROVED' } });
    expect(await decide('REJECTED')).toMatchObject({ ok: false, error: { code: 'INVALID_STATE_TRANSITION' } });
    const again = await play.run(play.core.verification.submit, { customerId: customer.id });
    expect([again.ok, fieldsOf(again)]).toEqual([false, ['customerId']]);
    await play.pass(0);
    expect(told(customer)).toEqual(['CUSTOMER.KYC_PENDING', 'CUSTOMER.KYC_APPROVED']);
  });

  it('with the ending 003 is held until the poor document is replaced', async () => {
    const customer = await individual('Ada Lovelace003');
    const { id } = await upload(customer.id, 'PASSPORT');
    const verification = await submit(customer);
    await play.pass(0);
    const held = await verificationNow(verification);
    expect(held).toMatchObject({
      verificationStatus: 'RESOLVE_ERRORS',
      errors: [{ type: 'POOR_QUALITY_DOCUMENT', resourceId: id }],
    });
    expect((await customerNow(customer)).kycStatus).toBe('HOLD');
    const { documents } = play.core.verification;
    const better = { id, documentType: 'PASSPORT', country: 'US', file: file() };
    const prepared = valueOf(await documents.prepareReplacement(play.context(), better));
    expect(valueOf(await play.run(documents.replace, prepared))).toMatchObject({ id, revision: 2 });
    await submit(customer);
    await play.pass(0);
    expect((await customerNow(customer)).kycStatus).toBe('APPROVED');
    expect(told(customer)).toEqual([
      // KYC_PENDING is written once for each submission. An event of the verification reports the hold.
      'CUSTOMER.KYC_PENDING',
      'CUSTOMER.KYC_PENDING',
      'CUSTOMER.KYC_APPROVED',
    ]);
    expect((await play.core.ledger.audit()).findings).toEqual([]);
  });

  it('is not decided after it is deleted', async () => {
    const customer = await individual('Ada Lovelace');
    await upload(customer.id, 'PASSPORT');
    const verification = await submit(customer);
    valueOf(await play.run(play.core.customers.delete, { id: customer.id }));
    await play.pass(0);
    expect((await verificationNow(verification)).verificationStatus).toBe('IN_PROGRESS');
    expect(told(customer)).toEqual(['CUSTOMER.KYC_PENDING']);
    expect((await play.core.ledger.audit()).findings).toEqual([]);
  });

  it('is not shown to the provider after it is deleted', async () => {
    const storage = createMemoryStorage();
    const ports = kycPorts(createDatabaseBlobs(storage.units, fixedClock()));
    const reviewed: string[] = [];
    const sandbox = ports.providers.SANDBOX;
    const review: typeof sandbox.review = (application) => {
      reviewed.push(application.customer.id);
      return sandbox.review(application);
    };
    const providers = { ...ports.providers, SANDBOX: { ...sandbox, review } };
    play = await playCore({ storage, verification: { ...ports, providers } });
    const [kept, deleted] = [await individual('Ada Lovelace'), await individual('Grace Hopper')];
    for (const customer of [kept, deleted]) {
      await upload(customer.id, 'PASSPORT');
      await submit(customer);
    }
    valueOf(await play.run(play.core.customers.delete, { id: deleted.id }));
    await play.pass(0);
    expect(reviewed).toEqual([kept.id]);
  });

  it('is decided by a later answer if its provider gives a malformed one, which is reported with its member', async () => {
    const storage = createMemoryStorage();
    const ports = kycPorts(createDatabaseBlobs(storage.units, fixedClock()));
    const verdicts: unknown[] = [{ state: 'approved' }, { state: 'approved', errors: [], owners: new Map() }];
    const review = (async () => verdicts.shift()) as never;
    const providers = { ...ports.providers, SANDBOX: { ...ports.providers.SANDBOX, review } };
    const reasons: unknown[] = [];
    play = await playCore({
      storage,
      verification: { ...ports, providers },
      report: (_, { reason }) => void reasons.push(reason),
    });
    const customer = await individual('Ada Lovelace');
    await upload(customer.id, 'PASSPORT');
    const verification = await submit(customer);
    await play.pass(0);
    expect(reasons).toEqual([
      `kyc ${ports.providers.SANDBOX.name} review: the answer is malformed: errors must be a list, but is missing`,
    ]);
    await play.pass(1);
    expect((await verificationNow(verification)).verificationStatus).toBe('APPROVED');
  });
});

describe('a company that is submitted', () => {
  it('gets one list of its missing data, people and documents', async () => {
    const customer = valueOf(
      await play.run(play.core.customers.create, {
        customerType: 'BUSINESS',
        businessInfo: { legalName: 'Lovelace Ltd' },
      }),
    );
    const verification = await submit(customer);
    expect(asked(verification)).toEqual([
      'MISSING_FIELD businessInfo.registrationNumber',
      'MISSING_FIELD businessInfo.taxId',
      'MISSING_FIELD businessInfo.entityType',
      'MISSING_FIELD address',
      'MISSING_BENEFICIAL_OWNER',
      'MISSING_CONTROL_PERSON',
      'MISSING_LEGAL_PRESENCE_DOCUMENT',
      'MISSING_CONTROL_STRUCTURE_DOCUMENT',
      'MISSING_OWNERSHIP_STRUCTURE_DOCUMENT',
      'MISSING_PROOF_OF_ADDRESS_DOCUMENT',
    ]);
    for (const { type, acceptedDocumentTypes, reason } of verification.errors) {
      expect(reason).not.toBe('');
      expect((acceptedDocumentTypes ?? []).length > 0).toBe(type.endsWith('_DOCUMENT'));
    }
  });

  it('is approved with its owners, each of whom is decided by the ending of the own name', async () => {
    const customer = await completeCompany();
    for (const ending of ['001', '002']) {
      const personalInfo = { ...OWNER.personalInfo, lastName: `Hopper${ending}` };
      valueOf(await name(customer, { personalInfo, ownershipPercentage: 20 }));
    }
    const verification = await submit(customer);
    await play.pass(0);
    const { data } = valueOf(await play.read(play.core.verification.owners.list, { customerId: customer.id }));
    expect(data.map(({ lastName, kycStatus }) => [lastName, kycStatus]).sort()).toEqual([
      ['Hopper', 'APPROVED'],
      ['Hopper001', 'PENDING'],
      ['Hopper002', 'REJECTED'],
    ]);
    expect(told(customer, verification)).toEqual(
      expect.arrayContaining(['CUSTOMER.KYB_PENDING', 'CUSTOMER.KYB_APPROVED', 'VERIFICATION.APPROVED']),
    );
    const open = data.find(({ lastName }) => lastName === 'Hopper001')!;
    const decided = await play.run(play.core.verification.decide, { id: open.id, decision: 'REJECTED' });
    expect(decided).toMatchObject({ ok: true, value: { id: open.id, status: 'REJECTED' } });
  });

  it('with the ending 002 is rejected with a reason', async () => {
    const verification = await submit(await completeCompany({ registrationNumber: 'REG-002' }));
    await play.pass(0);
    expect(await verificationNow(verification)).toMatchObject({
      verificationStatus: 'REJECTED',
      errors: [{ type: 'APPLICANT_REJECTED' }],
    });
  });

  it('is refused with shares above 100 %, and with an old proof of address', async () => {
    const customer = await completeCompany();
    valueOf(await name(customer, { ownershipPercentage: 41 }));
    play.clock.advance(93 * 24 * 60 * 60);
    const verification = await submit(customer);
    expect(asked(verification)).toEqual(['INVALID_FIELD ownershipPercentage', 'EXPIRED_DOCUMENT']);
    await upload(customer.id, 'PROOF_OF_ADDRESS');
    expect(asked(await submit(customer))).toEqual(['INVALID_FIELD ownershipPercentage']);
  });

  it('may use a proof of address from the first of March until the end of May', async () => {
    const DAY = 24 * 60 * 60;
    play.clock.advance(45 * DAY);
    const customer = await completeCompany();
    play.clock.advance(91 * DAY);
    expect(new Date(play.clock.now()).toISOString()).toMatch(/^2026-05-31/);
    expect(asked(await submit(customer))).toEqual([]);
  });

  it('has owners who are added later decided too', async () => {
    const customer = await completeCompany();
    await submit(customer);
    await play.pass(0);
    const { id } = valueOf(await name(customer, { ownershipPercentage: 5 }));
    await play.pass(0);
    expect(valueOf(await play.read(play.core.verification.owners.get, { id })).kycStatus).toBe('APPROVED');
  });

  it('has owners decided who are added during the review of the others', async () => {
    const storage = createMemoryStorage();
    const ports = kycPorts(createDatabaseBlobs(storage.units, fixedClock()));
    const sandbox = ports.providers.SANDBOX;
    const review: typeof sandbox.review = async (application) => {
      valueOf(await name(customer, { ownershipPercentage: 5 }));
      return sandbox.review(application);
    };
    const providers = { ...ports.providers, SANDBOX: { ...sandbox, review } };
    play = await playCore({ storage, verification: { ...ports, providers } });
    const customer = await completeCompany();
    await submit(customer);
    await play.pass(0);
    const { data } = valueOf(await play.read(play.core.verification.owners.list, { customerId: customer.id }));
    expect(data.map(({ kycStatus }) => kycStatus)).toEqual(['APPROVED', 'APPROVED']);
  });

  it('is submitted once by any number of concurrent requests', async () => {
    const customer = await completeCompany();
    const made = await Promise.all(Array.from({ length: 10 }, () => submit(customer)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    await play.pass(0);
    expect(told(customer)).toEqual(['CUSTOMER.KYB_PENDING', 'CUSTOMER.KYB_APPROVED']);
  });
});

describe('a reviewer who requests more data', () => {
  let customer: Customer;
  let verification: Verification;
  beforeEach(async () => {
    customer = await completeCompany({ registrationNumber: 'REG-001' });
    verification = await submit(customer);
    await play.pass(0);
  });
  const ask = (given: object) =>
    play.run(play.core.verification.decide, {
      id: verification.id,
      decision: 'RESOLVE_ERRORS',
      reason: 'see the guide',
      ...given,
    });
  async function askedFor(given: object): Promise<VerificationError> {
    valueOf(await ask(given));
    return (await verificationNow(verification)).errors[0]!;
  }

  it.each(['MISSING_FIELD', 'INVALID_FIELD'])('names the field of a %s', async (type) => {
    expect(await askedFor({ type, field: 'businessInfo.taxId' })).toEqual({
      resourceId: customer.id,
      type,
      field: 'businessInfo.taxId',
      acceptedDocumentTypes: null,
      reason: 'see the guide',
    });
  });

  it('cannot name a field with an error type that has none', async () => {
    expect(fieldsOf(await ask({ type: 'EXPIRED_DOCUMENT', field: 'address' }))).toEqual(['field']);
    expect(fieldsOf(await ask({ field: 'address' }))).toEqual(['field']);
  });

  it.each([
    ['MISSING_OWNERSHIP_STRUCTURE_DOCUMENT', COMPANY_EVIDENCE.MISSING_OWNERSHIP_STRUCTURE_DOCUMENT],
    ['MISSING_IDENTITY_DOCUMENT', IDENTITY_DOCUMENTS],
    ['MISSING_GOOD_STANDING_DOCUMENT', ['GOOD_STANDING_CERTIFICATE']],
    ['MISSING_CONTROL_PERSON', null],
  ])('gets the accepted documents listed for a %s', async (type, accepted) => {
    expect((await askedFor({ type })).acceptedDocumentTypes).toEqual(accepted);
  });

  it.each([
    ['UTILITY_BILL', COMPANY_EVIDENCE.MISSING_PROOF_OF_ADDRESS_DOCUMENT],
    ['PASSPORT', IDENTITY_DOCUMENTS],
    // Proves legal presence and control, so a replacement must prove both.
    ['STATE_COMPANY_REGISTRY', ['STATE_COMPANY_REGISTRY', 'TRUST_AGREEMENT']],
    ['SELFIE', ['SELFIE']],
  ])('gets the possible replacements listed for a poor %s', async (documentType, accepted) => {
    const { id } = await upload(customer.id, documentType);
    const error = await askedFor({ type: 'POOR_QUALITY_DOCUMENT', about: id });
    expect([error.resourceId, new Set(error.acceptedDocumentTypes)]).toEqual([id, new Set(accepted)]);
  });

  it('can refer only to documents and owners of this customer', async () => {
    const others = await upload((await business()).id, 'UTILITY_BILL');
    expect(fieldsOf(await ask({ about: others.id }))).toEqual(['about']);
    expect((await askedFor({ about: customer.id })).resourceId).toBe(customer.id);
  });
});

describe('a beneficial owner', () => {
  it('belongs to a business', async () => {
    const refused = await name(await individual('Ada Lovelace'));
    expect([refused.ok, fieldsOf(refused)]).toEqual([false, ['customerId']]);
  });

  it('is refused with every invalid field', async () => {
    const personalInfo = { ...OWNER.personalInfo, identifier: '1', birthDate: '2999-01-01', lastName: '' };
    const refused = await name(await business(), { roles: [], ownershipPercentage: 101, personalInfo });
    expect([...fieldsOf(refused)].sort()).toEqual([
      'ownershipPercentage',
      'personalInfo.birthDate',
      'personalInfo.identifier',
      'personalInfo.lastName',
      'roles',
    ]);
  });

  it('has a tax number that is checked like those of customers', async () => {
    const accountChecks: AccountChecks = {
      check: () => [],
      paymentRequest: () => null,
      isTaxNumber: ({ country, value }) => country !== 'BR' || !value.startsWith('00'),
    };
    const numbered = (identifier: string, details: object = {}) => ({
      ...OWNER.personalInfo,
      idType: 'NON_US_TAX_ID',
      identifier,
      countryOfIssuance: 'BR',
      ...details,
    });
    play = await playCore({ accountChecks });
    valueOf(await name(await business(), { personalInfo: numbered('0011') }));

    const options = { ...DEFAULT_OPTIONS, cursorKey: new Uint8Array(32), publicAuthority: 'localhost:8080' };
    play = await playCore({ accountChecks, options: { ...options, strictSandboxAccounts: true } });
    const customer = await business();
    const refused = await name(customer, { personalInfo: numbered('0011', { lastName: '' }) });
    expect(fieldsOf(refused)).toEqual(['personalInfo.lastName', 'personalInfo.identifier']);
    valueOf(await name(customer, { personalInfo: numbered('0011002') }));
    const { id } = valueOf(await name(customer, { personalInfo: numbered('0011', { countryOfIssuance: 'PT' }) }));
    const change = (personalInfo: object) => play.run(play.core.verification.owners.update, { id, personalInfo });
    valueOf(await change({ lastName: 'Murray' }));
    expect(fieldsOf(await change({ countryOfIssuance: 'BR' }))).toEqual(['personalInfo.identifier']);
    valueOf(await change({ countryOfIssuance: 'BR', identifier: '1100' }));
    expect(fieldsOf(await change({ identifier: '0011' }))).toEqual(['personalInfo.identifier']);
  });

  it('is decided separately without a reason', async () => {
    const { id } = valueOf(await name(await business()));
    const decide = (given: object) => play.run(play.core.verification.decide, { id, decision: 'REJECTED', ...given });
    const given = { type: 'APPLICANT_FRAUD', reason: 'a forged passport', field: 'personalInfo.lastName', about: id };
    expect(fieldsOf(await decide(given))).toEqual(['type', 'reason', 'field', 'about']);
    expect(fieldsOf(await decide({ reason: 'a forged passport' }))).toEqual(['reason']);
    expect(valueOf(await decide({})).status).toBe('REJECTED');
  });

  it('changes at once in all given fields until it is approved', async () => {
    const customer = await completeCompany();
    const { id, sealedIdentifier } = valueOf(await name(customer, { ownershipPercentage: 10 }));
    const update = (fields: object) => play.run(play.core.verification.owners.update, { id, ...fields });
    const changed = valueOf(await update({ roles: ['DIRECTOR', 'DIRECTOR'], personalInfo: { lastName: 'Murray' } }));
    expect(changed).toMatchObject({
      roles: ['DIRECTOR'],
      ownershipPpm: 100_000,
      lastName: 'Murray',
      sealedIdentifier,
    });
    expect(fieldsOf(await update({ personalInfo: { idType: 'EIN' } }))).toEqual(['personalInfo.identifier']);
    await submit(customer);
    await play.pass(0);
    expect(valueOf(await update({ ownershipPercentage: 12 })).ownershipPpm).toBe(120_000);
  });

  it.each([
    [[33.3333, 33.3333, 33.3334], []],
    [[33.3334, 33.3333, 33.3334], ['INVALID_FIELD ownershipPercentage']],
    [[24.9999, 25.0001, 50], []],
  ])(
    'may own a share with decimal places, and all shares add up to exactly 100 % at most: %j',
    async (shares, errors) => {
      const customer = await business();
      for (const ownershipPercentage of shares) valueOf(await name(customer, { ownershipPercentage }));
      for (const documentType of COMPANY_DOCUMENTS) await upload(customer.id, documentType);
      expect(asked(await submit(customer))).toEqual(errors);
    },
  );

  it.each([-1, 100.0001, 33.33333, 1e-7, Number.NaN, '60'])('cannot own %s per cent', async (ownershipPercentage) => {
    expect(fieldsOf(await name(await business(), { ownershipPercentage }))).toEqual(['ownershipPercentage']);
  });

  it('keeps its number sealed, and no event contains a tax number', async () => {
    const customer = await completeCompany();
    await submit(customer);
    await play.pass(0);
    const { rows } = await play.storage.units.read(play.tenant, (reads) =>
      reads.list(EVENTS, { order: 'asc', limit: 100 }),
    );
    const text = JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    expect(rows.length).toBeGreaterThan(3);
    for (const secret of ['913-66-0298', '12-3456789']) expect(text).not.toContain(secret);
    const { data } = valueOf(await play.read(play.core.verification.owners.list, { customerId: customer.id }));
    expect(JSON.stringify(data)).not.toContain('913-66-0298');
  });
});
