import { auditLedger, type EntryKind, type LedgerAudit } from '../ledger/index.js';
import { type AuditedTenant, type CardMoves, createTally, type Inspected, type PostedBooks } from './books.js';
import { inspectEntries } from './entries.js';
import { type FeesOf, inspectSweeps, noteFees } from './sweeps.js';
import { undoableIn, UndoableMap } from './undoable.js';
import { uninspectable } from './uninspectable.js';

/**
 * Inspects the ledger and its journal entries. Lists the kinds of the entries by the record that caused them, so that
 * the passes over these records can check them.
 */
export async function inspectPostings(
  audited: AuditedTenant,
): Promise<Inspected<PostedBooks> & { readonly receivables: LedgerAudit['owed'] }> {
  const { reads, tenant } = audited;
  const entries = createTally<EntryKind>();
  const cardMoves: CardMoves = new UndoableMap();
  const fees = new Map<string, FeesOf>();
  const ledger = await auditLedger(reads, {
    tenant,
    uninspectable,
    async inspectEntries(posted) {
      noteFees(fees, posted);
      const found = await inspectEntries({ reads, tenant, entries, cardMoves }, posted);
      // Nothing of this pass is taken back, and a journal has many entries.
      for (const noted of undoableIn({ entries, cardMoves })) noted.settle();
      return found;
    },
  });
  return {
    books: { ...audited, entries, cardMoves, moves: ledger.moves },
    findings: [...ledger.findings, ...inspectSweeps(fees)],
    count: ledger.entries,
    receivables: ledger.owed,
  };
}
