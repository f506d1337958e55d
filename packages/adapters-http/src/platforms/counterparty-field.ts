import { CUSTOMER_INFO_FIELDS } from '@corridor/core/records';
import * as z from 'zod';

export const customerInfoFieldName = z.enum(CUSTOMER_INFO_FIELDS).meta({ id: 'CustomerInfoFieldName' });

/** A field that one institution requires about the customer of the other. */
export const counterpartyField = z
  .object({ name: customerInfoFieldName, mandatory: z.boolean() })
  .meta({ id: 'CounterpartyFieldDefinition' });
