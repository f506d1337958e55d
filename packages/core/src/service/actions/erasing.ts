import { customerToErase, ERASE_ACTION, eraseCustomer, type ErasurePorts } from '../../erasure/index.js';
import { idField, ok, textField } from '../../kernel/index.js';
import { operatorText, saying, unitAction } from '../../operators/index.js';

/** The action that erases the data of a customer. Obstacles are looked for when it is asked for, and when it is approved. */
export const erasingActions = (ports: Pick<ErasurePorts, 'periods'>) => ({
  [ERASE_ACTION]: unitAction({
    title: 'Erase the personal data of a customer',
    words: saying(
      'Erase the personal data',
      async ({ subject, name }) =>
        `Erase the personal data of ${await name(subject)} for good: amounts, times and states of its payments stay`,
    ),
    weight: 'danger',
    role: 'ADMIN',
    effects: ['ERASES_DATA'],
    input: {
      id: idField('Customer', { label: 'Customer', option: { meaning: 'The deleted customer, as Customer:…' } }),
      caseReference: textField({
        label: 'Case',
        hint: 'The reference of the request, or of the rule. It stays: write no name',
        maxLength: 100,
        option: { name: 'case', meaning: 'The reference of the request, or of the rule; without a name' },
      }),
    },
    plan: async (tx, ctx, { id }) => {
      const found = await customerToErase(tx, ctx, ports.periods, id);
      return found.ok ? ok({ subject: found.value.id, before: null, moves: [] }) : found;
    },
    perform: async (unit, input, { requestedBy, approvedBy }) => {
      const second = operatorText(approvedBy ?? requestedBy);
      const deciders = { requestedBy: operatorText(requestedBy), approvedBy: second };
      const begun = await eraseCustomer(ports, unit, input, deciders);
      return begun.ok ? ok({ output: begun.value, after: { erasure: begun.value.id } }) : begun;
    },
  }),
});
