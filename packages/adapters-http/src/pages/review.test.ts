import type { Application, Instant } from '@corridor/core';
import { describe, expect, it } from 'vitest';
import { consentIn, statusOf } from './review.js';

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
