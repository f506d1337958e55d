import { type Environment, instant, ok, type TenantKey } from '@corridor/core';
import { houseTenant } from '@corridor/core/internal';
import type { Rail, RailConnection } from '@corridor/core/ports';
import type { CurrencyCode } from '@corridor/core';
import type { ExceptionRecord } from '@corridor/core/records';
import { openException } from '../../packages/core/src/exceptions/index.js';
import { createIds } from '../../packages/core/src/kernel/index.js';
import { digest, seededRandom } from '../../packages/core/src/testing/ports.js';
import { payerOn } from '../../packages/core/src/testing/play-payer.js';
import { sandboxRails } from '@corridor/adapters-rails/sandbox';
import { valueOf } from '../../packages/core/src/testing/play-core.js';
import type { startConsole, TestConsole } from '../../packages/adapters-http/src/testing/console.js';

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

/** The arguments of `startConsole` for the pages of exceptions, rails and reconciliation. */
export function deskOf(text: string, released: string[] = []): NonNullable<Parameters<typeof startConsole>> {
  const bank = bankOf(text, released);
  return [
    {
      rails: async () => [
        {
          name: 'bank',
          environment: 'SANDBOX' satisfies Environment,
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
    { connections: [bank] },
  ];
}

/** What the pages of exceptions and rails show. */
export interface DeskWorld {
  /** The refund of a payment that failed. */
  readonly stuck: ExceptionRecord;
}

const ids = createIds({ now: () => instant(Date.UTC(2026, 0, 15)) }, seededRandom());

/** Opens an exception about anything, with `text` in its texts. */
export async function openFor(
  { play }: Pick<TestConsole, 'play'>,
  tenant: TenantKey,
  matter: Pick<ExceptionRecord, 'kind' | 'subject'> & Partial<ExceptionRecord>,
  text: string,
): Promise<ExceptionRecord> {
  const ctx = { ...play.context(), tenant };
  return valueOf(
    await play.core.units.run(tenant, async (tx) =>
      ok(
        await openException(
          { tx, ctx, ids },
          {
            ...{ reference: text, rail: 'sandbox-bank', currency: EUR, amount: 12_345n, reason: text },
            ...matter,
          },
        ),
      ),
    ),
  );
}

/** A payment from an internal account that can be neither delivered nor refunded: 1,000.00 USD wait. */
export async function stuckRefund({ play }: Pick<TestConsole, 'play'>): Promise<ExceptionRecord> {
  const payer = await payerOn(play);
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external('007')).id));
  valueOf(await payer.execute(quote.id));
  await play.pass(0);
  await play.pass(31);
  const found = valueOf(await play.core.exceptions.list({ kind: 'REFUND_FAILED', status: 'OPEN' }));
  return found.data[0]!;
}

export async function createDesk(console: TestConsole, text: string): Promise<DeskWorld> {
  const { play } = console;
  const { tenant } = play;
  const stuck = await stuckRefund(console);
  await openFor(console, tenant, { kind: 'RAIL_CONTRADICTION', subject: stuck.subject }, text);
  await openFor(
    console,
    houseTenant('SANDBOX'),
    { kind: 'STATEMENT_DIFFERENCE', subject: 'bank.main', rail: 'bank.main', reference: `OUT:${text}` },
    text,
  );
  const input = { kind: 'TOP_UP', reference: text, rail: 'bank.main', currency: 'EUR', amount: 100_000n } as const;
  const operator = await console.operator('OPERATOR', 'the treasurer');
  valueOf(
    await play.core.operators.actions.request(
      { operatorId: operator.account.id, source: 'CONSOLE', requestId: 'desk' },
      { tenant: houseTenant('SANDBOX'), action: 'treasury.book', input: { ...input, note: text } },
    ),
  );
  return { stuck };
}

/** The parameters of the paths of these pages. */
export const DESK_EXAMPLES: Readonly<Record<string, (world: { readonly desk: DeskWorld }) => Record<string, string>>> = {
  'house /exceptions/{id}': ({ desk }) => ({ id: desk.stuck.id }),
  'house /exceptions/open/{environment}': () => ({ environment: 'SANDBOX' }),
  'house /rails/{name}': () => ({ name: 'bank' }),
  'house /rails/{name}/releases/{id}': () => ({ name: 'bank', id: 'MSG-2026-01-15-0001' }),
  'house /rails/{name}/actions/{action}': () => ({ name: 'bank', action: 'resend' }),
  'house /reconciliation/{rail}': () => ({ rail: 'bank.main' }),
  'house /treasury/{environment}': () => ({ environment: 'SANDBOX' }),
};
