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

/** What is wrong with a new password; null if it is accepted. */
export function weaknessOf(password: string, name: string): string | null {
  const text = normalPassword(password);
  const { shortest, longest } = PASSWORD_LENGTH;
  const length = [...text].length;
  if (length < shortest || length > longest) return `must have ${shortest} to ${longest} characters`;
  const plain = text.toLowerCase();
  const owner = name.normalize('NFKC').toLowerCase();
  if (owner.length >= SHORTEST_NAME && plain.includes(owner)) return 'must not contain your name';
  if (new Set(plain).size < FEWEST_CHARACTERS) return 'repeats too few characters; choose another password';
  if (isCommon(plain) || isCommon(unleet(plain))) return 'is too common; choose several unrelated words';
  return null;
}

/** Characters that often replace letters. */
const LEET: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '@': 'a', $: 's' };
const unleet = (text: string): string =>
  [...text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')].map((character) => LEET[character] ?? character).join('');

/** Whether hardly a letter is left without common words. */
function isCommon(text: string): boolean {
  let rest = text;
  for (const word of COMMON) rest = rest.replaceAll(word, ' ');
  return (rest.match(/\p{L}/gu) ?? []).length < FEWEST_LETTERS;
}
