import { type Instant, toIso } from '@corridor/core';
import { html, type Html } from '../../pages/html.js';
import { moneyText } from './money.js';
import { ageText, timeText } from './times.js';
import { textWithCodes, wordsOf } from './words.js';

/** Any content of a cell or a paragraph; text is escaped. */
export type Content = Html | string;

/** A text of at most this length is not broken within a word. */
const SHORT = 20;

const NOTHING = '–';

/** A time in UTC: `2026-01-15 10:00:00 UTC`. */
export const time = (at: Instant | null): Html =>
  at === null ? html`${NOTHING}` : html`<time datetime="${toIso(at)}">${timeText(at)}</time>`;

/** A time with its age beside it: `2026-01-15 10:00:00 UTC, 3 hours ago`. */
export const timeWithAge = (at: Instant, now: Instant): Html =>
  html`${time(at)} <span class="hint">${ageText(at, now)}</span>`;

/** The time of the next attempt of work, with how long it still takes, or for how long it has been due. */
export const nextAttempt = (at: Instant, now: Instant): Html =>
  at > now ? timeWithAge(at, now) : html`${time(at)} <span class="hint">due ${ageText(at, now)}</span>`;

/** An amount in smallest units, written with the decimals of its currency. */
export const money = (amount: bigint | null, currency: string): Html =>
  amount === null ? html`${NOTHING}` : html`<span class="money">${moneyText(amount, currency)}</span>`;

const ENDING = /(\([^\s()]{0,8}…[^\s()]{1,24}\)|…[\w-]+)/;

/** A name with the end of a number, such as `Ada Lovelace (…0003)`, or a masked address; they are not broken. */
export const unbroken = (text: Content): Content =>
  typeof text === 'string' && ENDING.test(text)
    ? html`${text.split(ENDING).map((part) => (ENDING.test(part) ? html`<span class="whole">${part}</span>` : part))}`
    : text;

/** A name that leads to the page of a record, or the name alone if no page shows the record. */
export const linkIf = (path: string | null, text: Content): Content =>
  path === null ? text : html`<a href="${path}">${unbroken(text)}</a>`;

const ID_END = 4;
const SHORT_ID = 13;

/**
 * The end of an id, for a list. The whole id is its tooltip, and one click selects it to be copied; the page of the record
 * shows it whole.
 */
export const idText = (id: string | null): Html => {
  if (id === null || id.length <= SHORT_ID) return code(id);
  const [beginning, end] = [id.slice(0, -ID_END), id.slice(-ID_END)];
  return html`<code class="id" title="${id}"><span class="hidden">${beginning}</span>${end}</code>`;
};

