import type { OutboundHttp, ConnectionContext } from '@corridor/core/ports';
import { RailEntryError } from '@corridor/core/ports';
import { optionalPackage } from '@corridor/core/internal';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { hex } from '@scure/base';
import * as z from 'zod';
import { needsTls } from '../partners/tls.js';
import type { EvmEntry, EvmSignerEntry } from './entry.js';
import type { Address, Hex } from './nodes.js';
import type { EvmSigner, SignedTransaction, UnsignedTransaction } from './signer.js';

/** The signer did not answer, or not with a signature of its key. It is asked again later. */
export class SignerUnavailable extends Error {
  override readonly name = 'SignerUnavailable';
}

/** r ‖ s, and the parity of the point, which `v` stands for. */
interface Signature {
  readonly r: Hex;
  readonly s: Hex;
  readonly yParity: 0 | 1;
}

/** Signs the Keccak-256 of the bytes. */
type SignBytes = (bytes: Uint8Array) => Promise<Signature>;

const viem = () => optionalPackage('viem@2.57.20', () => import('viem'));

/** EIP-712: `0x19 0x01`, the domain separator and the hash of the struct. */
const TYPED_DATA = /^0x1901[0-9a-f]{128}$/;

function signerOf(address: Address, signBytes: SignBytes): EvmSigner {
  return {
    address,
    async sign(transaction: UnsignedTransaction): Promise<SignedTransaction> {
      const { serializeTransaction } = await viem();
      const stated = { type: 'eip1559', ...transaction } as const;
      const signature = await signBytes(bytesOf(serializeTransaction(stated)));
      const bytes = serializeTransaction(stated, signature);
      return { hash: keccakOf(bytes), bytes };
    },
    async signTypedData(encoded) {
      if (!TYPED_DATA.test(encoded)) throw new TypeError('the encoded data must be 66 bytes that begin with 0x1901');
      const { r, s, yParity } = await signBytes(bytesOf(encoded));
      return `0x${r.slice(2)}${s.slice(2)}${(27 + yParity).toString(16)}`;
    },
  };
}

type SignerContext = Pick<ConnectionContext, 'environment' | 'http' | 'secretOf'>;

/** The treasury's signer. Throws a `RailEntryError` for a key that is not valid. */
export const createSigner = ({ treasury: { signer } }: Pick<EvmEntry, 'treasury'>, context: SignerContext): EvmSigner =>
  createSignerOf('treasury', signer, context);

/** The signer of a member of an entry. Throws a `RailEntryError` for a key that is not valid. */
export function createSignerOf(member: string, signer: EvmSignerEntry, context: SignerContext): EvmSigner {
  if (signer.type === 'local') {
    const keyMember = `${member}.privateKey`;
    const key = privateKey.safeParse(context.secretOf(keyMember, signer.privateKey).trim());
    if (!key.success) throw new RailEntryError(keyMember, 'must be a private key: 0x and 64 hexadecimal digits');
    return localSigner(key.data);
  }
  const { http, environment } = context;
  return web3Signer({ ...signer, http, httpsOnly: needsTls(signer.url, environment) });
}

const privateKey = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/)
  .transform((text) => text.toLowerCase() as Hex)
  .refine((key) => secp256k1.utils.isValidSecretKey(bytesOf(key)));

/** A signer whose private key is in this process. */
export function localSigner(privateKeyHex: Hex): EvmSigner {
  const key = bytesOf(privateKeyHex);
  const address = addressOf(secp256k1.getPublicKey(key, false));
  return signerOf(address, (bytes) => {
    const signed = secp256k1.sign(keccak_256(bytes), key, { prehash: false, format: 'recovered' });
    const { r, s, recovery } = secp256k1.Signature.fromBytes(signed, 'recovered');
    return Promise.resolve(signatureOf(r, s, recovery));
  });
}

/** The address of an uncompressed public key: the last 20 bytes of the hash of its point. */
const addressOf = (publicKey: Uint8Array): Address =>
  `0x${hex.encode(keccak_256(publicKey.subarray(1)).subarray(-20))}`;

const bytesOf = (digits: Hex): Uint8Array => hex.decode(digits.slice(2));
const keccakOf = (digits: Hex): Hex => `0x${hex.encode(keccak_256(bytesOf(digits)))}`;

