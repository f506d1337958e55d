import { describe, expect, it } from 'vitest';
import {} from '../kernel/index.js';
import { START } from '../testing/ports.js';
import { fieldsOfOthers, invalidTaxIds } from './customer-fields.js';
import { invalidInCustomerPatch, invalidInNewCustomer, type NewCustomer } from './index.js';
import { SOURCES_OF_FUNDS_OF_BUSINESSES, SOURCES_OF_WEALTH } from './vocabulary.js';

const ADDRESS = { line1: '1 Main St', postalCode: '62701', country: 'US' };
const CONSENT = { acceptedAt: START, ipAddress: '192.0.2.1', termsVersion: '2026-01', acceptanceMethod: 'CHECKBOX' };
const person = (fields: object) => ({ customerType: 'INDIVIDUAL', ...fields }) as NewCustomer;
const company = (businessInfo: object) =>
  ({ customerType: 'BUSINESS', businessInfo: { legalName: 'Acme', ...businessInfo } }) as NewCustomer;
const fieldsIn = (input: NewCustomer) => invalidInNewCustomer({ now: START }, input).map(({ field }) => field);
const patched = (fields: object) =>
  invalidInCustomerPatch({ now: START }, { id: 'x', ...fields }).map(({ field }) => field);
const long = (length: number) => 'x'.repeat(length);

