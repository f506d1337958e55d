import { type Instant, toIso } from '@corridor/core';
import { html } from '../../pages/html.js';
import { type Content, link } from '../kit/components.js';
import { namedLink } from '../kit/record-link.js';
import type { TenantVisit } from '../kit/visit.js';

/** Shows customers, accounts, cards and agents by their names, with links to their pages. */
export type Parties = (id: string | null) => Content;

/** The names of all parties of a page are read at once. */
export async function partiesOf(visit: TenantVisit, ids: readonly (string | null)[]): Promise<Parties> {
  const { tenant, platform } = visit.place;
  const names = await visit.core.operators.reads.partyNames(tenant, ids);
  return (id) =>
    id === platform.platformId ? platform.name : namedLink(visit, id, id === null ? null : names.get(id));
}

const isInternal = (id: string): boolean => id.startsWith('InternalAccount:');

const DAY_MS = 86_400_000;
/** So many days of the statement of an account are shown for a payment that is still under way. */
const STATEMENT_DAYS = 30;

/** An account; an internal one with a link to the statement of the days from the payment on. */
function accountOf({ place: { base, context } }: TenantVisit, parties: Parties, id: string, at: Instant): Content {
  if (!isInternal(id)) return parties(id);
  const from = Math.floor(at / DAY_MS) * DAY_MS;
  const until = Math.min(context.now, from + STATEMENT_DAYS * DAY_MS);
  const minute = (time: number): string =>
    toIso(time as Instant)
      .slice(0, 16)
      .replace('T', ' ');
  // The statement ends before its last minute.
  const period = new URLSearchParams({ from: minute(from), ...(until < context.now && { until: minute(until) }) });
  return html`${parties(id)} ${link(`${base}/accounts/${id}/statement?${period}`, 'Statement')}`;
}

/** Who sends or gets the money of a payment or a quote; `customerId` alone is a customer who sends it from outside. */
export type Side =
  | { readonly accountId: string }
  | { readonly umaAddress: string }
  | { readonly descriptor: string }
  | { readonly customerId: string };

/** One side of a payment. */
export function sideOf(visit: TenantVisit, parties: Parties, side: Side | null, at: Instant): Content | null {
  if (side === null) return null;
  if ('accountId' in side) return accountOf(visit, parties, side.accountId, at);
  if ('umaAddress' in side) return side.umaAddress;
  if ('descriptor' in side) return side.descriptor;
  return html`${parties(side.customerId)} <span class="hint">Money that the customer sends for this payment</span>`;
}

/** The ids of the accounts and customers of both sides. */
export const idsOfSides = (...sides: readonly (Side | null)[]): readonly string[] =>
  sides.flatMap((side) => {
    if (side === null) return [];
    if ('accountId' in side) return [side.accountId];
    return 'customerId' in side ? [side.customerId] : [];
  });
