// Generated from the OpenAPI document by `npm run client:write`; do not edit.

import { client } from './client.gen.js';
import { type Client, formDataBodySerializer, type Options as Options2, type TDataShape } from './client/index.js';
import type { AdvanceSandboxClockData, AdvanceSandboxClockErrors, AdvanceSandboxClockResponses, AgentCreateExternalAccountData, AgentCreateExternalAccountErrors, AgentCreateExternalAccountResponses, AgentCreateQuoteData, AgentCreateQuoteErrors, AgentCreateQuoteResponses, AgentCreateTransferInData, AgentCreateTransferInErrors, AgentCreateTransferInResponses, AgentCreateTransferOutData, AgentCreateTransferOutErrors, AgentCreateTransferOutResponses, AgentDeleteExternalAccountData, AgentDeleteExternalAccountErrors, AgentDeleteExternalAccountResponses, AgentExecuteQuoteData, AgentExecuteQuoteErrors, AgentExecuteQuoteResponses, AgentGetActionData, AgentGetActionErrors, AgentGetActionResponses, AgentGetExternalAccountData, AgentGetExternalAccountErrors, AgentGetExternalAccountResponses, AgentGetQuoteData, AgentGetQuoteErrors, AgentGetQuoteResponses, AgentGetTransactionData, AgentGetTransactionErrors, AgentGetTransactionResponses, AgentListActionsData, AgentListActionsErrors, AgentListActionsResponses, AgentListExternalAccountsData, AgentListExternalAccountsErrors, AgentListExternalAccountsResponses, AgentListInternalAccountsData, AgentListInternalAccountsErrors, AgentListInternalAccountsResponses, AgentListTransactionsData, AgentListTransactionsErrors, AgentListTransactionsResponses, ApproveAgentActionData, ApproveAgentActionErrors, ApproveAgentActionResponses, ApprovePendingPaymentData, ApprovePendingPaymentErrors, ApprovePendingPaymentResponses, AuthorizeQuoteData, AuthorizeQuoteErrors, AuthorizeQuoteResponses, CancelInvitationData, CancelInvitationErrors, CancelInvitationResponses, CancelQuoteData, CancelQuoteErrors, CancelQuoteResponses, CancelTransactionData, CancelTransactionErrors, CancelTransactionResponses, ChallengeAuthCredentialData, ChallengeAuthCredentialErrors, ChallengeAuthCredentialResponses, ClaimInvitationData, ClaimInvitationErrors, ClaimInvitationResponses, CompleteScaLoginData, CompleteScaLoginErrors, CompleteScaLoginResponses, CompleteTwoFactorResetData, CompleteTwoFactorResetErrors, CompleteTwoFactorResetResponses, ConfirmBeneficiaryTrustData, ConfirmBeneficiaryTrustErrors, ConfirmBeneficiaryTrustResponses, ConfirmBeneficiaryUntrustData, ConfirmBeneficiaryUntrustErrors, ConfirmBeneficiaryUntrustResponses, ConfirmCustomerEmailVerificationData, ConfirmCustomerEmailVerificationErrors, ConfirmCustomerEmailVerificationResponses, ConfirmCustomerPhoneVerificationData, ConfirmCustomerPhoneVerificationErrors, ConfirmCustomerPhoneVerificationResponses, ConfirmReceiptDeliveryData, ConfirmReceiptDeliveryErrors, ConfirmReceiptDeliveryResponses, ConfirmScaFactorEnrollmentData, ConfirmScaFactorEnrollmentErrors, ConfirmScaFactorEnrollmentResponses, CreateAgentData, CreateAgentErrors, CreateAgentResponses, CreateAuthCredentialData, CreateAuthCredentialErrors, CreateAuthCredentialResponses, CreateBeneficialOwnerData, CreateBeneficialOwnerErrors, CreateBeneficialOwnerResponses, CreateCardData, CreateCardErrors, CreateCardResponses, CreateCustomerData, CreateCustomerErrors, CreateCustomerExternalAccountData, CreateCustomerExternalAccountErrors, CreateCustomerExternalAccountResponses, CreateCustomerKycLinkData, CreateCustomerKycLinkErrors, CreateCustomerKycLinkResponses, CreateCustomerResponses, CreateDelegatedKeyData, CreateDelegatedKeyErrors, CreateDelegatedKeyResponses, CreateExternalAccountOwnershipChallengeData, CreateExternalAccountOwnershipChallengeErrors, CreateExternalAccountOwnershipChallengeResponses, CreateInvitationData, CreateInvitationErrors, CreateInvitationResponses, CreatePlatformExternalAccountData, CreatePlatformExternalAccountErrors, CreatePlatformExternalAccountOwnershipChallengeData, CreatePlatformExternalAccountOwnershipChallengeErrors, CreatePlatformExternalAccountOwnershipChallengeResponses, CreatePlatformExternalAccountResponses, CreateQuoteData, CreateQuoteErrors, CreateQuoteResponses, CreateStablecoinBurnData, CreateStablecoinBurnErrors, CreateStablecoinBurnQuoteData, CreateStablecoinBurnQuoteErrors, CreateStablecoinBurnQuoteResponses, CreateStablecoinBurnResponses, CreateStablecoinMintData, CreateStablecoinMintErrors, CreateStablecoinMintQuoteData, CreateStablecoinMintQuoteErrors, CreateStablecoinMintQuoteResponses, CreateStablecoinMintResponses, CreateTokenData, CreateTokenErrors, CreateTokenResponses, CreateTransferInData, CreateTransferInErrors, CreateTransferInResponses, CreateTransferOutData, CreateTransferOutErrors, CreateTransferOutResponses, CreateVerificationData, CreateVerificationErrors, CreateVerificationResponses, DeleteAgentData, DeleteAgentErrors, DeleteAgentResponses, DeleteBeneficialOwnerData, DeleteBeneficialOwnerErrors, DeleteBeneficialOwnerResponses, DeleteCustomerByIdData, DeleteCustomerByIdErrors, DeleteCustomerByIdResponses, DeleteCustomerExternalAccountByIdData, DeleteCustomerExternalAccountByIdErrors, DeleteCustomerExternalAccountByIdResponses, DeleteDocumentData, DeleteDocumentErrors, DeleteDocumentResponses, DeletePlatformExternalAccountByIdData, DeletePlatformExternalAccountByIdErrors, DeletePlatformExternalAccountByIdResponses, DeleteScaFactorData, DeleteScaFactorErrors, DeleteScaFactorResponses, DeleteTokenByIdData, DeleteTokenByIdErrors, DeleteTokenByIdResponses, EstimateCryptoWithdrawalFeeData, EstimateCryptoWithdrawalFeeErrors, EstimateCryptoWithdrawalFeeResponses, ExecuteQuoteData, ExecuteQuoteErrors, ExecuteQuoteResponses, ExecuteStablecoinQuoteData, ExecuteStablecoinQuoteErrors, ExecuteStablecoinQuoteResponses, ExportInternalAccountData, ExportInternalAccountErrors, ExportInternalAccountResponses, FollowWebhookEventsData, FollowWebhookEventsErrors, FollowWebhookEventsResponses, GetAgentByIdData, GetAgentByIdErrors, GetAgentByIdResponses, GetAgentDeviceCodeStatusData, GetAgentDeviceCodeStatusErrors, GetAgentDeviceCodeStatusResponses, GetAgentMeData, GetAgentMeErrors, GetAgentMeResponses, GetAvailableUmaProvidersData, GetAvailableUmaProvidersErrors, GetAvailableUmaProvidersResponses, GetBeneficialOwnerData, GetBeneficialOwnerErrors, GetBeneficialOwnerResponses, GetBulkCustomerImportJobData, GetBulkCustomerImportJobErrors, GetBulkCustomerImportJobResponses, GetCardByIdData, GetCardByIdErrors, GetCardByIdResponses, GetCustomerByIdData, GetCustomerByIdErrors, GetCustomerByIdResponses, GetCustomerExternalAccountByIdData, GetCustomerExternalAccountByIdErrors, GetCustomerExternalAccountByIdResponses, GetDelegatedKeyByIdData, GetDelegatedKeyByIdErrors, GetDelegatedKeyByIdResponses, GetDiscoveriesData, GetDiscoveriesErrors, GetDiscoveriesResponses, GetDocumentData, GetDocumentErrors, GetDocumentResponses, GetEndUserTermsData, GetEndUserTermsErrors, GetEndUserTermsResponses, GetExchangeRatesData, GetExchangeRatesErrors, GetExchangeRatesResponses, GetInternalAccountData, GetInternalAccountErrors, GetInternalAccountResponses, GetInvitationData, GetInvitationErrors, GetInvitationResponses, GetPlatformConfigData, GetPlatformConfigErrors, GetPlatformConfigResponses, GetPlatformExternalAccountByIdData, GetPlatformExternalAccountByIdErrors, GetPlatformExternalAccountByIdResponses, GetQuoteByIdData, GetQuoteByIdErrors, GetQuoteByIdResponses, GetSandboxClockData, GetSandboxClockErrors, GetSandboxClockResponses, GetStablecoinData, GetStablecoinErrors, GetStablecoinOperationData, GetStablecoinOperationErrors, GetStablecoinOperationResponses, GetStablecoinProviderAccountData, GetStablecoinProviderAccountErrors, GetStablecoinProviderAccountResponses, GetStablecoinQuoteData, GetStablecoinQuoteErrors, GetStablecoinQuoteResponses, GetStablecoinResponses, GetTokenByIdData, GetTokenByIdErrors, GetTokenByIdResponses, GetTransactionByIdData, GetTransactionByIdErrors, GetTransactionByIdResponses, GetTwoFactorResetStatusData, GetTwoFactorResetStatusErrors, GetTwoFactorResetStatusResponses, GetVerificationData, GetVerificationErrors, GetVerificationResponses, GetWebhookEventData, GetWebhookEventErrors, GetWebhookEventResponses, GetWebhookPublicKeyData, GetWebhookPublicKeyErrors, GetWebhookPublicKeyOfPlatformData, GetWebhookPublicKeyOfPlatformErrors, GetWebhookPublicKeyOfPlatformResponses, GetWebhookPublicKeyResponses, GetWebhookSecretData, GetWebhookSecretErrors, GetWebhookSecretResponses, LinkStablecoinProviderAccountData, LinkStablecoinProviderAccountErrors, LinkStablecoinProviderAccountResponses, ListAgentApprovalsData, ListAgentApprovalsErrors, ListAgentApprovalsResponses, ListAgentsData, ListAgentsErrors, ListAgentsResponses, ListAuthCredentialsData, ListAuthCredentialsErrors, ListAuthCredentialsResponses, ListAuthSessionsData, ListAuthSessionsErrors, ListAuthSessionsResponses, ListBeneficialOwnersData, ListBeneficialOwnersErrors, ListBeneficialOwnersResponses, ListBulkCustomerImportJobsData, ListBulkCustomerImportJobsErrors, ListBulkCustomerImportJobsResponses, ListCardsData, ListCardsErrors, ListCardsResponses, ListCustomerExternalAccountsData, ListCustomerExternalAccountsErrors, ListCustomerExternalAccountsResponses, ListCustomerInternalAccountsData, ListCustomerInternalAccountsErrors, ListCustomerInternalAccountsResponses, ListCustomersData, ListCustomersErrors, ListCustomersResponses, ListDelegatedKeysData, ListDelegatedKeysErrors, ListDelegatedKeysResponses, ListDocumentsData, ListDocumentsErrors, ListDocumentsResponses, ListLedgerEntriesData, ListLedgerEntriesErrors, ListLedgerEntriesResponses, ListPlatformExternalAccountsData, ListPlatformExternalAccountsErrors, ListPlatformExternalAccountsResponses, ListPlatformInternalAccountsData, ListPlatformInternalAccountsErrors, ListPlatformInternalAccountsResponses, ListQuotesData, ListQuotesErrors, ListQuotesResponses, ListScaFactorsData, ListScaFactorsErrors, ListScaFactorsResponses, ListStablecoinOperationsData, ListStablecoinOperationsErrors, ListStablecoinOperationsResponses, ListStablecoinProviderAccountsData, ListStablecoinProviderAccountsErrors, ListStablecoinProviderAccountsResponses, ListStablecoinsData, ListStablecoinsErrors, ListStablecoinsResponses, ListTokensData, ListTokensErrors, ListTokensResponses, ListTransactionsData, ListTransactionsErrors, ListTransactionsResponses, ListVaspsData, ListVaspsErrors, ListVaspsResponses, ListVerificationsData, ListVerificationsErrors, ListVerificationsResponses, ListWebhookEventsData, ListWebhookEventsErrors, ListWebhookEventsResponses, LookupExternalAccountData, LookupExternalAccountErrors, LookupExternalAccountResponses, LookupUmaData, LookupUmaErrors, LookupUmaResponses, RecordSecurityEventData, RecordSecurityEventErrors, RecordSecurityEventResponses, RedeemAgentDeviceCodeData, RedeemAgentDeviceCodeErrors, RedeemAgentDeviceCodeResponses, RedeliverWebhookEventData, RedeliverWebhookEventErrors, RedeliverWebhookEventResponses, RefreshAuthSessionData, RefreshAuthSessionErrors, RefreshAuthSessionResponses, RegenerateAgentDeviceCodeData, RegenerateAgentDeviceCodeErrors, RegenerateAgentDeviceCodeResponses, RegisterStablecoinData, RegisterStablecoinErrors, RegisterStablecoinResponses, RejectAgentActionData, RejectAgentActionErrors, RejectAgentActionResponses, RejectPendingPaymentData, RejectPendingPaymentErrors, RejectPendingPaymentResponses, ReplaceDocumentData, ReplaceDocumentErrors, ReplaceDocumentResponses, ResendQuoteScaCodeData, ResendQuoteScaCodeErrors, ResendQuoteScaCodeResponses, RevealCardData, RevealCardErrors, RevealCardResponses, RevokeAuthCredentialData, RevokeAuthCredentialErrors, RevokeAuthCredentialResponses, RevokeAuthSessionData, RevokeAuthSessionErrors, RevokeAuthSessionResponses, RevokeDelegatedKeyData, RevokeDelegatedKeyErrors, RevokeDelegatedKeyResponses, RotateWebhookPublicKeyData, RotateWebhookPublicKeyErrors, RotateWebhookPublicKeyResponses, RotateWebhookSecretData, RotateWebhookSecretErrors, RotateWebhookSecretResponses, SandboxDepositData, SandboxDepositErrors, SandboxDepositResponses, SandboxFundInternalAccountData, SandboxFundInternalAccountErrors, SandboxFundInternalAccountResponses, SandboxReceiveData, SandboxReceiveErrors, SandboxReceiveResponses, SandboxSendData, SandboxSendErrors, SandboxSendResponses, SandboxSimulateCardAuthorizationAdviceData, SandboxSimulateCardAuthorizationAdviceErrors, SandboxSimulateCardAuthorizationAdviceResponses, SandboxSimulateCardAuthorizationData, SandboxSimulateCardAuthorizationErrors, SandboxSimulateCardAuthorizationResponses, SandboxSimulateCardBalanceInquiryData, SandboxSimulateCardBalanceInquiryErrors, SandboxSimulateCardBalanceInquiryResponses, SandboxSimulateCardClearingData, SandboxSimulateCardClearingErrors, SandboxSimulateCardClearingResponses, SandboxSimulateCardCreditAuthorizationAdviceData, SandboxSimulateCardCreditAuthorizationAdviceErrors, SandboxSimulateCardCreditAuthorizationAdviceResponses, SandboxSimulateCardCreditAuthorizationData, SandboxSimulateCardCreditAuthorizationErrors, SandboxSimulateCardCreditAuthorizationResponses, SandboxSimulateCardFinancialAuthorizationData, SandboxSimulateCardFinancialAuthorizationErrors, SandboxSimulateCardFinancialAuthorizationResponses, SandboxSimulateCardFinancialCreditAuthorizationData, SandboxSimulateCardFinancialCreditAuthorizationErrors, SandboxSimulateCardFinancialCreditAuthorizationResponses, SandboxSimulateCardReturnData, SandboxSimulateCardReturnErrors, SandboxSimulateCardReturnResponses, SandboxSimulateCardReturnReversalData, SandboxSimulateCardReturnReversalErrors, SandboxSimulateCardReturnReversalResponses, SendCustomerEmailVerificationData, SendCustomerEmailVerificationErrors, SendCustomerEmailVerificationResponses, SendCustomerPhoneVerificationData, SendCustomerPhoneVerificationErrors, SendCustomerPhoneVerificationResponses, SendTestWebhookData, SendTestWebhookErrors, SendTestWebhookResponses, SignWebhookEventData, SignWebhookEventErrors, SignWebhookEventResponses, StartBeneficiaryTrustData, StartBeneficiaryTrustErrors, StartBeneficiaryTrustResponses, StartBeneficiaryUntrustData, StartBeneficiaryUntrustErrors, StartBeneficiaryUntrustResponses, StartScaFactorEnrollmentData, StartScaFactorEnrollmentErrors, StartScaFactorEnrollmentResponses, StartScaLoginData, StartScaLoginErrors, StartScaLoginResponses, StartTwoFactorResetData, StartTwoFactorResetErrors, StartTwoFactorResetResponses, UpdateAgentData, UpdateAgentErrors, UpdateAgentPolicyData, UpdateAgentPolicyErrors, UpdateAgentPolicyResponses, UpdateAgentResponses, UpdateBeneficialOwnerData, UpdateBeneficialOwnerErrors, UpdateBeneficialOwnerResponses, UpdateCardByIdData, UpdateCardByIdErrors, UpdateCardByIdResponses, UpdateCustomerByIdData, UpdateCustomerByIdErrors, UpdateCustomerByIdResponses, UpdateInternalAccountData, UpdateInternalAccountErrors, UpdateInternalAccountResponses, UpdatePlatformConfigData, UpdatePlatformConfigErrors, UpdatePlatformConfigResponses, UploadCustomersCsvData, UploadCustomersCsvErrors, UploadCustomersCsvResponses, UploadDocumentData, UploadDocumentErrors, UploadDocumentResponses, VerifyAuthCredentialData, VerifyAuthCredentialErrors, VerifyAuthCredentialResponses, VerifyExternalAccountOwnershipData, VerifyExternalAccountOwnershipErrors, VerifyExternalAccountOwnershipResponses, VerifyPlatformExternalAccountOwnershipData, VerifyPlatformExternalAccountOwnershipErrors, VerifyPlatformExternalAccountOwnershipResponses } from './types.gen.js';

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

