import type { Payer } from './task.js';

/** Amount of a payment in smallest units of the sending currency. */
const AMOUNT = 1000;

const post = (path: string, headers: string, body: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;

const JSON_BODY = 'Content-Type: application/json\r\n';

export const jsonPost = (path: string, body: string): string => post(path, JSON_BODY, body);

/** The two requests of a payment as text, without the idempotency keys and the id of the quote. */
export interface PaymentRequests {
  quote(key: string): string;
  execute(quoteId: string, key: string): string;
}

export function paymentRequests(base: string, payer: Payer): PaymentRequests {
  const credential = Buffer.from(`${payer.clientId}:${payer.clientSecret}`).toString('base64');
  const authorized = `Authorization: Basic ${credential}\r\n`;
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
