// Generated from the OpenAPI document and tool-fields.mjs by `npm run client:write`; do not edit.
/** What the operations take that tools call. */
export const REQUESTS = {
  advanceSandboxClock: {
    fields: {
      "seconds": {"in":"body","name":"seconds","required":true,"type":"integer","minimum":1,"maximum":31622400,"description":"How far to move it from where it is now. In total it can be 3,660 days ahead of the host."},
    },
    choices: {
    },
  },
  agentCreateExternalAccount: {
    fields: {
      "customerId": {"in":"body","name":"customerId","required":true,"type":"string","description":"The customer who owns or pays the account. A deleted customer is refused."},
      "currency": {"in":"body","name":"currency","required":true,"type":"string","minLength":1,"maxLength":16,"description":"Code of the currency that the account receives, such as `EUR`. The account type must serve it."},
      "accountInfo": {"in":"body","name":"accountInfo","required":true,"description":"The details of the account, in the form of its `accountType`. Fields that the type does not know are dropped."},
    },
    choices: {
    },
  },
  agentCreateQuote: {
    fields: {
      "lookupId": {"in":"body","name":"lookupId","type":"string","description":"A look-up of the same receiver. Required for UMA addresses; it fixes what the receiver accepts."},
      "source.ACCOUNT.sourceType": {"in":"body","const":"ACCOUNT"},
      "source.ACCOUNT.accountId": {"in":"body","name":"sourceAccountId","required":true,"type":"string","description":"An internal account, whose balance pays, or an external account from which a rail can collect."},
      "destination.ACCOUNT.destinationType": {"in":"body","const":"ACCOUNT"},
      "destination.ACCOUNT.accountId": {"in":"body","name":"destinationAccountId","requiredWith":"destination.ACCOUNT","type":"string","description":"Any internal or external account of the platform; it need not belong to the payer."},
      "destination.UMA_ADDRESS.destinationType": {"in":"body","const":"UMA_ADDRESS"},
      "destination.UMA_ADDRESS.umaAddress": {"in":"body","name":"destinationUmaAddress","requiredWith":"destination.UMA_ADDRESS","type":"string","minLength":1,"maxLength":320,"description":"Receiver in the form `$name@domain`; the one that was looked up with `lookupUma`."},
      "destination.UMA_ADDRESS.currency": {"in":"body","name":"destinationCurrency","type":"string","minLength":1,"maxLength":16,"description":"Code of a currency that the look-up offers. Default: the first of its `supportedCurrencies`."},
      "lockedCurrencySide": {"in":"body","name":"lockedCurrencySide","required":true,"type":"string","enum":["SENDING","RECEIVING"],"description":"Whether `lockedCurrencyAmount` is what the sender pays or what the receiver gets."},
      "lockedCurrencyAmount": {"in":"body","name":"lockedCurrencyAmount","required":true,"type":"integer","minimum":1,"maximum":9000000000000000,"format":"int64","description":"In smallest units of the locked side. Fees are included on the sending side."},
      "description": {"in":"body","name":"description","type":"string","maxLength":1000,"description":"A note for your own use. The transaction shows it; the receiver does not see it."},
      "remittanceInformation": {"in":"body","name":"remittanceInformation","type":"string","maxLength":80,"description":"Text for the receiver's statement, if the payment rail carries one."},
      "purposeOfPayment": {"in":"body","name":"purposeOfPayment","type":"string","enum":["GIFT","SELF","GOODS_OR_SERVICES","EDUCATION","HEALTH_OR_MEDICAL","REAL_ESTATE_PURCHASE","TAX_PAYMENT","LOAN_PAYMENT","UTILITY_BILL","DONATION","TRAVEL","FAMILY_SUPPORT","SALARY_PAYMENT","OTHER"],"description":"Why the money is paid, for rails and institutions that require a reason."},
    },
    choices: {
      "destination": {"isRequired":true,"variants":["destination.ACCOUNT","destination.UMA_ADDRESS"]},
    },
  },
  agentCreateTransferIn: {
    fields: {
      "source.accountId": {"in":"body","name":"sourceAccountId","required":true,"type":"string","description":"An external account of the same owner and in the same currency as the internal account."},
      "destination.accountId": {"in":"body","name":"destinationAccountId","required":true,"type":"string","description":"An internal account of a customer or of the platform."},
      "amount": {"in":"body","name":"amount","type":"integer","minimum":-9000000000000000,"maximum":9000000000000000,"format":"int64","description":"Positive, in smallest units of the currency of both accounts. A request without it is refused."},
    },
    choices: {
    },
  },
  agentCreateTransferOut: {
    fields: {
      "source.accountId": {"in":"body","name":"sourceAccountId","required":true,"type":"string","description":"An internal account of a customer or of the platform."},
      "destination.accountId": {"in":"body","name":"destinationAccountId","required":true,"type":"string","description":"An external account of the same owner and in the same currency as the internal account."},
      "amount": {"in":"body","name":"amount","type":"integer","minimum":-9000000000000000,"maximum":9000000000000000,"format":"int64","description":"What leaves the balance: positive, in smallest units of the currency of both accounts. On a chain, the network fee comes off it. A request without it is refused."},
      "remittanceInformation": {"in":"body","name":"remittanceInformation","type":"string","maxLength":80,"description":"Text for the receiver's statement, if the payment rail carries one."},
      "purposeOfPayment": {"in":"body","name":"purposeOfPayment","type":"string","enum":["GIFT","SELF","GOODS_OR_SERVICES","EDUCATION","HEALTH_OR_MEDICAL","REAL_ESTATE_PURCHASE","TAX_PAYMENT","LOAN_PAYMENT","UTILITY_BILL","DONATION","TRAVEL","FAMILY_SUPPORT","SALARY_PAYMENT","OTHER"],"description":"Why the money is paid, for rails and institutions that require a reason."},
    },
    choices: {
    },
  },
  agentDeleteExternalAccount: {
    fields: {
      "externalAccountId": {"in":"path","name":"externalAccountId","required":true,"type":"string","description":"Id of an ExternalAccount. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`."},
    },
    choices: {
    },
  },
  agentExecuteQuote: {
    fields: {
      "quoteId": {"in":"path","name":"quoteId","required":true,"type":"string","description":"Id of a Quote. An unknown id, or one of another platform or environment, is `QUOTE_NOT_FOUND`."},
    },
    choices: {
    },
  },
  agentGetAction: {
    fields: {
      "actionId": {"in":"path","name":"actionId","required":true,"type":"string","description":"Id of an AgentAction. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`."},
    },
    choices: {
    },
  },
  agentGetExternalAccount: {
    fields: {
      "externalAccountId": {"in":"path","name":"externalAccountId","required":true,"type":"string","description":"Id of an ExternalAccount. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`."},
    },
    choices: {
    },
  },
  agentGetQuote: {
    fields: {
      "quoteId": {"in":"path","name":"quoteId","required":true,"type":"string","description":"Id of a Quote. An unknown id, or one of another platform or environment, is `QUOTE_NOT_FOUND`."},
    },
    choices: {
    },
  },
  agentGetTransaction: {
    fields: {
      "transactionId": {"in":"path","name":"transactionId","required":true,"type":"string","description":"Id of a Transaction. An unknown id, or one of another platform or environment, is `TRANSACTION_NOT_FOUND`."},
    },
    choices: {
    },
  },
  agentListActions: {
    fields: {
      "status": {"in":"query","name":"status","type":"string","enum":["PENDING_APPROVAL","APPROVED","REJECTED","FAILED"],"description":"Only actions in this state, such as `PENDING_APPROVAL` for those that wait."},
      "limit": {"in":"query","name":"limit","type":"integer","minimum":1,"maximum":100,"default":20,"description":"The most records in one page."},
      "cursor": {"in":"query","name":"cursor","type":"string","minLength":1,"maxLength":1000,"description":"`nextCursor` of the page before. Keep all filters; omit it for the first page."},
    },
    choices: {
    },
  },
  agentListExternalAccounts: {
    fields: {
      "currency": {"in":"query","name":"currency","type":"string","minLength":1,"maxLength":1000,"description":"Only accounts in this currency, by its code, such as `USD`. An unknown code finds nothing."},
      "limit": {"in":"query","name":"limit","type":"integer","minimum":1,"maximum":100,"default":20,"description":"The most records in one page."},
      "cursor": {"in":"query","name":"cursor","type":"string","minLength":1,"maxLength":1000,"description":"`nextCursor` of the page before. Keep all filters; omit it for the first page."},
    },
    choices: {
    },
  },
  agentListInternalAccounts: {
    fields: {
      "currency": {"in":"query","name":"currency","type":"string","minLength":1,"maxLength":1000,"description":"Only accounts in this currency, by its code, such as `USD`. An unknown code finds nothing."},
      "limit": {"in":"query","name":"limit","type":"integer","minimum":1,"maximum":100,"default":20,"description":"The most records in one page."},
      "cursor": {"in":"query","name":"cursor","type":"string","minLength":1,"maxLength":1000,"description":"`nextCursor` of the page before. Keep all filters; omit it for the first page."},
    },
    choices: {
    },
  },
  agentListTransactions: {
    fields: {
      "type": {"in":"query","name":"type","type":"string","enum":["INCOMING","OUTGOING","CARD"],"description":"Only payments in this direction, or only card transactions."},
      "startDate": {"in":"query","name":"startDate","type":"string","format":"date-time","description":"Only payments that started at this time or later."},
      "limit": {"in":"query","name":"limit","type":"integer","minimum":1,"maximum":100,"default":20,"description":"The most records in one page."},
      "cursor": {"in":"query","name":"cursor","type":"string","minLength":1,"maxLength":1000,"description":"`nextCursor` of the page before. Keep all filters; omit it for the first page."},
    },
    choices: {
    },
  },
  createCustomer: {
    fields: {
      "INDIVIDUAL.customerType": {"in":"body","const":"INDIVIDUAL"},
      "INDIVIDUAL.platformCustomerId": {"in":"body","name":"platformCustomerId","type":"string","minLength":1,"maxLength":255,"description":"Your own id of the customer, unique among your customers that are not deleted. Default: the UUID of `id`."},
      "INDIVIDUAL.region": {"in":"body","name":"region","type":"string","description":"Country whose rules apply to the customer: two letters (ISO 3166-1 alpha-2). Default: the country of `address`. Customers in the European Economic Area must verify their contacts and confirm payments."},
      "INDIVIDUAL.currencies": {"in":"body","name":"currencies","type":"array","maxItems":200,"items":{"type":"string","minLength":1,"maxLength":16},"description":"Currencies in which the customer has an internal account. An empty list, like none, means all currencies of the platform."},
      "INDIVIDUAL.fullName": {"in":"body","name":"fullName","type":"string","minLength":1,"maxLength":250,"description":"Given and family names as in the identity document. Its last three characters decide a verification in the sandbox."},
    },
    choices: {
    },
  },
  createCustomerExternalAccount: {
    fields: {
      "customerId": {"in":"body","name":"customerId","required":true,"type":"string","description":"The customer who owns or pays the account. A deleted customer is refused."},
      "currency": {"in":"body","name":"currency","required":true,"type":"string","minLength":1,"maxLength":16,"description":"Code of the currency that the account receives, such as `EUR`. The account type must serve it."},
      "accountInfo": {"in":"body","name":"accountInfo","required":true,"description":"The details of the account, in the form of its `accountType`. Fields that the type does not know are dropped."},
    },
    choices: {
    },
  },
  createQuote: {
    fields: {
      "lookupId": {"in":"body","name":"lookupId","type":"string","description":"A look-up of the same receiver. Required for UMA addresses; it fixes what the receiver accepts."},
      "source.ACCOUNT.sourceType": {"in":"body","const":"ACCOUNT"},
      "source.ACCOUNT.accountId": {"in":"body","name":"sourceAccountId","requiredWith":"source.ACCOUNT","type":"string","description":"An internal account, whose balance pays, or an external account from which a rail can collect."},
      "source.REALTIME_FUNDING.sourceType": {"in":"body","const":"REALTIME_FUNDING"},
      "source.REALTIME_FUNDING.customerId": {"in":"body","name":"sourceCustomerId","type":"string","description":"The customer who pays, or the id of the platform. Default: the owner of the destination account, or the customer of the look-up."},
      "source.REALTIME_FUNDING.currency": {"in":"body","name":"sourceCurrency","requiredWith":"source.REALTIME_FUNDING","type":"string","minLength":1,"maxLength":16,"description":"Code of the currency in which the payer sends the money, such as `USD`."},
      "destination.ACCOUNT.destinationType": {"in":"body","const":"ACCOUNT"},
      "destination.ACCOUNT.accountId": {"in":"body","name":"destinationAccountId","requiredWith":"destination.ACCOUNT","type":"string","description":"Any internal or external account of the platform; it need not belong to the payer."},
      "destination.UMA_ADDRESS.destinationType": {"in":"body","const":"UMA_ADDRESS"},
      "destination.UMA_ADDRESS.umaAddress": {"in":"body","name":"destinationUmaAddress","requiredWith":"destination.UMA_ADDRESS","type":"string","minLength":1,"maxLength":320,"description":"Receiver in the form `$name@domain`; the one that was looked up with `lookupUma`."},
      "destination.UMA_ADDRESS.currency": {"in":"body","name":"destinationCurrency","type":"string","minLength":1,"maxLength":16,"description":"Code of a currency that the look-up offers. Default: the first of its `supportedCurrencies`."},
      "lockedCurrencySide": {"in":"body","name":"lockedCurrencySide","required":true,"type":"string","enum":["SENDING","RECEIVING"],"description":"Whether `lockedCurrencyAmount` is what the sender pays or what the receiver gets."},
      "lockedCurrencyAmount": {"in":"body","name":"lockedCurrencyAmount","required":true,"type":"integer","minimum":1,"maximum":9000000000000000,"format":"int64","description":"In smallest units of the locked side. Fees are included on the sending side."},
      "description": {"in":"body","name":"description","type":"string","maxLength":1000,"description":"A note for your own use. The transaction shows it; the receiver does not see it."},
      "remittanceInformation": {"in":"body","name":"remittanceInformation","type":"string","maxLength":80,"description":"Text for the receiver's statement, if the payment rail carries one."},
      "purposeOfPayment": {"in":"body","name":"purposeOfPayment","type":"string","enum":["GIFT","SELF","GOODS_OR_SERVICES","EDUCATION","HEALTH_OR_MEDICAL","REAL_ESTATE_PURCHASE","TAX_PAYMENT","LOAN_PAYMENT","UTILITY_BILL","DONATION","TRAVEL","FAMILY_SUPPORT","SALARY_PAYMENT","OTHER"],"description":"Why the money is paid, for rails and institutions that require a reason."},
    },
    choices: {
      "source": {"isRequired":true,"variants":["source.ACCOUNT","source.REALTIME_FUNDING"]},
      "destination": {"isRequired":true,"variants":["destination.ACCOUNT","destination.UMA_ADDRESS"]},
    },
  },
  executeQuote: {
    fields: {
      "quoteId": {"in":"path","name":"quoteId","required":true,"type":"string","description":"Id of a Quote. An unknown id, or one of another platform or environment, is `QUOTE_NOT_FOUND`."},
    },
    choices: {
    },
  },
  getAgentMe: {
    fields: {
    },
    choices: {
    },
  },
  getExchangeRates: {
    fields: {
      "sourceCurrency": {"in":"query","name":"sourceCurrency","type":"string","minLength":1,"maxLength":1000,"pattern":"^[A-Z]{3,5}$","description":"Code of the currency that is sent. By default, all that the platform may send."},
      "destinationCurrency": {"in":"query","name":"destinationCurrency","type":"array","items":{"type":"string"},"description":"Codes of currencies that are received: repeated, or separated by commas. By default, all that a rail pays."},
    },
    choices: {
    },
  },
  getQuoteById: {
    fields: {
      "quoteId": {"in":"path","name":"quoteId","required":true,"type":"string","description":"Id of a Quote. An unknown id, or one of another platform or environment, is `QUOTE_NOT_FOUND`."},
    },
    choices: {
    },
  },
  getSandboxClock: {
    fields: {
    },
    choices: {
    },
  },
  getTransactionById: {
    fields: {
      "transactionId": {"in":"path","name":"transactionId","required":true,"type":"string","description":"Id of a Transaction. An unknown id, or one of another platform or environment, is `TRANSACTION_NOT_FOUND`."},
    },
    choices: {
    },
  },
  getWebhookEvent: {
    fields: {
      "eventId": {"in":"path","name":"eventId","required":true,"type":"string","description":"Id of a Webhook. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`."},
    },
    choices: {
    },
  },
  listAgentApprovals: {
    fields: {
      "limit": {"in":"query","name":"limit","type":"integer","minimum":1,"maximum":100,"default":20,"description":"The most records in one page."},
      "cursor": {"in":"query","name":"cursor","type":"string","minLength":1,"maxLength":1000,"description":"`nextCursor` of the page before. Keep all filters; omit it for the first page."},
    },
    choices: {
    },
  },
  listCustomerExternalAccounts: {
    fields: {
      "limit": {"in":"query","name":"limit","type":"integer","minimum":1,"maximum":100,"default":20,"description":"The most records in one page."},
      "cursor": {"in":"query","name":"cursor","type":"string","minLength":1,"maxLength":1000,"description":"`nextCursor` of the page before. Keep all filters; omit it for the first page."},
      "customerId": {"in":"query","name":"customerId","type":"string","description":"Only this customer's accounts. Without it, those of all customers."},
    },
    choices: {
    },
  },
  listCustomerInternalAccounts: {
    fields: {
      "currency": {"in":"query","name":"currency","type":"string","minLength":1,"maxLength":1000,"description":"Only accounts in this currency, by its code, such as `USD`. An unknown code finds nothing."},
      "customerId": {"in":"query","name":"customerId","type":"string","description":"Only this customer's accounts. Without it, those of all customers."},
      "limit": {"in":"query","name":"limit","type":"integer","minimum":1,"maximum":100,"default":20,"description":"The most records in one page."},
      "cursor": {"in":"query","name":"cursor","type":"string","minLength":1,"maxLength":1000,"description":"`nextCursor` of the page before. Keep all filters; omit it for the first page."},
    },
    choices: {
    },
  },
  listCustomers: {
    fields: {
      "limit": {"in":"query","name":"limit","type":"integer","minimum":1,"maximum":100,"default":20,"description":"The most records in one page."},
      "cursor": {"in":"query","name":"cursor","type":"string","minLength":1,"maxLength":1000,"description":"`nextCursor` of the page before. Keep all filters; omit it for the first page."},
    },
    choices: {
    },
  },
  listTransactions: {
    fields: {
      "customerId": {"in":"query","name":"customerId","type":"string","description":"Only payments of this customer, or with the platform's id those of its own accounts."},
      "limit": {"in":"query","name":"limit","type":"integer","minimum":1,"maximum":100,"default":20,"description":"The most records in one page."},
      "cursor": {"in":"query","name":"cursor","type":"string","minLength":1,"maxLength":1000,"description":"`nextCursor` of the page before. Keep all filters; omit it for the first page."},
    },
    choices: {
    },
  },
  listWebhookEvents: {
    fields: {
      "resource": {"in":"query","name":"resource","type":"string","minLength":1,"maxLength":1000,"description":"Only events about this record, such as the id of a transaction."},
      "limit": {"in":"query","name":"limit","type":"integer","minimum":1,"maximum":100,"default":20,"description":"The most records in one page."},
      "cursor": {"in":"query","name":"cursor","type":"string","minLength":1,"maxLength":1000,"description":"`nextCursor` of the page before. Keep all filters; omit it for the first page."},
    },
    choices: {
    },
  },
  lookupExternalAccount: {
    fields: {
      "accountId": {"in":"path","name":"accountId","required":true,"type":"string","description":"Id of an ExternalAccount. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`."},
      "customerId": {"in":"query","name":"customerId","type":"string","description":"The paying customer by its id. An external account can be looked up without a sender: the platform pays."},
    },
    choices: {
    },
  },
  lookupUma: {
    fields: {
      "receiverUmaAddress": {"in":"path","name":"receiverUmaAddress","required":true,"type":"string","description":"Whom to pay: an address of the form `$name@domain`. Percent-encode it."},
      "customerId": {"in":"query","name":"customerId","type":"string","description":"The paying customer by its id. An external account can be looked up without a sender: the platform pays."},
    },
    choices: {
    },
  },
  sandboxDeposit: {
    fields: {
      "reference": {"in":"body","name":"reference","required":true,"type":"string","minLength":1,"maxLength":255,"description":"What the payer writes on the transfer: the reference of payment instructions, or any text to see it sent back."},
      "currencyCode": {"in":"body","name":"currencyCode","required":true,"type":"string","minLength":1,"maxLength":16,"description":"What the payer sends. A simulated rail must receive it."},
      "amount": {"in":"body","name":"amount","required":true,"type":"integer","minimum":1,"maximum":9000000000000000,"format":"int64","description":"In smallest units of that currency."},
    },
    choices: {
    },
  },
  sandboxFundInternalAccount: {
    fields: {
      "accountId": {"in":"path","name":"accountId","required":true,"type":"string","description":"Id of an InternalAccount. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`."},
      "amount": {"in":"body","name":"amount","required":true,"type":"integer","minimum":1,"maximum":100000000000,"format":"int64","description":"In smallest units of the account's currency, on top of the balance."},
    },
    choices: {
    },
  },
  sandboxSend: {
    fields: {
      "quoteId": {"in":"body","name":"quoteId","required":true,"type":"string","description":"A quote with the source `REALTIME_FUNDING`."},
      "currencyCode": {"in":"body","name":"currencyCode","required":true,"type":"string","minLength":1,"maxLength":16,"description":"What the payer sends. It must be the sending currency of the quote."},
      "currencyAmount": {"in":"body","name":"currencyAmount","type":"integer","minimum":1,"maximum":9000000000000000,"format":"int64","description":"In smallest units; by default exactly what the quote asks for. Another amount is refunded."},
    },
    choices: {
    },
  },
} as const;
