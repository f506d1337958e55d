import type { Application, Instant } from '@corridor/core';
import { describe, expect, it } from 'vitest';
import { consentIn, reviewPage, statusOf } from './review.js';

const application = {
  platform: { requiresEndUserTerms: true },
  customer: { endUserTermsConsent: null },
} as Application;
const NOW = 1 as Instant;

it('records the consent from a link-local address without its network interface', () => {
  const form = new URLSearchParams({ terms: 'yes' });
  expect(consentIn(application, form, NOW, 'fe80::1%eth0')).toMatchObject({ ipAddress: 'fe80::1' });
  expect(consentIn(application, form, NOW, '192.0.2.1')).toMatchObject({ ipAddress: '192.0.2.1' });
});

describe('the page of an application', () => {
  const shown = (kycStatus: string, verification: object | null) =>
    statusOf({ customer: { kycStatus }, verification } as Application);

  it('thanks a customer whose application is reviewed', () => {
    const thanks = {
      title: 'Thank you',
      text: 'We have everything that we need and are reviewing it. You will hear from us.',
    };
    expect(shown('PENDING', { verificationStatus: 'IN_PROGRESS' })).toEqual(thanks);
    expect(shown('PENDING', { verificationStatus: 'PENDING_MANUAL_REVIEW' })).toEqual(thanks);
    expect(shown('APPROVED', { verificationStatus: 'IN_PROGRESS', isChange: true })).toEqual(thanks);
  });

  it('names the end of a verification, and asks for nothing else', () => {
    expect(shown('APPROVED', { verificationStatus: 'APPROVED' })?.title).toBe('You are verified');
    expect(shown('REJECTED', { verificationStatus: 'REJECTED' })?.title).toBe('The verification has ended');
  });

  it('is a form while something is missing', () => {
    expect(shown('UNVERIFIED', null)).toBeNull();
    expect(shown('PENDING', { verificationStatus: 'RESOLVE_ERRORS' })).toBeNull();
  });
});

describe('the review', () => {
  const address = {
    line1: '1 Main St',
    line2: null,
    city: 'Springfield',
    state: 'IL',
    postalCode: '94105',
    country: 'US',
  };
  const person = {
    customerType: 'INDIVIDUAL',
    fullName: 'Ada <Lovelace>',
    birthDate: '1990-12-10',
    nationality: 'GB',
    countryOfIssuance: 'FR',
    idType: 'NON_US_TAX_ID',
    sealedIdentifier: 'sealed',
    email: 'ada@example.com',
    phoneNumber: null,
    address,
    businessInfo: null,
    endUserTermsConsent: { termsVersion: '1' },
  };
  const shown = (customer: object, redirectUri: string | null = null, owners: readonly object[] = []) => {
    const of = { platform: {}, customer, owners, documents: [], lacking: [], verification: null };
    const { text } = reviewPage({ base: '/verify', application: of as unknown as Application, redirectUri }, []);
    return text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  };

  it('shows a person everything that it entered but the number, with nationality and state', () => {
    const text = shown(person);
    for (const entry of [
      'Full name Ada &lt;Lovelace&gt;',
      'Date of birth 1990-12-10',
      'Nationality United Kingdom',
      'Address 1 Main St, Springfield, IL 94105, United States',
      'Email address ada@example.com',
      'Country that issued it France',
      'Number Stored, and not shown',
    ]) {
      expect(text).toContain(entry);
    }
    expect(text).not.toMatch(/Phone number|sealed|null|undefined/);
  });

  it('omits a state that an address does not have', () => {
    expect(shown({ ...person, address: { ...address, state: null, city: null } })).toContain(
      'Address 1 Main St, 94105, United States',
    );
  });

  it('shows a company with its owners, their nationality and their state', () => {
    const company = {
      ...person,
      customerType: 'BUSINESS',
      businessInfo: {
        legalName: 'Lovelace Ltd',
        entityType: 'LLC',
        businessType: 'OTHER',
        incorporatedOn: '2001-02-03',
      },
    };
    const owner = {
      firstName: 'Grace',
      lastName: 'Hopper',
      roles: ['UBO'],
      ownershipPpm: 600_000,
      birthDate: '1986-12-09',
      nationality: 'CA',
      address,
    };
    const text = shown(company, null, [owner]);
    expect(text).toContain('Legal form Limited liability company (LLC)');
    expect(text).toContain('Date of incorporation 2001-02-03');
    expect(text).toContain(
      'Grace Hopper Owner, 60 % · born 1986-12-09 · Canada · 1 Main St, Springfield, IL 94105, United States',
    );
  });

  it('says what to do if an app does not open', () => {
    expect(shown(person, 'com.example.app://done')).toContain('If it does not open, choose Submit again.');
    for (const uri of [null, 'https://app.example/#/done']) expect(shown(person, uri)).not.toContain('the app');
  });
});
