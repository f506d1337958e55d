// Generated from the OpenAPI document by `npm run client:write`; do not edit.

import { client } from './client.gen.js';
import { type Client, formDataBodySerializer, type Options as Options2, type TDataShape } from './client/index.js';
import type { AdvanceSandboxClockData, AdvanceSandboxClockErrors, AdvanceSandboxClockResponses, AgentCreateExternalAccountData, AgentCreateExternalAccountErrors, AgentCreateExternalAccountResponses, AgentCreateQuoteData, AgentCreateQuoteErrors, AgentCreateQuoteResponses, AgentCreateTransferInData, AgentCreateTransferInErrors, AgentCreateTransferInResponses, AgentCreateTransferOutData, AgentCreateTransferOutErrors, AgentCreateTransferOutResponses, AgentDeleteExternalAccountData, AgentDeleteExternalAccountErrors, AgentDeleteExternalAccountResponses, AgentExecuteQuoteData, AgentExecuteQuoteErrors, AgentExecuteQuoteResponses, AgentGetActionData, AgentGetActionErrors, AgentGetActionResponses, AgentGetExternalAccountData, AgentGetExternalAccountErrors, AgentGetExternalAccountResponses, AgentGetQuoteData, AgentGetQuoteErrors, AgentGetQuoteResponses, AgentGetTransactionData, AgentGetTransactionErrors, AgentGetTransactionResponses, AgentListActionsData, AgentListActionsErrors, AgentListActionsResponses, AgentListExternalAccountsData, AgentListExternalAccountsErrors, AgentListExternalAccountsResponses, AgentListInternalAccountsData, AgentListInternalAccountsErrors, AgentListInternalAccountsResponses, AgentListTransactionsData, AgentListTransactionsErrors, AgentListTransactionsResponses, ApproveAgentActionData, ApproveAgentActionErrors, ApproveAgentActionResponses, ApprovePendingPaymentData, ApprovePendingPaymentErrors, ApprovePendingPaymentResponses, AuthorizeQuoteData, AuthorizeQuoteErrors, AuthorizeQuoteResponses, CancelInvitationData, CancelInvitationErrors, CancelInvitationResponses, CancelQuoteData, CancelQuoteErrors, CancelQuoteResponses, CancelTransactionData, CancelTransactionErrors, CancelTransactionResponses, ChallengeAuthCredentialData, ChallengeAuthCredentialErrors, ChallengeAuthCredentialResponses, ClaimInvitationData, ClaimInvitationErrors, ClaimInvitationResponses, CompleteScaLoginData, CompleteScaLoginErrors, CompleteScaLoginResponses, CompleteTwoFactorResetData, CompleteTwoFactorResetErrors, CompleteTwoFactorResetResponses, ConfirmBeneficiaryTrustData, ConfirmBeneficiaryTrustErrors, ConfirmBeneficiaryTrustResponses, ConfirmBeneficiaryUntrustData, ConfirmBeneficiaryUntrustErrors, ConfirmBeneficiaryUntrustResponses, ConfirmCustomerEmailVerificationData, ConfirmCustomerEmailVerificationErrors, ConfirmCustomerEmailVerificationResponses, ConfirmCustomerPhoneVerificationData, ConfirmCustomerPhoneVerificationErrors, ConfirmCustomerPhoneVerificationResponses, ConfirmReceiptDeliveryData, ConfirmReceiptDeliveryErrors, ConfirmReceiptDeliveryResponses, ConfirmScaFactorEnrollmentData, ConfirmScaFactorEnrollmentErrors, ConfirmScaFactorEnrollmentResponses, CreateAgentData, CreateAgentErrors, CreateAgentResponses, CreateAuthCredentialData, CreateAuthCredentialErrors, CreateAuthCredentialResponses, CreateBeneficialOwnerData, CreateBeneficialOwnerErrors, CreateBeneficialOwnerResponses, CreateCardData, CreateCardErrors, CreateCardResponses, CreateCustomerData, CreateCustomerErrors, CreateCustomerExternalAccountData, CreateCustomerExternalAccountErrors, CreateCustomerExternalAccountResponses, CreateCustomerKycLinkData, CreateCustomerKycLinkErrors, CreateCustomerKycLinkResponses, CreateCustomerResponses, CreateDelegatedKeyData, CreateDelegatedKeyErrors, CreateDelegatedKeyResponses, CreateExternalAccountOwnershipChallengeData, CreateExternalAccountOwnershipChallengeErrors, CreateExternalAccountOwnershipChallengeResponses, CreateInvitationData, CreateInvitationErrors, CreateInvitationResponses, CreatePlatformExternalAccountData, CreatePlatformExternalAccountErrors, CreatePlatformExternalAccountOwnershipChallengeData, CreatePlatformExternalAccountOwnershipChallengeErrors, CreatePlatformExternalAccountOwnershipChallengeResponses, CreatePlatformExternalAccountResponses, CreateQuoteData, CreateQuoteErrors, CreateQuoteResponses, CreateStablecoinBurnData, CreateStablecoinBurnErrors, CreateStablecoinBurnQuoteData, CreateStablecoinBurnQuoteErrors, CreateStablecoinBurnQuoteResponses, CreateStablecoinBurnResponses, CreateStablecoinMintData, CreateStablecoinMintErrors, CreateStablecoinMintQuoteData, CreateStablecoinMintQuoteErrors, CreateStablecoinMintQuoteResponses, CreateStablecoinMintResponses, CreateTokenData, CreateTokenErrors, CreateTokenResponses, CreateTransferInData, CreateTransferInErrors, CreateTransferInResponses, CreateTransferOutData, CreateTransferOutErrors, CreateTransferOutResponses, CreateVerificationData, CreateVerificationErrors, CreateVerificationResponses, DeleteAgentData, DeleteAgentErrors, DeleteAgentResponses, DeleteCustomerByIdData, DeleteCustomerByIdErrors, DeleteCustomerByIdResponses, DeleteCustomerExternalAccountByIdData, DeleteCustomerExternalAccountByIdErrors, DeleteCustomerExternalAccountByIdResponses, DeleteDocumentData, DeleteDocumentErrors, DeleteDocumentResponses, DeletePlatformExternalAccountByIdData, DeletePlatformExternalAccountByIdErrors, DeletePlatformExternalAccountByIdResponses, DeleteScaFactorData, DeleteScaFactorErrors, DeleteScaFactorResponses, DeleteTokenByIdData, DeleteTokenByIdErrors, DeleteTokenByIdResponses, EstimateCryptoWithdrawalFeeData, EstimateCryptoWithdrawalFeeErrors, EstimateCryptoWithdrawalFeeResponses, ExecuteQuoteData, ExecuteQuoteErrors, ExecuteQuoteResponses, ExecuteStablecoinQuoteData, ExecuteStablecoinQuoteErrors, ExecuteStablecoinQuoteResponses, ExportInternalAccountData, ExportInternalAccountErrors, ExportInternalAccountResponses, FollowWebhookEventsData, FollowWebhookEventsErrors, FollowWebhookEventsResponses, GetAgentByIdData, GetAgentByIdErrors, GetAgentByIdResponses, GetAgentDeviceCodeStatusData, GetAgentDeviceCodeStatusErrors, GetAgentDeviceCodeStatusResponses, GetAgentMeData, GetAgentMeErrors, GetAgentMeResponses, GetAvailableUmaProvidersData, GetAvailableUmaProvidersErrors, GetAvailableUmaProvidersResponses, GetBeneficialOwnerData, GetBeneficialOwnerErrors, GetBeneficialOwnerResponses, GetBulkCustomerImportJobData, GetBulkCustomerImportJobErrors, GetBulkCustomerImportJobResponses, GetCardByIdData, GetCardByIdErrors, GetCardByIdResponses, GetCustomerByIdData, GetCustomerByIdErrors, GetCustomerByIdResponses, GetCustomerExternalAccountByIdData, GetCustomerExternalAccountByIdErrors, GetCustomerExternalAccountByIdResponses, GetDelegatedKeyByIdData, GetDelegatedKeyByIdErrors, GetDelegatedKeyByIdResponses, GetDiscoveriesData, GetDiscoveriesErrors, GetDiscoveriesResponses, GetDocumentData, GetDocumentErrors, GetDocumentResponses, GetEndUserTermsData, GetEndUserTermsErrors, GetEndUserTermsResponses, GetExchangeRatesData, GetExchangeRatesErrors, GetExchangeRatesResponses, GetInternalAccountData, GetInternalAccountErrors, GetInternalAccountResponses, GetInvitationData, GetInvitationErrors, GetInvitationResponses, GetPlatformConfigData, GetPlatformConfigErrors, GetPlatformConfigResponses, GetPlatformExternalAccountByIdData, GetPlatformExternalAccountByIdErrors, GetPlatformExternalAccountByIdResponses, GetQuoteByIdData, GetQuoteByIdErrors, GetQuoteByIdResponses, GetSandboxClockData, GetSandboxClockErrors, GetSandboxClockResponses, GetStablecoinData, GetStablecoinErrors, GetStablecoinOperationData, GetStablecoinOperationErrors, GetStablecoinOperationResponses, GetStablecoinProviderAccountData, GetStablecoinProviderAccountErrors, GetStablecoinProviderAccountResponses, GetStablecoinQuoteData, GetStablecoinQuoteErrors, GetStablecoinQuoteResponses, GetStablecoinResponses, GetTokenByIdData, GetTokenByIdErrors, GetTokenByIdResponses, GetTransactionByIdData, GetTransactionByIdErrors, GetTransactionByIdResponses, GetTwoFactorResetStatusData, GetTwoFactorResetStatusErrors, GetTwoFactorResetStatusResponses, GetVerificationData, GetVerificationErrors, GetVerificationResponses, GetWebhookEventData, GetWebhookEventErrors, GetWebhookEventResponses, GetWebhookPublicKeyData, GetWebhookPublicKeyErrors, GetWebhookPublicKeyOfPlatformData, GetWebhookPublicKeyOfPlatformErrors, GetWebhookPublicKeyOfPlatformResponses, GetWebhookPublicKeyResponses, GetWebhookSecretData, GetWebhookSecretErrors, GetWebhookSecretResponses, LinkStablecoinProviderAccountData, LinkStablecoinProviderAccountErrors, LinkStablecoinProviderAccountResponses, ListAgentApprovalsData, ListAgentApprovalsErrors, ListAgentApprovalsResponses, ListAgentsData, ListAgentsErrors, ListAgentsResponses, ListAuthCredentialsData, ListAuthCredentialsErrors, ListAuthCredentialsResponses, ListAuthSessionsData, ListAuthSessionsErrors, ListAuthSessionsResponses, ListBeneficialOwnersData, ListBeneficialOwnersErrors, ListBeneficialOwnersResponses, ListBulkCustomerImportJobsData, ListBulkCustomerImportJobsErrors, ListBulkCustomerImportJobsResponses, ListCardsData, ListCardsErrors, ListCardsResponses, ListCustomerExternalAccountsData, ListCustomerExternalAccountsErrors, ListCustomerExternalAccountsResponses, ListCustomerInternalAccountsData, ListCustomerInternalAccountsErrors, ListCustomerInternalAccountsResponses, ListCustomersData, ListCustomersErrors, ListCustomersResponses, ListDelegatedKeysData, ListDelegatedKeysErrors, ListDelegatedKeysResponses, ListDocumentsData, ListDocumentsErrors, ListDocumentsResponses, ListLedgerEntriesData, ListLedgerEntriesErrors, ListLedgerEntriesResponses, ListPlatformExternalAccountsData, ListPlatformExternalAccountsErrors, ListPlatformExternalAccountsResponses, ListPlatformInternalAccountsData, ListPlatformInternalAccountsErrors, ListPlatformInternalAccountsResponses, ListQuotesData, ListQuotesErrors, ListQuotesResponses, ListScaFactorsData, ListScaFactorsErrors, ListScaFactorsResponses, ListStablecoinOperationsData, ListStablecoinOperationsErrors, ListStablecoinOperationsResponses, ListStablecoinProviderAccountsData, ListStablecoinProviderAccountsErrors, ListStablecoinProviderAccountsResponses, ListStablecoinsData, ListStablecoinsErrors, ListStablecoinsResponses, ListTokensData, ListTokensErrors, ListTokensResponses, ListTransactionsData, ListTransactionsErrors, ListTransactionsResponses, ListVaspsData, ListVaspsErrors, ListVaspsResponses, ListVerificationsData, ListVerificationsErrors, ListVerificationsResponses, ListWebhookEventsData, ListWebhookEventsErrors, ListWebhookEventsResponses, LookupExternalAccountData, LookupExternalAccountErrors, LookupExternalAccountResponses, LookupUmaData, LookupUmaErrors, LookupUmaResponses, RecordSecurityEventData, RecordSecurityEventErrors, RecordSecurityEventResponses, RedeemAgentDeviceCodeData, RedeemAgentDeviceCodeErrors, RedeemAgentDeviceCodeResponses, RedeliverWebhookEventData, RedeliverWebhookEventErrors, RedeliverWebhookEventResponses, RefreshAuthSessionData, RefreshAuthSessionErrors, RefreshAuthSessionResponses, RegenerateAgentDeviceCodeData, RegenerateAgentDeviceCodeErrors, RegenerateAgentDeviceCodeResponses, RegisterStablecoinData, RegisterStablecoinErrors, RegisterStablecoinResponses, RejectAgentActionData, RejectAgentActionErrors, RejectAgentActionResponses, RejectPendingPaymentData, RejectPendingPaymentErrors, RejectPendingPaymentResponses, ReplaceDocumentData, ReplaceDocumentErrors, ReplaceDocumentResponses, ResendQuoteScaCodeData, ResendQuoteScaCodeErrors, ResendQuoteScaCodeResponses, RevealCardData, RevealCardErrors, RevealCardResponses, RevokeAuthCredentialData, RevokeAuthCredentialErrors, RevokeAuthCredentialResponses, RevokeAuthSessionData, RevokeAuthSessionErrors, RevokeAuthSessionResponses, RevokeDelegatedKeyData, RevokeDelegatedKeyErrors, RevokeDelegatedKeyResponses, RotateWebhookPublicKeyData, RotateWebhookPublicKeyErrors, RotateWebhookPublicKeyResponses, RotateWebhookSecretData, RotateWebhookSecretErrors, RotateWebhookSecretResponses, SandboxDepositData, SandboxDepositErrors, SandboxDepositResponses, SandboxFundInternalAccountData, SandboxFundInternalAccountErrors, SandboxFundInternalAccountResponses, SandboxReceiveData, SandboxReceiveErrors, SandboxReceiveResponses, SandboxSendData, SandboxSendErrors, SandboxSendResponses, SandboxSimulateCardAuthorizationAdviceData, SandboxSimulateCardAuthorizationAdviceErrors, SandboxSimulateCardAuthorizationAdviceResponses, SandboxSimulateCardAuthorizationData, SandboxSimulateCardAuthorizationErrors, SandboxSimulateCardAuthorizationResponses, SandboxSimulateCardBalanceInquiryData, SandboxSimulateCardBalanceInquiryErrors, SandboxSimulateCardBalanceInquiryResponses, SandboxSimulateCardClearingData, SandboxSimulateCardClearingErrors, SandboxSimulateCardClearingResponses, SandboxSimulateCardCreditAuthorizationAdviceData, SandboxSimulateCardCreditAuthorizationAdviceErrors, SandboxSimulateCardCreditAuthorizationAdviceResponses, SandboxSimulateCardCreditAuthorizationData, SandboxSimulateCardCreditAuthorizationErrors, SandboxSimulateCardCreditAuthorizationResponses, SandboxSimulateCardFinancialAuthorizationData, SandboxSimulateCardFinancialAuthorizationErrors, SandboxSimulateCardFinancialAuthorizationResponses, SandboxSimulateCardFinancialCreditAuthorizationData, SandboxSimulateCardFinancialCreditAuthorizationErrors, SandboxSimulateCardFinancialCreditAuthorizationResponses, SandboxSimulateCardReturnData, SandboxSimulateCardReturnErrors, SandboxSimulateCardReturnResponses, SandboxSimulateCardReturnReversalData, SandboxSimulateCardReturnReversalErrors, SandboxSimulateCardReturnReversalResponses, SendCustomerEmailVerificationData, SendCustomerEmailVerificationErrors, SendCustomerEmailVerificationResponses, SendCustomerPhoneVerificationData, SendCustomerPhoneVerificationErrors, SendCustomerPhoneVerificationResponses, SendTestWebhookData, SendTestWebhookErrors, SendTestWebhookResponses, SignWebhookEventData, SignWebhookEventErrors, SignWebhookEventResponses, StartBeneficiaryTrustData, StartBeneficiaryTrustErrors, StartBeneficiaryTrustResponses, StartBeneficiaryUntrustData, StartBeneficiaryUntrustErrors, StartBeneficiaryUntrustResponses, StartScaFactorEnrollmentData, StartScaFactorEnrollmentErrors, StartScaFactorEnrollmentResponses, StartScaLoginData, StartScaLoginErrors, StartScaLoginResponses, StartTwoFactorResetData, StartTwoFactorResetErrors, StartTwoFactorResetResponses, UpdateAgentData, UpdateAgentErrors, UpdateAgentPolicyData, UpdateAgentPolicyErrors, UpdateAgentPolicyResponses, UpdateAgentResponses, UpdateBeneficialOwnerData, UpdateBeneficialOwnerErrors, UpdateBeneficialOwnerResponses, UpdateCardByIdData, UpdateCardByIdErrors, UpdateCardByIdResponses, UpdateCustomerByIdData, UpdateCustomerByIdErrors, UpdateCustomerByIdResponses, UpdateInternalAccountData, UpdateInternalAccountErrors, UpdateInternalAccountResponses, UpdatePlatformConfigData, UpdatePlatformConfigErrors, UpdatePlatformConfigResponses, UploadCustomersCsvData, UploadCustomersCsvErrors, UploadCustomersCsvResponses, UploadDocumentData, UploadDocumentErrors, UploadDocumentResponses, VerifyAuthCredentialData, VerifyAuthCredentialErrors, VerifyAuthCredentialResponses, VerifyExternalAccountOwnershipData, VerifyExternalAccountOwnershipErrors, VerifyExternalAccountOwnershipResponses, VerifyPlatformExternalAccountOwnershipData, VerifyPlatformExternalAccountOwnershipErrors, VerifyPlatformExternalAccountOwnershipResponses } from './types.gen.js';

