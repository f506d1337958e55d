import type { ScreeningTelling } from '@corridor/core/ports';
import { z } from 'zod';
import { id } from '../partners/values.js';

/** What a provider reports. */
export const screeningMessage: z.ZodType<ScreeningTelling, unknown> = z
  .discriminatedUnion('kind', [
    z
      .strictObject({ kind: z.literal('lists-changed') })
      .meta({ description: 'The lists have another version: the service asks about all parties again.' }),
    z
      .strictObject({
        kind: z.literal('changed'),
        reference: id.meta({ description: 'Of a question that the provider answered.' }),
      })
      .meta({ description: 'The answer to a question is another one now: the service asks again.' }),
  ])
  .meta({ id: 'ScreeningMessage' });
