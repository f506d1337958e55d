// Plays rounds of readers in a thread of its own. Before each read it writes the input into memory that it shares with
// the main thread, which keeps the input if the read does not end.
import { parentPort, workerData } from 'node:worker_threads';
import { openSources } from './sources.mjs';

const progress = new Int32Array(workerData.progress);
const shared = new Uint8Array(workerData.input);

const sources = await openSources();
const { READERS } = await sources.load('test/fuzz/readers/index.ts');
const { playRound } = await sources.load('test/fuzz/play.ts');

function before(input) {
  const length = Math.min(input.length, shared.length);
  shared.set(input.subarray(0, length));
  Atomics.store(progress, 1, length);
  Atomics.add(progress, 0, 1);
}

parentPort.on('message', async ({ name, seed, input }) => {
  const reader = READERS.find((one) => one.name === name);
  if (input !== undefined) {
    before(input);
    const said = await Promise.resolve(input)
      .then(reader.read)
      .catch((cause) => cause?.stack ?? String(cause));
    return parentPort.postMessage({ said });
  }
  const round = await playRound(reader, { seed, runs: 100_000, within: 1000, before });
  parentPort.postMessage(round);
});
parentPort.postMessage(READERS.map(({ name }) => name));
