// Generated from the OpenAPI document by `npm run client:write`; do not edit.

export type ClientOptions = {
    baseUrl: `${string}://${string}` | (string & {});
};

export type Webhooks = AgentActionWebhookWebhookRequest | IncomingPaymentWebhookWebhookRequest | OutgoingPaymentWebhookWebhookRequest | TestWebhookWebhookRequest | BulkUploadWebhookWebhookRequest | InvitationClaimedWebhookWebhookRequest | CustomerStatusWebhookWebhookRequest | InternalAccountStatusWebhookWebhookRequest | ExternalAccountStatusWebhookWebhookRequest | VerificationStatusWebhookWebhookRequest | CardStateChangeWebhookWebhookRequest | CardFundingSourceChangeWebhookWebhookRequest | CardTransactionWebhookWebhookRequest | QuoteWebhookWebhookRequest | ExceptionWebhookWebhookRequest;

export type PlatformConfig = {
    readonly id: string;
    umaDomain?: string;
    pendingUmaDomain?: PendingUmaDomain;
    proxyUmaSubdomain?: string;
    webhookEndpoint?: string;
    supportedCurrencies: Array<PlatformCurrencyConfig>;
    isRegulatedFinancialInstitution: boolean;
    embeddedWalletConfig?: EmbeddedWalletConfig;
    cardTokenization2faConfig?: CardTokenization2FaConfig;
    feeConfigs: Array<FeeConfig>;
    readonly createdAt: string;
    readonly updatedAt: string;
};

/**
 * Extension. The domain requested in production. It replaces `umaDomain` once its DNS has this TXT record, which is checked every minute, and every hour after the first hour.
 */
export type PendingUmaDomain = {
    domain: string;
    txtRecord: {
        name: string;
        value: string;
    };
};

export type PlatformCurrencyConfig = {
    currencyCode: string;
    minAmount: number;
    maxAmount: number;
    requiredCounterpartyFields: Array<CounterpartyFieldDefinition>;
    readonly providerRequiredCustomerFields?: Array<CustomerInfoFieldName>;
    readonly providerRequiredCounterpartyCustomerFields?: Array<CustomerInfoFieldName>;
    enabledTransactionTypes: Array<TransactionType>;
};

export type CounterpartyFieldDefinition = {
    name: CustomerInfoFieldName;
    mandatory: boolean;
};

export type CustomerInfoFieldName = 'FULL_NAME' | 'BIRTH_DATE' | 'NATIONALITY' | 'PHONE_NUMBER' | 'EMAIL' | 'POSTAL_ADDRESS' | 'TAX_ID' | 'REGISTRATION_NUMBER' | 'USER_TYPE' | 'COUNTRY_OF_RESIDENCE' | 'ACCOUNT_IDENTIFIER' | 'FI_LEGAL_ENTITY_NAME' | 'FI_ADDRESS' | 'PURPOSE_OF_PAYMENT' | 'ULTIMATE_INSTITUTION_COUNTRY' | 'IDENTIFIER' | 'BUSINESS_TYPE' | 'COMPANY_LEGAL_NAME' | 'ID_TYPE' | 'ID_NUMBER';

export type TransactionType = 'INCOMING' | 'OUTGOING';

export type EmbeddedWalletConfig = {
    appName?: string;
    otpLength?: number;
    alphanumeric?: boolean;
    expirationSeconds?: number;
    sendFromEmailAddress?: string;
    sendFromEmailSenderName?: string;
    replyToEmailAddress?: string;
    logoUrl?: string;
};

export type CardTokenization2FaConfig = {
    displayName?: string;
    logoUrl?: string;
    email?: CardTokenization2FaEmailConfig;
    sms?: CardTokenization2FaSmsConfig;
};

export type CardTokenization2FaEmailConfig = {
    fromAddress?: string;
    fromName?: string;
    replyToAddress?: string;
    subject?: string;
    bodyText?: string;
};

export type CardTokenization2FaSmsConfig = {
    templateSid?: string;
    bodyText?: string;
};

export type FeeConfig = {
    feeType: FeeType;
    sourceCurrency: string;
    variableFeeBps: number;
    fixedFee: FixedFee;
};

export type FeeType = 'CROSS_CURRENCY_TRANSACTION';

export type FixedFee = {
    amount: number;
    currency: string;
};

export type PlatformConfigUpdateRequest = {
    umaDomain?: string | null;
    webhookEndpoint?: string | null;
    supportedCurrencies?: Array<PlatformCurrencyConfig>;
    embeddedWalletConfig?: EmbeddedWalletConfig | null;
    cardTokenization2faConfig?: CardTokenization2FaConfig | null;
    feeConfigs?: Array<FeeConfig>;
};

export type ExchangeRateListResponse = {
    data: Array<ExchangeRate>;
};

export type ExchangeRate = {
    sourceCurrency: Currency;
    sendingAmount: number;
    minSendingAmount: number;
    maxSendingAmount: number;
    destinationCurrency: Currency;
    /**
     * Absent for a cryptocurrency, which has `destinationCryptoNetwork` instead
     */
    destinationPaymentRail?: PaymentRail;
    /**
     * The network that delivers a cryptocurrency. An extension of the API.
     */
    destinationCryptoNetwork?: string;
    receivingAmount: number;
    exchangeRate: number;
    fees: ExchangeRateFees;
    updatedAt: string;
};

export type Currency = {
    code: string;
    name: string;
    symbol: string;
    decimals: number;
};

export type PaymentRail = 'ACH' | 'ACH_COLOMBIA' | 'BANK_TRANSFER' | 'BRE_B' | 'CIPS' | 'FAST' | 'FASTER_PAYMENTS' | 'FEDNOW' | 'INSTAPAY' | 'MOBILE_MONEY' | 'NEFT' | 'PAYNOW' | 'PESONET' | 'PIX' | 'RTGS' | 'RTP' | 'SEPA' | 'SEPA_INSTANT' | 'SPEI' | 'SWIFT' | 'UNIONPAY' | 'UPI' | 'WIRE';

export type ExchangeRateFees = {
    fixed: number;
    total: number;
};

export type DiscoveryListResponse = {
    data: Array<{
        bankName: string;
        displayName: string;
        country: string;
        currency: string;
    }>;
};

export type VaspListResponse = {
    data: Array<Vasp>;
    hasMore: boolean;
    nextCursor?: string;
};

export type Vasp = {
    vaspName: string;
    url?: string;
};

export type TokenListResponse = {
    /**
     * The records of this page. It can be empty although more pages follow.
     */
    data: Array<ApiToken>;
    /**
     * Whether another page follows. Read on until it is `false`.
     */
    hasMore: boolean;
    /**
     * Pass it as `cursor` to read the next page; absent on the last one.
     */
    nextCursor?: string;
    /**
     * All matches of the filters, if the list counts them and at most 10,000 match.
     */
    totalCount?: number;
};

export type ApiToken = {
    id: string;
    name: string;
    permissions: Array<Permission>;
    clientId: string;
    /**
     * Only in the response to the creation
     */
    clientSecret?: string;
    createdAt: string;
    updatedAt: string;
};

export type Permission = 'VIEW' | 'TRANSACT' | 'MANAGE';

export type ApiTokenCreateRequest = {
    name: string;
    permissions: Array<Permission>;
};

export type CustomerType = 'INDIVIDUAL' | 'BUSINESS';

export type KycStatus = 'UNVERIFIED' | 'PENDING' | 'APPROVED' | 'REJECTED' | 'HOLD';

export type CustomerListResponse = {
    /**
     * The records of this page. It can be empty although more pages follow.
     */
    data: Array<CustomerOneOf>;
    /**
     * Whether another page follows. Read on until it is `false`.
     */
    hasMore: boolean;
    /**
     * Pass it as `cursor` to read the next page; absent on the last one.
     */
    nextCursor?: string;
    /**
     * All matches of the filters, if the list counts them and at most 10,000 match.
     */
    totalCount?: number;
};

export type CustomerOneOf = ({
    customerType: 'INDIVIDUAL';
} & IndividualCustomer) | ({
    customerType: 'BUSINESS';
} & BusinessCustomer);

export type IndividualCustomer = {
    customerType: 'INDIVIDUAL';
    readonly id: string;
    platformCustomerId: string;
    platformAccountId?: string;
    description?: string;
    region?: string;
    currencies?: Array<string>;
    email?: string;
    phoneNumber?: string;
    umaAddress: string;
    address?: Address;
    endUserTermsConsent?: EndUserTermsConsent;
    contactVerification?: ContactVerification;
    kycStatus: KycStatus;
    isDeleted: boolean;
    createdAt: string;
    updatedAt: string;
    fullName?: string;
    birthDate?: string;
    nationality?: string;
    idType?: IdentificationType;
    countryOfIssuance?: string;
    sourceOfFundsCategories?: Array<IndividualSourceOfFundsCategory>;
    sourceOfFundsOtherDescription?: string;
    sourceOfWealthCategories?: Array<SourceOfWealthCategory>;
    sourceOfWealthOtherDescription?: string;
    purposeOfAccount?: PurposeOfAccount;
    purposeOfAccountOtherDescription?: string;
    expectedMonthlyTransactionCount?: ExpectedMonthlyTransactionCount;
    expectedMonthlyTransactionVolume?: ExpectedMonthlyTransactionVolume;
    annualIncomeRange?: AnnualIncomeRange;
    netWorthRange?: NetWorthRange;
    pepStatus?: PepStatus;
};

export type Address = {
    line1: string;
    line2?: string;
    city?: string;
    state?: string;
    postalCode: string;
    country: string;
};

export type EndUserTermsConsent = {
    acceptedAt: string;
    ipAddress: string;
    termsVersion: string;
    acceptanceMethod: EndUserTermsAcceptanceMethod;
};

export type EndUserTermsAcceptanceMethod = 'CHECKBOX' | 'CLICK_TO_ACCEPT';

/**
 * The contact channels that the provider requires to be verified
 */
export type ContactVerification = {
    email?: ContactVerificationStatus;
    phone?: ContactVerificationStatus;
};

export type ContactVerificationStatus = 'PENDING' | 'VERIFIED';

export type IdentificationType = 'SSN' | 'ITIN' | 'EIN' | 'NON_US_TAX_ID';

export type IndividualSourceOfFundsCategory = 'SALARY' | 'SELF_EMPLOYMENT_INCOME' | 'INVESTMENT_INCOME' | 'PENSION' | 'RENTAL_INCOME' | 'GIFT' | 'INHERITANCE' | 'LOAN' | 'SAVINGS' | 'SALE_OF_ASSETS' | 'OTHER';

export type SourceOfWealthCategory = 'SALARY' | 'BUSINESS_INCOME' | 'INVESTMENTS' | 'INHERITANCE' | 'PROPERTY_SALE' | 'GIFT' | 'RETIREMENT' | 'SAVINGS' | 'OTHER';

export type PurposeOfAccount = 'CONTRACTOR_PAYOUTS' | 'CREATOR_PAYOUTS' | 'EMPLOYEE_PAYOUTS' | 'MARKETPLACE_SELLER_PAYOUTS' | 'SUPPLIER_PAYMENTS' | 'CROSS_BORDER_B2B' | 'AR_AUTOMATION' | 'AP_AUTOMATION' | 'EMBEDDED_PAYMENTS' | 'PLATFORM_FEE_COLLECTION' | 'P2P_TRANSFERS' | 'CHARITABLE_DONATIONS' | 'OTHER';

export type ExpectedMonthlyTransactionCount = 'COUNT_UNDER_10' | 'COUNT_10_TO_100' | 'COUNT_100_TO_500' | 'COUNT_500_TO_1000' | 'COUNT_OVER_1000';

export type ExpectedMonthlyTransactionVolume = 'VOLUME_UNDER_10K' | 'VOLUME_10K_TO_100K' | 'VOLUME_100K_TO_1M' | 'VOLUME_1M_TO_10M' | 'VOLUME_OVER_10M';

export type AnnualIncomeRange = 'UNDER_50K' | 'RANGE_50K_100K' | 'RANGE_100K_250K' | 'RANGE_250K_1M' | 'OVER_1M';

export type NetWorthRange = 'UNDER_100K' | 'RANGE_100K_500K' | 'RANGE_500K_1M' | 'RANGE_1M_5M' | 'RANGE_5M_25M' | 'OVER_25M';

export type PepStatus = 'NONE' | 'DOMESTIC' | 'FOREIGN' | 'HIO' | 'FAMILY_OR_ASSOCIATE';

export type BusinessCustomer = {
    customerType: 'BUSINESS';
    readonly id: string;
    platformCustomerId: string;
    platformAccountId?: string;
    description?: string;
    region?: string;
    currencies?: Array<string>;
    email?: string;
    phoneNumber?: string;
    umaAddress: string;
    address?: Address;
    endUserTermsConsent?: EndUserTermsConsent;
    contactVerification?: ContactVerification;
    kycStatus: KycStatus;
    isDeleted: boolean;
    createdAt: string;
    updatedAt: string;
    /**
     * The same value as kycStatus
     */
    kybStatus: KybStatus;
    businessInfo: BusinessInfoResponse;
    /**
     * Oldest first; present only if a single customer is read, not in lists and responses to changes
     */
    beneficialOwners?: Array<BeneficialOwner>;
};

export type KybStatus = 'UNVERIFIED' | 'PENDING' | 'APPROVED' | 'REJECTED' | 'HOLD';

export type BusinessInfoResponse = {
    legalName: string;
    doingBusinessAs?: string;
    country?: string;
    registrationNumber?: string;
    incorporatedOn?: string;
    entityType?: EntityType;
    taxId?: string;
    countriesOfOperation?: Array<string>;
    businessType?: BusinessType;
    purposeOfAccount?: PurposeOfAccount;
    sourceOfFunds?: string;
    expectedMonthlyTransactionCount?: ExpectedMonthlyTransactionCount;
    expectedMonthlyTransactionVolume?: ExpectedMonthlyTransactionVolume;
    expectedRecipientJurisdictions?: Array<string>;
    naicsCode?: string;
    sourceOfFundsCategories?: Array<SourceOfFundsCategory>;
    sourceOfFundsOtherDescription?: string;
    purposeOfAccountOtherDescription?: string;
    expectedCounterpartyCountries?: Array<string>;
    primaryContactFirstName?: string;
    primaryContactLastName?: string;
};

export type EntityType = 'SOLE_PROPRIETORSHIP' | 'PARTNERSHIP' | 'LLC' | 'CORPORATION' | 'S_CORPORATION' | 'NON_PROFIT' | 'PUBLICLY_LISTED_COMPANY' | 'TRUST' | 'PRIVATE_FOUNDATION' | 'CHARITY' | 'OTHER';

export type BusinessType = 'AGRICULTURE_FORESTRY_FISHING_AND_HUNTING' | 'MINING_QUARRYING_AND_OIL_AND_GAS_EXTRACTION' | 'UTILITIES' | 'CONSTRUCTION' | 'MANUFACTURING' | 'WHOLESALE_TRADE' | 'RETAIL_TRADE' | 'TRANSPORTATION_AND_WAREHOUSING' | 'INFORMATION' | 'FINANCE_AND_INSURANCE' | 'REAL_ESTATE_AND_RENTAL_AND_LEASING' | 'PROFESSIONAL_SCIENTIFIC_AND_TECHNICAL_SERVICES' | 'MANAGEMENT_OF_COMPANIES_AND_ENTERPRISES' | 'ADMINISTRATIVE_AND_SUPPORT_AND_WASTE_MANAGEMENT_AND_REMEDIATION_SERVICES' | 'EDUCATIONAL_SERVICES' | 'HEALTH_CARE_AND_SOCIAL_ASSISTANCE' | 'ARTS_ENTERTAINMENT_AND_RECREATION' | 'ACCOMMODATION_AND_FOOD_SERVICES' | 'OTHER_SERVICES' | 'PUBLIC_ADMINISTRATION';

export type SourceOfFundsCategory = 'OPERATING_REVENUE' | 'INVESTMENT_INCOME' | 'LOANS' | 'VENTURE_CAPITAL' | 'PERSONAL_SAVINGS' | 'DONATIONS' | 'OTHER';

export type BeneficialOwner = {
    id: string;
    customerId: string;
    roles: Array<BeneficialOwnerRole>;
    /**
     * In percent, with up to four decimal places
     */
    ownershipPercentage: number;
    personalInfo: BeneficialOwnerPersonalInfo;
    kycStatus: KycStatus;
    createdAt: string;
    updatedAt?: string;
};

export type BeneficialOwnerRole = 'UBO' | 'DIRECTOR' | 'COMPANY_OFFICER' | 'CONTROL_PERSON' | 'TRUSTEE' | 'GENERAL_PARTNER';

export type BeneficialOwnerPersonalInfo = {
    firstName: string;
    lastName: string;
    birthDate: string;
    nationality: string;
    address: Address;
    middleName?: string;
    email?: string;
    phoneNumber?: string;
    countryOfIssuance?: string;
    idType: IdentificationType;
};

export type CustomerCreateRequestOneOf = ({
    customerType: 'INDIVIDUAL';
} & IndividualCustomerCreateRequest) | ({
    customerType: 'BUSINESS';
} & BusinessCustomerCreateRequest);

export type IndividualCustomerCreateRequest = {
    customerType: 'INDIVIDUAL';
    platformCustomerId?: string;
    region?: string;
    platformAccountId?: string;
    description?: string;
    currencies?: Array<string>;
    email?: string;
    phoneNumber?: string;
    umaAddress?: string;
    endUserTermsConsent?: EndUserTermsConsentRequest;
    address?: Address;
    kycStatus?: KycStatus;
    fullName?: string;
    birthDate?: string;
    nationality?: string;
    idType?: IdentificationType;
    countryOfIssuance?: string;
    sourceOfFundsCategories?: Array<IndividualSourceOfFundsCategory>;
    sourceOfFundsOtherDescription?: string;
    sourceOfWealthCategories?: Array<SourceOfWealthCategory>;
    sourceOfWealthOtherDescription?: string;
    purposeOfAccount?: PurposeOfAccount;
    purposeOfAccountOtherDescription?: string;
    expectedMonthlyTransactionCount?: ExpectedMonthlyTransactionCount;
    expectedMonthlyTransactionVolume?: ExpectedMonthlyTransactionVolume;
    annualIncomeRange?: AnnualIncomeRange;
    netWorthRange?: NetWorthRange;
    pepStatus?: PepStatus;
};

export type EndUserTermsConsentRequest = {
    acceptedAt: string;
    ipAddress: string;
    termsVersion: string;
    acceptanceMethod: EndUserTermsAcceptanceMethod;
};

export type BusinessCustomerCreateRequest = {
    customerType: 'BUSINESS';
    platformCustomerId?: string;
    region?: string;
    platformAccountId?: string;
    description?: string;
    currencies?: Array<string>;
    email?: string;
    phoneNumber?: string;
    umaAddress?: string;
    endUserTermsConsent?: EndUserTermsConsentRequest;
    address?: Address;
    kycStatus?: KycStatus;
    kybStatus?: KybStatus;
    businessInfo: BusinessInfo;
};

export type BusinessInfo = {
    legalName: string;
    doingBusinessAs?: string;
    country?: string;
    registrationNumber?: string;
    incorporatedOn?: string;
    entityType?: EntityType;
    taxId?: string;
    countriesOfOperation?: Array<string>;
    businessType?: BusinessType;
    purposeOfAccount?: PurposeOfAccount;
    sourceOfFunds?: string;
    expectedMonthlyTransactionCount?: ExpectedMonthlyTransactionCount;
    expectedMonthlyTransactionVolume?: ExpectedMonthlyTransactionVolume;
    expectedRecipientJurisdictions?: Array<string>;
    naicsCode?: string;
    sourceOfFundsCategories?: Array<SourceOfFundsCategory>;
    sourceOfFundsOtherDescription?: string;
    purposeOfAccountOtherDescription?: string;
    expectedCounterpartyCountries?: Array<string>;
    primaryContactFirstName?: string;
    primaryContactLastName?: string;
};

export type EndUserTerms = {
    version: string;
    url: string;
};

export type CustomerUpdateRequest = {
    customerType?: CustomerType;
    platformCustomerId?: string;
    umaAddress?: string;
    kycStatus?: KycStatus;
    kybStatus?: KybStatus;
    region?: string | null;
    platformAccountId?: string | null;
    description?: string | null;
    currencies?: Array<string> | null;
    email?: string | null;
    phoneNumber?: string | null;
    endUserTermsConsent?: EndUserTermsConsentRequest | null;
    address?: Address | null;
    fullName?: string | null;
    birthDate?: string | null;
    nationality?: string | null;
    idType?: IdentificationType | null;
    countryOfIssuance?: string | null;
    identifier?: null;
    sourceOfFundsCategories?: Array<IndividualSourceOfFundsCategory> | null;
    sourceOfFundsOtherDescription?: string | null;
    sourceOfWealthCategories?: Array<SourceOfWealthCategory> | null;
    sourceOfWealthOtherDescription?: string | null;
    purposeOfAccount?: PurposeOfAccount | null;
    purposeOfAccountOtherDescription?: string | null;
    expectedMonthlyTransactionCount?: ExpectedMonthlyTransactionCount | null;
    expectedMonthlyTransactionVolume?: ExpectedMonthlyTransactionVolume | null;
    annualIncomeRange?: AnnualIncomeRange | null;
    netWorthRange?: NetWorthRange | null;
    pepStatus?: PepStatus | null;
    businessInfo?: BusinessInfoUpdate;
};

export type BusinessInfoUpdate = {
    legalName?: string;
    doingBusinessAs?: string | null;
    country?: string | null;
    registrationNumber?: string | null;
    incorporatedOn?: string | null;
    entityType?: EntityType | null;
    taxId?: string | null;
    countriesOfOperation?: Array<string> | null;
    businessType?: BusinessType | null;
    purposeOfAccount?: PurposeOfAccount | null;
    sourceOfFunds?: string | null;
    expectedMonthlyTransactionCount?: ExpectedMonthlyTransactionCount | null;
    expectedMonthlyTransactionVolume?: ExpectedMonthlyTransactionVolume | null;
    expectedRecipientJurisdictions?: Array<string> | null;
    naicsCode?: string | null;
    sourceOfFundsCategories?: Array<SourceOfFundsCategory> | null;
    sourceOfFundsOtherDescription?: string | null;
    purposeOfAccountOtherDescription?: string | null;
    expectedCounterpartyCountries?: Array<string> | null;
    primaryContactFirstName?: string | null;
    primaryContactLastName?: string | null;
};

export type SignedRequestChallenge = {
    payloadToSign: string;
    requestId: string;
    expiresAt: string;
};

export type KycLinkCreateRequest = {
    redirectUri?: string;
};

export type KycLinkResponse = {
    kycUrl: string;
    expiresAt: string;
    /**
     * Who decides, such as SANDBOX or MANUAL
     */
    provider: string;
    /**
     * Only for providers whose page can be embedded
     */
    token?: string;
};

export type VerificationStatus = 'RESOLVE_ERRORS' | 'PENDING_MANUAL_REVIEW' | 'IN_PROGRESS' | 'APPROVED' | 'REJECTED' | 'READY_FOR_VERIFICATION';

export type VerificationListResponse = {
    /**
     * The records of this page. It can be empty although more pages follow.
     */
    data: Array<Verification>;
    /**
     * Whether another page follows. Read on until it is `false`.
     */
    hasMore: boolean;
    /**
     * Pass it as `cursor` to read the next page; absent on the last one.
     */
    nextCursor?: string;
    /**
     * All matches of the filters, if the list counts them and at most 10,000 match.
     */
    totalCount?: number;
};

export type Verification = {
    id: string;
    customerId: string;
    verificationStatus: VerificationStatus;
    errors: Array<VerificationError>;
    proposal?: VerificationProposal;
    createdAt: string;
    updatedAt?: string;
};

export type VerificationError = {
    resourceId: string;
    type: VerificationErrorType;
    field?: string;
    acceptedDocumentTypes?: Array<DocumentType>;
    reason: string;
};

export type VerificationErrorType = 'MISSING_FIELD' | 'INVALID_FIELD' | 'MISSING_LEGAL_PRESENCE_DOCUMENT' | 'MISSING_CONTROL_STRUCTURE_DOCUMENT' | 'MISSING_OWNERSHIP_STRUCTURE_DOCUMENT' | 'MISSING_PROOF_OF_ADDRESS_DOCUMENT' | 'MISSING_IDENTITY_DOCUMENT' | 'INVALID_DOCUMENT' | 'EXPIRED_DOCUMENT' | 'POOR_QUALITY_DOCUMENT' | 'SUSPECTED_FRAUD_DOCUMENT' | 'WRONG_DOCUMENT_TYPE' | 'INCOMPLETE_DOCUMENT' | 'UNREADABLE_DOCUMENT' | 'DOCUMENT_VERIFICATION_FAILED' | 'APPLICANT_SANCTIONED' | 'APPLICANT_FRAUD' | 'APPLICANT_CRIMINAL_RECORD' | 'APPLICANT_REJECTED' | 'MISSING_BENEFICIAL_OWNER' | 'MISSING_CONTROL_PERSON' | 'MISSING_GOOD_STANDING_DOCUMENT';

export type DocumentType = 'PASSPORT' | 'DRIVERS_LICENSE' | 'NATIONAL_ID' | 'PROOF_OF_ADDRESS' | 'BANK_STATEMENT' | 'TAX_RETURN' | 'CERTIFICATE_OF_INCORPORATION' | 'ARTICLES_OF_INCORPORATION' | 'ARTICLES_OF_ASSOCIATION' | 'STATE_REGISTRY_EXCERPT' | 'GOOD_STANDING_CERTIFICATE' | 'INFORMATION_STATEMENT' | 'INCUMBENCY_CERTIFICATE' | 'BUSINESS_LICENSE' | 'SHAREHOLDER_REGISTER' | 'POWER_OF_ATTORNEY' | 'UTILITY_BILL' | 'ELECTRICITY_BILL' | 'RENT_OR_LEASE_AGREEMENT' | 'DIRECTOR_REGISTRY' | 'TRUST_AGREEMENT' | 'STATE_COMPANY_REGISTRY' | 'PARTNERSHIP_CONTROL_AGREEMENT' | 'PARTNERSHIP_AGREEMENT' | 'SELFIE' | 'OTHER';

/**
 * A proposed change of a verified identity
 */
export type VerificationProposal = {
    /**
     * The customer or beneficial owner whose identity would change
     */
    resourceId: string;
    changes: Array<{
        /**
         * Dot path of the field in the request that proposed the change
         */
        field: string;
        /**
         * The new value; omitted for identifiers and tax numbers
         */
        value?: unknown;
    }>;
};

export type VerificationRequest = {
    customerId: string;
};

export type BeneficialOwnerListResponse = {
    /**
     * The records of this page. It can be empty although more pages follow.
     */
    data: Array<BeneficialOwner>;
    /**
     * Whether another page follows. Read on until it is `false`.
     */
    hasMore: boolean;
    /**
     * Pass it as `cursor` to read the next page; absent on the last one.
     */
    nextCursor?: string;
    /**
     * All matches of the filters, if the list counts them and at most 10,000 match.
     */
    totalCount?: number;
};

export type BeneficialOwnerCreateRequest = {
    customerId: string;
    roles: Array<BeneficialOwnerRole>;
    /**
     * In percent, with up to four decimal places
     */
    ownershipPercentage: number;
    personalInfo: BeneficialOwnerPersonalInfoRequest;
};

export type BeneficialOwnerPersonalInfoRequest = {
    firstName: string;
    lastName: string;
    birthDate: string;
    nationality: string;
    address: Address;
    middleName?: string;
    email?: string;
    phoneNumber?: string;
    countryOfIssuance?: string;
    idType: IdentificationType;
};

export type BeneficialOwnerUpdateRequest = {
    roles?: Array<BeneficialOwnerRole>;
    /**
     * In percent, with up to four decimal places
     */
    ownershipPercentage?: number;
    personalInfo?: BeneficialOwnerPersonalInfoUpdate;
};

export type BeneficialOwnerPersonalInfoUpdate = {
    firstName?: string;
    lastName?: string;
    birthDate?: string;
    nationality?: string;
    address?: Address;
    middleName?: string | null;
    email?: string | null;
    phoneNumber?: string | null;
    countryOfIssuance?: string | null;
    idType?: IdentificationType;
};

export type DocumentListResponse = {
    /**
     * The records of this page. It can be empty although more pages follow.
     */
    data: Array<Document>;
    /**
     * Whether another page follows. Read on until it is `false`.
     */
    hasMore: boolean;
    /**
     * Pass it as `cursor` to read the next page; absent on the last one.
     */
    nextCursor?: string;
    /**
     * All matches of the filters, if the list counts them and at most 10,000 match.
     */
    totalCount?: number;
};

export type Document = {
    id: string;
    documentHolder: string;
    documentType: DocumentType;
    side?: 'FRONT' | 'BACK';
    country: string;
    documentNumber?: string;
    issuingAuthority?: string;
    fileName: string;
    createdAt: string;
    updatedAt?: string;
};

export type DocumentUploadRequest = {
    documentHolder: string;
    /**
     * application/pdf, image/jpeg, image/png; at most 10485760 bytes
     */
    file: Blob | File;
    documentType: DocumentType;
    side?: 'FRONT' | 'BACK';
    country: string;
    documentNumber?: string;
    issuingAuthority?: string;
};

export type DocumentReplaceRequest = {
    /**
     * application/pdf, image/jpeg, image/png; at most 10485760 bytes
     */
    file: Blob | File;
    documentType: DocumentType;
    side?: 'FRONT' | 'BACK';
    country: string;
    documentNumber?: string;
    issuingAuthority?: string;
};

export type ContactVerificationConfirmRequest = {
    code: string;
};

export type BulkCustomerImportRequest = {
    /**
     * CSV (RFC 4180) in UTF-8
     */
    file: Blob | File;
};

export type BulkCustomerImportJobAccepted = {
    jobId: string;
    status: 'PENDING' | 'PROCESSING';
};

export type BulkCustomerImportJobListResponse = {
    /**
     * The records of this page. It can be empty although more pages follow.
     */
    data: Array<BulkCustomerImportJob>;
    /**
     * Whether another page follows. Read on until it is `false`.
     */
    hasMore: boolean;
    /**
     * Pass it as `cursor` to read the next page; absent on the last one.
     */
    nextCursor?: string;
    /**
     * All matches of the filters, if the list counts them and at most 10,000 match.
     */
    totalCount?: number;
};

export type BulkCustomerImportJob = {
    id: string;
    status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED';
    progress: {
        total: number;
        processed: number;
        successful: number;
        failed: number;
    };
    /**
     * Errors of the first 10,000 rows that failed
     */
    errors?: Array<BulkCustomerImportErrorEntry>;
    completedAt?: string;
};

export type BulkCustomerImportErrorEntry = {
    /**
     * Number of the row; the first row after the header is 1
     */
    correlationId: string;
    code?: string;
    message?: string;
    details?: {
        [key: string]: unknown;
    };
};

export type InternalAccountType = 'INTERNAL_FIAT' | 'INTERNAL_CRYPTO' | 'EMBEDDED_WALLET';

export type InternalAccountListResponse = {
    /**
     * The records of this page. It can be empty although more pages follow.
     */
    data: Array<InternalAccount>;
    /**
     * Whether another page follows. Read on until it is `false`.
     */
    hasMore: boolean;
    /**
     * Pass it as `cursor` to read the next page; absent on the last one.
     */
    nextCursor?: string;
    /**
     * All matches of the filters, if the list counts them and at most 10,000 match.
     */
    totalCount?: number;
};

export type InternalAccount = {
    id: string;
    customerId?: string;
    type: InternalAccountType;
    status: InternalAccountStatus;
    /**
     * The amount that can be spent
     */
    balance: CurrencyAmount;
    /**
     * The amount that can be spent plus the amount held for payments in progress
     */
    totalBalance: CurrencyAmount;
    fundingPaymentInstructions: Array<PaymentInstructions>;
    privateEnabled?: boolean;
    createdAt: string;
    updatedAt: string;
};

export type InternalAccountStatus = 'PENDING' | 'ACTIVE' | 'CLOSED' | 'FROZEN' | 'FAILED';

export type CurrencyAmount = {
    amount: number;
    currency: Currency;
};

export type PaymentInstructions = {
    instructionsNotes?: string;
    isPlatformAccount?: boolean;
    accountOrWalletInfo: ({
        accountType: 'USD_ACCOUNT';
    } & PaymentUsdAccountInfo) | ({
        accountType: 'US_ACCOUNT';
    } & PaymentUsAccountInfo) | ({
        accountType: 'BRL_ACCOUNT';
    } & PaymentBrlAccountInfo) | ({
        accountType: 'CAD_ACCOUNT';
    } & PaymentCadAccountInfo) | ({
        accountType: 'COP_ACCOUNT';
    } & PaymentCopAccountInfo) | ({
        accountType: 'GTQ_ACCOUNT';
    } & PaymentGtqAccountInfo) | ({
        accountType: 'HTG_ACCOUNT';
    } & PaymentHtgAccountInfo) | ({
        accountType: 'JMD_ACCOUNT';
    } & PaymentJmdAccountInfo) | ({
        accountType: 'MXN_ACCOUNT';
    } & PaymentMxnAccountInfo) | ({
        accountType: 'SLV_ACCOUNT';
    } & PaymentSlvAccountInfo) | ({
        accountType: 'DKK_ACCOUNT';
    } & PaymentDkkAccountInfo) | ({
        accountType: 'EUR_ACCOUNT';
    } & PaymentEurAccountInfo) | ({
        accountType: 'GBP_ACCOUNT';
    } & PaymentGbpAccountInfo) | ({
        accountType: 'AED_ACCOUNT';
    } & PaymentAedAccountInfo) | ({
        accountType: 'BWP_ACCOUNT';
    } & PaymentBwpAccountInfo) | ({
        accountType: 'EGP_ACCOUNT';
    } & PaymentEgpAccountInfo) | ({
        accountType: 'GHS_ACCOUNT';
    } & PaymentGhsAccountInfo) | ({
        accountType: 'KES_ACCOUNT';
    } & PaymentKesAccountInfo) | ({
        accountType: 'MWK_ACCOUNT';
    } & PaymentMwkAccountInfo) | ({
        accountType: 'NGN_ACCOUNT';
    } & PaymentNgnAccountInfo) | ({
        accountType: 'RWF_ACCOUNT';
    } & PaymentRwfAccountInfo) | ({
        accountType: 'TZS_ACCOUNT';
    } & PaymentTzsAccountInfo) | ({
        accountType: 'UGX_ACCOUNT';
    } & PaymentUgxAccountInfo) | ({
        accountType: 'XAF_ACCOUNT';
    } & PaymentXafAccountInfo) | ({
        accountType: 'XOF_ACCOUNT';
    } & PaymentXofAccountInfo) | ({
        accountType: 'ZAR_ACCOUNT';
    } & PaymentZarAccountInfo) | ({
        accountType: 'ZMW_ACCOUNT';
    } & PaymentZmwAccountInfo) | ({
        accountType: 'BDT_ACCOUNT';
    } & PaymentBdtAccountInfo) | ({
        accountType: 'CNY_ACCOUNT';
    } & PaymentCnyAccountInfo) | ({
        accountType: 'HKD_ACCOUNT';
    } & PaymentHkdAccountInfo) | ({
        accountType: 'IDR_ACCOUNT';
    } & PaymentIdrAccountInfo) | ({
        accountType: 'INR_ACCOUNT';
    } & PaymentInrAccountInfo) | ({
        accountType: 'MYR_ACCOUNT';
    } & PaymentMyrAccountInfo) | ({
        accountType: 'PHP_ACCOUNT';
    } & PaymentPhpAccountInfo) | ({
        accountType: 'PKR_ACCOUNT';
    } & PaymentPkrAccountInfo) | ({
        accountType: 'SGD_ACCOUNT';
    } & PaymentSgdAccountInfo) | ({
        accountType: 'THB_ACCOUNT';
    } & PaymentThbAccountInfo) | ({
        accountType: 'VND_ACCOUNT';
    } & PaymentVndAccountInfo) | ({
        accountType: 'SWIFT_ACCOUNT';
    } & PaymentSwiftAccountInfo) | ({
        accountType: 'SPARK_WALLET';
    } & PaymentSparkWalletInfo) | ({
        accountType: 'LAYER2_WALLET';
    } & PaymentLayer2WalletInfo) | ({
        accountType: 'LIGHTNING';
    } & PaymentLightningInvoiceInfo) | ({
        accountType: 'SOLANA_WALLET';
    } & PaymentSolanaWalletInfo) | ({
        accountType: 'TRON_WALLET';
    } & PaymentTronWalletInfo) | ({
        accountType: 'PLASMA_WALLET';
    } & PaymentPlasmaWalletInfo) | ({
        accountType: 'POLYGON_WALLET';
    } & PaymentPolygonWalletInfo) | ({
        accountType: 'BASE_WALLET';
    } & PaymentBaseWalletInfo) | ({
        accountType: 'ETHEREUM_WALLET';
    } & PaymentEthereumWalletInfo) | ({
        accountType: 'ALTCHAIN_WALLET';
    } & PaymentAltchainWalletInfo) | ({
        accountType: 'ARS_ACCOUNT';
    } & PaymentArsAccountInfo) | ({
        accountType: 'BITCOIN_L1';
    } & PaymentBitcoinDepositAddressInfo) | ({
        accountType: 'EMBEDDED_WALLET';
    } & PaymentEmbeddedWalletInfo);
};

