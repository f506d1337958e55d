import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createNumbers } from '../testing/numbers.js';
import { decodeTemplated, encodeTemplated } from './rows.js';
import { joinJson, parseTemplate, splitJson, type Template } from './templates.js';

const RUNS = { numRuns: 2_000 };
const DAMAGED = 'a stored JSON value does not fit its template: the row or the template was changed';

const wellFormed = fc.string({ unit: 'binary' });
/** Strings and numbers in every spelling, and ids that repeat. */
const ID = 'Quote:018bcfe5-6800-7000-8000-000000000001';
const leaf = fc.oneof(
  wellFormed,
  fc.constantFrom(ID, `${ID}"\\`, '\u2028', '\u007f', '#', '=', '', '[', ',', '"', '\\', '\u001f0\u001e', '\ud800'),
  fc.double(),
  fc.integer(),
  fc.constantFrom(null, true, false),
);
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(wellFormed, fc.constantFrom('$bigint', '$$bigint', 'a', ID)), tie('any'), { maxKeys: 5 }),
  ),
})).any;
const context = fc.array(fc.oneof(fc.constant(ID), fc.constant(`${ID}"\\`), wellFormed), { maxLength: 4 });
const json = fc.oneof(
  fc
    .tuple(fc.dictionary(wellFormed, value), fc.constantFrom(undefined, 2))
    .map(([object, indent]) => JSON.stringify(object, null, indent)),
  // Spellings that JSON.stringify does not have.
  fc.constantFrom(
    '{"a":1.0e+5,"b":-0,"c":[1E2,0.10]}',
    '{ "a" : "\\/\\u0041" }',
    '{"a":"\\u00e9","a":"é"}',
    '{}',
    '{ }',
  ),
);
/** Texts that begin like an object. */
const broken = fc
  .tuple(
    wellFormed,
    fc.array(fc.constantFrom('"', '\\', ',', ':', '{', '}', '[', ']', '1', '-', 'e', ID, '\n', '\u001f')),
  )
  .map(([text, parts]) => `{${parts.join('')}${text}`);

