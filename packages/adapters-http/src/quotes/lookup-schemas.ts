import * as z from 'zod';
import { answeredAmount, queryText, recordId } from '../app/schemas.js';
import { currency } from '../money/schemas.js';
import { counterpartyField } from '../platforms/counterparty-field.js';

const currencyPreference = z
  .object({
    currency,
    estimatedExchangeRate: z.number().gt(0).meta({
      description: "Major units of this currency for one major unit of the sender's currency; an estimate, not locked",
    }),
    min: answeredAmount.gt(0),
    max: answeredAmount.gt(0),
  })
  .meta({ id: 'CurrencyPreference' });

/** Fields of the responses of all receiver look-ups. */
export const receiverLookup = {
  supportedCurrencies: z.array(currencyPreference),
  requiredPayerDataFields: z.array(counterpartyField).optional(),
  lookupId: z.string(),
};

/** The paying customer or platform of a look-up. */
export const lookupQuery = z.object({
  senderUmaAddress: queryText.optional(),
  customerId: recordId('Customer').optional(),
});

export const externalAccountLookup = z
  .object({ ...receiverLookup, accountId: z.string() })
  .meta({ id: 'ReceiverExternalAccountLookupResponse' });
