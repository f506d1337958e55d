import { Bug, describeCause, type Reads, Unavailable, type UnitOfWork } from '../kernel/index.js';
import { wrapReads } from './wrapped-reads.js';

/** What calls of the storage have thrown: a lost connection, or an audit that was stopped. */
const faults = new WeakSet<object>();
/** What a storage throws about what it was asked, or has read: an id or a column that is not what the declaration says. */
const ABOUT_CONTENT = [SyntaxError, TypeError, RangeError, Bug];
const isAboutContent = (thrown: unknown): boolean => ABOUT_CONTENT.some((type) => thrown instanceof type);

/**
 * Reads that note what their calls throw. Such a fault ends the audit. Everything else that is thrown while a record is
 * inspected is about the record, whose columns can have any content once the database was changed by other means; so is
 * JSON that cannot be parsed, or an id in it that is none.
 */
export const notingFaults = (reads: Reads): Reads =>
  wrapReads(reads, async (call) => {
    try {
      return await call();
    } catch (thrown) {
      if (typeof thrown === 'object' && thrown !== null && !isAboutContent(thrown)) faults.add(thrown);
      throw thrown;
    }
  });

/** Units whose reads note what their calls throw. */
export const unitsNotingFaults = (units: UnitOfWork): UnitOfWork => ({
  ...units,
  read: (tenant, work, extent) => units.read(tenant, (reads) => work(notingFaults(reads)), extent),
});

/** The finding about a record, or a part of the audit, whose inspection has thrown. Throws a fault of the storage. */
export function uninspectable(what: string, thrown: unknown): string {
  if (thrown instanceof Unavailable) throw thrown;
  if (typeof thrown === 'object' && thrown !== null && faults.has(thrown)) throw thrown;
  return `${what} cannot be inspected: ${thrown instanceof SyntaxError ? 'a column has no valid JSON or number' : describeCause(thrown)}`;
}

/** The findings of a part of the audit; one finding if it throws, so that the other parts go on. */
export async function findingsOf(
  what: string,
  inspected: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const findings: string[] = [];
  findings.push(...(await partOf(what, inspected, [], findings)));
  return findings;
}

/** What a part of the audit computes; `otherwise`, and a finding, if it throws. */
export async function partOf<T>(
  what: string,
  computed: () => Promise<T>,
  otherwise: T,
  findings: string[],
): Promise<T> {
  try {
    return await computed();
  } catch (thrown) {
    findings.push(uninspectable(what, thrown));
    return otherwise;
  }
}

interface Loaded<S> {
  readonly subjects: readonly S[];
  readonly findings: readonly string[];
}

/**
 * Loads what the checks of a page need. If that throws, it loads each record on its own, so that a malformed record hides
 * no other. `undo`: takes back what the load of the page has changed.
 */
export async function loadEach<T extends { readonly id: string }, S>(
  page: readonly T[],
  load: (records: readonly T[]) => Promise<readonly S[]>,
  undo: () => void = () => undefined,
): Promise<Loaded<S>> {
  try {
    return { subjects: await load(page), findings: [] };
  } catch (thrown) {
    undo();
    const [first, ...others] = page;
    if (first !== undefined && others.length === 0)
      return { subjects: [], findings: [uninspectable(first.id, thrown)] };
    uninspectable('', thrown);
  }
  const subjects: S[] = [];
  const findings: string[] = [];
  for (const record of page) {
    const loaded = await loadEach([record], load, undo);
    subjects.push(...loaded.subjects);
    findings.push(...loaded.findings);
  }
  return { subjects, findings };
}
