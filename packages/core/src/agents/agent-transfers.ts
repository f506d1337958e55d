import {
  type Context,
  invalidFields,
  ok,
  type PreparedUseCase,
  type Reads,
  type Result,
  type UseCase,
} from '../kernel/index.js';
import type { Platform } from '../platforms/index.js';
import { mustBeTrusted } from '../sca/index.js';
import {
  type Endpoints,
  type PricedTransferOut,
  readEndpoints,
  type TransferOutRequest,
  type TransferRequest,
} from '../transfers/index.js';
import { isWallet } from '../wallets/index.js';
import { agentUse, allowed, ownAccounts } from './acting.js';
import type { Agent } from './agent.js';
import type { AgentActionView, AgentTransfer } from './agent-action.js';
import { propose, type ProposalPorts } from './propose.js';

interface AgentTransferPorts extends ProposalPorts {
  readonly settings: (reads: Reads, ctx: Pick<Context, 'tenant'>) => Promise<Platform>;
}

type Wanted = Pick<TransferOutRequest, 'paymentRail' | 'remittanceInformation' | 'purposeOfPayment'>;

/**
 * Transfers between accounts of the customer of the agent, started at once or kept for approval. The errors of `POST
 * /transfer-in` and `POST /transfer-out`; 403 FORBIDDEN for what the policy does not allow; 404 for accounts of another
 * customer.
 */
export const agentTransferIn = (ports: AgentTransferPorts): UseCase<TransferRequest, AgentActionView> =>
  agentUse(async (tx, ctx, agent, request) => {
    const [internal, external] = [request.destinationId, request.sourceId];
    const wanted = await wantedTransfer(ports, tx, ctx, agent, request, { internal, external });
    if (!wanted.ok) return wanted;
    const { transfer, ends } = wanted.value;
    const { platformCustomerId } = ends.payer;
    return propose(ports, tx, ctx, agent, { type: 'TRANSFER_IN', platformCustomerId, transfer });
  });

export const agentTransferOut = (
  ports: AgentTransferPorts,
): PreparedUseCase<TransferOutRequest, PricedTransferOut, AgentActionView> => ({
  prepare: ports.operations.transferOut.prepare,
  finish: agentUse(async (tx, ctx, agent, request) => {
    const { sourceId: internal, destinationId: external, paymentRail, networkFee } = request;
    const { remittanceInformation, purposeOfPayment } = request;
    const more = { internal, external, paymentRail, remittanceInformation, purposeOfPayment };
    const wanted = await wantedTransfer(ports, tx, ctx, agent, request, more);
    if (!wanted.ok) return wanted;
    const { transfer, ends } = wanted.value;
    if (isWallet(ends.internal)) {
      const message = 'cannot be an Embedded Wallet, whose owner signs each payment; pay from a wallet with a quote';
      return invalidFields([{ field: 'source.accountId', message }]);
    }
    // Checked before the approval is requested, because an approved transfer could not start.
    const trusted = mustBeTrusted(ends.payer, ends.external);
    if (!trusted.ok) return trusted;
    const { platformCustomerId } = ends.payer;
    return propose(ports, tx, ctx, agent, { type: 'TRANSFER_OUT', platformCustomerId, transfer, networkFee });
  }),
});

interface WantedTransfer {
  readonly transfer: AgentTransfer;
  readonly ends: Endpoints;
}

async function wantedTransfer(
  { settings }: AgentTransferPorts,
  reads: Reads,
  ctx: Context,
  agent: Agent,
  { sourceId, destinationId, amount: asked }: TransferRequest,
  {
    internal,
    external,
    paymentRail,
    remittanceInformation,
    purposeOfPayment,
  }: Wanted & { readonly internal: string; readonly external: string },
): Promise<Result<WantedTransfer>> {
  const permitted = allowed(agent, 'CREATE_TRANSFERS');
  if (!permitted.ok) return permitted;
  const own = await ownAccounts(reads, agent, [sourceId, destinationId]);
  if (!own.ok) return own;
  const ends = await readEndpoints(reads, await settings(reads, ctx), { internal, external }, asked);
  if (!ends.ok) return ends;
  const { amount, internal: account } = ends.value;
  return ok({
    transfer: {
      sourceId,
      destinationId,
      amount,
      currency: account.currency,
      paymentRail: paymentRail ?? null,
      remittanceInformation: remittanceInformation ?? null,
      purposeOfPayment: purposeOfPayment ?? null,
    },
    ends: ends.value,
  });
}
