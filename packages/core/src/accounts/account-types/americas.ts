import type { Field } from './account-type.js';
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

const US_BANK_NAME: Field = { ...BANK_NAME, maxLength: 140 };
const FREE_TEXT = { minLength: 1, maxLength: 255 } as const;

const USD_ACCOUNT = bank('USD', 'US', {
  rails: ['ACH', 'WIRE', 'RTP', 'FEDNOW'],
  fields: [
    US_ACCOUNT_NUMBER,
    ROUTING_NUMBER,
    optional(US_BANK_NAME),
    optional(BANK_ACCOUNT_TYPE),
    optional({
      ...US_BANK_NAME,
      name: 'intermediaryBankName',
      description: 'The bank through which the receiving bank takes wires, if it does not take them itself.',
    }),
    optional({
      ...ROUTING_NUMBER,
      name: 'intermediaryRoutingNumber',
      description: 'ABA number (9 digits) of the bank through which the receiving bank takes wires.',
    }),
    optional(
      field('fiToFiInformation', 'Further credit to account 99', 'Instructions from bank to bank in a wire.', {
        maxLength: 210,
      }),
    ),
  ],
  identifiedBy: [['accountNumber', 'routingNumber']],
  instructions: {
    account: true,
    fields: [
      REFERENCE,
      optional(
        field('bankAddress', '1 Bank Street', 'Street, town and state, for forms that ask for them.', FREE_TEXT),
      ),
    ],
  },
});

export const AMERICAS = [
  USD_ACCOUNT,
  synonym('US_ACCOUNT', USD_ACCOUNT, [
    US_ACCOUNT_NUMBER,
    ROUTING_NUMBER,
    optional(field('accountHolderName', 'Ada Example', 'The person or business, as the bank has the name.', FREE_TEXT)),
    optional(BANK_NAME),
    optional({ ...REFERENCE, description: 'A note for your own records. Payments to the account do not carry it.' }),
  ]),
  bank('BRL', 'BR', {
    rails: ['PIX'],
    fields: [
      field(
        'pixKey',
        'ada@example.com',
        'The alias of the account in the Pix directory, in the form of its `pixKeyType`: a tax number, an email address, a phone number with +55, or a UUID. It is stored as the directory writes it: tax and phone numbers without punctuation, letters of addresses in lower case.',
        { minLength: 1, maxLength: 77, caseless: true, notation: 'PIX_KEY', content: 'PIX_KEY' },
      ),
      choice(
        'pixKeyType',
        ['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM'],
        '`CPF` and `CNPJ` are tax numbers of persons and businesses; `RANDOM` is a UUID.',
        'EMAIL',
      ),
      field(
        'taxId',
        '11144477735',
        'Brazilian tax number of the account holder: CPF (11 digits), or CNPJ (12 digits or capital letters and 2 digits). Punctuation is removed.',
        {
          pattern: '^([0-9]{11,14}|[A-Z0-9]{12}[0-9]{2})$',
          minLength: 11,
          maxLength: 14,
          notation: 'CODE',
          content: 'BR_TAX_NUMBER',
        },
      ),
    ],
    identifiedBy: [['pixKey']],
    instructions: insteadOfAccount(
      field('qrCode', '00020126BR.GOV.BCB.PIX', 'Text of a Pix QR code (BR Code), to show as an image or to paste.', {
        minLength: 1,
      }),
    ),
  }),
  bank('CAD', 'CA', {
    fields: [
      digits('bankCode', '010', 'Number of the Canadian institution', 3),
      BRANCH_CODE,
      digits('accountNumber', '12345678', 'Number at a Canadian bank', 7, 12),
    ],
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
        optional(
          choice(
            'documentType',
            ['CC', 'CE', 'TI', 'NIT', 'PP'],
            'Colombian citizen card, foreigner card, identity card of a minor, tax number, or passport.',
          ),
        ),
        optional(
          field('documentNumber', '1020304050', 'Of the document in `documentType`; a `NIT` has a check digit.', {
            minLength: 1,
            maxLength: 50,
            content: 'CO_DOCUMENT_NUMBER',
          }),
        ),
      ],
    }),
    instructions: insteadOfAccount(
      field(
        'paymentUrl',
        'https://pay.example.com/7HQ4GKX93MTA',
        'The page on which the payer pays; open it in a browser.',
        { format: 'url' },
      ),
    ),
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
    fields: [
      {
        ...digits('clabeNumber', '032180000118359719', 'CLABE of the Mexican account, with a check digit', 18),
        content: 'CLABE',
      },
    ],
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
