import * as z from 'zod';
import { answeredAmount, queryText, recordId } from '../app/schemas.js';
import { currency } from '../money/schemas.js';
import { counterpartyField } from '../platforms/counterparty-field.js';

const currencyPreference = z
  .object({
    currency,
    estimatedExchangeRate: z
      .number()
      .gt(0)
      .meta({ description: "Major units of this currency for one of the sender's; an estimate, not locked" }),
    min: answeredAmount.gt(0),
    max: answeredAmount.gt(0),
  })
  .meta({ id: 'CurrencyPreference' });

/** What the answers of all receiver lookups have in common. */
export const receiverLookup = {
  supportedCurrencies: z.array(currencyPreference),
  requiredPayerDataFields: z.array(counterpartyField).optional(),
  lookupId: z.string(),
};

/** Who asks for the lookup. */
export const lookupQuery = z.object({
  senderUmaAddress: queryText.optional(),
  customerId: recordId('Customer').optional(),
});

export const externalAccountLookup = z
  .object({ ...receiverLookup, accountId: z.string() })
  .meta({ id: 'ReceiverExternalAccountLookupResponse' });
