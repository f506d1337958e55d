import {
  type Context,
  type Cursors,
  DEFAULT_LIMIT,
  err,
  instant,
  ok,
  type Page,
  type PageRequest,
  plusSeconds,
  type Query,
  type Reads,
  type Result,
} from '../kernel/index.js';
import type { UmaProvider } from './ports.js';
import { LOOKUPS } from '../quotes/index.js';
import { UMA_RECEIPTS } from './records.js';

export interface ProviderFilter extends PageRequest {
  readonly countryCode?: string | undefined;
  readonly currencyCode?: string | undefined;
  /** Includes blocked providers. */
  readonly hasBlockedProviders?: boolean | undefined;
  readonly sortOrder?: 'asc' | 'desc' | undefined;
}

/** The configured counterparties, ordered by domain. INVALID_INPUT for an invalid cursor. */
export const listProviders =
  (cursors: Cursors, providers: readonly UmaProvider[]): Query<ProviderFilter, Page<UmaProvider>> =>
  async (_reads, _ctx, filter) => {
    const { sortOrder = 'desc' } = filter;
    const list = `UMA providers ${sortOrder}`;
    const after = cursors.decode(list, filter.cursor);
    if (!after.ok) return after;
    const sign = sortOrder === 'asc' ? 1 : -1;
    const found = providers
      .filter(({ isBlocked }) => !isBlocked || filter.hasBlockedProviders === true)
      .filter((p) => filter.countryCode === undefined || p.supportedRegions.includes(filter.countryCode.toUpperCase()))
      .filter(
        (p) => filter.currencyCode === undefined || p.supportedCurrencies.includes(filter.currencyCode.toUpperCase()),
      )
      .sort((a, b) => (a.domain < b.domain ? -sign : sign));
    const from = after.value;
    const rest =
      from === undefined
        ? found
        : found.filter(({ domain }) => (domain < from.id ? -sign : sign) > 0 && domain !== from.id);
    const data = rest.slice(0, filter.limit ?? DEFAULT_LIMIT);
    const last = data.at(-1);
    const hasMore = rest.length > data.length;
    const next =
      hasMore && last !== undefined
        ? { nextCursor: cursors.encode(list, { createdAt: instant(0), id: last.domain }) }
        : {};
    return ok({ data, hasMore, ...next, totalCount: found.length });
  };

const HOUR = 3600;

/**
 * Checks that payments with an institution are allowed now: COUNTERPARTY_NOT_ALLOWED, VELOCITY_LIMIT_EXCEEDED (both
 * 403).
 */
export async function checkCounterparty(
  reads: Reads,
  ctx: Context,
  providers: readonly UmaProvider[],
  vasp: string,
  direction: 'to' | 'from',
): Promise<Result<void>> {
  const provider = providers.find(({ domain }) => domain === vasp);
  if (provider === undefined) return ok();
  if (provider.isBlocked) return err('COUNTERPARTY_NOT_ALLOWED');
  const { hourlyLimit } = provider;
  if (hourlyLimit === null) return ok();
  const query = {
    where: { vasp },
    between: [{ column: 'createdAt', from: plusSeconds(ctx.now, -HOUR) }] as const,
    order: 'desc',
    limit: 1,
  } as const;
  const { total = hourlyLimit } =
    direction === 'to' ? await reads.list(LOOKUPS, query) : await reads.list(UMA_RECEIPTS, query);
  return total >= hourlyLimit ? err('VELOCITY_LIMIT_EXCEEDED') : ok();
}
