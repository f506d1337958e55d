import { type Api, expecting } from './api.js';
import type { Agent } from './wire.js';

interface Limits {
  readonly perTransactionLimit?: number;
  readonly dailyLimit?: number;
}

/** A request for an agent with all permissions and without approvals, within these limits. */
export const agentRequest = (customerId: string, limits: Limits = {}, policy: object = {}) => ({
  name: 'Bookkeeper',
  customerId,
  policy: {
    permissions: [
      'VIEW_TRANSACTIONS',
      'CREATE_TRANSFERS',
      'CREATE_QUOTES',
      'EXECUTE_QUOTES',
      'MANAGE_EXTERNAL_ACCOUNTS',
    ],
    defaultExecutionMode: 'AUTO',
    spendingLimits: { currency: 'USD', perTransactionLimit: 1_000_000, ...limits },
    ...policy,
  },
});

interface Created {
  readonly agent: Agent;
  readonly deviceCode: { readonly code: string; readonly redeemed: boolean };
}

export const createAgent = (api: Api, customerId: string, limits: Limits = {}, policy: object = {}): Promise<Created> =>
  expecting(201, api.post<Created>('/agents', agentRequest(customerId, limits, policy)));

export interface Redeemed {
  readonly agentId: string;
  readonly accessToken: string;
}

/** Redeems a device code without a credential, as agent software does. */
export const redeem = (api: Api, code: string): Promise<Redeemed> =>
  expecting(200, api.as(null).post<Redeemed>(`/agents/device-codes/${code}/redeem`));

/** A client of the same host with the credential of a new agent of the customer. */
export async function connectAgent(
  api: Api,
  customerId: string,
  limits: Limits = {},
  policy: object = {},
): Promise<Api> {
  const { deviceCode } = await createAgent(api, customerId, limits, policy);
  return api.as(await redeem(api, deviceCode.code));
}

export const whoIs = (acting: Api): Promise<Agent> => expecting(200, acting.get<Agent>('/agents/me'));
