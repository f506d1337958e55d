import { type Context, invalidFields, type Reads, type UseCase } from '../kernel/index.js';
import type { Platform } from '../platforms/index.js';
import { readEndpoints, type TransferOutRequest, type TransferRequest } from '../transfers/index.js';
import { isWallet } from '../wallets/index.js';
import { agentUse, allowed, ownAccounts } from './acting.js';
import type { AgentActionView } from './agent-action.js';
import { propose, type ProposalDeps } from './propose.js';

interface TransferDeps extends ProposalDeps {
  readonly settings: (reads: Reads, ctx: Pick<Context, 'tenant'>) => Promise<Platform>;
}

type Wanted = Pick<TransferOutRequest, 'paymentRail' | 'remittanceInformation' | 'purposeOfPayment'>;

const NOTHING_MORE: Wanted = { paymentRail: null, remittanceInformation: null, purposeOfPayment: null };

/**
 * Transfers between accounts of the agent's customer, carried out at once or kept for the platform's approval. Errors of
 * `POST /transfer-in` and `POST /transfer-out`, 403 FORBIDDEN beyond the policy, 404 for what is another customer's.
 */
export const agentTransferIn = (deps: TransferDeps): UseCase<TransferRequest, AgentActionView> =>
  transfer(deps, 'TRANSFER_IN', () => NOTHING_MORE);

export const agentTransferOut = (deps: TransferDeps): UseCase<TransferOutRequest, AgentActionView> =>
  transfer(deps, 'TRANSFER_OUT', (request) => request);

const transfer = <R extends TransferRequest>(
  deps: TransferDeps,
  type: 'TRANSFER_IN' | 'TRANSFER_OUT',
  more: (request: R) => Wanted,
): UseCase<R, AgentActionView> =>
  agentUse(async (tx, ctx, agent, request) => {
    const { sourceId, destinationId } = request;
    const permitted = allowed(agent, 'CREATE_TRANSFERS');
    if (!permitted.ok) return permitted;
    const own = await ownAccounts(tx, agent, [sourceId, destinationId]);
    if (!own.ok) return own;
    const [internal, external] = type === 'TRANSFER_IN' ? [destinationId, sourceId] : [sourceId, destinationId];
    const ends = await readEndpoints(tx, await deps.settings(tx, ctx), { internal, external }, request.amount);
    if (!ends.ok) return ends;
    const { amount, payer } = ends.value;
    if (type === 'TRANSFER_OUT' && isWallet(ends.value.internal)) {
      const message = 'the owner of a wallet signs what leaves it: it pays by quotes';
      return invalidFields([{ field: 'source.accountId', message }]);
    }
    const { paymentRail, remittanceInformation, purposeOfPayment } = more(request);
    const { currency } = ends.value.internal;
    const wanted = { sourceId, destinationId, amount, currency, paymentRail, remittanceInformation, purposeOfPayment };
    const { platformCustomerId } = payer;
    return propose(deps, tx, ctx, agent, { type, platformCustomerId, transfer: wanted });
  });
