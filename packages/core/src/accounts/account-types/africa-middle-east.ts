import { beneficiary } from './beneficiary.js';
import {
  ACCOUNT_NUMBER,
  BANK_NAME,
  choice,
  digits,
  ibanOf,
  optional,
  phoneOf,
  PROVIDER,
  SWIFT_CODE,
} from './fields.js';
import { bank, BANK_AND_MOBILE, mobile } from './rows.js';

export const AFRICA_MIDDLE_EAST = [
  bank('AED', 'AE', {
    fields: [ibanOf('AE070331234567890123456', '^AE[0-9]{21}$'), optional({ ...SWIFT_CODE, example: 'BOMLAEAD' })],
    identifiedBy: [['iban']],
    beneficiary: beneficiary({ address: 'required' }),
  }),
  mobile('BWP', 'BW', phoneOf('+26771234567')),
  bank('EGP', 'EG', {
    rails: BANK_AND_MOBILE,
    fields: [
      optional(ibanOf('EG620019000500000000263184517', '^EG[0-9]{27}$')),
      BANK_NAME,
      optional(phoneOf('+201001234567')),
    ],
    identifiedBy: [['iban'], ['phoneNumber', 'bankName']],
  }),
  bank('GHS', 'GH', {
    rails: BANK_AND_MOBILE,
    fields: [optional(ACCOUNT_NUMBER), BANK_NAME, optional(phoneOf('+233241234567'))],
    identifiedBy: [
      ['accountNumber', 'bankName'],
      ['phoneNumber', 'bankName'],
    ],
  }),
  mobile('KES', 'KE', phoneOf('+254712345678', '254', '9')),
  mobile('MWK', 'MW', phoneOf('+265991234567')),
  bank('NGN', 'NG', {
    fields: [digits('accountNumber', '0123456789', 'NUBAN, the uniform number of Nigerian banks', 10), BANK_NAME],
    identifiedBy: [['accountNumber', 'bankName']],
  }),
  mobile('RWF', 'RW', phoneOf('+250781234567', '250', '9')),
  mobile('TZS', 'TZ', phoneOf('+255712345678', '255', '9')),
  mobile('UGX', 'UG', phoneOf('+256712345678')),
  mobile('XAF', null, phoneOf('+237671234567'), [
    PROVIDER,
    choice('region', ['CM', 'CG'], 'Country of the wallet: Cameroon or Congo.'),
  ]),
  mobile('XOF', null, phoneOf('+2250712345678'), [
    PROVIDER,
    choice('region', ['BJ', 'CI', 'SN', 'TG'], "Country of the wallet: Benin, Côte d'Ivoire, Senegal or Togo.", 'CI'),
  ]),
  bank('ZAR', 'ZA', {
    fields: [digits('accountNumber', '1234567890', 'Number at a South African bank', 9, 13), BANK_NAME],
    identifiedBy: [['accountNumber', 'bankName']],
  }),
  mobile('ZMW', 'ZM', phoneOf('+260971234567', '260', '9')),
] as const;
