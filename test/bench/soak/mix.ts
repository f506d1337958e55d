import type { Answer } from '../load/connection.js';
import {
  AMOUNT,
  authorizationOf,
  getRequest,
  JSON_BODY,
  paymentRequests,
  post,
  transferRequest,
} from '../load/requests.js';
import type { Payer } from '../load/task.js';

/** A payer with an external account in the currency of its balance, for transfers. */
export interface SoakPayer extends Payer {
  readonly transferAccountId: string;
}

/** Of a hundred operations. The others are payments. */
const SHARES = [
  ['transfer', 10],
  ['record', 12],
  ['list', 8],
  ['balances', 4],
  ['repetition', 3],
  ['bad input', 3],
  ['unknown account', 2],
  ['unknown username', 1],
] as const;
type Kind = (typeof SHARES)[number][0] | 'payment';

/** The operations in their order: the same hundred again and again, with the kinds spread over it. */
const ORDER: readonly Kind[] = (() => {
  const order = Array.from({ length: 100 }, (): Kind => 'payment');
  // 37 and 100 have no common divisor, so every place is reached once.
  let place = 0;
  for (const [kind, share] of SHARES) {
    for (let n = 0; n < share; n++) {
      order[place] = kind;
      place = (place + 37) % order.length;
    }
  }
  return order;
})();

/** Sends a request and returns its answer. It is where the time of a request is taken. */
export type Send = (request: string) => Promise<Answer>;

export interface Mix {
  /** Performs an operation with its requests; throws if an answer is not the expected one. */
  perform(number: number, send: Send): Promise<void>;
  /** Sends a wrong secret for a known username. */
  wrongSecret(send: Send): Promise<void>;
  /** The ids of the transactions that were accepted. */
  readonly accepted: string[];
}

const QUOTE_ID = /Quote:[0-9a-f-]{36}/;
const TRANSACTION_ID = /Transaction:[0-9a-f-]{36}/;
const NO_ACCOUNT = 'ExternalAccount:00000000-0000-7000-8000-000000000000';

export function createMix(base: string, payers: readonly SoakPayer[]): Mix {
  const run = `${process.pid.toString(36)}-${Date.now().toString(36)}`;
  const accepted: string[] = [];
  const requests = payers.map((payer) => {
    const authorization = authorizationOf(payer);
    const transfer = transferRequest(base, { ...payer, destinationAccountId: payer.transferAccountId });
    const get = (path: string): string => getRequest(base + path, authorization);
    const quoteOf = (key: string, destinationAccountId: string, amount: number): string =>
      post(
        `${base}/quotes`,
        `${authorization}${JSON_BODY}Idempotency-Key: ${key}\r\n`,
        JSON.stringify({
          source: { sourceType: 'ACCOUNT', accountId: payer.sourceAccountId },
          destination: { destinationType: 'ACCOUNT', accountId: destinationAccountId },
          lockedCurrencySide: 'SENDING',
          lockedCurrencyAmount: amount,
        }),
      );
    return { payer, ...paymentRequests(base, payer), transfer, get, quoteOf };
  });

  async function pay(number: number, send: Send, again: boolean): Promise<void> {
    const { quote, execute } = requests[number % requests.length]!;
    const key = `${run}-${number}`;
    const quoteId = idIn(QUOTE_ID, expecting(201, await send(quote(key))));
    const request = execute(quoteId, key);
    const answer = expecting(200, await send(request));
    accepted.push(idIn(TRANSACTION_ID, answer));
    if (!again) return;
    const repeated = expecting(200, await send(request));
    if (repeated.body !== answer.body)
      throw new Error(`a repetition was answered ${repeated.body}, not ${answer.body}`);
  }

  async function perform(number: number, send: Send): Promise<void> {
    const { payer, transfer, get, quoteOf } = requests[number % requests.length]!;
    const key = `${run}-${number}`;
    switch (ORDER[number % ORDER.length]!) {
      case 'payment':
        return pay(number, send, false);
      case 'repetition':
        return pay(number, send, true);
      case 'transfer':
        accepted.push(idIn(TRANSACTION_ID, expecting(201, await send(transfer(key)))));
        return;
      case 'record':
        expecting(200, await send(get(`/transactions/${accepted[Math.floor(accepted.length / 2)] ?? ''}`)));
        return;
      case 'list':
        expecting(200, await send(get('/transactions?limit=20')));
        return;
      case 'balances':
        expecting(200, await send(get('/customers/internal-accounts?limit=20')));
        return;
      case 'bad input':
        expecting(400, await send(quoteOf(key, payer.destinationAccountId, -1)));
        return;
      case 'unknown account':
        expecting(404, await send(quoteOf(key, NO_ACCOUNT, AMOUNT)));
        return;
      case 'unknown username':
        expecting(401, await send(getRequest(`${base}/config`, authorizationOf({ ...payer, clientId: key }))));
    }
  }

  return {
    perform,
    async wrongSecret(send) {
      const wrong = authorizationOf({ ...payers[0]!, clientSecret: 'a-secret-that-is-wrong' });
      expecting(401, await send(getRequest(`${base}/config`, wrong)));
    },
    accepted,
  };
}

function idIn(pattern: RegExp, { body }: Answer): string {
  const found = pattern.exec(body);
  if (found === null) throw new Error(`no id in ${body}`);
  return found[0];
}

function expecting(status: number, answer: Answer): Answer {
  if (answer.status === status) return answer;
  throw new Error(`the server answered ${answer.status}, not ${status}: ${answer.body}`);
}
