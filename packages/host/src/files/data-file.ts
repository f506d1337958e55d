import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type * as z from 'zod';
import { ConfigurationError } from '../kernel/errors.js';

/** Maximum number of errors that are reported for one file. */
const TOLD = 5;

export interface JsonFile {
  readonly content: unknown;
  /** Creates the error to throw for invalid content; it names the setting and the file. */
  readonly broken: (why: string, options?: ErrorOptions) => ConfigurationError;
}

/** Reads a JSON file that a setting names. Throws a ConfigurationError. */
export function readJsonFile(setting: string, path: string): JsonFile {
  const broken: JsonFile['broken'] = (why, options) => new ConfigurationError(`${setting}: ${path} ${why}`, options);
  try {
    return { content: JSON.parse(readFileSync(path, 'utf8')), broken };
  } catch (cause) {
    throw broken(cause instanceof SyntaxError ? 'is not JSON' : 'cannot be read');
  }
}

/**
 * Reads a data file that a setting names. Throws a ConfigurationError that names the setting, the file and each
 * error.
 */
export function readDataFile<T>(setting: string, path: string, schema: z.ZodType<T>): T {
  const { content, broken } = readJsonFile(setting, path);
  const parsed = schema.safeParse(content);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const reasons = issues
    .slice(0, TOLD)
    .map(({ path: at, message }) => `${at.length === 0 ? '' : `${at.join('.')}: `}${message}`);
  throw broken([...reasons, ...(issues.length > TOLD ? [`and ${issues.length - TOLD} more`] : [])].join('; '));
}

/** Rejects a list that has a name twice, ignoring case; `pathOf` returns the path of the entry at an index. */
export function refuseRepeats(
  names: readonly string[],
  context: z.core.$RefinementCtx,
  pathOf: (index: number) => PropertyKey[] = () => [],
): void {
  const seen = new Set<string>();
  for (const [index, name] of names.entries()) {
    const key = name.toLowerCase();
    if (seen.has(key)) {
      context.issues.push({ code: 'custom', input: name, path: pathOf(index), message: `${name} is listed twice` });
    }
    seen.add(key);
  }
}

/** A file of this package by its path in the package, which is two folders above this module and above its bundle. */
export const packageFile = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
