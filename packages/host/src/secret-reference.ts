import { readFileSync } from 'node:fs';
import * as z from 'zod';

/** The variables of the process, or those that a test passes instead. */
export type Environment = Readonly<Record<string, string | undefined>>;

const MAX_LENGTH = 8_192;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Settings of the host begin with this; a secret under such a name would be refused as an unknown setting. */
const SETTING = /^CORRIDOR_/;

/**
 * A secret of a data file, which names the secret only: `{"env": "NAME"}` or `{"file": "path"}`. Parses to its value,
 * without the line break at the end of a file. No error contains the value.
 */
export const secretReference = (environment: Environment) =>
  z
    .union(
      [
        z.strictObject({
          env: z.string().refine((name) => VARIABLE.test(name) && !SETTING.test(name), {
            error: 'must be the name of an environment variable that does not start with CORRIDOR_',
          }),
        }),
        z.strictObject({ file: z.string().min(1) }),
      ],
      { error: 'must be {"env": "NAME"} or {"file": "path"}: secrets are not written into this file' },
    )
    .transform((reference, context) => {
      const read = 'env' in reference ? fromEnvironment(environment, reference.env) : fromFile(reference.file);
      if (typeof read === 'string') return read;
      context.issues.push({ code: 'custom', input: undefined, message: read.refusal });
      return z.NEVER;
    });

type Read = string | { readonly refusal: string };

function fromEnvironment(environment: Environment, name: string): Read {
  const value = environment[name];
  return value === undefined || value === ''
    ? { refusal: `the environment variable ${name} is not set` }
    : visible(value, `the environment variable ${name}`);
}

function fromFile(path: string): Read {
  try {
    return visible(readFileSync(path, 'utf8').replace(/\r?\n$/, ''), path);
  } catch {
    return { refusal: `${path} cannot be read` };
  }
}

/** Secrets are sent in headers, which allow printable ASCII only. */
const visible = (value: string, where: string): Read =>
  value.length <= MAX_LENGTH && /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value)
    ? value
    : { refusal: `${where} must be 1 to ${MAX_LENGTH} characters of printable ASCII` };
