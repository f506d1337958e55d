import { type Refused, type Result, withoutRefused } from '../kernel/index.js';
import { type PlayCore, valueOf } from './play-core.js';

/** The code of every customer in the sandbox. */
const CODE = '123456';

/** Verifies the phone of an EEA customer, who can then authorize with it. */
export async function verifyPhone({ core, run }: PlayCore, customerId: string): Promise<void> {
  const phone = { id: customerId, channel: 'phone' } as const;
  valueOf(await run(core.customers.sendContactCode, phone));
  valueOf(withoutRefused(await run(core.customers.confirmContact, { ...phone, code: CODE })));
}

/** Trusts or untrusts an external account of a customer with a verified phone, with the code that was sent. */
export async function changeTrust(
  { core, run }: PlayCore,
  id: string,
  change: 'trust' | 'untrust' = 'trust',
): Promise<Result<{ readonly trusted: boolean }>> {
  const { startTrust, startUntrust, confirmTrust, confirmUntrust } = core.sca;
  const started = await run(change === 'trust' ? startTrust : startUntrust, { id });
  if (!started.ok) return started;
  const proof = { challengeId: started.value.challenge.id, code: CODE };
  const confirmed = await run(change === 'trust' ? confirmTrust : confirmUntrust, { id, ...proof });
  return withoutRefused(confirmed as Result<{ readonly trusted: boolean } | Refused>);
}
