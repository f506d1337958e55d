interface TagGroup {
  readonly name: string;
  /** Each tag of the group, and what its operations are for. */
  readonly tags: Readonly<Record<string, string>>;
}

/** The areas of the API in the order of the reference. Every operation names one of these tags. */
export const TAG_GROUPS: readonly TagGroup[] = [
  {
    name: 'Platform',
    tags: {
      'Platform Configuration':
        'Settings of the platform in one environment: currencies, fees, webhook endpoint, UMA domain.',
      'API Tokens': 'Credentials of the platform, each with its own permissions.',
      Webhooks: 'Events of the platform: keys to verify them, their list, their feed, and their repeated delivery.',
      Ledger: 'Journal entries of the double-entry ledger behind all balances.',
    },
  },
  {
    name: 'Customers',
    tags: {
      Customers: 'The people and businesses on whose behalf the platform moves money, one by one or imported in bulk.',
      'KYC/KYB Verifications': 'Verification of customers and of the beneficial owners of businesses.',
      Documents: 'Documents that support a verification.',
      'Contact Verification': "One-time codes that prove a customer's email address and phone number.",
      'Strong Customer Authentication':
        'Factors, sessions and trusted beneficiaries of customers for whom regulation requires two factors.',
    },
  },
  {
    name: 'Accounts',
    tags: {
      'Internal Accounts': 'Balances that the service holds for customers and for the platform.',
      'External Accounts': 'Bank accounts and wallets outside of the service that payments go to or come from.',
      'Embedded Wallet Auth': 'Credentials, sessions and keys of wallets that customers control themselves.',
      Cards: 'Cards of customers and their funding source.',
    },
  },
  {
    name: 'Payments',
    tags: {
      'Exchange Rates': 'Current rates between currencies, before a quote locks one.',
      Discoveries: 'Banks and networks that a currency can be paid to.',
      VASPs: 'Institutions to which payments in cryptocurrency can be attributed.',
      'Cross-Currency Transfers': 'Quotes that lock a rate, and their execution.',
      'Same-Currency Transfers': 'Transfers between an internal and an external account in one currency.',
      Transactions: 'Payments in both directions, decisions on incoming ones, cancellation of outgoing ones.',
      Stablecoins: "Minting and burning of a platform's own stablecoins at their issuer.",
    },
  },
  {
    name: 'UMA',
    tags: {
      Invitations: 'Links with which a customer invites a person to create a UMA address.',
      'Available UMA Providers': 'Institutions at which a UMA address can be created.',
    },
  },
  {
    name: 'Agents',
    tags: {
      'Agent Management': 'Software agents that act for customers: policies, device codes and approvals.',
      'Agent Operations': 'What an agent does with its own access token.',
    },
  },
  {
    name: 'Sandbox',
    tags: {
      Sandbox: 'Simulations of payers, cards and time. They need a sandbox token.',
    },
  },
];

export const TAG_DESCRIPTIONS: ReadonlyMap<string, string> = new Map(
  TAG_GROUPS.flatMap(({ tags }) => Object.entries(tags)),
);
