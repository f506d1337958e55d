import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const LOAD = fileURLToPath(new URL('../bin/load.cjs', import.meta.url));

/** Prints whether V8 has refused the code cache of each file that `corridor --help` loads: null where there is none. */
const LOADS = `
  const { cached, load } = require(${JSON.stringify(LOAD)});
  process.argv.splice(1, Infinity, 'corridor', '--help');
  process.once('exit', () => {
    const refused = [...cached.values()].map((script) => script.cachedDataRejected ?? null);
    process.stdout.write(JSON.stringify(refused));
  });
  load('cli.cjs');
`;

async function refused(...flags: readonly string[]): Promise<ReadonlySet<boolean | null>> {
  const env = { PATH: process.env['PATH'] };
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '-e', LOADS], { env });
  expect(stdout).toContain('Usage: corridor');
  return new Set(JSON.parse(stdout.slice(stdout.lastIndexOf('['))) as (boolean | null)[]);
}

test('a start takes the code cache that was made when the service was built', async () => {
  expect(await refused()).toEqual(new Set([false]));
});

test('a start under other flags of V8 refuses it, and goes on without', async () => {
  expect(await refused('--no-flush-bytecode')).toEqual(new Set([true]));
});