describe('a field of a customer', () => {
  it.each<[string, (text: string) => NewCustomer, number]>([
    ['fullName', (fullName) => person({ fullName }), 250],
    ['platformCustomerId', (platformCustomerId) => person({ platformCustomerId }), 255],
    ['platformAccountId', (platformAccountId) => person({ platformAccountId }), 255],
    ['description', (description) => person({ description }), 500],
    ['identifier', (identifier) => person({ identifier }), 100],
    ['address.line1', (line1) => person({ address: { ...ADDRESS, line1 } }), 255],
    ['address.line2', (line2) => person({ address: { ...ADDRESS, line2 } }), 255],
    ['address.city', (city) => person({ address: { ...ADDRESS, city } }), 255],
    ['address.state', (state) => person({ address: { ...ADDRESS, state } }), 255],
    ['address.postalCode', (postalCode) => person({ address: { ...ADDRESS, postalCode } }), 20],
    ['purposeOfAccountOtherDescription', (text) => person({ purposeOfAccountOtherDescription: text }), 500],
    ['sourceOfFundsOtherDescription', (text) => person({ sourceOfFundsOtherDescription: text }), 500],
    ['sourceOfWealthOtherDescription', (text) => person({ sourceOfWealthOtherDescription: text }), 500],
    ['businessInfo.legalName', (legalName) => company({ legalName }), 250],
    ['businessInfo.doingBusinessAs', (doingBusinessAs) => company({ doingBusinessAs }), 250],
    ['businessInfo.registrationNumber', (registrationNumber) => company({ registrationNumber }), 100],
    ['businessInfo.taxId', (taxId) => company({ taxId }), 100],
    ['businessInfo.sourceOfFunds', (sourceOfFunds) => company({ sourceOfFunds }), 500],
    ['businessInfo.primaryContactFirstName', (name) => company({ primaryContactFirstName: name }), 250],
    ['businessInfo.primaryContactLastName', (name) => company({ primaryContactLastName: name }), 250],
    [
      'endUserTermsConsent.termsVersion',
      (termsVersion) => person({ endUserTermsConsent: { ...CONSENT, termsVersion } }),
      100,
    ],
  ])('%s has at most as many characters as documented, and at least one', (field, of, most) => {
    expect(fieldsIn(of(long(most)))).toEqual([]);
    expect(fieldsIn(of(long(most + 1)))).toEqual([field]);
    expect(fieldsIn(of(''))).toEqual([field]);
  });

  it.each<[string, NewCustomer]>([
    ['region', person({ region: 'XK' })],
    ['nationality', person({ nationality: 'XK' })],
    ['countryOfIssuance', person({ countryOfIssuance: 'XK' })],
    ['address.country', person({ address: { ...ADDRESS, country: 'XK' } })],
    ['businessInfo.country', company({ country: 'XK' })],
    ['businessInfo.countriesOfOperation', company({ countriesOfOperation: ['RS', 'XK'] })],
    ['businessInfo.expectedRecipientJurisdictions', company({ expectedRecipientJurisdictions: ['XK'] })],
  ])('%s can be Kosovo, which ISO 3166-1 has no code for', (_, input) => {
    expect(fieldsIn(input)).toEqual([]);
  });

  it.each<[string, NewCustomer]>([
    ['nationality', person({ nationality: 'XX' })],
    ['countryOfIssuance', person({ countryOfIssuance: 'usa' })],
    ['idType', person({ idType: 'PASSPORT' })],
    ['birthDate', person({ birthDate: '2026-01-16' })],
    ['phoneNumber', person({ phoneNumber: '+05555550123' })],
    ['phoneNumber', person({ phoneNumber: '+1' })],
    ['phoneNumber', person({ phoneNumber: `+1${'2'.repeat(15)}` })],
    ['purposeOfAccount', person({ purposeOfAccount: 'FUN' })],
    ['expectedMonthlyTransactionCount', person({ expectedMonthlyTransactionCount: 'MANY' })],
    ['expectedMonthlyTransactionVolume', person({ expectedMonthlyTransactionVolume: 'MUCH' })],
    ['sourceOfWealthCategories', person({ sourceOfWealthCategories: [...SOURCES_OF_WEALTH, SOURCES_OF_WEALTH[0]] })],
    ['annualIncomeRange', person({ annualIncomeRange: 'ENOUGH' })],
    ['netWorthRange', person({ netWorthRange: 'ENOUGH' })],
    ['pepStatus', person({ pepStatus: 'MAYBE' })],
    ['businessInfo.country', company({ country: 'XX' })],
    ['businessInfo.incorporatedOn', company({ incorporatedOn: '2026-01-16' })],
    ['businessInfo.entityType', company({ entityType: 'CLUB' })],
    ['businessInfo.businessType', company({ businessType: 'FUN' })],
    ['businessInfo.countriesOfOperation.0', company({ countriesOfOperation: ['XX'] })],
    ['businessInfo.countriesOfOperation', company({ countriesOfOperation: new Array(251).fill('US') })],
    ['businessInfo.expectedRecipientJurisdictions.1', company({ expectedRecipientJurisdictions: ['US', 'XX'] })],
    ['businessInfo.expectedCounterpartyCountries.0', company({ expectedCounterpartyCountries: ['XX'] })],
    ['businessInfo.naicsCode', company({ naicsCode: '1' })],
    ['businessInfo.naicsCode', company({ naicsCode: '1234567' })],
    ['businessInfo.sourceOfFundsCategories.0', company({ sourceOfFundsCategories: ['LOTTERY'] })],
    [
      'businessInfo.sourceOfFundsCategories',
      company({
        sourceOfFundsCategories: [...SOURCES_OF_FUNDS_OF_BUSINESSES, SOURCES_OF_FUNDS_OF_BUSINESSES[0]],
      }),
    ],
    ['businessInfo.purposeOfAccount', company({ purposeOfAccount: 'FUN' })],
    ['endUserTermsConsent.acceptanceMethod', person({ endUserTermsConsent: { ...CONSENT, acceptanceMethod: 'NOD' } })],
    ['endUserTermsConsent.acceptedAt', person({ endUserTermsConsent: { ...CONSENT, acceptedAt: '2026-01-15' } })],
    ['endUserTermsConsent.acceptedAt', person({ endUserTermsConsent: { ...CONSENT, acceptedAt: 1.5 } })],
    ['endUserTermsConsent.ipAddress', person({ endUserTermsConsent: { ...CONSENT, ipAddress: `:${'0'.repeat(45)}` } })],
    ['currencies', person({ currencies: new Array(201).fill('USD') })],
  ])('%s is refused with a value outside of its rule (%#)', (field, input) => {
    expect(fieldsIn(input)).toEqual([field]);
  });

  it.each([
    ['fullName', (text: string) => person({ fullName: text })],
    ['address.line1', (text: string) => person({ address: { ...ADDRESS, line1: text } })],
    ['businessInfo.legalName', (text: string) => company({ legalName: text })],
    ['businessInfo.doingBusinessAs', (text: string) => company({ doingBusinessAs: text })],
    ['businessInfo.primaryContactLastName', (text: string) => company({ primaryContactLastName: text })],
  ])('%s has no text that is hidden or reversed', (field, of) => {
    for (const name of ['Ada \u202eecalevoL', 'Ada\u200bLovelace', '\u2067Ada Lovelace\u2069', 'Ada\ufeff'])
      expect(fieldsIn(of(name)), JSON.stringify(name)).toEqual([field]);
    for (const name of ['علی\u200cرضا احمدی', 'Ngozi Ọ̀ṣọ́', '李 龙']) expect(fieldsIn(of(name))).toEqual([]);
  });

  it.each(['HK', 'AE', 'QA', 'IE'])('address.postalCode may be empty or absent in %s, and is empty then', (country) => {
    const { postalCode: _none, ...absent } = { ...ADDRESS, country };
    for (const address of [absent, { ...absent, postalCode: '' }, { ...absent, postalCode: ' ' }])
      expect(fieldsIn(person({ address }))).toEqual([]);
    expect(fieldsIn(person({ address: { ...absent, postalCode: '999077' } }))).toEqual([]);
  });

  it('address.country may be any value of JSON without a failure', () => {
    for (const country of [{ toString: 1, valueOf: 2 }, 7, [], null])
      expect(fieldsIn(person({ address: { line1: '1', country } }))).toContain('address.country');
  });

  it('address.postalCode is required in a country that has them', () => {
    const { postalCode: _none, ...absent } = ADDRESS;
    for (const address of [absent, { ...absent, postalCode: '' }, { ...absent, postalCode: ' ' }])
      expect(fieldsIn(person({ address }))).toEqual(['address.postalCode']);
  });

  it.each(['+1 555 555 0123', '+1-555-555-0123', '+1\u00a0(555)\u202f555\u20110123', 'tel:+1.555.555.0123'])(
    'the phone number %o is one of E.164',
    (phoneNumber) => {
      expect(fieldsIn(person({ phoneNumber }))).toEqual([]);
    },
  );

  it('may have every value within its rule', () => {
    expect(
      fieldsIn(
        person({
          phoneNumber: `+1${'2'.repeat(14)}`,
          sourceOfWealthCategories: [...SOURCES_OF_WEALTH],
          currencies: new Array(200).fill('USD'),
          birthDate: '2026-01-15',
          endUserTermsConsent: { ...CONSENT, acceptedAt: START + 5 * 60_000, ipAddress: `:${'0'.repeat(44)}` },
        }),
      ),
    ).toEqual([]);
    const countriesOfOperation = new Array(250).fill('US');
    expect(fieldsIn(company({ naicsCode: '12', countriesOfOperation, incorporatedOn: '2026-01-15' }))).toEqual([]);
  });

  it('of a consent is complete, and its time is at most five minutes ahead of the platform', () => {
    expect(fieldsIn(person({ endUserTermsConsent: {} }))).toEqual(
      Object.keys(CONSENT).map((name) => `endUserTermsConsent.${name}`),
    );
    const late = { ...CONSENT, acceptedAt: START + 5 * 60_000 + 1 };
    expect(fieldsIn(person({ endUserTermsConsent: late }))).toEqual(['endUserTermsConsent.acceptedAt']);
    expect(fieldsIn({ ...company({}), endUserTermsConsent: late } as NewCustomer)).toEqual([
      'endUserTermsConsent.acceptedAt',
    ]);
  });

  it('needs a type of customer; without one only common fields are checked', () => {
    const errors = invalidInNewCustomer({ now: START }, { customerType: 'ROBOT', email: 'x', fullName: '' });
    expect(errors.map(({ field }) => field)).toEqual(['customerType', 'email']);
    expect(errors[0]).toMatchObject({ constraint: { enum: ['INDIVIDUAL', 'BUSINESS'] } });
  });
});

