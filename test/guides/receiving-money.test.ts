import { expect, it } from 'vitest';
import { paste } from '../support/pasted-page.js';

const RUN_MS = 180_000;

it(
  'the lines of the guide to receiving money, pasted into a shell, credit, return, approve and convert',
  async () => {
    const printed = await paste('guides/receiving-money.md');
    const lines = printed.split('\n').filter((line) => /^[A-Z0-9]/.test(line));
    const id = expect.stringMatching(/^Transaction:/) as string;
    const booked = (kind: string, amount: number) =>
      expect.stringMatching(new RegExp(`^${kind} ${amount} Transaction:`)) as string;
    const address = (type: string) => expect.stringMatching(new RegExp(`^${type}_WALLET \\w+$`)) as string;
    expect(printed).toMatch(
      /"type": "INCOMING",\n +"status": "COMPLETED",\n +"receivedAmount": \{\n +"amount": 25000,/,
    );
    expect(printed).toMatch(/"totalSendingAmount": 5462,\n +"totalReceivingAmount": 5000\n/);
    expect(printed).toMatch(/^converted once: true$/m);
    expect(printed).toMatch(/^bookings 3000, balance 3000: equal$/m);
    expect(lines).toEqual([
      'ACCOUNT_CREDITED',
      '25000',
      'RETURNED',
      'RETURNED',
      ...['SOLANA', 'POLYGON', 'BASE', 'ETHEREUM'].map(address),
      'ACCOUNT_CREDITED',
      '28000',
      '28000',
      'COMPLIANCE_REJECTED',
      'PENDING',
      '22500',
      'QUOTE_FUNDED',
      '27500',
      '25000 USD to 22885 EUR',
      booked('HOLD', -25_000),
      booked('DEPOSIT_REVERSAL', -3_000),
      booked('DEPOSIT', 3_000),
      booked('DEPOSIT', 3_000),
      booked('DEPOSIT', 25_000),
      '5',
      id,
    ]);
  },
  RUN_MS,
);
