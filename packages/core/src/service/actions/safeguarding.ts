import { idField, ok, textField } from '../../kernel/index.js';
import { saying, unitAction } from '../../operators/index.js';
import { LONGEST_STATEMENT, type SafeguardingArea } from '../../safeguarding/index.js';

const SIGNED_OFF = {
  id: idField('SafeguardingReport', {
    label: 'Report',
    option: { meaning: 'The report, as SafeguardingReport:…; corridor safeguarding reports prints them' },
  }),
  statement: textField({
    label: 'Statement',
    hint: 'What you state about the figures, such as that they agree with the statements of the banks',
    maxLength: LONGEST_STATEMENT,
    rows: 3,
    option: { meaning: 'What you state about the figures, such as what they were compared with' },
  }),
};

/** The actions on the daily reports of what is owed. Each runs in the house tenant of the environment. */
export const safeguardingActions = (safeguarding: Pick<SafeguardingArea, 'planSignOff' | 'signOff'>) => ({
  'safeguarding.sign-off': unitAction({
    title: 'Sign off a safeguarding report',
    words: saying('Sign off the report', async ({ input: { id }, name }) => `Sign off ${await name(id)}`),
    role: 'OPERATOR',
    effects: [],
    input: SIGNED_OFF,
    plan: safeguarding.planSignOff,
    perform: async ({ tx, ctx }, input, { requestedBy: by }) => {
      const signed = await safeguarding.signOff(tx, ctx, { ...input, by });
      if (!signed.ok) return signed;
      const { day, digest, statement } = signed.value;
      return ok({ output: signed.value, after: { day, digest, statement } });
    },
  }),
});
