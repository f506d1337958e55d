import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfiguration } from '../../packages/host/src/settings/configuration.js';
import { printOpenApi } from '../../packages/host/src/commands/openapi.js';
import type { OpenApi } from './openapi-changes.js';
import type { Promises } from './promises.js';

const packages = fileURLToPath(new URL('../../packages', import.meta.url));

/** What the present code promises: what `corridor openapi` prints without any configuration, and the API reports. */
export async function presentPromises(): Promise<Promises> {
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  await printOpenApi(readConfiguration({}), { print } as Parameters<typeof printOpenApi>[1]);
  return { openApi: JSON.parse(lines.join('\n')) as OpenApi, reports: Object.fromEntries(presentReports()) };
}

const presentReports = (): readonly (readonly [name: string, report: string])[] =>
  readdirSync(packages).flatMap((name) =>
    reportsIn(join(packages, name, 'api')).map(
      (entry) => [`${name}/${entry}`, readFileSync(join(packages, name, 'api', entry), 'utf8')] as const,
    ),
  );

const reportsIn = (folder: string): readonly string[] =>
  existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.api.md')) : [];
