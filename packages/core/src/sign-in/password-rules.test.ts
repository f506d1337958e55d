import { describe, expect, test } from 'vitest';
import { weaknessOf } from './password-rules.js';

describe('a new password', () => {
  test.each(['plum tractor quietly 41', 'correct horse battery staple', 'пароль из четырёх слов', 'xK9!vQ2#rT7$'])(
    'is accepted: %s',
    (password) => expect(weaknessOf(password, 'Ada Lovelace')).toBeNull(),
  );

  test.each(['short', '', 'elevenchars', 'x'.repeat(201)])('needs 12 to 200 characters: %s', (password) => {
    expect(weaknessOf(password, 'Ada')).toMatch(/12 to 200/);
  });

  test('counts a character of two code units once', () => {
    expect(weaknessOf('🙂🙃😉😊😋😎😍', 'Ada')).toMatch(/12 to 200/);
  });

  test.each([
    'password1234',
    'P@ssw0rd!2026',
    'qwertyuiop12',
    'Welcome-Admin-1',
    'passwordpassword',
    'letmeinletmein',
    'password-xyz-9',
  ])('is refused as common: %s', (password) => expect(weaknessOf(password, 'Ada')).toMatch(/too common/));

  test.each(['123456789012', '2026-11-23 12:00'])('is refused without letters: %s', (password) => {
    expect(weaknessOf(password, 'Ada')).toMatch(/too common/);
  });

  test.each([
    ['123456password', 'numbers before a common word'],
    ['!!p@ssw0rd!!99', 'signs around a common word with replaced letters'],
    ['password abc xyz', 'three letters beside common words'],
  ])('is refused as common: %s, with %s', (password) => {
    expect(weaknessOf(password, 'Ada')).toMatch(/too common/);
  });

  test('is accepted with four letters beside common words, with 12 and with 200 characters', () => {
    expect(weaknessOf('password wxyz', 'Ada')).toBeNull();
    expect(weaknessOf('plum tractor', 'Ada')).toBeNull();
    expect(weaknessOf('plum tractor quietly '.repeat(10).slice(0, 200), 'Ada')).toBeNull();
  });

  test('is refused if it repeats few characters', () => {
    expect(weaknessOf('abcabcabcabcabc', 'Ada')).toMatch(/too few/);
    expect(weaknessOf('vwxyvwxyvwxy', 'Ada')).toMatch(/too few/);
    expect(weaknessOf('vwxyzvwxyzvwxyz', 'Ada')).toBeNull();
  });

  test('must not contain the name, in any case and form of Unicode', () => {
    expect(weaknessOf('I am LOVELACE 77', 'Lovelace')).toMatch(/your name/);
    expect(weaknessOf('ｌｏｖｅｌａｃｅ xyz 77', 'Lovelace')).toMatch(/your name/);
    expect(weaknessOf('plum tractor quietly 41', 'Al')).toBeNull();
    expect(weaknessOf('plum tractor quietly 41', 'Plum')).toMatch(/your name/);
    expect(weaknessOf('plum tractor quietly 41', 'Plu')).toBeNull();
  });
});
