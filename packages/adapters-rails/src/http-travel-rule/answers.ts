import { z } from 'zod';
import { note, PROTOCOL, seconds } from '../partners/values.js';

/*
 * The readers of what a partner answers. They accept exactly what docs/connections/travel-rule.md describes: an answer with
 * a member that is missing, unknown or malformed decides nothing, so the call is repeated.
 */

const answers = [
  z.strictObject({ state: z.literal('pending'), checkAfterSeconds: seconds }).meta({
    description: 'The institution has not answered yet. The service asks again after this time.',
  }),
  z.strictObject({ state: z.literal('accepted') }).meta({ description: 'The transfer may be sent.' }),
  z
    .strictObject({ state: z.literal('rejected'), reason: note.min(1).meta({ description: 'Operators read it.' }) })
    .meta({
      description: 'The transfer must not be sent.',
    }),
] as const;

/** The answer to a transfer that was sent. */
export const answer = z.discriminatedUnion('state', answers).meta({ id: 'Answer' });

/** The answer to a look-up. */
export const lookUp = z
  .discriminatedUnion('state', [
    ...answers,
    z
      .strictObject({ state: z.literal('unknown') })
      .meta({ description: 'No transfer was sent under this reference: the service sends it.' }),
  ])
  .meta({ id: 'LookUp' });

export const status = z.strictObject({ protocol: z.literal(PROTOCOL) }).meta({ id: 'Status' });
