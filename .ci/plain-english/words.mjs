// The words that docs/style.md warns of, because they often point to a sentence that lacks a subject or has to be decoded.
// The lint rule in this folder looks for them in sources, and `npm run docs:check` in other texts.

const ALARMS = [
  {
    pattern: /\b(?:nobody|somebody|whoever|whosoever)\b/gi,
    advice: 'name the subject: the caller, the platform, the operator',
  },
  {
    pattern: /\b(?:anybody|everybody|no one(?!-))\b/gi,
    advice: 'name the subject: every caller, all users, no operator',
  },
  { pattern: /\banew\b/gi, advice: 'write "again", or the verb: replace, recreate, recompute' },
  { pattern: /\b(?:is|are|was|were) no\b/gi, advice: 'write "is not a …", or say what it is' },
  { pattern: /\b(?:is|are|was|were|be|been) (?:in|of|by|under) no\b/gi, advice: 'write "is not in a …", "has no …"' },
  { pattern: /\btwins? of\b/gi, advice: 'write "another request with the same …", "a second …"' },
  { pattern: /\bwhat [^.,;:]{2,60} is what\b/gi, advice: 'name both things' },
  { pattern: /\b(?:stands|stood)\b/gi, advice: 'write what it does: is in, follows, contains, replaces, means' },
  { pattern: /\b(?:is|are|was|were|be|been|being) told\b/gi, advice: 'write "receives", or name what says it' },
  { pattern: /\b(?:tells?|told) of\b/gi, advice: 'write "reports", "names" or "describes"' },
];

/**
 * Innocent uses: `phrase` in any file, or only in `file`. Enter a phrase with the words around it, and with its reason as
 * a comment if it is not plain English by itself.
 */
const ALLOWED = [
  { phrase: 'there is no' },
  { phrase: 'there are no' },
  { phrase: 'there was no' },
  { phrase: 'there were no' },
  { phrase: 'is no longer' },
  { phrase: 'are no longer' },
  { phrase: 'was no longer' },
  { phrase: 'were no longer' },
  { phrase: 'stands for' },
  { phrase: 'told apart' },
  ...styleGuide('Whoever is made', 'when somebody comes', 'is told what the first', 'made anew', 'It is no error'),
  ...styleGuide(
    'keeps stands beside',
    '_nobody, whoever, somebody, anybody, everybody, no one, anew, is no X, is in no X, what … is what, stands, is told_',
  ),
];

/** The style guide quotes the words that it warns of, and this list repeats its quotes. */
function styleGuide(...phrases) {
  const files = ['docs/style.md', '.ci/plain-english/words.mjs'];
  return files.flatMap((file) => phrases.map((phrase) => ({ file, phrase })));
}

const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const patternOf = (phrases) => new RegExp(`(?<!\\w)(?:${phrases.map(escaped).join('|')})(?!\\w)`, 'gi');

const anywhere = patternOf(ALLOWED.filter(({ file }) => file === undefined).map(({ phrase }) => phrase));

/**
 * The words of a text that docs/style.md warns of, each with the words around it and with what to do about it. `file` is
 * the path from the root of the repository.
 */
export function alarmsIn(text, file) {
  const flat = text.replaceAll(/\s+/g, ' ');
  if (!ALARMS.some(({ pattern }) => flat.search(pattern) >= 0)) return [];
  const own = ALLOWED.filter((one) => one.file === file).map(({ phrase }) => phrase);
  const blank = (phrase) => '·'.repeat(phrase.length);
  const general = flat.replaceAll(anywhere, blank);
  const rest = own.length === 0 ? general : general.replaceAll(patternOf(own), blank);
  return ALARMS.flatMap(({ pattern, advice }) =>
    [...rest.matchAll(pattern)].map(({ 0: word, index }) => ({
      word,
      advice,
      around: flat.slice(Math.max(0, index - 20), index + word.length + 20).trim(),
    })),
  );
}

/** One sentence for the reader of a report. */
export const explained = ({ word, advice, around }) =>
  `"${word}" (in "… ${around} …") often hides the subject: ${advice}. See docs/style.md#sentences.`;
