import type { Payer } from './task.js';

/** Amount of a payment in smallest units of the sending currency. */
export const AMOUNT = 1000;

/** `headers` are lines with their ends. */
export const post = (path: string, headers: string, body: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;

export const getRequest = (path: string, headers: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n`;

export const JSON_BODY = 'Content-Type: application/json\r\n';

export const jsonPost = (path: string, body: string): string => post(path, JSON_BODY, body);

/** The two requests of a payment as text, without the idempotency keys and the id of the quote. */
export interface PaymentRequests {
  quote(key: string): string;
  execute(quoteId: string, key: string): string;
}

/** The line with the credential. */
export function authorizationOf({ clientId, clientSecret }: Pick<Payer, 'clientId' | 'clientSecret'>): string {
  const credential = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  return `Authorization: Basic ${credential}\r\n`;
}

/** The request of a transfer out as text, by its idempotency key. */
export function transferRequest(base: string, payer: Payer): (key: string) => string {
  const body = JSON.stringify({
    source: { accountId: payer.sourceAccountId },
    destination: { accountId: payer.destinationAccountId },
    amount: AMOUNT,
    remittanceInformation: 'Invoice 4711',
  });
  const head = `${authorizationOf(payer)}${JSON_BODY}Idempotency-Key: \0\r\n`;
  const [beforeKey, afterKey] = post(`${base}/transfer-out`, head, body).split('\0') as [string, string];
  return (key) => beforeKey + key + afterKey;
}

export function paymentRequests(base: string, payer: Payer): PaymentRequests {
  const authorized = authorizationOf(payer);
  const body = JSON.stringify({
    source: { sourceType: 'ACCOUNT', accountId: payer.sourceAccountId },
    destination: { destinationType: 'ACCOUNT', accountId: payer.destinationAccountId },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: AMOUNT,
    description: 'Invoice 4711',
  });
  const marked = post(`${base}/quotes`, `${authorized}${JSON_BODY}Idempotency-Key: \0\r\n`, body);
  const [beforeKey, afterKey] = marked.split('\0') as [string, string];
  return {
    quote: (key) => beforeKey + key + afterKey,
    execute: (quoteId, key) =>
      post(`${base}/quotes/${quoteId}/execute`, `${authorized}Idempotency-Key: ${key}\r\n`, ''),
  };
}
