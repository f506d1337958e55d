import { instant, ok, type TenantKey } from '@corridor/core';
import { houseTenant } from '@corridor/core/internal';
import type { ExceptionRecord } from '@corridor/core/records';
import type { Locator, Page } from 'playwright-core';
import type { TestConsole } from '../../packages/adapters-http/src/testing/console.js';
import { openException } from '../../packages/core/src/exceptions/index.js';
import { createIds } from '../../packages/core/src/kernel/index.js';
import { valueOf } from '../../packages/core/src/testing/play-core.js';
import { payerOn } from '../../packages/core/src/testing/play-payer.js';
import { seededRandom } from '../../packages/core/src/testing/ports.js';

/** What the pages of exceptions and rails show. */
export interface DeskWorld {
  /** The refund of a payment that failed. */
  readonly stuck: ExceptionRecord;
}

/** Clicks, and waits for the page to which the click leads. */
export async function follow(page: Page, to: Locator): Promise<void> {
  const loaded = page.waitForEvent('load');
  await to.click();
  await loaded;
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
            ...{ reference: text, rail: 'sandbox-bank', currency: 'EUR' as never, amount: 12_345n, reason: text },
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
export const DESK_EXAMPLES: Readonly<Record<string, (world: { readonly desk: DeskWorld }) => Record<string, string>>> =
  {
    'house /exceptions/{id}': ({ desk }) => ({ id: desk.stuck.id }),
    'house /exceptions/open/{environment}': () => ({ environment: 'SANDBOX' }),
    'house /rails/{name}': () => ({ name: 'bank' }),
    'house /rails/{name}/releases/{id}': () => ({ name: 'bank', id: 'MSG-2026-01-15-0001' }),
    'house /rails/{name}/actions/{action}': () => ({ name: 'bank', action: 'resend' }),
    'house /reconciliation/{rail}': () => ({ rail: 'bank.main' }),
    'house /treasury/{environment}': () => ({ environment: 'SANDBOX' }),
  };