describe('a change of a customer', () => {
  it('of unknown type is checked with the fields of both types', () => {
    expect(patched({ fullName: '', businessInfo: { legalName: '' } })).toEqual(['fullName', 'businessInfo.legalName']);
    expect(patched({ customerType: 'BUSINESS', fullName: '', businessInfo: { naicsCode: 'x' } })).toEqual([
      'businessInfo.naicsCode',
    ]);
    expect(patched({ customerType: 'INDIVIDUAL', fullName: '', businessInfo: { naicsCode: 'x' } })).toEqual([
      'fullName',
    ]);
    expect(patched({ businessInfo: {} })).toEqual([]);
  });

  it('cannot clear what every customer has', () => {
    expect(patched({ platformCustomerId: null, umaAddress: null, businessInfo: null, email: null })).toEqual([
      'platformCustomerId',
      'umaAddress',
      'businessInfo',
    ]);
    expect(patched({ businessInfo: { legalName: null, taxId: null } })).toEqual(['businessInfo.legalName']);
  });

  it('is refused with a tax number of the wrong form', () => {
    expect(patched({ idType: 'SSN', identifier: '1' })).toEqual(['identifier']);
    expect(patched({ businessInfo: { country: 'US', taxId: '1' } })).toEqual(['businessInfo.taxId']);
  });
});

