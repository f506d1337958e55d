/**
 * The operations that tools of `corridor mcp` call, and the fields that no tool offers, by the reason for it. Tools offer
 * all other fields, also those that an operation gets later. `destination.UMA_ADDRESS` is a variant of `destination`.
 */

const FILTERS = 'a model reads the few records of a page and selects itself';
const RATE_ONLY = 'the quotes of the sandbox answer for a certain amount';
const OWN_TEXTS = 'ids and marks of the program of the platform, which the sandbox does not need';
const RAILS = 'the service chooses the rail';
const FEES = 'the fees of a payment are agreed by the platform, not by a model';
const ONE_STEP = 'a price is shown before money moves';
const SCA = 'the customer confirms payments in the program of the platform';
const PAYER_DATA = 'the record of the customer has these data';
const OF_THE_ACCOUNT = 'the account determines it';
const OF_THE_RECEIVER = 'who owns an account, and which is the default, is for the customer to say';
const BY_ADDRESS = 'tools name customers by their ids';

const QUOTE = {
  [OF_THE_ACCOUNT]: ['source.ACCOUNT.customerId', 'source.ACCOUNT.currency'],
  [RAILS]: ['destination.ACCOUNT.paymentRail'],
  [ONE_STEP]: ['immediatelyExecute'],
  [FEES]: ['platformFeeOverride'],
  [SCA]: ['scaFactor'],
  [PAYER_DATA]: ['senderCustomerInfo'],
};

const EXTERNAL_ACCOUNT = {
  [OWN_TEXTS]: ['platformAccountId'],
  [OF_THE_RECEIVER]: ['ownershipType', 'defaultUmaDepositAccount'],
};

const TRANSACTION_FILTERS = [
  ...['accountIdentifier', 'senderAccountIdentifier', 'receiverAccountIdentifier', 'status', 'reference'],
  ...['endDate', 'sortOrder'],
];

export const OPERATIONS = {
  advanceSandboxClock: {},
  agentCreateExternalAccount: EXTERNAL_ACCOUNT,
  agentCreateQuote: { ...QUOTE, 'an agent pays from accounts of its customer': ['source.REALTIME_FUNDING'] },
  agentCreateTransferIn: {},
  agentCreateTransferOut: { [RAILS]: ['destination.paymentRail'] },
  agentDeleteExternalAccount: {},
  agentExecuteQuote: {},
  agentGetAction: {},
  agentGetExternalAccount: {},
  agentGetQuote: {},
  agentGetTransaction: {},
  agentListActions: {},
  agentListExternalAccounts: {},
  agentListInternalAccounts: { [FILTERS]: ['type'] },
  agentListTransactions: { [FILTERS]: TRANSACTION_FILTERS },
  createCustomer: {
    'the sandbox decides by the name of a person': [
      ...['BUSINESS', 'INDIVIDUAL.kycStatus', 'INDIVIDUAL.email', 'INDIVIDUAL.phoneNumber', 'INDIVIDUAL.umaAddress'],
      ...['INDIVIDUAL.endUserTermsConsent', 'INDIVIDUAL.address', 'INDIVIDUAL.birthDate', 'INDIVIDUAL.nationality'],
      ...['INDIVIDUAL.idType', 'INDIVIDUAL.countryOfIssuance', 'INDIVIDUAL.identifier'],
      ...['INDIVIDUAL.sourceOfFundsCategories', 'INDIVIDUAL.sourceOfFundsOtherDescription'],
      ...['INDIVIDUAL.sourceOfWealthCategories', 'INDIVIDUAL.sourceOfWealthOtherDescription'],
      ...['INDIVIDUAL.purposeOfAccount', 'INDIVIDUAL.purposeOfAccountOtherDescription'],
      ...['INDIVIDUAL.expectedMonthlyTransactionCount', 'INDIVIDUAL.expectedMonthlyTransactionVolume'],
      ...['INDIVIDUAL.annualIncomeRange', 'INDIVIDUAL.netWorthRange', 'INDIVIDUAL.pepStatus'],
    ],
    [OWN_TEXTS]: ['INDIVIDUAL.platformAccountId', 'INDIVIDUAL.description'],
  },
  createCustomerExternalAccount: EXTERNAL_ACCOUNT,
  createQuote: { ...QUOTE, [RAILS]: [...QUOTE[RAILS], 'source.REALTIME_FUNDING.cryptoNetwork'] },
  executeQuote: { [SCA]: ['scaFactor'] },
  getAgentMe: {},
  getExchangeRates: { [RATE_ONLY]: ['sendingAmount'] },
  getQuoteById: {},
  getSandboxClock: {},
  getTransactionById: {},
  getWebhookEvent: {},
  listAgentApprovals: { [FILTERS]: ['agentId', 'customerId', 'startDate', 'endDate', 'sortOrder'] },
  listCustomerExternalAccounts: { [FILTERS]: ['currency'] },
  listCustomerInternalAccounts: { [FILTERS]: ['type'] },
  listCustomers: {
    [FILTERS]: [
      ...['platformCustomerId', 'customerType', 'createdAfter', 'createdBefore', 'updatedAfter', 'updatedBefore'],
      ...['region', 'currency', 'umaAddress', 'email', 'kycStatus', 'isIncludingDeleted'],
    ],
  },
  listTransactions: { [FILTERS]: [...TRANSACTION_FILTERS, 'platformCustomerId', 'type', 'startDate'] },
  listWebhookEvents: { [FILTERS]: ['type', 'status', 'createdAfter', 'createdBefore'] },
  lookupExternalAccount: { [BY_ADDRESS]: ['senderUmaAddress'] },
  lookupUma: { [BY_ADDRESS]: ['senderUmaAddress'] },
  sandboxDeposit: { 'deposits of tools come from one payer': ['remitter'] },
  sandboxFundInternalAccount: {},
  sandboxSend: {},
};

/** Fields that a tool takes, or makes, as a whole. */
export const WHOLE = ['accountInfo'];
