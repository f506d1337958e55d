import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const INSTALL_MS = 180_000;
const FLAGS = ['--no-audit', '--no-fund', '--ignore-scripts', '--no-save', '--fetch-retries=1'];

const run = promisify(execFile);

/** A program from the npm registry that is too heavy for the dependencies of the repository. */
export interface Tool {
  readonly package: string;
  readonly version: string;
  /** Path of the program in the package. */
  readonly program: string;
}

/** Installs a tool into a folder of its own, which later runs use again. Returns its program, or why it is left out. */
export async function installedTool(
  tool: Tool,
): Promise<{ readonly program: string; readonly version: string } | { readonly leftOut: string }> {
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  const { version } = tool;
  const folder = join(cache, 'corridor-tools', `${tool.package.replace(/^.*\//, '')}-${version}`);
  const program = join(folder, 'node_modules', tool.package, tool.program);
  if (existsSync(program)) return { program, version };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = `${tool.package}@${version}`;
  try {
    await run('npm', ['install', ...FLAGS, '--prefix', folder, name], { cwd: folder, timeout: INSTALL_MS });
  } catch (error) {
    const [reason] = /npm error .*/.exec(error instanceof Error ? error.message : '') ?? ['npm install failed'];
    return { leftOut: `left out: ${name} cannot be installed: ${reason}` };
  }
  return { program, version };
}
