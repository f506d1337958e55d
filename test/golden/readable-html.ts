import { MARKUP } from '../console/world.js';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const ESCAPED_MARKUP = MARKUP.replaceAll(/[&<>"']/g, (character) => ESCAPES[character]!);

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
/** Ids that worlds choose, so that they are the same in each run. */
const CHOSEN = '(?!018bcfe5-6800-7000-8000-|00000000-0000-0000-0000-)';
const ID = new RegExp(`([A-Z][A-Za-z]+)(:|%3A)${CHOSEN}(${UUID})`, 'g');

/**
 * A text without what differs from run to run. Ids that a host makes are numbered by their first place in the text, so
 * that the same record has the same number everywhere in it.
 */
export function withoutChance(text: string): string {
  const numbers = new Map<string, string>();
  const counts = new Map<string, number>();
  const numberOf = (type: string, uuid: string): string => {
    const id = `${type}:${uuid}`;
    if (!numbers.has(id)) {
      counts.set(type, (counts.get(type) ?? 0) + 1);
      numbers.set(id, String(counts.get(type)));
    }
    return numbers.get(id)!;
  };
  return text
    .replaceAll(ESCAPED_MARKUP, '{markup}')
    .replaceAll(/(name="(?:csrf|form|once|digest|networkMessageId|confirmed)" value=")[^"]*/g, '$1{chance}')
    .replaceAll(
      ID,
      (_all, type: string, separator: string, uuid: string) => `${type}${separator}${numberOf(type, uuid)}`,
    )
    .replaceAll(new RegExp(CHOSEN + UUID, 'g'), '{uuid}')
    .replaceAll(/\(…[0-9a-f]{4}\)/g, '(…{id})')
    .replaceAll(/client_[A-Za-z0-9]{20}/g, 'client_{chance}')
    .replaceAll(/("(?:address|SPARK|SOLANA|PLASMA|POLYGON|BASE|ETHEREUM)":")[A-Za-z0-9]{32,}"/g, '$1{wallet}"')
    .replaceAll(/("last4":")\d{4}"/g, '$1{digits}"')
    .replaceAll(/<code>[\w-]{40,}<\/code>/g, '<code>{secret}</code>')
    .replaceAll(/((?:V(?:ISA|isa)|M(?:ASTERCARD|astercard)|[Cc]ard)\s(?:<span class="whole">)?)…\d{4}/g, '$1…{digits}');
}

/** The short form of an id, which has the whole id in two parts; it is recorded as the whole. */
const SHORT_ID = /<code class="id" title="([^"]*)"\s*>\s*<span class="hidden">[^<]*<\/span>[^<]*<\/code\s*>/g;

/** Elements whose white space is content. */
const VERBATIM = /<(textarea|pre)\b[^>]*>[\s\S]*?<\/\1>/g;
const TOKEN = /<[^>]*>|[^<]+/g;
const tagOf = (token: string): string | undefined => /^<([a-z0-9]+)/.exec(token)?.[1];

/** The parts of a page, each tag and text on a line of its own; an element that has only a text is one line. */
export function readableHtml(page: string): string {
  const kept: string[] = [];
  const marked = page
    .replaceAll(SHORT_ID, '<code class="id">$1</code>')
    .replaceAll(VERBATIM, (element) => `<verbatim${kept.push(element) - 1}>`);
  const tokens = (marked.match(TOKEN) ?? [])
    .map((token) => token.replaceAll(/\s+/g, ' ').replace(/ >$/, '>').trim())
    .filter(Boolean);
  const lines: string[] = [];
  for (const token of tokens) {
    const [before, last] = [lines.at(-2) ?? '', lines.at(-1) ?? ''];
    const closed = /^<\/([a-z0-9]+)>$/.exec(token)?.[1];
    if (closed !== undefined && tagOf(last) === closed && !last.includes('</')) lines[lines.length - 1] = last + token;
    else if (closed !== undefined && !last.startsWith('<') && tagOf(before) === closed && !before.includes('</'))
      lines.splice(-2, 2, before + last + token);
    else lines.push(token);
  }
  return lines
    .map((line) => line.replace(/^<verbatim(\d+)>$/, (_all, index: string) => kept[Number(index)]!))
    .join('\n');
}
