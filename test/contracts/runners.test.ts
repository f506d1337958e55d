import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestRunner } from '@corridor/core/testing';
import * as vitest from 'vitest';

const { expect, expectTypeOf, test } = vitest;

test('Vitest is a runner as it is', () => {
  expectTypeOf(vitest).toExtend<TestRunner>();
});

test('the runner of Node runs a contract with an expect of its own', async () => {
  const script = fileURLToPath(new URL('node-runner.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ['--test', '--test-reporter=tap', script]);
  expect(stdout).toMatch(/^# fail 0$/m);
  expect(stdout).toMatch(/^ {4,}ok \d+ - shows a unit its own writes$/m);
});
