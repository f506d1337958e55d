/** An option as the usage lists it. */
export interface UsageOption {
  /** With the kind of the value behind the name: `environment NAME`. Options that share a line share its meaning. */
  readonly heads: readonly string[];
  readonly meaning: string;
}

export interface UsageEntry {
  readonly name: string;
  readonly meaning: string;
  readonly options: readonly UsageOption[];
}

interface Listed {
  readonly name: string;
  meaning: string;
  options: { readonly heads: readonly string[]; meaning: string }[];
}

const COMMAND = /^ {2}(\S(?: ?\S)*)(?: {2,}(.*))?$/;
const OPTION = /^ {6}(--\S(?: ?\S)*)(?: {2,}(.*))?$/;
const CONTINUATION = /^ {20,}(\S.*)$/;
const SAME_OPTIONS = /; options as above$/;

/** The commands that the usage text lists, with their options; "as above" is replaced by what it refers to. */
export function usageEntries(usage: string): readonly UsageEntry[] {
  return withoutReferences(listed(usage));
}

/** The name of an option without the kind of its value. */
export const nameOf = (head: string): string => head.split(' ')[0]!;

const OPTION_WIDTH = 24;

/** The usage of one command, with all its options; the whole text for a command that it does not list. */
export function usageOf(usage: string, name: string): string {
  const entry = usageEntries(usage).find((each) => each.name === name);
  if (entry === undefined) return usage;
  const options = entry.options.map(({ heads, meaning }) => {
    const all = heads.map((head) => `--${head}`).join(', ');
    return `  ${all.padEnd(OPTION_WIDTH - 2)}${all.length < OPTION_WIDTH - 2 ? '' : '  '}${meaning}`;
  });
  const head = `Usage: corridor ${name}${options.length === 0 ? '' : ' [options]'}\n\n${entry.meaning}\n`;
  return options.length === 0 ? head : `${head}\n${options.join('\n')}\n`;
}

function listed(usage: string): Listed[] {
  const entries: Listed[] = [];
  for (const line of usage.split('\n')) {
    const entry = entries.at(-1);
    const [, continued] = CONTINUATION.exec(line) ?? [];
    const [, heads, meaning = ''] = OPTION.exec(line) ?? [];
    const [, name, about] = COMMAND.exec(line) ?? [];
    if (continued !== undefined && entry !== undefined) {
      const last = entry.options.at(-1) ?? entry;
      last.meaning = `${last.meaning} ${continued}`.trim();
    } else if (heads !== undefined && entry !== undefined) {
      entry.options.push({ heads: heads.split(', ').map((head) => head.slice(2)), meaning });
    } else if (name !== undefined && about !== undefined && !name.startsWith('-')) {
      entries.push({ name, meaning: about, options: [] });
    }
  }
  return entries;
}

function withoutReferences(entries: Listed[]): readonly UsageEntry[] {
  const meanings = new Map<string, string>();
  let before: Listed['options'] = [];
  for (const entry of entries) {
    if (SAME_OPTIONS.test(entry.meaning)) {
      entry.meaning = entry.meaning.replace(SAME_OPTIONS, '');
      entry.options = before;
    }
    for (const option of entry.options) {
      const name = nameOf(option.heads[0]!);
      if (/^as above$/i.test(option.meaning)) option.meaning = meanings.get(name) ?? option.meaning;
      meanings.set(name, option.meaning);
    }
    before = entry.options;
  }
  return entries;
}
