import { expect, it } from 'vitest';
import { inColour, visible, visibleJson } from './terminal.js';

it('escapes characters that would move the cursor, hide text or change its direction', () => {
  const hostile = '\u001b[2J\u009b31m\r\n\u0007\u202egnp.exe\u2028\u200b\u{e0001}';
  const shown = visible(`a${hostile}b`);
  expect(shown).toMatch(/^[\x20-\x7e]+$/);
  expect(JSON.parse(`"${shown}"`)).toBe(`a${hostile}b`);
  expect(visible('Zoë 漢字')).toBe('Zoë 漢字');
});

it('prints a record as JSON that keeps its values and has no control character but line breaks', () => {
  const record = { name: '\u001b]0;pwned\u0007\u009b', note: ['line\nbreak', '\u202e'], 'k\u007fey': 1 };
  const printed = visibleJson(record);
  expect(JSON.parse(printed)).toEqual(record);
  expect(printed.replaceAll('\n', '')).toMatch(/^[\x20-\x7e]+$/);
});

it.each([
  ['a terminal', true, {}, true],
  ['a file', false, {}, false],
  ['a terminal with NO_COLOR', true, { NO_COLOR: '1' }, false],
  ['a terminal with an empty NO_COLOR', true, { NO_COLOR: '' }, true],
  ['a terminal without abilities', true, { TERM: 'dumb' }, false],
  ['a file with FORCE_COLOR', false, { FORCE_COLOR: '1' }, true],
  ['a terminal with FORCE_COLOR=0', true, { FORCE_COLOR: '0' }, false],
  ['a file with both', false, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
])('colours for %s: %s %j', (_what, isTerminal, environment, expected) => {
  expect(inColour({ isTerminal, environment })).toBe(expected);
});
