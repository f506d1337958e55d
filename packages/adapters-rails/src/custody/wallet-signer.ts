import { createHash } from 'node:crypto';
import { p256 } from '@noble/curves/nist.js';
import type { Envelope, HeldKey, Sealer, WalletSigner } from '@corridor/core/ports';
import { HELD_HANDLE, optionalPackage } from '@corridor/core/internal';
import { createBase58check } from '@scure/base';
import type { CipherSuite } from 'hpke-js';

/** The version field of signed bundles. */
const ENVELOPE_VERSION = 'v1.0.0';
/** The HPKE info string of every bundle; clients expect exactly this text. */
const HPKE_INFO = bytesOf('turnkey_hpke');
/** Entropy of a mnemonic: 128 bits give twelve words. */
const MNEMONIC_BITS = 128;
const ENCAPSULATED_HEX = /^0[2-4][0-9a-f]{64}(?:[0-9a-f]{64})?$/i;
const HEX = /^(?:[0-9a-f]{2})+$/i;

const base58check = createBase58check((data: Uint8Array) =>
  Uint8Array.from(createHash('sha256').update(data).digest()),
);

/**
 * Custody in this process: private keys are sealed (encrypted) with the host's master key and are opened only while
 * they are used. HPKE is RFC 9180 in base mode with DHKEM(P-256, HKDF-SHA256), HKDF-SHA256 and AES-256-GCM.
 */
export function createWalletSigner(sealer: Sealer): WalletSigner {
  const hold = (privateKey: Uint8Array): HeldKey => ({
    publicKey: hexOf(p256.getPublicKey(privateKey, true)),
    handle: sealer.seal(hexOf(privateKey), HELD_HANDLE),
  });
  const open = (handle: string): Uint8Array => Uint8Array.from(Buffer.from(sealer.open(handle, HELD_HANDLE), 'hex'));
  const signed = (handle: string, data: Uint8Array): string =>
    hexOf(p256.sign(data, open(handle), { format: 'der', lowS: true }));

  /** The signed envelope that clients accept: the data, its signature, and the key that signed it. */
  const enveloped = (data: object, { signedBy }: Envelope): string => {
    const bytes = bytesOf(JSON.stringify(data));
    return JSON.stringify({
      version: ENVELOPE_VERSION,
      data: hexOf(bytes),
      dataSignature: signed(signedBy.handle, bytes),
      enclaveQuorumPublic: uncompressed(signedBy.publicKey),
    });
  };

  return {
    createKey: async () => hold(p256.utils.randomSecretKey()),

    sign: async (handle, text) => signed(handle, bytesOf(text)),

    async issueSessionKey(clientPublicKey) {
      const privateKey = p256.utils.randomSecretKey();
      const { encapsulated, ciphertext } = await encrypt(clientPublicKey, privateKey);
      const compressed = p256.Point.fromBytes(encapsulated).toBytes(true);
      return {
        publicKey: hexOf(p256.getPublicKey(privateKey, true)),
        encryptedKey: base58check.encode(Uint8Array.from([...compressed, ...ciphertext])),
      };
    },

    async createWallet() {
      const [{ generateMnemonic }, { wordlist }] = await Promise.all([
        import('@scure/bip39'),
        import('@scure/bip39/wordlists/english.js'),
      ]);
      return sealer.seal(generateMnemonic(wordlist, MNEMONIC_BITS), HELD_HANDLE);
    },

    async addressesOf(handle, environment) {
      const { walletAddresses } = await import('./wallet-addresses.js');
      return walletAddresses(sealer.open(handle, HELD_HANDLE), environment);
    },

    async exportWallet(handle, { clientPublicKey, ...envelope }) {
      const { encapsulated, ciphertext } = await encrypt(clientPublicKey, bytesOf(sealer.open(handle, HELD_HANDLE)));
      const { organizationId } = envelope;
      return enveloped(
        { encappedPublic: hexOf(encapsulated), ciphertext: hexOf(ciphertext), organizationId },
        envelope,
      );
    },

    async createTarget(envelope) {
      const { publicKey, handle } = hold(p256.utils.randomSecretKey());
      const { organizationId } = envelope;
      return { bundle: enveloped({ targetPublic: uncompressed(publicKey), organizationId }, envelope), handle };
    },

    async openBundle(target, bundle) {
      const parts = readBundle(bundle);
      if (parts === null) return null;
      const plaintext = await decrypt(open(target), parts);
      return plaintext === null ? null : Buffer.from(plaintext).toString('utf8');
    },
  };
}

interface Encrypted {
  /** 65 bytes. */
  readonly encapsulated: Uint8Array;
  readonly ciphertext: Uint8Array;
}

async function encrypt(recipient: string, plaintext: Uint8Array): Promise<Encrypted> {
  const suite = await hpke();
  const receiver = Uint8Array.from(Buffer.from(recipient, 'hex'));
  const recipientPublicKey = await suite.kem.importKey('raw', bufferOf(receiver), true);
  const sender = await suite.createSenderContext({ recipientPublicKey, info: bufferOf(HPKE_INFO) });
  const encapsulated = new Uint8Array(sender.enc);
  const ciphertext = await sender.seal(bufferOf(plaintext), bufferOf(boundTo(encapsulated, receiver)));
  return { encapsulated, ciphertext: new Uint8Array(ciphertext) };
}

/** The plaintext; null if the text was not encrypted to this key, or was changed. */
async function decrypt(privateKey: Uint8Array, { encapsulated, ciphertext }: Encrypted): Promise<Uint8Array | null> {
  const suite = await hpke();
  const recipientKey = await suite.kem.importKey('raw', bufferOf(privateKey), false);
  const bound = boundTo(encapsulated, p256.getPublicKey(privateKey, false));
  try {
    const recipient = await suite.createRecipientContext({
      recipientKey,
      enc: bufferOf(encapsulated),
      info: bufferOf(HPKE_INFO),
    });
    return new Uint8Array(await recipient.open(bufferOf(ciphertext), bufferOf(bound)));
  } catch {
    return null;
  }
}

function readBundle(bundle: string): Encrypted | null {
  try {
    const { encappedPublic, ciphertext } = JSON.parse(bundle) as Record<string, unknown>;
    if (typeof encappedPublic !== 'string' || !ENCAPSULATED_HEX.test(encappedPublic)) return null;
    if (typeof ciphertext !== 'string' || !HEX.test(ciphertext)) return null;
    return {
      encapsulated: p256.Point.fromHex(encappedPublic).toBytes(false),
      ciphertext: Uint8Array.from(Buffer.from(ciphertext, 'hex')),
    };
  } catch {
    return null;
  }
}

/** Loaded on first use, because a start does not need it. */
let suite: Promise<CipherSuite> | null = null;
const hpke = (): Promise<CipherSuite> =>
  (suite ??= optionalPackage('hpke-js@1.8.0', () => import('hpke-js')).then(
    ({ AeadId, CipherSuite, KdfId, KemId }) =>
      new CipherSuite({ kem: KemId.DhkemP256HkdfSha256, kdf: KdfId.HkdfSha256, aead: AeadId.Aes256Gcm }),
  ));

/** The encapsulated key and the receiver's key, which are authenticated with the ciphertext. */
const boundTo = (encapsulated: Uint8Array, receiver: Uint8Array): Uint8Array =>
  Uint8Array.from([...encapsulated, ...receiver]);

const uncompressed = (publicKey: string): string => p256.Point.fromHex(publicKey).toHex(false);
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const bufferOf = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer;
function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'utf8'));
}
