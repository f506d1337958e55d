import { randomBytes } from 'node:crypto';
import { HELD_HANDLE } from '@corridor/core/internal';
import { base58, bech32m, hex } from '@scure/base';
import { derivePath, getPublicKey } from 'ed25519-hd-key';
import { HDNodeWallet, Mnemonic } from 'ethers';
import { describe, expect, it } from 'vitest';
import { createSealer, createWalletSigner } from './index.js';

const sealer = createSealer(randomBytes(32));
const signer = createWalletSigner(sealer);

/** The mnemonic of the first test vector of BIP-39. */
const ABANDON = sealer.seal(`${'abandon '.repeat(11)}about`, HELD_HANDLE);

/** The addresses that other libraries derive: `ethers` for secp256k1 keys, `ed25519-hd-key` for Solana. */
function restored(words: string) {
  const mnemonic = Mnemonic.fromPhrase(words);
  const sparkKey = (account: number): string =>
    HDNodeWallet.fromMnemonic(mnemonic, `m/8797555'/${account}'/0'`).publicKey.slice(2);
  const solana = derivePath("m/44'/501'/0'/0'", mnemonic.computeSeed().slice(2));
  return {
    evm: HDNodeWallet.fromMnemonic(mnemonic, "m/44'/60'/0'/0/0").address,
    solana: base58.encode(getPublicKey(solana.key, false)),
    sparkKey,
  };
}

/** The identity key of a Spark address: field 1 of a protobuf message, 33 bytes long. */
function identityIn(address = ''): { readonly prefix: string; readonly key: string } {
  const { prefix, bytes } = bech32m.decodeToBytes(address);
  expect([...bytes.subarray(0, 2), bytes.length]).toEqual([0x0a, 33, 35]);
  return { prefix, key: hex.encode(bytes.subarray(2)) };
}

describe('the addresses of a wallet', () => {
  it('are the ones that wallet software restores from its mnemonic', async () => {
    for (let made = 0; made < 5; made += 1) {
      const handle = await signer.createWallet();
      const { evm, solana, sparkKey } = restored(sealer.open(handle, HELD_HANDLE));
      const real = await signer.addressesOf(handle, 'PRODUCTION');
      const forTests = await signer.addressesOf(handle, 'SANDBOX');
      for (const addresses of [real, forTests]) {
        for (const network of ['ETHEREUM', 'BASE', 'POLYGON', 'PLASMA']) expect(addresses.get(network)).toBe(evm);
        expect(addresses.get('SOLANA')).toBe(solana);
      }
      expect(identityIn(real.get('SPARK'))).toEqual({ prefix: 'spark', key: sparkKey(1) });
      expect(identityIn(forTests.get('SPARK'))).toEqual({ prefix: 'sparkrt', key: sparkKey(0) });
    }
  });

  it('on Spark match its SDK: account 1 on the main network, account 0 on the test network', async () => {
    // The answers of @buildonspark/spark-sdk 0.8.8 for this mnemonic without an account number.
    expect((await signer.addressesOf(ABANDON, 'PRODUCTION')).get('SPARK')).toBe(
      'spark1pgss9qfk8ygtphqqzkj2yhn43k3s7r3g8z822ffvpcm38ym094800574x5numh',
    );
    expect((await signer.addressesOf(ABANDON, 'SANDBOX')).get('SPARK')).toBe(
      'sparkrt1pgssy6vty7krpze82ecm8j39gd35v35aqjjmhftc4culawsavkyh564u2uv8v0',
    );
  });

  it('exist for networks where an address depends on a key alone', async () => {
    expect([...(await signer.addressesOf(ABANDON, 'PRODUCTION')).keys()].sort()).toEqual([
      'BASE',
      'ETHEREUM',
      'PLASMA',
      'POLYGON',
      'SOLANA',
      'SPARK',
    ]);
  });
});
