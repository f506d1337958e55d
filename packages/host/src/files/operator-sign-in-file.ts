import { type Id, OPERATOR_ROLES } from '@corridor/core';
import { isId } from '@corridor/core/internal';
import type { GroupAccess } from '@corridor/core/ports';
import * as z from 'zod';
import { readDataFile } from './data-file.js';
import { headerReference, type SecretPlaces } from './secret-reference.js';

/** The identity provider of operators, and what its groups give. */
export interface OperatorSignInFile {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** How the sign-in page names the provider. */
  readonly name: string;
  readonly scopes: string;
  readonly groupsClaim: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** Null: the provider is asked for no level of authentication. */
  readonly acrValues: readonly string[] | null;
  /** Null: the person may have signed in at the provider at any time. */
  readonly maxAgeSeconds: number | null;
  readonly groups: ReadonlyMap<string, GroupAccess>;
  readonly awaySeconds: number;
}

const SETTING = 'CORRIDOR_OPERATOR_SIGN_IN_FILE';
const LONGEST = 255;
const MOST_GROUPS = 500;
/** A session is confirmed every five minutes, so that less would end sessions before the provider is asked. */
const LEAST_AWAY = 300;
const MOST_AWAY = 3_600;
const USUAL_AWAY = 900;

/** Less would ask a person for the factor while the browser still leads back. */
const LEAST_AGE = 60;
const MOST_AGE = 86_400;

/** The parameters that the host sets itself. */
const OWN_PARAMETERS = [
  ...['client_id', 'redirect_uri', 'response_type', 'response_mode', 'scope', 'state', 'nonce'],
  ...['code_challenge', 'code_challenge_method', 'request', 'request_uri'],
  // Members of their own, so that their answers are checked.
  ...['acr_values', 'max_age', 'claims'],
];

const words = (longest = LONGEST) => z.string().trim().min(1).max(longest);

const isNear = ({ hostname }: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/** As the provider writes it, because it is compared exactly. */
const issuer = z.string().refine(
  (text) => {
    if (!URL.canParse(text)) return false;
    const url = new URL(text);
    const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isNear(url));
    return isSafe && url.search === '' && url.hash === '' && url.username === '';
  },
  { error: 'must be the https address of the provider without a query, exactly as the provider names itself' },
);

const platform = z
  .string()
  .refine((id) => isId('Platform', id), { error: 'must be an id that begins with Platform:' })
  .transform((id) => id as Id<'Platform'>);

const group = z
  .strictObject({
    role: z.enum(OPERATOR_ROLES, { error: `must be one of ${OPERATOR_ROLES.join(', ')}` }),
    platforms: z.array(platform).min(1).max(200).optional(),
  })
  .transform(({ role, platforms }): GroupAccess => {
    const limit = platforms === undefined ? null : [...new Set(platforms)].toSorted();
    return { role, platforms: limit };
  });

const schemaIn = (places: SecretPlaces) =>
  z.strictObject({
    issuer,
    clientId: words(),
    clientSecret: headerReference(places),
    name: words(60).default('your identity provider'),
    scopes: z
      .string()
      .refine((text) => text.split(' ').includes('openid'), {
        error: 'must be names with blanks between them, among them openid',
      })
      .default('openid profile offline_access'),
    groupsClaim: words().default('groups'),
    parameters: z
      .record(z.string(), words())
      .refine((given) => Object.keys(given).every((name) => !OWN_PARAMETERS.includes(name)), {
        error: `must not have ${OWN_PARAMETERS.join(', ')}`,
      })
      .default({}),
    acrValues: z
      .array(words().regex(/^\S+$/, { error: 'must not have blanks' }))
      .min(1)
      .max(20)
      .nullable()
      .default(null),
    maxAgeSeconds: z.int().min(LEAST_AGE).max(MOST_AGE).nullable().default(null),
    groups: z
      .record(words(), group)
      .transform((given) => new Map(Object.entries(given)))
      .refine(({ size }) => size >= 1 && size <= MOST_GROUPS, { error: `must have 1 to ${MOST_GROUPS} groups` }),
    awaySeconds: z.int().min(LEAST_AWAY).max(MOST_AWAY).default(USUAL_AWAY),
  });

/** Reads the file that the setting names; null without one. Throws a ConfigurationError with each error. */
export const readOperatorSignIn = (path: string | null, places: SecretPlaces): OperatorSignInFile | null =>
  path === null ? null : readDataFile(SETTING, path, schemaIn(places));
