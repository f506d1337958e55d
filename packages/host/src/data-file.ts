import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type * as z from 'zod';
import { ConfigurationError } from './errors.js';

/** So many faults of a file are told at once. */
const TOLD = 5;

interface JsonFile {
  readonly content: unknown;
  /** What to throw where the content is not what it is to be; names setting and file. */
  readonly broken: (why: string) => ConfigurationError;
}

/** Reads a JSON file that a setting names. Throws a ConfigurationError. */
export function readJsonFile(setting: string, path: string): JsonFile {
  const broken = (why: string): ConfigurationError => new ConfigurationError(`${setting}: ${path} ${why}`);
  try {
    return { content: JSON.parse(readFileSync(path, 'utf8')), broken };
  } catch (cause) {
    throw broken(cause instanceof SyntaxError ? 'is not JSON' : 'cannot be read');
  }
}

/** Reads a file of data that a setting names. Throws a ConfigurationError that names setting, file and every fault. */
export function readDataFile<T>(setting: string, path: string, schema: z.ZodType<T>): T {
  const { content, broken } = readJsonFile(setting, path);
  const parsed = schema.safeParse(content);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const told = issues
    .slice(0, TOLD)
    .map(({ path: at, message }) => `${at.length === 0 ? '' : `${at.join('.')}: `}${message}`);
  throw broken([...told, ...(issues.length > TOLD ? [`and ${issues.length - TOLD} more`] : [])].join('; '));
}

/** Refuses a list in which a name stands twice, capitals or not; `pathOf` says where the entry with it stands. */
export function refuseRepeats(
  names: readonly string[],
  context: z.core.$RefinementCtx,
  pathOf: (index: number) => PropertyKey[] = () => [],
): void {
  const seen = new Set<string>();
  for (const [index, name] of names.entries()) {
    const key = name.toLowerCase();
    if (seen.has(key)) {
      context.issues.push({ code: 'custom', input: name, path: pathOf(index), message: `${name} stands in it twice` });
    }
    seen.add(key);
  }
}

/** A file of this package, by its path there, which is one folder above the modules and two above their bundle. */
export function packageFile(path: string): string {
  const files = ['../', '../../'].map((folder) => fileURLToPath(new URL(folder + path, import.meta.url)));
  return files.find((file) => existsSync(file)) ?? files[0]!;
}
