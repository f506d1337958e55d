import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type * as z from 'zod';
import { ConfigurationError } from './configuration.js';

/** So many faults of a file are told at once. */
const TOLD = 5;

/** Reads a file of data that a setting names. Throws a ConfigurationError that names setting, file and every fault. */
export function readDataFile<T>(setting: string, path: string, schema: z.ZodType<T>): T {
  const broken = (why: string): ConfigurationError => new ConfigurationError(`${setting}: ${path} ${why}`);
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw broken(cause instanceof SyntaxError ? 'is not JSON' : 'cannot be read');
  }
  const parsed = schema.safeParse(content);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const told = issues
    .slice(0, TOLD)
    .map(({ path: at, message }) => `${at.length === 0 ? '' : `${at.join('.')}: `}${message}`);
  throw broken([...told, ...(issues.length > TOLD ? [`and ${issues.length - TOLD} more`] : [])].join('; '));
}

/** A file of this package's `directories` folder, which stands one folder above the modules, two above their bundle. */
export function bundledFile(name: string): string {
  const paths = ['../directories/', '../../directories/'].map((folder) =>
    fileURLToPath(new URL(folder + name, import.meta.url)),
  );
  return paths.find((path) => existsSync(path)) ?? paths[0]!;
}
