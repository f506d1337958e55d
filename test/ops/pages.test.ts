import { readdirSync, readFileSync } from 'node:fs';
import { parse as parseYaml } from 'yaml';
import { expect, test } from 'vitest';
import { parse } from '../support/promql.js';
import { ALERTS, ROOT } from './rules.js';

const FOLDER = 'docs/operate/alerts/';
const pages = readdirSync(ROOT + FOLDER).filter((file) => file !== 'README.md');
const read = (path: string): string => readFileSync(ROOT + path, 'utf8');

test('each alert has a page, and each page an alert', () => {
  expect([...ALERTS.map(({ annotations }) => annotations['runbook_url'])].sort()).toEqual(
    pages.map((file) => FOLDER + file).sort(),
  );
});

test.each(ALERTS.map((alert) => [alert.alert, alert] as const))('%s is described', (name, alert) => {
  expect(['critical', 'warning']).toContain(alert.labels['severity']);
  expect(alert.for).toMatch(/^\d+[mh]$/);
  expect(alert.annotations['summary']).toMatch(/^\S.{10,120}$/);
  expect(alert.annotations['description']).toMatch(/^\S.{30,300}\.$/);
  const page = read(alert.annotations['runbook_url']!);
  expect(page.split('\n')[0]).toBe(`# ${name}`);
  expect([...page.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual([
    'What it means',
    'Where to look',
    'What to do',
  ]);
});

test.each(ALERTS.map((alert) => [alert.alert, alert] as const))('the page of %s states its rule', (_, alert) => {
  const stated = /```promql\n([\s\S]*?)\n```/.exec(read(alert.annotations['runbook_url']!))?.[1] ?? '';
  expect(parse(stated)).toEqual(parse(alert.expr));
});

test('the index lists every alert with its severity', () => {
  const index = read(`${FOLDER}README.md`);
  for (const { alert, labels, annotations } of ALERTS) {
    const file = annotations['runbook_url']!.slice(FOLDER.length);
    expect(index).toMatch(new RegExp(`\\| \\[\`${alert}\`\\]\\(${file}\\) +\\| ${labels['severity']} +\\|`));
  }
});

test('every alert has a case in which it fires and one in which it does not', () => {
  const { tests } = parseYaml(read('ops/prometheus/alerts.test.yml')) as {
    readonly tests: readonly { readonly name: string }[];
  };
  expect(tests.map(({ name }) => name).sort()).toEqual(
    ALERTS.flatMap(({ alert }) => [`${alert} fires`, `${alert} does not fire`]).sort(),
  );
});
