// Installs and builds what a fresh clone lacks; does nothing when everything is in place.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) process.exit(status ?? 1);
}

const installed = `${root}node_modules/.package-lock.json`;
const locked = `${root}package-lock.json`;
if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(locked).mtimeMs) run('npm', ['ci']);
if (process.argv.includes('--build')) run(process.execPath, [`${root}node_modules/typescript/bin/tsc`, '-b']);
