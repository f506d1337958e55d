import { CUSTOMERS } from '../../customers/index.js';
import { customerOf } from '../../erasure/index.js';
import {
  choiceField,
  err,
  idField,
  isId,
  ok,
  optional,
  type Reads,
  type Result,
  shownAs,
  textField,
} from '../../kernel/index.js';
import { operatorText, saying, unitAction } from '../../operators/index.js';
import { mustNotBeErased } from '../../retention/index.js';
import {
  addToCase,
  CASE_OUTCOMES,
  caseToExtend,
  closeCase,
  type Linked,
  LONGEST_TITLE,
  openCase,
  openCaseWith,
  SCREENINGS,
} from '../../screening/index.js';
import { TRANSACTIONS } from '../../transactions/index.js';
import { partOf } from './records.js';

const ABOUT = idField(['Screening', 'Transaction', 'Customer'], {
  label: 'Record',
  hint: 'The id of a hit, a payment or a customer',
  option: { name: 'about', meaning: 'Screening:…, Transaction:… or Customer:…' },
});

const CASE = idField('ScreeningCase', {
  label: 'Case',
  option: { meaning: 'The case, as ScreeningCase:…; corridor cases list prints them' },
});

const OUTCOMES = {
  REPORTED: 'Reported to an authority',
  UNFOUNDED: 'The suspicion is unfounded',
  ENDED: 'Ended otherwise',
} as const satisfies Readonly<Record<(typeof CASE_OUTCOMES)[number], string>>;

/** The record with its customer. 404 REFERENCE_NOT_FOUND if the tenant has none; 409 CONFLICT if the customer is erased. */
async function linkedTo(reads: Reads, id: string): Promise<Result<Linked>> {
  const found = isId('Screening', id)
    ? await reads.get(SCREENINGS, id)
    : isId('Transaction', id)
      ? await reads.get(TRANSACTIONS, id)
      : await reads.get(CUSTOMERS, id);
  if (found === null) return err('REFERENCE_NOT_FOUND', `about: ${id} does not exist`);
  const customer = await customerOf(reads, id);
  if (customer === null || !isId('Customer', customer)) return ok({ subject: id, customerId: null });
  const lasting = await mustNotBeErased(reads, customer);
  return lasting.ok ? ok({ subject: id, customerId: customer }) : lasting;
}

/**
 * The actions on cases: examinations of hits, payments and customers together. Notes and assignments of a case are those of
 * every record (`notes.add`, `assignments.set`).
 */
export const caseActions = {
  'cases.open': unitAction({
    title: 'Open a case',
    words: saying('Open the case', async ({ input: { title, about }, name }) =>
      about === undefined ? `Open the case “${title}”` : `Open the case “${title}” about ${await name(about)}`,
    ),
    role: 'OPERATOR',
    effects: [],
    input: {
      // The entry of the log is about the first record, so it has no text about the case.
      title: shownAs(
        textField({
          label: 'Title',
          hint: 'What the case is about, in a few words; only operators read it',
          maxLength: LONGEST_TITLE,
          option: { meaning: 'What the case is about, in a few words' },
        }),
        () => '…',
      ),
      about: optional(ABOUT),
    },
    plan: async (tx, { tenant }, { about }) => {
      const found = about === undefined ? ok() : await linkedTo(tx, about);
      return found.ok ? ok({ subject: about ?? tenant, before: null, moves: [] }) : found;
    },
    perform: async (unit, { title, about }, { requestedBy }) => {
      const linked = about === undefined ? ok(null) : await linkedTo(unit.tx, about);
      if (!linked.ok) return linked;
      const links = linked.value === null ? [] : [linked.value];
      const opened = openCase(unit, { title, about: links }, operatorText(requestedBy));
      return ok({ output: opened, after: { case: opened.id, status: opened.status } });
    },
  }),
  'cases.add': unitAction({
    title: 'Add a record to a case',
    words: saying(
      'Add to the case',
      async ({ input: { id, about }, name }) => `Add ${await name(about)} to ${await name(id)}`,
    ),
    role: 'OPERATOR',
    effects: [],
    input: { id: CASE, about: ABOUT },
    plan: async (tx, _ctx, { id, about }) => {
      const found = await caseToExtend(tx, id, about);
      if (!found.ok) return found;
      const linked = await linkedTo(tx, about);
      return linked.ok ? ok({ subject: found.value.id, before: null, moves: [] }) : linked;
    },
    perform: async (unit, { id, about }, { requestedBy }) => {
      const linked = await linkedTo(unit.tx, about);
      if (!linked.ok) return linked;
      const added = await addToCase(unit, id, linked.value, operatorText(requestedBy));
      return added.ok ? ok({ output: added.value, after: { added: about } }) : added;
    },
  }),
  'cases.close': unitAction({
    title: 'Close a case',
    words: saying(
      'Close the case',
      async ({ input: { id, outcome }, name }) => `Close ${await name(id)}: ${OUTCOMES[outcome].toLowerCase()}`,
    ),
    role: 'OPERATOR',
    effects: [],
    input: {
      id: CASE,
      outcome: choiceField(
        CASE_OUTCOMES.map((outcome) => [outcome, OUTCOMES[outcome]] as const),
        { label: 'Outcome', option: { meaning: `How it ended: ${CASE_OUTCOMES.join(', ')}` } },
      ),
      reason: textField({
        label: 'Reason',
        hint: 'Why it ended so, such as the reference of the report; only operators read it',
        maxLength: 500,
        rows: 3,
        option: { meaning: 'Why it ended so; only operators read it' },
      }),
    },
    plan: async (tx, _ctx, { id }) => {
      const found = await openCaseWith(tx, id);
      return found.ok ? ok({ subject: found.value.id, before: partOf(found.value, ['status']), moves: [] }) : found;
    },
    perform: async (unit, input, { requestedBy }) => {
      const closed = await closeCase(unit, input, operatorText(requestedBy));
      return closed.ok ? ok({ output: closed.value, after: partOf(closed.value, ['status', 'outcome']) }) : closed;
    },
  }),
};
