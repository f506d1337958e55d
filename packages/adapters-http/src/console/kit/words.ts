/** Words of codes that are not written like other words. */
const OWN_CASE: Readonly<Record<string, string>> = {
  ach: 'ACH',
  api: 'API',
  bic: 'BIC',
  iban: 'IBAN',
  id: 'id',
  kyb: 'KYB',
  kyc: 'KYC',
  llc: 'LLC',
  otp: 'OTP',
  pdf: 'PDF',
  pix: 'PIX',
  sca: 'SCA',
  sepa: 'SEPA',
  spei: 'SPEI',
  ssn: 'SSN',
  totp: 'TOTP',
  ubo: 'UBO',
  uma: 'UMA',
  upi: 'UPI',
  url: 'URL',
  usd: 'USD',
  usdc: 'USDC',
};

/** A code of the program in words: `PENDING_MANUAL_REVIEW` is `Pending manual review`. */
export function wordsOf(code: string): string {
  const words = code
    .toLowerCase()
    .split(/[_\s]+/)
    .map((word) => OWN_CASE[word] ?? word)
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Choices of codes, in words. */
export const choicesOf = <const T extends string>(codes: readonly T[]): readonly (readonly [T, string])[] =>
  codes.map((code) => [code, wordsOf(code)]);
