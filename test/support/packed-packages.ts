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

/** A package as it would be published. */
export interface Packed {
  readonly tarball: string;
  /** What is in it, unpacked. */
  readonly folder: string;
  readonly manifest: Manifest;
}

export const PACKAGES = readdirSync(join(root, 'packages'));

/** Packs the packages as they are built. */
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

/** What npm installs with a package without being asked: its dependencies and the peers that are not optional. */
const neededBy = ({ dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }: Manifest) => [
  ...Object.keys(dependencies),
  ...Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true),
];

/**
 * Puts packages into the `node_modules` of a folder, as pnpm does: as links to where they are, so that each finds what
 * it declares itself beside it, and nothing else. Those of others are as they are in the repository.
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

/** Runs a program in a folder; what it writes and how it ends. */
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

/** Runs a module in a folder, given as its text. */
export const runModule = (folder: string, text: string) =>
  runIn(folder, process.execPath, ['--input-type=module', '--eval', text]);
