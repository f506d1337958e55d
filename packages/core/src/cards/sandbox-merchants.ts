import { type Context, type SandboxSuffix, sandboxSuffix, splitTenant } from '../kernel/index.js';
import type { CardSpend, Merchant } from '../transactions/index.js';

const isSandbox = (ctx: Context): boolean => splitTenant(ctx.tenant).environment === 'SANDBOX';
const suffixOf = (ctx: Context, merchant: Merchant): SandboxSuffix | null =>
  isSandbox(ctx) ? sandboxSuffix(merchant.descriptor) : null;

/** Sandbox endings of the merchant's descriptor that decline the use. */
export const MERCHANT_DECLINES: Readonly<Partial<Record<SandboxSuffix, 'INSUFFICIENT_FUNDS' | 'CARD_PAUSED'>>> = {
  '002': 'INSUFFICIENT_FUNDS',
  '003': 'CARD_PAUSED',
};

/** Sandbox endings of the merchant's descriptor that delay or fail the pull from the funding source. */
export const MERCHANT_PULLS: Readonly<Partial<Record<SandboxSuffix, CardSpend['pulls']>>> = {
  '005': 'LATE',
  '006': 'FAILING',
};

/** How long a late pull takes. */
export const LATE_PULL_SECONDS = 30;

export function sandboxDecline(ctx: Context, merchant: Merchant): 'INSUFFICIENT_FUNDS' | 'CARD_PAUSED' | null {
  const suffix = suffixOf(ctx, merchant);
  return suffix === null ? null : (MERCHANT_DECLINES[suffix] ?? null);
}

/** Pulls from internal accounts complete at once; the sandbox simulates a funding source whose pulls do not. */
export function pullsOf(ctx: Context, merchant: Merchant): CardSpend['pulls'] {
  const suffix = suffixOf(ctx, merchant);
  return (suffix === null ? undefined : MERCHANT_PULLS[suffix]) ?? 'AT_ONCE';
}
