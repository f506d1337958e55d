import { customerToErase, ERASE_ACTION, eraseCustomer, type ErasurePorts } from '../../erasure/index.js';
import { idField, ok, textField } from '../../kernel/index.js';
import { operatorText, type Planned, unitAction } from '../../operators/index.js';
import type { RetentionPeriods } from '../../retention/index.js';

interface Recorded {
  readonly retention: RetentionPeriods;
}

/** The periods that a request has recorded; null for a request of a release that recorded none. */
const recordedIn = ({ before }: Pick<Planned, 'before'>): RetentionPeriods | null =>
  (before as Recorded | null)?.retention ?? null;

const periodsText = ({ identityDays, paymentDays, operatorDays }: RetentionPeriods): string =>
  `${identityDays} days for identity, ${paymentDays} for payments, ${operatorDays} for what operators wrote`;

/**
 * The action that erases the data of a customer. Obstacles are looked for when it is asked for, and when it is approved,
 * both by the retention periods of the request: those of a shell in which a command approves it can be others.
 */
export const erasingActions = (ports: Pick<ErasurePorts, 'periods'>) => ({
  [ERASE_ACTION]: unitAction({
    title: 'Erase the personal data of a customer',
    words: async ({ subject, name, before }) => {
      const recorded = recordedIn({ before });
      return {
        heading: 'Erase the personal data',
        sentence: `Erase the personal data of ${await name(subject)} for good: amounts, times and states of its payments stay`,
        state: recorded === null ? [] : [{ label: 'Retention periods', text: periodsText(recorded) }],
      };
    },
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
    plan: async (tx, ctx, { id }, asked) => {
      const recorded = asked === undefined ? ports.periods : recordedIn(asked);
      const found = await customerToErase(tx, ctx, recorded ?? ports.periods, id);
      if (!found.ok) return found;
      const before: Recorded | null = recorded === null ? null : { retention: recorded };
      return ok({ subject: found.value.id, before, moves: [] });
    },
    perform: async (unit, input, { requestedBy, approvedBy }, planned) => {
      const second = operatorText(approvedBy ?? requestedBy);
      const deciders = { requestedBy: operatorText(requestedBy), approvedBy: second };
      const begun = await eraseCustomer(recordedIn(planned) ?? ports.periods, unit, input, deciders);
      return begun.ok ? ok({ output: begun.value, after: { erasure: begun.value.id } }) : begun;
    },
  }),
});
