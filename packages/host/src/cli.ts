import { runCommand } from './command-line.js';

// Whoever reads may stop early (`| head`): that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const GOODBYE_MS = 500;

// What never comes to an end has not succeeded. Not awaited: what is bundled is CommonJS, without an await at its top.
process.exitCode = 1;
void runCommand(process.argv.slice(2), process.env, { out: process.stdout, err: process.stderr }).then((exitCode) => {
  process.exitCode = exitCode;
  // Nothing is left to do: a connection that hangs must not keep the process alive.
  setTimeout(() => process.exit(), GOODBYE_MS).unref();
});
