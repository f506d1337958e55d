import { PERMISSIONS } from '@corridor/core';
import * as z from 'zod';
import { instant, pageOf, pageQuery, queryText, text, timestamp } from '../app/schemas.js';

const permission = z.enum(PERMISSIONS).meta({ id: 'Permission' });

const LONGEST_NAME = 255;

export const apiToken = z
  .object({
    id: z.string(),
    name: z.string(),
    permissions: z.array(permission),
    clientId: z.string(),
    clientSecret: z.string().meta({ description: 'Only in the response to the creation' }).optional(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'ApiToken' });

export const tokenList = pageOf('TokenListResponse', apiToken);

export const tokenFilter = z.object({
  name: queryText.optional(),
  createdAfter: instant.optional(),
  createdBefore: instant.optional(),
  updatedAfter: instant.optional(),
  updatedBefore: instant.optional(),
  ...pageQuery,
});

export const tokenCreateRequest = z
  .object({ name: text(LONGEST_NAME), permissions: z.array(permission).min(1).max(PERMISSIONS.length) })
  .meta({ id: 'ApiTokenCreateRequest', examples: [{ name: 'reporting', permissions: ['VIEW'] }] });
