/**
 * Amounts are integers in the smallest unit of their currency. They become decimal text here, and never a
 * floating-point number.
 *
 * @param {number} amount
 * @param {{ code: string, decimals?: number }} currency as the API describes it
 */
export function formatAmount(amount, { code, decimals = 2 }) {
  const digits = String(amount).padStart(decimals + 1, '0');
  return decimals === 0 ? `${digits} ${code}` : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)} ${code}`;
}

/** The smallest units of a decimal text; null if the text is not an amount. */
export function parseAmount(text, decimals) {
  const [, whole, fraction = ''] = /^([0-9]{1,9})(?:\.([0-9]+))?$/.exec(text) ?? [];
  return whole === undefined || fraction.length > decimals ? null : Number(whole + fraction.padEnd(decimals, '0'));
}
