import {
  BASE_COLUMNS,
  type BaseRecord,
  type Cursors,
  type Id,
  newRecord,
  type Page,
  type PageRequest,
  readMatching,
  type Reads,
  recordKind,
  type Result,
  type Unit,
} from '../kernel/index.js';
import { hasRole, type Operator, type OperatorRole, operatorText } from '../operators/index.js';

/**
 * What an operator has noted about an exception, a payment or a customer. A note is never changed and never leaves the
 * operators: no answer, event or page of a platform has it.
 */
export interface Note extends BaseRecord {
  readonly id: Id<'Note'>;
  /** The record that it is about. */
  readonly subject: string;
  readonly text: string;
  readonly author: string;
  /** The lowest role that may read it. */
  readonly readers: OperatorRole;
}

export const NOTES = recordKind<Note>()({
  name: 'notes',
  scope: 'tenant',
  columns: { ...BASE_COLUMNS, subject: 'text', text: 'text', author: 'text', readers: 'text' },
  states: [],
  unique: [],
  filters: ['subject'],
  immutable: ['subject', 'text', 'author', 'readers'],
});

/** Free text can have personal data, so it is bounded. */
export const LONGEST_NOTE = 2_000;

export interface NewNote {
  readonly subject: string;
  readonly text: string;
  readonly readers: OperatorRole;
}

export function addNote({ tx, ctx, ids }: Unit, { subject, text, readers }: NewNote, author: Operator): Note {
  const note: Note = {
    ...{ subject, text, readers, author: operatorText(author) },
    ...newRecord(ids.next('Note'), { tenant: ctx.tenant, now: ctx.hostNow }),
  };
  tx.add(NOTES, note);
  return note;
}

/** A page of the notes about a record that a role may read, newest first. INVALID_INPUT for an unknown cursor. */
export const notesAbout = (
  reads: Reads,
  cursors: Cursors,
  { subject, role, ...request }: PageRequest & { readonly subject: string; readonly role: OperatorRole },
): Promise<Result<Page<Note>>> =>
  readMatching(
    reads,
    cursors,
    NOTES,
    { where: { subject }, order: 'desc' },
    ({ readers }) => hasRole(role, readers),
    request,
  );
