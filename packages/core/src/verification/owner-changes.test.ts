import { beforeEach, describe, expect, it } from 'vitest';
import type { Customer } from '../customers/index.js';
import { refusal } from '../testing/index.js';
import { ADDRESS, PERSONAL_INFO, type PlayCompanies, playCompanies } from '../testing/play-companies.js';
import { valueOf } from '../testing/play-core.js';
import { reversingSealer } from '../testing/ports.js';
import {
  BENEFICIAL_OWNERS,
  type BeneficialOwner,
  identifierOf,
  invalidInBeneficialOwnerPatch,
  invalidInNewBeneficialOwner,
  type NewBeneficialOwner,
} from './index.js';

let of: PlayCompanies;
let business: Customer;
beforeEach(async () => {
  of = await playCompanies();
  business = await of.documented();
});

const change = (owner: BeneficialOwner, personalInfo: object, over: object = {}) =>
  of.change(owner.id, { personalInfo, ...over });
const stored = async ({ id }: BeneficialOwner) => (await of.record(BENEFICIAL_OWNERS, id))!;
const numberOf = async (owner: BeneficialOwner) =>
  reversingSealer.open((await stored(owner)).sealedIdentifier, identifierOf(owner.id));

describe('a new owner', () => {
  it('has every field of the request, and waits for a decision', async () => {
    const personalInfo = {
      ...PERSONAL_INFO,
      middleName: 'Brewster',
      email: 'grace@example.com',
      phoneNumber: '+15555550123',
      countryOfIssuance: 'US',
      address: { line1: '1 Main St', postalCode: '94105', country: 'US' },
    };
    const roles = ['UBO', 'DIRECTOR', 'UBO'];
    const owner = valueOf(await of.owning(business, { roles, ownershipPercentage: 12.3456, personalInfo }));
    const { identifier: _number, ...person } = personalInfo;
    expect(owner).toEqual({
      id: expect.stringMatching(/^BeneficialOwner:/),
      tenant: of.play.tenant,
      version: 1,
      createdAt: of.play.clock.now(),
      updatedAt: of.play.clock.now(),
      customerId: business.id,
      roles: ['UBO', 'DIRECTOR'],
      ownershipPpm: 123_456,
      ...person,
      address: { ...personalInfo.address, line2: null, city: null, state: null },
      sealedIdentifier: reversingSealer.seal('912-55-0187', identifierOf(owner.id)),
      kycStatus: 'PENDING',
      deletedAt: null,
    });
    expect(await stored(owner)).toEqual(owner);
  });

  it('needs roles, a share, and the fields that identify a person', async () => {
    const nothing = { roles: undefined, ownershipPercentage: undefined, personalInfo: undefined };
    expect(refusal(await of.owning(business, nothing)).fields).toEqual([
      'roles',
      'ownershipPercentage',
      'personalInfo',
    ]);
    const required = ['firstName', 'lastName', 'birthDate', 'nationality', 'address', 'idType', 'identifier'];
    expect(refusal(await of.owning(business, { personalInfo: {} }))).toEqual({
      code: 'INVALID_INPUT',
      fields: required.map((name) => `personalInfo.${name}`),
    });
  });

  it('belongs to a customer that exists', async () => {
    const refused = async (id: string) => refusal(await of.owning({ id } as Customer));
    expect(await refused('x')).toEqual({ code: 'INVALID_INPUT', fields: ['customerId'] });
    expect(await refused('Customer:018bcfe5-6800-7000-8000-00000000ffff')).toMatchObject({ code: 'USER_NOT_FOUND' });
  });

  it.each([0, 100, 0.0001, 33.3333, 7])('may own %d per cent', async (ownershipPercentage) => {
    const owner = valueOf(await of.owning(business, { ownershipPercentage }));
    expect(owner.ownershipPpm).toBe(Math.round(ownershipPercentage * 10_000));
  });

  it('is checked without stored records before it is added', () => {
    const ctx = { now: of.play.clock.now() };
    const input = { customerId: 'x', roles: ['KING'], ownershipPercentage: 100.0001, personalInfo: PERSONAL_INFO };
    const fieldsOf = (over: object = {}) =>
      invalidInNewBeneficialOwner(ctx, { ...input, ...over } as NewBeneficialOwner).map(({ field }) => field);
    expect(fieldsOf()).toEqual(['customerId', 'roles.0', 'ownershipPercentage']);
    const valid = { customerId: business.id, roles: ['UBO'], ownershipPercentage: 100 };
    expect(fieldsOf(valid)).toEqual([]);
    const wrong = { ...PERSONAL_INFO, identifier: '1' };
    expect(fieldsOf({ ...valid, personalInfo: wrong })).toEqual(['personalInfo.identifier']);
    // A field with an error has only that error.
    expect(fieldsOf({ ...valid, personalInfo: { ...wrong, identifier: '' } })).toEqual(['personalInfo.identifier']);
  });
});