/** A key can have a point that needs a parity of 2 or 3 with a probability of 2^-128; Ethereum has no form for it. */
function signatureOf(r: bigint, s: bigint, parity: number | undefined): Signature {
  if (parity !== 0 && parity !== 1) throw new SignerUnavailable('the signature has no valid parity');
  return { r: wordOf(r), s: wordOf(s), yParity: parity };
}

const wordOf = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`;

interface Web3SignerOptions {
  /** Without a slash at its end. */
  readonly url: string;
  readonly address: Address;
  readonly http: OutboundHttp;
  readonly httpsOnly: boolean;
}

const WITHIN_MS = 8_000;
const signatureText = z
  .string()
  .trim()
  .regex(/^0x[0-9a-fA-F]{130}$/);
const publicKeys = z.array(z.string().regex(/^0x(?:04)?[0-9a-fA-F]{128}$/)).max(10_000);
const NOT_FOUND = 404;

/**
 * A Web3Signer, which keeps the key in a vault or in hardware. It hashes what it is given with Keccak-256 itself. Its
 * signature is used only if it is of the key of the address: nothing that it answers can be broadcast otherwise.
 */
export function web3Signer({ url, address, http, httpsOnly }: Web3SignerOptions): EvmSigner {
  // Versions differ in whether a key is named by its address or by itself.
  let identifier: string = address;

  async function ask(method: 'GET' | 'POST', path: string, body: object | null): Promise<string | null> {
    const outcome = await http.send({
      url: url + path,
      method,
      headers: {
        accept: body === null ? 'application/json' : 'text/plain',
        ...(body !== null && { 'content-type': 'application/json' }),
        'user-agent': 'Corridor',
      },
      body: body === null ? null : JSON.stringify(body),
      httpsOnly,
      withinMs: WITHIN_MS,
    });
    if (outcome.kind === 'unreachable') throw new SignerUnavailable(`Web3Signer: ${outcome.reason}`);
    if (outcome.status === NOT_FOUND) return null;
    if (outcome.status !== 200) throw new SignerUnavailable(`Web3Signer answered HTTP ${outcome.status}`);
    return outcome.truncated ? '' : outcome.body;
  }

  const signWith = (key: string, bytes: Uint8Array): Promise<string | null> =>
    ask('POST', `/api/v1/eth1/sign/${key}`, { data: `0x${hex.encode(bytes)}` });

  /** The public key of the address, if the signer has it. */
  async function findKey(): Promise<string | null> {
    const keys = publicKeys.safeParse(jsonOf((await ask('GET', '/api/v1/eth1/publicKeys', null)) ?? ''));
    if (!keys.success) return null;
    return keys.data.find((key) => addressOf(hex.decode(`04${key.slice(-128).toLowerCase()}`)) === address) ?? null;
  }

  return signerOf(address, async (bytes) => {
    let text = await signWith(identifier, bytes);
    if (text === null) {
      const key = identifier === address ? await findKey() : null;
      if (key !== null) {
        text = await signWith(key, bytes);
        identifier = key;
      }
    }
    if (text === null) throw new SignerUnavailable(`Web3Signer has no key of ${address}`);
    const read = signatureText.safeParse(text);
    const signature = read.success ? recovered(read.data.toLowerCase() as Hex, bytes, address) : null;
    if (signature === null) throw new SignerUnavailable(`Web3Signer answered with no signature of ${address}`);
    return signature;
  });
}

/** The signature of r ‖ s ‖ v, if it is of the address; null otherwise. Nodes accept the lower of the two `s` only. */
function recovered(text: Hex, bytes: Uint8Array, address: Address): Signature | null {
  const v = Number(`0x${text.slice(-2)}`);
  const parity = v >= 27 ? v - 27 : v;
  try {
    const compact = hex.decode(text.slice(2, -2));
    const signature = secp256k1.Signature.fromBytes(compact, 'compact').addRecoveryBit(parity);
    if (signature.hasHighS()) return null;
    const key = signature.recoverPublicKey(keccak_256(bytes)).toBytes(false);
    return addressOf(key) === address ? signatureOf(signature.r, signature.s, parity) : null;
  } catch {
    // The curve library throws for numbers that are not valid scalars or points.
    return null;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
