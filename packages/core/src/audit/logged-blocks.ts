import { type Block, BLOCKS } from '../blocks/index.js';
import { isId, type Reads } from '../kernel/index.js';
import { everyRecord } from '../ledger/index.js';
import type { OperatorLogEntry } from '../operators/index.js';
import { carriedOut, type CarriedOut } from './carried-out.js';

/** What both a block and its entries in the operator log say. */
type Stated = Pick<
  Block,
  | 'status'
  | 'reason'
  | 'caseReference'
  | 'notes'
  | 'tellPlatform'
  | 'blockedBy'
  | 'endReason'
  | 'endReference'
  | 'endedBy'
  | 'endApprovedBy'
>;

/** By tenant and subject: the statements of a source, oldest first, each with the id of the block or entry. */
type Statements = Map<string, { readonly id: string; readonly subject: string; stated: Partial<Stated> }[]>;

/**
 * Compares each block with the entries of the operator log that began and ended it, both ways. Every block and its end
 * write such an entry in their own unit, and entries are sealed.
 */
export async function inspectLoggedBlocks(reads: Reads): Promise<readonly string[]> {
  const { logged, erased, findings } = await loggedBlocks(reads);
  const blocks = await recordedBlocks(reads);
  const found = [...findings];
  for (const key of new Set([...logged.keys(), ...blocks.keys()])) {
    const entries = [...(logged.get(key) ?? [])];
    // The blocks of a subject are alike at times, so that those which agree are paired first.
    const differing = (blocks.get(key) ?? []).filter(({ stated }) => {
      const same = entries.findIndex((entry) => differencesOf(stated, entry.stated).length === 0);
      if (same >= 0) entries.splice(same, 1);
      return same < 0;
    });
    for (const { id, subject, stated } of differing) {
      const entry = entries.shift();
      // An erased entry does not say any more which other records it blocked.
      if (entry === undefined && erased.has(`${keyTenant(key)} ${stated.blockedBy}`)) continue;
      found.push(
        entry === undefined
          ? `${id} blocks ${subject}, and no entry of the operator log says so`
          : `${id} of ${subject} differs from the operator log in ${differencesOf(stated, entry.stated).join(', ')}`,
      );
    }
    for (const { id, subject } of entries)
      found.push(`${id} says that ${subject} was blocked, but its block is missing`);
  }
  return found;
}

const keyOf = ({ tenant, subject }: { readonly tenant: string; readonly subject: string }): string =>
  JSON.stringify([tenant, subject]);

const keyTenant = (key: string): string => (JSON.parse(key) as readonly [string, string])[0];

function add(to: Statements, record: Block | OperatorLogEntry, stated: Partial<Stated>): void {
  const { id, subject } = record;
  const key = keyOf(record);
  to.set(key, [...(to.get(key) ?? []), { id, subject, stated }]);
}

/** `b`: an entry, which says less if it was erased. */
const differencesOf = (a: Partial<Stated>, b: Partial<Stated>): readonly string[] =>
  (Object.keys(b) as (keyof Stated)[]).filter((field) => a[field] !== b[field]);

async function recordedBlocks(reads: Reads): Promise<Statements> {
  const blocks: Statements = new Map();
  for await (const block of everyRecord(reads, BLOCKS)) add(blocks, block, block);
  return blocks;
}

const BEGINS = '.block';
const ENDS = '.unblock';
/** Blocks the party of the match that it is about. */
const CONFIRMS = 'screening.confirm';

async function loggedBlocks(reads: Reads): Promise<{
  readonly logged: Statements;
  /** Tenants and operators of erased entries that began a block. */
  readonly erased: ReadonlySet<string>;
  readonly findings: readonly string[];
}> {
  const logged: Statements = new Map();
  const erased = new Set<string>();
  const begunUnsaid = new Set<OperatorLogEntry['tenant']>();
  const findings: string[] = [];
  const isChecked = (action: string): boolean =>
    action.endsWith(BEGINS) || action.endsWith(ENDS) || action === CONFIRMS;
  for await (const done of carriedOut(reads, isChecked)) {
    const { entry, requestedBy } = done;
    const { id, action, subject } = entry;
    if (action.endsWith(BEGINS) || action === CONFIRMS) {
      if (entry.erasedDigest !== null) {
        erased.add(`${entry.tenant} ${requestedBy}`);
        if (action === CONFIRMS || isId('ExternalAccount', subject)) begunUnsaid.add(entry.tenant);
      }
      for (const blocked of action === CONFIRMS ? listedIn(entry, 'blocked') : [subject, ...listedIn(entry, 'also')])
        add(logged, { ...entry, subject: blocked }, begun(entry, requestedBy));
      continue;
    }
    const lasting = logged.get(keyOf(entry))?.findLast(({ stated }) => stated.status === 'BLOCKED');
    // An erased entry can have begun it, and does not say any more which records it blocked.
    if (lasting === undefined && begunUnsaid.has(entry.tenant)) continue;
    if (lasting === undefined)
      findings.push(`${id} ends a block of ${subject} that no entry of the operator log begins`);
    else lasting.stated = { ...withoutEnd(lasting.stated), ...ended(done) };
  }
  return { logged, erased, findings };
}

/** An erased end does not say its reasons. */
const withoutEnd = ({ endReason: _, endReference: __, ...stated }: Partial<Stated>): Partial<Stated> => stated;

/** An entry that was altered can have anything. */
const inputOf = ({ input }: OperatorLogEntry): Partial<Stated> => ({ ...input });

/** The ids that an entry lists: the other records of a payee that were blocked with it, or those that a confirmation blocked. */
function listedIn({ after }: OperatorLogEntry, name: 'also' | 'blocked'): readonly string[] {
  const ids = ((after ?? {}) as { readonly [N in typeof name]?: unknown })[name];
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}

function begun(entry: OperatorLogEntry, blockedBy: string): Partial<Stated> {
  const { reason = '', caseReference = '', notes = null, tellPlatform = false } = inputOf(entry);
  return {
    ...{ status: 'BLOCKED', blockedBy },
    ...(entry.erasedDigest === null && { reason, caseReference, notes, tellPlatform }),
    ...{ endReason: null, endReference: null, endedBy: null, endApprovedBy: null },
  };
}

function ended({ entry, requestedBy: endedBy, approvedBy: endApprovedBy }: CarriedOut): Partial<Stated> {
  const { reason: endReason = null, caseReference: endReference = null } = inputOf(entry);
  if (entry.erasedDigest !== null) return { status: 'ENDED', endedBy, endApprovedBy };
  return { status: 'ENDED', endReason, endReference, endedBy, endApprovedBy };
}
