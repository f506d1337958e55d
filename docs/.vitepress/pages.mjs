// The pages of the site: which documents of the repository they are, their paths, and the groups of the navigation.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { linksOf } from '../../test/support/markdown.mjs';

/** The documents are read from the root of the repository, because many link to a README or to the changelog. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

const HOME = 'docs/README.md';
/** The group whose links are shown on every page. */
const OPEN = 'Guides';

/**
 * The groups of the navigation. A document belongs to the first group with a pattern that matches its path. `first` names
 * pages that a group begins with; the others follow in the order in which the documents link to them. `folder` is the
 * path of the chapters of the group that are in `docs` itself. A group with many pages that few readers open is `apart`,
 * below this path: each page contains its sidebar, and the other pages link to the list of the group only.
 */
const GROUPS = [
  {
    text: 'Guides',
    documents: [/^docs\/guides\//, /^docs\/client\.md$/],
    first: [
      ...['first-payment', 'receiving-money', 'verification', 'webhooks', 'idempotency-and-retries', 'errors'],
      ...['going-live', 'moving-from-another-provider', 'agents', 'play-the-sandbox'],
    ],
  },
  {
    text: 'Concepts',
    folder: 'concepts',
    documents: [/^docs\/(?:payment|ledger|http|embedding|storage|architecture|glossary)\.md$/],
  },
  { text: 'Areas', documents: [/^docs\/areas\//] },
  {
    text: 'Rails',
    folder: 'rails',
    documents: [/^docs\/rails\.md$/, /^docs\/rails\//],
    first: ['rails', 'write-a-rail', 'four-steps'],
  },
  { text: 'Connections', folder: 'connections', documents: [/^docs\/connections\//], first: ['connections-file'] },
  {
    text: 'Operate',
    folder: 'operate',
    documents: [/^docs\/(?:operations|performance|scale)\.md$/, /^(?:docs\/operate|ops\/[^/]+)\/[^/]+$/],
  },
  { text: 'Alerts', apart: '/operate/alerts/', documents: [/^docs\/operate\/alerts\//] },
  {
    text: 'Reference',
    folder: 'reference',
    documents: [/^docs\/reference\//, /^docs\/(?:errors|sandbox)\.md$/, /^packages\/[^/]+\/(?:STATES|RAILS)\.md$/],
  },
  { text: 'Packages', documents: [/^packages\/[^/]+\/README\.md$/] },
  { text: 'Examples', documents: [/^examples\/[^/]+\/README\.md$/] },
  {
    text: 'Project',
    documents: [/^(?:README|CONTRIBUTING|SECURITY|CHANGELOG)\.md$/, /^docs\/(?:versioning|style)\.md$/],
  },
  { text: 'Decisions', apart: '/decisions/', documents: [/^docs\/decisions\//] },
];

/** The groups to which the bar at the top of a page links. */
const IN_THE_BAR = ['Guides', 'Operate', 'Reference'];

/** Files that are not pages, but that documents link to: by their path in the site. */
export const FILES = new Map([['rails/rail.openapi.json', 'docs/rails/rail.openapi.json']]);

/** The path of such a file in the site; null for any other file. */
export const fileOf = (path) => [...FILES].find(([, from]) => from === path)?.[0] ?? null;

/** Documents that are not pages: reports of the public API, and what is installed or built. */
export const EXCLUDED = ['packages/*/api/**', 'test/**', 'data/**', 'coverage/**', 'packages/adapters-http/site/**'];

/** The group of a document; throws if no pattern matches its path. */
function groupOf(document) {
  const group = GROUPS.find(({ documents }) => documents.some((pattern) => pattern.test(document)));
  if (group === undefined) throw new Error(`${document} has no group in docs/.vitepress/pages.mjs`);
  return group;
}

/**
 * The path of the page of a document, such as `areas/quotes.md`. The guides and the documents at the root of the
 * repository are at the root of the site, the other chapters of `docs` in the folder of their group.
 */
export function pageOf(document) {
  if (document === HOME) return 'index.md';
  if (document === 'README.md') return 'overview.md';
  const { folder = '' } = groupOf(document);
  const [, chapter] = /^docs\/(.*)$/.exec(document) ?? [];
  if (chapter === undefined) return document.replace(/\/README\.md$/, '.md').toLowerCase();
  if (!chapter.includes('/')) return join(folder, chapter === `${folder}.md` ? 'index.md' : chapter);
  return chapter.replace(/^guides\//, '').replace(/(^|\/)README\.md$/, '$1index.md');
}

const read = (document) => readFileSync(join(root, document), 'utf8');

/** The documents below a folder. */
function documentsIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isFile()) return entry.name.endsWith('.md') ? [path] : [];
    return entry.isDirectory() && !/^(?:\.|node_modules$|dist$|api$|site$)/.test(entry.name) ? documentsIn(path) : [];
  });
}

/** Every document that is a page, in the order of the links: of the home page, of the lists of folders, of all others. */
export function documents() {
  const all = [
    ...readdirSync(root).filter((name) => name.endsWith('.md')),
    ...['docs', 'ops', 'packages', 'examples'].flatMap(documentsIn),
  ];
  const reached = new Set([HOME, ...all.filter((document) => /^docs\/.+\/README\.md$/.test(document)).sort()]);
  for (const document of reached) {
    for (const target of linksOf(read(document))) {
      const path = normalize(join(dirname(document), target.replace(/#.*$/, '')));
      if (all.includes(path)) reached.add(path);
    }
  }
  return [...reached, ...all.filter((document) => !reached.has(document)).sort()];
}

const titleOf = (document) => {
  const [, title] = /^# (.+)$/m.exec(read(document)) ?? [];
  if (title === undefined) throw new Error(`${document} has no title`);
  return title.replaceAll(/[`*_]/g, '');
};

/** Composes what the configuration needs; refuses a document of no group, and two documents with one page. */
export function pagesOf(all = documents()) {
  const byPage = new Map();
  for (const document of all) {
    const page = pageOf(document);
    if (byPage.has(page)) throw new Error(`${byPage.get(page)} and ${document} would both be the page ${page}`);
    byPage.set(page, document);
  }
  const groups = GROUPS.map((group) => {
    const { text, apart = null, first = [] } = group;
    const rank = (document) => {
      const found = first.findIndex((name) => document.endsWith(`/${name}.md`));
      return found < 0 ? first.length : found;
    };
    const members = all.filter((document) => document !== HOME && groupOf(document) === group);
    const sorted = members.toSorted((a, b) => rank(a) - rank(b));
    return {
      text,
      apart,
      items: sorted.map((document) => ({ text: titleOf(document), link: linkOf(pageOf(document)) })),
    };
  }).filter(({ items }) => items.length > 0);
  return {
    byPage,
    navigation: groups
      .filter(({ text }) => IN_THE_BAR.includes(text))
      .map(({ text, items: [{ link }] }) => ({ text, link })),
    sidebar: {
      ...Object.fromEntries(
        groups
          .filter(({ apart }) => apart !== null)
          .map(({ text, apart, items }) => [
            apart,
            [
              { text: 'All documentation', link: '/' },
              { text, items },
            ],
          ]),
      ),
      // With a link, the title of a group is not a button that contains another one.
      '/': groups.map(({ text, apart, items }) =>
        apart === null
          ? { text, link: items[0].link, items, collapsed: text !== OPEN }
          : { text, link: apart, items: [] },
      ),
    },
  };
}

/** The address of a page below the base of the site. */
const linkOf = (page) => `/${page.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '.html')}`;
