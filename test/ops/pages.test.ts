import { readdirSync, readFileSync } from 'node:fs';
import { parse as parseYaml } from 'yaml';
import { expect, test } from 'vitest';
import { parse } from '../support/promql.js';
import { type Alert, ALERTS, HELD, ROOT } from './rules.js';

const FOLDER = 'docs/operate/alerts/';
const pages = readdirSync(ROOT + FOLDER).filter((file) => file !== 'README.md');
const BASE = '{{ $externalLabels.runbooks }}/';
/** The path of the page of an alert in this repository. */
const pageOf = ({ annotations }: Alert): string => FOLDER + annotations['runbook_url']!.slice(BASE.length);
const read = (path: string): string => readFileSync(ROOT + path, 'utf8');

test('each alert has a page, and each page an alert', () => {
  for (const { annotations } of ALERTS) expect(annotations['runbook_url']!.startsWith(BASE)).toBe(true);
  expect(ALERTS.map(pageOf).sort()).toEqual(pages.map((file) => FOLDER + file).sort());
});

test.each(ALERTS.map((alert) => [alert.alert, alert] as const))('%s is described', (name, alert) => {
  expect(['critical', 'warning']).toContain(alert.labels['severity']);
  expect(alert.for).toMatch(/^\d+[mh]$/);
  expect(alert.annotations['summary']).toMatch(/^\S.{10,120}$/);
  expect(alert.annotations['description']).toMatch(/^\S.{30,300}\.$/);
  const page = read(pageOf(alert));
  expect(page.split('\n')[0]).toBe(`# ${name}`);
  expect([...page.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual([
    'What it means',
    'Where to look',
    'What to do',
  ]);
});

test.each(ALERTS.map((alert) => [alert.alert, alert] as const))('the page of %s states its rule', (_, alert) => {
  const stated = /```promql\n([\s\S]*?)\n```/.exec(read(pageOf(alert)))?.[1] ?? '';
  expect(parse(stated)).toEqual(parse(alert.expr));
});

test('the index lists every alert with its severity', () => {
  const index = read(`${FOLDER}README.md`);
  for (const alert of ALERTS) {
    const file = pageOf(alert).slice(FOLDER.length);
    const row = `\\| \\[\`${alert.alert}\`\\]\\(${file}\\) +\\| ${alert.labels['severity']} +\\|`;
    expect(index).toMatch(new RegExp(row));
  }
});

test('every alert has a case in which it fires and one in which it does not, and if its series stay, one that shows it', () => {
  const { tests } = parseYaml(read('ops/prometheus/alerts.test.yml')) as {
    readonly tests: readonly { readonly name: string }[];
  };
  expect(tests.map(({ name }) => name).sort()).toEqual(
    [
      ...ALERTS.flatMap(({ alert }) => [`${alert} fires`, `${alert} does not fire`]),
      'CorridorFilesWait does not resolve while its rail is down',
      ...HELD.map(({ alert }) => `${alert} does not resolve while the database or the host is down`),
    ].sort(),
  );
});
