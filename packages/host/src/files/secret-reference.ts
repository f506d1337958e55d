import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import type { Environment } from '../kernel/process-context.js';

/** Where references to secrets lead. */
export interface SecretPlaces {
  readonly environment: Environment;
  /** The folder to which the paths of files are relative. */
  readonly folder: string;
}

const MAX_LENGTH = 8_192;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Settings of the host begin with this; a secret under such a name would be refused as an unknown setting. */
const SETTING = /^CORRIDOR_/;

const reference = z.union(
  [
    z.strictObject({
      env: z.string().refine((name) => VARIABLE.test(name) && !SETTING.test(name), {
        error: 'must be the name of an environment variable that does not start with CORRIDOR_',
      }),
    }),
    z.strictObject({ file: z.string().min(1) }),
  ],
  { error: 'must name the secret and not contain it: {"env": "NAME"} or {"file": "path"}' },
);

/**
 * A secret of a data file, which names the secret only: `{"env": "NAME"}` or `{"file": "path"}`. Parses to its value,
 * without the line break at the end of a file. No error contains the value.
 */
export const secretReference = (places: SecretPlaces) =>
  referenceTo(places, (value) => value.trim() !== '', 'is missing or empty');

/** As `secretReference`, for a secret that is sent in a header, which allows printable ASCII only. */
export const headerReference = (places: SecretPlaces) =>
  referenceTo(
    places,
    (value) => value.length <= MAX_LENGTH && /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value),
    `must be 1 to ${MAX_LENGTH} characters of printable ASCII`,
  );

const referenceTo = (places: SecretPlaces, isAllowed: (value: string) => boolean, rule: string) =>
  reference.transform((given, context) => {
    const { value, where, unreadable } = 'env' in given ? variable(given.env, places) : file(given.file, places);
    if (value !== '' && isAllowed(value)) return value;
    const message = unreadable ?? `${where} ${value === '' ? 'is missing or empty' : rule}`;
    context.issues.push({ code: 'custom', input: undefined, message });
    return z.NEVER;
  });

interface Read {
  /** Empty if there is none. */
  readonly value: string;
  readonly where: string;
  readonly unreadable?: string;
}

const variable = (name: string, { environment }: SecretPlaces): Read => ({
  value: environment[name] ?? '',
  where: `the environment variable ${name}`,
});

function file(path: string, { folder }: SecretPlaces): Read {
  const where = `the file ${path}`;
  try {
    return { value: readFileSync(resolve(folder, path), 'utf8').replace(/\r?\n$/, ''), where };
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown error';
    return { value: '', where, unreadable: `${where} cannot be read (${code})` };
  }
}
