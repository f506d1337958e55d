import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

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
