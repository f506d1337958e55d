import * as z from 'zod';
import { amount, recordId } from '../app/schemas.js';
import { currencyCode } from '../money/schemas.js';

const LARGEST_FUNDING = 100_000_000_000;

export const sandboxSendRequest = z
  .object({ quoteId: recordId('Quote'), currencyCode, currencyAmount: amount(1).optional() })
  .meta({ id: 'SandboxSendRequest' });

export const sandboxFundRequest = z
  .object({ amount: amount(1, LARGEST_FUNDING) })
  .meta({ id: 'SandboxFundRequest', examples: [{ amount: 1_000_000 }] });
