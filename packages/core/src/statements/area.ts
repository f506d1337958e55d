import type { Result, TenantKey } from '../kernel/index.js';
import type { AccountStatement } from './account-statement.js';
import { readStatement, type StatementPorts, type StatementRequest } from './read-statement.js';

/** Statements of internal accounts (docs/areas/statements.md). */
export interface StatementsArea {
  /**
   * What was booked on an internal account in a period, with its balances before and after. 404 REFERENCE_NOT_FOUND; 400
   * INVALID_INPUT for a period that is empty, in the future, or has too many entries.
   *
   * @example
   * ```ts
   * import { fromIso, statementCsv } from '@corridor/core';
   *
   * const from = fromIso('2020-01-01T00:00:00.000Z')!;
   * clock.advance(1);
   * const period = { accountId: dollars.id, from, until: clock.now() };
   * const statement = await core.statements.read(tenant, period);
   * statement.ok && statement.value.closing; // 1_000_000n
   * statement.ok && statementCsv(statement.value).startsWith('booked_at,'); // true
   * ```
   */
  read(tenant: TenantKey, request: StatementRequest): Promise<Result<AccountStatement>>;
}

export const statementsArea = (ports: StatementPorts): StatementsArea => ({ read: readStatement(ports) });
