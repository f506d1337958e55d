import type { OutboundHttp, OutboundOutcome, OutboundRequest } from '@corridor/core/ports';
import { computeAddress, getBytes, keccak256, SigningKey, TypedDataEncoder, verifyTypedData } from 'ethers';
import { beforeEach, describe, expect, it } from 'vitest';
import { TEST_KEY } from '../testing/evm-entry.js';
import { answerOf } from '../testing/scripted-node.js';
import type { Address, Hex } from './nodes.js';
import { localSigner, SignerUnavailable, web3Signer } from './signers.js';

const KEY = new SigningKey(TEST_KEY);
const ADDRESS = computeAddress(TEST_KEY).toLowerCase() as Address;
/** As Web3Signer lists it: without the byte of its form. */
const PUBLIC_KEY = `0x${KEY.publicKey.slice(4)}`;
const BY_ADDRESS = `https://signer.example/api/v1/eth1/sign/${ADDRESS}`;
const BY_KEY = `https://signer.example/api/v1/eth1/sign/${PUBLIC_KEY}`;
const KEYS = 'https://signer.example/api/v1/eth1/publicKeys';
const ENCODED: Hex = `0x1901${'5a'.repeat(64)}`;
const SIGNATURE = KEY.sign(keccak256(getBytes(ENCODED))).serialized;

let sent: OutboundRequest[];
let answers: Record<string, OutboundOutcome>;

beforeEach(() => {
  sent = [];
  answers = {};
});

function signer() {
  const http: OutboundHttp = {
    send: async (request) => {
      sent.push(request);
      return answers[request.url] ?? answerOf('', 404);
    },
  };
  return web3Signer({ url: 'https://signer.example', address: ADDRESS, http, httpsOnly: true });
}

const failureOf = (signed: Promise<unknown>): Promise<unknown> =>
  signed.then(
    () => null,
    (error: unknown) => error,
  );

describe('a request to a Web3Signer', () => {
  it('has the bytes to sign, and asks for a text', async () => {
    answers[BY_ADDRESS] = answerOf(SIGNATURE);
    expect(await signer().signTypedData(ENCODED)).toBe(SIGNATURE);
    expect(sent).toEqual([
      {
        url: BY_ADDRESS,
        method: 'POST',
        headers: { accept: 'text/plain', 'content-type': 'application/json', 'user-agent': 'Corridor' },
        body: `{"data":"${ENCODED}"}`,
        httpsOnly: true,
        withinMs: 8000,
      },
    ]);
  });

  it('for its keys has no body, and asks for JSON', async () => {
    answers[KEYS] = answerOf([`0x${'1'.repeat(128)}`, PUBLIC_KEY]);
    answers[BY_KEY] = answerOf(SIGNATURE);
    expect(await signer().signTypedData(ENCODED)).toBe(SIGNATURE);
    expect(sent.map(({ url }) => url)).toEqual([BY_ADDRESS, KEYS, BY_KEY]);
    expect(sent[1]).toEqual({
      url: KEYS,
      method: 'GET',
      headers: { accept: 'application/json', 'user-agent': 'Corridor' },
      body: null,
      httpsOnly: true,
      withinMs: 8000,
    });
  });

  it('finds its key with the byte of its form and in capitals', async () => {
    const listed = `0x${KEY.publicKey.slice(2).toUpperCase()}`;
    answers[KEYS] = answerOf([listed]);
    answers[`https://signer.example/api/v1/eth1/sign/${listed}`] = answerOf(SIGNATURE);
    expect(await signer().signTypedData(ENCODED)).toBe(SIGNATURE);
  });

  it('is not repeated with the list of keys after the key has been found', async () => {
    answers[KEYS] = answerOf([PUBLIC_KEY]);
    answers[BY_KEY] = answerOf(SIGNATURE);
    const found = signer();
    await found.signTypedData(ENCODED);
    sent = [];
    delete answers[BY_KEY];
    await expect(found.signTypedData(ENCODED)).rejects.toThrow(`Web3Signer has no key of ${ADDRESS}`);
    expect(sent.map(({ url }) => url)).toEqual([BY_KEY]);
  });
});

describe('a Web3Signer that gives no signature', () => {
  it.each<[string, OutboundOutcome, string]>([
    ['is not reachable', { kind: 'unreachable', reason: 'connection refused' }, 'Web3Signer: connection refused'],
    ['is not ready', answerOf(SIGNATURE, 503), 'Web3Signer answered HTTP 503'],
    ['answers with another status', answerOf(SIGNATURE, 201), 'Web3Signer answered HTTP 201'],
    ['answers too much', { ...answerOf(SIGNATURE), truncated: true }, `answered with no signature of ${ADDRESS}`],
    ['answers with a text', answerOf('signature'), `answered with no signature of ${ADDRESS}`],
    ['answers with zeros', answerOf(`0x${'0'.repeat(130)}`), `answered with no signature of ${ADDRESS}`],
    ['has no point', answerOf(`0x${'f'.repeat(128)}1b`), `answered with no signature of ${ADDRESS}`],
    ['has no parity', answerOf(`${SIGNATURE.slice(0, -2)}1d`), `answered with no signature of ${ADDRESS}`],
  ])('says why if it %s', async (_, answer, message) => {
    answers[BY_ADDRESS] = answer;
    const failure = await failureOf(signer().signTypedData(ENCODED));
    expect(failure).toBeInstanceOf(SignerUnavailable);
    expect(failure).toMatchObject({ name: 'SignerUnavailable', message: expect.stringContaining(message) as string });
    expect(sent).toHaveLength(1);
  });

  it.each<[string, OutboundOutcome]>([
    ['has no list', answerOf('', 404)],
    ['lists other keys', answerOf([`0x${'1'.repeat(128)}`])],
    ['lists something else', answerOf({ keys: [PUBLIC_KEY] })],
    ['answers with a page', answerOf('<html>')],
  ])('has no key if it %s', async (_, answer) => {
    answers[KEYS] = answer;
    expect(await failureOf(signer().signTypedData(ENCODED))).toEqual(
      new SignerUnavailable(`Web3Signer has no key of ${ADDRESS}`),
    );
    expect(sent.map(({ url }) => url)).toEqual([BY_ADDRESS, KEYS]);
  });
});

describe('a signature', () => {
  it('may have a parity of 0 or 1 in place of 27 or 28, and white space around it', async () => {
    const short = `${SIGNATURE.slice(0, -2)}0${Number(`0x${SIGNATURE.slice(-2)}`) - 27}`;
    answers[BY_ADDRESS] = answerOf(` ${short}\n`);
    expect(await signer().signTypedData(ENCODED)).toBe(SIGNATURE);
  });

  it('has 65 bytes, even if its numbers are small', async () => {
    const domain = { name: 'USD Coin', version: '2', chainId: 8453, verifyingContract: ADDRESS };
    const types = { Note: [{ name: 'text', type: 'string' }] };
    const own = localSigner(TEST_KEY);
    const halves: string[] = [];
    for (let serial = 0; serial < 40; serial += 1) {
      const text = String(serial);
      const signature = await own.signTypedData(TypedDataEncoder.encode(domain, types, { text }) as Hex);
      expect(signature).toMatch(/^0x[0-9a-f]{128}1[bc]$/);
      expect(verifyTypedData(domain, types, { text }, signature).toLowerCase()).toBe(ADDRESS);
      halves.push(signature.slice(2, 66), signature.slice(66, 130));
    }
    expect(halves.some((half) => half.startsWith('0'))).toBe(true);
  });
});
