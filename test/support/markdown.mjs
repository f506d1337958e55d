/** A Markdown document without fenced code, whose links and paths are examples. */
const prose = (text) => text.replaceAll(/^(```|~~~).*?^\1$/gms, '');

/** The targets of a document's links, images included. */
export function linksOf(text) {
  // Inline code may be the text of a link, but contains no links.
  const linked = prose(text).replaceAll(/`[^`\n]*`/g, '');
  const inline = [...linked.matchAll(/\]\(\s*<?([^)\s>]+)>?[^)]*\)/g)];
  const reference = [...linked.matchAll(/^\[[^\]]+\]:\s*(\S+)/gm)];
  return [...inline, ...reference].map(([, target]) => target);
}

/** The anchor of a heading, by GitHub's rules. */
export const anchorOf = (heading) =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

/** The anchors of a document's headings. */
export function anchorsOf(text) {
  const anchors = new Set();
  for (const [, heading] of prose(text).matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)) {
    const anchor = anchorOf(heading);
    let unique = anchor;
    for (let count = 1; anchors.has(unique); count += 1) unique = `${anchor}-${count}`;
    anchors.add(unique);
  }
  return anchors;
}

/** The repository paths that a document names in code spans. */
export const pathsOf = (text) =>
  [...prose(text).matchAll(/`([^`\n]+)`/g)]
    .map(([, span]) => span)
    .filter((span) => /^(\.ci|docs|packages|test)\/[\w./-]+$/.test(span));
