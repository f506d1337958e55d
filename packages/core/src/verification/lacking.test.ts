import { describe, expect, it } from 'vitest';
import type { Customer } from '../customers/index.js';
import type { Instant } from '../kernel/index.js';
import type { CustomerInfoField, Platform } from '../platforms/index.js';
import { lacking } from './lacking.js';
import { COMPANY_EVIDENCE, type DocumentType, type Holdings, IDENTITY_DOCUMENTS } from './index.js';

const CUSTOMER = 'Customer:1';
const OWNER = 'BeneficialOwner:1';
const at = (text: string): Instant => Date.parse(text) as Instant;
const NOW = at('2026-05-31T12:00:00.000Z');

const PERSON = {
  id: CUSTOMER,
  customerType: 'INDIVIDUAL',
  fullName: 'Ada Lovelace',
  birthDate: '1990-12-10',
  nationality: 'US',
  idType: 'SSN',
  sealedIdentifier: 'sealed',
  address: {},
  currencies: ['USD'],
  email: null,
  phoneNumber: null,
  businessInfo: null,
};
const COMPANY = {
  ...PERSON,
  customerType: 'BUSINESS',
  fullName: null,
  birthDate: null,
  businessInfo: { legalName: 'Acme', registrationNumber: 'R', entityType: 'LLC' },
  sealedTaxId: 'sealed',
};
const platformOf = (required: Readonly<Record<string, readonly CustomerInfoField[]>> = {}) =>
  ({
    supportedCurrencies: Object.entries(required).map(([currencyCode, providerRequiredCustomerFields]) => ({
      currencyCode,
      providerRequiredCustomerFields,
    })),
  }) as unknown as Platform;
const document = (documentType: DocumentType, over: object = {}) => ({
  id: `Document:${documentType}`,
  documentHolder: CUSTOMER,
  documentType,
  side: null,
  uploadedAt: NOW,
  ...over,
});
const owner = (ownershipPpm: number, ...roles: string[]) => ({ roles, ownershipPpm });
const COMPLETE = [
  document('CERTIFICATE_OF_INCORPORATION'),
  document('DIRECTOR_REGISTRY'),
  document('SHAREHOLDER_REGISTER'),
  document('UTILITY_BILL'),
];

function errorsOf(customer: object, documents: readonly object[], owners: readonly object[] = [], platform?: Platform) {
  const holdings = { owners, documents } as unknown as Holdings;
  return lacking(customer as Customer, holdings, platform ?? platformOf(), NOW);
}
const asked = (...given: Parameters<typeof errorsOf>) =>
  errorsOf(...given).map(({ type, field }) => (field === null ? type : `${type} ${field}`));
const company = (documents: readonly object[], owners: readonly object[] = [owner(250_000, 'CONTROL_PERSON')]) =>
  errorsOf(COMPANY, documents, owners);

describe('the identity of a person', () => {
  const person = (...documents: readonly object[]) => errorsOf(PERSON, documents);

  it.each([
    [[document('PASSPORT')]],
    [[document('NATIONAL_ID', { side: 'FRONT' }), document('NATIONAL_ID', { side: 'BACK' })]],
    [[document('DRIVERS_LICENSE', { side: 'BACK' }), document('DRIVERS_LICENSE', { side: 'FRONT' })]],
    [[document('DRIVERS_LICENSE', { side: 'BACK' }), document('PASSPORT')]],
  ])('is proven by a passport, or by both sides of another document (%#)', (documents) => {
    expect(person(...documents)).toEqual([]);
  });

  it('is not proven without a document, nor by the document of an owner', () => {
    const error = {
      resourceId: CUSTOMER,
      type: 'MISSING_IDENTITY_DOCUMENT',
      field: null,
      acceptedDocumentTypes: IDENTITY_DOCUMENTS,
      reason: 'a passport is required, or both sides of a driving licence or a national id',
    };
    expect(person()).toEqual([error]);
    expect(person(document('UTILITY_BILL'), document('PASSPORT', { documentHolder: OWNER }))).toEqual([error]);
  });

  it.each([
    [['FRONT'], 'NATIONAL_ID', 'the BACK of the NATIONAL_ID is missing'],
    [['BACK'], 'DRIVERS_LICENSE', 'the FRONT of the DRIVERS_LICENSE is missing'],
    [[null], 'NATIONAL_ID', 'the FRONT and BACK of the NATIONAL_ID is missing'],
  ] as const)('with only the sides %j of a %s is incomplete', (sides, type, reason) => {
    expect(person(...sides.map((side) => document(type, { side })))).toEqual([
      {
        resourceId: CUSTOMER,
        type: 'INCOMPLETE_DOCUMENT',
        field: null,
        acceptedDocumentTypes: [type],
        reason,
      },
    ]);
  });
});

