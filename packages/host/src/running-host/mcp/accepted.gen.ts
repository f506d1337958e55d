// Generated from the OpenAPI document by `npm run client:write`; do not edit.
/** What the API accepts in these fields, by operation. */
export const ACCEPTED = {
  "agentCreateQuote": {
    "destination.umaAddress": {
      "minLength": 1,
      "maxLength": 320
    },
    "lockedCurrencySide": {
      "enum": [
        "SENDING",
        "RECEIVING"
      ]
    },
    "lockedCurrencyAmount": {
      "minimum": 1,
      "maximum": 9000000000000000
    },
    "description": {
      "maxLength": 1000
    },
    "remittanceInformation": {
      "maxLength": 80
    },
    "purposeOfPayment": {
      "enum": [
        "GIFT",
        "SELF",
        "GOODS_OR_SERVICES",
        "EDUCATION",
        "HEALTH_OR_MEDICAL",
        "REAL_ESTATE_PURCHASE",
        "TAX_PAYMENT",
        "LOAN_PAYMENT",
        "UTILITY_BILL",
        "DONATION",
        "TRAVEL",
        "FAMILY_SUPPORT",
        "SALARY_PAYMENT",
        "OTHER"
      ]
    }
  },
  "agentListActions": {
    "status": {
      "enum": [
        "PENDING_APPROVAL",
        "APPROVED",
        "REJECTED",
        "FAILED"
      ]
    },
    "cursor": {
      "minLength": 1,
      "maxLength": 1000
    }
  },
  "agentListTransactions": {
    "type": {
      "enum": [
        "INCOMING",
        "OUTGOING",
        "CARD"
      ]
    }
  },
  "advanceSandboxClock": {
    "seconds": {
      "minimum": 1,
      "maximum": 31622400
    }
  },
  "createCustomer": {
    "fullName": {
      "minLength": 1,
      "maxLength": 250
    },
    "platformCustomerId": {
      "minLength": 1,
      "maxLength": 255
    },
    "currencies": {
      "maxItems": 200
    }
  },
  "listWebhookEvents": {
    "resource": {
      "minLength": 1,
      "maxLength": 1000
    }
  },
  "sandboxDeposit": {
    "reference": {
      "minLength": 1,
      "maxLength": 255
    }
  },
  "sandboxFundInternalAccount": {
    "amount": {
      "minimum": 1,
      "maximum": 100000000000
    }
  }
} as const;
