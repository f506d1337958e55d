// Installs what a fresh clone lacks; with --build compiles it, with --service also bundles the service for a quick start.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

function run(command, args, cwd = root) {
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) process.exit(status ?? 1);
}

const installed = `${root}node_modules/.package-lock.json`;
const locked = `${root}package-lock.json`;
if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(locked).mtimeMs) run('npm', ['ci']);
const service = process.argv.includes('--service');
if (service || process.argv.includes('--build'))
  run(process.execPath, [`${root}node_modules/typescript/bin/tsc`, '-b']);
if (service) {
  const rolldown = `${root}node_modules/rolldown/bin/cli.mjs`;
  run(process.execPath, [rolldown, '--config', '--log-level', 'warn'], `${root}packages/host`);
}
