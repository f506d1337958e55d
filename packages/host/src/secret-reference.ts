import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';

/** The variables of the process, or those that a test passes instead. */
export type Environment = Readonly<Record<string, string | undefined>>;

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
  { error: 'must be {"env": "NAME"} or {"file": "path"}: secrets are not written into this file' },
);

/**
 * A secret of a data file, which names the secret only: `{"env": "NAME"}` or `{"file": "path"}`. Parses to its value,
 * without the line break at the end of a file. No error contains the value.
 */
export const secretReference = (places: SecretPlaces) =>
  reference.transform((given, context) => {
    const read = secretAt(given, places);
    if (typeof read === 'string') return read;
    context.issues.push({ code: 'custom', input: undefined, message: read.refusal });
    return z.NEVER;
  });

/** As `secretReference`, for a secret that is sent in a header, which allows printable ASCII only. */
export const headerReference = (places: SecretPlaces) =>
  secretReference(places).refine(
    (value) => value.length <= MAX_LENGTH && /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value),
    { error: `names a secret that is not 1 to ${MAX_LENGTH} characters of printable ASCII` },
  );

type Read = string | { readonly refusal: string };

function secretAt(place: z.output<typeof reference>, { environment, folder }: SecretPlaces): Read {
  if ('env' in place) {
    return present(environment[place.env] ?? '', `the environment variable ${place.env}`);
  }
  const path = resolve(folder, place.file);
  try {
    return present(readFileSync(path, 'utf8').replace(/\r?\n$/, ''), `the file ${path}`);
  } catch (cause) {
    return { refusal: `the file ${path} cannot be read (${(cause as NodeJS.ErrnoException).code ?? 'unknown error'})` };
  }
}

const present = (value: string, where: string): Read =>
  value.trim() === '' ? { refusal: `${where} is missing or empty` } : value;
