import { type Permission, PERMISSIONS } from '@corridor/core';
import * as z from 'zod';
import { queryInstant, meanings, pageOf, pageQuery, queryText, text, timestamp } from '../../kit/schemas.js';

const permission = z.enum(PERMISSIONS).meta({
  id: 'Permission',
  description: meanings<Permission>({
    VIEW: 'reading',
    TRANSACT: 'moving money; includes `VIEW`',
    MANAGE: 'changing records, settings and tokens; includes `VIEW`, but not `TRANSACT`',
  }),
});

const LONGEST_NAME = 255;

export const apiToken = z
  .object({
    id: z.string().describe('Names the token in this API. It is also accepted as the username in place of `clientId`.'),
    name: z.string().describe('The label that was chosen when the token was created.'),
    permissions: z.array(permission).describe('What requests with this token may do. They cannot be changed.'),
    clientId: z.string().describe('The username of HTTP Basic authentication.'),
    clientSecret: z
      .string()
      .optional()
      .describe('The password of HTTP Basic authentication. Only in the response that creates the token.'),
    createdAt: timestamp.describe('When the token was issued, in the time of the platform.'),
    updatedAt: timestamp.describe('The same as `createdAt`: a token never changes.'),
  })
  .meta({ id: 'ApiToken' });

export const tokenList = pageOf('TokenListResponse', apiToken);

export const tokenFilter = z.object({
  name: queryText.optional().describe('Only tokens with exactly this label.'),
  createdAfter: queryInstant.optional().describe('Only tokens that were issued at this time or later.'),
  createdBefore: queryInstant.optional().describe('Only tokens that were issued at this time or earlier.'),
  updatedAfter: queryInstant.optional().describe('Only tokens that last changed at this time or later.'),
  updatedBefore: queryInstant.optional().describe('Only tokens that last changed at this time or earlier.'),
  ...pageQuery,
});

export const tokenCreateRequest = z
  .object({
    name: text(LONGEST_NAME).describe('A label that tells people what uses the token. It need not be unique.'),
    permissions: z
      .array(permission)
      .min(1)
      .max(PERMISSIONS.length)
      .describe('What the token may do; none that the calling token lacks.'),
  })
  .meta({ id: 'ApiTokenCreateRequest' });
