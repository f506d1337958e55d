import { expect, test } from 'vitest';
import { csvLine } from './csv.js';

test.each(['=1+1', '+1+1', '-1+1', '@SUM(A1)', ' =1+1', '\u00a0=1+1', '＝1+1', '－1+1', '＠A1'])(
  'writes %j as text, which spreadsheets do not run as a formula',
  (text) => {
    expect(csvLine([text])).toBe(`'${text}\r\n`);
  },
);

test.each(['-12.50', '0', '12', 'a=b', ''])('writes %j as it is', (text) => {
  expect(csvLine([text])).toBe(`${text}\r\n`);
});

test('quotes separators, quotes and line ends', () => {
  expect(csvLine(['a,b', 'say "c"', 'd\ne', '\n=1'])).toBe(`"a,b","say ""c""","d\ne","'\n'=1"\r\n`);
});

test.each([
  ['a;=1+1', `a;'=1+1`],
  ['a;-5', `a;'-5`],
  ['a; +1', `a;' +1`],
  ['a\t@A1', `a\t'@A1`],
  ['a\r=1', `"a\r'=1"`],
  ['a,=1', `"a,'=1"`],
  ['a|=1', `a|'=1`],
  ['a;"=1"', `"a;'""=1"""`],
  ['\t=1', `'\t'=1`],
  [';1', `';1`],
  [';=1', `';'=1`],
])('guards what a spreadsheet with other separators takes for a cell of its own: %j', (text, line) => {
  expect(csvLine([text])).toBe(`${line}\r\n`);
});

test('leaves a separator before an ordinary text', () => {
  expect(csvLine(['a; b'])).toBe('a; b\r\n');
});

test.each(['\t', ' ', '"', ';', ';\t', '=;'])('writes 100,000 of %j in a moment', { timeout: 5_000 }, (part) => {
  expect(csvLine([part.repeat(100_000)]).length).toBeGreaterThan(100_000);
});
