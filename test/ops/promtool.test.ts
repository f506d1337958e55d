import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { installed } from './programs.js';
import { ROOT } from './rules.js';

/** The program of the Debian package `prometheus`; `PROMTOOL` names it elsewhere. */
const PROMTOOL = installed('PROMTOOL', 'promtool');

const hint = PROMTOOL === null ? ' (skipped: install promtool, `apt-get install prometheus`, or set PROMTOOL)' : '';
if (PROMTOOL === null) console.warn('The rules of ops/prometheus are not tested by promtool, which is not installed.');

function promtool(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(PROMTOOL!, args, { cwd: `${ROOT}ops/prometheus`, encoding: 'utf8' });
  return status === 0 ? 'passed' : `${stdout}${stderr}`;
}

test.skipIf(PROMTOOL === null)(`the rules are valid${hint}`, () => {
  expect(promtool('check', 'rules', 'alerts.yml')).toBe('passed');
});

test.skipIf(PROMTOOL === null)(`each alert fires when it should, and only then${hint}`, { timeout: 120_000 }, () => {
  expect(promtool('test', 'rules', 'alerts.test.yml')).toBe('passed');
});
