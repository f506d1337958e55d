import { ERASED_TEXT, type Reads } from '../kernel/index.js';
import { EXCEPTIONS, type ExceptionRecord } from '../exceptions/index.js';
import { everyRecord } from '../ledger/index.js';
import { resolutionNote } from '../treasury/index.js';
import { carriedOut, type CarriedOut } from './carried-out.js';

const OPENS = 'exceptions.open';
const RESOLVES = 'exceptions.resolve';

/** What both an exception and the entry of the operator log that resolved it say. */
type Stated = Pick<
  ExceptionRecord,
  'tenant' | 'status' | 'resolution' | 'resolvedBy' | 'approvedBy' | 'note' | 'entryId'
>;

/**
 * Compares the exceptions with the entries of the operator log that opened and resolved them. Entries are sealed. An
 * exception can also be resolved without an operator, and by a program that embeds the core, and then has no entry.
 */
export async function inspectLoggedResolutions(reads: Reads): Promise<readonly string[]> {
  const resolved = new Map<string, { readonly entry: string; readonly stated: Partial<Stated> }>();
  const opened = new Map<string, string>();
  for await (const done of carriedOut(reads, (action) => action === OPENS || action === RESOLVES)) {
    const { id, action, subject, after } = done.entry;
    const { id: made } = { ...after } as { readonly id?: unknown };
    if (action === RESOLVES) resolved.set(subject, { entry: id, stated: statedBy(done) });
    else if (typeof made === 'string') opened.set(made, id);
  }
  const findings: string[] = [];
  for await (const exception of everyRecord(reads, EXCEPTIONS)) {
    const said = resolved.get(exception.id);
    resolved.delete(exception.id);
    opened.delete(exception.id);
    if (said === undefined) continue;
    const differing = (Object.keys(said.stated) as (keyof Stated)[]).filter(
      (field) => exception[field] !== said.stated[field] && exception[field] !== ERASED_TEXT,
    );
    if (differing.length > 0) findings.push(`${exception.id} differs from ${said.entry} in ${differing.join(', ')}`);
  }
  for (const [id, entry] of opened)
    if (!resolved.has(id)) findings.push(`${entry} opens ${id}, but this exception is missing`);
  for (const [id, { entry }] of resolved) findings.push(`${entry} resolves ${id}, but this exception is missing`);
  return findings;
}

/** What the input of a resolution has. */
type Said = { readonly note: string; readonly evidence: string } & Pick<ExceptionRecord, 'resolution'>;

/** An entry that was altered can have anything, and one that was erased has no texts. */
function statedBy({ entry, requestedBy, approvedBy }: CarriedOut): Partial<Stated> {
  const signed = { tenant: entry.tenant as never, status: 'RESOLVED', resolvedBy: requestedBy, approvedBy } as const;
  if (entry.erasedDigest !== null) return signed;
  const { resolution = null, note, evidence } = { ...entry.input } as Partial<Said>;
  const { entryId = null } = { ...entry.after } as Partial<Stated>;
  return { ...signed, resolution, note: resolutionNote(note, evidence), entryId };
}
