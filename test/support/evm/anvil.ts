import { parseArgs } from 'node:util';
import { startPlayground } from './playground.js';

const { values } = parseArgs({
  options: { port: { type: 'string', default: '8545' }, folder: { type: 'string', default: 'data/anvil' } },
});

const { node, instructions } = await startPlayground({ port: Number(values.port), folder: values.folder });
process.stdout.write(instructions);
const stop = (): void => {
  clearInterval(watching);
  void node.stop();
};
// Anvil alone does not keep the process alive. The shell that npm starts passes no signal on when it is ended.
const parent = process.ppid;
const watching = setInterval(() => {
  if (process.ppid !== parent) stop();
}, 500);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
