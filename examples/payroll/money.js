/**
 * The smallest units of a decimal text: '2500.5' with two decimals is 250050n. Null if the text is not such an amount.
 * Amounts are never a floating-point number, in which 0.1 + 0.2 is not 0.3.
 *
 * @param {string} text
 * @param {number} decimals
 * @returns {bigint | null}
 */
export function parseAmount(text, decimals) {
  const [, whole, fraction = ''] = /^([0-9]{1,12})(?:\.([0-9]+))?$/.exec(text) ?? [];
  if (whole === undefined || fraction.length > decimals) return null;
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

/**
 * @param {bigint} amount in smallest units, not negative
 * @param {number} decimals
 */
export function formatAmount(amount, decimals) {
  const digits = amount.toString().padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
