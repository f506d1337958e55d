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

/** Beyond the contract. */
const remitter = z.object({ name: text(255).nullable(), account: text(255).nullable() }).meta({
  id: 'SandboxRemitter',
  description:
    'Who sends the money. What goes back to an account ending in 008 is pending for 30 seconds, to one ending in 009 ' +
    'it fails then; without an account nothing can go back.',
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
        'It executes its quote; its quote cannot use it and it goes back; it is on an internal account; ' +
        'nobody can be credited with it and it goes back',
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
    now: timestamp.meta({ description: "The platform's time" }),
    aheadSeconds: z.int().min(0).meta({ description: "Seconds by which it is ahead of the host's" }),
  })
  .meta({ id: 'SandboxClock' });