export type PaymentUsdAccountInfo = {
    accountType: 'USD_ACCOUNT';
    /**
     * 4 to 17 digits; blanks and hyphens between them are removed
     */
    accountNumber: string;
    routingNumber: string;
    bankName?: string;
    bankAccountType?: 'CHECKING' | 'SAVINGS';
    intermediaryBankName?: string;
    intermediaryRoutingNumber?: string;
    fiToFiInformation?: string;
    reference: string;
    bankAddress?: string;
    paymentRails: Array<'ACH' | 'WIRE' | 'RTP' | 'FEDNOW'>;
};

export type PaymentUsAccountInfo = {
    accountType: 'US_ACCOUNT';
    /**
     * 4 to 17 digits; blanks and hyphens between them are removed
     */
    accountNumber: string;
    routingNumber: string;
    accountHolderName?: string;
    bankName?: string;
    reference?: string;
};

export type PaymentBrlAccountInfo = {
    accountType: 'BRL_ACCOUNT';
    qrCode: string;
    reference?: string;
};

export type PaymentCadAccountInfo = {
    accountType: 'CAD_ACCOUNT';
    bankCode: string;
    branchCode: string;
    accountNumber: string;
    reference: string;
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type PaymentCopAccountInfo = {
    accountType: 'COP_ACCOUNT';
    paymentUrl: string;
    reference?: string;
};

export type PaymentGtqAccountInfo = {
    accountType: 'GTQ_ACCOUNT';
    accountNumber: string;
    bankAccountType: 'CHECKING' | 'SAVINGS';
    bankName: string;
    reference: string;
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type PaymentHtgAccountInfo = {
    accountType: 'HTG_ACCOUNT';
    phoneNumber: string;
    reference: string;
    paymentRails: Array<'MOBILE_MONEY'>;
};

export type PaymentJmdAccountInfo = {
    accountType: 'JMD_ACCOUNT';
    accountNumber: string;
    branchCode: string;
    bankAccountType: 'CHECKING' | 'SAVINGS';
    bankName: string;
    reference: string;
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type PaymentMxnAccountInfo = {
    accountType: 'MXN_ACCOUNT';
    clabeNumber: string;
    reference: string;
    paymentRails: Array<'SPEI'>;
};

export type PaymentSlvAccountInfo = {
    accountType: 'SLV_ACCOUNT';
    bankName?: string;
    accountNumber?: string;
    bankAccountType?: 'CHECKING' | 'SAVINGS';
    phoneNumber?: string;
    reference: string;
    paymentRails: Array<'BANK_TRANSFER' | 'MOBILE_MONEY'>;
};

export type PaymentDkkAccountInfo = {
    accountType: 'DKK_ACCOUNT';
    iban: string;
    /**
     * BIC (ISO 9362) of the bank
     */
    swiftCode?: string;
    reference: string;
    paymentRails: Array<'SEPA' | 'SEPA_INSTANT'>;
};

export type PaymentEurAccountInfo = {
    accountType: 'EUR_ACCOUNT';
    iban: string;
    /**
     * BIC (ISO 9362) of the bank
     */
    swiftCode?: string;
    reference: string;
    paymentRails: Array<'SEPA' | 'SEPA_INSTANT'>;
};

export type PaymentGbpAccountInfo = {
    accountType: 'GBP_ACCOUNT';
    sortCode: string;
    accountNumber: string;
    reference: string;
    paymentRails: Array<'FASTER_PAYMENTS'>;
};

export type PaymentAedAccountInfo = {
    accountType: 'AED_ACCOUNT';
    iban: string;
    /**
     * BIC (ISO 9362) of the bank
     */
    swiftCode?: string;
    reference: string;
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type PaymentBwpAccountInfo = {
    accountType: 'BWP_ACCOUNT';
    phoneNumber: string;
    provider: string;
    reference: string;
    paymentRails: Array<'MOBILE_MONEY'>;
};

export type PaymentEgpAccountInfo = {
    accountType: 'EGP_ACCOUNT';
    iban?: string;
    bankName: string;
    phoneNumber?: string;
    reference: string;
    paymentRails: Array<'BANK_TRANSFER' | 'MOBILE_MONEY'>;
};

export type PaymentGhsAccountInfo = {
    accountType: 'GHS_ACCOUNT';
    accountNumber?: string;
    bankName: string;
    phoneNumber?: string;
    reference: string;
    paymentRails: Array<'BANK_TRANSFER' | 'MOBILE_MONEY'>;
};

export type PaymentKesAccountInfo = {
    accountType: 'KES_ACCOUNT';
    phoneNumber: string;
    provider: string;
    reference: string;
    paymentRails: Array<'MOBILE_MONEY'>;
};

export type PaymentMwkAccountInfo = {
    accountType: 'MWK_ACCOUNT';
    phoneNumber: string;
    provider: string;
    reference: string;
    paymentRails: Array<'MOBILE_MONEY'>;
};

export type PaymentNgnAccountInfo = {
    accountType: 'NGN_ACCOUNT';
    accountNumber: string;
    bankName: string;
    reference: string;
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type PaymentRwfAccountInfo = {
    accountType: 'RWF_ACCOUNT';
    phoneNumber: string;
    provider: string;
    reference: string;
    paymentRails: Array<'MOBILE_MONEY'>;
};

export type PaymentTzsAccountInfo = {
    accountType: 'TZS_ACCOUNT';
    phoneNumber: string;
    provider: string;
    reference: string;
    paymentRails: Array<'MOBILE_MONEY'>;
};

export type PaymentUgxAccountInfo = {
    accountType: 'UGX_ACCOUNT';
    phoneNumber: string;
    provider: string;
    reference: string;
    paymentRails: Array<'MOBILE_MONEY'>;
};

export type PaymentXafAccountInfo = {
    accountType: 'XAF_ACCOUNT';
    phoneNumber: string;
    provider: string;
    region: 'CM' | 'CG';
    reference: string;
    paymentRails: Array<'MOBILE_MONEY'>;
};

export type PaymentXofAccountInfo = {
    accountType: 'XOF_ACCOUNT';
    phoneNumber: string;
    provider: string;
    region: 'BJ' | 'CI' | 'SN' | 'TG';
    reference: string;
    paymentRails: Array<'MOBILE_MONEY'>;
};

export type PaymentZarAccountInfo = {
    accountType: 'ZAR_ACCOUNT';
    accountNumber: string;
    bankName: string;
    reference: string;
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type PaymentZmwAccountInfo = {
    accountType: 'ZMW_ACCOUNT';
    phoneNumber: string;
    provider: string;
    reference: string;
    paymentRails: Array<'MOBILE_MONEY'>;
};

export type PaymentBdtAccountInfo = {
    accountType: 'BDT_ACCOUNT';
    accountNumber?: string;
    bankName: string;
    branchCode?: string;
    /**
     * BIC (ISO 9362) of the bank
     */
    swiftCode?: string;
    phoneNumber?: string;
    reference: string;
    paymentRails: Array<'BANK_TRANSFER' | 'MOBILE_MONEY'>;
};

export type PaymentCnyAccountInfo = {
    accountType: 'CNY_ACCOUNT';
    accountNumber?: string;
    bankName: string;
    phoneNumber?: string;
    reference: string;
    paymentRails: Array<'BANK_TRANSFER' | 'MOBILE_MONEY'>;
};

export type PaymentHkdAccountInfo = {
    accountType: 'HKD_ACCOUNT';
    bankName: string;
    accountNumber: string;
    /**
     * BIC (ISO 9362) of the bank
     */
    swiftCode: string;
    reference: string;
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type PaymentIdrAccountInfo = {
    accountType: 'IDR_ACCOUNT';
    bankName: string;
    accountNumber: string;
    /**
     * BIC (ISO 9362) of the bank
     */
    swiftCode: string;
    phoneNumber: string;
    reference: string;
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type PaymentInrAccountInfo = {
    accountType: 'INR_ACCOUNT';
    /**
     * UPI address
     */
    vpa?: string;
    accountNumber?: string;
    ifsc?: string;
    rail?: string;
    bankName?: string;
    reference?: string;
    paymentRails: Array<'UPI' | 'NEFT' | 'RTGS'>;
};

export type PaymentMyrAccountInfo = {
    accountType: 'MYR_ACCOUNT';
    bankName: string;
    accountNumber: string;
    /**
     * BIC (ISO 9362) of the bank
     */
    swiftCode: string;
    reference: string;
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type PaymentPhpAccountInfo = {
    accountType: 'PHP_ACCOUNT';
    bankName: string;
    accountNumber: string;
    reference: string;
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type PaymentPkrAccountInfo = {
    accountType: 'PKR_ACCOUNT';
    bankName: string;
    accountNumber?: string;
    iban?: string;
    phoneNumber?: string;
    reference: string;
    paymentRails: Array<'BANK_TRANSFER' | 'MOBILE_MONEY'>;
};

export type PaymentSgdAccountInfo = {
    accountType: 'SGD_ACCOUNT';
    bankName?: string;
    accountNumber: string;
    /**
     * BIC (ISO 9362) of the bank
     */
    swiftCode: string;
    reference: string;
    paymentRails: Array<'PAYNOW' | 'FAST' | 'BANK_TRANSFER'>;
};

export type PaymentThbAccountInfo = {
    accountType: 'THB_ACCOUNT';
    bankName: string;
    accountNumber: string;
    /**
     * BIC (ISO 9362) of the bank
     */
    swiftCode: string;
    reference: string;
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type PaymentVndAccountInfo = {
    accountType: 'VND_ACCOUNT';
    bankName: string;
    accountNumber: string;
    /**
     * BIC (ISO 9362) of the bank
     */
    swiftCode: string;
    reference: string;
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type PaymentSwiftAccountInfo = {
    accountType: 'SWIFT_ACCOUNT';
    /**
     * Country of the bank
     */
    country: string;
    /**
     * BIC (ISO 9362) of the bank
     */
    swiftCode: string;
    bankName: string;
    accountNumber?: string;
    iban?: string;
    accountHolderName: string;
    bankAddress?: string;
    reference?: string;
    paymentRails: Array<'SWIFT'>;
};

export type PaymentSparkWalletInfo = {
    accountType: 'SPARK_WALLET';
    address: string;
    assetType: 'BTC' | 'USDB';
    invoice?: string;
    reference?: string;
};

export type PaymentLayer2WalletInfo = {
    accountType: 'LAYER2_WALLET';
    address: string;
    reference?: string;
};

export type PaymentLightningInvoiceInfo = {
    accountType: 'LIGHTNING';
    invoice: string;
    reference?: string;
};

export type PaymentSolanaWalletInfo = {
    accountType: 'SOLANA_WALLET';
    address: string;
    assetType?: 'USDC' | 'USDT';
    reference?: string;
};

export type PaymentTronWalletInfo = {
    accountType: 'TRON_WALLET';
    address: string;
    assetType?: 'USDT';
    reference?: string;
};

export type PaymentPlasmaWalletInfo = {
    accountType: 'PLASMA_WALLET';
    address: string;
    assetType?: 'USDT';
    reference?: string;
};

export type PaymentPolygonWalletInfo = {
    accountType: 'POLYGON_WALLET';
    address: string;
    assetType?: 'USDC';
    reference?: string;
};

export type PaymentBaseWalletInfo = {
    accountType: 'BASE_WALLET';
    address: string;
    assetType?: 'USDC';
    reference?: string;
};

export type PaymentEthereumWalletInfo = {
    accountType: 'ETHEREUM_WALLET';
    address: string;
    assetType?: 'USDC' | 'USDT';
    reference?: string;
};

export type PaymentAltchainWalletInfo = {
    accountType: 'ALTCHAIN_WALLET';
    address: string;
    assetType?: 'USDC' | 'USDT' | 'BTC';
    reference?: string;
};

export type PaymentArsAccountInfo = {
    accountType: 'ARS_ACCOUNT';
    /**
     * CBU or CVU
     */
    accountNumber: string;
    reference?: string;
};

export type PaymentBitcoinDepositAddressInfo = {
    accountType: 'BITCOIN_L1';
    address: string;
    network?: 'BITCOIN';
    reference?: string;
};

export type PaymentEmbeddedWalletInfo = {
    accountType: 'EMBEDDED_WALLET';
    payloadToSign: string;
    reference?: string;
};

export type PlatformInternalAccountListResponse = {
    data: Array<InternalAccount>;
};

export type ExternalAccountListResponse = {
    /**
     * The records of this page. It can be empty although more pages follow.
     */
    data: Array<ExternalAccount>;
    /**
     * Whether another page follows. Read on until it is `false`.
     */
    hasMore: boolean;
    /**
     * Pass it as `cursor` to read the next page; absent on the last one.
     */
    nextCursor?: string;
    /**
     * All matches of the filters, if the list counts them and at most 10,000 match.
     */
    totalCount?: number;
};

export type ExternalAccount = {
    id: string;
    customerId?: string;
    status: ExternalAccountStatus;
    currency: string;
    platformAccountId?: string;
    ownershipType?: OwnershipType;
    defaultUmaDepositAccount?: boolean;
    beneficiaryVerificationStatus?: BeneficiaryVerificationStatus;
    beneficiaryVerifiedData?: BeneficiaryVerifiedData;
    accountInfo: ExternalAccountInfoOneOf;
};

export type ExternalAccountStatus = 'PENDING' | 'ACTIVE' | 'PENDING_OWNERSHIP_VERIFICATION' | 'UNVERIFIED' | 'UNDER_REVIEW' | 'INACTIVE';

export type OwnershipType = 'FIRST_PARTY' | 'THIRD_PARTY';

export type BeneficiaryVerificationStatus = 'MATCHED' | 'PARTIAL_MATCH' | 'NOT_MATCHED' | 'UNSUPPORTED' | 'CHECKED_BY_RECEIVING_FI' | 'PENDING';

export type BeneficiaryVerifiedData = {
    fullName?: string;
};

export type ExternalAccountInfoOneOf = ({
    accountType: 'USD_ACCOUNT';
} & UsdExternalAccountInfo) | ({
    accountType: 'US_ACCOUNT';
} & UsAccountInfo) | ({
    accountType: 'BRL_ACCOUNT';
} & BrlExternalAccountInfo) | ({
    accountType: 'CAD_ACCOUNT';
} & CadExternalAccountInfo) | ({
    accountType: 'COP_ACCOUNT';
} & CopExternalAccountInfo) | ({
    accountType: 'GTQ_ACCOUNT';
} & GtqExternalAccountInfo) | ({
    accountType: 'HTG_ACCOUNT';
} & HtgExternalAccountInfo) | ({
    accountType: 'JMD_ACCOUNT';
} & JmdExternalAccountInfo) | ({
    accountType: 'MXN_ACCOUNT';
} & MxnExternalAccountInfo) | ({
    accountType: 'SLV_ACCOUNT';
} & SlvExternalAccountInfo) | ({
    accountType: 'DKK_ACCOUNT';
} & DkkExternalAccountInfo) | ({
    accountType: 'EUR_ACCOUNT';
} & EurExternalAccountInfo) | ({
    accountType: 'GBP_ACCOUNT';
} & GbpExternalAccountInfo) | ({
    accountType: 'AED_ACCOUNT';
} & AedExternalAccountInfo) | ({
    accountType: 'BWP_ACCOUNT';
} & BwpExternalAccountInfo) | ({
    accountType: 'EGP_ACCOUNT';
} & EgpExternalAccountInfo) | ({
    accountType: 'GHS_ACCOUNT';
} & GhsExternalAccountInfo) | ({
    accountType: 'KES_ACCOUNT';
} & KesExternalAccountInfo) | ({
    accountType: 'MWK_ACCOUNT';
} & MwkExternalAccountInfo) | ({
    accountType: 'NGN_ACCOUNT';
} & NgnExternalAccountInfo) | ({
    accountType: 'RWF_ACCOUNT';
} & RwfExternalAccountInfo) | ({
    accountType: 'TZS_ACCOUNT';
} & TzsExternalAccountInfo) | ({
    accountType: 'UGX_ACCOUNT';
} & UgxExternalAccountInfo) | ({
    accountType: 'XAF_ACCOUNT';
} & XafExternalAccountInfo) | ({
    accountType: 'XOF_ACCOUNT';
} & XofExternalAccountInfo) | ({
    accountType: 'ZAR_ACCOUNT';
} & ZarExternalAccountInfo) | ({
    accountType: 'ZMW_ACCOUNT';
} & ZmwExternalAccountInfo) | ({
    accountType: 'BDT_ACCOUNT';
} & BdtExternalAccountInfo) | ({
    accountType: 'CNY_ACCOUNT';
} & CnyExternalAccountInfo) | ({
    accountType: 'HKD_ACCOUNT';
} & HkdExternalAccountInfo) | ({
    accountType: 'IDR_ACCOUNT';
} & IdrExternalAccountInfo) | ({
    accountType: 'INR_ACCOUNT';
} & InrExternalAccountInfo) | ({
    accountType: 'MYR_ACCOUNT';
} & MyrExternalAccountInfo) | ({
    accountType: 'PHP_ACCOUNT';
} & PhpExternalAccountInfo) | ({
    accountType: 'PKR_ACCOUNT';
} & PkrExternalAccountInfo) | ({
    accountType: 'SGD_ACCOUNT';
} & SgdExternalAccountInfo) | ({
    accountType: 'THB_ACCOUNT';
} & ThbExternalAccountInfo) | ({
    accountType: 'VND_ACCOUNT';
} & VndExternalAccountInfo) | ({
    accountType: 'SWIFT_ACCOUNT';
} & SwiftExternalAccountInfo) | ({
    accountType: 'SPARK_WALLET';
} & SparkWalletExternalAccountInfo) | ({
    accountType: 'LAYER2_WALLET';
} & Layer2WalletInfo) | ({
    accountType: 'LIGHTNING';
} & LightningExternalAccountInfo) | ({
    accountType: 'SOLANA_WALLET';
} & SolanaWalletExternalAccountInfo) | ({
    accountType: 'TRON_WALLET';
} & TronWalletExternalAccountInfo) | ({
    accountType: 'PLASMA_WALLET';
} & PlasmaWalletExternalAccountInfo) | ({
    accountType: 'POLYGON_WALLET';
} & PolygonWalletExternalAccountInfo) | ({
    accountType: 'BASE_WALLET';
} & BaseWalletExternalAccountInfo) | ({
    accountType: 'ETHEREUM_WALLET';
} & EthereumWalletExternalAccountInfo) | ({
    accountType: 'ALTCHAIN_WALLET';
} & AltchainWalletInfo);

export type UsdExternalAccountInfo = {
    accountType: 'USD_ACCOUNT';
    /**
     * 4 to 17 digits; blanks and hyphens between them are removed
     */
    accountNumber: string;
    routingNumber: string;
    bankName?: string;
    bankAccountType?: 'CHECKING' | 'SAVINGS';
    intermediaryBankName?: string;
    intermediaryRoutingNumber?: string;
    fiToFiInformation?: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & UsdBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    paymentRails: Array<'ACH' | 'WIRE' | 'RTP' | 'FEDNOW'>;
};

export type UsdBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    fullName: string;
    birthDate?: string;
    nationality?: string;
    email?: string;
    phoneNumber?: string;
    countryOfResidence?: string;
    address?: BeneficiaryAddress;
};

export type BeneficiaryAddress = {
    line1: string;
    line2?: string;
    city?: string;
    state?: string;
    postalCode: string;
    country: string;
};

export type BusinessBeneficiary = {
    beneficiaryType: 'BUSINESS';
    legalName: string;
    registrationNumber?: string;
    taxId?: string;
    email?: string;
    phoneNumber?: string;
    countryOfResidence?: string;
    address?: BeneficiaryAddress;
};

export type UsAccountInfo = {
    accountType: 'US_ACCOUNT';
    /**
     * 4 to 17 digits; blanks and hyphens between them are removed
     */
    accountNumber: string;
    routingNumber: string;
    accountHolderName?: string;
    bankName?: string;
    reference?: string;
};

export type BrlExternalAccountInfo = {
    accountType: 'BRL_ACCOUNT';
    pixKey: string;
    pixKeyType: 'CPF' | 'CNPJ' | 'EMAIL' | 'PHONE' | 'RANDOM';
    taxId: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & BrlBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    paymentRails: Array<'PIX'>;
};

export type BrlBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    fullName: string;
    birthDate?: string;
    nationality?: string;
    email?: string;
    phoneNumber?: string;
    countryOfResidence?: string;
    address?: BeneficiaryAddress;
};

export type CadExternalAccountInfo = {
    accountType: 'CAD_ACCOUNT';
    bankCode: string;
    branchCode: string;
    accountNumber: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & CadBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type CadBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    fullName: string;
    birthDate?: string;
    nationality?: string;
    email?: string;
    phoneNumber?: string;
    countryOfResidence?: string;
    registrationNumber?: string;
    address?: BeneficiaryAddress;
};

export type CopExternalAccountInfo = {
    accountType: 'COP_ACCOUNT';
    accountNumber?: string;
    bankAccountType?: 'CHECKING' | 'SAVINGS';
    bankName: string;
    phoneNumber?: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & CopBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    paymentRails: Array<'BANK_TRANSFER' | 'MOBILE_MONEY'>;
};

export type CopBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    fullName: string;
    birthDate?: string;
    nationality?: string;
    email?: string;
    phoneNumber?: string;
    countryOfResidence?: string;
    documentType?: 'CC' | 'CE' | 'TI' | 'NIT' | 'PP';
    documentNumber?: string;
    address?: BeneficiaryAddress;
};

export type GtqExternalAccountInfo = {
    accountType: 'GTQ_ACCOUNT';
    accountNumber: string;
    bankAccountType: 'CHECKING' | 'SAVINGS';
    bankName: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & GtqBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type GtqBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    fullName: string;
    birthDate?: string;
    nationality?: string;
    email?: string;
    phoneNumber: string;
    countryOfResidence: string;
    address?: BeneficiaryAddress;
};

export type HtgExternalAccountInfo = {
    accountType: 'HTG_ACCOUNT';
    phoneNumber: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & HtgBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    paymentRails: Array<'MOBILE_MONEY'>;
};

export type HtgBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    fullName: string;
    birthDate?: string;
    nationality?: string;
    email?: string;
    phoneNumber?: string;
    countryOfResidence?: string;
    address?: BeneficiaryAddress;
};

export type JmdExternalAccountInfo = {
    accountType: 'JMD_ACCOUNT';
    accountNumber: string;
    branchCode: string;
    bankAccountType: 'CHECKING' | 'SAVINGS';
    bankName: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & JmdBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type JmdBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    fullName: string;
    birthDate?: string;
    nationality?: string;
    email?: string;
    phoneNumber: string;
    countryOfResidence?: string;
    address: BeneficiaryAddress;
};

export type MxnExternalAccountInfo = {
    accountType: 'MXN_ACCOUNT';
    clabeNumber: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & MxnBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    paymentRails: Array<'SPEI'>;
};

export type MxnBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    fullName: string;
    birthDate?: string;
    nationality?: string;
    email?: string;
    phoneNumber?: string;
    countryOfResidence?: string;
    address?: BeneficiaryAddress;
};

export type SlvExternalAccountInfo = {
    accountType: 'SLV_ACCOUNT';
    bankName?: string;
    accountNumber?: string;
    bankAccountType?: 'CHECKING' | 'SAVINGS';
    phoneNumber?: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & SlvBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    paymentRails: Array<'BANK_TRANSFER' | 'MOBILE_MONEY'>;
};

export type SlvBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    fullName: string;
    birthDate?: string;
    nationality?: string;
    email?: string;
    phoneNumber?: string;
    countryOfResidence?: string;
    address?: BeneficiaryAddress;
};

export type DkkExternalAccountInfo = {
    accountType: 'DKK_ACCOUNT';
    iban: string;
    /**
     * BIC (ISO 9362) of the bank
     */
    swiftCode?: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & DkkBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    paymentRails: Array<'SEPA' | 'SEPA_INSTANT'>;
};

export type DkkBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    fullName: string;
    birthDate?: string;
    nationality?: string;
    email?: string;
    phoneNumber?: string;
    countryOfResidence?: string;
    address?: BeneficiaryAddress;
};

export type EurExternalAccountInfo = {
    accountType: 'EUR_ACCOUNT';
    iban: string;
    /**
     * BIC (ISO 9362) of the bank
     */
    swiftCode?: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & EurBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    paymentRails: Array<'SEPA' | 'SEPA_INSTANT'>;
};

export type EurBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    fullName: string;
    birthDate?: string;
    nationality?: string;
    email?: string;
    phoneNumber?: string;
    countryOfResidence: string;
    address?: BeneficiaryAddress;
};

export type GbpExternalAccountInfo = {
    accountType: 'GBP_ACCOUNT';
    sortCode: string;
    accountNumber: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & GbpBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    paymentRails: Array<'FASTER_PAYMENTS'>;
};

export type GbpBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    fullName: string;
    birthDate?: string;
    nationality?: string;
    email?: string;
    phoneNumber?: string;
    countryOfResidence?: string;
    address?: BeneficiaryAddress;
};

export type AedExternalAccountInfo = {
    accountType: 'AED_ACCOUNT';
    iban: string;
    /**
     * BIC (ISO 9362) of the bank
     */
    swiftCode?: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & AedBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type AedBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    fullName: string;
    birthDate?: string;
    nationality?: string;
    email?: string;
    phoneNumber?: string;
    countryOfResidence?: string;
    address: BeneficiaryAddress;
};

export type BwpExternalAccountInfo = {
    accountType: 'BWP_ACCOUNT';
    phoneNumber: string;
    provider: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & BwpBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    paymentRails: Array<'MOBILE_MONEY'>;
};

export type BwpBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    fullName: string;
    birthDate?: string;
    nationality?: string;
    email?: string;
    phoneNumber?: string;
    countryOfResidence?: string;
    address?: BeneficiaryAddress;
};

export type EgpExternalAccountInfo = {
    accountType: 'EGP_ACCOUNT';
    iban?: string;
    bankName: string;
    phoneNumber?: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & EgpBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    paymentRails: Array<'BANK_TRANSFER' | 'MOBILE_MONEY'>;
};

export type EgpBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    fullName: string;
    birthDate?: string;
    nationality?: string;
    email?: string;
    phoneNumber?: string;
    countryOfResidence?: string;
    address?: BeneficiaryAddress;
};

export type GhsExternalAccountInfo = {
    accountType: 'GHS_ACCOUNT';
    accountNumber?: string;
    bankName: string;
    phoneNumber?: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & GhsBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    paymentRails: Array<'BANK_TRANSFER' | 'MOBILE_MONEY'>;
};

export type GhsBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    fullName: string;
    birthDate?: string;
    nationality?: string;
    email?: string;
    phoneNumber?: string;
    countryOfResidence?: string;
    address?: BeneficiaryAddress;
};

export type KesExternalAccountInfo = {
    accountType: 'KES_ACCOUNT';
    phoneNumber: string;
    provider: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & KesBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    paymentRails: Array<'MOBILE_MONEY'>;
};

export type KesBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    fullName: string;
    birthDate?: string;
    nationality?: string;
    email?: string;
    phoneNumber?: string;
    countryOfResidence?: string;
    address?: BeneficiaryAddress;
};

export type MwkExternalAccountInfo = {
    accountType: 'MWK_ACCOUNT';
    phoneNumber: string;
    provider: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & MwkBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    paymentRails: Array<'MOBILE_MONEY'>;
};

export type MwkBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    fullName: string;
    birthDate?: string;
    nationality?: string;
    email?: string;
    phoneNumber?: string;
    countryOfResidence?: string;
    address?: BeneficiaryAddress;
};

export type NgnExternalAccountInfo = {
    accountType: 'NGN_ACCOUNT';
    accountNumber: string;
    bankName: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & NgnBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type NgnBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    fullName: string;
    birthDate?: string;
    nationality?: string;
    email?: string;
    phoneNumber?: string;
    countryOfResidence?: string;
    address?: BeneficiaryAddress;
};

export type RwfExternalAccountInfo = {
    accountType: 'RWF_ACCOUNT';
    phoneNumber: string;
    provider: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & RwfBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    paymentRails: Array<'MOBILE_MONEY'>;
};

export type RwfBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    fullName: string;
    birthDate?: string;
    nationality?: string;
    email?: string;
    phoneNumber?: string;
    countryOfResidence?: string;
    address?: BeneficiaryAddress;
};

export type TzsExternalAccountInfo = {
    accountType: 'TZS_ACCOUNT';
    phoneNumber: string;
    provider: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & TzsBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    paymentRails: Array<'MOBILE_MONEY'>;
};

export type TzsBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    fullName: string;
    birthDate?: string;
    nationality?: string;
    email?: string;
    phoneNumber?: string;
    countryOfResidence?: string;
    address?: BeneficiaryAddress;
};

export type UgxExternalAccountInfo = {
    accountType: 'UGX_ACCOUNT';
    phoneNumber: string;
    provider: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & UgxBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    paymentRails: Array<'MOBILE_MONEY'>;
};

export type UgxBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    fullName: string;
    birthDate?: string;
    nationality?: string;
    email?: string;
    phoneNumber?: string;
    countryOfResidence?: string;
    address?: BeneficiaryAddress;
};

export type XafExternalAccountInfo = {
    accountType: 'XAF_ACCOUNT';
    phoneNumber: string;
    provider: string;
    region: 'CM' | 'CG';
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & XafBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    paymentRails: Array<'MOBILE_MONEY'>;
};

export type XafBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    fullName: string;
    birthDate?: string;
    nationality?: string;
    email?: string;
    phoneNumber?: string;
    countryOfResidence?: string;
    address?: BeneficiaryAddress;
};

export type XofExternalAccountInfo = {
    accountType: 'XOF_ACCOUNT';
    phoneNumber: string;
    provider: string;
    region: 'BJ' | 'CI' | 'SN' | 'TG';
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & XofBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    paymentRails: Array<'MOBILE_MONEY'>;
};

export type XofBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    fullName: string;
    birthDate?: string;
    nationality?: string;
    email?: string;
    phoneNumber?: string;
    countryOfResidence?: string;
    address?: BeneficiaryAddress;
};

export type ZarExternalAccountInfo = {
    accountType: 'ZAR_ACCOUNT';
    accountNumber: string;
    bankName: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & ZarBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type ZarBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    fullName: string;
    birthDate?: string;
    nationality?: string;
    email?: string;
    phoneNumber?: string;
    countryOfResidence?: string;
    address?: BeneficiaryAddress;
};

export type ZmwExternalAccountInfo = {
    accountType: 'ZMW_ACCOUNT';
    phoneNumber: string;
    provider: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & ZmwBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    paymentRails: Array<'MOBILE_MONEY'>;
};

export type ZmwBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    fullName: string;
    birthDate?: string;
    nationality?: string;
    email?: string;
    phoneNumber?: string;
    countryOfResidence?: string;
    address?: BeneficiaryAddress;
};

export type BdtExternalAccountInfo = {
    accountType: 'BDT_ACCOUNT';
    accountNumber?: string;
    bankName: string;
    branchCode?: string;
    /**
     * BIC (ISO 9362) of the bank
     */
    swiftCode?: string;
    phoneNumber?: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & BdtBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    paymentRails: Array<'BANK_TRANSFER' | 'MOBILE_MONEY'>;
};

export type BdtBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    fullName: string;
    birthDate?: string;
    nationality?: string;
    email?: string;
    phoneNumber?: string;
    countryOfResidence?: string;
    address?: BeneficiaryAddress;
};

export type CnyExternalAccountInfo = {
    accountType: 'CNY_ACCOUNT';
    accountNumber?: string;
    bankName: string;
    phoneNumber?: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & CnyBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    paymentRails: Array<'BANK_TRANSFER' | 'MOBILE_MONEY'>;
};

export type CnyBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    fullName: string;
    birthDate?: string;
    nationality?: string;
    email?: string;
    phoneNumber?: string;
    countryOfResidence?: string;
    address?: BeneficiaryAddress;
};

export type HkdExternalAccountInfo = {
    accountType: 'HKD_ACCOUNT';
    bankName: string;
    accountNumber: string;
    /**
     * BIC (ISO 9362) of the bank
     */
    swiftCode: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & HkdBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type HkdBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    fullName: string;
    birthDate?: string;
    nationality?: string;
    email?: string;
    phoneNumber?: string;
    countryOfResidence?: string;
    address?: BeneficiaryAddress;
};

export type IdrExternalAccountInfo = {
    accountType: 'IDR_ACCOUNT';
    bankName: string;
    accountNumber: string;
    /**
     * BIC (ISO 9362) of the bank
     */
    swiftCode: string;
    phoneNumber: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & IdrBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type IdrBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    fullName: string;
    birthDate?: string;
    nationality?: string;
    email?: string;
    phoneNumber?: string;
    countryOfResidence?: string;
    address?: BeneficiaryAddress;
};

export type InrExternalAccountInfo = {
    accountType: 'INR_ACCOUNT';
    /**
     * UPI address
     */
    vpa?: string;
    accountNumber?: string;
    ifsc?: string;
    rail?: string;
    bankName?: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & InrBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    paymentRails: Array<'UPI' | 'NEFT' | 'RTGS'>;
};

export type InrBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    fullName: string;
    birthDate?: string;
    nationality?: string;
    email?: string;
    phoneNumber?: string;
    countryOfResidence?: string;
    address?: BeneficiaryAddress;
};

export type MyrExternalAccountInfo = {
    accountType: 'MYR_ACCOUNT';
    bankName: string;
    accountNumber: string;
    /**
     * BIC (ISO 9362) of the bank
     */
    swiftCode: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & MyrBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type MyrBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    fullName: string;
    birthDate?: string;
    nationality?: string;
    email?: string;
    phoneNumber?: string;
    countryOfResidence?: string;
    address?: BeneficiaryAddress;
};

export type PhpExternalAccountInfo = {
    accountType: 'PHP_ACCOUNT';
    bankName: string;
    accountNumber: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & PhpBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type PhpBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    fullName: string;
    birthDate?: string;
    nationality?: string;
    email?: string;
    phoneNumber?: string;
    countryOfResidence?: string;
    address?: BeneficiaryAddress;
};

export type PkrExternalAccountInfo = {
    accountType: 'PKR_ACCOUNT';
    bankName: string;
    accountNumber?: string;
    iban?: string;
    phoneNumber?: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & PkrBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    paymentRails: Array<'BANK_TRANSFER' | 'MOBILE_MONEY'>;
};

export type PkrBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    fullName: string;
    birthDate?: string;
    nationality?: string;
    email?: string;
    phoneNumber?: string;
    countryOfResidence?: string;
    address?: BeneficiaryAddress;
};

export type SgdExternalAccountInfo = {
    accountType: 'SGD_ACCOUNT';
    bankName?: string;
    accountNumber: string;
    /**
     * BIC (ISO 9362) of the bank
     */
    swiftCode: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & SgdBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    paymentRails: Array<'PAYNOW' | 'FAST' | 'BANK_TRANSFER'>;
};

export type SgdBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    fullName: string;
    birthDate?: string;
    nationality?: string;
    email?: string;
    phoneNumber?: string;
    countryOfResidence?: string;
    address?: BeneficiaryAddress;
};

export type ThbExternalAccountInfo = {
    accountType: 'THB_ACCOUNT';
    bankName: string;
    accountNumber: string;
    /**
     * BIC (ISO 9362) of the bank
     */
    swiftCode: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & ThbBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type ThbBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    fullName: string;
    birthDate?: string;
    nationality?: string;
    email?: string;
    phoneNumber?: string;
    countryOfResidence?: string;
    address?: BeneficiaryAddress;
};

