const REMEMBERED = 10_000;

/**
 * Caches the parsed form of a text (a URL, a key) that recurs and costs more to parse than to use. The cache is cleared
 * when it is full.
 */
export function remembering<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size >= REMEMBERED) known.clear();
    const value = read(text);
    known.set(text, value);
    return value;
  };
}
