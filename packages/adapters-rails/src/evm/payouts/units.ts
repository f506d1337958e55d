/** An amount in smallest units as a person writes it. */
export function units(amount: bigint, decimals: number): string {
  const digits = String(amount).padStart(decimals + 1, '0');
  const fraction = decimals === 0 ? '' : `.${digits.slice(-decimals)}`;
  return `${digits.slice(0, digits.length - decimals)}${fraction}`;
}