export class Operations extends HeyApiClient {
    /**
     * Read the platform configuration
     *
     * Returns the settings of the calling platform in the environment of the token: the sandbox and
     * production have separate settings. What the providers of the service require of customers is shown with each currency,
     * and can change with the providers.
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
     * Changes the settings that the body names; all others stay as they are. `supportedCurrencies`
     * replaces the whole list: read it first, and send it complete. A currency that is removed can no longer be used for new
     * payments; its balances remain. Limits and fees apply to quotes and transfers that are created afterwards, also on other
     * hosts within a second.
     *
     * In production a new `umaDomain` stays pending until its DNS has the record that `pendingUmaDomain` shows. Sending
     * the same domain again looks the record up at once.
     *
     * **Events:** `TEST` to a new `webhookEndpoint`, so that you see whether it works.
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
     * Shows what quotes of this platform would cost now: rate, fees of the platform and of the service,
     * limits, and the amount that arrives for `sendingAmount`. Nothing is locked and no money moves; create a quote to lock
     * a rate. The rows are from each currency that the platform may send (`OUTGOING` in its configuration) to each currency
     * that a rail of the environment delivers. The network fee of a chain is not included.
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
     * Some account types name the bank or mobile wallet in a text. This directory of the host lists those
     * texts: let the customer choose by `displayName`, and send `bankName` when you add the external account. Without
     * filters, the whole directory is returned in one answer.
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
     * Rules on virtual assets require the name of the institution that keeps the wallet of the other party.
     * Ask your customer which one it is, and send its `vaspName` when you add the wallet as an external account. The list
     * is the directory of the host, by name.
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
     * Returns the tokens of the platform in the environment of the calling token, newest first. Secrets are
     * never part of it. Use it to find tokens that are no longer needed, and delete them.
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
     * Issues a credential for the platform and the environment of the calling token. Store `clientSecret`
     * at once: the service keeps only a digest of it. Give each program a token of its own with the fewest permissions that
     * it needs, so that you can delete one without stopping the others. To replace a token, create the new one, deploy it,
     * then delete the old one.
     *
     * The stored response is encrypted for the API token of the request: a repeated request needs the same token to get it again.
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
     * Ends a credential for good: requests with it are 401 from then on, at once on the host that deletes
     * it and within a second on others of the same database. Requests that are running end normally. A token can delete
     * itself, and the last one with `MANAGE` cannot be deleted.
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
     * Returns label and permissions of a token. A secret that was lost cannot be read: create a new token
     * and delete this one.
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
     * Lists the customers of the platform in this environment, newest first, without those that were deleted. Filters are
     * combined: a customer must match all of them. To find one customer, filter by `platformCustomerId`, `email` or
     * `umaAddress`. Businesses appear without their beneficial owners; `getCustomerById` shows them.
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
     * Creates a person or a business and opens one internal account for each of its currencies, with a balance of zero. The
     * response shows `kycStatus` `PENDING`, except in the sandbox: money leaves these accounts only after a verification, which starts with
     * `createVerification` or `createCustomerKycLink`. Fields that are missing now can be added with
     * `updateCustomerById`; a business needs `businessInfo.legalName` from the start.
     *
     * In the sandbox an individual with a `fullName` is decided at once: a name that ends in `002` is rejected, one that
     * ends in `001` or `003` stays pending, every other one is approved. The response shows the decision.
     *
     * **Events:** `CUSTOMER.KYC_PENDING` and then `CUSTOMER.KYC_APPROVED` or `CUSTOMER.KYC_REJECTED` for individuals
     * that the sandbox decides; otherwise none.
     *
     * The stored response is encrypted for the API token of the request: a repeated request needs the same token to get it again.
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
     * Returns the terms that the operator of the service asks end users to accept. If the operator requires the acceptance of
     * your customers, show the page to each of them and send the consent as `endUserTermsConsent` with the creation or a
     * change of the customer; until then its payments are refused with `END_USER_TERMS_NOT_ACCEPTED`.
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
     * Marks the customer as deleted and closes its internal accounts, cards and agents in one step; this cannot be undone.
     * All accounts must be empty and free of debt, and no payment may be open. Past payments still name the customer; its
     * `platformCustomerId` and UMA address become free, and credentials of its Embedded Wallets are revoked. List it again
     * with `isIncludingDeleted`.
     *
     * **Events:** `INTERNAL_ACCOUNT.STATUS_UPDATED` for each account, `CARD.STATE_CHANGE` for each open card.
     *
     * The stored response is encrypted for the API token of the request: a repeated request needs the same token to get it again.
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
     * Returns the customer with its verified identity; a proposed change is in `listVerifications` until its approval. A
     * business comes with its beneficial owners, oldest first. `identifier` is never returned; `businessInfo.taxId` is.
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
     * Changes the fields that the body names. `null` clears a field; `currencies` and `region` then have their defaults
     * again. An address is replaced as a whole, `businessInfo` part by part. New currencies open accounts; accounts in
     * omitted currencies stay. A customer in the European Economic Area cannot leave it by `region`.
     *
     * **Identity.** Name, birth date, nationality, tax number, registration and the country of the address of an approved
     * customer change only after a new verification: the request stores them as a proposal, the response still shows the
     * verified values, and money does not leave the accounts of the customer meanwhile, unless the operator allows it. Other
     * fields of the same request change at once. In the sandbox most proposals are approved at once.
     *
     * **Wallets.** If `email` or `phoneNumber` signs in to an Embedded Wallet of the customer, the owner of the wallet must
     * sign: the first call returns 202, and the same body is sent again with `Wallet-Signature` and `Request-Id`. The
     * credential of the wallet then moves to the new contact. Change only one of the two in such a request.
     *
     * **Events:** `VERIFICATION.IN_PROGRESS` for a proposal, and its decision.
     *
     * The stored response is encrypted for the API token of the request: a repeated request needs the same token to get it again.
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
     * Creates the address of a page on which the customer enters its data, uploads documents and submits itself, so that you
     * need no form of your own. Required contacts must be verified first (`sendCustomerEmailVerification`). The link can be
     * started once within 30 minutes; merely opening it does not use it up. The browser that starts it has one hour, then the
     * page sends the customer to `redirectUri`. Each call creates a new link, and earlier ones stay valid. Wait for the events
     * below instead of trusting the redirect.
     *
     * If the service is connected to a KYC provider that has a page of its own, the address leads there, and `expiresAt` is
     * the provider's; `token` is present if you can embed the page with the provider's SDK. The provider then decides what is
     * missing: a submission with such a link is not checked for fields and documents.
     *
     * **Events:** none from the link itself; a submission causes those of `createVerification`.
     *
     * The stored response is encrypted for the API token of the request: a repeated request needs the same token to get it again.
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
     * Lists verifications of all customers, newest first: the first one of each customer, and one more for each change of an
     * identity that was verified before, of the customer or of a beneficial owner, and for each renewal that the KYC provider
     * asks for. Filter by `RESOLVE_ERRORS` to find those
     * that wait for you.
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
     * Checks whether the customer has everything that its verification needs. If something is missing, the response lists
     * all of it: supply it with `updateCustomerById`, `uploadDocument` and `createBeneficialOwner`, then call this
     * operation again. Otherwise the KYC provider of the service decides in the background, and the submitted documents can no
     * longer be deleted. A verification that is under review is returned unchanged. For an approved customer, the operation
     * submits changes of the identity and renewals that wait for corrections.
     *
     * - **Individuals** need `fullName`, `birthDate` (18 years or more), `nationality`, `idType`, `identifier`,
     * `address`, and a passport or both sides of a driving licence or national id.
     * - **Businesses** need `legalName`, `registrationNumber`, `taxId`, `entityType`, `address`, their owners, and
     * documents that prove legal presence, control, ownership and address; one document can prove several.
     * - Providers of some currencies also require `email`, `phoneNumber` or `businessType`.
     *
     * **Events:** `VERIFICATION.RESOLVE_ERRORS` if something is missing; else `VERIFICATION.IN_PROGRESS` with
     * `CUSTOMER.KYC_PENDING` or `CUSTOMER.KYB_PENDING`. Later `VERIFICATION.APPROVED` with `CUSTOMER.KYC_APPROVED`
     * or `CUSTOMER.KYB_APPROVED`, or the same with `REJECTED`.
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
     * Shows the status, and what is missing or why the customer was rejected. `proposal` is present if an identity changes
     * that was verified before: `kycStatus` of the customer stays `APPROVED` meanwhile, but money does not leave its accounts
     * unless the operator allows it. Prefer the events of the verification to polling.
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
     * Lists the people who were added as owners or controllers of one business, newest first. `getCustomerById` returns the
     * same people together with the business. Their tax numbers are never returned.
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
     * Adds a person who owns or controls a business. The verification of the business requires every owner of 25 % or more, or
     * the largest owner with the role `UBO` if none has 25 %, and at least one `CONTROL_PERSON`; shares must not exceed
     * 100 % together. The owner is decided together with the business, or separately if the business is approved already. No
     * event reports the decision: read `kycStatus` of the owner.
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
     * Delete a beneficial owner
     *
     * Removes a person who no longer owns or directs the business. Lists, reads and later submissions do not have it
     * any more. Its documents that were not submitted are deleted; submitted ones are kept as evidence, out of the API. The
     * status of the business does not change. A change of this person that waits for more information is withdrawn.
     *
     * An `APPROVED` business keeps an approved owner with the role `CONTROL_PERSON`, and one of 25 % or more or with the role
     * `UBO`: add the new owner first, and delete the former one after the approval.
     *
     * **Events:** `VERIFICATION.REJECTED` if such a change is withdrawn.
     *
     * This is an extension: the contract that other services of this kind share does not have it.
     *
     * **Permission:** `MANAGE`.
     */
    public deleteBeneficialOwner<ThrowOnError extends boolean = true>(options: Options<DeleteBeneficialOwnerData, ThrowOnError>) {
        return (options.client ?? this.client).delete<DeleteBeneficialOwnerResponses, DeleteBeneficialOwnerErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/2025-10-13/beneficial-owners/{beneficialOwnerId}',
            ...options
        });
    }
    
    /**
     * Read a beneficial owner
     *
     * Returns the person with its verified identity and its own `kycStatus`, which no event reports. A proposed change of
     * the identity is in `listVerifications` of the business until it is decided.
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
     * Changes the fields that the body names; an address is replaced as a whole, and `null` clears `middleName`, `email`,
     * `phoneNumber` or `countryOfIssuance`. Contacts, roles and share change at once. Name, birth date, nationality, tax
     * number and the country of the address of an approved owner become a proposal, which a verification of its own decides; so
     * do a share that crosses 25 % and a new role `CONTROL_PERSON` or `UBO`:
     * the response shows the verified values until then, and money does not leave the accounts of the business unless the
     * operator allows it.
     *
     * **Events:** `VERIFICATION.IN_PROGRESS` for a proposal, and its decision.
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
     * Lists the metadata of uploaded documents, newest first, of all holders or of one. A business and each of its beneficial
     * owners are holders of their own. The content cannot be downloaded.
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
     * Stores a file as evidence for the verification of a customer or a beneficial owner. Uploading decides nothing: call
     * `createVerification` when everything is there; until then the document can be replaced or deleted. A customer can have
     * 200 documents, with those of its owners. A proof of address counts for three months from its upload. Send the form as
     * `multipart/form-data`: a part for each field, and the file with its name.
     *
     * The stored response is encrypted for the API token of the request: a repeated request needs the same token to get it again.
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
     * Removes the document and its content for good, for example after the upload of a wrong file. That works until the
     * document is submitted with its customer; afterwards it is evidence, which `replaceDocument` can correct while the
     * verification is `RESOLVE_ERRORS`.
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
     * Returns what was said about the document at its upload, with its number. The content itself stays in the service and
     * cannot be downloaded; the reviewers of the operator and the KYC provider see it.
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
     * Replaces the file and all fields of a document under the same id; optional fields that the form omits become absent, and
     * the holder stays. A document that was submitted can be replaced only while its verification is `RESOLVE_ERRORS`, for
     * example after `POOR_QUALITY_DOCUMENT`; then submit the customer again with `createVerification`. A replacement
     * counts as a new upload, so it renews a proof of address.
     *
     * The stored response is encrypted for the API token of the request: a repeated request needs the same token to get it again.
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
     * Needed if `contactVerification.email` of the customer is `PENDING`: a customer in the European Economic Area
     * must confirm its email address before it can use a hosted verification page. The code has six digits and is valid for 10
     * minutes and five attempts; a new code replaces the one before it. Ask the customer for the code, then call
     * `confirmCustomerEmailVerification`. In the sandbox the code is always `123456`.
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
     * Proves that the customer reads messages to its present email address. The code must come from the latest
     * `sendCustomerEmailVerification`, and the email address must not have changed since. Every wrong code counts; after five,
     * send a new one. Changing `email` later makes the verification `PENDING` again.
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
     * Needed if `contactVerification.phone` of the customer is `PENDING`: a customer in the European Economic Area
     * must confirm its phone number before it can use a hosted verification page. The code has six digits and is valid for 10
     * minutes and five attempts; a new code replaces the one before it. Ask the customer for the code, then call
     * `confirmCustomerPhoneVerification`. In the sandbox the code is always `123456`.
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
     * Proves that the customer reads messages to its present phone number. The code must come from the latest
     * `sendCustomerPhoneVerification`, and the phone number must not have changed since. Every wrong code counts; after five,
     * send a new one. Changing `phoneNumber` later makes the verification `PENDING` again.
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
     * Stores the whole file, then creates a customer for each row in the background. Rows follow the rules of
     * `createCustomer`, one by one: a faulty row does not stop the others. The customers have all currencies of the platform.
     * Poll `getBulkCustomerImportJob`, or wait for the event.
     *
     * The header names these columns, in any order:
     *
     * - always `umaAddress`, `platformCustomerId`, `customerType`, `addressLine1`, `city`, `country`; and
     * `postalCode`, if a customer is in a country with postal codes;
     * - for individuals `fullName` and `birthDate`, for businesses `businessLegalName`; a file with both types has all
     * three, and leaves those of the other type blank;
     * - optionally `email`, `platformAccountId`, `description`, `addressLine2`, `state`,
     * `businessRegistrationNumber`, `businessTaxId`.
     *
     * Commas, semicolons or tabs separate the columns.
     *
     * **Events:** `BULK_UPLOAD.COMPLETED` or `BULK_UPLOAD.FAILED`; in the sandbox also those of each individual.
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
     * List imports without the errors of their rows, newest first
     *
     * Shows the progress of every file that was accepted, also of those that are being imported. A file whose upload was cut
     * off does not appear. Read one import with `getBulkCustomerImportJob` to see which rows failed, and why.
     *
     * This is an extension: the contract that other services of this kind share does not have it.
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
     * Shows how many rows were tried, and the first 10,000 that failed. Rows that succeeded are customers already while the
     * import is still `PROCESSING`. After the end, correct the failed rows and import them as a new file: rows that
     * succeeded would be refused there with `CONFLICT`.
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
     * Balances, and the instructions with which payers send money, of one customer or of all. Oldest first. A customer has one
     * account for each of its currencies, opened when the currency is added; the accounts of deleted customers stay in the
     * list as `CLOSED`.
     *
     * **Events:** `INTERNAL_ACCOUNT.BALANCE_UPDATED` says when the spendable balance of an account changes, so there is no
     * need to poll this list.
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
     * The accounts that receive the platform's fees and that it pays from in its own name, with their balances and the
     * instructions for funding them. One is opened for each currency that is added to the configuration. All of them are
     * returned at once, oldest first.
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
     * Read an internal account of a customer or of the platform
     *
     * Balances, status and payment instructions at this moment. To follow a balance, use the event
     * `INTERNAL_ACCOUNT.BALANCE_UPDATED`, whose `data` is this same record.
     *
     * This is an extension: the contract that other services of this kind share does not have it.
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
     * Stores whether the owner wants the wallet to be private. It has no effect on money, and no event is sent. Other
     * accounts than Embedded Wallets cannot be changed.
     *
     * **Two calls:** the first one answers 202 and changes nothing. The client of the owner signs the UTF-8 bytes of `payloadToSign` with the key of an active session of the
     * wallet. Repeat the request within five minutes with the same body, the stamp in `…-Wallet-Signature`, and `requestId`
     * in `Request-Id`. A stamp is base64url of the JSON
     * `{"publicKey", "scheme": "SIGNATURE_SCHEME_TK_API_P256", "signature"}`: ECDSA on P-256 with SHA-256, DER in hexadecimal.
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
     * Newest first, without deleted accounts. The platform's own accounts are not among them.
     * To pay an account, name its id as the destination of a quote or transfer, if its status is `ACTIVE`.
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
     * Stores a bank account, mobile wallet or crypto wallet, so that quotes and transfers can name it. No money moves, and
     * no event is sent. `accountInfo.accountType` decides which fields are required, and which currencies the account
     * receives. The details never change: to correct them, delete the account and add it again.
     *
     * Production verifies check digits and the encoding of addresses. In the sandbox the last three characters of the account
     * number choose an outcome, such as the result of the name check or a failed payout.
     *
     * A wallet (other than Lightning) with `ownershipType` `FIRST_PARTY` and without `vaspName` starts as `PENDING_OWNERSHIP_VERIFICATION`: it
     * cannot be paid until its owner has proven it (`createExternalAccountOwnershipChallenge`, then `verifyExternalAccountOwnership`).
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
     * The account can no longer be found, listed or paid, and the same details can be added again under a new id. Earlier
     * payments still name it. An account with an open quote, transaction or stablecoin operation stays until that has ended.
     * No event is sent.
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
     * Shows whether the account can be paid (`status`) and what its institution said about the name of the account
     * holder. Deleted accounts are not found, and neither are the platform's own accounts.
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
     * The first of two steps that let a wallet of its owner be paid. Show `messageToSign` to the owner, who signs exactly
     * these bytes with the key of the wallet's address; then send the signature to `verifyExternalAccountOwnership`. The message is
     * valid for 15 minutes and for one verification, and a new one replaces it. Signing it moves no money.
     *
     * The stored response is encrypted for the API token of the request: a repeated request needs the same token to get it again.
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
     * The second step: verifies the signature of the message from `createExternalAccountOwnershipChallenge`, in the usual format of the
     * wallet's chain. The account becomes `ACTIVE` and can be paid, and the signed message is kept as evidence. A contract
     * wallet on an EVM network is asked through a node of its network. After a wrong signature the message stays valid.
     *
     * **Events:** `EXTERNAL_ACCOUNT.STATUS_UPDATED`.
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
     * Newest first, without deleted accounts. Accounts of customers are not among them.
     * To pay an account, name its id as the destination of a quote or transfer, if its status is `ACTIVE`.
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
     * Stores a bank account, mobile wallet or crypto wallet, so that quotes and transfers can name it. No money moves, and
     * no event is sent. `accountInfo.accountType` decides which fields are required, and which currencies the account
     * receives. The details never change: to correct them, delete the account and add it again.
     *
     * Production verifies check digits and the encoding of addresses. In the sandbox the last three characters of the account
     * number choose an outcome, such as the result of the name check or a failed payout.
     *
     * A wallet (other than Lightning) with `ownershipType` `FIRST_PARTY` and without `vaspName` starts as `PENDING_OWNERSHIP_VERIFICATION`: it
     * cannot be paid until its owner has proven it (`createPlatformExternalAccountOwnershipChallenge`, then `verifyPlatformExternalAccountOwnership`).
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
     * The account can no longer be found, listed or paid, and the same details can be added again under a new id. Earlier
     * payments still name it. An account with an open quote, transaction or stablecoin operation stays until that has ended.
     * No event is sent.
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
     * Shows whether the account can be paid (`status`) and what its institution said about the name of the account
     * holder. Deleted accounts are not found, and neither are accounts of customers.
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
     * The first of two steps that let a wallet of its owner be paid. Show `messageToSign` to the owner, who signs exactly
     * these bytes with the key of the wallet's address; then send the signature to `verifyPlatformExternalAccountOwnership`. The message is
     * valid for 15 minutes and for one verification, and a new one replaces it. Signing it moves no money.
     *
     * The stored response is encrypted for the API token of the request: a repeated request needs the same token to get it again.
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
     * The second step: verifies the signature of the message from `createPlatformExternalAccountOwnershipChallenge`, in the usual format of the
     * wallet's chain. The account becomes `ACTIVE` and can be paid, and the signed message is kept as evidence. A contract
     * wallet on an EVM network is asked through a node of its network. After a wrong signature the message stays valid.
     *
     * **Events:** `EXTERNAL_ACCOUNT.STATUS_UPDATED`.
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
     * Returns the mnemonic of the wallet (BIP-39, twelve words), encrypted by HPKE to a key of the owner's client, so that
     * neither you nor the network can read it. With it the owner can move the money in other wallet software, outside of this
     * service. The export itself changes nothing: balance, credentials and sessions stay. The signature covers
     * `clientPublicKey`.
     *
     * HPKE (RFC 9180) in base mode: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM, `info` `turnkey_hpke`, and as
     * additional data the encapsulated key followed by the client's key, both uncompressed.
     *
     * **Two calls:** the first one answers 202 and changes nothing. The client of the owner signs the UTF-8 bytes of `payloadToSign` with the key of an active session of the
     * wallet. Repeat the request within five minutes with the same body, the stamp in `…-Wallet-Signature`, and `requestId`
     * in `Request-Id`. A stamp is base64url of the JSON
     * `{"publicKey", "scheme": "SIGNATURE_SCHEME_TK_API_P256", "signature"}`: ECDSA on P-256 with SHA-256, DER in hexadecimal.
     *
     * The stored response is encrypted for the API token of the request: a repeated request needs the same token to get it again.
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
     * The ways in which the owner can sign in, oldest first. A new wallet has one credential of type `EMAIL_OTP` on the
     * customer's email address, or none if the customer has no address. All of them are returned at once.
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
     * Adds a way for the owner to sign in. A wallet has at most one credential of type `EMAIL_OTP` and one of type
     * `SMS_OTP`, on the address and number in the customer's record; it can have several passkeys and identities. For both
     * types of codes, a code is sent at once, and the response contains the key to encrypt it to.
     *
     * The first credential of a wallet is added in one call (201), because no session exists that could sign. Every other one
     * needs a session of the wallet.
     *
     * **Two calls:** the first one answers 202 and changes nothing. The client of the owner signs the UTF-8 bytes of `payloadToSign` with the key of an active session of the
     * wallet. Repeat the request within five minutes with the same body, the stamp in `…-Wallet-Signature`, and `requestId`
     * in `Request-Id`. A stamp is base64url of the JSON
     * `{"publicKey", "scheme": "SIGNATURE_SCHEME_TK_API_P256", "signature"}`: ECDSA on P-256 with SHA-256, DER in hexadecimal.
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
     * The owner can no longer sign in with the credential, and its sessions end at once. A session of *another* credential
     * must sign, so that a stolen credential cannot lock the owner out. The last credential of a wallet stays.
     *
     * **Two calls:** the first one answers 202 and changes nothing. The client of the owner signs the UTF-8 bytes of `payloadToSign` with the key of an active session of the
     * wallet. Repeat the request within five minutes with the same body, the stamp in `…-Wallet-Signature`, and `requestId`
     * in `Request-Id`. A stamp is base64url of the JSON
     * `{"publicKey", "scheme": "SIGNATURE_SCHEME_TK_API_P256", "signature"}`: ECDSA on P-256 with SHA-256, DER in hexadecimal.
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
     * Signs the owner in: for 15 minutes, a key of the client signs for the wallet. `type` must be that of the credential.
     *
     * - A **code** takes two calls. The first one, with the encrypted code, uses the code up and answers 202; `payloadToSign`
     * is then a token (JWT) which the client signs with the `public_key` that it sent inside the bundle. The second call
     * repeats the body, with the stamp and the `Request-Id`. After five wrong tries a code is void.
     * - A **passkey** takes one call, with the `requestId` of `challengeAuthCredential` in `Request-Id`, and no stamp.
     * - An **identity token** takes one call without these headers.
     *
     * A compressed client key becomes the key of the session. For an uncompressed one the response contains a new session key,
     * encrypted to it, in `encryptedSessionSigningKey`.
     *
     * The stored response is encrypted for the API token of the request: a repeated request needs the same token to get it again.
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
     * The first step of a sign-in. For a code: sends a new one to the email address or phone, valid for 10 minutes by
     * default, which makes the previous one void; the client encrypts it to the key in `otpEncryptionTargetBundle`. In the
     * sandbox the code is `000000` and no message is needed. For a passkey: returns the challenge to sign, bound to
     * `clientPublicKey`, and sends nothing. An identity token needs no challenge. Continue with `verifyAuthCredential`.
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
     * Shows where the owner is signed in, oldest session first. Sessions that were revoked or have expired are left out,
     * and keys are never shown here.
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
     * Signs the owner out: the key of the session no longer signs. Any active session of the wallet can sign the request, also
     * the one that ends. The credential stays and can open new sessions.
     *
     * **Two calls:** the first one answers 202 and changes nothing. The client of the owner signs the UTF-8 bytes of `payloadToSign` with the key of an active session of the
     * wallet. Repeat the request within five minutes with the same body, the stamp in `…-Wallet-Signature`, and `requestId`
     * in `Request-Id`. A stamp is base64url of the JSON
     * `{"publicKey", "scheme": "SIGNATURE_SCHEME_TK_API_P256", "signature"}`: ECDSA on P-256 with SHA-256, DER in hexadecimal.
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
     * Keeps the owner signed in without a new code: the session keeps its id, gets another 15 minutes from now and the new key
     * of the client, and its previous key no longer signs. The present key of this same session must sign the request, so
     * refresh it before it expires.
     *
     * **Two calls:** the first one answers 202 and changes nothing. The client of the owner signs the UTF-8 bytes of `payloadToSign` with the key of an active session of the
     * wallet. Repeat the request within five minutes with the same body, the stamp in `…-Wallet-Signature`, and `requestId`
     * in `Request-Id`. A stamp is base64url of the JSON
     * `{"publicKey", "scheme": "SIGNATURE_SCHEME_TK_API_P256", "signature"}`: ECDSA on P-256 with SHA-256, DER in hexadecimal.
     *
     * The stored response is encrypted for the API token of the request: a repeated request needs the same token to get it again.
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
     * The keys with which cards spend from a wallet, oldest first and including revoked ones. Name the wallet, the funding
     * source, or both. All keys are returned at once.
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
     * Lets one card spend from an Embedded Wallet without a signature for each purchase. The key stays in custody and signs
     * only what its card spends; a card without an `ACTIVE` key is declined. No money moves. A card has at most one active key
     * for a funding source, and the key ends with the card or the account.
     *
     * **Three calls** with the same body, because the owner signs twice: the first one answers 202 with the creation to sign and
     * changes nothing, the second one 202 with the policy to sign (from now on the key is `PENDING`), the third one 201 with the
     * `ACTIVE` key. Each 202 has its own `requestId`. The client of the owner signs the UTF-8 bytes of `payloadToSign` with the key of an active session of the
     * wallet. Repeat the request within five minutes with the same body, the stamp in `…-Wallet-Signature`, and `requestId`
     * in `Request-Id`. A stamp is base64url of the JSON
     * `{"publicKey", "scheme": "SIGNATURE_SCHEME_TK_API_P256", "signature"}`: ECDSA on P-256 with SHA-256, DER in hexadecimal.
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
     * From now on the card can no longer spend from the wallet. The owner's signature is not needed, because a revocation only
     * removes power. Revoking a revoked key changes nothing. A new key needs the signatures of the owner.
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
     * Shows whether the card of the key can spend from its wallet at this moment (`ACTIVE`). A revoked key can still be
     * read.
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
     * Asks the rail that would deliver to the account whether it can pay it, before a quote is made. The answer says the
     * currency, an estimated rate, the limits of one payment and the data that a quote will need about the payer. It locks
     * nothing and moves no money.
     *
     * Estimate and limits are those of the sender's first account in another currency than the receiver's; without a sender,
     * of the platform's own accounts. A quote to the same account can name the `lookupId` for ten minutes, but does not have to.
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
     * Finds quotes by payer, state, destination and time of creation; filters are combined with AND. Only the filter
     * `receiverAccountIdentifier` has an index. With `customerId` or `status`, each page looks at a limited number of quotes, so a page
     * can be short or empty and still have `hasMore: true`.
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
     * unless `immediatelyExecute` is true: then the quote is also executed in the same step, as by `executeQuote`; if that is
     * refused, no quote is left. The paying customer must be approved (KYC or KYB).
     *
     * What the caller does next depends on the source. A quote that pays from an `ACCOUNT` waits for `executeQuote`. A quote
     * with `REALTIME_FUNDING` needs no call: show its `paymentInstructions` to the payer. The payment starts when exactly
     * `totalSendingAmount` arrives with their reference before `expiresAt`; another amount and later money are sent back.
     *
     * A UMA address must be looked up with `lookupUma` first. Its institution is asked for its terms during this call, so the
     * rate and `expiresAt` follow its answer. In one currency only UMA addresses can be quoted; use a transfer for accounts.
     *
     * **Events:** `QUOTE.EXPIRED` if the quote is neither executed nor paid in time; with `immediatelyExecute`, those of
     * `executeQuote`.
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
     * Shows the present state of a quote: whether it can still be executed, waits for its payer, or has become a payment.
     * Once it is `PROCESSING`, read its transaction instead: that has the delivery, the reason of a failure, and the refund. A
     * challenge that is open is in the answer, so that a lost one can be answered.
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
     * Starts the payment of a quote from an `ACCOUNT` at its locked rate, before `expiresAt`. From an internal account,
     * `totalSendingAmount` is held at once: `balance` falls, and `totalBalance` falls when the payment is delivered. From an
     * external account, the money is collected first, and the transaction is `PENDING` until then. A quote with
     * `REALTIME_FUNDING` starts when its money arrives and cannot be executed by a call.
     *
     * Executing a quote twice moves the money once: a second call returns the quote in its present state. From an embedded wallet,
     * the call needs the owner's signature over the `payloadToSign` of the quote's `paymentInstructions`.
     *
     * A customer of the EEA has to authorize each payment, except to an external account that it trusts. No money is held then:
     * the quote is returned as `PENDING_AUTHORIZATION`, and `authorizeQuote` starts the payment.
     *
     * **Events:** `OUTGOING_PAYMENT.PROCESSING` (`OUTGOING_PAYMENT.PENDING` first for a collection), later
     * `OUTGOING_PAYMENT.COMPLETED`, or `OUTGOING_PAYMENT.FAILED` with `OUTGOING_PAYMENT.REFUND_*`; `INTERNAL_ACCOUNT.BALANCE_UPDATED`.
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
     * moves. Money that arrives for its payment instructions afterwards is sent back to its payer. A quote that has expired
     * already is returned unchanged. A payment that has started can only be stopped by `cancelTransaction`.
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
     * Shows with what the customer can authenticate now: the verified phone, an authenticator app, a passkey. The list is empty
     * until the customer has verified a phone (`confirmCustomerPhoneVerification`) or enrolled a factor; then the customer cannot
     * authorize payments yet. Use it to offer a choice before a login or a payment.
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
     * Begins to add an authenticator app or a passkey. A phone needs no enrollment: it becomes a factor when it is verified. The
     * enrollment is open for ten minutes; starting another one of the same type replaces it. A customer has at most one app and
     * one passkey.
     *
     * Show `totpUri` as a QR code, or pass `options` to `navigator.credentials.create` on one of `allowedOrigins`. Then send the
     * first proof to `confirmScaFactorEnrollment`. An app cannot authorize payments, so it should not be the only factor.
     *
     * The stored response is encrypted for the API token of the request: a repeated request needs the same token to get it again.
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
     * Completes an enrollment within ten minutes of its start: with a code that the app shows, or with the result of
     * `navigator.credentials.create`. The factor can be used from then on. For an app, the answer has ten recovery codes that are
     * not shown again. A wrong proof leaves the enrollment open and is not counted.
     *
     * The stored response is encrypted for the API token of the request: a repeated request needs the same token to get it again.
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
     * Removes an authenticator app or a passkey with its secrets; a verified phone is changed at the customer instead. The factor
     * answers no challenge from then on, and its recovery codes are void. A customer without any other factor cannot authorize
     * payments until a phone is verified or another factor enrolled. For a factor that is lost, use `startTwoFactorReset`, which
     * checks the person.
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
     * Begins a login of the customer with one of its factors, and replaces a login that was not completed. For `SMS_OTP` a code
     * is sent to the phone; for `PASSKEY` the answer has the options for the browser; for `TOTP` there is nothing to start, and
     * the call only checks that an app is enrolled. Complete it within five minutes with `completeScaLogin`. Logins are needed
     * only where the host requires them: to read accounts and transactions, and to change factors.
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
     * Accepts the proof of a login and opens a session of five minutes, in which reads that need a login are answered. The
     * session belongs to the customer, not to the API token. A right proof resets the count of wrong proofs and of reported failed
     * logins. A proof with an authenticator app, or with one of its recovery codes, needs no start.
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
     * Reports what happened at the platform's own login, so that guesses there and here are counted together. A failed login
     * counts like a wrong proof: the fifth locks the customer for 15 minutes, and then no payment can be authorized. A new
     * password ends the session and resets the count of failed logins, but neither wrong proofs nor a lock.
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
     * Begins to replace a factor that the customer has lost, with a liveness check: it proves that
     * the person who asks is the customer and is present. It replaces an open reset of the customer and stays open for one hour. Send the customer to `verificationLink`, or use
     * `livenessAccessToken`; if both are `null`, the operator decides, and in the sandbox the check ends by itself. Poll
     * `getTwoFactorResetStatus`, because no event is sent, then call `completeTwoFactorReset`. Until then the factor stays valid.
     *
     * The stored response is encrypted for the API token of the request: a repeated request needs the same token to get it again.
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
     * Shows how far a reset has come. Once the status is `LIVENESS_PASSED`, call `completeTwoFactorReset` before `expiresAt`.
     * After a completed reset, `enrollmentStatus` says whether the customer has a factor of this kind again.
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
     * Removes the lost factor once the liveness check has passed. It also ends a lock of the customer, its session and an open
     * login. An app or a passkey can then be enrolled again. To reset `SMS_OTP`, send the new phone: it replaces that of the
     * customer and becomes a factor when it is verified.
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
     * Asks the customer who owns an external account to trust it. Payments to a trusted account need no challenge, and transfers
     * out go to trusted accounts only. The challenge is open for five minutes and replaces an earlier one; for `SMS_OTP`, a code is
     * sent. The phone is asked first, then the passkey, then the app. Nothing changes until `confirmBeneficiaryTrust`.
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
     * Accepts the proof of the customer: the phone's code, a code of the app, or an assertion of the passkey. From then on, quotes
     * to the account are executed without a challenge, and transfers out can go there. An account that is deleted and added
     * again is not trusted.
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
     * Asks the customer who owns an external account to trust it no longer, which needs a proof as well. The challenge is open for
     * five minutes; for `SMS_OTP`, a code is sent. Nothing changes until `confirmBeneficiaryUntrust`. Payments that were accepted
     * before stay as they are. An account must be untrusted before it can be deleted.
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
     * Accepts the proof of the customer, as `confirmBeneficiaryTrust` does. From then on, each quote to the account needs a
     * challenge again, transfers out to it are refused, and it can be deleted. Payments that were accepted before are still
     * delivered.
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
     * Accepts the proof of the payer for a quote in `PENDING_AUTHORIZATION`. A quote from an account is then executed, as by
     * `executeQuote`: its amount is held, or its collection starts. A quote with `REALTIME_FUNDING` becomes `PENDING` and shows its
     * `paymentInstructions`.
     *
     * The proof is bound to these amounts and this payee. Accepted are a code that was sent for the challenge, and an assertion of
     * the passkey; a code of an authenticator app is not. If the execution is refused after a right proof, for example because the
     * balance is too small by now, the challenge stays open.
     *
     * **Events:** those of `executeQuote` if the payment starts.
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
     * Sends a new code for the open challenge of a quote; the code before is void. Neither the challenge nor `expiresAt` of the
     * quote is extended. It works for challenges of `SMS_OTP` only. A phone receives at most five codes an hour, for all purposes
     * together.
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
     * Debits a bank account and credits a balance of the same owner, without conversion and without a fee. A rail of this host
     * must collect from the account type. The internal account may be frozen, but not closed.
     *
     * The transaction is `PENDING` until the rail has collected; no balance changes before that. Then the account is credited and
     * the transaction is `COMPLETED`. A collection that fails credits nothing (`COLLECTION_FAILED`). One that the bank returns
     * later is debited again: the transaction becomes `FAILED`.
     *
     * **Events:** `INCOMING_PAYMENT.PENDING`, later `INCOMING_PAYMENT.COMPLETED` or `INCOMING_PAYMENT.FAILED`;
     * `INTERNAL_ACCOUNT.BALANCE_UPDATED` with the credit.
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
     * Pays out of a balance to an external account of the same owner, without conversion and without a fee of the service. To
     * pay another owner or another currency, use `createQuote`; money of an embedded wallet also leaves by quotes only.
     *
     * The amount is held at once, and the transaction is `PROCESSING` until the rail has delivered. A transfer to a chain delivers
     * the amount minus the network fee, which is fixed in this call (`fees`, `receivedAmount`). A transfer that fails or is
     * returned gives the whole amount back. Until the rail has paid, `cancelTransaction` can stop it.
     *
     * A customer of the EEA must trust the external account first (`startBeneficiaryTrust`), because a transfer has no challenge.
     *
     * **Events:** `OUTGOING_PAYMENT.PROCESSING`, later `OUTGOING_PAYMENT.COMPLETED`, or `OUTGOING_PAYMENT.FAILED` with
     * `OUTGOING_PAYMENT.REFUND_*`; `INTERNAL_ACCOUNT.BALANCE_UPDATED` with each change of the balance.
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
     * Asks the rail what a transfer of this amount to a chain would cost now, so that it can be shown before
     * `createTransferOut`. Nothing is reserved: a transfer has the same fee if the price of the network has not changed by then.
     * The account need not hold the amount, and the address need not be an external account yet.
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
     * Shows payments in both directions and uses of cards in one list, newest first unless `sortOrder` is `asc`. Filters are
     * combined with AND; a filter that matches nothing gives an empty page. Use it to reconcile: `reference` finds the payment
     * for a bank transfer, `startDate` and `endDate` cut out a day. A host can require customers of the EEA to log in before
     * their payments are shown; then a page with one who did not is refused as a whole.
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
     * Shows one payment, or one use of a card, in its present state. `type` says which fields it has. For a payment that
     * failed, `failureReason` names the cause and `refund` where its money is now. Webhooks carry the same record, so there is
     * no need to poll.
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
     * Records that the platform has delivered the receipt of a payment, as some laws require. The time is kept as evidence in `receiptDeliveryConfirmedAt`; a second call overwrites it. Any transaction can be confirmed, in any state. No
     * state changes, no money moves, and no event is sent.
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
     * Stops an outgoing payment that its rail has not delivered, or a collection that it has not made. A payment that no rail
     * has received is cancelled at once. Otherwise the rail decides: it must support cancellation, and can be too late.
     *
     * A cancelled payment is `FAILED` with a `refund` for `USER_CANCELLATION`. Money that was held on a balance is available
     * again with the answer (the refund is `COMPLETED`); money that was collected or paid in goes back to its source. A cancelled
     * collection has moved nothing. If the rail does not answer, the request stays recorded, and the outcome shows in the transaction.
     *
     * **Events:** `OUTGOING_PAYMENT.FAILED` and `OUTGOING_PAYMENT.REFUND_*`, for a cancelled collection only the first, or `INCOMING_PAYMENT.FAILED` for a transfer in;
     * `INTERNAL_ACCOUNT.BALANCE_UPDATED` if held money is released.
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
     * Returns the cards of your customers with state, limit and funding sources; a closed card stays in the
     * list. With `accountId` a page can be short although more cards follow.
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
     * Orders a virtual card that spends from internal accounts of an approved customer. It is
     * `PROCESSING` until the issuer has created it, usually within seconds; wait for the event before you show it. No money
     * moves: each use reserves its amount on the first funding source. A funding source that is an embedded wallet also needs
     * a delegated key for the card.
     *
     * The token needs `TRANSACT` besides `MANAGE`, because a card spends money.
     *
     * **Events:** `CARD.STATE_CHANGE` with `ACTIVE`, or with `CLOSED` if the issuer rejects the order.
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
     * Returns state, limit and funding sources of a card. Of its number it has the last four digits only;
     * `revealCard` shows the whole number on a page of the issuer.
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
     * Changes at least one of state, funding sources, limit and controls. Money that is reserved for authorized uses
     * stays reserved, and merchants still collect it, also after the card was frozen or closed. `fundingSources` replaces
     * the whole list, and with accounts in another currency the currency of the card; the number in
     * `maxSpendPerTransaction` then counts in the new one. Delegated keys of accounts that are left out are revoked.
     *
     * **Events:** `CARD.STATE_CHANGE`, `CARD.FUNDING_SOURCE_CHANGE`, for each that changes.
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
     * Returns the address of a page of the issuer that displays number, expiry and security code. It opens
     * once and within two minutes, so ask for it when the cardholder wants to see the card, and embed it: the number never
     * passes through your systems. Who asked is written to the log of the card.
     *
     * The token needs `TRANSACT` besides `MANAGE`, because the number is enough to pay.
     *
     * The stored response is encrypted for the API token of the request: a repeated request needs the same token to get it again.
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
     * The first step of a payment to a UMA address: asks the institution of the receiver what the receiver
     * accepts, and which data about the payer it needs. Name the paying customer by `customerId` or `senderUmaAddress`.
     * No money moves and no rate is locked; the rates are estimates. Pass `lookupId` to `createQuote` within ten minutes,
     * with the required data in `senderCustomerInfo` where the customer's record lacks it.
     *
     * The sandbox has receivers with fixed outcomes at `sandbox.uma.money`.
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
     * Accepts a payment from another institution for one of your customers. The question is the webhook
     * `INCOMING_PAYMENT.PENDING`; its response can decide too, and the first decision counts. Call this operation if you answered
     * the webhook with 202 to put the decision off: the payment is then held for up to an hour, and goes back to its payer after
     * that. Data that `requestedReceiverCustomerInfoFields` asks for goes into `receiverCustomerInfo`.
     *
     * No balance changes yet: the account is credited once the payer's institution has paid.
     *
     * **Events:** `INCOMING_PAYMENT.COMPLETED` and `INTERNAL_ACCOUNT.BALANCE_UPDATED` with the credit, or `INCOMING_PAYMENT.FAILED`
     * if the money does not come.
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
     * Refuses a payment from another institution: the transaction is `FAILED` with `COMPLIANCE_REJECTED`. No balance
     * changes, and money that the payer's institution has sent already is released to it. The first decision counts, whether by a
     * call or by the response to the webhook `INCOMING_PAYMENT.PENDING`.
     *
     * **Events:** `INCOMING_PAYMENT.FAILED`.
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
     * A customer of yours invites a person who has no UMA address yet. Send the person the `url`: its
     * page shows the code, with which any platform can claim the invitation for its own customer. With `amountToSend` the
     * inviter promises a gift: nothing is debited or reserved now; the claim opens a quote for it, which you execute to pay.
     *
     * **Events:** `INVITATION.CLAIMED` when it is claimed.
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
     * Any platform of the environment can read an invitation by its code, so that the platform of the
     * invited person can show who invites before it claims. The inviting platform sees here which quote a gift has.
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
     * Ends the invitation in favour of a customer of the calling platform, who has a UMA address by now.
     * The inviting platform can be another one. With a gift, the claim opens a quote in the inviting platform, which `quoteId`
     * names; the inviter pays only if its platform executes that quote. If no quote can be opened, the invitation is claimed all
     * the same, and `quoteError` says why.
     *
     * **Events:** `INVITATION.CLAIMED` to the inviting platform.
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
     * Withdraws an invitation that was not claimed. Its page then tells the invited person so, and its code
     * can no longer be claimed. A promised gift is not paid; nothing was debited for it.
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
     * Lists the institutions that the operator of the host has entered, for a customer who chooses where to
     * receive. The list is not complete: payments also go to institutions that are not on it. Blocked ones cannot be paid.
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
     * Plays the institution of a payer who pays a customer of yours over UMA. Your platform is asked as for
     * a real payment: by the webhook `INCOMING_PAYMENT.PENDING`, whose answer decides. Once you approve, the amount is
     * credited to the customer's internal account in that currency. Without a webhook endpoint it is approved at once.
     *
     * **Events:** `INCOMING_PAYMENT.PENDING`, then `INCOMING_PAYMENT.COMPLETED` or `INCOMING_PAYMENT.FAILED`.
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
     * The accounts at stablecoin issuers whose credentials your platform has linked in this environment, newest first. A link
     * that is not `ACTIVE` cannot mint or burn until it is linked again with `linkStablecoinProviderAccount`.
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
     * Asks the issuer to verify the credentials, and stores them encrypted if it accepts them. Refused credentials are not
     * stored. No money moves, and no event follows. Afterwards register the tokens of the account with `registerStablecoin`.
     *
     * A link that became `INVALID` or `REVOKED` is renewed by the same call: it keeps its id and becomes `ACTIVE`, and mints
     * and burns that waited for it continue. The sandbox accepts all credentials of `BRALE`, unless `apiClientId` ends in `002`.
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
     * Shows whether the credentials of a linked account still work: `status` changes to `INVALID` or `REVOKED` when the issuer
     * refuses them in a later call. No event reports this change, so read the link when mints or burns are refused.
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
     * The tokens that your platform has registered in this environment, newest first. Use `svcOperationsStatus=ENABLED` for
     * those that can be minted and burned now.
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
     * Makes a token known to Corridor. The issuer states its name, symbol, base currency and decimals; they do not change
     * afterwards. Nothing is minted.
     *
     * A token that the issuer has set up is `ENABLED` at once. While the issuer still reviews or sets it up, the token is
     * `NOT_ENABLED`: Corridor keeps asking, and no event reports the change, so read the token until `svcOperationsStatus` is
     * `ENABLED`. Internal accounts can hold a token whose symbol and decimals are those of a crypto currency of Corridor; any other
     * token is minted to external wallets only.
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
     * Shows how far the issuer is with a token, and whether it can be minted and burned: only while `svcOperationsStatus` is
     * `ENABLED`. The supply is not part of the answer.
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
     * Asks the issuer for its fees of a mint and keeps them until `expiresAt`. The request is checked as if the mint began now,
     * but no money is held. Execute the quote with `executeStablecoinQuote`, which holds the money; without execution it
     * becomes `EXPIRED`. No event follows either way.
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
     * Asks the issuer for its fees of a burn and keeps them until `expiresAt`. The request is checked as if the burn began now,
     * but no tokens are held. Execute the quote with `executeStablecoinQuote`, which holds the tokens; without execution it
     * becomes `EXPIRED`. No event follows either way.
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
     * Shows whether a quote can still be executed (`PENDING`), and after its execution which mint or burn it became:
     * `stablecoinOperationId`.
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
     * Starts the mint or burn of a quote with its fees, once: a second call returns the same operation as it is now, also with
     * another idempotency key. The request is checked again. What an internal account pays, the whole `amount`, is held in the
     * same step; it is debited at `COMPLETED`, and released at `FAILED` or `EXPIRED`. If the execution is refused, for example
     * because the balance does not cover the amount, the quote stays `PENDING`.
     *
     * **Events:** `INTERNAL_ACCOUNT.BALANCE_UPDATED` for an internal account that pays, at the hold and if the hold is released, and for
     * one that receives the tokens. The operation itself has no events: read it until its `status` is final.
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
     * Starts a mint at the fees that the issuer states now, without a quote. One token costs one unit of the base currency; the
     * fees come off the tokens. If an internal account pays, the whole `amount` is held in the same step; at `COMPLETED` it is
     * debited and the tokens are credited, and at `FAILED` the hold is released. With `WIRE`, nothing is held: pay as
     * `fundingInstructions` say, which the operation has once it is `PENDING_FUNDING`.
     *
     * **Events:** `INTERNAL_ACCOUNT.BALANCE_UPDATED` for an internal account that pays, at the hold and if the hold is released, and for
     * one that receives the tokens. The operation itself has no events: read it until its `status` is final.
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
     * Starts a burn at the fees that the issuer states now, without a quote. One token is worth one unit of the base currency;
     * the fees come off the payout. If an internal account pays, its tokens are held in the same step; at `COMPLETED` they are
     * debited, and at `FAILED` the hold is released. The issuer itself pays the bank account. With `EXTERNAL_ACCOUNT`,
     * send the tokens as `fundingInstructions` say, which the operation has once it is `PENDING_FUNDING`.
     *
     * **Events:** `INTERNAL_ACCOUNT.BALANCE_UPDATED` for an internal account that pays, at the hold and if the hold is
     * released. The operation itself has no events: read it until its `status` is final.
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
     * The mints and burns of one token in every state, newest first. They have no events of their own: read this list, or one
     * operation with `getStablecoinOperation`, to follow those that are open.
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
     * Shows the progress of a mint or burn. Mints and burns have no events of their own, so read the operation until `status` is
     * `COMPLETED`, `FAILED` or `EXPIRED`. While it is `PENDING_FUNDING`, `fundingInstructions` say how to pay, and
     * `expiresAt` says until when.
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
     * The agents of all your customers in this environment, newest first, each with its policy and what it has used up of its
     * limits today and this month. Deleted agents are not listed.
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
     * Creates software's access to the money of one customer, within a policy, and a device code. No money moves, and no event
     * follows. The agent software calls `redeemAgentDeviceCode` with the code within 15 minutes, without any other credential,
     * and receives its access token for the operations under `/agents/me`.
     *
     * A payment within the policy starts at once; one above `approvalThresholds`, or in the mode `APPROVAL_REQUIRED`, waits for
     * `approveAgentAction`; one beyond a limit is refused. For an agent with `CREATE_TRANSFERS` or `EXECUTE_QUOTES`, the token
     * needs the permission `TRANSACT` besides `MANAGE`, even if every payment needs an approval.
     *
     * The stored response is encrypted for the API token of the request: a repeated request needs the same token to get it again.
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
     * What the agents of your customers ask for and you have not decided: actions in `PENDING_APPROVAL`, newest first. The event
     * `AGENT_ACTION.PENDING_APPROVAL` announces each of them; read this list to find those whose event you have missed. Decide
     * with `approveAgentAction` or `rejectAgentAction`; an action does not expire by itself, but its quote does.
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
     * Deletes the agent, its access token and its device code at once and for good. Payments that it has started go on. Its
     * waiting actions remain and can be rejected; an approved one becomes `FAILED`. To stop an agent for a time, use
     * `updateAgent` with `isPaused`. No event follows.
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
     * Shows an agent with its policy, whether software is connected to it, and in `usage` what it has used up of its limits on
     * this UTC day and in this UTC month.
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
     * Changes the name, or stops the agent and lets it act again. A pause takes effect at once on every host: once it is
     * answered, the agent starts nothing more and every request with its access token is 403. Payments that have started go on,
     * and actions that wait can still be approved. To end the pause of an agent with `CREATE_TRANSFERS` or `EXECUTE_QUOTES`, the
     * token needs the permission `TRANSACT` besides `MANAGE`. No event follows.
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
     * Changes the given parts of the policy and leaves the others as they are. It applies to everything that the agent starts
     * from now on, and to waiting actions when they are approved; what has started goes on.
     *
     * If the agent has `CREATE_TRANSFERS` or `EXECUTE_QUOTES` after the change, and the change lets a payment through that was
     * refused or needed an approval before, the token needs the permission `TRANSACT` besides `MANAGE`. To restrict an agent,
     * `MANAGE` is enough. No event follows.
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
     * Creates a code with which the agent software can be connected again, for example on another machine. The code before
     * becomes invalid at once. Software that is connected stays connected until the new code is redeemed; then its access token
     * is refused. For an agent with `CREATE_TRANSFERS` or `EXECUTE_QUOTES`, the token needs the permission `TRANSACT` besides
     * `MANAGE`.
     *
     * The stored response is encrypted for the API token of the request: a repeated request needs the same token to get it again.
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
     * Starts the payment of an action in `PENDING_APPROVAL`, as the agent and within its policy as it is now: the amount is
     * held or collected as by `executeQuote`, `createTransferOut` or `createTransferIn`, and counts against the limits. The
     * action of a paused agent can be approved too.
     *
     * If the payment cannot start, for example because of a limit, an expired quote or a balance that does not cover it, the
     * response is still 200: the action has become `FAILED`, and `rejectionReason` names the error. Check `status`. An error that
     * may pass later, such as a missing rate, is answered as an error, and the action keeps waiting. For a customer of the EEA,
     * an approved quote waits for the customer's authorization (`PENDING_AUTHORIZATION`).
     *
     * **Events:** those of the payment, `OUTGOING_PAYMENT.…` or `INCOMING_PAYMENT.…`, and
     * `INTERNAL_ACCOUNT.BALANCE_UPDATED`. The approval itself has none.
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
     * Refuses an action in `PENDING_APPROVAL` for good: no money moves, and nothing counts against the limits of the agent. The
     * agent reads `REJECTED` and the `reason`. A quote of the action cannot be executed by the agent any more. No event
     * follows.
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
     * Shows whether the agent software has redeemed the code that you handed to it, for example to close the page that shows the
     * code. An expired code that was not redeemed stays `false`; create another with `regenerateAgentDeviceCode`.
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
     * Called by the agent software itself, once and within 15 minutes of the creation of the code. The code is the only
     * credential; too many wrong codes from one address are 429. Store the access token. An access token that the agent had
     * before becomes invalid.
     *
     * Send an `Idempotency-Key`: if the response is lost, the same request with the same key gets it again, until a newer code
     * replaces this one. Without the key, or with another one, a repeated request is 400, and the token cannot be read again.
     *
     * The stored response is encrypted for the code and the idempotency key of the request: a repeated request needs both to get it again.
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
     * Shows the agent whose access token makes the request: its policy, and in `usage` what it has used up of its limits. Read it
     * after connecting, and before a payment to see whether it would exceed a limit.
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
     * All payments of the customer, newest first, also those that the customer's platform or another agent has started; `agentId`
     * tells them apart. The policy must have the permission `VIEW_TRANSACTIONS`.
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
     * Shows the progress of a payment of the customer, also of one that the platform has started. Agents receive no events:
     * read the transaction until its `status` is final. The policy must have the permission `VIEW_TRANSACTIONS`.
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
     * Locks an exchange rate and fees for a payment of the customer until `expiresAt`. This needs the permission `CREATE_QUOTES`
     * and allowed accounts, never an approval, and no money moves. Source and destination are accounts of the customer, or the
     * destination is a UMA address that the platform has looked up. Execute the quote with `agentExecuteQuote`. A quote with the source
     * `REALTIME_FUNDING` needs no execution and counts against no limit, because its money comes from outside.
     *
     * With `immediatelyExecute`, the payment is also requested in the same step, and this needs `EXECUTE_QUOTES` too. If it needs
     * an approval, the quote stays `PENDING` with an action in `agentListActions`; for a customer of the EEA, it can become
     * `PENDING_AUTHORIZATION`.
     *
     * **Events:** `QUOTE.EXPIRED` if the quote is not used; with `immediatelyExecute`, those of `agentExecuteQuote`.
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
     * Shows whether a quote can still be executed. An agent sees only the quotes that it has created itself, not those of its
     * customer's platform or of other agents. No permission is needed.
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
     * Starts the payment of a quote that this agent has created, or asks for its approval. It needs the permission
     * `EXECUTE_QUOTES`. A quote has one action: a second call returns it as it is now.
     *
     * The policy decides. A payment beyond a limit, or with an account that is not allowed, is 403 and leaves no action. One
     * that needs an approval becomes an action in `PENDING_APPROVAL`: nothing is debited or held, and the platform approves or
     * rejects it. Any other starts at once, its action is `APPROVED`, and it counts against the limits of the day and month.
     *
     * A quote from an Embedded Wallet needs the signature of its owner already at this call. For a customer of the EEA, an
     * executed quote waits for the customer's authorization: the action is `APPROVED`, and has no `transaction` until then.
     *
     * **Events:** `AGENT_ACTION.PENDING_APPROVAL` to the platform if an approval is needed; else `OUTGOING_PAYMENT.PROCESSING`
     * (`OUTGOING_PAYMENT.PENDING` if the money is collected first), then `OUTGOING_PAYMENT.COMPLETED` or `OUTGOING_PAYMENT.FAILED`.
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
     * The payments that this agent has started or asked for, newest first. Agents receive no events: read this list to learn what
     * the platform has decided.
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
     * Shows what the platform has decided about a payment, and once it has started its `transaction` with its progress. Agents
     * receive no events, so read the action until it has left `PENDING_APPROVAL`.
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
     * Collects money from an external account into an internal account of the same currency, both of the customer, or asks for
     * the approval of it. It needs the permission `CREATE_TRANSFERS`. Money that comes in counts against the limits too. The
     * internal account is credited when the rail has collected the money; until then the transaction is `PENDING`.
     *
     * The policy decides. A payment beyond a limit, or with an account that is not allowed, is 403 and leaves no action. One
     * that needs an approval becomes an action in `PENDING_APPROVAL`: nothing is debited or held, and the platform approves or
     * rejects it. Any other starts at once, its action is `APPROVED`, and it counts against the limits of the day and month.
     *
     * **Events:** `AGENT_ACTION.PENDING_APPROVAL` to the platform if an approval is needed; else `INCOMING_PAYMENT.PENDING`, then `INCOMING_PAYMENT.COMPLETED` with
     * `INTERNAL_ACCOUNT.BALANCE_UPDATED`, or `INCOMING_PAYMENT.FAILED`.
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
     * Sends money from an internal account to an external account of the same currency, both of the customer, or asks for the
     * approval of it. It needs the permission `CREATE_TRANSFERS`. A transfer that starts holds the amount at once; it is debited
     * when the rail has delivered, and released if the payment fails. A transfer to a chain delivers the amount minus the
     * network fee of the moment at which it starts. An Embedded Wallet cannot pay; create a quote.
     *
     * The policy decides. A payment beyond a limit, or with an account that is not allowed, is 403 and leaves no action. One
     * that needs an approval becomes an action in `PENDING_APPROVAL`: nothing is debited or held, and the platform approves or
     * rejects it. Any other starts at once, its action is `APPROVED`, and it counts against the limits of the day and month.
     *
     * **Events:** `AGENT_ACTION.PENDING_APPROVAL` to the platform if an approval is needed; else `OUTGOING_PAYMENT.PROCESSING` and
     * `INTERNAL_ACCOUNT.BALANCE_UPDATED`, then `OUTGOING_PAYMENT.COMPLETED` or `OUTGOING_PAYMENT.FAILED`.
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
     * The accounts that hold the customer's money at the platform, with their balances. They are the sources of the agent's
     * payments, as far as `accountRestrictions` of its policy allow them; the list shows all of them. No permission is needed.
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
     * The bank accounts and wallets outside that were added for the customer, newest first. They are the destinations of the
     * agent's payments, as far as `accountRestrictions` of its policy allow them; the list shows all of them. No permission is
     * needed.
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
     * Adds a bank account or a wallet for the customer, as `createCustomerExternalAccount` does. It needs the permission
     * `MANAGE_EXTERNAL_ACCOUNTS`, never an approval, and no money moves. An agent whose policy has `allowedAccountIds` cannot pay
     * the new account until its platform adds the account there. A wallet of the customer may have to prove its ownership first;
     * an agent cannot do that.
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
     * Removes a bank account or wallet of the customer from further use; earlier payments still name it. It needs the permission
     * `MANAGE_EXTERNAL_ACCOUNTS` and, if the policy has `allowedAccountIds`, the account among them. No money moves, and no event
     * follows.
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
     * Shows a bank account or wallet outside of the customer, for example to see whether it is `ACTIVE` before a payment. No
     * permission is needed.
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
     * Sends an event of type `TEST` to the `webhookEndpoint` of your configuration, signed like every
     * webhook, and waits up to 5 seconds for the answer. Use it to see whether your endpoint is reachable, verifies
     * signatures, and answers with 2xx. The event is not sent again if it fails.
     *
     * **Events:** `TEST`.
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
     * Returns the keys that verify the header `X-Svc-Signature` (ECDSA with P-256 over SHA-256 of the
     * exact body) of your webhooks in the environment of the token. Accept a signature that any listed key verifies. Keep the
     * keys, and read them again if none verifies a webhook: a key may have been rotated.
     *
     * This is an extension: the contract that other services of this kind share does not have it.
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
     * Lets programs without an API token verify webhooks of a platform, such as a receiver that runs on its
     * own. The id is `id` of `GET /config`. Requests are limited by client address.
     *
     * This is an extension: the contract that other services of this kind share does not have it.
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
     * Replaces the key behind `X-Svc-Signature`. Webhooks are signed with the new key within a second.
     * The previous public key stays listed for 24 hours, so that webhooks on their way still verify; its private half is
     * destroyed. A second rotation within that time drops the older key. Receivers that read the keys again when none
     * verifies need no change.
     *
     * This is an extension: the contract that other services of this kind share does not have it.
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
     * Returns the secret with which libraries of Standard Webhooks verify the header `webhook-signature`.
     * The sandbox and production have different secrets. During the 24 hours after a rotation, webhooks also carry a
     * signature with the previous secret, which cannot be read here.
     *
     * This is an extension: the contract that other services of this kind share does not have it.
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
     * Replaces the secret behind `webhook-signature`. For 24 hours webhooks carry two signatures, one
     * with each secret, so that receivers can change to the new one without missing any. A second rotation within that time
     * drops the older secret at once. Rotate if the secret may be known to others.
     *
     * This is an extension: the contract that other services of this kind share does not have it.
     *
     * The stored response is encrypted for the API token of the request: a repeated request needs the same token to get it again.
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
     * Shows what was sent to your endpoint, what waits, and what failed. An event is written in the same
     * step as the change that it reports, so the list is complete, also for a platform without an endpoint. To catch up after
     * an outage of your endpoint, list events with `status=FAILED` and redeliver them, or read the feed.
     *
     * This is an extension: the contract that other services of this kind share does not have it.
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
     * Returns the event with the exact content of its webhook: the record as it was after the change, not
     * as it is now. Use it to process an event that your endpoint has missed.
     *
     * This is an extension: the contract that other services of this kind share does not have it.
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
     * Queues a `STORED`, `FAILED` or `DELIVERED` event for your present endpoint. Id and body are
     * those of the first delivery, so a receiver that stores ids recognizes it. It can arrive after later events of the same
     * record. No record changes and no money moves.
     *
     * This is an extension: the contract that other services of this kind share does not have it.
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
     * Returns headers and body of a delivery without sending it, signed with the present keys and the
     * present time. Programs that cannot be reached from outside, such as one on a developer's machine, can fetch events from
     * the feed and treat this answer like a webhook. The state of the delivery does not change.
     *
     * This is an extension: the contract that other services of this kind share does not have it.
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
     * Reads events as a stream that you poll, instead of or beside webhooks. Start without `after`: the
     * answer has no events, but a cursor that begins now. Then pass `nextCursor` as `after` in each request. No event is
     * skipped, also one that was committed late. To continue after days, store the id of the last event and pass it as
     * `after`, because cursors can become invalid with a new version of the host.
     *
     * This is an extension: the contract that other services of this kind share does not have it.
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
     * Plays the payer who sends money by the payment instructions of a quote with the source
     * `REALTIME_FUNDING`. The exact amount in time executes the quote, and its payment starts. Another amount, or money
     * after the quote has expired, becomes a `FAILED` transaction that is refunded to the payer; more money for a quote
     * that has its payment is sent back. Each call is a payment of its own: send an `Idempotency-Key` to repeat one safely.
     *
     * **Events:** `OUTGOING_PAYMENT.PROCESSING`, then `OUTGOING_PAYMENT.COMPLETED` or `OUTGOING_PAYMENT.FAILED`. For
     * money that the quote cannot use, `OUTGOING_PAYMENT.FAILED` and the events of its refund.
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
     * Simulate a payer who sends money with a reference
     *
     * Plays a payer who writes any reference on a transfer, as happens with real money. The reference of a
     * quote executes the quote, the reference of an internal account credits the account, and with any other the money goes
     * back to the payer. Use it to test deposits, and mistakes such as a wrong reference or currency.
     *
     * **Events:** `INCOMING_PAYMENT.COMPLETED` and `INTERNAL_ACCOUNT.BALANCE_UPDATED` for a deposit; those of
     * `sandboxSend` for a quote; none if the money is sent back or held.
     *
     * This is an extension: the contract that other services of this kind share does not have it.
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
     * Credits an internal account of a customer or of the platform with simulated money, as a deposit from
     * outside. It is the quickest way to a balance for a test, and works in every currency. If the account owes money to the
     * service, the debt is paid first. Money that is held, such as that for a blocked customer, changes no balance.
     *
     * **Events:** `INCOMING_PAYMENT.COMPLETED`, `INTERNAL_ACCOUNT.BALANCE_UPDATED`.
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
     * Each sandbox platform has a time of its own, which only moves apart from the time of the host when
     * you advance it. All timestamps that the platform sees are in it.
     *
     * This is an extension: the contract that other services of this kind share does not have it.
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
     * Lets you test what takes time: quotes expire, slow payments settle, invitations end and webhooks are
     * retried as if the time had passed. It moves neither the time of the host nor that of other platforms, and never back.
     * What is due at the present time is done first. Then the clock moves from due time to due time, so that the result does
     * not depend on how fast the host is. After 1,000 moves or 5 seconds it stops, and `now` says which time was reached: send
     * the rest again. Under an `Idempotency-Key`, copies of the request and its repetition after a crash move to the same time. Rate limits and the 24 hours of idempotency keys follow
     * the host.
     *
     * **Events:** those of everything that becomes due, such as `QUOTE.EXPIRED`.
     *
     * This is an extension: the contract that other services of this kind share does not have it.
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
     * A merchant asks whether the card pays. An approval reserves the amount on the first funding source
     * and creates a card transaction in `AUTHORIZED`, whose id the answer has as `cardTransactionId`; clear it with
     * `sandboxSimulateCardClearing`. The reserve ends 30 days after the approval or the last increment, or at
     * `expiresAt`: what is not cleared is released then. An amount of 0 only verifies the account: it is approved or declined
     * by the state of the card, reserves nothing, and creates no transaction. A decline creates none, and has an answer without
     * the id: a card that is not `ACTIVE`, an
     * amount above its limit or the balance, or a `descriptor` that ends in `002` (too little money) or `003` (paused).
     *
     * **Events:** `CARD_TRANSACTION.AUTHORIZED`, `INTERNAL_ACCOUNT.BALANCE_UPDATED` for an approval; none for a
     * decline.
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
     * The merchant collects its money, at once or in several parts. The reserve pays first; an amount
     * above it, such as a tip, is taken from the balance up to the tolerance of the host (20 % by default). What lies beyond,
     * comes after the last clearing, or is dated after the end of the authorization is borne by the service, not by the
     * customer. A clearing that is dated in time (`clearedAt`) and arrives later is taken from the balance. An amount of 0
     * releases the reserve.
     *
     * **Events:** `CARD_TRANSACTION.PARTIALLY_SETTLED` or `CARD_TRANSACTION.SETTLED`; `CARD_TRANSACTION.EXCEPTION` if
     * the balance does not cover the amount.
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
     * The merchant gives back what it has collected, all or a part. The amount is credited to the funding
     * source; if the service bears a loss of this transaction, the loss is made good first. What the network had settled in
     * excess goes back to those who bore it. The network has paid already, so a return is booked in every state: an amount
     * that covers nothing, or that a closed funding source cannot receive, waits for the operator in an exception.
     *
     * **Events:** `CARD_TRANSACTION.REFUNDED` once everything is returned; before, the event of the state that the
     * transaction has, such as `CARD_TRANSACTION.SETTLED`, with `refundedAmount`.
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
     * A cash machine or a merchant asks how much the card can spend. The question is written to the log of
     * the card; no transaction arises, nothing is reserved, and no event is sent. It is answered in every state of the
     * card.
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
     * A merchant wants to give money without an earlier purchase. An approval creates a card transaction
     * with the direction `CREDIT` in `AUTHORIZED` and moves no money: the amount is credited to the first funding source
     * when you clear it. It is declined if the card is not `ACTIVE` or the cardholder is not ready, not for lack of
     * balance.
     *
     * **Events:** `CARD_TRANSACTION.AUTHORIZED` for an approval; none for a decline.
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
     * Authorization and clearing in one message, as for cash withdrawals. An approval debits the first
     * funding source at once and creates a card transaction in `SETTLED`. It is declined for the same reasons as an
     * authorization.
     *
     * **Events:** `CARD_TRANSACTION.AUTHORIZED`, then `CARD_TRANSACTION.SETTLED`; none for a decline.
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
     * A merchant gives money in one message. An approval credits the first funding source at once and
     * creates a card transaction with the direction `CREDIT` in `SETTLED`. It is declined for the same reasons as a
     * credit authorization.
     *
     * **Events:** `CARD_TRANSACTION.AUTHORIZED`, then `CARD_TRANSACTION.SETTLED`; none for a decline.
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
     * The network changes the amount of an authorization as a whole, as hotels and petrol stations do, before
     * or after the first clearing. A lower amount releases the difference; of a higher one as much is reserved as the balance
     * covers, because an advice cannot be declined. The rest is taken at the clearing. An amount that is already cleared
     * settles the transaction. An increment extends the authorization.
     *
     * **Events:** the event of the state, such as `CARD_TRANSACTION.AUTHORIZED`, with the new amount.
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
     * The network reports a credit that it has approved without asking. It creates a card transaction
     * with the direction `CREDIT` in `AUTHORIZED`, also for a frozen or closed card. No money moves until you clear it;
     * for a closed card or funding source, the money then waits for the operator in an exception.
     *
     * **Events:** `CARD_TRANSACTION.AUTHORIZED`.
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
     * The merchant takes a return back, which was a mistake: the named one or the last one. The funding
     * source is debited again; if its balance does not cover the amount any more, the service bears it and the transaction is in
     * `EXCEPTION`. What the return did not credit to the funding source is taken back from where it went.
     *
     * **Events:** `CARD_TRANSACTION.SETTLED` or `CARD_TRANSACTION.PARTIALLY_SETTLED`; `CARD_TRANSACTION.EXCEPTION` for
     * a loss.
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
     * Returns the double-entry bookings behind the balances of your platform and its customers. Every
     * movement of money is one entry, written in the same step as the change that caused it, and never changed afterwards.
     * Use `cause` to see how a transaction was booked, and `account` to explain a balance: the lines on
     * `available:{id}` and `held:{id}` sum to the balances of the internal account.
     *
     * This is an extension: the contract that other services of this kind share does not have it.
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
