const REMEMBERED = 10_000;

/**
 * Remembers what was read from a text, for the few texts (URLs, keys) that come over and over and cost more to read
 * than to use. All is forgotten when it becomes too much.
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
