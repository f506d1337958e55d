import { expect, it } from 'vitest';
import { paste } from '../support/pasted-page.js';

const RUN_MS = 180_000;

it(
  'the lines of the guide to the first payment, pasted into a shell, pay, fail and refund',
  async () => {
    const printed = await paste('guides/first-payment.md');
    expect(printed).toMatch(
      /"totalSendingAmount": 10000,\n +"feesIncluded": 50,\n +"exchangeRate": 0\.92,\n +"totalReceivingAmount": 9154,/,
    );
    expect(printed.match(/"status": "COMPLETED",\n +"sentAmount"/g)).toHaveLength(2);
    expect(printed).toMatch(/^50000\n[^]*^39075$/m);
    expect(printed).toMatch(/"settledAt": "\d/);
    expect(printed).toMatch(/^COMPLETED at \d{4}-.*Z\nrefused: INVALID_AMOUNT$/m);
    expect(printed).toMatch(
      /"status": "FAILED",\n +"failureReason": "ACCOUNT_CANNOT_RECEIVE",\n +"refund": \{[^}]*"status": "COMPLETED"/,
    );
    expect(printed).toMatch(/^PAYOUT_RETURNED\nFUNDING_AMOUNT_MISMATCH\nEXPIRED\nQUOTE_EXPIRED\n$/m);
  },
  RUN_MS,
);
