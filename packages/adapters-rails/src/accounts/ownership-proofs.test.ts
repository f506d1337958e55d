import { createHash, generateKeyPairSync, sign as signWithNode } from 'node:crypto';
import type { CurrencyCode } from '@corridor/core';
import type { ContractSignature, ContractSignatures, SignatureScheme } from '@corridor/core/ports';
import type { AccountInfo, ExternalAccountType } from '@corridor/core/records';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58, base64, bech32, bech32m, createBase58check, hex } from '@scure/base';
import { hashMessage, Signature, Wallet } from 'ethers';
import { describe, expect, it } from 'vitest';
// Bitcoin Core's own curve library signs here, so that the code under test is checked by an independent one.
import * as secp256k1 from 'tiny-secp256k1';
import { ownershipProofs } from './index.js';

const MESSAGE = 'pay.example asks you to prove that this wallet is yours.\nCode: 7HQ4GKX93MTA';

interface Case {
  readonly type: ExternalAccountType;
  readonly address: string;
  readonly currency: string;
  readonly signature: string;
  readonly message?: string;
  readonly scheme?: SignatureScheme;
}

const judge = (
  { type, address, currency, signature, message = MESSAGE, scheme = 'bip137' }: Case,
  chains: readonly ContractSignatures[] = [],
) => {
  const account = { accountType: type, address } as AccountInfo;
  return ownershipProofs.judge({ account, currency: currency as CurrencyCode, message, signature, scheme }, chains);
};

const digest = (algorithm: string, ...parts: readonly (string | Uint8Array)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash(algorithm)).digest();
const sha256 = (...parts: readonly (string | Uint8Array)[]): Buffer => digest('sha256', ...parts);
const hash160 = (bytes: Uint8Array): Buffer => digest('ripemd160', sha256(bytes));
const base58check = createBase58check((data: Uint8Array) => sha256(data));

const SECRET = sha256('somebody');
const OTHER = sha256('another key');
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const keyOf = (secret: Uint8Array, compressed = true): Uint8Array => secp256k1.pointFromScalar(secret, compressed)!;

