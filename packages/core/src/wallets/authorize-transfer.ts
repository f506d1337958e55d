import type { InternalAccount, PaymentInstruction } from '../accounts/index.js';
import { type Context, err, ok, type Reads, type Result } from '../kernel/index.js';
import { signersOf } from './signed-retry.js';
import { readStamp, type SignedCall } from './stamp.js';

export const isWallet = (account: Pick<InternalAccount, 'type'>): boolean => account.type === 'EMBEDDED_WALLET';

/**
 * The content that the owner of a wallet signs before money leaves the wallet: payer, payee and amounts in smallest
 * units.
 */
export interface WalletTransfer {
  readonly quoteId: string;
  readonly accountId: string;
  readonly destination: string;
  readonly sendingAmount: bigint;
  readonly sendingCurrency: string;
  readonly receivingAmount: bigint;
  readonly receivingCurrency: string;
}

/** The payment instruction of a quote from a wallet. It asks the owner for a signature instead of a payment. */
export function transferInstruction(ctx: Pick<Context, 'now'>, transfer: WalletTransfer): PaymentInstruction {
  const payload = {
    operation: 'TRANSFER',
    ...transfer,
    sendingAmount: String(transfer.sendingAmount),
    receivingAmount: String(transfer.receivingAmount),
    timestampMs: ctx.now,
  };
  return {
    instructionsNotes: 'Sign payloadToSign with a session of the wallet, and execute the quote with the stamp',
    isPlatformAccount: null,
    accountOrWalletInfo: { accountType: 'EMBEDDED_WALLET', payloadToSign: JSON.stringify(payload) },
  };
}

/** The text to sign, from the instructions of a quote from a wallet. */
export function transferPayload(instructions: readonly PaymentInstruction[] | null): string | null {
  const payload = instructions?.[0]?.accountOrWalletInfo['payloadToSign'];
  return typeof payload === 'string' ? payload : null;
}

/**
 * Succeeds if an active session of the account has signed this text. WALLET_SIGNATURE_MISSING,
 * WALLET_SIGNATURE_MALFORMED, INVALID_SIGNATURE, WALLET_SIGNATURE_INVALID.
 */
export async function authorizeTransfer(
  reads: Reads,
  ctx: Context,
  accountId: string,
  payload: string,
  { stamp }: SignedCall,
): Promise<Result<void>> {
  if (stamp === undefined) return err('WALLET_SIGNATURE_MISSING');
  const read = readStamp(stamp);
  if (!read.ok) return read;
  const signers = await signersOf(reads, ctx, accountId, read.value, payload);
  return signers.ok ? ok() : signers;
}
