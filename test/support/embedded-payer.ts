import { randomUUID } from 'node:crypto';
import {
  type Context,
  type Core,
  type Id,
  ok,
  type QuoteRequest,
  type Result,
  runUseCase,
  type TenantKey,
  tenantKey,
} from '@corridor/core';
import type { Tx } from '@corridor/core/ports';

/** A customer of a sandbox platform with a funded internal account and an external account to pay to. */
export interface EmbeddedPayer {
  readonly tenant: TenantKey;
  readonly credential: { readonly clientId: string; readonly clientSecret: string };
  readonly sourceAccountId: string;
  readonly destinationAccountId: string;
}

export interface PayerOptions {
  /** The number of paying customers of the platform; default 1. */
  readonly customers?: number;
  /** The platform fee in basis points of the sent amount. */
  readonly platformFeeBps?: number;
}

const FUNDS = 10n ** 14n;
const BENEFICIARY = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'DE' };

/** Creates a platform whose customers can pay from US dollars to an account in euros. */
export async function createPayers(core: Core, options: PayerOptions = {}): Promise<readonly EmbeddedPayer[]> {
  const { customers = 1, platformFeeBps = 0 } = options;
  const tenant = tenantKey(`Platform:${randomUUID()}` as Id<'Platform'>, 'SANDBOX');
  const within = <T>(work: (tx: Tx, ctx: Context) => Promise<Result<T>>): Promise<T> => inUnit(core, tenant, work);
  const { token, clientSecret } = await within((tx, ctx) =>
    core.platforms.create(tx, ctx, { name: 'Payer', currencies: ['USD', 'EUR'] }),
  );
  if (platformFeeBps > 0) await within((tx, ctx) => chargeFee(core, tx, ctx, platformFeeBps));
  const payers: EmbeddedPayer[] = [];
  for (let n = 0; n < customers; n++) {
    payers.push({
      tenant,
      credential: { clientId: token.clientId, clientSecret },
      ...(await within((tx, ctx) => openAccounts(core, tx, ctx))),
    });
  }
  return payers;
}

async function inUnit<T>(
  core: Core,
  tenant: TenantKey,
  work: (tx: Tx, ctx: Context) => Promise<Result<T>>,
): Promise<T> {
  const ctx = core.context(tenant, { kind: 'system' }, 'set-up');
  return valueOf(await runUseCase(core.units, ctx, (tx) => work(tx, ctx), undefined));
}

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

const chargeFee = (core: Core, tx: Tx, ctx: Context, bps: number) =>
  core.platforms.updateConfig(tx, ctx, {
    feeConfigs: [
      {
        feeType: 'CROSS_CURRENCY_TRANSACTION',
        sourceCurrency: 'USD',
        fixedFee: { amount: 0n, currency: 'USD' },
        variableFeeBps: bps,
      },
    ],
  } as never);

async function openAccounts(core: Core, tx: Tx, ctx: Context) {
  const customer = valueOf(
    await core.customers.create.finish(tx, ctx, {
      input: { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', region: 'US' },
      keys: null,
    }),
  );
  const page = valueOf(await core.accounts.listInternal(tx, ctx, { customerId: customer.id, currency: 'USD' }));
  const source = page.data[0]!.account;
  valueOf(await core.sandbox.fund(tx, ctx, { accountId: source.id, amount: FUNDS }));
  const destination = valueOf(
    await core.accounts.addExternal(tx, ctx, {
      ownerType: 'CUSTOMER',
      customerId: customer.id,
      currency: 'EUR',
      accountInfo: { accountType: 'EUR_ACCOUNT', iban: 'DE89370400440532013900', beneficiary: BENEFICIARY },
    }),
  );
  return ok({ sourceAccountId: source.id, destinationAccountId: destination.id });
}

/** Ten dollars to the external account. */
export const quoteRequest = (payer: EmbeddedPayer): QuoteRequest => ({
  source: { sourceType: 'ACCOUNT', accountId: payer.sourceAccountId },
  destination: { destinationType: 'ACCOUNT', accountId: payer.destinationAccountId },
  lockedCurrencySide: 'SENDING',
  lockedCurrencyAmount: 1000n,
  immediatelyExecute: false,
  description: 'Invoice 4711',
});