describe('the fields of the other type of customer', () => {
  it('are those that a customer does not have itself', () => {
    expect(fieldsOfOthers('INDIVIDUAL')).toEqual(['businessInfo']);
    expect(fieldsOfOthers('BUSINESS').slice(0, 6)).toEqual([
      'fullName',
      'birthDate',
      'nationality',
      'idType',
      'identifier',
      'countryOfIssuance',
    ]);
    expect(fieldsOfOthers('BUSINESS')).not.toContain('endUserTermsConsent');
  });
});

describe('a tax number', () => {
  const messageOf = (...given: Parameters<typeof invalidTaxIds>) =>
    invalidTaxIds(...given).map(({ field, message }) => [field, message]);

  it.each([
    ['SSN', '912-34-5678', true],
    ['SSN', '912345678', true],
    ['SSN', '912-345678', false],
    ['ITIN', '912-34-5678', true],
    ['ITIN', '812345678', false],
    ['EIN', '12-3456789', true],
    ['EIN', '123-45-6789', false],
    ['NON_US_TAX_ID', 'anything', true],
  ])('of type %s may be %s: %s', (idType, identifier, isValid) => {
    expect(invalidTaxIds({ idType, identifier }, []).map(({ field }) => field)).toEqual(isValid ? [] : ['identifier']);
  });

  it('is explained with an example of its own type', () => {
    expect(messageOf({ idType: 'SSN', identifier: '1' }, [])).toEqual([
      ['identifier', 'must have 9 digits, as in 912-34-5678'],
    ]);
    expect(messageOf({ idType: 'EIN', identifier: '1' }, [])).toEqual([
      ['identifier', 'must have 9 digits, as in 12-3456789'],
    ]);
    expect(messageOf({ businessInfo: { country: 'US', taxId: '1' } }, [])).toEqual([
      ['businessInfo.taxId', 'must have 9 digits, as in 12-3456789'],
    ]);
  });

  it('is refused with the pattern of its type', () => {
    const [refused] = invalidTaxIds({ idType: 'ITIN', identifier: '1' }, []);
    expect(refused!.constraint).toEqual({ pattern: '^(9[0-9]{2}-[0-9]{2}-[0-9]{4}|9[0-9]{8})$' });
  });

  it('is checked beyond its form only if its country is known', () => {
    const asked: unknown[] = [];
    const isTaxNumber = (number: unknown) => {
      asked.push(number);
      return false;
    };
    expect(invalidTaxIds({ identifier: 'X' }, [], isTaxNumber)).toEqual([]);
    expect(invalidTaxIds({ businessInfo: { taxId: 'X' } }, [], isTaxNumber)).toEqual([]);
    expect(asked).toEqual([]);
    const given = { identifier: 'X', countryOfIssuance: 'BR', businessInfo: { taxId: 'Y', country: 'DE' } };
    expect(invalidTaxIds(given, [], isTaxNumber).map(({ field }) => field)).toEqual([
      'identifier',
      'businessInfo.taxId',
    ]);
    expect(asked).toEqual([
      { country: 'BR', holder: 'INDIVIDUAL', type: null, value: 'X' },
      { country: 'DE', holder: 'BUSINESS', type: null, value: 'Y' },
    ]);
  });

  it('is not reported twice', () => {
    const known = [{ field: 'identifier', message: 'is too long' }];
    expect(invalidTaxIds({ idType: 'SSN', identifier: '1' }, known)).toEqual([]);
  });
});
