import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type BankMessages, loadBankMessages, SEPA_CHARACTERS, SEPA_IDENTIFIER } from './index.js';

let messages: BankMessages;
beforeAll(async () => {
  messages = await loadBankMessages();
});

describe('a text in the SEPA character set', () => {
  test.each([
    ['Jürgen Müßig', 'Jurgen Mussig'],
    ['José Núñez', 'Jose Nunez'],
    ['Jose\u{301}', 'Jose'],
    ['Łukasz Żółć', 'Lukasz Zolc'],
    ['Αθήνα', 'Athina'],
    ['Ада Лавлейс', 'Ada Lavleys'],
    ['Øresund Æ', 'Oresund Ae'],
    ['Müller & Söhne GmbH', 'Muller + Sohne GmbH'],
    ['a_b@c.example', 'a-b.c.example'],
    ['“quoted” – dash…', "'quoted' - dash..."],
    ['{[x]} a\\b', '((x)) a/b'],
    ['/slash/', 'slash'],
    ['https://example.org//a', 'https:/example.org/a'],
    [' two  spaces\tand\nlines ', 'two spaces and lines'],
    ['ｆｕｌｌ　ｗｉｄｔｈ', 'full width'],
    ['Ada 😀 Lovelace', 'Ada Lovelace'],
    ['Ada😀Lovelace🇬🇧', 'AdaLovelace'],
    ['👩🏽‍💻 Grace Hopper ❤️', 'Grace Hopper'],
    ['Café №1️⃣ ⭐', 'Cafe No1'],
    ['Acme® ©Müller™', 'Acme(R) (C)MullerTM'],
  ])('of %s is %s', (text, expected) => {
    expect(messages.sepaText(text, 70)).toBe(expected);
  });

  const EMOJI = ['😀', '👩‍👩‍👧', '👍🏽', '🇩🇪', '1️⃣'.slice(1), '❤️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '☀', '⭐⭐', ' 😀 / 🚀 '];
  test.each(['', ' ', '///', '...', '\u{e000}', '\u{200f}\u{202e}', '\u{301}', ...EMOJI])(
    'is refused for %j',
    (text) => {
      expect(messages.sepaText(text, 70)).toBeNull();
    },
  );

  test.each(['שלום', 'مرحبا', '北京', 'नमस्ते', '7', '#1'])('is not empty for %s', (text) => {
    expect(messages.sepaText(text, 70)).toMatch(/[A-Za-z0-9]/);
  });

  test('is cut to its length, without a slash or a space at the cut', () => {
    expect(messages.sepaText('abcd/efgh', 5)).toBe('abcd');
    expect(messages.sepaText('abcd efgh', 5)).toBe('abcd');
    expect(messages.sepaText('ßßß', 5)).toBe('sssss');
    expect(messages.sepaText(`${'😀'.repeat(70)}Ada`, 3)).toBe('Ada');
    expect(messages.sepaText(`${'Щ'.repeat(70)}`, 70)).toBe('Shch'.repeat(17) + 'Sh');
  });

  test('has these characters and this length for every text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.string({
        unit: fc.constantFrom('/', ' ', '\u{301}', 'ä', '😀', '\u{d800}', '\u{202e}', 'Я', 'x'),
        maxLength: 200,
      }),
    );
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 140 }), (input, maxLength) => {
        const output = messages.sepaText(input, maxLength);
        if (output === null) return;
        expect(output).toMatch(SEPA_CHARACTERS);
        expect(output.length).toBeLessThanOrEqual(maxLength);
        expect(output).toMatch(/[A-Za-z0-9]/);
        expect(output).not.toMatch(/^[/ ]|[/ ]$|\/\//);
        expect(messages.sepaText(output, maxLength)).toBe(output);
      }),
      { seed: 20_022, numRuns: 2000 },
    );
  });
});

test.each([
  ['0190d1f8a3b07c1e8f2b5f0f6f1c2d3e', true],
  ["A/-?:().,'+", true],
  ['x'.repeat(35), true],
  ['x'.repeat(36), false],
  ['', false],
  ['a b', false],
  ['/a', false],
  ['a/', false],
  ['a//b', false],
  ['ä', false],
  ['a\n', false],
])('%j is an identifier of SEPA: %s', (text, isIdentifier) => {
  expect(SEPA_IDENTIFIER.test(text)).toBe(isIdentifier);
});
