import { HDNodeWallet, Mnemonic } from 'ethers';
import { describe, expect, it } from 'vitest';
import { localSigner } from '../signers.js';
import { depositKeys } from './deposit-keys.js';

const MNEMONIC = 'test test test test test test test test test test test junk';

describe('the keys of deposit addresses', () => {
  it('are those that other software derives from the mnemonic', async () => {
    const keys = await depositKeys(MNEMONIC);
    for (const index of [0, 1, 7, 1_000_000, 2 ** 31 - 1]) {
      const wallet = HDNodeWallet.fromMnemonic(Mnemonic.fromPhrase(MNEMONIC), `m/44'/60'/1'/0/${index}`);
      expect([keys.addressOf(index), keys.privateKeyOf(index)]).toEqual([
        wallet.address.toLowerCase(),
        wallet.privateKey,
      ]);
      expect(localSigner(keys.privateKeyOf(index)).address).toBe(keys.addressOf(index));
    }
  });

  it('do not depend on spaces and line breaks around the words', async () => {
    const [plain, spaced] = [await depositKeys(MNEMONIC), await depositKeys(` ${MNEMONIC.replaceAll(' ', '\n ')}\n`)];
    expect(spaced.addressOf(3)).toBe(plain.addressOf(3));
  });

  it.each([
    ['a wrong word', MNEMONIC.replace('junk', 'jonk')],
    ['a wrong checksum', MNEMONIC.replace('junk', 'test')],
    ['too few words', 'test junk'],
    ['no words', ''],
  ])('are refused for a mnemonic with %s, which no message repeats', async (_, mnemonic) => {
    const refused = depositKeys(mnemonic);
    await expect(refused).rejects.toMatchObject({ name: 'RailEntryError', member: 'deposits.mnemonic' });
    await expect(refused).rejects.toThrow(/^is not an English BIP-39 mnemonic of 12 to 24 words$/);
  });
});
