// npm run mutation -- [--area name]... [--file path]... [--sample percent [--seed n]] [--concurrency n] [--write]:
// changes the sources of each area in one place at a time, runs the tests that reach the place, and prints the changes
// that no test noticed. The exit code is 1 if the tests of an area notice less than its percentage, or if equivalent.json
// lists a mutant that they notice or that is gone. `--sample` changes only a part of the lines, which the seed draws.
// `--write` keeps the figures in results.json.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { AREAS } from './areas.mjs';
import { EQUIVALENT, isInSource, mutantId } from './equivalent.mjs';
import { sampledLines } from './sample.mjs';

const { values } = parseArgs({
  options: {
    area: { type: 'string', multiple: true, default: [] },
    file: { type: 'string', multiple: true, default: [] },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    concurrency: { type: 'string', default: String(availableParallelism()) },
    write: { type: 'boolean', default: false },
  },
});

const root = fileURLToPath(new URL('../..', import.meta.url));
const results = fileURLToPath(new URL('results.json', import.meta.url));
process.chdir(root);

const say = (line) => void process.stdout.write(`${line}\n`);

const isIn = ({ file }, { folders }) => folders.some((folder) => file.startsWith(`${folder}/`));

/** The areas asked for, or all. A file belongs to the area whose folder it is in. */
function chosenAreas() {
  const unknown = values.area.filter((name) => !AREAS.some((area) => area.name === name));
  if (unknown.length > 0) {
    throw new Error(`no area is called ${unknown.join(', ')}; areas: ${AREAS.map(({ name }) => name).join(', ')}`);
  }
  const asked = AREAS.filter(({ name }) => values.area.length === 0 || values.area.includes(name));
  if (values.file.length === 0) return asked;
  const ofFiles = asked.filter((area) => values.file.some((file) => isIn({ file }, area)));
  if (ofFiles.length === 0) throw new Error(`--file: ${values.file.join(', ')} is in none of the areas`);
  return ofFiles;
}

/** What Stryker changes in these areas: files, ranges of lines or patterns. */
function sourcesOf(areas) {
  if (values.file.length > 0) return values.file.filter((file) => areas.some((area) => isIn({ file }, area)));
  const folders = areas.flatMap((area) => area.folders);
  if (values.sample === undefined) return folders.map((folder) => `${folder}/**/*.ts`);
  return folders.flatMap((folder) => sampledLines(folder, Number(values.sample), values.seed));
}

/** Runs the tests of areas, which have the same tests, on their mutants. */
function mutantsOf(areas) {
  const [{ tests, keeps = false }] = areas;
  process.env['MUTATION_TESTS'] = JSON.stringify(tests);
  return new Stryker({
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner', fileURLToPath(new URL('ignore-prose.mjs', import.meta.url))],
    ignorers: ['prose'],
    vitest: { configFile: 'test/mutation/vitest.config.mjs', related: false },
    mutate: [...sourcesOf(areas), '!**/*.test.ts', '!**/testing/**'],
    coverageAnalysis: keeps ? 'all' : 'perTest',
    // A mutant of what a module computes when it is loaded needs all tests of all modules that load it: minutes each.
    ignoreStatic: !keeps,
    concurrency: Number(values.concurrency),
    timeoutMS: 10_000,
    tempDirName: '.stryker',
    ignorePatterns: ['/data', '/examples', '/packages/*/dist', '/test/dist'],
    reporters: ['progress-append-only'],
  }).runMutationTest();
}

const linesOf = (file) => readFileSync(file, 'utf8').split('\n');

const inOneLine = (text) => text.replaceAll(/\s+/g, ' ');

/** The part of a source that a mutant replaces. */
function replacedPart(lines, { start, end }) {
  const part = lines.slice(start.line - 1, end.line);
  part[part.length - 1] = part.at(-1).slice(0, end.column - 1);
  part[0] = part[0].slice(start.column - 1);
  return part.join('\n');
}

/** A mutant as a reader sees it: where it is, the line, the part of the source that it replaces, and what replaces it. */
function described({ fileName, location, mutatorName, replacement, status }) {
  const file = relative(root, fileName);
  const lines = linesOf(file);
  const line = lines[location.start.line - 1].trim();
  const original = inOneLine(replacedPart(lines, location));
  return {
    file,
    status,
    mutator: mutatorName,
    line,
    id: mutantId({ line, original, replacement }),
    at: `${file}:${location.start.line}:${location.start.column}`,
    original,
    replacement: inOneLine(replacement),
  };
}

const isSame = (one, other) => one.file === other.file && one.id === other.id;

