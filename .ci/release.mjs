// Rehearses a release: checks, packs and lists everything that a publisher would publish, but publishes nothing.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  changelogHeading,
  exceptionFor,
  licenceFaults,
  licencesOf,
  lockstepFaults,
  productionSbom,
  siteFaults,
} from './release-checks.mjs';

const USAGE = `npm run release -- --dry-run   checks and packs what would be published, into a temporary folder
npm run release -- --record    records the public API of this release; tests compare later releases with it

This command publishes nothing: a publisher runs \`npm publish --provenance <file>\` for each packed file.`;

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path) => readFileSync(join(root, path), 'utf8');
const manifest = (path) => JSON.parse(read(join(path, 'package.json')));
const run = (command, args, stdio = ['ignore', 'pipe', 'inherit']) =>
  execFileSync(command, args, { cwd: root, stdio, encoding: 'utf8', maxBuffer: 1 << 28 });

/** A problem to fix before the release. */
class Fault extends Error {}

function stopOn(faults) {
  if (faults.length > 0) throw new Fault(faults.join('\n'));
}

function manifestAt(path) {
  try {
    return manifest(path);
  } catch (error) {
    // A package for another platform is in the lock file, but is not installed.
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

function dryRun() {
  stopOn(run('git', ['status', '--porcelain']) === '' ? [] : ['the working tree has changes: commit them first']);
  const { version } = manifest('.');
  const folders = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`);
  stopOn(lockstepFaults({ version }, folders.map(manifest)));
  const heading = changelogHeading(read('CHANGELOG.md'), version);
  stopOn(heading === null ? [`CHANGELOG.md has no entry under ${version} or Unreleased`] : []);
  const licences = licencesOf(JSON.parse(read('package-lock.json')), manifestAt);
  stopOn(licenceFaults(licences));
  run('npm', ['run', '-s', 'check'], 'inherit');

  run('npm', ['run', '-s', 'site'], 'inherit');

  const out = mkdtempSync(join(tmpdir(), 'corridor-release-'));
  const workspaces = folders.filter((path) => manifest(path).private !== true).flatMap((path) => ['-w', path]);
  const packed = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', out, ...workspaces]));
  stopOn(siteFaults(packed));
  // An optional peer of a dependency requires an older compiler than the one that builds the packages.
  const options = ['--package-lock-only', '--legacy-peer-deps', '--offline', ...workspaces];
  const sbom = JSON.parse(run('npm', ['sbom', '--sbom-format', 'cyclonedx', ...options]));
  writeFileSync(join(out, 'sbom.cdx.json'), `${JSON.stringify(productionSbom(sbom, 'corridor', licences), null, 2)}\n`);
  const lines = licences.map((one) => [one.name, one.version, one.license, exceptionFor(one)?.why ?? ''].join('\t'));
  writeFileSync(join(out, 'licences.tsv'), `${lines.join('\n')}\n`);

  console.log(`\ncorridor ${version} would be published, as ${heading} of CHANGELOG.md describes it:`);
  for (const { id, filename, entryCount, size } of packed) {
    console.log(`  ${id}  ${filename}  ${entryCount} files, ${Math.ceil(size / 1024)} kB`);
  }
  const excepted = licences.filter((one) => exceptionFor(one) !== undefined).length;
  console.log(
    `with sbom.cdx.json and licences.tsv (${licences.length} packages, ${excepted} by exception), all in ${out}`,
  );
  console.log('nothing was published');
}

const record = () => run('npx', ['vitest', 'run', '--config', 'test/release/record.config.mjs'], 'inherit');

const WAYS = { '--dry-run': dryRun, '--record': record };
const way = process.argv.length === 3 ? WAYS[process.argv[2]] : undefined;
try {
  if (way === undefined) throw new Fault(USAGE);
  way();
} catch (error) {
  // A command that fails has printed why.
  if (!(error instanceof Fault) && error.status === undefined) throw error;
  if (error instanceof Fault) console.error(error.message);
  process.exitCode = 1;
}
