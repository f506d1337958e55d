import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const DOCUMENTS = { js: 'docs/rails/write-a-rail.md', json: 'docs/connections/connections-file.md' };

/** The fenced block of the document for this language that contains this text. */
function blockOf(language: keyof typeof DOCUMENTS, text: string): string {
  const document = DOCUMENTS[language];
  const content = readFileSync(new URL(`../../${document}`, import.meta.url), 'utf8');
  const blocks = [...content.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))];
  const found = blocks.map(([, block = '']) => block).filter((block) => block.includes(text));
  if (found.length !== 1) throw new Error(`${document} has ${found.length} blocks of ${language} with ${text}`);
  return found[0]!;
}

export const KEY = 'the-key-that-no-log-may-show';

/** A transfer that the bank received; `times` counts the requests for it. */
export interface BankTransfer {
  readonly id: string;
  readonly iban: string;
  readonly cents: string;
  times: number;
}

/** The bank to which the module of docs/rails/write-a-rail.md connects. */
export interface AcmeBank {
  readonly transfers: ReadonlyMap<string, BankTransfer>;
  /** While true, requests get no answer. */
  hangs: boolean;
  /** Writes the module and the connections file of the documents to a folder; returns the settings of a host. */
  connect(folder: string): Readonly<Record<string, string>>;
  /** Sends a message to a host as the bank does. */
  tell(baseUrl: string, message: object, signature?: string): Promise<Response>;
  close(): Promise<void>;
}

const sign = (text: string): string => createHmac('sha256', KEY).update(text).digest('hex');

export async function acmeBank(): Promise<AcmeBank> {
  const transfers = new Map<string, BankTransfer>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      if (request.headers['signature'] !== sign(body === '' ? request.url! : body)) {
        return void response.writeHead(401).end();
      }
      if (request.url === '/transfers') {
        const { id, iban, cents } = JSON.parse(body) as Omit<BankTransfer, 'times'>;
        const transfer = transfers.get(id) ?? { id, iban, cents, times: 0 };
        transfer.times += 1;
        transfers.set(id, transfer);
      }
      if (!bank.hangs) response.writeHead(200).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const bank: AcmeBank = {
    transfers,
    hangs: false,
    connect(folder) {
      const file = JSON.parse(blockOf('json', '"acme-bank"')) as { readonly rails: readonly object[] };
      const rails = file.rails.map((entry) => ({ ...entry, url, environment: 'SANDBOX' }));
      writeFileSync(join(folder, 'acme-bank.mjs'), blockOf('js', '// acme-bank.mjs'));
      writeFileSync(join(folder, 'connections.json'), JSON.stringify({ rails }));
      return { CORRIDOR_CONNECTIONS_FILE: join(folder, 'connections.json'), ACME_BANK_KEY: KEY };
    },
    tell(baseUrl, message, signature) {
      const body = JSON.stringify(message);
      return fetch(new URL('/rails/acme-bank/callbacks/events', baseUrl), {
        method: 'POST',
        headers: { signature: signature ?? sign(body) },
        body,
      });
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return bank;
}
