import type { Api } from './api.js';

const COLUMNS = [
  'umaAddress',
  'platformCustomerId',
  'customerType',
  'fullName',
  'birthDate',
  'addressLine1',
  'city',
  'state',
  'postalCode',
  'country',
  'email',
  'businessLegalName',
] as const;

/** The domain of the UMA addresses in the files, which is that of the importing platform. */
export const CSV_DOMAIN = 'pay.example';

/** One row in so many is invalid. */
export const BAD_EVERY = 100;

export const isBad = (row: number): boolean => row % BAD_EVERY === 0;

/** The n-th row of a file: a person, every tenth a business, every hundredth with an unknown country. */
function rowOf(prefix: string, n: number): string {
  const isBusiness = n % 10 === 0;
  const values: Readonly<Record<(typeof COLUMNS)[number], string>> = {
    umaAddress: `$${prefix}${n}@${CSV_DOMAIN}`,
    platformCustomerId: `${prefix}${n}`,
    customerType: isBusiness ? 'BUSINESS' : 'INDIVIDUAL',
    fullName: isBusiness ? '' : `"Lovelace, Ada ${n}x"`,
    birthDate: isBusiness ? '' : '1990-12-10',
    addressLine1: '1 Main St',
    city: 'Springfield',
    state: 'IL',
    postalCode: '62701',
    country: isBad(n) ? 'XX' : 'US',
    email: isBusiness ? '' : `ada${n}@example.com`,
    businessLegalName: isBusiness ? `Acme ${n} Inc` : '',
  };
  return COLUMNS.map((column) => values[column]).join(',');
}

/** A file of customers whose names begin with the prefix. */
export function customersCsv(prefix: string, rows: number): string {
  const lines = [COLUMNS.join(',')];
  for (let n = 1; n <= rows; n++) lines.push(rowOf(prefix, n));
  return `${lines.join('\r\n')}\r\n`;
}

export interface ImportJob {
  readonly id: string;
  readonly status: string;
  readonly progress: {
    readonly total: number;
    readonly processed: number;
    readonly successful: number;
    readonly failed: number;
  };
  readonly errors?: readonly {
    readonly correlationId: string;
    readonly code: string;
    readonly details?: { readonly errors?: readonly { readonly field: string }[] };
  }[];
  readonly completedAt?: string;
}

/** The form of an upload, with a new boundary for each, as clients send it. */
export function uploadCsv(api: Api, content: string, headers: Readonly<Record<string, string>> = {}) {
  const boundary = `----corridor${Math.random().toString(36).slice(2)}`;
  const head = 'Content-Disposition: form-data; name="file"; filename="customers.csv"\r\nContent-Type: text/csv';
  return api.send<{ readonly jobId: string; readonly status: string }>('POST', '/customers/bulk/csv', {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
    body: `--${boundary}\r\n${head}\r\n\r\n${content}\r\n--${boundary}--\r\n`,
  });
}
