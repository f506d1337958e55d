import { execFile, spawnSync } from 'node:child_process';
import { freePort } from '../../packages/adapters-storage/src/testing/free-port.js';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'vitest';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
/** The ports that the pages name. */
const PORTS = /\b[348]09[0-9]\b/g;

/** The port of a server that listens on any free one. */
export async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** A port that was free a moment ago. */
/** What runs the lines in each language of a page. Each page needs bash and Node. */
const PROGRAMS: Readonly<Record<string, readonly [program: string, argument: string]>> = {
  python: ['python3', '--version'],
  go: ['go', 'version'],
};

/** Whether this machine runs the lines in this language. */
export function runs(language: string): boolean {
  const [program, argument] = PROGRAMS[language]!;
  return spawnSync(program, [argument]).status === 0;
}

/**
 * What a reader pastes for one block. A ```` ```bash ```` block is pasted as it is; ```` ```bash go ```` needs Go. Of
 * the other languages, a block whose first line is a comment with the name of a file is saved under that name.
 */
function pasted(page: string, info: string, block: string): readonly string[] {
  const [language, needed] = info.split(' ') as [string, string?];
  if (language === 'bash') {
    if (needed === undefined || runs(needed)) return [block];
    process.stdout.write(
      `${PROGRAMS[needed]![0]} is not installed: the lines of docs/${page} that need it do not run\n`,
    );
    return [];
  }
  const [, file] = /^(?:\/\/|#) ([\w-]+\.\w+)\n/.exec(block) ?? [];
  return file === undefined ? [] : [`cat > "$HERE/${file}" <<'END_OF_FILE'\n${block}END_OF_FILE\n`];
}

/** All lines of a page that a reader pastes, with free ports. */
async function pastedLines(page: string): Promise<string> {
  const text = readFileSync(`${REPOSITORY}/docs/${page}`, 'utf8');
  const fences = [...text.matchAll(/^```(\S[^\n]*)\n(.*?)^```$/gms)];
  const blocks = fences.flatMap(([, info, block]) => pasted(page, info!, block!));
  expect(blocks.length).toBeGreaterThan(5);
  let lines = blocks.join('\n');
  for (const port of new Set(lines.match(PORTS))) lines = lines.replaceAll(port, String(await freePort()));
  return lines;
}

/** Pastes the lines of a page of `docs` into a shell, and returns what it prints. */
export async function paste(page: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  // What still runs at the end, for instance after a failure, ends with the shell.
  const script = `trap 'kill $(jobs -p) 2> /dev/null || true; wait; rm -rf $HERE' EXIT\n${await pastedLines(page)}\nwait`;
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: REPOSITORY,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...env },
  });
  return stdout;
}
