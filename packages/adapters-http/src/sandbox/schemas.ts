import { CLOCK_LIMITS } from '@corridor/core';
import * as z from 'zod';
import { amount, recordId, timestamp } from '../app/schemas.js';
import { currencyCode } from '../money/schemas.js';

const LARGEST_FUNDING = 100_000_000_000;

export const sandboxSendRequest = z
  .object({ quoteId: recordId('Quote'), currencyCode, currencyAmount: amount(1).optional() })
  .meta({ id: 'SandboxSendRequest' });

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
