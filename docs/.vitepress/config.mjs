// The site: the documents of this repository as pages, for a browser without a network. docs/operate/deploy.md says how
// to build and to serve it.
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { markdown } from './markdown.mjs';
import { EXCLUDED, FILES, pageOf, pagesOf, root } from './pages.mjs';

const { byPage, navigation, sidebar } = pagesOf();

/** Everything comes from the host of the site. A script in a page runs only if its hash is here. */
const policyOf = (hashes) =>
  [
    "default-src 'none'",
    `script-src 'self' ${[...hashes].join(' ')}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

const hashesIn = (html) =>
  [...html.matchAll(/<script(?![^>]* src=)[^>]*>(.*?)<\/script>/gs)].map(
    ([, script]) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );

const hashes = new Set();

/**
 * Removes the two style attributes that VitePress writes into each page: the policy refuses them. One has no effect before
 * the script of the page runs, the other is a rule of `theme/style.css`.
 */
function withoutStyles(html) {
  const without = html.replaceAll(/ style="(?:position:relative;|--vp-vh:0px;)"/g, '');
  const [left] = /<[^>]* style="[^"]*"/.exec(without) ?? [];
  if (left !== undefined) throw new Error(`a page has a style attribute: ${left}`);
  return without;
}

/** The first paragraph of a document, as a description of the page. */
function descriptionOf(document) {
  const text = readFileSync(join(root, document), 'utf8')
    .replaceAll(/^(```|~~~).*?^\1$/gms, '')
    .replace(/^Generated from .*?\.(?=\s)/ms, '');
  const paragraph = text.split(/\n\s*\n/).find((block) => /^\s*[`_*[\w@]/.test(block)) ?? '';
  const words = paragraph
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*_]/g, '')
    .replaceAll('"', "'")
    .trim()
    .split(/\s+/);
  const fitting = words.filter((_, index) => words.slice(0, index + 1).join(' ').length <= 160);
  return fitting.length === words.length ? words.join(' ') : `${fitting.join(' ')} …`;
}

/** Writes the licences of the packages whose code is in the site, as these licences require. */
const licences = {
  name: 'licences',
  apply: (_config, { isSsrBuild }) => isSsrBuild !== true,
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds);
    const packages = new Set(modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id) ?? []));
    const texts = [...packages].sort().map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
      const text = file === undefined ? license : readFileSync(join(folder, file), 'utf8');
      return `${name} ${version}\n\n${text.trim()}\n`;
    });
    this.emitFile({ type: 'asset', fileName: 'licences.txt', source: texts.join('\n\n') });
  },
};

export default defineConfig({
  title: 'Corridor',
  titleTemplate: ':title – Corridor',
  lang: 'en',
  // Where the host serves the site.
  base: '/guides/',
  srcDir: '..',
  srcExclude: EXCLUDED,
  outDir: '../packages/adapters-http/site',
  cacheDir: '../node_modules/.cache/vitepress',
  rewrites: pageOf,
  // A static host needs no rules for paths without a file.
  cleanUrls: false,
  // In a file of its own, because a script in the page would have another hash after each change of a document.
  metaChunk: true,
  markdown,
  // Else a change of colours inserts an inline style, which the policy refuses.
  appearance: { disableTransition: false },
  // The index of the search is one chunk, which is loaded when a reader opens the search.
  vite: { build: { chunkSizeWarningLimit: 5_000 }, plugins: [licences] },
  themeConfig: {
    nav: [...navigation, { component: 'ReferenceLink' }],
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
    externalLinkIcon: true,
  },
  transformPageData: ({ filePath }) => ({ description: descriptionOf(filePath) }),
  transformHead: ({ siteData: { base } }) => [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}icon.svg` }],
  ],
  transformHtml(rendered) {
    const html = withoutStyles(rendered);
    const own = hashesIn(html);
    for (const hash of own) hashes.add(hash);
    return html.replace(
      '<meta charset="utf-8">',
      (charset) => `${charset}\n    <meta http-equiv="Content-Security-Policy" content="${policyOf(own)}">`,
    );
  },
  buildEnd({ outDir, pages }) {
    const unnamed = pages.filter((page) => !byPage.has(pageOf(page)));
    if (unnamed.length > 0) throw new Error(`no list names these pages: ${unnamed.join(', ')}`);
    for (const [file, from] of FILES) {
      mkdirSync(dirname(join(outDir, file)), { recursive: true });
      copyFileSync(join(root, from), join(outDir, file));
    }
    copyFileSync(fileURLToPath(new URL('icon.svg', import.meta.url)), join(outDir, 'icon.svg'));
    const policy = `${policyOf(hashes)}; frame-ancestors 'none'`;
    writeFileSync(join(outDir, 'csp.json'), `${JSON.stringify({ policy }, null, 2)}\n`);
  },
});