describe('JSON as the values of a template', () => {
  test('is read as it was written, to the byte', () => {
    fc.assert(
      fc.property(fc.oneof(json, broken), context, (text, known) => {
        const split = splitJson(text, known);
        if (split !== null) expect(joinJson(parseTemplate(split.template), split.values, known)).toBe(text);
      }),
      RUNS,
    );
  });

  test('has a template unless the text contains the delimiters of holes', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('a', 'b', 'c'), leaf), context, (object, known) => {
        expect(splitJson(JSON.stringify(object), known)).not.toBeNull();
      }),
    );
    expect(splitJson('{"a\u001f0\u001e":1}', [])).toBeNull();
    expect(splitJson('[1]', [])).toBeNull();
  });

  test('is stored so that each text is read as itself, whether it has a template or looks as if it had', () => {
    const lookup = createNumbers();
    // Texts of one structure take the template of those before them.
    const recent: Template[] = [];
    const alike = fc
      .tuple(leaf, fc.constantFrom(ID, `${ID}x`), fc.array(leaf, { maxLength: 1 }))
      .map(([one, id, more]) => JSON.stringify({ id: ID, one, of: id, more, as: one }));
    const text = fc.oneof(
      { arbitrary: alike, weight: 5 },
      json,
      broken,
      wellFormed,
      fc.constantFrom('', '#', '=', '==', '#1[]', '=#1[]', '#0["a"]', 'drawn', 'null', '[1]', '"a"'),
      wellFormed.map((any) => `#${any}`),
      wellFormed.map((any) => `=${any}`),
    );
    fc.assert(
      fc.property(text, context, fc.boolean(), (stored, known, hasRoom) => {
        const cell = encodeTemplated(stored, known, { ...lookup, hasRoom: () => hasRoom }, recent);
        expect(decodeTemplated(cell, known, lookup)).toBe(stored);
      }),
      RUNS,
    );
  });

  test('is stored as the number of its template and its values, and any other text as it is', () => {
    const lookup = createNumbers();
    const text = `{"a":1,"id":"${ID}"}`;
    const template = splitJson(text, [])!.template;
    const number = lookup.numberOf('other') + 1;
    expect(encodeTemplated(text, [], lookup)).toBe(`#${number}[1,"${ID}"]`);
    expect(lookup.textOf(number)).toBe(template);
    const stored = ['drawn', 'null', '[1]', '', '#1[]', '=x'].map((one) => encodeTemplated(one, [], lookup));
    expect(stored).toEqual(['drawn', 'null', '[1]', '', '=#1[]', '==x']);
  });

  test('has its template when there is room for no other one, and is stored as it is otherwise', () => {
    const lookup = createNumbers();
    const recent: Template[] = [];
    expect(encodeTemplated('{"a":1}', [], lookup, recent)).toBe('#0[1]');
    const full = { ...lookup, hasRoom: () => false };
    expect(encodeTemplated('{"a":"x"}', [], full, recent)).toBe('#0["x"]');
    expect(encodeTemplated('{"b":1}', [], full, recent)).toBe('{"b":1}');
    expect(() => lookup.textOf(1)).toThrow('no entry 1');
  });

  test('keeps the templates of a column that were used last at hand', () => {
    const lookup = createNumbers();
    const recent: Template[] = [];
    const full = { ...lookup, hasRoom: () => false };
    const textOf = (index: number) => `{"key${index}":1}`;
    for (let index = 0; index < 24; index++) encodeTemplated(textOf(index), [], lookup, recent);
    expect(encodeTemplated(textOf(0), [], full, recent)).toBe('#0[1]');
    // The first one was used again, so the second one has to go.
    encodeTemplated(textOf(24), [], lookup, recent);
    expect([0, 1, 2, 24].map((index) => encodeTemplated(textOf(index), [], full, recent))).toEqual([
      ...['#0[1]', textOf(1), '#2[1]', '#24[1]'],
    ]);
  });

  test('has no template if its structure is longer than those that repeat', () => {
    const key = 'k'.repeat(6_000 - '{"":<0>}'.length);
    expect(splitJson(`{"${key}":1}`, [])!.template).toHaveLength(6_000);
    expect(splitJson(`{"${key}k":1}`, [])).toBeNull();
    expect(splitJson(`{"a":"${'v'.repeat(7_000)}"}`, [])).not.toBeNull();
  });

  test('repeats no string of 20 characters with its quotes, and every shorter one', () => {
    const templateOf = (value: string) =>
      splitJson(`{"a":"${value}","b":"${value}"}`, [])!.template.replaceAll('\u001f', '<').replaceAll('\u001e', '>');
    expect(templateOf('x'.repeat(18))).toBe('{"a":<0>,"b":<0>}');
    expect(templateOf('x'.repeat(17))).toBe('{"a":<0>,"b":<1>}');
  });

  test('takes values from other columns of the row, and repeats none of them', () => {
    const { template, values } = splitJson(`{"id":"${ID}","of":"${ID}","at":1,"as":"${ID}x","or":"${ID}x"}`, ['', ID])!;
    expect(template.replaceAll('\u001f', '<').replaceAll('\u001e', '>')).toBe(
      '{"id":<c1>,"of":<c1>,"at":<0>,"as":<1>,"or":<1>}',
    );
    expect(values).toBe(`[1,"${ID}x"]`);
  });

  test('that lost, gained or damaged a value is an error', () => {
    const { template, values } = splitJson('{"a":"x","b":2,"c":"[,]"}', [])!;
    const holes = parseTemplate(template);
    expect(joinJson(holes, values, [])).toBe('{"a":"x","b":2,"c":"[,]"}');
    for (const damaged of ['', '[]', '["x",2]', '["x",2,"[,]",4]', '["x",2,"[,]"', '["x",2,"[,]]', '["x",,2,"[,]"]']) {
      expect(() => joinJson(holes, damaged, []), damaged).toThrow(DAMAGED);
    }
    expect(() => joinJson(parseTemplate(`${template}\u001f`), values, [])).toThrow(DAMAGED);
    expect(() => joinJson(parseTemplate(template.replace('0', '7')), values, [])).toThrow(DAMAGED);
    expect(() => joinJson(parseTemplate('{"a":\u001fc0\u001e}'), '[]', [])).toThrow(DAMAGED);
  });

  test('whose cell was cut is an error', () => {
    const lookup = createNumbers();
    fc.assert(
      fc.property(fc.oneof(json, broken), context, fc.nat(), (stored, known, at) => {
        const cell = encodeTemplated(stored, known, lookup);
        if (!cell.startsWith('#')) return;
        const cut = cell.slice(0, 1 + (at % (cell.length - 1)));
        expect(() => decodeTemplated(cut, known, lookup)).toThrow(/^a stored JSON value|^no entry/);
      }),
      { numRuns: 3_000, seed: 20 },
    );
  });
});
