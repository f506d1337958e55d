import type { Passwords } from './ports.js';

/** NIST SP 800-63B: length instead of classes of characters, and no common password. */
export const PASSWORD_LENGTH = { shortest: 12, longest: 200 } as const;

const FEWEST_CHARACTERS = 5;
/** Letters beside common words. */
const FEWEST_LETTERS = 4;
/** Names shorter than this are parts of many words. */
const SHORTEST_NAME = 4;

/** Words and keyboard rows of the most common passwords. A password may contain them, but not consist of them. */
const COMMON = [
  ...['password', 'passwort', 'passphrase', 'secret', 'letmein', 'welcome', 'admin', 'administrator', 'root', 'user'],
  ...['operator', 'corridor', 'console', 'login', 'changeme', 'default', 'test', 'demo', 'guest', 'master', 'access'],
  ...['iloveyou', 'sunshine', 'princess', 'football', 'baseball', 'superman', 'batman', 'dragon', 'monkey', 'shadow'],
  ...['trustno', 'whatever', 'freedom', 'starwars', 'michael', 'jordan', 'summer', 'winter', 'spring', 'autumn'],
  ...['qwertyuiop', 'qwertzuiop', 'qwerty', 'qwertz', 'azerty', 'asdfghjkl', 'asdfgh', 'asdf', 'zxcvbnm', 'yxcvbnm'],
  ...['qazwsxedc', 'qazwsx', 'abcdefghijklmnopqrstuvwxyz', 'abcdefghijkl', 'abcdef', 'abcd', 'abc', 'my', 'is', 'the'],
].sort((a, b) => b.length - a.length);

/** The form in which a password is hashed, so that all keyboards enter the same text. */
export const normalPassword = (password: string): string => password.normalize('NFKC');

const TOO_COMMON = 'is too common; choose several unrelated words';

/** What is wrong with a new password; null if it is accepted. */
export async function weaknessOf(
  { isListed }: Pick<Passwords, 'isListed'>,
  password: string,
  name: string,
): Promise<string | null> {
  const weakness = shapeOf(password, name);
  if (weakness !== null) return weakness;
  for (const text of plainFormsOf(normalPassword(password).toLowerCase())) {
    if (await isListed(text)) return TOO_COMMON;
  }
  return null;
}

/**
 * The texts that are looked up for a password. Common passwords are shorter than the shortest one here, so people
 * lengthen them: with digits and signs at the ends, with separators, or by writing them twice.
 */
function plainFormsOf(plain: string): ReadonlySet<string> {
  const forms = new Set<string>();
  for (const text of [plain, unleet(plain), lettered(plain)]) {
    const joined = text.replaceAll(/[^\p{L}\p{N}]+/gu, '');
    for (const form of [text, joined, joined.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')]) {
      forms.add(form);
      const half = form.slice(0, form.length / 2);
      if (half.repeat(2) === form) forms.add(half);
    }
  }
  return forms;
}

/** What is wrong with a new password by its length, its characters and its owner. */
function shapeOf(password: string, name: string): string | null {
  const text = normalPassword(password);
  const { shortest, longest } = PASSWORD_LENGTH;
  const length = [...text].length;
  if (length < shortest || length > longest) return `must have ${shortest} to ${longest} characters`;
  const plain = text.toLowerCase();
  if (namesIn(name).some((part) => plain.includes(part) || unleet(plain).includes(part)))
    return 'must not contain your name';
  if (new Set(plain).size < FEWEST_CHARACTERS) return 'repeats too few characters; choose another password';
  if (isCommon(plain) || isCommon(unleet(plain))) return TOO_COMMON;
  return null;
}

/** The name, and the parts of it that are long enough. */
function namesIn(name: string): readonly string[] {
  const whole = name.normalize('NFKC').toLowerCase();
  return [whole, ...whole.split(/[^\p{L}\p{N}]+/u)].filter(({ length }) => length >= SHORTEST_NAME);
}

/** Characters that often replace letters. */
const LEET: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '@': 'a', $: 's' };
const lettered = (text: string): string => [...text].map((character) => LEET[character] ?? character).join('');
const unleet = (text: string): string => lettered(text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, ''));

/** Whether hardly a letter is left without common words. */
function isCommon(text: string): boolean {
  let rest = text;
  for (const word of COMMON) rest = rest.replaceAll(word, ' ');
  return (rest.match(/\p{L}/gu) ?? []).length < FEWEST_LETTERS;
}
