import { dirname } from 'node:path';
import { type CurrencyCode, ENVIRONMENTS, type Environment as RailEnvironment } from '@corridor/core';
import { RailEntryError } from '@corridor/core/ports';
import * as z from 'zod';
import { type JsonFile, readJsonFile } from './data-file.js';
import type { ConfigurationError } from '../kernel/errors.js';
import { secretReference } from './secret-reference.js';
import type { Environment } from '../kernel/process-context.js';

const SETTING = 'CORRIDOR_CONNECTIONS_FILE';

/** An entry of the connections file. */
export interface RailEntry {
  readonly type: string;
  readonly name: string;
  readonly environment: RailEnvironment;
  /** What the connection should hold at least, in smallest units. */
  readonly floors: ReadonlyMap<CurrencyCode, bigint>;
  /** Whether its accounts safeguard money of customers: all of them, or the rails that it names. */
  readonly safeguarding: boolean | readonly string[];
  /** The other members. */
  readonly members: Readonly<Record<string, unknown>>;
  /** The error for an invalid member, which names the setting, the file, the rail and the member. */
  readonly invalid: (member: string, message: string, options?: ErrorOptions) => ConfigurationError;
}

const NAME = /^[a-z0-9-]{1,40}$/;

const floors = z
  .record(
    z.string(),
    z.int({ error: 'must be a whole number of smallest units' }).positive({ error: 'must be above 0' }),
    { error: 'must be an object of amounts by currency code' },
  )
  .default({});

const safeguarding = z
  .union([z.boolean(), z.array(z.string()).min(1)], {
    error: 'must be true, or a list of names of the rails whose accounts safeguard',
  })
  .default(false);

const entryOf = (types: readonly string[], taken: readonly string[]) =>
  z.looseObject({
    name: z
      .string({ error: 'must be a text' })
      .regex(NAME, { error: 'must be 1 to 40 lower-case letters, digits and hyphens' })
      .refine((name) => !taken.includes(name), { error: 'is the name of a bundled rail or issuer' }),
    type: z.enum(types, { error: `must be ${alternatives(types)}` }),
    environment: z.enum(ENVIRONMENTS, { error: `must be ${alternatives(ENVIRONMENTS)}` }),
    floors,
    safeguarding,
  });

const alternatives = (names: readonly string[]): string => names.join(' or ');

const file = z.strictObject({ rails: z.array(z.unknown(), { error: 'must be a list' }) });

/**
 * The entries of the connections file, in its order; none without a file. `types` are the known types, `taken` the names of
 * the bundled rails and of the clearing accounts of issuers. Throws a ConfigurationError for the first mistake.
 */
export function readConnectionsFile(
  path: string | null,
  types: readonly string[],
  taken: readonly string[],
): readonly RailEntry[] {
  if (path === null) return [];
  const { content, broken } = readJsonFile(SETTING, path);
  const { rails } = parsed(file, content, (member, message) => broken(at(member, message)));
  const schema = entryOf(types, taken);
  const names = new Set<string>();
  return rails.map((given, index) => {
    const invalid = invalidIn(broken, given, index);
    const { name, type, environment, floors: least, safeguarding: marked, ...members } = parsed(schema, given, invalid);
    if (names.has(name)) throw invalid('name', 'is the name of two rails');
    names.add(name);
    const amounts = Object.entries(least).map(([code, amount]) => [code as CurrencyCode, BigInt(amount)] as const);
    return { type, name, environment, floors: new Map(amounts), safeguarding: marked, members, invalid };
  });
}

const at = (member: string, message: string): string => (member === '' ? message : `${member}: ${message}`);

/** Names an entry by its name, or by its place in the file if it has no valid name. */
function invalidIn(broken: JsonFile['broken'], given: unknown, index: number): RailEntry['invalid'] {
  const name = typeof given === 'object' && given !== null && 'name' in given ? given.name : null;
  const rail = typeof name === 'string' && NAME.test(name) ? `rail ${name}` : `rails.${index}`;
  return (member, message, options) => broken(`${rail}: ${at(member, oneLine(message))}`, options);
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

function parsed<T>(
  schema: z.ZodType<T>,
  content: unknown,
  invalid: (member: string, message: string) => ConfigurationError,
): T {
  const result = schema.safeParse(content);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw invalid(issue!.path.join('.'), issue!.message);
}

/**
 * Resolves references to secrets: `{"env": "NAME"}`, or `{"file": "path"}` relative to the folder of the connections file.
 * Throws a RailEntryError that never contains the secret.
 */
export const secretsOf =
  (connectionsFile: string, environment: Environment) =>
  (member: string, given: unknown): string => {
    const secret = secretReference({ environment, folder: dirname(connectionsFile) }).safeParse(given);
    if (secret.success) return secret.data;
    throw new RailEntryError(member, secret.error.issues[0]!.message);
  };
