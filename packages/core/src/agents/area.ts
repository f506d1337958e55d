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
import { approveAction, getOwnAction, listApprovals, listOwnActions, rejectAction } from './action-service.js';
import { codeStatus, redeemCode, regenerateCode } from './device-code.js';
import type { AgentsDeps } from './ports.js';
import { authenticateAgent } from './sessions.js';

/** Agents of customers: what the platform does with them, and, as `me`, what they do (behaviour, "Agents"). */
export function agentsArea<P>(deps: AgentsDeps<P>) {
  return {
    create: createAgent(deps),
    get: getAgent,
    list: listAgents(deps.cursors),
    update: updateAgent,
    updatePolicy,
    delete: deleteAgent,
    regenerateCode: regenerateCode(deps),
    codeStatus: codeStatus(deps),
    approvals: listApprovals(deps.cursors),
    approve: approveAction(deps),
    reject: rejectAction,
    /** Without a credential: the code is one. */
    redeemCode: redeemCode(deps),
    authenticate: authenticateAgent(deps),
    me: {
      get: getActingAgent,
      ...agentReads(deps.operations),
      createQuote: createAgentQuote(deps),
      getQuote: getAgentQuote,
      executeQuote: executeAgentQuote(deps),
      transferIn: agentTransferIn(deps),
      transferOut: agentTransferOut(deps),
      addExternalAccount: addAgentAccount(deps.operations),
      deleteExternalAccount: deleteAgentAccount(deps.operations),
      listActions: listOwnActions(deps.cursors),
      getAction: getOwnAction,
    },
  } as const;
}
