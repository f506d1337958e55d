import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export type DatabaseKind = 'sqlite' | 'postgres';
const EVERY_DATABASE: readonly DatabaseKind[] = ['sqlite', 'postgres'];

/**
 * The tests of a tier by folder, and by file where a folder belongs to another tier. `all` runs each test on every
 * database that it uses. A list restricts the tests that call `databasesOf`, so that two tiers can share a folder.
 */
export type Tier = Readonly<Record<string, 'all' | readonly DatabaseKind[]>>;
export type Tiers = Readonly<Record<string, Tier>>;

/** `npm test` runs `test`, and `npm run test:<name>` another tier. See CONTRIBUTING.md#test. */
export const TIERS = JSON.parse(readFileSync(new URL('../tiers.json', import.meta.url), 'utf8')) as Tiers;

const isFile = (place: string): boolean => place.endsWith('.test.ts');
const filesIn = (tier: Tier): readonly string[] => Object.keys(tier).filter(isFile);

/**
 * The databases on which a tier runs a test file, by the file's path from the root; null if the tier does not run it.
 * A file that is listed belongs to the tier that lists it, and to no other.
 */
export function databasesIn(tiers: Tiers, name: string, file: string): readonly DatabaseKind[] | null {
  const tier = tiers[name]!;
  const isListed = Object.values(tiers).some((each) => filesIn(each).includes(file));
  const place = isListed ? file : Object.keys(tier).find((folder) => file.startsWith(`${folder}/`));
  const databases = place === undefined ? undefined : tier[place];
  return databases === 'all' ? EVERY_DATABASE : (databases ?? null);
}

/** The name of the tier of this run; null if it runs the tests of all tiers. */
function tierOfThisRun(): string | null {
  const name = process.env['CORRIDOR_TEST_TIER'] ?? 'all';
  if (name !== 'all' && TIERS[name] === undefined) {
    throw new Error(`test/tiers.json has no tier ${name}; it has ${Object.keys(TIERS).join(', ')}`);
  }
  return name === 'all' ? null : name;
}

/** The patterns of the test files of this run. CORRIDOR_TEST_PROOF names the file of a proof, which runs alone. */
export function filesOfThisRun(): { readonly include: string[]; readonly exclude: string[] } {
  const proof = process.env['CORRIDOR_TEST_PROOF'];
  if (proof !== undefined) return { include: [proof], exclude: [] };
  const name = tierOfThisRun();
  const tiers = name === null ? Object.values(TIERS) : [TIERS[name]!];
  const others = name === null ? [] : Object.values(TIERS).filter((tier) => !tiers.includes(tier));
  const places = [...new Set(tiers.flatMap((tier) => Object.keys(tier)))];
  return {
    include: places.map((place) => (isFile(place) ? place : `${place}/**/*.test.ts`)),
    exclude: others.flatMap(filesIn),
  };
}

/**
 * The databases of a test file in this run: `describe.each(databasesOf(import.meta.url))`. Each suite of a folder that
 * two tiers share calls it. A suite for one database names it, and runs in the tier of that database alone.
 */
export function databasesOf(testFile: string, only?: DatabaseKind): readonly DatabaseKind[] {
  const name = tierOfThisRun();
  const file = relative(ROOT, fileURLToPath(testFile)).split(sep).join('/');
  const databases = (name === null ? null : databasesIn(TIERS, name, file)) ?? EVERY_DATABASE;
  return databases.filter((database) => only === undefined || database === only);
}
