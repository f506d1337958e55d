import { addAgentAccount, agentReads, deleteAgentAccount } from './agent-accounts.js';
import { createAgentQuote, executeAgentQuote, getAgentQuote } from './agent-quotes.js';
import {
  createAgent,
  deleteAgent,
  getActingAgent,
  getAgent,
  listAgents,
  updateAgent,
  updatePolicy,
} from './agent-service.js';
import { agentTransferIn, agentTransferOut } from './agent-transfers.js';
import {
  approveAction,
  getOwnAction,
  listActions,
  listApprovals,
  listOwnActions,
  rejectAction,
} from './action-service.js';
import { codeStatus, findCode, redeem, redeemCode, regenerateCode } from './device-code.js';
import type { AgentsAreaPorts } from './ports.js';
import { authenticateAgent } from './sessions.js';

/** Agents of customers: the operations of the platform and, as `me`, those of agents (docs/areas/agents.md). */
export function agentsArea<P>(ports: AgentsAreaPorts<P>) {
  return {
    /**
     * Creates an agent of a customer, and the device code that the agent redeems for its access token; the code is
     * shown only here. 400 INVALID_INPUT with all field errors; 404 USER_NOT_FOUND; 403 FORBIDDEN.
     *
     * @example
     * ```ts
     * const { view, code } = await run(core.agents.create, {
     *   name: 'Bookkeeper',
     *   customerId: customer.id,
     *   policy: {
     *     permissions: ['VIEW_TRANSACTIONS', 'CREATE_QUOTES', 'EXECUTE_QUOTES'],
     *     defaultExecutionMode: 'APPROVAL_REQUIRED',
     *     spendingLimits: { currency: 'USD', perTransactionLimit: 50_000n }, // 500.00 USD
     *   },
     * });
     * // The agent exchanges the one-time code for its access token.
     * const redeemed = await core.agents.redeemCode(code.code);
     * redeemed.ok && redeemed.value.agentId === view.agent.id; // true
     * ```
     */
    create: createAgent(ports),
    get: getAgent,
    list: listAgents(ports.cursors),
    update: updateAgent,
    updatePolicy,
    delete: deleteAgent,
    regenerateCode: regenerateCode(ports),
    codeStatus: codeStatus(ports),
    actions: listActions(ports.cursors),
    approvals: listApprovals(ports.cursors),
    approve: approveAction(ports),
    reject: rejectAction,
    /** A call of this operation needs no credential but the code. */
    redeemCode: redeemCode(ports),
    /** The two parts of `redeemCode`: with them, the answer can be stored under an idempotency key. */
    findCode: findCode(ports),
    redeem: redeem(ports),
    authenticate: authenticateAgent(ports),
    me: {
      get: getActingAgent,
      ...agentReads(ports.operations),
      createQuote: createAgentQuote(ports),
      getQuote: getAgentQuote,
      executeQuote: executeAgentQuote(ports),
      transferIn: agentTransferIn(ports),
      transferOut: agentTransferOut(ports),
      addExternalAccount: addAgentAccount(ports.operations),
      deleteExternalAccount: deleteAgentAccount(ports.operations),
      listActions: listOwnActions(ports.cursors),
      getAction: getOwnAction,
    },
  } as const;
}
