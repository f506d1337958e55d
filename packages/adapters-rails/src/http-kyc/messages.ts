import { z } from 'zod';
import { id, note, printable } from '../partners/values.js';

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
  ])
  .meta({ id: 'ProviderMessage' });
