import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

const PROSE = /[\p{L}\p{N}}),.:;'"] +[\p{L}\p{N}({'"$]/u;

const textOf = ({ node }) => {
  if (node.type === 'StringLiteral') return node.value;
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.raw).join('\0');
  return null;
};

/** Leaves out sentences for readers: tests check the code and the field of an error, not how its message is worded. */
export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'prose', {
    shouldIgnore(path) {
      const text = textOf(path);
      return text !== null && PROSE.test(text) ? 'a sentence for readers' : undefined;
    },
  }),
];
