import { z } from 'zod';
import { id, memo, note, PROTOCOL } from '../partners/values.js';

/*
 * The readers of what a provider answers. They accept exactly what docs/connections/screening.md describes: an answer
 * with a member that is missing, unknown or malformed decides nothing, so the call is repeated.
 */

const MOST_MATCHES = 50;

const match = z
  .strictObject({
    party: id.nullable().meta({ description: 'Id of a party of the question; null for a finding about the payment.' }),
    list: id.meta({ description: 'The name of the list or rule.', examples: ['OFAC SDN'] }),
    entry: id.meta({ description: 'Your id of the entry on the list, or of the rule.' }),
    entryVersion: id.meta({ description: 'Changes with the content of the entry: a clearance ends with it.' }),
    name: memo.nullable().meta({ description: 'The name on the list; null for a rule.' }),
    score: z.int().min(0).max(100).nullable().meta({ description: 'How alike; null if you give none.' }),
    reason: note.min(1).meta({ description: 'One sentence. Operators read it.' }),
  })
  .meta({ id: 'Match' });

const matches = z.array(match).min(1).max(MOST_MATCHES).meta({ description: 'The strongest first.' });

const version = id.meta({ description: 'Names the content of all lists and rules together.' });

/** The answer to a question. */
export const screening = z
  .discriminatedUnion('state', [
    z
      .strictObject({ state: z.literal('clear'), listVersion: version, matches: z.array(match).max(0) })
      .meta({ description: 'Nothing matches.' }),
    z
      .strictObject({ state: z.literal('hold'), listVersion: version, matches })
      .meta({ description: 'An operator must decide about the matches.' }),
    z
      .strictObject({ state: z.literal('refuse'), listVersion: version, matches })
      .meta({ description: 'The matches are certain. An operator can still decide otherwise.' }),
  ])
  .meta({ id: 'Screening' });

export type Screening = z.infer<typeof screening>;

export const listVersion = z.strictObject({ listVersion: version }).meta({ id: 'ListVersion' });

export const capabilities = z
  .strictObject({
    payments: z
      .boolean()
      .meta({ description: 'Whether the provider judges payments. If not, no question has a payment.' }),
  })
  .meta({ id: 'ScreeningCapabilities' });

export const capabilitiesAnswer = z
  .strictObject({ protocol: z.literal(PROTOCOL), capabilities })
  .meta({ id: 'ScreeningCapabilitiesAnswer' });

export const PARTS_OF_ANSWERS: readonly z.ZodType[] = [match];
