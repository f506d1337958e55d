import { z } from 'zod';
import { date, id, note, printable } from '../partners/values.js';
import { finding, MOST } from './answers.js';

const LONGEST_CASE = 100;
/** Not blank: core asks for a text that says something. */
const SAYS_SOMETHING = /[^ ]/;

const reference = id.meta({ description: 'The reference that the service gave you.' });

/** The messages of a provider. */
export const providerMessage = z
  .discriminatedUnion('kind', [
    z
      .strictObject({ kind: z.literal('changed'), reference })
      .meta({ description: 'There is something new. It decides nothing: the service asks.' }),
    z
      .strictObject({
        kind: z.literal('withdrawn'),
        reference,
        messageId: id.meta({ description: 'Your id of the message. A repeated id has no effect.' }),
        reason: note.min(1).regex(SAYS_SOMETHING).meta({ description: 'For operators only.' }),
        caseReference: printable(LONGEST_CASE)
          .min(1)
          .regex(SAYS_SOMETHING)
          .meta({ description: 'Your reference of the case.' }),
      })
      .meta({ description: 'An approval was wrong: the customer is blocked.' }),
    z
      .strictObject({
        kind: z.literal('renewal'),
        reference,
        messageId: id.meta({ description: 'Your id of the message. A repeated id has no effect.' }),
        errors: z.array(finding).min(1).max(MOST).meta({ description: 'What you need.' }),
        validUntil: date.nullable().meta({
          description: 'The day (UTC) from which an operator decides if you did not get it; null for no such day.',
          examples: ['2026-06-30'],
        }),
      })
      .meta({ description: 'The approval has to be renewed: the platform is asked for more.' }),
  ])
  .meta({ id: 'ProviderMessage' });
