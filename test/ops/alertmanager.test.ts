import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parse as parseYaml } from 'yaml';
import { expect, test } from 'vitest';
import { parse } from '../support/promql.js';
import { installed } from './programs.js';
import { type Alert, ALERTS, labelsOf, ROOT } from './rules.js';

const FILE = `${ROOT}ops/alertmanager/alertmanager.yml`;

interface Inhibition {
  readonly source_matchers: readonly [string];
  readonly target_matchers: readonly [string];
  readonly equal?: readonly string[];
}

const config = parseYaml(readFileSync(FILE, 'utf8')) as {
  readonly route: { readonly receiver: string; readonly routes: readonly { readonly receiver: string }[] };
  readonly receivers: readonly { readonly name: string }[];
  readonly inhibit_rules: readonly Inhibition[];
};

/** The alerts that a matcher of names means. */
function named(matcher: string): readonly Alert[] {
  const [, names] = /^alertname=~?"([\w|]+)"$/.exec(matcher) ?? [];
  return names!.split('|').map((name) => {
    const found = ALERTS.find(({ alert }) => alert === name);
    if (found === undefined) throw new Error(`there is no alert ${name}`);
    return found;
  });
}

test('an inhibition names alerts that exist and labels that both have', () => {
  for (const { source_matchers: source, target_matchers: target, equal = [] } of config.inhibit_rules) {
    for (const { alert, expr } of [...named(source[0]), ...named(target[0])]) {
      const labels = labelsOf(parse(expr));
      for (const label of equal) expect(labels, alert).toContain(label);
    }
  }
});

/** What an operator must hear of whatever else happens. */
const MONEY = [
  ...['CorridorRefundFailed', 'CorridorExceptionOpen', 'CorridorTrialBalanceNotZero', 'CorridorFeesNegative'],
  ...['CorridorRailDifference', 'CorridorPaymentStuck', 'CorridorSuccessRateDropped', 'CorridorFilesWait'],
];

test('no alert about money is inhibited', () => {
  for (const name of MONEY) expect(ALERTS.map(({ alert }) => alert)).toContain(name);
  const inhibited = config.inhibit_rules.flatMap(({ target_matchers: [target] }) => named(target));
  expect(inhibited.map(({ alert }) => alert).filter((name) => MONEY.includes(name))).toEqual([]);
});

test('each receiver has a route', () => {
  const routed = [config.route, ...config.route.routes].map(({ receiver }) => receiver);
  expect(config.receivers.map(({ name }) => name).sort()).toEqual(routed.sort());
});

const AMTOOL = installed('AMTOOL', 'amtool');
const hint =
  AMTOOL === null ? ' (skipped: install amtool, `apt-get install prometheus-alertmanager`, or set AMTOOL)' : '';
if (AMTOOL === null) console.warn('The configuration of Alertmanager is not tested by amtool, which is not installed.');

function amtool(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(AMTOOL!, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${stdout}${stderr}`);
  return stdout;
}

test.skipIf(AMTOOL === null)(`the configuration of Alertmanager is valid${hint}`, () => {
  expect(amtool('check-config', FILE)).toContain('SUCCESS');
});

test.skipIf(AMTOOL === null).each([
  [['severity=critical', 'environment=PRODUCTION'], 'on-call'],
  [['severity=critical'], 'on-call'],
  [['severity=critical', 'environment=SANDBOX'], 'sandbox'],
  [['severity=warning', 'environment=PRODUCTION'], 'operators'],
])(`an alert with %s is sent to %s${hint}`, (labels, receiver) => {
  expect(amtool('config', 'routes', 'test', `--config.file=${FILE}`, ...labels).trim()).toBe(receiver);
});
