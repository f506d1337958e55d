import { CUSTOMER_INFO_FIELDS } from '@corridor/core/records';
import * as z from 'zod';

export const customerInfoFieldName = z.enum(CUSTOMER_INFO_FIELDS).meta({
  id: 'CustomerInfoFieldName',
  description:
    'Data about a person or business that an institution can require before it takes part in a payment. ' +
    'Those that begin with `FI_` concern the financial institution of the counterparty.',
});

/** A field that one institution requires about the customer of the other. */
export const counterpartyField = z
  .object({
    name: customerInfoFieldName.describe('Which data about the customer the other institution asks for.'),
    mandatory: z.boolean().describe('If `true`, a payment without this data is refused; if `false`, it is optional.'),
  })
  .meta({ id: 'CounterpartyFieldDefinition' });
