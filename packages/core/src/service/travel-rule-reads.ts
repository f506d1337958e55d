import {
  type Cursors,
  type Page,
  type PageRequest,
  readMatching,
  readPage,
  type Result,
  type TenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import { TRAVEL_RULE_TRANSFERS, type TravelRuleStatus, type TravelRuleTransferRecord } from '../travel-rule/index.js';

export interface TravelRuleFilter extends PageRequest {
  /** Absent: those of all tenants. */
  readonly tenant?: TenantKey | undefined;
  readonly status?: TravelRuleStatus | undefined;
  /** The tenants that the caller may read; absent: all. */
  readonly within?: ((tenant: TenantKey) => boolean) | undefined;
}

/** What operators read of the transfers on chains that the travel rule concerns. The parties stay sealed. */
export interface TravelRuleReads {
  /** Pages of transfers, newest first. INVALID_INPUT for an unknown cursor. */
  readonly list: (filter: TravelRuleFilter) => Promise<Result<Page<TravelRuleTransferRecord>>>;
}

export const travelRuleReads = (ports: { readonly units: UnitOfWork; readonly cursors: Cursors }): TravelRuleReads => ({
  list: ({ tenant, status, within, ...request }) =>
    ports.units.read(tenant ?? null, (reads) => {
      const query = { where: { status }, order: 'desc' } as const;
      return within === undefined
        ? readPage(reads, ports.cursors, TRAVEL_RULE_TRANSFERS, { ...query, counted: false }, request)
        : readMatching(reads, ports.cursors, TRAVEL_RULE_TRANSFERS, query, (each) => within(each.tenant), request);
    }),
});
