import { walletPorts } from '@corridor/adapters-rails/identity';
import { beforeEach, describe, expect, it } from 'vitest';
import { accountsOf, INTERNAL_ACCOUNTS, type InternalAccount } from '../accounts/index.js';
import { JOBS } from '../events/index.js';
import { type Id, ok, type Reads, type Tx, update } from '../kernel/index.js';
import { type PlayCore, playCore, valueOf } from '../testing/play-core.js';
import { fixedClock, reversingSealer } from '../testing/ports.js';
import { HELD_HANDLE, takeHandle, walletKeyOf } from './held-handle.js';
import type { WalletSigner } from './ports.js';
import { WALLETS } from './wallet.js';

const WORDS = `${'abandon '.repeat(11)}about`;
/** The sandbox address of the mnemonic above. */
const SPARK = 'sparkrt1pgssy6vty7krpze82ecm8j39gd35v35aqjjmhftc4culawsavkyh564u2uv8v0';
const UPDATED = 'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED';

let play: PlayCore;
let customerId: Id<'Customer'>;
/** A custody that derives addresses only while `reachable` is true. */
let reachable: boolean;
const clock = fixedClock();
const adapters = walletPorts({ sealer: reversingSealer, clock });
let made = 0;
const signer: WalletSigner = {
  ...adapters.signer,
  createWallet: async () => {
    made += 1;
    return adapters.signer.createWallet();
  },
  addressesOf: async (...given) => {
    if (!reachable) throw new Error('custody is not reachable');
    return adapters.signer.addressesOf(...given);
  },
};

beforeEach(async () => {
  reachable = true;
  play = await playCore({ clock, wallets: { ...adapters, signer } }, { currencies: ['USDB', 'EUR'] });
  valueOf(await play.run(play.core.platforms.updateConfig, { embeddedWalletConfig: { appName: 'Purse' } }));
  const ada = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', email: 'ada@example.com', region: 'US' };
  const input = { ...ada, currencies: ['EUR', 'USDB'] };
  // As if custody had not answered: the job of the account asks again.
  customerId = valueOf(await play.run(play.core.customers.create.finish, { input, keys: null })).id;
});

const inTenant = <T>(query: (reads: Reads) => Promise<T>): Promise<T> => play.storage.units.read(play.tenant, query);
const walletIn = async (reads: Reads): Promise<InternalAccount> =>
  (await accountsOf(reads, customerId)).find(({ type }) => type === 'EMBEDDED_WALLET')!;
const walletAccount = (): Promise<InternalAccount> => inTenant(walletIn);
const keyHandle = async (): Promise<string | null> =>
  inTenant(async (reads) => {
    const { id, keyHandle: kept } = (await reads.get(WALLETS, (await walletIn(reads)).id))!;
    return kept === null ? null : takeHandle(reversingSealer, kept, walletKeyOf(id));
  });
const change = async (work: (tx: Tx, account: InternalAccount) => Promise<void>): Promise<void> =>
  play.storage.units.run(play.tenant, async (tx) => ok(await work(tx, await walletIn(tx)))).then(valueOf);
const shown = ({ fundingPaymentInstructions }: InternalAccount) =>
  fundingPaymentInstructions.map((each) => each.accountOrWalletInfo['address']);
const updates = async (): Promise<number> => {
  const { id } = await walletAccount();
  return play.delivered.filter(({ type, resource }) => type === UPDATED && resource === id).length;
};

describe('a new wallet', () => {
  it('shows the address of its own key on the network of its currency', async () => {
    expect(shown(await walletAccount())).toEqual([]);
    await play.core.work.drain();
    const account = await walletAccount();
    const addresses = await adapters.signer.addressesOf((await keyHandle())!, 'SANDBOX');
    expect(account.walletAddresses).toEqual(Object.fromEntries(addresses));
    expect(shown(account)).toEqual([addresses.get('SPARK')]);
    expect(await updates()).toBe(1);
  });

  it('keeps the key of an export that preceded its address', async () => {
    await change(async (tx, { id }) => {
      const keyHandle = reversingSealer.seal(WORDS, walletKeyOf(id));
      update(tx, play.context(), WALLETS, (await tx.get(WALLETS, id))!, { keyHandle });
    });
    await play.core.work.drain();
    expect(shown(await walletAccount())).toEqual([SPARK]);
    expect(reversingSealer.open((await keyHandle())!, HELD_HANDLE)).toBe(WORDS);
  });

  it('gets its address from the key that was created before custody failed', async () => {
    reachable = false;
    await play.pass(0);
    expect(shown(await walletAccount())).toEqual([]);
    const made = (await keyHandle())!;
    reachable = true;
    await play.pass(1);
    expect(shown(await walletAccount())).toEqual([(await adapters.signer.addressesOf(made, 'SANDBOX')).get('SPARK')]);
    expect(await keyHandle()).toBe(made);
    expect(await updates()).toBe(1);
  });
});

