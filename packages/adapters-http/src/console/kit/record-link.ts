import { code, type Content, link } from './components.js';
import type { TenantVisit } from './visit.js';

/** The id of a record of the platform, as a link if a page shows the record; a dash without an id. */
export function recordLink({ pathOf, place }: TenantVisit, id: string | null): Content {
  const path = id === null ? null : pathOf({ tenant: place.tenant, id });
  return path === null ? code(id) : link(path, code(id));
}
