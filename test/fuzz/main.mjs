// npm run fuzz -- [--minutes n] [--reader name] [--seed n] [--input base64]: plays the readers of foreign bytes in turn
// with new inputs, and keeps every input that breaks one in the corpus. The exit code is 1 if an input did.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { openSources } from './sources.mjs';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    reader: { type: 'string' },
    seed: { type: 'string' },
    input: { type: 'string' },
  },
});

const LONGEST_INPUT = 8 * 1024 * 1024;
/** A read that takes longer hangs. */
const LONGEST_READ_MS = 30_000;
const MEMORY_MB = 1_024;

const say = (line) => void process.stdout.write(`${line}\n`);

/** A thread with the readers; `names` when it is ready. */
function startPlayer() {
  const progress = new SharedArrayBuffer(8);
  const input = new SharedArrayBuffer(LONGEST_INPUT);
  const worker = new Worker(new URL('./player.mjs', import.meta.url), {
    workerData: { progress, input },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const counters = new Int32Array(progress);
  const answer = () =>
    new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
  return {
    names: answer(),
    reads: () => Atomics.load(counters, 0),
    input: () => Uint8Array.from(new Uint8Array(input).subarray(0, Atomics.load(counters, 1))),
    stop: () => worker.terminate(),
    /** The round; rejects if the thread ends, and if a read hangs. */
    async play(message) {
      worker.removeAllListeners('message').removeAllListeners('error');
      const round = answer();
      let [reads, since] = [-1, Date.now()];
      let timer;
      const hung = new Promise((_, reject) => {
        timer = setInterval(() => {
          const now = Atomics.load(counters, 0);
          if (now !== reads) [reads, since] = [now, Date.now()];
          else if (Date.now() - since > LONGEST_READ_MS) reject(new Error('the read does not end'));
        }, 500);
      });
      worker.postMessage(message);
      try {
        return await Promise.race([round, hung]);
      } finally {
        clearInterval(timer);
      }
    },
  };
}

const sources = await openSources();
const { keep } = await sources.load('test/fuzz/play.ts');
let player = startPlayer();
const all = await player.names;
const names = values.reader === undefined ? all : all.filter((name) => name === values.reader);
if (names.length === 0) {
  say(`--reader: ${values.reader} is not one of ${all.join(', ')}`);
  process.exit(2);
}

if (values.input !== undefined) {
  const { said } = await player.play({ name: names[0], input: Buffer.from(values.input, 'base64') });
  say(said);
  process.exit(0);
}

const firstSeed = Number(values.seed ?? randomInt(2 ** 31));
say(`seed ${firstSeed}, ${names.length} readers, ${values.minutes} minutes`);
const end = Date.now() + Number(values.minutes) * 60_000;
const tally = new Map(names.map((name) => [name, { runs: 0, outcomes: {}, failures: new Map() }]));

function report(name, failure) {
  const kept = tally.get(name);
  const what = failure.message.split('\n')[0];
  // One input for each kind of failure: more of the same would hide the others.
  if (kept.failures.has(what)) return;
  kept.failures.set(what, failure);
  say(`\n${name} FAILED: ${failure.message}`);
  if (failure.input === null) return;
  say(`kept as ${keep(name, failure.input)}`);
  say(`npm run fuzz -- --reader ${name} --input ${Buffer.from(failure.input).toString('base64')}\n`);
}

for (let round = 0; Date.now() < end; round += 1) {
  for (const name of names) {
    if (Date.now() >= end) break;
    const seed = (firstSeed + round) | 0;
    const kept = tally.get(name);
    const before = player.reads();
    try {
      const { runs, outcomes, failure } = await player.play({ name, seed });
      kept.runs += runs;
      for (const [outcome, count] of Object.entries(outcomes)) {
        kept.outcomes[outcome] = (kept.outcomes[outcome] ?? 0) + count;
      }
      if (failure !== null) report(name, failure);
    } catch (cause) {
      // The read hangs, or the thread has no memory left.
      kept.runs += player.reads() - before;
      report(name, { input: player.input(), message: `${cause.message} (seed ${seed})` });
      await player.stop();
      player = startPlayer();
      await player.names;
    }
  }
}
await player.stop();
await sources.close();

say('');
let failures = 0;
for (const [name, { runs, outcomes, failures: found }] of tally) {
  failures += found.size;
  const by = Object.entries(outcomes).map(([outcome, count]) => `${outcome} ${count}`);
  say(`${name.padEnd(28)} ${String(runs).padStart(9)} runs  ${found.size} failures  ${by.join(', ')}`);
}
const total = [...tally.values()].reduce((sum, { runs }) => sum + runs, 0);
say(`${total} runs, ${failures} failures`);
process.exit(failures === 0 ? 0 : 1);
