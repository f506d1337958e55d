import { beneficiary, REGISTRATION_NUMBER_OF_PERSON } from './beneficiary.js';
import {
  ACCOUNT_NUMBER,
  BANK_ACCOUNT_TYPE,
  BANK_NAME,
  BRANCH_CODE,
  choice,
  digits,
  field,
  optional,
  phoneOf,
  REFERENCE,
  ROUTING_NUMBER,
  US_ACCOUNT_NUMBER,
} from './fields.js';
import { bank, BANK_AND_MOBILE, insteadOfAccount, mobile, synonym } from './rows.js';

const US_BANK_NAME = field('bankName', 'First Example Bank', { minLength: 1, maxLength: 140, caseless: true });
const FREE_TEXT = { minLength: 1, maxLength: 255 } as const;

const USD_ACCOUNT = bank('USD', 'US', {
  rails: ['ACH', 'WIRE', 'RTP', 'FEDNOW'],
  fields: [
    US_ACCOUNT_NUMBER,
    ROUTING_NUMBER,
    optional(US_BANK_NAME),
    optional(BANK_ACCOUNT_TYPE),
    optional({ ...US_BANK_NAME, name: 'intermediaryBankName' }),
    optional({ ...ROUTING_NUMBER, name: 'intermediaryRoutingNumber' }),
    optional(field('fiToFiInformation', 'Further credit to account 99', { maxLength: 210 })),
  ],
  identifiedBy: [['accountNumber', 'routingNumber']],
  instructions: { account: true, fields: [REFERENCE, optional(field('bankAddress', '1 Bank Street', FREE_TEXT))] },
});

export const AMERICAS = [
  USD_ACCOUNT,
  synonym('US_ACCOUNT', USD_ACCOUNT, [
    US_ACCOUNT_NUMBER,
    ROUTING_NUMBER,
    optional(field('accountHolderName', 'Ada Example', FREE_TEXT)),
    optional(BANK_NAME),
    optional(REFERENCE),
  ]),
  bank('BRL', 'BR', {
    rails: ['PIX'],
    fields: [
      field('pixKey', 'ada@example.com', { minLength: 1, maxLength: 77, caseless: true, content: 'PIX_KEY' }),
      choice('pixKeyType', ['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM'], 'EMAIL'),
      { ...digits('taxId', '11144477735', 11, 14), content: 'BR_TAX_NUMBER' },
    ],
    identifiedBy: [['pixKey']],
    instructions: insteadOfAccount(field('qrCode', '00020126BR.GOV.BCB.PIX', { minLength: 1 })),
  }),
  bank('CAD', 'CA', {
    fields: [digits('bankCode', '010', 3), BRANCH_CODE, digits('accountNumber', '12345678', 7, 12)],
    identifiedBy: [['accountNumber', 'bankCode', 'branchCode']],
    beneficiary: beneficiary({ more: [REGISTRATION_NUMBER_OF_PERSON] }),
  }),
  bank('COP', 'CO', {
    rails: BANK_AND_MOBILE,
    fields: [optional(ACCOUNT_NUMBER), optional(BANK_ACCOUNT_TYPE), BANK_NAME, optional(phoneOf('+573001234567'))],
    identifiedBy: [
      ['accountNumber', 'bankName'],
      ['phoneNumber', 'bankName'],
    ],
    beneficiary: beneficiary({
      more: [
        optional(choice('documentType', ['CC', 'CE', 'TI', 'NIT', 'PP'])),
        optional(field('documentNumber', '1020304050', { minLength: 1, maxLength: 50, content: 'CO_DOCUMENT_NUMBER' })),
      ],
    }),
    instructions: insteadOfAccount(field('paymentUrl', 'https://pay.example.com/7HQ4GKX93MTA', { format: 'url' })),
  }),
  bank('GTQ', 'GT', {
    fields: [ACCOUNT_NUMBER, BANK_ACCOUNT_TYPE, BANK_NAME],
    identifiedBy: [['accountNumber', 'bankName']],
    beneficiary: beneficiary({ required: ['phoneNumber', 'countryOfResidence'] }),
  }),
  mobile('HTG', 'HT', phoneOf('+50934567890'), []),
  bank('JMD', 'JM', {
    fields: [ACCOUNT_NUMBER, BRANCH_CODE, BANK_ACCOUNT_TYPE, BANK_NAME],
    identifiedBy: [['accountNumber', 'branchCode', 'bankName']],
    beneficiary: beneficiary({ required: ['phoneNumber'], address: 'required' }),
  }),
  bank('MXN', 'MX', {
    rails: ['SPEI'],
    fields: [{ ...digits('clabeNumber', '032180000118359719', 18), content: 'CLABE' }],
    identifiedBy: [['clabeNumber']],
  }),
  bank('SLV', 'SV', {
    currencies: ['USD'],
    rails: BANK_AND_MOBILE,
    fields: [
      optional(BANK_NAME),
      optional(ACCOUNT_NUMBER),
      optional(BANK_ACCOUNT_TYPE),
      optional(phoneOf('+50371234567')),
    ],
    identifiedBy: [['accountNumber', 'bankName'], ['phoneNumber']],
  }),
] as const;
