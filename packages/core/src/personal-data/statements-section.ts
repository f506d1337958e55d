import { type Instant, instant, type Result, type TenantKey } from '../kernel/index.js';
import type { AccountStatement, StatementsArea } from '../statements/index.js';
import { readableParts, type ReadableRow } from './readable.js';
import type { ExportedSection, Reading } from './sections.js';

/** About a month: a statement of it is read into memory. */
const PERIOD_MS = 30 * 24 * 60 * 60 * 1000;

const ENTRY = ['id', 'kind', 'bookedAt', 'amount', 'balance', 'transactionId', 'counterparty', 'reference', 'text'];

/** What was booked on the accounts, with the other side as statements name it. `now` is the tenant's time. */
export const statementsSection = (
  { tenant, accounts }: Reading,
  statements: StatementsArea,
  now: Instant,
): ExportedSection => ({
  name: 'statements',
  title: 'What was booked on the accounts',
  async *rows(): AsyncGenerator<ReadableRow, void> {
    for (const { id, createdAt, currency } of accounts) {
      for (let from = createdAt; from < now; from = instant(from + PERIOD_MS)) {
        const until = instant(Math.min(from + PERIOD_MS, now));
        for await (const { entries } of statementsOf(statements, tenant, { accountId: id, from, until }))
          for (const entry of entries) yield { accountId: id, currency, ...readableParts(entry, ENTRY) };
      }
    }
  },
});

/** The statement of a period, or those of its halves if it has too many entries for one. */
async function* statementsOf(
  statements: StatementsArea,
  tenant: TenantKey,
  request: Parameters<StatementsArea['read']>[1],
): AsyncGenerator<AccountStatement, void> {
  const statement: Result<AccountStatement> = await statements.read(tenant, request);
  if (statement.ok) return yield statement.value;
  const { from, until } = request;
  const middle = instant(Math.floor((from + until) / 2));
  if (middle <= from) throw new Error(`the statement of ${request.accountId}: ${statement.error.message}`);
  yield* statementsOf(statements, tenant, { ...request, until: middle });
  yield* statementsOf(statements, tenant, { ...request, from: middle });
}
