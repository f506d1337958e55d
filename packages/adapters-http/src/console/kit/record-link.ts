import type { TenantKey } from '@corridor/core';
import { type Content, idsIn, idText, linkIf, shortIds } from './components.js';
import type { TenantVisit, Visit } from './visit.js';

/** A stored text with the ids of records of a tenant, such as a reason; the ids are short, and lead to their pages. */
export const withRecordLinks = ({ pathOf }: Pick<Visit, 'pathOf'>, tenant: TenantKey, text: string): Content =>
  shortIds(text, (id) => pathOf({ tenant, id }));

/** Stored texts with the ids of records of a tenant, such as errors: each id becomes the name of its record. */
export async function withNamedRecords(
  { core, pathOf }: Visit,
  tenant: TenantKey,
  texts: readonly string[],
): Promise<(text: string) => Content> {
  const ids = [...new Set(texts.flatMap(idsIn))];
  const names = await core.operators.reads.recordNames(ids.map((id) => ({ tenant, id })));
  return (text) =>
    shortIds(
      text,
      (id) => pathOf({ tenant, id }),
      (id) => names.get(id),
    );
}

/** The short id of a record of the platform, as a link if a page shows the record; a dash without an id. */
export const recordLink = (visit: TenantVisit, id: string | null): Content => linkIf(recordPath(visit, id), idText(id));

/** The name of a record of the platform, as a link if a page shows the record; its short id if it has no name. */
export const namedLink = (visit: TenantVisit, id: string | null, name: string | null | undefined): Content =>
  linkIf(recordPath(visit, id), name ?? idText(id));

/** The path of the page of a record of the platform; null if no page shows it. */
export const recordPath = ({ pathOf, place }: TenantVisit, id: string | null): string | null =>
  id === null ? null : pathOf({ tenant: place.tenant, id });
