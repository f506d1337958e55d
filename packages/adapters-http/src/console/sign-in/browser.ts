/** The first of these in `User-Agent` names the browser: most browsers also name those that they imitate. */
const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iOS'],
  ['iPad', 'iOS'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const;

const firstIn = (text: string, names: readonly (readonly [string, string])[]): string | null =>
  names.find(([mark]) => text.includes(mark))?.[1] ?? null;

/** A label for the session of a browser, such as `Firefox on Linux`. */
export function browserName(userAgent: string | undefined): string {
  const browser = firstIn(userAgent ?? '', BROWSERS) ?? 'A browser';
  const system = firstIn(userAgent ?? '', SYSTEMS);
  return system === null ? browser : `${browser} on ${system}`;
}
