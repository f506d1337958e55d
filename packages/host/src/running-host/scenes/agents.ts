import { connectAgent, externalAccount, fundedCustomer } from './acts.js';
import type { Ending, Scenes, TypesOf } from './scene.js';
import type { Stage } from './stage.js';

async function askForApproval(stage: Stage): Promise<Ending> {
  const { customer, account } = await fundedCustomer(stage);
  const payee = await externalAccount(stage, customer.id, 'USD');
  const { acting } = await connectAgent(stage, customer.id);
  const { id } = await acting.agentCreateTransferOut({
    body: { source: { accountId: account.id }, destination: { accountId: payee.id }, amount: 10_000 },
  });
  stage.tell('ask, as the agent, for a payment', id);
  return { record: id };
}

export const AGENTS: Scenes<TypesOf<'AGENT_ACTION'>> = {
  'AGENT_ACTION.PENDING_APPROVAL': { plays: 'an agent that asks for a payment', play: askForApproval },
};