describe('signatures of EVM wallets (EIP-191)', () => {
  const addressOf = (secret: Uint8Array): string =>
    `0x${hex.encode(keccak_256(keyOf(secret, false).subarray(1)).subarray(12))}`;
  function signed(secret: Uint8Array, message = MESSAGE, base = 27, name = 'Ethereum'): string {
    const text = Buffer.from(message);
    const prefixed = Buffer.concat([Buffer.from(`\x19${name} Signed Message:\n${text.length}`), text]);
    const { signature, recoveryId } = secp256k1.signRecoverable(keccak_256(prefixed), secret);
    return `0x${hex.encode(Uint8Array.from([...signature, recoveryId + base]))}`;
  }
  const of = (signature: string, type: ExternalAccountType = 'BASE_WALLET', address = addressOf(SECRET)) =>
    judge({ type, address, currency: 'USDC', signature });

  it('prove the wallet on every EVM chain', async () => {
    for (const type of [
      'BASE_WALLET',
      'ETHEREUM_WALLET',
      'POLYGON_WALLET',
      'PLASMA_WALLET',
      'ALTCHAIN_WALLET',
    ] as const) {
      expect(await of(signed(SECRET), type), type).toBe('proven');
    }
    expect(await of(signed(SECRET, MESSAGE, 0))).toBe('proven');
    expect(await of(signed(SECRET).slice(2))).toBe('proven');
  });

  it('prove nothing for another wallet or another message', async () => {
    expect(await of(signed(OTHER))).toBe('wrong');
    expect(await of(signed(SECRET, `${MESSAGE}.`))).toBe('wrong');
    expect(await of(signed(SECRET, MESSAGE, 27, 'TRON'))).toBe('wrong');
    expect(await of(signed(SECRET), 'BASE_WALLET', addressOf(OTHER))).toBe('wrong');
    expect(await of(signed(SECRET), 'BASE_WALLET', '0xnothing')).toBe('wrong');
  });

  it.each(['0x', 'hello', '0x00', `0x${'00'.repeat(65)}`, `0x${'ff'.repeat(65)}`])(
    'do not have the form %s',
    async (signature) => {
      expect(await of(signature)).toBe('unreadable');
    },
  );

  it('verify when other libraries made them', async () => {
    // web3.js, documentation of `accounts.sign`.
    const signature =
      '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c';
    const address = '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23';
    const type = 'ETHEREUM_WALLET';
    expect(await judge({ type, address, currency: 'USDC', signature, message: 'Some data' })).toBe('proven');
    expect(await judge({ type, address, currency: 'USDC', signature, message: 'Other data' })).toBe('wrong');
  });

  it('prove the wallet in capitals, in small letters, and with the checksum of its address', async () => {
    // Examples of EIP-55; the key is that of ethers' documentation of `signMessage`.
    const wallet = new Wallet(`0x${'01'.repeat(32)}`);
    const signature = await wallet.signMessage(MESSAGE);
    const digits = wallet.address.slice(2);
    for (const address of [wallet.address, `0x${digits.toLowerCase()}`, `0x${digits.toUpperCase()}`]) {
      expect(await of(signature, 'BASE_WALLET', address), address).toBe('proven');
    }
    const swapped = [...digits].map((digit) => (digit < 'a' ? digit.toLowerCase() : digit.toUpperCase())).join('');
    expect(await of(signature, 'BASE_WALLET', `0x${swapped}`)).toBe('wrong');
  });

  it('prove the wallet in the compact form of EIP-2098, with either recovery bit', async () => {
    const bits = new Set<number>();
    for (let i = 0; i < 8; i++) {
      const message = `${MESSAGE} ${i}`;
      const { compactSerialized, yParity } = Signature.from(signed(SECRET, message));
      bits.add(yParity);
      const compact = { type: 'BASE_WALLET', address: addressOf(SECRET), currency: 'USDC', message } as const;
      expect(await judge({ ...compact, signature: compactSerialized })).toBe('proven');
      expect(await judge({ ...compact, address: addressOf(OTHER), signature: compactSerialized })).toBe('wrong');
    }
    expect(bits).toEqual(new Set([0, 1]));
  });

  it('prove the wallet with the higher of the two possible values of s, as signers in hardware may choose it', async () => {
    const { r, s, v } = Signature.from(signed(SECRET));
    const higher = (CURVE_ORDER - BigInt(s)).toString(16).padStart(64, '0');
    const mirrored = (last: number): string => `${r}${higher}${last.toString(16)}`;
    expect(await of(mirrored(v === 27 ? 28 : 27))).toBe('proven');
    expect(await of(mirrored(v))).toBe('wrong');
  });

  it('prove a Tron wallet with the prefix of its chain', async () => {
    const hash = hex.decode(addressOf(SECRET).slice(2));
    const address = base58check.encode(Uint8Array.from([0x41, ...hash]));
    for (const type of ['TRON_WALLET', 'ALTCHAIN_WALLET'] as const) {
      const tron = (signature: string) => judge({ type, address, currency: 'USDT', signature });
      expect(await tron(signed(SECRET, MESSAGE, 27, 'TRON'))).toBe('proven');
      expect(await tron(signed(SECRET))).toBe('wrong');
      expect(await tron(signed(OTHER, MESSAGE, 27, 'TRON'))).toBe('wrong');
    }
  });
});

