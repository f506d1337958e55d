import { type Answer, type Api, LostAnswer, ServerError } from '../support/api.js';
import type { ErrorBody, InternalAccount, Page, Transaction } from '../support/wire.js';
import {
  type Balance,
  type Call,
  type History,
  numbered,
  type Operation,
  type Row,
  type State,
  type Write,
} from './history.js';

/** A running host, with the name that the history gives it. */
export interface Place {
  readonly name: string;
  readonly api: Api;
}

export interface Recorder {
  /** Sends one attempt, and returns it as recorded. */
  write(client: string, place: Place, request: WriteRequest): Promise<Write>;
  /** Sends the request of this key again. */
  repeat(client: string, place: Place, key: string): Promise<Write>;
  /** False if there was no answer. */
  balance(client: string, place: Place, account: string): Promise<boolean>;
  /** The state; null if there was no answer. */
  state(client: string, place: Place, id: string): Promise<State | null>;
  /** The rows; null if a page had no answer. */
  list(client: string, place: Place, account: string): Promise<readonly Row[] | null>;
  history(): History;
  readonly counts: Counts;
}

export interface Counts {
  answered: number;
  refused: number;
  unknown: number;
  /** Movements of money among the answered calls. */
  acknowledged: number;
  inFlight: number;
}

export interface WriteRequest {
  readonly operation: Operation;
  readonly path: string;
  readonly body: object;
  readonly key: string;
}

/** What lists and reads return: payments, deposits and card transactions. */
interface Listed extends Transaction {
  readonly authorizedAmount?: { readonly amount: number };
}

const PAGE = 10;

const balanceIn = ({ balance, totalBalance }: InternalAccount): Balance => ({
  available: balance.amount,
  total: totalBalance.amount,
});

function stateOf({ id, type, status, refund }: Listed): State {
  if (type === 'CARD' || status === 'COMPLETED') return 'done';
  if (status === 'PENDING' || status === 'PROCESSING') return 'open';
  if (status !== 'FAILED') throw new Error(`${id} is ${status}`);
  return type === 'INCOMING' || refund?.status === 'COMPLETED' ? 'failed' : 'ending';
}

const rowOf = (listed: Listed): Row => ({
  id: listed.id,
  amount: (listed.sentAmount ?? listed.authorizedAmount ?? listed.receivedAmount)!.amount,
  state: stateOf(listed),
});

const isLost = (error: unknown): boolean => error instanceof LostAnswer || error instanceof ServerError;

/** Records what clients ask and what they are answered. */
export function createRecorder(): Recorder {
  const began = performance.now();
  const now = (): number => performance.now() - began;
  const calls: Call[] = [];
  const requests = new Map<string, WriteRequest>();
  const counts: Counts = { answered: 0, refused: 0, unknown: 0, acknowledged: 0, inFlight: 0 };

  async function sent<T>(ask: () => Promise<Answer<T>>): Promise<Answer<T> | null> {
    counts.inFlight += 1;
    try {
      const answer = await ask();
      counts[answer.status < 300 ? 'answered' : 'refused'] += 1;
      return answer;
    } catch (error) {
      if (!isLost(error)) throw error;
      counts.unknown += 1;
      return null;
    } finally {
      counts.inFlight -= 1;
    }
  }

  async function read<T>(ask: () => Promise<Answer<T>>): Promise<T | null> {
    const answer = await sent(ask);
    if (answer !== null && answer.status !== 200) throw new Error(answer.text);
    return answer?.body ?? null;
  }

  const recorder: Recorder = {
    counts,

    async write(client, { name, api }, request) {
      const { operation, path, body, key } = request;
      requests.set(key, request);
      const start = now();
      const answer = await sent(() => api.post<Transaction | InternalAccount>(path, body, { idempotencyKey: key }));
      const base = { kind: 'write', call: 0, client, host: name, key, operation, start, end: now() } as const;
      const write: Write =
        answer === null
          ? { ...base, outcome: 'unknown', answer: '' }
          : answer.status >= 300
            ? { ...base, outcome: 'refused', answer: answer.text, short: isShort(answer.body as unknown as ErrorBody) }
            : { ...base, outcome: 'ok', answer: answer.text, ...namedIn(operation, answer.body) };
      if (write.outcome === 'refused' && !write.short && !isInProgress(answer!)) {
        throw new Error(`${operation.kind} under key ${key} was refused: ${answer!.status} ${answer!.text}`);
      }
      calls.push(write);
      if (write.outcome === 'ok') counts.acknowledged += 1;
      return write;
    },

    repeat: (client, place, key) => recorder.write(client, place, requests.get(key)!),

    async balance(client, { name, api }, account) {
      const start = now();
      const body = await read(() => api.get<InternalAccount>(`/internal-accounts/${account}`));
      if (body === null) return false;
      calls.push({
        kind: 'balance',
        call: 0,
        client,
        host: name,
        start,
        end: now(),
        account,
        balance: balanceIn(body),
      });
      return true;
    },

    async state(client, { name, api }, id) {
      const start = now();
      const body = await read(() => api.get<Listed>(`/transactions/${id}`));
      if (body === null) return null;
      const state = stateOf(body);
      calls.push({ kind: 'state', call: 0, client, host: name, start, end: now(), id, state });
      return state;
    },

    async list(client, { name, api }, account) {
      const start = now();
      const pages: (readonly Row[])[] = [];
      let cursor: string | undefined;
      do {
        const query = { accountIdentifier: account, limit: PAGE, cursor };
        const page: Page<Listed> | null = await read(() => api.get<Page<Listed>>('/transactions', query));
        if (page === null) return null;
        pages.push(page.data.map(rowOf));
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      calls.push({ kind: 'list', call: 0, client, host: name, start, end: now(), account, pages });
      return pages.flat();
    },

    history: () => numbered(calls),
  };
  return recorder;
}

/** Another attempt under the same key is being served. */
const isInProgress = ({ status, headers }: Answer<unknown>): boolean => status === 409 && headers.has('Retry-After');

/** The amounts of clients are valid, so that only the balance can be the reason. */
const isShort = ({ code }: ErrorBody): boolean => code === 'INVALID_AMOUNT';

function namedIn({ kind }: Operation, body: object): { readonly id?: string; readonly balance?: Balance } {
  if (kind === 'deposit') return { balance: balanceIn(body as InternalAccount) };
  if (kind === 'card') return {};
  return { id: kind === 'payment' ? (body as { transactionId: string }).transactionId : (body as Transaction).id };
}
