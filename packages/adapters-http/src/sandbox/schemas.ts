import { amount, recordId, text, timestamp } from '../app/schemas.js';
import { ARRIVAL_OUTCOMES } from '@corridor/core/records';
import { CLOCK_LIMITS } from '@corridor/core/internal';
import * as z from 'zod';
import { currencyCode } from '../money/schemas.js';
import { transaction } from '../transactions/schemas.js';

const LARGEST_FUNDING = 100_000_000_000;

export const sandboxSendRequest = z
  .object({ quoteId: recordId('Quote'), currencyCode, currencyAmount: amount(1).optional() })
  .meta({ id: 'SandboxSendRequest' });

/** The payer of a simulated payment, Corridor's extension of the API. */
const remitter = z.object({ name: text(255).nullable(), account: text(255).nullable() }).meta({
  id: 'SandboxRemitter',
  description:
    'The payer. A refund to an account ending in 008 is pending for 30 seconds; one to an account ending in 009 fails ' +
    'after that time; without an account no refund is possible.',
});

const depositRequest = { reference: text(255), currencyCode, amount: amount(1), remitter: remitter.optional() };
export const sandboxDepositRequest = z.object(depositRequest).meta({
  id: 'SandboxDepositRequest',
  examples: [{ reference: 'K7QF9M3XHTCP', currencyCode: 'USD', amount: 10_000 }],
});

export const sandboxDepositResponse = z
  .object({
    outcome: z.enum(ARRIVAL_OUTCOMES).meta({
      description:
        'The money executes its quote; or its quote cannot use it and it is refunded; or it is credited to an internal ' +
        'account; or no account matches and it is refunded',
    }),
    transaction: transaction.optional(),
  })
  .meta({ id: 'SandboxDepositResponse' });

export const sandboxFundRequest = z
  .object({ amount: amount(1, LARGEST_FUNDING) })
  .meta({ id: 'SandboxFundRequest', examples: [{ amount: 1_000_000 }] });

export const advanceClockRequest = z
  .object({ seconds: z.int().min(1).max(CLOCK_LIMITS.step) })
  .meta({ id: 'SandboxAdvanceClockRequest', examples: [{ seconds: 360 }] });

export const testClock = z
  .object({
    now: timestamp.meta({ description: 'The current time of the platform' }),
    aheadSeconds: z.int().min(0).meta({ description: "Seconds by which the platform's time is ahead of the host's" }),
  })
  .meta({ id: 'SandboxClock' });
