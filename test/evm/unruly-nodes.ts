import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import type { Chance } from '../support/chance.js';
import { pause } from '../support/eventually.js';
import type { UnrulyChain } from './unruly-chain.js';

/**
 * How a node fails. Only one node lies at a time, so that the others have a quorum. One question may reach the nodes at
 * different times, so two of them may lie about it; each has lies of its own, with which no other one agrees.
 */
const FAULTS = ['silent', 'refusing', 'broken', 'behind', 'lying'] as const;
type Fault = (typeof FAULTS)[number];

const NODES = 3;
const CHANGE_EVERY_MS = 700;
const SILENT_MS = 1_500;
/** A node that is behind lacks so many blocks. */
const BEHIND = 4n;

export interface UnrulyNodes {
  readonly urls: readonly string[];
  unleash(): void;
  calm(): void;
  /** The number of wrong or missing answers. */
  faults(): number;
  close(): Promise<void>;
}

interface Question {
  readonly id: unknown;
  readonly method: string;
  readonly params?: readonly unknown[];
}
type Answer = Record<string, unknown>;

/** Nodes in front of one chain, some of which fail all the time. */
export async function startUnrulyNodes(chain: UnrulyChain, chance: Chance): Promise<UnrulyNodes> {
  const faults: (Fault | null)[] = Array.from({ length: NODES }, () => null);
  let wrong = 0;
  let isUnruly = false;
  let isClosed = false;

  async function forward(body: string): Promise<string> {
    const headers = { 'content-type': 'application/json' };
    return (await request(chain.url, { method: 'POST', headers, body })).body.text();
  }

  async function answer(node: number, body: string, response: ServerResponse): Promise<void> {
    const fault = faults[node]!;
    if (fault !== null) wrong += 1;
    if (fault === 'silent') {
      await pause(SILENT_MS);
      response.destroy();
    } else if (fault === 'refusing') {
      response.writeHead(chance.of([429, 500, 503])).end('try again later');
    } else if (fault === 'broken') {
      response.writeHead(200).end((await forward(body)).slice(0, -20));
    } else {
      const asked = JSON.parse(body) as Question | readonly Question[];
      const questions = Array.isArray(asked) ? (asked as readonly Question[]) : [asked as Question];
      const altered = fault === 'behind' ? await Promise.all(questions.map(asBefore)) : questions;
      const given = JSON.parse(await forward(JSON.stringify(altered))) as Answer | Answer[];
      const answers = Array.isArray(given) ? given : [given];
      for (const one of answers) {
        const question = questions.find(({ id }) => id === one['id']);
        if (fault === 'lying' && question !== undefined) one['result'] = lie(node, question.method, one['result']);
        if (fault === 'behind' && question?.method === 'eth_blockNumber') one['result'] = earlier(one['result']);
      }
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(Array.isArray(asked) ? answers : answers[0]));
    }
  }

  const earlier = (head: unknown): string => `0x${(BigInt(head as string) - BEHIND).toString(16)}`;

  /** The question about `latest` as a node answers it that is some blocks behind. */
  async function asBefore(question: Question): Promise<Question> {
    if (!(question.params ?? []).includes('latest')) return question;
    const head = earlier(await chain.rpc<string>('eth_blockNumber'));
    return { ...question, params: question.params!.map((each) => (each === 'latest' ? head : each)) };
  }

  const servers: Server[] = [];
  for (let node = 0; node < NODES; node++) {
    const server = createServer((incoming, response) => {
      void read(incoming)
        .then((body) => answer(node, body, response))
        .catch(() => response.destroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    servers.push(server);
  }

  const changing = (async () => {
    while (!isClosed) {
      await pause(CHANGE_EVERY_MS);
      for (let node = 0; node < NODES; node++) {
        const fault = isUnruly && chance.under(4) === 0 ? chance.of(FAULTS) : null;
        faults[node] = null;
        if (fault !== 'lying' || !faults.includes('lying')) faults[node] = fault;
      }
    }
  })();

  return {
    urls: servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    unleash: () => void (isUnruly = true),
    calm: () => void (isUnruly = false),
    faults: () => wrong,
    async close() {
      isClosed = true;
      await changing;
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

async function read(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

/** A number or hash with another last digit. */
const other = (node: number, text: unknown): string =>
  typeof text === 'string' && text.length > 2
    ? `${text.slice(0, -1)}${((Number.parseInt(text.slice(-1), 16) + 1 + node) % 16).toString(16)}`
    : `0x${node + 1}`;

type Members = Readonly<Record<string, unknown>>;

/** One event is missing, has another amount, or comes twice. */
function otherLogs(node: number, logs: readonly Members[]): readonly Members[] {
  const [first, ...rest] = logs;
  if (first === undefined) return logs;
  return [rest, [{ ...first, data: other(node, first['data']) }, ...rest], [first, first, ...rest]][node]!;
}

/** A believable answer that is not true. */
function lie(node: number, method: string, result: unknown): unknown {
  const members = (result ?? null) as Members | null;
  switch (method) {
    case 'eth_getLogs':
      return Array.isArray(result) ? otherLogs(node, result as readonly Members[]) : result;
    case 'eth_getTransactionReceipt':
      return members === null
        ? result
        : {
            ...members,
            status: members['status'] === '0x1' ? '0x0' : '0x1',
            gasUsed: other(node, members['gasUsed']),
          };
    case 'eth_getBlockByNumber':
      return members === null ? result : { ...members, hash: other(node, members['hash']) };
    case 'eth_sendRawTransaction':
      // It says that it has the transaction, and does not pass it on; here the chain has it.
      return result;
    case 'eth_getTransactionCount':
    case 'eth_getBalance':
    case 'eth_blockNumber':
    case 'eth_call':
    case 'eth_getCode':
      return other(node, result);
    default:
      return result;
  }
}
