import type { Chance } from './chance.js';

/** An invented tax number of a business, in the form of its country and with its check digits. */
export function businessTaxNumber(chance: Chance, country: string): string {
  switch (country) {
    case 'US':
      return `${chance.of(['12', '36', '58', '94'])}-${chance.digits(7)}`;
    case 'BR':
      return cnpj(chance.digits(7) + chance.of(['1', '2', '3']));
    case 'MX':
      return rfc(`${letters(chance, 3)}${chance.of(['980611', '051123', '140302'])}${11 + 11 * chance.under(9)}`);
    case 'IN':
      return `${letters(chance, 3)}C${letters(chance, 1)}${chance.of(['1', '4', '7'])}${chance.digits(3)}${letters(chance, 1)}`;
    default:
      return chance.digits(9);
  }
}

const letters = (chance: Chance, count: number): string =>
  Array.from({ length: count }, () => chance.of(['B', 'D', 'G', 'K', 'M', 'P', 'R', 'T', 'V'])).join('');

/** The remainder of a weighted sum, as Brazilian numbers check themselves; the weights rise from the right. */
function brazilianCheck(digits: string, highest: number): string {
  const weighted = [...digits].reverse().map((digit, index) => Number(digit) * (2 + (index % (highest - 1))));
  const rest = weighted.reduce((sum, each) => sum + each, 0) % 11;
  return String(rest < 2 ? 0 : 11 - rest);
}

/** A CPF, the number of a person, of nine digits. */
export function cpf(digits: string): string {
  // Numbers of equal digits satisfy the rule, but are refused.
  const varied = /^(\d)\1+$/.test(digits) ? `${(Number(digits[0]) + 1) % 10}${digits.slice(1)}` : digits;
  const first = varied + brazilianCheck(varied, 11);
  return first + brazilianCheck(first, 11);
}

/** A CNPJ, the number of a business, of eight digits and the number of its main office. */
function cnpj(digits: string): string {
  const office = `${digits}0001`;
  const first = office + brazilianCheck(office, 9);
  return first + brazilianCheck(first, 9);
}

const RFC_SIGNS = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ';

/** An RFC, the number of a Mexican business: letters, the date of its foundation, two digits and a check digit. */
function rfc(number: string): string {
  const sum = [...number.padStart(12, ' ')].reduce(
    (total, sign, index) => total + RFC_SIGNS.indexOf(sign) * (13 - index),
    0,
  );
  return number + RFC_SIGNS[(11 - (sum % 11)) % 11]!;
}
