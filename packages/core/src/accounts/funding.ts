import { type Context, err, ok, type Result, splitTenant, type Tx } from '../kernel/index.js';
import type { PaymentInstruction } from './account-types/index.js';
import type { InternalAccount } from './internal-account.js';
import { addressIndexOf } from './funding-address.js';
import type { FundingRequest, Rail, Rails, Receiving } from './rail.js';

export type Payable = Pick<InternalAccount, 'type' | 'currency' | 'reference' | 'walletAddresses'>;

/** The payment instructions of an internal account. */
export interface AccountFunding {
  readonly fundingPaymentInstructions: readonly PaymentInstruction[];
  /** For each instruction, in the same order, the name of its rail. */
  readonly fundingRails: readonly string[];
}

/**
 * One instruction for each rail and network that receives the currency; empty if no rail receives it. An Embedded
 * Wallet receives only at addresses of its own key, and only by rails that observe the movements that its owner makes
 * outside this service.
 */
export async function accountFunding(
  rails: Rails,
  tx: Tx,
  ctx: Context,
  { type, currency, reference, walletAddresses: own }: Payable,
): Promise<AccountFunding> {
  const fundingPaymentInstructions: PaymentInstruction[] = [];
  const fundingRails: string[] = [];
  const walletAddresses = type === 'EMBEDDED_WALLET' ? new Map(Object.entries(own ?? {})) : null;
  for (const rail of rails.forFunding(splitTenant(ctx.tenant).environment, currency)) {
    if (walletAddresses !== null && !rail.capabilities.followsWallets) continue;
    const wanted = { currency, reference, amount: null, cryptoNetwork: null, walletAddresses };
    const request = await requestTo(rail, tx, ctx, wanted);
    for (const cryptoNetwork of rail.funding.networks(currency)) {
      const instructions = rail.funding.instructions({ ...request, cryptoNetwork }) ?? [];
      fundingPaymentInstructions.push(...instructions);
      fundingRails.push(...instructions.map(() => rail.name));
    }
  }
  return { fundingPaymentInstructions, fundingRails };
}

/** The instructions for one payment, from the first rail that receives it. NOT_IMPLEMENTED if no rail does. */
export async function paymentFunding(
  rails: Rails,
  tx: Tx,
  ctx: Context,
  wanted: Omit<FundingRequest, 'addressIndex' | 'walletAddresses'>,
): Promise<Result<{ readonly rail: Receiving; readonly instructions: readonly PaymentInstruction[] }>> {
  const { currency, cryptoNetwork } = wanted;
  for (const rail of rails.forFunding(splitTenant(ctx.tenant).environment, currency)) {
    if (cryptoNetwork !== null && !rail.funding.networks(currency).includes(cryptoNetwork)) continue;
    const instructions = rail.funding.instructions(
      await requestTo(rail, tx, ctx, { ...wanted, walletAddresses: null }),
    );
    if (instructions !== null) return ok({ rail, instructions });
  }
  return err(
    'NOT_IMPLEMENTED',
    `no rail in this environment receives ${currency}${cryptoNetwork === null ? '' : ` on ${cryptoNetwork}`}`,
  );
}

/**
 * The address at which this rail receives one payment, allocated for its reference; null if the rail does not receive the
 * currency on this network.
 */
export async function fundingAddress(
  { funding }: Pick<Rail, 'funding'>,
  tx: Tx,
  ctx: Context,
  wanted: Omit<FundingRequest, 'addressIndex' | 'walletAddresses'>,
): Promise<string | null> {
  if (funding === null) return null;
  const request = await requestTo({ funding }, tx, ctx, { ...wanted, walletAddresses: null });
  const [instruction] = funding.instructions(request) ?? [];
  const address = instruction?.accountOrWalletInfo['address'];
  return typeof address === 'string' ? address : null;
}

async function requestTo(
  { funding }: Pick<Receiving, 'funding'>,
  tx: Tx,
  ctx: Context,
  wanted: Omit<FundingRequest, 'addressIndex'>,
): Promise<FundingRequest> {
  const { addressSpace } = funding;
  const addressIndex = addressSpace === null ? null : await addressIndexOf(tx, ctx, addressSpace, wanted.reference);
  return { ...wanted, addressIndex };
}
