import { beneficiary } from './beneficiary.js';
import { digits, IBAN, ibanOf, optional, SWIFT_CODE } from './fields.js';
import { bank } from './rows.js';

export const EUROPE = [
  bank('DKK', 'DK', {
    rails: ['SEPA', 'SEPA_INSTANT'],
    fields: [ibanOf('DK5000400440116243', '^DK[0-9]{16}$'), optional(SWIFT_CODE)],
    identifiedBy: [['iban']],
  }),
  bank('EUR', null, {
    rails: ['SEPA', 'SEPA_INSTANT'],
    fields: [IBAN, optional(SWIFT_CODE)],
    identifiedBy: [['iban']],
    beneficiary: beneficiary({ required: ['countryOfResidence'] }),
  }),
  bank('GBP', 'GB', {
    rails: ['FASTER_PAYMENTS'],
    fields: [
      digits('sortCode', '200000', 'Identifies bank and branch in the United Kingdom', 6),
      digits('accountNumber', '12345678', 'Number of the account at the branch', 8),
    ],
    identifiedBy: [['accountNumber', 'sortCode']],
  }),
] as const;
