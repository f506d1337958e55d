// Runs the steps of the set-up, and prints each with its number and its time.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Ends the set-up with its message, which may be what a command has printed. */
export class SetUpError extends Error {}

const say = (text) => void process.stderr.write(text);

/** Runs a command and returns what it prints. If it fails, that is the message of the error. */
export async function output(command, args, cwd) {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
  const [exitCode] = await once(child, 'close');
  const text = Buffer.concat(chunks).toString();
  if (exitCode !== 0) throw new SetUpError(text.trim() || `${command} ${args.join(' ')} failed`);
  return text;
}

/** Each step is a title and a function that does the work, and may return what to add to the line. */
export async function runSteps(steps) {
  for (const [index, [title, work]] of steps.entries()) {
    say(`${index + 1}/${steps.length} ${title}… `);
    const begun = performance.now();
    try {
      const result = await work();
      const seconds = Math.round((performance.now() - begun) / 1000);
      say(`${result === undefined ? '' : `${result}, `}${seconds} s\n`);
    } catch (error) {
      say('failed\n');
      throw error;
    }
  }
}
