import { readdirSync, readFileSync } from 'node:fs';
import { ERROR_DETAILS, REMEDIES } from '@corridor/core/internal';
import { describe, expect, it } from 'vitest';
import { errorMessages } from './error-messages.mjs';
import { differences, type UnreadableEntry } from './errors-document.mjs';

const PACKAGES = new URL('../../packages/', import.meta.url);

const sources = readdirSync(PACKAGES).flatMap((name) =>
  readdirSync(new URL(`${name}/src/`, PACKAGES), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ts$/u.test(file) && !/\.test\.ts$|(?:^|\/)testing\//u.test(file))
    .map((file) => readFileSync(new URL(`${name}/src/${file}`, PACKAGES), 'utf8')),
);

/** A call that makes an error with literal details: its code, and the name of the first detail. */
const WITH_DETAILS =
  /(?:err|domainError)\(\s*'([A-Z_]+)',\s*(?:undefined|'[^']*'|`[^`]*`|\w+),\s*\{\s*(?:\.\.\.\w+, )?(\w+)/gu;
const WITH_FIELDS = /invalidFields\([^;]*?'([A-Z]+_[A-Z_]+)'\s*,?\s*\)/gu;

/** Details of actions of operators, which no operation of the API answers. */
const OF_OPERATORS: readonly string[] = ['obstacles'];

it('documents the details of every error that the code writes out', () => {
  const found = sources.flatMap((text) => [
    ...[...text.matchAll(WITH_DETAILS)].map(([, code = '', name = '']) => ({ code, name })),
    ...[...text.matchAll(WITH_FIELDS)].map(([, code = '']) => ({ code, name: 'errors' })),
  ]);
  expect(found.length).toBeGreaterThan(15);
  const documented: Readonly<Record<string, readonly string[]>> = ERROR_DETAILS;
  expect(
    found.filter(({ code, name }) => documented[code]?.includes(name) !== true && !OF_OPERATORS.includes(name)),
  ).toEqual([]);
});

it('has a remedy of at least one sentence for every code', () => {
  for (const [code, remedy] of Object.entries(REMEDIES)) {
    expect(remedy, code).toMatch(/^[A-Z].*\.$/u);
    expect(remedy, code).not.toContain('|');
  }
});

describe('the messages of errors', () => {
  const CATALOGUE = { CONFLICT: { meaning: 'In conflict' }, INVALID_INPUT: { meaning: 'Invalid' } };

  function messagesOf(text: string) {
    const { messages, fields, unreadable } = errorMessages(CATALOGUE, [{ path: 'packages/a.ts', text }]);
    return { conflict: [...messages.get('CONFLICT')!], fields: [...fields], unreadable };
  }

  it.each([
    ['written out', `err('CONFLICT', 'the card is closed')`, ['the card is closed']],
    ['left out', `err('CONFLICT')`, ['In conflict']],
    ['a template', 'err("CONFLICT", `the quote is ${quote.status}`)', ['the quote is {status}']],
    ['a choice', `err('CONFLICT', isOpen ? 'is open' : 'is closed')`, ['is open', 'is closed']],
    ['a constant', `const GONE = 'is gone'; err('CONFLICT', GONE)`, ['is gone']],
    ['a table', `const OF = { a: 'one', b: 'two' }; err('CONFLICT', OF[kind])`, ['one', 'two']],
    ['a parameter', `const refuse = (why) => err('CONFLICT', why); refuse('late')`, ['late']],
    [
      'a parameter of what is handed over',
      `function check(report) { report('late'); } check((why) => err('CONFLICT', why))`,
      ['late'],
    ],
    ['the answer of a function', 'const why = (id) => `no ${id}`; err("CONFLICT", why(card.id))', ['no {id}']],
    ['in an object', `const LATE = { code: 'CONFLICT', message: 'late' }`, ['late']],
  ])('are found: %s', (_what, source, expected) => {
    expect(messagesOf(source)).toEqual({ conflict: expected, fields: [], unreadable: [] });
  });

  it('are found for invalid fields', () => {
    expect(messagesOf(`invalidFields([{ field: 'amount', message: 'must be positive' }])`).fields).toEqual([
      'must be positive',
    ]);
  });

  it.each([
    ['err("CONFLICT", cause.message)', 'cause.message'],
    ['err(code, "is late")', 'code'],
    ['errors.push({ field, message: outcome.reason })', 'outcome.reason'],
    ['const renamed = { ...error, message: "is late" }', '...error'],
    ['kernel.err("CONFLICT", "is late")', 'kernel.err'],
    ['kernel["err"]("CONFLICT", "is late")', 'kernel["err"]'],
    ['const refuse = err', 'refuse = err'],
    ['const makers = { domainError }', 'domainError'],
    ['const makers = { refuse: err }', 'refuse: err'],
    ['const { err: refuse } = kernel', 'err: refuse'],
    ['lists.map(invalidFields)', 'lists.map(invalidFields)'],
    ['err.call(null, "CONFLICT")', 'err.call'],
    ['import { err as refuse } from "./result.js"', 'err as refuse'],
    ['export { err as refuse } from "./result.js"', 'err as refuse'],
  ])('are reported if they cannot be read: %s', (source, expression) => {
    expect(messagesOf(source).unreadable).toEqual([`packages/a.ts: ${expression}`]);
  });

  it('are reported once for each place', () => {
    expect(messagesOf('err("CONFLICT", it.reason); err("CONFLICT", it.reason)').unreadable).toEqual([
      'packages/a.ts: it.reason',
      'packages/a.ts: it.reason',
    ]);
  });

  it.each([
    'import { err, domainError } from "./result.js"',
    'export { err } from "./result.js"',
    'type Refusal = ReturnType<typeof err>',
    'interface Fields { readonly err: unknown }',
    'log.warn({ err: cause }, "call failed")',
  ])('are not looked for in: %s', (source) => {
    expect(messagesOf(source)).toEqual({ conflict: [], fields: [], unreadable: [] });
  });
});

describe('the table of messages that cannot be read', () => {
  const KEY = 'packages/a.ts: it.reason';
  const because = 'the reason of a library';
  const differencesOf = (entry: UnreadableEntry, unreadable = [KEY], source = "`the account owes ${owed}, '") =>
    differences({ [KEY]: entry }, unreadable, () => source);

  it.each<UnreadableEntry>([
    { because },
    { because, says: { CONFLICT: ['', '{reason}', '{reason}: the account owes {owed} ({it})'] } },
  ])('may have the entry %j', (entry) => {
    expect(differencesOf(entry)).toEqual([]);
  });

  it('may name how often a file has an expression', () => {
    expect(differencesOf({ because, times: 2 }, [KEY, KEY])).toEqual([]);
  });

  it.each<readonly [string, UnreadableEntry, readonly string[]]>([
    ['an expression without an entry', { because }, [KEY, 'packages/a.ts: code']],
    ['a second place of an expression', { because }, [KEY, KEY]],
    ['an entry without an expression', { because }, []],
    ['fewer places than the entry names', { because, times: 2 }, [KEY]],
    ['a text that the source does not contain', { because, says: { CONFLICT: ['{reason}: it lacks {owed}'] } }, [KEY]],
  ])('is refused for %s', (_what, entry, unreadable) => {
    expect(differencesOf(entry, [...unreadable])).toHaveLength(1);
  });
});
