// How the Markdown of the repository becomes pages: the documents are written for a code host, and stay as they are.
import { dirname, join, normalize, relative } from 'node:path';
import { anchorOf } from '../../test/support/markdown.mjs';
import { fileOf, pageOf, root } from './pages.mjs';

/**
 * The colours of code are classes, whose colours are in `theme/style.css`: the theme names a class instead of a colour,
 * and the transformer writes it. So no page has a style attribute, which a Content-Security-Policy would have to permit.
 */
const COLOURS = {
  comment: ['comment', 'punctuation.definition.comment'],
  string: ['string', 'markup.inline.raw', 'punctuation.definition.string'],
  keyword: ['keyword', 'storage', 'constant.language', 'variable.language.this'],
  name: ['entity.name.function', 'support.function', 'entity.name.tag', 'entity.name.command'],
  value: ['constant.numeric', 'constant.other', 'variable.parameter', 'constant.character.escape'],
  key: ['support.type.property-name', 'meta.object-literal.key', 'entity.other.attribute-name'],
};
const colourOf = (name) => `var(--code-${name})`;

const codeTheme = {
  name: 'corridor',
  type: 'light',
  colors: { 'editor.foreground': colourOf('text'), 'editor.background': colourOf('ground') },
  tokenColors: Object.entries(COLOURS).map(([name, scope]) => ({ scope, settings: { foreground: colourOf(name) } })),
};

const classesForColours = {
  name: 'classes-for-colours',
  span(node) {
    const { style, ...others } = node.properties;
    if (style === undefined) return;
    const [, name] = /^color:var\(--code-(\w+)\)$/.exec(style) ?? [];
    if (name === undefined) throw new Error(`code has the style ${style}, which is not in the theme`);
    node.properties = name === 'text' ? others : { ...others, class: `code-${name}` };
  },
};

/** Removes HTML comments, which mark the generated parts of documents. All other HTML is shown as text. */
function hideComments(md) {
  md.block.ruler.before('html_block', 'comment', (state, startLine, endLine, isSilent) => {
    const from = state.bMarks[startLine] + state.tShift[startLine];
    if (!state.src.startsWith('<!--', from)) return false;
    const to = state.src.indexOf('-->', from);
    if (to < 0) return false;
    if (isSilent) return true;
    let line = startLine;
    while (line < endLine && state.eMarks[line] < to) line += 1;
    state.line = line + 1;
    return true;
  });
}

/** Vue reads braces in text as an expression. Fenced blocks of code are exempt from this already. */
function escapeBraces(md) {
  for (const kind of ['text', 'code_inline', 'code_block']) {
    const render = md.renderer.rules[kind];
    md.renderer.rules[kind] = (...args) => render(...args).replaceAll('{', '&#123;');
  }
}

/** The alignment of a column is a class instead of a style attribute. */
function alignByClass(md) {
  for (const cell of ['th_open', 'td_open']) {
    md.renderer.rules[cell] = (tokens, index, options, _env, self) => {
      const token = tokens[index];
      const [, side] = /^text-align:(\w+)$/.exec(token.attrGet('style') ?? '') ?? [];
      if (side !== undefined) token.attrs = [['class', `align-${side}`]];
      return self.renderToken(tokens, index, options);
    };
  }
}

/** The site runs no program that draws: steps become a list, and a table follows each diagram of states. */
function describeDiagrams(md) {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, ...others) => {
    const { info, content } = tokens[index];
    if (info.trim() !== 'mermaid') return fence(tokens, index, ...others);
    const steps = stepsOf(content).map((step) => `<li>${md.utils.escapeHtml(step)}</li>`);
    return steps.length === 0 ? '' : `<ol class="diagram" v-pre>\n${steps.join('\n')}\n</ol>\n`;
  };
}

function stepsOf(diagram) {
  const [kind] = diagram.split(/\s/, 1);
  const read = {
    stateDiagram: () => [],
    'stateDiagram-v2': () => [],
    sequenceDiagram: messagesOf,
    flowchart: chainsOf,
  };
  if (read[kind] === undefined) throw new Error(`the site cannot describe a diagram of the kind ${kind}`);
  return read[kind](diagram);
}

/** `A->>B: text` as `Name of A → Name of B: text`; notes as their text. */
function messagesOf(diagram) {
  const names = new Map([...diagram.matchAll(/^\s*participant (\w+) as (.+)$/gm)].map(([, key, name]) => [key, name]));
  const lines = [...diagram.matchAll(/^\s*(?:(\w+)-{1,2}>>(\w+)|Note [^:\n]+): (.+)$/gm)];
  return lines.map(([, from, to, text]) =>
    to === undefined ? text : `${names.get(from)} → ${names.get(to)}: ${text}`,
  );
}

/** `A[text] --> B` as `text → B`. */
function chainsOf(diagram) {
  const labels = new Map();
  const nameOf = (node) => {
    const [, key, label] = /^(\w+)(?:\W+(.*?)\W+)?$/.exec(node.trim());
    if (label !== undefined) labels.set(key, label.replaceAll('<br>', ' '));
    return labels.get(key) ?? key;
  };
  const lines = diagram.split('\n').filter((line) => line.includes('-->'));
  return lines.map((line) => line.split('-->').map(nameOf).join(' → '));
}

/** Links lead from page to page; a link to a source file becomes its text, because the site has no sources. */
function resolveLinks(md) {
  md.core.ruler.push('links-of-the-repository', ({ tokens, env }) => {
    const document = relative(root, env.realPath ?? env.path);
    for (const { children } of tokens.filter(({ type }) => type === 'inline')) {
      let isPlain = false;
      for (const token of children) {
        if (token.type === 'link_open') {
          const target = targetOf(document, token.attrGet('href'));
          isPlain = target === null;
          if (!isPlain) token.attrSet('href', target);
        }
        token.hidden = isPlain && token.type.startsWith('link_');
        if (token.type === 'link_close') isPlain = false;
      }
    }
  });
  for (const part of ['link_open', 'link_close']) {
    const render =
      md.renderer.rules[part] ?? ((tokens, index, options, _env, self) => self.renderToken(tokens, index, options));
    md.renderer.rules[part] = (tokens, index, ...others) =>
      tokens[index].hidden ? '' : render(tokens, index, ...others);
  }
}

/** The address of a link of a document, for the link plugin of VitePress; null if the site does not have the file. */
function targetOf(document, href) {
  if (/^(?:[a-z][a-z+.-]*:|#)/i.test(href)) return href;
  const [path, ...hash] = href.split(/(?=#)/);
  const target = normalize(join(dirname(document), decodeURI(path)));
  if (target.endsWith('.md')) return `/${pageOf(target)}${hash.join('')}`;
  const file = fileOf(target);
  return file === null ? null : `/${file}`;
}

export const markdown = {
  html: false,
  // Braces at the end of a line are text.
  attrs: { disable: true },
  anchor: { slugify: anchorOf },
  theme: codeTheme,
  codeTransformers: [classesForColours],
  // On a busy machine the limit of half a second for a line would leave code without colours, and change the build.
  shikiSetup(highlighter) {
    const { codeToHtml } = highlighter;
    highlighter.codeToHtml = (text, options) => codeToHtml(text, { ...options, tokenizeTimeLimit: 0 });
  },
  // Shiki has no grammar for the expressions of alerts.
  languages: [{ name: 'promql', scopeName: 'source.promql', patterns: [] }],
  config(md) {
    md.disable('emoji');
    for (const extend of [hideComments, escapeBraces, alignByClass, describeDiagrams, resolveLinks]) extend(md);
  },
};
