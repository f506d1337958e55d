import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOutboundHttp } from '@corridor/adapters-http/outbound';
import { RailEntryError } from '@corridor/core/ports';
import {
  computeAddress,
  getBytes,
  keccak256,
  SigningKey,
  Transaction,
  TypedDataEncoder,
  verifyTypedData,
} from 'ethers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { evmSecrets, TEST_KEY } from '../testing/evm-entry.js';
import type { EvmEntry } from './entry.js';
import type { Address, Hex } from './nodes.js';
import type { EvmSigner, UnsignedTransaction } from './signer.js';
import { createSigner, SignerUnavailable } from './signers.js';

const ADDRESS = computeAddress(TEST_KEY).toLowerCase() as Address;
const OTHER_KEY = `0x${'42'.repeat(32)}`;
const TO: Address = `0x${'33'.repeat(20)}`;

const TRANSACTION: UnsignedTransaction = {
  chainId: 8453,
  nonce: 7,
  to: TO,
  value: 1_000_000_000_000_000_001n,
  data: '0xa9059cbb',
  gas: 65_000n,
  maxFeePerGas: 30_000_000_001n,
  maxPriorityFeePerGas: 1_500_000_000n,
};

const DOMAIN = { name: 'USD Coin', version: '2', chainId: 8453, verifyingContract: TO };
const TYPES = { Note: [{ name: 'text', type: 'string' }] };
const ENCODED = TypedDataEncoder.encode(DOMAIN, TYPES, { text: 'hello' }) as Hex;

const treasury = (signer: EvmEntry['treasury']['signer']): Pick<EvmEntry, 'treasury'> => ({
  treasury: { signer, limits: { perPayout: null, perDay: null, keep: null }, cold: null },
});

const local = (key: string): EvmSigner =>
  createSigner(treasury({ type: 'local', privateKey: { file: 'key' } }), {
    environment: 'PRODUCTION',
    http: { send: () => Promise.reject(new Error('a local key needs no network')) },
    secretOf: evmSecrets({ key }),
  });

/** What another library says about what the signer made. */
async function expectValid(signer: EvmSigner): Promise<void> {
  for (const transaction of [TRANSACTION, { ...TRANSACTION, nonce: 0, value: 0n, data: '0x' as const }]) {
    const { hash, bytes } = await signer.sign(transaction);
    const read = Transaction.from(bytes);
    expect(read.from?.toLowerCase()).toBe(ADDRESS);
    expect(read.hash).toBe(hash);
    expect({
      chainId: Number(read.chainId),
      nonce: read.nonce,
      to: read.to,
      value: read.value,
      data: read.data,
      gas: read.gasLimit,
      maxFeePerGas: read.maxFeePerGas,
      maxPriorityFeePerGas: read.maxPriorityFeePerGas,
    }).toEqual(transaction);
    expect(read.type).toBe(2);
  }
  const signature = await signer.signTypedData(ENCODED);
  expect(verifyTypedData(DOMAIN, TYPES, { text: 'hello' }, signature).toLowerCase()).toBe(ADDRESS);
}

describe('a local key', () => {
  it('signs transactions and typed data', async () => {
    const signer = local(`${TEST_KEY}\n`);
    expect(signer.address).toBe(ADDRESS);
    await expectValid(signer);
  });

  it.each([
    ['without 0x', TEST_KEY.slice(2)],
    ['that is too short', TEST_KEY.slice(0, -1)],
    ['of zeros', `0x${'0'.repeat(64)}`],
    ['above the order of the curve', `0x${'f'.repeat(64)}`],
    ['that is a mnemonic', 'test test test'],
  ])('is refused %s, without repeating it', (_, key) => {
    const mistake = mistakeOf(() => local(key));
    expect(mistake).toBeInstanceOf(RailEntryError);
    expect((mistake as RailEntryError).member).toBe('treasury.privateKey');
    expect((mistake as RailEntryError).message).not.toContain(key.slice(0, 8));
  });

  it('signs no typed data but 66 bytes of EIP-712', async () => {
    await expect(local(TEST_KEY).signTypedData('0x1901')).rejects.toThrow(TypeError);
    await expect(local(TEST_KEY).signTypedData(`0x02${ENCODED.slice(4)}`)).rejects.toThrow(TypeError);
  });
});