describe('a change of an owner', () => {
  it('is checked without stored records before it is made', () => {
    const fieldsOf = (input: object) =>
      invalidInBeneficialOwnerPatch({ now: of.play.clock.now() }, { id: 'x', ...input }).map(({ field }) => field);
    expect(fieldsOf({})).toEqual([]);
    expect(fieldsOf({ ownershipPercentage: -1, personalInfo: { lastName: '' } }).toSorted()).toEqual([
      'ownershipPercentage',
      'personalInfo.lastName',
    ]);
    expect(fieldsOf({ roles: null, ownershipPercentage: null, personalInfo: null })).toEqual([
      'roles',
      'ownershipPercentage',
      'personalInfo',
    ]);
    expect(fieldsOf({ personalInfo: { firstName: null, middleName: null, email: null } })).toEqual([
      'personalInfo.firstName',
    ]);
    expect(fieldsOf({ personalInfo: { idType: 'SSN', identifier: '1' } })).toEqual(['personalInfo.identifier']);
  });

  it('before the decision takes effect at once, with the number', async () => {
    const owner = await of.owner(business);
    const address = { ...ADDRESS, country: 'CA' };
    const changed = valueOf(
      await change(owner, { lastName: 'Murray', identifier: '987-65-4320', address, phoneNumber: '+15555550123' }),
    );
    expect(changed).toMatchObject({ lastName: 'Murray', address, phoneNumber: '+15555550123', version: 2 });
    expect(await numberOf(owner)).toBe('987-65-4320');
    expect(valueOf(await change(owner, { phoneNumber: null })).phoneNumber).toBeNull();
    expect(await numberOf(owner)).toBe('987-65-4320');
    expect((await of.customer(business)).identityReviews).toEqual([]);
  });

  it('of the identity is refused while the business is under review', async () => {
    const owner = await of.owner(business);
    await of.submit(business);
    expect(refusal(await change(owner, { lastName: 'Murray' })).code).toBe('CONFLICT');
    expect(valueOf(await change(owner, { email: 'grace@example.com' })).email).toBe('grace@example.com');
    expect((await stored(owner)).lastName).toBe('Hopper');
  });

  it('of the identity is refused after a rejection', async () => {
    const owner = await of.owner(business);
    valueOf(await of.decide(owner.id, 'REJECTED'));
    expect(refusal(await change(owner, { lastName: 'Murray', birthDate: '1980-01-01' }))).toEqual({
      code: 'INVALID_INPUT',
      fields: ['personalInfo.lastName', 'personalInfo.birthDate'],
    });
    expect(valueOf(await change(owner, { lastName: 'Hopper', email: 'grace@example.com' })).email).toBe(
      'grace@example.com',
    );
  });

  it('of an approved identity is refused while the business itself is not approved', async () => {
    const owner = await of.owner(business);
    valueOf(await of.decide(owner.id, 'APPROVED'));
    expect(refusal(await change(owner, { nationality: 'FR', identifier: '987-65-4320' }))).toEqual({
      code: 'INVALID_INPUT',
      fields: ['personalInfo.nationality', 'personalInfo.identifier'],
    });
    // A field with its present value does not change.
    const same = { nationality: 'US', identifier: '912-55-0187', address: { ...ADDRESS, line1: '2 Main St' } };
    expect(valueOf(await change(owner, same)).address.line1).toBe('2 Main St');
    expect(await numberOf(owner)).toBe('912-55-0187');
  });
});

