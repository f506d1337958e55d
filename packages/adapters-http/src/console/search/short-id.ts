const BEGIN = 8;
const END = 4;

/** An id for a list: its type, the beginning, which the search finds, and the end. */
export function shortId(id: string): string {
  const at = id.indexOf(':') + 1;
  const rest = id.slice(at);
  return rest.length <= BEGIN + END + 1 ? id : `${id.slice(0, at)}${rest.slice(0, BEGIN)}…${rest.slice(-END)}`;
}
