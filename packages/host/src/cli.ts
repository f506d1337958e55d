import { runCommand } from './command-line.js';

// Whoever reads may stop early (`| head`): that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

// Not awaited: what is bundled is CommonJS, which has no await at its top.
void runCommand(process.argv.slice(2), process.env, { out: process.stdout, err: process.stderr }).then((exitCode) => {
  process.exitCode = exitCode;
});
