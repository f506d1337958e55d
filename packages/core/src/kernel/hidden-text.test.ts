import { describe, expect, it } from 'vitest';
import { textFault } from './index.js';

describe('a text', () => {
  it.each([
    ['200B', 'a zero-width space'],
    ['200C', 'a joiner between Latin letters'],
    ['200D', 'a joiner between Latin letters'],
    ['200E', 'a mark of direction'],
    ['200F', 'a mark of direction'],
    ['202A', 'an embedding'],
    ['202D', 'an override'],
    ['202E', 'an override that reverses'],
    ['2060', 'a word joiner'],
    ['2066', 'an isolate'],
    ['2069', 'the end of an isolate'],
    ['061C', 'an Arabic mark of direction'],
    ['00AD', 'a soft hyphen'],
    ['FEFF', 'a byte order mark'],
    ['180E', 'a vowel separator'],
    ['3164', 'a Hangul filler'],
    ['115F', 'a Hangul filler'],
    ['FFA0', 'a Hangul filler'],
    ['2028', 'a line separator'],
    ['E0041', 'a tag'],
  ])('must not contain U+%s, %s', (code) => {
    const hidden = String.fromCodePoint(parseInt(code, 16));
    for (const text of [`Ada${hidden}Lovelace`, `${hidden}Ada`, `Ada${hidden}`])
      expect(textFault(text)).toBe(
        `must not contain U+${code}, a character that is not shown or reverses text; type the text again`,
      );
  });

  it.each([
    ['Persian with a non-joiner', 'علی\u200cرضا'],
    ['Persian with a mark before the non-joiner', 'خانهٔ\u200cما'],
    ['Hindi with a non-joiner', 'राजक\u094d\u200cष'],
    ['Sinhala with a joiner', 'ශ\u0dca\u200dරී'],
    ['Malayalam with a joiner at the end', 'അവന\u0d4d\u200d'],
    ['Bengali with a joiner', 'র\u200d\u09cdযাব'],
    ['an emoji of several', '👩\u200d👩\u200d👧'],
    ['an emoji with a skin tone', '👩🏽\u200d🚀'],
    ['an emoji with a variation', '❤\ufe0f\u200d🔥'],
    ['a flag of a region', '🏴\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}'],
    ['Hebrew', 'עדה לאבלייס'],
    ['Korean', '김연아'],
    ['Vietnamese in two forms', 'Nguye\u0302\u0303n Nguyễn'],
  ])('can be %s', (_, text) => {
    expect(textFault(text)).toBeNull();
  });

  it.each([
    ['two joiners in a row', 'علی\u200c\u200cرضا'],
    ['a joiner at the end of a Persian word', 'علی\u200c'],
    ['a joiner before a Persian word', '\u200cعلی'],
    ['a joiner after an emoji', '👩\u200d'],
  ])('must not contain %s, which would not be seen', (_, text) => {
    expect(textFault(text)).toMatch(/^must not contain U\+200/);
  });

  it('may have line breaks if it has several lines', () => {
    expect(textFault('a\n\tb')).toBe('must not contain control characters or unpaired surrogates');
    expect(textFault('a\n\tb', true)).toBeNull();
    expect(textFault('a\u202e\nb', true)).toMatch(/U\+202E/);
  });

  it.each([
    ['marks', '\u0301'],
    ['Arabic marks', '\u0650'],
    ['letters with a mark', 'ع\u0650'],
    ['joiners', '\u200d'],
    ['flags without an end', '🏴\u{e0067}'],
  ])('of 100,000 %s is read in a moment', { timeout: 5_000 }, (_, part) => {
    textFault(part.repeat(100_000));
    textFault(`علی${part.repeat(100_000)}\u200cرضا`);
  });
});
