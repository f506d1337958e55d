import { idOf } from './records/record.js';

const individualFields = {
  email: 'ada@example.com',
  phoneNumber: '+4915112345678',
  umaAddress: '$ada@pay.example.com',
  currencies: ['USD', 'BTC'],
  endUserTermsConsent: {
    acceptedAt: '2025-10-01T08:00:00Z',
    ipAddress: '203.0.113.7',
    termsVersion: '2025-01',
    acceptanceMethod: 'CHECKBOX',
  },
  address: {
    line1: '1 Example Street',
    line2: '2nd floor',
    city: 'Berlin',
    state: 'BE',
    postalCode: '10115',
    country: 'DE',
  },
  fullName: 'Ada Example',
  birthDate: '1990-04-17',
  nationality: 'DE',
  idType: 'NON_US_TAX_ID',
  identifier: 'canary-identifier',
  countryOfIssuance: 'DE',
  sourceOfFundsCategories: ['SALARY'],
  pepStatus: 'NONE',
};

const CLIENT_KEY = `04${'6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296'}${'4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5'}`;
const { birthDate, nationality, address, idType, identifier, countryOfIssuance } = individualFields;
const personalInfo = {
  firstName: 'Ada',
  middleName: 'M',
  lastName: 'Example',
  birthDate,
  nationality,
  email: 'ada@example.com',
  phoneNumber: '+4915112345678',
  address,
  idType,
  identifier,
  countryOfIssuance,
};

const SCA_PROOF = {
  challengeId: idOf('Request'),
  code: '123456',
  passkeyAssertion: { id: 'aWQ' },
  origin: 'https://app.example.com',
};
const cardUse = {
  amount: 1_250,
  currency: { code: 'USD', name: 'US Dollar', symbol: '$', decimals: 2 },
  merchant: { descriptor: 'COFFEE BAR', mcc: '5814', country: 'US' },
};
const cardTransaction = { cardTransactionId: idOf('Transaction') };
const simulated = (name: string, body: Record<string, unknown>) => ({
  method: 'POST',
  path: `/sandbox/cards/${idOf('Card')}/simulate/${name}`,
  body,
});

function uploadOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  const all = { ...fields, documentType: 'NATIONAL_ID', side: 'FRONT', country: 'DE', documentNumber: 'L01X00T47' };
  for (const [name, value] of Object.entries(all)) form.set(name, value);
  form.set('file', new Blob(['content']), 'ausweis.jpg');
  return form;
}

function csvForm(): FormData {
  const form = new FormData();
  form.set('file', new Blob(['platformCustomerId,umaAddress\nc1,$ada@pay.example.com\n']), 'customers.csv');
  return form;
}

const mint = {
  amount: '250000000',
  fundingSource: { type: 'SVC_INTERNAL_ACCOUNT', accountId: idOf('InternalAccount') },
  destination: { accountId: idOf('InternalAccount') },
  description: 'Treasury',
};
const burn = {
  amount: '250000000',
  source: { type: 'SVC_INTERNAL_ACCOUNT', accountId: idOf('InternalAccount') },
  destination: { type: 'EXTERNAL_ACCOUNT', externalAccountId: idOf('ExternalAccount'), rail: 'WIRE' },
  description: 'Treasury',
};
const coinPath = `/stablecoins/${idOf('Stablecoin')}`;
const policy = {
  permissions: ['CREATE_QUOTES', 'EXECUTE_QUOTES'],
  defaultExecutionMode: 'AUTO',
  spendingLimits: {
    currency: 'USD',
    perTransactionLimit: 50_000,
    dailyLimit: 200_000,
    dailyTransactionLimit: 10,
    monthlyLimit: 900_000,
  },
  accountRestrictions: {
    allowedAccountIds: [idOf('InternalAccount')],
    accountRules: [
      { accountId: idOf('InternalAccount'), executionMode: 'APPROVAL_REQUIRED', perTransactionLimit: 5_000 },
    ],
  },
  approvalThresholds: { currency: 'USD', amount: 10_000 },
};

