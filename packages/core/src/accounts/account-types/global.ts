import { ACCOUNT_NUMBER, BANK_NAME, COUNTRY_CODE, field, IBAN, optional, REFERENCE, SWIFT_CODE } from './fields.js';
import { bank } from './rows.js';

/** Currencies that correspondent banks deliver abroad: those settled by CLS except KRW, and also AED and CNY. */
const DELIVERED_BY_SWIFT = [
  ...['USD', 'EUR', 'GBP', 'CHF', 'JPY', 'AUD', 'CAD', 'NZD', 'SEK', 'NOK', 'DKK', 'SGD', 'HKD'],
  ...['HUF', 'ILS', 'MXN', 'ZAR', 'AED', 'CNY'],
] as const;

export const GLOBAL = [
  bank('SWIFT', null, {
    currencies: DELIVERED_BY_SWIFT,
    rails: ['SWIFT'],
    fields: [
      field('country', 'DE', 'Where the bank is, as two capital letters (ISO 3166-1).', COUNTRY_CODE),
      SWIFT_CODE,
      BANK_NAME,
      optional(ACCOUNT_NUMBER),
      optional(IBAN),
    ],
    identifiedBy: [['iban'], ['accountNumber', 'swiftCode']],
    instructions: {
      account: true,
      fields: [
        field('accountHolderName', 'Example Custody Ltd', 'The recipient that the payer names in the transfer.', {
          minLength: 1,
          maxLength: 255,
        }),
        optional(
          field('bankAddress', '1 Bank Street', 'Street, town and country, if the transfer form asks for them.', {
            minLength: 1,
            maxLength: 1024,
          }),
        ),
        optional(REFERENCE),
      ],
    },
  }),
] as const;