describe('the fields of a customer', () => {
  const passport = [document('PASSPORT')];

  it('may not be empty', () => {
    const errors = errorsOf({ ...PERSON, fullName: '', nationality: null }, passport);
    expect(errors.slice(0, 2)).toEqual([
      {
        resourceId: CUSTOMER,
        type: 'MISSING_FIELD',
        field: 'fullName',
        acceptedDocumentTypes: null,
        reason: 'is required',
      },
      {
        resourceId: CUSTOMER,
        type: 'MISSING_FIELD',
        field: 'nationality',
        acceptedDocumentTypes: null,
        reason: 'is required',
      },
    ]);
  });

  it('of a business may all be missing', () => {
    const empty = { ...COMPANY, businessInfo: null, sealedTaxId: null, address: null };
    expect(asked(empty, COMPLETE, [owner(250_000, 'CONTROL_PERSON')])).toEqual([
      'MISSING_FIELD businessInfo.legalName',
      'MISSING_FIELD businessInfo.registrationNumber',
      'MISSING_FIELD businessInfo.taxId',
      'MISSING_FIELD businessInfo.entityType',
      'MISSING_FIELD address',
    ]);
  });

  it.each([
    ['2008-05-31', []],
    ['2008-06-01', ['INVALID_FIELD birthDate']],
  ])('show that a person born on %s is of age or not', (birthDate, errors) => {
    expect(asked({ ...PERSON, birthDate }, passport)).toEqual(errors);
  });

  it('include what the providers of its currencies require, once', () => {
    const platform = platformOf({
      USD: ['EMAIL', 'PHONE_NUMBER', 'TAX_ID'],
      EUR: ['EMAIL', 'BUSINESS_TYPE'],
      GBP: ['BUSINESS_TYPE'],
    });
    const customer = { ...PERSON, currencies: ['USD', 'EUR'] };
    expect(asked(customer, passport, [], platform)).toEqual(['MISSING_FIELD email', 'MISSING_FIELD phoneNumber']);
    expect(asked({ ...customer, email: 'a@example.com', currencies: ['EUR'] }, passport, [], platform)).toEqual([]);
    const owners = [owner(250_000, 'CONTROL_PERSON')];
    const business = { ...COMPANY, currencies: ['EUR'], email: 'a@example.com' };
    expect(asked(business, COMPLETE, owners, platform)).toEqual(['MISSING_FIELD businessInfo.businessType']);
    const known = { ...business, businessInfo: { ...COMPANY.businessInfo, businessType: 'RETAIL' } };
    expect(asked(known, COMPLETE, owners, platform)).toEqual([]);
    expect(asked({ ...business, businessInfo: null }, COMPLETE, owners, platform)).toContain(
      'MISSING_FIELD businessInfo.businessType',
    );
  });
});

