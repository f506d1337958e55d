import {
  CUSTOMER_TYPES,
  DOCUMENT_TYPES,
  VERIFICATION_ERROR_TYPES,
  type VerificationError,
} from '@corridor/core/records';
import { z } from 'zod';
import { id, note, printable, PROTOCOL, seconds } from '../partners/values.js';

/*
 * The readers of what a provider answers. They accept exactly what docs/connections/kyc.md describes: an answer with a
 * member that is missing, unknown or malformed decides nothing, so the call is repeated.
 */

/** Of findings, and of owners. */
export const MOST = 200;

export const finding: z.ZodType<VerificationError, unknown> = z
  .strictObject({
    resourceId: id.meta({ description: 'Id of the customer, the owner or the document that it is about.' }),
    type: z.enum(VERIFICATION_ERROR_TYPES),
    field: id.nullable().meta({
      description:
        'Path of the field in this record, such as `businessInfo.legalName`, with MISSING_FIELD and INVALID_FIELD.',
    }),
    acceptedDocumentTypes: z.array(z.enum(DOCUMENT_TYPES)).max(MOST).nullable(),
    reason: note.min(1).meta({ description: 'The platform and the customer read it.' }),
  })
  .meta({ id: 'Finding' });

const errors = z.array(finding).min(1).max(MOST);

const owners = z
  .array(z.strictObject({ id, decision: z.enum(['approve', 'reject']) }))
  .max(MOST)
  .meta({ description: 'Each owner once. An owner without an entry stays undecided.' });

const decided = [
  z
    .strictObject({
      state: z.literal('pending'),
      checkAfterSeconds: seconds,
    })
    .meta({ description: 'Not decided yet. The service asks again after this time.' }),
  z.strictObject({ state: z.literal('manual-review') }).meta({ description: 'An operator of the service decides.' }),
  z.strictObject({ state: z.literal('resolve'), errors }).meta({ description: 'More data or documents are needed.' }),
  z.strictObject({ state: z.literal('approved'), owners }),
  z.strictObject({ state: z.literal('rejected'), errors, owners }).meta({ description: 'Refused for good.' }),
] as const;

/** The answer to a submission. */
export const verdict = z.discriminatedUnion('state', decided).meta({ id: 'Verdict' });

/** The answer to a look-up. */
export const lookUp = z
  .discriminatedUnion('state', [
    ...decided,
    z
      .strictObject({ state: z.literal('unknown') })
      .meta({ description: 'The application was not submitted: the service submits it.' }),
  ])
  .meta({ id: 'LookUp' });

export type Verdict = z.infer<typeof verdict>;

/** The answer about an owner who was added later. */
export const ownerDecision = z
  .discriminatedUnion('decision', [
    z.strictObject({ decision: z.enum(['approve', 'reject']) }),
    z
      .strictObject({ decision: z.literal('pending'), checkAfterSeconds: seconds })
      .meta({ description: 'Not decided yet. The service asks again after this time.' }),
    z
      .strictObject({ decision: z.null() })
      .meta({ description: 'An operator decides, unless a message `changed` comes first.' }),
  ])
  .meta({ id: 'OwnerDecision' });

const LONGEST_URL = 2048;
const LONGEST_TOKEN = 4096;

/** The answer to a request for a link. */
export const link = z
  .strictObject({
    url: printable(LONGEST_URL).min(1).meta({ description: 'Of your page: https, in the sandbox also http.' }),
    token: printable(LONGEST_TOKEN)
      .min(1)
      .nullable()
      .meta({ description: 'With which your SDK embeds the page; null if it cannot be embedded.' }),
    expiresAt: z.iso
      .datetime({ offset: true })
      .meta({ description: 'Until when the link can be started.', examples: ['2026-01-05T10:30:00Z'] }),
  })
  .meta({ id: 'Link' });

/** The answer to the look-up of a link. */
export const linkState = z
  .discriminatedUnion('state', [
    z
      .strictObject({ state: z.literal('open'), checkAfterSeconds: seconds })
      .meta({ description: 'The customer has not finished. The service asks again after this time.' }),
    z
      .strictObject({ state: z.literal('submitted') })
      .meta({ description: 'The customer has entered everything: the service submits the application.' }),
    z
      .strictObject({ state: z.literal('ended') })
      .meta({ description: 'The link has expired, was abandoned, or is unknown.' }),
  ])
  .meta({ id: 'LinkState' });

export const stored = z.strictObject({ stored: z.literal(true) }).meta({ id: 'Stored' });

export const capabilities = z
  .strictObject({
    customerTypes: z
      .array(z.enum(CUSTOMER_TYPES))
      .min(1)
      .meta({ description: 'On whom the provider decides. Operators decide on all others.' }),
    hostedLink: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether customers of these types enter their data on a page of the provider.' }),
  })
  .meta({ id: 'ProviderCapabilities' });

export const capabilitiesAnswer = z
  .strictObject({ protocol: z.literal(PROTOCOL), capabilities })
  .meta({ id: 'ProviderCapabilitiesAnswer' });
