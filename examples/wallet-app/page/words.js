/** What went wrong, by code. The codes in capitals are those of Corridor and of this app's server. */
const WORDS = {
  WALLET_SIGNATURE_MISSING: 'The payment was not signed, so it was refused. Nothing was paid.',
  WALLET_SIGNATURE_MALFORMED: 'The signature could not be read, so it was refused. Nothing was paid.',
  WALLET_SIGNATURE_INVALID:
    'The signature is not one of your device, or your wallet was locked meanwhile, so it was refused. Nothing was paid.',
  INVALID_SIGNATURE: 'The signature is wrong, so it was refused. Nothing was paid.',
  CONFLICT: 'The price is no longer valid. Ask for a new one.',
  QUOTE_NOT_FOUND: 'This payment does not exist.',
  INVALID_AMOUNT: 'The wallet has not enough money for this payment.',
  AMOUNT_OUT_OF_RANGE: 'The amount is too small or too large.',
  INVALID_BANK_ACCOUNT: 'Check the IBAN: no account has this number.',
  INVALID_INPUT: 'Something in the form is not right. Check it and try again.',
  INVALID_USERNAME: 'A user name has 3 to 30 small letters, digits and hyphens.',
  USERNAME_TAKEN: 'This user name is taken. Choose another one.',
  USER_UNKNOWN: 'No wallet has this user name.',
  PASSKEY_EXISTS: 'The wallet has a passkey already. Sign in with it.',
  CHALLENGE_USED: 'The registration took too long. Try again.',
  SIGNED_OUT: 'You are signed out. Sign in again.',
  RATE_LIMITED: 'Too many requests. Wait a moment and try again.',
  UNREACHABLE: 'The payment service does not answer. A payment that you confirm again is not paid twice.',
  offline: 'This site does not answer. A payment that you confirm again is not paid twice.',
  refused: 'Your device did not sign: the passkey was refused, or you cancelled.',
  unsupported: 'This browser has no passkeys.',
  amount: 'Enter an amount such as 12.50.',
  changed: 'What the site asks you to sign is not what you see here. Your device has not signed it.',
};

/** How the form calls the fields that Corridor names. */
const FIELDS = { fullName: 'the name', countryOfResidence: 'the country', iban: 'the IBAN' };

/** What went wrong, for the user. */
export class Problem extends Error {
  constructor(code, fields = []) {
    super(code);
    this.code = code;
    this.fields = fields;
  }
}

export function wordsOf({ code, fields = [] }) {
  const wrong = fields.map((field) => FIELDS[field.split('.').at(-1)]).filter((name) => name !== undefined);
  if (wrong.length > 0) return `Check ${wrong.join(' and ')}.`;
  return WORDS[code] ?? `Something went wrong${code ? ` (${code})` : ''}. Try again.`;
}

const STATES = {
  CREATED: 'waiting',
  PENDING: 'waiting',
  PROCESSING: 'on its way',
  COMPLETED: 'completed',
  FAILED: 'failed',
  REJECTED: 'refused',
  REFUNDED: 'returned',
  EXPIRED: 'expired',
};

export const stateOf = (status) => STATES[status] ?? status;