describe('signatures of contract wallets', () => {
  const CONTRACT = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  /** Three times 65 bytes, as a contract of three owners has it. */
  const SIGNATURE = `0x${'1b'.repeat(195)}`;

  function chain(network: string, answer: 'valid' | 'invalid' | 'unknown') {
    const asked: ContractSignature[] = [];
    const judging: ContractSignatures = {
      network,
      judge: async (question) => {
        asked.push(question);
        return answer;
      },
    };
    return { asked, ...judging };
  }
  const of = (
    chains: readonly ContractSignatures[],
    signature = SIGNATURE,
    type: ExternalAccountType = 'BASE_WALLET',
    address = CONTRACT,
  ) => judge({ type, address, currency: 'USDC', signature }, chains);

  it('are judged by the contract, over the hash of EIP-191', async () => {
    const base = chain('BASE', 'valid');
    expect(await of([base])).toBe('proven');
    const question = { address: CONTRACT.toLowerCase(), hash: hashMessage(MESSAGE), signature: SIGNATURE };
    expect(base.asked).toEqual([question]);
    expect(await of([base], SIGNATURE.slice(2).toUpperCase())).toBe('proven');
    expect(base.asked).toEqual([question, question]);
    expect(await of([chain('BASE', 'invalid')])).toBe('wrong');
    expect(await of([chain('BASE', 'unknown')])).toBe('unknown');
  });

  it('are also judged by the contract if they have the form of a key that is not its address', async () => {
    const wallet = new Wallet(`0x${'02'.repeat(32)}`);
    const signature = await wallet.signMessage(MESSAGE);
    expect(await of([chain('BASE', 'valid')], signature)).toBe('proven');
    expect(await of([], signature)).toBe('wrong');
    const base = chain('BASE', 'invalid');
    expect(await of([base], signature, 'BASE_WALLET', wallet.address)).toBe('proven');
    expect(base.asked).toEqual([]);
  });

  it('are judged on the chain of the account alone', async () => {
    const chains = ['ETHEREUM', 'BASE', 'POLYGON'].map((network) => chain(network, 'valid'));
    const asked = async (type: ExternalAccountType) => {
      const before = chains.map((one) => one.asked.length);
      const verdict = await of(chains, SIGNATURE, type);
      return [verdict, chains.filter((one, i) => one.asked.length > before[i]!).map(({ network }) => network)];
    };
    expect(await asked('ETHEREUM_WALLET')).toEqual(['proven', ['ETHEREUM']]);
    expect(await asked('BASE_WALLET')).toEqual(['proven', ['BASE']]);
    expect(await asked('POLYGON_WALLET')).toEqual(['proven', ['POLYGON']]);
    expect(await asked('ALTCHAIN_WALLET')).toEqual(['proven', ['ETHEREUM']]);
    expect(await asked('PLASMA_WALLET')).toEqual(['unreadable', []]);
    const tron = await judge(
      { type: 'TRON_WALLET', address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', currency: 'USDT', signature: SIGNATURE },
      chains,
    );
    expect(tron).toBe('unreadable');
  });

  it('are not sent to a chain if they are not hexadecimal', async () => {
    const base = chain('BASE', 'valid');
    for (const signature of ['hello', '0x', '0x123', '']) expect(await of([base], signature)).toBe('unreadable');
    expect(base.asked).toEqual([]);
  });
});

describe('signatures of Solana wallets (Ed25519)', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const address = base58.encode(Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url'));
  const signature = signWithNode(null, Buffer.from(MESSAGE), privateKey);
  const of = (text: string, type: ExternalAccountType = 'SOLANA_WALLET', where = address) =>
    judge({ type, address: where, currency: 'USDC', signature: text });

  it('prove the wallet in each of the accepted encodings', async () => {
    expect(await of(base58.encode(signature))).toBe('proven');
    expect(await of(signature.toString('base64'))).toBe('proven');
    expect(await of(signature.toString('hex'))).toBe('proven');
    expect(await of(base58.encode(signature), 'ALTCHAIN_WALLET')).toBe('proven');
  });

  it('prove nothing for another wallet or another message', async () => {
    const others = generateKeyPairSync('ed25519').privateKey;
    expect(await of(base58.encode(signWithNode(null, Buffer.from(MESSAGE), others)))).toBe('wrong');
    expect(await of(base58.encode(signWithNode(null, Buffer.from(`${MESSAGE}.`), privateKey)))).toBe('wrong');
    expect(await of(base58.encode(signature), 'SOLANA_WALLET', '11111111111111111111111111111112')).toBe('wrong');
    expect(await of('hello')).toBe('unreadable');
    expect(await of(base58.encode(signature.subarray(1)))).toBe('unreadable');
  });
});

/** A message signed as Bitcoin wallets sign it; `first` is the value added to the recovery bit. */
function bitcoinSigned(secret: Uint8Array, first: number, message = MESSAGE): string {
  const text = Buffer.from(message);
  const prefixed = Buffer.concat([Buffer.from('\x18Bitcoin Signed Message:\n'), Buffer.from([text.length]), text]);
  const { signature, recoveryId } = secp256k1.signRecoverable(sha256(sha256(prefixed)), secret);
  return base64.encode(Uint8Array.from([first + recoveryId, ...signature]));
}

describe('signatures of Bitcoin wallets', () => {
  const legacy = (key: Uint8Array): string => base58check.encode(Uint8Array.from([0x00, ...hash160(key)]));
  const segwit = (key: Uint8Array): string => bech32.encode('bc', [0, ...bech32.toWords(hash160(key))]);
  const nested = (key: Uint8Array): string =>
    base58check.encode(Uint8Array.from([0x05, ...hash160(Uint8Array.from([0x00, 0x14, ...hash160(key)]))]));
  const of = (address: string, signature: string, scheme: SignatureScheme = 'bip137', message = MESSAGE) =>
    judge({ type: 'ALTCHAIN_WALLET', address, currency: 'BTC', signature, scheme, message });

  const FORMS = [
    ['legacy, uncompressed', legacy(keyOf(SECRET, false)), 27, 27],
    ['legacy', legacy(keyOf(SECRET)), 31, 31],
    ['P2SH-P2WPKH', nested(keyOf(SECRET)), 35, 31],
    ['P2WPKH', segwit(keyOf(SECRET)), 39, 31],
  ] as const;

  it.each(FORMS)(
    '%s: prove the wallet in the forms of BIP-137 and of Electrum',
    async (_form, address, bip137, electrum) => {
      expect(await of(address, bitcoinSigned(SECRET, bip137))).toBe('proven');
      expect(await of(address, bitcoinSigned(SECRET, electrum), 'electrum')).toBe('proven');
    },
  );

  it.each(FORMS)(
    '%s: prove nothing for another wallet or another message',
    async (_form, address, bip137, electrum) => {
      for (const [scheme, first] of [
        ['bip137', bip137],
        ['electrum', electrum],
      ] as const) {
        expect(await of(address, bitcoinSigned(OTHER, first), scheme)).toBe('wrong');
        expect(await of(address, bitcoinSigned(SECRET, first, `${MESSAGE}.`), scheme)).toBe('wrong');
      }
    },
  );

  it('must fit the form of address in BIP-137, but not in the form of Electrum', async () => {
    for (const [, address, first] of FORMS) {
      for (const [, , other] of FORMS.filter((form) => form[2] !== first)) {
        expect(await of(address, bitcoinSigned(SECRET, other))).toBe('wrong');
      }
    }
    expect(await of(segwit(keyOf(SECRET)), bitcoinSigned(SECRET, 31))).toBe('wrong');
    expect(await of(segwit(keyOf(SECRET)), bitcoinSigned(SECRET, 39), 'electrum')).toBe('unreadable');
  });

  it('must be 65 bytes or a witness, in base64', async () => {
    const address = segwit(keyOf(SECRET));
    for (const signature of ['hello', '====', '', 'AQ==', base64.encode(new Uint8Array(65)), 'ff'.repeat(65)]) {
      expect(await of(address, signature), signature).toBe('unreadable');
    }
  });

  it('verify when other programs made them', async () => {
    // Examples of the Bitcoin wiki and of bitcoinjs-message.
    const wiki = 'H9L5yLFjti0QTHhPyFrZCT1V/MMnBtXKmoiKDZ78NDBjERki6ZTQZdSMCtkgoNmp17By9ItJr8o7ChX0XxY91nk=';
    const message = 'This is an example of a signed message.';
    expect(await of('1F3sAm6ZtwLAUnj7d38pGFxtP3RVEvtsbV', wiki, 'bip137', message)).toBe('proven');
    expect(await of('1F3sAm6ZtwLAUnj7d38pGFxtP3RVEvtsbV', wiki, 'electrum', message)).toBe('proven');
  });

  // Test vectors of BIP-322.
  const BIP322 = [
    [
      'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l',
      '',
      'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
    ],
    [
      'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l',
      'Hello World',
      'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
    ],
    [
      'bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3',
      'Hello World',
      'AUHd69PrJQEv+oKTfZ8l+WROBHuy9HKrbFCJu7U1iK2iiEy1vMU5EfMtjc+VSHM7aU0SDbak5IUZRVno2P5mjSafAQ==',
    ],
  ] as const;

  it.each(BIP322)('of %s over "%s" verify as witnesses of BIP-322', async (address, message, signature) => {
    expect(await of(address, signature, 'bip137', message)).toBe('proven');
    expect(await of(address, signature, 'bip137', `${message}.`)).toBe('wrong');
    for (const [other] of BIP322.filter(([each]) => each !== address)) {
      expect(await of(other, signature, 'bip137', message)).toBe('wrong');
    }
  });

  it('do not exist for an address of several keys', async () => {
    const script = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';
    expect(await of(script, bitcoinSigned(SECRET, 39))).toBe('wrong');
  });
});

describe('signatures of Spark wallets', () => {
  const addressOf = (secret: Uint8Array): string => {
    const key = keyOf(secret);
    return bech32m.encode('spark', bech32m.toWords(Uint8Array.from([0x0a, key.length, ...key])), false);
  };
  const of = (signature: string, type: ExternalAccountType = 'SPARK_WALLET') =>
    judge({ type, address: addressOf(SECRET), currency: 'BTC', signature });
  /** DER, the encoding that the wallet writes. */
  function der(compact: Uint8Array): string {
    const integer = (bytes: Uint8Array): readonly number[] => {
      const from = bytes.findIndex((byte) => byte !== 0);
      const plain = bytes[from]! >= 0x80 ? [0, ...bytes.subarray(from)] : [...bytes.subarray(from)];
      return [0x02, plain.length, ...plain];
    };
    const body = [...integer(compact.subarray(0, 32)), ...integer(compact.subarray(32))];
    return hex.encode(Uint8Array.from([0x30, body.length, ...body]));
  }

  it('prove the identity key in DER, in compact form, or in the form of Bitcoin wallets', async () => {
    const signature = secp256k1.sign(sha256(MESSAGE), SECRET);
    for (const type of ['SPARK_WALLET', 'LAYER2_WALLET'] as const) {
      expect(await of(der(signature), type)).toBe('proven');
      expect(await of(hex.encode(signature), type)).toBe('proven');
      expect(await of(bitcoinSigned(SECRET, 31), type)).toBe('proven');
    }
  });

  it('prove nothing for another wallet or another message', async () => {
    expect(await of(hex.encode(secp256k1.sign(sha256(MESSAGE), OTHER)))).toBe('wrong');
    expect(await of(hex.encode(secp256k1.sign(sha256(`${MESSAGE}.`), SECRET)))).toBe('wrong');
    expect(await of(bitcoinSigned(OTHER, 31))).toBe('wrong');
    expect(await of('3006020101')).toBe('unreadable');
    expect(await of('hello')).toBe('unreadable');
  });
});

it('no signature proves an account without a key of its own', async () => {
  const account = { accountType: 'LIGHTNING', lightningAddress: 'ada@wallet.example' } as AccountInfo;
  const signed = { account, currency: 'BTC' as CurrencyCode, message: MESSAGE, scheme: 'bip137' } as const;
  expect(await ownershipProofs.judge({ ...signed, signature: bitcoinSigned(SECRET, 31) }, [])).toBe('wrong');
});
