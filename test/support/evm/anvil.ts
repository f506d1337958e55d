import { parseArgs } from 'node:util';
import { startPlayground } from './playground.js';

const { values } = parseArgs({
  options: { port: { type: 'string', default: '8545' }, folder: { type: 'string', default: 'data/anvil' } },
});

const { node, instructions } = await startPlayground({ port: Number(values.port), folder: values.folder });
process.stdout.write(instructions);
// Anvil alone does not keep the process alive.
const alive = setInterval(() => undefined, 60_000);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    clearInterval(alive);
    void node.stop();
  });
}
