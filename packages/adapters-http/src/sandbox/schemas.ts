import { ARRIVAL_OUTCOMES } from '@corridor/core';
import * as z from 'zod';
import { amount, recordId, text } from '../app/schemas.js';
import { currencyCode } from '../money/schemas.js';
import { transaction } from '../transactions/schemas.js';

const LARGEST_FUNDING = 100_000_000_000;

export const sandboxSendRequest = z
  .object({ quoteId: recordId('Quote'), currencyCode, currencyAmount: amount(1).optional() })
  .meta({ id: 'SandboxSendRequest' });

/** Beyond the contract. */
export const sandboxDepositRequest = z.object({ reference: text(255), currencyCode, amount: amount(1) }).meta({
  id: 'SandboxDepositRequest',
  examples: [{ reference: 'K7QF9M3XHTCP', currencyCode: 'USD', amount: 10_000 }],
});

export const sandboxDepositResponse = z
  .object({
    outcome: z.enum(ARRIVAL_OUTCOMES).meta({
      description:
        'It executes its quote; its quote cannot use it and it goes back; it is on an internal account; ' +
        'nobody can be credited with it and it goes back',
    }),
    transaction: transaction.optional(),
  })
  .meta({ id: 'SandboxDepositResponse' });

export const sandboxFundRequest = z
  .object({ amount: amount(1, LARGEST_FUNDING) })
  .meta({ id: 'SandboxFundRequest', examples: [{ amount: 1_000_000 }] });
