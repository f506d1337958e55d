import * as z from 'zod';
import { answeredAmount, queryText, recordId } from '../../kit/schemas.js';
import { currency } from '../money/schemas.js';
import { counterpartyField } from './counterparty-field.js';

const currencyPreference = z
  .object({
    currency: currency.describe('A currency that the receiver can be paid in.'),
    estimatedExchangeRate: z
      .number()
      .gt(0)
      .describe("Major units of this currency for one major unit of the sender's currency; an estimate, not locked."),
    min: answeredAmount.gt(0).describe('Least amount that the receiver can get, in smallest units of this currency.'),
    max: answeredAmount.gt(0).describe('Largest amount that the receiver can get, in smallest units of this currency.'),
  })
  .meta({ id: 'CurrencyPreference' });

/** Fields of the responses of all receiver look-ups. */
export const receiverLookup = {
  supportedCurrencies: z
    .array(currencyPreference)
    .describe('What the receiver accepts, the preferred currency first; an external account has one.'),
  requiredPayerDataFields: z
    .array(counterpartyField)
    .optional()
    .describe(
      "Data about the payer that a quote to this receiver needs: on the customer's record or, for a UMA address, in `senderCustomerInfo`.",
    ),
  lookupId: z.string().describe('Pass it to `createQuote` within ten minutes.'),
};

/** The paying customer or platform of a look-up. */
export const lookupQuery = z.object({
  senderUmaAddress: queryText
    .optional()
    .describe('The paying customer by its UMA address. With `customerId`, both must name the same customer.'),
  customerId: recordId('Customer')
    .optional()
    .describe(
      'The paying customer by its id. An external account can be looked up without a sender: the platform pays.',
    ),
});

export const externalAccountLookup = z
  .object({ ...receiverLookup, accountId: z.string().describe('The external account that was looked up.') })
  .meta({ id: 'ReceiverExternalAccountLookupResponse' });
