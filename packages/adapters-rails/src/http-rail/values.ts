import { PAYMENT_RAILS } from '@corridor/core/records';
import { EXTERNAL_ACCOUNT_TYPES } from '@corridor/core/internal';
import { z } from 'zod';
import { integer } from '../partners/values.js';

export { amount, currencyCode } from '../partners/values.js';

export const fee = integer(/^(0|[1-9][0-9]{0,15})$/).meta({
  description: 'Smallest units of the currency; 0 if the rail charges nothing.',
  examples: ['2500'],
});

export const accountTypeName = z.enum(EXTERNAL_ACCOUNT_TYPES).meta({ id: 'AccountType' });
export const paymentRailName = z.enum(PAYMENT_RAILS).meta({ id: 'PaymentRail' });
