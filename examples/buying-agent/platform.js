// The side of the platform: a customer with money, the shops, and an agent with a policy. Prints the device code.
import { Corridor } from '@corridor/client';

const { CORRIDOR_BASE_URL, CORRIDOR_CLIENT_ID, CORRIDOR_CLIENT_SECRET } = process.env;
const corridor = new Corridor({
  baseUrl: CORRIDOR_BASE_URL,
  credential: { clientId: CORRIDOR_CLIENT_ID, clientSecret: CORRIDOR_CLIENT_SECRET },
});

const customer = await corridor.createCustomer({
  body: { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', region: 'US', currencies: ['USD'] },
});
const { data: accounts } = await corridor.listCustomerInternalAccounts({
  query: { customerId: customer.id, currency: 'USD' },
});
await corridor.sandboxFundInternalAccount({ path: { accountId: accounts[0].id }, body: { amount: 100_000 } });

const shops = [
  { platformAccountId: 'paper-mill', accountNumber: '4400112233', accountHolderName: 'Paper Mill Inc' },
  { platformAccountId: 'office-shop', accountNumber: '4400445566', accountHolderName: 'Office Shop LLC' },
];
for (const { platformAccountId, ...account } of shops) {
  await corridor.createCustomerExternalAccount({
    body: {
      customerId: customer.id,
      currency: 'USD',
      platformAccountId,
      accountInfo: { accountType: 'US_ACCOUNT', routingNumber: '021000021', ...account },
    },
  });
}

const { deviceCode } = await corridor.createAgent({
  body: {
    name: 'Office supplies',
    customerId: customer.id,
    policy: {
      permissions: ['VIEW_TRANSACTIONS', 'CREATE_TRANSFERS'],
      defaultExecutionMode: 'AUTO',
      spendingLimits: { currency: 'USD', perTransactionLimit: 10_000, dailyLimit: 12_000 },
      approvalThresholds: { amount: 5_000 },
    },
  },
});
console.log(deviceCode.code);