describe('the creation of a customer with a wallet', () => {
  /** Creates a customer as the API does, and counts how often custody creates keys. */
  async function created(over: object = {}): Promise<number> {
    const before = made;
    const grace = { customerType: 'INDIVIDUAL', fullName: 'Grace Hopper', email: 'grace@example.com', region: 'US' };
    customerId = valueOf(await play.run(play.core.customers.create, { ...grace, ...over })).id;
    return made - before;
  }

  it('shows the address of its own key at once and keeps that key', async () => {
    expect(await created()).toBe(1);
    const account = await walletAccount();
    const addresses = await adapters.signer.addressesOf((await keyHandle())!, 'SANDBOX');
    expect(shown(account)).toEqual([addresses.get('SPARK')]);
    expect(account.walletAddresses).toEqual(Object.fromEntries(addresses));
    await play.core.work.drain();
    expect(await walletAccount()).toEqual(account);
    expect(await updates()).toBe(0);
    expect(await created({ currencies: ['USDB'], email: 'other@example.com' })).toBe(1);
    expect(shown(await walletAccount())).not.toEqual(shown(account));
  });

  it('succeeds without custody, which a job asks again', async () => {
    reachable = false;
    await created();
    expect(shown(await walletAccount())).toEqual([]);
    reachable = true;
    await play.core.work.drain();
    expect(shown(await walletAccount())).toMatchObject([expect.stringMatching(/^sparkrt1/)]);
  });

  it('does not call custody if no wallet opens', async () => {
    expect(await created({ currencies: ['EUR'] })).toBe(0);
    valueOf(await play.run(play.core.platforms.updateConfig, { embeddedWalletConfig: null }));
    await play.pass(2);
    expect(await created({ email: 'other@example.com' })).toBe(0);
    const accounts = await inTenant((reads) => accountsOf(reads, customerId));
    expect(accounts.map(({ currency, type }) => [currency, type])).toEqual([
      ['USDB', 'INTERNAL_CRYPTO'],
      ['EUR', 'INTERNAL_FIAT'],
    ]);
  });
});

describe('a wallet that showed the address of a rail', () => {
  const former = 'sparkrt1former';

  it('shows its own address instead, emits one event, and is still credited for the former address', async () => {
    await change(async (tx, account) => {
      const accountOrWalletInfo = {
        accountType: 'SPARK_WALLET',
        address: former,
        assetType: 'USDB',
        reference: account.reference,
      } as const;
      const instruction = { instructionsNotes: null, isPlatformAccount: null, accountOrWalletInfo };
      update(tx, play.context(), INTERNAL_ACCOUNTS, account, { fundingPaymentInstructions: [instruction] });
    });
    const { reference, id } = await walletAccount();
    await play.core.work.drain();
    const account = await walletAccount();
    expect(shown(account)).not.toContain(former);
    expect(account.reference).toBe(reference);
    expect(await updates()).toBe(1);

    const paid = { reference, currencyCode: 'USDB', amount: 700n };
    valueOf(await play.run(play.core.sandbox.deposit, paid));
    await play.core.work.drain();
    expect(valueOf(await play.read(play.core.accounts.getInternal, { id })).available).toBe(700n);
    expect((await play.core.ledger.audit()).findings).toEqual([]);
  });

  it('stays unchanged if it is closed', async () => {
    valueOf(await play.run(play.core.customers.delete, { id: customerId }));
    await play.core.work.drain();
    const account = await walletAccount();
    expect([account.status, account.walletAddresses, shown(account)]).toEqual(['CLOSED', null, []]);
    const jobs = await inTenant((reads) => reads.list(JOBS, { order: 'asc', limit: 100 }));
    expect(jobs.rows.filter(({ kind }) => kind === 'wallet.derive-addresses')).toEqual([]);
  });
});
