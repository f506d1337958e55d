/** A table of Markdown: the head and the rows, each a list of cells. */
export const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`)
    .join('\n');

export const code = (text) => `\`${text}\``;

/** The anchor of a heading of words, digits and hyphens, as GitHub makes it. */
export const anchor = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');

/** A paragraph in lines of at most 120 characters; headings, lists and tables stay as they are. */
export const wrapped = (text) => (/^[#|-]/.test(text) ? text : text.replace(/(?=.{121})(.{1,120}) /g, '$1\n'));
