import { expect, it } from 'vitest';
import { nameKind } from './full-name.js';

it.each([
  ['Ada Lovelace', 'US', 'full'],
  ['Ada  King Noel', null, 'full'],
  ['Ada', 'US', 'single'],
  [' Ada ', 'US', 'single'],
  ['A B', 'US', 'full'],
  ['李小龙', 'CN', 'full'],
  ['李龙', null, 'full'],
  ['李', 'CN', 'none'],
  ['Suharto', 'ID', 'full'],
  ['Suharto', 'US', 'single'],
  ['Suharto', null, 'single'],
  ['S', 'ID', 'none'],
  ['-', 'ID', 'none'],
  ['Σωκράτης', 'GR', 'single'],
  ['Тимур', 'RU', 'single'],
  ['Արամ', 'AM', 'single'],
  ['შოთა', 'GE', 'single'],
  ['Sokha', 'KH', 'single'],
  ['Björk', 'IS', 'single'],
  ['Teller', 'US', 'single'],
  ['Penn', 'GB', 'single'],
  ['Grimes', 'CA', 'single'],
  ['', 'US', 'none'],
  ['X1', 'US', 'none'],
])('"%s" of a person from %s is %s as a name', (name, nationality, kind) => {
  expect(nameKind(name, nationality)).toBe(kind);
});
