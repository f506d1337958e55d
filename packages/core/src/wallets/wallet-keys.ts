import { type Accounts, INTERNAL_ACCOUNTS, internalAccountType } from '../accounts/index.js';
import type { Customer, NewCustomer, Settings, WalletKeys } from '../customers/index.js';
import { finish, type JobHandler } from '../events/index.js';
import {
  type Context,
  err,
  type Id,
  ok,
  type PreparedUseCase,
  type Result,
  type Sealer,
  splitTenant,
  type UnitOfWork,
  update,
  type UseCase,
} from '../kernel/index.js';
import type { Platform } from '../platforms/index.js';
import type { Custody } from './custody.js';
import { keepHandle, takeHandle, walletKeyOf } from './held-handle.js';
import { newWallet, TWIN, walletOf, WALLETS } from './wallet.js';

export interface WalletKeyPorts {
  readonly units: UnitOfWork;
  readonly sealer: Sealer;
  readonly custody: Pick<Custody, 'createWallet' | 'addressesOf'>;
}

export interface CustomerWalletPorts extends WalletKeyPorts {
  readonly settings: Settings;
}

export type CreateWithKeys = (keys: WalletKeys) => UseCase<NewCustomer, Customer>;

export interface PreparedCustomer {
  readonly input: NewCustomer;
  /** The keys of the new wallet; null if no wallet opens, or if custody did not answer. */
  readonly keys: WalletKeys | null;
}

/**
 * The key handle of a wallet, created on first use. If two calls create keys at the same time, the first ones are kept.
 * SERVICE_UNAVAILABLE while custody does not answer.
 */
export async function keyHandleOf(
  { units, sealer, custody }: WalletKeyPorts,
  ctx: Context,
  id: Id<'InternalAccount'>,
): Promise<Result<string>> {
  const known = await units.read(ctx.tenant, (reads) => walletOf(reads, id));
  const place = walletKeyOf(id);
  if (known !== null && known.keyHandle !== null) return ok(takeHandle(sealer, known.keyHandle, place));
  const created = await custody.createWallet();
  if (!created.ok) return created;
  const made = created.value;
  return units.run(ctx.tenant, async (tx) => {
    const wallet = await walletOf(tx, id);
    if (wallet !== null && wallet.keyHandle !== null) return ok(takeHandle(sealer, wallet.keyHandle, place));
    const keyHandle = keepHandle(sealer, made, place);
    if (wallet === null) tx.add(WALLETS, { ...newWallet(ctx, id, 0), keyHandle }, { conflicts: { id: TWIN } });
    else update(tx, ctx, WALLETS, wallet, { keyHandle });
    return ok(made);
  });
}

/**
 * Creates a customer whose wallet shows its addresses at once: custody is asked for the keys before the unit of work,
 * if one of the currencies opens a wallet on this platform. If custody does not answer, the job of the account asks
 * again later.
 */
export function createCustomerWithWallet(
  { units, custody, settings }: CustomerWalletPorts,
  create: UseCase<NewCustomer, Customer>,
  createWith: CreateWithKeys,
): PreparedUseCase<NewCustomer, PreparedCustomer, Customer> {
  return {
    async prepare(ctx, input) {
      const platform = await units.read(ctx.tenant, (reads) => settings(reads, ctx));
      if (!opensWallet(platform, input)) return ok({ input, keys: null });
      const handle = await custody.createWallet();
      if (!handle.ok) return ok({ input, keys: null });
      const addresses = await custody.addressesOf(handle.value, splitTenant(ctx.tenant).environment);
      return ok({ input, keys: addresses.ok ? { handle: handle.value, addresses: addresses.value } : null });
    },
    finish: (tx, ctx, { input, keys }) => (keys === null ? create : createWith(keys))(tx, ctx, input),
    // A repeated request may create keys that no wallet uses; they are discarded.
    asks: () => false,
  };
}

function opensWallet({ embeddedWalletConfig, supportedCurrencies }: Platform, { currencies }: NewCustomer): boolean {
  if (embeddedWalletConfig === null) return false;
  const named = currencies ?? [];
  return supportedCurrencies.some(
    ({ currencyCode: code }) =>
      internalAccountType(code, true) === 'EMBEDDED_WALLET' && (named.length === 0 || named.includes(code)),
  );
}

/** Creates the keys of a wallet that has none, and adds the derived addresses to the account. */
export function deriveAddresses(
  ports: WalletKeyPorts & { readonly accounts: Pick<Accounts, 'showWalletAddresses'> },
): JobHandler {
  return async (ctx, job, ask) => {
    const account = await ports.units.read(ctx.tenant, (reads) => reads.get(INTERNAL_ACCOUNTS, job.subject));
    if (account === null) return err('REFERENCE_NOT_FOUND', `internal account ${job.subject} not found`);
    const asked = await ask('wallet custody', async (): Promise<Result<ReadonlyMap<string, string>>> => {
      const handle = await keyHandleOf(ports, ctx, account.id);
      return handle.ok ? ports.custody.addressesOf(handle.value, splitTenant(ctx.tenant).environment) : handle;
    });
    if (!asked.ok) return asked;
    const { answer: addresses, ctx: now } = asked.value;
    if (!addresses.ok) return addresses;
    return ports.units.run(ctx.tenant, async (tx) => {
      finish(tx, job);
      return ports.accounts.showWalletAddresses(tx, now, { id: account.id, addresses: addresses.value });
    });
  };
}
