import * as z from 'zod';
import type { PostalAddress } from '../iso20022/messages.js';
import { SEPA_IDENTIFIER } from '../iso20022/sepa-text.js';

export const text = z.string().trim().min(1).max(1000);

export const name = text.max(140).regex(/[\p{L}\p{N}]/u, 'needs a letter or a digit');

const identifier = z
  .string()
  .regex(SEPA_IDENTIFIER, 'must be 1 to 35 letters, digits or characters that SEPA allows, without spaces')
  .nullish()
  .transform((value) => value ?? null);

/** A name, with an id and the one who gave it. */
export const party = z.strictObject({ name, id: identifier, issuer: identifier }).transform((given, context) => {
  if (given.id === null && given.issuer !== null)
    context.addIssue({ code: 'custom', path: ['issuer'], message: 'needs an id' });
  return { name: given.name, id: given.id === null ? null : { id: given.id, issuer: given.issuer } };
});

const optionalText = text.nullish().transform((value) => value ?? null);

/** The members have the names of an address in the API. */
export const address = z
  .strictObject({
    line1: text,
    line2: optionalText,
    city: text.regex(/[\p{L}\p{N}]/u, 'needs a letter or a digit'),
    state: optionalText,
    postalCode: optionalText,
    country: z.string().regex(/^[A-Z]{2}$/, 'must be two capital letters, such as DE'),
  })
  .transform(({ line1, line2, city, state, postalCode, country }): PostalAddress => ({
    ...{ country, townName: city, postCode: postalCode, street: line1, secondLine: line2 },
    ...{ buildingNumber: null, subdivision: state },
  }));