const listedAs = (mutant) => EQUIVALENT.find((entry) => isSame(entry, mutant));

const percentage = ({ killed, mutants }) => Math.floor((killed / mutants) * 1_000) / 10;

/** Counts the mutants of an area by folder, without those that mean the same. */
function countByFolder(mutants) {
  const folders = new Map();
  for (const { file, status } of mutants) {
    const folder = dirname(file);
    const count = folders.get(folder) ?? { mutants: 0, killed: 0 };
    count.mutants += 1;
    if (status === 'Killed' || status === 'Timeout') count.killed += 1;
    folders.set(folder, count);
  }
  return folders;
}

/** A mutant that no test notices may still take too long on a busy machine. */
const SURVIVES = new Set(['Survived', 'Timeout']);

const DECIDED = new Set(['Killed', 'Timeout', 'Survived', 'NoCoverage']);

/**
 * Areas that run together: with a sample or files, all that have the same tests, because these tests run once before any
 * mutant. All mutants of many areas would need too much memory.
 */
function runs() {
  const areas = chosenAreas();
  if (values.sample === undefined && values.file.length === 0) return areas.map((area) => [area]);
  const shared = [...new Set(areas.map(({ tests }) => tests))];
  return shared.map((tests) => areas.filter((area) => area.tests === tests));
}

function sayMutant(what, { at, id, mutator, line, original, replacement }) {
  say(`  ${what}: ${at} ${mutator} ${id}`);
  say(`      ${line}`);
  say(`    - ${original}`);
  say(`    + ${replacement}`);
}

/** Prints and keeps the figures of an area; false if its tests notice too little, or nothing was drawn of it. */
function report(area, all, kept) {
  const same = all.filter((mutant) => mutant.status === 'Survived' && listedAs(mutant) !== undefined);
  const mutants = all.filter((mutant) => !same.includes(mutant));
  const survivors = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  say(`\n${area.name}`);
  for (const [folder, count] of countByFolder(mutants)) {
    say(`  ${folder}: ${count.killed} of ${count.mutants} killed, ${percentage(count)} %`);
  }
  for (const mutant of survivors) sayMutant(mutant.status === 'NoCoverage' ? 'not reached' : 'survived', mutant);
  if (values.file.length > 0) {
    for (const mutant of same) sayMutant(`means the same, because ${listedAs(mutant).reason}`, mutant);
  }
  const total = { mutants: mutants.length, killed: mutants.length - survivors.length };
  if (total.mutants === 0) {
    say(`  ${area.name}: no mutant was drawn; take a larger sample`);
    return false;
  }
  const figure = percentage(total);
  say(`  ${area.name}: ${figure} % of ${total.mutants}, at least ${area.least} %; ${same.length} mean the same`);
  kept[area.name] = {
    ...total,
    percentage: figure,
    meanTheSame: same.length,
    ...(values.sample === undefined ? {} : { sample: Number(values.sample), seed: values.seed }),
    date: new Date().toISOString().slice(0, 10),
  };
  return figure >= area.least;
}

/** Prints the listed mutants of these areas that no test should notice but one does, or that do not exist any more. */
function reportUnused(areas, all) {
  const isWhole = ({ file }) => values.file.length === 0 || values.file.includes(file);
  const isTried = (entry) => values.sample === undefined && areas.some((area) => isIn(entry, area)) && isWhole(entry);
  const unused = EQUIVALENT.filter(
    (entry) => isTried(entry) && !all.some((mutant) => isSame(entry, mutant) && SURVIVES.has(mutant.status)),
  );
  for (const entry of unused) {
    const why = isInSource(entry) ? 'killed or gone' : 'its line is gone';
    say(`  listed in equivalent.json, but ${why}: ${entry.file} ${entry.id} (${entry.reason})`);
  }
  return unused.length;
}

const kept = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : {};
for (const areas of runs()) {
  const begun = Date.now();
  const mutants = (await mutantsOf(areas)).filter(({ status }) => DECIDED.has(status)).map(described);
  if (values.file.length > 0 && mutants.length === 0) {
    throw new Error(`--file: ${values.file.join(', ')} has no mutants; pass a path, or a path with one range of lines`);
  }
  for (const area of areas) {
    const held = report(
      area,
      mutants.filter((mutant) => isIn(mutant, area)),
      kept,
    );
    if (!held) process.exitCode = 1;
  }
  if (reportUnused(areas, mutants) > 0) process.exitCode = 1;
  say(`\n${mutants.length} mutants in ${Math.round((Date.now() - begun) / 1_000)} s`);
  if (values.write && values.file.length === 0) writeFileSync(results, `${JSON.stringify(kept, null, 2)}\n`);
}
