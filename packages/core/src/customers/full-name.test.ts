import { expect, it } from 'vitest';
import { isFullName } from './full-name.js';

it.each([
  ['Ada Lovelace', 'US', true],
  ['Ada  King Noel', null, true],
  ['Ada', 'US', false],
  [' Ada ', 'US', false],
  ['A B', 'US', true],
  ['李小龙', 'CN', true],
  ['李龙', null, true],
  ['李', 'CN', false],
  ['Suharto', 'ID', true],
  ['Suharto', 'US', false],
  ['Suharto', null, false],
  ['S', 'ID', false],
  ['-', 'ID', false],
  ['Σωκράτης', 'GR', false],
  ['Тимур', 'RU', false],
  ['Արամ', 'AM', false],
  ['შოთა', 'GE', false],
])('"%s" of a person from %s can be a full name: %s', (name, nationality, isFull) => {
  expect(isFullName(name, nationality)).toBe(isFull);
});
