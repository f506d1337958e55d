import type { Entered } from './form-values.js';

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const decoded = (text: string): string => text.replaceAll(/&(#39|\w+);/g, (all, name: string) => ENTITIES[name] ?? all);

const attribute = (tag: string, name: string): string => decoded(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
const textOf = (markup: string): string => decoded(markup.replaceAll(/<[^>]*>/g, '').trim());

type Pair = readonly [name: string, value: string];

export interface Filled {
  readonly sent: URLSearchParams;
  /** What could not be entered. */
  readonly problems: readonly string[];
}

/** What a browser sends of the form of a page after these entries. The fields are found by their labels. */
export function filled(page: string, entered: Entered): Filled {
  const main = page.slice(page.indexOf('<main'));
  const form = /<form class="[^"]*" method="post"[\s\S]*?<\/form>/.exec(main)?.[0] ?? '';
  const labels = new Map(
    [...form.matchAll(/<label[^>]* for="([^"]*)"[^>]*>([\s\S]*?)<\/label>/g)].map(([, id, text]) => [
      id!,
      textOf(text!).replace(/ \(optional\)$/, ''),
    ]),
  );
  const problems = Object.keys(entered)
    .filter((label) => ![...labels.values()].includes(label))
    .map((label) => `the form has no field ${label}`);
  const tags = form.matchAll(/<input\b[^>]*>|<select\b[\s\S]*?<\/select>|<textarea\b[\s\S]*?<\/textarea>/g);
  const sent = [...tags].flatMap(([tag]) => {
    const [head] = /^[^>]*>/.exec(tag)!;
    const label = labels.get(attribute(head, 'id')) ?? '';
    const pair = sentOf(tag, head, entered[label]);
    if (pair === undefined) problems.push(`${label} has no option that begins with ${entered[label]}`);
    return pair === null || pair === undefined ? [] : [[...pair]];
  });
  return { sent: new URLSearchParams(sent), problems };
}

/** Null for a box that is not ticked, undefined for an entry that the field does not offer. */
function sentOf(tag: string, head: string, entry: string | undefined): Pair | null | undefined {
  const name = attribute(head, 'name');
  if (tag.startsWith('<select')) {
    const value = chosen(tag, entry);
    return value === null ? undefined : [name, value];
  }
  if (tag.startsWith('<textarea')) return [name, entry ?? textOf(tag)];
  if (!/type="(checkbox|radio)"/.test(head)) return [name, entry ?? attribute(head, 'value')];
  return entry === 'yes' || / checked/.test(head) ? [name, attribute(head, 'value')] : null;
}

/** The value of the option whose text begins with the entry; without an entry, of the one that is selected. */
function chosen(tag: string, entry: string | undefined): string | null {
  const options = [...tag.matchAll(/<option([^>]*)>([\s\S]*?)<\/option>/g)];
  const option =
    entry === undefined
      ? (options.find(([, head]) => / selected/.test(head!)) ?? options[0])
      : options.find(([, , text]) => textOf(text!).startsWith(entry));
  return option === undefined ? null : attribute(option[1]!, 'value');
}
