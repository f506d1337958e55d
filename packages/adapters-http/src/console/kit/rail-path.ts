import { type Content, linkIf } from './components.js';
import type { Visit } from './visit.js';

/**
 * The path of the page of a connection or of one of its rails. Null for a name without a page, such as that of a card issuer,
 * and for an operator with a limit, who has no pages about the whole service.
 */
export function railPath({ base, core, isLimited }: Visit, name: string): string | null {
  const { connections, all } = core.rails;
  const exists = connections.some((each) => each.name === name) || all.some((each) => each.name === name);
  return exists && !isLimited ? `${base}/rails/${encodeURIComponent(name)}` : null;
}

/** The name of a rail, as a link if it has a page; a dash without one. */
export const railLink = (visit: Visit, name: string | null): Content =>
  name === null ? '–' : linkIf(railPath(visit, name), name);

/** The path of the statements of a rail; null if no connection keeps them. */
export function statementsPath({ base, core, isLimited }: Visit, rail: string): string | null {
  const isStated = core.rails.connections.some(
    ({ statements, rails }) => (statements ?? null) !== null && rails.some(({ name }) => name === rail),
  );
  return isStated && !isLimited ? `${base}/reconciliation/${encodeURIComponent(rail)}` : null;
}
