// npm run histories -- [--minutes n] [--database sqlite|postgres] [--seed n]: plays histories of calls to hosts that are
// killed and paused, one after the other, and checks each. The exit code is 1 if one has a contradiction or a host fails, and
// 2 if it was only too slow: a history is undecided, something has not ended in time, or none was played.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { openSources } from '../fuzz/sources.mjs';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    database: { type: 'string' },
    seed: { type: 'string' },
  },
});
const say = (line) => void process.stdout.write(`${line}\n`);
const DATABASES = ['sqlite', 'postgres'];
if (values.database !== undefined && !DATABASES.includes(values.database)) {
  say(`--database: ${values.database} is not one of ${DATABASES.join(', ')}`);
  process.exit(2);
}

if (!(Number(values.minutes) > 0)) {
  say(`--minutes: ${values.minutes} is not a number above 0`);
  process.exit(2);
}
if (values.seed !== undefined && !/^\d{1,15}$/.test(values.seed)) {
  say(`--seed: ${values.seed} is not a whole number`);
  process.exit(2);
}

const FAULTS = 12;
const ANSWERS = 60;

const sources = await openSources();
const { startService } = await sources.load('test/histories/service.ts');
const { playHistory } = await sources.load('test/histories/play.ts');
const { isTooSlow } = await sources.load('test/histories/too-slow.ts');
const { printed } = await sources.load('test/histories/checker.ts');

const databases = values.database === undefined ? DATABASES : [values.database];
const firstSeed = Number(values.seed ?? randomInt(2 ** 31));
const minutes = Number(values.minutes) / databases.length;
let failures = 0;
let delays = 0;

for (const database of databases) {
  say(`${database}: seed ${firstSeed}, ${minutes} minutes`);
  const sum = {
    histories: 0,
    operations: 0,
    balances: 0,
    answered: 0,
    refused: 0,
    unknown: 0,
    undecided: 0,
    audits: 0,
  };
  const end = Date.now() + minutes * 60_000;
  const service = await startService(database);
  try {
    for (let seed = firstSeed; Date.now() < end && failures + delays === 0; seed += 1) {
      const played = await playHistory(service, { seed: String(seed), faults: FAULTS, answers: ANSWERS });
      const { contradiction, undecided, operations, balances } = played.checked;
      sum.histories += 1;
      sum.operations += operations;
      sum.balances += balances;
      sum.undecided += undecided.length;
      sum.audits += played.audits.clean;
      for (const count of ['answered', 'refused', 'unknown']) sum[count] += played.counts[count];
      if (undecided.length > 0) {
        delays += 1;
        say(`\nseed ${seed}: the search was too long for ${undecided.join(', ')}\n`);
      }
      if (contradiction === null) continue;
      failures += 1;
      say(`\nseed ${seed}: ${printed(contradiction)}\n`);
    }
  } catch (error) {
    const isLate = isTooSlow(error);
    if (isLate) delays += 1;
    else failures += 1;
    say(`\nseed ${firstSeed + sum.histories}: ${isLate ? 'too slow, which shows no fault: ' : ''}${error.stack}\n`);
  } finally {
    await service.close();
  }
  if (sum.histories === 0) delays += 1;
  const counted = { ...sum, ...service.faults };
  for (const [what, count] of Object.entries(counted)) say(`${String(count).padStart(9)}  ${what}`);
}
await sources.close();
process.exit(failures > 0 ? 1 : delays > 0 ? 2 : 0);
