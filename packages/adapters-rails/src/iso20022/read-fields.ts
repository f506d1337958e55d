import type { Direction } from './messages.js';
import { fiatDecimals, parseAmount } from './amount.js';
import { quoted, RefusedMessage } from './refused-message.js';
import { isDate } from './target-calendar.js';
import type { XmlElement } from './xml-element.js';

/** Collects what departs from the standard without touching a field that is used. */
export class Deviations {
  static readonly #LIMIT = 100;
  readonly #texts: string[] = [];
  #more = 0;

  add(at: XmlElement, message: string): void {
    if (this.#texts.length < Deviations.#LIMIT) this.#texts.push(`${at.place}: ${message}`);
    else this.#more += 1;
  }

  /** Adds a text that begins with its place. */
  addText(text: string): void {
    if (this.#texts.length < Deviations.#LIMIT) this.#texts.push(text);
    else this.#more += 1;
  }

  list(): readonly string[] {
    return this.#more === 0 ? this.#texts : [...this.#texts, `/: ${this.#more} more deviations`];
  }
}

/** Identifiers that mean that there is none: several payments have the same, so they identify nothing. */
const ABSENT = /^(NOT ?PROVIDED|NOTAVAIL(ABLE)?|NONREF|NOREF|NONE|N\/A)$/i;

/** An identifier; null if it is missing or says that there is none. */
export function identifier(of: XmlElement, ...path: readonly string[]): string | null {
  const text = of.value(...path);
  return text === null || ABSENT.test(text) ? null : text;
}

/** The text of `Cd`, else of `Prtry`, of a choice; or the text of an element that older versions write without one. */
export function codeOf(choice: XmlElement | null): string | null {
  if (choice === null) return null;
  return choice.children.length === 0 ? choice.leaf() : (choice.value('Cd') ?? choice.value('Prtry'));
}

const OTHER_FORM = 'the date has another form than the schema demands';
const DATE = /^\d{4}-\d{2}-\d{2}(Z|[+-]\d{2}:\d{2})?$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,12})?(Z|[+-]\d{2}:\d{2})?$/;

/** The day with which a text begins, without conversion to another time zone; null if it begins with none. */
function dayIn(text: string): string | null {
  const date = /^(\d{4}-\d{2}-\d{2})(?!\d)/.exec(text)?.[1] ?? null;
  return date !== null && isDate(date) ? date : null;
}

/** The day of a `Dt` or `DtTm` choice. A day without the choice around it is read as well. */
export function day(choice: XmlElement | null, deviations: Deviations): string | null {
  if (choice === null) return null;
  const element = choice.one('Dt') ?? choice.one('DtTm') ?? choice;
  if (element === choice && choice.children.length > 0) throw choice.invalid('neither Dt nor DtTm is there');
  const inner = element.one('DtTm') ?? element;
  const text = inner.leaf();
  if (text === null) throw inner.invalid(`${inner.name} is empty`);
  const date = dayIn(text);
  if (date === null) throw inner.invalidText('a date');
  const isValid = inner.name === 'Dt' ? DATE.test(text) : inner.name === 'DtTm' && DATE_TIME.test(text);
  if (!isValid || inner !== element) deviations.add(inner, OTHER_FORM);
  return date;
}

/** An xs:dateTime as it is written. Other texts that begin with a day are a deviation. */
export function dateTime(element: XmlElement, deviations: Deviations): string {
  const text = element.requiredLeaf();
  if (dayIn(text) === null) throw element.invalidText('a date with a time');
  if (!DATE_TIME.test(text)) deviations.add(element, OTHER_FORM);
  return text;
}

export function yesNo(element: XmlElement | null): boolean | null {
  const text = element?.leaf() ?? null;
  if (text === null) return null;
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  throw element!.invalidText('true or false');
}

/** A number without decimals: counts and sequences. */
export function wholeNumber(element: XmlElement | null): bigint | null {
  const text = element?.leaf() ?? null;
  if (text === null) return null;
  if (!/^\d{1,18}$/.test(text)) throw element!.invalidText('a whole number of at most 18 digits');
  return BigInt(text);
}

export function direction(element: XmlElement): Direction {
  switch (element.requiredLeaf()) {
    case 'CRDT':
      return 'IN';
    case 'DBIT':
      return 'OUT';
    default:
      throw element.invalidText('CRDT or DBIT');
  }
}

export interface ReadAmount {
  readonly amount: bigint;
  readonly currency: string;
}

/** An amount with its currency; refuses a currency that ISO 4217 does not have. */
export function money(element: XmlElement): ReadAmount {
  const read = moneyInAnyCurrency(element);
  if (read === null) {
    const code = element.attributes.get('Ccy') ?? '';
    throw element.invalid(`${quoted(code)} is not a currency of ISO 4217`);
  }
  return read;
}

/** Like `money`, but null for an unknown currency: its decimals are unknown, so the amount has no smallest unit. */
export function moneyInAnyCurrency(element: XmlElement): ReadAmount | null {
  const currency = element.attributes.get('Ccy')?.trim();
  if (currency === undefined || currency === '') {
    throw new RefusedMessage('MISSING_FIELD', 'the attribute Ccy is missing', element.place);
  }
  const decimals = fiatDecimals(currency);
  if (decimals === null) return null;
  return { amount: units(element, decimals), currency };
}

/** A decimal number without a currency of its own, such as a sum. */
export function units(element: XmlElement, decimals: number): bigint {
  const text = element.requiredLeaf();
  const read = parseAmount(text, decimals);
  if (typeof read === 'bigint') return read;
  throw new RefusedMessage('INVALID_AMOUNT', `${quoted(text)} ${read}`, element.place);
}

/** The text of an IBAN without spaces, in capitals; null if it does not have the form of an IBAN. */
export function iban(element: XmlElement, deviations: Deviations): string | null {
  const text = element.leaf() ?? '';
  const plain = text.replaceAll(/\s/g, '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{1,30}$/.test(plain)) return null;
  if (plain !== text) deviations.add(element, 'the IBAN has spaces or small letters');
  return plain;
}
