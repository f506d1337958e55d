import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MasterKeyError, runKeyCommand } from './index.js';

const node = (script: string, ...args: readonly string[]): readonly string[] => [
  process.execPath,
  '--eval',
  script,
  ...args,
];
const refusal = async (command: readonly string[], withinMs?: number): Promise<Error> =>
  runKeyCommand(command, withinMs).then(
    () => new Error('was not refused'),
    (error: unknown) => error as Error,
  );

/** A program that has ended and waits for its parent counts as ended. */
function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

describe('a program that prints the master key', () => {
  it('is run with its arguments, and its output is the key', async () => {
    const key = randomBytes(32).toString('hex');
    expect(await runKeyCommand(node('console.log(process.argv[1])', key))).toBe(`${key}\n`);
  });

  it('is run without a shell', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'corridor-key-'));
    const file = join(folder, 'made');
    const printed = await runKeyCommand(node('process.stdout.write(process.argv[1])', `$(touch ${file})`));
    expect(printed).toBe(`$(touch ${file})`);
    expect(existsSync(file)).toBe(false);
    rmSync(folder, { recursive: true });
  });

  it('gets no input, so that a program that asks for a password ends', async () => {
    expect(await runKeyCommand(node("process.stdin.on('end', () => console.log('ended')).resume()"))).toBe('ended\n');
  });

  it.each([
    ['ended with exit code 3', node("console.log('leaked-output'); console.error('leaked-error'); process.exit(3)")],
    ['printed more than 4 KiB', node("process.stdout.write('leaked-output'.repeat(1_000))")],
    ['cannot be started (ENOENT)', ['/nonexistent/leaked-program', 'leaked-argument']],
    ['was ended by SIGKILL', node("process.kill(process.pid, 'SIGKILL')", 'leaked-argument')],
  ])('that %s is named without its arguments and its output', async (why, command) => {
    const error = await refusal(command);
    expect(error).toBeInstanceOf(MasterKeyError);
    expect(error.message).toBe(`CORRIDOR_MASTER_KEY_COMMAND: the program ${why}`);
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(/leaked-(output|error|argument)/);
  });

  it('is ended when it takes too long, also if a program that it has started goes on', async () => {
    const started = performance.now();
    const script = `require('node:child_process').spawn(process.execPath, ['--eval', 'setTimeout(() => {}, 4000)'], { stdio: 'inherit' }); setTimeout(() => {}, 60_000);`;
    expect((await refusal(node(script), 500)).message).toBe(
      'CORRIDOR_MASTER_KEY_COMMAND: the program did not end within 0.5 seconds',
    );
    expect(performance.now() - started).toBeLessThan(3_000);
  });

  it.skipIf(process.platform === 'win32')('is ended with the programs that it has started', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'corridor-key-'));
    const file = join(folder, 'pid');
    const script = `const child = require('node:child_process').spawn(process.execPath, ['--eval', 'setTimeout(() => {}, 60_000)'], { stdio: 'ignore' }); require('node:fs').writeFileSync(process.argv[1], String(child.pid)); setTimeout(() => {}, 60_000);`;
    expect((await refusal(node(script, file), 1_500)).message).toContain('did not end');
    const pid = Number(readFileSync(file, 'utf8'));
    await expect.poll(() => isRunning(pid), { timeout: 3_000 }).toBe(false);
    rmSync(folder, { recursive: true });
  });
});
