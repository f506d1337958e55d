import { beforeEach, describe, expect, it } from 'vitest';
import { type Customer, CUSTOMERS } from '../customers/index.js';
import { type CurrencyCode, ok, type Result, update } from '../kernel/index.js';
import { type Platform, PLATFORMS } from '../platforms/index.js';
import { valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { KNOWN_FIELDS, type Payer, platformPayer, readyCustomer } from './index.js';

const USD = 'USD' as CurrencyCode;
const EUR = 'EUR' as CurrencyCode;

let payer: PlayPayer;
let platform: Platform;
beforeEach(async () => {
  payer = await playPayer();
  const { storage, tenant } = payer.play;
  platform = (await storage.units.read(tenant, (reads) => reads.get(PLATFORMS, tenant)))!;
});

const ready = (of: Platform = platform, currencies = [USD], id = payer.customerId): Promise<Result<Payer>> =>
  payer.play.storage.units.read(payer.play.tenant, (reads) => readyCustomer(reads, of, id, currencies));
const change = async (values: Partial<Customer>) => {
  const { storage, tenant, context } = payer.play;
  valueOf(
    await storage.units.run(tenant, async (tx) =>
      ok(update(tx, context(), CUSTOMERS, (await tx.get(CUSTOMERS, payer.customerId))!, values as never)),
    ),
  );
};
/** The platform with these fields required for payments in dollars. */
const requiring = (...fields: readonly string[]): Platform => ({
  ...platform,
  supportedCurrencies: platform.supportedCurrencies.map((each) =>
    each.currencyCode === USD ? { ...each, providerRequiredCustomerFields: fields as never } : each,
  ),
});

describe('a customer who pays', () => {
  it('is named by both ids, and confirms payments only where the law asks for it', async () => {
    const { platformCustomerId } = valueOf(await ready());
    const named = { customerId: payer.customerId, platformCustomerId };
    expect(valueOf(await ready())).toEqual({ ...named, isScaRegulated: false });
    await change({ region: 'DE' });
    expect(valueOf(await ready())).toEqual({ ...named, isScaRegulated: true });
  });

  it('is not found if the id is unknown or the customer was deleted', async () => {
    expect(await ready(platform, [USD], 'Customer:018bcfe5-6800-7000-8000-000000000000')).toMatchObject({
      error: { code: 'USER_NOT_FOUND' },
    });
    await change({ isDeleted: true });
    expect(await ready()).toMatchObject({ error: { code: 'USER_NOT_FOUND' } });
  });

  it('may not pay before the review is decided', async () => {
    await change({ kycStatus: 'PENDING' } as never);
    expect(await ready()).toMatchObject({ error: { code: 'USER_NOT_READY' } });
  });

  it('has accepted the terms of the platform, if it has some', async () => {
    const withTerms = { ...platform, requiresEndUserTerms: true };
    expect(await ready(withTerms)).toMatchObject({ error: { code: 'END_USER_TERMS_NOT_ACCEPTED' } });
    expect((await ready()).ok).toBe(true);
    await change({ endUserTermsConsent: { version: '2026-01' } as never });
    expect((await ready(withTerms)).ok).toBe(true);
  });

  it('has the fields that the providers of these currencies require; the error names each missing one once', async () => {
    await change({ birthDate: null, nationality: 'GB', email: null });
    const strict = requiring('BIRTH_DATE', 'NATIONALITY', 'EMAIL', 'BIRTH_DATE');
    expect(await ready(strict, [EUR, USD])).toMatchObject({
      error: { code: 'MISSING_MANDATORY_USER_INFO', details: { fields: ['BIRTH_DATE', 'EMAIL'] } },
    });
    expect((await ready(strict, [EUR])).ok).toBe(true);
    await change({ birthDate: '1990-12-10', email: 'ada@example.com' });
    expect((await ready(strict)).ok).toBe(true);
  });

  it('has numbers that are stored sealed', async () => {
    const strict = requiring('ID_NUMBER', 'TAX_ID');
    await change({ sealedIdentifier: null, sealedTaxId: null });
    expect(await ready(strict)).toMatchObject({ error: { details: { fields: ['ID_NUMBER', 'TAX_ID'] } } });
    await change({ sealedTaxId: 'sealed' });
    expect(await ready(strict)).toMatchObject({ error: { details: { fields: ['ID_NUMBER'] } } });
    await change({ sealedIdentifier: 'sealed' });
    expect((await ready(strict)).ok).toBe(true);
  });

  it('lacks a field that Corridor does not know', async () => {
    expect(await ready(requiring('SHOE_SIZE'))).toMatchObject({
      error: { code: 'MISSING_MANDATORY_USER_INFO', details: { fields: ['SHOE_SIZE'] } },
    });
  });
});

it('a platform pays from its own accounts under its own id, without a confirmation', () => {
  const { platformId } = platform;
  expect(platformPayer(platform)).toEqual({
    customerId: platformId,
    platformCustomerId: platformId,
    isScaRegulated: false,
  });
});

describe('a field that a provider may require', () => {
  const blank = {
    fullName: null,
    birthDate: null,
    nationality: null,
    phoneNumber: null,
    email: null,
    address: null,
    region: null,
    businessInfo: null,
    idType: null,
  } as unknown as Customer;
  const address = { line1: '1 Main Street', country: 'FR' };

  it.each([
    ['FULL_NAME', { fullName: 'Ada' }, {}, 'Ada'],
    ['FULL_NAME', { businessInfo: { legalName: 'Engines' } }, {}, 'Engines'],
    ['FULL_NAME', { fullName: 'Ada', businessInfo: { legalName: 'Engines' } }, {}, 'Ada'],
    ['BIRTH_DATE', { birthDate: '1990-12-10' }, {}, '1990-12-10'],
    ['NATIONALITY', { nationality: 'GB' }, {}, 'GB'],
    ['PHONE_NUMBER', { phoneNumber: '+44' }, {}, '+44'],
    ['EMAIL', { email: 'ada@example.com' }, {}, 'ada@example.com'],
    ['POSTAL_ADDRESS', { address }, {}, address],
    ['TAX_ID', {}, { taxId: 'T', identifier: 'I' }, 'T'],
    ['TAX_ID', {}, { identifier: 'I' }, 'I'],
    ['REGISTRATION_NUMBER', { businessInfo: { registrationNumber: 'HRB 1' } }, {}, 'HRB 1'],
    ['USER_TYPE', { customerType: 'BUSINESS' }, {}, 'BUSINESS'],
    ['COUNTRY_OF_RESIDENCE', { region: 'GB', address }, {}, 'GB'],
    ['COUNTRY_OF_RESIDENCE', { address }, {}, 'FR'],
    ['IDENTIFIER', {}, { identifier: 'I' }, 'I'],
    ['BUSINESS_TYPE', { businessInfo: { businessType: 'LLC' } }, {}, 'LLC'],
    ['COMPANY_LEGAL_NAME', { businessInfo: { legalName: 'Engines' } }, {}, 'Engines'],
    ['ID_TYPE', { idType: 'PASSPORT' }, {}, 'PASSPORT'],
    ['ID_NUMBER', {}, { identifier: 'I' }, 'I'],
  ])('%s is read from the customer', (name, customer, numbers, value) => {
    const none = { taxId: null, identifier: null };
    expect(KNOWN_FIELDS[name]!({ ...blank, ...customer } as Customer, { ...none, ...numbers })).toEqual(value);
    if (name !== 'USER_TYPE') expect(KNOWN_FIELDS[name]!(blank, none) ?? null).toBeNull();
  });
});
