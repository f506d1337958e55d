/** An amount in smallest units as text. Amounts are integers: no fraction of a number is ever computed. */
export function shown({ amount, currency, decimals }) {
  const digits = String(amount).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits
    .slice(digits.length - decimals)
    .replace(/0+$/, '')
    .padEnd(Math.min(2, decimals), '0');
  return `${whole}${fraction === '' ? '' : `.${fraction}`} ${currency}`;
}

/** The smallest units that a user has typed; null if the text is not an amount of this currency. */
export function unitsOf(text, decimals) {
  const [, whole, fraction = ''] = /^(\d{1,9})(?:[.,](\d+))?$/.exec(text.trim()) ?? [];
  if (whole === undefined || fraction.length > decimals) return null;
  const units = Number(whole + fraction.padEnd(decimals, '0'));
  return units > 0 ? units : null;
}
