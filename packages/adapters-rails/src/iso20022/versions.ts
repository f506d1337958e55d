interface Versions {
  readonly first: number;
  readonly last: number;
  /** The versions that changed an element that is read. */
  readonly forms: readonly number[];
}

const REPORTS: Versions = { first: 1, last: 14, forms: [2, 4, 8] };

/** The versions of each message that the ISO has published and that are read. */
const MESSAGES: ReadonlyMap<string, Versions> = new Map([
  ['camt.052', REPORTS],
  ['camt.053', REPORTS],
  ['camt.054', REPORTS],
  // Versions 01 and 02 have another structure.
  ['pain.002', { first: 3, last: 15, forms: [3, 10] }],
]);

const named = (message: string, version: number): string => `${message}.001.${String(version).padStart(2, '0')}`;

/**
 * The version in whose form a message is read, such as `camt.053.001.08` for `camt.053.001.10`: the last one up to it
 * that changed an element that is read, or the first one. Null for a message or a version that is not read.
 */
export function formOf(name: string): string | null {
  const [, message = '', number = ''] = /^([a-z]{4}\.\d{3})\.001\.(\d{2})$/.exec(name) ?? [];
  const versions = MESSAGES.get(message);
  const version = Number(number);
  if (versions === undefined || version < versions.first || version > versions.last) return null;
  return named(message, versions.forms.findLast((form) => form <= version) ?? versions.forms[0]!);
}

/** The versions of a message such as `camt.053`, for a sentence; null for a message that is not read. */
export function versionsOf(message: string): string | null {
  const versions = MESSAGES.get(message);
  return versions === undefined ? null : `${named(message, versions.first)} to ${named(message, versions.last)}`;
}

/** The messages that are read, each in the versions whose forms are known. */
export const READ_MESSAGES: readonly string[] = [...MESSAGES].flatMap(([message, { forms }]) =>
  forms.map((form) => named(message, form)),
);
