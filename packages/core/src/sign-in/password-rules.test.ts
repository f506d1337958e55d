import { describe, expect, test } from 'vitest';
import { weaknessOf } from './password-rules.js';

const LISTED = ['sunflower', 'hunter2', 'trustno1'];
const weakness = (password: string, name: string): Promise<string | null> =>
  weaknessOf({ isListed: async (text) => LISTED.includes(text) }, password, name);

describe('a new password', () => {
  test.each(['plum tractor quietly 41', 'correct horse battery staple', 'пароль из четырёх слов', 'xK9!vQ2#rT7$'])(
    'is accepted: %s',
    async (password) => expect(await weakness(password, 'Ada Lovelace')).toBeNull(),
  );

  test.each(['short', '', 'elevenchars', 'x'.repeat(201)])('needs 12 to 200 characters: %s', async (password) => {
    expect(await weakness(password, 'Ada')).toMatch(/12 to 200/);
  });

  test('counts a character of two code units once', async () => {
    expect(await weakness('🙂🙃😉😊😋😎😍', 'Ada')).toMatch(/12 to 200/);
  });

  test.each([
    'password1234',
    'P@ssw0rd!2026',
    'qwertyuiop12',
    'Welcome-Admin-1',
    'passwordpassword',
    'letmeinletmein',
    'password-xyz-9',
  ])('is refused as common: %s', async (password) => expect(await weakness(password, 'Ada')).toMatch(/too common/));

  test.each(['123456789012', '2026-11-23 12:00'])('is refused without letters: %s', async (password) => {
    expect(await weakness(password, 'Ada')).toMatch(/too common/);
  });

  test.each([
    ['123456password', 'numbers before a common word'],
    ['!!p@ssw0rd!!99', 'signs around a common word with replaced letters'],
    ['password abc xyz', 'three letters beside common words'],
  ])('is refused as common: %s, with %s', async (password) => {
    expect(await weakness(password, 'Ada')).toMatch(/too common/);
  });

  test('is accepted with four letters beside common words, with 12 and with 200 characters', async () => {
    expect(await weakness('password wxyz', 'Ada')).toBeNull();
    expect(await weakness('plum tractor', 'Ada')).toBeNull();
    expect(await weakness('plum tractor quietly '.repeat(10).slice(0, 200), 'Ada')).toBeNull();
  });

  test('is refused if it repeats few characters', async () => {
    expect(await weakness('abcabcabcabcabc', 'Ada')).toMatch(/too few/);
    expect(await weakness('vwxyvwxyvwxy', 'Ada')).toMatch(/too few/);
    expect(await weakness('vwxyzvwxyzvwxyz', 'Ada')).toBeNull();
  });

  test('must not contain the name, in any case and form of Unicode', async () => {
    expect(await weakness('I am LOVELACE 77', 'Lovelace')).toMatch(/your name/);
    expect(await weakness('ｌｏｖｅｌａｃｅ xyz 77', 'Lovelace')).toMatch(/your name/);
    expect(await weakness('plum tractor quietly 41', 'Al')).toBeNull();
    expect(await weakness('plum tractor quietly 41', 'Plum')).toMatch(/your name/);
    expect(await weakness('plum tractor quietly 41', 'Plu')).toBeNull();
  });

  test.each([
    'sunflower!2026',
    'Sunflower-2026',
    'sunflowersunflower',
    'SUN flower 123',
    '$unfl0wer$unfl0wer',
    'hunter2hunter2',
  ])('is refused as a lengthened password of the list: %s', async (password) =>
    expect(await weakness(password, 'Ada')).toMatch(/too common/),
  );

  test('may contain a word of the list', async () => {
    expect(await weakness('sunflower tractor 41', 'Ada')).toBeNull();
  });

  test('must not contain a part of the name, also with replaced letters', async () => {
    for (const password of ['tractor lovelace', 'L0vel4ce tractor', 'xx-LOVELACE-xx 12'])
      expect(await weakness(password, 'Ada Lovelace'), password).toMatch(/your name/);
  });
});
