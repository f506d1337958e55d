import { ApiError } from '@corridor/client';

/** The app itself refuses a request. All other codes that the page receives are those of Corridor. */
export class Refusal extends Error {
  constructor(status, code, fields = []) {
    super(code);
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

const CURRENCY = 'USDB';
const TEST_MONEY = 50_000_000;
/** Customers of this app, among those that the platform may have besides. */
const customerKeyOf = (username) => `wallet-app:${username}`;

const hasCode = (error, code) => error instanceof ApiError && error.code === code;

/** The stamp of the device, if it sent one: this server can pass a stamp on, but cannot make one. */
const signedHeaders = ({ stamp, requestId }) => ({
  ...(stamp !== undefined && { 'Svc-Wallet-Signature': stamp }),
  ...(requestId !== undefined && { 'Request-Id': requestId }),
});

const moneyOf = (amount, { code, decimals }) => ({ amount, currency: code, decimals });

/**
 * What users do with their wallets, as calls of Corridor. An `owner` is the user of a session of this app: every
 * function acts on this user's wallet only, whatever ids the page sends.
 */
export function createWallets(corridor) {
  async function walletOf(customerId) {
    const { data } = await corridor.listCustomerInternalAccounts({ query: { customerId, currency: CURRENCY } });
    const wallet = data.find(({ type }) => type === 'EMBEDDED_WALLET');
    if (wallet === undefined) throw new Error(`${customerId} has no wallet`);
    return wallet;
  }

  async function ownerOf({ id: customerId, fullName }, username) {
    const { id: accountId } = await walletOf(customerId);
    return { username, fullName, customerId, accountId };
  }

  async function passkeyOf({ accountId }) {
    const { data } = await corridor.listAuthCredentials({ query: { accountId } });
    return data.find(({ type }) => type === 'PASSKEY') ?? null;
  }

  async function findOwner(username) {
    const { data } = await corridor.listCustomers({ query: { platformCustomerId: customerKeyOf(username) } });
    if (data.length === 0) throw new Refusal(404, 'USER_UNKNOWN');
    return ownerOf(data[0], username);
  }

  async function findPasskey(username) {
    const owner = await findOwner(username);
    const passkey = await passkeyOf(owner);
    if (passkey === null) throw new Refusal(404, 'USER_UNKNOWN');
    return { owner, passkey };
  }

  /** The account that is paid. Corridor keeps each account of a customer once. */
  async function receiverOf({ customerId }, { receiver, country, iban }) {
    const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: receiver, countryOfResidence: country };
    const accountInfo = { accountType: 'EUR_ACCOUNT', iban, beneficiary };
    try {
      return await corridor.createCustomerExternalAccount({ body: { customerId, currency: 'EUR', accountInfo } });
    } catch (error) {
      const { accountId } = hasCode(error, 'CONFLICT') ? error.details : {};
      if (accountId === undefined) throw error;
      return corridor.getCustomerExternalAccountById({ path: { externalAccountId: accountId } });
    }
  }

  /** A quote of this wallet. For other users it does not exist. */
  async function quoteOf(owner, quoteId) {
    const quote = await corridor.getQuoteById({ path: { quoteId } });
    if (quote.source.accountId !== owner.accountId) throw new Refusal(404, 'QUOTE_NOT_FOUND');
    return quote;
  }

  const paymentOf = ({
    id,
    status,
    direction,
    type,
    sentAmount,
    receivedAmount,
    description,
    createdAt,
    failureReason,
  }) => {
    const { amount, currency } = sentAmount ?? receivedAmount;
    return {
      id,
      status,
      type: direction ?? type,
      money: moneyOf(amount, currency),
      description,
      createdAt,
      failureReason,
    };
  };

  return {
    /**
     * A customer with a wallet. Without an email address the wallet starts without a credential, so that the passkey
     * is the first one and the only one.
     */
    async signUp({ username, fullName }) {
      try {
        const customer = await corridor.createCustomer({
          body: {
            customerType: 'INDIVIDUAL',
            fullName,
            region: 'US',
            platformCustomerId: customerKeyOf(username),
            currencies: [CURRENCY],
          },
        });
        return await ownerOf(customer, username);
      } catch (error) {
        throw hasCode(error, 'CONFLICT') ? new Refusal(409, 'USERNAME_TAKEN') : error;
      }
    },

    hasPasskey: async (owner) => (await passkeyOf(owner)) !== null,

    /** The first credential of a wallet needs no signature. A wallet that has one answers with a challenge instead. */
    async addPasskey({ accountId, username }, challenge, attestation) {
      const body = { type: 'PASSKEY', accountId, nickname: `Passkey of ${username}`, challenge, attestation };
      const result = await corridor.createAuthCredential({ body });
      if (result.payloadToSign !== undefined) throw new Refusal(409, 'PASSKEY_EXISTS');
    },

    /** The challenge that the passkey signs. It is for this key of the device, and for no other. */
    async startSignIn({ username, clientPublicKey }) {
      const { passkey } = await findPasskey(username);
      const { credentialId, challenge, requestId } = await corridor.challengeAuthCredential({
        path: { id: passkey.id },
        body: { clientPublicKey },
      });
      return { credentialId, challenge, requestId };
    },

    /** Corridor verifies the passkey: who opens a session of the wallet is its owner, and is signed in here as well. */
    async finishSignIn({ username, requestId, assertion }) {
      const { owner, passkey } = await findPasskey(username);
      const { id, expiresAt } = await corridor.verifyAuthCredential({
        path: { id: passkey.id },
        headers: { 'Request-Id': requestId },
        body: { type: 'PASSKEY', assertion },
      });
      return { owner, session: { id, expiresAt } };
    },

    async overview({ username, fullName, customerId, accountId }) {
      const { balance } = await walletOf(customerId);
      const query = { customerId, limit: 10, sortOrder: 'desc' };
      const { data } = await corridor.listTransactions({ query });
      return {
        username,
        fullName,
        accountId,
        balance: moneyOf(balance.amount, balance.currency),
        payments: data.map(paymentOf),
      };
    },

    /** Simulated money: a production host refuses it. */
    async addTestMoney({ accountId }) {
      await corridor.sandboxFundInternalAccount({ path: { accountId }, body: { amount: TEST_MONEY } });
    },

    /** The price of a payment, and the text that the owner signs to make it. */
    async quote(owner, { amount, ...receiver }) {
      const account = await receiverOf(owner, receiver);
      const { beneficiary, iban: number } = account.accountInfo;
      const quote = await corridor.createQuote({
        body: {
          source: { sourceType: 'ACCOUNT', accountId: owner.accountId },
          destination: { destinationType: 'ACCOUNT', accountId: account.id },
          lockedCurrencySide: 'SENDING',
          lockedCurrencyAmount: amount,
          description: `to ${beneficiary.fullName}`,
        },
      });
      return {
        id: quote.id,
        receiver: { accountId: account.id, name: beneficiary.fullName, iban: number },
        sent: moneyOf(quote.totalSendingAmount, quote.sendingCurrency),
        fee: moneyOf(quote.feesIncluded, quote.sendingCurrency),
        received: moneyOf(quote.totalReceivingAmount, quote.receivingCurrency),
        expiresAt: quote.expiresAt,
        payloadToSign: quote.paymentInstructions[0].accountOrWalletInfo.payloadToSign,
      };
    },

    /** Pays a quote with the stamp of the device. Corridor refuses any other stamp, and none. */
    async pay(owner, quoteId, signed) {
      const { id, transactionId } = await quoteOf(owner, quoteId);
      await corridor.executeQuote({ path: { quoteId: id }, headers: signedHeaders({ stamp: signed.stamp }) });
      return { paymentId: transactionId };
    },

    async payment({ customerId }, transactionId) {
      const transaction = await corridor.getTransactionById({ path: { transactionId } });
      if (transaction.customerId !== customerId) throw new Refusal(404, 'TRANSACTION_NOT_FOUND');
      return paymentOf(transaction);
    },

    /** The recovery words, encrypted to a key of the device. The first call answers with the text to sign. */
    exportWords: ({ accountId }, { clientPublicKey }, signed) =>
      corridor.exportInternalAccount({
        path: { id: accountId },
        body: { clientPublicKey },
        headers: signedHeaders(signed),
      }),

    /** Ends a session of the wallet, so that its key no longer signs. Signed as well. */
    async endSession({ accountId }, sessionId, signed) {
      const { data } = await corridor.listAuthSessions({ query: { accountId } });
      if (!data.some(({ id }) => id === sessionId)) throw new Refusal(404, 'SESSION_NOT_FOUND');
      return (await corridor.revokeAuthSession({ path: { id: sessionId }, headers: signedHeaders(signed) })) ?? null;
    },
  };
}
