import { runCommand } from './commands/command-line.js';

// A reader that closes the pipe early (`| head`) does not make the command fail.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return;
  process.stderr.write(`corridor: standard output cannot be written: ${error.message}\n`);
  process.exit(1);
});
// The place for errors itself is gone.
process.stderr.on('error', () => undefined);

const GOODBYE_MS = 500;

// The exit code stays 1 if the command never ends. Not awaited: the bundle is CommonJS, which has no top-level await.
process.exitCode = 1;
void runCommand(process.argv.slice(2), process.env, { out: process.stdout, err: process.stderr }).then((exitCode) => {
  process.exitCode = exitCode;
  // The work is done: a connection that hangs must not keep the process alive. A slow reader gets all of the output.
  process.stdout.write('', () => void setTimeout(() => process.exit(), GOODBYE_MS).unref());
});
