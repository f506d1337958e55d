import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestRunner } from '@corridor/core/testing';
import * as vitest from 'vitest';

const { expect, expectTypeOf, test } = vitest;

test('Vitest can be passed as a runner without an adapter', () => {
  expectTypeOf(vitest).toExtend<TestRunner>();
});

test("Node's test runner runs a contract with the expect of another package", async () => {
  const script = fileURLToPath(new URL('node-runner.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ['--test', '--test-reporter=tap', script]);
  expect(stdout).toMatch(/^# fail 0$/m);
  expect(stdout).toMatch(/^ {4,}ok \d+ - shows a unit its own writes$/m);
});
