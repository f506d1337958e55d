import { EVENTS, type OutboxEvent } from '../../events/index.js';
import { countOpenExceptions, type OpenExceptions } from '../../exceptions/index.js';
import type { Instant, TenantKey, UnitOfWork } from '../../kernel/index.js';
import { SEALS } from '../../seals/index.js';

export interface InstallationReads {
  /** When the newest seal was made, by the clock of the host that made it; null if there is none. */
  newestSealAt(): Promise<Instant | null>;
  /** The open exceptions of all tenants, by environment, kind and currency. */
  openExceptions(): Promise<readonly OpenExceptions[]>;
  /** The newest events of a tenant, newest first. */
  newestEvents(tenant: TenantKey, most: number): Promise<readonly OutboxEvent[]>;
}

export const installationReads = (units: UnitOfWork): InstallationReads => ({
  newestSealAt: async () => {
    const query = { order: 'desc', limit: 1, counted: false } as const;
    const { rows } = await units.read(null, (reads) => reads.list(SEALS, query));
    return rows[0]?.createdAt ?? null;
  },
  openExceptions: () => units.read(null, countOpenExceptions),
  newestEvents: async (tenant, most) => {
    const query = { order: 'desc', limit: most, counted: false } as const;
    return (await units.read(tenant, (reads) => reads.list(EVENTS, query))).rows;
  },
});
