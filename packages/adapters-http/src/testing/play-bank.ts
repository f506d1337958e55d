import { sandboxRails } from '@corridor/adapters-rails/sandbox';
import { type CurrencyCode, instant, ok } from '@corridor/core';
import type { Rail, RailConnection } from '@corridor/core/ports';
import { digest } from '../../../core/src/testing/ports.js';
import type { startConsole } from './console.js';

const EUR = 'EUR' as CurrencyCode;

/** A bank whose texts are `text`, with something on every part of its page. It moves no money of payments. */
export function bankOf(text: string, released: string[] = []): RailConnection {
  const [model] = sandboxRails(digest);
  const rail: Rail = {
    ...model!,
    name: 'bank.main',
    simulated: false,
    capabilities: { ...model!.capabilities, accountTypes: [], pullsFrom: [], push: false, pull: false, receive: false },
  };
  return {
    name: 'bank',
    environment: 'SANDBOX',
    claims: [],
    rails: [rail],
    tasks: [],
    callback: null,
    check: async () => ({ isReachable: true, lastExchangeAt: null, backlog: {}, problems: [] }),
    releases: {
      list: async () =>
        released.length > 0
          ? []
          : [
              {
                id: 'MSG-2026-01-15-0001',
                preparedAt: instant(Date.UTC(2026, 0, 15, 9)),
                payments: 12,
                totals: { EUR: 1_234_550n, USD: 99n },
                digest: 'ab'.repeat(32),
                reason: text,
              },
            ],
      release: async (id, _digest, by) => {
        released.push(`${id} by ${by.name}`);
        return ok();
      },
    },
    statements: {
      async *movements() {
        yield { reference: text, currency: EUR, amount: 250n, direction: 'OUT', date: '2025-10-14' };
        yield { reference: 'interest', currency: EUR, amount: 75n, direction: 'IN', date: null };
      },
      closing: async () => ({ date: '2025-10-14', currency: EUR, amount: 100_000n, inFlight: -500n }),
      covered: async () => ({
        currency: EUR,
        periods: [
          { from: '2025-09-01', to: '2025-09-30', opening: 0n, closing: 50_000n },
          { from: '2025-10-02', to: '2025-10-14', opening: 60_000n, closing: 100_000n },
        ],
        gaps: [`bank.main: statements are missing between 2025-09-30 and 2025-10-02 ${text}`],
      }),
    },
    actions: [
      {
        name: 'resend',
        subject: 'file',
        description: text,
        run: async (subject, by) => ok(`${subject} is sent again for ${by.name} ${text}`),
      },
    ],
    holdings: async () => [{ rail: 'bank.main', currency: EUR, amount: 99_500n, untold: 0n, asOf: text }],
  };
}

/** The arguments of `startConsole` for a console with such a bank. */
export function bankConsole(text: string, released: string[] = []): NonNullable<Parameters<typeof startConsole>> {
  const bank = bankOf(text, released);
  return [
    {
      rails: async () => [
        {
          name: 'bank',
          environment: 'SANDBOX',
          isReachable: true,
          lastExchangeAt: instant(Date.UTC(2026, 0, 15, 9, 30)),
          backlog: { 'payments waiting for a file': 3, [text]: 1 },
          problems: [text],
        },
      ],
      holdings: async () => [
        {
          ...{ rail: 'bank.main', currency: EUR, amount: 99_500n, untold: -500n },
          ...{ asOf: text, ledger: 100_000n, difference: 0n },
        },
        {
          ...{ rail: 'bank.main', currency: 'USD' as CurrencyCode, amount: 10n, untold: 0n },
          ...{ asOf: null, ledger: 0n, difference: 10n },
        },
      ],
    },
    () => ({ connections: [bank] }),
  ];
}
