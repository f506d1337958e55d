import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

const SERVICE = new URL('../dist/service/', import.meta.url);
const CLI = fileURLToPath(new URL('../bin/corridor.js', import.meta.url));

test('the bundled service runs from any folder and prints only its result', async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [CLI, 'openapi'], {
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'] },
    maxBuffer: 64 * 1024 * 1024,
  });
  expect(JSON.parse(stdout)).toMatchObject({ openapi: '3.1.0' });
  expect(stderr).toBe('');
});

test.each([
  ['reads files of banks', 'reading-worker.cjs'],
  ['draws pages of PDFs', 'drawing-worker.cjs'],
])('the bundled service has the thread that %s, which needs no other file of it', async (_what, name) => {
  const folder = mkdtempSync(join(fileURLToPath(new URL('..', SERVICE)), 'thread-'));
  try {
    copyFileSync(new URL(name, SERVICE), join(folder, name));
    const thread = new Worker(join(folder, name));
    const [answer] = await once(thread, 'message');
    expect(answer).toEqual({ kind: 'ready' });
    await thread.terminate();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
