// Checks links, headings and paths in documents, citations in sources, and the words of documents.
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { alarmsIn, explained } from '../../.ci/plain-english/words.mjs';
import { anchorsOf, linksOf, pathsOf } from '../support/markdown.mjs';

/** Folders that people do not write: installed, built and generated files, and the code that rules must report. */
const SKIPPED =
  /(?:^|\/)(?:node_modules|dist|\.git)\/|^(?:data|coverage|packages\/adapters-http\/site|test\/architecture\/planted|packages\/[^/]+\/api)\//;
const IS_SOURCE = /\.(?:[cm]?ts|[cm]?js)$/;
/** Texts that people read, besides documents and sources: pages, styles, settings, scripts and programs in Python. */
const IS_OTHER_TEXT = /\.(?:html|css|ya?ml|toml|sh|py|sol)$|^ops\/image\/[\w-]+$/;
/** A changelog names files of earlier versions. */
const HISTORY = 'CHANGELOG.md';
const FRONT_PAGE = 'README.md';

/** A chapter that a comment or a string cites, with or without a heading. */
const CITATION = /\bdocs\/[\w./-]*?\.md(?:#[\w-]+)?/g;
/** A quoted chapter of a document that is not in the repository. */
const FOREIGN_CHAPTER = /\b(?:behaviour|interface|quality|architecture), (?:"[^"]+"|`[^`]+`)/gi;
const FOREIGN_FILE = /(?<![\w/-])(?:behaviour|interface|quality|uma|embedded-wallet)\.md\b/g;
/** The same in parentheses, where code could have a parameter of the name. */
const FOREIGN_REMARK = /\((?:behaviour|interface|quality|architecture|contract)(?:\)|[:,;] [^)]*\))/gi;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

/** The files of a folder and of its folders that people write, as paths from the folder. */
const filesIn = (root) => trackedIn(root) ?? walked(root);

/** The files that git does not ignore, with those that are not added yet; null without a repository or without git. */
function trackedIn(root) {
  if (!existsSync(join(root, '.git'))) return null;
  const { status, stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) return null;
  const isFile = (path) => lstatSync(join(root, path), { throwIfNoEntry: false })?.isFile() === true;
  return [...new Set(stdout.split('\0'))].filter((path) => path !== '' && !SKIPPED.test(path) && isFile(path));
}

function walked(root, folder = '') {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.test(`${path}/`) ? [] : walked(root, path);
    return entry.isFile() ? [path] : [];
  });
}

const isExternal = (target) => /^[a-z][a-z+.-]*:/.test(target);

/** Every problem of the documents and sources below a folder, as `file: problem`, in the order of the files. */
export function problemsIn(root) {
  const texts = new Map();
  const read = (path) => {
    if (!texts.has(path)) texts.set(path, readFileSync(join(root, path), 'utf8'));
    return texts.get(path);
  };
  const anchors = new Map();
  const hasHeading = (path, anchor) => {
    if (!anchors.has(path)) anchors.set(path, anchorsOf(read(path)));
    return anchors.get(path).has(anchor);
  };
  const isThere = (path) => existsSync(join(root, path));
  const leadsNowhere = (path, anchor) =>
    !isThere(path) || (anchor !== undefined && path.endsWith('.md') && !hasHeading(path, anchor));

  const files = filesIn(root).toSorted();
  const documents = files.filter((path) => path.endsWith('.md'));
  const sources = files.filter((path) => IS_SOURCE.test(path));
  const otherTexts = files.filter((path) => IS_OTHER_TEXT.test(path));

  const inText = (path) => alarmsIn(read(path), path).map((alarm) => `${path}: ${explained(alarm)}`);
  const inDocument = (path) => [
    ...linksOf(read(path))
      .filter((target) => !isExternal(target))
      .filter((target) => leadsNowhere(...targetOf(path, target)))
      .map((target) => `${path}: the link ${target} leads to no file or heading`),
    ...(path === HISTORY ? [] : pathsOf(read(path)))
      .filter((named) => !isThere(named))
      .map((named) => `${path}: ${named} does not exist`),
    ...repeatedIn(read(path)).map((row) => `${path}: a table has this row twice: ${row}`),
    ...foreignIn(path, withoutTargets(read(path)), withoutTargets(read(path))),
    ...inText(path),
  ];
  const inSource = (path) => {
    const text = read(path);
    const cited = text.includes('docs/') ? [...text.matchAll(CITATION)].map(([one]) => one) : [];
    return [
      ...cited
        .filter((one) => leadsNowhere(...one.split('#')))
        .map((one) => `${path}: ${one} is cited, but there is no such file or heading`),
      ...foreignIn(path, text, commentsOf(text)),
    ];
  };
  return [
    ...documents.flatMap(inDocument),
    ...unreachable(documents, read).map((path) => `${path}: no chain of links leads here from ${FRONT_PAGE}`),
    ...sources.flatMap(inSource),
    ...otherTexts.flatMap(inText),
  ];
}

/** The rows with links that a document has more than once. Rows without links, such as states, may be alike. */
function repeatedIn(text) {
  const rows = text.split('\n').filter((line) => line.startsWith('|') && line.includes(']('));
  const spaced = rows.map((row) => row.replaceAll(/\s+/g, ' '));
  return [...new Set(spaced.filter((row, index) => spaced.indexOf(row) < index))];
}

/** The file that a link in a document leads to, and the heading. */
function targetOf(document, target) {
  const [path = '', anchor] = target.split('#');
  return [path === '' ? document : normalize(join(dirname(document), path)), anchor];
}

function unreachable(documents, read) {
  const reached = new Set([FRONT_PAGE]);
  for (const document of reached) {
    if (!documents.includes(document)) continue;
    for (const target of linksOf(read(document))) if (!isExternal(target)) reached.add(targetOf(document, target)[0]);
  }
  return documents.filter((document) => !reached.has(document));
}

/** A document without the targets of its links, which are checked by themselves. */
const withoutTargets = (text) => text.replaceAll(/\]\([^)]*\)/g, ']');

/** The comments of a source, each on one line. */
const commentsOf = (text) =>
  [...text.matchAll(COMMENT)].map(([comment]) => comment.replaceAll(/\s*\n\s*\*?\s*/g, ' ')).join('\n');

function foreignIn(path, text, prose) {
  const found = [
    ...[text, prose].flatMap((from) => [...from.matchAll(FOREIGN_CHAPTER), ...from.matchAll(FOREIGN_FILE)]),
    ...prose.matchAll(FOREIGN_REMARK),
  ].map(([one]) => one);
  const whole = [...new Set(found)].filter((one) => !found.some((other) => other !== one && other.includes(one)));
  return whole.map((one) => `${path}: ${one} is not in the repository; cite a chapter of docs, or drop the citation`);
}