export type Options<TData extends TDataShape = TDataShape, ThrowOnError extends boolean = boolean, TResponse = unknown> = Options2<TData, ThrowOnError, TResponse> & {
    /**
     * You can provide a client instance returned by `createClient()` instead of
     * individual options. This might be also useful if you want to implement a
     * custom client.
     */
    client?: Client;
    /**
     * You can pass arbitrary values through the `meta` object. This can be
     * used to access values that aren't defined as part of the SDK function.
     */
    meta?: Record<string, unknown>;
};

class HeyApiClient {
    protected client: Client;
    
    constructor(args?: {
        client?: Client;
    }) {
        this.client = args?.client ?? client;
    }
}

class HeyApiRegistry<T> {
    private readonly defaultKey = 'default';
    
    private readonly instances: Map<string, T> = new Map();
    
    get(key?: string): T {
        const instance = this.instances.get(key ?? this.defaultKey);
        if (!instance) {
            throw new Error(`No SDK client found. Create one with "new Operations()" to fix this error.`);
        }
        return instance;
    }
    
    set(value: T, key?: string): void {
        this.instances.set(key ?? this.defaultKey, value);
    }
}

export class Operations extends HeyApiClient {
    public static readonly __registry = new HeyApiRegistry<Operations>();
    
    constructor(args?: {
        client?: Client;
        key?: string;
    }) {
        super(args);
        Operations.__registry.set(this, args?.key);
    }
    
