export { type Agent, AGENT_PAUSED, AGENTS } from './agent.js';
export * from './agent-action.js';
export {
  type AgentChange,
  type AgentFilter,
  type AgentView,
  type CreatedAgent,
  deleteAgentsOf,
  invalidInAgentChange,
  invalidInNewAgent,
  invalidInPolicyChange,
  type NewAgent,
  type PolicyChange,
} from './agent-service.js';
export { type ActionKey, type ApprovalFilter, REASON_LENGTH } from './action-service.js';
export * from './area.js';
export type { DeviceCode, Redeemed } from './device-code.js';
export {
  AGENT_PERMISSIONS,
  type AgentPermission,
  type AgentPolicy,
  EXECUTION_MODES,
  type ExecutionMode,
  type Usage as AgentSpending,
} from './policy.js';
export {
  ACCOUNT_ID_LENGTH,
  AGENT_NAME_LENGTH,
  MAX_DAILY_TRANSACTIONS,
  MAX_POLICY_ACCOUNTS,
  type PolicyInput,
} from './policy-fields.js';
export type { AgentOperations } from './ports.js';
export type { AgentSession } from './sessions.js';
export { AGENT_USAGES, type AgentUsage, usageId } from './usage.js';
