import type { Application, Instant } from '@corridor/core';
import { expect, it } from 'vitest';
import { consentIn } from './review.js';

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