/** A Web3Signer as its manual describes it: it hashes with Keccak-256, and signs with the key of the path. */
class FakeWeb3Signer {
  readonly #server: Server = createServer((request, response) => {
    void this.#answer(request).then(([status, body]) => response.writeHead(status).end(body));
  });
  readonly requests: { readonly path: string; readonly body: string }[] = [];
  identifier: 'address' | 'publicKey' = 'address';
  key = TEST_KEY;
  /** Changes an answer. */
  alter: (status: number, body: string) => readonly [number, string] = (status, body) => [status, body];

  async #answer(request: IncomingMessage): Promise<readonly [number, string]> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const [path, body] = [request.url ?? '', Buffer.concat(chunks).toString()];
    this.requests.push({ path, body });
    const key = new SigningKey(this.key);
    if (path === '/api/v1/eth1/publicKeys')
      return this.alter(200, JSON.stringify([new SigningKey(OTHER_KEY), key].map(named)));
    const known = this.identifier === 'address' ? computeAddress(key).toLowerCase() : named(key);
    if (request.method !== 'POST' || path !== `/api/v1/eth1/sign/${known}`) return this.alter(404, '');
    const { data } = JSON.parse(body) as { readonly data: string };
    return this.alter(200, key.sign(keccak256(getBytes(data))).serialized);
  }

  start = (): Promise<string> =>
    new Promise((resolve) => {
      this.#server.listen(0, '127.0.0.1', () =>
        resolve(`http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`),
      );
    });

  stop = (): Promise<void> =>
    new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
}

/** The public key as Web3Signer lists it: without the byte of its form. */
const named = (key: SigningKey): string => `0x${key.publicKey.slice(4)}`;

describe('a Web3Signer', () => {
  const server = new FakeWeb3Signer();
  const original = server.alter;
  const http = createOutboundHttp({ allowPrivate: true });
  let signer: EvmSigner;
  let url: string;
  beforeAll(async () => {
    url = await server.start();
  });
  afterAll(async () => {
    await http.close();
    await server.stop();
  });
  afterEach(() => {
    Object.assign(server, { alter: original, identifier: 'address', key: TEST_KEY });
  });
  const remote = (address: Address = ADDRESS): EvmSigner =>
    createSigner(treasury({ type: 'web3signer', url, address }), {
      environment: 'PRODUCTION',
      http,
      secretOf: evmSecrets(),
    });

  it('signs transactions and typed data', async () => {
    signer = remote();
    expect(signer.address).toBe(ADDRESS);
    await expectValid(signer);
    expect(JSON.parse(server.requests.at(-1)!.body)).toEqual({ data: ENCODED });
  });

  it('that names keys by themselves is asked for them once', async () => {
    server.identifier = 'publicKey';
    signer = remote();
    await expectValid(signer);
    const before = server.requests.length;
    await signer.sign(TRANSACTION);
    expect(server.requests.slice(before).map(({ path }) => path)).toEqual([
      `/api/v1/eth1/sign/${named(new SigningKey(TEST_KEY))}`,
    ]);
  });

  it.each<[string, (status: number, body: string) => readonly [number, string]]>([
    ['that is not ready', () => [503, '']],
    ['that refuses the key', () => [404, '']],
    ['that refuses the credentials', () => [401, '']],
    ['with an empty answer', () => [200, '']],
    ['with a text', () => [200, 'signature']],
    ['with bytes that are not a signature', () => [200, `0x${'00'.repeat(65)}`]],
    ['with a point that is not on the curve', () => [200, `0x${'ff'.repeat(64)}1b`]],
    ['with another parity', (status, body) => [status, body.slice(0, -2) + (body.endsWith('1b') ? '1c' : '1b')]],
    ['with an impossible parity', (status, body) => [status, `${body.slice(0, -2)}25`]],
    ['with the other `s`', (status, body) => [status, malleated(body)]],
    ['with a longer signature', (status, body) => [status, `${body}00`]],
  ])('%s signs nothing', async (_, alter) => {
    server.alter = alter;
    await expect(remote().sign(TRANSACTION)).rejects.toThrow(SignerUnavailable);
    await expect(remote().signTypedData(ENCODED)).rejects.toThrow(SignerUnavailable);
  });

  it('is not believed when it signs something else', async () => {
    const other = new SigningKey(TEST_KEY).sign(keccak256('0x02')).serialized;
    server.alter = (status) => [status, other];
    await expect(remote().sign(TRANSACTION)).rejects.toThrow(SignerUnavailable);
  });

  it('is not believed when it signs with another key', async () => {
    const other = new SigningKey(OTHER_KEY);
    server.alter = (status) => {
      const { data } = JSON.parse(server.requests.at(-1)!.body) as { readonly data: string };
      return [status, other.sign(keccak256(data)).serialized];
    };
    await expect(remote().sign(TRANSACTION)).rejects.toThrow(SignerUnavailable);
  });

  it('signs nothing if it is not reachable', async () => {
    const gone = createSigner(treasury({ type: 'web3signer', url: 'http://127.0.0.1:1', address: ADDRESS }), {
      environment: 'PRODUCTION',
      http,
      secretOf: evmSecrets(),
    });
    await expect(gone.sign(TRANSACTION)).rejects.toThrow(SignerUnavailable);
  });
});

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** The second signature that is valid for the same key and message. */
function malleated(signature: string): string {
  const s = ORDER - BigInt(`0x${signature.slice(66, 130)}`);
  const v = signature.endsWith('1b') ? '1c' : '1b';
  return `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${v}`;
}

function mistakeOf(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}
