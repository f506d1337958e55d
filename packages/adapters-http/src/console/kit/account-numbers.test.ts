import { expect, it } from 'vitest';
import { shownDetail, withMaskedNumbers } from './account-numbers.js';

it('masks the numbers of an account and of its beneficiary, wherever a wire form has them', () => {
  const accountInfo = {
    accountType: 'USD_ACCOUNT',
    accountNumber: '1234567890',
    paymentRails: ['ACH'],
    beneficiary: { fullName: 'Ada', registrationNumber: '555666777', taxId: '12-3456789', address: { city: 'Paris' } },
  };
  const instructions = [{ accountOrWalletInfo: { iban: 'DE89370400440532013000', reference: 'R1' } }];
  expect(withMaskedNumbers({ type: 'X', data: { accountInfo, instructions } })).toEqual({
    type: 'X',
    data: {
      accountInfo: {
        accountType: 'USD_ACCOUNT',
        accountNumber: '…7890',
        paymentRails: ['ACH'],
        beneficiary: { fullName: 'Ada', registrationNumber: '…6777', taxId: '…6789', address: { city: 'Paris' } },
      },
      instructions: [{ accountOrWalletInfo: { iban: '…3000', reference: 'R1' } }],
    },
  });
});

it.each([
  ['bankName', 'Corridor Bank', 'Corridor Bank'],
  ['pixKey', 'ana@example.com', 'a…@example.com'],
  ['phoneNumber', '+254712345678', '…5678'],
  ['address', '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984', '0x1f98…F984'],
])('shows of the detail %s %s only %s', (name, value, shown) => {
  expect(shownDetail(name, value)).toBe(shown);
});
