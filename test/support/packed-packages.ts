import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional: boolean }>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** A package as it is published. */
export interface Packed {
  readonly tarball: string;
  /** The folder of its unpacked contents. */
  readonly folder: string;
  readonly manifest: Manifest;
}

export const PACKAGES = readdirSync(join(root, 'packages'));

/** Packs all packages from their build output. */
export async function packAll(scratch: string): Promise<ReadonlyMap<string, Packed>> {
  const packed = await Promise.all(PACKAGES.map((name) => pack(name, scratch)));
  return new Map(packed.map((one) => [one.manifest.name, one]));
}

async function pack(name: string, scratch: string): Promise<Packed> {
  const into = join(scratch, 'packed', name);
  const folder = join(into, 'node_modules/@corridor', name);
  mkdirSync(folder, { recursive: true });
  await run('npm', ['pack', '--silent', '--pack-destination', into], { cwd: join(root, 'packages', name) });
  const tarball = join(
    into,
    readdirSync(into).find((file) => file.endsWith('.tgz'))!,
  );
  await run('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
  return { tarball, folder, manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest };
}

/** The packages that npm installs automatically with a package: its dependencies and its required peers. */
const neededBy = ({ dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }: Manifest) => [
  ...Object.keys(dependencies),
  ...Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true),
];

/**
 * Links packages into the `node_modules` of a folder in the way of pnpm, so that each package finds its declared
 * dependencies and nothing else. Third-party packages come from the repository.
 */
export function install(folder: string, packed: ReadonlyMap<string, Packed>, names: readonly string[]): void {
  for (const name of names) {
    const target = join(folder, 'node_modules', name);
    if (existsSync(target)) continue;
    mkdirSync(dirname(target), { recursive: true });
    const own = packed.get(name);
    symlinkSync(own?.folder ?? join(root, 'node_modules', name), target);
    if (own !== undefined) install(dirname(dirname(dirname(own.folder))), packed, neededBy(own.manifest));
  }
}

/** Runs a program in a folder; returns its output and exit code. */
export async function runIn(
  folder: string,
  program: string,
  args: readonly string[],
): Promise<{ readonly output: string; readonly code: number }> {
  try {
    const { stdout, stderr } = await run(program, args, { cwd: folder });
    return { output: stdout + stderr, code: 0 };
  } catch (error) {
    const { stdout, stderr, code } = error as {
      readonly stdout: string;
      readonly stderr: string;
      readonly code: number;
    };
    return { output: stdout + stderr, code };
  }
}

/** Runs the text of a module in a folder. */
export const runModule = (folder: string, text: string) =>
  runIn(folder, process.execPath, ['--input-type=module', '--eval', text]);