    /**
     * Read the platform configuration
     *
     * **Permission:** `VIEW`.
     */
    public getPlatformConfig<ThrowOnError extends boolean = true>(options?: Options<GetPlatformConfigData, ThrowOnError>) {
        return (options?.client ?? this.client).get<GetPlatformConfigResponses, GetPlatformConfigErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/config',
            ...options
        });
    }
    
    /**
     * Change the platform configuration
     *
     * **Permission:** `MANAGE`.
     */
    public updatePlatformConfig<ThrowOnError extends boolean = true>(options: Options<UpdatePlatformConfigData, ThrowOnError>) {
        return (options.client ?? this.client).patch<UpdatePlatformConfigResponses, UpdatePlatformConfigErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/config',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List the exchange rates available to the platform
     *
     * **Permission:** `VIEW`.
     */
    public getExchangeRates<ThrowOnError extends boolean = true>(options?: Options<GetExchangeRatesData, ThrowOnError>) {
        return (options?.client ?? this.client).get<GetExchangeRatesResponses, GetExchangeRatesErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/exchange-rates',
            ...options
        });
    }
    
    /**
     * List the institutions that can be paid in a country and currency
     *
     * **Permission:** `VIEW`.
     */
    public getDiscoveries<ThrowOnError extends boolean = true>(options?: Options<GetDiscoveriesData, ThrowOnError>) {
        return (options?.client ?? this.client).get<GetDiscoveriesResponses, GetDiscoveriesErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/discoveries',
            ...options
        });
    }
    
    /**
     * List the institutions that offer wallets
     *
     * **Permission:** `VIEW`.
     */
    public listVasps<ThrowOnError extends boolean = true>(options?: Options<ListVaspsData, ThrowOnError>) {
        return (options?.client ?? this.client).get<ListVaspsResponses, ListVaspsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/vasps',
            ...options
        });
    }
    
    /**
     * List API tokens
     *
     * **Permission:** `VIEW`.
     */
    public listTokens<ThrowOnError extends boolean = true>(options?: Options<ListTokensData, ThrowOnError>) {
        return (options?.client ?? this.client).get<ListTokensResponses, ListTokensErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/tokens',
            ...options
        });
    }
    
    /**
     * Create an API token; its secret is shown only in this response
     *
     * The response contains a secret, so a repeated request needs the same API token to get it again.
     *
     * **Permission:** `MANAGE`.
     */
    public createToken<ThrowOnError extends boolean = true>(options: Options<CreateTokenData, ThrowOnError>) {
        return (options.client ?? this.client).post<CreateTokenResponses, CreateTokenErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/tokens',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Delete an API token; every host refuses it within a second
     *
     * **Permission:** `MANAGE`.
     */
    public deleteTokenById<ThrowOnError extends boolean = true>(options: Options<DeleteTokenByIdData, ThrowOnError>) {
        return (options.client ?? this.client).delete<DeleteTokenByIdResponses, DeleteTokenByIdErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/tokens/{tokenId}',
            ...options
        });
    }
    
    /**
     * Read an API token
     *
     * **Permission:** `VIEW`.
     */
    public getTokenById<ThrowOnError extends boolean = true>(options: Options<GetTokenByIdData, ThrowOnError>) {
        return (options.client ?? this.client).get<GetTokenByIdResponses, GetTokenByIdErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/tokens/{tokenId}',
            ...options
        });
    }
    
    /**
     * List customers
     *
     * **Permission:** `VIEW`.
     */
    public listCustomers<ThrowOnError extends boolean = true>(options?: Options<ListCustomersData, ThrowOnError>) {
        return (options?.client ?? this.client).get<ListCustomersResponses, ListCustomersErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/customers',
            ...options
        });
    }
    
    /**
     * Create a customer
     *
     * The response contains a secret, so a repeated request needs the same API token to get it again.
     *
     * **Permission:** `MANAGE`.
     */
    public createCustomer<ThrowOnError extends boolean = true>(options: Options<CreateCustomerData, ThrowOnError>) {
        return (options.client ?? this.client).post<CreateCustomerResponses, CreateCustomerErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/customers',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Read the terms of use for end users
     *
     * **Permission:** `VIEW`.
     */
    public getEndUserTerms<ThrowOnError extends boolean = true>(options?: Options<GetEndUserTermsData, ThrowOnError>) {
        return (options?.client ?? this.client).get<GetEndUserTermsResponses, GetEndUserTermsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/customers/end-user-terms',
            ...options
        });
    }
    
    /**
     * Delete a customer
     *
     * The response contains a secret, so a repeated request needs the same API token to get it again.
     *
     * **Permission:** `MANAGE`.
     */
    public deleteCustomerById<ThrowOnError extends boolean = true>(options: Options<DeleteCustomerByIdData, ThrowOnError>) {
        return (options.client ?? this.client).delete<DeleteCustomerByIdResponses, DeleteCustomerByIdErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/customers/{customerId}',
            ...options
        });
    }
    
    /**
     * Read a customer
     *
     * **Permission:** `VIEW`.
     */
    public getCustomerById<ThrowOnError extends boolean = true>(options: Options<GetCustomerByIdData, ThrowOnError>) {
        return (options.client ?? this.client).get<GetCustomerByIdResponses, GetCustomerByIdErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/customers/{customerId}',
            ...options
        });
    }
    
    /**
     * Change a customer
     *
     * The response contains a secret, so a repeated request needs the same API token to get it again.
     *
     * **Permission:** `MANAGE`.
     */
    public updateCustomerById<ThrowOnError extends boolean = true>(options: Options<UpdateCustomerByIdData, ThrowOnError>) {
        return (options.client ?? this.client).patch<UpdateCustomerByIdResponses, UpdateCustomerByIdErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/customers/{customerId}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Create a single-use link to the hosted verification page
     *
     * The response contains a secret, so a repeated request needs the same API token to get it again.
     *
     * **Permission:** `MANAGE`.
     */
    public createCustomerKycLink<ThrowOnError extends boolean = true>(options: Options<CreateCustomerKycLinkData, ThrowOnError>) {
        return (options.client ?? this.client).post<CreateCustomerKycLinkResponses, CreateCustomerKycLinkErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/customers/{customerId}/kyc-link',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List verifications
     *
     * **Permission:** `VIEW`.
     */
    public listVerifications<ThrowOnError extends boolean = true>(options?: Options<ListVerificationsData, ThrowOnError>) {
        return (options?.client ?? this.client).get<ListVerificationsResponses, ListVerificationsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/verifications',
            ...options
        });
    }
    
    /**
     * Submit a customer for verification
     *
     * **Permission:** `MANAGE`.
     */
    public createVerification<ThrowOnError extends boolean = true>(options: Options<CreateVerificationData, ThrowOnError>) {
        return (options.client ?? this.client).post<CreateVerificationResponses, CreateVerificationErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/verifications',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Read a verification
     *
     * **Permission:** `VIEW`.
     */
    public getVerification<ThrowOnError extends boolean = true>(options: Options<GetVerificationData, ThrowOnError>) {
        return (options.client ?? this.client).get<GetVerificationResponses, GetVerificationErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/verifications/{verificationId}',
            ...options
        });
    }
    
    /**
     * List the beneficial owners of a business
     *
     * **Permission:** `VIEW`.
     */
    public listBeneficialOwners<ThrowOnError extends boolean = true>(options: Options<ListBeneficialOwnersData, ThrowOnError>) {
        return (options.client ?? this.client).get<ListBeneficialOwnersResponses, ListBeneficialOwnersErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/beneficial-owners',
            ...options
        });
    }
    
    /**
     * Add a beneficial owner of a business
     *
     * **Permission:** `MANAGE`.
     */
    public createBeneficialOwner<ThrowOnError extends boolean = true>(options: Options<CreateBeneficialOwnerData, ThrowOnError>) {
        return (options.client ?? this.client).post<CreateBeneficialOwnerResponses, CreateBeneficialOwnerErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/beneficial-owners',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Read a beneficial owner
     *
     * **Permission:** `VIEW`.
     */
    public getBeneficialOwner<ThrowOnError extends boolean = true>(options: Options<GetBeneficialOwnerData, ThrowOnError>) {
        return (options.client ?? this.client).get<GetBeneficialOwnerResponses, GetBeneficialOwnerErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/beneficial-owners/{beneficialOwnerId}',
            ...options
        });
    }
    
    /**
     * Change a beneficial owner
     *
     * **Permission:** `MANAGE`.
     */
    public updateBeneficialOwner<ThrowOnError extends boolean = true>(options: Options<UpdateBeneficialOwnerData, ThrowOnError>) {
        return (options.client ?? this.client).patch<UpdateBeneficialOwnerResponses, UpdateBeneficialOwnerErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/beneficial-owners/{beneficialOwnerId}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List documents
     *
     * **Permission:** `VIEW`.
     */
    public listDocuments<ThrowOnError extends boolean = true>(options?: Options<ListDocumentsData, ThrowOnError>) {
        return (options?.client ?? this.client).get<ListDocumentsResponses, ListDocumentsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/documents',
            ...options
        });
    }
    
    /**
     * Upload a document of a customer or a beneficial owner
     *
     * The response contains a secret, so a repeated request needs the same API token to get it again.
     *
     * **Permission:** `MANAGE`.
     */
    public uploadDocument<ThrowOnError extends boolean = true>(options: Options<UploadDocumentData, ThrowOnError>) {
        return (options.client ?? this.client).post<UploadDocumentResponses, UploadDocumentErrors, ThrowOnError, 'data'>({
            ...formDataBodySerializer,
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/documents',
            ...options,
            headers: {
                'Content-Type': null,
                ...options.headers
            }
        });
    }
    
    /**
     * Delete a document that has not been submitted
     *
     * **Permission:** `MANAGE`.
     */
    public deleteDocument<ThrowOnError extends boolean = true>(options: Options<DeleteDocumentData, ThrowOnError>) {
        return (options.client ?? this.client).delete<DeleteDocumentResponses, DeleteDocumentErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/documents/{documentId}',
            ...options
        });
    }
    
    /**
     * Read the metadata of a document
     *
     * **Permission:** `VIEW`.
     */
    public getDocument<ThrowOnError extends boolean = true>(options: Options<GetDocumentData, ThrowOnError>) {
        return (options.client ?? this.client).get<GetDocumentResponses, GetDocumentErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/documents/{documentId}',
            ...options
        });
    }
    
    /**
     * Replace a document
     *
     * The response contains a secret, so a repeated request needs the same API token to get it again.
     *
     * **Permission:** `MANAGE`.
     */
    public replaceDocument<ThrowOnError extends boolean = true>(options: Options<ReplaceDocumentData, ThrowOnError>) {
        return (options.client ?? this.client).put<ReplaceDocumentResponses, ReplaceDocumentErrors, ThrowOnError, 'data'>({
            ...formDataBodySerializer,
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/documents/{documentId}',
            ...options,
            headers: {
                'Content-Type': null,
                ...options.headers
            }
        });
    }
    
    /**
     * Send a one-time code to the customer's email
     *
     * **Permission:** `MANAGE`.
     */
    public sendCustomerEmailVerification<ThrowOnError extends boolean = true>(options: Options<SendCustomerEmailVerificationData, ThrowOnError>) {
        return (options.client ?? this.client).post<SendCustomerEmailVerificationResponses, SendCustomerEmailVerificationErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/customers/{customerId}/verify-email',
            ...options
        });
    }
    
    /**
     * Confirm the customer's email with the one-time code
     *
     * **Permission:** `MANAGE`.
     */
    public confirmCustomerEmailVerification<ThrowOnError extends boolean = true>(options: Options<ConfirmCustomerEmailVerificationData, ThrowOnError>) {
        return (options.client ?? this.client).post<ConfirmCustomerEmailVerificationResponses, ConfirmCustomerEmailVerificationErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/customers/{customerId}/verify-email/confirm',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Send a one-time code to the customer's phone
     *
     * **Permission:** `MANAGE`.
     */
    public sendCustomerPhoneVerification<ThrowOnError extends boolean = true>(options: Options<SendCustomerPhoneVerificationData, ThrowOnError>) {
        return (options.client ?? this.client).post<SendCustomerPhoneVerificationResponses, SendCustomerPhoneVerificationErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/customers/{customerId}/verify-phone',
            ...options
        });
    }
    
    /**
     * Confirm the customer's phone with the one-time code
     *
     * **Permission:** `MANAGE`.
     */
    public confirmCustomerPhoneVerification<ThrowOnError extends boolean = true>(options: Options<ConfirmCustomerPhoneVerificationData, ThrowOnError>) {
        return (options.client ?? this.client).post<ConfirmCustomerPhoneVerificationResponses, ConfirmCustomerPhoneVerificationErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/customers/{customerId}/verify-phone/confirm',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Import customers from a CSV file
     *
     * **Permission:** `MANAGE`.
     */
    public uploadCustomersCsv<ThrowOnError extends boolean = true>(options: Options<UploadCustomersCsvData, ThrowOnError>) {
        return (options.client ?? this.client).post<UploadCustomersCsvResponses, UploadCustomersCsvErrors, ThrowOnError, 'data'>({
            ...formDataBodySerializer,
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/customers/bulk/csv',
            ...options,
            headers: {
                'Content-Type': null,
                ...options.headers
            }
        });
    }
    
    /**
     * List imports without the errors of their rows, newest first. An extension.
     *
     * **Permission:** `VIEW`.
     */
    public listBulkCustomerImportJobs<ThrowOnError extends boolean = true>(options?: Options<ListBulkCustomerImportJobsData, ThrowOnError>) {
        return (options?.client ?? this.client).get<ListBulkCustomerImportJobsResponses, ListBulkCustomerImportJobsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/customers/bulk/jobs',
            ...options
        });
    }
    
    /**
     * Read the status of an import and the errors of its rows
     *
     * **Permission:** `VIEW`.
     */
    public getBulkCustomerImportJob<ThrowOnError extends boolean = true>(options: Options<GetBulkCustomerImportJobData, ThrowOnError>) {
        return (options.client ?? this.client).get<GetBulkCustomerImportJobResponses, GetBulkCustomerImportJobErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/customers/bulk/jobs/{jobId}',
            ...options
        });
    }
    
    /**
     * List customers' internal accounts
     *
     * **Permission:** `VIEW`.
     */
    public listCustomerInternalAccounts<ThrowOnError extends boolean = true>(options?: Options<ListCustomerInternalAccountsData, ThrowOnError>) {
        return (options?.client ?? this.client).get<ListCustomerInternalAccountsResponses, ListCustomerInternalAccountsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/customers/internal-accounts',
            ...options
        });
    }
    
    /**
     * List the platform's own internal accounts
     *
     * **Permission:** `VIEW`.
     */
    public listPlatformInternalAccounts<ThrowOnError extends boolean = true>(options?: Options<ListPlatformInternalAccountsData, ThrowOnError>) {
        return (options?.client ?? this.client).get<ListPlatformInternalAccountsResponses, ListPlatformInternalAccountsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/platform/internal-accounts',
            ...options
        });
    }
    
    /**
     * Read an internal account of a customer or of the platform. An extension.
     *
     * **Permission:** `VIEW`.
     */
    public getInternalAccount<ThrowOnError extends boolean = true>(options: Options<GetInternalAccountData, ThrowOnError>) {
        return (options.client ?? this.client).get<GetInternalAccountResponses, GetInternalAccountErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/internal-accounts/{id}',
            ...options
        });
    }
    
    /**
     * Change an Embedded Wallet
     *
     * **Permission:** `MANAGE`.
     */
    public updateInternalAccount<ThrowOnError extends boolean = true>(options: Options<UpdateInternalAccountData, ThrowOnError>) {
        return (options.client ?? this.client).patch<UpdateInternalAccountResponses, UpdateInternalAccountErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/internal-accounts/{id}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List customers' external accounts
     *
     * **Permission:** `VIEW`.
     */
    public listCustomerExternalAccounts<ThrowOnError extends boolean = true>(options?: Options<ListCustomerExternalAccountsData, ThrowOnError>) {
        return (options?.client ?? this.client).get<ListCustomerExternalAccountsResponses, ListCustomerExternalAccountsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/customers/external-accounts',
            ...options
        });
    }
    
    /**
     * Add an external account of a customer
     *
     * **Permission:** `MANAGE`.
     */
    public createCustomerExternalAccount<ThrowOnError extends boolean = true>(options: Options<CreateCustomerExternalAccountData, ThrowOnError>) {
        return (options.client ?? this.client).post<CreateCustomerExternalAccountResponses, CreateCustomerExternalAccountErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/customers/external-accounts',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Delete an external account of a customer
     *
     * **Permission:** `MANAGE`.
     */
    public deleteCustomerExternalAccountById<ThrowOnError extends boolean = true>(options: Options<DeleteCustomerExternalAccountByIdData, ThrowOnError>) {
        return (options.client ?? this.client).delete<DeleteCustomerExternalAccountByIdResponses, DeleteCustomerExternalAccountByIdErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/customers/external-accounts/{externalAccountId}',
            ...options
        });
    }
    
    /**
     * Read an external account of a customer
     *
     * **Permission:** `VIEW`.
     */
    public getCustomerExternalAccountById<ThrowOnError extends boolean = true>(options: Options<GetCustomerExternalAccountByIdData, ThrowOnError>) {
        return (options.client ?? this.client).get<GetCustomerExternalAccountByIdResponses, GetCustomerExternalAccountByIdErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/customers/external-accounts/{externalAccountId}',
            ...options
        });
    }
    
    /**
     * Get the message that proves the ownership of a wallet of a customer
     *
     * The response contains a secret, so a repeated request needs the same API token to get it again.
     *
     * **Permission:** `MANAGE`.
     */
    public createExternalAccountOwnershipChallenge<ThrowOnError extends boolean = true>(options: Options<CreateExternalAccountOwnershipChallengeData, ThrowOnError>) {
        return (options.client ?? this.client).post<CreateExternalAccountOwnershipChallengeResponses, CreateExternalAccountOwnershipChallengeErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/customers/external-accounts/{externalAccountId}/challenge',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Prove the ownership of a wallet of a customer with the signed message
     *
     * **Permission:** `MANAGE`.
     */
    public verifyExternalAccountOwnership<ThrowOnError extends boolean = true>(options: Options<VerifyExternalAccountOwnershipData, ThrowOnError>) {
        return (options.client ?? this.client).post<VerifyExternalAccountOwnershipResponses, VerifyExternalAccountOwnershipErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/customers/external-accounts/{externalAccountId}/verify',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List the platform's own external accounts
     *
     * **Permission:** `VIEW`.
     */
    public listPlatformExternalAccounts<ThrowOnError extends boolean = true>(options?: Options<ListPlatformExternalAccountsData, ThrowOnError>) {
        return (options?.client ?? this.client).get<ListPlatformExternalAccountsResponses, ListPlatformExternalAccountsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/platform/external-accounts',
            ...options
        });
    }
    
    /**
     * Add an external account of the platform
     *
     * **Permission:** `MANAGE`.
     */
    public createPlatformExternalAccount<ThrowOnError extends boolean = true>(options: Options<CreatePlatformExternalAccountData, ThrowOnError>) {
        return (options.client ?? this.client).post<CreatePlatformExternalAccountResponses, CreatePlatformExternalAccountErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/platform/external-accounts',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Delete an external account of the platform
     *
     * **Permission:** `MANAGE`.
     */
    public deletePlatformExternalAccountById<ThrowOnError extends boolean = true>(options: Options<DeletePlatformExternalAccountByIdData, ThrowOnError>) {
        return (options.client ?? this.client).delete<DeletePlatformExternalAccountByIdResponses, DeletePlatformExternalAccountByIdErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/platform/external-accounts/{externalAccountId}',
            ...options
        });
    }
    
    /**
     * Read an external account of the platform
     *
     * **Permission:** `VIEW`.
     */
    public getPlatformExternalAccountById<ThrowOnError extends boolean = true>(options: Options<GetPlatformExternalAccountByIdData, ThrowOnError>) {
        return (options.client ?? this.client).get<GetPlatformExternalAccountByIdResponses, GetPlatformExternalAccountByIdErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/platform/external-accounts/{externalAccountId}',
            ...options
        });
    }
    
    /**
     * Get the message that proves the ownership of a wallet of the platform
     *
     * The response contains a secret, so a repeated request needs the same API token to get it again.
     *
     * **Permission:** `MANAGE`.
     */
    public createPlatformExternalAccountOwnershipChallenge<ThrowOnError extends boolean = true>(options: Options<CreatePlatformExternalAccountOwnershipChallengeData, ThrowOnError>) {
        return (options.client ?? this.client).post<CreatePlatformExternalAccountOwnershipChallengeResponses, CreatePlatformExternalAccountOwnershipChallengeErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/platform/external-accounts/{externalAccountId}/challenge',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Prove the ownership of a wallet of the platform with the signed message
     *
     * **Permission:** `MANAGE`.
     */
    public verifyPlatformExternalAccountOwnership<ThrowOnError extends boolean = true>(options: Options<VerifyPlatformExternalAccountOwnershipData, ThrowOnError>) {
        return (options.client ?? this.client).post<VerifyPlatformExternalAccountOwnershipResponses, VerifyPlatformExternalAccountOwnershipErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/platform/external-accounts/{externalAccountId}/verify',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Export the keys of an Embedded Wallet to its owner
     *
     * The response contains a secret, so a repeated request needs the same API token to get it again.
     *
     * **Permission:** `MANAGE`.
     */
    public exportInternalAccount<ThrowOnError extends boolean = true>(options: Options<ExportInternalAccountData, ThrowOnError>) {
        return (options.client ?? this.client).post<ExportInternalAccountResponses, ExportInternalAccountErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/internal-accounts/{id}/export',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List the credentials of an Embedded Wallet
     *
     * **Permission:** `VIEW`.
     */
    public listAuthCredentials<ThrowOnError extends boolean = true>(options: Options<ListAuthCredentialsData, ThrowOnError>) {
        return (options.client ?? this.client).get<ListAuthCredentialsResponses, ListAuthCredentialsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/auth/credentials',
            ...options
        });
    }
    
    /**
     * Add a credential
     *
     * **Permission:** `MANAGE`.
     */
    public createAuthCredential<ThrowOnError extends boolean = true>(options: Options<CreateAuthCredentialData, ThrowOnError>) {
        return (options.client ?? this.client).post<CreateAuthCredentialResponses, CreateAuthCredentialErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/auth/credentials',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Revoke a credential
     *
     * **Permission:** `MANAGE`.
     */
    public revokeAuthCredential<ThrowOnError extends boolean = true>(options: Options<RevokeAuthCredentialData, ThrowOnError>) {
        return (options.client ?? this.client).delete<RevokeAuthCredentialResponses, RevokeAuthCredentialErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/auth/credentials/{id}',
            ...options
        });
    }
    
    /**
     * Verify a credential and open a session
     *
     * The response contains a secret, so a repeated request needs the same API token to get it again.
     *
     * **Permission:** `MANAGE`.
     */
    public verifyAuthCredential<ThrowOnError extends boolean = true>(options: Options<VerifyAuthCredentialData, ThrowOnError>) {
        return (options.client ?? this.client).post<VerifyAuthCredentialResponses, VerifyAuthCredentialErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/auth/credentials/{id}/verify',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Send a new code, or get the challenge for a passkey
     *
     * **Permission:** `MANAGE`.
     */
    public challengeAuthCredential<ThrowOnError extends boolean = true>(options: Options<ChallengeAuthCredentialData, ThrowOnError>) {
        return (options.client ?? this.client).post<ChallengeAuthCredentialResponses, ChallengeAuthCredentialErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/auth/credentials/{id}/challenge',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List the active sessions of an Embedded Wallet
     *
     * **Permission:** `VIEW`.
     */
    public listAuthSessions<ThrowOnError extends boolean = true>(options: Options<ListAuthSessionsData, ThrowOnError>) {
        return (options.client ?? this.client).get<ListAuthSessionsResponses, ListAuthSessionsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/auth/sessions',
            ...options
        });
    }
    
    /**
     * Revoke a session
     *
     * **Permission:** `MANAGE`.
     */
    public revokeAuthSession<ThrowOnError extends boolean = true>(options: Options<RevokeAuthSessionData, ThrowOnError>) {
        return (options.client ?? this.client).delete<RevokeAuthSessionResponses, RevokeAuthSessionErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/auth/sessions/{id}',
            ...options
        });
    }
    
    /**
     * Refresh a session: a new key and a later expiry
     *
     * The response contains a secret, so a repeated request needs the same API token to get it again.
     *
     * **Permission:** `MANAGE`.
     */
    public refreshAuthSession<ThrowOnError extends boolean = true>(options: Options<RefreshAuthSessionData, ThrowOnError>) {
        return (options.client ?? this.client).post<RefreshAuthSessionResponses, RefreshAuthSessionErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/auth/sessions/{id}/refresh',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List delegated signing keys
     *
     * **Permission:** `VIEW`.
     */
    public listDelegatedKeys<ThrowOnError extends boolean = true>(options?: Options<ListDelegatedKeysData, ThrowOnError>) {
        return (options?.client ?? this.client).get<ListDelegatedKeysResponses, ListDelegatedKeysErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/auth/delegated-keys',
            ...options
        });
    }
    
    /**
     * Create a delegated signing key for a card
     *
     * **Permission:** `MANAGE`.
     */
    public createDelegatedKey<ThrowOnError extends boolean = true>(options: Options<CreateDelegatedKeyData, ThrowOnError>) {
        return (options.client ?? this.client).post<CreateDelegatedKeyResponses, CreateDelegatedKeyErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/auth/delegated-keys',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Revoke a delegated signing key
     *
     * **Permission:** `MANAGE`.
     */
    public revokeDelegatedKey<ThrowOnError extends boolean = true>(options: Options<RevokeDelegatedKeyData, ThrowOnError>) {
        return (options.client ?? this.client).delete<RevokeDelegatedKeyResponses, RevokeDelegatedKeyErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/auth/delegated-keys/{id}',
            ...options
        });
    }
    
    /**
     * Read a delegated signing key
     *
     * **Permission:** `VIEW`.
     */
    public getDelegatedKeyById<ThrowOnError extends boolean = true>(options: Options<GetDelegatedKeyByIdData, ThrowOnError>) {
        return (options.client ?? this.client).get<GetDelegatedKeyByIdResponses, GetDelegatedKeyByIdErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/auth/delegated-keys/{id}',
            ...options
        });
    }
    
    /**
     * Look up an external account for payment
     *
     * **Permission:** `VIEW`.
     */
    public lookupExternalAccount<ThrowOnError extends boolean = true>(options: Options<LookupExternalAccountData, ThrowOnError>) {
        return (options.client ?? this.client).get<LookupExternalAccountResponses, LookupExternalAccountErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/receiver/external-account/{accountId}',
            ...options
        });
    }
    
    /**
     * List quotes, newest first
     *
     * This is an extension: the contract that other services of this kind share does not have it.
     *
     * **Permission:** `VIEW`.
     */
    public listQuotes<ThrowOnError extends boolean = true>(options?: Options<ListQuotesData, ThrowOnError>) {
        return (options?.client ?? this.client).get<ListQuotesResponses, ListQuotesErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/quotes',
            ...options
        });
    }
    
    /**
     * Create a quote
     *
     * Locks an exchange rate and fees for a payment between two currencies, until `expiresAt`. No money moves yet,
     * unless `immediatelyExecute` is true: then the amount is debited in the same step, as by `executeQuote`.
     *
     * A source of type `ACCOUNT` pays from a balance and needs `executeQuote`. A source of type `REALTIME_FUNDING` needs no
     * execution: the response contains `paymentInstructions`, and the payment starts when their money arrives before
     * `expiresAt`. Later money is sent back. A customer must be approved (KYC or KYB).
     *
     * **Events:** `QUOTE.EXPIRED` if the quote is not used; with `immediatelyExecute`, those of `executeQuote`.
     *
     * **Permission:** `TRANSACT`.
     */
    public createQuote<ThrowOnError extends boolean = true>(options: Options<CreateQuoteData, ThrowOnError>) {
        return (options.client ?? this.client).post<CreateQuoteResponses, CreateQuoteErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/quotes',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Read a quote
     *
     * **Permission:** `VIEW`.
     */
    public getQuoteById<ThrowOnError extends boolean = true>(options: Options<GetQuoteByIdData, ThrowOnError>) {
        return (options.client ?? this.client).get<GetQuoteByIdResponses, GetQuoteByIdErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/quotes/{quoteId}',
            ...options
        });
    }
    
    /**
     * Execute a quote
     *
     * **Permission:** `TRANSACT`.
     */
    public executeQuote<ThrowOnError extends boolean = true>(options: Options<ExecuteQuoteData, ThrowOnError>) {
        return (options.client ?? this.client).post<ExecuteQuoteResponses, ExecuteQuoteErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/quotes/{quoteId}/execute',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Cancel a quote that was not executed
     *
     * Ends the lock of the rate early: the quote becomes `EXPIRED`, with the present time as `expiresAt`. No money
     * moves. Money that arrives for its payment instructions afterwards is sent back to its payer.
     *
     * **Events:** `QUOTE.EXPIRED`.
     *
     * This is an extension: the contract that other services of this kind share does not have it.
     *
     * **Permission:** `TRANSACT`.
     */
    public cancelQuote<ThrowOnError extends boolean = true>(options: Options<CancelQuoteData, ThrowOnError>) {
        return (options.client ?? this.client).post<CancelQuoteResponses, CancelQuoteErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/quotes/{quoteId}/cancel',
            ...options
        });
    }
    
    /**
     * List a customer's authentication factors
     *
     * **Permission:** `VIEW`.
     */
    public listScaFactors<ThrowOnError extends boolean = true>(options: Options<ListScaFactorsData, ThrowOnError>) {
        return (options.client ?? this.client).get<ListScaFactorsResponses, ListScaFactorsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/sca/factors',
            ...options
        });
    }
    
    /**
     * Start the enrollment of a factor
     *
     * The response contains a secret, so a repeated request needs the same API token to get it again.
     *
     * **Permission:** `MANAGE`.
     */
    public startScaFactorEnrollment<ThrowOnError extends boolean = true>(options: Options<StartScaFactorEnrollmentData, ThrowOnError>) {
        return (options.client ?? this.client).post<StartScaFactorEnrollmentResponses, StartScaFactorEnrollmentErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/sca/factors',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Complete an enrollment with the first proof of the new factor
     *
     * The response contains a secret, so a repeated request needs the same API token to get it again.
     *
     * **Permission:** `MANAGE`.
     */
    public confirmScaFactorEnrollment<ThrowOnError extends boolean = true>(options: Options<ConfirmScaFactorEnrollmentData, ThrowOnError>) {
        return (options.client ?? this.client).post<ConfirmScaFactorEnrollmentResponses, ConfirmScaFactorEnrollmentErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/sca/factors/confirm',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Delete a factor
     *
     * **Permission:** `MANAGE`.
     */
    public deleteScaFactor<ThrowOnError extends boolean = true>(options: Options<DeleteScaFactorData, ThrowOnError>) {
        return (options.client ?? this.client).delete<DeleteScaFactorResponses, DeleteScaFactorErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/sca/factors/{credentialId}',
            ...options
        });
    }
    
    /**
     * Start a login of a customer
     *
     * **Permission:** `MANAGE`.
     */
    public startScaLogin<ThrowOnError extends boolean = true>(options: Options<StartScaLoginData, ThrowOnError>) {
        return (options.client ?? this.client).post<StartScaLoginResponses, StartScaLoginErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/sca/login/start',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Complete a login of a customer
     *
     * **Permission:** `MANAGE`.
     */
    public completeScaLogin<ThrowOnError extends boolean = true>(options: Options<CompleteScaLoginData, ThrowOnError>) {
        return (options.client ?? this.client).post<CompleteScaLoginResponses, CompleteScaLoginErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/sca/login/complete',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Report a failed login or a new password of the platform's own login
     *
     * **Permission:** `MANAGE`.
     */
    public recordSecurityEvent<ThrowOnError extends boolean = true>(options: Options<RecordSecurityEventData, ThrowOnError>) {
        return (options.client ?? this.client).post<RecordSecurityEventResponses, RecordSecurityEventErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/sca/record-event',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Start the reset of a lost factor, with a liveness check
     *
     * The response contains a secret, so a repeated request needs the same API token to get it again.
     *
     * **Permission:** `MANAGE`.
     */
    public startTwoFactorReset<ThrowOnError extends boolean = true>(options: Options<StartTwoFactorResetData, ThrowOnError>) {
        return (options.client ?? this.client).post<StartTwoFactorResetResponses, StartTwoFactorResetErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/sca/factors/reset',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Read the status of a factor reset
     *
     * **Permission:** `VIEW`.
     */
    public getTwoFactorResetStatus<ThrowOnError extends boolean = true>(options: Options<GetTwoFactorResetStatusData, ThrowOnError>) {
        return (options.client ?? this.client).get<GetTwoFactorResetStatusResponses, GetTwoFactorResetStatusErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/sca/factors/reset/{resetId}',
            ...options
        });
    }
    
    /**
     * Complete the reset: remove the lost factor
     *
     * **Permission:** `MANAGE`.
     */
    public completeTwoFactorReset<ThrowOnError extends boolean = true>(options: Options<CompleteTwoFactorResetData, ThrowOnError>) {
        return (options.client ?? this.client).post<CompleteTwoFactorResetResponses, CompleteTwoFactorResetErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/sca/factors/reset/{resetId}/complete',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Start to trust a beneficiary
     *
     * **Permission:** `MANAGE`.
     */
    public startBeneficiaryTrust<ThrowOnError extends boolean = true>(options: Options<StartBeneficiaryTrustData, ThrowOnError>) {
        return (options.client ?? this.client).post<StartBeneficiaryTrustResponses, StartBeneficiaryTrustErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/customers/external-accounts/{externalAccountId}/trust',
            ...options
        });
    }
    
    /**
     * Confirm the trust of a beneficiary
     *
     * **Permission:** `MANAGE`.
     */
    public confirmBeneficiaryTrust<ThrowOnError extends boolean = true>(options: Options<ConfirmBeneficiaryTrustData, ThrowOnError>) {
        return (options.client ?? this.client).post<ConfirmBeneficiaryTrustResponses, ConfirmBeneficiaryTrustErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/customers/external-accounts/{externalAccountId}/trust/confirm',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Start to remove the trust of a beneficiary
     *
     * **Permission:** `MANAGE`.
     */
    public startBeneficiaryUntrust<ThrowOnError extends boolean = true>(options: Options<StartBeneficiaryUntrustData, ThrowOnError>) {
        return (options.client ?? this.client).post<StartBeneficiaryUntrustResponses, StartBeneficiaryUntrustErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/customers/external-accounts/{externalAccountId}/untrust',
            ...options
        });
    }
    
    /**
     * Confirm the removal of the trust of a beneficiary
     *
     * **Permission:** `MANAGE`.
     */
    public confirmBeneficiaryUntrust<ThrowOnError extends boolean = true>(options: Options<ConfirmBeneficiaryUntrustData, ThrowOnError>) {
        return (options.client ?? this.client).post<ConfirmBeneficiaryUntrustResponses, ConfirmBeneficiaryUntrustErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/customers/external-accounts/{externalAccountId}/untrust/confirm',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Authorize a quote with a proof of the payer
     *
     * **Permission:** `TRANSACT`.
     */
    public authorizeQuote<ThrowOnError extends boolean = true>(options: Options<AuthorizeQuoteData, ThrowOnError>) {
        return (options.client ?? this.client).post<AuthorizeQuoteResponses, AuthorizeQuoteErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/quotes/{quoteId}/authorize',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Send another code for a quote
     *
     * **Permission:** `TRANSACT`.
     */
    public resendQuoteScaCode<ThrowOnError extends boolean = true>(options: Options<ResendQuoteScaCodeData, ThrowOnError>) {
        return (options.client ?? this.client).post<ResendQuoteScaCodeResponses, ResendQuoteScaCodeErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/quotes/{quoteId}/authorize/resend',
            ...options
        });
    }
    
    /**
     * Collect money from an external account
     *
     * **Permission:** `TRANSACT`.
     */
    public createTransferIn<ThrowOnError extends boolean = true>(options: Options<CreateTransferInData, ThrowOnError>) {
        return (options.client ?? this.client).post<CreateTransferInResponses, CreateTransferInErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/transfer-in',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Send money to an external account
     *
     * **Permission:** `TRANSACT`.
     */
    public createTransferOut<ThrowOnError extends boolean = true>(options: Options<CreateTransferOutData, ThrowOnError>) {
        return (options.client ?? this.client).post<CreateTransferOutResponses, CreateTransferOutErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/transfer-out',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Estimate the network fee of a withdrawal to a chain
     *
     * **Permission:** `VIEW`.
     */
    public estimateCryptoWithdrawalFee<ThrowOnError extends boolean = true>(options: Options<EstimateCryptoWithdrawalFeeData, ThrowOnError>) {
        return (options.client ?? this.client).post<EstimateCryptoWithdrawalFeeResponses, EstimateCryptoWithdrawalFeeErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/crypto/estimate-withdrawal-fee',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List transactions
     *
     * **Permission:** `VIEW`.
     */
    public listTransactions<ThrowOnError extends boolean = true>(options?: Options<ListTransactionsData, ThrowOnError>) {
        return (options?.client ?? this.client).get<ListTransactionsResponses, ListTransactionsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/transactions',
            ...options
        });
    }
    
    /**
     * Read a transaction
     *
     * **Permission:** `VIEW`.
     */
    public getTransactionById<ThrowOnError extends boolean = true>(options: Options<GetTransactionByIdData, ThrowOnError>) {
        return (options.client ?? this.client).get<GetTransactionByIdResponses, GetTransactionByIdErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/transactions/{transactionId}',
            ...options
        });
    }
    
    /**
     * Confirm the delivery of the receipt
     *
     * **Permission:** `MANAGE`.
     */
    public confirmReceiptDelivery<ThrowOnError extends boolean = true>(options: Options<ConfirmReceiptDeliveryData, ThrowOnError>) {
        return (options.client ?? this.client).post<ConfirmReceiptDeliveryResponses, ConfirmReceiptDeliveryErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/transactions/{transactionId}/confirm',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Cancel a payment that the bank has not yet made
     *
     * **Permission:** `TRANSACT`.
     */
    public cancelTransaction<ThrowOnError extends boolean = true>(options: Options<CancelTransactionData, ThrowOnError>) {
        return (options.client ?? this.client).post<CancelTransactionResponses, CancelTransactionErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/transactions/{transactionId}/cancel',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List cards
     *
     * **Permission:** `VIEW`.
     */
    public listCards<ThrowOnError extends boolean = true>(options?: Options<ListCardsData, ThrowOnError>) {
        return (options?.client ?? this.client).get<ListCardsResponses, ListCardsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/cards',
            ...options
        });
    }
    
    /**
     * Issue a card
     *
     * **Permission:** `MANAGE`.
     */
    public createCard<ThrowOnError extends boolean = true>(options: Options<CreateCardData, ThrowOnError>) {
        return (options.client ?? this.client).post<CreateCardResponses, CreateCardErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/cards',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Read a card
     *
     * **Permission:** `VIEW`.
     */
    public getCardById<ThrowOnError extends boolean = true>(options: Options<GetCardByIdData, ThrowOnError>) {
        return (options.client ?? this.client).get<GetCardByIdResponses, GetCardByIdErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/cards/{id}',
            ...options
        });
    }
    
    /**
     * Freeze, unfreeze or close a card, or change its funding sources
     *
     * **Permission:** `MANAGE`.
     */
    public updateCardById<ThrowOnError extends boolean = true>(options: Options<UpdateCardByIdData, ThrowOnError>) {
        return (options.client ?? this.client).patch<UpdateCardByIdResponses, UpdateCardByIdErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/cards/{id}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Get the address of the page that displays the card number
     *
     * The response contains a secret, so a repeated request needs the same API token to get it again.
     *
     * **Permission:** `MANAGE`.
     */
    public revealCard<ThrowOnError extends boolean = true>(options: Options<RevealCardData, ThrowOnError>) {
        return (options.client ?? this.client).post<RevealCardResponses, RevealCardErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/cards/{id}/reveal',
            ...options
        });
    }
    
    /**
     * Look up a receiver by UMA address
     *
     * **Permission:** `VIEW`.
     */
    public lookupUma<ThrowOnError extends boolean = true>(options: Options<LookupUmaData, ThrowOnError>) {
        return (options.client ?? this.client).get<LookupUmaResponses, LookupUmaErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/receiver/uma/{receiverUmaAddress}',
            ...options
        });
    }
    
    /**
     * Approve an incoming payment that waits for a decision
     *
     * **Permission:** `MANAGE`.
     */
    public approvePendingPayment<ThrowOnError extends boolean = true>(options: Options<ApprovePendingPaymentData, ThrowOnError>) {
        return (options.client ?? this.client).post<ApprovePendingPaymentResponses, ApprovePendingPaymentErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/transactions/{transactionId}/approve',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Reject an incoming payment that waits for a decision
     *
     * **Permission:** `MANAGE`.
     */
    public rejectPendingPayment<ThrowOnError extends boolean = true>(options: Options<RejectPendingPaymentData, ThrowOnError>) {
        return (options.client ?? this.client).post<RejectPendingPaymentResponses, RejectPendingPaymentErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/transactions/{transactionId}/reject',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Create an invitation to a UMA address
     *
     * **Permission:** `MANAGE`.
     */
    public createInvitation<ThrowOnError extends boolean = true>(options: Options<CreateInvitationData, ThrowOnError>) {
        return (options.client ?? this.client).post<CreateInvitationResponses, CreateInvitationErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/invitations',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Read an invitation
     *
     * **Permission:** `VIEW`.
     */
    public getInvitation<ThrowOnError extends boolean = true>(options: Options<GetInvitationData, ThrowOnError>) {
        return (options.client ?? this.client).get<GetInvitationResponses, GetInvitationErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/invitations/{invitationCode}',
            ...options
        });
    }
    
    /**
     * Claim an invitation for an invitee
     *
     * **Permission:** `MANAGE`.
     */
    public claimInvitation<ThrowOnError extends boolean = true>(options: Options<ClaimInvitationData, ThrowOnError>) {
        return (options.client ?? this.client).post<ClaimInvitationResponses, ClaimInvitationErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/invitations/{invitationCode}/claim',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Cancel an invitation
     *
     * **Permission:** `MANAGE`.
     */
    public cancelInvitation<ThrowOnError extends boolean = true>(options: Options<CancelInvitationData, ThrowOnError>) {
        return (options.client ?? this.client).post<CancelInvitationResponses, CancelInvitationErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/invitations/{invitationCode}/cancel',
            ...options
        });
    }
    
    /**
     * List the counterparty institutions known to the host
     *
     * **Permission:** `VIEW`.
     */
    public getAvailableUmaProviders<ThrowOnError extends boolean = true>(options?: Options<GetAvailableUmaProvidersData, ThrowOnError>) {
        return (options?.client ?? this.client).get<GetAvailableUmaProvidersResponses, GetAvailableUmaProvidersErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/uma-providers',
            ...options
        });
    }
    
    /**
     * Simulate an incoming UMA payment
     *
     * **Permission:** `TRANSACT`.
     */
    public sandboxReceive<ThrowOnError extends boolean = true>(options: Options<SandboxReceiveData, ThrowOnError>) {
        return (options.client ?? this.client).post<SandboxReceiveResponses, SandboxReceiveErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/sandbox/uma/receive',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List linked issuer accounts
     *
     * **Permission:** `VIEW`.
     */
    public listStablecoinProviderAccounts<ThrowOnError extends boolean = true>(options?: Options<ListStablecoinProviderAccountsData, ThrowOnError>) {
        return (options?.client ?? this.client).get<ListStablecoinProviderAccountsResponses, ListStablecoinProviderAccountsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/stablecoin-provider-accounts',
            ...options
        });
    }
    
    /**
     * Link an issuer account; its credentials are encrypted and never returned
     *
     * **Permission:** `MANAGE`.
     */
    public linkStablecoinProviderAccount<ThrowOnError extends boolean = true>(options: Options<LinkStablecoinProviderAccountData, ThrowOnError>) {
        return (options.client ?? this.client).post<LinkStablecoinProviderAccountResponses, LinkStablecoinProviderAccountErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/stablecoin-provider-accounts',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Read a linked issuer account
     *
     * **Permission:** `VIEW`.
     */
    public getStablecoinProviderAccount<ThrowOnError extends boolean = true>(options: Options<GetStablecoinProviderAccountData, ThrowOnError>) {
        return (options.client ?? this.client).get<GetStablecoinProviderAccountResponses, GetStablecoinProviderAccountErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/stablecoin-provider-accounts/{stablecoinProviderAccountId}',
            ...options
        });
    }
    
    /**
     * List registered stablecoins
     *
     * **Permission:** `VIEW`.
     */
    public listStablecoins<ThrowOnError extends boolean = true>(options?: Options<ListStablecoinsData, ThrowOnError>) {
        return (options?.client ?? this.client).get<ListStablecoinsResponses, ListStablecoinsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/stablecoins',
            ...options
        });
    }
    
    /**
     * Register a token of an issuer
     *
     * **Permission:** `MANAGE`.
     */
    public registerStablecoin<ThrowOnError extends boolean = true>(options: Options<RegisterStablecoinData, ThrowOnError>) {
        return (options.client ?? this.client).post<RegisterStablecoinResponses, RegisterStablecoinErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/stablecoins',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Read a stablecoin
     *
     * **Permission:** `VIEW`.
     */
    public getStablecoin<ThrowOnError extends boolean = true>(options: Options<GetStablecoinData, ThrowOnError>) {
        return (options.client ?? this.client).get<GetStablecoinResponses, GetStablecoinErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/stablecoins/{stablecoinId}',
            ...options
        });
    }
    
    /**
     * Quote a mint
     *
     * **Permission:** `TRANSACT`.
     */
    public createStablecoinMintQuote<ThrowOnError extends boolean = true>(options: Options<CreateStablecoinMintQuoteData, ThrowOnError>) {
        return (options.client ?? this.client).post<CreateStablecoinMintQuoteResponses, CreateStablecoinMintQuoteErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/stablecoins/{stablecoinId}/mint-quotes',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Quote a burn
     *
     * **Permission:** `TRANSACT`.
     */
    public createStablecoinBurnQuote<ThrowOnError extends boolean = true>(options: Options<CreateStablecoinBurnQuoteData, ThrowOnError>) {
        return (options.client ?? this.client).post<CreateStablecoinBurnQuoteResponses, CreateStablecoinBurnQuoteErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/stablecoins/{stablecoinId}/burn-quotes',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Read the quote of a mint or burn
     *
     * **Permission:** `VIEW`.
     */
    public getStablecoinQuote<ThrowOnError extends boolean = true>(options: Options<GetStablecoinQuoteData, ThrowOnError>) {
        return (options.client ?? this.client).get<GetStablecoinQuoteResponses, GetStablecoinQuoteErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/stablecoin-quotes/{stablecoinQuoteId}',
            ...options
        });
    }
    
    /**
     * Execute the quote of a mint or burn
     *
     * **Permission:** `TRANSACT`.
     */
    public executeStablecoinQuote<ThrowOnError extends boolean = true>(options: Options<ExecuteStablecoinQuoteData, ThrowOnError>) {
        return (options.client ?? this.client).post<ExecuteStablecoinQuoteResponses, ExecuteStablecoinQuoteErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/stablecoin-quotes/{stablecoinQuoteId}/execute',
            ...options
        });
    }
    
    /**
     * Mint a stablecoin
     *
     * **Permission:** `TRANSACT`.
     */
    public createStablecoinMint<ThrowOnError extends boolean = true>(options: Options<CreateStablecoinMintData, ThrowOnError>) {
        return (options.client ?? this.client).post<CreateStablecoinMintResponses, CreateStablecoinMintErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/stablecoins/{stablecoinId}/mints',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Burn a stablecoin
     *
     * **Permission:** `TRANSACT`.
     */
    public createStablecoinBurn<ThrowOnError extends boolean = true>(options: Options<CreateStablecoinBurnData, ThrowOnError>) {
        return (options.client ?? this.client).post<CreateStablecoinBurnResponses, CreateStablecoinBurnErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/stablecoins/{stablecoinId}/burns',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List mints and burns of a stablecoin
     *
     * **Permission:** `VIEW`.
     */
    public listStablecoinOperations<ThrowOnError extends boolean = true>(options: Options<ListStablecoinOperationsData, ThrowOnError>) {
        return (options.client ?? this.client).get<ListStablecoinOperationsResponses, ListStablecoinOperationsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/stablecoins/{stablecoinId}/operations',
            ...options
        });
    }
    
    /**
     * Read a mint or burn
     *
     * **Permission:** `VIEW`.
     */
    public getStablecoinOperation<ThrowOnError extends boolean = true>(options: Options<GetStablecoinOperationData, ThrowOnError>) {
        return (options.client ?? this.client).get<GetStablecoinOperationResponses, GetStablecoinOperationErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/stablecoin-operations/{stablecoinOperationId}',
            ...options
        });
    }
    
    /**
     * List agents
     *
     * **Permission:** `VIEW`.
     */
    public listAgents<ThrowOnError extends boolean = true>(options?: Options<ListAgentsData, ThrowOnError>) {
        return (options?.client ?? this.client).get<ListAgentsResponses, ListAgentsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/agents',
            ...options
        });
    }
    
    /**
     * Create an agent; its device code is shown only in this response
     *
     * The response contains a secret, so a repeated request needs the same API token to get it again.
     *
     * **Permission:** `MANAGE`.
     */
    public createAgent<ThrowOnError extends boolean = true>(options: Options<CreateAgentData, ThrowOnError>) {
        return (options.client ?? this.client).post<CreateAgentResponses, CreateAgentErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/agents',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List the actions that wait for approval
     *
     * **Permission:** `VIEW`.
     */
    public listAgentApprovals<ThrowOnError extends boolean = true>(options?: Options<ListAgentApprovalsData, ThrowOnError>) {
        return (options?.client ?? this.client).get<ListAgentApprovalsResponses, ListAgentApprovalsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/agents/approvals',
            ...options
        });
    }
    
    /**
     * Delete an agent; its requests are refused from then on
     *
     * **Permission:** `MANAGE`.
     */
    public deleteAgent<ThrowOnError extends boolean = true>(options: Options<DeleteAgentData, ThrowOnError>) {
        return (options.client ?? this.client).delete<DeleteAgentResponses, DeleteAgentErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/agents/{agentId}',
            ...options
        });
    }
    
    /**
     * Read an agent
     *
     * **Permission:** `VIEW`.
     */
    public getAgentById<ThrowOnError extends boolean = true>(options: Options<GetAgentByIdData, ThrowOnError>) {
        return (options.client ?? this.client).get<GetAgentByIdResponses, GetAgentByIdErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/agents/{agentId}',
            ...options
        });
    }
    
    /**
     * Rename, pause or resume an agent
     *
     * **Permission:** `MANAGE`.
     */
    public updateAgent<ThrowOnError extends boolean = true>(options: Options<UpdateAgentData, ThrowOnError>) {
        return (options.client ?? this.client).patch<UpdateAgentResponses, UpdateAgentErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/agents/{agentId}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Change parts of the policy of an agent
     *
     * **Permission:** `MANAGE`.
     */
    public updateAgentPolicy<ThrowOnError extends boolean = true>(options: Options<UpdateAgentPolicyData, ThrowOnError>) {
        return (options.client ?? this.client).patch<UpdateAgentPolicyResponses, UpdateAgentPolicyErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/agents/{agentId}/policy',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Create a new device code; earlier ones become invalid
     *
     * The response contains a secret, so a repeated request needs the same API token to get it again.
     *
     * **Permission:** `MANAGE`.
     */
    public regenerateAgentDeviceCode<ThrowOnError extends boolean = true>(options: Options<RegenerateAgentDeviceCodeData, ThrowOnError>) {
        return (options.client ?? this.client).post<RegenerateAgentDeviceCodeResponses, RegenerateAgentDeviceCodeErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/agents/{agentId}/device-codes',
            ...options
        });
    }
    
    /**
     * Approve an action of an agent
     *
     * **Permission:** `TRANSACT`.
     */
    public approveAgentAction<ThrowOnError extends boolean = true>(options: Options<ApproveAgentActionData, ThrowOnError>) {
        return (options.client ?? this.client).post<ApproveAgentActionResponses, ApproveAgentActionErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/agents/{agentId}/actions/{actionId}/approve',
            ...options
        });
    }
    
    /**
     * Reject an action of an agent
     *
     * **Permission:** `TRANSACT`.
     */
    public rejectAgentAction<ThrowOnError extends boolean = true>(options: Options<RejectAgentActionData, ThrowOnError>) {
        return (options.client ?? this.client).post<RejectAgentActionResponses, RejectAgentActionErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/agents/{agentId}/actions/{actionId}/reject',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Read whether a device code has been redeemed
     *
     * **Permission:** `VIEW`.
     */
    public getAgentDeviceCodeStatus<ThrowOnError extends boolean = true>(options: Options<GetAgentDeviceCodeStatusData, ThrowOnError>) {
        return (options.client ?? this.client).get<GetAgentDeviceCodeStatusResponses, GetAgentDeviceCodeStatusErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/agents/device-codes/{code}/status',
            ...options
        });
    }
    
    /**
     * Exchange a device code for an access token, which is shown only in this response
     *
     * No credential is needed.
     */
    public redeemAgentDeviceCode<ThrowOnError extends boolean = true>(options: Options<RedeemAgentDeviceCodeData, ThrowOnError>) {
        return (options.client ?? this.client).post<RedeemAgentDeviceCodeResponses, RedeemAgentDeviceCodeErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/2025-10-13/agents/device-codes/{code}/redeem',
            ...options
        });
    }
    
    /**
     * Read the agent that makes the request
     *
     * **Credential:** access token of an agent.
     */
    public getAgentMe<ThrowOnError extends boolean = true>(options?: Options<GetAgentMeData, ThrowOnError>) {
        return (options?.client ?? this.client).get<GetAgentMeResponses, GetAgentMeErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/2025-10-13/agents/me',
            ...options
        });
    }
    
    /**
     * List the customer's transactions
     *
     * **Credential:** access token of an agent.
     */
    public agentListTransactions<ThrowOnError extends boolean = true>(options?: Options<AgentListTransactionsData, ThrowOnError>) {
        return (options?.client ?? this.client).get<AgentListTransactionsResponses, AgentListTransactionsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/2025-10-13/agents/me/transactions',
            ...options
        });
    }
    
    /**
     * Read a transaction of the customer
     *
     * **Credential:** access token of an agent.
     */
    public agentGetTransaction<ThrowOnError extends boolean = true>(options: Options<AgentGetTransactionData, ThrowOnError>) {
        return (options.client ?? this.client).get<AgentGetTransactionResponses, AgentGetTransactionErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/2025-10-13/agents/me/transactions/{transactionId}',
            ...options
        });
    }
    
    /**
     * Create a quote for the customer
     *
     * **Credential:** access token of an agent.
     */
    public agentCreateQuote<ThrowOnError extends boolean = true>(options: Options<AgentCreateQuoteData, ThrowOnError>) {
        return (options.client ?? this.client).post<AgentCreateQuoteResponses, AgentCreateQuoteErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/2025-10-13/agents/me/quotes',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Read a quote created by this agent
     *
     * **Credential:** access token of an agent.
     */
    public agentGetQuote<ThrowOnError extends boolean = true>(options: Options<AgentGetQuoteData, ThrowOnError>) {
        return (options.client ?? this.client).get<AgentGetQuoteResponses, AgentGetQuoteErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/2025-10-13/agents/me/quotes/{quoteId}',
            ...options
        });
    }
    
    /**
     * Execute a quote created by this agent, or request approval
     *
     * **Credential:** access token of an agent.
     */
    public agentExecuteQuote<ThrowOnError extends boolean = true>(options: Options<AgentExecuteQuoteData, ThrowOnError>) {
        return (options.client ?? this.client).post<AgentExecuteQuoteResponses, AgentExecuteQuoteErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/2025-10-13/agents/me/quotes/{quoteId}/execute',
            ...options
        });
    }
    
    /**
     * List the actions of this agent
     *
     * **Credential:** access token of an agent.
     */
    public agentListActions<ThrowOnError extends boolean = true>(options?: Options<AgentListActionsData, ThrowOnError>) {
        return (options?.client ?? this.client).get<AgentListActionsResponses, AgentListActionsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/2025-10-13/agents/me/actions',
            ...options
        });
    }
    
    /**
     * Read an action of this agent
     *
     * **Credential:** access token of an agent.
     */
    public agentGetAction<ThrowOnError extends boolean = true>(options: Options<AgentGetActionData, ThrowOnError>) {
        return (options.client ?? this.client).get<AgentGetActionResponses, AgentGetActionErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/2025-10-13/agents/me/actions/{actionId}',
            ...options
        });
    }
    
    /**
     * Collect money from an external account of the customer, or request approval
     *
     * **Credential:** access token of an agent.
     */
    public agentCreateTransferIn<ThrowOnError extends boolean = true>(options: Options<AgentCreateTransferInData, ThrowOnError>) {
        return (options.client ?? this.client).post<AgentCreateTransferInResponses, AgentCreateTransferInErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/2025-10-13/agents/me/transfer-in',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Send money to an external account of the customer, or request approval
     *
     * **Credential:** access token of an agent.
     */
    public agentCreateTransferOut<ThrowOnError extends boolean = true>(options: Options<AgentCreateTransferOutData, ThrowOnError>) {
        return (options.client ?? this.client).post<AgentCreateTransferOutResponses, AgentCreateTransferOutErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/2025-10-13/agents/me/transfer-out',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List the customer's internal accounts
     *
     * **Credential:** access token of an agent.
     */
    public agentListInternalAccounts<ThrowOnError extends boolean = true>(options?: Options<AgentListInternalAccountsData, ThrowOnError>) {
        return (options?.client ?? this.client).get<AgentListInternalAccountsResponses, AgentListInternalAccountsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/2025-10-13/agents/me/internal-accounts',
            ...options
        });
    }
    
    /**
     * List the customer's external accounts
     *
     * **Credential:** access token of an agent.
     */
    public agentListExternalAccounts<ThrowOnError extends boolean = true>(options?: Options<AgentListExternalAccountsData, ThrowOnError>) {
        return (options?.client ?? this.client).get<AgentListExternalAccountsResponses, AgentListExternalAccountsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/2025-10-13/agents/me/external-accounts',
            ...options
        });
    }
    
    /**
     * Add an external account of the customer
     *
     * **Credential:** access token of an agent.
     */
    public agentCreateExternalAccount<ThrowOnError extends boolean = true>(options: Options<AgentCreateExternalAccountData, ThrowOnError>) {
        return (options.client ?? this.client).post<AgentCreateExternalAccountResponses, AgentCreateExternalAccountErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/2025-10-13/agents/me/external-accounts',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Delete an external account of the customer
     *
     * **Credential:** access token of an agent.
     */
    public agentDeleteExternalAccount<ThrowOnError extends boolean = true>(options: Options<AgentDeleteExternalAccountData, ThrowOnError>) {
        return (options.client ?? this.client).delete<AgentDeleteExternalAccountResponses, AgentDeleteExternalAccountErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/2025-10-13/agents/me/external-accounts/{externalAccountId}',
            ...options
        });
    }
    
    /**
     * Read an external account of the customer
     *
     * **Credential:** access token of an agent.
     */
    public agentGetExternalAccount<ThrowOnError extends boolean = true>(options: Options<AgentGetExternalAccountData, ThrowOnError>) {
        return (options.client ?? this.client).get<AgentGetExternalAccountResponses, AgentGetExternalAccountErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/2025-10-13/agents/me/external-accounts/{externalAccountId}',
            ...options
        });
    }
    
    /**
     * Send a test webhook now
     *
     * **Permission:** `TRANSACT`.
     */
    public sendTestWebhook<ThrowOnError extends boolean = true>(options?: Options<SendTestWebhookData, ThrowOnError>) {
        return (options?.client ?? this.client).post<SendTestWebhookResponses, SendTestWebhookErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/sandbox/webhooks/test',
            ...options
        });
    }
    
    /**
     * Read the public keys that verify X-Svc-Signature of your webhooks
     *
     * **Permission:** `VIEW`.
     */
    public getWebhookPublicKey<ThrowOnError extends boolean = true>(options?: Options<GetWebhookPublicKeyData, ThrowOnError>) {
        return (options?.client ?? this.client).get<GetWebhookPublicKeyResponses, GetWebhookPublicKeyErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/webhooks/public-key',
            ...options
        });
    }
    
    /**
     * Read the public keys that verify X-Svc-Signature of a platform's webhooks, without a credential
     *
     * No credential is needed.
     */
    public getWebhookPublicKeyOfPlatform<ThrowOnError extends boolean = true>(options: Options<GetWebhookPublicKeyOfPlatformData, ThrowOnError>) {
        return (options.client ?? this.client).get<GetWebhookPublicKeyOfPlatformResponses, GetWebhookPublicKeyOfPlatformErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/2025-10-13/webhooks/public-key/{platformId}',
            ...options
        });
    }
    
    /**
     * Create a new signing key and use it from now on; the previous public key stays listed for 24 hours
     *
     * **Permission:** `MANAGE`.
     */
    public rotateWebhookPublicKey<ThrowOnError extends boolean = true>(options?: Options<RotateWebhookPublicKeyData, ThrowOnError>) {
        return (options?.client ?? this.client).post<RotateWebhookPublicKeyResponses, RotateWebhookPublicKeyErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/webhooks/public-key/rotate',
            ...options
        });
    }
    
    /**
     * Read the Standard Webhooks secret
     *
     * **Permission:** `MANAGE`.
     */
    public getWebhookSecret<ThrowOnError extends boolean = true>(options?: Options<GetWebhookSecretData, ThrowOnError>) {
        return (options?.client ?? this.client).get<GetWebhookSecretResponses, GetWebhookSecretErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/webhooks/secret',
            ...options
        });
    }
    
    /**
     * Create a new Standard Webhooks secret; the previous one stays valid for 24 hours
     *
     * The response contains a secret, so a repeated request needs the same API token to get it again.
     *
     * **Permission:** `MANAGE`.
     */
    public rotateWebhookSecret<ThrowOnError extends boolean = true>(options?: Options<RotateWebhookSecretData, ThrowOnError>) {
        return (options?.client ?? this.client).post<RotateWebhookSecretResponses, RotateWebhookSecretErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/webhooks/secret/rotate',
            ...options
        });
    }
    
    /**
     * List events, newest first; with type or status a page can be short or empty although more events follow
     *
     * **Permission:** `VIEW`.
     */
    public listWebhookEvents<ThrowOnError extends boolean = true>(options?: Options<ListWebhookEventsData, ThrowOnError>) {
        return (options?.client ?? this.client).get<ListWebhookEventsResponses, ListWebhookEventsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/webhooks/events',
            ...options
        });
    }
    
    /**
     * Read an event with the body of its webhook
     *
     * **Permission:** `VIEW`.
     */
    public getWebhookEvent<ThrowOnError extends boolean = true>(options: Options<GetWebhookEventData, ThrowOnError>) {
        return (options.client ?? this.client).get<GetWebhookEventResponses, GetWebhookEventErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/webhooks/events/{eventId}',
            ...options
        });
    }
    
    /**
     * Send an event again, with the same id and with all retries
     *
     * **Permission:** `MANAGE`.
     */
    public redeliverWebhookEvent<ThrowOnError extends boolean = true>(options: Options<RedeliverWebhookEventData, ThrowOnError>) {
        return (options.client ?? this.client).post<RedeliverWebhookEventResponses, RedeliverWebhookEventErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/webhooks/events/{eventId}/redeliver',
            ...options
        });
    }
    
    /**
     * Read the signed webhook that a delivery of the event would send now
     *
     * **Permission:** `MANAGE`.
     */
    public signWebhookEvent<ThrowOnError extends boolean = true>(options: Options<SignWebhookEventData, ThrowOnError>) {
        return (options.client ?? this.client).get<SignWebhookEventResponses, SignWebhookEventErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/webhooks/events/{eventId}/delivery',
            ...options
        });
    }
    
    /**
     * Follow events in the order of their delivery, independent of their delivery status
     *
     * **Permission:** `VIEW`.
     */
    public followWebhookEvents<ThrowOnError extends boolean = true>(options?: Options<FollowWebhookEventsData, ThrowOnError>) {
        return (options?.client ?? this.client).get<FollowWebhookEventsResponses, FollowWebhookEventsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/webhooks/feed',
            ...options
        });
    }
    
    /**
     * Simulate the payer of a real-time funded quote
     *
     * **Permission:** `TRANSACT`.
     */
    public sandboxSend<ThrowOnError extends boolean = true>(options: Options<SandboxSendData, ThrowOnError>) {
        return (options.client ?? this.client).post<SandboxSendResponses, SandboxSendErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/sandbox/send',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Simulate a payer who sends money with a reference. An extension.
     *
     * **Permission:** `TRANSACT`.
     */
    public sandboxDeposit<ThrowOnError extends boolean = true>(options: Options<SandboxDepositData, ThrowOnError>) {
        return (options.client ?? this.client).post<SandboxDepositResponses, SandboxDepositErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/sandbox/deposits',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Fund an internal account
     *
     * **Permission:** `TRANSACT`.
     */
    public sandboxFundInternalAccount<ThrowOnError extends boolean = true>(options: Options<SandboxFundInternalAccountData, ThrowOnError>) {
        return (options.client ?? this.client).post<SandboxFundInternalAccountResponses, SandboxFundInternalAccountErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/sandbox/internal-accounts/{accountId}/fund',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Read the time of the platform
     *
     * **Permission:** `VIEW`.
     */
    public getSandboxClock<ThrowOnError extends boolean = true>(options?: Options<GetSandboxClockData, ThrowOnError>) {
        return (options?.client ?? this.client).get<GetSandboxClockResponses, GetSandboxClockErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/sandbox/clock',
            ...options
        });
    }
    
    /**
     * Move the time of the platform ahead; work that becomes due is done before the response, within 5 seconds
     *
     * **Permission:** `TRANSACT`.
     */
    public advanceSandboxClock<ThrowOnError extends boolean = true>(options: Options<AdvanceSandboxClockData, ThrowOnError>) {
        return (options.client ?? this.client).post<AdvanceSandboxClockResponses, AdvanceSandboxClockErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/sandbox/clock/advance',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Simulate the use of a card: an authorization
     *
     * **Permission:** `TRANSACT`.
     */
    public sandboxSimulateCardAuthorization<ThrowOnError extends boolean = true>(options: Options<SandboxSimulateCardAuthorizationData, ThrowOnError>) {
        return (options.client ?? this.client).post<SandboxSimulateCardAuthorizationResponses, SandboxSimulateCardAuthorizationErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/sandbox/cards/{id}/simulate/authorization',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Simulate the clearing of an authorization
     *
     * **Permission:** `TRANSACT`.
     */
    public sandboxSimulateCardClearing<ThrowOnError extends boolean = true>(options: Options<SandboxSimulateCardClearingData, ThrowOnError>) {
        return (options.client ?? this.client).post<SandboxSimulateCardClearingResponses, SandboxSimulateCardClearingErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/sandbox/cards/{id}/simulate/clearing',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Simulate a return by the merchant
     *
     * **Permission:** `TRANSACT`.
     */
    public sandboxSimulateCardReturn<ThrowOnError extends boolean = true>(options: Options<SandboxSimulateCardReturnData, ThrowOnError>) {
        return (options.client ?? this.client).post<SandboxSimulateCardReturnResponses, SandboxSimulateCardReturnErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/sandbox/cards/{id}/simulate/return',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Simulate a balance inquiry of the network
     *
     * **Permission:** `TRANSACT`.
     */
    public sandboxSimulateCardBalanceInquiry<ThrowOnError extends boolean = true>(options: Options<SandboxSimulateCardBalanceInquiryData, ThrowOnError>) {
        return (options.client ?? this.client).post<SandboxSimulateCardBalanceInquiryResponses, SandboxSimulateCardBalanceInquiryErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/sandbox/cards/{id}/simulate/balance_inquiry',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Simulate a credit authorization: the merchant asks to credit a card
     *
     * **Permission:** `TRANSACT`.
     */
    public sandboxSimulateCardCreditAuthorization<ThrowOnError extends boolean = true>(options: Options<SandboxSimulateCardCreditAuthorizationData, ThrowOnError>) {
        return (options.client ?? this.client).post<SandboxSimulateCardCreditAuthorizationResponses, SandboxSimulateCardCreditAuthorizationErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/sandbox/cards/{id}/simulate/credit_authorization',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Simulate the use of a card that is authorized and cleared at once
     *
     * **Permission:** `TRANSACT`.
     */
    public sandboxSimulateCardFinancialAuthorization<ThrowOnError extends boolean = true>(options: Options<SandboxSimulateCardFinancialAuthorizationData, ThrowOnError>) {
        return (options.client ?? this.client).post<SandboxSimulateCardFinancialAuthorizationResponses, SandboxSimulateCardFinancialAuthorizationErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/sandbox/cards/{id}/simulate/financial_authorization',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Simulate a credit that is booked at once
     *
     * **Permission:** `TRANSACT`.
     */
    public sandboxSimulateCardFinancialCreditAuthorization<ThrowOnError extends boolean = true>(options: Options<SandboxSimulateCardFinancialCreditAuthorizationData, ThrowOnError>) {
        return (options.client ?? this.client).post<SandboxSimulateCardFinancialCreditAuthorizationResponses, SandboxSimulateCardFinancialCreditAuthorizationErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/sandbox/cards/{id}/simulate/financial_credit_authorization',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Simulate a change of the authorized amount
     *
     * **Permission:** `TRANSACT`.
     */
    public sandboxSimulateCardAuthorizationAdvice<ThrowOnError extends boolean = true>(options: Options<SandboxSimulateCardAuthorizationAdviceData, ThrowOnError>) {
        return (options.client ?? this.client).post<SandboxSimulateCardAuthorizationAdviceResponses, SandboxSimulateCardAuthorizationAdviceErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/sandbox/cards/{id}/simulate/authorization_advice',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Simulate a credit that the network has approved itself
     *
     * **Permission:** `TRANSACT`.
     */
    public sandboxSimulateCardCreditAuthorizationAdvice<ThrowOnError extends boolean = true>(options: Options<SandboxSimulateCardCreditAuthorizationAdviceData, ThrowOnError>) {
        return (options.client ?? this.client).post<SandboxSimulateCardCreditAuthorizationAdviceResponses, SandboxSimulateCardCreditAuthorizationAdviceErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/sandbox/cards/{id}/simulate/credit_authorization_advice',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Simulate the reversal of the last return by the merchant
     *
     * **Permission:** `TRANSACT`.
     */
    public sandboxSimulateCardReturnReversal<ThrowOnError extends boolean = true>(options: Options<SandboxSimulateCardReturnReversalData, ThrowOnError>) {
        return (options.client ?? this.client).post<SandboxSimulateCardReturnReversalResponses, SandboxSimulateCardReturnReversalErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/sandbox/cards/{id}/simulate/return_reversal',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List journal entries, newest first; a page can be short or empty although more entries follow
     *
     * **Permission:** `VIEW`.
     */
    public listLedgerEntries<ThrowOnError extends boolean = true>(options?: Options<ListLedgerEntriesData, ThrowOnError>) {
        return (options?.client ?? this.client).get<ListLedgerEntriesResponses, ListLedgerEntriesErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/ledger/entries',
            ...options
        });
    }
}
