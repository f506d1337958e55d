import type { UnitOfWork } from '@corridor/core/ports';
import { type RawBuilder, sql } from 'kysely';
import { removeExpiredStatement } from '../schema/expiry.js';
import { sqliteBuilder } from '../schema/statements.js';
import { anyKind, expiryOf, tableOf } from '../schema/tables.js';
import { tenantCell } from '../schema/write-queries.js';
import type { Writer } from './writer.js';

const db = sqliteBuilder();
const among = (rows: RawBuilder<unknown>) => sql`id in (${rows})`;

/** Deletes expired rows in the queue of the writer. */
export const removeExpiredBy =
  (writer: Writer): UnitOfWork['removeExpired'] =>
  async (tenant, kind, until, limit) => {
    const table = tableOf(anyKind(kind));
    const expiresBy = expiryOf(table, tenant);
    const make = () => removeExpiredStatement(db, table, expiresBy, tenant !== null, 'id', among);
    return writer.direct((connection) => {
      const bindings = [{ tenant: tenantCell(tenant, connection.lookup), until, limit }];
      return connection.rows(`expire ${table.name}`, make, bindings).length;
    }, 'jobs');
  };
