import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { alarmsIn, explained } from './words.mjs';

/** A comment without the marks at the start of its lines. */
const proseOf = (comment) => comment.replaceAll(/^\s*(?:\*|\/\/) ?/gm, '');

/** The texts of comments. Line comments on consecutive lines are one text, because a sentence can continue. */
function textsOf(comments) {
  const texts = [];
  for (const comment of comments) {
    const last = texts.at(-1);
    const follows =
      last !== undefined &&
      comment.type === 'Line' &&
      last.type === 'Line' &&
      comment.loc.start.line === last.line + 1 &&
      comment.loc.start.column === last.comment.loc.start.column;
    if (follows) {
      last.text += `\n${proseOf(comment.value)}`;
      last.line = comment.loc.end.line;
    } else texts.push({ comment, type: comment.type, text: proseOf(comment.value), line: comment.loc.end.line });
  }
  return texts;
}

/** Names that hide what they name, alone or in the plural. */
const HIDING_NAME = /\b_?(?:nobody|somebody|anybody|everybody|whoever|anew|thing|stuff)s?\b/i;
const isHidingName = (name) => HIDING_NAME.exec(name)?.[0] === name;
const NAMED = 'name the record, the role or the state. See docs/style.md#sentences.';

/** Reports the words that docs/style.md warns of in comments, in strings that are sentences and in names. */
const words = {
  meta: {
    type: 'suggestion',
    docs: { description: 'plain English in comments, messages, help texts and test names' },
    schema: [],
  },
  create(context) {
    const file = relative(context.cwd, context.filename).replaceAll('\\', '/');
    const source = context.sourceCode.text;
    if (alarmsIn(proseOf(source), file).length === 0 && !HIDING_NAME.test(source)) return {};
    const check = (node, text) => {
      for (const alarm of alarmsIn(text, file)) context.report({ loc: node.loc, message: explained(alarm) });
    };
    const isSentence = (text) => text.includes(' ');
    return {
      Program() {
        for (const { comment, text } of textsOf(context.sourceCode.getAllComments())) check(comment, text);
      },
      Literal(node) {
        if (typeof node.value === 'string' && isSentence(node.value)) check(node, node.value);
      },
      Identifier(node) {
        if (isHidingName(node.name))
          context.report({ loc: node.loc, message: `${node.name} hides what it names: ${NAMED}` });
      },
      TemplateLiteral(node) {
        const text = node.quasis.map(({ value }) => value.cooked ?? value.raw).join('…');
        if (isSentence(text)) check(node, text);
      },
    };
  },
};

/** Reports comments that switch the rule off: an innocent use is entered into the allow-list, where it has a reason. */
const allowListOnly = {
  meta: { type: 'problem', docs: { description: 'no exceptions from plain-english/words in sources' }, schema: [] },
  create: (context) => ({
    Program() {
      for (const comment of context.sourceCode.getAllComments()) {
        if (!/eslint-(?:disable|enable)\b.*plain-english|^\s*eslint\s+plain-english/s.test(comment.value)) continue;
        context.report({ loc: comment.loc, message: 'Enter the phrase into ALLOWED of .ci/plain-english/words.mjs.' });
      }
    },
  }),
};

/** ESLint keeps results in a cache by the version of a plugin: another list of words is another version. */
const version = ['words.mjs', 'rule.mjs']
  .reduce((hash, name) => hash.update(readFileSync(new URL(name, import.meta.url))), createHash('sha256'))
  .digest('hex');

export default { meta: { name: 'plain-english', version }, rules: { words, 'allow-list-only': allowListOnly } };
