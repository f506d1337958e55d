/** The wire format of the records, as far as the tests read it. */

export interface Currency {
  readonly code: string;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
}

export interface CurrencyAmount {
  readonly amount: number;
  readonly currency: Currency;
}

export interface Page<T> {
  readonly data: readonly T[];
  readonly hasMore: boolean;
  readonly nextCursor?: string;
  readonly totalCount?: number;
}

export interface Customer {
  readonly id: string;
  readonly platformCustomerId: string;
  readonly customerType: string;
  readonly umaAddress: string;
  readonly kycStatus: string;
  readonly kybStatus?: string;
  readonly fullName?: string;
  readonly email?: string;
  readonly region?: string;
  readonly currencies?: readonly string[];
  readonly isDeleted?: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface PaymentInstruction {
  readonly instructionsNotes?: string;
  readonly accountOrWalletInfo: {
    readonly accountType: string;
    readonly reference?: string;
    readonly address?: string;
  };
}

export interface InternalAccount {
  readonly id: string;
  readonly customerId?: string;
  readonly type: string;
  readonly status: string;
  readonly balance: CurrencyAmount;
  readonly totalBalance: CurrencyAmount;
  readonly fundingPaymentInstructions: readonly PaymentInstruction[];
}

export interface ExternalAccount {
  readonly id: string;
  readonly customerId?: string;
  readonly status: string;
  readonly currency: string;
  readonly accountInfo: { readonly accountType: string } & Readonly<Record<string, unknown>>;
}

export interface Quote {
  readonly id: string;
  readonly status: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly source: { readonly sourceType: string; readonly accountId?: string; readonly customerId?: string };
  readonly destination: { readonly destinationType: string; readonly accountId?: string };
  readonly sendingCurrency: Currency;
  readonly receivingCurrency: Currency;
  readonly totalSendingAmount: number;
  readonly totalReceivingAmount: number;
  readonly exchangeRate: number;
  readonly rateDetails: object;
  readonly feesIncluded: number;
  readonly platformFeesIncluded?: number;
  readonly paymentInstructions?: readonly PaymentInstruction[];
  readonly transactionId: string;
}

export interface Refund {
  readonly reference: string;
  readonly initiatedAt: string;
  readonly settledAt?: string;
  readonly status: string;
  readonly reason?: string;
}

export interface Transaction {
  readonly id: string;
  readonly status: string;
  readonly type: string;
  readonly direction: string;
  readonly customerId: string;
  readonly platformCustomerId: string;
  readonly source?: { readonly sourceType: string; readonly accountId?: string };
  readonly destination: { readonly destinationType: string; readonly accountId?: string };
  readonly sentAmount?: CurrencyAmount;
  readonly receivedAmount?: CurrencyAmount;
  readonly exchangeRate?: number;
  readonly rateDetails?: object;
  readonly fees?: number;
  readonly platformFees?: number;
  readonly quoteId?: string;
  readonly description?: string;
  readonly failureReason?: string;
  readonly refund?: Refund;
  readonly reconciliationInstructions?: { readonly reference: string };
  readonly createdAt: string;
  readonly settledAt?: string;
}

export interface PlatformConfig {
  readonly id: string;
  readonly webhookEndpoint?: string;
  readonly supportedCurrencies: readonly { readonly currencyCode: string }[];
  readonly feeConfigs?: readonly unknown[];
  readonly isRegulatedFinancialInstitution: boolean;
}

export interface FieldError {
  readonly field: string;
  readonly constraint?: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

export interface ErrorBody {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details?: { readonly errors?: readonly FieldError[]; readonly requestId?: string };
}

export interface WebhookEvent {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data?: { readonly id?: string } & Readonly<Record<string, unknown>>;
}

export interface VerificationError {
  readonly resourceId: string;
  readonly type: string;
  readonly field?: string;
  readonly acceptedDocumentTypes?: readonly string[];
  readonly reason: string;
}

export interface Verification {
  readonly id: string;
  readonly customerId: string;
  readonly verificationStatus: string;
  readonly errors: readonly VerificationError[];
}

export interface Document {
  readonly id: string;
  readonly documentHolder: string;
  readonly documentType: string;
  readonly fileName: string;
  readonly documentNumber?: string;
}

export interface StablecoinProviderAccount {
  readonly id: string;
  readonly provider: string;
  readonly providerAccountId: string;
  readonly providerEnvironment: string;
  readonly status: string;
  readonly lastVerifiedAt?: string;
}

export interface Stablecoin {
  readonly id: string;
  readonly symbol: string;
  readonly currency?: string;
  readonly decimals: number;
  readonly issuanceStatus: string;
  readonly svcOperationsStatus: string;
  readonly stablecoinProviderAccountId: string;
}

export interface StablecoinQuote {
  readonly id: string;
  readonly status: string;
  readonly amount: string;
  readonly fees: string;
  readonly netAmount: string;
  readonly stablecoinOperationId?: string;
}

export interface StablecoinOperation {
  readonly id: string;
  readonly operationType: string;
  readonly status: string;
  readonly amount: string;
  readonly fundingInstructions?: Readonly<Record<string, string>>;
  readonly expiresAt?: string;
  readonly failureReason?: string;
}

export interface Agent {
  readonly id: string;
  readonly name: string;
  readonly customerId: string;
  readonly isPaused: boolean;
  readonly isConnected: boolean;
  readonly policy: {
    readonly permissions: readonly string[];
    readonly defaultExecutionMode: string;
    readonly spendingLimits: Readonly<Record<string, unknown>>;
  };
  readonly usage: {
    readonly dailyTransactionCount: number;
    readonly dailySpend: number;
    readonly monthlySpend: number;
  };
}

export interface AgentAction {
  readonly id: string;
  readonly agentId: string;
  readonly status: string;
  readonly type: string;
  readonly quote?: Quote;
  readonly transaction?: Transaction;
  readonly rejectionReason?: string;
}
