import { idField, ok, textField } from '../../kernel/index.js';
import { operatorText, saying, unitAction } from '../../operators/index.js';
import { customerToHold, holdCustomer, holdToRelease, releaseHold } from '../../retention/index.js';
import { partOf } from './records.js';

const textsOf = (caseReference: string) => ({
  reason: textField({
    label: 'Reason',
    hint: 'Only operators read it',
    maxLength: 500,
    rows: 3,
    option: { meaning: 'Why; only operators read it' },
  }),
  caseReference: textField({
    label: 'Case',
    hint: 'The reference of the case or the order',
    maxLength: 100,
    option: { name: 'case', meaning: caseReference },
  }),
});

/**
 * The actions by which operators keep the data of a customer for a case. A hold begins at once, because an erasure could;
 * its end always needs two operators.
 */
export const holdActions = {
  'customers.hold': unitAction({
    title: 'Place a legal hold on a customer',
    words: saying(
      'Place the legal hold',
      async ({ input: { id, caseReference }, name }) =>
        `Keep the data of ${await name(id)} for the case ${caseReference}: they cannot be erased`,
    ),
    role: 'OPERATOR',
    effects: [],
    input: {
      id: idField('Customer', { label: 'Customer', option: { meaning: 'The customer, as Customer:…' } }),
      ...textsOf('The reference of the case or the order'),
    },
    plan: async (tx, _ctx, { id }) => {
      const found = await customerToHold(tx, id);
      return found.ok ? ok({ subject: found.value.id, before: null, moves: [] }) : found;
    },
    perform: async (unit, input, { requestedBy }) => {
      const held = await holdCustomer(unit, input, operatorText(requestedBy));
      return held.ok ? ok({ output: held.value, after: { hold: held.value.id } }) : held;
    },
  }),
  'customers.release-hold': unitAction({
    title: 'Release a legal hold of a customer',
    words: saying(
      'Release the legal hold',
      async ({ input: { caseReference }, subject, name }) =>
        `Release a legal hold of ${await name(subject)}: without another hold, the data can be erased. The decision: ${caseReference}`,
    ),
    role: 'OPERATOR',
    effects: ['ENDS_BLOCK'],
    input: {
      id: idField('LegalHold', { label: 'Legal hold', option: { meaning: 'The legal hold, as LegalHold:…' } }),
      ...textsOf('The reference of the decision'),
    },
    plan: async (tx, _ctx, { id }) => {
      const found = await holdToRelease(tx, id);
      if (!found.ok) return found;
      const before = partOf(found.value, ['status', 'caseReference']);
      return ok({ subject: found.value.customerId, before, moves: [] });
    },
    perform: async (unit, input, { requestedBy, approvedBy }) => {
      const second = approvedBy === null ? null : operatorText(approvedBy);
      const released = await releaseHold(unit, input, operatorText(requestedBy), second);
      if (!released.ok) return released;
      return ok({ output: released.value, after: partOf(released.value, ['status', 'caseReference']) });
    },
  }),
};