/** A valid body with every kind of field, for each operation that takes one; null for those without. */
export const REQUESTS: Readonly<
  Record<
    string,
    { readonly method: string; readonly path: string; readonly body: Record<string, unknown> | FormData | null }
  >
> = {
  getPlatformConfig: { method: 'GET', path: '/config', body: null },
  updatePlatformConfig: {
    method: 'PATCH',
    path: '/config',
    body: {
      umaDomain: 'pay.example.com',
      webhookEndpoint: 'https://platform.example.com/webhooks',
      supportedCurrencies: [
        {
          currencyCode: 'USD',
          minAmount: 1,
          maxAmount: 9_000_000_000_000_000,
          requiredCounterpartyFields: [{ name: 'FULL_NAME', mandatory: true }],
          enabledTransactionTypes: ['OUTGOING'],
        },
      ],
      embeddedWalletConfig: { appName: 'Example', otpLength: 6, alphanumeric: false, expirationSeconds: 300 },
      cardTokenization2faConfig: { displayName: 'Example', sms: { templateSid: 'T1', bodyText: 'Code: {code}' } },
      feeConfigs: [
        {
          feeType: 'CROSS_CURRENCY_TRANSACTION',
          sourceCurrency: 'USD',
          variableFeeBps: 30,
          fixedFee: { amount: 50, currency: 'USD' },
        },
      ],
    },
  },
  getExchangeRates: { method: 'GET', path: '/exchange-rates', body: null },
  getDiscoveries: { method: 'GET', path: '/discoveries', body: null },
  listVasps: { method: 'GET', path: '/vasps', body: null },
  listCustomers: { method: 'GET', path: '/customers', body: null },
  createCustomer: {
    method: 'POST',
    path: '/customers',
    body: { customerType: 'INDIVIDUAL', platformCustomerId: 'customer-1', region: 'DE', ...individualFields },
  },
  getCustomerById: { method: 'GET', path: `/customers/${idOf('Customer')}`, body: null },
  updateCustomerById: {
    method: 'PATCH',
    path: `/customers/${idOf('Customer')}`,
    body: {
      ...individualFields,
      businessInfo: {
        legalName: 'Example Trading Ltd',
        taxId: 'DE123456789',
        incorporatedOn: '2020-02-29',
        countriesOfOperation: ['DE'],
        naicsCode: '52',
      },
    },
  },
  getEndUserTerms: { method: 'GET', path: '/customers/end-user-terms', body: null },
  createCustomerKycLink: {
    method: 'POST',
    path: `/customers/${idOf('Customer')}/kyc-link`,
    body: { redirectUri: 'https://platform.example.com/back' },
  },
  listVerifications: { method: 'GET', path: '/verifications', body: null },
  createVerification: { method: 'POST', path: '/verifications', body: { customerId: idOf('Customer') } },
  getVerification: { method: 'GET', path: `/verifications/${idOf('Verification')}`, body: null },
  listBeneficialOwners: { method: 'GET', path: `/beneficial-owners?customerId=${idOf('Customer')}`, body: null },
  createBeneficialOwner: {
    method: 'POST',
    path: '/beneficial-owners',
    body: { customerId: idOf('Customer'), roles: ['UBO'], ownershipPercentage: 60, personalInfo },
  },
  getBeneficialOwner: { method: 'GET', path: `/beneficial-owners/${idOf('BeneficialOwner')}`, body: null },
  updateBeneficialOwner: {
    method: 'PATCH',
    path: `/beneficial-owners/${idOf('BeneficialOwner')}`,
    body: { roles: ['DIRECTOR'], ownershipPercentage: 0, personalInfo },
  },
  listDocuments: { method: 'GET', path: '/documents', body: null },
  uploadDocument: { method: 'POST', path: '/documents', body: uploadOf({ documentHolder: idOf('Customer') }) },
  getDocument: { method: 'GET', path: `/documents/${idOf('Document')}`, body: null },
  replaceDocument: { method: 'PUT', path: `/documents/${idOf('Document')}`, body: uploadOf({}) },
  deleteDocument: { method: 'DELETE', path: `/documents/${idOf('Document')}`, body: null },
  deleteCustomerById: { method: 'DELETE', path: `/customers/${idOf('Customer')}`, body: null },
  sendCustomerEmailVerification: {
    method: 'POST',
    path: `/customers/${idOf('Customer')}/verify-email`,
    body: null,
  },
  confirmCustomerEmailVerification: {
    method: 'POST',
    path: `/customers/${idOf('Customer')}/verify-email/confirm`,
    body: { code: '123456' },
  },
  sendCustomerPhoneVerification: {
    method: 'POST',
    path: `/customers/${idOf('Customer')}/verify-phone`,
    body: null,
  },
  confirmCustomerPhoneVerification: {
    method: 'POST',
    path: `/customers/${idOf('Customer')}/verify-phone/confirm`,
    body: { code: '123456' },
  },
  uploadCustomersCsv: { method: 'POST', path: '/customers/bulk/csv', body: csvForm() },
  getBulkCustomerImportJob: { method: 'GET', path: `/customers/bulk/jobs/${idOf('BulkImport')}`, body: null },
  listCustomerInternalAccounts: { method: 'GET', path: '/customers/internal-accounts', body: null },
  listPlatformInternalAccounts: { method: 'GET', path: '/platform/internal-accounts', body: null },
  listCustomerExternalAccounts: { method: 'GET', path: '/customers/external-accounts', body: null },
  createCustomerExternalAccount: {
    method: 'POST',
    path: '/customers/external-accounts',
    body: {
      customerId: idOf('Customer'),
      currency: 'USD',
      platformAccountId: 'account-1',
      ownershipType: 'THIRD_PARTY',
      defaultUmaDepositAccount: false,
      accountInfo: {
        accountType: 'USD_ACCOUNT',
        accountNumber: '1234567890',
        routingNumber: '021000021',
        beneficiary: {
          beneficiaryType: 'INDIVIDUAL',
          fullName: 'Ada Example',
          address: { line1: '1 Example Street', city: 'Springfield', state: 'CA', postalCode: '94105', country: 'US' },
        },
      },
    },
  },
  getCustomerExternalAccountById: {
    method: 'GET',
    path: `/customers/external-accounts/${idOf('ExternalAccount')}`,
    body: null,
  },
  deleteCustomerExternalAccountById: {
    method: 'DELETE',
    path: `/customers/external-accounts/${idOf('ExternalAccount')}`,
    body: null,
  },
  createExternalAccountOwnershipChallenge: {
    method: 'POST',
    path: `/customers/external-accounts/${idOf('ExternalAccount')}/challenge`,
    body: { method: 'WALLET_SIGNATURE' },
  },
  verifyExternalAccountOwnership: {
    method: 'POST',
    path: `/customers/external-accounts/${idOf('ExternalAccount')}/verify`,
    body: { signature: '0x00', signatureScheme: 'electrum' },
  },
  listPlatformExternalAccounts: { method: 'GET', path: '/platform/external-accounts', body: null },
  createPlatformExternalAccount: {
    method: 'POST',
    path: '/platform/external-accounts',
    body: {
      currency: 'BTC',
      platformAccountId: 'account-1',
      ownershipType: 'FIRST_PARTY',
      accountInfo: { accountType: 'LAYER2_WALLET', address: 'spark1example' },
    },
  },
  getPlatformExternalAccountById: {
    method: 'GET',
    path: `/platform/external-accounts/${idOf('ExternalAccount')}`,
    body: null,
  },
  deletePlatformExternalAccountById: {
    method: 'DELETE',
    path: `/platform/external-accounts/${idOf('ExternalAccount')}`,
    body: null,
  },
  createPlatformExternalAccountOwnershipChallenge: {
    method: 'POST',
    path: `/platform/external-accounts/${idOf('ExternalAccount')}/challenge`,
    body: { method: 'WALLET_SIGNATURE' },
  },
  verifyPlatformExternalAccountOwnership: {
    method: 'POST',
    path: `/platform/external-accounts/${idOf('ExternalAccount')}/verify`,
    body: { signature: '0x00' },
  },
  updateInternalAccount: {
    method: 'PATCH',
    path: `/internal-accounts/${idOf('InternalAccount')}`,
    body: { privateEnabled: true },
  },
  exportInternalAccount: {
    method: 'POST',
    path: `/internal-accounts/${idOf('InternalAccount')}/export`,
    body: { clientPublicKey: CLIENT_KEY },
  },
  listAuthCredentials: { method: 'GET', path: `/auth/credentials?accountId=${idOf('InternalAccount')}`, body: null },
  createAuthCredential: {
    method: 'POST',
    path: '/auth/credentials',
    body: {
      type: 'PASSKEY',
      accountId: idOf('InternalAccount'),
      nickname: 'Phone',
      challenge: 'Y2hhbGxlbmdl',
      attestation: {
        credentialId: 'Y3JlZGVudGlhbA',
        clientDataJson: 'e30',
        attestationObject: 'oA',
        transports: ['internal'],
      },
    },
  },
  revokeAuthCredential: { method: 'DELETE', path: `/auth/credentials/${idOf('AuthMethod')}`, body: null },
  verifyAuthCredential: {
    method: 'POST',
    path: `/auth/credentials/${idOf('AuthMethod')}/verify`,
    body: {
      type: 'PASSKEY',
      assertion: {
        credentialId: 'Y3JlZGVudGlhbA',
        clientDataJson: 'e30',
        authenticatorData: 'AA',
        signature: 'AA',
        userHandle: 'AA',
      },
    },
  },
  challengeAuthCredential: {
    method: 'POST',
    path: `/auth/credentials/${idOf('AuthMethod')}/challenge`,
    body: { clientPublicKey: CLIENT_KEY },
  },
  listAuthSessions: { method: 'GET', path: `/auth/sessions?accountId=${idOf('InternalAccount')}`, body: null },
  revokeAuthSession: { method: 'DELETE', path: `/auth/sessions/${idOf('Session')}`, body: null },
  refreshAuthSession: {
    method: 'POST',
    path: `/auth/sessions/${idOf('Session')}/refresh`,
    body: { clientPublicKey: CLIENT_KEY },
  },
  listDelegatedKeys: { method: 'GET', path: `/auth/delegated-keys?accountId=${idOf('InternalAccount')}`, body: null },
  createDelegatedKey: {
    method: 'POST',
    path: '/auth/delegated-keys',
    body: { cardId: idOf('Card'), internalAccountId: idOf('InternalAccount'), nickname: 'Card' },
  },
  getDelegatedKeyById: { method: 'GET', path: `/auth/delegated-keys/${idOf('DelegatedKey')}`, body: null },
  revokeDelegatedKey: { method: 'DELETE', path: `/auth/delegated-keys/${idOf('DelegatedKey')}`, body: null },
  createQuote: {
    method: 'POST',
    path: '/quotes',
    body: {
      lookupId: idOf('Lookup'),
      source: { sourceType: 'REALTIME_FUNDING', customerId: idOf('Customer'), currency: 'USD', cryptoNetwork: 'SPARK' },
      destination: { destinationType: 'ACCOUNT', accountId: idOf('ExternalAccount'), paymentRail: 'ACH' },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 10_000,
      immediatelyExecute: false,
      description: 'Buy bitcoin',
      remittanceInformation: 'Invoice 7',
      purposeOfPayment: 'GIFT',
      platformFeeOverride: { platformFixedFee: { amount: 50, currency: 'USD' }, platformVariableFeeBps: 30 },
      senderCustomerInfo: { FULL_NAME: 'Ada Example' },
      scaFactor: 'SMS_OTP',
    },
  },
  getQuoteById: { method: 'GET', path: `/quotes/${idOf('Quote')}`, body: null },
  executeQuote: { method: 'POST', path: `/quotes/${idOf('Quote')}/execute`, body: { scaFactor: 'TOTP' } },
  listScaFactors: { method: 'GET', path: `/sca/factors?customerId=${idOf('Customer')}`, body: null },
  startScaFactorEnrollment: {
    method: 'POST',
    path: `/sca/factors?customerId=${idOf('Customer')}`,
    body: { type: 'TOTP' },
  },
  confirmScaFactorEnrollment: {
    method: 'POST',
    path: `/sca/factors/confirm?customerId=${idOf('Customer')}`,
    body: { type: 'TOTP', secret: '00ff', code: '123456' },
  },
  deleteScaFactor: {
    method: 'DELETE',
    path: `/sca/factors/${idOf('ScaFactor')}?customerId=${idOf('Customer')}`,
    body: null,
  },
  startScaLogin: {
    method: 'POST',
    path: `/sca/login/start?customerId=${idOf('Customer')}`,
    body: { factor: 'PASSKEY' },
  },
  completeScaLogin: {
    method: 'POST',
    path: `/sca/login/complete?customerId=${idOf('Customer')}`,
    body: { factor: 'SMS_OTP', endUserIpAddress: '203.0.113.7', ...SCA_PROOF },
  },
  recordSecurityEvent: {
    method: 'POST',
    path: `/sca/record-event?customerId=${idOf('Customer')}`,
    body: { eventType: 'FAILED_LOGIN_ATTEMPT' },
  },
  startTwoFactorReset: {
    method: 'POST',
    path: `/sca/factors/reset?customerId=${idOf('Customer')}`,
    body: { factor: 'TOTP' },
  },
  getTwoFactorResetStatus: {
    method: 'GET',
    path: `/sca/factors/reset/${idOf('ScaReset')}?customerId=${idOf('Customer')}`,
    body: null,
  },
  completeTwoFactorReset: {
    method: 'POST',
    path: `/sca/factors/reset/${idOf('ScaReset')}/complete?customerId=${idOf('Customer')}`,
    body: { mobile: { countryCode: '49', number: '15112345678' } },
  },
  startBeneficiaryTrust: {
    method: 'POST',
    path: `/customers/external-accounts/${idOf('ExternalAccount')}/trust`,
    body: null,
  },
  confirmBeneficiaryTrust: {
    method: 'POST',
    path: `/customers/external-accounts/${idOf('ExternalAccount')}/trust/confirm`,
    body: SCA_PROOF,
  },
  startBeneficiaryUntrust: {
    method: 'POST',
    path: `/customers/external-accounts/${idOf('ExternalAccount')}/untrust`,
    body: null,
  },
  confirmBeneficiaryUntrust: {
    method: 'POST',
    path: `/customers/external-accounts/${idOf('ExternalAccount')}/untrust/confirm`,
    body: SCA_PROOF,
  },
  authorizeQuote: {
    method: 'POST',
    path: `/quotes/${idOf('Quote')}/authorize`,
    body: { ...SCA_PROOF, endUserIpAddress: '2001:db8::7' },
  },
  resendQuoteScaCode: { method: 'POST', path: `/quotes/${idOf('Quote')}/authorize/resend`, body: null },
  lookupExternalAccount: {
    method: 'GET',
    path: `/receiver/external-account/${idOf('ExternalAccount')}`,
    body: null,
  },
  createTransferIn: {
    method: 'POST',
    path: '/transfer-in',
    body: {
      source: { accountId: idOf('ExternalAccount') },
      destination: { accountId: idOf('InternalAccount') },
      amount: 10_000,
    },
  },
  createTransferOut: {
    method: 'POST',
    path: '/transfer-out',
    body: {
      source: { accountId: idOf('InternalAccount') },
      destination: { accountId: idOf('ExternalAccount'), paymentRail: 'ACH' },
      amount: 10_000,
      remittanceInformation: 'Invoice 7',
      purposeOfPayment: 'GIFT',
    },
  },
  estimateCryptoWithdrawalFee: {
    method: 'POST',
    path: '/crypto/estimate-withdrawal-fee',
    body: {
      internalAccountId: idOf('InternalAccount'),
      currency: 'BTC',
      cryptoNetwork: 'BITCOIN',
      amount: 100,
      destinationAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    },
  },
  confirmReceiptDelivery: {
    method: 'POST',
    path: `/transactions/${idOf('Transaction')}/confirm`,
    body: { receiptDeliveryConfirmedAt: '2025-10-13T12:00:00Z' },
  },
  cancelTransaction: {
    method: 'POST',
    path: `/transactions/${idOf('Transaction')}/cancel`,
    body: { reason: 'sent twice' },
  },
  listTransactions: { method: 'GET', path: '/transactions', body: null },
  getTransactionById: { method: 'GET', path: `/transactions/${idOf('Transaction')}`, body: null },
  lookupUma: {
    method: 'GET',
    path: `/receiver/uma/%24bob%40bank.example?customerId=${idOf('Customer')}`,
    body: null,
  },
  approvePendingPayment: {
    method: 'POST',
    path: `/transactions/${idOf('Transaction')}/approve`,
    body: { receiverCustomerInfo: { FULL_NAME: 'Bob Example' } },
  },
  rejectPendingPayment: {
    method: 'POST',
    path: `/transactions/${idOf('Transaction')}/reject`,
    body: { reason: 'Not expected' },
  },
  createInvitation: {
    method: 'POST',
    path: '/invitations',
    body: {
      inviterUma: '$ada@pay.example.com',
      firstName: 'Bob',
      amountToSend: 1_000,
      expiresAt: '2030-01-01T00:00:00Z',
    },
  },
  getInvitation: { method: 'GET', path: '/invitations/7hq4k9xm2c8nvtw3', body: null },
  claimInvitation: {
    method: 'POST',
    path: '/invitations/7hq4k9xm2c8nvtw3/claim',
    body: { inviteeUma: '$bob@bank.example' },
  },
  cancelInvitation: { method: 'POST', path: '/invitations/7hq4k9xm2c8nvtw3/cancel', body: null },
  getAvailableUmaProviders: { method: 'GET', path: '/uma-providers', body: null },
  sandboxReceive: {
    method: 'POST',
    path: '/sandbox/uma/receive',
    body: {
      senderUmaAddress: '$eve@bank.example',
      receiverUmaAddress: '$ada@pay.example.com',
      customerId: idOf('Customer'),
      receivingCurrencyCode: 'USD',
      receivingCurrencyAmount: 10_000,
    },
  },
  listStablecoinProviderAccounts: { method: 'GET', path: '/stablecoin-provider-accounts', body: null },
  linkStablecoinProviderAccount: {
    method: 'POST',
    path: '/stablecoin-provider-accounts',
    body: { provider: 'BRALE', apiClientId: 'client', apiClientSecret: 'canary', providerAccountId: 'acct_example' },
  },
  getStablecoinProviderAccount: {
    method: 'GET',
    path: `/stablecoin-provider-accounts/${idOf('StablecoinProviderAccount')}`,
    body: null,
  },
  listStablecoins: { method: 'GET', path: '/stablecoins', body: null },
  registerStablecoin: {
    method: 'POST',
    path: '/stablecoins',
    body: {
      providerTokenIdentifier: 'token-1',
      networkTokenIdentifier: 'btkn1example',
      network: 'SPARK',
      stablecoinProviderAccountId: idOf('StablecoinProviderAccount'),
    },
  },
  getStablecoin: { method: 'GET', path: coinPath, body: null },
  createStablecoinMintQuote: { method: 'POST', path: `${coinPath}/mint-quotes`, body: mint },
  createStablecoinBurnQuote: { method: 'POST', path: `${coinPath}/burn-quotes`, body: burn },
  getStablecoinQuote: { method: 'GET', path: `/stablecoin-quotes/${idOf('StablecoinQuote')}`, body: null },
  executeStablecoinQuote: { method: 'POST', path: `/stablecoin-quotes/${idOf('StablecoinQuote')}/execute`, body: null },
  createStablecoinMint: { method: 'POST', path: `${coinPath}/mints`, body: mint },
  createStablecoinBurn: { method: 'POST', path: `${coinPath}/burns`, body: burn },
  listStablecoinOperations: { method: 'GET', path: `${coinPath}/operations`, body: null },
  getStablecoinOperation: {
    method: 'GET',
    path: `/stablecoin-operations/${idOf('StablecoinOperation')}`,
    body: null,
  },
  listAgents: { method: 'GET', path: '/agents', body: null },
  createAgent: {
    method: 'POST',
    path: '/agents',
    body: { name: 'Bookkeeper', customerId: idOf('Customer'), policy },
  },
  listAgentApprovals: { method: 'GET', path: '/agents/approvals', body: null },
  getAgentById: { method: 'GET', path: `/agents/${idOf('Agent')}`, body: null },
  updateAgent: { method: 'PATCH', path: `/agents/${idOf('Agent')}`, body: { name: 'Clerk', isPaused: true } },
  deleteAgent: { method: 'DELETE', path: `/agents/${idOf('Agent')}`, body: null },
  updateAgentPolicy: { method: 'PATCH', path: `/agents/${idOf('Agent')}/policy`, body: policy },
  regenerateAgentDeviceCode: { method: 'POST', path: `/agents/${idOf('Agent')}/device-codes`, body: null },
  approveAgentAction: {
    method: 'POST',
    path: `/agents/${idOf('Agent')}/actions/${idOf('AgentAction')}/approve`,
    body: null,
  },
  rejectAgentAction: {
    method: 'POST',
    path: `/agents/${idOf('Agent')}/actions/${idOf('AgentAction')}/reject`,
    body: { reason: 'Not expected' },
  },
  getAgentDeviceCodeStatus: { method: 'GET', path: '/agents/device-codes/7HQ4K9XMCRVW/status', body: null },
  redeemAgentDeviceCode: { method: 'POST', path: '/agents/device-codes/7HQ4K9XMCRVW/redeem', body: null },
  getAgentMe: { method: 'GET', path: '/agents/me', body: null },
  agentListTransactions: { method: 'GET', path: '/agents/me/transactions', body: null },
  agentGetTransaction: { method: 'GET', path: `/agents/me/transactions/${idOf('Transaction')}`, body: null },
  agentCreateQuote: {
    method: 'POST',
    path: '/agents/me/quotes',
    body: {
      source: { sourceType: 'ACCOUNT', accountId: idOf('InternalAccount') },
      destination: { destinationType: 'ACCOUNT', accountId: idOf('ExternalAccount') },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 10_000,
    },
  },
  agentGetQuote: { method: 'GET', path: `/agents/me/quotes/${idOf('Quote')}`, body: null },
  agentExecuteQuote: { method: 'POST', path: `/agents/me/quotes/${idOf('Quote')}/execute`, body: null },
  agentListActions: { method: 'GET', path: '/agents/me/actions', body: null },
  agentGetAction: { method: 'GET', path: `/agents/me/actions/${idOf('AgentAction')}`, body: null },
  agentCreateTransferIn: {
    method: 'POST',
    path: '/agents/me/transfer-in',
    body: {
      source: { accountId: idOf('ExternalAccount') },
      destination: { accountId: idOf('InternalAccount') },
      amount: 10_000,
    },
  },
  agentCreateTransferOut: {
    method: 'POST',
    path: '/agents/me/transfer-out',
    body: {
      source: { accountId: idOf('InternalAccount') },
      destination: { accountId: idOf('ExternalAccount'), paymentRail: 'ACH' },
      amount: 10_000,
      remittanceInformation: 'Invoice 7',
      purposeOfPayment: 'GIFT',
    },
  },
  agentListInternalAccounts: { method: 'GET', path: '/agents/me/internal-accounts', body: null },
  agentListExternalAccounts: { method: 'GET', path: '/agents/me/external-accounts', body: null },
  agentCreateExternalAccount: {
    method: 'POST',
    path: '/agents/me/external-accounts',
    body: {
      customerId: idOf('Customer'),
      currency: 'BTC',
      platformAccountId: 'account-1',
      accountInfo: { accountType: 'LAYER2_WALLET', address: 'spark1example' },
    },
  },
  agentGetExternalAccount: {
    method: 'GET',
    path: `/agents/me/external-accounts/${idOf('ExternalAccount')}`,
    body: null,
  },
  agentDeleteExternalAccount: {
    method: 'DELETE',
    path: `/agents/me/external-accounts/${idOf('ExternalAccount')}`,
    body: null,
  },
  sendTestWebhook: { method: 'POST', path: '/sandbox/webhooks/test', body: null },
  getWebhookPublicKey: { method: 'GET', path: '/webhooks/public-key', body: null },
  getWebhookSecret: { method: 'GET', path: '/webhooks/secret', body: null },
  rotateWebhookSecret: { method: 'POST', path: '/webhooks/secret/rotate', body: null },
  listWebhookEvents: { method: 'GET', path: '/webhooks/events', body: null },
  getWebhookEvent: { method: 'GET', path: `/webhooks/events/${idOf('Webhook')}`, body: null },
  redeliverWebhookEvent: { method: 'POST', path: `/webhooks/events/${idOf('Webhook')}/redeliver`, body: null },
  signWebhookEvent: { method: 'GET', path: `/webhooks/events/${idOf('Webhook')}/delivery`, body: null },
  followWebhookEvents: { method: 'GET', path: '/webhooks/feed', body: null },
  listTokens: { method: 'GET', path: '/tokens', body: null },
  createToken: { method: 'POST', path: '/tokens', body: { name: 'reporting', permissions: ['VIEW', 'TRANSACT'] } },
  getTokenById: { method: 'GET', path: `/tokens/${idOf('Token')}`, body: null },
  deleteTokenById: { method: 'DELETE', path: `/tokens/${idOf('Token')}`, body: null },
  listLedgerEntries: { method: 'GET', path: '/ledger/entries', body: null },
  getSandboxClock: { method: 'GET', path: '/sandbox/clock', body: null },
  advanceSandboxClock: { method: 'POST', path: '/sandbox/clock/advance', body: { seconds: 360 } },
  sandboxSend: {
    method: 'POST',
    path: '/sandbox/send',
    body: { quoteId: idOf('Quote'), currencyCode: 'USD', currencyAmount: 10_000 },
  },
  sandboxDeposit: {
    method: 'POST',
    path: '/sandbox/deposits',
    body: { reference: 'K7QF9M3X', currencyCode: 'USD', amount: 10_000 },
  },
  listCards: { method: 'GET', path: '/cards', body: null },
  createCard: {
    method: 'POST',
    path: '/cards',
    body: {
      cardholderId: idOf('Customer'),
      platformCardId: 'card-1',
      threeDSecurePassword: 'canary-password',
      form: 'VIRTUAL',
      fundingSources: [idOf('InternalAccount')],
      maxSpendPerTransaction: 50_000,
    },
  },
  getCardById: { method: 'GET', path: `/cards/${idOf('Card')}`, body: null },
  updateCardById: {
    method: 'PATCH',
    path: `/cards/${idOf('Card')}`,
    body: { state: 'FROZEN', fundingSources: [idOf('InternalAccount')], maxSpendPerTransaction: 40_000 },
  },
  revealCard: { method: 'POST', path: `/cards/${idOf('Card')}/reveal`, body: null },
  sandboxSimulateCardAuthorization: simulated('authorization', cardUse),
  sandboxSimulateCardCreditAuthorization: simulated('credit_authorization', cardUse),
  sandboxSimulateCardFinancialAuthorization: simulated('financial_authorization', cardUse),
  sandboxSimulateCardFinancialCreditAuthorization: simulated('financial_credit_authorization', cardUse),
  sandboxSimulateCardCreditAuthorizationAdvice: simulated('credit_authorization_advice', cardUse),
  sandboxSimulateCardBalanceInquiry: simulated('balance_inquiry', { merchant: cardUse.merchant }),
  sandboxSimulateCardClearing: simulated('clearing', { ...cardTransaction, amount: 0 }),
  sandboxSimulateCardReturn: simulated('return', { ...cardTransaction, amount: 500 }),
  sandboxSimulateCardAuthorizationAdvice: simulated('authorization_advice', { ...cardTransaction, amount: 500 }),
  sandboxSimulateCardReturnReversal: simulated('return_reversal', cardTransaction),
  sandboxFundInternalAccount: {
    method: 'POST',
    path: `/sandbox/internal-accounts/${idOf('InternalAccount')}/fund`,
    body: { amount: 1_000_000 },
  },
};
