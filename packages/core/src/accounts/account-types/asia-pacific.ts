import {
  ACCOUNT_NUMBER,
  BANK_NAME,
  BRANCH_CODE,
  digits,
  field,
  ibanOf,
  optional,
  phoneOf,
  REFERENCE,
  SWIFT_CODE,
} from './fields.js';
import { bank, BANK_AND_MOBILE } from './rows.js';

const swiftOf = (example: string) => ({ ...SWIFT_CODE, example });

export const ASIA_PACIFIC = [
  bank('BDT', 'BD', {
    rails: BANK_AND_MOBILE,
    fields: [
      optional(ACCOUNT_NUMBER),
      BANK_NAME,
      optional(BRANCH_CODE),
      optional(swiftOf('BRAKBDDH')),
      optional(phoneOf('+8801712345678')),
    ],
    identifiedBy: [
      ['accountNumber', 'bankName'],
      ['phoneNumber', 'bankName'],
    ],
  }),
  bank('CNY', 'CN', {
    rails: BANK_AND_MOBILE,
    fields: [
      optional({ ...ACCOUNT_NUMBER, content: 'CN_BANK_ACCOUNT' }),
      BANK_NAME,
      optional(phoneOf('+8613812345678')),
    ],
    identifiedBy: [
      ['accountNumber', 'bankName'],
      ['phoneNumber', 'bankName'],
    ],
  }),
  bank('HKD', 'HK', {
    fields: [BANK_NAME, ACCOUNT_NUMBER, swiftOf('HSBCHKHH')],
    identifiedBy: [['accountNumber', 'swiftCode']],
  }),
  bank('IDR', 'ID', {
    fields: [
      BANK_NAME,
      ACCOUNT_NUMBER,
      swiftOf('CENAIDJA'),
      {
        ...phoneOf('+6281234567890', '62', '9,12'),
        description: "The account holder's number, in E.164 form with the calling code +62.",
      },
    ],
    identifiedBy: [['accountNumber', 'swiftCode']],
  }),
  bank('INR', 'IN', {
    rails: ['UPI', 'NEFT', 'RTGS'],
    fields: [
      optional(
        field('vpa', 'ada.example@okbank', 'UPI address (virtual payment address). Required without `accountNumber`.', {
          pattern: '^[a-zA-Z0-9.\\-_]+@[a-zA-Z0-9]+$',
          minLength: 3,
          maxLength: 255,
          caseless: true,
          notation: 'ADDRESS',
        }),
      ),
      optional(
        digits('accountNumber', '123456789012', 'Number at an Indian bank, with `ifsc`; required without `vpa`', 9, 18),
      ),
      optional(
        field('ifsc', 'HDFC0001234', 'Indian Financial System Code of the branch: 11 characters, the fifth is 0.', {
          pattern: '^[A-Z]{4}0[A-Z0-9]{6}$',
          minLength: 11,
          maxLength: 11,
          notation: 'CODE',
        }),
      ),
      optional(
        field(
          'rail',
          'NEFT',
          'A note of the scheme that the account holder prefers. A quote chooses with `paymentRail`.',
          {
            minLength: 1,
            maxLength: 32,
          },
        ),
      ),
      optional(BANK_NAME),
    ],
    identifiedBy: [['vpa'], ['accountNumber', 'ifsc']],
    instructions: { account: true, fields: [optional(REFERENCE)] },
  }),
  bank('MYR', 'MY', {
    fields: [BANK_NAME, ACCOUNT_NUMBER, swiftOf('MBBEMYKL')],
    identifiedBy: [['accountNumber', 'swiftCode']],
  }),
  bank('PHP', 'PH', {
    fields: [BANK_NAME, digits('accountNumber', '1234567890', 'Number at a Philippine bank', 8, 16)],
    identifiedBy: [['accountNumber', 'bankName']],
  }),
  bank('PKR', 'PK', {
    rails: BANK_AND_MOBILE,
    fields: [
      BANK_NAME,
      optional(ACCOUNT_NUMBER),
      optional(ibanOf('PK85SCBL0000001123456790', '^PK[0-9]{2}[A-Z]{4}[0-9]{16}$')),
      optional(phoneOf('+923001234567')),
    ],
    identifiedBy: [['iban'], ['accountNumber', 'bankName'], ['phoneNumber', 'bankName']],
  }),
  bank('SGD', 'SG', {
    rails: ['PAYNOW', 'FAST', 'BANK_TRANSFER'],
    fields: [optional(BANK_NAME), ACCOUNT_NUMBER, swiftOf('DBSSSGSG')],
    identifiedBy: [['accountNumber', 'swiftCode']],
  }),
  bank('THB', 'TH', {
    fields: [BANK_NAME, ACCOUNT_NUMBER, swiftOf('BKKBTHBK')],
    identifiedBy: [['accountNumber', 'swiftCode']],
  }),
  bank('VND', 'VN', {
    fields: [BANK_NAME, ACCOUNT_NUMBER, swiftOf('BFTVVNVX')],
    identifiedBy: [['accountNumber', 'swiftCode']],
  }),
] as const;