describe('a change of an approved owner of an approved business', () => {
  let owner: BeneficialOwner;
  beforeEach(async () => {
    owner = await of.owner(business, 'Hopper', {
      personalInfo: { ...PERSONAL_INFO, middleName: 'Brewster', countryOfIssuance: 'US' },
    });
    await of.submit(business);
    await of.play.pass(0);
  });
  const proposals = async () =>
    Promise.all((await of.customer(business)).identityReviews.map(async (id) => (await of.verification(id)).proposal));

  it('is verified if the country of the address changes, and takes effect at once if it does not', async () => {
    expect(valueOf(await change(owner, { address: { ...ADDRESS, line1: '2 Main St' } })).address.line1).toBe(
      '2 Main St',
    );
    expect(await proposals()).toEqual([]);
    valueOf(await change(owner, { lastName: 'Hopper 001', address: { ...ADDRESS, country: 'CA' } }));
    expect((await stored(owner)).address).toMatchObject({ line1: '2 Main St', country: 'US' });
    expect(await proposals()).toEqual([
      {
        resourceId: owner.id,
        fields: { lastName: 'Hopper 001', address: { ...ADDRESS, country: 'CA' } },
        number: null,
      },
    ]);
  });

  it('is not proposed by present values, nor by a change of the contact or the share', async () => {
    const { lastName, birthDate, identifier } = PERSONAL_INFO;
    const contact = { email: 'grace@example.com', phoneNumber: '+15555550123' };
    const after = valueOf(
      await change(owner, { lastName, birthDate, identifier, ...contact }, { ownershipPercentage: 55 }),
    );
    expect(after).toMatchObject({ ...contact, ownershipPpm: 550_000, lastName: 'Hopper' });
    expect(await proposals()).toEqual([]);
    valueOf(await change(owner, { email: null }, { roles: ['CONTROL_PERSON'] }));
    expect(await stored(owner)).toMatchObject({ email: null, roles: ['CONTROL_PERSON'] });
    const { data } = valueOf(await of.play.read(of.play.core.verification.list, { customerId: business.id }));
    expect(data).toHaveLength(1);
  });

  it('waits with all of its identity fields, and the number is sealed', async () => {
    const fields = {
      firstName: 'Ada',
      middleName: null,
      lastName: 'King 001',
      birthDate: '1980-01-01',
      nationality: 'FR',
      countryOfIssuance: null,
    };
    valueOf(await change(owner, { ...fields, identifier: '987-65-4320', email: 'ada@example.com' }));
    expect(await proposals()).toEqual([{ resourceId: owner.id, fields, number: 'identifier' }]);
    const before = await stored(owner);
    expect(before).toMatchObject({ firstName: 'Grace', middleName: 'Brewster', email: 'ada@example.com' });
    const [id] = (await of.customer(business)).identityReviews;
    valueOf(await of.decide(id!, 'APPROVED'));
    expect(await stored(owner)).toMatchObject(fields);
    expect(await numberOf(owner)).toBe('987-65-4320');
    expect((await of.play.core.ledger.audit()).findings).toEqual([]);
  });

  it('ends with the errors of a rejection, and the former values stay', async () => {
    valueOf(await change(owner, { lastName: 'Other002' }));
    const { data } = valueOf(await of.play.read(of.play.core.verification.list, { customerId: business.id }));
    const decided = data.find(({ isChange }) => isChange)!;
    expect(decided).toMatchObject({
      verificationStatus: 'REJECTED',
      errors: [
        {
          resourceId: owner.id,
          type: 'APPLICANT_REJECTED',
          field: null,
          acceptedDocumentTypes: null,
          reason: 'the sandbox rejects this identity',
        },
      ],
    });
    valueOf(await change(owner, { lastName: 'Other' }));
    expect(await stored(owner)).toMatchObject({ lastName: 'Other' });
  });

  it('is one of several, and money waits until the last one is decided', async () => {
    valueOf(await change(owner, { lastName: 'Hopper 001' }));
    const renamed = { id: business.id, businessInfo: { registrationNumber: 'REG-001' } };
    valueOf(await of.play.run(of.play.core.customers.update, renamed));
    const isWaiting = async () => {
      const { data } = valueOf(await of.play.read(of.play.core.accounts.listInternal, { customerId: business.id }));
      return data.some(({ account }) => account.ownerUnderReview);
    };
    const [first, second] = (await of.customer(business)).identityReviews;
    valueOf(await of.decide(first!, 'APPROVED'));
    expect([await isWaiting(), (await of.customer(business)).identityReviews]).toEqual([true, [second]]);
    valueOf(await of.decide(second!, 'REJECTED'));
    expect([await isWaiting(), (await of.customer(business)).identityReviews]).toEqual([false, []]);
  });
});
