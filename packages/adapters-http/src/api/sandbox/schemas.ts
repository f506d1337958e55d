import { amount, meanings, recordId, text, timestamp } from '../../kit/schemas.js';
import { SANDBOX_OUTCOMES, type SandboxOutcome } from '@corridor/core/records';
import { CLOCK_LIMITS } from '@corridor/core/internal';
import * as z from 'zod';
import { currencyCode } from '../money/schemas.js';
import { transaction } from '../transactions/schemas.js';

const LARGEST_FUNDING = 100_000_000_000;

export const sandboxSendRequest = z
  .object({
    quoteId: recordId('Quote').describe('A quote with the source `REALTIME_FUNDING`.'),
    currencyCode: currencyCode.describe('What the payer sends. It must be the sending currency of the quote.'),
    currencyAmount: amount(1)
      .optional()
      .describe('In smallest units; by default exactly what the quote asks for. Another amount is refunded.'),
  })
  .meta({ id: 'SandboxSendRequest' });

/** The payer of a simulated payment, Corridor's extension of the API. */
const remitter = z
  .object({
    name: text(255).nullable().describe('Account holder as the bank reports it; `null` if the bank does not say.'),
    account: text(255)
      .nullable()
      .describe('Number or IBAN; `null` if the bank does not say. Its ending chooses an outcome.'),
  })
  .meta({
    id: 'SandboxRemitter',
    description:
      'The payer. A refund to an account ending in 008 is pending for 30 seconds; one to an account ending in 009 fails ' +
      'after that time; without an account no refund is possible.',
  });

const depositRequest = {
  reference: text(255).describe(
    'What the payer writes on the transfer: the reference of payment instructions, or any text to see it sent back.',
  ),
  currencyCode: currencyCode.describe('What the payer sends. A simulated rail must receive it.'),
  amount: amount(1).describe('In smallest units of that currency.'),
  remitter: remitter.optional().describe('Who pays; by default a sender whose account accepts a refund.'),
};
export const sandboxDepositRequest = z.object(depositRequest).meta({
  id: 'SandboxDepositRequest',
});

export const sandboxDepositResponse = z
  .object({
    outcome: z.enum(SANDBOX_OUTCOMES).describe(
      meanings<SandboxOutcome>({
        QUOTE_FUNDED: 'the money executes its quote',
        QUOTE_REFUNDED: 'its quote cannot use the money, which goes back to the payer',
        ACCOUNT_CREDITED: 'the money is on an internal account',
        RETURNED: 'the money matches no quote or account, and goes back to the payer',
        HELD: 'the money is neither credited nor sent back before a decision about it',
      }),
    ),
    transaction: transaction
      .optional()
      .describe(
        'The payment or deposit that the money belongs to; absent if it belongs to none, and while the money is held.',
      ),
  })
  .meta({ id: 'SandboxDepositResponse' });

export const sandboxFundRequest = z
  .object({
    amount: amount(1, LARGEST_FUNDING).describe("In smallest units of the account's currency, on top of the balance."),
  })
  .meta({ id: 'SandboxFundRequest' });

export const advanceClockRequest = z
  .object({
    seconds: z
      .int()
      .min(1)
      .max(CLOCK_LIMITS.step)
      .describe('How far to move it from where it is now. In total it can be 3,660 days ahead of the host.'),
  })
  .meta({ id: 'SandboxAdvanceClockRequest' });

export const testClock = z
  .object({
    now: timestamp.describe('The present time of the platform. Expiries, delays and daily limits count from it.'),
    aheadSeconds: z.int().min(0).describe('How far it is ahead of the time of the host; 0 until it was moved.'),
  })
  .meta({ id: 'SandboxClock' });
