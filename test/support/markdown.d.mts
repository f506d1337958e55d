/** The targets of a document's links, images included. */
export function linksOf(text: string): readonly string[];
/** The anchors of a document's headings, by GitHub's rules. */
export function anchorsOf(text: string): ReadonlySet<string>;
/** The repository paths that a document names in code spans. */
export function pathsOf(text: string): readonly string[];
