import type { create } from 'xmlbuilder2';
import type { PostalAddress } from './messages.js';

type Xml = ReturnType<typeof create>;
type Text = (text: string, maxLength: number) => string | null;

const LINE_LENGTH = 70;

/**
 * Writes the `PstlAdr` of a party, in the same form in every version of pain.001. An address without a town is left out,
 * because banks refuse it: docs/rails/bank-messages.md#addresses.
 */
export function writeAddress(party: Xml, address: PostalAddress, text: Text): void {
  const town = short(address.townName, 35, text);
  if (town === null) return;
  const { street, line } = streetOf(address, town, text);
  const element = party.ele('PstlAdr');
  for (const [name, value] of [
    ['StrtNm', street],
    ['BldgNb', short(address.buildingNumber, 16, text)],
    ['PstCd', short(address.postCode, 16, text)],
    ['TwnNm', town],
    ['CtrySubDvsn', short(address.subdivision, 35, text)],
    ['Ctry', address.country],
    ['AdrLine', line],
  ] as const) {
    if (value !== null) element.ele(name).txt(value);
  }
}

const short = (value: string | null, maxLength: number, text: Text): string | null =>
  value === null ? null : text(value, maxLength);

/**
 * Both lines of the street in one element if they fit. Otherwise the second one is the `AdrLine` of a hybrid address,
 * unless it repeats the town or the country, which a hybrid address must not do.
 */
function streetOf(
  { street, secondLine, country }: PostalAddress,
  town: string,
  text: Text,
): { readonly street: string | null; readonly line: string | null } {
  const lines = [street, secondLine].flatMap((line) => (line === null ? [] : (text(line, LINE_LENGTH) ?? [])));
  const [first, second] = lines;
  if (first === undefined) return { street: null, line: null };
  const whole = lines.join(', ');
  const isHybrid = second !== undefined && whole.length > LINE_LENGTH && !repeats(second, town, country);
  return isHybrid ? { street: first, line: second } : { street: text(whole, LINE_LENGTH), line: null };
}

const repeats = (line: string, town: string, country: string): boolean =>
  line.toLowerCase().includes(town.toLowerCase()) || line.split(/[^A-Za-z0-9]+/).includes(country);
