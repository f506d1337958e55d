import { CUSTOMERS } from '../../customers/index.js';
import { customerOf } from '../../erasure/index.js';
import { EXCEPTIONS } from '../../exceptions/index.js';
import {
  choiceField,
  clearable,
  err,
  idField,
  invalidFields,
  isId,
  ok,
  type Reads,
  type Result,
  shownAs,
  textField,
} from '../../kernel/index.js';
import { addNote, assign, assignmentOf, LONGEST_NOTE, LOOKS_AFTER } from '../../notes/index.js';
import { allowedTo, OPERATOR_ROLES, OPERATORS, saying, unitAction } from '../../operators/index.js';
import { mustNotBeErased } from '../../retention/index.js';
import { SCREENING_CASES } from '../../screening/index.js';
import { TRANSACTIONS } from '../../transactions/index.js';

const ABOUT = idField(['Exception', 'Transaction', 'Customer', 'ScreeningCase'], {
  label: 'Record',
  option: { meaning: 'Exception:…, Transaction:…, Customer:… or ScreeningCase:…' },
});

const NOTED = {
  id: ABOUT,
  // The log keeps everything for everyone who may read it, so it has no text of a note.
  text: shownAs(
    textField({
      label: 'Note',
      hint: 'Operators alone read it. It is kept until a customer whom it is about is erased: write no numbers of documents or accounts',
      maxLength: LONGEST_NOTE,
      rows: 4,
    }),
    () => '…',
  ),
  readers: choiceField(
    [
      ['VIEWER', 'Every operator'],
      ['OPERATOR', 'Operators who decide, and those above them'],
      ['APPROVER', 'Approvers and administrators'],
      ['ADMIN', 'Administrators'],
    ],
    { label: 'Who reads it', option: { meaning: `The lowest role that reads it: ${OPERATOR_ROLES.join(', ')}` } },
  ),
};

const ASSIGNED = {
  id: ABOUT,
  operator: clearable(
    idField('Operator', {
      label: 'Operator',
      hint: 'Empty: no operator looks after it any more',
      option: { name: 'to', meaning: 'The operator who looks after it; none: no operator does' },
    }),
  ),
};

const NO_ACCESS = invalidFields([{ field: 'operator', message: 'must be an operator who has access to the record' }]);

/** 404 REFERENCE_NOT_FOUND if the tenant has no such record; 409 CONFLICT if its customer is erased. */
async function checkRecord(reads: Reads, id: string): Promise<Result<void>> {
  const found = isId('Exception', id)
    ? await reads.get(EXCEPTIONS, id)
    : isId('Transaction', id)
      ? await reads.get(TRANSACTIONS, id)
      : isId('ScreeningCase', id)
        ? await reads.get(SCREENING_CASES, id)
        : await reads.get(CUSTOMERS, id);
  if (found === null) return err('REFERENCE_NOT_FOUND', `${id} does not exist`);
  const customer = await customerOf(reads, id);
  return customer === null ? ok() : mustNotBeErased(reads, customer);
}

/** The actions by which operators tell each other what they know of a record, and who looks after it. */
export const noteActions = {
  'notes.add': unitAction({
    title: 'Add a note',
    words: saying('Add the note', async ({ input, name }) => `Add a note to ${await name(input.id)}`),
    role: 'OPERATOR',
    effects: [],
    input: NOTED,
    plan: async (tx, _ctx, { id }) => {
      const found = await checkRecord(tx, id);
      return found.ok ? ok({ subject: id, before: null, moves: [] }) : found;
    },
    perform: async (unit, { id, text, readers }, { requestedBy }) => {
      const note = addNote(unit, { subject: id, text, readers }, requestedBy);
      return ok({ output: note, after: { note: note.id, readers } });
    },
  }),
  'assignments.set': unitAction({
    title: 'Assign a record to an operator',
    words: saying('Assign the record', async ({ input: { id, operator = null }, name }) =>
      operator === null
        ? `Leave ${await name(id)} without an operator`
        : `Give ${await name(id)} to ${await name(operator)}`,
    ),
    role: 'OPERATOR',
    effects: [],
    input: ASSIGNED,
    plan: async (tx, { tenant }, { id, operator = null }) => {
      const found = await checkRecord(tx, id);
      if (!found.ok) return found;
      if (operator !== null && !allowedTo(await tx.get(OPERATORS, operator), tenant, LOOKS_AFTER).ok) return NO_ACCESS;
      const before = { operator: (await assignmentOf(tx, id))?.operatorId ?? null };
      return ok({ subject: id, before, moves: [] });
    },
    perform: async (unit, { id, operator = null }) => {
      const { operatorId } = await assign(unit, id, operator);
      return ok({ output: { operatorId }, after: { operator: operatorId } });
    },
  }),
};
