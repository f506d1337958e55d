import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { serve } from '../child.js';

/** Opens a port that leads to this one, and counts what passes. */
export type Forward = { readonly kind: 'open'; readonly to: number } | { readonly kind: 'count' };

/** Since the port was opened. */
export interface Passed {
  readonly port: number;
  /** Bytes to the server, and back. */
  readonly sent: number;
  readonly received: number;
  /** How often something was sent on a connection after an answer: statements that were sent together count once. */
  readonly roundTrips: number;
  /** Statements of the Postgres protocol that were executed; 0 for another protocol. */
  readonly statements: number;
}

const counted = { sent: 0, received: 0, roundTrips: 0, statements: 0 };
let target = 0;

const EXECUTE = 'E'.charCodeAt(0);
const QUERY = 'Q'.charCodeAt(0);
/** The type of a message, and its length without the type. */
const HEAD = 5;

/** Counts the messages that execute a statement. The first message of a connection has no type. */
function countStatements(): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let isStarted = false;
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= HEAD) {
      const length = isStarted ? 1 + rest.readUInt32BE(1) : rest.readUInt32BE(0);
      if (rest.length < length) return;
      if (isStarted && (rest[0] === EXECUTE || rest[0] === QUERY)) counted.statements += 1;
      isStarted = true;
      rest = rest.subarray(length);
    }
  };
}

/** The first byte of the start of a connection to Postgres is the highest of its length; text has none that is 0. */
const isPostgres = (first: Buffer): boolean => first[0] === 0;

function join(client: Socket): void {
  const server = connect({ port: target, host: '127.0.0.1', noDelay: true });
  client.setNoDelay(true);
  let isAnswered = true;
  let inspect: ((chunk: Buffer) => void) | null = null;
  let isFirst = true;
  client.on('data', (chunk: Buffer) => {
    if (isFirst && isPostgres(chunk)) inspect = countStatements();
    isFirst = false;
    counted.sent += chunk.length;
    if (isAnswered) counted.roundTrips += 1;
    isAnswered = false;
    inspect?.(chunk);
    server.write(chunk);
  });
  server.on('data', (chunk: Buffer) => {
    counted.received += chunk.length;
    isAnswered = true;
    client.write(chunk);
  });
  for (const [one, other] of [
    [client, server],
    [server, client],
  ] as const)
    one.on('error', () => other.destroy()).on('close', () => other.destroy());
}

const listener = createServer(join);

serve(async (ask: Forward): Promise<Passed> => {
  if (ask.kind === 'open') {
    target = ask.to;
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  }
  return { ...counted, port: (listener.address() as AddressInfo).port };
});