describe('the owners of a business', () => {
  const missing = (type: string, reason: string) => ({
    resourceId: CUSTOMER,
    type,
    field: null,
    acceptedDocumentTypes: null,
    reason,
  });
  const NO_OWNER = missing(
    'MISSING_BENEFICIAL_OWNER',
    'add every owner of 25 % or more; if there is none, add the largest owner with the role UBO',
  );
  const NO_CONTROL = missing('MISSING_CONTROL_PERSON', 'at least one owner must have the role CONTROL_PERSON');

  it.each([
    [[], [NO_OWNER, NO_CONTROL]],
    [[owner(249_999, 'CONTROL_PERSON')], [NO_OWNER]],
    [[owner(250_000, 'CONTROL_PERSON')], []],
    [[owner(10_000, 'UBO'), owner(0, 'CONTROL_PERSON')], []],
    [[owner(900_000, 'DIRECTOR')], [NO_CONTROL]],
  ])('include an owner of 25 %% or a UBO, and a control person (%#)', (owners, errors) => {
    expect(company(COMPLETE, owners)).toEqual(errors);
  });

  it('own 100 % together at most', () => {
    const [half, more] = [owner(500_000, 'CONTROL_PERSON'), owner(500_001, 'UBO')];
    expect(company(COMPLETE, [half, half])).toEqual([]);
    expect(company(COMPLETE, [half, more])).toEqual([
      {
        ...missing('INVALID_FIELD', 'the shares of all owners add up to 100.0001 %; the maximum is 100 %'),
        field: 'ownershipPercentage',
      },
    ]);
  });
});

describe('the documents of a business', () => {
  it('prove presence, control, ownership and address', () => {
    const errors = company([]);
    expect(errors.map(({ type, acceptedDocumentTypes }) => [type, acceptedDocumentTypes])).toEqual(
      Object.entries(COMPANY_EVIDENCE),
    );
    expect(errors.map(({ resourceId, reason }) => [resourceId, reason])).toEqual([
      [CUSTOMER, 'a document that proves legal presence is required'],
      [CUSTOMER, 'a document that proves the control structure is required'],
      [CUSTOMER, 'a document that proves the ownership structure is required'],
      [CUSTOMER, 'a proof of address from the last 3 months is required'],
    ]);
    expect(company(COMPLETE)).toEqual([]);
    expect(company([document('TRUST_AGREEMENT'), document('TAX_RETURN')])).toEqual([]);
    const ofOwner = COMPLETE.map((one) => ({ ...one, documentHolder: OWNER }));
    expect(company(ofOwner)).toHaveLength(4);
  });

  it.each([
    ['2026-02-28T12:00:00.000Z', true],
    ['2026-02-28T11:59:59.999Z', false],
    ['2026-03-01T00:00:00.000Z', true],
  ])('include a proof of address that was uploaded at most three months ago: at %s', (uploadedAt, isAccepted) => {
    const bill = document('UTILITY_BILL', { uploadedAt: at(uploadedAt) });
    const expired = {
      resourceId: bill.id,
      type: 'EXPIRED_DOCUMENT',
      field: null,
      acceptedDocumentTypes: COMPANY_EVIDENCE.MISSING_PROOF_OF_ADDRESS_DOCUMENT,
      reason: 'the proof of address was uploaded more than 3 months ago',
    };
    expect(company([document('TRUST_AGREEMENT'), bill])).toEqual(isAccepted ? [] : [expired]);
  });

  it('are judged by the newest proof of address, in any order', () => {
    const old = document('UTILITY_BILL', { uploadedAt: at('2025-12-01T00:00:00.000Z') });
    const older = document('BANK_STATEMENT', { uploadedAt: at('2025-11-01T00:00:00.000Z') });
    const fresh = document('TAX_RETURN');
    const trust = document('TRUST_AGREEMENT', { uploadedAt: NOW });
    for (const documents of [
      [old, fresh],
      [fresh, old],
    ])
      expect(company([trust, ...documents])).toEqual([]);
    for (const documents of [
      [old, older],
      [older, old],
    ])
      expect(company([trust, ...documents]).map(({ resourceId }) => resourceId)).toEqual([old.id]);
  });
});