export type VndExternalAccountInfo = {
    accountType: 'VND_ACCOUNT';
    bankName: string;
    accountNumber: string;
    /**
     * BIC (ISO 9362) of the bank
     */
    swiftCode: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & VndBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type VndBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    fullName: string;
    birthDate?: string;
    nationality?: string;
    email?: string;
    phoneNumber?: string;
    countryOfResidence?: string;
    address?: BeneficiaryAddress;
};

export type SwiftExternalAccountInfo = {
    accountType: 'SWIFT_ACCOUNT';
    /**
     * Country of the bank
     */
    country: string;
    /**
     * BIC (ISO 9362) of the bank
     */
    swiftCode: string;
    bankName: string;
    accountNumber?: string;
    iban?: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & SwiftBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    paymentRails: Array<'SWIFT'>;
};

export type SwiftBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    fullName: string;
    birthDate?: string;
    nationality?: string;
    email?: string;
    phoneNumber?: string;
    countryOfResidence?: string;
    address?: BeneficiaryAddress;
};

export type SparkWalletExternalAccountInfo = {
    accountType: 'SPARK_WALLET';
    address: string;
    /**
     * The institution that keeps the wallet; left out for self-custody
     */
    vaspName?: string;
    beneficiary?: WalletBeneficiaryOneOf;
};

export type WalletBeneficiaryOneOf = ({
    beneficiaryType: 'INDIVIDUAL';
} & WalletIndividualBeneficiary) | ({
    beneficiaryType: 'BUSINESS';
} & BusinessBeneficiary);

export type WalletIndividualBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    fullName: string;
    countryOfResidence: string;
};

export type Layer2WalletInfo = {
    accountType: 'LAYER2_WALLET';
    address: string;
};

export type LightningExternalAccountInfo = {
    accountType: 'LIGHTNING';
    invoice?: string;
    bolt12?: string;
    lightningAddress?: string;
};

export type SolanaWalletExternalAccountInfo = {
    accountType: 'SOLANA_WALLET';
    address: string;
    /**
     * The institution that keeps the wallet; left out for self-custody
     */
    vaspName?: string;
    beneficiary?: WalletBeneficiaryOneOf;
};

export type TronWalletExternalAccountInfo = {
    accountType: 'TRON_WALLET';
    address: string;
    /**
     * The institution that keeps the wallet; left out for self-custody
     */
    vaspName?: string;
    beneficiary?: WalletBeneficiaryOneOf;
};

export type PlasmaWalletExternalAccountInfo = {
    accountType: 'PLASMA_WALLET';
    address: string;
    /**
     * The institution that keeps the wallet; left out for self-custody
     */
    vaspName?: string;
    beneficiary?: WalletBeneficiaryOneOf;
};

export type PolygonWalletExternalAccountInfo = {
    accountType: 'POLYGON_WALLET';
    address: string;
    /**
     * The institution that keeps the wallet; left out for self-custody
     */
    vaspName?: string;
    beneficiary?: WalletBeneficiaryOneOf;
};

export type BaseWalletExternalAccountInfo = {
    accountType: 'BASE_WALLET';
    address: string;
    /**
     * The institution that keeps the wallet; left out for self-custody
     */
    vaspName?: string;
    beneficiary?: WalletBeneficiaryOneOf;
};

export type EthereumWalletExternalAccountInfo = {
    accountType: 'ETHEREUM_WALLET';
    address: string;
    /**
     * The institution that keeps the wallet; left out for self-custody
     */
    vaspName?: string;
    beneficiary?: WalletBeneficiaryOneOf;
};

export type AltchainWalletInfo = {
    accountType: 'ALTCHAIN_WALLET';
    assetType?: 'USDC' | 'USDT' | 'BTC';
    address: string;
};

export type ExternalAccountCreateRequest = {
    customerId: string;
    currency: string;
    platformAccountId?: string;
    ownershipType?: OwnershipType;
    accountInfo: ExternalAccountCreateInfoOneOf;
    defaultUmaDepositAccount?: boolean;
};

export type ExternalAccountCreateInfoOneOf = ({
    accountType: 'USD_ACCOUNT';
} & UsdExternalAccountCreateInfo) | ({
    accountType: 'US_ACCOUNT';
} & UsAccountInfo) | ({
    accountType: 'BRL_ACCOUNT';
} & BrlExternalAccountCreateInfo) | ({
    accountType: 'CAD_ACCOUNT';
} & CadExternalAccountCreateInfo) | ({
    accountType: 'COP_ACCOUNT';
} & CopExternalAccountCreateInfo) | ({
    accountType: 'GTQ_ACCOUNT';
} & GtqExternalAccountCreateInfo) | ({
    accountType: 'HTG_ACCOUNT';
} & HtgExternalAccountCreateInfo) | ({
    accountType: 'JMD_ACCOUNT';
} & JmdExternalAccountCreateInfo) | ({
    accountType: 'MXN_ACCOUNT';
} & MxnExternalAccountCreateInfo) | ({
    accountType: 'SLV_ACCOUNT';
} & SlvExternalAccountCreateInfo) | ({
    accountType: 'DKK_ACCOUNT';
} & DkkExternalAccountCreateInfo) | ({
    accountType: 'EUR_ACCOUNT';
} & EurExternalAccountCreateInfo) | ({
    accountType: 'GBP_ACCOUNT';
} & GbpExternalAccountCreateInfo) | ({
    accountType: 'AED_ACCOUNT';
} & AedExternalAccountCreateInfo) | ({
    accountType: 'BWP_ACCOUNT';
} & BwpExternalAccountCreateInfo) | ({
    accountType: 'EGP_ACCOUNT';
} & EgpExternalAccountCreateInfo) | ({
    accountType: 'GHS_ACCOUNT';
} & GhsExternalAccountCreateInfo) | ({
    accountType: 'KES_ACCOUNT';
} & KesExternalAccountCreateInfo) | ({
    accountType: 'MWK_ACCOUNT';
} & MwkExternalAccountCreateInfo) | ({
    accountType: 'NGN_ACCOUNT';
} & NgnExternalAccountCreateInfo) | ({
    accountType: 'RWF_ACCOUNT';
} & RwfExternalAccountCreateInfo) | ({
    accountType: 'TZS_ACCOUNT';
} & TzsExternalAccountCreateInfo) | ({
    accountType: 'UGX_ACCOUNT';
} & UgxExternalAccountCreateInfo) | ({
    accountType: 'XAF_ACCOUNT';
} & XafExternalAccountCreateInfo) | ({
    accountType: 'XOF_ACCOUNT';
} & XofExternalAccountCreateInfo) | ({
    accountType: 'ZAR_ACCOUNT';
} & ZarExternalAccountCreateInfo) | ({
    accountType: 'ZMW_ACCOUNT';
} & ZmwExternalAccountCreateInfo) | ({
    accountType: 'BDT_ACCOUNT';
} & BdtExternalAccountCreateInfo) | ({
    accountType: 'CNY_ACCOUNT';
} & CnyExternalAccountCreateInfo) | ({
    accountType: 'HKD_ACCOUNT';
} & HkdExternalAccountCreateInfo) | ({
    accountType: 'IDR_ACCOUNT';
} & IdrExternalAccountCreateInfo) | ({
    accountType: 'INR_ACCOUNT';
} & InrExternalAccountCreateInfo) | ({
    accountType: 'MYR_ACCOUNT';
} & MyrExternalAccountCreateInfo) | ({
    accountType: 'PHP_ACCOUNT';
} & PhpExternalAccountCreateInfo) | ({
    accountType: 'PKR_ACCOUNT';
} & PkrExternalAccountCreateInfo) | ({
    accountType: 'SGD_ACCOUNT';
} & SgdExternalAccountCreateInfo) | ({
    accountType: 'THB_ACCOUNT';
} & ThbExternalAccountCreateInfo) | ({
    accountType: 'VND_ACCOUNT';
} & VndExternalAccountCreateInfo) | ({
    accountType: 'SWIFT_ACCOUNT';
} & SwiftExternalAccountCreateInfo) | ({
    accountType: 'SPARK_WALLET';
} & SparkWalletExternalAccountInfo) | ({
    accountType: 'LAYER2_WALLET';
} & Layer2WalletInfo) | ({
    accountType: 'LIGHTNING';
} & LightningExternalAccountInfo) | ({
    accountType: 'SOLANA_WALLET';
} & SolanaWalletExternalAccountInfo) | ({
    accountType: 'TRON_WALLET';
} & TronWalletExternalAccountInfo) | ({
    accountType: 'PLASMA_WALLET';
} & PlasmaWalletExternalAccountInfo) | ({
    accountType: 'POLYGON_WALLET';
} & PolygonWalletExternalAccountInfo) | ({
    accountType: 'BASE_WALLET';
} & BaseWalletExternalAccountInfo) | ({
    accountType: 'ETHEREUM_WALLET';
} & EthereumWalletExternalAccountInfo) | ({
    accountType: 'ALTCHAIN_WALLET';
} & AltchainWalletInfo);

