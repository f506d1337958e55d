/** Every salary is paid from the company's account in dollars. */
export const SOURCE = { currency: 'USD', decimals: 2 };

const ungrouped = (text) => text.replaceAll(/[ -]/g, '');

/** A UUID, an email address, a phone number or a tax number. */
function pixKeyType(key) {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(key)) return 'RANDOM';
  if (key.includes('@')) return 'EMAIL';
  if (key.startsWith('+55')) return 'PHONE';
  return key.length === 11 ? 'CPF' : 'CNPJ';
}

/**
 * @typedef {object} Column
 * @property {RegExp} pattern
 * @property {string} what what the column must contain
 */

/**
 * The corridors of this payroll, by the currency of the salary. For another one, add a row; the reference of the API
 * lists the account types with their fields.
 *
 * @type {Record<string, {
 *   decimals: number,
 *   paymentRail: string,
 *   columns: Record<string, Column>,
 *   account: (line: Record<string, string>) => Record<string, string>,
 * }>}
 */
export const CORRIDORS = {
  EUR: {
    decimals: 2,
    paymentRail: 'SEPA',
    columns: { account: { pattern: /^[A-Z]{2}[0-9]{2}[A-Za-z0-9 ]{11,38}$/, what: 'an IBAN' } },
    account: (line) => ({ accountType: 'EUR_ACCOUNT', iban: ungrouped(line.account).toUpperCase() }),
  },
  GBP: {
    decimals: 2,
    paymentRail: 'FASTER_PAYMENTS',
    columns: {
      account: { pattern: /^[0-9]{8}$/, what: 'an account number of 8 digits' },
      sort_code: { pattern: /^[0-9]{2}-?[0-9]{2}-?[0-9]{2}$/, what: 'a sort code, such as 20-00-00' },
    },
    account: (line) => ({
      accountType: 'GBP_ACCOUNT',
      sortCode: ungrouped(line.sort_code),
      accountNumber: line.account,
    }),
  },
  INR: {
    decimals: 2,
    paymentRail: 'UPI',
    columns: { account: { pattern: /^[a-zA-Z0-9._-]+@[a-zA-Z0-9]+$/, what: 'a UPI address, such as asha@okbank' } },
    account: (line) => ({ accountType: 'INR_ACCOUNT', vpa: line.account }),
  },
  MXN: {
    decimals: 2,
    paymentRail: 'SPEI',
    columns: { account: { pattern: /^[0-9]{18}$/, what: 'a CLABE of 18 digits' } },
    account: (line) => ({ accountType: 'MXN_ACCOUNT', clabeNumber: line.account }),
  },
  BRL: {
    decimals: 2,
    paymentRail: 'PIX',
    columns: {
      account: {
        pattern: /^([^@\s]+@[^@\s]+|\+55[0-9]{10,11}|[0-9]{11}|[0-9]{14}|[0-9a-fA-F-]{36})$/,
        what: 'a PIX key',
      },
      tax_id: { pattern: /^[0-9]{11}$|^[0-9]{14}$/, what: 'a CPF of 11 digits or a CNPJ of 14' },
    },
    account: (line) => ({
      accountType: 'BRL_ACCOUNT',
      pixKey: line.account,
      pixKeyType: pixKeyType(line.account),
      taxId: line.tax_id,
    }),
  },
};
