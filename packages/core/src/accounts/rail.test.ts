import { expect, test } from 'vitest';
import { type AccountInfo, EXTERNAL_ACCOUNT_TYPES, PAYMENT_RAILS, type PaymentRail, railsOf } from './index.js';
import { paymentRailOf, type RailCapabilities } from './rail.js';

const railWith = (paymentRails: readonly PaymentRail[]) => ({ capabilities: { paymentRails } as RailCapabilities });
const account = (info: object) => info as AccountInfo;
const bank = account({ accountType: 'GHS_ACCOUNT', accountNumber: '1234567890123', bankName: 'GCB' });
const mobile = account({ accountType: 'GHS_ACCOUNT', phoneNumber: '+233241234567', bankName: 'MTN' });
const either = EXTERNAL_ACCOUNT_TYPES.filter(
  (type) => railsOf(type).includes('BANK_TRANSFER') && railsOf(type).includes('MOBILE_MONEY'),
);

test('an account is paid by the requested payment rail, otherwise by the first one that the rail has', () => {
  const euro = account({ accountType: 'EUR_ACCOUNT', iban: 'DE89370400440532013000' });
  expect(paymentRailOf(railWith(PAYMENT_RAILS), euro, null)).toBe(railsOf('EUR_ACCOUNT')[0]);
  expect(paymentRailOf(railWith(['SEPA_INSTANT']), euro, null)).toBe('SEPA_INSTANT');
  expect(paymentRailOf(railWith(PAYMENT_RAILS), euro, 'SEPA_INSTANT')).toBe('SEPA_INSTANT');
  expect(paymentRailOf(railWith([]), euro, null)).toBeNull();
});

test('an account identified by a phone number is paid by mobile money, one with an account number by bank', () => {
  expect(paymentRailOf(railWith(PAYMENT_RAILS), bank, null)).toBe('BANK_TRANSFER');
  expect(paymentRailOf(railWith(PAYMENT_RAILS), mobile, null)).toBe('MOBILE_MONEY');
  expect(paymentRailOf(railWith(['BANK_TRANSFER']), mobile, null)).toBe('BANK_TRANSFER');
  expect(either.length).toBeGreaterThan(5);
  for (const accountType of either) {
    const byPhone = account({ ...mobile, accountType });
    expect(paymentRailOf(railWith(PAYMENT_RAILS), byPhone, null), accountType).toBe('MOBILE_MONEY');
  }
});
