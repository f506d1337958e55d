export interface UnreadableEntry {
  readonly because: string;
  readonly times?: number;
  readonly says?: Readonly<Record<string, readonly string[]>>;
}

export function errorsDocument(): string;

/** Where the entries differ from the expressions that cannot be read, and the texts that their sources do not contain. */
export function differences(
  entries: Readonly<Record<string, UnreadableEntry>>,
  unreadable: readonly string[],
  sourceOf: (path: string) => string,
): readonly string[];
