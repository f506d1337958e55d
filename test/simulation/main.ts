import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { coverageOf } from './coverage.js';
import { drawRun } from './draw-run.js';
import { pasted } from './operation.js';
import type { Tally } from './process.js';
import { replay } from './replay.js';
import { shrink } from './shrink.js';
import { ALL_ROWS } from './transitions.js';

/**
 * `npm run simulate -- --minutes 30 [--seed n] [--answers]`: plays new seeds until the time is over or something is
 * found. Fails if something is found, and after a long run also if it has not taken every row of every state machine.
 */
const OPERATIONS = 500;

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, seed: { type: 'string' }, answers: { type: 'boolean' } },
});
const first = Number(values.seed ?? randomInt(2 ** 31));
if (!Number.isSafeInteger(first) || !(Number(values.minutes) >= 0)) {
  throw new Error('--seed takes a whole number, and --minutes a number of 0 or more');
}
const start = performance.now();
const until = start + Number(values.minutes) * 60_000;
const [faults, rows, answers]: readonly Tally[] = [new Map(), new Map(), new Map()];
const add = (to: Tally, from: Tally): void => {
  for (const [name, times] of from) to.set(name, (to.get(name) ?? 0) + times);
};
const print = (text: string): void => void process.stdout.write(`${text}\n`);

let operations = 0;
let seed = first;
do {
  const drawn = drawRun(String(seed), OPERATIONS);
  const played = await replay(drawn);
  operations += played.operations;
  add(faults!, played.faults);
  add(rows!, played.rows);
  add(answers!, played.answers);
  if (played.finding !== null) {
    const seconds = Math.round((performance.now() - start) / 1000);
    print(`seed ${seed}, operation ${played.operations}, after ${seconds} seconds: ${played.finding}\n`);
    const shrunk = await shrink(drawn.slice(0, played.operations + 1), played.finding);
    print(`${shrunk.operations.length} operations, for a file in test/simulation/cases:\n`);
    print(pasted(shrunk.operations, shrunk.finding));
    process.exitCode = 1;
    break;
  }
  seed += 1;
} while (performance.now() < until);

const listed = (tally: Tally): string =>
  [...tally]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, times]) => `${String(times).padStart(9)}  ${name}`)
    .join('\n');
print(`seeds ${first} to ${seed}: ${operations} operations\n\nfaults\n${listed(faults!)}\n`);
print(`transitions\n${listed(new Map(ALL_ROWS.map((row) => [row, rows!.get(row) ?? 0])))}\n`);
if (values.answers === true) print(`answers\n${listed(answers!)}\n`);
const { missing, fails } = coverageOf(rows!, Number(values.minutes));
if (missing.length > 0) print(`not taken in this time, without a reason in not-taken.ts:\n${missing.join('\n')}`);
if (fails) process.exitCode = 1;
// The clock of an operation that a crash has ended would keep the process open.
process.exit();