/** The type begins a word and is short, so that a long text of letters takes no longer than another of its length. */
const IDS = /((?<![A-Za-z])[A-Za-z]{1,40}:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/;

/**
 * A text in which ids of records are short, such as a stored reason; each as a link if `pathOf` knows its page, and by its
 * name if `nameOf` has one.
 */
export const shortIds = (
  text: string,
  pathOf: (id: string) => string | null = () => null,
  nameOf: (id: string) => string | undefined = () => undefined,
): Content =>
  IDS.test(text)
    ? html`${text.split(IDS).map((part) => (IDS.test(part) ? linkIf(pathOf(part), nameOf(part) ?? idText(part)) : part))}`
    : text;

/** The ids of records in a text. */
export const idsIn = (text: string): readonly string[] => text.split(IDS).filter((part) => IDS.test(part));

/** A code of the program in words, with the code after them in small letters if it is not the same word. */
export const codeInWords = (text: string | null): Content =>
  text === null ? NOTHING : html`${wordsOf(text)}${saysMore(text) && html` ${smallCode(text)}`}`;

/** Whether a code has more than its word in other letters, such as `BUSINESS` beside `Business`. */
const saysMore = (text: string): boolean => wordsOf(text).toLowerCase() !== text.toLowerCase();

/** A text with codes of the program, such as the outcomes of the sandbox: each in words, with the code small after them. */
export const withCodesInWords = (text: string): Html =>
  html`${textWithCodes(text).map((part) => (typeof part === 'string' ? part : html`${part.words} ${smallCode(part.code)}`))}`;

/** A code of the program in small letters after its words. A long one breaks at its dots and underscores, never elsewhere. */
export const smallCode = (text: string): Html => {
  const parts = text.length > SHORT ? text.split(/(?<=[._])/) : [text];
  return html`<code class="small">${parts.map((part, at) => html`${at > 0 && html`<wbr />`}${part}`)}</code>`;
};

/** An id, a reference or a code of a program. */
export const code = (text: string | null): Html => (text === null ? html`${NOTHING}` : html`<code>${text}</code>`);

/** `good`, `bad` and `busy` choose the colour; the text alone says what the status is. */
export type Tone = 'good' | 'bad' | 'busy' | 'plain';

const TONES: Readonly<Record<string, Tone>> = Object.fromEntries(
  (
    [
      ['good', 'COMPLETED SETTLED ACTIVE APPROVED DONE DELIVERED RESOLVED PASSED SIGNED_IN MATCHED READY'],
      [
        'bad',
        'FAILED REJECTED REFUSED EXPIRED OPEN DISABLED FROZEN SIGN_IN_REFUSED DECLINED RETURNED CLOSED UNREACHED',
      ],
      [
        'busy',
        'PENDING PROCESSING INVITED REQUESTED STARTED SUBMITTED IN_PROGRESS PENDING_MANUAL_REVIEW PENDING_AUTHORIZATION',
      ],
    ] as const
  ).flatMap(([tone, words]) => words.split(' ').map((word) => [word, tone])),
);

/** A state in words; its tooltip is the code of the program. `tone` replaces the usual colour of the state. */
export const status = (state: string, tone: Tone = TONES[state] ?? 'plain'): Html =>
  html`<span class="status ${tone}" title="${state}">${wordsOf(state)}</span>`;

/** A link to an own page; `path` begins with the base of the console or of the platform. */
export const link = (path: string, text: Content): Html => html`<a href="${path}">${unbroken(text)}</a>`;

/** A figure with its name; all of it leads to the list of what it counts, if there is one. */
export const tile = (path: string | null, value: Content, name: string): Html => {
  const content = html`<strong>${value}</strong> <span>${name}</span>`;
  return path === null ? content : html`<a class="tile" href="${path}">${content}</a>`;
};

/** A heading with its content; `id` is unique on the page. */
export const section = (id: string, title: string, body: Content): Html =>
  html`<section class="part" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}</h2>
    ${body}
  </section>`;

/** Names with values. A value that is null is shown as a dash. */
export const definitions = (entries: readonly (readonly [name: string, value: Content | null])[]): Html =>
  html`<dl class="facts">
    ${entries.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${unbroken(value ?? NOTHING)}</dd>
        </div>`,
    )}
  </dl>`;

export const notice = (text: Content, tone: 'good' | 'bad' | 'plain' = 'plain'): Html =>
  html`<div class="notice ${tone}" role="${tone === 'bad' ? 'alert' : 'status'}"><p>${text}</p></div>`;

/** Links to parts of a section, or to parts of a long page, of which one is shown. `label` says what they choose. */
export const tabs = (
  label: string,
  items: readonly { readonly path: string; readonly text: string; readonly isCurrent: boolean }[],
): Html =>
  html`<nav class="tabs" aria-label="${label}">
    <ul>
      ${items.map(
        ({ path, text, isCurrent }) =>
          html`<li><a href="${path}" ${isCurrent && html`aria-current="page"`}>${text}</a></li>`,
      )}
    </ul>
  </nav>`;

/** What a page shows instead of an empty table: a sentence, and a link to the next step if there is one. */
export const emptyState = (text: Content): Html => html`<p class="empty">${text}</p>`;

/** Buttons and links in a row. */
export const actions = (...parts: readonly Content[]): Html => html`<div class="actions">${parts}</div>`;

/** A page has one `primary` button, for what is usually done there. `danger`: for what stops, refuses or gives up. */
export type ButtonKind = 'primary' | 'quiet' | 'danger';

/** A link that looks like a button. */
export const button = (path: string, text: string, kind: ButtonKind = 'primary'): Html =>
  html`<a class="${kind === 'primary' ? 'button' : `button ${kind}`}" href="${path}">${text}</a>`;

/** A value of any shape, such as the input of an action, with sorted indentation. */
export const data = (value: unknown): Html => html`<pre class="data" tabindex="0">${dataText(value, 2)}</pre>`;

/** JSON with amounts as text, because a number of JSON may lose digits. */
export const dataText = (value: unknown, indentation = 0): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? part.toString() : part), indentation) ??
  'null';

/** One column of a table and of its CSV file. */
export interface Column<T> {
  readonly title: string;
  /** The value as text: a cell of the CSV file, and of the page unless `show` is given. */
  readonly text: (row: T) => string;
  readonly show?: (row: T) => Content;
  /** Numbers and amounts are aligned at the end. */
  readonly isNumber?: boolean;
  /** The column is in the CSV file only, such as an id to which another column links. */
  readonly fileOnly?: boolean;
  /** The column is on the page only, because the file has its values in other columns. */
  readonly pageOnly?: boolean;
  /**
   * Where the cell is on a narrow screen, on which a row has two lines: title and amount above, note and status below. If
   * a column of a table has a place, those without one are left out there; if none has, a row lists all of them.
   */
  readonly narrow?: 'title' | 'amount' | 'note' | 'status';
}

export interface Table<T> {
  /** What the table lists; read by screen readers, and shown above it unless a heading says the same. */
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  /** What is shown if there are no rows. */
  readonly empty: Content;
  /**
   * The page of a row, to which the whole row leads; null without one. Its first column is the text of the link, and no
   * other column leads to the same page.
   */
  readonly href?: (row: T) => string | null;
}

/** A table; on a narrow screen each row becomes a card. The roles keep it a table for screen readers there. */
export function table<T>({ caption, columns: declared, rows, empty, href }: Table<T>): Html {
  if (rows.length === 0) return emptyState(empty);
  const columns = declared.filter(({ fileOnly }) => fileOnly !== true);
  const isDense = columns.some(({ narrow }) => narrow !== undefined);
  const cell = (row: T, column: Column<T>, index: number): Html => {
    const shown = unbroken(column.show?.(row) ?? (column.text(row) || NOTHING));
    const path = index === 0 ? (href?.(row) ?? null) : null;
    const content = path === null ? shown : html`<a class="row" href="${path}">${shown}</a>`;
    const isShort = column.text(row).length <= SHORT;
    const place = isDense ? ` at-${column.narrow ?? 'wide'}` : '';
    const kind = `${column.isNumber === true ? 'number' : 'plain'}${isShort ? ' short' : ''}${place}`;
    return index === 0
      ? html`<th scope="row" role="rowheader" class="${kind}" data-label="${column.title}"><div>${content}</div></th>`
      : html`<td role="cell" class="${kind}" data-label="${column.title}"><div>${content}</div></td>`;
  };
  return html`<table role="table" class="rows${isDense && ' dense'}">
    <caption class="hidden">
      ${caption}
    </caption>
    <thead role="rowgroup">
      <tr role="row">
        ${columns.map(
          ({ title, isNumber }) =>
            html`<th scope="col" role="columnheader" class="${isNumber === true ? 'number' : 'plain'}">${title}</th>`,
        )}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map(
        (row) =>
          html`<tr role="row">
            ${columns.map((column, index) => cell(row, column, index))}
          </tr>`,
      )}
    </tbody>
  </table>`;
}
