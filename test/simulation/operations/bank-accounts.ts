import { NoSubject } from '../operation.js';
import type { Known, Tenant, World } from '../world.js';
import { learnt } from './area.js';

/** By currency: the details of an account whose last characters decide the outcomes in the sandbox. */
const DETAILS = {
  EUR: (ending: string) => ({
    accountType: 'EUR_ACCOUNT',
    iban: `DE89370400440532013${ending}`,
    beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'DE' },
  }),
  USD: (ending: string) => ({
    accountType: 'US_ACCOUNT',
    accountNumber: `123456${ending}`,
    routingNumber: '021000021',
  }),
} as const;

/** The id of the bank account with this ending of the customer who owns `inside`. Adds it if there is none yet. */
export async function bankAccount(
  world: World,
  tenant: Tenant,
  inside: Known,
  currency: keyof typeof DETAILS,
  ending: string,
): Promise<string> {
  const customerId = inside['customerId'];
  const kind = `bank account ${currency} ${ending}`;
  const present = world.list(tenant, kind).find((one) => one['customerId'] === customerId);
  if (present !== undefined) return present.id;
  const account = { ownerType: 'CUSTOMER', customerId, currency, accountInfo: DETAILS[currency](ending) };
  const added = await world.call(tenant, (core) => core.accounts.addExternal as never, account);
  if (added === null) throw new NoSubject();
  learnt(world, tenant, kind, added);
  return added.id;
}