export type UsdExternalAccountCreateInfo = {
    accountType: 'USD_ACCOUNT';
    /**
     * 4 to 17 digits; blanks and hyphens between them are removed
     */
    accountNumber: string;
    routingNumber: string;
    bankName?: string;
    bankAccountType?: 'CHECKING' | 'SAVINGS';
    intermediaryBankName?: string;
    intermediaryRoutingNumber?: string;
    fiToFiInformation?: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & UsdBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

export type BrlExternalAccountCreateInfo = {
    accountType: 'BRL_ACCOUNT';
    pixKey: string;
    pixKeyType: 'CPF' | 'CNPJ' | 'EMAIL' | 'PHONE' | 'RANDOM';
    taxId: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & BrlBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

export type CadExternalAccountCreateInfo = {
    accountType: 'CAD_ACCOUNT';
    bankCode: string;
    branchCode: string;
    accountNumber: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & CadBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

export type CopExternalAccountCreateInfo = {
    accountType: 'COP_ACCOUNT';
    accountNumber?: string;
    bankAccountType?: 'CHECKING' | 'SAVINGS';
    bankName: string;
    phoneNumber?: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & CopBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

export type GtqExternalAccountCreateInfo = {
    accountType: 'GTQ_ACCOUNT';
    accountNumber: string;
    bankAccountType: 'CHECKING' | 'SAVINGS';
    bankName: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & GtqBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

export type HtgExternalAccountCreateInfo = {
    accountType: 'HTG_ACCOUNT';
    phoneNumber: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & HtgBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

export type JmdExternalAccountCreateInfo = {
    accountType: 'JMD_ACCOUNT';
    accountNumber: string;
    branchCode: string;
    bankAccountType: 'CHECKING' | 'SAVINGS';
    bankName: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & JmdBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

export type MxnExternalAccountCreateInfo = {
    accountType: 'MXN_ACCOUNT';
    clabeNumber: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & MxnBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

export type SlvExternalAccountCreateInfo = {
    accountType: 'SLV_ACCOUNT';
    bankName?: string;
    accountNumber?: string;
    bankAccountType?: 'CHECKING' | 'SAVINGS';
    phoneNumber?: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & SlvBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

export type DkkExternalAccountCreateInfo = {
    accountType: 'DKK_ACCOUNT';
    iban: string;
    /**
     * BIC (ISO 9362) of the bank
     */
    swiftCode?: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & DkkBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

export type EurExternalAccountCreateInfo = {
    accountType: 'EUR_ACCOUNT';
    iban: string;
    /**
     * BIC (ISO 9362) of the bank
     */
    swiftCode?: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & EurBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

export type GbpExternalAccountCreateInfo = {
    accountType: 'GBP_ACCOUNT';
    sortCode: string;
    accountNumber: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & GbpBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

export type AedExternalAccountCreateInfo = {
    accountType: 'AED_ACCOUNT';
    iban: string;
    /**
     * BIC (ISO 9362) of the bank
     */
    swiftCode?: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & AedBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

export type BwpExternalAccountCreateInfo = {
    accountType: 'BWP_ACCOUNT';
    phoneNumber: string;
    provider: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & BwpBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

export type EgpExternalAccountCreateInfo = {
    accountType: 'EGP_ACCOUNT';
    iban?: string;
    bankName: string;
    phoneNumber?: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & EgpBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

export type GhsExternalAccountCreateInfo = {
    accountType: 'GHS_ACCOUNT';
    accountNumber?: string;
    bankName: string;
    phoneNumber?: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & GhsBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

export type KesExternalAccountCreateInfo = {
    accountType: 'KES_ACCOUNT';
    phoneNumber: string;
    provider: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & KesBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

export type MwkExternalAccountCreateInfo = {
    accountType: 'MWK_ACCOUNT';
    phoneNumber: string;
    provider: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & MwkBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

export type NgnExternalAccountCreateInfo = {
    accountType: 'NGN_ACCOUNT';
    accountNumber: string;
    bankName: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & NgnBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

export type RwfExternalAccountCreateInfo = {
    accountType: 'RWF_ACCOUNT';
    phoneNumber: string;
    provider: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & RwfBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

export type TzsExternalAccountCreateInfo = {
    accountType: 'TZS_ACCOUNT';
    phoneNumber: string;
    provider: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & TzsBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

export type UgxExternalAccountCreateInfo = {
    accountType: 'UGX_ACCOUNT';
    phoneNumber: string;
    provider: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & UgxBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

export type XafExternalAccountCreateInfo = {
    accountType: 'XAF_ACCOUNT';
    phoneNumber: string;
    provider: string;
    region: 'CM' | 'CG';
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & XafBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

export type XofExternalAccountCreateInfo = {
    accountType: 'XOF_ACCOUNT';
    phoneNumber: string;
    provider: string;
    region: 'BJ' | 'CI' | 'SN' | 'TG';
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & XofBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

export type ZarExternalAccountCreateInfo = {
    accountType: 'ZAR_ACCOUNT';
    accountNumber: string;
    bankName: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & ZarBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

export type ZmwExternalAccountCreateInfo = {
    accountType: 'ZMW_ACCOUNT';
    phoneNumber: string;
    provider: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & ZmwBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

export type BdtExternalAccountCreateInfo = {
    accountType: 'BDT_ACCOUNT';
    accountNumber?: string;
    bankName: string;
    branchCode?: string;
    /**
     * BIC (ISO 9362) of the bank
     */
    swiftCode?: string;
    phoneNumber?: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & BdtBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

export type CnyExternalAccountCreateInfo = {
    accountType: 'CNY_ACCOUNT';
    accountNumber?: string;
    bankName: string;
    phoneNumber?: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & CnyBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

export type HkdExternalAccountCreateInfo = {
    accountType: 'HKD_ACCOUNT';
    bankName: string;
    accountNumber: string;
    /**
     * BIC (ISO 9362) of the bank
     */
    swiftCode: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & HkdBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

export type IdrExternalAccountCreateInfo = {
    accountType: 'IDR_ACCOUNT';
    bankName: string;
    accountNumber: string;
    /**
     * BIC (ISO 9362) of the bank
     */
    swiftCode: string;
    phoneNumber: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & IdrBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

export type InrExternalAccountCreateInfo = {
    accountType: 'INR_ACCOUNT';
    /**
     * UPI address
     */
    vpa?: string;
    accountNumber?: string;
    ifsc?: string;
    rail?: string;
    bankName?: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & InrBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

export type MyrExternalAccountCreateInfo = {
    accountType: 'MYR_ACCOUNT';
    bankName: string;
    accountNumber: string;
    /**
     * BIC (ISO 9362) of the bank
     */
    swiftCode: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & MyrBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

export type PhpExternalAccountCreateInfo = {
    accountType: 'PHP_ACCOUNT';
    bankName: string;
    accountNumber: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & PhpBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

export type PkrExternalAccountCreateInfo = {
    accountType: 'PKR_ACCOUNT';
    bankName: string;
    accountNumber?: string;
    iban?: string;
    phoneNumber?: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & PkrBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

export type SgdExternalAccountCreateInfo = {
    accountType: 'SGD_ACCOUNT';
    bankName?: string;
    accountNumber: string;
    /**
     * BIC (ISO 9362) of the bank
     */
    swiftCode: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & SgdBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

export type ThbExternalAccountCreateInfo = {
    accountType: 'THB_ACCOUNT';
    bankName: string;
    accountNumber: string;
    /**
     * BIC (ISO 9362) of the bank
     */
    swiftCode: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & ThbBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

export type VndExternalAccountCreateInfo = {
    accountType: 'VND_ACCOUNT';
    bankName: string;
    accountNumber: string;
    /**
     * BIC (ISO 9362) of the bank
     */
    swiftCode: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & VndBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

export type SwiftExternalAccountCreateInfo = {
    accountType: 'SWIFT_ACCOUNT';
    /**
     * Country of the bank
     */
    country: string;
    /**
     * BIC (ISO 9362) of the bank
     */
    swiftCode: string;
    bankName: string;
    accountNumber?: string;
    iban?: string;
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & SwiftBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

export type OwnershipChallengeRequest = {
    method: OwnershipVerificationMethod;
};

export type OwnershipVerificationMethod = 'WALLET_SIGNATURE' | 'LIVENESS';

export type OwnershipChallenge = ({
    method: 'WALLET_SIGNATURE';
} & WalletSignatureChallenge) | ({
    method: 'LIVENESS';
} & LivenessChallenge);

export type WalletSignatureChallenge = {
    method: 'WALLET_SIGNATURE';
    /**
     * The exact bytes that the owner of the wallet signs
     */
    messageToSign: string;
    expiresAt: string;
};

export type LivenessChallenge = {
    method: 'LIVENESS';
    verificationLink: string;
    token?: string;
    expiresAt: string;
};

export type OwnershipVerifyRequest = {
    /**
     * In the wallet's own format: hexadecimal (EVM, Tron, Spark), base58 (Solana) or base64 (Bitcoin)
     */
    signature: string;
    signatureScheme?: 'bip137' | 'electrum';
};

export type PlatformExternalAccountCreateRequest = {
    currency: string;
    platformAccountId?: string;
    ownershipType?: OwnershipType;
    accountInfo: ExternalAccountCreateInfoOneOf;
};

export type InternalAccountUpdateRequest = {
    privateEnabled?: boolean;
};

export type InternalAccountExportRequest = {
    /**
     * Uncompressed P-256 public key in hexadecimal
     */
    clientPublicKey: string;
};

export type InternalAccountExportResponse = {
    id: string;
    /**
     * JSON text of a signed bundle
     */
    encryptedWalletCredentials: string;
};

export type AuthCredentialListResponse = {
    data: Array<AuthMethod>;
};

export type AuthMethod = {
    id: string;
    accountId: string;
    /**
     * WebAuthn id of a passkey
     */
    credentialId?: string;
    nickname: string;
    createdAt: string;
    updatedAt: string;
    type: AuthMethodType;
};

export type AuthMethodType = 'OAUTH' | 'EMAIL_OTP' | 'SMS_OTP' | 'PASSKEY';

export type AuthCredentialCreateRequestOneOf = ({
    type: 'EMAIL_OTP';
} & EmailOtpCredentialCreateRequest) | ({
    type: 'SMS_OTP';
} & SmsOtpCredentialCreateRequest) | ({
    type: 'OAUTH';
} & OauthCredentialCreateRequest) | ({
    type: 'PASSKEY';
} & PasskeyCredentialCreateRequest);

export type EmailOtpCredentialCreateRequest = {
    type: 'EMAIL_OTP';
    accountId: string;
};

export type SmsOtpCredentialCreateRequest = {
    type: 'SMS_OTP';
    accountId: string;
};

export type OauthCredentialCreateRequest = {
    type: 'OAUTH';
    accountId: string;
    oidcToken: string;
};

export type PasskeyCredentialCreateRequest = {
    type: 'PASSKEY';
    accountId: string;
    nickname: string;
    /**
     * The challenge of the registration as base64url
     */
    challenge: string;
    attestation: PasskeyAttestation;
};

export type PasskeyAttestation = {
    credentialId: string;
    clientDataJson: string;
    attestationObject: string;
    transports?: Array<'usb' | 'nfc' | 'ble' | 'internal' | 'hybrid'>;
};

export type AuthMethodResponse = {
    id: string;
    accountId: string;
    /**
     * WebAuthn id of a passkey
     */
    credentialId?: string;
    nickname: string;
    createdAt: string;
    updatedAt: string;
    type: AuthMethodType;
    /**
     * The public key of the client to which the one-time code is encrypted
     */
    otpEncryptionTargetBundle?: string;
};

export type AuthSignedRequestChallenge = {
    payloadToSign: string;
    requestId: string;
    expiresAt: string;
    type: AuthMethodType;
};

export type AuthCredentialVerifyRequestOneOf = ({
    type: 'EMAIL_OTP';
} & EmailOtpCredentialVerifyRequest) | ({
    type: 'SMS_OTP';
} & SmsOtpCredentialVerifyRequest) | ({
    type: 'OAUTH';
} & OauthCredentialVerifyRequest) | ({
    type: 'PASSKEY';
} & PasskeyCredentialVerifyRequest);

export type EmailOtpCredentialVerifyRequest = {
    type: 'EMAIL_OTP';
    /**
     * JSON text with `encappedPublic` and `ciphertext`, which encrypts `otp_code` and `public_key`
     */
    encryptedOtpBundle: string;
};

export type SmsOtpCredentialVerifyRequest = {
    type: 'SMS_OTP';
    /**
     * JSON text with `encappedPublic` and `ciphertext`, which encrypts `otp_code` and `public_key`
     */
    encryptedOtpBundle: string;
};

export type OauthCredentialVerifyRequest = {
    type: 'OAUTH';
    oidcToken: string;
    /**
     * P-256 public key of the client in hexadecimal, compressed or uncompressed
     */
    clientPublicKey: string;
};

export type PasskeyCredentialVerifyRequest = {
    type: 'PASSKEY';
    assertion: PasskeyAssertion;
};

export type PasskeyAssertion = {
    credentialId: string;
    clientDataJson: string;
    authenticatorData: string;
    signature: string;
    userHandle?: string;
};

export type AuthSession = {
    id: string;
    accountId: string;
    /**
     * WebAuthn id of a passkey
     */
    credentialId?: string;
    nickname: string;
    createdAt: string;
    updatedAt: string;
    type: AuthMethodType;
    expiresAt: string;
    /**
     * Base58Check; shown once, in the responses of verify and refresh
     *
     * @deprecated
     */
    encryptedSessionSigningKey?: string;
};

export type AuthCredentialChallengeRequest = {
    /**
     * P-256 public key of the client in hexadecimal, compressed or uncompressed
     */
    clientPublicKey?: string;
};

export type AuthCredentialResponseOneOf = PasskeyAuthChallenge | AuthMethodResponse;

export type PasskeyAuthChallenge = {
    id: string;
    accountId: string;
    credentialId: string;
    nickname: string;
    createdAt: string;
    updatedAt: string;
    type: 'PASSKEY';
    /**
     * In hexadecimal; the passkey signs the UTF-8 bytes of this text
     */
    challenge: string;
    requestId: string;
    expiresAt: string;
};

export type SessionListResponse = {
    data: Array<AuthSession>;
};

export type AuthSessionRefreshRequest = {
    /**
     * P-256 public key of the client in hexadecimal, compressed or uncompressed
     */
    clientPublicKey: string;
};

export type DelegatedKeyListResponse = {
    data: Array<DelegatedKey>;
};

export type DelegatedKey = {
    id: string;
    cardId: string;
    fundingSourceId: string;
    accountId: string;
    publicKey: string;
    nickname: string;
    status: DelegatedKeyStatus;
    createdAt: string;
    updatedAt: string;
};

export type DelegatedKeyStatus = 'PENDING' | 'ACTIVE' | 'REVOKED';

export type DelegatedKeyCreateRequest = {
    cardId: string;
    internalAccountId: string;
    nickname: string;
};

export type ReceiverExternalAccountLookupResponse = {
    supportedCurrencies: Array<CurrencyPreference>;
    requiredPayerDataFields?: Array<CounterpartyFieldDefinition>;
    lookupId: string;
    accountId: string;
};

export type CurrencyPreference = {
    currency: Currency;
    /**
     * Major units of this currency for one major unit of the sender's currency; an estimate, not locked
     */
    estimatedExchangeRate: number;
    min: number;
    max: number;
};

export type QuoteRequest = {
    /**
     * A look-up of the same receiver. Required for UMA addresses; it fixes what the receiver accepts.
     */
    lookupId?: string;
    /**
     * Where the money comes from: a balance, or a transfer that the payer makes for this quote.
     */
    source: QuoteSourceOneOf;
    /**
     * Who receives the money: an account that was added before, or a UMA address.
     */
    destination: QuoteDestinationOneOf;
    /**
     * Whether `lockedCurrencyAmount` is what the sender pays or what the receiver gets.
     */
    lockedCurrencySide: QuoteLockSide;
    /**
     * In smallest units of the locked side. Fees are included on the sending side.
     */
    lockedCurrencyAmount: number;
    /**
     * Executes the quote in the same step, at the rate of that moment. Not with `REALTIME_FUNDING`.
     */
    immediatelyExecute?: boolean;
    description?: string;
    remittanceInformation?: string;
    purposeOfPayment?: PurposeOfPayment;
    platformFeeOverride?: PlatformFeeOverride;
    scaFactor?: ScaFactor;
    senderCustomerInfo?: {
        [key: string]: unknown;
    };
};

export type AccountQuoteSource = {
    sourceType: 'ACCOUNT';
    accountId: string;
    customerId?: string;
    /**
     * The currency of the account; a request that sends it must send this one
     */
    currency?: string;
};

export type RealtimeFundingQuoteSource = {
    sourceType: 'REALTIME_FUNDING';
    customerId?: string;
    currency: string;
    cryptoNetwork?: string;
};

export type QuoteSourceOneOf = ({
    sourceType: 'ACCOUNT';
} & AccountQuoteSource) | ({
    sourceType: 'REALTIME_FUNDING';
} & RealtimeFundingQuoteSource);

export type AccountDestination = {
    destinationType: 'ACCOUNT';
    accountId: string;
    paymentRail?: PaymentRail;
};

export type UmaAddressDestination = {
    destinationType: 'UMA_ADDRESS';
    umaAddress: string;
    currency?: string;
};

export type QuoteDestinationOneOf = ({
    destinationType: 'ACCOUNT';
} & AccountDestination) | ({
    destinationType: 'UMA_ADDRESS';
} & UmaAddressDestination);

export type QuoteLockSide = 'SENDING' | 'RECEIVING';

export type PurposeOfPayment = 'GIFT' | 'SELF' | 'GOODS_OR_SERVICES' | 'EDUCATION' | 'HEALTH_OR_MEDICAL' | 'REAL_ESTATE_PURCHASE' | 'TAX_PAYMENT' | 'LOAN_PAYMENT' | 'UTILITY_BILL' | 'DONATION' | 'TRAVEL' | 'FAMILY_SUPPORT' | 'SALARY_PAYMENT' | 'OTHER';

/**
 * Replaces the platform's configured fee for this quote
 */
export type PlatformFeeOverride = {
    platformFixedFee: FixedFee;
    platformVariableFeeBps: number;
};

export type ScaFactor = 'SMS_OTP' | 'TOTP' | 'PASSKEY';

export type Quote = {
    id: string;
    status: 'PENDING' | 'PENDING_AUTHORIZATION' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'EXPIRED';
    createdAt: string;
    expiresAt: string;
    source: QuoteSourceOneOf;
    destination: QuoteDestinationOneOf;
    sendingCurrency: Currency;
    receivingCurrency: Currency;
    totalSendingAmount: number;
    totalReceivingAmount: number;
    /**
     * Receiving smallest units for one sending smallest unit, on the amount net of fees
     */
    exchangeRate: number;
    feesIncluded: number;
    platformFeesIncluded?: number;
    paymentInstructions?: Array<PaymentInstructions>;
    transactionId: string;
    counterpartyInformation?: CounterpartyInformation;
    rateDetails?: OutgoingRateDetails;
    scaChallenge?: ScaChallenge;
};

/**
 * The information that the counterparty institution disclosed about its customer
 */
export type CounterpartyInformation = {
    [key: string]: unknown;
};

export type OutgoingRateDetails = {
    counterpartyMultiplier: number;
    counterpartyFixedFee: number;
    svcApiMultiplier: number;
    svcApiFixedFee: number;
    svcApiVariableFeeRate: number;
    svcApiVariableFeeAmount: number;
};

export type ScaChallenge = {
    id: string;
    expiresAt: string;
    factor: ScaFactor;
    availableFactors: Array<ScaFactor>;
    purpose?: string | null;
    passkeyAssertionOptions?: {
        [key: string]: unknown;
    } | null;
    passkeyAllowedOrigins?: Array<string> | null;
};

export type QuoteListResponse = {
    /**
     * The records of this page. It can be empty although more pages follow.
     */
    data: Array<Quote>;
    /**
     * Whether another page follows. Read on until it is `false`.
     */
    hasMore: boolean;
    /**
     * Pass it as `cursor` to read the next page; absent on the last one.
     */
    nextCursor?: string;
    /**
     * All matches of the filters, if the list counts them and at most 10,000 match.
     */
    totalCount?: number;
};

export type ExecuteQuoteRequest = {
    scaFactor?: ScaFactor;
};

export type ScaFactorList = {
    factors: Array<ScaFactorView>;
};

export type ScaFactorView = {
    factor: ScaFactor;
    credentialId?: string;
    name?: string;
};

export type ScaFactorEnrollRequestOneOf = ({
    type: 'TOTP';
} & TotpFactorEnrollRequest) | ({
    type: 'PASSKEY';
} & PasskeyFactorEnrollRequest);

export type TotpFactorEnrollRequest = {
    type: 'TOTP';
};

export type PasskeyFactorEnrollRequest = {
    type: 'PASSKEY';
};

export type ScaFactorEnrollStartOneOf = ({
    type: 'TOTP';
} & TotpEnrollmentStart) | ({
    type: 'PASSKEY';
} & PasskeyEnrollmentStart);

export type TotpEnrollmentStart = {
    type: 'TOTP';
    /**
     * Hexadecimal; shown once
     */
    secret: string;
    secretBase32Encoded: string;
    totpUri: string;
    /**
     * Present if the customer has no other factor: an authenticator app alone cannot authorize payments
     */
    notice?: string;
};

export type PasskeyEnrollmentStart = {
    type: 'PASSKEY';
    /**
     * `PublicKeyCredentialCreationOptionsJSON`
     */
    options: {
        [key: string]: unknown;
    };
    allowedOrigins: Array<string>;
    relyingPartyId: string;
};

export type ScaFactorConfirmRequestOneOf = ({
    type: 'TOTP';
} & TotpEnrollmentConfirmRequest) | ({
    type: 'PASSKEY';
} & PasskeyEnrollmentConfirmRequest);

export type TotpEnrollmentConfirmRequest = {
    type: 'TOTP';
    secret: string;
    code: string;
};

export type PasskeyEnrollmentConfirmRequest = {
    type: 'PASSKEY';
    origin: string;
    /**
     * The result of the browser for the creation options (`PublicKeyCredential.toJSON`)
     */
    credential: {
        [key: string]: unknown;
    };
};

export type ScaFactorConfirmResponseOneOf = ({
    type: 'TOTP';
} & TotpEnrollmentConfirmResponse) | ({
    type: 'PASSKEY';
} & PasskeyEnrollmentConfirmResponse);

export type TotpEnrollmentConfirmResponse = {
    type: 'TOTP';
    /**
     * Ten codes, each valid once in place of a code of the app; shown once
     */
    recoveryCodes: Array<string>;
    /**
     * Present if the customer has no other factor: an authenticator app alone cannot authorize payments
     */
    notice?: string;
};

export type PasskeyEnrollmentConfirmResponse = {
    type: 'PASSKEY';
    factor: ScaFactorView;
};

export type ScaLoginStartRequest = {
    factor: ScaFactor;
};

export type ScaLoginStart = {
    factor: ScaFactor;
    challengeId?: string | null;
    expiresAt?: string | null;
    passkeyOptions?: {
        [key: string]: unknown;
    } | null;
    allowedOrigins?: Array<string> | null;
    relyingPartyId?: string | null;
};

export type ScaLoginCompleteRequest = {
    factor: ScaFactor;
    /**
     * IP address of the end user
     */
    endUserIpAddress: string | string;
    challengeId?: string | null;
    code?: string | null;
    passkeyAssertion?: {
        [key: string]: unknown;
    } | null;
    origin?: string | null;
};

export type ScaLoginComplete = {
    status: string;
    sessionExpiresAt?: string | null;
};

export type RecordSecurityEventRequest = {
    eventType: 'RESET_PASSWORD_COMPLETED' | 'FAILED_LOGIN_ATTEMPT';
};

export type RecordSecurityEventResponse = {
    eventType: 'RESET_PASSWORD_COMPLETED' | 'FAILED_LOGIN_ATTEMPT';
    suspended: boolean;
    lockedUntil?: string | null;
    failedAttempts: number;
};

export type TwoFactorResetStartRequest = {
    factor: ScaFactor;
};

export type TwoFactorResetStart = {
    resetId: string;
    livenessAccessToken?: string | null;
    verificationLink?: string | null;
    expiresAt?: string | null;
};

export type TwoFactorResetStatus = {
    status: 'INITIATED' | 'PENDING_REVIEW' | 'LIVENESS_PASSED' | 'COMPLETED' | 'REJECTED' | 'EXPIRED';
    factor: ScaFactor;
    enrollmentStatus?: 'PENDING' | 'COMPLETED';
    expiresAt: string;
    completedAt?: string | null;
};

export type TwoFactorResetCompleteRequest = {
    /**
     * The new phone number, for the reset of SMS_OTP
     */
    mobile?: {
        countryCode: string;
        number: string;
    };
};

export type BeneficiaryTrustStart = {
    scaChallenge?: ScaChallenge;
};

export type BeneficiaryTrustConfirmRequest = {
    challengeId?: string | null;
    code?: string | null;
    passkeyAssertion?: {
        [key: string]: unknown;
    } | null;
    origin?: string | null;
};

export type BeneficiaryTrustConfirm = {
    trusted: boolean;
};

export type ScaAuthorization = {
    challengeId?: string | null;
    code?: string | null;
    passkeyAssertion?: {
        [key: string]: unknown;
    } | null;
    origin?: string | null;
    endUserIpAddress?: string | string | null;
};

export type TransferInRequest = {
    source: ExternalAccountReference;
    destination: InternalAccountReference;
    amount?: number;
};

export type ExternalAccountReference = {
    accountId: string;
};

export type InternalAccountReference = {
    accountId: string;
};

export type TransactionOneOf = ({
    type: 'INCOMING';
} & IncomingTransaction) | ({
    type: 'OUTGOING';
} & OutgoingTransaction) | ({
    type: 'CARD';
} & CardTransaction);

export type IncomingTransaction = {
    id: string;
    pendingReason?: TransactionPendingReason;
    direction: TransactionDirection;
    destination: TransactionDestinationOneOf;
    customerId: string;
    platformCustomerId: string;
    settledAt?: string;
    createdAt?: string;
    updatedAt?: string;
    receiptDeliveryConfirmedAt?: string;
    agentId?: string;
    description?: string;
    exchangeRate?: number;
    quoteId?: string;
    refund?: Refund;
    counterpartyInformation?: CounterpartyInformation;
    fees?: number;
    reconciliationInstructions?: ReconciliationInstructions;
    type: 'INCOMING';
    status: TransactionStatus;
    source?: TransactionSourceOneOf;
    sentAmount?: CurrencyAmount;
    receivedAmount: CurrencyAmount;
    requestedReceiverCustomerInfoFields?: Array<CounterpartyFieldDefinition>;
    failureReason?: IncomingTransactionFailureReason;
};

export type TransactionPendingReason = 'COUNTERPARTY_DECLARATION_REQUIRED' | 'WALLET_VERIFICATION_REQUIRED' | 'COUNTERPARTY_INFORMATION_REQUIRED' | 'COMPLIANCE_REVIEW';

export type TransactionDirection = 'CREDIT' | 'DEBIT';

export type TransactionDestinationOneOf = ({
    destinationType: 'ACCOUNT';
} & AccountTransactionDestination) | ({
    destinationType: 'UMA_ADDRESS';
} & UmaAddressTransactionDestination);

export type AccountTransactionDestination = {
    destinationType: 'ACCOUNT';
    accountId: string;
    currency?: string;
    onChainTransaction?: OnChainTransaction;
};

export type OnChainTransaction = {
    transactionHash: string;
    network: CryptoNetwork;
};

export type CryptoNetwork = 'BITCOIN' | 'ETHEREUM' | 'SOLANA' | 'BASE' | 'POLYGON' | 'TRON' | 'PLASMA' | 'SPARK';

export type UmaAddressTransactionDestination = {
    destinationType: 'UMA_ADDRESS';
    umaAddress: string;
    currency?: string;
};

export type Refund = {
    reference: string;
    initiatedAt: string;
    settledAt?: string;
    status: 'PENDING' | 'COMPLETED' | 'FAILED';
    reason?: 'TRANSACTION_FAILED' | 'USER_CANCELLATION' | 'TIMEOUT';
};

export type ReconciliationInstructions = {
    reference?: string;
    /**
     * @deprecated
     */
    transactionHash?: string;
};

export type TransactionStatus = 'CREATED' | 'PENDING' | 'PENDING_AUTHORIZATION' | 'PROCESSING' | 'COMPLETED' | 'REJECTED' | 'FAILED' | 'REFUNDED' | 'EXPIRED';

export type TransactionSourceOneOf = ({
    sourceType: 'ACCOUNT';
} & AccountTransactionSource) | ({
    sourceType: 'UMA_ADDRESS';
} & UmaAddressTransactionSource) | ({
    sourceType: 'REALTIME_FUNDING';
} & RealtimeFundingTransactionSource);

export type AccountTransactionSource = {
    sourceType: 'ACCOUNT';
    accountId: string;
    customerId?: string;
    currency?: string;
    onChainTransaction?: OnChainTransaction;
};

export type UmaAddressTransactionSource = {
    sourceType: 'UMA_ADDRESS';
    umaAddress: string;
    currency?: string;
};

export type RealtimeFundingTransactionSource = {
    sourceType: 'REALTIME_FUNDING';
    customerId?: string;
    currency: string;
    accountHolderName?: string;
    accountIdentifier?: string;
    bankName?: string;
    bankIdentifier?: string;
    paymentRail?: PaymentRail;
    remittanceInformation?: string;
    endToEndId?: string;
    traceNumber?: string;
    onChainTransaction?: OnChainTransaction;
};

export type IncomingTransactionFailureReason = 'LNURLP_FAILED' | 'PAY_REQUEST_FAILED' | 'PAYMENT_APPROVAL_WEBHOOK_ERROR' | 'PAYMENT_APPROVAL_TIMED_OUT' | 'OFFRAMP_FAILED' | 'MISSING_MANDATORY_PAYEE_DATA' | 'QUOTE_EXPIRED' | 'QUOTE_EXECUTION_FAILED' | 'COMPLIANCE_REJECTED' | 'COLLECTION_FAILED';

export type OutgoingTransaction = {
    id: string;
    pendingReason?: TransactionPendingReason;
    direction: TransactionDirection;
    destination: TransactionDestinationOneOf;
    customerId: string;
    platformCustomerId: string;
    settledAt?: string;
    createdAt?: string;
    updatedAt?: string;
    receiptDeliveryConfirmedAt?: string;
    agentId?: string;
    description?: string;
    exchangeRate?: number;
    quoteId?: string;
    refund?: Refund;
    counterpartyInformation?: CounterpartyInformation;
    fees?: number;
    reconciliationInstructions?: ReconciliationInstructions;
    type: 'OUTGOING';
    status: OutgoingTransactionStatus;
    source: TransactionSourceOneOf;
    sentAmount: CurrencyAmount;
    receivedAmount?: CurrencyAmount;
    platformFees?: number;
    paymentInstructions?: Array<PaymentInstructions>;
    rateDetails?: OutgoingRateDetails;
    failureReason?: OutgoingTransactionFailureReason;
    paymentRail?: PaymentRail | null;
    railSelectionMode?: RailSelectionMode | null;
    expectedSettlementAt?: string | null;
    settlementTimelineSeconds?: number | null;
};

export type OutgoingTransactionStatus = 'PENDING' | 'PENDING_AUTHORIZATION' | 'EXPIRED' | 'PROCESSING' | 'COMPLETED' | 'FAILED';

export type OutgoingTransactionFailureReason = 'QUOTE_EXPIRED' | 'QUOTE_RATE_UNAVAILABLE' | 'QUOTE_EXECUTION_FAILED' | 'FUNDING_AMOUNT_MISMATCH' | 'SCA_NOT_COMPLETED' | 'PAYOUT_RETURNED' | 'LIMIT_EXCEEDED' | 'ACCOUNT_CANNOT_RECEIVE' | 'ACCOUNT_INVALID' | 'COMPLIANCE_REJECTED' | 'LIGHTNING_PAYMENT_FAILED' | 'COUNTERPARTY_POST_TX_FAILED';

export type RailSelectionMode = 'AUTO' | 'MANUAL';

export type CardTransaction = {
    type: 'CARD';
    id: string;
    cardId?: string;
    customerId: string;
    platformCustomerId: string;
    issuerTransactionToken?: string;
    status: CardTransactionStatus;
    direction: TransactionDirection;
    merchant: CardMerchant;
    authorizedAmount: CurrencyAmount;
    settledAmount?: CurrencyAmount;
    refundedAmount?: CurrencyAmount;
    accountId: string;
    pullSummary?: CardPullSummary;
    refundSummary?: CardRefundSummary;
    settlementSummary?: CardSettlementSummary;
    authorizedAt: string;
    lastEventAt?: string;
    createdAt: string;
    updatedAt: string;
};

export type CardTransactionStatus = 'AUTHORIZED' | 'PARTIALLY_SETTLED' | 'SETTLED' | 'REFUNDED' | 'EXCEPTION';

export type CardMerchant = {
    descriptor: string;
    mcc?: string;
    country?: string;
};

export type CardPullSummary = {
    count: number;
    totalAmount: number;
    pendingCount?: number;
};

export type CardRefundSummary = {
    count: number;
    totalAmount: number;
};

export type CardSettlementSummary = {
    count: number;
    totalAmount: number;
};

export type TransferOutRequest = {
    source: InternalAccountReference;
    destination: ExternalAccountDestinationReference;
    amount?: number;
    remittanceInformation?: string;
    purposeOfPayment?: PurposeOfPayment;
};

export type ExternalAccountDestinationReference = {
    accountId: string;
    paymentRail?: PaymentRail;
};

export type EstimateCryptoWithdrawalFeeRequest = {
    internalAccountId: string;
    currency: string;
    cryptoNetwork: string;
    amount: number;
    destinationAddress: string;
};

export type EstimateCryptoWithdrawalFeeResponse = {
    networkFee: number;
    networkFeeAsset: string;
    applicationFee: number;
    /**
     * networkFee + applicationFee
     */
    totalFee: number;
    /**
     * amount − totalFee
     */
    netAmount: number;
};

export type TransactionListResponse = {
    /**
     * The records of this page. It can be empty although more pages follow.
     */
    data: Array<TransactionOneOf>;
    /**
     * Whether another page follows. Read on until it is `false`.
     */
    hasMore: boolean;
    /**
     * Pass it as `cursor` to read the next page; absent on the last one.
     */
    nextCursor?: string;
    /**
     * All matches of the filters, if the list counts them and at most 10,000 match.
     */
    totalCount?: number;
};

export type ConfirmReceiptDeliveryRequest = {
    receiptDeliveryConfirmedAt?: string;
};

export type CancelTransactionRequest = {
    reason?: string;
};

export type CardState = 'PENDING_KYC' | 'PROCESSING' | 'ACTIVE' | 'FROZEN' | 'CLOSED';

export type CardListResponse = {
    /**
     * The records of this page. It can be empty although more pages follow.
     */
    data: Array<Card>;
    /**
     * Whether another page follows. Read on until it is `false`.
     */
    hasMore: boolean;
    /**
     * Pass it as `cursor` to read the next page; absent on the last one.
     */
    nextCursor?: string;
    /**
     * All matches of the filters, if the list counts them and at most 10,000 match.
     */
    totalCount?: number;
};

export type Card = {
    id: string;
    cardholderId: string;
    platformCardId?: string;
    state: CardState;
    stateReason?: CardStateReason | null;
    brand?: CardBrand;
    form: CardForm;
    last4?: string;
    expMonth?: number;
    expYear?: number;
    fundingSources: Array<string>;
    maxSpendPerTransaction: number | null;
    currency?: string;
    processorRef?: string;
    issuerRef?: string;
    createdAt: string;
    updatedAt: string;
};

export type CardStateReason = 'ISSUER_REJECTED' | 'CLOSED_BY_PLATFORM' | 'CLOSED_BY_SVC';

export type CardBrand = 'VISA' | 'MASTERCARD';

export type CardForm = 'VIRTUAL';

export type CardCreateRequest = {
    cardholderId: string;
    platformCardId?: string;
    form: CardForm;
    fundingSources: Array<string>;
    maxSpendPerTransaction?: number | null;
};

export type CardUpdateRequest = {
    state?: 'ACTIVE' | 'FROZEN' | 'CLOSED';
    fundingSources?: Array<string>;
    maxSpendPerTransaction?: number | null;
};

export type CardRevealResponse = {
    /**
     * Displays the card number once, within two minutes
     */
    panEmbedUrl: string;
    expiresAt: string;
};

export type ReceiverUmaLookupResponse = {
    supportedCurrencies: Array<CurrencyPreference>;
    requiredPayerDataFields?: Array<CounterpartyFieldDefinition>;
    lookupId: string;
    receiverUmaAddress: string;
};

export type ApprovePaymentRequest = {
    receiverCustomerInfo?: {
        [key: string]: unknown;
    };
};

export type RejectPaymentRequest = {
    reason?: string;
};

export type UmaInvitationCreateRequest = {
    inviterUma: string;
    firstName?: string;
    amountToSend?: number;
    expiresAt?: string;
};

export type UmaInvitation = {
    code: string;
    createdAt: string;
    claimedAt?: string;
    url: string;
    expiresAt?: string;
    inviterUma: string;
    inviteeUma?: string;
    status: 'PENDING' | 'CLAIMED' | 'EXPIRED' | 'CANCELLED';
    firstName?: string;
    amountToSend?: CurrencyAmount;
    /**
     * The quote to the invitee, created by the claim; executing it pays
     */
    quoteId?: string;
};

export type UmaInvitationClaimRequest = {
    inviteeUma: string;
};

export type UmaProviderListResponse = {
    data?: Array<UmaProvider>;
    hasMore?: boolean;
    nextCursor?: string;
    totalCount?: number;
};

export type UmaProvider = {
    name?: string;
    supportedRegions?: Array<string>;
    domain?: string;
    logoUrl?: string;
    supportedCurrencies?: Array<Currency>;
    lei?: string;
    allowListStatus?: boolean;
};

export type SandboxUmaReceiveRequest = {
    senderUmaAddress: string;
    receiverUmaAddress?: string;
    customerId?: string;
    receivingCurrencyCode: string;
    receivingCurrencyAmount: number;
};

export type StablecoinProvider = 'BRALE' | 'EVM';

export type StablecoinProviderAccountStatus = 'ACTIVE' | 'INVALID' | 'REVOKED';

export type StablecoinProviderAccountListResponse = {
    /**
     * The records of this page. It can be empty although more pages follow.
     */
    data: Array<StablecoinProviderAccount>;
    /**
     * Whether another page follows. Read on until it is `false`.
     */
    hasMore: boolean;
    /**
     * Pass it as `cursor` to read the next page; absent on the last one.
     */
    nextCursor?: string;
    /**
     * All matches of the filters, if the list counts them and at most 10,000 match.
     */
    totalCount?: number;
};

export type StablecoinProviderAccount = {
    id: string;
    provider: StablecoinProvider;
    providerAccountId: string;
    providerEnvironment: StablecoinProviderEnvironment;
    status: StablecoinProviderAccountStatus;
    lastVerifiedAt?: string;
    createdAt: string;
    updatedAt: string;
};

export type StablecoinProviderEnvironment = 'SANDBOX' | 'PRODUCTION';

export type StablecoinProviderAccountLinkRequest = {
    provider: StablecoinProvider;
    apiClientId: string;
    providerAccountId?: string;
};

export type StablecoinIssuanceStatus = 'PENDING_REVIEW' | 'PROVISIONING' | 'PROVISIONED' | 'REJECTED' | 'FAILED';

export type StablecoinSvcOperationsStatus = 'NOT_ENABLED' | 'PENDING_APPROVAL' | 'ENABLING' | 'ENABLED' | 'DISABLED';

export type StablecoinListResponse = {
    /**
     * The records of this page. It can be empty although more pages follow.
     */
    data: Array<Stablecoin>;
    /**
     * Whether another page follows. Read on until it is `false`.
     */
    hasMore: boolean;
    /**
     * Pass it as `cursor` to read the next page; absent on the last one.
     */
    nextCursor?: string;
    /**
     * All matches of the filters, if the list counts them and at most 10,000 match.
     */
    totalCount?: number;
};

export type Stablecoin = {
    id: string;
    name: string;
    symbol: string;
    baseCurrency: string;
    network: StablecoinNetwork;
    decimals: number;
    issuanceStatus: StablecoinIssuanceStatus;
    svcOperationsStatus: StablecoinSvcOperationsStatus;
    networkTokenIdentifier: string;
    /**
     * Currency of the accounts that hold the token; absent if no accounts are kept in it
     */
    currency?: string;
    provider: StablecoinProvider;
    stablecoinProviderAccountId: string;
    providerEnvironment: StablecoinProviderEnvironment;
    providerTokenIdentifier: string;
    createdAt: string;
    updatedAt: string;
};

export type StablecoinNetwork = 'SPARK' | 'BASE' | 'POLYGON' | 'ETHEREUM';

export type StablecoinRegisterRequest = {
    providerTokenIdentifier: string;
    networkTokenIdentifier: string;
    network: StablecoinNetwork;
    stablecoinProviderAccountId?: string;
};

export type StablecoinMintRequest = {
    /**
     * Smallest units of the stablecoin, from 1 to 9000000000000000
     */
    amount: string;
    fundingSource: StablecoinMintFundingSource;
    destination: StablecoinMintDestination;
    description?: string;
};

export type StablecoinMintFundingSource = ({
    type: 'WIRE';
} & StablecoinWireFundingSource) | ({
    type: 'ACH_DEBIT';
} & StablecoinAchDebitFundingSource) | ({
    type: 'SAME_DAY_ACH_DEBIT';
} & StablecoinSameDayAchDebitFundingSource) | ({
    type: 'SVC_INTERNAL_ACCOUNT';
} & StablecoinSvcInternalFundingSource) | ({
    type: 'PROVIDER_INTERNAL_BALANCE';
} & StablecoinProviderBalanceFundingSource);

export type StablecoinWireFundingSource = {
    type: 'WIRE';
};

export type StablecoinAchDebitFundingSource = {
    type: 'ACH_DEBIT';
    externalAccountId: string;
};

export type StablecoinSameDayAchDebitFundingSource = {
    type: 'SAME_DAY_ACH_DEBIT';
    externalAccountId: string;
};

export type StablecoinSvcInternalFundingSource = {
    type: 'SVC_INTERNAL_ACCOUNT';
    accountId: string;
};

export type StablecoinProviderBalanceFundingSource = {
    type: 'PROVIDER_INTERNAL_BALANCE';
    sourceTokenIdentifier: string;
    cryptoNetwork: string;
};

export type StablecoinMintDestination = {
    accountId: string;
};

export type StablecoinQuote = {
    id: string;
    stablecoinId: string;
    operationType: StablecoinOperationType;
    status: 'PENDING' | 'EXECUTED' | 'EXPIRED';
    amount: string;
    fees: string;
    netAmount: string;
    stablecoinOperationId?: string;
    createdAt: string;
    expiresAt: string;
};

export type StablecoinOperationType = 'MINT' | 'BURN';

export type StablecoinBurnRequest = {
    /**
     * Smallest units of the stablecoin, from 1 to 9000000000000000
     */
    amount: string;
    source: StablecoinBurnSource;
    destination: StablecoinBurnDestination;
    description?: string;
};

export type StablecoinBurnSource = ({
    type: 'EXTERNAL_ACCOUNT';
} & StablecoinExternalAccountBurnSource) | ({
    type: 'SVC_INTERNAL_ACCOUNT';
} & StablecoinSvcInternalBurnSource) | ({
    type: 'PROVIDER_INTERNAL_BALANCE';
} & StablecoinProviderBalanceBurnSource);

export type StablecoinExternalAccountBurnSource = {
    type: 'EXTERNAL_ACCOUNT';
};

export type StablecoinSvcInternalBurnSource = {
    type: 'SVC_INTERNAL_ACCOUNT';
    accountId: string;
};

export type StablecoinProviderBalanceBurnSource = {
    type: 'PROVIDER_INTERNAL_BALANCE';
};

export type StablecoinBurnDestination = {
    type: 'EXTERNAL_ACCOUNT';
    externalAccountId: string;
    rail: 'WIRE' | 'ACH_CREDIT' | 'SAME_DAY_ACH_CREDIT' | 'RTP_CREDIT';
};

export type StablecoinOperation = {
    id: string;
    stablecoinId: string;
    operationType: StablecoinOperationType;
    status: StablecoinOperationStatus;
    amount: string;
    provider: StablecoinProvider;
    providerEnvironment: StablecoinProviderEnvironment;
    stablecoinProviderAccountId: string;
    source?: StablecoinOperationSource;
    fundingInstructions?: StablecoinFundingInstructions;
    destination?: StablecoinOperationDestination;
    estimatedDelivery?: StablecoinEstimatedDelivery;
    expiresAt?: string;
    providerStatus?: string;
    failureReason?: string;
    description?: string;
    createdAt: string;
    updatedAt: string;
};

export type StablecoinOperationStatus = 'CREATED' | 'PENDING_FUNDING' | 'PENDING_PROVIDER' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'EXPIRED';

export type StablecoinOperationSource = {
    type: 'WIRE' | 'ACH_DEBIT' | 'SAME_DAY_ACH_DEBIT' | 'EXTERNAL_ACCOUNT' | 'SVC_INTERNAL_ACCOUNT' | 'PROVIDER_INTERNAL_BALANCE';
    externalAccountId?: string;
    accountId?: string;
    sourceTokenIdentifier?: string;
    cryptoNetwork?: string;
};

export type StablecoinFundingInstructions = {
    rail?: string;
    network?: string;
    address?: string;
    valueType?: string;
    [key: string]: string | undefined;
};

export type StablecoinOperationDestination = {
    accountId: string;
    rail?: 'WIRE' | 'ACH_CREDIT' | 'SAME_DAY_ACH_CREDIT' | 'RTP_CREDIT';
};

export type StablecoinEstimatedDelivery = {
    rail?: string;
    /**
     * In smallest units of the delivered currency
     */
    amount?: string;
    currency?: string;
    timing?: string;
};

export type StablecoinOperationListResponse = {
    /**
     * The records of this page. It can be empty although more pages follow.
     */
    data: Array<StablecoinOperation>;
    /**
     * Whether another page follows. Read on until it is `false`.
     */
    hasMore: boolean;
    /**
     * Pass it as `cursor` to read the next page; absent on the last one.
     */
    nextCursor?: string;
    /**
     * All matches of the filters, if the list counts them and at most 10,000 match.
     */
    totalCount?: number;
};

export type AgentListResponse = {
    /**
     * The records of this page. It can be empty although more pages follow.
     */
    data: Array<Agent>;
    /**
     * Whether another page follows. Read on until it is `false`.
     */
    hasMore: boolean;
    /**
     * Pass it as `cursor` to read the next page; absent on the last one.
     */
    nextCursor?: string;
    /**
     * All matches of the filters, if the list counts them and at most 10,000 match.
     */
    totalCount?: number;
};

export type Agent = {
    id: string;
    name: string;
    customerId: string;
    isPaused: boolean;
    isConnected: boolean;
    policy: AgentPolicy;
    usage: AgentUsage;
    createdAt: string;
    updatedAt: string;
};

export type AgentPolicy = {
    permissions: Array<AgentPermission>;
    defaultExecutionMode: AgentExecutionMode;
    spendingLimits: {
        currency: string;
        perTransactionLimit: number;
        dailyLimit: number | null;
        dailyTransactionLimit?: number;
        monthlyLimit: number | null;
    };
    accountRestrictions: {
        allowedAccountIds: Array<string> | null;
        accountRules: Array<{
            accountId: string;
            executionMode?: AgentExecutionMode;
            perTransactionLimit: number | null;
        }>;
    };
    approvalThresholds: {
        currency?: string;
        amount: number | null;
    };
};

export type AgentPermission = 'VIEW_TRANSACTIONS' | 'CREATE_TRANSFERS' | 'CREATE_QUOTES' | 'EXECUTE_QUOTES' | 'MANAGE_EXTERNAL_ACCOUNTS';

export type AgentExecutionMode = 'AUTO' | 'APPROVAL_REQUIRED';

/**
 * Amounts of payments started by the agent, in smallest units of the currency of the limits
 */
export type AgentUsage = {
    dailyTransactionCount: number;
    dailySpend: number;
    /**
     * The day (UTC) of the daily figures
     */
    dailyResetDate: string;
    monthlySpend: number;
    /**
     * The month (UTC) of the monthly figure, as YYYY-MM
     */
    monthlyResetMonth: string;
};

export type AgentCreateRequest = {
    name: string;
    customerId: string;
    policy: AgentPolicyRequest;
};

export type AgentPolicyRequest = {
    permissions: Array<AgentPermission>;
    defaultExecutionMode: AgentExecutionMode;
    spendingLimits: AgentSpendingLimits;
    accountRestrictions?: AgentAccountRestrictions;
    approvalThresholds?: AgentApprovalThresholds;
};

/**
 * In smallest units of the currency; absent without a limit
 */
export type AgentSpendingLimits = {
    currency: string;
    perTransactionLimit: number;
    dailyLimit?: number | null;
    dailyTransactionLimit?: number;
    monthlyLimit?: number | null;
};

export type AgentAccountRestrictions = {
    /**
     * The only accounts and UMA addresses that the agent may use; null: all of the customer
     */
    allowedAccountIds?: Array<string> | null;
    accountRules?: Array<AgentAccountRule>;
};

export type AgentAccountRule = {
    accountId: string;
    executionMode?: AgentExecutionMode;
    perTransactionLimit?: number | null;
};

/**
 * An amount above the threshold requires approval
 */
export type AgentApprovalThresholds = {
    currency?: string;
    amount?: number | null;
};

export type AgentCreateResponse = {
    agent: Agent;
    deviceCode: AgentDeviceCode;
};

export type AgentDeviceCode = {
    code: string;
    agentId: string;
    expiresAt: string;
    redeemed: boolean;
};

export type AgentActionListResponse = {
    /**
     * The records of this page. It can be empty although more pages follow.
     */
    data: Array<AgentAction>;
    /**
     * Whether another page follows. Read on until it is `false`.
     */
    hasMore: boolean;
    /**
     * Pass it as `cursor` to read the next page; absent on the last one.
     */
    nextCursor?: string;
    /**
     * All matches of the filters, if the list counts them and at most 10,000 match.
     */
    totalCount?: number;
};

export type AgentAction = {
    id: string;
    agentId: string;
    customerId: string;
    platformCustomerId: string;
    status: AgentActionStatus;
    type: AgentActionType;
    quote?: Quote;
    transferDetails?: AgentTransferDetails;
    transaction?: TransactionOneOf;
    /**
     * Why the action was rejected or failed to start
     */
    rejectionReason?: string;
    createdAt: string;
    updatedAt: string;
};

export type AgentActionStatus = 'PENDING_APPROVAL' | 'APPROVED' | 'REJECTED' | 'FAILED';

export type AgentActionType = 'EXECUTE_QUOTE' | 'TRANSFER_OUT' | 'TRANSFER_IN';

export type AgentTransferDetails = {
    amount: number;
    currency: string;
    sourceAccountId: string;
    destinationAccountId: string;
};

export type AgentUpdateRequest = {
    name?: string;
    isPaused?: boolean;
};

/**
 * Absent fields stay unchanged; null removes a limit
 */
export type AgentPolicyUpdateRequest = {
    permissions?: Array<AgentPermission>;
    defaultExecutionMode?: AgentExecutionMode;
    spendingLimits?: AgentSpendingLimitsUpdate;
    accountRestrictions?: AgentAccountRestrictions;
    approvalThresholds?: AgentApprovalThresholds;
};

export type AgentSpendingLimitsUpdate = {
    currency?: string;
    perTransactionLimit?: number;
    dailyLimit?: number | null;
    dailyTransactionLimit?: number;
    monthlyLimit?: number | null;
};

export type AgentActionRejectRequest = {
    reason?: string;
};

export type AgentDeviceCodeStatusResponse = {
    code: string;
    redeemed: boolean;
};

export type AgentDeviceCodeRedeemResponse = {
    agentId: string;
    agentName: string;
    /**
     * The Bearer token of the agent; shown only in this response
     */
    accessToken: string;
    policy: AgentPolicy;
};

export type TestWebhookResponse = {
    url?: string;
    response_status: number;
    response_body?: string;
};

export type RotatedWebhookKey = {
    /**
     * P-256 public key as PEM
     */
    publicKey: string;
    /**
     * P-256 public key as PEM
     */
    previousPublicKey?: string;
    previousPublicKeyUntil?: string;
};

export type WebhookSecret = {
    /**
     * Standard Webhooks secret
     */
    secret: string;
};

export type WebhookEventType = 'OUTGOING_PAYMENT.PENDING' | 'OUTGOING_PAYMENT.PENDING_AUTHORIZATION' | 'OUTGOING_PAYMENT.PROCESSING' | 'OUTGOING_PAYMENT.COMPLETED' | 'OUTGOING_PAYMENT.FAILED' | 'OUTGOING_PAYMENT.EXPIRED' | 'OUTGOING_PAYMENT.REFUND_PENDING' | 'OUTGOING_PAYMENT.REFUND_COMPLETED' | 'OUTGOING_PAYMENT.REFUND_FAILED' | 'INCOMING_PAYMENT.PENDING' | 'INCOMING_PAYMENT.COMPLETED' | 'INCOMING_PAYMENT.FAILED' | 'INCOMING_PAYMENT.REFUND_PENDING' | 'INCOMING_PAYMENT.REFUND_COMPLETED' | 'INCOMING_PAYMENT.REFUND_FAILED' | 'CUSTOMER.KYC_APPROVED' | 'CUSTOMER.KYC_REJECTED' | 'CUSTOMER.KYC_PENDING' | 'CUSTOMER.KYB_APPROVED' | 'CUSTOMER.KYB_REJECTED' | 'CUSTOMER.KYB_PENDING' | 'VERIFICATION.APPROVED' | 'VERIFICATION.REJECTED' | 'VERIFICATION.RESOLVE_ERRORS' | 'VERIFICATION.IN_PROGRESS' | 'VERIFICATION.PENDING_MANUAL_REVIEW' | 'VERIFICATION.READY_FOR_VERIFICATION' | 'EXTERNAL_ACCOUNT.STATUS_UPDATED' | 'INTERNAL_ACCOUNT.BALANCE_UPDATED' | 'INTERNAL_ACCOUNT.STATUS_UPDATED' | 'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED' | 'INVITATION.CLAIMED' | 'BULK_UPLOAD.COMPLETED' | 'BULK_UPLOAD.FAILED' | 'AGENT_ACTION.PENDING_APPROVAL' | 'CARD.STATE_CHANGE' | 'CARD.FUNDING_SOURCE_CHANGE' | 'CARD_TRANSACTION.AUTHORIZED' | 'CARD_TRANSACTION.PARTIALLY_SETTLED' | 'CARD_TRANSACTION.SETTLED' | 'CARD_TRANSACTION.REFUNDED' | 'CARD_TRANSACTION.EXCEPTION' | 'QUOTE.EXPIRED' | 'EXCEPTION.OPENED' | 'EXCEPTION.RESOLVED' | 'TEST';

export type WebhookEventStatus = 'QUEUED' | 'DELIVERED' | 'STORED' | 'FAILED';

export type WebhookEventListResponse = {
    /**
     * The records of this page. It can be empty although more pages follow.
     */
    data: Array<WebhookEvent>;
    /**
     * Whether another page follows. Read on until it is `false`.
     */
    hasMore: boolean;
    /**
     * Pass it as `cursor` to read the next page; absent on the last one.
     */
    nextCursor?: string;
    /**
     * All matches of the filters, if the list counts them and at most 10,000 match.
     */
    totalCount?: number;
};

export type WebhookEvent = {
    /**
     * The id that every delivery of the event carries
     */
    id: string;
    type: WebhookEventType;
    /**
     * Id of the record that the event describes
     */
    resource: string;
    status: WebhookEventStatus;
    createdAt: string;
    /**
     * Delivery attempts since the event was queued, or queued again
     */
    attempts: number;
    nextAttemptAt?: string;
    deliveredAt?: string;
    lastError?: string;
};

export type WebhookEventDetails = {
    /**
     * The id that every delivery of the event carries
     */
    id: string;
    type: WebhookEventType;
    /**
     * Id of the record that the event describes
     */
    resource: string;
    status: WebhookEventStatus;
    createdAt: string;
    /**
     * Delivery attempts since the event was queued, or queued again
     */
    attempts: number;
    nextAttemptAt?: string;
    deliveredAt?: string;
    lastError?: string;
    payload: WebhookEnvelope;
};

export type WebhookEnvelope = {
    id: string;
    type: WebhookEventType;
    timestamp: string;
    /**
     * The record as it was when the event was written
     */
    data?: {
        [key: string]: unknown;
    };
};

export type SignedWebhook = {
    /**
     * Header names in lower case
     */
    headers: {
        [key: string]: string;
    };
    /**
     * The exact text that is signed
     */
    body: string;
};

export type WebhookFeed = {
    data: Array<WebhookFeedEvent>;
    nextCursor: string;
    hasMore: boolean;
};

export type WebhookFeedEvent = {
    id: string;
    type: WebhookEventType;
    resource: string;
    createdAt: string;
};

export type SandboxSendRequest = {
    quoteId: string;
    currencyCode: string;
    currencyAmount?: number;
};

export type SandboxDepositRequest = {
    reference: string;
    currencyCode: string;
    amount: number;
    remitter?: SandboxRemitter;
};

/**
 * The payer. A refund to an account ending in 008 is pending for 30 seconds; one to an account ending in 009 fails after that time; without an account no refund is possible.
 */
export type SandboxRemitter = {
    name: string | null;
    account: string | null;
};

export type SandboxDepositResponse = {
    /**
     * The money executes its quote; or its quote cannot use it and it is refunded; or it is credited to an internal account; or no account matches and it is refunded
     */
    outcome: 'QUOTE_FUNDED' | 'QUOTE_REFUNDED' | 'ACCOUNT_CREDITED' | 'RETURNED';
    transaction?: TransactionOneOf;
};

export type SandboxFundRequest = {
    amount: number;
};

export type SandboxClock = {
    /**
     * The current time of the platform
     */
    now: string;
    /**
     * Seconds by which the platform's time is ahead of the host's
     */
    aheadSeconds: number;
};

export type SandboxAdvanceClockRequest = {
    seconds: number;
};

export type SandboxCardAuthorizationRequest = {
    amount: number;
    currency: {
        code: string;
        name?: string;
        symbol?: string;
        decimals?: number;
    };
    merchant: CardMerchant;
    /**
     * The id of the message in the network; generated if absent. An extension.
     */
    networkMessageId?: string;
};

export type SandboxCardSimulationResponse = {
    issuerTransactionToken: string;
};

export type SandboxCardClearingRequest = {
    cardTransactionId: string;
    amount: number;
    /**
     * The id of the message in the network; generated if absent. An extension.
     */
    networkMessageId?: string;
};

export type SandboxCardReturnRequest = {
    cardTransactionId: string;
    amount: number;
    /**
     * The id of the message in the network; generated if absent. An extension.
     */
    networkMessageId?: string;
};

export type SandboxCardBalanceInquiryRequest = {
    merchant: CardMerchant;
    /**
     * The id of the message in the network; generated if absent. An extension.
     */
    networkMessageId?: string;
};

export type SandboxCardAuthorizationAdviceRequest = {
    cardTransactionId: string;
    amount: number;
    /**
     * The id of the message in the network; generated if absent. An extension.
     */
    networkMessageId?: string;
};

export type SandboxCardTransactionRefRequest = {
    cardTransactionId: string;
    /**
     * The id of the message in the network; generated if absent. An extension.
     */
    networkMessageId?: string;
};

export type LedgerEntryKind = 'DEPOSIT' | 'SUSPENSE_IN' | 'SUSPENSE_RETURN' | 'HOLD' | 'FUNDING' | 'SETTLEMENT' | 'SETTLEMENT_REVERSAL' | 'HOLD_RELEASE' | 'FUNDING_REFUND' | 'REFUND_FAILED' | 'REFUND_BOUNCED' | 'BANK_CHARGE' | 'DEPOSIT_REVERSAL' | 'FUNDING_LOST' | 'FUNDING_RECOVERED' | 'REFUND_RETRIED' | 'FEE_SWEEP' | 'RECEIVABLE_SETTLEMENT' | 'UMA_RECEIPT' | 'TOKEN_MINT' | 'TOKEN_BURN' | 'CARD_HOLD' | 'CARD_CLEARING' | 'CARD_RELEASE' | 'CARD_PULL' | 'CARD_CREDIT' | 'CARD_RETURN' | 'CARD_RETURN_REVERSAL' | 'CARD_LOSS' | 'CARD_PULL_FAILED' | 'CARD_RECOVERY' | 'CARD_EXCESS' | 'CARD_LOSS_RETURN' | 'EXCEPTION_CREDITED' | 'EXCEPTION_PAID_ELSEWHERE' | 'EXCEPTION_ADJUSTED' | 'EXCEPTION_WRITTEN_OFF' | 'TREASURY_TOP_UP' | 'TREASURY_WITHDRAWAL' | 'TREASURY_CHARGE' | 'TREASURY_INTEREST' | 'TREASURY_NETWORK_FEE' | 'TREASURY_TRANSFER' | 'TREASURY_TRADE';

export type LedgerEntryListResponse = {
    /**
     * The records of this page. It can be empty although more pages follow.
     */
    data: Array<LedgerEntry>;
    /**
     * Whether another page follows. Read on until it is `false`.
     */
    hasMore: boolean;
    /**
     * Pass it as `cursor` to read the next page; absent on the last one.
     */
    nextCursor?: string;
    /**
     * All matches of the filters, if the list counts them and at most 10,000 match.
     */
    totalCount?: number;
};

export type LedgerEntry = {
    id: string;
    kind: LedgerEntryKind;
    /**
     * Id of the transaction, deposit or account that moved the money
     */
    cause: string;
    createdAt: string;
    postings: Array<LedgerPosting>;
};

export type LedgerPosting = {
    /**
     * Ledger account
     */
    account: string;
    currency: string;
    /**
     * In smallest units, with a sign: the lines of an entry sum to 0 in each currency
     */
    amount: number;
};

export type Error401 = {
    status: 401;
    code: 'UNAUTHORIZED' | 'INVALID_SIGNATURE' | 'WALLET_SIGNATURE_MISSING' | 'WALLET_SIGNATURE_MALFORMED' | 'WALLET_SIGNATURE_BODY_MISMATCH' | 'WALLET_SIGNATURE_INVALID' | 'REQUEST_ID_MISSING';
    message: string;
    details: {
        /**
         * The X-Request-Id of the response
         */
        requestId: string;
        [key: string]: unknown;
    };
};

export type Error403 = {
    status: 403;
    code: 'FORBIDDEN' | 'USER_NOT_READY' | 'COUNTERPARTY_NOT_ALLOWED' | 'VELOCITY_LIMIT_EXCEEDED' | 'END_USER_TERMS_NOT_ACCEPTED';
    message: string;
    details: {
        /**
         * The X-Request-Id of the response
         */
        requestId: string;
        [key: string]: unknown;
    };
};

export type Error405 = {
    status: 405;
    code: 'METHOD_NOT_ALLOWED';
    message: string;
    details: {
        /**
         * The X-Request-Id of the response
         */
        requestId: string;
        [key: string]: unknown;
    };
};

export type Error429 = {
    status: 429;
    code: 'RATE_LIMITED' | 'DAILY_VOLUME_LIMIT_EXCEEDED';
    message: string;
    details: {
        /**
         * The X-Request-Id of the response
         */
        requestId: string;
        [key: string]: unknown;
    };
};

export type Error500 = {
    status: 500;
    code: 'SVC_SWITCH_ERROR' | 'INTERNAL_ERROR';
    message: string;
    details: {
        /**
         * The X-Request-Id of the response
         */
        requestId: string;
        [key: string]: unknown;
    };
};

export type Error503 = {
    status: 503;
    code: 'SERVICE_UNAVAILABLE';
    message: string;
    details: {
        /**
         * The X-Request-Id of the response
         */
        requestId: string;
        [key: string]: unknown;
    };
};

export type Error400 = {
    status: 400;
    code: 'INVALID_INPUT' | 'INVALID_REQUEST_FORMAT' | 'MISSING_MANDATORY_USER_INFO' | 'END_USER_TERMS_VERSION_NOT_FOUND' | 'INVALID_CURRENCY' | 'INVALID_AMOUNT' | 'AMOUNT_OUT_OF_RANGE' | 'TRANSACTION_SIZE_LIMIT_EXCEEDED' | 'INVALID_BANK_ACCOUNT' | 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED' | 'SELF_PAYMENT' | 'QUOTE_REQUEST_FAILED' | 'LOOKUP_REQUEST_FAILED' | 'INVITATION_ALREADY_CLAIMED' | 'INVITATIONS_NOT_CONFIGURED' | 'INVITATION_CANCELLED' | 'INVALID_UMA_ADDRESS' | 'INVALID_PAYREQ_RESPONSE' | 'INVALID_RECEIVER' | 'PARSE_PAYREQ_RESPONSE_ERROR' | 'PARSE_LNURLP_RESPONSE_ERROR' | 'CERT_CHAIN_INVALID' | 'CERT_CHAIN_EXPIRED' | 'INVALID_PUBKEY_FORMAT' | 'MISSING_REQUIRED_UMA_PARAMETERS' | 'SENDER_NOT_ACCEPTED' | 'INVALID_TIMESTAMP' | 'INVALID_NONCE' | 'WEBHOOK_ENDPOINT_NOT_SET' | 'WEBHOOK_DELIVERY_ERROR' | 'LOW_QUALITY' | 'DATA_MISMATCH' | 'EXPIRED' | 'SUSPECTED_FRAUD' | 'UNSUITABLE_DOCUMENT' | 'INCOMPLETE' | 'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS' | 'SMS_OTP_CREDENTIAL_ALREADY_EXISTS' | 'PASSKEY_CREDENTIAL_ALREADY_EXISTS' | 'STABLECOIN_PROVIDER_ACCOUNT_INVALID' | 'STABLECOIN_PROVIDER_ACCOUNT_REVOKED' | 'STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED' | 'CARDHOLDER_KYC_NOT_APPROVED';
    message: string;
    details: {
        /**
         * The X-Request-Id of the response
         */
        requestId: string;
        errors?: Array<FieldError>;
        [key: string]: unknown;
    };
};

export type FieldError = {
    /**
     * Dot path of the field
     */
    field: string;
    constraint?: FieldConstraint;
    message?: string;
};

export type FieldConstraint = {
    format?: string;
    pattern?: string;
    enum?: Array<string>;
    minLength?: number;
    maxLength?: number;
};

export type Error409 = {
    status: 409;
    code: 'EMAIL_OTP_EMAIL_ALREADY_EXISTS' | 'EMAIL_OTP_CREDENTIAL_SET_CHANGED' | 'PASSKEY_ALREADY_ENROLLED' | 'SCA_SESSION_REQUIRED' | 'BENEFICIARY_TRUSTED' | 'CARD_ALREADY_CLOSED' | 'CARD_NOT_MUTABLE' | 'CONFLICT' | 'UMA_ADDRESS_EXISTS' | 'INVALID_STATE_TRANSITION' | 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL' | 'TRANSACTION_NOT_CANCELLABLE';
    message: string;
    details: {
        /**
         * The X-Request-Id of the response
         */
        requestId: string;
        [key: string]: unknown;
    };
};

export type Error501 = {
    status: 501;
    code: 'UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY' | 'NOT_IMPLEMENTED';
    message: string;
    details: {
        /**
         * The X-Request-Id of the response
         */
        requestId: string;
        [key: string]: unknown;
    };
};

export type Error404 = {
    status: 404;
    code: 'STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND' | 'TRANSACTION_NOT_FOUND' | 'INVITATION_NOT_FOUND' | 'USER_NOT_FOUND' | 'QUOTE_NOT_FOUND' | 'LOOKUP_REQUEST_NOT_FOUND' | 'TOKEN_NOT_FOUND' | 'BULK_UPLOAD_JOB_NOT_FOUND' | 'REFERENCE_NOT_FOUND' | 'UMA_NOT_FOUND';
    message: string;
    details: {
        /**
         * The X-Request-Id of the response
         */
        requestId: string;
        [key: string]: unknown;
    };
};

export type Error424 = {
    status: 424;
    code: 'PAYREQ_REQUEST_FAILED' | 'COUNTERPARTY_PUBKEY_FETCH_ERROR' | 'NO_COMPATIBLE_UMA_VERSION' | 'LNURLP_REQUEST_FAILED' | 'EMAIL_OTP_CREDENTIAL_SYNC_FAILED';
    message: string;
    details: {
        /**
         * The X-Request-Id of the response
         */
        requestId: string;
        [key: string]: unknown;
    };
};

export type Error410 = {
    status: 410;
    code: 'CUSTOMER_DELETED';
    message: string;
    details: {
        /**
         * The X-Request-Id of the response
         */
        requestId: string;
        [key: string]: unknown;
    };
};

export type Error423 = {
    status: 423;
    code: 'ACCOUNT_LOCKED';
    message: string;
    details: {
        /**
         * The X-Request-Id of the response
         */
        requestId: string;
        [key: string]: unknown;
    };
};

export type Error412 = {
    status: 412;
    code: 'UNSUPPORTED_UMA_VERSION';
    message: string;
    details: {
        /**
         * The X-Request-Id of the response
         */
        requestId: string;
        [key: string]: unknown;
    };
};

export type AgentActionWebhook = {
    /**
     * The same at every attempt. Store the ids that you have processed.
     */
    id: string;
    /**
     * - `AGENT_ACTION.PENDING_APPROVAL`: The action waits for a decision.
     */
    type: 'AGENT_ACTION.PENDING_APPROVAL';
    /**
     * When the event was written, in the transaction of its change.
     */
    timestamp: string;
    /**
     * The record as the change left it.
     */
    data: AgentAction;
};

export type IncomingPaymentWebhook = {
    /**
     * The same at every attempt. Store the ids that you have processed.
     */
    id: string;
    /**
     * - `INCOMING_PAYMENT.PENDING`: Asks for approval of a UMA payment, or announces money that is on its way.
     * - `INCOMING_PAYMENT.COMPLETED`: The money is credited to the balance.
     * - `INCOMING_PAYMENT.FAILED`: The payment failed, or a credited payment was taken back.
     * - `INCOMING_PAYMENT.REFUND_PENDING`: The money goes back to its payer.
     * - `INCOMING_PAYMENT.REFUND_COMPLETED`: The payer has its money back.
     * - `INCOMING_PAYMENT.REFUND_FAILED`: The money could not be sent back and is with the service again.
     */
    type: 'INCOMING_PAYMENT.PENDING' | 'INCOMING_PAYMENT.COMPLETED' | 'INCOMING_PAYMENT.FAILED' | 'INCOMING_PAYMENT.REFUND_PENDING' | 'INCOMING_PAYMENT.REFUND_COMPLETED' | 'INCOMING_PAYMENT.REFUND_FAILED';
    /**
     * When the event was written, in the transaction of its change.
     */
    timestamp: string;
    /**
     * The record as the change left it.
     */
    data: IncomingTransaction;
};

export type IncomingPaymentWebhookResponse = {
    /**
     * What the payer’s institution asked for in `requestedReceiverCustomerInfoFields`; it is passed on.
     */
    receiverCustomerInfo?: {
        [key: string]: unknown;
    };
};

export type IncomingPaymentWebhookUnprocessableResponse = {
    /**
     * Names of the fields about the payer that you need, such as `FULL_NAME`.
     */
    requiredFields?: Array<string>;
};

export type OutgoingPaymentWebhook = {
    /**
     * The same at every attempt. Store the ids that you have processed.
     */
    id: string;
    /**
     * - `OUTGOING_PAYMENT.PENDING`: The payment waits for the money of its payer.
     * - `OUTGOING_PAYMENT.PENDING_AUTHORIZATION`: Part of the contract; this version does not send it.
     * - `OUTGOING_PAYMENT.PROCESSING`: The amount is debited, and the rail pays it out.
     * - `OUTGOING_PAYMENT.COMPLETED`: The receiver has the money.
     * - `OUTGOING_PAYMENT.FAILED`: The payment failed or was returned; a refund follows if money was debited.
     * - `OUTGOING_PAYMENT.EXPIRED`: Part of the contract; this version does not send it.
     * - `OUTGOING_PAYMENT.REFUND_PENDING`: The debited money goes back.
     * - `OUTGOING_PAYMENT.REFUND_COMPLETED`: The debited money is back.
     * - `OUTGOING_PAYMENT.REFUND_FAILED`: The money could not be sent back; an operator has to act.
     */
    type: 'OUTGOING_PAYMENT.PENDING' | 'OUTGOING_PAYMENT.PENDING_AUTHORIZATION' | 'OUTGOING_PAYMENT.PROCESSING' | 'OUTGOING_PAYMENT.COMPLETED' | 'OUTGOING_PAYMENT.FAILED' | 'OUTGOING_PAYMENT.EXPIRED' | 'OUTGOING_PAYMENT.REFUND_PENDING' | 'OUTGOING_PAYMENT.REFUND_COMPLETED' | 'OUTGOING_PAYMENT.REFUND_FAILED';
    /**
     * When the event was written, in the transaction of its change.
     */
    timestamp: string;
    /**
     * The record as the change left it.
     */
    data: OutgoingTransaction;
};

export type TestWebhookRequest = {
    /**
     * The same at every attempt. Store the ids that you have processed.
     */
    id: string;
    /**
     * - `TEST`: Nothing has happened.
     */
    type: 'TEST';
    /**
     * When the event was written, in the transaction of its change.
     */
    timestamp: string;
};

export type BulkUploadWebhook = {
    /**
     * The same at every attempt. Store the ids that you have processed.
     */
    id: string;
    /**
     * - `BULK_UPLOAD.COMPLETED`: Every row was processed; some can have failed.
     * - `BULK_UPLOAD.FAILED`: The file could not be processed to its end.
     */
    type: 'BULK_UPLOAD.COMPLETED' | 'BULK_UPLOAD.FAILED';
    /**
     * When the event was written, in the transaction of its change.
     */
    timestamp: string;
    /**
     * The record as the change left it.
     */
    data: BulkCustomerImportJob;
};

export type InvitationClaimedWebhook = {
    /**
     * The same at every attempt. Store the ids that you have processed.
     */
    id: string;
    /**
     * - `INVITATION.CLAIMED`: The invitation can no longer be cancelled.
     */
    type: 'INVITATION.CLAIMED';
    /**
     * When the event was written, in the transaction of its change.
     */
    timestamp: string;
    /**
     * The record as the change left it.
     */
    data: UmaInvitation;
};

export type CustomerWebhook = {
    /**
     * The same at every attempt. Store the ids that you have processed.
     */
    id: string;
    /**
     * - `CUSTOMER.KYC_APPROVED`: The person can use its accounts.
     * - `CUSTOMER.KYC_REJECTED`: The person was refused.
     * - `CUSTOMER.KYC_PENDING`: The person was submitted for verification.
     * - `CUSTOMER.KYB_APPROVED`: The business can use its accounts.
     * - `CUSTOMER.KYB_REJECTED`: The business was refused.
     * - `CUSTOMER.KYB_PENDING`: The business was submitted for verification.
     */
    type: 'CUSTOMER.KYC_APPROVED' | 'CUSTOMER.KYC_REJECTED' | 'CUSTOMER.KYC_PENDING' | 'CUSTOMER.KYB_APPROVED' | 'CUSTOMER.KYB_REJECTED' | 'CUSTOMER.KYB_PENDING';
    /**
     * When the event was written, in the transaction of its change.
     */
    timestamp: string;
    /**
     * The record as the change left it.
     */
    data: CustomerOneOf;
};

export type InternalAccountStatusWebhook = {
    /**
     * The same at every attempt. Store the ids that you have processed.
     */
    id: string;
    /**
     * - `INTERNAL_ACCOUNT.BALANCE_UPDATED`: A journal entry or a hold has changed the balance.
     * - `INTERNAL_ACCOUNT.STATUS_UPDATED`: The account was frozen, unfrozen or closed.
     * - `INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED`: Payers need other account details from now on.
     */
    type: 'INTERNAL_ACCOUNT.BALANCE_UPDATED' | 'INTERNAL_ACCOUNT.STATUS_UPDATED' | 'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED';
    /**
     * When the event was written, in the transaction of its change.
     */
    timestamp: string;
    /**
     * The record as the change left it.
     */
    data: InternalAccount;
};

export type ExternalAccountStatusWebhook = {
    /**
     * The same at every attempt. Store the ids that you have processed.
     */
    id: string;
    /**
     * - `EXTERNAL_ACCOUNT.STATUS_UPDATED`: The account is active.
     */
    type: 'EXTERNAL_ACCOUNT.STATUS_UPDATED';
    /**
     * When the event was written, in the transaction of its change.
     */
    timestamp: string;
    /**
     * The record as the change left it.
     */
    data: ExternalAccount;
};

export type VerificationWebhook = {
    /**
     * The same at every attempt. Store the ids that you have processed.
     */
    id: string;
    /**
     * - `VERIFICATION.APPROVED`: The customer is verified.
     * - `VERIFICATION.REJECTED`: The provider or a reviewer refused the customer, or the customer was deleted.
     * - `VERIFICATION.RESOLVE_ERRORS`: Information or documents are missing or wrong; `errors` names them.
     * - `VERIFICATION.IN_PROGRESS`: The provider checks the customer.
     * - `VERIFICATION.PENDING_MANUAL_REVIEW`: A person has to decide.
     * - `VERIFICATION.READY_FOR_VERIFICATION`: Part of the contract; this version does not send it.
     */
    type: 'VERIFICATION.APPROVED' | 'VERIFICATION.REJECTED' | 'VERIFICATION.RESOLVE_ERRORS' | 'VERIFICATION.IN_PROGRESS' | 'VERIFICATION.PENDING_MANUAL_REVIEW' | 'VERIFICATION.READY_FOR_VERIFICATION';
    /**
     * When the event was written, in the transaction of its change.
     */
    timestamp: string;
    /**
     * The record as the change left it.
     */
    data: Verification;
};

export type CardStateChangeWebhook = {
    /**
     * The same at every attempt. Store the ids that you have processed.
     */
    id: string;
    /**
     * - `CARD.STATE_CHANGE`: Only an active card can be used.
     */
    type: 'CARD.STATE_CHANGE';
    /**
     * When the event was written, in the transaction of its change.
     */
    timestamp: string;
    /**
     * The record as the change left it.
     */
    data: Card;
};

export type CardFundingSourceChangeWebhook = {
    /**
     * The same at every attempt. Store the ids that you have processed.
     */
    id: string;
    /**
     * - `CARD.FUNDING_SOURCE_CHANGE`: The funding source of the card was replaced.
     */
    type: 'CARD.FUNDING_SOURCE_CHANGE';
    /**
     * When the event was written, in the transaction of its change.
     */
    timestamp: string;
    /**
     * The record as the change left it.
     */
    data: Card;
};

export type CardTransactionWebhook = {
    /**
     * The same at every attempt. Store the ids that you have processed.
     */
    id: string;
    /**
     * - `CARD_TRANSACTION.AUTHORIZED`: The amount is held.
     * - `CARD_TRANSACTION.PARTIALLY_SETTLED`: A part of the authorized amount is debited.
     * - `CARD_TRANSACTION.SETTLED`: The whole amount is debited.
     * - `CARD_TRANSACTION.REFUNDED`: The merchant has given money back.
     * - `CARD_TRANSACTION.EXCEPTION`: The network reported something that the service cannot book; an operator has to act.
     */
    type: 'CARD_TRANSACTION.AUTHORIZED' | 'CARD_TRANSACTION.PARTIALLY_SETTLED' | 'CARD_TRANSACTION.SETTLED' | 'CARD_TRANSACTION.REFUNDED' | 'CARD_TRANSACTION.EXCEPTION';
    /**
     * When the event was written, in the transaction of its change.
     */
    timestamp: string;
    /**
     * The record as the change left it.
     */
    data: CardTransaction;
};

export type QuoteWebhook = {
    /**
     * The same at every attempt. Store the ids that you have processed.
     */
    id: string;
    /**
     * - `QUOTE.EXPIRED`: The quote was not executed or funded in time, or was cancelled.
     */
    type: 'QUOTE.EXPIRED';
    /**
     * When the event was written, in the transaction of its change.
     */
    timestamp: string;
    /**
     * The record as the change left it.
     */
    data: Quote;
};

export type ExceptionWebhook = {
    /**
     * The same at every attempt. Store the ids that you have processed.
     */
    id: string;
    /**
     * - `EXCEPTION.OPENED`: The case waits for an operator.
     * - `EXCEPTION.RESOLVED`: The operator has decided what happens with the money.
     */
    type: 'EXCEPTION.OPENED' | 'EXCEPTION.RESOLVED';
    /**
     * When the event was written, in the transaction of its change.
     */
    timestamp: string;
    /**
     * The record as the change left it.
     */
    data: Exception;
};

export type Exception = {
    /**
     * Names the exception in commands of the operator.
     */
    id: string;
    /**
     * What went wrong with the money; docs/areas/exceptions.md explains each kind.
     */
    kind: 'REFUND_FAILED' | 'DEPOSIT_REFUSED' | 'DEPOSIT_HELD' | 'RAIL_CONTRADICTION' | 'STATEMENT_DIFFERENCE' | 'CARD_EXCESS' | 'RECEIVABLE_OVERDUE' | 'RECALL' | 'PAYOUTS_HELD';
    /**
     * `OPEN` until an operator has resolved it.
     */
    status: 'OPEN' | 'RESOLVED';
    /**
     * Id of the record whose money it concerns, such as a transaction.
     */
    subject: string;
    /**
     * Code of the currency of `amount`.
     */
    currency: string;
    /**
     * The money that it concerns, in smallest units.
     */
    amount: number;
    /**
     * How the operator resolved it; absent while it is open.
     */
    resolution?: 'RETRIED' | 'CREDITED' | 'PAID_ELSEWHERE' | 'ADJUSTED' | 'WRITTEN_OFF' | 'REFUSED';
    /**
     * The journal entry of the resolution, if it moved money.
     */
    entryId?: string;
    /**
     * When the service found it.
     */
    createdAt: string;
    /**
     * When the operator resolved it; absent while it is open.
     */
    resolvedAt?: string;
};

export type PlatformConfigWritable = {
    umaDomain?: string;
    pendingUmaDomain?: PendingUmaDomain;
    proxyUmaSubdomain?: string;
    webhookEndpoint?: string;
    supportedCurrencies: Array<PlatformCurrencyConfigWritable>;
    isRegulatedFinancialInstitution: boolean;
    embeddedWalletConfig?: EmbeddedWalletConfig;
    cardTokenization2faConfig?: CardTokenization2FaConfig;
    feeConfigs: Array<FeeConfig>;
};

export type PlatformCurrencyConfigWritable = {
    currencyCode: string;
    minAmount: number;
    maxAmount: number;
    requiredCounterpartyFields: Array<CounterpartyFieldDefinition>;
    enabledTransactionTypes: Array<TransactionType>;
};

export type PlatformConfigUpdateRequestWritable = {
    umaDomain?: string | null;
    webhookEndpoint?: string | null;
    supportedCurrencies?: Array<PlatformCurrencyConfigWritable>;
    embeddedWalletConfig?: EmbeddedWalletConfig | null;
    cardTokenization2faConfig?: CardTokenization2FaConfig | null;
    feeConfigs?: Array<FeeConfig>;
};

export type CustomerListResponseWritable = {
    /**
     * The records of this page. It can be empty although more pages follow.
     */
    data: Array<CustomerOneOfWritable>;
    /**
     * Whether another page follows. Read on until it is `false`.
     */
    hasMore: boolean;
    /**
     * Pass it as `cursor` to read the next page; absent on the last one.
     */
    nextCursor?: string;
    /**
     * All matches of the filters, if the list counts them and at most 10,000 match.
     */
    totalCount?: number;
};

export type CustomerOneOfWritable = ({
    customerType: 'INDIVIDUAL';
} & IndividualCustomerWritable) | ({
    customerType: 'BUSINESS';
} & BusinessCustomerWritable);

export type IndividualCustomerWritable = {
    customerType: 'INDIVIDUAL';
    platformCustomerId: string;
    platformAccountId?: string;
    description?: string;
    region?: string;
    currencies?: Array<string>;
    email?: string;
    phoneNumber?: string;
    umaAddress: string;
    address?: Address;
    endUserTermsConsent?: EndUserTermsConsent;
    contactVerification?: ContactVerification;
    kycStatus: KycStatus;
    isDeleted: boolean;
    createdAt: string;
    updatedAt: string;
    fullName?: string;
    birthDate?: string;
    nationality?: string;
    idType?: IdentificationType;
    countryOfIssuance?: string;
    sourceOfFundsCategories?: Array<IndividualSourceOfFundsCategory>;
    sourceOfFundsOtherDescription?: string;
    sourceOfWealthCategories?: Array<SourceOfWealthCategory>;
    sourceOfWealthOtherDescription?: string;
    purposeOfAccount?: PurposeOfAccount;
    purposeOfAccountOtherDescription?: string;
    expectedMonthlyTransactionCount?: ExpectedMonthlyTransactionCount;
    expectedMonthlyTransactionVolume?: ExpectedMonthlyTransactionVolume;
    annualIncomeRange?: AnnualIncomeRange;
    netWorthRange?: NetWorthRange;
    pepStatus?: PepStatus;
};

export type BusinessCustomerWritable = {
    customerType: 'BUSINESS';
    platformCustomerId: string;
    platformAccountId?: string;
    description?: string;
    region?: string;
    currencies?: Array<string>;
    email?: string;
    phoneNumber?: string;
    umaAddress: string;
    address?: Address;
    endUserTermsConsent?: EndUserTermsConsent;
    contactVerification?: ContactVerification;
    kycStatus: KycStatus;
    isDeleted: boolean;
    createdAt: string;
    updatedAt: string;
    /**
     * The same value as kycStatus
     */
    kybStatus: KybStatus;
    businessInfo: BusinessInfoResponse;
    /**
     * Oldest first; present only if a single customer is read, not in lists and responses to changes
     */
    beneficialOwners?: Array<BeneficialOwner>;
};

export type CustomerCreateRequestOneOfWritable = ({
    customerType: 'INDIVIDUAL';
} & IndividualCustomerCreateRequestWritable) | ({
    customerType: 'BUSINESS';
} & BusinessCustomerCreateRequest);

export type IndividualCustomerCreateRequestWritable = {
    customerType: 'INDIVIDUAL';
    platformCustomerId?: string;
    region?: string;
    platformAccountId?: string;
    description?: string;
    currencies?: Array<string>;
    email?: string;
    phoneNumber?: string;
    umaAddress?: string;
    endUserTermsConsent?: EndUserTermsConsentRequest;
    address?: Address;
    kycStatus?: KycStatus;
    fullName?: string;
    birthDate?: string;
    nationality?: string;
    idType?: IdentificationType;
    countryOfIssuance?: string;
    identifier?: string;
    sourceOfFundsCategories?: Array<IndividualSourceOfFundsCategory>;
    sourceOfFundsOtherDescription?: string;
    sourceOfWealthCategories?: Array<SourceOfWealthCategory>;
    sourceOfWealthOtherDescription?: string;
    purposeOfAccount?: PurposeOfAccount;
    purposeOfAccountOtherDescription?: string;
    expectedMonthlyTransactionCount?: ExpectedMonthlyTransactionCount;
    expectedMonthlyTransactionVolume?: ExpectedMonthlyTransactionVolume;
    annualIncomeRange?: AnnualIncomeRange;
    netWorthRange?: NetWorthRange;
    pepStatus?: PepStatus;
};

export type CustomerUpdateRequestWritable = {
    customerType?: CustomerType;
    platformCustomerId?: string;
    umaAddress?: string;
    kycStatus?: KycStatus;
    kybStatus?: KybStatus;
    region?: string | null;
    platformAccountId?: string | null;
    description?: string | null;
    currencies?: Array<string> | null;
    email?: string | null;
    phoneNumber?: string | null;
    endUserTermsConsent?: EndUserTermsConsentRequest | null;
    address?: Address | null;
    fullName?: string | null;
    birthDate?: string | null;
    nationality?: string | null;
    idType?: IdentificationType | null;
    countryOfIssuance?: string | null;
    identifier?: string | null;
    sourceOfFundsCategories?: Array<IndividualSourceOfFundsCategory> | null;
    sourceOfFundsOtherDescription?: string | null;
    sourceOfWealthCategories?: Array<SourceOfWealthCategory> | null;
    sourceOfWealthOtherDescription?: string | null;
    purposeOfAccount?: PurposeOfAccount | null;
    purposeOfAccountOtherDescription?: string | null;
    expectedMonthlyTransactionCount?: ExpectedMonthlyTransactionCount | null;
    expectedMonthlyTransactionVolume?: ExpectedMonthlyTransactionVolume | null;
    annualIncomeRange?: AnnualIncomeRange | null;
    netWorthRange?: NetWorthRange | null;
    pepStatus?: PepStatus | null;
    businessInfo?: BusinessInfoUpdate;
};

export type BeneficialOwnerCreateRequestWritable = {
    customerId: string;
    roles: Array<BeneficialOwnerRole>;
    /**
     * In percent, with up to four decimal places
     */
    ownershipPercentage: number;
    personalInfo: BeneficialOwnerPersonalInfoRequestWritable;
};

export type BeneficialOwnerPersonalInfoRequestWritable = {
    firstName: string;
    lastName: string;
    birthDate: string;
    nationality: string;
    address: Address;
    middleName?: string;
    email?: string;
    phoneNumber?: string;
    countryOfIssuance?: string;
    idType: IdentificationType;
    identifier: string;
};

export type BeneficialOwnerUpdateRequestWritable = {
    roles?: Array<BeneficialOwnerRole>;
    /**
     * In percent, with up to four decimal places
     */
    ownershipPercentage?: number;
    personalInfo?: BeneficialOwnerPersonalInfoUpdateWritable;
};

export type BeneficialOwnerPersonalInfoUpdateWritable = {
    firstName?: string;
    lastName?: string;
    birthDate?: string;
    nationality?: string;
    address?: Address;
    middleName?: string | null;
    email?: string | null;
    phoneNumber?: string | null;
    countryOfIssuance?: string | null;
    idType?: IdentificationType;
    identifier?: string;
};

export type CardCreateRequestWritable = {
    cardholderId: string;
    platformCardId?: string;
    threeDSecurePassword?: string;
    form: CardForm;
    fundingSources: Array<string>;
    maxSpendPerTransaction?: number | null;
};

export type StablecoinProviderAccountLinkRequestWritable = {
    provider: StablecoinProvider;
    apiClientId: string;
    apiClientSecret: string;
    providerAccountId?: string;
};

export type CustomerWebhookWritable = {
    /**
     * The same at every attempt. Store the ids that you have processed.
     */
    id: string;
    /**
     * - `CUSTOMER.KYC_APPROVED`: The person can use its accounts.
     * - `CUSTOMER.KYC_REJECTED`: The person was refused.
     * - `CUSTOMER.KYC_PENDING`: The person was submitted for verification.
     * - `CUSTOMER.KYB_APPROVED`: The business can use its accounts.
     * - `CUSTOMER.KYB_REJECTED`: The business was refused.
     * - `CUSTOMER.KYB_PENDING`: The business was submitted for verification.
     */
    type: 'CUSTOMER.KYC_APPROVED' | 'CUSTOMER.KYC_REJECTED' | 'CUSTOMER.KYC_PENDING' | 'CUSTOMER.KYB_APPROVED' | 'CUSTOMER.KYB_REJECTED' | 'CUSTOMER.KYB_PENDING';
    /**
     * When the event was written, in the transaction of its change.
     */
    timestamp: string;
    /**
     * The record as the change left it.
     */
    data: CustomerOneOfWritable;
};

export type GetPlatformConfigData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/2025-10-13/config';
};

export type GetPlatformConfigErrors = {
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type GetPlatformConfigError = GetPlatformConfigErrors[keyof GetPlatformConfigErrors];

export type GetPlatformConfigResponses = {
    200: PlatformConfig;
};

export type GetPlatformConfigResponse = GetPlatformConfigResponses[keyof GetPlatformConfigResponses];

export type UpdatePlatformConfigData = {
    body: PlatformConfigUpdateRequestWritable;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/2025-10-13/config';
};

export type UpdatePlatformConfigErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    501: Error501;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type UpdatePlatformConfigError = UpdatePlatformConfigErrors[keyof UpdatePlatformConfigErrors];

export type UpdatePlatformConfigResponses = {
    200: PlatformConfig;
};

export type UpdatePlatformConfigResponse = UpdatePlatformConfigResponses[keyof UpdatePlatformConfigResponses];

export type GetExchangeRatesData = {
    body?: never;
    path?: never;
    query?: {
        sourceCurrency?: string;
        destinationCurrency?: Array<string>;
        sendingAmount?: number;
    };
    url: '/2025-10-13/exchange-rates';
};

export type GetExchangeRatesErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    501: Error501;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type GetExchangeRatesError = GetExchangeRatesErrors[keyof GetExchangeRatesErrors];

export type GetExchangeRatesResponses = {
    200: ExchangeRateListResponse;
};

export type GetExchangeRatesResponse = GetExchangeRatesResponses[keyof GetExchangeRatesResponses];

export type GetDiscoveriesData = {
    body?: never;
    path?: never;
    query?: {
        country?: string;
        currency?: string;
    };
    url: '/2025-10-13/discoveries';
};

export type GetDiscoveriesErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type GetDiscoveriesError = GetDiscoveriesErrors[keyof GetDiscoveriesErrors];

export type GetDiscoveriesResponses = {
    200: DiscoveryListResponse;
};

export type GetDiscoveriesResponse = GetDiscoveriesResponses[keyof GetDiscoveriesResponses];

export type ListVaspsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * The most records in one page.
         */
        limit?: number;
        /**
         * `nextCursor` of the page before. Keep all filters; omit it for the first page.
         */
        cursor?: string;
    };
    url: '/2025-10-13/vasps';
};

export type ListVaspsErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ListVaspsError = ListVaspsErrors[keyof ListVaspsErrors];

export type ListVaspsResponses = {
    200: VaspListResponse;
};

export type ListVaspsResponse = ListVaspsResponses[keyof ListVaspsResponses];

export type ListTokensData = {
    body?: never;
    path?: never;
    query?: {
        name?: string;
        createdAfter?: string;
        createdBefore?: string;
        updatedAfter?: string;
        updatedBefore?: string;
        /**
         * The most records in one page.
         */
        limit?: number;
        /**
         * `nextCursor` of the page before. Keep all filters; omit it for the first page.
         */
        cursor?: string;
    };
    url: '/2025-10-13/tokens';
};

export type ListTokensErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ListTokensError = ListTokensErrors[keyof ListTokensErrors];

export type ListTokensResponses = {
    200: TokenListResponse;
};

export type ListTokensResponse = ListTokensResponses[keyof ListTokensResponses];

export type CreateTokenData = {
    body: ApiTokenCreateRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/2025-10-13/tokens';
};

export type CreateTokenErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type CreateTokenError = CreateTokenErrors[keyof CreateTokenErrors];

export type CreateTokenResponses = {
    201: ApiToken;
};

export type CreateTokenResponse = CreateTokenResponses[keyof CreateTokenResponses];

export type DeleteTokenByIdData = {
    body?: never;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of a Token. An unknown id, or one of another platform or environment, is `TOKEN_NOT_FOUND`.
         */
        tokenId: string;
    };
    query?: never;
    url: '/2025-10-13/tokens/{tokenId}';
};

export type DeleteTokenByIdErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `TOKEN_NOT_FOUND`: No such API token. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type DeleteTokenByIdError = DeleteTokenByIdErrors[keyof DeleteTokenByIdErrors];

export type DeleteTokenByIdResponses = {
    204: void;
};

export type DeleteTokenByIdResponse = DeleteTokenByIdResponses[keyof DeleteTokenByIdResponses];

export type GetTokenByIdData = {
    body?: never;
    path: {
        /**
         * Id of a Token. An unknown id, or one of another platform or environment, is `TOKEN_NOT_FOUND`.
         */
        tokenId: string;
    };
    query?: never;
    url: '/2025-10-13/tokens/{tokenId}';
};

export type GetTokenByIdErrors = {
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `TOKEN_NOT_FOUND`: No such API token. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type GetTokenByIdError = GetTokenByIdErrors[keyof GetTokenByIdErrors];

export type GetTokenByIdResponses = {
    200: ApiToken;
};

export type GetTokenByIdResponse = GetTokenByIdResponses[keyof GetTokenByIdResponses];

export type ListCustomersData = {
    body?: never;
    path?: never;
    query?: {
        platformCustomerId?: string;
        customerType?: CustomerType;
        createdAfter?: string;
        createdBefore?: string;
        updatedAfter?: string;
        updatedBefore?: string;
        /**
         * The most records in one page.
         */
        limit?: number;
        /**
         * `nextCursor` of the page before. Keep all filters; omit it for the first page.
         */
        cursor?: string;
        region?: string;
        currency?: string;
        umaAddress?: string;
        email?: string;
        kycStatus?: KycStatus;
        isIncludingDeleted?: boolean;
    };
    url: '/2025-10-13/customers';
};

export type ListCustomersErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ListCustomersError = ListCustomersErrors[keyof ListCustomersErrors];

export type ListCustomersResponses = {
    200: CustomerListResponse;
};

export type ListCustomersResponse = ListCustomersResponses[keyof ListCustomersResponses];

export type CreateCustomerData = {
    body: CustomerCreateRequestOneOfWritable;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/2025-10-13/customers';
};

export type CreateCustomerErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    501: Error501;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type CreateCustomerError = CreateCustomerErrors[keyof CreateCustomerErrors];

export type CreateCustomerResponses = {
    201: CustomerOneOf;
};

export type CreateCustomerResponse = CreateCustomerResponses[keyof CreateCustomerResponses];

export type GetEndUserTermsData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/2025-10-13/customers/end-user-terms';
};

export type GetEndUserTermsErrors = {
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type GetEndUserTermsError = GetEndUserTermsErrors[keyof GetEndUserTermsErrors];

export type GetEndUserTermsResponses = {
    200: EndUserTerms;
};

export type GetEndUserTermsResponse = GetEndUserTermsResponses[keyof GetEndUserTermsResponses];

export type DeleteCustomerByIdData = {
    body?: never;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of a Customer. An unknown id, or one of another platform or environment, is `USER_NOT_FOUND`.
         */
        customerId: string;
    };
    query?: never;
    url: '/2025-10-13/customers/{customerId}';
};

export type DeleteCustomerByIdErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `USER_NOT_FOUND`: No such customer. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    410: Error410;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type DeleteCustomerByIdError = DeleteCustomerByIdErrors[keyof DeleteCustomerByIdErrors];

export type DeleteCustomerByIdResponses = {
    200: CustomerOneOf;
};

export type DeleteCustomerByIdResponse = DeleteCustomerByIdResponses[keyof DeleteCustomerByIdResponses];

export type GetCustomerByIdData = {
    body?: never;
    path: {
        /**
         * Id of a Customer. An unknown id, or one of another platform or environment, is `USER_NOT_FOUND`.
         */
        customerId: string;
    };
    query?: never;
    url: '/2025-10-13/customers/{customerId}';
};

export type GetCustomerByIdErrors = {
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `USER_NOT_FOUND`: No such customer. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type GetCustomerByIdError = GetCustomerByIdErrors[keyof GetCustomerByIdErrors];

export type GetCustomerByIdResponses = {
    200: CustomerOneOf;
};

export type GetCustomerByIdResponse = GetCustomerByIdResponses[keyof GetCustomerByIdResponses];

export type UpdateCustomerByIdData = {
    body: CustomerUpdateRequestWritable;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * The stamp of a signed retry: the signature over `payloadToSign` of the 202 response, made with a key of the wallet.
         */
        'Svc-Wallet-Signature'?: string;
        /**
         * `requestId` of the 202 response that the signed retry answers.
         */
        'Request-Id'?: string;
    };
    path: {
        /**
         * Id of a Customer. An unknown id, or one of another platform or environment, is `USER_NOT_FOUND`.
         */
        customerId: string;
    };
    query?: never;
    url: '/2025-10-13/customers/{customerId}';
};

export type UpdateCustomerByIdErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `USER_NOT_FOUND`: No such customer. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    424: Error424;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type UpdateCustomerByIdError = UpdateCustomerByIdErrors[keyof UpdateCustomerByIdErrors];

export type UpdateCustomerByIdResponses = {
    200: CustomerOneOf;
    202: SignedRequestChallenge;
};

export type UpdateCustomerByIdResponse = UpdateCustomerByIdResponses[keyof UpdateCustomerByIdResponses];

export type CreateCustomerKycLinkData = {
    body?: KycLinkCreateRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of a Customer. An unknown id, or one of another platform or environment, is `USER_NOT_FOUND`.
         */
        customerId: string;
    };
    query?: never;
    url: '/2025-10-13/customers/{customerId}/kyc-link';
};

export type CreateCustomerKycLinkErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `USER_NOT_FOUND`: No such customer. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type CreateCustomerKycLinkError = CreateCustomerKycLinkErrors[keyof CreateCustomerKycLinkErrors];

export type CreateCustomerKycLinkResponses = {
    201: KycLinkResponse;
};

export type CreateCustomerKycLinkResponse = CreateCustomerKycLinkResponses[keyof CreateCustomerKycLinkResponses];

export type ListVerificationsData = {
    body?: never;
    path?: never;
    query?: {
        customerId?: string;
        verificationStatus?: VerificationStatus;
        /**
         * The most records in one page.
         */
        limit?: number;
        /**
         * `nextCursor` of the page before. Keep all filters; omit it for the first page.
         */
        cursor?: string;
    };
    url: '/2025-10-13/verifications';
};

export type ListVerificationsErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ListVerificationsError = ListVerificationsErrors[keyof ListVerificationsErrors];

export type ListVerificationsResponses = {
    200: VerificationListResponse;
};

export type ListVerificationsResponse = ListVerificationsResponses[keyof ListVerificationsResponses];

export type CreateVerificationData = {
    body: VerificationRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/2025-10-13/verifications';
};

export type CreateVerificationErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type CreateVerificationError = CreateVerificationErrors[keyof CreateVerificationErrors];

export type CreateVerificationResponses = {
    200: Verification;
};

export type CreateVerificationResponse = CreateVerificationResponses[keyof CreateVerificationResponses];

export type GetVerificationData = {
    body?: never;
    path: {
        /**
         * Id of a Verification. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        verificationId: string;
    };
    query?: never;
    url: '/2025-10-13/verifications/{verificationId}';
};

export type GetVerificationErrors = {
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type GetVerificationError = GetVerificationErrors[keyof GetVerificationErrors];

export type GetVerificationResponses = {
    200: Verification;
};

export type GetVerificationResponse = GetVerificationResponses[keyof GetVerificationResponses];

export type ListBeneficialOwnersData = {
    body?: never;
    path?: never;
    query: {
        customerId: string;
        /**
         * The most records in one page.
         */
        limit?: number;
        /**
         * `nextCursor` of the page before. Keep all filters; omit it for the first page.
         */
        cursor?: string;
    };
    url: '/2025-10-13/beneficial-owners';
};

export type ListBeneficialOwnersErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ListBeneficialOwnersError = ListBeneficialOwnersErrors[keyof ListBeneficialOwnersErrors];

export type ListBeneficialOwnersResponses = {
    200: BeneficialOwnerListResponse;
};

export type ListBeneficialOwnersResponse = ListBeneficialOwnersResponses[keyof ListBeneficialOwnersResponses];

export type CreateBeneficialOwnerData = {
    body: BeneficialOwnerCreateRequestWritable;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/2025-10-13/beneficial-owners';
};

export type CreateBeneficialOwnerErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type CreateBeneficialOwnerError = CreateBeneficialOwnerErrors[keyof CreateBeneficialOwnerErrors];

export type CreateBeneficialOwnerResponses = {
    201: BeneficialOwner;
};

export type CreateBeneficialOwnerResponse = CreateBeneficialOwnerResponses[keyof CreateBeneficialOwnerResponses];

export type GetBeneficialOwnerData = {
    body?: never;
    path: {
        /**
         * Id of a BeneficialOwner. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        beneficialOwnerId: string;
    };
    query?: never;
    url: '/2025-10-13/beneficial-owners/{beneficialOwnerId}';
};

export type GetBeneficialOwnerErrors = {
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type GetBeneficialOwnerError = GetBeneficialOwnerErrors[keyof GetBeneficialOwnerErrors];

export type GetBeneficialOwnerResponses = {
    200: BeneficialOwner;
};

export type GetBeneficialOwnerResponse = GetBeneficialOwnerResponses[keyof GetBeneficialOwnerResponses];

export type UpdateBeneficialOwnerData = {
    body: BeneficialOwnerUpdateRequestWritable;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of a BeneficialOwner. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        beneficialOwnerId: string;
    };
    query?: never;
    url: '/2025-10-13/beneficial-owners/{beneficialOwnerId}';
};

export type UpdateBeneficialOwnerErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type UpdateBeneficialOwnerError = UpdateBeneficialOwnerErrors[keyof UpdateBeneficialOwnerErrors];

export type UpdateBeneficialOwnerResponses = {
    200: BeneficialOwner;
};

export type UpdateBeneficialOwnerResponse = UpdateBeneficialOwnerResponses[keyof UpdateBeneficialOwnerResponses];

export type ListDocumentsData = {
    body?: never;
    path?: never;
    query?: {
        documentHolder?: string;
        /**
         * The most records in one page.
         */
        limit?: number;
        /**
         * `nextCursor` of the page before. Keep all filters; omit it for the first page.
         */
        cursor?: string;
    };
    url: '/2025-10-13/documents';
};

export type ListDocumentsErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ListDocumentsError = ListDocumentsErrors[keyof ListDocumentsErrors];

export type ListDocumentsResponses = {
    200: DocumentListResponse;
};

export type ListDocumentsResponse = ListDocumentsResponses[keyof ListDocumentsResponses];

export type UploadDocumentData = {
    body: DocumentUploadRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/2025-10-13/documents';
};

export type UploadDocumentErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type UploadDocumentError = UploadDocumentErrors[keyof UploadDocumentErrors];

export type UploadDocumentResponses = {
    201: Document;
};

export type UploadDocumentResponse = UploadDocumentResponses[keyof UploadDocumentResponses];

export type DeleteDocumentData = {
    body?: never;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of a Document. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        documentId: string;
    };
    query?: never;
    url: '/2025-10-13/documents/{documentId}';
};

export type DeleteDocumentErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type DeleteDocumentError = DeleteDocumentErrors[keyof DeleteDocumentErrors];

export type DeleteDocumentResponses = {
    204: void;
};

export type DeleteDocumentResponse = DeleteDocumentResponses[keyof DeleteDocumentResponses];

export type GetDocumentData = {
    body?: never;
    path: {
        /**
         * Id of a Document. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        documentId: string;
    };
    query?: never;
    url: '/2025-10-13/documents/{documentId}';
};

export type GetDocumentErrors = {
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type GetDocumentError = GetDocumentErrors[keyof GetDocumentErrors];

export type GetDocumentResponses = {
    200: Document;
};

export type GetDocumentResponse = GetDocumentResponses[keyof GetDocumentResponses];

export type ReplaceDocumentData = {
    body: DocumentReplaceRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of a Document. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        documentId: string;
    };
    query?: never;
    url: '/2025-10-13/documents/{documentId}';
};

export type ReplaceDocumentErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ReplaceDocumentError = ReplaceDocumentErrors[keyof ReplaceDocumentErrors];

export type ReplaceDocumentResponses = {
    200: Document;
};

export type ReplaceDocumentResponse = ReplaceDocumentResponses[keyof ReplaceDocumentResponses];

export type SendCustomerEmailVerificationData = {
    body?: never;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of a Customer. An unknown id, or one of another platform or environment, is `USER_NOT_FOUND`.
         */
        customerId: string;
    };
    query?: never;
    url: '/2025-10-13/customers/{customerId}/verify-email';
};

export type SendCustomerEmailVerificationErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `USER_NOT_FOUND`: No such customer. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    423: Error423;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type SendCustomerEmailVerificationError = SendCustomerEmailVerificationErrors[keyof SendCustomerEmailVerificationErrors];

export type SendCustomerEmailVerificationResponses = {
    204: void;
};

export type SendCustomerEmailVerificationResponse = SendCustomerEmailVerificationResponses[keyof SendCustomerEmailVerificationResponses];

export type ConfirmCustomerEmailVerificationData = {
    body: ContactVerificationConfirmRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of a Customer. An unknown id, or one of another platform or environment, is `USER_NOT_FOUND`.
         */
        customerId: string;
    };
    query?: never;
    url: '/2025-10-13/customers/{customerId}/verify-email/confirm';
};

export type ConfirmCustomerEmailVerificationErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `USER_NOT_FOUND`: No such customer. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ConfirmCustomerEmailVerificationError = ConfirmCustomerEmailVerificationErrors[keyof ConfirmCustomerEmailVerificationErrors];

export type ConfirmCustomerEmailVerificationResponses = {
    200: CustomerOneOf;
};

export type ConfirmCustomerEmailVerificationResponse = ConfirmCustomerEmailVerificationResponses[keyof ConfirmCustomerEmailVerificationResponses];

export type SendCustomerPhoneVerificationData = {
    body?: never;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of a Customer. An unknown id, or one of another platform or environment, is `USER_NOT_FOUND`.
         */
        customerId: string;
    };
    query?: never;
    url: '/2025-10-13/customers/{customerId}/verify-phone';
};

export type SendCustomerPhoneVerificationErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `USER_NOT_FOUND`: No such customer. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    423: Error423;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type SendCustomerPhoneVerificationError = SendCustomerPhoneVerificationErrors[keyof SendCustomerPhoneVerificationErrors];

export type SendCustomerPhoneVerificationResponses = {
    204: void;
};

export type SendCustomerPhoneVerificationResponse = SendCustomerPhoneVerificationResponses[keyof SendCustomerPhoneVerificationResponses];

export type ConfirmCustomerPhoneVerificationData = {
    body: ContactVerificationConfirmRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of a Customer. An unknown id, or one of another platform or environment, is `USER_NOT_FOUND`.
         */
        customerId: string;
    };
    query?: never;
    url: '/2025-10-13/customers/{customerId}/verify-phone/confirm';
};

export type ConfirmCustomerPhoneVerificationErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `USER_NOT_FOUND`: No such customer. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ConfirmCustomerPhoneVerificationError = ConfirmCustomerPhoneVerificationErrors[keyof ConfirmCustomerPhoneVerificationErrors];

export type ConfirmCustomerPhoneVerificationResponses = {
    200: CustomerOneOf;
};

export type ConfirmCustomerPhoneVerificationResponse = ConfirmCustomerPhoneVerificationResponses[keyof ConfirmCustomerPhoneVerificationResponses];

export type UploadCustomersCsvData = {
    body: BulkCustomerImportRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/2025-10-13/customers/bulk/csv';
};

export type UploadCustomersCsvErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type UploadCustomersCsvError = UploadCustomersCsvErrors[keyof UploadCustomersCsvErrors];

export type UploadCustomersCsvResponses = {
    202: BulkCustomerImportJobAccepted;
};

export type UploadCustomersCsvResponse = UploadCustomersCsvResponses[keyof UploadCustomersCsvResponses];

export type ListBulkCustomerImportJobsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * The most records in one page.
         */
        limit?: number;
        /**
         * `nextCursor` of the page before. Keep all filters; omit it for the first page.
         */
        cursor?: string;
    };
    url: '/2025-10-13/customers/bulk/jobs';
};

export type ListBulkCustomerImportJobsErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ListBulkCustomerImportJobsError = ListBulkCustomerImportJobsErrors[keyof ListBulkCustomerImportJobsErrors];

export type ListBulkCustomerImportJobsResponses = {
    200: BulkCustomerImportJobListResponse;
};

export type ListBulkCustomerImportJobsResponse = ListBulkCustomerImportJobsResponses[keyof ListBulkCustomerImportJobsResponses];

export type GetBulkCustomerImportJobData = {
    body?: never;
    path: {
        /**
         * Id of a BulkImport. An unknown id, or one of another platform or environment, is `BULK_UPLOAD_JOB_NOT_FOUND`.
         */
        jobId: string;
    };
    query?: never;
    url: '/2025-10-13/customers/bulk/jobs/{jobId}';
};

export type GetBulkCustomerImportJobErrors = {
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `BULK_UPLOAD_JOB_NOT_FOUND`: No such bulk import job. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type GetBulkCustomerImportJobError = GetBulkCustomerImportJobErrors[keyof GetBulkCustomerImportJobErrors];

export type GetBulkCustomerImportJobResponses = {
    200: BulkCustomerImportJob;
};

export type GetBulkCustomerImportJobResponse = GetBulkCustomerImportJobResponses[keyof GetBulkCustomerImportJobResponses];

export type ListCustomerInternalAccountsData = {
    body?: never;
    path?: never;
    query?: {
        currency?: string;
        type?: InternalAccountType;
        customerId?: string;
        /**
         * The most records in one page.
         */
        limit?: number;
        /**
         * `nextCursor` of the page before. Keep all filters; omit it for the first page.
         */
        cursor?: string;
    };
    url: '/2025-10-13/customers/internal-accounts';
};

export type ListCustomerInternalAccountsErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ListCustomerInternalAccountsError = ListCustomerInternalAccountsErrors[keyof ListCustomerInternalAccountsErrors];

export type ListCustomerInternalAccountsResponses = {
    200: InternalAccountListResponse;
};

export type ListCustomerInternalAccountsResponse = ListCustomerInternalAccountsResponses[keyof ListCustomerInternalAccountsResponses];

export type ListPlatformInternalAccountsData = {
    body?: never;
    path?: never;
    query?: {
        currency?: string;
        type?: InternalAccountType;
    };
    url: '/2025-10-13/platform/internal-accounts';
};

export type ListPlatformInternalAccountsErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ListPlatformInternalAccountsError = ListPlatformInternalAccountsErrors[keyof ListPlatformInternalAccountsErrors];

export type ListPlatformInternalAccountsResponses = {
    200: PlatformInternalAccountListResponse;
};

export type ListPlatformInternalAccountsResponse = ListPlatformInternalAccountsResponses[keyof ListPlatformInternalAccountsResponses];

export type GetInternalAccountData = {
    body?: never;
    path: {
        /**
         * Id of an InternalAccount. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        id: string;
    };
    query?: never;
    url: '/2025-10-13/internal-accounts/{id}';
};

export type GetInternalAccountErrors = {
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type GetInternalAccountError = GetInternalAccountErrors[keyof GetInternalAccountErrors];

export type GetInternalAccountResponses = {
    200: InternalAccount;
};

export type GetInternalAccountResponse = GetInternalAccountResponses[keyof GetInternalAccountResponses];

export type UpdateInternalAccountData = {
    body: InternalAccountUpdateRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * The stamp of a signed retry: the signature over `payloadToSign` of the 202 response, made with a key of the wallet.
         */
        'Svc-Wallet-Signature'?: string;
        /**
         * `requestId` of the 202 response that the signed retry answers.
         */
        'Request-Id'?: string;
    };
    path: {
        /**
         * Id of an InternalAccount. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        id: string;
    };
    query?: never;
    url: '/2025-10-13/internal-accounts/{id}';
};

export type UpdateInternalAccountErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type UpdateInternalAccountError = UpdateInternalAccountErrors[keyof UpdateInternalAccountErrors];

export type UpdateInternalAccountResponses = {
    200: InternalAccount;
    202: SignedRequestChallenge;
};

export type UpdateInternalAccountResponse = UpdateInternalAccountResponses[keyof UpdateInternalAccountResponses];

export type ListCustomerExternalAccountsData = {
    body?: never;
    path?: never;
    query?: {
        currency?: string;
        /**
         * The most records in one page.
         */
        limit?: number;
        /**
         * `nextCursor` of the page before. Keep all filters; omit it for the first page.
         */
        cursor?: string;
        customerId?: string;
    };
    url: '/2025-10-13/customers/external-accounts';
};

export type ListCustomerExternalAccountsErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ListCustomerExternalAccountsError = ListCustomerExternalAccountsErrors[keyof ListCustomerExternalAccountsErrors];

export type ListCustomerExternalAccountsResponses = {
    200: ExternalAccountListResponse;
};

export type ListCustomerExternalAccountsResponse = ListCustomerExternalAccountsResponses[keyof ListCustomerExternalAccountsResponses];

export type CreateCustomerExternalAccountData = {
    body: ExternalAccountCreateRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/2025-10-13/customers/external-accounts';
};

export type CreateCustomerExternalAccountErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    501: Error501;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type CreateCustomerExternalAccountError = CreateCustomerExternalAccountErrors[keyof CreateCustomerExternalAccountErrors];

export type CreateCustomerExternalAccountResponses = {
    201: ExternalAccount;
};

export type CreateCustomerExternalAccountResponse = CreateCustomerExternalAccountResponses[keyof CreateCustomerExternalAccountResponses];

export type DeleteCustomerExternalAccountByIdData = {
    body?: never;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of an ExternalAccount. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        externalAccountId: string;
    };
    query?: never;
    url: '/2025-10-13/customers/external-accounts/{externalAccountId}';
};

export type DeleteCustomerExternalAccountByIdErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type DeleteCustomerExternalAccountByIdError = DeleteCustomerExternalAccountByIdErrors[keyof DeleteCustomerExternalAccountByIdErrors];

export type DeleteCustomerExternalAccountByIdResponses = {
    204: void;
};

export type DeleteCustomerExternalAccountByIdResponse = DeleteCustomerExternalAccountByIdResponses[keyof DeleteCustomerExternalAccountByIdResponses];

export type GetCustomerExternalAccountByIdData = {
    body?: never;
    path: {
        /**
         * Id of an ExternalAccount. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        externalAccountId: string;
    };
    query?: never;
    url: '/2025-10-13/customers/external-accounts/{externalAccountId}';
};

export type GetCustomerExternalAccountByIdErrors = {
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type GetCustomerExternalAccountByIdError = GetCustomerExternalAccountByIdErrors[keyof GetCustomerExternalAccountByIdErrors];

export type GetCustomerExternalAccountByIdResponses = {
    200: ExternalAccount;
};

export type GetCustomerExternalAccountByIdResponse = GetCustomerExternalAccountByIdResponses[keyof GetCustomerExternalAccountByIdResponses];

export type CreateExternalAccountOwnershipChallengeData = {
    body: OwnershipChallengeRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of an ExternalAccount. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        externalAccountId: string;
    };
    query?: never;
    url: '/2025-10-13/customers/external-accounts/{externalAccountId}/challenge';
};

export type CreateExternalAccountOwnershipChallengeErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    501: Error501;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type CreateExternalAccountOwnershipChallengeError = CreateExternalAccountOwnershipChallengeErrors[keyof CreateExternalAccountOwnershipChallengeErrors];

export type CreateExternalAccountOwnershipChallengeResponses = {
    201: OwnershipChallenge;
};

export type CreateExternalAccountOwnershipChallengeResponse = CreateExternalAccountOwnershipChallengeResponses[keyof CreateExternalAccountOwnershipChallengeResponses];

export type VerifyExternalAccountOwnershipData = {
    body: OwnershipVerifyRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of an ExternalAccount. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        externalAccountId: string;
    };
    query?: never;
    url: '/2025-10-13/customers/external-accounts/{externalAccountId}/verify';
};

export type VerifyExternalAccountOwnershipErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    501: Error501;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type VerifyExternalAccountOwnershipError = VerifyExternalAccountOwnershipErrors[keyof VerifyExternalAccountOwnershipErrors];

export type VerifyExternalAccountOwnershipResponses = {
    200: ExternalAccount;
};

export type VerifyExternalAccountOwnershipResponse = VerifyExternalAccountOwnershipResponses[keyof VerifyExternalAccountOwnershipResponses];

export type ListPlatformExternalAccountsData = {
    body?: never;
    path?: never;
    query?: {
        currency?: string;
        /**
         * The most records in one page.
         */
        limit?: number;
        /**
         * `nextCursor` of the page before. Keep all filters; omit it for the first page.
         */
        cursor?: string;
    };
    url: '/2025-10-13/platform/external-accounts';
};

export type ListPlatformExternalAccountsErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ListPlatformExternalAccountsError = ListPlatformExternalAccountsErrors[keyof ListPlatformExternalAccountsErrors];

export type ListPlatformExternalAccountsResponses = {
    200: ExternalAccountListResponse;
};

export type ListPlatformExternalAccountsResponse = ListPlatformExternalAccountsResponses[keyof ListPlatformExternalAccountsResponses];

export type CreatePlatformExternalAccountData = {
    body: PlatformExternalAccountCreateRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/2025-10-13/platform/external-accounts';
};

export type CreatePlatformExternalAccountErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    501: Error501;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type CreatePlatformExternalAccountError = CreatePlatformExternalAccountErrors[keyof CreatePlatformExternalAccountErrors];

export type CreatePlatformExternalAccountResponses = {
    201: ExternalAccount;
};

export type CreatePlatformExternalAccountResponse = CreatePlatformExternalAccountResponses[keyof CreatePlatformExternalAccountResponses];

export type DeletePlatformExternalAccountByIdData = {
    body?: never;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of an ExternalAccount. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        externalAccountId: string;
    };
    query?: never;
    url: '/2025-10-13/platform/external-accounts/{externalAccountId}';
};

export type DeletePlatformExternalAccountByIdErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type DeletePlatformExternalAccountByIdError = DeletePlatformExternalAccountByIdErrors[keyof DeletePlatformExternalAccountByIdErrors];

export type DeletePlatformExternalAccountByIdResponses = {
    204: void;
};

export type DeletePlatformExternalAccountByIdResponse = DeletePlatformExternalAccountByIdResponses[keyof DeletePlatformExternalAccountByIdResponses];

export type GetPlatformExternalAccountByIdData = {
    body?: never;
    path: {
        /**
         * Id of an ExternalAccount. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        externalAccountId: string;
    };
    query?: never;
    url: '/2025-10-13/platform/external-accounts/{externalAccountId}';
};

export type GetPlatformExternalAccountByIdErrors = {
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type GetPlatformExternalAccountByIdError = GetPlatformExternalAccountByIdErrors[keyof GetPlatformExternalAccountByIdErrors];

export type GetPlatformExternalAccountByIdResponses = {
    200: ExternalAccount;
};

export type GetPlatformExternalAccountByIdResponse = GetPlatformExternalAccountByIdResponses[keyof GetPlatformExternalAccountByIdResponses];

export type CreatePlatformExternalAccountOwnershipChallengeData = {
    body: OwnershipChallengeRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of an ExternalAccount. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        externalAccountId: string;
    };
    query?: never;
    url: '/2025-10-13/platform/external-accounts/{externalAccountId}/challenge';
};

export type CreatePlatformExternalAccountOwnershipChallengeErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    501: Error501;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type CreatePlatformExternalAccountOwnershipChallengeError = CreatePlatformExternalAccountOwnershipChallengeErrors[keyof CreatePlatformExternalAccountOwnershipChallengeErrors];

export type CreatePlatformExternalAccountOwnershipChallengeResponses = {
    201: OwnershipChallenge;
};

export type CreatePlatformExternalAccountOwnershipChallengeResponse = CreatePlatformExternalAccountOwnershipChallengeResponses[keyof CreatePlatformExternalAccountOwnershipChallengeResponses];

export type VerifyPlatformExternalAccountOwnershipData = {
    body: OwnershipVerifyRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of an ExternalAccount. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        externalAccountId: string;
    };
    query?: never;
    url: '/2025-10-13/platform/external-accounts/{externalAccountId}/verify';
};

export type VerifyPlatformExternalAccountOwnershipErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    501: Error501;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type VerifyPlatformExternalAccountOwnershipError = VerifyPlatformExternalAccountOwnershipErrors[keyof VerifyPlatformExternalAccountOwnershipErrors];

export type VerifyPlatformExternalAccountOwnershipResponses = {
    200: ExternalAccount;
};

export type VerifyPlatformExternalAccountOwnershipResponse = VerifyPlatformExternalAccountOwnershipResponses[keyof VerifyPlatformExternalAccountOwnershipResponses];

export type ExportInternalAccountData = {
    body: InternalAccountExportRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * The stamp of a signed retry: the signature over `payloadToSign` of the 202 response, made with a key of the wallet.
         */
        'Svc-Wallet-Signature'?: string;
        /**
         * `requestId` of the 202 response that the signed retry answers.
         */
        'Request-Id'?: string;
    };
    path: {
        /**
         * Id of an InternalAccount. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        id: string;
    };
    query?: never;
    url: '/2025-10-13/internal-accounts/{id}/export';
};

export type ExportInternalAccountErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ExportInternalAccountError = ExportInternalAccountErrors[keyof ExportInternalAccountErrors];

export type ExportInternalAccountResponses = {
    200: InternalAccountExportResponse;
    202: SignedRequestChallenge;
};

export type ExportInternalAccountResponse = ExportInternalAccountResponses[keyof ExportInternalAccountResponses];

export type ListAuthCredentialsData = {
    body?: never;
    path?: never;
    query: {
        accountId: string;
    };
    url: '/2025-10-13/auth/credentials';
};

export type ListAuthCredentialsErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ListAuthCredentialsError = ListAuthCredentialsErrors[keyof ListAuthCredentialsErrors];

export type ListAuthCredentialsResponses = {
    200: AuthCredentialListResponse;
};

export type ListAuthCredentialsResponse = ListAuthCredentialsResponses[keyof ListAuthCredentialsResponses];

export type CreateAuthCredentialData = {
    body: AuthCredentialCreateRequestOneOf;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * The stamp of a signed retry: the signature over `payloadToSign` of the 202 response, made with a key of the wallet.
         */
        'Svc-Wallet-Signature'?: string;
        /**
         * `requestId` of the 202 response that the signed retry answers.
         */
        'Request-Id'?: string;
    };
    path?: never;
    query?: never;
    url: '/2025-10-13/auth/credentials';
};

export type CreateAuthCredentialErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    423: Error423;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    501: Error501;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type CreateAuthCredentialError = CreateAuthCredentialErrors[keyof CreateAuthCredentialErrors];

export type CreateAuthCredentialResponses = {
    201: AuthMethodResponse;
    202: AuthSignedRequestChallenge;
};

export type CreateAuthCredentialResponse = CreateAuthCredentialResponses[keyof CreateAuthCredentialResponses];

export type RevokeAuthCredentialData = {
    body?: never;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * The stamp of a signed retry: the signature over `payloadToSign` of the 202 response, made with a key of the wallet.
         */
        'Svc-Wallet-Signature'?: string;
        /**
         * `requestId` of the 202 response that the signed retry answers.
         */
        'Request-Id'?: string;
    };
    path: {
        /**
         * Id of an AuthMethod. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        id: string;
    };
    query?: never;
    url: '/2025-10-13/auth/credentials/{id}';
};

export type RevokeAuthCredentialErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type RevokeAuthCredentialError = RevokeAuthCredentialErrors[keyof RevokeAuthCredentialErrors];

export type RevokeAuthCredentialResponses = {
    202: AuthSignedRequestChallenge;
    204: void;
};

export type RevokeAuthCredentialResponse = RevokeAuthCredentialResponses[keyof RevokeAuthCredentialResponses];

export type VerifyAuthCredentialData = {
    body: AuthCredentialVerifyRequestOneOf;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * The stamp of a signed retry: the signature over `payloadToSign` of the 202 response, made with a key of the wallet.
         */
        'Svc-Wallet-Signature'?: string;
        /**
         * `requestId` of the 202 response that the signed retry answers.
         */
        'Request-Id'?: string;
    };
    path: {
        /**
         * Id of an AuthMethod. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        id: string;
    };
    query?: never;
    url: '/2025-10-13/auth/credentials/{id}/verify';
};

export type VerifyAuthCredentialErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type VerifyAuthCredentialError = VerifyAuthCredentialErrors[keyof VerifyAuthCredentialErrors];

export type VerifyAuthCredentialResponses = {
    200: AuthSession;
    202: AuthSignedRequestChallenge;
};

export type VerifyAuthCredentialResponse = VerifyAuthCredentialResponses[keyof VerifyAuthCredentialResponses];

export type ChallengeAuthCredentialData = {
    body?: AuthCredentialChallengeRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of an AuthMethod. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        id: string;
    };
    query?: never;
    url: '/2025-10-13/auth/credentials/{id}/challenge';
};

export type ChallengeAuthCredentialErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    423: Error423;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    501: Error501;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ChallengeAuthCredentialError = ChallengeAuthCredentialErrors[keyof ChallengeAuthCredentialErrors];

export type ChallengeAuthCredentialResponses = {
    200: AuthCredentialResponseOneOf;
};

export type ChallengeAuthCredentialResponse = ChallengeAuthCredentialResponses[keyof ChallengeAuthCredentialResponses];

export type ListAuthSessionsData = {
    body?: never;
    path?: never;
    query: {
        accountId: string;
    };
    url: '/2025-10-13/auth/sessions';
};

export type ListAuthSessionsErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ListAuthSessionsError = ListAuthSessionsErrors[keyof ListAuthSessionsErrors];

export type ListAuthSessionsResponses = {
    200: SessionListResponse;
};

export type ListAuthSessionsResponse = ListAuthSessionsResponses[keyof ListAuthSessionsResponses];

export type RevokeAuthSessionData = {
    body?: never;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * The stamp of a signed retry: the signature over `payloadToSign` of the 202 response, made with a key of the wallet.
         */
        'Svc-Wallet-Signature'?: string;
        /**
         * `requestId` of the 202 response that the signed retry answers.
         */
        'Request-Id'?: string;
    };
    path: {
        /**
         * Id of a Session. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        id: string;
    };
    query?: never;
    url: '/2025-10-13/auth/sessions/{id}';
};

export type RevokeAuthSessionErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type RevokeAuthSessionError = RevokeAuthSessionErrors[keyof RevokeAuthSessionErrors];

export type RevokeAuthSessionResponses = {
    202: AuthSignedRequestChallenge;
    204: void;
};

export type RevokeAuthSessionResponse = RevokeAuthSessionResponses[keyof RevokeAuthSessionResponses];

export type RefreshAuthSessionData = {
    body: AuthSessionRefreshRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * The stamp of a signed retry: the signature over `payloadToSign` of the 202 response, made with a key of the wallet.
         */
        'Svc-Wallet-Signature'?: string;
        /**
         * `requestId` of the 202 response that the signed retry answers.
         */
        'Request-Id'?: string;
    };
    path: {
        /**
         * Id of a Session. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        id: string;
    };
    query?: never;
    url: '/2025-10-13/auth/sessions/{id}/refresh';
};

export type RefreshAuthSessionErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type RefreshAuthSessionError = RefreshAuthSessionErrors[keyof RefreshAuthSessionErrors];

export type RefreshAuthSessionResponses = {
    201: AuthSession;
    202: SignedRequestChallenge;
};

export type RefreshAuthSessionResponse = RefreshAuthSessionResponses[keyof RefreshAuthSessionResponses];

export type ListDelegatedKeysData = {
    body?: never;
    path?: never;
    query?: {
        accountId?: string;
        fundingSourceId?: string;
    };
    url: '/2025-10-13/auth/delegated-keys';
};

export type ListDelegatedKeysErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ListDelegatedKeysError = ListDelegatedKeysErrors[keyof ListDelegatedKeysErrors];

export type ListDelegatedKeysResponses = {
    200: DelegatedKeyListResponse;
};

export type ListDelegatedKeysResponse = ListDelegatedKeysResponses[keyof ListDelegatedKeysResponses];

export type CreateDelegatedKeyData = {
    body: DelegatedKeyCreateRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * The stamp of a signed retry: the signature over `payloadToSign` of the 202 response, made with a key of the wallet.
         */
        'Svc-Wallet-Signature'?: string;
        /**
         * `requestId` of the 202 response that the signed retry answers.
         */
        'Request-Id'?: string;
    };
    path?: never;
    query?: never;
    url: '/2025-10-13/auth/delegated-keys';
};

export type CreateDelegatedKeyErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type CreateDelegatedKeyError = CreateDelegatedKeyErrors[keyof CreateDelegatedKeyErrors];

export type CreateDelegatedKeyResponses = {
    201: DelegatedKey;
    202: SignedRequestChallenge;
};

export type CreateDelegatedKeyResponse = CreateDelegatedKeyResponses[keyof CreateDelegatedKeyResponses];

export type RevokeDelegatedKeyData = {
    body?: never;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of a DelegatedKey. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        id: string;
    };
    query?: never;
    url: '/2025-10-13/auth/delegated-keys/{id}';
};

export type RevokeDelegatedKeyErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type RevokeDelegatedKeyError = RevokeDelegatedKeyErrors[keyof RevokeDelegatedKeyErrors];

export type RevokeDelegatedKeyResponses = {
    204: void;
};

export type RevokeDelegatedKeyResponse = RevokeDelegatedKeyResponses[keyof RevokeDelegatedKeyResponses];

export type GetDelegatedKeyByIdData = {
    body?: never;
    path: {
        /**
         * Id of a DelegatedKey. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        id: string;
    };
    query?: never;
    url: '/2025-10-13/auth/delegated-keys/{id}';
};

export type GetDelegatedKeyByIdErrors = {
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type GetDelegatedKeyByIdError = GetDelegatedKeyByIdErrors[keyof GetDelegatedKeyByIdErrors];

export type GetDelegatedKeyByIdResponses = {
    200: DelegatedKey;
};

export type GetDelegatedKeyByIdResponse = GetDelegatedKeyByIdResponses[keyof GetDelegatedKeyByIdResponses];

export type LookupExternalAccountData = {
    body?: never;
    path: {
        /**
         * Id of an ExternalAccount. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        accountId: string;
    };
    query?: {
        senderUmaAddress?: string;
        customerId?: string;
    };
    url: '/2025-10-13/receiver/external-account/{accountId}';
};

export type LookupExternalAccountErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    412: Error412;
    424: Error424;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    501: Error501;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type LookupExternalAccountError = LookupExternalAccountErrors[keyof LookupExternalAccountErrors];

export type LookupExternalAccountResponses = {
    200: ReceiverExternalAccountLookupResponse;
};

export type LookupExternalAccountResponse = LookupExternalAccountResponses[keyof LookupExternalAccountResponses];

export type ListQuotesData = {
    body?: never;
    path?: never;
    query?: {
        customerId?: string;
        status?: 'PENDING' | 'PENDING_AUTHORIZATION' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'EXPIRED';
        receiverAccountIdentifier?: string;
        createdAfter?: string;
        createdBefore?: string;
        /**
         * The most records in one page.
         */
        limit?: number;
        /**
         * `nextCursor` of the page before. Keep all filters; omit it for the first page.
         */
        cursor?: string;
    };
    url: '/2025-10-13/quotes';
};

export type ListQuotesErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ListQuotesError = ListQuotesErrors[keyof ListQuotesErrors];

export type ListQuotesResponses = {
    200: QuoteListResponse;
};

export type ListQuotesResponse = ListQuotesResponses[keyof ListQuotesResponses];

export type CreateQuoteData = {
    body: QuoteRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/2025-10-13/quotes';
};

export type CreateQuoteErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     * - `INVALID_AMOUNT`: The available balance of the source account does not cover the amount, and `immediatelyExecute` is true. Use a positive amount that the balance of the source account covers.
     * - `QUOTE_REQUEST_FAILED`: No current rate exists for the two currencies. Retry after a pause. If the error persists, no exchange rate exists for this currency pair.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `TRANSACT`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    412: Error412;
    423: Error423;
    424: Error424;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    501: Error501;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type CreateQuoteError = CreateQuoteErrors[keyof CreateQuoteErrors];

export type CreateQuoteResponses = {
    /**
     * The quote, with rate and fees locked. Its status is `PROCESSING` if it was executed at once.
     */
    201: Quote;
    /**
     * The quote waits for strong customer authentication: authorize `scaChallenge`, then it is executed.
     */
    202: Quote;
};

export type CreateQuoteResponse = CreateQuoteResponses[keyof CreateQuoteResponses];

export type GetQuoteByIdData = {
    body?: never;
    path: {
        /**
         * Id of a Quote. An unknown id, or one of another platform or environment, is `QUOTE_NOT_FOUND`.
         */
        quoteId: string;
    };
    query?: never;
    url: '/2025-10-13/quotes/{quoteId}';
};

export type GetQuoteByIdErrors = {
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `QUOTE_NOT_FOUND`: No such quote. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type GetQuoteByIdError = GetQuoteByIdErrors[keyof GetQuoteByIdErrors];

export type GetQuoteByIdResponses = {
    200: Quote;
};

export type GetQuoteByIdResponse = GetQuoteByIdResponses[keyof GetQuoteByIdResponses];

export type ExecuteQuoteData = {
    body?: ExecuteQuoteRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * The stamp of a signed retry: the signature over `payloadToSign` of the 202 response, made with a key of the wallet.
         */
        'Svc-Wallet-Signature'?: string;
    };
    path: {
        /**
         * Id of a Quote. An unknown id, or one of another platform or environment, is `QUOTE_NOT_FOUND`.
         */
        quoteId: string;
    };
    query?: never;
    url: '/2025-10-13/quotes/{quoteId}/execute';
};

export type ExecuteQuoteErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `TRANSACT`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `QUOTE_NOT_FOUND`: No such quote. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    423: Error423;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ExecuteQuoteError = ExecuteQuoteErrors[keyof ExecuteQuoteErrors];

export type ExecuteQuoteResponses = {
    200: Quote;
};

export type ExecuteQuoteResponse = ExecuteQuoteResponses[keyof ExecuteQuoteResponses];

export type CancelQuoteData = {
    body?: never;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of a Quote. An unknown id, or one of another platform or environment, is `QUOTE_NOT_FOUND`.
         */
        quoteId: string;
    };
    query?: never;
    url: '/2025-10-13/quotes/{quoteId}/cancel';
};

export type CancelQuoteErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `TRANSACT`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `QUOTE_NOT_FOUND`: No such quote. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     * - `INVALID_STATE_TRANSITION`: The quote was executed, or has expired already. Read the resource again. Its state does not allow this operation.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type CancelQuoteError = CancelQuoteErrors[keyof CancelQuoteErrors];

export type CancelQuoteResponses = {
    /**
     * The quote has ended and can no longer be executed.
     */
    200: Quote;
};

export type CancelQuoteResponse = CancelQuoteResponses[keyof CancelQuoteResponses];

export type ListScaFactorsData = {
    body?: never;
    path?: never;
    query: {
        customerId: string;
    };
    url: '/2025-10-13/sca/factors';
};

export type ListScaFactorsErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ListScaFactorsError = ListScaFactorsErrors[keyof ListScaFactorsErrors];

export type ListScaFactorsResponses = {
    200: ScaFactorList;
};

export type ListScaFactorsResponse = ListScaFactorsResponses[keyof ListScaFactorsResponses];

export type StartScaFactorEnrollmentData = {
    body: ScaFactorEnrollRequestOneOf;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query: {
        customerId: string;
    };
    url: '/2025-10-13/sca/factors';
};

export type StartScaFactorEnrollmentErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type StartScaFactorEnrollmentError = StartScaFactorEnrollmentErrors[keyof StartScaFactorEnrollmentErrors];

export type StartScaFactorEnrollmentResponses = {
    200: ScaFactorEnrollStartOneOf;
};

export type StartScaFactorEnrollmentResponse = StartScaFactorEnrollmentResponses[keyof StartScaFactorEnrollmentResponses];

export type ConfirmScaFactorEnrollmentData = {
    body: ScaFactorConfirmRequestOneOf;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query: {
        customerId: string;
    };
    url: '/2025-10-13/sca/factors/confirm';
};

export type ConfirmScaFactorEnrollmentErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ConfirmScaFactorEnrollmentError = ConfirmScaFactorEnrollmentErrors[keyof ConfirmScaFactorEnrollmentErrors];

export type ConfirmScaFactorEnrollmentResponses = {
    200: ScaFactorConfirmResponseOneOf;
};

export type ConfirmScaFactorEnrollmentResponse = ConfirmScaFactorEnrollmentResponses[keyof ConfirmScaFactorEnrollmentResponses];

export type DeleteScaFactorData = {
    body?: never;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of a ScaFactor. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        credentialId: string;
    };
    query: {
        customerId: string;
    };
    url: '/2025-10-13/sca/factors/{credentialId}';
};

export type DeleteScaFactorErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type DeleteScaFactorError = DeleteScaFactorErrors[keyof DeleteScaFactorErrors];

export type DeleteScaFactorResponses = {
    204: void;
};

export type DeleteScaFactorResponse = DeleteScaFactorResponses[keyof DeleteScaFactorResponses];

export type StartScaLoginData = {
    body: ScaLoginStartRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query: {
        customerId: string;
    };
    url: '/2025-10-13/sca/login/start';
};

export type StartScaLoginErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    423: Error423;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type StartScaLoginError = StartScaLoginErrors[keyof StartScaLoginErrors];

export type StartScaLoginResponses = {
    200: ScaLoginStart;
};

export type StartScaLoginResponse = StartScaLoginResponses[keyof StartScaLoginResponses];

export type CompleteScaLoginData = {
    body: ScaLoginCompleteRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query: {
        customerId: string;
    };
    url: '/2025-10-13/sca/login/complete';
};

export type CompleteScaLoginErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    423: Error423;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type CompleteScaLoginError = CompleteScaLoginErrors[keyof CompleteScaLoginErrors];

export type CompleteScaLoginResponses = {
    200: ScaLoginComplete;
};

export type CompleteScaLoginResponse = CompleteScaLoginResponses[keyof CompleteScaLoginResponses];

export type RecordSecurityEventData = {
    body: RecordSecurityEventRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query: {
        customerId: string;
    };
    url: '/2025-10-13/sca/record-event';
};

export type RecordSecurityEventErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    423: Error423;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type RecordSecurityEventError = RecordSecurityEventErrors[keyof RecordSecurityEventErrors];

export type RecordSecurityEventResponses = {
    200: RecordSecurityEventResponse;
};

export type RecordSecurityEventResponse2 = RecordSecurityEventResponses[keyof RecordSecurityEventResponses];

export type StartTwoFactorResetData = {
    body: TwoFactorResetStartRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query: {
        customerId: string;
    };
    url: '/2025-10-13/sca/factors/reset';
};

export type StartTwoFactorResetErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type StartTwoFactorResetError = StartTwoFactorResetErrors[keyof StartTwoFactorResetErrors];

export type StartTwoFactorResetResponses = {
    201: TwoFactorResetStart;
};

export type StartTwoFactorResetResponse = StartTwoFactorResetResponses[keyof StartTwoFactorResetResponses];

export type GetTwoFactorResetStatusData = {
    body?: never;
    path: {
        /**
         * Id of a ScaReset. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        resetId: string;
    };
    query: {
        customerId: string;
    };
    url: '/2025-10-13/sca/factors/reset/{resetId}';
};

export type GetTwoFactorResetStatusErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type GetTwoFactorResetStatusError = GetTwoFactorResetStatusErrors[keyof GetTwoFactorResetStatusErrors];

export type GetTwoFactorResetStatusResponses = {
    200: TwoFactorResetStatus;
};

export type GetTwoFactorResetStatusResponse = GetTwoFactorResetStatusResponses[keyof GetTwoFactorResetStatusResponses];

export type CompleteTwoFactorResetData = {
    body?: TwoFactorResetCompleteRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of a ScaReset. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        resetId: string;
    };
    query: {
        customerId: string;
    };
    url: '/2025-10-13/sca/factors/reset/{resetId}/complete';
};

export type CompleteTwoFactorResetErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type CompleteTwoFactorResetError = CompleteTwoFactorResetErrors[keyof CompleteTwoFactorResetErrors];

export type CompleteTwoFactorResetResponses = {
    204: void;
};

export type CompleteTwoFactorResetResponse = CompleteTwoFactorResetResponses[keyof CompleteTwoFactorResetResponses];

export type StartBeneficiaryTrustData = {
    body?: never;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of an ExternalAccount. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        externalAccountId: string;
    };
    query?: never;
    url: '/2025-10-13/customers/external-accounts/{externalAccountId}/trust';
};

export type StartBeneficiaryTrustErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    423: Error423;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type StartBeneficiaryTrustError = StartBeneficiaryTrustErrors[keyof StartBeneficiaryTrustErrors];

export type StartBeneficiaryTrustResponses = {
    200: BeneficiaryTrustStart;
};

export type StartBeneficiaryTrustResponse = StartBeneficiaryTrustResponses[keyof StartBeneficiaryTrustResponses];

export type ConfirmBeneficiaryTrustData = {
    body: BeneficiaryTrustConfirmRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of an ExternalAccount. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        externalAccountId: string;
    };
    query?: never;
    url: '/2025-10-13/customers/external-accounts/{externalAccountId}/trust/confirm';
};

export type ConfirmBeneficiaryTrustErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    423: Error423;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ConfirmBeneficiaryTrustError = ConfirmBeneficiaryTrustErrors[keyof ConfirmBeneficiaryTrustErrors];

export type ConfirmBeneficiaryTrustResponses = {
    200: BeneficiaryTrustConfirm;
};

export type ConfirmBeneficiaryTrustResponse = ConfirmBeneficiaryTrustResponses[keyof ConfirmBeneficiaryTrustResponses];

export type StartBeneficiaryUntrustData = {
    body?: never;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of an ExternalAccount. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        externalAccountId: string;
    };
    query?: never;
    url: '/2025-10-13/customers/external-accounts/{externalAccountId}/untrust';
};

export type StartBeneficiaryUntrustErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    423: Error423;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type StartBeneficiaryUntrustError = StartBeneficiaryUntrustErrors[keyof StartBeneficiaryUntrustErrors];

export type StartBeneficiaryUntrustResponses = {
    200: BeneficiaryTrustStart;
};

export type StartBeneficiaryUntrustResponse = StartBeneficiaryUntrustResponses[keyof StartBeneficiaryUntrustResponses];

export type ConfirmBeneficiaryUntrustData = {
    body: BeneficiaryTrustConfirmRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of an ExternalAccount. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        externalAccountId: string;
    };
    query?: never;
    url: '/2025-10-13/customers/external-accounts/{externalAccountId}/untrust/confirm';
};

export type ConfirmBeneficiaryUntrustErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    423: Error423;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ConfirmBeneficiaryUntrustError = ConfirmBeneficiaryUntrustErrors[keyof ConfirmBeneficiaryUntrustErrors];

export type ConfirmBeneficiaryUntrustResponses = {
    200: BeneficiaryTrustConfirm;
};

export type ConfirmBeneficiaryUntrustResponse = ConfirmBeneficiaryUntrustResponses[keyof ConfirmBeneficiaryUntrustResponses];

export type AuthorizeQuoteData = {
    body: ScaAuthorization;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of a Quote. An unknown id, or one of another platform or environment, is `QUOTE_NOT_FOUND`.
         */
        quoteId: string;
    };
    query?: never;
    url: '/2025-10-13/quotes/{quoteId}/authorize';
};

export type AuthorizeQuoteErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `TRANSACT`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `QUOTE_NOT_FOUND`: No such quote. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    423: Error423;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type AuthorizeQuoteError = AuthorizeQuoteErrors[keyof AuthorizeQuoteErrors];

export type AuthorizeQuoteResponses = {
    200: Quote;
};

export type AuthorizeQuoteResponse = AuthorizeQuoteResponses[keyof AuthorizeQuoteResponses];

export type ResendQuoteScaCodeData = {
    body?: never;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of a Quote. An unknown id, or one of another platform or environment, is `QUOTE_NOT_FOUND`.
         */
        quoteId: string;
    };
    query?: never;
    url: '/2025-10-13/quotes/{quoteId}/authorize/resend';
};

export type ResendQuoteScaCodeErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `TRANSACT`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `QUOTE_NOT_FOUND`: No such quote. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    423: Error423;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ResendQuoteScaCodeError = ResendQuoteScaCodeErrors[keyof ResendQuoteScaCodeErrors];

export type ResendQuoteScaCodeResponses = {
    204: void;
};

export type ResendQuoteScaCodeResponse = ResendQuoteScaCodeResponses[keyof ResendQuoteScaCodeResponses];

export type CreateTransferInData = {
    body: TransferInRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/2025-10-13/transfer-in';
};

export type CreateTransferInErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `TRANSACT`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type CreateTransferInError = CreateTransferInErrors[keyof CreateTransferInErrors];

export type CreateTransferInResponses = {
    201: TransactionOneOf;
};

export type CreateTransferInResponse = CreateTransferInResponses[keyof CreateTransferInResponses];

export type CreateTransferOutData = {
    body: TransferOutRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/2025-10-13/transfer-out';
};

export type CreateTransferOutErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `TRANSACT`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    501: Error501;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type CreateTransferOutError = CreateTransferOutErrors[keyof CreateTransferOutErrors];

export type CreateTransferOutResponses = {
    201: TransactionOneOf;
};

export type CreateTransferOutResponse = CreateTransferOutResponses[keyof CreateTransferOutResponses];

export type EstimateCryptoWithdrawalFeeData = {
    body: EstimateCryptoWithdrawalFeeRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/2025-10-13/crypto/estimate-withdrawal-fee';
};

export type EstimateCryptoWithdrawalFeeErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type EstimateCryptoWithdrawalFeeError = EstimateCryptoWithdrawalFeeErrors[keyof EstimateCryptoWithdrawalFeeErrors];

export type EstimateCryptoWithdrawalFeeResponses = {
    200: EstimateCryptoWithdrawalFeeResponse;
};

export type EstimateCryptoWithdrawalFeeResponse2 = EstimateCryptoWithdrawalFeeResponses[keyof EstimateCryptoWithdrawalFeeResponses];

export type ListTransactionsData = {
    body?: never;
    path?: never;
    query?: {
        customerId?: string;
        platformCustomerId?: string;
        accountIdentifier?: string;
        senderAccountIdentifier?: string;
        receiverAccountIdentifier?: string;
        status?: TransactionStatus;
        type?: TransactionType;
        reference?: string;
        startDate?: string;
        endDate?: string;
        /**
         * The most records in one page.
         */
        limit?: number;
        /**
         * `nextCursor` of the page before. Keep all filters; omit it for the first page.
         */
        cursor?: string;
        sortOrder?: 'asc' | 'desc';
    };
    url: '/2025-10-13/transactions';
};

export type ListTransactionsErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ListTransactionsError = ListTransactionsErrors[keyof ListTransactionsErrors];

export type ListTransactionsResponses = {
    200: TransactionListResponse;
};

export type ListTransactionsResponse = ListTransactionsResponses[keyof ListTransactionsResponses];

export type GetTransactionByIdData = {
    body?: never;
    path: {
        /**
         * Id of a Transaction. An unknown id, or one of another platform or environment, is `TRANSACTION_NOT_FOUND`.
         */
        transactionId: string;
    };
    query?: never;
    url: '/2025-10-13/transactions/{transactionId}';
};

export type GetTransactionByIdErrors = {
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `TRANSACTION_NOT_FOUND`: No such transaction. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type GetTransactionByIdError = GetTransactionByIdErrors[keyof GetTransactionByIdErrors];

export type GetTransactionByIdResponses = {
    200: TransactionOneOf;
};

export type GetTransactionByIdResponse = GetTransactionByIdResponses[keyof GetTransactionByIdResponses];

export type ConfirmReceiptDeliveryData = {
    body?: ConfirmReceiptDeliveryRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of a Transaction. An unknown id, or one of another platform or environment, is `TRANSACTION_NOT_FOUND`.
         */
        transactionId: string;
    };
    query?: never;
    url: '/2025-10-13/transactions/{transactionId}/confirm';
};

export type ConfirmReceiptDeliveryErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `TRANSACTION_NOT_FOUND`: No such transaction. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ConfirmReceiptDeliveryError = ConfirmReceiptDeliveryErrors[keyof ConfirmReceiptDeliveryErrors];

export type ConfirmReceiptDeliveryResponses = {
    200: TransactionOneOf;
};

export type ConfirmReceiptDeliveryResponse = ConfirmReceiptDeliveryResponses[keyof ConfirmReceiptDeliveryResponses];

export type CancelTransactionData = {
    body?: CancelTransactionRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of a Transaction. An unknown id, or one of another platform or environment, is `TRANSACTION_NOT_FOUND`.
         */
        transactionId: string;
    };
    query?: never;
    url: '/2025-10-13/transactions/{transactionId}/cancel';
};

export type CancelTransactionErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `TRANSACT`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `TRANSACTION_NOT_FOUND`: No such transaction. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type CancelTransactionError = CancelTransactionErrors[keyof CancelTransactionErrors];

export type CancelTransactionResponses = {
    200: TransactionOneOf;
};

export type CancelTransactionResponse = CancelTransactionResponses[keyof CancelTransactionResponses];

export type ListCardsData = {
    body?: never;
    path?: never;
    query?: {
        cardholderId?: string;
        accountId?: string;
        platformCardId?: string;
        state?: CardState;
        /**
         * The most records in one page.
         */
        limit?: number;
        /**
         * `nextCursor` of the page before. Keep all filters; omit it for the first page.
         */
        cursor?: string;
        sortOrder?: 'asc' | 'desc';
    };
    url: '/2025-10-13/cards';
};

export type ListCardsErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    501: Error501;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ListCardsError = ListCardsErrors[keyof ListCardsErrors];

export type ListCardsResponses = {
    200: CardListResponse;
};

export type ListCardsResponse = ListCardsResponses[keyof ListCardsResponses];

export type CreateCardData = {
    body: CardCreateRequestWritable;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/2025-10-13/cards';
};

export type CreateCardErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    501: Error501;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type CreateCardError = CreateCardErrors[keyof CreateCardErrors];

export type CreateCardResponses = {
    201: Card;
};

export type CreateCardResponse = CreateCardResponses[keyof CreateCardResponses];

export type GetCardByIdData = {
    body?: never;
    path: {
        /**
         * Id of a Card. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        id: string;
    };
    query?: never;
    url: '/2025-10-13/cards/{id}';
};

export type GetCardByIdErrors = {
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    501: Error501;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type GetCardByIdError = GetCardByIdErrors[keyof GetCardByIdErrors];

export type GetCardByIdResponses = {
    200: Card;
};

export type GetCardByIdResponse = GetCardByIdResponses[keyof GetCardByIdResponses];

export type UpdateCardByIdData = {
    body: CardUpdateRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of a Card. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        id: string;
    };
    query?: never;
    url: '/2025-10-13/cards/{id}';
};

export type UpdateCardByIdErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    501: Error501;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type UpdateCardByIdError = UpdateCardByIdErrors[keyof UpdateCardByIdErrors];

export type UpdateCardByIdResponses = {
    200: Card;
};

export type UpdateCardByIdResponse = UpdateCardByIdResponses[keyof UpdateCardByIdResponses];

export type RevealCardData = {
    body?: never;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of a Card. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        id: string;
    };
    query?: never;
    url: '/2025-10-13/cards/{id}/reveal';
};

export type RevealCardErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    501: Error501;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type RevealCardError = RevealCardErrors[keyof RevealCardErrors];

export type RevealCardResponses = {
    200: CardRevealResponse;
};

export type RevealCardResponse = RevealCardResponses[keyof RevealCardResponses];

export type LookupUmaData = {
    body?: never;
    path: {
        receiverUmaAddress: string;
    };
    query?: {
        senderUmaAddress?: string;
        customerId?: string;
    };
    url: '/2025-10-13/receiver/uma/{receiverUmaAddress}';
};

export type LookupUmaErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `UMA_NOT_FOUND`: No receiver at this UMA address. Check the UMA address with the receiver.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    412: Error412;
    424: Error424;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    501: Error501;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type LookupUmaError = LookupUmaErrors[keyof LookupUmaErrors];

export type LookupUmaResponses = {
    200: ReceiverUmaLookupResponse;
};

export type LookupUmaResponse = LookupUmaResponses[keyof LookupUmaResponses];

export type ApprovePendingPaymentData = {
    body?: ApprovePaymentRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of a Transaction. An unknown id, or one of another platform or environment, is `TRANSACTION_NOT_FOUND`.
         */
        transactionId: string;
    };
    query?: never;
    url: '/2025-10-13/transactions/{transactionId}/approve';
};

export type ApprovePendingPaymentErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `TRANSACTION_NOT_FOUND`: No such transaction. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ApprovePendingPaymentError = ApprovePendingPaymentErrors[keyof ApprovePendingPaymentErrors];

export type ApprovePendingPaymentResponses = {
    200: TransactionOneOf;
};

export type ApprovePendingPaymentResponse = ApprovePendingPaymentResponses[keyof ApprovePendingPaymentResponses];

export type RejectPendingPaymentData = {
    body?: RejectPaymentRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of a Transaction. An unknown id, or one of another platform or environment, is `TRANSACTION_NOT_FOUND`.
         */
        transactionId: string;
    };
    query?: never;
    url: '/2025-10-13/transactions/{transactionId}/reject';
};

export type RejectPendingPaymentErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `TRANSACTION_NOT_FOUND`: No such transaction. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type RejectPendingPaymentError = RejectPendingPaymentErrors[keyof RejectPendingPaymentErrors];

export type RejectPendingPaymentResponses = {
    200: TransactionOneOf;
};

export type RejectPendingPaymentResponse = RejectPendingPaymentResponses[keyof RejectPendingPaymentResponses];

export type CreateInvitationData = {
    body: UmaInvitationCreateRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/2025-10-13/invitations';
};

export type CreateInvitationErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type CreateInvitationError = CreateInvitationErrors[keyof CreateInvitationErrors];

export type CreateInvitationResponses = {
    201: UmaInvitation;
};

export type CreateInvitationResponse = CreateInvitationResponses[keyof CreateInvitationResponses];

export type GetInvitationData = {
    body?: never;
    path: {
        invitationCode: string;
    };
    query?: never;
    url: '/2025-10-13/invitations/{invitationCode}';
};

export type GetInvitationErrors = {
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `INVITATION_NOT_FOUND`: No such invitation. Check the code of the invitation.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type GetInvitationError = GetInvitationErrors[keyof GetInvitationErrors];

export type GetInvitationResponses = {
    200: UmaInvitation;
};

export type GetInvitationResponse = GetInvitationResponses[keyof GetInvitationResponses];

export type ClaimInvitationData = {
    body: UmaInvitationClaimRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        invitationCode: string;
    };
    query?: never;
    url: '/2025-10-13/invitations/{invitationCode}/claim';
};

export type ClaimInvitationErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `INVITATION_NOT_FOUND`: No such invitation. Check the code of the invitation.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ClaimInvitationError = ClaimInvitationErrors[keyof ClaimInvitationErrors];

export type ClaimInvitationResponses = {
    200: UmaInvitation;
};

export type ClaimInvitationResponse = ClaimInvitationResponses[keyof ClaimInvitationResponses];

export type CancelInvitationData = {
    body?: never;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        invitationCode: string;
    };
    query?: never;
    url: '/2025-10-13/invitations/{invitationCode}/cancel';
};

export type CancelInvitationErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `INVITATION_NOT_FOUND`: No such invitation. Check the code of the invitation.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type CancelInvitationError = CancelInvitationErrors[keyof CancelInvitationErrors];

export type CancelInvitationResponses = {
    200: UmaInvitation;
};

export type CancelInvitationResponse = CancelInvitationResponses[keyof CancelInvitationResponses];

export type GetAvailableUmaProvidersData = {
    body?: never;
    path?: never;
    query?: {
        countryCode?: string;
        currencyCode?: string;
        hasBlockedProviders?: boolean;
        /**
         * The most records in one page.
         */
        limit?: number;
        /**
         * `nextCursor` of the page before. Keep all filters; omit it for the first page.
         */
        cursor?: string;
        sortOrder?: 'asc' | 'desc';
    };
    url: '/2025-10-13/uma-providers';
};

export type GetAvailableUmaProvidersErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type GetAvailableUmaProvidersError = GetAvailableUmaProvidersErrors[keyof GetAvailableUmaProvidersErrors];

export type GetAvailableUmaProvidersResponses = {
    200: UmaProviderListResponse;
};

export type GetAvailableUmaProvidersResponse = GetAvailableUmaProvidersResponses[keyof GetAvailableUmaProvidersResponses];

export type SandboxReceiveData = {
    body: SandboxUmaReceiveRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/2025-10-13/sandbox/uma/receive';
};

export type SandboxReceiveErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `TRANSACT`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    501: Error501;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type SandboxReceiveError = SandboxReceiveErrors[keyof SandboxReceiveErrors];

export type SandboxReceiveResponses = {
    200: TransactionOneOf;
};

export type SandboxReceiveResponse = SandboxReceiveResponses[keyof SandboxReceiveResponses];

export type ListStablecoinProviderAccountsData = {
    body?: never;
    path?: never;
    query?: {
        provider?: StablecoinProvider;
        status?: StablecoinProviderAccountStatus;
        /**
         * The most records in one page.
         */
        limit?: number;
        /**
         * `nextCursor` of the page before. Keep all filters; omit it for the first page.
         */
        cursor?: string;
    };
    url: '/2025-10-13/stablecoin-provider-accounts';
};

export type ListStablecoinProviderAccountsErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ListStablecoinProviderAccountsError = ListStablecoinProviderAccountsErrors[keyof ListStablecoinProviderAccountsErrors];

export type ListStablecoinProviderAccountsResponses = {
    200: StablecoinProviderAccountListResponse;
};

export type ListStablecoinProviderAccountsResponse = ListStablecoinProviderAccountsResponses[keyof ListStablecoinProviderAccountsResponses];

export type LinkStablecoinProviderAccountData = {
    body: StablecoinProviderAccountLinkRequestWritable;
    headers: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key': string;
    };
    path?: never;
    query?: never;
    url: '/2025-10-13/stablecoin-provider-accounts';
};

export type LinkStablecoinProviderAccountErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    501: Error501;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type LinkStablecoinProviderAccountError = LinkStablecoinProviderAccountErrors[keyof LinkStablecoinProviderAccountErrors];

export type LinkStablecoinProviderAccountResponses = {
    201: StablecoinProviderAccount;
};

export type LinkStablecoinProviderAccountResponse = LinkStablecoinProviderAccountResponses[keyof LinkStablecoinProviderAccountResponses];

export type GetStablecoinProviderAccountData = {
    body?: never;
    path: {
        /**
         * Id of a StablecoinProviderAccount. An unknown id, or one of another platform or environment, is `STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND`.
         */
        stablecoinProviderAccountId: string;
    };
    query?: never;
    url: '/2025-10-13/stablecoin-provider-accounts/{stablecoinProviderAccountId}';
};

export type GetStablecoinProviderAccountErrors = {
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND`: No such provider account link. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type GetStablecoinProviderAccountError = GetStablecoinProviderAccountErrors[keyof GetStablecoinProviderAccountErrors];

export type GetStablecoinProviderAccountResponses = {
    200: StablecoinProviderAccount;
};

export type GetStablecoinProviderAccountResponse = GetStablecoinProviderAccountResponses[keyof GetStablecoinProviderAccountResponses];

export type ListStablecoinsData = {
    body?: never;
    path?: never;
    query?: {
        issuanceStatus?: StablecoinIssuanceStatus;
        svcOperationsStatus?: StablecoinSvcOperationsStatus;
        provider?: StablecoinProvider;
        /**
         * The most records in one page.
         */
        limit?: number;
        /**
         * `nextCursor` of the page before. Keep all filters; omit it for the first page.
         */
        cursor?: string;
    };
    url: '/2025-10-13/stablecoins';
};

export type ListStablecoinsErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ListStablecoinsError = ListStablecoinsErrors[keyof ListStablecoinsErrors];

export type ListStablecoinsResponses = {
    200: StablecoinListResponse;
};

export type ListStablecoinsResponse = ListStablecoinsResponses[keyof ListStablecoinsResponses];

export type RegisterStablecoinData = {
    body: StablecoinRegisterRequest;
    headers: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key': string;
    };
    path?: never;
    query?: never;
    url: '/2025-10-13/stablecoins';
};

export type RegisterStablecoinErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    501: Error501;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type RegisterStablecoinError = RegisterStablecoinErrors[keyof RegisterStablecoinErrors];

export type RegisterStablecoinResponses = {
    201: Stablecoin;
};

export type RegisterStablecoinResponse = RegisterStablecoinResponses[keyof RegisterStablecoinResponses];

export type GetStablecoinData = {
    body?: never;
    path: {
        /**
         * Id of a Stablecoin. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        stablecoinId: string;
    };
    query?: never;
    url: '/2025-10-13/stablecoins/{stablecoinId}';
};

export type GetStablecoinErrors = {
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type GetStablecoinError = GetStablecoinErrors[keyof GetStablecoinErrors];

export type GetStablecoinResponses = {
    200: Stablecoin;
};

export type GetStablecoinResponse = GetStablecoinResponses[keyof GetStablecoinResponses];

export type CreateStablecoinMintQuoteData = {
    body: StablecoinMintRequest;
    headers: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key': string;
    };
    path: {
        /**
         * Id of a Stablecoin. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        stablecoinId: string;
    };
    query?: never;
    url: '/2025-10-13/stablecoins/{stablecoinId}/mint-quotes';
};

export type CreateStablecoinMintQuoteErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `TRANSACT`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    501: Error501;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type CreateStablecoinMintQuoteError = CreateStablecoinMintQuoteErrors[keyof CreateStablecoinMintQuoteErrors];

export type CreateStablecoinMintQuoteResponses = {
    201: StablecoinQuote;
};

export type CreateStablecoinMintQuoteResponse = CreateStablecoinMintQuoteResponses[keyof CreateStablecoinMintQuoteResponses];

export type CreateStablecoinBurnQuoteData = {
    body: StablecoinBurnRequest;
    headers: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key': string;
    };
    path: {
        /**
         * Id of a Stablecoin. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        stablecoinId: string;
    };
    query?: never;
    url: '/2025-10-13/stablecoins/{stablecoinId}/burn-quotes';
};

export type CreateStablecoinBurnQuoteErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `TRANSACT`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    501: Error501;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type CreateStablecoinBurnQuoteError = CreateStablecoinBurnQuoteErrors[keyof CreateStablecoinBurnQuoteErrors];

export type CreateStablecoinBurnQuoteResponses = {
    201: StablecoinQuote;
};

export type CreateStablecoinBurnQuoteResponse = CreateStablecoinBurnQuoteResponses[keyof CreateStablecoinBurnQuoteResponses];

export type GetStablecoinQuoteData = {
    body?: never;
    path: {
        /**
         * Id of a StablecoinQuote. An unknown id, or one of another platform or environment, is `QUOTE_NOT_FOUND`.
         */
        stablecoinQuoteId: string;
    };
    query?: never;
    url: '/2025-10-13/stablecoin-quotes/{stablecoinQuoteId}';
};

export type GetStablecoinQuoteErrors = {
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `QUOTE_NOT_FOUND`: No such quote. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type GetStablecoinQuoteError = GetStablecoinQuoteErrors[keyof GetStablecoinQuoteErrors];

export type GetStablecoinQuoteResponses = {
    200: StablecoinQuote;
};

export type GetStablecoinQuoteResponse = GetStablecoinQuoteResponses[keyof GetStablecoinQuoteResponses];

export type ExecuteStablecoinQuoteData = {
    body?: never;
    headers: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key': string;
    };
    path: {
        /**
         * Id of a StablecoinQuote. An unknown id, or one of another platform or environment, is `QUOTE_NOT_FOUND`.
         */
        stablecoinQuoteId: string;
    };
    query?: never;
    url: '/2025-10-13/stablecoin-quotes/{stablecoinQuoteId}/execute';
};

export type ExecuteStablecoinQuoteErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `TRANSACT`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `QUOTE_NOT_FOUND`: No such quote. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ExecuteStablecoinQuoteError = ExecuteStablecoinQuoteErrors[keyof ExecuteStablecoinQuoteErrors];

export type ExecuteStablecoinQuoteResponses = {
    200: StablecoinOperation;
};

export type ExecuteStablecoinQuoteResponse = ExecuteStablecoinQuoteResponses[keyof ExecuteStablecoinQuoteResponses];

export type CreateStablecoinMintData = {
    body: StablecoinMintRequest;
    headers: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key': string;
    };
    path: {
        /**
         * Id of a Stablecoin. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        stablecoinId: string;
    };
    query?: never;
    url: '/2025-10-13/stablecoins/{stablecoinId}/mints';
};

export type CreateStablecoinMintErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `TRANSACT`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    501: Error501;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type CreateStablecoinMintError = CreateStablecoinMintErrors[keyof CreateStablecoinMintErrors];

export type CreateStablecoinMintResponses = {
    201: StablecoinOperation;
};

export type CreateStablecoinMintResponse = CreateStablecoinMintResponses[keyof CreateStablecoinMintResponses];

export type CreateStablecoinBurnData = {
    body: StablecoinBurnRequest;
    headers: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key': string;
    };
    path: {
        /**
         * Id of a Stablecoin. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        stablecoinId: string;
    };
    query?: never;
    url: '/2025-10-13/stablecoins/{stablecoinId}/burns';
};

export type CreateStablecoinBurnErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `TRANSACT`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    501: Error501;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type CreateStablecoinBurnError = CreateStablecoinBurnErrors[keyof CreateStablecoinBurnErrors];

export type CreateStablecoinBurnResponses = {
    201: StablecoinOperation;
};

export type CreateStablecoinBurnResponse = CreateStablecoinBurnResponses[keyof CreateStablecoinBurnResponses];

export type ListStablecoinOperationsData = {
    body?: never;
    path: {
        /**
         * Id of a Stablecoin. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        stablecoinId: string;
    };
    query?: {
        operationType?: StablecoinOperationType;
        /**
         * The most records in one page.
         */
        limit?: number;
        /**
         * `nextCursor` of the page before. Keep all filters; omit it for the first page.
         */
        cursor?: string;
    };
    url: '/2025-10-13/stablecoins/{stablecoinId}/operations';
};

export type ListStablecoinOperationsErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ListStablecoinOperationsError = ListStablecoinOperationsErrors[keyof ListStablecoinOperationsErrors];

export type ListStablecoinOperationsResponses = {
    200: StablecoinOperationListResponse;
};

export type ListStablecoinOperationsResponse = ListStablecoinOperationsResponses[keyof ListStablecoinOperationsResponses];

export type GetStablecoinOperationData = {
    body?: never;
    path: {
        /**
         * Id of a StablecoinOperation. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        stablecoinOperationId: string;
    };
    query?: never;
    url: '/2025-10-13/stablecoin-operations/{stablecoinOperationId}';
};

export type GetStablecoinOperationErrors = {
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type GetStablecoinOperationError = GetStablecoinOperationErrors[keyof GetStablecoinOperationErrors];

export type GetStablecoinOperationResponses = {
    200: StablecoinOperation;
};

export type GetStablecoinOperationResponse = GetStablecoinOperationResponses[keyof GetStablecoinOperationResponses];

export type ListAgentsData = {
    body?: never;
    path?: never;
    query?: {
        customerId?: string;
        isPaused?: boolean;
        isConnected?: boolean;
        createdAfter?: string;
        createdBefore?: string;
        updatedAfter?: string;
        updatedBefore?: string;
        /**
         * The most records in one page.
         */
        limit?: number;
        /**
         * `nextCursor` of the page before. Keep all filters; omit it for the first page.
         */
        cursor?: string;
    };
    url: '/2025-10-13/agents';
};

export type ListAgentsErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ListAgentsError = ListAgentsErrors[keyof ListAgentsErrors];

export type ListAgentsResponses = {
    200: AgentListResponse;
};

export type ListAgentsResponse = ListAgentsResponses[keyof ListAgentsResponses];

export type CreateAgentData = {
    body: AgentCreateRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/2025-10-13/agents';
};

export type CreateAgentErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type CreateAgentError = CreateAgentErrors[keyof CreateAgentErrors];

export type CreateAgentResponses = {
    201: AgentCreateResponse;
};

export type CreateAgentResponse = CreateAgentResponses[keyof CreateAgentResponses];

export type ListAgentApprovalsData = {
    body?: never;
    path?: never;
    query?: {
        agentId?: string;
        customerId?: string;
        startDate?: string;
        endDate?: string;
        /**
         * The most records in one page.
         */
        limit?: number;
        /**
         * `nextCursor` of the page before. Keep all filters; omit it for the first page.
         */
        cursor?: string;
        sortOrder?: 'asc' | 'desc';
    };
    url: '/2025-10-13/agents/approvals';
};

export type ListAgentApprovalsErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ListAgentApprovalsError = ListAgentApprovalsErrors[keyof ListAgentApprovalsErrors];

export type ListAgentApprovalsResponses = {
    200: AgentActionListResponse;
};

export type ListAgentApprovalsResponse = ListAgentApprovalsResponses[keyof ListAgentApprovalsResponses];

export type DeleteAgentData = {
    body?: never;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of an Agent. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        agentId: string;
    };
    query?: never;
    url: '/2025-10-13/agents/{agentId}';
};

export type DeleteAgentErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type DeleteAgentError = DeleteAgentErrors[keyof DeleteAgentErrors];

export type DeleteAgentResponses = {
    204: void;
};

export type DeleteAgentResponse = DeleteAgentResponses[keyof DeleteAgentResponses];

export type GetAgentByIdData = {
    body?: never;
    path: {
        /**
         * Id of an Agent. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        agentId: string;
    };
    query?: never;
    url: '/2025-10-13/agents/{agentId}';
};

export type GetAgentByIdErrors = {
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type GetAgentByIdError = GetAgentByIdErrors[keyof GetAgentByIdErrors];

export type GetAgentByIdResponses = {
    200: Agent;
};

export type GetAgentByIdResponse = GetAgentByIdResponses[keyof GetAgentByIdResponses];

export type UpdateAgentData = {
    body: AgentUpdateRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of an Agent. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        agentId: string;
    };
    query?: never;
    url: '/2025-10-13/agents/{agentId}';
};

export type UpdateAgentErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type UpdateAgentError = UpdateAgentErrors[keyof UpdateAgentErrors];

export type UpdateAgentResponses = {
    200: Agent;
};

export type UpdateAgentResponse = UpdateAgentResponses[keyof UpdateAgentResponses];

export type UpdateAgentPolicyData = {
    body: AgentPolicyUpdateRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of an Agent. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        agentId: string;
    };
    query?: never;
    url: '/2025-10-13/agents/{agentId}/policy';
};

export type UpdateAgentPolicyErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type UpdateAgentPolicyError = UpdateAgentPolicyErrors[keyof UpdateAgentPolicyErrors];

export type UpdateAgentPolicyResponses = {
    200: Agent;
};

export type UpdateAgentPolicyResponse = UpdateAgentPolicyResponses[keyof UpdateAgentPolicyResponses];

export type RegenerateAgentDeviceCodeData = {
    body?: never;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of an Agent. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        agentId: string;
    };
    query?: never;
    url: '/2025-10-13/agents/{agentId}/device-codes';
};

export type RegenerateAgentDeviceCodeErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type RegenerateAgentDeviceCodeError = RegenerateAgentDeviceCodeErrors[keyof RegenerateAgentDeviceCodeErrors];

export type RegenerateAgentDeviceCodeResponses = {
    201: AgentDeviceCode;
};

export type RegenerateAgentDeviceCodeResponse = RegenerateAgentDeviceCodeResponses[keyof RegenerateAgentDeviceCodeResponses];

export type ApproveAgentActionData = {
    body?: never;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of an Agent. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        agentId: string;
        /**
         * Id of an AgentAction. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        actionId: string;
    };
    query?: never;
    url: '/2025-10-13/agents/{agentId}/actions/{actionId}/approve';
};

export type ApproveAgentActionErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `TRANSACT`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    423: Error423;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ApproveAgentActionError = ApproveAgentActionErrors[keyof ApproveAgentActionErrors];

export type ApproveAgentActionResponses = {
    200: AgentAction;
};

export type ApproveAgentActionResponse = ApproveAgentActionResponses[keyof ApproveAgentActionResponses];

export type RejectAgentActionData = {
    body?: AgentActionRejectRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of an Agent. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        agentId: string;
        /**
         * Id of an AgentAction. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        actionId: string;
    };
    query?: never;
    url: '/2025-10-13/agents/{agentId}/actions/{actionId}/reject';
};

export type RejectAgentActionErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `TRANSACT`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type RejectAgentActionError = RejectAgentActionErrors[keyof RejectAgentActionErrors];

export type RejectAgentActionResponses = {
    200: AgentAction;
};

export type RejectAgentActionResponse = RejectAgentActionResponses[keyof RejectAgentActionResponses];

export type GetAgentDeviceCodeStatusData = {
    body?: never;
    path: {
        code: string;
    };
    query?: never;
    url: '/2025-10-13/agents/device-codes/{code}/status';
};

export type GetAgentDeviceCodeStatusErrors = {
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type GetAgentDeviceCodeStatusError = GetAgentDeviceCodeStatusErrors[keyof GetAgentDeviceCodeStatusErrors];

export type GetAgentDeviceCodeStatusResponses = {
    200: AgentDeviceCodeStatusResponse;
};

export type GetAgentDeviceCodeStatusResponse = GetAgentDeviceCodeStatusResponses[keyof GetAgentDeviceCodeStatusResponses];

export type RedeemAgentDeviceCodeData = {
    body?: never;
    path: {
        code: string;
    };
    query?: never;
    url: '/2025-10-13/agents/device-codes/{code}/redeem';
};

export type RedeemAgentDeviceCodeErrors = {
    400: Error400;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    503: Error503;
};

export type RedeemAgentDeviceCodeError = RedeemAgentDeviceCodeErrors[keyof RedeemAgentDeviceCodeErrors];

export type RedeemAgentDeviceCodeResponses = {
    200: AgentDeviceCodeRedeemResponse;
};

export type RedeemAgentDeviceCodeResponse = RedeemAgentDeviceCodeResponses[keyof RedeemAgentDeviceCodeResponses];

export type GetAgentMeData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/2025-10-13/agents/me';
};

export type GetAgentMeErrors = {
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The agent is paused, or its policy does not permit the operation. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type GetAgentMeError = GetAgentMeErrors[keyof GetAgentMeErrors];

export type GetAgentMeResponses = {
    200: Agent;
};

export type GetAgentMeResponse = GetAgentMeResponses[keyof GetAgentMeResponses];

export type AgentListTransactionsData = {
    body?: never;
    path?: never;
    query?: {
        accountIdentifier?: string;
        senderAccountIdentifier?: string;
        receiverAccountIdentifier?: string;
        status?: TransactionStatus;
        type?: TransactionType;
        reference?: string;
        startDate?: string;
        endDate?: string;
        /**
         * The most records in one page.
         */
        limit?: number;
        /**
         * `nextCursor` of the page before. Keep all filters; omit it for the first page.
         */
        cursor?: string;
        sortOrder?: 'asc' | 'desc';
    };
    url: '/2025-10-13/agents/me/transactions';
};

export type AgentListTransactionsErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The agent is paused, or its policy does not permit the operation. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type AgentListTransactionsError = AgentListTransactionsErrors[keyof AgentListTransactionsErrors];

export type AgentListTransactionsResponses = {
    200: TransactionListResponse;
};

export type AgentListTransactionsResponse = AgentListTransactionsResponses[keyof AgentListTransactionsResponses];

export type AgentGetTransactionData = {
    body?: never;
    path: {
        /**
         * Id of a Transaction. An unknown id, or one of another platform or environment, is `TRANSACTION_NOT_FOUND`.
         */
        transactionId: string;
    };
    query?: never;
    url: '/2025-10-13/agents/me/transactions/{transactionId}';
};

export type AgentGetTransactionErrors = {
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The agent is paused, or its policy does not permit the operation. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `TRANSACTION_NOT_FOUND`: No such transaction. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type AgentGetTransactionError = AgentGetTransactionErrors[keyof AgentGetTransactionErrors];

export type AgentGetTransactionResponses = {
    200: TransactionOneOf;
};

export type AgentGetTransactionResponse = AgentGetTransactionResponses[keyof AgentGetTransactionResponses];

export type AgentCreateQuoteData = {
    body: QuoteRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/2025-10-13/agents/me/quotes';
};

export type AgentCreateQuoteErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The agent is paused, or its policy does not permit the operation. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    412: Error412;
    423: Error423;
    424: Error424;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    501: Error501;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type AgentCreateQuoteError = AgentCreateQuoteErrors[keyof AgentCreateQuoteErrors];

export type AgentCreateQuoteResponses = {
    201: Quote;
};

export type AgentCreateQuoteResponse = AgentCreateQuoteResponses[keyof AgentCreateQuoteResponses];

export type AgentGetQuoteData = {
    body?: never;
    path: {
        /**
         * Id of a Quote. An unknown id, or one of another platform or environment, is `QUOTE_NOT_FOUND`.
         */
        quoteId: string;
    };
    query?: never;
    url: '/2025-10-13/agents/me/quotes/{quoteId}';
};

export type AgentGetQuoteErrors = {
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The agent is paused, or its policy does not permit the operation. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `QUOTE_NOT_FOUND`: No such quote. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type AgentGetQuoteError = AgentGetQuoteErrors[keyof AgentGetQuoteErrors];

export type AgentGetQuoteResponses = {
    200: Quote;
};

export type AgentGetQuoteResponse = AgentGetQuoteResponses[keyof AgentGetQuoteResponses];

export type AgentExecuteQuoteData = {
    body?: never;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * The stamp of a signed retry: the signature over `payloadToSign` of the 202 response, made with a key of the wallet.
         */
        'Svc-Wallet-Signature'?: string;
    };
    path: {
        /**
         * Id of a Quote. An unknown id, or one of another platform or environment, is `QUOTE_NOT_FOUND`.
         */
        quoteId: string;
    };
    query?: never;
    url: '/2025-10-13/agents/me/quotes/{quoteId}/execute';
};

export type AgentExecuteQuoteErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The agent is paused, or its policy does not permit the operation. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `QUOTE_NOT_FOUND`: No such quote. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    423: Error423;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type AgentExecuteQuoteError = AgentExecuteQuoteErrors[keyof AgentExecuteQuoteErrors];

export type AgentExecuteQuoteResponses = {
    200: AgentAction;
};

export type AgentExecuteQuoteResponse = AgentExecuteQuoteResponses[keyof AgentExecuteQuoteResponses];

export type AgentListActionsData = {
    body?: never;
    path?: never;
    query?: {
        status?: AgentActionStatus;
        /**
         * The most records in one page.
         */
        limit?: number;
        /**
         * `nextCursor` of the page before. Keep all filters; omit it for the first page.
         */
        cursor?: string;
    };
    url: '/2025-10-13/agents/me/actions';
};

export type AgentListActionsErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The agent is paused, or its policy does not permit the operation. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type AgentListActionsError = AgentListActionsErrors[keyof AgentListActionsErrors];

export type AgentListActionsResponses = {
    200: AgentActionListResponse;
};

export type AgentListActionsResponse = AgentListActionsResponses[keyof AgentListActionsResponses];

export type AgentGetActionData = {
    body?: never;
    path: {
        /**
         * Id of an AgentAction. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        actionId: string;
    };
    query?: never;
    url: '/2025-10-13/agents/me/actions/{actionId}';
};

export type AgentGetActionErrors = {
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The agent is paused, or its policy does not permit the operation. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type AgentGetActionError = AgentGetActionErrors[keyof AgentGetActionErrors];

export type AgentGetActionResponses = {
    200: AgentAction;
};

export type AgentGetActionResponse = AgentGetActionResponses[keyof AgentGetActionResponses];

export type AgentCreateTransferInData = {
    body: TransferInRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/2025-10-13/agents/me/transfer-in';
};

export type AgentCreateTransferInErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The agent is paused, or its policy does not permit the operation. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type AgentCreateTransferInError = AgentCreateTransferInErrors[keyof AgentCreateTransferInErrors];

export type AgentCreateTransferInResponses = {
    201: AgentAction;
};

export type AgentCreateTransferInResponse = AgentCreateTransferInResponses[keyof AgentCreateTransferInResponses];

export type AgentCreateTransferOutData = {
    body: TransferOutRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/2025-10-13/agents/me/transfer-out';
};

export type AgentCreateTransferOutErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The agent is paused, or its policy does not permit the operation. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    501: Error501;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type AgentCreateTransferOutError = AgentCreateTransferOutErrors[keyof AgentCreateTransferOutErrors];

export type AgentCreateTransferOutResponses = {
    201: AgentAction;
};

export type AgentCreateTransferOutResponse = AgentCreateTransferOutResponses[keyof AgentCreateTransferOutResponses];

export type AgentListInternalAccountsData = {
    body?: never;
    path?: never;
    query?: {
        currency?: string;
        type?: InternalAccountType;
        /**
         * The most records in one page.
         */
        limit?: number;
        /**
         * `nextCursor` of the page before. Keep all filters; omit it for the first page.
         */
        cursor?: string;
    };
    url: '/2025-10-13/agents/me/internal-accounts';
};

export type AgentListInternalAccountsErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The agent is paused, or its policy does not permit the operation. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type AgentListInternalAccountsError = AgentListInternalAccountsErrors[keyof AgentListInternalAccountsErrors];

export type AgentListInternalAccountsResponses = {
    200: InternalAccountListResponse;
};

export type AgentListInternalAccountsResponse = AgentListInternalAccountsResponses[keyof AgentListInternalAccountsResponses];

export type AgentListExternalAccountsData = {
    body?: never;
    path?: never;
    query?: {
        currency?: string;
        /**
         * The most records in one page.
         */
        limit?: number;
        /**
         * `nextCursor` of the page before. Keep all filters; omit it for the first page.
         */
        cursor?: string;
    };
    url: '/2025-10-13/agents/me/external-accounts';
};

export type AgentListExternalAccountsErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The agent is paused, or its policy does not permit the operation. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type AgentListExternalAccountsError = AgentListExternalAccountsErrors[keyof AgentListExternalAccountsErrors];

export type AgentListExternalAccountsResponses = {
    200: ExternalAccountListResponse;
};

export type AgentListExternalAccountsResponse = AgentListExternalAccountsResponses[keyof AgentListExternalAccountsResponses];

export type AgentCreateExternalAccountData = {
    body: ExternalAccountCreateRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/2025-10-13/agents/me/external-accounts';
};

export type AgentCreateExternalAccountErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The agent is paused, or its policy does not permit the operation. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    501: Error501;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type AgentCreateExternalAccountError = AgentCreateExternalAccountErrors[keyof AgentCreateExternalAccountErrors];

export type AgentCreateExternalAccountResponses = {
    201: ExternalAccount;
};

export type AgentCreateExternalAccountResponse = AgentCreateExternalAccountResponses[keyof AgentCreateExternalAccountResponses];

export type AgentDeleteExternalAccountData = {
    body?: never;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of an ExternalAccount. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        externalAccountId: string;
    };
    query?: never;
    url: '/2025-10-13/agents/me/external-accounts/{externalAccountId}';
};

export type AgentDeleteExternalAccountErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The agent is paused, or its policy does not permit the operation. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type AgentDeleteExternalAccountError = AgentDeleteExternalAccountErrors[keyof AgentDeleteExternalAccountErrors];

export type AgentDeleteExternalAccountResponses = {
    204: void;
};

export type AgentDeleteExternalAccountResponse = AgentDeleteExternalAccountResponses[keyof AgentDeleteExternalAccountResponses];

export type AgentGetExternalAccountData = {
    body?: never;
    path: {
        /**
         * Id of an ExternalAccount. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        externalAccountId: string;
    };
    query?: never;
    url: '/2025-10-13/agents/me/external-accounts/{externalAccountId}';
};

export type AgentGetExternalAccountErrors = {
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The agent is paused, or its policy does not permit the operation. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type AgentGetExternalAccountError = AgentGetExternalAccountErrors[keyof AgentGetExternalAccountErrors];

export type AgentGetExternalAccountResponses = {
    200: ExternalAccount;
};

export type AgentGetExternalAccountResponse = AgentGetExternalAccountResponses[keyof AgentGetExternalAccountResponses];

export type SendTestWebhookData = {
    body?: never;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/2025-10-13/sandbox/webhooks/test';
};

export type SendTestWebhookErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `TRANSACT`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type SendTestWebhookError = SendTestWebhookErrors[keyof SendTestWebhookErrors];

export type SendTestWebhookResponses = {
    200: TestWebhookResponse;
};

export type SendTestWebhookResponse = SendTestWebhookResponses[keyof SendTestWebhookResponses];

export type GetWebhookPublicKeyData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/2025-10-13/webhooks/public-key';
};

export type GetWebhookPublicKeyErrors = {
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type GetWebhookPublicKeyError = GetWebhookPublicKeyErrors[keyof GetWebhookPublicKeyErrors];

export type GetWebhookPublicKeyResponses = {
    /**
     * P-256 public keys as PEM: the key in use, followed for 24 hours after a rotation by the previous one
     */
    200: string;
};

export type GetWebhookPublicKeyResponse = GetWebhookPublicKeyResponses[keyof GetWebhookPublicKeyResponses];

export type GetWebhookPublicKeyOfPlatformData = {
    body?: never;
    path: {
        /**
         * Id of a Platform. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        platformId: string;
    };
    query?: {
        /**
         * Required if the platform has both environments
         */
        environment?: 'SANDBOX' | 'PRODUCTION';
    };
    url: '/2025-10-13/webhooks/public-key/{platformId}';
};

export type GetWebhookPublicKeyOfPlatformErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    503: Error503;
};

export type GetWebhookPublicKeyOfPlatformError = GetWebhookPublicKeyOfPlatformErrors[keyof GetWebhookPublicKeyOfPlatformErrors];

export type GetWebhookPublicKeyOfPlatformResponses = {
    /**
     * P-256 public keys as PEM: the key in use, followed for 24 hours after a rotation by the previous one
     */
    200: string;
};

export type GetWebhookPublicKeyOfPlatformResponse = GetWebhookPublicKeyOfPlatformResponses[keyof GetWebhookPublicKeyOfPlatformResponses];

export type RotateWebhookPublicKeyData = {
    body?: never;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/2025-10-13/webhooks/public-key/rotate';
};

export type RotateWebhookPublicKeyErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type RotateWebhookPublicKeyError = RotateWebhookPublicKeyErrors[keyof RotateWebhookPublicKeyErrors];

export type RotateWebhookPublicKeyResponses = {
    200: RotatedWebhookKey;
};

export type RotateWebhookPublicKeyResponse = RotateWebhookPublicKeyResponses[keyof RotateWebhookPublicKeyResponses];

export type GetWebhookSecretData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/2025-10-13/webhooks/secret';
};

export type GetWebhookSecretErrors = {
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type GetWebhookSecretError = GetWebhookSecretErrors[keyof GetWebhookSecretErrors];

export type GetWebhookSecretResponses = {
    200: WebhookSecret;
};

export type GetWebhookSecretResponse = GetWebhookSecretResponses[keyof GetWebhookSecretResponses];

export type RotateWebhookSecretData = {
    body?: never;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/2025-10-13/webhooks/secret/rotate';
};

export type RotateWebhookSecretErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type RotateWebhookSecretError = RotateWebhookSecretErrors[keyof RotateWebhookSecretErrors];

export type RotateWebhookSecretResponses = {
    200: WebhookSecret;
};

export type RotateWebhookSecretResponse = RotateWebhookSecretResponses[keyof RotateWebhookSecretResponses];

export type ListWebhookEventsData = {
    body?: never;
    path?: never;
    query?: {
        type?: WebhookEventType;
        status?: WebhookEventStatus;
        resource?: string;
        createdAfter?: string;
        createdBefore?: string;
        /**
         * The most records in one page.
         */
        limit?: number;
        /**
         * `nextCursor` of the page before. Keep all filters; omit it for the first page.
         */
        cursor?: string;
    };
    url: '/2025-10-13/webhooks/events';
};

export type ListWebhookEventsErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ListWebhookEventsError = ListWebhookEventsErrors[keyof ListWebhookEventsErrors];

export type ListWebhookEventsResponses = {
    200: WebhookEventListResponse;
};

export type ListWebhookEventsResponse = ListWebhookEventsResponses[keyof ListWebhookEventsResponses];

export type GetWebhookEventData = {
    body?: never;
    path: {
        /**
         * Id of a Webhook. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        eventId: string;
    };
    query?: never;
    url: '/2025-10-13/webhooks/events/{eventId}';
};

export type GetWebhookEventErrors = {
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type GetWebhookEventError = GetWebhookEventErrors[keyof GetWebhookEventErrors];

export type GetWebhookEventResponses = {
    200: WebhookEventDetails;
};

export type GetWebhookEventResponse = GetWebhookEventResponses[keyof GetWebhookEventResponses];

export type RedeliverWebhookEventData = {
    body?: never;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of a Webhook. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        eventId: string;
    };
    query?: never;
    url: '/2025-10-13/webhooks/events/{eventId}/redeliver';
};

export type RedeliverWebhookEventErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type RedeliverWebhookEventError = RedeliverWebhookEventErrors[keyof RedeliverWebhookEventErrors];

export type RedeliverWebhookEventResponses = {
    200: WebhookEventDetails;
};

export type RedeliverWebhookEventResponse = RedeliverWebhookEventResponses[keyof RedeliverWebhookEventResponses];

export type SignWebhookEventData = {
    body?: never;
    path: {
        /**
         * Id of a Webhook. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        eventId: string;
    };
    query?: never;
    url: '/2025-10-13/webhooks/events/{eventId}/delivery';
};

export type SignWebhookEventErrors = {
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    501: Error501;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type SignWebhookEventError = SignWebhookEventErrors[keyof SignWebhookEventErrors];

export type SignWebhookEventResponses = {
    200: SignedWebhook;
};

export type SignWebhookEventResponse = SignWebhookEventResponses[keyof SignWebhookEventResponses];

export type FollowWebhookEventsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * A cursor of this feed, or the id of an event; if absent, the feed starts with the next event
         */
        after?: string;
        /**
         * The most records in one page.
         */
        limit?: number;
    };
    url: '/2025-10-13/webhooks/feed';
};

export type FollowWebhookEventsErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type FollowWebhookEventsError = FollowWebhookEventsErrors[keyof FollowWebhookEventsErrors];

export type FollowWebhookEventsResponses = {
    200: WebhookFeed;
};

export type FollowWebhookEventsResponse = FollowWebhookEventsResponses[keyof FollowWebhookEventsResponses];

export type SandboxSendData = {
    body: SandboxSendRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/2025-10-13/sandbox/send';
};

export type SandboxSendErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `TRANSACT`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type SandboxSendError = SandboxSendErrors[keyof SandboxSendErrors];

export type SandboxSendResponses = {
    200: TransactionOneOf;
};

export type SandboxSendResponse = SandboxSendResponses[keyof SandboxSendResponses];

export type SandboxDepositData = {
    body: SandboxDepositRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/2025-10-13/sandbox/deposits';
};

export type SandboxDepositErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `TRANSACT`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type SandboxDepositError = SandboxDepositErrors[keyof SandboxDepositErrors];

export type SandboxDepositResponses = {
    200: SandboxDepositResponse;
};

export type SandboxDepositResponse2 = SandboxDepositResponses[keyof SandboxDepositResponses];

export type SandboxFundInternalAccountData = {
    body: SandboxFundRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of an InternalAccount. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        accountId: string;
    };
    query?: never;
    url: '/2025-10-13/sandbox/internal-accounts/{accountId}/fund';
};

export type SandboxFundInternalAccountErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `TRANSACT`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type SandboxFundInternalAccountError = SandboxFundInternalAccountErrors[keyof SandboxFundInternalAccountErrors];

export type SandboxFundInternalAccountResponses = {
    200: InternalAccount;
};

export type SandboxFundInternalAccountResponse = SandboxFundInternalAccountResponses[keyof SandboxFundInternalAccountResponses];

export type GetSandboxClockData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/2025-10-13/sandbox/clock';
};

export type GetSandboxClockErrors = {
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type GetSandboxClockError = GetSandboxClockErrors[keyof GetSandboxClockErrors];

export type GetSandboxClockResponses = {
    200: SandboxClock;
};

export type GetSandboxClockResponse = GetSandboxClockResponses[keyof GetSandboxClockResponses];

export type AdvanceSandboxClockData = {
    body: SandboxAdvanceClockRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/2025-10-13/sandbox/clock/advance';
};

export type AdvanceSandboxClockErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `TRANSACT`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type AdvanceSandboxClockError = AdvanceSandboxClockErrors[keyof AdvanceSandboxClockErrors];

export type AdvanceSandboxClockResponses = {
    200: SandboxClock;
};

export type AdvanceSandboxClockResponse = AdvanceSandboxClockResponses[keyof AdvanceSandboxClockResponses];

export type SandboxSimulateCardAuthorizationData = {
    body: SandboxCardAuthorizationRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of a Card. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        id: string;
    };
    query?: never;
    url: '/2025-10-13/sandbox/cards/{id}/simulate/authorization';
};

export type SandboxSimulateCardAuthorizationErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `TRANSACT`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type SandboxSimulateCardAuthorizationError = SandboxSimulateCardAuthorizationErrors[keyof SandboxSimulateCardAuthorizationErrors];

export type SandboxSimulateCardAuthorizationResponses = {
    202: SandboxCardSimulationResponse;
};

export type SandboxSimulateCardAuthorizationResponse = SandboxSimulateCardAuthorizationResponses[keyof SandboxSimulateCardAuthorizationResponses];

export type SandboxSimulateCardClearingData = {
    body: SandboxCardClearingRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of a Card. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        id: string;
    };
    query?: never;
    url: '/2025-10-13/sandbox/cards/{id}/simulate/clearing';
};

export type SandboxSimulateCardClearingErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `TRANSACT`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type SandboxSimulateCardClearingError = SandboxSimulateCardClearingErrors[keyof SandboxSimulateCardClearingErrors];

export type SandboxSimulateCardClearingResponses = {
    202: SandboxCardSimulationResponse;
};

export type SandboxSimulateCardClearingResponse = SandboxSimulateCardClearingResponses[keyof SandboxSimulateCardClearingResponses];

export type SandboxSimulateCardReturnData = {
    body: SandboxCardReturnRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of a Card. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        id: string;
    };
    query?: never;
    url: '/2025-10-13/sandbox/cards/{id}/simulate/return';
};

export type SandboxSimulateCardReturnErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `TRANSACT`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type SandboxSimulateCardReturnError = SandboxSimulateCardReturnErrors[keyof SandboxSimulateCardReturnErrors];

export type SandboxSimulateCardReturnResponses = {
    202: SandboxCardSimulationResponse;
};

export type SandboxSimulateCardReturnResponse = SandboxSimulateCardReturnResponses[keyof SandboxSimulateCardReturnResponses];

export type SandboxSimulateCardBalanceInquiryData = {
    body: SandboxCardBalanceInquiryRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of a Card. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        id: string;
    };
    query?: never;
    url: '/2025-10-13/sandbox/cards/{id}/simulate/balance_inquiry';
};

export type SandboxSimulateCardBalanceInquiryErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `TRANSACT`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type SandboxSimulateCardBalanceInquiryError = SandboxSimulateCardBalanceInquiryErrors[keyof SandboxSimulateCardBalanceInquiryErrors];

export type SandboxSimulateCardBalanceInquiryResponses = {
    202: SandboxCardSimulationResponse;
};

export type SandboxSimulateCardBalanceInquiryResponse = SandboxSimulateCardBalanceInquiryResponses[keyof SandboxSimulateCardBalanceInquiryResponses];

export type SandboxSimulateCardCreditAuthorizationData = {
    body: SandboxCardAuthorizationRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of a Card. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        id: string;
    };
    query?: never;
    url: '/2025-10-13/sandbox/cards/{id}/simulate/credit_authorization';
};

export type SandboxSimulateCardCreditAuthorizationErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `TRANSACT`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type SandboxSimulateCardCreditAuthorizationError = SandboxSimulateCardCreditAuthorizationErrors[keyof SandboxSimulateCardCreditAuthorizationErrors];

export type SandboxSimulateCardCreditAuthorizationResponses = {
    202: SandboxCardSimulationResponse;
};

export type SandboxSimulateCardCreditAuthorizationResponse = SandboxSimulateCardCreditAuthorizationResponses[keyof SandboxSimulateCardCreditAuthorizationResponses];

export type SandboxSimulateCardFinancialAuthorizationData = {
    body: SandboxCardAuthorizationRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of a Card. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        id: string;
    };
    query?: never;
    url: '/2025-10-13/sandbox/cards/{id}/simulate/financial_authorization';
};

export type SandboxSimulateCardFinancialAuthorizationErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `TRANSACT`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type SandboxSimulateCardFinancialAuthorizationError = SandboxSimulateCardFinancialAuthorizationErrors[keyof SandboxSimulateCardFinancialAuthorizationErrors];

export type SandboxSimulateCardFinancialAuthorizationResponses = {
    202: SandboxCardSimulationResponse;
};

export type SandboxSimulateCardFinancialAuthorizationResponse = SandboxSimulateCardFinancialAuthorizationResponses[keyof SandboxSimulateCardFinancialAuthorizationResponses];

export type SandboxSimulateCardFinancialCreditAuthorizationData = {
    body: SandboxCardAuthorizationRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of a Card. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        id: string;
    };
    query?: never;
    url: '/2025-10-13/sandbox/cards/{id}/simulate/financial_credit_authorization';
};

export type SandboxSimulateCardFinancialCreditAuthorizationErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `TRANSACT`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type SandboxSimulateCardFinancialCreditAuthorizationError = SandboxSimulateCardFinancialCreditAuthorizationErrors[keyof SandboxSimulateCardFinancialCreditAuthorizationErrors];

export type SandboxSimulateCardFinancialCreditAuthorizationResponses = {
    202: SandboxCardSimulationResponse;
};

export type SandboxSimulateCardFinancialCreditAuthorizationResponse = SandboxSimulateCardFinancialCreditAuthorizationResponses[keyof SandboxSimulateCardFinancialCreditAuthorizationResponses];

export type SandboxSimulateCardAuthorizationAdviceData = {
    body: SandboxCardAuthorizationAdviceRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of a Card. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        id: string;
    };
    query?: never;
    url: '/2025-10-13/sandbox/cards/{id}/simulate/authorization_advice';
};

export type SandboxSimulateCardAuthorizationAdviceErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `TRANSACT`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type SandboxSimulateCardAuthorizationAdviceError = SandboxSimulateCardAuthorizationAdviceErrors[keyof SandboxSimulateCardAuthorizationAdviceErrors];

export type SandboxSimulateCardAuthorizationAdviceResponses = {
    202: SandboxCardSimulationResponse;
};

export type SandboxSimulateCardAuthorizationAdviceResponse = SandboxSimulateCardAuthorizationAdviceResponses[keyof SandboxSimulateCardAuthorizationAdviceResponses];

export type SandboxSimulateCardCreditAuthorizationAdviceData = {
    body: SandboxCardAuthorizationRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of a Card. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        id: string;
    };
    query?: never;
    url: '/2025-10-13/sandbox/cards/{id}/simulate/credit_authorization_advice';
};

export type SandboxSimulateCardCreditAuthorizationAdviceErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `TRANSACT`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type SandboxSimulateCardCreditAuthorizationAdviceError = SandboxSimulateCardCreditAuthorizationAdviceErrors[keyof SandboxSimulateCardCreditAuthorizationAdviceErrors];

export type SandboxSimulateCardCreditAuthorizationAdviceResponses = {
    202: SandboxCardSimulationResponse;
};

export type SandboxSimulateCardCreditAuthorizationAdviceResponse = SandboxSimulateCardCreditAuthorizationAdviceResponses[keyof SandboxSimulateCardCreditAuthorizationAdviceResponses];

export type SandboxSimulateCardReturnReversalData = {
    body: SandboxCardTransactionRefRequest;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Id of a Card. An unknown id, or one of another platform or environment, is `REFERENCE_NOT_FOUND`.
         */
        id: string;
    };
    query?: never;
    url: '/2025-10-13/sandbox/cards/{id}/simulate/return_reversal';
};

export type SandboxSimulateCardReturnReversalErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `TRANSACT`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. Read the resource again and decide on its present state. Retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type SandboxSimulateCardReturnReversalError = SandboxSimulateCardReturnReversalErrors[keyof SandboxSimulateCardReturnReversalErrors];

export type SandboxSimulateCardReturnReversalResponses = {
    202: SandboxCardSimulationResponse;
};

export type SandboxSimulateCardReturnReversalResponse = SandboxSimulateCardReturnReversalResponses[keyof SandboxSimulateCardReturnReversalResponses];

export type ListLedgerEntriesData = {
    body?: never;
    path?: never;
    query?: {
        account?: string;
        cause?: string;
        kind?: LedgerEntryKind;
        createdAfter?: string;
        createdBefore?: string;
        /**
         * The most records in one page.
         */
        limit?: number;
        /**
         * `nextCursor` of the page before. Keep all filters; omit it for the first page.
         */
        cursor?: string;
    };
    url: '/2025-10-13/ledger/entries';
};

export type ListLedgerEntriesErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token or an agent that has the permission, in the right environment.
     */
    403: Error403;
    /**
     * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
     */
    405: Error405;
    /**
     * - `RATE_LIMITED`: The token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     */
    500: Error500;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ListLedgerEntriesError = ListLedgerEntriesErrors[keyof ListLedgerEntriesErrors];

export type ListLedgerEntriesResponses = {
    200: LedgerEntryListResponse;
};

export type ListLedgerEntriesResponse = ListLedgerEntriesResponses[keyof ListLedgerEntriesResponses];

export type AgentActionWebhookWebhookPayload = AgentActionWebhook;

export type AgentActionWebhookWebhookRequest = {
    body: AgentActionWebhookWebhookPayload;
    key: 'agent-action';
    path?: never;
    query?: never;
};

export type IncomingPaymentWebhookWebhookPayload = IncomingPaymentWebhook;

export type IncomingPaymentWebhookWebhookRequest = {
    body: IncomingPaymentWebhookWebhookPayload;
    key: 'incoming-payment';
    path?: never;
    query?: never;
};

export type OutgoingPaymentWebhookWebhookPayload = OutgoingPaymentWebhook;

export type OutgoingPaymentWebhookWebhookRequest = {
    body: OutgoingPaymentWebhookWebhookPayload;
    key: 'outgoing-payment';
    path?: never;
    query?: never;
};

export type TestWebhookWebhookPayload = TestWebhookRequest;

export type TestWebhookWebhookRequest = {
    body: TestWebhookWebhookPayload;
    key: 'test-webhook';
    path?: never;
    query?: never;
};

export type BulkUploadWebhookWebhookPayload = BulkUploadWebhook;

export type BulkUploadWebhookWebhookRequest = {
    body: BulkUploadWebhookWebhookPayload;
    key: 'bulk-upload';
    path?: never;
    query?: never;
};

export type InvitationClaimedWebhookWebhookPayload = InvitationClaimedWebhook;

export type InvitationClaimedWebhookWebhookRequest = {
    body: InvitationClaimedWebhookWebhookPayload;
    key: 'invitation-claimed';
    path?: never;
    query?: never;
};

export type CustomerStatusWebhookWebhookPayload = CustomerWebhookWritable;

export type CustomerStatusWebhookWebhookRequest = {
    body: CustomerStatusWebhookWebhookPayload;
    key: 'customer-update';
    path?: never;
    query?: never;
};

export type InternalAccountStatusWebhookWebhookPayload = InternalAccountStatusWebhook;

export type InternalAccountStatusWebhookWebhookRequest = {
    body: InternalAccountStatusWebhookWebhookPayload;
    key: 'internal-account-status';
    path?: never;
    query?: never;
};

export type ExternalAccountStatusWebhookWebhookPayload = ExternalAccountStatusWebhook;

export type ExternalAccountStatusWebhookWebhookRequest = {
    body: ExternalAccountStatusWebhookWebhookPayload;
    key: 'external-account-status';
    path?: never;
    query?: never;
};

export type VerificationStatusWebhookWebhookPayload = VerificationWebhook;

export type VerificationStatusWebhookWebhookRequest = {
    body: VerificationStatusWebhookWebhookPayload;
    key: 'verification-update';
    path?: never;
    query?: never;
};

export type CardStateChangeWebhookWebhookPayload = CardStateChangeWebhook;

export type CardStateChangeWebhookWebhookRequest = {
    body: CardStateChangeWebhookWebhookPayload;
    key: 'card-state-change';
    path?: never;
    query?: never;
};

export type CardFundingSourceChangeWebhookWebhookPayload = CardFundingSourceChangeWebhook;

export type CardFundingSourceChangeWebhookWebhookRequest = {
    body: CardFundingSourceChangeWebhookWebhookPayload;
    key: 'card-funding-source-change';
    path?: never;
    query?: never;
};

export type CardTransactionWebhookWebhookPayload = CardTransactionWebhook;

export type CardTransactionWebhookWebhookRequest = {
    body: CardTransactionWebhookWebhookPayload;
    key: 'card-transaction';
    path?: never;
    query?: never;
};

export type QuoteWebhookWebhookPayload = QuoteWebhook;

export type QuoteWebhookWebhookRequest = {
    body: QuoteWebhookWebhookPayload;
    key: 'quote';
    path?: never;
    query?: never;
};

export type ExceptionWebhookWebhookPayload = ExceptionWebhook;

export type ExceptionWebhookWebhookRequest = {
    body: ExceptionWebhookWebhookPayload;
    key: 'exception';
    path?: never;
    query?: never;
};
