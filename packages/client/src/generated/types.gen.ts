// Generated from the OpenAPI document by `npm run client:write`; do not edit.

export type ClientOptions = {
    baseUrl: `${string}://${string}` | (string & {});
};

export type Webhooks = AgentActionWebhookWebhookRequest | IncomingPaymentWebhookWebhookRequest | OutgoingPaymentWebhookWebhookRequest | TestWebhookWebhookRequest | BulkUploadWebhookWebhookRequest | InvitationClaimedWebhookWebhookRequest | CustomerStatusWebhookWebhookRequest | InternalAccountStatusWebhookWebhookRequest | ExternalAccountStatusWebhookWebhookRequest | VerificationStatusWebhookWebhookRequest | CardStateChangeWebhookWebhookRequest | CardFundingSourceChangeWebhookWebhookRequest | CardTransactionWebhookWebhookRequest | QuoteWebhookWebhookRequest | ExceptionWebhookWebhookRequest | PlatformTermsWebhookWebhookRequest;

export type PlatformConfig = {
    /**
     * Names the platform in both environments. The public keys of its webhooks are found by it.
     */
    readonly id: string;
    /**
     * The domain in force for your customers' UMA addresses; absent if they are at the domain of the host.
     */
    umaDomain?: string;
    /**
     * The domain that you have requested in production and not proven yet. An extension of the API.
     */
    pendingUmaDomain?: PendingUmaDomain;
    /**
     * Part of the contract for services that host subdomains; this version never sets it.
     */
    proxyUmaSubdomain?: string;
    /**
     * Where events are posted to; absent if they are only stored.
     */
    webhookEndpoint?: string;
    /**
     * Since when events are only stored, because the endpoint answered 410; absent if they are sent. Set webhookEndpoint, also to the same address, to send them again.
     */
    webhookPausedAt?: string;
    /**
     * The currencies that your customers can use, with limits. Amounts are in smallest units of each.
     */
    supportedCurrencies: Array<PlatformCurrencyConfig>;
    /**
     * Whether travel-rule data is exchanged for your UMA payments. The operator of the host sets it.
     */
    isRegulatedFinancialInstitution: boolean;
    /**
     * Settings of wallets that customers control; absent if new customers get none.
     */
    embeddedWalletConfig?: EmbeddedWalletConfig;
    /**
     * Texts of the codes that confirm the adding of a card to a phone; absent if none are set.
     */
    cardTokenization2faConfig?: CardTokenization2FaConfig;
    /**
     * Your own fees, which quotes add to those of the service.
     */
    feeConfigs: Array<FeeConfig>;
    /**
     * URI schemes of the platform's apps, such as `com.example.app`. A hosted page leads to an address with one of them, as to `https`. A request replaces the whole list. An extension.
     */
    redirectSchemes: Array<string>;
    /**
     * Where the button of an invitation page leads: an `https` address or one of an app whose scheme is in `redirectSchemes`. `{code}` in it becomes the code of the invitation. Without it the button leads to `umaDomain`. An extension.
     */
    invitationUri?: string;
    /**
     * When the platform was set up in this environment.
     */
    readonly createdAt: string;
    /**
     * When a setting or a secret of the platform last changed.
     */
    readonly updatedAt: string;
};

/**
 * Extension. The domain requested in production. It replaces `umaDomain` once its DNS has this TXT record, which is checked every minute, and every hour after the first hour.
 */
export type PendingUmaDomain = {
    /**
     * In force as `umaDomain` after the proof. Several platforms may request the same one.
     */
    domain: string;
    /**
     * What to publish in DNS as a proof that the domain is yours.
     */
    txtRecord: {
        /**
         * Where to publish the record, such as `_corridor.pay.example`.
         */
        name: string;
        /**
         * A text that the record must contain: the id of the platform.
         */
        value: string;
    };
};

export type PlatformCurrencyConfig = {
    /**
     * A currency that the service supports. Each one may appear once in the list.
     */
    currencyCode: string;
    /**
     * The least that one payment or transfer may move, in smallest units.
     */
    minAmount: number;
    /**
     * The most that one payment or transfer may move, in smallest units.
     */
    maxAmount: number;
    /**
     * What you ask the institution of the payer about its customer when a UMA payment arrives.
     */
    requiredCounterpartyFields: Array<CounterpartyFieldDefinition>;
    /**
     * What the providers of the service require about your customers.
     */
    readonly providerRequiredCustomerFields?: Array<CustomerInfoFieldName>;
    /**
     * What the providers of the service require about the other party.
     */
    readonly providerRequiredCounterpartyCustomerFields?: Array<CustomerInfoFieldName>;
    /**
     * Directions in which your customers may use the currency. An empty list stops new payments in it.
     */
    enabledTransactionTypes: Array<TransactionType>;
};

export type CounterpartyFieldDefinition = {
    /**
     * Which data about the customer the other institution asks for.
     */
    name: CustomerInfoFieldName;
    /**
     * If `true`, a payment without this data is refused; if `false`, it is optional.
     */
    mandatory: boolean;
};

/**
 * Data about a person or business that an institution can require before it takes part in a payment. Those that begin with `FI_` concern the financial institution of the counterparty.
 */
export type CustomerInfoFieldName = 'FULL_NAME' | 'BIRTH_DATE' | 'NATIONALITY' | 'PHONE_NUMBER' | 'EMAIL' | 'POSTAL_ADDRESS' | 'TAX_ID' | 'REGISTRATION_NUMBER' | 'USER_TYPE' | 'COUNTRY_OF_RESIDENCE' | 'ACCOUNT_IDENTIFIER' | 'FI_LEGAL_ENTITY_NAME' | 'FI_ADDRESS' | 'PURPOSE_OF_PAYMENT' | 'ULTIMATE_INSTITUTION_COUNTRY' | 'IDENTIFIER' | 'BUSINESS_TYPE' | 'COMPANY_LEGAL_NAME' | 'ID_TYPE' | 'ID_NUMBER';

/**
 * - `INCOMING`: money for an internal account
 * - `OUTGOING`: money that leaves, or the payment of a quote
 */
export type TransactionType = 'INCOMING' | 'OUTGOING';

export type EmbeddedWalletConfig = {
    /**
     * How messages with one-time codes name the product that the customer logs in to.
     */
    appName?: string;
    /**
     * How many characters a one-time code for a login has; 6 by default.
     */
    otpLength?: number;
    /**
     * Whether one-time codes have letters too; by default they are digits.
     */
    alphanumeric?: boolean;
    /**
     * How long a one-time code can be used; 600 by default.
     */
    expirationSeconds?: number;
    /**
     * The sender that you prefer for emails. Stored; the mail settings of the host decide.
     */
    sendFromEmailAddress?: string;
    /**
     * The display name that you prefer beside that sender. Stored only.
     */
    sendFromEmailSenderName?: string;
    /**
     * Where answers of recipients go to.
     */
    replyToEmailAddress?: string;
    /**
     * Web address of an image that shows your brand.
     */
    logoUrl?: string;
};

export type CardTokenization2FaConfig = {
    /**
     * How the messages name the issuer of the card to the cardholder.
     */
    displayName?: string;
    /**
     * Web address of an image that shows your brand.
     */
    logoUrl?: string;
    /**
     * Texts and sender of codes that go to an email address.
     */
    email?: CardTokenization2FaEmailConfig;
    /**
     * Texts of codes that go to a phone.
     */
    sms?: CardTokenization2FaSmsConfig;
};

export type CardTokenization2FaEmailConfig = {
    /**
     * The sender that the email should have.
     */
    fromAddress?: string;
    /**
     * The display name beside that sender.
     */
    fromName?: string;
    /**
     * Where answers of recipients go to.
     */
    replyToAddress?: string;
    /**
     * The line that mail programs show in their lists.
     */
    subject?: string;
    /**
     * Plain text of the message; it may have several lines.
     */
    bodyText?: string;
};

export type CardTokenization2FaSmsConfig = {
    /**
     * Id of a template at your provider of messages.
     */
    templateSid?: string;
    /**
     * Plain text of the message, in place of a template.
     */
    bodyText?: string;
};

export type FeeConfig = {
    /**
     * Which payments bear it: those that execute a quote. Transfers in one currency have no platform fee.
     */
    feeType: FeeType;
    /**
     * Payments that are sent in this currency bear the fee. Must be `USD`.
     */
    sourceCurrency: string;
    /**
     * The proportional part in basis points: 50 is 0.5 % of what remains after the fixed fees.
     */
    variableFeeBps: number;
    /**
     * The part that does not depend on the amount. Its currency is `sourceCurrency`.
     */
    fixedFee: FixedFee;
};

export type FeeType = 'CROSS_CURRENCY_TRANSACTION';

export type FixedFee = {
    /**
     * In smallest units, charged once for each payment whatever its size; 0 for none.
     */
    amount: number;
    /**
     * Code of the currency in which the payment is sent.
     */
    currency: string;
};

export type PlatformConfigUpdateRequest = {
    /**
     * The domain of your customers' UMA addresses, with its port if it is not the usual one. In force at once in the sandbox; in production once DNS proves it, see `pendingUmaDomain`. `null` returns to the domain of the host.
     */
    umaDomain?: string | null;
    /**
     * Web address to which events are posted; `https` in production. Another address than before gets a `TEST` event. With `null`, events are stored and not sent.
     */
    webhookEndpoint?: string | null;
    /**
     * Replaces the whole list. A new currency opens an internal account of the platform in it.
     */
    supportedCurrencies?: Array<PlatformCurrencyConfig>;
    /**
     * If set, new customers get embedded wallets in the currencies that have them. Members are merged into the present settings; `null` unsets all of them.
     */
    embeddedWalletConfig?: EmbeddedWalletConfig | null;
    /**
     * Texts of the codes that confirm the adding of a card to a phone. Stored for card issuers that send them. Members are merged into the present settings; `null` unsets all of them.
     */
    cardTokenization2faConfig?: CardTokenization2FaConfig | null;
    /**
     * Your own fees. An entry replaces the one with the same type and source currency, or is added.
     */
    feeConfigs?: Array<FeeConfig>;
    /**
     * URI schemes of the platform's apps, such as `com.example.app`. A hosted page leads to an address with one of them, as to `https`. A request replaces the whole list. An extension.
     */
    redirectSchemes?: Array<string>;
    /**
     * Where the button of an invitation page leads: an `https` address or one of an app whose scheme is in `redirectSchemes`. `{code}` in it becomes the code of the invitation. Without it the button leads to `umaDomain`. An extension.
     */
    invitationUri?: string | null;
};

export type ExchangeRateListResponse = {
    /**
     * One row for each pair of currencies and way of delivery. Pairs without a rate are left out.
     */
    data: Array<ExchangeRate>;
};

export type ExchangeRate = {
    /**
     * What the payer sends. Fees and the sending amounts are in it.
     */
    sourceCurrency: Currency;
    /**
     * The amount of the request, in smallest units, fees included.
     */
    sendingAmount: number;
    /**
     * The least that a quote may send: limits of platform and corridor.
     */
    minSendingAmount: number;
    /**
     * The most that a quote may send: limits of platform and corridor.
     */
    maxSendingAmount: number;
    /**
     * What the receiver gets. `receivingAmount` is in it.
     */
    destinationCurrency: Currency;
    /**
     * How a bank delivers it. Absent for a cryptocurrency, which has `destinationCryptoNetwork` instead.
     */
    destinationPaymentRail?: PaymentRail;
    /**
     * The chain that delivers a cryptocurrency; its network fee is not included. An extension of the API.
     */
    destinationCryptoNetwork?: string;
    /**
     * What arrives for `sendingAmount`; 0 if that does not cover the fees.
     */
    receivingAmount: number;
    /**
     * Receiving smallest units for one sending smallest unit, on the amount net of fees. It includes the spread.
     */
    exchangeRate: number;
    /**
     * In smallest units of the source currency, for `sendingAmount`.
     */
    fees: ExchangeRateFees;
    /**
     * When the source of the rate was last read, so that you see how old it is.
     */
    updatedAt: string;
};

export type Currency = {
    /**
     * ISO 4217, or the ticker of a cryptocurrency, such as `USD` or `BTC`.
     */
    code: string;
    /**
     * In English, for display.
     */
    name: string;
    /**
     * The sign to print beside an amount, such as `$`.
     */
    symbol: string;
    /**
     * How many digits of an amount are behind the decimal point: with 2, 1234 means 12.34.
     */
    decimals: number;
};

/**
 * The payment scheme of a bank account or mobile wallet. Wallets on chains have none.
 */
export type PaymentRail = 'ACH' | 'ACH_COLOMBIA' | 'BANK_TRANSFER' | 'BRE_B' | 'CIPS' | 'FAST' | 'FASTER_PAYMENTS' | 'FEDNOW' | 'INSTAPAY' | 'MOBILE_MONEY' | 'NEFT' | 'PAYNOW' | 'PESONET' | 'PIX' | 'RTGS' | 'RTP' | 'SEPA' | 'SEPA_INSTANT' | 'SPEI' | 'SWIFT' | 'UNIONPAY' | 'UPI' | 'WIRE';

export type ExchangeRateFees = {
    /**
     * The part that does not depend on the amount, of the platform and the service.
     */
    fixed: number;
    /**
     * All that is deducted from `sendingAmount`: the fixed part and the variable ones.
     */
    total: number;
};

export type DiscoveryListResponse = {
    /**
     * All matches, ordered by country, currency and display name.
     */
    data: Array<{
        /**
         * The value for `accountInfo.bankName`, or for `accountInfo.provider` of a mobile wallet.
         */
        bankName: string;
        /**
         * The name to show to a customer who chooses the institution.
         */
        displayName: string;
        /**
         * ISO 3166-1 alpha-2 code.
         */
        country: string;
        /**
         * ISO 4217 code of what accounts there are paid in.
         */
        currency: string;
    }>;
};

export type VaspListResponse = {
    /**
     * The institutions of this page, ordered by name.
     */
    data: Array<Vasp>;
    /**
     * Whether another page follows.
     */
    hasMore: boolean;
    /**
     * Pass it as `cursor` to read the next page; absent on the last one.
     */
    nextCursor?: string;
};

export type Vasp = {
    /**
     * The value for `accountInfo.vaspName` of a wallet that this institution keeps.
     */
    vaspName: string;
    /**
     * Its web site, if the directory of the host has one.
     */
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
    /**
     * Names the token in this API. It is also accepted as the username in place of `clientId`.
     */
    id: string;
    /**
     * The label that was chosen when the token was created.
     */
    name: string;
    /**
     * What requests with this token may do. They cannot be changed.
     */
    permissions: Array<Permission>;
    /**
     * The username of HTTP Basic authentication.
     */
    clientId: string;
    /**
     * The password of HTTP Basic authentication. Only in the response that creates the token.
     */
    clientSecret?: string;
    /**
     * When the token was issued, in the time of the platform.
     */
    createdAt: string;
    /**
     * The same as `createdAt`: a token never changes.
     */
    updatedAt: string;
};

/**
 * - `VIEW`: reading
 * - `TRANSACT`: moving money; includes `VIEW`
 * - `MANAGE`: changing records, settings and tokens; includes `VIEW`, but not `TRANSACT`
 */
export type Permission = 'VIEW' | 'TRANSACT' | 'MANAGE';

export type ApiTokenCreateRequest = {
    /**
     * A label that tells people what uses the token. It need not be unique.
     */
    name: string;
    /**
     * What the token may do; none that the calling token lacks.
     */
    permissions: Array<Permission>;
};

/**
 * - `INDIVIDUAL`: a person, who is verified by KYC
 * - `BUSINESS`: a company or other organization, which is verified by KYB with its beneficial owners
 */
export type CustomerType = 'INDIVIDUAL' | 'BUSINESS';

/**
 * - `UNVERIFIED`: reserved; records of this service are `PENDING` from their creation
 * - `PENDING`: not decided: not submitted yet, or under review; `APPROVED`, `REJECTED` or `HOLD` follows
 * - `APPROVED`: verified, so the customer can move money; final, and kept while a change of the identity is reviewed
 * - `REJECTED`: refused by the verification; final, so a further attempt needs a new record
 * - `HOLD`: the reviewer asks for more data: correct it and submit the customer again, which leads back to `PENDING`
 */
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
    /**
     * `Customer:` and a UUID.
     */
    readonly id: string;
    /**
     * Your own id of the customer, unique among your customers that are not deleted.
     */
    platformCustomerId: string;
    /**
     * Your own id of the customer's account. The service stores and shows it without interpreting it.
     */
    platformAccountId?: string;
    /**
     * Your own note. The service stores and shows it without interpreting it.
     */
    description?: string;
    /**
     * Country whose rules apply to the customer: two letters (ISO 3166-1 alpha-2). Default: the country of `address`. Customers in the European Economic Area must verify their contacts and confirm payments.
     */
    region?: string;
    /**
     * Currencies that the platform named, or all of the platform at that time. Each has an internal account.
     */
    currencies?: Array<string>;
    /**
     * Address that receives codes and signs in to an Embedded Wallet.
     */
    email?: string;
    /**
     * E.164: `+`, country code and number, such as `+15555550123`. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Universal Money Address that receives payments, `$name@domain` in lower case.
     */
    umaAddress: string;
    /**
     * Where an individual lives or a business is registered. A verification requires it.
     */
    address?: Address;
    /**
     * Acceptance of the terms of use for end users. Some platforms need it before money moves.
     */
    endUserTermsConsent?: EndUserTermsConsent;
    /**
     * Present if the region requires verified contacts, as in the European Economic Area.
     */
    contactVerification?: ContactVerification;
    /**
     * Whether the customer is verified. It must be `APPROVED` before money leaves an account.
     */
    kycStatus: KycStatus;
    /**
     * `true` after `deleteCustomerById`. The record stays, so that payments can name it.
     */
    isDeleted: boolean;
    /**
     * When the platform created the customer.
     */
    createdAt: string;
    /**
     * When the record last changed.
     */
    updatedAt: string;
    /**
     * Given and family names as in the identity document. Its last three characters decide a verification in the sandbox.
     */
    fullName?: string;
    /**
     * `YYYY-MM-DD`, in the past. A verification requires an age of 18 years.
     */
    birthDate?: string;
    /**
     * Citizenship: two letters (ISO 3166-1 alpha-2).
     */
    nationality?: string;
    /**
     * Kind of tax number that `identifier` contains.
     */
    idType?: IdentificationType;
    /**
     * Country that issued `identifier`: two letters (ISO 3166-1 alpha-2).
     */
    countryOfIssuance?: string;
    /**
     * Where the money to be moved comes from. Due diligence answers go to the KYC provider.
     */
    sourceOfFundsCategories?: Array<IndividualSourceOfFundsCategory>;
    /**
     * Explains the source of the money if it is `OTHER`.
     */
    sourceOfFundsOtherDescription?: string;
    /**
     * Where the total assets come from.
     */
    sourceOfWealthCategories?: Array<SourceOfWealthCategory>;
    /**
     * Explains the source of the assets if `OTHER`.
     */
    sourceOfWealthOtherDescription?: string;
    /**
     * What the account is used for, as the customer answered.
     */
    purposeOfAccount?: PurposeOfAccount;
    /**
     * Says in words what `OTHER` means.
     */
    purposeOfAccountOtherDescription?: string;
    /**
     * How many payments the customer expects in one month.
     */
    expectedMonthlyTransactionCount?: ExpectedMonthlyTransactionCount;
    /**
     * How much money the customer expects to move in one month.
     */
    expectedMonthlyTransactionVolume?: ExpectedMonthlyTransactionVolume;
    /**
     * Income of one year, as the customer answered.
     */
    annualIncomeRange?: AnnualIncomeRange;
    /**
     * Assets minus debts, as the customer answered.
     */
    netWorthRange?: NetWorthRange;
    /**
     * Whether the customer is a politically exposed person (PEP).
     */
    pepStatus?: PepStatus;
};

/**
 * A postal address. It is always replaced as a whole.
 */
export type Address = {
    /**
     * Street and number, or post office box.
     */
    line1: string;
    /**
     * Flat, floor or building.
     */
    line2?: string;
    /**
     * Town or locality.
     */
    city?: string;
    /**
     * State, province or region, such as `CA`.
     */
    state?: string;
    /**
     * ZIP or postcode as written in the country. It may be empty or absent in a country without postal codes, and is then empty in answers.
     */
    postalCode: string;
    /**
     * Country of the address: two letters (ISO 3166-1 alpha-2).
     */
    country: string;
};

export type EndUserTermsConsent = {
    /**
     * When the customer accepted, as the platform reported it.
     */
    acceptedAt: string;
    /**
     * Address from which the customer accepted, IPv4 or IPv6.
     */
    ipAddress: string;
    /**
     * `version` of `GET /customers/end-user-terms` that the customer saw, or an earlier one.
     */
    termsVersion: string;
    /**
     * How the customer accepted.
     */
    acceptanceMethod: EndUserTermsAcceptanceMethod;
};

/**
 * - `CHECKBOX`: the customer ticked a box beside the terms
 * - `CLICK_TO_ACCEPT`: the customer clicked a button that accepts the terms
 */
export type EndUserTermsAcceptanceMethod = 'CHECKBOX' | 'CLICK_TO_ACCEPT';

/**
 * The contact channels that the provider requires to be verified
 */
export type ContactVerification = {
    /**
     * Present if the email address must be verified.
     */
    email?: ContactVerificationStatus;
    /**
     * Present if the phone number must be verified.
     */
    phone?: ContactVerificationStatus;
};

/**
 * - `PENDING`: not confirmed yet: send a code and confirm it
 * - `VERIFIED`: confirmed with a code; another address or number leads back to `PENDING`
 */
export type ContactVerificationStatus = 'PENDING' | 'VERIFIED';

/**
 * - `SSN`: United States social security number: nine digits, as in `123-45-6789`
 * - `ITIN`: United States taxpayer identification number of a person: nine digits that begin with 9, as in `912-34-5678`
 * - `EIN`: United States employer identification number: nine digits, as in `12-3456789`
 * - `NON_US_TAX_ID`: tax number of another country, which `countryOfIssuance` names
 */
export type IdentificationType = 'SSN' | 'ITIN' | 'EIN' | 'NON_US_TAX_ID';

/**
 * Where the money that a person moves comes from. Explain `OTHER` in `sourceOfFundsOtherDescription`.
 */
export type IndividualSourceOfFundsCategory = 'SALARY' | 'SELF_EMPLOYMENT_INCOME' | 'INVESTMENT_INCOME' | 'PENSION' | 'RENTAL_INCOME' | 'GIFT' | 'INHERITANCE' | 'LOAN' | 'SAVINGS' | 'SALE_OF_ASSETS' | 'OTHER';

/**
 * Where a person's total assets come from. Explain `OTHER` in `sourceOfWealthOtherDescription`.
 */
export type SourceOfWealthCategory = 'SALARY' | 'BUSINESS_INCOME' | 'INVESTMENTS' | 'INHERITANCE' | 'PROPERTY_SALE' | 'GIFT' | 'RETIREMENT' | 'SAVINGS' | 'OTHER';

/**
 * What the customer mainly uses its accounts for. Explain `OTHER` in `purposeOfAccountOtherDescription`.
 */
export type PurposeOfAccount = 'CONTRACTOR_PAYOUTS' | 'CREATOR_PAYOUTS' | 'EMPLOYEE_PAYOUTS' | 'MARKETPLACE_SELLER_PAYOUTS' | 'SUPPLIER_PAYMENTS' | 'CROSS_BORDER_B2B' | 'AR_AUTOMATION' | 'AP_AUTOMATION' | 'EMBEDDED_PAYMENTS' | 'PLATFORM_FEE_COLLECTION' | 'P2P_TRANSFERS' | 'CHARITABLE_DONATIONS' | 'OTHER';

/**
 * A range of payments in one month.
 */
export type ExpectedMonthlyTransactionCount = 'COUNT_UNDER_10' | 'COUNT_10_TO_100' | 'COUNT_100_TO_500' | 'COUNT_500_TO_1000' | 'COUNT_OVER_1000';

/**
 * A range of the money moved in one month; `K` means thousands and `M` millions.
 */
export type ExpectedMonthlyTransactionVolume = 'VOLUME_UNDER_10K' | 'VOLUME_10K_TO_100K' | 'VOLUME_100K_TO_1M' | 'VOLUME_1M_TO_10M' | 'VOLUME_OVER_10M';

/**
 * A range of the income in one year; `K` means thousands and `M` millions.
 */
export type AnnualIncomeRange = 'UNDER_50K' | 'RANGE_50K_100K' | 'RANGE_100K_250K' | 'RANGE_250K_1M' | 'OVER_1M';

/**
 * A range of assets minus debts; `K` means thousands and `M` millions.
 */
export type NetWorthRange = 'UNDER_100K' | 'RANGE_100K_500K' | 'RANGE_500K_1M' | 'RANGE_1M_5M' | 'RANGE_5M_25M' | 'OVER_25M';

/**
 * - `NONE`: not a politically exposed person
 * - `DOMESTIC`: holds a prominent public function in the customer's own country
 * - `FOREIGN`: holds a prominent public function in another country
 * - `HIO`: is a leader of an international organization
 * - `FAMILY_OR_ASSOCIATE`: is a relative or close associate of a politically exposed person
 */
export type PepStatus = 'NONE' | 'DOMESTIC' | 'FOREIGN' | 'HIO' | 'FAMILY_OR_ASSOCIATE';

export type BusinessCustomer = {
    customerType: 'BUSINESS';
    /**
     * `Customer:` and a UUID.
     */
    readonly id: string;
    /**
     * Your own id of the customer, unique among your customers that are not deleted.
     */
    platformCustomerId: string;
    /**
     * Your own id of the customer's account. The service stores and shows it without interpreting it.
     */
    platformAccountId?: string;
    /**
     * Your own note. The service stores and shows it without interpreting it.
     */
    description?: string;
    /**
     * Country whose rules apply to the customer: two letters (ISO 3166-1 alpha-2). Default: the country of `address`. Customers in the European Economic Area must verify their contacts and confirm payments.
     */
    region?: string;
    /**
     * Currencies that the platform named, or all of the platform at that time. Each has an internal account.
     */
    currencies?: Array<string>;
    /**
     * Address that receives codes and signs in to an Embedded Wallet.
     */
    email?: string;
    /**
     * E.164: `+`, country code and number, such as `+15555550123`. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Universal Money Address that receives payments, `$name@domain` in lower case.
     */
    umaAddress: string;
    /**
     * Where an individual lives or a business is registered. A verification requires it.
     */
    address?: Address;
    /**
     * Acceptance of the terms of use for end users. Some platforms need it before money moves.
     */
    endUserTermsConsent?: EndUserTermsConsent;
    /**
     * Present if the region requires verified contacts, as in the European Economic Area.
     */
    contactVerification?: ContactVerification;
    /**
     * Whether the customer is verified. It must be `APPROVED` before money leaves an account.
     */
    kycStatus: KycStatus;
    /**
     * `true` after `deleteCustomerById`. The record stays, so that payments can name it.
     */
    isDeleted: boolean;
    /**
     * When the platform created the customer.
     */
    createdAt: string;
    /**
     * When the record last changed.
     */
    updatedAt: string;
    /**
     * The same value as `kycStatus`.
     */
    kybStatus: KybStatus;
    /**
     * Registration and activity of the business.
     */
    businessInfo: BusinessInfoResponse;
    /**
     * Oldest first. Present in the response of `getCustomerById` only.
     */
    beneficialOwners?: Array<BeneficialOwner>;
};

/**
 * - `UNVERIFIED`: reserved; records of this service are `PENDING` from their creation
 * - `PENDING`: not decided: not submitted yet, or under review; `APPROVED`, `REJECTED` or `HOLD` follows
 * - `APPROVED`: verified, so the customer can move money; final, and kept while a change of the identity is reviewed
 * - `REJECTED`: refused by the verification; final, so a further attempt needs a new record
 * - `HOLD`: the reviewer asks for more data: correct it and submit the customer again, which leads back to `PENDING`
 */
export type KybStatus = 'UNVERIFIED' | 'PENDING' | 'APPROVED' | 'REJECTED' | 'HOLD';

/**
 * The legal form of a business.
 */
export type EntityType = 'SOLE_PROPRIETORSHIP' | 'PARTNERSHIP' | 'LLC' | 'CORPORATION' | 'S_CORPORATION' | 'NON_PROFIT' | 'PUBLICLY_LISTED_COMPANY' | 'TRUST' | 'PRIVATE_FOUNDATION' | 'CHARITY' | 'OTHER';

/**
 * The industry of a business, by the sectors of the North American Industry Classification System (NAICS).
 */
export type BusinessType = 'AGRICULTURE_FORESTRY_FISHING_AND_HUNTING' | 'MINING_QUARRYING_AND_OIL_AND_GAS_EXTRACTION' | 'UTILITIES' | 'CONSTRUCTION' | 'MANUFACTURING' | 'WHOLESALE_TRADE' | 'RETAIL_TRADE' | 'TRANSPORTATION_AND_WAREHOUSING' | 'INFORMATION' | 'FINANCE_AND_INSURANCE' | 'REAL_ESTATE_AND_RENTAL_AND_LEASING' | 'PROFESSIONAL_SCIENTIFIC_AND_TECHNICAL_SERVICES' | 'MANAGEMENT_OF_COMPANIES_AND_ENTERPRISES' | 'ADMINISTRATIVE_AND_SUPPORT_AND_WASTE_MANAGEMENT_AND_REMEDIATION_SERVICES' | 'EDUCATIONAL_SERVICES' | 'HEALTH_CARE_AND_SOCIAL_ASSISTANCE' | 'ARTS_ENTERTAINMENT_AND_RECREATION' | 'ACCOMMODATION_AND_FOOD_SERVICES' | 'OTHER_SERVICES' | 'PUBLIC_ADMINISTRATION';

/**
 * Where the money that a business moves comes from. Explain `OTHER` in `sourceOfFundsOtherDescription`.
 */
export type SourceOfFundsCategory = 'OPERATING_REVENUE' | 'INVESTMENT_INCOME' | 'LOANS' | 'VENTURE_CAPITAL' | 'PERSONAL_SAVINGS' | 'DONATIONS' | 'OTHER';

export type BusinessInfoResponse = {
    /**
     * Registered name, as in the documents of the business.
     */
    legalName: string;
    /**
     * Trade name, if it differs from the registered one.
     */
    doingBusinessAs?: string;
    /**
     * Country of registration: two letters (ISO 3166-1 alpha-2). Default: that of the address.
     */
    country?: string;
    /**
     * Number in the companies register. Its last three characters decide a verification in the sandbox.
     */
    registrationNumber?: string;
    /**
     * Day of foundation, `YYYY-MM-DD`, in the past.
     */
    incorporatedOn?: string;
    /**
     * Legal form. A verification requires it.
     */
    entityType?: EntityType;
    /**
     * Tax number; nine digits (EIN) if `country` is `US`. It is stored encrypted and in no webhook.
     */
    taxId?: string;
    /**
     * Where the business is active: each two letters (ISO 3166-1 alpha-2).
     */
    countriesOfOperation?: Array<string>;
    /**
     * Industry. Providers of some currencies require it.
     */
    businessType?: BusinessType;
    /**
     * What the account is used for, as the customer answered.
     */
    purposeOfAccount?: PurposeOfAccount;
    /**
     * Where the money comes from, in the words of the business.
     */
    sourceOfFunds?: string;
    /**
     * How many payments the customer expects in one month.
     */
    expectedMonthlyTransactionCount?: ExpectedMonthlyTransactionCount;
    /**
     * How much money the customer expects to move in one month.
     */
    expectedMonthlyTransactionVolume?: ExpectedMonthlyTransactionVolume;
    /**
     * Where money is sent to: each two letters (ISO 3166-1 alpha-2).
     */
    expectedRecipientJurisdictions?: Array<string>;
    /**
     * Industry as 2 to 6 digits of the North American Industry Classification System.
     */
    naicsCode?: string;
    /**
     * Where the money to be moved comes from. Due diligence answers go to the KYC provider.
     */
    sourceOfFundsCategories?: Array<SourceOfFundsCategory>;
    /**
     * Explains the source of the money if it is `OTHER`.
     */
    sourceOfFundsOtherDescription?: string;
    /**
     * Says in words what `OTHER` means.
     */
    purposeOfAccountOtherDescription?: string;
    /**
     * Where payers and payees of the business are: each two letters (ISO 3166-1 alpha-2).
     */
    expectedCounterpartyCountries?: Array<string>;
    /**
     * Given name of the person to ask about the business.
     */
    primaryContactFirstName?: string;
    /**
     * Family name of the person to ask about the business.
     */
    primaryContactLastName?: string;
};

export type BeneficialOwner = {
    /**
     * `BeneficialOwner:` and a UUID.
     */
    id: string;
    /**
     * The business that the person owns or controls.
     */
    customerId: string;
    /**
     * What the person is in the business: one role or several.
     */
    roles: Array<BeneficialOwnerRole>;
    /**
     * Share in percent, with up to four decimal places. All shares of a business must not exceed 100.
     */
    ownershipPercentage: number;
    /**
     * Who the owner is, without the tax number.
     */
    personalInfo: BeneficialOwnerPersonalInfo;
    /**
     * Verification of this person: `PENDING`, `APPROVED` or `REJECTED`.
     */
    kycStatus: KycStatus;
    /**
     * When the owner was added.
     */
    createdAt: string;
    /**
     * When the record last changed.
     */
    updatedAt?: string;
};

/**
 * - `UBO`: ultimate beneficial owner: owns the business directly or through others
 * - `DIRECTOR`: member of the board
 * - `COMPANY_OFFICER`: officer, such as a chief executive or treasurer
 * - `CONTROL_PERSON`: directs the business; a verification requires at least one
 * - `TRUSTEE`: manages the assets of a trust
 * - `GENERAL_PARTNER`: manages a partnership and is liable for it
 */
export type BeneficialOwnerRole = 'UBO' | 'DIRECTOR' | 'COMPANY_OFFICER' | 'CONTROL_PERSON' | 'TRUSTEE' | 'GENERAL_PARTNER';

export type BeneficialOwnerPersonalInfo = {
    /**
     * Given name, as in the identity document.
     */
    firstName: string;
    /**
     * Family name, as in the identity document. Its last three characters decide on the owner in the sandbox.
     */
    lastName: string;
    /**
     * `YYYY-MM-DD`, in the past.
     */
    birthDate: string;
    /**
     * Citizenship: two letters (ISO 3166-1 alpha-2).
     */
    nationality: string;
    /**
     * Where the owner lives.
     */
    address: Address;
    /**
     * Further given names, as in the identity document.
     */
    middleName?: string;
    /**
     * For the KYC provider. The service sends no codes to it.
     */
    email?: string;
    /**
     * E.164: `+`, country code and number, such as `+15555550123`. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Country that issued `identifier`: two letters (ISO 3166-1 alpha-2).
     */
    countryOfIssuance?: string;
    /**
     * Kind of tax number that `identifier` contains.
     */
    idType: IdentificationType;
};

export type CustomerCreateRequestOneOf = ({
    customerType: 'INDIVIDUAL';
} & IndividualCustomerCreateRequest) | ({
    customerType: 'BUSINESS';
} & BusinessCustomerCreateRequest);

/**
 * A person. Only `customerType` is required.
 */
export type IndividualCustomerCreateRequest = {
    customerType: 'INDIVIDUAL';
    /**
     * Your own id of the customer, unique among your customers that are not deleted. Default: the UUID of `id`.
     */
    platformCustomerId?: string;
    /**
     * Country whose rules apply to the customer: two letters (ISO 3166-1 alpha-2). Default: the country of `address`. Customers in the European Economic Area must verify their contacts and confirm payments.
     */
    region?: string;
    /**
     * Your own id of the customer's account. The service stores and shows it without interpreting it.
     */
    platformAccountId?: string;
    /**
     * Your own note. The service stores and shows it without interpreting it.
     */
    description?: string;
    /**
     * Currencies in which the customer has an internal account. An empty list, like none, means all currencies of the platform.
     */
    currencies?: Array<string>;
    /**
     * Address that receives codes and signs in to an Embedded Wallet.
     */
    email?: string;
    /**
     * E.164: `+`, country code and number, such as `+15555550123`. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Universal Money Address, `$name@domain`; case does not matter. The domain is that of the platform or of the host. A new customer without one gets an address made from its name.
     */
    umaAddress?: string;
    /**
     * Acceptance of the terms of use for end users. Some platforms need it before money moves.
     */
    endUserTermsConsent?: EndUserTermsConsentRequest;
    /**
     * Where an individual lives or a business is registered. A verification requires it.
     */
    address?: Address;
    /**
     * Ignored: a verification decides it.
     */
    kycStatus?: KycStatus;
    /**
     * Given and family names as in the identity document. Its last three characters decide a verification in the sandbox.
     */
    fullName?: string;
    /**
     * `YYYY-MM-DD`, in the past. A verification requires an age of 18 years.
     */
    birthDate?: string;
    /**
     * Citizenship: two letters (ISO 3166-1 alpha-2).
     */
    nationality?: string;
    /**
     * Kind of tax number that `identifier` contains.
     */
    idType?: IdentificationType;
    /**
     * Country that issued `identifier`: two letters (ISO 3166-1 alpha-2).
     */
    countryOfIssuance?: string;
    /**
     * Where the money to be moved comes from. Due diligence answers go to the KYC provider.
     */
    sourceOfFundsCategories?: Array<IndividualSourceOfFundsCategory>;
    /**
     * Explains the source of the money if it is `OTHER`.
     */
    sourceOfFundsOtherDescription?: string;
    /**
     * Where the total assets come from.
     */
    sourceOfWealthCategories?: Array<SourceOfWealthCategory>;
    /**
     * Explains the source of the assets if `OTHER`.
     */
    sourceOfWealthOtherDescription?: string;
    /**
     * What the account is used for, as the customer answered.
     */
    purposeOfAccount?: PurposeOfAccount;
    /**
     * Says in words what `OTHER` means.
     */
    purposeOfAccountOtherDescription?: string;
    /**
     * How many payments the customer expects in one month.
     */
    expectedMonthlyTransactionCount?: ExpectedMonthlyTransactionCount;
    /**
     * How much money the customer expects to move in one month.
     */
    expectedMonthlyTransactionVolume?: ExpectedMonthlyTransactionVolume;
    /**
     * Income of one year, as the customer answered.
     */
    annualIncomeRange?: AnnualIncomeRange;
    /**
     * Assets minus debts, as the customer answered.
     */
    netWorthRange?: NetWorthRange;
    /**
     * Whether the customer is a politically exposed person (PEP).
     */
    pepStatus?: PepStatus;
};

export type EndUserTermsConsentRequest = {
    /**
     * When the customer accepted; at most five minutes in the future.
     */
    acceptedAt: string;
    /**
     * Address from which the customer accepted, IPv4 or IPv6.
     */
    ipAddress: string;
    /**
     * `version` of `GET /customers/end-user-terms` that the customer saw, or an earlier one.
     */
    termsVersion: string;
    /**
     * How the customer accepted.
     */
    acceptanceMethod: EndUserTermsAcceptanceMethod;
};

export type BusinessCustomerCreateRequest = {
    customerType: 'BUSINESS';
    /**
     * Your own id of the customer, unique among your customers that are not deleted. Default: the UUID of `id`.
     */
    platformCustomerId?: string;
    /**
     * Country whose rules apply to the customer: two letters (ISO 3166-1 alpha-2). Default: the country of `address`. Customers in the European Economic Area must verify their contacts and confirm payments.
     */
    region?: string;
    /**
     * Your own id of the customer's account. The service stores and shows it without interpreting it.
     */
    platformAccountId?: string;
    /**
     * Your own note. The service stores and shows it without interpreting it.
     */
    description?: string;
    /**
     * Currencies in which the customer has an internal account. An empty list, like none, means all currencies of the platform.
     */
    currencies?: Array<string>;
    /**
     * Address that receives codes and signs in to an Embedded Wallet.
     */
    email?: string;
    /**
     * E.164: `+`, country code and number, such as `+15555550123`. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Universal Money Address, `$name@domain`; case does not matter. The domain is that of the platform or of the host. A new customer without one gets an address made from its name.
     */
    umaAddress?: string;
    /**
     * Acceptance of the terms of use for end users. Some platforms need it before money moves.
     */
    endUserTermsConsent?: EndUserTermsConsentRequest;
    /**
     * Where an individual lives or a business is registered. A verification requires it.
     */
    address?: Address;
    /**
     * Ignored: a verification decides it.
     */
    kycStatus?: KycStatus;
    /**
     * Ignored: a verification decides it.
     */
    kybStatus?: KybStatus;
    /**
     * Registration and activity; only `legalName` is required at first.
     */
    businessInfo: BusinessInfo;
};

export type BusinessInfo = {
    /**
     * Registered name, as in the documents of the business.
     */
    legalName: string;
    /**
     * Trade name, if it differs from the registered one.
     */
    doingBusinessAs?: string;
    /**
     * Country of registration: two letters (ISO 3166-1 alpha-2). Default: that of the address.
     */
    country?: string;
    /**
     * Number in the companies register. Its last three characters decide a verification in the sandbox.
     */
    registrationNumber?: string;
    /**
     * Day of foundation, `YYYY-MM-DD`, in the past.
     */
    incorporatedOn?: string;
    /**
     * Legal form. A verification requires it.
     */
    entityType?: EntityType;
    /**
     * Tax number; nine digits (EIN) if `country` is `US`. It is stored encrypted and in no webhook.
     */
    taxId?: string;
    /**
     * Where the business is active: each two letters (ISO 3166-1 alpha-2).
     */
    countriesOfOperation?: Array<string>;
    /**
     * Industry. Providers of some currencies require it.
     */
    businessType?: BusinessType;
    /**
     * What the account is used for, as the customer answered.
     */
    purposeOfAccount?: PurposeOfAccount;
    /**
     * Where the money comes from, in the words of the business.
     */
    sourceOfFunds?: string;
    /**
     * How many payments the customer expects in one month.
     */
    expectedMonthlyTransactionCount?: ExpectedMonthlyTransactionCount;
    /**
     * How much money the customer expects to move in one month.
     */
    expectedMonthlyTransactionVolume?: ExpectedMonthlyTransactionVolume;
    /**
     * Where money is sent to: each two letters (ISO 3166-1 alpha-2).
     */
    expectedRecipientJurisdictions?: Array<string>;
    /**
     * Industry as 2 to 6 digits of the North American Industry Classification System.
     */
    naicsCode?: string;
    /**
     * Where the money to be moved comes from. Due diligence answers go to the KYC provider.
     */
    sourceOfFundsCategories?: Array<SourceOfFundsCategory>;
    /**
     * Explains the source of the money if it is `OTHER`.
     */
    sourceOfFundsOtherDescription?: string;
    /**
     * Says in words what `OTHER` means.
     */
    purposeOfAccountOtherDescription?: string;
    /**
     * Where payers and payees of the business are: each two letters (ISO 3166-1 alpha-2).
     */
    expectedCounterpartyCountries?: Array<string>;
    /**
     * Given name of the person to ask about the business.
     */
    primaryContactFirstName?: string;
    /**
     * Family name of the person to ask about the business.
     */
    primaryContactLastName?: string;
};

export type EndUserTerms = {
    /**
     * Send it as `endUserTermsConsent.termsVersion`.
     */
    version: string;
    /**
     * Page to show to the customer before it accepts.
     */
    url: string;
};

export type CustomerUpdateRequest = {
    /**
     * Cannot be changed: only the present value is accepted.
     */
    customerType?: CustomerType;
    /**
     * Your own id of the customer, unique among your customers that are not deleted.
     */
    platformCustomerId?: string;
    /**
     * Universal Money Address, `$name@domain`; case does not matter. The domain is that of the platform or of the host. A new customer without one gets an address made from its name.
     */
    umaAddress?: string;
    /**
     * Cannot be set: only the present value of `kycStatus` is accepted.
     */
    kycStatus?: KycStatus;
    /**
     * Cannot be set: only the present value of `kycStatus` is accepted.
     */
    kybStatus?: KybStatus;
    /**
     * Country whose rules apply to the customer: two letters (ISO 3166-1 alpha-2). Default: the country of `address`. Customers in the European Economic Area must verify their contacts and confirm payments. `null` clears it.
     */
    region?: string | null;
    /**
     * Your own id of the customer's account. The service stores and shows it without interpreting it. `null` clears it.
     */
    platformAccountId?: string | null;
    /**
     * Your own note. The service stores and shows it without interpreting it. `null` clears it.
     */
    description?: string | null;
    /**
     * Currencies in which the customer has an internal account. An empty list, like none, means all currencies of the platform. `null` clears it.
     */
    currencies?: Array<string> | null;
    /**
     * Address that receives codes and signs in to an Embedded Wallet. `null` clears it.
     */
    email?: string | null;
    /**
     * E.164: `+`, country code and number, such as `+15555550123`. Blanks and punctuation are removed. `null` clears it.
     */
    phoneNumber?: string | null;
    /**
     * Acceptance of the terms of use for end users. Some platforms need it before money moves. `null` clears it.
     */
    endUserTermsConsent?: EndUserTermsConsentRequest | null;
    /**
     * Where an individual lives or a business is registered. A verification requires it. `null` clears it.
     */
    address?: Address | null;
    /**
     * Given and family names as in the identity document. Its last three characters decide a verification in the sandbox. `null` clears it.
     */
    fullName?: string | null;
    /**
     * `YYYY-MM-DD`, in the past. A verification requires an age of 18 years. `null` clears it.
     */
    birthDate?: string | null;
    /**
     * Citizenship: two letters (ISO 3166-1 alpha-2). `null` clears it.
     */
    nationality?: string | null;
    /**
     * Kind of tax number that `identifier` contains. `null` clears it.
     */
    idType?: IdentificationType | null;
    /**
     * Country that issued `identifier`: two letters (ISO 3166-1 alpha-2). `null` clears it.
     */
    countryOfIssuance?: string | null;
    /**
     * Tax number of the person, in the form that `idType` requires. It is stored encrypted and never returned. `null` clears it.
     */
    identifier?: null;
    /**
     * Where the money to be moved comes from. Due diligence answers go to the KYC provider. `null` clears it.
     */
    sourceOfFundsCategories?: Array<IndividualSourceOfFundsCategory> | null;
    /**
     * Explains the source of the money if it is `OTHER`. `null` clears it.
     */
    sourceOfFundsOtherDescription?: string | null;
    /**
     * Where the total assets come from. `null` clears it.
     */
    sourceOfWealthCategories?: Array<SourceOfWealthCategory> | null;
    /**
     * Explains the source of the assets if `OTHER`. `null` clears it.
     */
    sourceOfWealthOtherDescription?: string | null;
    /**
     * What the account is used for, as the customer answered. `null` clears it.
     */
    purposeOfAccount?: PurposeOfAccount | null;
    /**
     * Says in words what `OTHER` means. `null` clears it.
     */
    purposeOfAccountOtherDescription?: string | null;
    /**
     * How many payments the customer expects in one month. `null` clears it.
     */
    expectedMonthlyTransactionCount?: ExpectedMonthlyTransactionCount | null;
    /**
     * How much money the customer expects to move in one month. `null` clears it.
     */
    expectedMonthlyTransactionVolume?: ExpectedMonthlyTransactionVolume | null;
    /**
     * Income of one year, as the customer answered. `null` clears it.
     */
    annualIncomeRange?: AnnualIncomeRange | null;
    /**
     * Assets minus debts, as the customer answered. `null` clears it.
     */
    netWorthRange?: NetWorthRange | null;
    /**
     * Whether the customer is a politically exposed person (PEP). `null` clears it.
     */
    pepStatus?: PepStatus | null;
    /**
     * Of businesses only. Absent parts stay as they are; `null` clears a part.
     */
    businessInfo?: BusinessInfoUpdate;
};

export type BusinessInfoUpdate = {
    /**
     * Registered name, as in the documents of the business.
     */
    legalName?: string;
    /**
     * Trade name, if it differs from the registered one. `null` clears it.
     */
    doingBusinessAs?: string | null;
    /**
     * Country of registration: two letters (ISO 3166-1 alpha-2). Default: that of the address. `null` clears it.
     */
    country?: string | null;
    /**
     * Number in the companies register. Its last three characters decide a verification in the sandbox. `null` clears it.
     */
    registrationNumber?: string | null;
    /**
     * Day of foundation, `YYYY-MM-DD`, in the past. `null` clears it.
     */
    incorporatedOn?: string | null;
    /**
     * Legal form. A verification requires it. `null` clears it.
     */
    entityType?: EntityType | null;
    /**
     * Tax number; nine digits (EIN) if `country` is `US`. It is stored encrypted and in no webhook. `null` clears it.
     */
    taxId?: string | null;
    /**
     * Where the business is active: each two letters (ISO 3166-1 alpha-2). `null` clears it.
     */
    countriesOfOperation?: Array<string> | null;
    /**
     * Industry. Providers of some currencies require it. `null` clears it.
     */
    businessType?: BusinessType | null;
    /**
     * What the account is used for, as the customer answered. `null` clears it.
     */
    purposeOfAccount?: PurposeOfAccount | null;
    /**
     * Where the money comes from, in the words of the business. `null` clears it.
     */
    sourceOfFunds?: string | null;
    /**
     * How many payments the customer expects in one month. `null` clears it.
     */
    expectedMonthlyTransactionCount?: ExpectedMonthlyTransactionCount | null;
    /**
     * How much money the customer expects to move in one month. `null` clears it.
     */
    expectedMonthlyTransactionVolume?: ExpectedMonthlyTransactionVolume | null;
    /**
     * Where money is sent to: each two letters (ISO 3166-1 alpha-2). `null` clears it.
     */
    expectedRecipientJurisdictions?: Array<string> | null;
    /**
     * Industry as 2 to 6 digits of the North American Industry Classification System. `null` clears it.
     */
    naicsCode?: string | null;
    /**
     * Where the money to be moved comes from. Due diligence answers go to the KYC provider. `null` clears it.
     */
    sourceOfFundsCategories?: Array<SourceOfFundsCategory> | null;
    /**
     * Explains the source of the money if it is `OTHER`. `null` clears it.
     */
    sourceOfFundsOtherDescription?: string | null;
    /**
     * Says in words what `OTHER` means. `null` clears it.
     */
    purposeOfAccountOtherDescription?: string | null;
    /**
     * Where payers and payees of the business are: each two letters (ISO 3166-1 alpha-2). `null` clears it.
     */
    expectedCounterpartyCountries?: Array<string> | null;
    /**
     * Given name of the person to ask about the business. `null` clears it.
     */
    primaryContactFirstName?: string | null;
    /**
     * Family name of the person to ask about the business. `null` clears it.
     */
    primaryContactLastName?: string | null;
};

/**
 * The request waits for the signature of the owner of a wallet.
 */
export type SignedRequestChallenge = {
    /**
     * Sign exactly these bytes with the key of a session, and send the stamp as `Wallet-Signature`.
     */
    payloadToSign: string;
    /**
     * Send it as the header `Request-Id` of the signed retry.
     */
    requestId: string;
    /**
     * Until then the same request can be repeated with the signature.
     */
    expiresAt: string;
};

export type KycLinkCreateRequest = {
    /**
     * Where the page sends the customer at the end, unchanged: `https`, in the sandbox also `http`, or a scheme of an app that `redirectSchemes` of the configuration has. A fragment is allowed. Without it, the customer stays on the page.
     */
    redirectUri?: string;
};

export type KycLinkResponse = {
    /**
     * Address of the page. It contains a secret: pass it to the customer only.
     */
    kycUrl: string;
    /**
     * Until then the customer can start; on the page of the service a started session lasts one hour.
     */
    expiresAt: string;
    /**
     * Who decides, such as `SANDBOX` or `MANUAL`.
     */
    provider: string;
    /**
     * With which the SDK of the provider embeds its page; only for providers that have one.
     */
    token?: string;
};

/**
 * - `RESOLVE_ERRORS`: data or documents are missing: supply what `errors` lists, then submit the customer again
 * - `PENDING_MANUAL_REVIEW`: a person decides; `APPROVED`, `REJECTED` or `RESOLVE_ERRORS` follows
 * - `IN_PROGRESS`: the KYC provider decides; any of the other statuses can follow
 * - `APPROVED`: verified, or the change of the identity applies; final
 * - `REJECTED`: refused, or the change of the identity was dropped; final
 * - `READY_FOR_VERIFICATION`: reserved; verifications of this service are never in this status
 */
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
    /**
     * `Verification:` and a UUID.
     */
    id: string;
    /**
     * The individual or business that is verified, or whose owner is.
     */
    customerId: string;
    /**
     * How far the verification is, and who has to act.
     */
    verificationStatus: VerificationStatus;
    /**
     * In `RESOLVE_ERRORS` everything to supply; in `REJECTED` the reasons, if any; otherwise empty.
     */
    errors: Array<VerificationError>;
    /**
     * Present if an identity changes that was verified before.
     */
    proposal?: VerificationProposal;
    /**
     * When the customer was first submitted, or the change was proposed.
     */
    createdAt: string;
    /**
     * When the status, the errors or the proposal last changed.
     */
    updatedAt?: string;
};

/**
 * Something that a verification lacks, or the reason for its rejection.
 */
export type VerificationError = {
    /**
     * The customer, beneficial owner or document that the error is about.
     */
    resourceId: string;
    /**
     * What is wrong. Branch on it; `reason` is for people.
     */
    type: VerificationErrorType;
    /**
     * Dot path in the request that sets the value, if the error is about one.
     */
    field?: string;
    /**
     * Any one of these documents resolves the error; absent if a document does not resolve it.
     */
    acceptedDocumentTypes?: Array<DocumentType>;
    /**
     * Explanation for people, in English.
     */
    reason: string;
};

/**
 * - `MISSING_FIELD`: the value that `field` names is required
 * - `INVALID_FIELD`: the value that `field` names is not acceptable; `reason` says why
 * - `MISSING_LEGAL_PRESENCE_DOCUMENT`: a document must prove that the business exists
 * - `MISSING_CONTROL_STRUCTURE_DOCUMENT`: a document must prove who directs the business
 * - `MISSING_OWNERSHIP_STRUCTURE_DOCUMENT`: a document must prove who owns the business
 * - `MISSING_PROOF_OF_ADDRESS_DOCUMENT`: a document of the last three months must prove the address of the business
 * - `MISSING_IDENTITY_DOCUMENT`: a document must prove the identity of the person
 * - `INVALID_DOCUMENT`: the document is not acceptable
 * - `EXPIRED_DOCUMENT`: the document is no longer valid, or was uploaded too long ago
 * - `POOR_QUALITY_DOCUMENT`: the document is not legible: replace it with a better copy
 * - `SUSPECTED_FRAUD_DOCUMENT`: the document seems to be forged or altered
 * - `WRONG_DOCUMENT_TYPE`: the content is not a document of its `documentType`
 * - `INCOMPLETE_DOCUMENT`: a side or a page of the document is missing
 * - `UNREADABLE_DOCUMENT`: the content of the document cannot be read
 * - `DOCUMENT_VERIFICATION_FAILED`: the document does not prove what it should
 * - `APPLICANT_SANCTIONED`: the customer or owner is on a list of sanctions
 * - `APPLICANT_FRAUD`: the customer or owner is suspected of fraud
 * - `APPLICANT_CRIMINAL_RECORD`: the customer or owner has a criminal record
 * - `APPLICANT_REJECTED`: the reviewer refuses the customer or owner; `reason` may say more
 * - `MISSING_BENEFICIAL_OWNER`: add every owner of 25 % or more, or the largest one with the role `UBO`
 * - `MISSING_CONTROL_PERSON`: add an owner with the role `CONTROL_PERSON`
 * - `MISSING_GOOD_STANDING_DOCUMENT`: a certificate of good standing is required
 */
export type VerificationErrorType = 'MISSING_FIELD' | 'INVALID_FIELD' | 'MISSING_LEGAL_PRESENCE_DOCUMENT' | 'MISSING_CONTROL_STRUCTURE_DOCUMENT' | 'MISSING_OWNERSHIP_STRUCTURE_DOCUMENT' | 'MISSING_PROOF_OF_ADDRESS_DOCUMENT' | 'MISSING_IDENTITY_DOCUMENT' | 'INVALID_DOCUMENT' | 'EXPIRED_DOCUMENT' | 'POOR_QUALITY_DOCUMENT' | 'SUSPECTED_FRAUD_DOCUMENT' | 'WRONG_DOCUMENT_TYPE' | 'INCOMPLETE_DOCUMENT' | 'UNREADABLE_DOCUMENT' | 'DOCUMENT_VERIFICATION_FAILED' | 'APPLICANT_SANCTIONED' | 'APPLICANT_FRAUD' | 'APPLICANT_CRIMINAL_RECORD' | 'APPLICANT_REJECTED' | 'MISSING_BENEFICIAL_OWNER' | 'MISSING_CONTROL_PERSON' | 'MISSING_GOOD_STANDING_DOCUMENT';

/**
 * What a document is. A person proves its identity with a passport, or with both sides of a driving licence or national id. For a business, `acceptedDocumentTypes` of an error names the types that prove what is missing.
 */
export type DocumentType = 'PASSPORT' | 'DRIVERS_LICENSE' | 'NATIONAL_ID' | 'PROOF_OF_ADDRESS' | 'BANK_STATEMENT' | 'TAX_RETURN' | 'CERTIFICATE_OF_INCORPORATION' | 'ARTICLES_OF_INCORPORATION' | 'ARTICLES_OF_ASSOCIATION' | 'STATE_REGISTRY_EXCERPT' | 'GOOD_STANDING_CERTIFICATE' | 'INFORMATION_STATEMENT' | 'INCUMBENCY_CERTIFICATE' | 'BUSINESS_LICENSE' | 'SHAREHOLDER_REGISTER' | 'POWER_OF_ATTORNEY' | 'UTILITY_BILL' | 'ELECTRICITY_BILL' | 'RENT_OR_LEASE_AGREEMENT' | 'DIRECTOR_REGISTRY' | 'TRUST_AGREEMENT' | 'STATE_COMPANY_REGISTRY' | 'PARTNERSHIP_CONTROL_AGREEMENT' | 'PARTNERSHIP_AGREEMENT' | 'SELFIE' | 'OTHER';

/**
 * A proposed change of a verified identity
 */
export type VerificationProposal = {
    /**
     * The customer or beneficial owner whose identity would change.
     */
    resourceId: string;
    /**
     * The identity fields that an approval would replace.
     */
    changes: Array<{
        /**
         * Dot path of the field in the request that proposed the change.
         */
        field: string;
        /**
         * What the field would become; absent for identifiers and tax numbers.
         */
        value?: unknown;
    }>;
};

export type VerificationRequest = {
    /**
     * The individual or business to verify.
     */
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
    /**
     * The business, a customer of type `BUSINESS`.
     */
    customerId: string;
    /**
     * What the person is in the business: one role or several.
     */
    roles: Array<BeneficialOwnerRole>;
    /**
     * Share in percent, with up to four decimal places. All shares of a business must not exceed 100.
     */
    ownershipPercentage: number;
    /**
     * Who the owner is, with a tax number.
     */
    personalInfo: BeneficialOwnerPersonalInfoRequest;
};

export type BeneficialOwnerPersonalInfoRequest = {
    /**
     * Given name, as in the identity document.
     */
    firstName: string;
    /**
     * Family name, as in the identity document. Its last three characters decide on the owner in the sandbox.
     */
    lastName: string;
    /**
     * `YYYY-MM-DD`, in the past.
     */
    birthDate: string;
    /**
     * Citizenship: two letters (ISO 3166-1 alpha-2).
     */
    nationality: string;
    /**
     * Where the owner lives.
     */
    address: Address;
    /**
     * Further given names, as in the identity document.
     */
    middleName?: string;
    /**
     * For the KYC provider. The service sends no codes to it.
     */
    email?: string;
    /**
     * E.164: `+`, country code and number, such as `+15555550123`. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Country that issued `identifier`: two letters (ISO 3166-1 alpha-2).
     */
    countryOfIssuance?: string;
    /**
     * Kind of tax number that `identifier` contains.
     */
    idType: IdentificationType;
};

export type BeneficialOwnerUpdateRequest = {
    /**
     * What the person is in the business: one role or several.
     */
    roles?: Array<BeneficialOwnerRole>;
    /**
     * Share in percent, with up to four decimal places. All shares of a business must not exceed 100.
     */
    ownershipPercentage?: number;
    /**
     * Absent parts stay as they are.
     */
    personalInfo?: BeneficialOwnerPersonalInfoUpdate;
};

export type BeneficialOwnerPersonalInfoUpdate = {
    /**
     * Given name, as in the identity document.
     */
    firstName?: string;
    /**
     * Family name, as in the identity document. Its last three characters decide on the owner in the sandbox.
     */
    lastName?: string;
    /**
     * `YYYY-MM-DD`, in the past.
     */
    birthDate?: string;
    /**
     * Citizenship: two letters (ISO 3166-1 alpha-2).
     */
    nationality?: string;
    /**
     * Where the owner lives.
     */
    address?: Address;
    /**
     * Further given names, as in the identity document. `null` clears it.
     */
    middleName?: string | null;
    /**
     * For the KYC provider. The service sends no codes to it. `null` clears it.
     */
    email?: string | null;
    /**
     * E.164: `+`, country code and number, such as `+15555550123`. Blanks and punctuation are removed. `null` clears it.
     */
    phoneNumber?: string | null;
    /**
     * Country that issued `identifier`: two letters (ISO 3166-1 alpha-2). `null` clears it.
     */
    countryOfIssuance?: string | null;
    /**
     * Kind of tax number that `identifier` contains.
     */
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

/**
 * Metadata of an uploaded file. The API does not return its content.
 */
export type Document = {
    /**
     * `Document:` and a UUID.
     */
    id: string;
    /**
     * The customer or the beneficial owner whom the document is about.
     */
    documentHolder: string;
    /**
     * Which kind of evidence the file is.
     */
    documentType: DocumentType;
    /**
     * Side of a driving licence or national id; a verification needs both sides, one upload for each.
     */
    side?: 'FRONT' | 'BACK';
    /**
     * Country that issued the document, two letters (ISO 3166-1 alpha-2).
     */
    country: string;
    /**
     * Number printed on the document. It is stored encrypted.
     */
    documentNumber?: string;
    /**
     * Office that issued the document, as printed on it.
     */
    issuingAuthority?: string;
    /**
     * Name under which the caller uploaded the content.
     */
    fileName: string;
    /**
     * When the document was first uploaded.
     */
    createdAt: string;
    /**
     * When the document was last uploaded, replaced or submitted.
     */
    updatedAt?: string;
};

export type DocumentUploadRequest = {
    /**
     * The customer or the beneficial owner whom the document is about.
     */
    documentHolder: string;
    /**
     * One complete file: application/pdf, image/jpeg, image/png; at most 10 MiB. Its structure decides its type, not its name.
     */
    file: Blob | File;
    /**
     * Which kind of evidence the file is.
     */
    documentType: DocumentType;
    /**
     * Side of a driving licence or national id; a verification needs both sides, one upload for each.
     */
    side?: 'FRONT' | 'BACK';
    /**
     * Country that issued the document, two letters (ISO 3166-1 alpha-2).
     */
    country: string;
    /**
     * Number printed on the document. It is stored encrypted. In the sandbox its last three characters can refuse the upload.
     */
    documentNumber?: string;
    /**
     * Office that issued the document, as printed on it.
     */
    issuingAuthority?: string;
};

export type DocumentReplaceRequest = {
    /**
     * One complete file: application/pdf, image/jpeg, image/png; at most 10 MiB. Its structure decides its type, not its name.
     */
    file: Blob | File;
    /**
     * Which kind of evidence the file is.
     */
    documentType: DocumentType;
    /**
     * Side of a driving licence or national id; a verification needs both sides, one upload for each.
     */
    side?: 'FRONT' | 'BACK';
    /**
     * Country that issued the document, two letters (ISO 3166-1 alpha-2).
     */
    country: string;
    /**
     * Number printed on the document. It is stored encrypted. In the sandbox its last three characters can refuse the upload.
     */
    documentNumber?: string;
    /**
     * Office that issued the document, as printed on it.
     */
    issuingAuthority?: string;
};

export type ContactVerificationConfirmRequest = {
    /**
     * The six digits that the customer received; `123456` in the sandbox.
     */
    code: string;
};

export type BulkCustomerImportRequest = {
    /**
     * CSV (RFC 4180) in UTF-8 with a header, at most 64 MiB unless the operator sets another limit; a row has at most 64 KiB.
     */
    file: Blob | File;
};

export type BulkCustomerImportJobAccepted = {
    /**
     * `BulkImport:` and a UUID. Pass it to `getBulkCustomerImportJob`.
     */
    jobId: string;
    /**
     * `PENDING`: no row has been imported yet.
     */
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
    /**
     * `BulkImport:` and a UUID.
     */
    id: string;
    /**
     * - `PENDING`: the file is stored, and no row has been imported; `PROCESSING` follows
     * - `PROCESSING`: rows are being imported; `COMPLETED` or `FAILED` follows
     * - `COMPLETED`: every row was tried, and at least one succeeded
     * - `FAILED`: every row was tried, and none succeeded
     */
    status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED';
    /**
     * How many rows the import has reached. It grows while the status is `PROCESSING`.
     */
    progress: {
        /**
         * Rows of the file without its header.
         */
        total: number;
        /**
         * Rows that were tried so far: successful and failed ones.
         */
        processed: number;
        /**
         * Rows that became customers.
         */
        successful: number;
        /**
         * Rows that were refused, also if `errors` lists fewer.
         */
        failed: number;
    };
    /**
     * The first 10,000 rows that failed, by row. Absent in lists.
     */
    errors?: Array<BulkCustomerImportErrorEntry>;
    /**
     * When the last row was tried; absent before.
     */
    completedAt?: string;
};

/**
 * A row that was not imported.
 */
export type BulkCustomerImportErrorEntry = {
    /**
     * Number of the row; the first row after the header is 1.
     */
    correlationId: string;
    /**
     * Error that `createCustomer` would have returned, such as `INVALID_INPUT`.
     */
    code?: string;
    /**
     * What is wrong with the row, for people.
     */
    message?: string;
    /**
     * `errors` lists the invalid values, each with the name of its column as `field`.
     */
    details?: {
        [key: string]: unknown;
    };
};

/**
 * - `INTERNAL_FIAT`: a balance in the currency of a country.
 * - `INTERNAL_CRYPTO`: a balance in a cryptocurrency or stablecoin, which the service keeps.
 * - `EMBEDDED_WALLET`: a wallet whose money leaves only with a signature of its owner.
 */
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
    /**
     * Name it as the source or destination of quotes and transfers. Starts with `InternalAccount:`.
     */
    id: string;
    /**
     * The owner. Absent if the account is one of the platform itself.
     */
    customerId?: string;
    /**
     * How the money is kept. It follows from the currency and never changes.
     */
    type: InternalAccountType;
    /**
     * Whether money can be debited. Only `ACTIVE` accounts can pay.
     */
    status: InternalAccountStatus;
    /**
     * The amount that can be spent.
     */
    balance: CurrencyAmount;
    /**
     * The amount that can be spent plus the amount held for payments in progress. What card authorizations have reserved is in neither.
     */
    totalBalance: CurrencyAmount;
    /**
     * Ways to send money to the account from outside, one for each rail and network. Empty if no rail receives the currency.
     */
    fundingPaymentInstructions: Array<PaymentInstructions>;
    /**
     * Whether the owner wants the wallet to stay private on public explorers. The service stores the choice and does not act on it. Only embedded wallets have it.
     */
    privateEnabled?: boolean;
    /**
     * When the account was opened.
     */
    createdAt: string;
    /**
     * Last change of status, instructions or settings. A new balance does not change it.
     */
    updatedAt: string;
};

/**
 * - `PENDING`: part of the contract; no account of this service has it, because accounts open at once.
 * - `ACTIVE`: takes credits and debits. `FROZEN` or `CLOSED` can follow.
 * - `CLOSED`: the customer was deleted; the balance is 0. Final.
 * - `FROZEN`: the operator has stopped debits by the owner; credits continue. `ACTIVE` or `CLOSED` can follow.
 * - `FAILED`: part of the contract; no account of this service has it.
 */
export type InternalAccountStatus = 'PENDING' | 'ACTIVE' | 'CLOSED' | 'FROZEN' | 'FAILED';

export type CurrencyAmount = {
    /**
     * An integer in smallest units: 1234 in a currency with two decimals is 12.34.
     */
    amount: number;
    /**
     * What the number counts, and how to display it.
     */
    currency: Currency;
};

export type PaymentInstructions = {
    /**
     * What the payer must observe, in words, such as where to write the reference.
     */
    instructionsNotes?: string;
    /**
     * Whether the account is in the platform's own name. Absent if the rail does not say so.
     */
    isPlatformAccount?: boolean;
    /**
     * Where the payer sends the money. A `reference`, if present, must be part of the payment.
     */
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
     * 4 to 17 digits. Blanks and hyphens between them are removed; leading zeros are kept.
     */
    accountNumber: string;
    /**
     * ABA number of the US bank, with a check digit: 9 digits. Blanks and hyphens between groups are removed.
     */
    routingNumber: string;
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName?: string;
    /**
     * Whether the bank keeps it as a checking (current) or as a savings account.
     */
    bankAccountType?: 'CHECKING' | 'SAVINGS';
    /**
     * The bank through which the receiving bank takes wires, if it does not take them itself.
     */
    intermediaryBankName?: string;
    /**
     * ABA number (9 digits) of the bank through which the receiving bank takes wires.
     */
    intermediaryRoutingNumber?: string;
    /**
     * Instructions from bank to bank in a wire.
     */
    fiToFiInformation?: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference: string;
    /**
     * Street, town and state, for forms that ask for them.
     */
    bankAddress?: string;
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'ACH' | 'WIRE' | 'RTP' | 'FEDNOW'>;
};

export type PaymentUsAccountInfo = {
    accountType: 'US_ACCOUNT';
    /**
     * 4 to 17 digits. Blanks and hyphens between them are removed; leading zeros are kept.
     */
    accountNumber: string;
    /**
     * ABA number of the US bank, with a check digit: 9 digits. Blanks and hyphens between groups are removed.
     */
    routingNumber: string;
    /**
     * The person or business, as the bank has the name.
     */
    accountHolderName?: string;
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName?: string;
    /**
     * A note for your own records. Payments to the account do not carry it.
     */
    reference?: string;
};

export type PaymentBrlAccountInfo = {
    accountType: 'BRL_ACCOUNT';
    /**
     * Text of a Pix QR code (BR Code), to show as an image or to paste.
     */
    qrCode: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference?: string;
};

export type PaymentCadAccountInfo = {
    accountType: 'CAD_ACCOUNT';
    /**
     * Number of the Canadian institution: 3 digits. Blanks and hyphens between groups are removed.
     */
    bankCode: string;
    /**
     * Identifies the branch within the bank: 5 digits. Blanks and hyphens between groups are removed.
     */
    branchCode: string;
    /**
     * Number at a Canadian bank: 7 to 12 digits. Blanks and hyphens between groups are removed.
     */
    accountNumber: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference: string;
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type PaymentCopAccountInfo = {
    accountType: 'COP_ACCOUNT';
    /**
     * The page on which the payer pays; open it in a browser.
     */
    paymentUrl: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference?: string;
};

export type PaymentGtqAccountInfo = {
    accountType: 'GTQ_ACCOUNT';
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber: string;
    /**
     * Whether the bank keeps it as a checking (current) or as a savings account.
     */
    bankAccountType: 'CHECKING' | 'SAVINGS';
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference: string;
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type PaymentHtgAccountInfo = {
    accountType: 'HTG_ACCOUNT';
    /**
     * The number under which the mobile wallet is registered, in E.164 form.
     */
    phoneNumber: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference: string;
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'MOBILE_MONEY'>;
};

export type PaymentJmdAccountInfo = {
    accountType: 'JMD_ACCOUNT';
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber: string;
    /**
     * Identifies the branch within the bank: 5 digits. Blanks and hyphens between groups are removed.
     */
    branchCode: string;
    /**
     * Whether the bank keeps it as a checking (current) or as a savings account.
     */
    bankAccountType: 'CHECKING' | 'SAVINGS';
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference: string;
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type PaymentMxnAccountInfo = {
    accountType: 'MXN_ACCOUNT';
    /**
     * CLABE of the Mexican account, with a check digit: 18 digits. Blanks and hyphens between groups are removed.
     */
    clabeNumber: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference: string;
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'SPEI'>;
};

export type PaymentSlvAccountInfo = {
    accountType: 'SLV_ACCOUNT';
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName?: string;
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber?: string;
    /**
     * Whether the bank keeps it as a checking (current) or as a savings account.
     */
    bankAccountType?: 'CHECKING' | 'SAVINGS';
    /**
     * The number under which the mobile wallet is registered, in E.164 form.
     */
    phoneNumber?: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference: string;
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'BANK_TRANSFER' | 'MOBILE_MONEY'>;
};

export type PaymentDkkAccountInfo = {
    accountType: 'DKK_ACCOUNT';
    /**
     * International bank account number (ISO 13616): 18 characters, starting with `DK`. Blanks and hyphens between groups are removed.
     */
    iban: string;
    /**
     * BIC (ISO 9362) of the bank, 8 or 11 characters. The branch `XXX` is removed, because it is the head office.
     */
    swiftCode?: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference: string;
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'SEPA' | 'SEPA_INSTANT'>;
};

export type PaymentEurAccountInfo = {
    accountType: 'EUR_ACCOUNT';
    /**
     * International bank account number (ISO 13616): country code, two check digits, then 11 to 30 letters and digits. Blanks and hyphens between groups are removed.
     */
    iban: string;
    /**
     * BIC (ISO 9362) of the bank, 8 or 11 characters. The branch `XXX` is removed, because it is the head office.
     */
    swiftCode?: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference: string;
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'SEPA' | 'SEPA_INSTANT'>;
};

export type PaymentGbpAccountInfo = {
    accountType: 'GBP_ACCOUNT';
    /**
     * Identifies bank and branch in the United Kingdom: 6 digits. Blanks and hyphens between groups are removed.
     */
    sortCode: string;
    /**
     * Number of the account at the branch: 8 digits. Blanks and hyphens between groups are removed.
     */
    accountNumber: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference: string;
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'FASTER_PAYMENTS'>;
};

export type PaymentAedAccountInfo = {
    accountType: 'AED_ACCOUNT';
    /**
     * International bank account number (ISO 13616): 23 characters, starting with `AE`. Blanks and hyphens between groups are removed.
     */
    iban: string;
    /**
     * BIC (ISO 9362) of the bank, 8 or 11 characters. The branch `XXX` is removed, because it is the head office.
     */
    swiftCode?: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference: string;
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type PaymentBwpAccountInfo = {
    accountType: 'BWP_ACCOUNT';
    /**
     * The number under which the mobile wallet is registered, in E.164 form.
     */
    phoneNumber: string;
    /**
     * The mobile-money operator that keeps the wallet. Case does not matter.
     */
    provider: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference: string;
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'MOBILE_MONEY'>;
};

export type PaymentEgpAccountInfo = {
    accountType: 'EGP_ACCOUNT';
    /**
     * International bank account number (ISO 13616): 29 characters, starting with `EG`. Blanks and hyphens between groups are removed.
     */
    iban?: string;
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The number under which the mobile wallet is registered, in E.164 form.
     */
    phoneNumber?: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference: string;
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'BANK_TRANSFER' | 'MOBILE_MONEY'>;
};

export type PaymentGhsAccountInfo = {
    accountType: 'GHS_ACCOUNT';
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber?: string;
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The number under which the mobile wallet is registered, in E.164 form.
     */
    phoneNumber?: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference: string;
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'BANK_TRANSFER' | 'MOBILE_MONEY'>;
};

export type PaymentKesAccountInfo = {
    accountType: 'KES_ACCOUNT';
    /**
     * The number under which the mobile wallet is registered, in E.164 form with the calling code +254.
     */
    phoneNumber: string;
    /**
     * The mobile-money operator that keeps the wallet. Case does not matter.
     */
    provider: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference: string;
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'MOBILE_MONEY'>;
};

export type PaymentMwkAccountInfo = {
    accountType: 'MWK_ACCOUNT';
    /**
     * The number under which the mobile wallet is registered, in E.164 form.
     */
    phoneNumber: string;
    /**
     * The mobile-money operator that keeps the wallet. Case does not matter.
     */
    provider: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference: string;
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'MOBILE_MONEY'>;
};

export type PaymentNgnAccountInfo = {
    accountType: 'NGN_ACCOUNT';
    /**
     * NUBAN, the uniform number of Nigerian banks: 10 digits. Blanks and hyphens between groups are removed.
     */
    accountNumber: string;
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference: string;
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type PaymentRwfAccountInfo = {
    accountType: 'RWF_ACCOUNT';
    /**
     * The number under which the mobile wallet is registered, in E.164 form with the calling code +250.
     */
    phoneNumber: string;
    /**
     * The mobile-money operator that keeps the wallet. Case does not matter.
     */
    provider: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference: string;
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'MOBILE_MONEY'>;
};

export type PaymentTzsAccountInfo = {
    accountType: 'TZS_ACCOUNT';
    /**
     * The number under which the mobile wallet is registered, in E.164 form with the calling code +255.
     */
    phoneNumber: string;
    /**
     * The mobile-money operator that keeps the wallet. Case does not matter.
     */
    provider: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference: string;
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'MOBILE_MONEY'>;
};

export type PaymentUgxAccountInfo = {
    accountType: 'UGX_ACCOUNT';
    /**
     * The number under which the mobile wallet is registered, in E.164 form.
     */
    phoneNumber: string;
    /**
     * The mobile-money operator that keeps the wallet. Case does not matter.
     */
    provider: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference: string;
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'MOBILE_MONEY'>;
};

export type PaymentXafAccountInfo = {
    accountType: 'XAF_ACCOUNT';
    /**
     * The number under which the mobile wallet is registered, in E.164 form.
     */
    phoneNumber: string;
    /**
     * The mobile-money operator that keeps the wallet. Case does not matter.
     */
    provider: string;
    /**
     * Country of the wallet: Cameroon or Congo.
     */
    region: 'CM' | 'CG';
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference: string;
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'MOBILE_MONEY'>;
};

export type PaymentXofAccountInfo = {
    accountType: 'XOF_ACCOUNT';
    /**
     * The number under which the mobile wallet is registered, in E.164 form.
     */
    phoneNumber: string;
    /**
     * The mobile-money operator that keeps the wallet. Case does not matter.
     */
    provider: string;
    /**
     * Country of the wallet: Benin, Côte d'Ivoire, Senegal or Togo.
     */
    region: 'BJ' | 'CI' | 'SN' | 'TG';
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference: string;
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'MOBILE_MONEY'>;
};

export type PaymentZarAccountInfo = {
    accountType: 'ZAR_ACCOUNT';
    /**
     * Number at a South African bank: 9 to 13 digits. Blanks and hyphens between groups are removed.
     */
    accountNumber: string;
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference: string;
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type PaymentZmwAccountInfo = {
    accountType: 'ZMW_ACCOUNT';
    /**
     * The number under which the mobile wallet is registered, in E.164 form with the calling code +260.
     */
    phoneNumber: string;
    /**
     * The mobile-money operator that keeps the wallet. Case does not matter.
     */
    provider: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference: string;
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'MOBILE_MONEY'>;
};

export type PaymentBdtAccountInfo = {
    accountType: 'BDT_ACCOUNT';
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber?: string;
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * Identifies the branch within the bank: 5 digits. Blanks and hyphens between groups are removed.
     */
    branchCode?: string;
    /**
     * BIC (ISO 9362) of the bank, 8 or 11 characters. The branch `XXX` is removed, because it is the head office.
     */
    swiftCode?: string;
    /**
     * The number under which the mobile wallet is registered, in E.164 form.
     */
    phoneNumber?: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference: string;
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'BANK_TRANSFER' | 'MOBILE_MONEY'>;
};

export type PaymentCnyAccountInfo = {
    accountType: 'CNY_ACCOUNT';
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber?: string;
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The number under which the mobile wallet is registered, in E.164 form.
     */
    phoneNumber?: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference: string;
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'BANK_TRANSFER' | 'MOBILE_MONEY'>;
};

export type PaymentHkdAccountInfo = {
    accountType: 'HKD_ACCOUNT';
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber: string;
    /**
     * BIC (ISO 9362) of the bank, 8 or 11 characters. The branch `XXX` is removed, because it is the head office.
     */
    swiftCode: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference: string;
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type PaymentIdrAccountInfo = {
    accountType: 'IDR_ACCOUNT';
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber: string;
    /**
     * BIC (ISO 9362) of the bank, 8 or 11 characters. The branch `XXX` is removed, because it is the head office.
     */
    swiftCode: string;
    /**
     * The account holder's number, in E.164 form with the calling code +62.
     */
    phoneNumber: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference: string;
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type PaymentInrAccountInfo = {
    accountType: 'INR_ACCOUNT';
    /**
     * UPI address (virtual payment address). Required without `accountNumber`.
     */
    vpa?: string;
    /**
     * Number at an Indian bank, with `ifsc`; required without `vpa`: 9 to 18 digits. Blanks and hyphens between groups are removed.
     */
    accountNumber?: string;
    /**
     * Indian Financial System Code of the branch: 11 characters, the fifth is 0.
     */
    ifsc?: string;
    /**
     * A note of the scheme that the account holder prefers. A quote chooses with `paymentRail`.
     */
    rail?: string;
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName?: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference?: string;
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'UPI' | 'NEFT' | 'RTGS'>;
};

export type PaymentMyrAccountInfo = {
    accountType: 'MYR_ACCOUNT';
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber: string;
    /**
     * BIC (ISO 9362) of the bank, 8 or 11 characters. The branch `XXX` is removed, because it is the head office.
     */
    swiftCode: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference: string;
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type PaymentPhpAccountInfo = {
    accountType: 'PHP_ACCOUNT';
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * Number at a Philippine bank: 8 to 16 digits. Blanks and hyphens between groups are removed.
     */
    accountNumber: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference: string;
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type PaymentPkrAccountInfo = {
    accountType: 'PKR_ACCOUNT';
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber?: string;
    /**
     * International bank account number (ISO 13616): 24 characters, starting with `PK`. Blanks and hyphens between groups are removed.
     */
    iban?: string;
    /**
     * The number under which the mobile wallet is registered, in E.164 form.
     */
    phoneNumber?: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference: string;
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'BANK_TRANSFER' | 'MOBILE_MONEY'>;
};

export type PaymentSgdAccountInfo = {
    accountType: 'SGD_ACCOUNT';
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName?: string;
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber: string;
    /**
     * BIC (ISO 9362) of the bank, 8 or 11 characters. The branch `XXX` is removed, because it is the head office.
     */
    swiftCode: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference: string;
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'PAYNOW' | 'FAST' | 'BANK_TRANSFER'>;
};

export type PaymentThbAccountInfo = {
    accountType: 'THB_ACCOUNT';
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber: string;
    /**
     * BIC (ISO 9362) of the bank, 8 or 11 characters. The branch `XXX` is removed, because it is the head office.
     */
    swiftCode: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference: string;
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type PaymentVndAccountInfo = {
    accountType: 'VND_ACCOUNT';
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber: string;
    /**
     * BIC (ISO 9362) of the bank, 8 or 11 characters. The branch `XXX` is removed, because it is the head office.
     */
    swiftCode: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference: string;
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type PaymentSwiftAccountInfo = {
    accountType: 'SWIFT_ACCOUNT';
    /**
     * Where the bank is, as two capital letters (ISO 3166-1).
     */
    country: string;
    /**
     * BIC (ISO 9362) of the bank, 8 or 11 characters. The branch `XXX` is removed, because it is the head office.
     */
    swiftCode: string;
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber?: string;
    /**
     * International bank account number (ISO 13616): country code, two check digits, then 11 to 30 letters and digits. Blanks and hyphens between groups are removed.
     */
    iban?: string;
    /**
     * The recipient that the payer names in the transfer.
     */
    accountHolderName: string;
    /**
     * Street, town and country, if the transfer form asks for them.
     */
    bankAddress?: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference?: string;
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'SWIFT'>;
};

export type PaymentSparkWalletInfo = {
    accountType: 'SPARK_WALLET';
    /**
     * Spark address in bech32m, starting with `spark1` on the main network.
     */
    address: string;
    /**
     * What to send to the address: bitcoin, or the token USDB.
     */
    assetType: 'BTC' | 'USDB';
    /**
     * Lightning invoice (BOLT 11) of the main network. It can be paid once, before it expires, in the amount that it names.
     */
    invoice?: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference?: string;
};

export type PaymentLayer2WalletInfo = {
    accountType: 'LAYER2_WALLET';
    /**
     * Spark address in bech32m, starting with `spark1` on the main network.
     */
    address: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference?: string;
};

export type PaymentLightningInvoiceInfo = {
    accountType: 'LIGHTNING';
    /**
     * Lightning invoice (BOLT 11) of the main network. It can be paid once, before it expires, in the amount that it names.
     */
    invoice: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference?: string;
};

export type PaymentSolanaWalletInfo = {
    accountType: 'SOLANA_WALLET';
    /**
     * Solana address of the owner in base58: 32 bytes.
     */
    address: string;
    /**
     * The token to send to the address.
     */
    assetType?: 'USDC' | 'USDT';
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference?: string;
};

export type PaymentTronWalletInfo = {
    accountType: 'TRON_WALLET';
    /**
     * Tron address in base58, starting with `T`.
     */
    address: string;
    /**
     * The token to send to the address.
     */
    assetType?: 'USDT';
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference?: string;
};

export type PaymentPlasmaWalletInfo = {
    accountType: 'PLASMA_WALLET';
    /**
     * 0x and 40 hexadecimal digits. Mixed case must have the right checksum (EIP-55).
     */
    address: string;
    /**
     * The token to send to the address.
     */
    assetType?: 'USDT';
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference?: string;
};

export type PaymentPolygonWalletInfo = {
    accountType: 'POLYGON_WALLET';
    /**
     * 0x and 40 hexadecimal digits. Mixed case must have the right checksum (EIP-55).
     */
    address: string;
    /**
     * The token to send to the address.
     */
    assetType?: 'USDC';
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference?: string;
};

export type PaymentBaseWalletInfo = {
    accountType: 'BASE_WALLET';
    /**
     * 0x and 40 hexadecimal digits. Mixed case must have the right checksum (EIP-55).
     */
    address: string;
    /**
     * The token to send to the address.
     */
    assetType?: 'USDC';
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference?: string;
};

export type PaymentEthereumWalletInfo = {
    accountType: 'ETHEREUM_WALLET';
    /**
     * 0x and 40 hexadecimal digits. Mixed case must have the right checksum (EIP-55).
     */
    address: string;
    /**
     * The token to send to the address.
     */
    assetType?: 'USDC' | 'USDT';
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference?: string;
};

export type PaymentAltchainWalletInfo = {
    accountType: 'ALTCHAIN_WALLET';
    /**
     * On any supported chain that carries the asset; its form tells the chain.
     */
    address: string;
    /**
     * The token to send to the address.
     */
    assetType?: 'USDC' | 'USDT' | 'BTC';
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference?: string;
};

export type PaymentArsAccountInfo = {
    accountType: 'ARS_ACCOUNT';
    /**
     * CBU (bank account) or CVU (payment account) in Argentina: 22 digits. Blanks and hyphens between groups are removed.
     */
    accountNumber: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference?: string;
};

export type PaymentBitcoinDepositAddressInfo = {
    accountType: 'BITCOIN_L1';
    /**
     * Bitcoin address to send to, on-chain.
     */
    address: string;
    /**
     * The chain of the address: the main chain of Bitcoin.
     */
    network?: 'BITCOIN';
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference?: string;
};

export type PaymentEmbeddedWalletInfo = {
    accountType: 'EMBEDDED_WALLET';
    /**
     * The exact bytes that the owner of the wallet signs. Send the stamp with `executeQuote`.
     */
    payloadToSign: string;
    /**
     * The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.
     */
    reference?: string;
};

export type PlatformInternalAccountListResponse = {
    /**
     * All accounts that match the filters, oldest first.
     */
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
    /**
     * Name it as the destination of quotes and transfers. Starts with `ExternalAccount:`.
     */
    id: string;
    /**
     * The owner. Absent if the account is one of the platform itself.
     */
    customerId?: string;
    /**
     * Whether the account can be paid. Only a wallet can have to wait for a proof.
     */
    status: ExternalAccountStatus;
    /**
     * Code of the currency that the account receives.
     */
    currency: string;
    /**
     * Your own identifier, if you sent one.
     */
    platformAccountId?: string;
    /**
     * Whether the account is the own account of its owner or that of another party.
     */
    ownershipType?: OwnershipType;
    /**
     * Whether the account's currency is preferred for UMA payments to the customer. A new default replaces the earlier one.
     */
    defaultUmaDepositAccount?: boolean;
    /**
     * Result of the check of the account holder's name. Simulated in the sandbox; absent in production.
     */
    beneficiaryVerificationStatus?: BeneficiaryVerificationStatus;
    /**
     * What the check of the account holder's name found. Present if the name matched, at least in part.
     */
    beneficiaryVerifiedData?: BeneficiaryVerifiedData;
    /**
     * The details as stored: number groups without blanks, unknown fields dropped.
     */
    accountInfo: ExternalAccountInfoOneOf;
};

/**
 * - `PENDING`: part of the contract; no account of this service has it.
 * - `ACTIVE`: can be paid. Final.
 * - `PENDING_OWNERSHIP_VERIFICATION`: a wallet that its owner must prove before it is paid. `ACTIVE` follows after the proof.
 * - `UNVERIFIED`: part of the contract; no account of this service has it.
 * - `UNDER_REVIEW`: part of the contract; no account of this service has it.
 * - `INACTIVE`: part of the contract; a deleted account is not found instead.
 */
export type ExternalAccountStatus = 'PENDING' | 'ACTIVE' | 'PENDING_OWNERSHIP_VERIFICATION' | 'UNVERIFIED' | 'UNDER_REVIEW' | 'INACTIVE';

/**
 * - `FIRST_PARTY`: the account is the owner's own. A wallet with an address and without `vaspName` must then be proven before it is paid.
 * - `THIRD_PARTY`: the account belongs to another person or business.
 */
export type OwnershipType = 'FIRST_PARTY' | 'THIRD_PARTY';

/**
 * - `MATCHED`: the institution has confirmed the name.
 * - `PARTIAL_MATCH`: the name is similar; compare it with `beneficiaryVerifiedData`.
 * - `NOT_MATCHED`: the account belongs to another name. Ask the customer before you pay.
 * - `UNSUPPORTED`: the institution does not check names.
 * - `CHECKED_BY_RECEIVING_FI`: the institution checks the name itself when it receives a payment.
 * - `PENDING`: the institution has not answered.
 */
export type BeneficiaryVerificationStatus = 'MATCHED' | 'PARTIAL_MATCH' | 'NOT_MATCHED' | 'UNSUPPORTED' | 'CHECKED_BY_RECEIVING_FI' | 'PENDING';

export type BeneficiaryVerifiedData = {
    /**
     * The account holder as the institution has it; abbreviated after a `PARTIAL_MATCH`.
     */
    fullName?: string;
};

/**
 * Bank account. Country: US. Currencies: USD.
 */
export type UsdExternalAccountInfo = {
    accountType: 'USD_ACCOUNT';
    /**
     * 4 to 17 digits. Blanks and hyphens between them are removed; leading zeros are kept.
     */
    accountNumber: string;
    /**
     * ABA number of the US bank, with a check digit: 9 digits. Blanks and hyphens between groups are removed.
     */
    routingNumber: string;
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName?: string;
    /**
     * Whether the bank keeps it as a checking (current) or as a savings account.
     */
    bankAccountType?: 'CHECKING' | 'SAVINGS';
    /**
     * The bank through which the receiving bank takes wires, if it does not take them itself.
     */
    intermediaryBankName?: string;
    /**
     * ABA number (9 digits) of the bank through which the receiving bank takes wires.
     */
    intermediaryRoutingNumber?: string;
    /**
     * Instructions from bank to bank in a wire.
     */
    fiToFiInformation?: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & UsdBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'ACH' | 'WIRE' | 'RTP' | 'FEDNOW'>;
};

export type UsdBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    /**
     * The person's first and last name, as the institution that keeps the account has it.
     */
    fullName: string;
    /**
     * As YYYY-MM-DD.
     */
    birthDate?: string;
    /**
     * Country of citizenship, as two capital letters (ISO 3166-1).
     */
    nationality?: string;
    /**
     * Contact address, for institutions that ask for one.
     */
    email?: string;
    /**
     * In E.164 form: `+`, the calling code of the country and the number. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Country where the beneficiary lives or has its seat, as two capital letters (ISO 3166-1).
     */
    countryOfResidence?: string;
    /**
     * Where the person lives, or where the business has its seat.
     */
    address?: BeneficiaryAddress;
};

export type BeneficiaryAddress = {
    /**
     * Street and house number.
     */
    line1: string;
    /**
     * Floor, unit or building, if the address has one.
     */
    line2?: string;
    /**
     * Town or municipality.
     */
    city?: string;
    /**
     * State, province or region, in the form that the country uses.
     */
    state?: string;
    /**
     * ZIP code or its equivalent, in any form. It may be empty or absent in a country without postal codes.
     */
    postalCode: string;
    /**
     * Country of the address, as two capital letters (ISO 3166-1).
     */
    country: string;
};

export type BusinessBeneficiary = {
    beneficiaryType: 'BUSINESS';
    /**
     * The registered name of the business.
     */
    legalName: string;
    /**
     * Entry in the register of its country.
     */
    registrationNumber?: string;
    /**
     * Tax number of the business in its country of residence, such as the EIN in the US.
     */
    taxId?: string;
    /**
     * Contact address, for institutions that ask for one.
     */
    email?: string;
    /**
     * In E.164 form: `+`, the calling code of the country and the number. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Country where the beneficiary lives or has its seat, as two capital letters (ISO 3166-1).
     */
    countryOfResidence?: string;
    /**
     * Where the person lives, or where the business has its seat.
     */
    address?: BeneficiaryAddress;
};

/**
 * Bank account. Country: US. Currencies: USD. The same kind of account as `USD_ACCOUNT`, with other fields.
 */
export type UsAccountInfo = {
    accountType: 'US_ACCOUNT';
    /**
     * 4 to 17 digits. Blanks and hyphens between them are removed; leading zeros are kept.
     */
    accountNumber: string;
    /**
     * ABA number of the US bank, with a check digit: 9 digits. Blanks and hyphens between groups are removed.
     */
    routingNumber: string;
    /**
     * The person or business, as the bank has the name.
     */
    accountHolderName?: string;
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName?: string;
    /**
     * A note for your own records. Payments to the account do not carry it.
     */
    reference?: string;
};

/**
 * Bank account. Country: BR. Currencies: BRL.
 */
export type BrlExternalAccountInfo = {
    accountType: 'BRL_ACCOUNT';
    /**
     * The alias of the account in the Pix directory, in the form of its `pixKeyType`: a tax number, an email address, a phone number with +55, or a UUID. It is stored as the directory writes it: tax and phone numbers without punctuation, letters of addresses in lower case.
     */
    pixKey: string;
    /**
     * `CPF` and `CNPJ` are tax numbers of persons and businesses; `RANDOM` is a UUID.
     */
    pixKeyType: 'CPF' | 'CNPJ' | 'EMAIL' | 'PHONE' | 'RANDOM';
    /**
     * Brazilian tax number of the account holder: CPF (11 digits), or CNPJ (12 digits or capital letters and 2 digits). Punctuation is removed.
     */
    taxId: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & BrlBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'PIX'>;
};

export type BrlBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    /**
     * The person's first and last name, as the institution that keeps the account has it.
     */
    fullName: string;
    /**
     * As YYYY-MM-DD.
     */
    birthDate?: string;
    /**
     * Country of citizenship, as two capital letters (ISO 3166-1).
     */
    nationality?: string;
    /**
     * Contact address, for institutions that ask for one.
     */
    email?: string;
    /**
     * In E.164 form: `+`, the calling code of the country and the number. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Country where the beneficiary lives or has its seat, as two capital letters (ISO 3166-1).
     */
    countryOfResidence?: string;
    /**
     * Where the person lives, or where the business has its seat.
     */
    address?: BeneficiaryAddress;
};

/**
 * Bank account. Country: CA. Currencies: CAD.
 */
export type CadExternalAccountInfo = {
    accountType: 'CAD_ACCOUNT';
    /**
     * Number of the Canadian institution: 3 digits. Blanks and hyphens between groups are removed.
     */
    bankCode: string;
    /**
     * Identifies the branch within the bank: 5 digits. Blanks and hyphens between groups are removed.
     */
    branchCode: string;
    /**
     * Number at a Canadian bank: 7 to 12 digits. Blanks and hyphens between groups are removed.
     */
    accountNumber: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & CadBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type CadBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    /**
     * The person's first and last name, as the institution that keeps the account has it.
     */
    fullName: string;
    /**
     * As YYYY-MM-DD.
     */
    birthDate?: string;
    /**
     * Country of citizenship, as two capital letters (ISO 3166-1).
     */
    nationality?: string;
    /**
     * Contact address, for institutions that ask for one.
     */
    email?: string;
    /**
     * In E.164 form: `+`, the calling code of the country and the number. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Country where the beneficiary lives or has its seat, as two capital letters (ISO 3166-1).
     */
    countryOfResidence?: string;
    /**
     * Entry in the register of its country.
     */
    registrationNumber?: string;
    /**
     * Where the person lives, or where the business has its seat.
     */
    address?: BeneficiaryAddress;
};

/**
 * Bank account or mobile wallet. Country: CO. Currencies: COP. Required is `accountNumber` with `bankName`, or `phoneNumber` with `bankName`.
 */
export type CopExternalAccountInfo = {
    accountType: 'COP_ACCOUNT';
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber?: string;
    /**
     * Whether the bank keeps it as a checking (current) or as a savings account.
     */
    bankAccountType?: 'CHECKING' | 'SAVINGS';
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The number under which the mobile wallet is registered, in E.164 form.
     */
    phoneNumber?: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & CopBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'BANK_TRANSFER' | 'MOBILE_MONEY'>;
};

export type CopBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    /**
     * The person's first and last name, as the institution that keeps the account has it.
     */
    fullName: string;
    /**
     * As YYYY-MM-DD.
     */
    birthDate?: string;
    /**
     * Country of citizenship, as two capital letters (ISO 3166-1).
     */
    nationality?: string;
    /**
     * Contact address, for institutions that ask for one.
     */
    email?: string;
    /**
     * In E.164 form: `+`, the calling code of the country and the number. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Country where the beneficiary lives or has its seat, as two capital letters (ISO 3166-1).
     */
    countryOfResidence?: string;
    /**
     * Colombian citizen card, foreigner card, identity card of a minor, tax number, or passport.
     */
    documentType?: 'CC' | 'CE' | 'TI' | 'NIT' | 'PP';
    /**
     * Of the document in `documentType`; a `NIT` has a check digit.
     */
    documentNumber?: string;
    /**
     * Where the person lives, or where the business has its seat.
     */
    address?: BeneficiaryAddress;
};

/**
 * Bank account. Country: GT. Currencies: GTQ.
 */
export type GtqExternalAccountInfo = {
    accountType: 'GTQ_ACCOUNT';
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber: string;
    /**
     * Whether the bank keeps it as a checking (current) or as a savings account.
     */
    bankAccountType: 'CHECKING' | 'SAVINGS';
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & GtqBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type GtqBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    /**
     * The person's first and last name, as the institution that keeps the account has it.
     */
    fullName: string;
    /**
     * As YYYY-MM-DD.
     */
    birthDate?: string;
    /**
     * Country of citizenship, as two capital letters (ISO 3166-1).
     */
    nationality?: string;
    /**
     * Contact address, for institutions that ask for one.
     */
    email?: string;
    /**
     * In E.164 form: `+`, the calling code of the country and the number. Blanks and punctuation are removed.
     */
    phoneNumber: string;
    /**
     * Country where the beneficiary lives or has its seat, as two capital letters (ISO 3166-1).
     */
    countryOfResidence: string;
    /**
     * Where the person lives, or where the business has its seat.
     */
    address?: BeneficiaryAddress;
};

/**
 * Mobile wallet. Country: HT. Currencies: HTG.
 */
export type HtgExternalAccountInfo = {
    accountType: 'HTG_ACCOUNT';
    /**
     * The number under which the mobile wallet is registered, in E.164 form.
     */
    phoneNumber: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & HtgBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'MOBILE_MONEY'>;
};

export type HtgBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    /**
     * The person's first and last name, as the institution that keeps the account has it.
     */
    fullName: string;
    /**
     * As YYYY-MM-DD.
     */
    birthDate?: string;
    /**
     * Country of citizenship, as two capital letters (ISO 3166-1).
     */
    nationality?: string;
    /**
     * Contact address, for institutions that ask for one.
     */
    email?: string;
    /**
     * In E.164 form: `+`, the calling code of the country and the number. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Country where the beneficiary lives or has its seat, as two capital letters (ISO 3166-1).
     */
    countryOfResidence?: string;
    /**
     * Where the person lives, or where the business has its seat.
     */
    address?: BeneficiaryAddress;
};

/**
 * Bank account. Country: JM. Currencies: JMD.
 */
export type JmdExternalAccountInfo = {
    accountType: 'JMD_ACCOUNT';
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber: string;
    /**
     * Identifies the branch within the bank: 5 digits. Blanks and hyphens between groups are removed.
     */
    branchCode: string;
    /**
     * Whether the bank keeps it as a checking (current) or as a savings account.
     */
    bankAccountType: 'CHECKING' | 'SAVINGS';
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & JmdBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type JmdBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    /**
     * The person's first and last name, as the institution that keeps the account has it.
     */
    fullName: string;
    /**
     * As YYYY-MM-DD.
     */
    birthDate?: string;
    /**
     * Country of citizenship, as two capital letters (ISO 3166-1).
     */
    nationality?: string;
    /**
     * Contact address, for institutions that ask for one.
     */
    email?: string;
    /**
     * In E.164 form: `+`, the calling code of the country and the number. Blanks and punctuation are removed.
     */
    phoneNumber: string;
    /**
     * Country where the beneficiary lives or has its seat, as two capital letters (ISO 3166-1).
     */
    countryOfResidence?: string;
    /**
     * Where the person lives, or where the business has its seat.
     */
    address: BeneficiaryAddress;
};

/**
 * Bank account. Country: MX. Currencies: MXN.
 */
export type MxnExternalAccountInfo = {
    accountType: 'MXN_ACCOUNT';
    /**
     * CLABE of the Mexican account, with a check digit: 18 digits. Blanks and hyphens between groups are removed.
     */
    clabeNumber: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & MxnBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'SPEI'>;
};

export type MxnBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    /**
     * The person's first and last name, as the institution that keeps the account has it.
     */
    fullName: string;
    /**
     * As YYYY-MM-DD.
     */
    birthDate?: string;
    /**
     * Country of citizenship, as two capital letters (ISO 3166-1).
     */
    nationality?: string;
    /**
     * Contact address, for institutions that ask for one.
     */
    email?: string;
    /**
     * In E.164 form: `+`, the calling code of the country and the number. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Country where the beneficiary lives or has its seat, as two capital letters (ISO 3166-1).
     */
    countryOfResidence?: string;
    /**
     * Where the person lives, or where the business has its seat.
     */
    address?: BeneficiaryAddress;
};

/**
 * Bank account or mobile wallet. Country: SV. Currencies: USD. Required is `accountNumber` with `bankName`, or `phoneNumber`.
 */
export type SlvExternalAccountInfo = {
    accountType: 'SLV_ACCOUNT';
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName?: string;
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber?: string;
    /**
     * Whether the bank keeps it as a checking (current) or as a savings account.
     */
    bankAccountType?: 'CHECKING' | 'SAVINGS';
    /**
     * The number under which the mobile wallet is registered, in E.164 form.
     */
    phoneNumber?: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & SlvBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'BANK_TRANSFER' | 'MOBILE_MONEY'>;
};

export type SlvBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    /**
     * The person's first and last name, as the institution that keeps the account has it.
     */
    fullName: string;
    /**
     * As YYYY-MM-DD.
     */
    birthDate?: string;
    /**
     * Country of citizenship, as two capital letters (ISO 3166-1).
     */
    nationality?: string;
    /**
     * Contact address, for institutions that ask for one.
     */
    email?: string;
    /**
     * In E.164 form: `+`, the calling code of the country and the number. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Country where the beneficiary lives or has its seat, as two capital letters (ISO 3166-1).
     */
    countryOfResidence?: string;
    /**
     * Where the person lives, or where the business has its seat.
     */
    address?: BeneficiaryAddress;
};

/**
 * Bank account. Country: DK. Currencies: DKK.
 */
export type DkkExternalAccountInfo = {
    accountType: 'DKK_ACCOUNT';
    /**
     * International bank account number (ISO 13616): 18 characters, starting with `DK`. Blanks and hyphens between groups are removed.
     */
    iban: string;
    /**
     * BIC (ISO 9362) of the bank, 8 or 11 characters. The branch `XXX` is removed, because it is the head office.
     */
    swiftCode?: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & DkkBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'SEPA' | 'SEPA_INSTANT'>;
};

export type DkkBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    /**
     * The person's first and last name, as the institution that keeps the account has it.
     */
    fullName: string;
    /**
     * As YYYY-MM-DD.
     */
    birthDate?: string;
    /**
     * Country of citizenship, as two capital letters (ISO 3166-1).
     */
    nationality?: string;
    /**
     * Contact address, for institutions that ask for one.
     */
    email?: string;
    /**
     * In E.164 form: `+`, the calling code of the country and the number. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Country where the beneficiary lives or has its seat, as two capital letters (ISO 3166-1).
     */
    countryOfResidence?: string;
    /**
     * Where the person lives, or where the business has its seat.
     */
    address?: BeneficiaryAddress;
};

/**
 * Bank account. Currencies: EUR.
 */
export type EurExternalAccountInfo = {
    accountType: 'EUR_ACCOUNT';
    /**
     * International bank account number (ISO 13616): country code, two check digits, then 11 to 30 letters and digits. Blanks and hyphens between groups are removed.
     */
    iban: string;
    /**
     * BIC (ISO 9362) of the bank, 8 or 11 characters. The branch `XXX` is removed, because it is the head office.
     */
    swiftCode?: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & EurBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'SEPA' | 'SEPA_INSTANT'>;
};

export type EurBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    /**
     * The person's first and last name, as the institution that keeps the account has it.
     */
    fullName: string;
    /**
     * As YYYY-MM-DD.
     */
    birthDate?: string;
    /**
     * Country of citizenship, as two capital letters (ISO 3166-1).
     */
    nationality?: string;
    /**
     * Contact address, for institutions that ask for one.
     */
    email?: string;
    /**
     * In E.164 form: `+`, the calling code of the country and the number. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Country where the beneficiary lives or has its seat, as two capital letters (ISO 3166-1).
     */
    countryOfResidence: string;
    /**
     * Where the person lives, or where the business has its seat.
     */
    address?: BeneficiaryAddress;
};

/**
 * Bank account. Country: GB. Currencies: GBP.
 */
export type GbpExternalAccountInfo = {
    accountType: 'GBP_ACCOUNT';
    /**
     * Identifies bank and branch in the United Kingdom: 6 digits. Blanks and hyphens between groups are removed.
     */
    sortCode: string;
    /**
     * Number of the account at the branch: 8 digits. Blanks and hyphens between groups are removed.
     */
    accountNumber: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & GbpBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'FASTER_PAYMENTS'>;
};

export type GbpBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    /**
     * The person's first and last name, as the institution that keeps the account has it.
     */
    fullName: string;
    /**
     * As YYYY-MM-DD.
     */
    birthDate?: string;
    /**
     * Country of citizenship, as two capital letters (ISO 3166-1).
     */
    nationality?: string;
    /**
     * Contact address, for institutions that ask for one.
     */
    email?: string;
    /**
     * In E.164 form: `+`, the calling code of the country and the number. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Country where the beneficiary lives or has its seat, as two capital letters (ISO 3166-1).
     */
    countryOfResidence?: string;
    /**
     * Where the person lives, or where the business has its seat.
     */
    address?: BeneficiaryAddress;
};

/**
 * Bank account. Country: AE. Currencies: AED.
 */
export type AedExternalAccountInfo = {
    accountType: 'AED_ACCOUNT';
    /**
     * International bank account number (ISO 13616): 23 characters, starting with `AE`. Blanks and hyphens between groups are removed.
     */
    iban: string;
    /**
     * BIC (ISO 9362) of the bank, 8 or 11 characters. The branch `XXX` is removed, because it is the head office.
     */
    swiftCode?: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & AedBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type AedBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    /**
     * The person's first and last name, as the institution that keeps the account has it.
     */
    fullName: string;
    /**
     * As YYYY-MM-DD.
     */
    birthDate?: string;
    /**
     * Country of citizenship, as two capital letters (ISO 3166-1).
     */
    nationality?: string;
    /**
     * Contact address, for institutions that ask for one.
     */
    email?: string;
    /**
     * In E.164 form: `+`, the calling code of the country and the number. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Country where the beneficiary lives or has its seat, as two capital letters (ISO 3166-1).
     */
    countryOfResidence?: string;
    /**
     * Where the person lives, or where the business has its seat.
     */
    address: BeneficiaryAddress;
};

/**
 * Mobile wallet. Country: BW. Currencies: BWP.
 */
export type BwpExternalAccountInfo = {
    accountType: 'BWP_ACCOUNT';
    /**
     * The number under which the mobile wallet is registered, in E.164 form.
     */
    phoneNumber: string;
    /**
     * The mobile-money operator that keeps the wallet. Case does not matter.
     */
    provider: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & BwpBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'MOBILE_MONEY'>;
};

export type BwpBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    /**
     * The person's first and last name, as the institution that keeps the account has it.
     */
    fullName: string;
    /**
     * As YYYY-MM-DD.
     */
    birthDate?: string;
    /**
     * Country of citizenship, as two capital letters (ISO 3166-1).
     */
    nationality?: string;
    /**
     * Contact address, for institutions that ask for one.
     */
    email?: string;
    /**
     * In E.164 form: `+`, the calling code of the country and the number. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Country where the beneficiary lives or has its seat, as two capital letters (ISO 3166-1).
     */
    countryOfResidence?: string;
    /**
     * Where the person lives, or where the business has its seat.
     */
    address?: BeneficiaryAddress;
};

/**
 * Bank account or mobile wallet. Country: EG. Currencies: EGP. Required is `iban`, or `phoneNumber` with `bankName`.
 */
export type EgpExternalAccountInfo = {
    accountType: 'EGP_ACCOUNT';
    /**
     * International bank account number (ISO 13616): 29 characters, starting with `EG`. Blanks and hyphens between groups are removed.
     */
    iban?: string;
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The number under which the mobile wallet is registered, in E.164 form.
     */
    phoneNumber?: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & EgpBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'BANK_TRANSFER' | 'MOBILE_MONEY'>;
};

export type EgpBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    /**
     * The person's first and last name, as the institution that keeps the account has it.
     */
    fullName: string;
    /**
     * As YYYY-MM-DD.
     */
    birthDate?: string;
    /**
     * Country of citizenship, as two capital letters (ISO 3166-1).
     */
    nationality?: string;
    /**
     * Contact address, for institutions that ask for one.
     */
    email?: string;
    /**
     * In E.164 form: `+`, the calling code of the country and the number. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Country where the beneficiary lives or has its seat, as two capital letters (ISO 3166-1).
     */
    countryOfResidence?: string;
    /**
     * Where the person lives, or where the business has its seat.
     */
    address?: BeneficiaryAddress;
};

/**
 * Bank account or mobile wallet. Country: GH. Currencies: GHS. Required is `accountNumber` with `bankName`, or `phoneNumber` with `bankName`.
 */
export type GhsExternalAccountInfo = {
    accountType: 'GHS_ACCOUNT';
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber?: string;
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The number under which the mobile wallet is registered, in E.164 form.
     */
    phoneNumber?: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & GhsBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'BANK_TRANSFER' | 'MOBILE_MONEY'>;
};

export type GhsBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    /**
     * The person's first and last name, as the institution that keeps the account has it.
     */
    fullName: string;
    /**
     * As YYYY-MM-DD.
     */
    birthDate?: string;
    /**
     * Country of citizenship, as two capital letters (ISO 3166-1).
     */
    nationality?: string;
    /**
     * Contact address, for institutions that ask for one.
     */
    email?: string;
    /**
     * In E.164 form: `+`, the calling code of the country and the number. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Country where the beneficiary lives or has its seat, as two capital letters (ISO 3166-1).
     */
    countryOfResidence?: string;
    /**
     * Where the person lives, or where the business has its seat.
     */
    address?: BeneficiaryAddress;
};

/**
 * Mobile wallet. Country: KE. Currencies: KES.
 */
export type KesExternalAccountInfo = {
    accountType: 'KES_ACCOUNT';
    /**
     * The number under which the mobile wallet is registered, in E.164 form with the calling code +254.
     */
    phoneNumber: string;
    /**
     * The mobile-money operator that keeps the wallet. Case does not matter.
     */
    provider: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & KesBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'MOBILE_MONEY'>;
};

export type KesBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    /**
     * The person's first and last name, as the institution that keeps the account has it.
     */
    fullName: string;
    /**
     * As YYYY-MM-DD.
     */
    birthDate?: string;
    /**
     * Country of citizenship, as two capital letters (ISO 3166-1).
     */
    nationality?: string;
    /**
     * Contact address, for institutions that ask for one.
     */
    email?: string;
    /**
     * In E.164 form: `+`, the calling code of the country and the number. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Country where the beneficiary lives or has its seat, as two capital letters (ISO 3166-1).
     */
    countryOfResidence?: string;
    /**
     * Where the person lives, or where the business has its seat.
     */
    address?: BeneficiaryAddress;
};

/**
 * Mobile wallet. Country: MW. Currencies: MWK.
 */
export type MwkExternalAccountInfo = {
    accountType: 'MWK_ACCOUNT';
    /**
     * The number under which the mobile wallet is registered, in E.164 form.
     */
    phoneNumber: string;
    /**
     * The mobile-money operator that keeps the wallet. Case does not matter.
     */
    provider: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & MwkBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'MOBILE_MONEY'>;
};

export type MwkBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    /**
     * The person's first and last name, as the institution that keeps the account has it.
     */
    fullName: string;
    /**
     * As YYYY-MM-DD.
     */
    birthDate?: string;
    /**
     * Country of citizenship, as two capital letters (ISO 3166-1).
     */
    nationality?: string;
    /**
     * Contact address, for institutions that ask for one.
     */
    email?: string;
    /**
     * In E.164 form: `+`, the calling code of the country and the number. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Country where the beneficiary lives or has its seat, as two capital letters (ISO 3166-1).
     */
    countryOfResidence?: string;
    /**
     * Where the person lives, or where the business has its seat.
     */
    address?: BeneficiaryAddress;
};

/**
 * Bank account. Country: NG. Currencies: NGN.
 */
export type NgnExternalAccountInfo = {
    accountType: 'NGN_ACCOUNT';
    /**
     * NUBAN, the uniform number of Nigerian banks: 10 digits. Blanks and hyphens between groups are removed.
     */
    accountNumber: string;
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & NgnBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type NgnBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    /**
     * The person's first and last name, as the institution that keeps the account has it.
     */
    fullName: string;
    /**
     * As YYYY-MM-DD.
     */
    birthDate?: string;
    /**
     * Country of citizenship, as two capital letters (ISO 3166-1).
     */
    nationality?: string;
    /**
     * Contact address, for institutions that ask for one.
     */
    email?: string;
    /**
     * In E.164 form: `+`, the calling code of the country and the number. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Country where the beneficiary lives or has its seat, as two capital letters (ISO 3166-1).
     */
    countryOfResidence?: string;
    /**
     * Where the person lives, or where the business has its seat.
     */
    address?: BeneficiaryAddress;
};

/**
 * Mobile wallet. Country: RW. Currencies: RWF.
 */
export type RwfExternalAccountInfo = {
    accountType: 'RWF_ACCOUNT';
    /**
     * The number under which the mobile wallet is registered, in E.164 form with the calling code +250.
     */
    phoneNumber: string;
    /**
     * The mobile-money operator that keeps the wallet. Case does not matter.
     */
    provider: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & RwfBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'MOBILE_MONEY'>;
};

export type RwfBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    /**
     * The person's first and last name, as the institution that keeps the account has it.
     */
    fullName: string;
    /**
     * As YYYY-MM-DD.
     */
    birthDate?: string;
    /**
     * Country of citizenship, as two capital letters (ISO 3166-1).
     */
    nationality?: string;
    /**
     * Contact address, for institutions that ask for one.
     */
    email?: string;
    /**
     * In E.164 form: `+`, the calling code of the country and the number. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Country where the beneficiary lives or has its seat, as two capital letters (ISO 3166-1).
     */
    countryOfResidence?: string;
    /**
     * Where the person lives, or where the business has its seat.
     */
    address?: BeneficiaryAddress;
};

/**
 * Mobile wallet. Country: TZ. Currencies: TZS.
 */
export type TzsExternalAccountInfo = {
    accountType: 'TZS_ACCOUNT';
    /**
     * The number under which the mobile wallet is registered, in E.164 form with the calling code +255.
     */
    phoneNumber: string;
    /**
     * The mobile-money operator that keeps the wallet. Case does not matter.
     */
    provider: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & TzsBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'MOBILE_MONEY'>;
};

export type TzsBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    /**
     * The person's first and last name, as the institution that keeps the account has it.
     */
    fullName: string;
    /**
     * As YYYY-MM-DD.
     */
    birthDate?: string;
    /**
     * Country of citizenship, as two capital letters (ISO 3166-1).
     */
    nationality?: string;
    /**
     * Contact address, for institutions that ask for one.
     */
    email?: string;
    /**
     * In E.164 form: `+`, the calling code of the country and the number. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Country where the beneficiary lives or has its seat, as two capital letters (ISO 3166-1).
     */
    countryOfResidence?: string;
    /**
     * Where the person lives, or where the business has its seat.
     */
    address?: BeneficiaryAddress;
};

/**
 * Mobile wallet. Country: UG. Currencies: UGX.
 */
export type UgxExternalAccountInfo = {
    accountType: 'UGX_ACCOUNT';
    /**
     * The number under which the mobile wallet is registered, in E.164 form.
     */
    phoneNumber: string;
    /**
     * The mobile-money operator that keeps the wallet. Case does not matter.
     */
    provider: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & UgxBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'MOBILE_MONEY'>;
};

export type UgxBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    /**
     * The person's first and last name, as the institution that keeps the account has it.
     */
    fullName: string;
    /**
     * As YYYY-MM-DD.
     */
    birthDate?: string;
    /**
     * Country of citizenship, as two capital letters (ISO 3166-1).
     */
    nationality?: string;
    /**
     * Contact address, for institutions that ask for one.
     */
    email?: string;
    /**
     * In E.164 form: `+`, the calling code of the country and the number. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Country where the beneficiary lives or has its seat, as two capital letters (ISO 3166-1).
     */
    countryOfResidence?: string;
    /**
     * Where the person lives, or where the business has its seat.
     */
    address?: BeneficiaryAddress;
};

/**
 * Mobile wallet. Currencies: XAF.
 */
export type XafExternalAccountInfo = {
    accountType: 'XAF_ACCOUNT';
    /**
     * The number under which the mobile wallet is registered, in E.164 form.
     */
    phoneNumber: string;
    /**
     * The mobile-money operator that keeps the wallet. Case does not matter.
     */
    provider: string;
    /**
     * Country of the wallet: Cameroon or Congo.
     */
    region: 'CM' | 'CG';
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & XafBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'MOBILE_MONEY'>;
};

export type XafBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    /**
     * The person's first and last name, as the institution that keeps the account has it.
     */
    fullName: string;
    /**
     * As YYYY-MM-DD.
     */
    birthDate?: string;
    /**
     * Country of citizenship, as two capital letters (ISO 3166-1).
     */
    nationality?: string;
    /**
     * Contact address, for institutions that ask for one.
     */
    email?: string;
    /**
     * In E.164 form: `+`, the calling code of the country and the number. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Country where the beneficiary lives or has its seat, as two capital letters (ISO 3166-1).
     */
    countryOfResidence?: string;
    /**
     * Where the person lives, or where the business has its seat.
     */
    address?: BeneficiaryAddress;
};

/**
 * Mobile wallet. Currencies: XOF.
 */
export type XofExternalAccountInfo = {
    accountType: 'XOF_ACCOUNT';
    /**
     * The number under which the mobile wallet is registered, in E.164 form.
     */
    phoneNumber: string;
    /**
     * The mobile-money operator that keeps the wallet. Case does not matter.
     */
    provider: string;
    /**
     * Country of the wallet: Benin, Côte d'Ivoire, Senegal or Togo.
     */
    region: 'BJ' | 'CI' | 'SN' | 'TG';
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & XofBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'MOBILE_MONEY'>;
};

export type XofBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    /**
     * The person's first and last name, as the institution that keeps the account has it.
     */
    fullName: string;
    /**
     * As YYYY-MM-DD.
     */
    birthDate?: string;
    /**
     * Country of citizenship, as two capital letters (ISO 3166-1).
     */
    nationality?: string;
    /**
     * Contact address, for institutions that ask for one.
     */
    email?: string;
    /**
     * In E.164 form: `+`, the calling code of the country and the number. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Country where the beneficiary lives or has its seat, as two capital letters (ISO 3166-1).
     */
    countryOfResidence?: string;
    /**
     * Where the person lives, or where the business has its seat.
     */
    address?: BeneficiaryAddress;
};

/**
 * Bank account. Country: ZA. Currencies: ZAR.
 */
export type ZarExternalAccountInfo = {
    accountType: 'ZAR_ACCOUNT';
    /**
     * Number at a South African bank: 9 to 13 digits. Blanks and hyphens between groups are removed.
     */
    accountNumber: string;
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & ZarBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type ZarBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    /**
     * The person's first and last name, as the institution that keeps the account has it.
     */
    fullName: string;
    /**
     * As YYYY-MM-DD.
     */
    birthDate?: string;
    /**
     * Country of citizenship, as two capital letters (ISO 3166-1).
     */
    nationality?: string;
    /**
     * Contact address, for institutions that ask for one.
     */
    email?: string;
    /**
     * In E.164 form: `+`, the calling code of the country and the number. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Country where the beneficiary lives or has its seat, as two capital letters (ISO 3166-1).
     */
    countryOfResidence?: string;
    /**
     * Where the person lives, or where the business has its seat.
     */
    address?: BeneficiaryAddress;
};

/**
 * Mobile wallet. Country: ZM. Currencies: ZMW.
 */
export type ZmwExternalAccountInfo = {
    accountType: 'ZMW_ACCOUNT';
    /**
     * The number under which the mobile wallet is registered, in E.164 form with the calling code +260.
     */
    phoneNumber: string;
    /**
     * The mobile-money operator that keeps the wallet. Case does not matter.
     */
    provider: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & ZmwBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'MOBILE_MONEY'>;
};

export type ZmwBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    /**
     * The person's first and last name, as the institution that keeps the account has it.
     */
    fullName: string;
    /**
     * As YYYY-MM-DD.
     */
    birthDate?: string;
    /**
     * Country of citizenship, as two capital letters (ISO 3166-1).
     */
    nationality?: string;
    /**
     * Contact address, for institutions that ask for one.
     */
    email?: string;
    /**
     * In E.164 form: `+`, the calling code of the country and the number. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Country where the beneficiary lives or has its seat, as two capital letters (ISO 3166-1).
     */
    countryOfResidence?: string;
    /**
     * Where the person lives, or where the business has its seat.
     */
    address?: BeneficiaryAddress;
};

/**
 * Bank account or mobile wallet. Country: BD. Currencies: BDT. Required is `accountNumber` with `bankName`, or `phoneNumber` with `bankName`.
 */
export type BdtExternalAccountInfo = {
    accountType: 'BDT_ACCOUNT';
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber?: string;
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * Identifies the branch within the bank: 5 digits. Blanks and hyphens between groups are removed.
     */
    branchCode?: string;
    /**
     * BIC (ISO 9362) of the bank, 8 or 11 characters. The branch `XXX` is removed, because it is the head office.
     */
    swiftCode?: string;
    /**
     * The number under which the mobile wallet is registered, in E.164 form.
     */
    phoneNumber?: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & BdtBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'BANK_TRANSFER' | 'MOBILE_MONEY'>;
};

export type BdtBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    /**
     * The person's first and last name, as the institution that keeps the account has it.
     */
    fullName: string;
    /**
     * As YYYY-MM-DD.
     */
    birthDate?: string;
    /**
     * Country of citizenship, as two capital letters (ISO 3166-1).
     */
    nationality?: string;
    /**
     * Contact address, for institutions that ask for one.
     */
    email?: string;
    /**
     * In E.164 form: `+`, the calling code of the country and the number. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Country where the beneficiary lives or has its seat, as two capital letters (ISO 3166-1).
     */
    countryOfResidence?: string;
    /**
     * Where the person lives, or where the business has its seat.
     */
    address?: BeneficiaryAddress;
};

/**
 * Bank account or mobile wallet. Country: CN. Currencies: CNY. Required is `accountNumber` with `bankName`, or `phoneNumber` with `bankName`.
 */
export type CnyExternalAccountInfo = {
    accountType: 'CNY_ACCOUNT';
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber?: string;
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The number under which the mobile wallet is registered, in E.164 form.
     */
    phoneNumber?: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & CnyBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'BANK_TRANSFER' | 'MOBILE_MONEY'>;
};

export type CnyBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    /**
     * The person's first and last name, as the institution that keeps the account has it.
     */
    fullName: string;
    /**
     * As YYYY-MM-DD.
     */
    birthDate?: string;
    /**
     * Country of citizenship, as two capital letters (ISO 3166-1).
     */
    nationality?: string;
    /**
     * Contact address, for institutions that ask for one.
     */
    email?: string;
    /**
     * In E.164 form: `+`, the calling code of the country and the number. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Country where the beneficiary lives or has its seat, as two capital letters (ISO 3166-1).
     */
    countryOfResidence?: string;
    /**
     * Where the person lives, or where the business has its seat.
     */
    address?: BeneficiaryAddress;
};

/**
 * Bank account. Country: HK. Currencies: HKD.
 */
export type HkdExternalAccountInfo = {
    accountType: 'HKD_ACCOUNT';
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber: string;
    /**
     * BIC (ISO 9362) of the bank, 8 or 11 characters. The branch `XXX` is removed, because it is the head office.
     */
    swiftCode: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & HkdBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type HkdBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    /**
     * The person's first and last name, as the institution that keeps the account has it.
     */
    fullName: string;
    /**
     * As YYYY-MM-DD.
     */
    birthDate?: string;
    /**
     * Country of citizenship, as two capital letters (ISO 3166-1).
     */
    nationality?: string;
    /**
     * Contact address, for institutions that ask for one.
     */
    email?: string;
    /**
     * In E.164 form: `+`, the calling code of the country and the number. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Country where the beneficiary lives or has its seat, as two capital letters (ISO 3166-1).
     */
    countryOfResidence?: string;
    /**
     * Where the person lives, or where the business has its seat.
     */
    address?: BeneficiaryAddress;
};

/**
 * Bank account. Country: ID. Currencies: IDR.
 */
export type IdrExternalAccountInfo = {
    accountType: 'IDR_ACCOUNT';
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber: string;
    /**
     * BIC (ISO 9362) of the bank, 8 or 11 characters. The branch `XXX` is removed, because it is the head office.
     */
    swiftCode: string;
    /**
     * The account holder's number, in E.164 form with the calling code +62.
     */
    phoneNumber: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & IdrBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type IdrBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    /**
     * The person's first and last name, as the institution that keeps the account has it.
     */
    fullName: string;
    /**
     * As YYYY-MM-DD.
     */
    birthDate?: string;
    /**
     * Country of citizenship, as two capital letters (ISO 3166-1).
     */
    nationality?: string;
    /**
     * Contact address, for institutions that ask for one.
     */
    email?: string;
    /**
     * In E.164 form: `+`, the calling code of the country and the number. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Country where the beneficiary lives or has its seat, as two capital letters (ISO 3166-1).
     */
    countryOfResidence?: string;
    /**
     * Where the person lives, or where the business has its seat.
     */
    address?: BeneficiaryAddress;
};

/**
 * Bank account. Country: IN. Currencies: INR. Required is `vpa`, or `accountNumber` with `ifsc`.
 */
export type InrExternalAccountInfo = {
    accountType: 'INR_ACCOUNT';
    /**
     * UPI address (virtual payment address). Required without `accountNumber`.
     */
    vpa?: string;
    /**
     * Number at an Indian bank, with `ifsc`; required without `vpa`: 9 to 18 digits. Blanks and hyphens between groups are removed.
     */
    accountNumber?: string;
    /**
     * Indian Financial System Code of the branch: 11 characters, the fifth is 0.
     */
    ifsc?: string;
    /**
     * A note of the scheme that the account holder prefers. A quote chooses with `paymentRail`.
     */
    rail?: string;
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName?: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & InrBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'UPI' | 'NEFT' | 'RTGS'>;
};

export type InrBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    /**
     * The person's first and last name, as the institution that keeps the account has it.
     */
    fullName: string;
    /**
     * As YYYY-MM-DD.
     */
    birthDate?: string;
    /**
     * Country of citizenship, as two capital letters (ISO 3166-1).
     */
    nationality?: string;
    /**
     * Contact address, for institutions that ask for one.
     */
    email?: string;
    /**
     * In E.164 form: `+`, the calling code of the country and the number. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Country where the beneficiary lives or has its seat, as two capital letters (ISO 3166-1).
     */
    countryOfResidence?: string;
    /**
     * Where the person lives, or where the business has its seat.
     */
    address?: BeneficiaryAddress;
};

/**
 * Bank account. Country: MY. Currencies: MYR.
 */
export type MyrExternalAccountInfo = {
    accountType: 'MYR_ACCOUNT';
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber: string;
    /**
     * BIC (ISO 9362) of the bank, 8 or 11 characters. The branch `XXX` is removed, because it is the head office.
     */
    swiftCode: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & MyrBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type MyrBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    /**
     * The person's first and last name, as the institution that keeps the account has it.
     */
    fullName: string;
    /**
     * As YYYY-MM-DD.
     */
    birthDate?: string;
    /**
     * Country of citizenship, as two capital letters (ISO 3166-1).
     */
    nationality?: string;
    /**
     * Contact address, for institutions that ask for one.
     */
    email?: string;
    /**
     * In E.164 form: `+`, the calling code of the country and the number. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Country where the beneficiary lives or has its seat, as two capital letters (ISO 3166-1).
     */
    countryOfResidence?: string;
    /**
     * Where the person lives, or where the business has its seat.
     */
    address?: BeneficiaryAddress;
};

/**
 * Bank account. Country: PH. Currencies: PHP.
 */
export type PhpExternalAccountInfo = {
    accountType: 'PHP_ACCOUNT';
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * Number at a Philippine bank: 8 to 16 digits. Blanks and hyphens between groups are removed.
     */
    accountNumber: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & PhpBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type PhpBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    /**
     * The person's first and last name, as the institution that keeps the account has it.
     */
    fullName: string;
    /**
     * As YYYY-MM-DD.
     */
    birthDate?: string;
    /**
     * Country of citizenship, as two capital letters (ISO 3166-1).
     */
    nationality?: string;
    /**
     * Contact address, for institutions that ask for one.
     */
    email?: string;
    /**
     * In E.164 form: `+`, the calling code of the country and the number. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Country where the beneficiary lives or has its seat, as two capital letters (ISO 3166-1).
     */
    countryOfResidence?: string;
    /**
     * Where the person lives, or where the business has its seat.
     */
    address?: BeneficiaryAddress;
};

/**
 * Bank account or mobile wallet. Country: PK. Currencies: PKR. Required is `iban`, or `accountNumber` with `bankName`, or `phoneNumber` with `bankName`.
 */
export type PkrExternalAccountInfo = {
    accountType: 'PKR_ACCOUNT';
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber?: string;
    /**
     * International bank account number (ISO 13616): 24 characters, starting with `PK`. Blanks and hyphens between groups are removed.
     */
    iban?: string;
    /**
     * The number under which the mobile wallet is registered, in E.164 form.
     */
    phoneNumber?: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & PkrBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'BANK_TRANSFER' | 'MOBILE_MONEY'>;
};

export type PkrBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    /**
     * The person's first and last name, as the institution that keeps the account has it.
     */
    fullName: string;
    /**
     * As YYYY-MM-DD.
     */
    birthDate?: string;
    /**
     * Country of citizenship, as two capital letters (ISO 3166-1).
     */
    nationality?: string;
    /**
     * Contact address, for institutions that ask for one.
     */
    email?: string;
    /**
     * In E.164 form: `+`, the calling code of the country and the number. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Country where the beneficiary lives or has its seat, as two capital letters (ISO 3166-1).
     */
    countryOfResidence?: string;
    /**
     * Where the person lives, or where the business has its seat.
     */
    address?: BeneficiaryAddress;
};

/**
 * Bank account. Country: SG. Currencies: SGD.
 */
export type SgdExternalAccountInfo = {
    accountType: 'SGD_ACCOUNT';
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName?: string;
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber: string;
    /**
     * BIC (ISO 9362) of the bank, 8 or 11 characters. The branch `XXX` is removed, because it is the head office.
     */
    swiftCode: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & SgdBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'PAYNOW' | 'FAST' | 'BANK_TRANSFER'>;
};

export type SgdBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    /**
     * The person's first and last name, as the institution that keeps the account has it.
     */
    fullName: string;
    /**
     * As YYYY-MM-DD.
     */
    birthDate?: string;
    /**
     * Country of citizenship, as two capital letters (ISO 3166-1).
     */
    nationality?: string;
    /**
     * Contact address, for institutions that ask for one.
     */
    email?: string;
    /**
     * In E.164 form: `+`, the calling code of the country and the number. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Country where the beneficiary lives or has its seat, as two capital letters (ISO 3166-1).
     */
    countryOfResidence?: string;
    /**
     * Where the person lives, or where the business has its seat.
     */
    address?: BeneficiaryAddress;
};

/**
 * Bank account. Country: TH. Currencies: THB.
 */
export type ThbExternalAccountInfo = {
    accountType: 'THB_ACCOUNT';
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber: string;
    /**
     * BIC (ISO 9362) of the bank, 8 or 11 characters. The branch `XXX` is removed, because it is the head office.
     */
    swiftCode: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & ThbBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type ThbBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    /**
     * The person's first and last name, as the institution that keeps the account has it.
     */
    fullName: string;
    /**
     * As YYYY-MM-DD.
     */
    birthDate?: string;
    /**
     * Country of citizenship, as two capital letters (ISO 3166-1).
     */
    nationality?: string;
    /**
     * Contact address, for institutions that ask for one.
     */
    email?: string;
    /**
     * In E.164 form: `+`, the calling code of the country and the number. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Country where the beneficiary lives or has its seat, as two capital letters (ISO 3166-1).
     */
    countryOfResidence?: string;
    /**
     * Where the person lives, or where the business has its seat.
     */
    address?: BeneficiaryAddress;
};

/**
 * Bank account. Country: VN. Currencies: VND.
 */
export type VndExternalAccountInfo = {
    accountType: 'VND_ACCOUNT';
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber: string;
    /**
     * BIC (ISO 9362) of the bank, 8 or 11 characters. The branch `XXX` is removed, because it is the head office.
     */
    swiftCode: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & VndBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'BANK_TRANSFER'>;
};

export type VndBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    /**
     * The person's first and last name, as the institution that keeps the account has it.
     */
    fullName: string;
    /**
     * As YYYY-MM-DD.
     */
    birthDate?: string;
    /**
     * Country of citizenship, as two capital letters (ISO 3166-1).
     */
    nationality?: string;
    /**
     * Contact address, for institutions that ask for one.
     */
    email?: string;
    /**
     * In E.164 form: `+`, the calling code of the country and the number. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Country where the beneficiary lives or has its seat, as two capital letters (ISO 3166-1).
     */
    countryOfResidence?: string;
    /**
     * Where the person lives, or where the business has its seat.
     */
    address?: BeneficiaryAddress;
};

/**
 * Bank account. Currencies: USD, EUR, GBP, CHF, JPY, AUD, CAD, NZD, SEK, NOK, DKK, SGD, HKD, HUF, ILS, MXN, ZAR, AED, CNY. Required is `iban`, or `accountNumber` with `swiftCode`.
 */
export type SwiftExternalAccountInfo = {
    accountType: 'SWIFT_ACCOUNT';
    /**
     * Where the bank is, as two capital letters (ISO 3166-1).
     */
    country: string;
    /**
     * BIC (ISO 9362) of the bank, 8 or 11 characters. The branch `XXX` is removed, because it is the head office.
     */
    swiftCode: string;
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber?: string;
    /**
     * International bank account number (ISO 13616): country code, two check digits, then 11 to 30 letters and digits. Blanks and hyphens between groups are removed.
     */
    iban?: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & SwiftBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
    /**
     * The schemes that reach an account of this type.
     */
    paymentRails: Array<'SWIFT'>;
};

export type SwiftBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    /**
     * The person's first and last name, as the institution that keeps the account has it.
     */
    fullName: string;
    /**
     * As YYYY-MM-DD.
     */
    birthDate?: string;
    /**
     * Country of citizenship, as two capital letters (ISO 3166-1).
     */
    nationality?: string;
    /**
     * Contact address, for institutions that ask for one.
     */
    email?: string;
    /**
     * In E.164 form: `+`, the calling code of the country and the number. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Country where the beneficiary lives or has its seat, as two capital letters (ISO 3166-1).
     */
    countryOfResidence?: string;
    /**
     * Where the person lives, or where the business has its seat.
     */
    address?: BeneficiaryAddress;
};

/**
 * Wallet. Network: SPARK. Currencies: BTC, USDB.
 */
export type SparkWalletExternalAccountInfo = {
    accountType: 'SPARK_WALLET';
    /**
     * Spark address in bech32m, starting with `spark1` on the main network.
     */
    address: string;
    /**
     * The institution that keeps the wallet. Omit it for self-custody.
     */
    vaspName?: string;
    /**
     * The person or business that controls the wallet, for institutions that must know it (travel rule).
     */
    beneficiary?: WalletBeneficiaryOneOf;
};

export type WalletBeneficiaryOneOf = ({
    beneficiaryType: 'INDIVIDUAL';
} & WalletIndividualBeneficiary) | ({
    beneficiaryType: 'BUSINESS';
} & BusinessBeneficiary);

export type WalletIndividualBeneficiary = {
    beneficiaryType: 'INDIVIDUAL';
    /**
     * The person's first and last name, as the institution that keeps the account has it.
     */
    fullName: string;
    /**
     * Country where the beneficiary lives or has its seat, as two capital letters (ISO 3166-1).
     */
    countryOfResidence: string;
};

/**
 * Wallet. Currencies: BTC, USDB. The same kind of account as `SPARK_WALLET`, with other fields.
 */
export type Layer2WalletInfo = {
    accountType: 'LAYER2_WALLET';
    /**
     * Spark address in bech32m, starting with `spark1` on the main network.
     */
    address: string;
};

/**
 * Wallet. Currencies: BTC. Required is exactly one: `lightningAddress`, or `invoice`, or `bolt12`.
 */
export type LightningExternalAccountInfo = {
    accountType: 'LIGHTNING';
    /**
     * Lightning invoice (BOLT 11) of the main network. It can be paid once, before it expires, in the amount that it names.
     */
    invoice?: string;
    /**
     * Lightning offer (BOLT 12). It can be paid many times, until it expires if it does, in the amount that it names.
     */
    bolt12?: string;
    /**
     * Address in the form of an email address (LUD-16).
     */
    lightningAddress?: string;
};

/**
 * Wallet. Network: SOLANA. Currencies: USDC, USDT.
 */
export type SolanaWalletExternalAccountInfo = {
    accountType: 'SOLANA_WALLET';
    /**
     * Solana address of the owner in base58: 32 bytes.
     */
    address: string;
    /**
     * The institution that keeps the wallet. Omit it for self-custody.
     */
    vaspName?: string;
    /**
     * The person or business that controls the wallet, for institutions that must know it (travel rule).
     */
    beneficiary?: WalletBeneficiaryOneOf;
};

/**
 * Wallet. Network: TRON. Currencies: USDT.
 */
export type TronWalletExternalAccountInfo = {
    accountType: 'TRON_WALLET';
    /**
     * Tron address in base58, starting with `T`.
     */
    address: string;
    /**
     * The institution that keeps the wallet. Omit it for self-custody.
     */
    vaspName?: string;
    /**
     * The person or business that controls the wallet, for institutions that must know it (travel rule).
     */
    beneficiary?: WalletBeneficiaryOneOf;
};

/**
 * Wallet. Network: PLASMA. Currencies: USDT.
 */
export type PlasmaWalletExternalAccountInfo = {
    accountType: 'PLASMA_WALLET';
    /**
     * 0x and 40 hexadecimal digits. Mixed case must have the right checksum (EIP-55).
     */
    address: string;
    /**
     * The institution that keeps the wallet. Omit it for self-custody.
     */
    vaspName?: string;
    /**
     * The person or business that controls the wallet, for institutions that must know it (travel rule).
     */
    beneficiary?: WalletBeneficiaryOneOf;
};

/**
 * Wallet. Network: POLYGON. Currencies: USDC.
 */
export type PolygonWalletExternalAccountInfo = {
    accountType: 'POLYGON_WALLET';
    /**
     * 0x and 40 hexadecimal digits. Mixed case must have the right checksum (EIP-55).
     */
    address: string;
    /**
     * The institution that keeps the wallet. Omit it for self-custody.
     */
    vaspName?: string;
    /**
     * The person or business that controls the wallet, for institutions that must know it (travel rule).
     */
    beneficiary?: WalletBeneficiaryOneOf;
};

/**
 * Wallet. Network: BASE. Currencies: USDC.
 */
export type BaseWalletExternalAccountInfo = {
    accountType: 'BASE_WALLET';
    /**
     * 0x and 40 hexadecimal digits. Mixed case must have the right checksum (EIP-55).
     */
    address: string;
    /**
     * The institution that keeps the wallet. Omit it for self-custody.
     */
    vaspName?: string;
    /**
     * The person or business that controls the wallet, for institutions that must know it (travel rule).
     */
    beneficiary?: WalletBeneficiaryOneOf;
};

/**
 * Wallet. Network: ETHEREUM. Currencies: USDC, USDT.
 */
export type EthereumWalletExternalAccountInfo = {
    accountType: 'ETHEREUM_WALLET';
    /**
     * 0x and 40 hexadecimal digits. Mixed case must have the right checksum (EIP-55).
     */
    address: string;
    /**
     * The institution that keeps the wallet. Omit it for self-custody.
     */
    vaspName?: string;
    /**
     * The person or business that controls the wallet, for institutions that must know it (travel rule).
     */
    beneficiary?: WalletBeneficiaryOneOf;
};

/**
 * Wallet. Currencies: USDC, USDT, BTC.
 */
export type AltchainWalletInfo = {
    accountType: 'ALTCHAIN_WALLET';
    /**
     * What the wallet receives. If present, it must equal `currency`.
     */
    assetType?: 'USDC' | 'USDT' | 'BTC';
    /**
     * On any supported chain that carries the asset; its form tells the chain.
     */
    address: string;
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

export type ExternalAccountCreateRequest = {
    /**
     * The customer who owns or pays the account. A deleted customer is refused.
     */
    customerId: string;
    /**
     * Code of the currency that the account receives, such as `EUR`. The account type must serve it.
     */
    currency: string;
    /**
     * Your own identifier, stored and returned as it is. It need not be unique.
     */
    platformAccountId?: string;
    /**
     * Whether the account is the own account of its owner or that of another party.
     */
    ownershipType?: OwnershipType;
    /**
     * The details of the account, in the form of its `accountType`. Fields that the type does not know are dropped.
     */
    accountInfo: ExternalAccountCreateInfoOneOf;
    /**
     * Whether the account's currency is preferred for UMA payments to the customer. A new default replaces the earlier one.
     */
    defaultUmaDepositAccount?: boolean;
};

/**
 * Bank account. Country: US. Currencies: USD.
 */
export type UsdExternalAccountCreateInfo = {
    accountType: 'USD_ACCOUNT';
    /**
     * 4 to 17 digits. Blanks and hyphens between them are removed; leading zeros are kept.
     */
    accountNumber: string;
    /**
     * ABA number of the US bank, with a check digit: 9 digits. Blanks and hyphens between groups are removed.
     */
    routingNumber: string;
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName?: string;
    /**
     * Whether the bank keeps it as a checking (current) or as a savings account.
     */
    bankAccountType?: 'CHECKING' | 'SAVINGS';
    /**
     * The bank through which the receiving bank takes wires, if it does not take them itself.
     */
    intermediaryBankName?: string;
    /**
     * ABA number (9 digits) of the bank through which the receiving bank takes wires.
     */
    intermediaryRoutingNumber?: string;
    /**
     * Instructions from bank to bank in a wire.
     */
    fiToFiInformation?: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & UsdBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

/**
 * Bank account. Country: BR. Currencies: BRL.
 */
export type BrlExternalAccountCreateInfo = {
    accountType: 'BRL_ACCOUNT';
    /**
     * The alias of the account in the Pix directory, in the form of its `pixKeyType`: a tax number, an email address, a phone number with +55, or a UUID. It is stored as the directory writes it: tax and phone numbers without punctuation, letters of addresses in lower case.
     */
    pixKey: string;
    /**
     * `CPF` and `CNPJ` are tax numbers of persons and businesses; `RANDOM` is a UUID.
     */
    pixKeyType: 'CPF' | 'CNPJ' | 'EMAIL' | 'PHONE' | 'RANDOM';
    /**
     * Brazilian tax number of the account holder: CPF (11 digits), or CNPJ (12 digits or capital letters and 2 digits). Punctuation is removed.
     */
    taxId: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & BrlBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

/**
 * Bank account. Country: CA. Currencies: CAD.
 */
export type CadExternalAccountCreateInfo = {
    accountType: 'CAD_ACCOUNT';
    /**
     * Number of the Canadian institution: 3 digits. Blanks and hyphens between groups are removed.
     */
    bankCode: string;
    /**
     * Identifies the branch within the bank: 5 digits. Blanks and hyphens between groups are removed.
     */
    branchCode: string;
    /**
     * Number at a Canadian bank: 7 to 12 digits. Blanks and hyphens between groups are removed.
     */
    accountNumber: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & CadBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

/**
 * Bank account or mobile wallet. Country: CO. Currencies: COP. Required is `accountNumber` with `bankName`, or `phoneNumber` with `bankName`.
 */
export type CopExternalAccountCreateInfo = {
    accountType: 'COP_ACCOUNT';
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber?: string;
    /**
     * Whether the bank keeps it as a checking (current) or as a savings account.
     */
    bankAccountType?: 'CHECKING' | 'SAVINGS';
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The number under which the mobile wallet is registered, in E.164 form.
     */
    phoneNumber?: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & CopBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

/**
 * Bank account. Country: GT. Currencies: GTQ.
 */
export type GtqExternalAccountCreateInfo = {
    accountType: 'GTQ_ACCOUNT';
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber: string;
    /**
     * Whether the bank keeps it as a checking (current) or as a savings account.
     */
    bankAccountType: 'CHECKING' | 'SAVINGS';
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & GtqBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

/**
 * Mobile wallet. Country: HT. Currencies: HTG.
 */
export type HtgExternalAccountCreateInfo = {
    accountType: 'HTG_ACCOUNT';
    /**
     * The number under which the mobile wallet is registered, in E.164 form.
     */
    phoneNumber: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & HtgBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

/**
 * Bank account. Country: JM. Currencies: JMD.
 */
export type JmdExternalAccountCreateInfo = {
    accountType: 'JMD_ACCOUNT';
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber: string;
    /**
     * Identifies the branch within the bank: 5 digits. Blanks and hyphens between groups are removed.
     */
    branchCode: string;
    /**
     * Whether the bank keeps it as a checking (current) or as a savings account.
     */
    bankAccountType: 'CHECKING' | 'SAVINGS';
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & JmdBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

/**
 * Bank account. Country: MX. Currencies: MXN.
 */
export type MxnExternalAccountCreateInfo = {
    accountType: 'MXN_ACCOUNT';
    /**
     * CLABE of the Mexican account, with a check digit: 18 digits. Blanks and hyphens between groups are removed.
     */
    clabeNumber: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & MxnBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

/**
 * Bank account or mobile wallet. Country: SV. Currencies: USD. Required is `accountNumber` with `bankName`, or `phoneNumber`.
 */
export type SlvExternalAccountCreateInfo = {
    accountType: 'SLV_ACCOUNT';
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName?: string;
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber?: string;
    /**
     * Whether the bank keeps it as a checking (current) or as a savings account.
     */
    bankAccountType?: 'CHECKING' | 'SAVINGS';
    /**
     * The number under which the mobile wallet is registered, in E.164 form.
     */
    phoneNumber?: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & SlvBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

/**
 * Bank account. Country: DK. Currencies: DKK.
 */
export type DkkExternalAccountCreateInfo = {
    accountType: 'DKK_ACCOUNT';
    /**
     * International bank account number (ISO 13616): 18 characters, starting with `DK`. Blanks and hyphens between groups are removed.
     */
    iban: string;
    /**
     * BIC (ISO 9362) of the bank, 8 or 11 characters. The branch `XXX` is removed, because it is the head office.
     */
    swiftCode?: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & DkkBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

/**
 * Bank account. Currencies: EUR.
 */
export type EurExternalAccountCreateInfo = {
    accountType: 'EUR_ACCOUNT';
    /**
     * International bank account number (ISO 13616): country code, two check digits, then 11 to 30 letters and digits. Blanks and hyphens between groups are removed.
     */
    iban: string;
    /**
     * BIC (ISO 9362) of the bank, 8 or 11 characters. The branch `XXX` is removed, because it is the head office.
     */
    swiftCode?: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & EurBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

/**
 * Bank account. Country: GB. Currencies: GBP.
 */
export type GbpExternalAccountCreateInfo = {
    accountType: 'GBP_ACCOUNT';
    /**
     * Identifies bank and branch in the United Kingdom: 6 digits. Blanks and hyphens between groups are removed.
     */
    sortCode: string;
    /**
     * Number of the account at the branch: 8 digits. Blanks and hyphens between groups are removed.
     */
    accountNumber: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & GbpBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

/**
 * Bank account. Country: AE. Currencies: AED.
 */
export type AedExternalAccountCreateInfo = {
    accountType: 'AED_ACCOUNT';
    /**
     * International bank account number (ISO 13616): 23 characters, starting with `AE`. Blanks and hyphens between groups are removed.
     */
    iban: string;
    /**
     * BIC (ISO 9362) of the bank, 8 or 11 characters. The branch `XXX` is removed, because it is the head office.
     */
    swiftCode?: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & AedBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

/**
 * Mobile wallet. Country: BW. Currencies: BWP.
 */
export type BwpExternalAccountCreateInfo = {
    accountType: 'BWP_ACCOUNT';
    /**
     * The number under which the mobile wallet is registered, in E.164 form.
     */
    phoneNumber: string;
    /**
     * The mobile-money operator that keeps the wallet. Case does not matter.
     */
    provider: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & BwpBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

/**
 * Bank account or mobile wallet. Country: EG. Currencies: EGP. Required is `iban`, or `phoneNumber` with `bankName`.
 */
export type EgpExternalAccountCreateInfo = {
    accountType: 'EGP_ACCOUNT';
    /**
     * International bank account number (ISO 13616): 29 characters, starting with `EG`. Blanks and hyphens between groups are removed.
     */
    iban?: string;
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The number under which the mobile wallet is registered, in E.164 form.
     */
    phoneNumber?: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & EgpBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

/**
 * Bank account or mobile wallet. Country: GH. Currencies: GHS. Required is `accountNumber` with `bankName`, or `phoneNumber` with `bankName`.
 */
export type GhsExternalAccountCreateInfo = {
    accountType: 'GHS_ACCOUNT';
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber?: string;
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The number under which the mobile wallet is registered, in E.164 form.
     */
    phoneNumber?: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & GhsBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

/**
 * Mobile wallet. Country: KE. Currencies: KES.
 */
export type KesExternalAccountCreateInfo = {
    accountType: 'KES_ACCOUNT';
    /**
     * The number under which the mobile wallet is registered, in E.164 form with the calling code +254.
     */
    phoneNumber: string;
    /**
     * The mobile-money operator that keeps the wallet. Case does not matter.
     */
    provider: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & KesBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

/**
 * Mobile wallet. Country: MW. Currencies: MWK.
 */
export type MwkExternalAccountCreateInfo = {
    accountType: 'MWK_ACCOUNT';
    /**
     * The number under which the mobile wallet is registered, in E.164 form.
     */
    phoneNumber: string;
    /**
     * The mobile-money operator that keeps the wallet. Case does not matter.
     */
    provider: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & MwkBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

/**
 * Bank account. Country: NG. Currencies: NGN.
 */
export type NgnExternalAccountCreateInfo = {
    accountType: 'NGN_ACCOUNT';
    /**
     * NUBAN, the uniform number of Nigerian banks: 10 digits. Blanks and hyphens between groups are removed.
     */
    accountNumber: string;
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & NgnBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

/**
 * Mobile wallet. Country: RW. Currencies: RWF.
 */
export type RwfExternalAccountCreateInfo = {
    accountType: 'RWF_ACCOUNT';
    /**
     * The number under which the mobile wallet is registered, in E.164 form with the calling code +250.
     */
    phoneNumber: string;
    /**
     * The mobile-money operator that keeps the wallet. Case does not matter.
     */
    provider: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & RwfBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

/**
 * Mobile wallet. Country: TZ. Currencies: TZS.
 */
export type TzsExternalAccountCreateInfo = {
    accountType: 'TZS_ACCOUNT';
    /**
     * The number under which the mobile wallet is registered, in E.164 form with the calling code +255.
     */
    phoneNumber: string;
    /**
     * The mobile-money operator that keeps the wallet. Case does not matter.
     */
    provider: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & TzsBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

/**
 * Mobile wallet. Country: UG. Currencies: UGX.
 */
export type UgxExternalAccountCreateInfo = {
    accountType: 'UGX_ACCOUNT';
    /**
     * The number under which the mobile wallet is registered, in E.164 form.
     */
    phoneNumber: string;
    /**
     * The mobile-money operator that keeps the wallet. Case does not matter.
     */
    provider: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & UgxBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

/**
 * Mobile wallet. Currencies: XAF.
 */
export type XafExternalAccountCreateInfo = {
    accountType: 'XAF_ACCOUNT';
    /**
     * The number under which the mobile wallet is registered, in E.164 form.
     */
    phoneNumber: string;
    /**
     * The mobile-money operator that keeps the wallet. Case does not matter.
     */
    provider: string;
    /**
     * Country of the wallet: Cameroon or Congo.
     */
    region: 'CM' | 'CG';
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & XafBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

/**
 * Mobile wallet. Currencies: XOF.
 */
export type XofExternalAccountCreateInfo = {
    accountType: 'XOF_ACCOUNT';
    /**
     * The number under which the mobile wallet is registered, in E.164 form.
     */
    phoneNumber: string;
    /**
     * The mobile-money operator that keeps the wallet. Case does not matter.
     */
    provider: string;
    /**
     * Country of the wallet: Benin, Côte d'Ivoire, Senegal or Togo.
     */
    region: 'BJ' | 'CI' | 'SN' | 'TG';
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & XofBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

/**
 * Bank account. Country: ZA. Currencies: ZAR.
 */
export type ZarExternalAccountCreateInfo = {
    accountType: 'ZAR_ACCOUNT';
    /**
     * Number at a South African bank: 9 to 13 digits. Blanks and hyphens between groups are removed.
     */
    accountNumber: string;
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & ZarBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

/**
 * Mobile wallet. Country: ZM. Currencies: ZMW.
 */
export type ZmwExternalAccountCreateInfo = {
    accountType: 'ZMW_ACCOUNT';
    /**
     * The number under which the mobile wallet is registered, in E.164 form with the calling code +260.
     */
    phoneNumber: string;
    /**
     * The mobile-money operator that keeps the wallet. Case does not matter.
     */
    provider: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & ZmwBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

/**
 * Bank account or mobile wallet. Country: BD. Currencies: BDT. Required is `accountNumber` with `bankName`, or `phoneNumber` with `bankName`.
 */
export type BdtExternalAccountCreateInfo = {
    accountType: 'BDT_ACCOUNT';
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber?: string;
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * Identifies the branch within the bank: 5 digits. Blanks and hyphens between groups are removed.
     */
    branchCode?: string;
    /**
     * BIC (ISO 9362) of the bank, 8 or 11 characters. The branch `XXX` is removed, because it is the head office.
     */
    swiftCode?: string;
    /**
     * The number under which the mobile wallet is registered, in E.164 form.
     */
    phoneNumber?: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & BdtBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

/**
 * Bank account or mobile wallet. Country: CN. Currencies: CNY. Required is `accountNumber` with `bankName`, or `phoneNumber` with `bankName`.
 */
export type CnyExternalAccountCreateInfo = {
    accountType: 'CNY_ACCOUNT';
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber?: string;
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The number under which the mobile wallet is registered, in E.164 form.
     */
    phoneNumber?: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & CnyBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

/**
 * Bank account. Country: HK. Currencies: HKD.
 */
export type HkdExternalAccountCreateInfo = {
    accountType: 'HKD_ACCOUNT';
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber: string;
    /**
     * BIC (ISO 9362) of the bank, 8 or 11 characters. The branch `XXX` is removed, because it is the head office.
     */
    swiftCode: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & HkdBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

/**
 * Bank account. Country: ID. Currencies: IDR.
 */
export type IdrExternalAccountCreateInfo = {
    accountType: 'IDR_ACCOUNT';
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber: string;
    /**
     * BIC (ISO 9362) of the bank, 8 or 11 characters. The branch `XXX` is removed, because it is the head office.
     */
    swiftCode: string;
    /**
     * The account holder's number, in E.164 form with the calling code +62.
     */
    phoneNumber: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & IdrBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

/**
 * Bank account. Country: IN. Currencies: INR. Required is `vpa`, or `accountNumber` with `ifsc`.
 */
export type InrExternalAccountCreateInfo = {
    accountType: 'INR_ACCOUNT';
    /**
     * UPI address (virtual payment address). Required without `accountNumber`.
     */
    vpa?: string;
    /**
     * Number at an Indian bank, with `ifsc`; required without `vpa`: 9 to 18 digits. Blanks and hyphens between groups are removed.
     */
    accountNumber?: string;
    /**
     * Indian Financial System Code of the branch: 11 characters, the fifth is 0.
     */
    ifsc?: string;
    /**
     * A note of the scheme that the account holder prefers. A quote chooses with `paymentRail`.
     */
    rail?: string;
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName?: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & InrBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

/**
 * Bank account. Country: MY. Currencies: MYR.
 */
export type MyrExternalAccountCreateInfo = {
    accountType: 'MYR_ACCOUNT';
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber: string;
    /**
     * BIC (ISO 9362) of the bank, 8 or 11 characters. The branch `XXX` is removed, because it is the head office.
     */
    swiftCode: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & MyrBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

/**
 * Bank account. Country: PH. Currencies: PHP.
 */
export type PhpExternalAccountCreateInfo = {
    accountType: 'PHP_ACCOUNT';
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * Number at a Philippine bank: 8 to 16 digits. Blanks and hyphens between groups are removed.
     */
    accountNumber: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & PhpBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

/**
 * Bank account or mobile wallet. Country: PK. Currencies: PKR. Required is `iban`, or `accountNumber` with `bankName`, or `phoneNumber` with `bankName`.
 */
export type PkrExternalAccountCreateInfo = {
    accountType: 'PKR_ACCOUNT';
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber?: string;
    /**
     * International bank account number (ISO 13616): 24 characters, starting with `PK`. Blanks and hyphens between groups are removed.
     */
    iban?: string;
    /**
     * The number under which the mobile wallet is registered, in E.164 form.
     */
    phoneNumber?: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & PkrBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

/**
 * Bank account. Country: SG. Currencies: SGD.
 */
export type SgdExternalAccountCreateInfo = {
    accountType: 'SGD_ACCOUNT';
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName?: string;
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber: string;
    /**
     * BIC (ISO 9362) of the bank, 8 or 11 characters. The branch `XXX` is removed, because it is the head office.
     */
    swiftCode: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & SgdBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

/**
 * Bank account. Country: TH. Currencies: THB.
 */
export type ThbExternalAccountCreateInfo = {
    accountType: 'THB_ACCOUNT';
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber: string;
    /**
     * BIC (ISO 9362) of the bank, 8 or 11 characters. The branch `XXX` is removed, because it is the head office.
     */
    swiftCode: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & ThbBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

/**
 * Bank account. Country: VN. Currencies: VND.
 */
export type VndExternalAccountCreateInfo = {
    accountType: 'VND_ACCOUNT';
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber: string;
    /**
     * BIC (ISO 9362) of the bank, 8 or 11 characters. The branch `XXX` is removed, because it is the head office.
     */
    swiftCode: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & VndBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
};

/**
 * Bank account. Currencies: USD, EUR, GBP, CHF, JPY, AUD, CAD, NZD, SEK, NOK, DKK, SGD, HKD, HUF, ILS, MXN, ZAR, AED, CNY. Required is `iban`, or `accountNumber` with `swiftCode`.
 */
export type SwiftExternalAccountCreateInfo = {
    accountType: 'SWIFT_ACCOUNT';
    /**
     * Where the bank is, as two capital letters (ISO 3166-1).
     */
    country: string;
    /**
     * BIC (ISO 9362) of the bank, 8 or 11 characters. The branch `XXX` is removed, because it is the head office.
     */
    swiftCode: string;
    /**
     * The bank that keeps the account, as the account holder knows it. Case does not matter.
     */
    bankName: string;
    /**
     * The number in the form that the bank uses in its own country. Blanks and hyphens between groups are removed. Leading zeros are kept.
     */
    accountNumber?: string;
    /**
     * International bank account number (ISO 13616): country code, two check digits, then 11 to 30 letters and digits. Blanks and hyphens between groups are removed.
     */
    iban?: string;
    /**
     * The person or business that the account belongs to. Banks compare this name with their own.
     */
    beneficiary: ({
        beneficiaryType: 'INDIVIDUAL';
    } & SwiftBeneficiary) | ({
        beneficiaryType: 'BUSINESS';
    } & BusinessBeneficiary);
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

export type OwnershipChallengeRequest = {
    /**
     * How the owner proves the ownership. Use `WALLET_SIGNATURE`.
     */
    method: OwnershipVerificationMethod;
};

/**
 * - `WALLET_SIGNATURE`: the owner signs a message with the key of the wallet's address.
 * - `LIVENESS`: part of the contract; refused with `NOT_IMPLEMENTED`, because it does not prove a key.
 */
export type OwnershipVerificationMethod = 'WALLET_SIGNATURE' | 'LIVENESS';

export type OwnershipChallenge = ({
    method: 'WALLET_SIGNATURE';
} & WalletSignatureChallenge) | ({
    method: 'LIVENESS';
} & LivenessChallenge);

export type WalletSignatureChallenge = {
    method: 'WALLET_SIGNATURE';
    /**
     * The exact bytes that the owner of the wallet signs. The text names the wallet, the account and the expiry.
     */
    messageToSign: string;
    /**
     * 15 minutes after the request. A signature that arrives later is refused.
     */
    expiresAt: string;
};

export type LivenessChallenge = {
    method: 'LIVENESS';
    /**
     * The page on which the owner would be checked.
     */
    verificationLink: string;
    /**
     * For an SDK in place of the page. Part of the contract; not issued.
     */
    token?: string;
    /**
     * When the link would stop working.
     */
    expiresAt: string;
};

export type OwnershipVerifyRequest = {
    /**
     * In the wallet's own format: hexadecimal (EVM, Tron, Spark), base58 (Solana) or base64 (Bitcoin).
     */
    signature: string;
    /**
     * How a Bitcoin wallet encodes its kind of address in the signature. Other chains ignore it.
     */
    signatureScheme?: 'bip137' | 'electrum';
};

export type PlatformExternalAccountCreateRequest = {
    /**
     * Code of the currency that the account receives, such as `EUR`. The account type must serve it.
     */
    currency: string;
    /**
     * Your own identifier, stored and returned as it is. It need not be unique.
     */
    platformAccountId?: string;
    /**
     * Whether the account is the own account of its owner or that of another party.
     */
    ownershipType?: OwnershipType;
    /**
     * The details of the account, in the form of its `accountType`. Fields that the type does not know are dropped.
     */
    accountInfo: ExternalAccountCreateInfoOneOf;
};

export type InternalAccountUpdateRequest = {
    /**
     * Whether the owner wants the wallet to stay private on public explorers. Required; the service stores it and does not act on it.
     */
    privateEnabled?: boolean;
};

export type InternalAccountExportRequest = {
    /**
     * P-256 key of the client to which the export is encrypted: uncompressed, 130 hexadecimal digits.
     */
    clientPublicKey: string;
};

export type InternalAccountExportResponse = {
    /**
     * The exported wallet, an internal account.
     */
    id: string;
    /**
     * JSON text with `version`, `data`, `dataSignature` and `enclaveQuorumPublic`. `data` is hexadecimal of a JSON with `encappedPublic`, `ciphertext` and the account as `organizationId`. The ciphertext contains the mnemonic, by HPKE.
     */
    encryptedWalletCredentials: string;
};

export type AuthCredentialListResponse = {
    /**
     * All credentials that can sign in, oldest first; revoked ones are left out.
     */
    data: Array<AuthMethod>;
};

export type AuthMethod = {
    /**
     * Name it to send a code, to sign in or to revoke the credential. Starts with `AuthMethod:`.
     */
    id: string;
    /**
     * The Embedded Wallet, an internal account.
     */
    accountId: string;
    /**
     * WebAuthn id of the passkey as base64url, for `allowCredentials`. Absent for other types.
     */
    credentialId?: string;
    /**
     * A label for the owner: the email address or phone number of a code, the email address (or subject) in an identity token, or the name that was sent with a passkey.
     */
    nickname: string;
    /**
     * When the credential was added to the wallet.
     */
    createdAt: string;
    /**
     * Last change; each sign-in and each new code is one.
     */
    updatedAt: string;
    /**
     * How the owner proves the identity.
     */
    type: AuthMethodType;
};

/**
 * - `OAUTH`: an identity token (OIDC) of an issuer that the host accepts.
 * - `EMAIL_OTP`: a one-time code that is sent to the customer's email address.
 * - `SMS_OTP`: a one-time code that is sent to the customer's phone number.
 * - `PASSKEY`: a WebAuthn passkey.
 */
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
    /**
     * The Embedded Wallet, an internal account.
     */
    accountId: string;
};

export type SmsOtpCredentialCreateRequest = {
    type: 'SMS_OTP';
    /**
     * The Embedded Wallet, an internal account.
     */
    accountId: string;
};

export type OauthCredentialCreateRequest = {
    type: 'OAUTH';
    /**
     * The Embedded Wallet, an internal account.
     */
    accountId: string;
    /**
     * Identity token (JWT) of the issuer, at most 60 seconds old. Any nonce.
     */
    oidcToken: string;
};

export type PasskeyCredentialCreateRequest = {
    type: 'PASSKEY';
    /**
     * The Embedded Wallet, an internal account.
     */
    accountId: string;
    /**
     * A name by which the owner knows the passkey, such as that of the device.
     */
    nickname: string;
    /**
     * The random bytes that your page passed to `navigator.credentials.create`, as base64url. Use new ones each time.
     */
    challenge: string;
    /**
     * The result of the registration, from the browser.
     */
    attestation: PasskeyAttestation;
};

export type PasskeyAttestation = {
    /**
     * `id` of the new WebAuthn credential, as base64url.
     */
    credentialId: string;
    /**
     * `response.clientDataJSON` as base64url. It contains the challenge and the origin of the page.
     */
    clientDataJson: string;
    /**
     * `response.attestationObject` as base64url. It contains the public key.
     */
    attestationObject: string;
    /**
     * `response.getTransports()`: how browsers reach the authenticator.
     */
    transports?: Array<'usb' | 'nfc' | 'ble' | 'internal' | 'hybrid'>;
};

export type AuthMethodResponse = {
    /**
     * Name it to send a code, to sign in or to revoke the credential. Starts with `AuthMethod:`.
     */
    id: string;
    /**
     * The Embedded Wallet, an internal account.
     */
    accountId: string;
    /**
     * WebAuthn id of the passkey as base64url, for `allowCredentials`. Absent for other types.
     */
    credentialId?: string;
    /**
     * A label for the owner: the email address or phone number of a code, the email address (or subject) in an identity token, or the name that was sent with a passkey.
     */
    nickname: string;
    /**
     * When the credential was added to the wallet.
     */
    createdAt: string;
    /**
     * Last change; each sign-in and each new code is one.
     */
    updatedAt: string;
    /**
     * How the owner proves the identity.
     */
    type: AuthMethodType;
    /**
     * Present if a code was sent: JSON text with `version`, `data`, `dataSignature` and `enclaveQuorumPublic`. `data` is hexadecimal of a JSON whose `targetPublic` is the key to encrypt the code to. Verify `dataSignature` over it first.
     */
    otpEncryptionTargetBundle?: string;
};

export type AuthSignedRequestChallenge = {
    /**
     * Sign exactly these bytes with the key of a session, and send the stamp as `Wallet-Signature`.
     */
    payloadToSign: string;
    /**
     * Send it as the header `Request-Id` of the signed retry.
     */
    requestId: string;
    /**
     * Until then the same request can be repeated with the signature.
     */
    expiresAt: string;
    /**
     * The credential that the call is about, or that opened the session.
     */
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
     * JSON text with `encappedPublic` and `ciphertext`: the JSON `{"otp_code", "public_key"}`, encrypted by HPKE to the key that came with the code. `public_key` is the key of the client, in the two forms of `clientPublicKey`.
     */
    encryptedOtpBundle: string;
};

export type SmsOtpCredentialVerifyRequest = {
    type: 'SMS_OTP';
    /**
     * JSON text with `encappedPublic` and `ciphertext`: the JSON `{"otp_code", "public_key"}`, encrypted by HPKE to the key that came with the code. `public_key` is the key of the client, in the two forms of `clientPublicKey`.
     */
    encryptedOtpBundle: string;
};

export type OauthCredentialVerifyRequest = {
    type: 'OAUTH';
    /**
     * Identity token (JWT), at most 60 seconds old. Its `nonce` is the SHA-256 of `clientPublicKey` in hexadecimal.
     */
    oidcToken: string;
    /**
     * P-256 key of the client in hexadecimal. Compressed (66 digits): this key signs for the session. Uncompressed (130 digits): the response contains a new session key, encrypted to this one.
     */
    clientPublicKey: string;
};

export type PasskeyCredentialVerifyRequest = {
    type: 'PASSKEY';
    /**
     * What `navigator.credentials.get` returned for the challenge.
     */
    assertion: PasskeyAssertion;
};

export type PasskeyAssertion = {
    /**
     * `id` of the WebAuthn credential that signed, as base64url.
     */
    credentialId: string;
    /**
     * `response.clientDataJSON` as base64url. It contains the challenge and the origin of the page.
     */
    clientDataJson: string;
    /**
     * `response.authenticatorData` as base64url. It contains the signature counter.
     */
    authenticatorData: string;
    /**
     * `response.signature` of the authenticator, as base64url.
     */
    signature: string;
    /**
     * `response.userHandle` as base64url, if the browser gives one. It is not checked.
     */
    userHandle?: string;
};

export type AuthSession = {
    /**
     * Name it to refresh or to end the session. Starts with `Session:`.
     */
    id: string;
    /**
     * The Embedded Wallet, an internal account.
     */
    accountId: string;
    /**
     * WebAuthn id of the passkey as base64url, for `allowCredentials`. Absent for other types.
     */
    credentialId?: string;
    /**
     * A label for the owner: the email address or phone number of a code, the email address (or subject) in an identity token, or the name that was sent with a passkey.
     */
    nickname: string;
    /**
     * When the owner signed in.
     */
    createdAt: string;
    /**
     * When the session was opened or last refreshed.
     */
    updatedAt: string;
    /**
     * The kind of credential that opened the session.
     */
    type: AuthMethodType;
    /**
     * 15 minutes after it was opened or refreshed. From then on its key no longer signs.
     */
    expiresAt: string;
    /**
     * The new session key, encrypted by HPKE to the uncompressed key of the client, in Base58Check. Shown once, by verify and refresh; absent if the client sent a compressed key.
     *
     * @deprecated
     */
    encryptedSessionSigningKey?: string;
};

export type AuthCredentialChallengeRequest = {
    /**
     * Required for a passkey, ignored for a code: the P-256 key for which the session opens, in hexadecimal. Compressed (66 digits) to sign with it; uncompressed (130 digits) to receive a new session key.
     */
    clientPublicKey?: string;
};

export type AuthCredentialResponseOneOf = PasskeyAuthChallenge | AuthMethodResponse;

export type PasskeyAuthChallenge = {
    /**
     * Name it to send a code, to sign in or to revoke the credential. Starts with `AuthMethod:`.
     */
    id: string;
    /**
     * The Embedded Wallet, an internal account.
     */
    accountId: string;
    /**
     * WebAuthn id of the passkey as base64url, for `allowCredentials`.
     */
    credentialId: string;
    /**
     * A label for the owner: the email address or phone number of a code, the email address (or subject) in an identity token, or the name that was sent with a passkey.
     */
    nickname: string;
    /**
     * When the credential was added to the wallet.
     */
    createdAt: string;
    /**
     * Last change; each sign-in and each new code is one.
     */
    updatedAt: string;
    type: 'PASSKEY';
    /**
     * In hexadecimal. Pass the UTF-8 bytes of this text as the challenge to `navigator.credentials.get`.
     */
    challenge: string;
    /**
     * Send it as the header `Request-Id` of `verifyAuthCredential`.
     */
    requestId: string;
    /**
     * Five minutes after the request. Verify the passkey before.
     */
    expiresAt: string;
};

export type SessionListResponse = {
    /**
     * Sessions that can sign now, oldest first.
     */
    data: Array<AuthSession>;
};

export type AuthSessionRefreshRequest = {
    /**
     * P-256 key of the client in hexadecimal. Compressed (66 digits): this key signs for the session. Uncompressed (130 digits): the response contains a new session key, encrypted to this one.
     */
    clientPublicKey: string;
};

export type DelegatedKeyListResponse = {
    /**
     * All keys that match, oldest first; revoked ones too.
     */
    data: Array<DelegatedKey>;
};

export type DelegatedKey = {
    /**
     * Name it to read or to revoke the key. Starts with `DelegatedKey:`.
     */
    id: string;
    /**
     * The one card whose spending the key signs.
     */
    cardId: string;
    /**
     * The funding source of the card: the internal account that it spends from.
     */
    fundingSourceId: string;
    /**
     * The Embedded Wallet whose owner created the key.
     */
    accountId: string;
    /**
     * P-256, compressed, in hexadecimal. The private key stays in custody.
     */
    publicKey: string;
    /**
     * The label that was sent with the creation.
     */
    nickname: string;
    /**
     * Whether the card can spend from the wallet. Only an `ACTIVE` key signs.
     */
    status: DelegatedKeyStatus;
    /**
     * When the owner had signed the creation.
     */
    createdAt: string;
    /**
     * When the status last changed.
     */
    updatedAt: string;
};

/**
 * - `PENDING`: the owner has signed the creation, but not yet the policy. `ACTIVE` or `REVOKED` follows.
 * - `ACTIVE`: signs what the card spends. `REVOKED` can follow.
 * - `REVOKED`: revoked by the platform, or the card or the account has ended. Final.
 */
export type DelegatedKeyStatus = 'PENDING' | 'ACTIVE' | 'REVOKED';

export type DelegatedKeyCreateRequest = {
    /**
     * The card that the key lets spend. It must not be closed.
     */
    cardId: string;
    /**
     * The Embedded Wallet, which must be a funding source of the card.
     */
    internalAccountId: string;
    /**
     * A label of your choice, such as the name of the card.
     */
    nickname: string;
};

export type ReceiverExternalAccountLookupResponse = {
    /**
     * What the receiver accepts, the preferred currency first; an external account has one.
     */
    supportedCurrencies: Array<CurrencyPreference>;
    /**
     * Data about the payer that a quote to this receiver needs: on the customer's record or, for a UMA address, in `senderCustomerInfo`.
     */
    requiredPayerDataFields?: Array<CounterpartyFieldDefinition>;
    /**
     * Pass it to `createQuote` within ten minutes.
     */
    lookupId: string;
    /**
     * The external account that was looked up.
     */
    accountId: string;
};

export type CurrencyPreference = {
    /**
     * A currency that the receiver can be paid in.
     */
    currency: Currency;
    /**
     * Major units of this currency for one major unit of the sender's currency; an estimate, not locked.
     */
    estimatedExchangeRate: number;
    /**
     * Least amount that the receiver can get, in smallest units of this currency.
     */
    min: number;
    /**
     * Largest amount that the receiver can get, in smallest units of this currency.
     */
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
    /**
     * A note for your own use. The transaction shows it; the receiver does not see it.
     */
    description?: string;
    /**
     * Text for the receiver's statement, if the payment rail carries one.
     */
    remittanceInformation?: string;
    /**
     * Why the money is paid, for rails and institutions that require a reason.
     */
    purposeOfPayment?: PurposeOfPayment;
    /**
     * Replaces the platform's configured fee for this quote. Only for payments from USD.
     */
    platformFeeOverride?: PlatformFeeOverride;
    /**
     * Factor with which a customer of the EEA authorizes the payment: `SMS_OTP` or `PASSKEY`. Default: the verified phone, else the passkey.
     */
    scaFactor?: ScaFactor;
    /**
     * Data about the payer that the institution of a UMA address asks for, by the names of `requiredPayerDataFields`. Values here come before those of the customer's record.
     */
    senderCustomerInfo?: {
        [key: string]: unknown;
    };
};

export type AccountQuoteSource = {
    sourceType: 'ACCOUNT';
    /**
     * An internal account, whose balance pays, or an external account from which a rail can collect.
     */
    accountId: string;
    /**
     * Owner of the account. A request may omit it; one that names another owner is refused. Absent in answers for an account of the platform.
     */
    customerId?: string;
    /**
     * Code of the currency that the account holds. A request may omit it; another code is refused.
     */
    currency?: string;
};

export type RealtimeFundingQuoteSource = {
    sourceType: 'REALTIME_FUNDING';
    /**
     * The customer who pays, or the id of the platform. Default: the owner of the destination account, or the customer of the look-up.
     */
    customerId?: string;
    /**
     * Code of the currency in which the payer sends the money, such as `USD`.
     */
    currency: string;
    /**
     * Network on which the payer sends a crypto asset. Default: the first one that this host receives on.
     */
    cryptoNetwork?: string;
};

export type QuoteSourceOneOf = ({
    sourceType: 'ACCOUNT';
} & AccountQuoteSource) | ({
    sourceType: 'REALTIME_FUNDING';
} & RealtimeFundingQuoteSource);

export type AccountDestination = {
    destinationType: 'ACCOUNT';
    /**
     * Any internal or external account of the platform; it need not belong to the payer.
     */
    accountId: string;
    /**
     * Network that delivers to an external account, one of its `paymentRails`. Default: the first that this host can use.
     */
    paymentRail?: PaymentRail;
};

export type UmaAddressDestination = {
    destinationType: 'UMA_ADDRESS';
    /**
     * Receiver in the form `$name@domain`; the one that was looked up with `lookupUma`.
     */
    umaAddress: string;
    /**
     * Code of a currency that the look-up offers. Default: the first of its `supportedCurrencies`.
     */
    currency?: string;
};

export type QuoteDestinationOneOf = ({
    destinationType: 'ACCOUNT';
} & AccountDestination) | ({
    destinationType: 'UMA_ADDRESS';
} & UmaAddressDestination);

/**
 * - `SENDING`: the sender pays exactly the locked amount, fees included
 * - `RECEIVING`: the receiver gets exactly the locked amount; fees are added on the sending side
 */
export type QuoteLockSide = 'SENDING' | 'RECEIVING';

export type PurposeOfPayment = 'GIFT' | 'SELF' | 'GOODS_OR_SERVICES' | 'EDUCATION' | 'HEALTH_OR_MEDICAL' | 'REAL_ESTATE_PURCHASE' | 'TAX_PAYMENT' | 'LOAN_PAYMENT' | 'UTILITY_BILL' | 'DONATION' | 'TRAVEL' | 'FAMILY_SUPPORT' | 'SALARY_PAYMENT' | 'OTHER';

/**
 * Replaces the platform's configured fee for this quote. Platform fees exist for USD only
 */
export type PlatformFeeOverride = {
    /**
     * Fixed part of the fee, in the sending currency. 0 for none.
     */
    platformFixedFee: FixedFee;
    /**
     * Variable part in basis points (hundredths of a percent).
     */
    platformVariableFeeBps: number;
};

/**
 * - `SMS_OTP`: a one-time code that is sent to the verified phone; it needs no enrollment
 * - `TOTP`: a code of an authenticator app; it cannot authorize payments, because it is not bound to amount and payee
 * - `PASSKEY`: a WebAuthn passkey with user verification
 */
export type ScaFactor = 'SMS_OTP' | 'TOTP' | 'PASSKEY';

export type Quote = {
    /**
     * Names the quote in `executeQuote`, `authorizeQuote` and `cancelQuote`.
     */
    id: string;
    /**
     * - `PENDING`: waits for `executeQuote`, or for the money of its payer
     * - `PENDING_AUTHORIZATION`: waits for the proof of its payer; answer `scaChallenge` with `authorizeQuote`
     * - `PROCESSING`: the payment has started; follow the transaction
     * - `COMPLETED`: the payment was delivered; stays so even if the payout is returned later
     * - `FAILED`: the payment failed, or the money that arrived cannot be used; it is refunded
     * - `EXPIRED`: `expiresAt` passed first, or the quote was cancelled
     */
    status: 'PENDING' | 'PENDING_AUTHORIZATION' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'EXPIRED';
    /**
     * When rate and fees were locked.
     */
    createdAt: string;
    /**
     * End of the lock, 5 minutes after the creation by default. After a cancellation, the time of that call.
     */
    expiresAt: string;
    /**
     * Where the money comes from, with owner and currency filled in.
     */
    source: QuoteSourceOneOf;
    /**
     * Who receives the money, as requested.
     */
    destination: QuoteDestinationOneOf;
    /**
     * In this currency are `totalSendingAmount` and all fees.
     */
    sendingCurrency: Currency;
    /**
     * In this currency is `totalReceivingAmount`.
     */
    receivingCurrency: Currency;
    /**
     * What the payer pays in all, fees included; smallest units of `sendingCurrency`.
     */
    totalSendingAmount: number;
    /**
     * What the receiver gets; smallest units of `receivingCurrency`.
     */
    totalReceivingAmount: number;
    /**
     * Receiving smallest units for one sending smallest unit, on the amount net of fees. Ten significant digits, for display: the amounts are exact.
     */
    exchangeRate: number;
    /**
     * Fees of the service and of the platform together, part of `totalSendingAmount`.
     */
    feesIncluded: number;
    /**
     * The part of `feesIncluded` that the platform earns when the payment completes.
     */
    platformFeesIncluded?: number;
    /**
     * How a `REALTIME_FUNDING` payer sends the money; absent until the payer has authorized the quote. From an embedded wallet: the `payloadToSign`. Otherwise empty.
     */
    paymentInstructions?: Array<PaymentInstructions>;
    /**
     * The payment of this quote. The id is reserved; the transaction exists once the payment starts.
     */
    transactionId: string;
    /**
     * What the institution of a UMA address disclosed about the receiver. Absent for accounts.
     */
    counterpartyInformation?: CounterpartyInformation;
    /**
     * The parts of `exchangeRate` and of the service fee.
     */
    rateDetails?: OutgoingRateDetails;
    /**
     * The question to the payer. Present while the status is `PENDING_AUTHORIZATION`.
     */
    scaChallenge?: ScaChallenge;
};

/**
 * What the institution at the other end of a UMA payment disclosed about its customer, by the names of `CustomerInfoFieldName` and `UMA_ADDRESS`
 */
export type CounterpartyInformation = {
    [key: string]: unknown;
};

export type OutgoingRateDetails = {
    /**
     * Conversion by the receiver's institution: smallest units received for each unit that settles the payment (thousandths of a satoshi, or smallest units of a token). 1 for payments to accounts.
     */
    counterpartyMultiplier: number;
    /**
     * Fee of the receiver's institution, in the units that settle the payment. 0 for payments to accounts.
     */
    counterpartyFixedFee: number;
    /**
     * Conversion by this service, per sending smallest unit net of fees. For payments to accounts it is the whole exchange rate.
     */
    svcApiMultiplier: number;
    /**
     * Fixed part of the service fee, in smallest units of the sending side.
     */
    svcApiFixedFee: number;
    /**
     * Variable part of the service fee as a fraction of the amount after fixed fees: 0.005 is 0.5 %.
     */
    svcApiVariableFeeRate: number;
    /**
     * What that fraction amounts to, in smallest units of the sending currency.
     */
    svcApiVariableFeeAmount: number;
};

export type ScaChallenge = {
    /**
     * Send it as `challengeId` with the proof, so that a replaced challenge is noticed.
     */
    id: string;
    /**
     * A proof is accepted before this time. For a payment it equals that of the quote.
     */
    expiresAt: string;
    /**
     * The factor that is asked for. For `SMS_OTP`, a code was sent.
     */
    factor: ScaFactor;
    /**
     * All factors whose proof answers this challenge.
     */
    availableFactors: Array<ScaFactor>;
    /**
     * What the customer agrees to, in words to show: `pay 100.00 USD to Grace Hopper (…3000)`.
     */
    purpose?: string | null;
    /**
     * `PublicKeyCredentialRequestOptionsJSON` for `navigator.credentials.get`. Present if the customer has a passkey.
     */
    passkeyAssertionOptions?: {
        [key: string]: unknown;
    } | null;
    /**
     * Web origins on which the passkey may be used. Present if the customer has a passkey.
     */
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
    /**
     * Factor with which a customer of the EEA authorizes the payment: `SMS_OTP` or `PASSKEY`. Default: that of the quote.
     */
    scaFactor?: ScaFactor;
};

export type ScaFactorList = {
    /**
     * At most one of each kind, those that can be used now. Enrollments that wait for their proof are missing.
     */
    factors: Array<ScaFactorView>;
};

export type ScaFactorView = {
    /**
     * Kind of factor; name it in a login or a reset.
     */
    factor: ScaFactor;
    /**
     * Pass it to `deleteScaFactor`. Absent for `SMS_OTP`, which is the verified phone of the customer.
     */
    credentialId?: string;
    /**
     * Text to show in a list of factors. Absent for `SMS_OTP`.
     */
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
     * Shared with the app, in hexadecimal; shown once. The confirmation repeats it.
     */
    secret: string;
    /**
     * The same in base32, to type into an app.
     */
    secretBase32Encoded: string;
    /**
     * The same as `otpauth://` address, for a QR code.
     */
    totpUri: string;
    /**
     * Present if the customer has no other factor: an authenticator app alone cannot authorize payments.
     */
    notice?: string;
};

export type PasskeyEnrollmentStart = {
    type: 'PASSKEY';
    /**
     * `PublicKeyCredentialCreationOptionsJSON` for `navigator.credentials.create`.
     */
    options: {
        [key: string]: unknown;
    };
    /**
     * Web origins on which the passkey may be created.
     */
    allowedOrigins: Array<string>;
    /**
     * Domain that the passkey is bound to, also in `options`.
     */
    relyingPartyId: string;
};

export type ScaFactorConfirmRequestOneOf = ({
    type: 'TOTP';
} & TotpEnrollmentConfirmRequest) | ({
    type: 'PASSKEY';
} & PasskeyEnrollmentConfirmRequest);

export type TotpEnrollmentConfirmRequest = {
    type: 'TOTP';
    /**
     * What the start of the enrollment returned, in hexadecimal or in base32.
     */
    secret: string;
    /**
     * The six digits that the app shows now. They are then used up.
     */
    code: string;
};

export type PasskeyEnrollmentConfirmRequest = {
    type: 'PASSKEY';
    /**
     * Page on which the passkey was created: one of `allowedOrigins`.
     */
    origin: string;
    /**
     * What `navigator.credentials.create` returned, in the form of `PublicKeyCredential.toJSON`.
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
     * Ten texts, each valid once in place of a code of the app; shown once. The customer should keep them.
     */
    recoveryCodes: Array<string>;
    /**
     * Present if the customer has no other factor: an authenticator app alone cannot authorize payments.
     */
    notice?: string;
};

export type PasskeyEnrollmentConfirmResponse = {
    type: 'PASSKEY';
    /**
     * The passkey, which can be used at once.
     */
    factor: ScaFactorView;
};

export type ScaLoginStartRequest = {
    /**
     * A factor that the customer has; `listScaFactors` names them.
     */
    factor: ScaFactor;
};

export type ScaLoginStart = {
    /**
     * The kind of proof that `completeScaLogin` expects.
     */
    factor: ScaFactor;
    /**
     * Can be repeated with the proof. `null` for `TOTP`, which has no challenge.
     */
    challengeId?: string | null;
    /**
     * A proof is accepted before this time, five minutes after the start. `null` for `TOTP`.
     */
    expiresAt?: string | null;
    /**
     * `PublicKeyCredentialRequestOptionsJSON` for `navigator.credentials.get`. `null` unless the factor is `PASSKEY`.
     */
    passkeyOptions?: {
        [key: string]: unknown;
    } | null;
    /**
     * Web origins on which the passkey may be used. `null` unless the factor is `PASSKEY`.
     */
    allowedOrigins?: Array<string> | null;
    /**
     * Domain that the passkey is bound to. `null` unless the factor is `PASSKEY`.
     */
    relyingPartyId?: string | null;
};

export type ScaLoginCompleteRequest = {
    /**
     * The factor of the proof: `code` for `SMS_OTP` and `TOTP`, `passkeyAssertion` for `PASSKEY`.
     */
    factor: ScaFactor;
    /**
     * IPv4 or IPv6 address from which the end user acted, kept as evidence.
     */
    endUserIpAddress: string | string;
    /**
     * `id` of the challenge that is answered. Default: the open one; another one counts as a wrong proof.
     */
    challengeId?: string | null;
    /**
     * One-time code of the phone or, where `TOTP` is available, of the app, or a recovery code in its place.
     */
    code?: string | null;
    /**
     * What `navigator.credentials.get` returned for the options, in the form of `PublicKeyCredential.toJSON`.
     */
    passkeyAssertion?: {
        [key: string]: unknown;
    } | null;
    /**
     * Web origin of the page that used the passkey. Required with `passkeyAssertion`.
     */
    origin?: string | null;
};

export type ScaLoginComplete = {
    /**
     * Always `COMPLETED`; a login that fails is an error.
     */
    status: string;
    /**
     * End of the session, five minutes after the login. Then the customer logs in again.
     */
    sessionExpiresAt?: string | null;
};

export type RecordSecurityEventRequest = {
    /**
     * - `RESET_PASSWORD_COMPLETED`: ends the customer's session and resets the count of failed logins, but not a lock
     * - `FAILED_LOGIN_ATTEMPT`: counts like a wrong proof
     */
    eventType: 'RESET_PASSWORD_COMPLETED' | 'FAILED_LOGIN_ATTEMPT';
};

export type RecordSecurityEventResponse = {
    /**
     * - `RESET_PASSWORD_COMPLETED`: ends the customer's session and resets the count of failed logins, but not a lock
     * - `FAILED_LOGIN_ATTEMPT`: counts like a wrong proof
     */
    eventType: 'RESET_PASSWORD_COMPLETED' | 'FAILED_LOGIN_ATTEMPT';
    /**
     * Whether the customer is locked now: no proof is accepted and no code is sent.
     */
    suspended: boolean;
    /**
     * End of the lock of 15 minutes. `null` if the customer is not locked.
     */
    lockedUntil?: string | null;
    /**
     * Wrong proofs and reported failed logins together. The fifth locks the customer.
     */
    failedAttempts: number;
};

export type TwoFactorResetStartRequest = {
    /**
     * The factor that the customer has lost.
     */
    factor: ScaFactor;
};

export type TwoFactorResetStart = {
    /**
     * Names the reset in the operations that follow it.
     */
    resetId: string;
    /**
     * Credential for the provider's software on the device of the customer. `null` if the provider needs none.
     */
    livenessAccessToken?: string | null;
    /**
     * Page on which the customer does the liveness check. `null` if the provider has none.
     */
    verificationLink?: string | null;
    /**
     * The reset must be completed before this time, one hour after its start.
     */
    expiresAt?: string | null;
};

export type TwoFactorResetStatus = {
    /**
     * - `INITIATED`: waits for the liveness check
     * - `PENDING_REVIEW`: a person of the operator decides on the liveness check
     * - `LIVENESS_PASSED`: can be completed with `completeTwoFactorReset`
     * - `COMPLETED`: the factor is removed; final
     * - `REJECTED`: the liveness check has failed; final, start another reset
     * - `EXPIRED`: `expiresAt` has passed, or a newer reset was started; final
     */
    status: 'INITIATED' | 'PENDING_REVIEW' | 'LIVENESS_PASSED' | 'COMPLETED' | 'REJECTED' | 'EXPIRED';
    /**
     * What the customer has lost.
     */
    factor: ScaFactor;
    /**
     * After the reset: whether the customer has a factor of this kind again. `null` before it is `COMPLETED`.
     */
    enrollmentStatus?: 'PENDING' | 'COMPLETED';
    /**
     * The reset must be completed before this time.
     */
    expiresAt: string;
    /**
     * When the factor was removed. `null` until then.
     */
    completedAt?: string | null;
};

export type TwoFactorResetCompleteRequest = {
    /**
     * The new phone of the customer, which must differ from the lost one. Required to reset `SMS_OTP`.
     */
    mobile?: {
        /**
         * Country calling code, with or without `+`: `+49`.
         */
        countryCode: string;
        /**
         * The rest of the phone number, without the leading zero: `15112345678`.
         */
        number: string;
    };
};

export type BeneficiaryTrustStart = {
    /**
     * The question to the customer, open for five minutes.
     */
    scaChallenge?: ScaChallenge;
};

export type BeneficiaryTrustConfirmRequest = {
    /**
     * `id` of the challenge that is answered. Default: the open one; another one counts as a wrong proof.
     */
    challengeId?: string | null;
    /**
     * One-time code of the phone or, where `TOTP` is available, of the app, or a recovery code in its place.
     */
    code?: string | null;
    /**
     * What `navigator.credentials.get` returned for the options, in the form of `PublicKeyCredential.toJSON`.
     */
    passkeyAssertion?: {
        [key: string]: unknown;
    } | null;
    /**
     * Web origin of the page that used the passkey. Required with `passkeyAssertion`.
     */
    origin?: string | null;
};

export type BeneficiaryTrustConfirm = {
    /**
     * Whether payments to the beneficiary need no challenge from now on.
     */
    trusted: boolean;
};

export type ScaAuthorization = {
    /**
     * `id` of the challenge that is answered. Default: the open one; another one counts as a wrong proof.
     */
    challengeId?: string | null;
    /**
     * One-time code of the phone or, where `TOTP` is available, of the app, or a recovery code in its place.
     */
    code?: string | null;
    /**
     * What `navigator.credentials.get` returned for the options, in the form of `PublicKeyCredential.toJSON`.
     */
    passkeyAssertion?: {
        [key: string]: unknown;
    } | null;
    /**
     * Web origin of the page that used the passkey. Required with `passkeyAssertion`.
     */
    origin?: string | null;
    /**
     * IPv4 or IPv6 address from which the end user acted, kept as evidence.
     */
    endUserIpAddress?: string | string | null;
};

export type TransferInRequest = {
    /**
     * The account from which the money is collected.
     */
    source: ExternalAccountReference;
    /**
     * The balance that is credited once the money was collected.
     */
    destination: InternalAccountReference;
    /**
     * Positive, in smallest units of the currency of both accounts. A request without it is refused.
     */
    amount?: number;
};

export type ExternalAccountReference = {
    /**
     * An external account of the same owner and in the same currency as the internal account.
     */
    accountId: string;
};

export type InternalAccountReference = {
    /**
     * An internal account of a customer or of the platform.
     */
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
    /**
     * Names the payment in its events, in the journal and at its rails.
     */
    id: string;
    /**
     * Why a `PENDING` payment waits. Part of the contract; this version leaves it out.
     */
    pendingReason?: TransactionPendingReason;
    /**
     * Seen from the customer's balance.
     */
    direction: TransactionDirection;
    /**
     * Where the money goes.
     */
    destination: TransactionDestinationOneOf;
    /**
     * The customer who pays or is paid; the id of the platform for its own accounts.
     */
    customerId: string;
    /**
     * Your own id of that customer; the id of the platform for its own accounts.
     */
    platformCustomerId: string;
    /**
     * When the money was delivered or credited. Absent until then.
     */
    settledAt?: string;
    /**
     * When the payment started.
     */
    createdAt?: string;
    /**
     * When any field last changed, such as the state.
     */
    updatedAt?: string;
    /**
     * When the receiver was given the receipt, as the platform reported with `confirmReceiptDelivery`.
     */
    receiptDeliveryConfirmedAt?: string;
    /**
     * The software agent that made the payment. Absent if the platform did.
     */
    agentId?: string;
    /**
     * The note that the request for the quote carried.
     */
    description?: string;
    /**
     * Receiving smallest units for one sending smallest unit, net of fees. Present for payments of quotes.
     */
    exchangeRate?: number;
    /**
     * The quote that this payment executes. Absent for transfers and deposits.
     */
    quoteId?: string;
    /**
     * How the money of a failed payment goes back. Absent if there is nothing to refund.
     */
    refund?: Refund;
    /**
     * Money that moved after the payment was booked, because the operator resolved an exception about it. The state and the amounts of the payment stay as they are. Absent if there is none.
     */
    corrections?: TransactionCorrections;
    /**
     * What the institution at the other end of a UMA payment disclosed about its customer.
     */
    counterpartyInformation?: CounterpartyInformation;
    /**
     * Part of `sentAmount`: fees of service and platform for the payment of a quote, the network fee for a transfer to a chain.
     */
    fees?: number;
    /**
     * How arriving money was matched. Present for payments that were funded by payment instructions.
     */
    reconciliationInstructions?: ReconciliationInstructions;
    type: 'INCOMING';
    /**
     * How far the payment has come, such as `PENDING` or `COMPLETED`.
     */
    status: TransactionStatus;
    /**
     * Where the money comes from. Absent if the rail did not say.
     */
    source?: TransactionSourceOneOf;
    /**
     * What the sender paid, if it is known.
     */
    sentAmount?: CurrencyAmount;
    /**
     * What the internal account is credited with.
     */
    receivedAmount: CurrencyAmount;
    /**
     * Data about the receiver that the sending institution asks for. Present while the platform has to decide; send it with `approvePendingPayment`.
     */
    requestedReceiverCustomerInfoFields?: Array<CounterpartyFieldDefinition>;
    /**
     * Why the payment is `FAILED`. Absent otherwise.
     */
    failureReason?: IncomingTransactionFailureReason;
};

/**
 * - `COUNTERPARTY_DECLARATION_REQUIRED`: the platform has to declare who the counterparty is
 * - `WALLET_VERIFICATION_REQUIRED`: the owner of the wallet at the other end has to be proven
 * - `COUNTERPARTY_INFORMATION_REQUIRED`: data about the counterparty is missing
 * - `COMPLIANCE_REVIEW`: a person reviews the payment
 */
export type TransactionPendingReason = 'COUNTERPARTY_DECLARATION_REQUIRED' | 'WALLET_VERIFICATION_REQUIRED' | 'COUNTERPARTY_INFORMATION_REQUIRED' | 'COMPLIANCE_REVIEW';

/**
 * - `CREDIT`: the money comes to the customer
 * - `DEBIT`: the money leaves the customer
 */
export type TransactionDirection = 'CREDIT' | 'DEBIT';

export type AccountTransactionDestination = {
    destinationType: 'ACCOUNT';
    /**
     * The internal or external account that receives the money.
     */
    accountId: string;
    /**
     * Code of the currency that the account receives.
     */
    currency?: string;
    /**
     * The delivery over a chain. Present once the chain has confirmed it.
     */
    onChainTransaction?: OnChainTransaction;
};

export type OnChainTransaction = {
    /**
     * Id of the transaction on its chain, to look it up in a block explorer.
     */
    transactionHash: string;
    /**
     * The chain that carried it.
     */
    network: CryptoNetwork;
};

/**
 * Name of a chain or layer, as in `cryptoNetwork` of requests.
 */
export type CryptoNetwork = 'BITCOIN' | 'ETHEREUM' | 'SOLANA' | 'BASE' | 'POLYGON' | 'TRON' | 'PLASMA' | 'SPARK';

export type UmaAddressTransactionDestination = {
    destinationType: 'UMA_ADDRESS';
    /**
     * Receiver at another institution, in the form `$name@domain`.
     */
    umaAddress: string;
    /**
     * Code of the currency that the receiver gets.
     */
    currency?: string;
};

export type TransactionDestinationOneOf = ({
    destinationType: 'ACCOUNT';
} & AccountTransactionDestination) | ({
    destinationType: 'UMA_ADDRESS';
} & UmaAddressTransactionDestination);

export type Refund = {
    /**
     * Id of the refund; the rail that sends the money back uses it as its reference.
     */
    reference: string;
    /**
     * When the payment failed and its money began to go back.
     */
    initiatedAt: string;
    /**
     * When the money was back at its source. Absent until then.
     */
    settledAt?: string;
    /**
     * - `PENDING`: the money is on its way back
     * - `COMPLETED`: the money is back at its source
     * - `FAILED`: the money cannot be sent back, or bounced; the operator resolves it and can retry
     */
    status: 'PENDING' | 'COMPLETED' | 'FAILED';
    /**
     * - `TRANSACTION_FAILED`: the payment could not be delivered, or was returned
     * - `USER_CANCELLATION`: the platform cancelled the payment
     * - `TIMEOUT`: the rail gave the payment up after a time
     */
    reason?: 'TRANSACTION_FAILED' | 'USER_CANCELLATION' | 'TIMEOUT';
};

export type TransactionCorrections = {
    /**
     * What went back to the payer. An account that was credited has been debited for it, or owes it.
     */
    sentBack?: CurrencyAmount;
    /**
     * What the payee or its bank returned after the delivery, in the currency that was delivered.
     */
    cameBack?: CurrencyAmount;
};

export type ReconciliationInstructions = {
    /**
     * The text of the payment instructions by which the money was matched to its quote or account.
     */
    reference?: string;
    /**
     * Read `onChainTransaction` instead; this version leaves it out.
     *
     * @deprecated
     */
    transactionHash?: string;
};

/**
 * - `CREATED`: part of the contract; this version does not use it
 * - `PENDING`: the money is being collected, or the platform has to approve the payment
 * - `PENDING_AUTHORIZATION`: part of the contract; this version does not use it; a quote that waits for its payer has no transaction yet
 * - `PROCESSING`: the money is held or has arrived and is being delivered; only `OUTGOING`
 * - `COMPLETED`: delivered or credited; a return by the bank can still change it to `FAILED`
 * - `REJECTED`: part of the contract; this version does not use it; a rejected payment is `FAILED` with `COMPLIANCE_REJECTED`
 * - `FAILED`: `failureReason` has the cause; `refund` shows whether money goes back
 * - `REFUNDED`: collected money went back to its sender; only `INCOMING`
 * - `EXPIRED`: part of the contract; this version does not use it
 */
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
    /**
     * The internal account that paid, or the external account that was collected from.
     */
    accountId: string;
    /**
     * Owner of the account; the id of the platform for its own accounts.
     */
    customerId?: string;
    /**
     * Code of the currency that left the account.
     */
    currency?: string;
    /**
     * How the money came in over a chain. Part of the contract; this version leaves it out.
     */
    onChainTransaction?: OnChainTransaction;
};

export type UmaAddressTransactionSource = {
    sourceType: 'UMA_ADDRESS';
    /**
     * Sender at another institution, in the form `$name@domain`.
     */
    umaAddress: string;
    /**
     * Code of the currency that the sender paid in, if its institution said so.
     */
    currency?: string;
};

export type RealtimeFundingTransactionSource = {
    sourceType: 'REALTIME_FUNDING';
    /**
     * The customer for whom the money was paid in, or the platform.
     */
    customerId?: string;
    /**
     * Code of the currency in which the money arrived.
     */
    currency: string;
    /**
     * Name on the payer's account. Part of the contract; this version leaves it out.
     */
    accountHolderName?: string;
    /**
     * Number of the payer's account. Part of the contract; this version leaves it out.
     */
    accountIdentifier?: string;
    /**
     * Name of the payer's institution. Part of the contract; this version leaves it out.
     */
    bankName?: string;
    /**
     * Code of the payer's institution. Part of the contract; this version leaves it out.
     */
    bankIdentifier?: string;
    /**
     * Network by which the money arrived. Part of the contract; this version leaves it out.
     */
    paymentRail?: PaymentRail;
    /**
     * Text that the payer gave. Part of the contract; this version leaves it out.
     */
    remittanceInformation?: string;
    /**
     * The payer's own id of the payment. Part of the contract; this version leaves it out.
     */
    endToEndId?: string;
    /**
     * The payment network's id of the payment. Part of the contract; this version leaves it out.
     */
    traceNumber?: string;
    /**
     * How the money came in over a chain. Part of the contract; this version leaves it out.
     */
    onChainTransaction?: OnChainTransaction;
};

/**
 * - `LNURLP_FAILED`: part of the contract; this version does not use it
 * - `PAY_REQUEST_FAILED`: part of the contract; this version does not use it
 * - `PAYMENT_APPROVAL_WEBHOOK_ERROR`: the webhook endpoint failed to decide on the payment
 * - `PAYMENT_APPROVAL_TIMED_OUT`: the platform did not decide in time
 * - `OFFRAMP_FAILED`: part of the contract; this version does not use it
 * - `MISSING_MANDATORY_PAYEE_DATA`: the platform asked for data about the sender that did not come
 * - `QUOTE_EXPIRED`: the sender did not pay in time
 * - `QUOTE_EXECUTION_FAILED`: the money came, but the account could not hold it; an operator decides about it
 * - `COMPLIANCE_REJECTED`: the platform rejected the payment
 * - `COLLECTION_FAILED`: the rail could not collect the money, or the bank took it back
 */
export type IncomingTransactionFailureReason = 'LNURLP_FAILED' | 'PAY_REQUEST_FAILED' | 'PAYMENT_APPROVAL_WEBHOOK_ERROR' | 'PAYMENT_APPROVAL_TIMED_OUT' | 'OFFRAMP_FAILED' | 'MISSING_MANDATORY_PAYEE_DATA' | 'QUOTE_EXPIRED' | 'QUOTE_EXECUTION_FAILED' | 'COMPLIANCE_REJECTED' | 'COLLECTION_FAILED';

export type OutgoingTransaction = {
    /**
     * Names the payment in its events, in the journal and at its rails.
     */
    id: string;
    /**
     * Why a `PENDING` payment waits. Part of the contract; this version leaves it out.
     */
    pendingReason?: TransactionPendingReason;
    /**
     * Seen from the customer's balance.
     */
    direction: TransactionDirection;
    /**
     * Where the money goes.
     */
    destination: TransactionDestinationOneOf;
    /**
     * The customer who pays or is paid; the id of the platform for its own accounts.
     */
    customerId: string;
    /**
     * Your own id of that customer; the id of the platform for its own accounts.
     */
    platformCustomerId: string;
    /**
     * When the money was delivered or credited. Absent until then.
     */
    settledAt?: string;
    /**
     * When the payment started.
     */
    createdAt?: string;
    /**
     * When any field last changed, such as the state.
     */
    updatedAt?: string;
    /**
     * When the receiver was given the receipt, as the platform reported with `confirmReceiptDelivery`.
     */
    receiptDeliveryConfirmedAt?: string;
    /**
     * The software agent that made the payment. Absent if the platform did.
     */
    agentId?: string;
    /**
     * The note that the request for the quote carried.
     */
    description?: string;
    /**
     * Receiving smallest units for one sending smallest unit, net of fees. Present for payments of quotes.
     */
    exchangeRate?: number;
    /**
     * The quote that this payment executes. Absent for transfers and deposits.
     */
    quoteId?: string;
    /**
     * How the money of a failed payment goes back. Absent if there is nothing to refund.
     */
    refund?: Refund;
    /**
     * Money that moved after the payment was booked, because the operator resolved an exception about it. The state and the amounts of the payment stay as they are. Absent if there is none.
     */
    corrections?: TransactionCorrections;
    /**
     * What the institution at the other end of a UMA payment disclosed about its customer.
     */
    counterpartyInformation?: CounterpartyInformation;
    /**
     * Part of `sentAmount`: fees of service and platform for the payment of a quote, the network fee for a transfer to a chain.
     */
    fees?: number;
    /**
     * How arriving money was matched. Present for payments that were funded by payment instructions.
     */
    reconciliationInstructions?: ReconciliationInstructions;
    type: 'OUTGOING';
    /**
     * How far the payment has come, such as `PROCESSING` or `COMPLETED`.
     */
    status: OutgoingTransactionStatus;
    /**
     * Where the money comes from.
     */
    source: TransactionSourceOneOf;
    /**
     * What the payer pays, fees included; or what arrived for a quote that cannot use it.
     */
    sentAmount: CurrencyAmount;
    /**
     * What the receiver gets. Absent if money arrived that its quote cannot use.
     */
    receivedAmount?: CurrencyAmount;
    /**
     * The part of `fees` that the platform earns on completion.
     */
    platformFees?: number;
    /**
     * The instructions by which the payer funded the quote. Absent for payments from accounts.
     */
    paymentInstructions?: Array<PaymentInstructions>;
    /**
     * The parts of `exchangeRate` and of the service fee. Present for payments of quotes.
     */
    rateDetails?: OutgoingRateDetails;
    /**
     * Why the payment is `FAILED`. Absent otherwise.
     */
    failureReason?: OutgoingTransactionFailureReason;
    /**
     * Network that delivers. `null` for internal accounts, UMA addresses and wallets, whose chain is the network.
     */
    paymentRail?: PaymentRail | null;
    /**
     * Who chose `paymentRail`. `null` if no rail delivers.
     */
    railSelectionMode?: RailSelectionMode | null;
    /**
     * When the rail expects to deliver, fixed when the delivery starts. `null` until then, and if no rail delivers.
     */
    expectedSettlementAt?: string | null;
    /**
     * Seconds from `createdAt` to `expectedSettlementAt`; `null` with it.
     */
    settlementTimelineSeconds?: number | null;
};

/**
 * - `PENDING`: the money is collected from an external account first
 * - `PENDING_AUTHORIZATION`: part of the contract; this version does not use it; a quote that waits for its payer has no transaction yet
 * - `EXPIRED`: part of the contract; this version does not use it; the quote is `EXPIRED` instead
 * - `PROCESSING`: the money is held or has arrived and is being delivered
 * - `COMPLETED`: the receiver was paid; if the payout is returned later, it becomes `FAILED`
 * - `FAILED`: it was not delivered, or came back; `failureReason` has the cause, and `refund` shows where the money is
 */
export type OutgoingTransactionStatus = 'PENDING' | 'PENDING_AUTHORIZATION' | 'EXPIRED' | 'PROCESSING' | 'COMPLETED' | 'FAILED';

/**
 * - `QUOTE_EXPIRED`: the money arrived after the quote had ended
 * - `QUOTE_RATE_UNAVAILABLE`: part of the contract; this version does not use it
 * - `QUOTE_EXECUTION_FAILED`: the rail failed without a more exact reason, or the payment was cancelled
 * - `FUNDING_AMOUNT_MISMATCH`: another amount arrived than the quote asks for
 * - `SCA_NOT_COMPLETED`: part of the contract; this version does not use it
 * - `PAYOUT_RETURNED`: the money was delivered and came back
 * - `LIMIT_EXCEEDED`: the daily volume of the corridor was used up when the money arrived
 * - `ACCOUNT_CANNOT_RECEIVE`: the receiving account refused the money
 * - `ACCOUNT_INVALID`: the receiving account does not exist or is closed
 * - `COMPLIANCE_REJECTED`: the rail or the receiving institution rejected the payment
 * - `LIGHTNING_PAYMENT_FAILED`: the Lightning network found no way to pay the invoice
 * - `COUNTERPARTY_POST_TX_FAILED`: part of the contract; this version does not use it
 */
export type OutgoingTransactionFailureReason = 'QUOTE_EXPIRED' | 'QUOTE_RATE_UNAVAILABLE' | 'QUOTE_EXECUTION_FAILED' | 'FUNDING_AMOUNT_MISMATCH' | 'SCA_NOT_COMPLETED' | 'PAYOUT_RETURNED' | 'LIMIT_EXCEEDED' | 'ACCOUNT_CANNOT_RECEIVE' | 'ACCOUNT_INVALID' | 'COMPLIANCE_REJECTED' | 'LIGHTNING_PAYMENT_FAILED' | 'COUNTERPARTY_POST_TX_FAILED';

/**
 * - `AUTO`: the host chose the network
 * - `MANUAL`: the request named the network
 */
export type RailSelectionMode = 'AUTO' | 'MANUAL';

export type CardTransaction = {
    type: 'CARD';
    /**
     * Names the use of the card in all its events and in `getTransactionById`.
     */
    id: string;
    /**
     * The card with which the holder paid.
     */
    cardId?: string;
    /**
     * The holder of the card.
     */
    customerId: string;
    /**
     * Your own id of the card holder.
     */
    platformCustomerId: string;
    /**
     * The card network's id of this use, the same in all its messages.
     */
    issuerTransactionToken?: string;
    /**
     * How far clearing and returns have come.
     */
    status: CardTransactionStatus;
    /**
     * `DEBIT` for a purchase; `CREDIT` if the merchant credits the card.
     */
    direction: TransactionDirection;
    /**
     * The other side of the payment.
     */
    merchant: CardTransactionMerchant;
    /**
     * What was approved; the network can change it until the first clearing.
     */
    authorizedAmount: CurrencyAmount;
    /**
     * What the merchant was paid. Present after the first clearing; 0 if the authorization ended unused.
     */
    settledAmount?: CurrencyAmount;
    /**
     * What the merchant gave back. Present after the first return.
     */
    refundedAmount?: CurrencyAmount;
    /**
     * The internal account that funds the card and was debited.
     */
    accountId: string;
    /**
     * Debits of the funding source, less what was released unused. Absent for a `CREDIT`.
     */
    pullSummary?: CardPullSummary;
    /**
     * Returns by the merchant, credited to the funding source.
     */
    refundSummary?: CardRefundSummary;
    /**
     * Clearings: what the network collected for the merchant.
     */
    settlementSummary?: CardSettlementSummary;
    /**
     * What the merchant charged, if that is another currency than the card's. An extension of the API.
     */
    originalAmount?: CardOriginalAmount;
    /**
     * Fees of the card network that the amounts include. An extension of the API.
     */
    networkFees?: Array<CardNetworkFee>;
    /**
     * The card network, such as `VISA`. An extension of the API.
     */
    network?: string;
    /**
     * The phone wallet that paid, such as `APPLE_PAY`. An extension of the API.
     */
    wallet?: string;
    /**
     * When the card network asked for the approval.
     */
    authorizedAt: string;
    /**
     * When the card network last reported anything about this use.
     */
    lastEventAt?: string;
    /**
     * When the record was made.
     */
    createdAt: string;
    /**
     * When any field last changed.
     */
    updatedAt: string;
};

/**
 * - `AUTHORIZED`: the amount is reserved; a clearing or the end of the authorization follows
 * - `PARTIALLY_SETTLED`: the merchant was paid a part; the rest is still reserved
 * - `SETTLED`: the merchant was paid, or the authorization ended unused; a return can follow
 * - `REFUNDED`: the merchant returned the whole amount
 * - `EXCEPTION`: the funding source did not cover what the merchant was paid; the operator resolves it
 */
export type CardTransactionStatus = 'AUTHORIZED' | 'PARTIALLY_SETTLED' | 'SETTLED' | 'REFUNDED' | 'EXCEPTION';

export type CardTransactionMerchant = {
    /**
     * Name as the card network reports it, such as `COFFEE BAR 12 BERLIN`.
     */
    descriptor: string;
    /**
     * Merchant category code: four digits of ISO 18245.
     */
    mcc?: string;
    /**
     * Where the merchant is, as the card network reports it, such as `DE`.
     */
    country?: string;
    /**
     * Name without the place and the terminal. An extension of the API.
     */
    name?: string;
    /**
     * The merchant's id at its bank. An extension of the API.
     */
    merchantId?: string;
    /**
     * Where the merchant is. An extension of the API.
     */
    city?: string;
};

export type CardPullSummary = {
    /**
     * How many movements of this kind were made so far.
     */
    count: number;
    /**
     * Their sum, in smallest units of the card's currency.
     */
    totalAmount: number;
    /**
     * Debits that the funding source has not confirmed yet.
     */
    pendingCount?: number;
};

export type CardRefundSummary = {
    /**
     * How many movements of this kind were made so far.
     */
    count: number;
    /**
     * Their sum, in smallest units of the card's currency.
     */
    totalAmount: number;
};

export type CardSettlementSummary = {
    /**
     * How many movements of this kind were made so far.
     */
    count: number;
    /**
     * Their sum, in smallest units of the card's currency.
     */
    totalAmount: number;
};

export type CardOriginalAmount = {
    /**
     * What the merchant charged, in smallest units of its currency.
     */
    amount: number;
    /**
     * The currency in which the merchant charged, such as `EUR`.
     */
    currency: string;
    /**
     * Units of the card's currency for one of the merchant's, as the network says.
     */
    exchangeRate?: string;
};

export type CardNetworkFee = {
    /**
     * The fee as the processor names it.
     */
    type: string;
    /**
     * In smallest units of the card's currency.
     */
    amount: number;
};

export type TransferOutRequest = {
    /**
     * The balance that pays; not an embedded wallet.
     */
    source: InternalAccountReference;
    /**
     * The account that receives the money.
     */
    destination: ExternalAccountDestinationReference;
    /**
     * What leaves the balance: positive, in smallest units of the currency of both accounts. On a chain, the network fee comes off it. A request without it is refused.
     */
    amount?: number;
    /**
     * Text for the receiver's statement, if the payment rail carries one.
     */
    remittanceInformation?: string;
    /**
     * Why the money is paid, for rails and institutions that require a reason.
     */
    purposeOfPayment?: PurposeOfPayment;
};

export type ExternalAccountDestinationReference = {
    /**
     * An external account of the same owner and in the same currency as the internal account.
     */
    accountId: string;
    /**
     * Network that delivers, one of the `paymentRails` of the account. Default: the first that this host can use.
     */
    paymentRail?: PaymentRail;
};

export type EstimateCryptoWithdrawalFeeRequest = {
    /**
     * The account from which the money would leave.
     */
    internalAccountId: string;
    /**
     * Code of the crypto asset that the account holds, such as `BTC`.
     */
    currency: string;
    /**
     * Network of the address, such as `BITCOIN`. A rail of this host must send on it.
     */
    cryptoNetwork: string;
    /**
     * What would leave the account, network fee included; smallest units.
     */
    amount: number;
    /**
     * Where the asset would be sent: an address on `cryptoNetwork`.
     */
    destinationAddress: string;
};

export type EstimateCryptoWithdrawalFeeResponse = {
    /**
     * What the network costs at this moment, in smallest units of the asset.
     */
    networkFee: number;
    /**
     * Currency code of all amounts of the estimate.
     */
    networkFeeAsset: string;
    /**
     * What this service charges in addition; always 0.
     */
    applicationFee: number;
    /**
     * Sum of `networkFee` and `applicationFee`.
     */
    totalFee: number;
    /**
     * What the address receives: the requested amount minus all fees.
     */
    netAmount: number;
};

export type TransactionStatusFilter = 'CREATED' | 'PENDING' | 'PENDING_AUTHORIZATION' | 'PROCESSING' | 'COMPLETED' | 'REJECTED' | 'FAILED' | 'REFUNDED' | 'EXPIRED' | 'AUTHORIZED' | 'PARTIALLY_SETTLED' | 'SETTLED' | 'EXCEPTION';

export type TransactionTypeFilter = 'INCOMING' | 'OUTGOING' | 'CARD';

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
    /**
     * When the receiver was given the receipt; not in the future. Default: now.
     */
    receiptDeliveryConfirmedAt?: string;
};

export type CancelTransactionRequest = {
    /**
     * Why the platform cancels. It is kept with the transaction, for the operator; answers do not show it.
     */
    reason?: string;
};

/**
 * - `PENDING_KYC`: part of the contract; no card is in this state, because a cardholder must be approved first
 * - `PROCESSING`: ordered from the issuer; becomes `ACTIVE`, or `CLOSED` if the issuer rejects it
 * - `ACTIVE`: can be used to pay; can be frozen and closed
 * - `FROZEN`: uses are declined until the platform unfreezes it; what was authorized before is still cleared
 * - `CLOSED`: ended for good; `stateReason` says why
 */
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
    /**
     * Names the card in this API and in its events.
     */
    id: string;
    /**
     * The customer who spends with it.
     */
    cardholderId: string;
    /**
     * Your own id, as you sent it when you ordered the card.
     */
    platformCardId?: string;
    /**
     * Whether it can be used.
     */
    state: CardState;
    /**
     * Why it is `CLOSED`; absent otherwise.
     */
    stateReason?: CardStateReason | null;
    /**
     * The card network. Absent, like number and expiry, until the issuer has created the card.
     */
    brand?: CardBrand;
    /**
     * Always `VIRTUAL`.
     */
    form: CardForm;
    /**
     * The last digits of the number, to tell cards apart. The rest is not stored here.
     */
    last4?: string;
    /**
     * Month of its expiry, 1 for January.
     */
    expMonth?: number;
    /**
     * Year of its expiry, with four digits.
     */
    expYear?: number;
    /**
     * Ids of internal accounts of the cardholder. The first one pays, the others are only stored.
     */
    fundingSources: Array<string>;
    /**
     * The most that one purchase can cost, in smallest units of the card's currency; `null` for no limit.
     */
    maxSpendPerTransaction: number | null;
    /**
     * Where the card can be used, and how much it can spend in a period; `null` for no restriction. An extension of the API.
     */
    controls: CardControls | null;
    /**
     * Code of the currency of its funding sources.
     */
    currency?: string;
    /**
     * The card issuer that the host uses.
     */
    processorRef?: string;
    /**
     * Id of the card at the issuer; absent until it exists there.
     */
    issuerRef?: string;
    /**
     * When it was ordered, in the time of the platform.
     */
    createdAt: string;
    /**
     * When its state, limit or funding sources last changed.
     */
    updatedAt: string;
};

/**
 * - `ISSUER_REJECTED`: the issuer did not accept the order
 * - `CLOSED_BY_PLATFORM`: you have closed it
 * - `CLOSED_BY_SVC`: its cardholder was deleted
 */
export type CardStateReason = 'ISSUER_REJECTED' | 'CLOSED_BY_PLATFORM' | 'CLOSED_BY_SVC';

export type CardBrand = 'VISA' | 'MASTERCARD';

/**
 * A virtual card has a number and no plastic.
 */
export type CardForm = 'VIRTUAL';

export type CardControls = {
    /**
     * The only merchant categories that can be paid, four digits each (ISO 18245). Not together with `blockedCategories`.
     */
    allowedCategories?: Array<string>;
    /**
     * Merchant categories that cannot be paid, four digits each.
     */
    blockedCategories?: Array<string>;
    /**
     * The only countries whose merchants can be paid (ISO 3166-1 alpha-2). Not together with `blockedCountries`.
     */
    allowedCountries?: Array<string>;
    /**
     * Countries whose merchants cannot be paid (ISO 3166-1 alpha-2).
     */
    blockedCountries?: Array<string>;
    /**
     * What the card can spend in a day and in a month.
     */
    spendLimits?: Array<{
        /**
         * When the limit counts.
         */
        period: CardSpendPeriod;
        /**
         * The most that the card can spend in the period, in smallest units of the card's currency.
         */
        amount?: number;
        /**
         * The largest number of uses in the period; absent for any number.
         */
        count?: number;
    }>;
};

/**
 * A day or a month of UTC, in the time of the platform.
 */
export type CardSpendPeriod = 'DAY' | 'MONTH';

export type CardCreateRequest = {
    /**
     * A customer whose verification is `APPROVED`.
     */
    cardholderId: string;
    /**
     * An id of your own to find the card by; it need not be unique. In the sandbox its ending chooses an outcome.
     */
    platformCardId?: string;
    /**
     * Only virtual cards are issued.
     */
    form: CardForm;
    /**
     * Ids of `ACTIVE` internal accounts of the cardholder, all in one currency. The first one pays.
     */
    fundingSources: Array<string>;
    /**
     * The most that one purchase may cost, in smallest units of the funding sources; absent or `null` for no limit.
     */
    maxSpendPerTransaction?: number | null;
    /**
     * Where the card can be used, and how much it can spend in a period; `null` for no restriction. An extension of the API.
     */
    controls?: CardControlsRequest | null;
};

export type CardControlsRequest = {
    /**
     * The only merchant categories that can be paid, four digits each (ISO 18245). Not together with `blockedCategories`.
     */
    allowedCategories?: Array<string>;
    /**
     * Merchant categories that cannot be paid, four digits each.
     */
    blockedCategories?: Array<string>;
    /**
     * The only countries whose merchants can be paid (ISO 3166-1 alpha-2). Not together with `blockedCountries`.
     */
    allowedCountries?: Array<string>;
    /**
     * Countries whose merchants cannot be paid (ISO 3166-1 alpha-2).
     */
    blockedCountries?: Array<string>;
    /**
     * What the card may spend in a day and in a month: an amount, a number of uses, or both.
     */
    spendLimits?: Array<{
        /**
         * When the limit counts; one limit for each period.
         */
        period: CardSpendPeriod;
        /**
         * The most that the card may spend in the period, in smallest units.
         */
        amount?: number;
        /**
         * The largest number of uses in the period; absent for any number.
         */
        count?: number;
    }>;
};

export type CardUpdateRequest = {
    /**
     * `FROZEN` declines uses, `ACTIVE` permits them again, `CLOSED` ends the card for good.
     */
    state?: 'ACTIVE' | 'FROZEN' | 'CLOSED';
    /**
     * Ids of `ACTIVE` internal accounts of the cardholder, all in one currency. The first one pays.
     */
    fundingSources?: Array<string>;
    /**
     * The most that one purchase may cost, in smallest units; `null` removes the limit.
     */
    maxSpendPerTransaction?: number | null;
    /**
     * Replaces the controls of the card as a whole; `null` removes them. An extension of the API.
     */
    controls?: CardControlsRequest | null;
};

export type CardRevealResponse = {
    /**
     * A page of the issuer that shows number, expiry and security code, once. Embed it in an iframe.
     */
    panEmbedUrl: string;
    /**
     * Until when the page can be opened: two minutes from now.
     */
    expiresAt: string;
};

export type ReceiverUmaLookupResponse = {
    /**
     * What the receiver accepts, the preferred currency first; an external account has one.
     */
    supportedCurrencies: Array<CurrencyPreference>;
    /**
     * Data about the payer that a quote to this receiver needs: on the customer's record or, for a UMA address, in `senderCustomerInfo`.
     */
    requiredPayerDataFields?: Array<CounterpartyFieldDefinition>;
    /**
     * Pass it to `createQuote` within ten minutes.
     */
    lookupId: string;
    /**
     * The address that was looked up, in lower case.
     */
    receiverUmaAddress: string;
};

export type ApprovePaymentRequest = {
    /**
     * Data about your customer that is passed on to the institution of the payer.
     */
    receiverCustomerInfo?: {
        [key: string]: unknown;
    };
};

export type RejectPaymentRequest = {
    /**
     * A note of yours. It is neither stored nor passed on.
     */
    reason?: string;
};

export type UmaInvitationCreateRequest = {
    /**
     * UMA address of the customer of yours who invites.
     */
    inviterUma: string;
    /**
     * How the invitation page greets the invited person.
     */
    firstName?: string;
    /**
     * A gift to the invited person, in smallest units of the inviter's first currency. Paid only if you execute its quote.
     */
    amountToSend?: number;
    /**
     * After this time it cannot be claimed; by default it has no end.
     */
    expiresAt?: string;
};

export type UmaInvitation = {
    /**
     * Names the invitation, also for other platforms. Anyone who knows it can claim it: keep it private.
     */
    code: string;
    /**
     * When the customer invited, in the time of the inviting platform.
     */
    createdAt: string;
    /**
     * When a platform claimed it; absent before.
     */
    claimedAt?: string;
    /**
     * A page for the invited person that shows the code. Send this link.
     */
    url: string;
    /**
     * When it ends by itself; absent if it has no end.
     */
    expiresAt?: string;
    /**
     * UMA address of the customer who invites.
     */
    inviterUma: string;
    /**
     * UMA address for which it was claimed; absent before.
     */
    inviteeUma?: string;
    /**
     * - `PENDING`: can be claimed or cancelled
     * - `CLAIMED`: a platform claimed it for `inviteeUma`; final
     * - `EXPIRED`: `expiresAt` has passed; final
     * - `CANCELLED`: the inviting platform withdrew it; final
     */
    status: 'PENDING' | 'CLAIMED' | 'EXPIRED' | 'CANCELLED';
    /**
     * How the page greets the invited person.
     */
    firstName?: string;
    /**
     * The gift of the inviter, if there is one.
     */
    amountToSend?: CurrencyAmount;
    /**
     * The quote for the gift, from the claim on; executing it pays. Absent if it could not be opened.
     */
    quoteId?: string;
    /**
     * Why the claim opened no quote for the gift. To try again, the inviting platform creates a quote to `inviteeUma`.
     */
    quoteError?: {
        /**
         * The error code, such as `INVALID_RECEIVER` for a person who cannot receive yet.
         */
        code: string;
        /**
         * What the code means.
         */
        message: string;
    };
};

export type UmaInvitationClaimRequest = {
    /**
     * UMA address of the customer of yours who was invited.
     */
    inviteeUma: string;
};

export type UmaProviderListResponse = {
    /**
     * The records of this page. It can be empty although more pages follow.
     */
    data: Array<UmaProvider>;
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

export type UmaProvider = {
    /**
     * How the institution calls itself towards customers.
     */
    name?: string;
    /**
     * Codes of countries or regions whose residents it serves.
     */
    supportedRegions?: Array<string>;
    /**
     * The part behind the `@` of its UMA addresses.
     */
    domain?: string;
    /**
     * Web address of an image for lists of institutions.
     */
    logoUrl?: string;
    /**
     * What its customers can be paid in.
     */
    supportedCurrencies?: Array<Currency>;
    /**
     * Legal Entity Identifier (ISO 17442), if it is known.
     */
    lei?: string;
    /**
     * Whether payments are possible; `false` if the operator blocks it.
     */
    allowListStatus?: boolean;
};

export type SandboxUmaReceiveRequest = {
    /**
     * Who seems to pay: any address of the form `$name@domain`.
     */
    senderUmaAddress: string;
    /**
     * The customer who is paid. Required without `customerId`; with it, both must name the same customer.
     */
    receiverUmaAddress?: string;
    /**
     * The customer who is paid, by its id in place of its address.
     */
    customerId?: string;
    /**
     * In which internal account of the customer the money arrives.
     */
    receivingCurrencyCode: string;
    /**
     * What the customer gets, in smallest units of that currency.
     */
    receivingCurrencyAmount: number;
};

/**
 * - `BRALE`: the issuing company Brale; the sandbox simulates it
 * - `EVM`: a token contract that the operator of this host issues on an EVM chain
 */
export type StablecoinProvider = 'BRALE' | 'EVM';

/**
 * - `ACTIVE`: the issuer accepts the credentials; `INVALID` or `REVOKED` can follow at every call to the issuer
 * - `INVALID`: the issuer refused the credentials later; link the account again to make it `ACTIVE`
 * - `REVOKED`: the issuer reported that access was withdrawn; link the account again to make it `ACTIVE`
 */
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
    /**
     * Name it as `stablecoinProviderAccountId` when you register tokens.
     */
    id: string;
    /**
     * The issuer that keeps the account.
     */
    provider: StablecoinProvider;
    /**
     * The issuer's own id of the account. It can be linked once.
     */
    providerAccountId: string;
    /**
     * Where the link works: the environment of your platform.
     */
    providerEnvironment: StablecoinProviderEnvironment;
    /**
     * Whether the credentials can be used. Only an `ACTIVE` link mints and burns.
     */
    status: StablecoinProviderAccountStatus;
    /**
     * When the issuer last accepted credentials at a link, in UTC. Later calls do not change it.
     */
    lastVerifiedAt?: string;
    /**
     * When the record was created, in UTC.
     */
    createdAt: string;
    /**
     * When the record last changed, in UTC.
     */
    updatedAt: string;
};

/**
 * The environment of the platform: in the `SANDBOX`, money and tokens are simulated.
 */
export type StablecoinProviderEnvironment = 'SANDBOX' | 'PRODUCTION';

export type StablecoinProviderAccountLinkRequest = {
    /**
     * The issuer that keeps the account. One without a connection on this host is 501.
     */
    provider: StablecoinProvider;
    /**
     * The public half of the API credentials that the issuer has given you.
     */
    apiClientId: string;
    /**
     * The id of your account at the issuer, if you want to make sure that the credentials are of this account. Default: the account of the credentials.
     */
    providerAccountId?: string;
};

/**
 * - `PENDING_REVIEW`: the issuer reviews the token; `PROVISIONING`, `PROVISIONED`, `REJECTED` or `FAILED` follows
 * - `PROVISIONING`: the issuer sets the token up; `PROVISIONED`, `REJECTED` or `FAILED` follows
 * - `PROVISIONED`: the token exists and can be minted; final
 * - `REJECTED`: the issuer refuses to issue the token; final
 * - `FAILED`: the issuer could not set the token up; final
 */
export type StablecoinIssuanceStatus = 'PENDING_REVIEW' | 'PROVISIONING' | 'PROVISIONED' | 'REJECTED' | 'FAILED';

/**
 * - `NOT_ENABLED`: mints and burns are refused; `ENABLED` follows when the issuer has provisioned the token
 * - `PENDING_APPROVAL`: reserved; not used, because Corridor needs no approval of its own
 * - `ENABLING`: reserved; not used
 * - `ENABLED`: the token can be minted and burned; final
 * - `DISABLED`: reserved; not used
 */
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
    /**
     * Name it in the paths of quotes, mints and burns.
     */
    id: string;
    /**
     * What the issuer calls the token, such as `Acme Dollar`.
     */
    name: string;
    /**
     * The short name that the issuer gave, such as `USDB`.
     */
    symbol: string;
    /**
     * The ISO 4217 code of the money behind the token: one token is worth one unit.
     */
    baseCurrency: string;
    /**
     * The chain on which the token exists.
     */
    network: StablecoinNetwork;
    /**
     * Digits after the point: with 6, one token is `1000000`. Amounts of mints and burns count these units.
     */
    decimals: number;
    /**
     * How far the issuer is with the token. Corridor asks until it is final.
     */
    issuanceStatus: StablecoinIssuanceStatus;
    /**
     * Whether mints and burns are accepted: only while it is `ENABLED`.
     */
    svcOperationsStatus: StablecoinSvcOperationsStatus;
    /**
     * How the chain names the token, as it was registered.
     */
    networkTokenIdentifier: string;
    /**
     * The currency of internal accounts that hold the token. Absent if only external wallets can hold it.
     */
    currency?: string;
    /**
     * Who issues the token.
     */
    provider: StablecoinProvider;
    /**
     * The linked issuer account whose credentials are used.
     */
    stablecoinProviderAccountId: string;
    /**
     * Where the token is registered: the environment of your platform.
     */
    providerEnvironment: StablecoinProviderEnvironment;
    /**
     * The issuer's id of the token, as it was registered.
     */
    providerTokenIdentifier: string;
    /**
     * When the record was created, in UTC.
     */
    createdAt: string;
    /**
     * When the record last changed, in UTC.
     */
    updatedAt: string;
};

/**
 * The chain of the token: `SPARK` with the provider `BRALE`, the others with `EVM`.
 */
export type StablecoinNetwork = 'SPARK' | 'BASE' | 'POLYGON' | 'ETHEREUM';

export type StablecoinRegisterRequest = {
    /**
     * The issuer's id of the token. With the provider `EVM`, the name of the issuer's entry on this host.
     */
    providerTokenIdentifier: string;
    /**
     * How the chain names the token: the address of its contract on an EVM chain, the token identifier on Spark.
     */
    networkTokenIdentifier: string;
    /**
     * The chain on which the issuer issues the token.
     */
    network: StablecoinNetwork;
    /**
     * The linked account that issues it. Default: the only `ACTIVE` link; required if several are `ACTIVE`.
     */
    stablecoinProviderAccountId?: string;
};

export type StablecoinMintRequest = {
    /**
     * Smallest units of the token, as a string of digits from 1 to 9000000000000000: with 6 decimals, `250000000` is 250 tokens. Its worth must be a whole number of smallest units of the base currency, except with the funding source `PROVIDER_INTERNAL_BALANCE`.
     */
    amount: string;
    /**
     * What pays for the tokens. An issuer may support only some types; another one is 400 with the field.
     */
    fundingSource: StablecoinMintFundingSource;
    /**
     * Who receives the tokens: the same customer, or the platform itself, that pays for them.
     */
    destination: StablecoinMintDestination;
    /**
     * A note of the platform, returned with the operation. The issuer does not receive it.
     */
    description?: string;
};

/**
 * You send a wire to the issuer, as `fundingInstructions` of the operation say.
 */
export type StablecoinWireFundingSource = {
    type: 'WIRE';
};

/**
 * The issuer debits a bank account by ACH.
 */
export type StablecoinAchDebitFundingSource = {
    type: 'ACH_DEBIT';
    /**
     * The bank account that the issuer debits: in the base currency, and of the owner of the destination.
     */
    externalAccountId: string;
};

/**
 * The issuer debits a bank account by ACH on the same day.
 */
export type StablecoinSameDayAchDebitFundingSource = {
    type: 'SAME_DAY_ACH_DEBIT';
    /**
     * The bank account that the issuer debits: in the base currency, and of the owner of the destination.
     */
    externalAccountId: string;
};

/**
 * An internal account in the base currency pays.
 */
export type StablecoinSvcInternalFundingSource = {
    type: 'SVC_INTERNAL_ACCOUNT';
    /**
     * Pays. Needs the owner of the destination, the status `ACTIVE`, and a balance that covers the whole `amount`.
     */
    accountId: string;
};

/**
 * Another token of your balance at the issuer is exchanged for the new ones.
 */
export type StablecoinProviderBalanceFundingSource = {
    type: 'PROVIDER_INTERNAL_BALANCE';
    /**
     * The issuer's id of the token that is given in exchange.
     */
    sourceTokenIdentifier: string;
    /**
     * The chain of that token, by the issuer's name for it.
     */
    cryptoNetwork: string;
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

export type StablecoinMintDestination = {
    /**
     * An internal account in the token's `currency`, or an external wallet on the token's network.
     */
    accountId: string;
};

export type StablecoinQuote = {
    /**
     * Execute the quote by this id before `expiresAt`.
     */
    id: string;
    /**
     * The registered token that is minted or burned.
     */
    stablecoinId: string;
    /**
     * What the execution starts: a mint or a burn.
     */
    operationType: StablecoinOperationType;
    /**
     * - `PENDING`: can be executed until `expiresAt`; nothing is held yet
     * - `EXECUTED`: its mint or burn was created; final
     * - `EXPIRED`: `expiresAt` has passed; final
     */
    status: 'PENDING' | 'EXECUTED' | 'EXPIRED';
    /**
     * The requested smallest units of the token, before fees.
     */
    amount: string;
    /**
     * The issuer's charge in smallest units of the token, taken off `amount`; `0` if free.
     */
    fees: string;
    /**
     * `amount` − `fees`: the tokens that a mint creates, or the worth of what a burn pays out.
     */
    netAmount: string;
    /**
     * The mint or burn that the execution created; absent before.
     */
    stablecoinOperationId?: string;
    /**
     * When the issuer stated the fees, in UTC.
     */
    createdAt: string;
    /**
     * Until when the quote can be executed, in UTC.
     */
    expiresAt: string;
};

/**
 * - `MINT`: money becomes tokens
 * - `BURN`: tokens become money in a bank account
 */
export type StablecoinOperationType = 'MINT' | 'BURN';

export type StablecoinBurnRequest = {
    /**
     * Smallest units of the token, as a string of digits from 1 to 9000000000000000: with 6 decimals, `250000000` is 250 tokens. Its worth must be a whole number of smallest units of the base currency.
     */
    amount: string;
    /**
     * Where the tokens come from. An issuer may support only some types; another one is 400 with the field.
     */
    source: StablecoinBurnSource;
    /**
     * Where the issuer sends the money.
     */
    destination: StablecoinBurnDestination;
    /**
     * A note of the platform, returned with the operation. The issuer does not receive it.
     */
    description?: string;
};

/**
 * A wallet outside sends the tokens to the address in `fundingInstructions` of the operation.
 */
export type StablecoinExternalAccountBurnSource = {
    type: 'EXTERNAL_ACCOUNT';
};

/**
 * An internal account that holds the token pays.
 */
export type StablecoinSvcInternalBurnSource = {
    type: 'SVC_INTERNAL_ACCOUNT';
    /**
     * Pays. Needs the owner of the destination, the status `ACTIVE`, and a balance that covers the whole `amount`.
     */
    accountId: string;
};

/**
 * Tokens of your balance at the issuer are burned.
 */
export type StablecoinProviderBalanceBurnSource = {
    type: 'PROVIDER_INTERNAL_BALANCE';
};

export type StablecoinBurnSource = ({
    type: 'EXTERNAL_ACCOUNT';
} & StablecoinExternalAccountBurnSource) | ({
    type: 'SVC_INTERNAL_ACCOUNT';
} & StablecoinSvcInternalBurnSource) | ({
    type: 'PROVIDER_INTERNAL_BALANCE';
} & StablecoinProviderBalanceBurnSource);

export type StablecoinBurnDestination = {
    type: 'EXTERNAL_ACCOUNT';
    /**
     * The bank account that the issuer pays: in the base currency, and of the owner of an internal source.
     */
    externalAccountId: string;
    /**
     * How the issuer pays. It decides the fees and the time; some issuers lack some rails.
     */
    rail: 'WIRE' | 'ACH_CREDIT' | 'SAME_DAY_ACH_CREDIT' | 'RTP_CREDIT';
};

export type StablecoinOperation = {
    /**
     * The issuer knows the order by this id too.
     */
    id: string;
    /**
     * The registered token that is minted or burned.
     */
    stablecoinId: string;
    /**
     * Whether tokens are created or destroyed.
     */
    operationType: StablecoinOperationType;
    /**
     * How far the order is. Read the operation until it is `COMPLETED`, `FAILED` or `EXPIRED`.
     */
    status: StablecoinOperationStatus;
    /**
     * Smallest units of the token before fees: what a mint is paid for, or the tokens that a burn destroys.
     */
    amount: string;
    /**
     * The issuer that executes the order.
     */
    provider: StablecoinProvider;
    /**
     * Where the order is executed: the environment of your platform.
     */
    providerEnvironment: StablecoinProviderEnvironment;
    /**
     * The linked issuer account whose credentials are used.
     */
    stablecoinProviderAccountId: string;
    /**
     * What pays, as it was requested.
     */
    source?: StablecoinOperationSource;
    /**
     * How to pay. Present from `PENDING_FUNDING` on, if a wire or a wallet outside pays.
     */
    fundingInstructions?: StablecoinFundingInstructions;
    /**
     * Who receives the tokens or the money, as it was requested.
     */
    destination?: StablecoinOperationDestination;
    /**
     * What arrives, and when, as the issuer stated at creation.
     */
    estimatedDelivery?: StablecoinEstimatedDelivery;
    /**
     * Until when the issuer waits for the payment, in UTC. Present with `fundingInstructions`.
     */
    expiresAt?: string;
    /**
     * The last state in the issuer's own words; absent until it has received the order.
     */
    providerStatus?: string;
    /**
     * Present if `FAILED`: `ACCOUNT_INVALID` if an account was deleted before the order was sent, `PROVIDER_ACCOUNT_INVALID` or `PROVIDER_ACCOUNT_REVOKED` if the issuer refused the credentials, or a code of the issuer.
     */
    failureReason?: string;
    /**
     * The note of the request.
     */
    description?: string;
    /**
     * When the record was created, in UTC.
     */
    createdAt: string;
    /**
     * When the record last changed, in UTC.
     */
    updatedAt: string;
};

/**
 * - `CREATED`: its payment is held if an internal account pays; the order goes to the issuer at once
 * - `PENDING_FUNDING`: the issuer waits for the money or tokens until `expiresAt`; pay by `fundingInstructions`
 * - `PENDING_PROVIDER`: the issuer has accepted the order and has not begun
 * - `PROCESSING`: the issuer executes the order
 * - `COMPLETED`: tokens are minted, or burned and paid out; final
 * - `FAILED`: nothing was minted or burned, and a hold was released; `failureReason` says why; final
 * - `EXPIRED`: the money or tokens did not arrive in time; final
 */
export type StablecoinOperationStatus = 'CREATED' | 'PENDING_FUNDING' | 'PENDING_PROVIDER' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'EXPIRED';

export type StablecoinOperationSource = {
    /**
     * The kind of payer, as requested: `fundingSource.type` of a mint, `source.type` of a burn.
     */
    type: 'WIRE' | 'ACH_DEBIT' | 'SAME_DAY_ACH_DEBIT' | 'EXTERNAL_ACCOUNT' | 'SVC_INTERNAL_ACCOUNT' | 'PROVIDER_INTERNAL_BALANCE';
    /**
     * The debited bank account, for `ACH_DEBIT` and `SAME_DAY_ACH_DEBIT`.
     */
    externalAccountId?: string;
    /**
     * The paying internal account, for `SVC_INTERNAL_ACCOUNT`.
     */
    accountId?: string;
    /**
     * The token that was given in exchange, for a mint from `PROVIDER_INTERNAL_BALANCE`.
     */
    sourceTokenIdentifier?: string;
    /**
     * The chain of the exchanged token, for a mint from `PROVIDER_INTERNAL_BALANCE`.
     */
    cryptoNetwork?: string;
};

/**
 * How to pay the issuer. Further fields are the issuer's own, such as `accountNumber`, `routingNumber` and `reference` of a wire; the payment needs all of them.
 */
export type StablecoinFundingInstructions = {
    /**
     * How to send money, such as `WIRE`; absent if tokens are to be sent.
     */
    rail?: string;
    /**
     * The chain on which to send tokens.
     */
    network?: string;
    /**
     * The wallet of the issuer that waits for the tokens.
     */
    address?: string;
    /**
     * What to send: a currency such as `USD`, or the symbol of a token.
     */
    valueType?: string;
    [key: string]: unknown;
};

export type StablecoinOperationDestination = {
    /**
     * The account that receives: tokens of a mint, money of a burn.
     */
    accountId: string;
    /**
     * How the issuer pays out; absent for a mint.
     */
    rail?: 'WIRE' | 'ACH_CREDIT' | 'SAME_DAY_ACH_CREDIT' | 'RTP_CREDIT';
};

export type StablecoinEstimatedDelivery = {
    /**
     * How the issuer pays out; absent for a mint.
     */
    rail?: string;
    /**
     * What arrives after fees: tokens of a mint, or money of a burn, in smallest units of `currency`.
     */
    amount?: string;
    /**
     * The symbol of the token for a mint, the base currency for a burn.
     */
    currency?: string;
    /**
     * The usual duration in the issuer's own words, such as `SAME_DAY`; absent if it states none.
     */
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
    /**
     * Transactions that the agent starts carry this id as `agentId`.
     */
    id: string;
    /**
     * Your label for the agent; it need not be unique.
     */
    name: string;
    /**
     * The only customer for whom the agent acts. It cannot be changed.
     */
    customerId: string;
    /**
     * While true, every request with the agent's access token is 403.
     */
    isPaused: boolean;
    /**
     * Whether a device code was redeemed, so that software holds an access token.
     */
    isConnected: boolean;
    /**
     * What the agent may do. A change applies to everything that starts or is approved later.
     */
    policy: AgentPolicy;
    /**
     * What the agent has used up of its limits today and this month.
     */
    usage: AgentUsage;
    /**
     * When you created the agent, in UTC.
     */
    createdAt: string;
    /**
     * The last change of the agent, such as a pause, a policy or a new device code, in UTC.
     */
    updatedAt: string;
};

/**
 * - `VIEW_TRANSACTIONS`: list and read the customer's transactions
 * - `CREATE_TRANSFERS`: collect money from external accounts, and send money to them
 * - `CREATE_QUOTES`: create quotes, which move no money by themselves
 * - `EXECUTE_QUOTES`: execute the quotes that this agent has created, also by `immediatelyExecute`
 * - `MANAGE_EXTERNAL_ACCOUNTS`: add and delete external accounts; reading them needs no permission
 */
export type AgentPermission = 'VIEW_TRANSACTIONS' | 'CREATE_TRANSFERS' | 'CREATE_QUOTES' | 'EXECUTE_QUOTES' | 'MANAGE_EXTERNAL_ACCOUNTS';

/**
 * - `AUTO`: a payment within the limits starts at once, unless it is above the threshold for approvals
 * - `APPROVAL_REQUIRED`: every payment waits until the platform approves it
 */
export type AgentExecutionMode = 'AUTO' | 'APPROVAL_REQUIRED';

export type AgentPolicy = {
    /**
     * What the agent may do; an operation without its permission is 403.
     */
    permissions: Array<AgentPermission>;
    /**
     * Whether payments start at once, where no account rule says otherwise.
     */
    defaultExecutionMode: AgentExecutionMode;
    /**
     * The bounds of what the agent may pay.
     */
    spendingLimits: {
        /**
         * The currency of these limits and of `usage`. A payment in another currency is converted and rounded up.
         */
        currency: string;
        /**
         * The largest payment, in smallest units of `currency`; `0` permits none.
         */
        perTransactionLimit: number;
        /**
         * The most that payments of one UTC day may add up to, in smallest units of `currency`. Null: no limit.
         */
        dailyLimit: number | null;
        /**
         * The most payments that may start on one UTC day. Absent: no limit.
         */
        dailyTransactionLimit?: number;
        /**
         * The most that payments of one UTC month may add up to, in smallest units of `currency`. Null: no limit.
         */
        monthlyLimit: number | null;
    };
    /**
     * Which accounts may take part in a payment, and exceptions for single ones.
     */
    accountRestrictions: {
        /**
         * The only accounts and UMA addresses that the agent may use; null: all of the customer.
         */
        allowedAccountIds: Array<string> | null;
        /**
         * Exceptions for single accounts; an empty list if there are none.
         */
        accountRules: Array<{
            /**
             * The id of an account, or a UMA address, that takes part in a payment. It can have one rule.
             */
            accountId: string;
            /**
             * Replaces `defaultExecutionMode` for payments that involve the account; absent: the default applies.
             */
            executionMode?: AgentExecutionMode;
            /**
             * The largest payment that involves the account, in smallest units of the currency of `spendingLimits`; null: no limit besides the general ones.
             */
            perTransactionLimit: number | null;
        }>;
    };
    /**
     * From which amount on a payment needs an approval in every mode.
     */
    approvalThresholds: {
        /**
         * Absent: the currency of `spendingLimits`.
         */
        currency?: string;
        /**
         * A larger payment waits for an approval in every mode, in smallest units of `currency`; null: no threshold.
         */
        amount: number | null;
    };
};

/**
 * Payments that the agent has started, failed ones included, in smallest units of the currency of the limits. A payment that waits for approval does not count yet.
 */
export type AgentUsage = {
    /**
     * Payments that have started on `dailyResetDate`.
     */
    dailyTransactionCount: number;
    /**
     * The sum of these payments, which `dailyLimit` bounds.
     */
    dailySpend: number;
    /**
     * The present UTC day, as YYYY-MM-DD: the daily figures are of this day.
     */
    dailyResetDate: string;
    /**
     * The sum of the payments of `monthlyResetMonth`, which `monthlyLimit` bounds.
     */
    monthlySpend: number;
    /**
     * The present UTC month, as YYYY-MM: the monthly figure is of this month.
     */
    monthlyResetMonth: string;
};

export type AgentCreateRequest = {
    /**
     * A label by which you recognize the agent; not blank.
     */
    name: string;
    /**
     * For whom the agent acts: it sees and uses only what this customer has.
     */
    customerId: string;
    /**
     * What the agent may do by itself, and what waits for your approval.
     */
    policy: AgentPolicyRequest;
};

/**
 * A payment counts from the moment it starts, also if it brings money in, and stays counted if it fails. One that would exceed a limit is refused, not kept for approval.
 */
export type AgentSpendingLimits = {
    /**
     * The currency of these limits and of `usage`. A payment in another currency is converted and rounded up.
     */
    currency: string;
    /**
     * The largest payment, in smallest units of `currency`; `0` permits none.
     */
    perTransactionLimit: number;
    /**
     * The most that payments of one UTC day may add up to, in smallest units of `currency`. Absent or null: no limit.
     */
    dailyLimit?: number | null;
    /**
     * The most payments that may start on one UTC day. Absent: no limit.
     */
    dailyTransactionLimit?: number;
    /**
     * The most that payments of one UTC month may add up to, in smallest units of `currency`. Absent or null: no limit.
     */
    monthlyLimit?: number | null;
};

export type AgentAccountRestrictions = {
    /**
     * The only accounts and UMA addresses that the agent may use, on either side; null: all of the customer.
     */
    allowedAccountIds?: Array<string> | null;
    /**
     * Exceptions for single accounts. If two apply to a payment, the stricter one decides.
     */
    accountRules?: Array<AgentAccountRule>;
};

export type AgentAccountRule = {
    /**
     * The id of an account, or a UMA address, that takes part in a payment. It can have one rule.
     */
    accountId: string;
    /**
     * Replaces `defaultExecutionMode` for payments that involve the account; absent: the default applies.
     */
    executionMode?: AgentExecutionMode;
    /**
     * The largest payment that involves the account, in smallest units of the currency of `spendingLimits`; null: no limit besides the general ones.
     */
    perTransactionLimit?: number | null;
};

export type AgentApprovalThresholds = {
    /**
     * Default: the currency of `spendingLimits`.
     */
    currency?: string;
    /**
     * A larger payment waits for an approval in every mode, in smallest units of `currency`; null: no threshold.
     */
    amount?: number | null;
};

export type AgentPolicyRequest = {
    /**
     * What the agent may do; an operation without its permission is 403.
     */
    permissions: Array<AgentPermission>;
    /**
     * Whether payments start at once, where no account rule says otherwise.
     */
    defaultExecutionMode: AgentExecutionMode;
    /**
     * The bounds of what the agent may pay.
     */
    spendingLimits: AgentSpendingLimits;
    /**
     * Which accounts may take part in a payment, and exceptions for single ones. Default: all accounts of the customer.
     */
    accountRestrictions?: AgentAccountRestrictions;
    /**
     * From which amount on a payment needs an approval in every mode. Default: none.
     */
    approvalThresholds?: AgentApprovalThresholds;
};

export type AgentCreateResponse = {
    /**
     * The new agent, which has no access token until its code is redeemed.
     */
    agent: Agent;
    /**
     * Shown only in this response: hand it to the agent software.
     */
    deviceCode: AgentDeviceCode;
};

export type AgentDeviceCode = {
    /**
     * 12 letters and digits that the agent software redeems, once; upper and lower case are the same.
     */
    code: string;
    /**
     * The agent as which the software will act.
     */
    agentId: string;
    /**
     * 15 minutes after the creation of the code, in UTC. It cannot be redeemed afterwards.
     */
    expiresAt: string;
    /**
     * Always false here: the code is new.
     */
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
    /**
     * Approve, reject or read the action by this id.
     */
    id: string;
    /**
     * The agent that asked for the payment.
     */
    agentId: string;
    /**
     * The customer whose money it is.
     */
    customerId: string;
    /**
     * Your own id of this customer.
     */
    platformCustomerId: string;
    /**
     * Whether the payment waits, has started or will not start.
     */
    status: AgentActionStatus;
    /**
     * The kind of payment; it decides whether `quote` or `transferDetails` is present.
     */
    type: AgentActionType;
    /**
     * The quote as it is now, for `EXECUTE_QUOTE`.
     */
    quote?: Quote;
    /**
     * What was requested, for `TRANSFER_OUT` and `TRANSFER_IN`.
     */
    transferDetails?: AgentTransferDetails;
    /**
     * The payment as it is now; absent until it has started, and in `REJECTED` and `FAILED`.
     */
    transaction?: TransactionOneOf;
    /**
     * The reason that the platform gave for its rejection, or the error for which a payment could not start.
     */
    rejectionReason?: string;
    /**
     * When the agent made the request, in UTC.
     */
    createdAt: string;
    /**
     * The last change, such as the decision of the platform, in UTC.
     */
    updatedAt: string;
};

/**
 * - `PENDING_APPROVAL`: waits for the platform; `APPROVED`, `REJECTED` or `FAILED` follows. It has reserved nothing
 * - `APPROVED`: its payment has started, at once or after an approval, and `transaction` shows its progress. A customer of the EEA may still have to authorize the quote (`PENDING_AUTHORIZATION`). Final
 * - `REJECTED`: the platform refused it; no money moved. Final
 * - `FAILED`: approved, but the payment could not start; `rejectionReason` says why, and no money moved. Final
 */
export type AgentActionStatus = 'PENDING_APPROVAL' | 'APPROVED' | 'REJECTED' | 'FAILED';

/**
 * - `EXECUTE_QUOTE`: a payment by a quote, in `quote`
 * - `TRANSFER_OUT`: money to an external account, in `transferDetails`
 * - `TRANSFER_IN`: money from an external account, in `transferDetails`
 */
export type AgentActionType = 'EXECUTE_QUOTE' | 'TRANSFER_OUT' | 'TRANSFER_IN';

export type AgentTransferDetails = {
    /**
     * In smallest units of `currency`, before a network fee.
     */
    amount: number;
    /**
     * The currency of both accounts.
     */
    currency: string;
    /**
     * Who pays: the internal account of a transfer out, else the external one.
     */
    sourceAccountId: string;
    /**
     * Who receives: the external account of a transfer out, else the internal one.
     */
    destinationAccountId: string;
};

export type AgentUpdateRequest = {
    /**
     * A new label; not blank.
     */
    name?: string;
    /**
     * `true` stops the agent at once; `false` lets it act again.
     */
    isPaused?: boolean;
};

/**
 * Absent fields stay unchanged; null removes a limit.
 */
export type AgentPolicyUpdateRequest = {
    /**
     * All permissions that the agent has from now on; they replace the present ones.
     */
    permissions?: Array<AgentPermission>;
    /**
     * Whether payments start at once, where no account rule says otherwise.
     */
    defaultExecutionMode?: AgentExecutionMode;
    /**
     * The bounds of what the agent may pay. Fields that are absent in it stay unchanged.
     */
    spendingLimits?: AgentSpendingLimitsUpdate;
    /**
     * Which accounts may take part in a payment, and exceptions for single ones. Each of both lists is replaced as a whole if it is present.
     */
    accountRestrictions?: AgentAccountRestrictions;
    /**
     * From which amount on a payment needs an approval in every mode. Fields that are absent stay unchanged.
     */
    approvalThresholds?: AgentApprovalThresholds;
};

/**
 * Absent fields stay unchanged.
 */
export type AgentSpendingLimitsUpdate = {
    /**
     * A new currency reads all limits in it and starts `usage` from zero.
     */
    currency?: string;
    /**
     * The largest payment, in smallest units of `currency`; `0` permits none.
     */
    perTransactionLimit?: number;
    /**
     * The most that payments of one UTC day may add up to, in smallest units of `currency`. Null removes the limit.
     */
    dailyLimit?: number | null;
    /**
     * The most payments that may start on one UTC day. It can be changed, not removed.
     */
    dailyTransactionLimit?: number;
    /**
     * The most that payments of one UTC month may add up to, in smallest units of `currency`. Null removes the limit.
     */
    monthlyLimit?: number | null;
};

export type AgentActionRejectRequest = {
    /**
     * Shown to the agent as `rejectionReason` of the action.
     */
    reason?: string;
};

export type AgentDeviceCodeStatusResponse = {
    /**
     * As it was sent in the path.
     */
    code: string;
    /**
     * Whether software has exchanged it for an access token.
     */
    redeemed: boolean;
};

export type AgentDeviceCodeRedeemResponse = {
    /**
     * The agent as which the software acts from now on.
     */
    agentId: string;
    /**
     * The platform's label for the agent.
     */
    agentName: string;
    /**
     * Send it as `Authorization: Bearer …` with every operation under `/agents/me`. It is shown only in this response, and is valid until another code of the agent is redeemed or the agent is deleted.
     */
    accessToken: string;
    /**
     * What the agent may do at this moment.
     */
    policy: AgentPolicy;
};

export type TestWebhookResponse = {
    /**
     * The endpoint that was called: `webhookEndpoint` of the configuration.
     */
    url?: string;
    /**
     * The HTTP status with which your endpoint answered: 2xx or 409.
     */
    response_status: number;
    /**
     * The body of that answer as text.
     */
    response_body?: string;
};

export type RotatedWebhookKey = {
    /**
     * Verifies webhooks that are signed from now on. A P-256 key as PEM.
     */
    publicKey: string;
    /**
     * Verifies webhooks that were signed before; absent if there was no key before.
     */
    previousPublicKey?: string;
    /**
     * Until when the previous key stays listed: 24 hours from now.
     */
    previousPublicKeyUntil?: string;
};

export type WebhookSecret = {
    /**
     * Verifies `webhook-signature`: `whsec_` and the base64 of the key of HMAC-SHA256, as Standard Webhooks defines.
     */
    secret: string;
};

/**
 * What happened: the kind of record before the dot, and what became of it after the dot.
 */
export type WebhookEventType = 'OUTGOING_PAYMENT.PENDING' | 'OUTGOING_PAYMENT.PENDING_AUTHORIZATION' | 'OUTGOING_PAYMENT.PROCESSING' | 'OUTGOING_PAYMENT.COMPLETED' | 'OUTGOING_PAYMENT.FAILED' | 'OUTGOING_PAYMENT.EXPIRED' | 'OUTGOING_PAYMENT.REFUND_PENDING' | 'OUTGOING_PAYMENT.REFUND_COMPLETED' | 'OUTGOING_PAYMENT.REFUND_FAILED' | 'INCOMING_PAYMENT.PENDING' | 'INCOMING_PAYMENT.COMPLETED' | 'INCOMING_PAYMENT.FAILED' | 'INCOMING_PAYMENT.REFUND_PENDING' | 'INCOMING_PAYMENT.REFUND_COMPLETED' | 'INCOMING_PAYMENT.REFUND_FAILED' | 'CUSTOMER.KYC_APPROVED' | 'CUSTOMER.KYC_REJECTED' | 'CUSTOMER.KYC_PENDING' | 'CUSTOMER.KYB_APPROVED' | 'CUSTOMER.KYB_REJECTED' | 'CUSTOMER.KYB_PENDING' | 'CUSTOMER.BLOCKED' | 'CUSTOMER.UNBLOCKED' | 'PLATFORM.TERMS_CHANGED' | 'PLATFORM.TERMS_WITHDRAWN' | 'VERIFICATION.APPROVED' | 'VERIFICATION.REJECTED' | 'VERIFICATION.RESOLVE_ERRORS' | 'VERIFICATION.IN_PROGRESS' | 'VERIFICATION.PENDING_MANUAL_REVIEW' | 'VERIFICATION.READY_FOR_VERIFICATION' | 'EXTERNAL_ACCOUNT.STATUS_UPDATED' | 'INTERNAL_ACCOUNT.BALANCE_UPDATED' | 'INTERNAL_ACCOUNT.STATUS_UPDATED' | 'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED' | 'INVITATION.CLAIMED' | 'BULK_UPLOAD.COMPLETED' | 'BULK_UPLOAD.FAILED' | 'AGENT_ACTION.PENDING_APPROVAL' | 'CARD.STATE_CHANGE' | 'CARD.FUNDING_SOURCE_CHANGE' | 'CARD_TRANSACTION.AUTHORIZED' | 'CARD_TRANSACTION.PARTIALLY_SETTLED' | 'CARD_TRANSACTION.SETTLED' | 'CARD_TRANSACTION.REFUNDED' | 'CARD_TRANSACTION.EXCEPTION' | 'QUOTE.EXPIRED' | 'EXCEPTION.OPENED' | 'EXCEPTION.RESOLVED' | 'TEST';

/**
 * - `QUEUED`: will be sent, or is being sent now; becomes `DELIVERED` or `FAILED`, or `STORED` without an endpoint
 * - `DELIVERED`: the endpoint answered 2xx or 409; can be redelivered
 * - `STORED`: the platform had no endpoint; can be redelivered once it has one
 * - `FAILED`: retries failed for 7 days, or the type is not retried; can be redelivered
 */
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
     * Every delivery of the event carries it, also a repeated one: store it to recognize those.
     */
    id: string;
    /**
     * What happened to the record.
     */
    type: WebhookEventType;
    /**
     * Id of the record that the event describes. Events of one record arrive in order.
     */
    resource: string;
    /**
     * How far the delivery to your endpoint is.
     */
    status: WebhookEventStatus;
    /**
     * When the change happened, in the time of the platform.
     */
    createdAt: string;
    /**
     * How often a delivery was tried since the event was queued, or queued again.
     */
    attempts: number;
    /**
     * When the next delivery is due; only while the status is `QUEUED`.
     */
    nextAttemptAt?: string;
    /**
     * When your endpoint accepted the event; absent before.
     */
    deliveredAt?: string;
    /**
     * Why the last delivery failed, such as the status of the answer.
     */
    lastError?: string;
};

export type WebhookEventDetails = {
    /**
     * Every delivery of the event carries it, also a repeated one: store it to recognize those.
     */
    id: string;
    /**
     * What happened to the record.
     */
    type: WebhookEventType;
    /**
     * Id of the record that the event describes. Events of one record arrive in order.
     */
    resource: string;
    /**
     * How far the delivery to your endpoint is.
     */
    status: WebhookEventStatus;
    /**
     * When the change happened, in the time of the platform.
     */
    createdAt: string;
    /**
     * How often a delivery was tried since the event was queued, or queued again.
     */
    attempts: number;
    /**
     * When the next delivery is due; only while the status is `QUEUED`.
     */
    nextAttemptAt?: string;
    /**
     * When your endpoint accepted the event; absent before.
     */
    deliveredAt?: string;
    /**
     * Why the last delivery failed, such as the status of the answer.
     */
    lastError?: string;
    /**
     * The body of the webhook, the same in every delivery.
     */
    payload: WebhookEnvelope;
};

export type WebhookEnvelope = {
    /**
     * The same in every delivery of the event, and in the header `webhook-id`.
     */
    id: string;
    /**
     * Decides what `data` contains.
     */
    type: WebhookEventType;
    /**
     * When the change happened, in the time of the platform; not when it was sent.
     */
    timestamp: string;
    /**
     * The record as it was after the change, in the form that its own operation returns. Absent in `TEST`.
     */
    data?: {
        [key: string]: unknown;
    };
};

export type SignedWebhook = {
    /**
     * All headers of the delivery, both signatures among them. Names are in lower case.
     */
    headers: {
        [key: string]: string;
    };
    /**
     * The exact text that is signed. Do not parse and print it again before you verify it.
     */
    body: string;
};

export type WebhookFeed = {
    /**
     * Events after the given place, in the order in which they were written. It can be empty.
     */
    data: Array<WebhookFeedEvent>;
    /**
     * Pass it as `after` in the next request, also if `data` is empty. To pause for long, store an id instead.
     */
    nextCursor: string;
    /**
     * Whether to read on at once; otherwise wait a moment before the next request.
     */
    hasMore: boolean;
};

export type WebhookFeedEvent = {
    /**
     * Read the event by it, or pass it as `after` to continue here later.
     */
    id: string;
    /**
     * What happened to the record.
     */
    type: WebhookEventType;
    /**
     * Id of the record that the event describes.
     */
    resource: string;
    /**
     * When the change happened, in the time of the platform.
     */
    createdAt: string;
};

export type SandboxSendRequest = {
    /**
     * A quote with the source `REALTIME_FUNDING`.
     */
    quoteId: string;
    /**
     * What the payer sends. It must be the sending currency of the quote.
     */
    currencyCode: string;
    /**
     * In smallest units; by default exactly what the quote asks for. Another amount is refunded.
     */
    currencyAmount?: number;
};

export type SandboxDepositRequest = {
    /**
     * What the payer writes on the transfer: the reference of payment instructions, or any text to see it sent back.
     */
    reference: string;
    /**
     * What the payer sends. A simulated rail must receive it.
     */
    currencyCode: string;
    /**
     * In smallest units of that currency.
     */
    amount: number;
    /**
     * Who pays; by default a sender whose account accepts a refund.
     */
    remitter?: SandboxRemitter;
};

/**
 * The payer. A refund to an account ending in 008 is pending for 30 seconds; one to an account ending in 009 fails after that time; without an account no refund is possible.
 */
export type SandboxRemitter = {
    /**
     * Account holder as the bank reports it; `null` if the bank does not say.
     */
    name: string | null;
    /**
     * Number or IBAN; `null` if the bank does not say. Its ending chooses an outcome.
     */
    account: string | null;
};

export type SandboxDepositResponse = {
    /**
     * - `QUOTE_FUNDED`: the money executes its quote
     * - `QUOTE_REFUNDED`: its quote cannot use the money, which goes back to the payer
     * - `ACCOUNT_CREDITED`: the money is on an internal account
     * - `RETURNED`: the money matches no quote or account, and goes back to the payer
     * - `HELD`: the money is neither credited nor sent back before a decision about it
     */
    outcome: 'QUOTE_FUNDED' | 'QUOTE_REFUNDED' | 'ACCOUNT_CREDITED' | 'RETURNED' | 'HELD';
    /**
     * The payment or deposit that the money belongs to; absent if it belongs to none, and while the money is held.
     */
    transaction?: TransactionOneOf;
};

export type SandboxFundRequest = {
    /**
     * In smallest units of the account's currency, on top of the balance.
     */
    amount: number;
};

export type SandboxClock = {
    /**
     * The present time of the platform. Expiries, delays and daily limits count from it.
     */
    now: string;
    /**
     * How far it is ahead of the time of the host; 0 until it was moved.
     */
    aheadSeconds: number;
};

export type SandboxAdvanceClockRequest = {
    /**
     * How far to move it from where it is now. In total it can be 3,660 days ahead of the host.
     */
    seconds: number;
};

export type SandboxCardAuthorizationRequest = {
    /**
     * What the merchant asks for or gives, in smallest units of the card's currency. 0 only asks whether the card can be used; what is cleared at once must be at least 1.
     */
    amount: number;
    /**
     * What the number counts.
     */
    currency: {
        /**
         * Must be the card's currency.
         */
        code: string;
        /**
         * Accepted so that a whole currency object can be sent; it has no effect.
         */
        name?: string;
        /**
         * Accepted so that a whole currency object can be sent; it has no effect.
         */
        symbol?: string;
        /**
         * Accepted so that a whole currency object can be sent; it has no effect.
         */
        decimals?: number;
    };
    /**
     * Where the card is used. The ending of `descriptor` chooses an outcome.
     */
    merchant: CardMerchant;
    /**
     * Id of the message in the card network, generated if absent. A repeated id gets the first answer and has no effect. An extension of the API.
     */
    networkMessageId?: string;
    /**
     * When the authorization expires, as the network names it; otherwise 30 days after its approval or its last increment. An extension of the API.
     */
    expiresAt?: string;
};

export type CardMerchant = {
    /**
     * Name as the card network reports it, such as `COFFEE BAR 12 BERLIN`.
     */
    descriptor: string;
    /**
     * Merchant category code: four digits of ISO 18245.
     */
    mcc?: string;
    /**
     * Where the merchant is, as the card network reports it, such as `DE`.
     */
    country?: string;
};

export type SandboxCardSimulationResponse = {
    /**
     * Id of the use of the card in the network. An approved use has a transaction with the same token.
     */
    issuerTransactionToken: string;
    /**
     * The transaction of the use, with which you clear it. Absent for a decline, a balance inquiry and an amount of 0.
     */
    cardTransactionId?: string;
};

export type SandboxCardClearingRequest = {
    /**
     * The card transaction that an approved authorization has created; `listTransactions` finds it.
     */
    cardTransactionId: string;
    /**
     * What the merchant collects, in smallest units; 0 releases what is still reserved.
     */
    amount: number;
    /**
     * Id of the message in the card network, generated if absent. A repeated id gets the first answer and has no effect. An extension of the API.
     */
    networkMessageId?: string;
    /**
     * The date of the clearing, by which it is judged to be in time; otherwise that of its arrival. An extension of the API.
     */
    clearedAt?: string;
};

export type SandboxCardReturnRequest = {
    /**
     * The card transaction that an approved authorization has created; `listTransactions` finds it.
     */
    cardTransactionId: string;
    /**
     * What the merchant gives back, in smallest units.
     */
    amount: number;
    /**
     * Id of the message in the card network, generated if absent. A repeated id gets the first answer and has no effect. An extension of the API.
     */
    networkMessageId?: string;
    /**
     * Id of the message that this one undoes: the `networkMessageId` of the clearing that is returned, or of the use if it was cleared at once. Without it, the return covers first what the network settled in excess. An extension of the API.
     */
    originalNetworkMessageId?: string;
};

export type SandboxCardBalanceInquiryRequest = {
    /**
     * Who asks for the balance, such as a cash machine.
     */
    merchant: CardMerchant;
    /**
     * Id of the message in the card network, generated if absent. A repeated id gets the first answer and has no effect. An extension of the API.
     */
    networkMessageId?: string;
};

export type SandboxCardAuthorizationAdviceRequest = {
    /**
     * The card transaction that an approved authorization has created; `listTransactions` finds it.
     */
    cardTransactionId: string;
    /**
     * The new authorized amount as a whole, in smallest units; not the difference. Less than what is cleared counts as what is cleared.
     */
    amount: number;
    /**
     * Id of the message in the card network, generated if absent. A repeated id gets the first answer and has no effect. An extension of the API.
     */
    networkMessageId?: string;
    /**
     * When the authorization expires, as the network names it; otherwise 30 days after its approval or its last increment. An extension of the API.
     */
    expiresAt?: string;
};

export type SandboxCardTransactionRefRequest = {
    /**
     * The card transaction that an approved authorization has created; `listTransactions` finds it.
     */
    cardTransactionId: string;
    /**
     * Id of the message in the card network, generated if absent. A repeated id gets the first answer and has no effect. An extension of the API.
     */
    networkMessageId?: string;
    /**
     * Id of the message that this one undoes: the `networkMessageId` of the return that is taken back. Without it, this is the last one. An extension of the API.
     */
    originalNetworkMessageId?: string;
};

/**
 * - `DEPOSIT`: money arrives in an internal account
 * - `SUSPENSE_IN`: money arrives that cannot be credited, such as with an unknown reference
 * - `SUSPENSE_RETURN`: such money goes back to its sender
 * - `SUSPENSE_CREDIT`: money that was kept until its sender was screened is credited
 * - `HOLD`: an internal account sets money aside for a payment
 * - `FUNDING`: money for a quote arrives from outside
 * - `SETTLEMENT`: a payment is delivered: it is converted, and fees are booked
 * - `SETTLEMENT_REVERSAL`: a delivered payment comes back
 * - `HOLD_RELEASE`: a payment failed or was cancelled, and its money goes back to the account
 * - `FUNDING_REFUND`: the money of a failed payment went back to its payer
 * - `REFUND_FAILED`: the money of a failed payment cannot go back
 * - `REFUND_BOUNCED`: a completed refund comes back
 * - `BANK_CHARGE`: a returned payment came back with less, and the service bears the difference
 * - `DEPOSIT_REVERSAL`: a deposit is taken back, such as a disputed direct debit
 * - `FUNDING_LOST`: the money of a payment was taken back after the payment had moved on
 * - `FUNDING_RECOVERED`: such a payment failed, which makes good the loss
 * - `REFUND_RETRIED`: an operator tries a failed refund again
 * - `FEE_SWEEP`: collected fees of the platform go to its own internal account
 * - `RECEIVABLE_SETTLEMENT`: an account pays what it owes from money that has just arrived
 * - `UMA_RECEIPT`: a UMA payment arrives
 * - `TOKEN_MINT`: a stablecoin is minted
 * - `TOKEN_BURN`: a stablecoin is burned
 * - `CARD_HOLD`: a card payment is authorized
 * - `CARD_CLEARING`: a merchant collects an authorized amount
 * - `CARD_RELEASE`: an authorized amount that is not needed goes back to the account
 * - `CARD_PULL`: a merchant collects more than was reserved, from the balance
 * - `CARD_OWED`: a merchant collects what the network approved and the balance lacks
 * - `CARD_CREDIT`: a merchant credits a card
 * - `CARD_RETURN`: a merchant refunds a purchase
 * - `CARD_RETURN_REVERSAL`: a merchant takes a refund back
 * - `CARD_REVERSAL_OWED`: a merchant takes a refund back that the balance lacks, of what the network approved
 * - `CARD_LOSS`: a merchant collects what the account cannot pay
 * - `CARD_PULL_FAILED`: the money of a card payment could not be pulled from its source
 * - `CARD_RECOVERY`: the account pays a loss of its card afterwards
 * - `CARD_EXCESS`: the network settles more than the customer may be charged
 * - `CARD_LOSS_RETURN`: a refund by the merchant makes good a loss
 * - `CARD_INTERCHANGE`: the banks of merchants pay for uses of cards, as a processor reports it
 * - `CARD_NETWORK_FEES`: a card processor charges fees for a day
 * - `CARD_CHARGEBACK`: the network pays a disputed amount back
 * - `CARD_REPRESENTMENT`: the network takes a disputed amount again, because the merchant contests the dispute
 * - `CARD_PROVISIONAL_CREDIT`: the account gets a disputed amount until the dispute is decided
 * - `CARD_PROVISIONAL_WITHDRAWAL`: such an amount is taken back
 * - `CARD_PROVISIONAL_OWED`: such an amount is taken back, and the balance lacks it
 * - `CARD_DISPUTE_WON`: a dispute is won, and its money is returned
 * - `CARD_DISPUTE_TAKEN_BACK`: the network takes the money of a won dispute back
 * - `CARD_DISPUTE_FEE`: the network collects a fee for a dispute
 * - `CARD_DISPUTE_FEE_RETURN`: the network pays a fee of a dispute back
 * - `CARD_DISPUTE_LOSS`: the service bears what is left of a dispute
 * - `CARD_DISPUTE_GAIN`: the service keeps what is left of a dispute
 * - `EXCEPTION_CREDITED`: an operator credits an account with the money of an exception
 * - `EXCEPTION_PAID_ELSEWHERE`: an operator has settled an exception outside the service
 * - `EXCEPTION_ADJUSTED`: an operator makes an account bear the amount of an exception
 * - `EXCEPTION_WRITTEN_OFF`: an operator books an exception as a loss or gain of the service
 * - `EXCEPTION_RECOVERED`: money comes back to those who bore it by a resolution
 * - `TREASURY_TOP_UP`: the owners of the service put money into a rail
 * - `TREASURY_WITHDRAWAL`: the owners of the service take money out of a rail
 * - `TREASURY_CHARGE`: a bank charges the service
 * - `TREASURY_INTEREST`: a bank pays interest to the service
 * - `TREASURY_NETWORK_FEE`: a chain takes its fee for a payment of the service
 * - `TREASURY_TRANSFER`: the service moves its own money between rails
 * - `TREASURY_TRADE`: the service exchanges its own currencies
 */
export type LedgerEntryKind = 'DEPOSIT' | 'SUSPENSE_IN' | 'SUSPENSE_RETURN' | 'SUSPENSE_CREDIT' | 'HOLD' | 'FUNDING' | 'SETTLEMENT' | 'SETTLEMENT_REVERSAL' | 'HOLD_RELEASE' | 'FUNDING_REFUND' | 'REFUND_FAILED' | 'REFUND_BOUNCED' | 'BANK_CHARGE' | 'DEPOSIT_REVERSAL' | 'FUNDING_LOST' | 'FUNDING_RECOVERED' | 'REFUND_RETRIED' | 'FEE_SWEEP' | 'RECEIVABLE_SETTLEMENT' | 'UMA_RECEIPT' | 'TOKEN_MINT' | 'TOKEN_BURN' | 'CARD_HOLD' | 'CARD_CLEARING' | 'CARD_RELEASE' | 'CARD_PULL' | 'CARD_OWED' | 'CARD_CREDIT' | 'CARD_RETURN' | 'CARD_RETURN_REVERSAL' | 'CARD_REVERSAL_OWED' | 'CARD_LOSS' | 'CARD_PULL_FAILED' | 'CARD_RECOVERY' | 'CARD_EXCESS' | 'CARD_LOSS_RETURN' | 'CARD_INTERCHANGE' | 'CARD_NETWORK_FEES' | 'CARD_CHARGEBACK' | 'CARD_REPRESENTMENT' | 'CARD_PROVISIONAL_CREDIT' | 'CARD_PROVISIONAL_WITHDRAWAL' | 'CARD_PROVISIONAL_OWED' | 'CARD_DISPUTE_WON' | 'CARD_DISPUTE_TAKEN_BACK' | 'CARD_DISPUTE_FEE' | 'CARD_DISPUTE_FEE_RETURN' | 'CARD_DISPUTE_LOSS' | 'CARD_DISPUTE_GAIN' | 'EXCEPTION_CREDITED' | 'EXCEPTION_PAID_ELSEWHERE' | 'EXCEPTION_ADJUSTED' | 'EXCEPTION_WRITTEN_OFF' | 'EXCEPTION_RECOVERED' | 'TREASURY_TOP_UP' | 'TREASURY_WITHDRAWAL' | 'TREASURY_CHARGE' | 'TREASURY_INTEREST' | 'TREASURY_NETWORK_FEE' | 'TREASURY_TRANSFER' | 'TREASURY_TRADE';

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
    /**
     * Never changes, like the entry itself: a correction is another entry.
     */
    id: string;
    /**
     * Why money moved.
     */
    kind: LedgerEntryKind;
    /**
     * Id of the record that moved the money, such as a transaction, deposit or account.
     */
    cause: string;
    /**
     * When the money moved, in the time of the platform.
     */
    createdAt: string;
    /**
     * All lines, in the order in which they were booked.
     */
    postings: Array<LedgerPosting>;
};

export type LedgerPosting = {
    /**
     * Name in the chart of accounts: its kind, then whose it is, such as `available:` and the id of an internal account. `available` is spendable, `held` is set aside for payments, `clearing` is at a rail.
     */
    account: string;
    /**
     * Code of what `amount` counts.
     */
    currency: string;
    /**
     * In smallest units, with a sign: the lines of an entry sum to 0 in each currency. Positive adds to `available` and `held`.
     */
    amount: number;
};

export type Error400 = {
    /**
     * The HTTP status again, for clients that keep only the body.
     */
    status: 400;
    /**
     * What your program should branch on. The operation lists when each one occurs and what to do.
     */
    code: 'INVALID_INPUT' | 'INVALID_REQUEST_FORMAT' | 'MISSING_MANDATORY_USER_INFO' | 'END_USER_TERMS_VERSION_NOT_FOUND' | 'INVALID_CURRENCY' | 'INVALID_AMOUNT' | 'AMOUNT_OUT_OF_RANGE' | 'TRANSACTION_SIZE_LIMIT_EXCEEDED' | 'INVALID_BANK_ACCOUNT' | 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED' | 'SELF_PAYMENT' | 'QUOTE_REQUEST_FAILED' | 'LOOKUP_REQUEST_FAILED' | 'INVITATION_ALREADY_CLAIMED' | 'INVITATIONS_NOT_CONFIGURED' | 'INVITATION_CANCELLED' | 'INVALID_UMA_ADDRESS' | 'INVALID_PAYREQ_RESPONSE' | 'INVALID_RECEIVER' | 'PARSE_PAYREQ_RESPONSE_ERROR' | 'PARSE_LNURLP_RESPONSE_ERROR' | 'CERT_CHAIN_INVALID' | 'CERT_CHAIN_EXPIRED' | 'INVALID_PUBKEY_FORMAT' | 'MISSING_REQUIRED_UMA_PARAMETERS' | 'SENDER_NOT_ACCEPTED' | 'INVALID_TIMESTAMP' | 'INVALID_NONCE' | 'WEBHOOK_ENDPOINT_NOT_SET' | 'WEBHOOK_DELIVERY_ERROR' | 'LOW_QUALITY' | 'DATA_MISMATCH' | 'EXPIRED' | 'SUSPECTED_FRAUD' | 'UNSUITABLE_DOCUMENT' | 'INCOMPLETE' | 'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS' | 'SMS_OTP_CREDENTIAL_ALREADY_EXISTS' | 'PASSKEY_CREDENTIAL_ALREADY_EXISTS' | 'STABLECOIN_PROVIDER_ACCOUNT_INVALID' | 'STABLECOIN_PROVIDER_ACCOUNT_REVOKED' | 'STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED' | 'CARDHOLDER_KYC_NOT_APPROVED';
    /**
     * An explanation for developers. It can change; do not branch on it.
     */
    message: string;
    /**
     * Data about this occurrence. Which codes add which members is listed with the codes.
     */
    details: {
        /**
         * Equals the header `X-Request-Id`. The log of the host has it too: send it with a question to support.
         */
        requestId: string;
        /**
         * Every invalid field at once, if fields are invalid.
         */
        errors?: Array<FieldError>;
        /**
         * What exactly is refused, such as `QUOTE_EXPIRED` or `AGENT_PAUSED`.
         */
        reason?: string;
        /**
         * The names of the required data that are missing.
         */
        fields?: Array<string>;
        /**
         * The account that the message is about.
         */
        accountId?: string;
        /**
         * The debt of the account that the amount would be taken for.
         */
        receivable?: string;
        [key: string]: unknown;
    };
};

export type FieldError = {
    /**
     * Dot path from the root of the body, such as `source.accountId`; or the name of a parameter.
     */
    field: string;
    /**
     * The broken rule in a form that programs can read, if it has one.
     */
    constraint?: FieldConstraint;
    /**
     * What is wrong, for developers.
     */
    message?: string;
};

export type FieldConstraint = {
    /**
     * The name of the expected form, such as `email` or `iso3166-1-alpha-2`.
     */
    format?: string;
    /**
     * A regular expression that the value must match.
     */
    pattern?: string;
    /**
     * All values that are accepted here.
     */
    enum?: Array<string>;
    /**
     * The fewest characters that the value may have.
     */
    minLength?: number;
    /**
     * The most characters that the value may have.
     */
    maxLength?: number;
};

export type Error401 = {
    /**
     * The HTTP status again, for clients that keep only the body.
     */
    status: 401;
    /**
     * What your program should branch on. The operation lists when each one occurs and what to do.
     */
    code: 'UNAUTHORIZED' | 'INVALID_SIGNATURE' | 'WALLET_SIGNATURE_MISSING' | 'WALLET_SIGNATURE_MALFORMED' | 'WALLET_SIGNATURE_BODY_MISMATCH' | 'WALLET_SIGNATURE_INVALID' | 'REQUEST_ID_MISSING';
    /**
     * An explanation for developers. It can change; do not branch on it.
     */
    message: string;
    /**
     * Data about this occurrence. Which codes add which members is listed with the codes.
     */
    details: {
        /**
         * Equals the header `X-Request-Id`. The log of the host has it too: send it with a question to support.
         */
        requestId: string;
        [key: string]: unknown;
    };
};

export type Error403 = {
    /**
     * The HTTP status again, for clients that keep only the body.
     */
    status: 403;
    /**
     * What your program should branch on. The operation lists when each one occurs and what to do.
     */
    code: 'FORBIDDEN' | 'USER_NOT_READY' | 'USER_BLOCKED' | 'COUNTERPARTY_NOT_ALLOWED' | 'VELOCITY_LIMIT_EXCEEDED' | 'END_USER_TERMS_NOT_ACCEPTED';
    /**
     * An explanation for developers. It can change; do not branch on it.
     */
    message: string;
    /**
     * Data about this occurrence. Which codes add which members is listed with the codes.
     */
    details: {
        /**
         * Equals the header `X-Request-Id`. The log of the host has it too: send it with a question to support.
         */
        requestId: string;
        /**
         * What exactly is refused, such as `QUOTE_EXPIRED` or `AGENT_PAUSED`.
         */
        reason?: string;
        /**
         * After how many seconds the same request is worth another try.
         */
        retryAfter?: number;
        [key: string]: unknown;
    };
};

export type Error405 = {
    /**
     * The HTTP status again, for clients that keep only the body.
     */
    status: 405;
    /**
     * What your program should branch on. The operation lists when each one occurs and what to do.
     */
    code: 'METHOD_NOT_ALLOWED';
    /**
     * An explanation for developers. It can change; do not branch on it.
     */
    message: string;
    /**
     * Data about this occurrence. Which codes add which members is listed with the codes.
     */
    details: {
        /**
         * Equals the header `X-Request-Id`. The log of the host has it too: send it with a question to support.
         */
        requestId: string;
        [key: string]: unknown;
    };
};

export type Error429 = {
    /**
     * The HTTP status again, for clients that keep only the body.
     */
    status: 429;
    /**
     * What your program should branch on. The operation lists when each one occurs and what to do.
     */
    code: 'RATE_LIMITED' | 'DAILY_VOLUME_LIMIT_EXCEEDED';
    /**
     * An explanation for developers. It can change; do not branch on it.
     */
    message: string;
    /**
     * Data about this occurrence. Which codes add which members is listed with the codes.
     */
    details: {
        /**
         * Equals the header `X-Request-Id`. The log of the host has it too: send it with a question to support.
         */
        requestId: string;
        /**
         * After how many seconds the same request is worth another try.
         */
        retryAfter?: number;
        [key: string]: unknown;
    };
};

export type Error500 = {
    /**
     * The HTTP status again, for clients that keep only the body.
     */
    status: 500;
    /**
     * What your program should branch on. The operation lists when each one occurs and what to do.
     */
    code: 'SVC_SWITCH_ERROR' | 'INTERNAL_ERROR';
    /**
     * An explanation for developers. It can change; do not branch on it.
     */
    message: string;
    /**
     * Data about this occurrence. Which codes add which members is listed with the codes.
     */
    details: {
        /**
         * Equals the header `X-Request-Id`. The log of the host has it too: send it with a question to support.
         */
        requestId: string;
        [key: string]: unknown;
    };
};

export type Error503 = {
    /**
     * The HTTP status again, for clients that keep only the body.
     */
    status: 503;
    /**
     * What your program should branch on. The operation lists when each one occurs and what to do.
     */
    code: 'SERVICE_UNAVAILABLE';
    /**
     * An explanation for developers. It can change; do not branch on it.
     */
    message: string;
    /**
     * Data about this occurrence. Which codes add which members is listed with the codes.
     */
    details: {
        /**
         * Equals the header `X-Request-Id`. The log of the host has it too: send it with a question to support.
         */
        requestId: string;
        /**
         * After how many seconds the same request is worth another try.
         */
        retryAfter?: number;
        [key: string]: unknown;
    };
};

export type Error409 = {
    /**
     * The HTTP status again, for clients that keep only the body.
     */
    status: 409;
    /**
     * What your program should branch on. The operation lists when each one occurs and what to do.
     */
    code: 'EMAIL_OTP_EMAIL_ALREADY_EXISTS' | 'EMAIL_OTP_CREDENTIAL_SET_CHANGED' | 'PASSKEY_ALREADY_ENROLLED' | 'SCA_SESSION_REQUIRED' | 'BENEFICIARY_TRUSTED' | 'CARD_ALREADY_CLOSED' | 'CARD_NOT_MUTABLE' | 'CONFLICT' | 'UMA_ADDRESS_EXISTS' | 'INVALID_STATE_TRANSITION' | 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL' | 'TRANSACTION_NOT_CANCELLABLE';
    /**
     * An explanation for developers. It can change; do not branch on it.
     */
    message: string;
    /**
     * Data about this occurrence. Which codes add which members is listed with the codes.
     */
    details: {
        /**
         * Equals the header `X-Request-Id`. The log of the host has it too: send it with a question to support.
         */
        requestId: string;
        /**
         * The customers who have to log in.
         */
        customerIds?: Array<string>;
        /**
         * The channels that have to be verified first.
         */
        channels?: Array<string>;
        /**
         * After how many seconds the same request is worth another try.
         */
        retryAfter?: number;
        /**
         * The account that the message is about.
         */
        accountId?: string;
        /**
         * What exactly is refused, such as `QUOTE_EXPIRED` or `AGENT_PAUSED`.
         */
        reason?: string;
        [key: string]: unknown;
    };
};

export type Error501 = {
    /**
     * The HTTP status again, for clients that keep only the body.
     */
    status: 501;
    /**
     * What your program should branch on. The operation lists when each one occurs and what to do.
     */
    code: 'UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY' | 'NOT_IMPLEMENTED';
    /**
     * An explanation for developers. It can change; do not branch on it.
     */
    message: string;
    /**
     * Data about this occurrence. Which codes add which members is listed with the codes.
     */
    details: {
        /**
         * Equals the header `X-Request-Id`. The log of the host has it too: send it with a question to support.
         */
        requestId: string;
        [key: string]: unknown;
    };
};

export type Error404 = {
    /**
     * The HTTP status again, for clients that keep only the body.
     */
    status: 404;
    /**
     * What your program should branch on. The operation lists when each one occurs and what to do.
     */
    code: 'STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND' | 'TRANSACTION_NOT_FOUND' | 'INVITATION_NOT_FOUND' | 'USER_NOT_FOUND' | 'QUOTE_NOT_FOUND' | 'LOOKUP_REQUEST_NOT_FOUND' | 'TOKEN_NOT_FOUND' | 'BULK_UPLOAD_JOB_NOT_FOUND' | 'REFERENCE_NOT_FOUND' | 'UMA_NOT_FOUND';
    /**
     * An explanation for developers. It can change; do not branch on it.
     */
    message: string;
    /**
     * Data about this occurrence. Which codes add which members is listed with the codes.
     */
    details: {
        /**
         * Equals the header `X-Request-Id`. The log of the host has it too: send it with a question to support.
         */
        requestId: string;
        /**
         * Every invalid field at once, if fields are invalid.
         */
        errors?: Array<FieldError>;
        [key: string]: unknown;
    };
};

export type Error424 = {
    /**
     * The HTTP status again, for clients that keep only the body.
     */
    status: 424;
    /**
     * What your program should branch on. The operation lists when each one occurs and what to do.
     */
    code: 'PAYREQ_REQUEST_FAILED' | 'COUNTERPARTY_PUBKEY_FETCH_ERROR' | 'NO_COMPATIBLE_UMA_VERSION' | 'LNURLP_REQUEST_FAILED' | 'EMAIL_OTP_CREDENTIAL_SYNC_FAILED';
    /**
     * An explanation for developers. It can change; do not branch on it.
     */
    message: string;
    /**
     * Data about this occurrence. Which codes add which members is listed with the codes.
     */
    details: {
        /**
         * Equals the header `X-Request-Id`. The log of the host has it too: send it with a question to support.
         */
        requestId: string;
        [key: string]: unknown;
    };
};

export type Error410 = {
    /**
     * The HTTP status again, for clients that keep only the body.
     */
    status: 410;
    /**
     * What your program should branch on. The operation lists when each one occurs and what to do.
     */
    code: 'CUSTOMER_DELETED';
    /**
     * An explanation for developers. It can change; do not branch on it.
     */
    message: string;
    /**
     * Data about this occurrence. Which codes add which members is listed with the codes.
     */
    details: {
        /**
         * Equals the header `X-Request-Id`. The log of the host has it too: send it with a question to support.
         */
        requestId: string;
        [key: string]: unknown;
    };
};

export type Error423 = {
    /**
     * The HTTP status again, for clients that keep only the body.
     */
    status: 423;
    /**
     * What your program should branch on. The operation lists when each one occurs and what to do.
     */
    code: 'ACCOUNT_LOCKED';
    /**
     * An explanation for developers. It can change; do not branch on it.
     */
    message: string;
    /**
     * Data about this occurrence. Which codes add which members is listed with the codes.
     */
    details: {
        /**
         * Equals the header `X-Request-Id`. The log of the host has it too: send it with a question to support.
         */
        requestId: string;
        /**
         * Whether logins and proofs are refused now.
         */
        suspended?: boolean;
        /**
         * When the lock ends.
         */
        lockedUntil?: string;
        /**
         * The wrong proofs and failed logins that led to the lock.
         */
        failedAttempts?: number;
        [key: string]: unknown;
    };
};

export type Error412 = {
    /**
     * The HTTP status again, for clients that keep only the body.
     */
    status: 412;
    /**
     * What your program should branch on. The operation lists when each one occurs and what to do.
     */
    code: 'UNSUPPORTED_UMA_VERSION';
    /**
     * An explanation for developers. It can change; do not branch on it.
     */
    message: string;
    /**
     * Data about this occurrence. Which codes add which members is listed with the codes.
     */
    details: {
        /**
         * Equals the header `X-Request-Id`. The log of the host has it too: send it with a question to support.
         */
        requestId: string;
        /**
         * The versions of UMA that are supported.
         */
        supportedMajorVersions?: Array<number>;
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
     * - `INCOMING_PAYMENT.PENDING`: A UMA payment waits for your approval, or the money of a transfer in is collected.
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
     * - `OUTGOING_PAYMENT.PENDING`: The money is collected from an external account first.
     * - `OUTGOING_PAYMENT.PENDING_AUTHORIZATION`: Part of the contract; this version does not send it.
     * - `OUTGOING_PAYMENT.PROCESSING`: The amount is held or has arrived, and is being delivered.
     * - `OUTGOING_PAYMENT.COMPLETED`: The receiver has the money.
     * - `OUTGOING_PAYMENT.FAILED`: The payment failed or was returned; a refund follows if its money was held or collected.
     * - `OUTGOING_PAYMENT.EXPIRED`: Part of the contract; this version does not send it.
     * - `OUTGOING_PAYMENT.REFUND_PENDING`: The money goes back to its source.
     * - `OUTGOING_PAYMENT.REFUND_COMPLETED`: The money is back at its source.
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
     * - `CUSTOMER.BLOCKED`: The operator of the service has blocked the customer. An extension.
     * - `CUSTOMER.UNBLOCKED`: The operator of the service has unblocked the customer. An extension.
     */
    type: 'CUSTOMER.KYC_APPROVED' | 'CUSTOMER.KYC_REJECTED' | 'CUSTOMER.KYC_PENDING' | 'CUSTOMER.KYB_APPROVED' | 'CUSTOMER.KYB_REJECTED' | 'CUSTOMER.KYB_PENDING' | 'CUSTOMER.BLOCKED' | 'CUSTOMER.UNBLOCKED';
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
     * - `INTERNAL_ACCOUNT.BALANCE_UPDATED`: A journal entry has changed `balance`: money came, left, was held or was released.
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
     * - `CARD_TRANSACTION.AUTHORIZED`: The amount is reserved, or the network has changed it.
     * - `CARD_TRANSACTION.PARTIALLY_SETTLED`: The merchant was paid a part; the rest is still reserved.
     * - `CARD_TRANSACTION.SETTLED`: The merchant was paid, or the authorization ended unused.
     * - `CARD_TRANSACTION.REFUNDED`: The merchant has returned the whole amount.
     * - `CARD_TRANSACTION.EXCEPTION`: A debit of the funding source failed; an operator has to act.
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
    kind: 'REFUND_FAILED' | 'DEPOSIT_REFUSED' | 'DEPOSIT_HELD' | 'RAIL_CONTRADICTION' | 'STATEMENT_DIFFERENCE' | 'CARD_EXCESS' | 'CARD_SETTLEMENT_DIFFERENCE' | 'RECEIVABLE_OVERDUE' | 'RECALL' | 'PAYOUTS_HELD' | 'PAYMENT_HELD';
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

export type PlatformTermsWebhook = {
    /**
     * The same at every attempt. Store the ids that you have processed.
     */
    id: string;
    /**
     * - `PLATFORM.TERMS_CHANGED`: Quotes have other terms from `validFrom` on.
     * - `PLATFORM.TERMS_WITHDRAWN`: The change that was announced under this id does not come.
     */
    type: 'PLATFORM.TERMS_CHANGED' | 'PLATFORM.TERMS_WITHDRAWN';
    /**
     * When the event was written, in the transaction of its change.
     */
    timestamp: string;
    /**
     * The record as the change left it.
     */
    data: TermsChange;
};

export type CorridorTerms = {
    /**
     * Fee of the service in basis points of the amount.
     */
    variableFeeBps?: number;
    /**
     * Fixed part of the fee of the service.
     */
    fixedFee?: number;
    /**
     * How much worse than the mid-rate the rate of a quote is, in basis points.
     */
    spreadBps?: number;
    /**
     * Smallest amount that can be sent.
     */
    minAmount?: number;
    /**
     * Largest amount that can be sent.
     */
    maxAmount?: number;
    /**
     * Largest amount of one payment.
     */
    transactionCap?: number;
    /**
     * Largest sum that a platform can send in one day, in UTC.
     */
    dailyVolume?: number;
    /**
     * For how many seconds a quote is valid.
     */
    quoteSeconds?: number;
    /**
     * Whether payments go only to external accounts whose owner is verified.
     */
    ownershipVerification?: boolean;
};

export type TermsChange = {
    /**
     * Names the change; its withdrawal has the same id.
     */
    id: string;
    /**
     * The currency that is sent; absent if the change concerns all corridors without a fee of their own.
     */
    sourceCurrency?: string;
    /**
     * The currency that arrives; that of the source for transfers.
     */
    destinationCurrency?: string;
    /**
     * The payment rail that delivers; absent if the change concerns every rail.
     */
    paymentRail?: 'ACH' | 'ACH_COLOMBIA' | 'BANK_TRANSFER' | 'BRE_B' | 'CIPS' | 'FAST' | 'FASTER_PAYMENTS' | 'FEDNOW' | 'INSTAPAY' | 'MOBILE_MONEY' | 'NEFT' | 'PAYNOW' | 'PESONET' | 'PIX' | 'RTGS' | 'RTP' | 'SEPA' | 'SEPA_INSTANT' | 'SPEI' | 'SWIFT' | 'UNIONPAY' | 'UPI' | 'WIRE';
    /**
     * Quotes that are created from this time of the service on have the new terms. A test clock does not move it.
     */
    validFrom: string;
    /**
     * The new terms; after a withdrawal those that do not come into force. Amounts are in smallest units of the source currency. What is absent is set by the terms of the corridor for every rail, or by those of the service.
     */
    terms: CorridorTerms;
    /**
     * The terms until then; after a withdrawal those that stay in force. Before the first terms of a corridor, the general fee and the terms of the corridor for every rail.
     */
    previousTerms: CorridorTerms;
};

/**
 * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
 */
export type InvalidInput = Error400;

/**
 * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
 */
export type Unauthorized = Error401;

/**
 * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token that has the permission, in the right environment. For an agent, `details.reason` names what stops it.
 */
export type ForbiddenWithoutView = Error403;

/**
 * - `METHOD_NOT_ALLOWED`: The path does not serve this method. Use a method that the `Allow` header names.
 */
export type MethodNotAllowed = Error405;

/**
 * - `RATE_LIMITED`: The token, or the address of a caller without one, has used up its requests. Wait for as long as `Retry-After` says, then send fewer requests.
 */
export type RateLimited = Error429;

/**
 * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
 */
export type InternalServerError = Error500;

/**
 * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
 */
export type ServiceUnavailable = Error503;

/**
 * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token that has the permission, in the right environment. For an agent, `details.reason` names what stops it.
 */
export type ForbiddenWithoutManage = Error403;

/**
 * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
 */
export type Conflict = Error409;

/**
 * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
 * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
 */
export type InvalidRequest = Error400;

/**
 * - `TOKEN_NOT_FOUND`: No such API token. Check the id. An id of another platform or environment is not found either.
 */
export type TokenNotFound = Error404;

/**
 * - `USER_NOT_FOUND`: The customer does not exist or was deleted. Check the id. An id of another platform or environment is not found either.
 */
export type UserNotFound = Error404;

/**
 * - `REFERENCE_NOT_FOUND`: The owner does not exist, or its business was deleted. Check the id. An id of another platform or environment is not found either.
 */
export type GetBeneficialOwnerNotFound = Error404;

/**
 * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
 */
export type ReferenceNotFound = Error404;

/**
 * - `INVALID_INPUT`: A field is invalid, or the file is empty or its name is a path; `details.errors` names each. Correct what the message names, or every field in `details.errors`, and send the request again.
 * - `INVALID_REQUEST_FORMAT`: The body is not a form with a file, is too large, was cut off, or took too long. Send a well-formed body with the right `Content-Type`.
 * - `UNSUITABLE_DOCUMENT`: The content is not a complete PDF, JPEG or PNG, or decodes to an excessive size. Upload a file of an accepted format and an accepted document type.
 * - `SUSPECTED_FRAUD`: Sandbox only: `documentNumber` ends in `002`. Upload an original document, or contact the operator.
 * - `LOW_QUALITY`: Sandbox only: `documentNumber` ends in `003`. Upload a sharper copy of the document.
 * - `DATA_MISMATCH`: Sandbox only: `documentNumber` ends in `004`. Upload a document that shows the stored information, or correct the information.
 * - `EXPIRED`: Sandbox only: `documentNumber` ends in `005`. Upload a document that is valid today.
 * - `INCOMPLETE`: Sandbox only: `documentNumber` ends in `006`. Upload every page and both sides of the document.
 */
export type UploadDocumentBadRequest = Error400;

/**
 * - `SERVICE_UNAVAILABLE`: The upload took longer than an hour, or the host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
 */
export type UploadDocumentServiceUnavailable = Error503;

/**
 * - `REFERENCE_NOT_FOUND`: The document does not exist, or its customer was deleted. Check the id. An id of another platform or environment is not found either.
 */
export type GetDocumentNotFound = Error404;

/**
 * - `CONFLICT`: The customer has no email address, or the one it has needs no verification or is verified; or the idempotency key was used for another request. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
 */
export type SendCustomerEmailVerificationConflict = Error409;

/**
 * - `ACCOUNT_LOCKED`: The customer is locked for up to 15 minutes, because too many proofs or logins failed. Wait until the lock ends (`details.lockedUntil`, if present), then request a new code.
 */
export type SendCustomerEmailVerificationLocked = Error423;

/**
 * - `RATE_LIMITED`: Five codes were sent to the customer within an hour, or the token has used up its requests; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
 */
export type SendCustomerEmailVerificationTooManyRequests = Error429;

/**
 * - `SERVICE_UNAVAILABLE`: The operator has not configured a provider for messages to this channel, or the host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
 */
export type SendCustomerEmailVerificationServiceUnavailable = Error503;

/**
 * - `INVALID_INPUT`: The code is wrong; or it has expired, was used, was tried five times, or was sent to an earlier address or number, so that a new one is needed. Correct what the message names, or every field in `details.errors`, and send the request again.
 * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
 */
export type ConfirmCustomerEmailVerificationBadRequest = Error400;

/**
 * - `CONFLICT`: The customer has no phone number, or the one it has needs no verification or is verified; or the idempotency key was used for another request. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
 */
export type SendCustomerPhoneVerificationConflict = Error409;

/**
 * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
 * - `WALLET_SIGNATURE_MISSING`: The request has a `Request-Id`, but no stamp. Sign `payloadToSign` of the quote or of the first answer with a key of the wallet, and send the stamp in its header.
 * - `REQUEST_ID_MISSING`: The request has a stamp, but no `Request-Id`. Send the `Request-Id` of the first answer with the signed retry.
 * - `WALLET_SIGNATURE_MALFORMED`: The stamp is not base64 of a JSON with `publicKey`, `scheme` and a hexadecimal `signature`. Send the stamp as base64url of a JSON object with `publicKey`, `scheme` and `signature`.
 * - `INVALID_SIGNATURE`: The scheme of the stamp is another one, or its key is not a P-256 key. Sign the exact bytes that are sent, with the registered key. If an answer of the counterparty is badly signed, report it there.
 * - `WALLET_SIGNATURE_INVALID`: No call with this `Request-Id` waits for a signature (it is unknown, older than five minutes, done, or for another operation), or no active session of the wallet has signed `payloadToSign`. Sign the payload with a key that is active for this wallet.
 * - `WALLET_SIGNATURE_BODY_MISMATCH`: The body differs from that of the first call. Repeat the signed retry with the body of the first request.
 */
export type UpdateInternalAccountUnauthorized = Error401;

/**
 * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
 * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
 * - `INVALID_CURRENCY`: The account type does not receive the currency; `details.errors` lists those that it does. Use a currency that the account, the corridor or the platform configuration supports.
 * - `INVALID_BANK_ACCOUNT`: A check digit or an encoding is wrong; or, in the sandbox, the number of a bank account ends in `105`. Check the account details with the account holder and correct the named field.
 */
export type CreateCustomerExternalAccountBadRequest = Error400;

/**
 * - `CONFLICT`: The owner has this account in this currency already, and `details.accountId` names it. Or the idempotency key was used for another request. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
 */
export type CreateCustomerExternalAccountConflict = Error409;

/**
 * - `NOT_IMPLEMENTED`: A production host cannot verify account details, so it refuses every account. Do what the message names, or ask the operator to configure the missing provider. A retry does not help.
 */
export type CreateCustomerExternalAccountNotImplemented = Error501;

/**
 * - `CONFLICT`: The account is `ACTIVE` and needs no proof. Or the idempotency key was used for another request. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
 */
export type CreateExternalAccountOwnershipChallengeConflict = Error409;

/**
 * - `NOT_IMPLEMENTED`: The method is `LIVENESS`, or this host cannot verify signatures of wallets. Do what the message names, or ask the operator to configure the missing provider. A retry does not help.
 */
export type CreateExternalAccountOwnershipChallengeNotImplemented = Error501;

/**
 * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
 * - `INVALID_SIGNATURE`: Another key or another message was signed, or the wallet's address is of a type that cannot sign. Sign the exact bytes that are sent, with the registered key. If an answer of the counterparty is badly signed, report it there.
 */
export type VerifyExternalAccountOwnershipUnauthorized = Error401;

/**
 * - `CONFLICT`: The account needs no proof, or no message is open: none was requested, it has expired, or a newer one has replaced it. Or the idempotency key was used for another request. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
 */
export type VerifyExternalAccountOwnershipConflict = Error409;

/**
 * - `NOT_IMPLEMENTED`: This host cannot verify signatures of wallets. Do what the message names, or ask the operator to configure the missing provider. A retry does not help.
 */
export type VerifyExternalAccountOwnershipNotImplemented = Error501;

/**
 * - `SERVICE_UNAVAILABLE`: Only the wallet's contract can judge the signature, and its nodes do not answer; or the host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
 */
export type VerifyExternalAccountOwnershipServiceUnavailable = Error503;

/**
 * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token that has the permission, in the right environment. For an agent, `details.reason` names what stops it.
 * - `USER_NOT_READY`: The customer of the wallet was deleted, so the account is closed. Do what the message names: complete the verification, trust the beneficiary, or have the account unfrozen. If it names nothing, wait for the decision on the verifications of the customer, and correct those in `RESOLVE_ERRORS`; if none is open, ask the operator of the service.
 */
export type CreateAuthCredentialForbidden = Error403;

/**
 * - `ACCOUNT_LOCKED`: No code is sent, because the customer is locked after failed attempts at strong customer authentication. Wait until the lock ends (`details.lockedUntil`, if present), then request a new code.
 */
export type CreateAuthCredentialLocked = Error423;

/**
 * - `RATE_LIMITED`: Five codes were sent within an hour to the address or for the credential, or the token has used up its requests. `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
 */
export type CreateAuthCredentialTooManyRequests = Error429;

/**
 * - `REFERENCE_NOT_FOUND`: The session is unknown, was revoked or has expired. Check the id. An id of another platform or environment is not found either.
 */
export type RevokeAuthSessionNotFound = Error404;

/**
 * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
 * - `INVALID_SIGNATURE`: The signature of the receiver's institution does not verify with its published keys. Sign the exact bytes that are sent, with the registered key. If an answer of the counterparty is badly signed, report it there.
 */
export type CreateQuoteUnauthorized = Error401;

/**
 * - `UNSUPPORTED_UMA_VERSION`: Reserved: the look-up agrees on the version, so this release reports a later refusal as `PAYREQ_REQUEST_FAILED`. Repeat the request with a UMA version that both sides support.
 */
export type CreateQuotePreconditionFailed = Error412;

/**
 * - `ACCOUNT_LOCKED`: The payer is locked for 15 minutes after five wrong proofs or failed logins, so no code was sent. Wait until the lock ends (`details.lockedUntil`, if present), then request a new code.
 */
export type CreateQuoteLocked = Error423;

/**
 * - `PAYREQ_REQUEST_FAILED`: The receiver's institution did not answer within 10 seconds, or refused without a known reason. Retry after a pause. If the error persists, the counterparty is down: report it there.
 * - `COUNTERPARTY_PUBKEY_FETCH_ERROR`: The keys of the receiver's institution could not be fetched. Retry after a pause. If the error persists, the counterparty is down: report it there.
 */
export type CreateQuoteFailedDependency = Error424;

/**
 * - `RATE_LIMITED`: The token has used up its requests, or five codes were sent to the payer's phone within an hour; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
 * - `DAILY_VOLUME_LIMIT_EXCEEDED`: The payment exceeds what is left of the daily volume of the corridor; `Retry-After` names the seconds until midnight UTC. Send less, or wait for as long as `Retry-After` says.
 */
export type CreateQuoteTooManyRequests = Error429;

/**
 * - `QUOTE_NOT_FOUND`: No such quote. Check the id. An id of another platform or environment is not found either.
 */
export type QuoteNotFound = Error404;

/**
 * - `FORBIDDEN`: The token does not have the permission `TRANSACT`. Use a token that has the permission, in the right environment. For an agent, `details.reason` names what stops it.
 */
export type ForbiddenWithoutTransact = Error403;

/**
 * - `CONFLICT`: The customer's region is not in the EEA, where alone strong customer authentication applies. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
 */
export type ListScaFactorsConflict = Error409;

/**
 * - `CONFLICT`: The customer's region is not in the EEA, where alone strong customer authentication applies; or the idempotency key was used for another request, or the record is being changed at this moment. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
 */
export type StartScaLoginConflict = Error409;

/**
 * - `ACCOUNT_LOCKED`: The customer is locked for 15 minutes after five wrong proofs or failed logins; `details.lockedUntil` has the end. Wait until the lock ends (`details.lockedUntil`, if present), then request a new code.
 */
export type AccountLocked = Error423;

/**
 * - `RATE_LIMITED`: The token has used up its requests, or five codes were sent to the customer's phone within an hour; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
 */
export type StartScaLoginTooManyRequests = Error429;

/**
 * - `INVALID_INPUT`: The code is wrong, expired or used, `challengeId` names another challenge, or the proof is incomplete. A wrong proof counts; the fifth one in a row locks the customer. Correct what the message names, or every field in `details.errors`, and send the request again.
 * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
 */
export type CompleteScaLoginBadRequest = Error400;

/**
 * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
 * - `INVALID_SIGNATURE`: The assertion of the passkey does not verify: another challenge, another origin, or a copied passkey. It counts as a wrong proof. Sign the exact bytes that are sent, with the registered key. If an answer of the counterparty is badly signed, report it there.
 */
export type CompleteScaLoginUnauthorized = Error401;

/**
 * - `REFERENCE_NOT_FOUND`: The customer has no reset with this id. Check the id. An id of another platform or environment is not found either.
 * - `USER_NOT_FOUND`: The customer does not exist or was deleted. Check the id. An id of another platform or environment is not found either.
 */
export type GetTwoFactorResetStatusNotFound = Error404;

/**
 * - `FORBIDDEN`: The token does not have the permission `MANAGE`. Use a token that has the permission, in the right environment. For an agent, `details.reason` names what stops it.
 * - `USER_NOT_READY`: The customer has no factor; verify a phone or enroll one first. Do what the message names: complete the verification, trust the beneficiary, or have the account unfrozen. If it names nothing, wait for the decision on the verifications of the customer, and correct those in `RESOLVE_ERRORS`; if none is open, ask the operator of the service.
 */
export type StartBeneficiaryTrustForbidden = Error403;

/**
 * - `REFERENCE_NOT_FOUND`: The external account does not exist, was deleted, or belongs to the platform itself. Check the id. An id of another platform or environment is not found either.
 * - `USER_NOT_FOUND`: The owner of the external account was deleted. Check the id. An id of another platform or environment is not found either.
 */
export type StartBeneficiaryTrustNotFound = Error404;

/**
 * - `QUOTE_NOT_FOUND`: No such quote. Check the id. An id of another platform or environment is not found either.
 * - `USER_NOT_FOUND`: The payer was deleted. Check the id. An id of another platform or environment is not found either.
 */
export type AuthorizeQuoteNotFound = Error404;

/**
 * - `RATE_LIMITED`: The token, or the address of a caller without one, has used up its requests. Wait for as long as `Retry-After` says, then send fewer requests.
 * - `DAILY_VOLUME_LIMIT_EXCEEDED`: The payment exceeds what is left of the daily volume of the corridor; `Retry-After` names the seconds until midnight UTC. Send less, or wait for as long as `Retry-After` says.
 */
export type AuthorizeQuoteTooManyRequests = Error429;

/**
 * - `USER_NOT_FOUND`: The paying customer does not exist or was deleted. Check the id. An id of another platform or environment is not found either.
 * - `REFERENCE_NOT_FOUND`: An account does not exist or was deleted, or the two accounts belong to different owners. Check the id. An id of another platform or environment is not found either.
 */
export type CreateTransferInNotFound = Error404;

/**
 * - `SCA_SESSION_REQUIRED`: The host requires logins, and a customer of the EEA whom the request names or the answer would show has not logged in for five minutes; `details.customerIds` lists them. Have each customer in `details.customerIds` log in with strong customer authentication first.
 */
export type ListTransactionsConflict = Error409;

/**
 * - `TRANSACTION_NOT_FOUND`: No such transaction. Check the id. An id of another platform or environment is not found either.
 */
export type TransactionNotFound = Error404;

/**
 * - `NOT_IMPLEMENTED`: Reserved for hosts without a card issuer. In this version only `createCard` answers with it. Do what the message names, or ask the operator to configure the missing provider. A retry does not help.
 */
export type ListCardsNotImplemented = Error501;

/**
 * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
 * - `TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL`: The payment was decided or has expired, or is not one that the platform approves. Read the transaction again: its state shows the decision.
 */
export type ApprovePendingPaymentConflict = Error409;

/**
 * - `INVITATION_NOT_FOUND`: No invitation of this environment has the code. Check the code of the invitation.
 */
export type GetInvitationNotFound = Error404;

/**
 * - `FORBIDDEN`: The token does not have the permission `TRANSACT`, or belongs to production. Use a token that has the permission, in the right environment. For an agent, `details.reason` names what stops it.
 */
export type SandboxReceiveForbidden = Error403;

/**
 * - `NOT_IMPLEMENTED`: This host has no connection to the issuer in this environment. Do what the message names, or ask the operator to configure the missing provider. A retry does not help.
 */
export type LinkStablecoinProviderAccountNotImplemented = Error501;

/**
 * - `SERVICE_UNAVAILABLE`: The issuer did not answer or failed, or the host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
 */
export type LinkStablecoinProviderAccountServiceUnavailable = Error503;

/**
 * - `INVALID_INPUT`: The request breaks a rule, the issuer does not execute orders of this kind, or an account is of the wrong kind, such as an Embedded Wallet as the source; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
 * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
 * - `STABLECOIN_PROVIDER_ACCOUNT_INVALID`: The issuer refuses the credentials of the linked account. Check the credentials of the provider account and link it again.
 * - `STABLECOIN_PROVIDER_ACCOUNT_REVOKED`: The issuer reports that access to the linked account was withdrawn. Link the provider account again.
 * - `EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED`: An external account is not `ACTIVE`. Complete the ownership verification of the external account, then repeat the request, or name another account.
 * - `MISSING_MANDATORY_USER_INFO`: The customer lacks information that the platform requires for the currencies. Add the information that `details.fields` names to the customer, then repeat the request.
 * - `INVALID_CURRENCY`: An account is in another currency than the token or its base currency. Use a currency that the account, the corridor or the platform configuration supports.
 * - `INVALID_AMOUNT`: The amount is zero, or it or its fees are not a whole number of smallest units of the base currency. Use a positive amount that the balance of the source account covers.
 * - `AMOUNT_OUT_OF_RANGE`: The amount is too large, above the limit of the issuer, or not larger than the fees. Use an amount within the limits of the currency and the corridor.
 */
export type CreateStablecoinMintQuoteBadRequest = Error400;

/**
 * - `FORBIDDEN`: The token does not have the permission `TRANSACT`. Use a token that has the permission, in the right environment. For an agent, `details.reason` names what stops it.
 * - `USER_NOT_READY`: The customer is not approved (KYC or KYB), a source is frozen, an account is closed, or a customer of the EEA does not trust the external destination. Do what the message names: complete the verification, trust the beneficiary, or have the account unfrozen. If it names nothing, wait for the decision on the verifications of the customer, and correct those in `RESOLVE_ERRORS`; if none is open, ask the operator of the service.
 * - `END_USER_TERMS_NOT_ACCEPTED`: The platform requires end-user terms, and the customer has not accepted them. Record that the customer has accepted the end-user terms, then repeat the request.
 */
export type CreateStablecoinMintQuoteForbidden = Error403;

/**
 * - `REFERENCE_NOT_FOUND`: The token or an account does not exist, or source and destination have different owners. Check the id. An id of another platform or environment is not found either.
 * - `USER_NOT_FOUND`: The customer who owns the accounts was deleted. Check the id. An id of another platform or environment is not found either.
 */
export type CreateStablecoinMintQuoteNotFound = Error404;

/**
 * - `CONFLICT`: The `svcOperationsStatus` of the token is not `ENABLED`, or the idempotency key was used for another request. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
 */
export type CreateStablecoinMintQuoteConflict = Error409;

/**
 * - `INVALID_INPUT`: The request breaks a rule, the issuer does not execute orders of this kind, or an account is of the wrong kind, such as an Embedded Wallet as the source; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
 * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
 * - `STABLECOIN_PROVIDER_ACCOUNT_INVALID`: The issuer refuses the credentials of the linked account. Check the credentials of the provider account and link it again.
 * - `STABLECOIN_PROVIDER_ACCOUNT_REVOKED`: The issuer reports that access to the linked account was withdrawn. Link the provider account again.
 * - `EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED`: An external account is not `ACTIVE`. Complete the ownership verification of the external account, then repeat the request, or name another account.
 * - `MISSING_MANDATORY_USER_INFO`: The customer lacks information that the platform requires for the currencies. Add the information that `details.fields` names to the customer, then repeat the request.
 * - `INVALID_CURRENCY`: An account is in another currency than the token or its base currency. Use a currency that the account, the corridor or the platform configuration supports.
 * - `INVALID_AMOUNT`: The balance of the paying account does not cover the amount, the amount is zero, or it or its fees are not a whole number of smallest units of the base currency. Use a positive amount that the balance of the source account covers.
 * - `AMOUNT_OUT_OF_RANGE`: The amount is too large, above the limit of the issuer, or not larger than the fees. Use an amount within the limits of the currency and the corridor.
 */
export type CreateStablecoinMintBadRequest = Error400;

/**
 * - `FORBIDDEN`: The token does not have the permission `TRANSACT`. Use a token that has the permission, in the right environment. For an agent, `details.reason` names what stops it.
 * - `USER_NOT_READY`: The customer is not approved (KYC or KYB), a source is frozen, an account is closed, or a customer of the EEA does not trust the external destination. Do what the message names: complete the verification, trust the beneficiary, or have the account unfrozen. If it names nothing, wait for the decision on the verifications of the customer, and correct those in `RESOLVE_ERRORS`; if none is open, ask the operator of the service.
 * - `END_USER_TERMS_NOT_ACCEPTED`: The platform requires end-user terms, and the customer has not accepted them. Record that the customer has accepted the end-user terms, then repeat the request.
 * - `VELOCITY_LIMIT_EXCEEDED`: The payment exceeds what the customer may start in a day or a month. Send less, or wait for as long as `Retry-After` says. Without it, send less than the message names, or ask the operator to raise the limit of the customer; the limit of a counterparty ends within an hour.
 */
export type CreateStablecoinMintForbidden = Error403;

/**
 * - `CONFLICT`: The action was approved or rejected before, or has failed; or another request decides on it at this moment; or the idempotency key was used for another request. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
 */
export type ApproveAgentActionConflict = Error409;

/**
 * - `REFERENCE_NOT_FOUND`: The code is unknown, a newer code has replaced it, or its agent was deleted. Check the id. An id of another platform or environment is not found either.
 */
export type GetAgentDeviceCodeStatusNotFound = Error404;

/**
 * - `FORBIDDEN`: The agent is paused (`details.reason` is `AGENT_PAUSED`). Use a token that has the permission, in the right environment. For an agent, `details.reason` names what stops it.
 */
export type GetAgentMeForbidden = Error403;

/**
 * - `FORBIDDEN`: The agent is paused (`details.reason` is `AGENT_PAUSED`), or its policy lacks `VIEW_TRANSACTIONS` (`PERMISSION_MISSING`). Use a token that has the permission, in the right environment. For an agent, `details.reason` names what stops it.
 */
export type AgentListTransactionsForbidden = Error403;

/**
 * - `ACCOUNT_LOCKED`: The customer of the EEA who must authorize the payment is locked after failed attempts. Wait until the lock ends (`details.lockedUntil`, if present), then request a new code.
 */
export type AgentCreateQuoteLocked = Error423;

/**
 * - `QUOTE_NOT_FOUND`: The quote does not exist, or this agent has not created it. Check the id. An id of another platform or environment is not found either.
 */
export type AgentGetQuoteNotFound = Error404;

/**
 * - `REFERENCE_NOT_FOUND`: An account does not exist, was deleted, or is not of the customer of this agent. Check the id. An id of another platform or environment is not found either.
 */
export type AgentCreateTransferInNotFound = Error404;

/**
 * - `REFERENCE_NOT_FOUND`: The account does not exist, was deleted, or is of another customer. Check the id. An id of another platform or environment is not found either.
 */
export type AgentGetExternalAccountNotFound = Error404;

/**
 * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
 * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
 * - `INVALID_CURRENCY`: The currency is not that of the card. Use a currency that the account, the corridor or the platform configuration supports.
 */
export type SandboxSimulateCardAuthorizationBadRequest = Error400;

/**
 * - `REFERENCE_NOT_FOUND`: No card of the platform has the id, or the token belongs to production. Check the id. An id of another platform or environment is not found either.
 */
export type SandboxSimulateCardAuthorizationNotFound = Error404;

/**
 * - `CONFLICT`: The idempotency key or `networkMessageId` was used for a use with other content. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
 */
export type SandboxSimulateCardAuthorizationConflict = Error409;

/**
 * - `REFERENCE_NOT_FOUND`: No card of the platform has the id, or the token belongs to production. Check the id. An id of another platform or environment is not found either.
 * - `TRANSACTION_NOT_FOUND`: No transaction of this card has the id `cardTransactionId`. Check the id. An id of another platform or environment is not found either.
 */
export type SandboxSimulateCardClearingNotFound = Error404;

/**
 * - `CONFLICT`: The idempotency key or `networkMessageId` was used for a request with other content. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
 */
export type SandboxSimulateCardReturnConflict = Error409;

/**
 * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
 * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
 * - `INVALID_CURRENCY`: The currency is not that of the card. Use a currency that the account, the corridor or the platform configuration supports.
 * - `AMOUNT_OUT_OF_RANGE`: The amount is 0. Use an amount within the limits of the currency and the corridor.
 */
export type SandboxSimulateCardFinancialAuthorizationBadRequest = Error400;

export type PlatformConfigWritable = {
    /**
     * The domain in force for your customers' UMA addresses; absent if they are at the domain of the host.
     */
    umaDomain?: string;
    /**
     * The domain that you have requested in production and not proven yet. An extension of the API.
     */
    pendingUmaDomain?: PendingUmaDomain;
    /**
     * Part of the contract for services that host subdomains; this version never sets it.
     */
    proxyUmaSubdomain?: string;
    /**
     * Where events are posted to; absent if they are only stored.
     */
    webhookEndpoint?: string;
    /**
     * Since when events are only stored, because the endpoint answered 410; absent if they are sent. Set webhookEndpoint, also to the same address, to send them again.
     */
    webhookPausedAt?: string;
    /**
     * The currencies that your customers can use, with limits. Amounts are in smallest units of each.
     */
    supportedCurrencies: Array<PlatformCurrencyConfigWritable>;
    /**
     * Whether travel-rule data is exchanged for your UMA payments. The operator of the host sets it.
     */
    isRegulatedFinancialInstitution: boolean;
    /**
     * Settings of wallets that customers control; absent if new customers get none.
     */
    embeddedWalletConfig?: EmbeddedWalletConfig;
    /**
     * Texts of the codes that confirm the adding of a card to a phone; absent if none are set.
     */
    cardTokenization2faConfig?: CardTokenization2FaConfig;
    /**
     * Your own fees, which quotes add to those of the service.
     */
    feeConfigs: Array<FeeConfig>;
    /**
     * URI schemes of the platform's apps, such as `com.example.app`. A hosted page leads to an address with one of them, as to `https`. A request replaces the whole list. An extension.
     */
    redirectSchemes: Array<string>;
    /**
     * Where the button of an invitation page leads: an `https` address or one of an app whose scheme is in `redirectSchemes`. `{code}` in it becomes the code of the invitation. Without it the button leads to `umaDomain`. An extension.
     */
    invitationUri?: string;
};

export type PlatformCurrencyConfigWritable = {
    /**
     * A currency that the service supports. Each one may appear once in the list.
     */
    currencyCode: string;
    /**
     * The least that one payment or transfer may move, in smallest units.
     */
    minAmount: number;
    /**
     * The most that one payment or transfer may move, in smallest units.
     */
    maxAmount: number;
    /**
     * What you ask the institution of the payer about its customer when a UMA payment arrives.
     */
    requiredCounterpartyFields: Array<CounterpartyFieldDefinition>;
    /**
     * Directions in which your customers may use the currency. An empty list stops new payments in it.
     */
    enabledTransactionTypes: Array<TransactionType>;
};

export type PlatformConfigUpdateRequestWritable = {
    /**
     * The domain of your customers' UMA addresses, with its port if it is not the usual one. In force at once in the sandbox; in production once DNS proves it, see `pendingUmaDomain`. `null` returns to the domain of the host.
     */
    umaDomain?: string | null;
    /**
     * Web address to which events are posted; `https` in production. Another address than before gets a `TEST` event. With `null`, events are stored and not sent.
     */
    webhookEndpoint?: string | null;
    /**
     * Replaces the whole list. A new currency opens an internal account of the platform in it.
     */
    supportedCurrencies?: Array<PlatformCurrencyConfigWritable>;
    /**
     * If set, new customers get embedded wallets in the currencies that have them. Members are merged into the present settings; `null` unsets all of them.
     */
    embeddedWalletConfig?: EmbeddedWalletConfig | null;
    /**
     * Texts of the codes that confirm the adding of a card to a phone. Stored for card issuers that send them. Members are merged into the present settings; `null` unsets all of them.
     */
    cardTokenization2faConfig?: CardTokenization2FaConfig | null;
    /**
     * Your own fees. An entry replaces the one with the same type and source currency, or is added.
     */
    feeConfigs?: Array<FeeConfig>;
    /**
     * URI schemes of the platform's apps, such as `com.example.app`. A hosted page leads to an address with one of them, as to `https`. A request replaces the whole list. An extension.
     */
    redirectSchemes?: Array<string>;
    /**
     * Where the button of an invitation page leads: an `https` address or one of an app whose scheme is in `redirectSchemes`. `{code}` in it becomes the code of the invitation. Without it the button leads to `umaDomain`. An extension.
     */
    invitationUri?: string | null;
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
    /**
     * Your own id of the customer, unique among your customers that are not deleted.
     */
    platformCustomerId: string;
    /**
     * Your own id of the customer's account. The service stores and shows it without interpreting it.
     */
    platformAccountId?: string;
    /**
     * Your own note. The service stores and shows it without interpreting it.
     */
    description?: string;
    /**
     * Country whose rules apply to the customer: two letters (ISO 3166-1 alpha-2). Default: the country of `address`. Customers in the European Economic Area must verify their contacts and confirm payments.
     */
    region?: string;
    /**
     * Currencies that the platform named, or all of the platform at that time. Each has an internal account.
     */
    currencies?: Array<string>;
    /**
     * Address that receives codes and signs in to an Embedded Wallet.
     */
    email?: string;
    /**
     * E.164: `+`, country code and number, such as `+15555550123`. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Universal Money Address that receives payments, `$name@domain` in lower case.
     */
    umaAddress: string;
    /**
     * Where an individual lives or a business is registered. A verification requires it.
     */
    address?: Address;
    /**
     * Acceptance of the terms of use for end users. Some platforms need it before money moves.
     */
    endUserTermsConsent?: EndUserTermsConsent;
    /**
     * Present if the region requires verified contacts, as in the European Economic Area.
     */
    contactVerification?: ContactVerification;
    /**
     * Whether the customer is verified. It must be `APPROVED` before money leaves an account.
     */
    kycStatus: KycStatus;
    /**
     * `true` after `deleteCustomerById`. The record stays, so that payments can name it.
     */
    isDeleted: boolean;
    /**
     * When the platform created the customer.
     */
    createdAt: string;
    /**
     * When the record last changed.
     */
    updatedAt: string;
    /**
     * Given and family names as in the identity document. Its last three characters decide a verification in the sandbox.
     */
    fullName?: string;
    /**
     * `YYYY-MM-DD`, in the past. A verification requires an age of 18 years.
     */
    birthDate?: string;
    /**
     * Citizenship: two letters (ISO 3166-1 alpha-2).
     */
    nationality?: string;
    /**
     * Kind of tax number that `identifier` contains.
     */
    idType?: IdentificationType;
    /**
     * Country that issued `identifier`: two letters (ISO 3166-1 alpha-2).
     */
    countryOfIssuance?: string;
    /**
     * Where the money to be moved comes from. Due diligence answers go to the KYC provider.
     */
    sourceOfFundsCategories?: Array<IndividualSourceOfFundsCategory>;
    /**
     * Explains the source of the money if it is `OTHER`.
     */
    sourceOfFundsOtherDescription?: string;
    /**
     * Where the total assets come from.
     */
    sourceOfWealthCategories?: Array<SourceOfWealthCategory>;
    /**
     * Explains the source of the assets if `OTHER`.
     */
    sourceOfWealthOtherDescription?: string;
    /**
     * What the account is used for, as the customer answered.
     */
    purposeOfAccount?: PurposeOfAccount;
    /**
     * Says in words what `OTHER` means.
     */
    purposeOfAccountOtherDescription?: string;
    /**
     * How many payments the customer expects in one month.
     */
    expectedMonthlyTransactionCount?: ExpectedMonthlyTransactionCount;
    /**
     * How much money the customer expects to move in one month.
     */
    expectedMonthlyTransactionVolume?: ExpectedMonthlyTransactionVolume;
    /**
     * Income of one year, as the customer answered.
     */
    annualIncomeRange?: AnnualIncomeRange;
    /**
     * Assets minus debts, as the customer answered.
     */
    netWorthRange?: NetWorthRange;
    /**
     * Whether the customer is a politically exposed person (PEP).
     */
    pepStatus?: PepStatus;
};

export type BusinessCustomerWritable = {
    customerType: 'BUSINESS';
    /**
     * Your own id of the customer, unique among your customers that are not deleted.
     */
    platformCustomerId: string;
    /**
     * Your own id of the customer's account. The service stores and shows it without interpreting it.
     */
    platformAccountId?: string;
    /**
     * Your own note. The service stores and shows it without interpreting it.
     */
    description?: string;
    /**
     * Country whose rules apply to the customer: two letters (ISO 3166-1 alpha-2). Default: the country of `address`. Customers in the European Economic Area must verify their contacts and confirm payments.
     */
    region?: string;
    /**
     * Currencies that the platform named, or all of the platform at that time. Each has an internal account.
     */
    currencies?: Array<string>;
    /**
     * Address that receives codes and signs in to an Embedded Wallet.
     */
    email?: string;
    /**
     * E.164: `+`, country code and number, such as `+15555550123`. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Universal Money Address that receives payments, `$name@domain` in lower case.
     */
    umaAddress: string;
    /**
     * Where an individual lives or a business is registered. A verification requires it.
     */
    address?: Address;
    /**
     * Acceptance of the terms of use for end users. Some platforms need it before money moves.
     */
    endUserTermsConsent?: EndUserTermsConsent;
    /**
     * Present if the region requires verified contacts, as in the European Economic Area.
     */
    contactVerification?: ContactVerification;
    /**
     * Whether the customer is verified. It must be `APPROVED` before money leaves an account.
     */
    kycStatus: KycStatus;
    /**
     * `true` after `deleteCustomerById`. The record stays, so that payments can name it.
     */
    isDeleted: boolean;
    /**
     * When the platform created the customer.
     */
    createdAt: string;
    /**
     * When the record last changed.
     */
    updatedAt: string;
    /**
     * The same value as `kycStatus`.
     */
    kybStatus: KybStatus;
    /**
     * Registration and activity of the business.
     */
    businessInfo: BusinessInfoResponse;
    /**
     * Oldest first. Present in the response of `getCustomerById` only.
     */
    beneficialOwners?: Array<BeneficialOwner>;
};

export type CustomerCreateRequestOneOfWritable = ({
    customerType: 'INDIVIDUAL';
} & IndividualCustomerCreateRequestWritable) | ({
    customerType: 'BUSINESS';
} & BusinessCustomerCreateRequest);

/**
 * A person. Only `customerType` is required.
 */
export type IndividualCustomerCreateRequestWritable = {
    customerType: 'INDIVIDUAL';
    /**
     * Your own id of the customer, unique among your customers that are not deleted. Default: the UUID of `id`.
     */
    platformCustomerId?: string;
    /**
     * Country whose rules apply to the customer: two letters (ISO 3166-1 alpha-2). Default: the country of `address`. Customers in the European Economic Area must verify their contacts and confirm payments.
     */
    region?: string;
    /**
     * Your own id of the customer's account. The service stores and shows it without interpreting it.
     */
    platformAccountId?: string;
    /**
     * Your own note. The service stores and shows it without interpreting it.
     */
    description?: string;
    /**
     * Currencies in which the customer has an internal account. An empty list, like none, means all currencies of the platform.
     */
    currencies?: Array<string>;
    /**
     * Address that receives codes and signs in to an Embedded Wallet.
     */
    email?: string;
    /**
     * E.164: `+`, country code and number, such as `+15555550123`. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Universal Money Address, `$name@domain`; case does not matter. The domain is that of the platform or of the host. A new customer without one gets an address made from its name.
     */
    umaAddress?: string;
    /**
     * Acceptance of the terms of use for end users. Some platforms need it before money moves.
     */
    endUserTermsConsent?: EndUserTermsConsentRequest;
    /**
     * Where an individual lives or a business is registered. A verification requires it.
     */
    address?: Address;
    /**
     * Ignored: a verification decides it.
     */
    kycStatus?: KycStatus;
    /**
     * Given and family names as in the identity document. Its last three characters decide a verification in the sandbox.
     */
    fullName?: string;
    /**
     * `YYYY-MM-DD`, in the past. A verification requires an age of 18 years.
     */
    birthDate?: string;
    /**
     * Citizenship: two letters (ISO 3166-1 alpha-2).
     */
    nationality?: string;
    /**
     * Kind of tax number that `identifier` contains.
     */
    idType?: IdentificationType;
    /**
     * Country that issued `identifier`: two letters (ISO 3166-1 alpha-2).
     */
    countryOfIssuance?: string;
    /**
     * Tax number of the person, in the form that `idType` requires. It is stored encrypted and never returned.
     */
    identifier?: string;
    /**
     * Where the money to be moved comes from. Due diligence answers go to the KYC provider.
     */
    sourceOfFundsCategories?: Array<IndividualSourceOfFundsCategory>;
    /**
     * Explains the source of the money if it is `OTHER`.
     */
    sourceOfFundsOtherDescription?: string;
    /**
     * Where the total assets come from.
     */
    sourceOfWealthCategories?: Array<SourceOfWealthCategory>;
    /**
     * Explains the source of the assets if `OTHER`.
     */
    sourceOfWealthOtherDescription?: string;
    /**
     * What the account is used for, as the customer answered.
     */
    purposeOfAccount?: PurposeOfAccount;
    /**
     * Says in words what `OTHER` means.
     */
    purposeOfAccountOtherDescription?: string;
    /**
     * How many payments the customer expects in one month.
     */
    expectedMonthlyTransactionCount?: ExpectedMonthlyTransactionCount;
    /**
     * How much money the customer expects to move in one month.
     */
    expectedMonthlyTransactionVolume?: ExpectedMonthlyTransactionVolume;
    /**
     * Income of one year, as the customer answered.
     */
    annualIncomeRange?: AnnualIncomeRange;
    /**
     * Assets minus debts, as the customer answered.
     */
    netWorthRange?: NetWorthRange;
    /**
     * Whether the customer is a politically exposed person (PEP).
     */
    pepStatus?: PepStatus;
};

export type CustomerUpdateRequestWritable = {
    /**
     * Cannot be changed: only the present value is accepted.
     */
    customerType?: CustomerType;
    /**
     * Your own id of the customer, unique among your customers that are not deleted.
     */
    platformCustomerId?: string;
    /**
     * Universal Money Address, `$name@domain`; case does not matter. The domain is that of the platform or of the host. A new customer without one gets an address made from its name.
     */
    umaAddress?: string;
    /**
     * Cannot be set: only the present value of `kycStatus` is accepted.
     */
    kycStatus?: KycStatus;
    /**
     * Cannot be set: only the present value of `kycStatus` is accepted.
     */
    kybStatus?: KybStatus;
    /**
     * Country whose rules apply to the customer: two letters (ISO 3166-1 alpha-2). Default: the country of `address`. Customers in the European Economic Area must verify their contacts and confirm payments. `null` clears it.
     */
    region?: string | null;
    /**
     * Your own id of the customer's account. The service stores and shows it without interpreting it. `null` clears it.
     */
    platformAccountId?: string | null;
    /**
     * Your own note. The service stores and shows it without interpreting it. `null` clears it.
     */
    description?: string | null;
    /**
     * Currencies in which the customer has an internal account. An empty list, like none, means all currencies of the platform. `null` clears it.
     */
    currencies?: Array<string> | null;
    /**
     * Address that receives codes and signs in to an Embedded Wallet. `null` clears it.
     */
    email?: string | null;
    /**
     * E.164: `+`, country code and number, such as `+15555550123`. Blanks and punctuation are removed. `null` clears it.
     */
    phoneNumber?: string | null;
    /**
     * Acceptance of the terms of use for end users. Some platforms need it before money moves. `null` clears it.
     */
    endUserTermsConsent?: EndUserTermsConsentRequest | null;
    /**
     * Where an individual lives or a business is registered. A verification requires it. `null` clears it.
     */
    address?: Address | null;
    /**
     * Given and family names as in the identity document. Its last three characters decide a verification in the sandbox. `null` clears it.
     */
    fullName?: string | null;
    /**
     * `YYYY-MM-DD`, in the past. A verification requires an age of 18 years. `null` clears it.
     */
    birthDate?: string | null;
    /**
     * Citizenship: two letters (ISO 3166-1 alpha-2). `null` clears it.
     */
    nationality?: string | null;
    /**
     * Kind of tax number that `identifier` contains. `null` clears it.
     */
    idType?: IdentificationType | null;
    /**
     * Country that issued `identifier`: two letters (ISO 3166-1 alpha-2). `null` clears it.
     */
    countryOfIssuance?: string | null;
    /**
     * Tax number of the person, in the form that `idType` requires. It is stored encrypted and never returned. `null` clears it.
     */
    identifier?: string | null;
    /**
     * Where the money to be moved comes from. Due diligence answers go to the KYC provider. `null` clears it.
     */
    sourceOfFundsCategories?: Array<IndividualSourceOfFundsCategory> | null;
    /**
     * Explains the source of the money if it is `OTHER`. `null` clears it.
     */
    sourceOfFundsOtherDescription?: string | null;
    /**
     * Where the total assets come from. `null` clears it.
     */
    sourceOfWealthCategories?: Array<SourceOfWealthCategory> | null;
    /**
     * Explains the source of the assets if `OTHER`. `null` clears it.
     */
    sourceOfWealthOtherDescription?: string | null;
    /**
     * What the account is used for, as the customer answered. `null` clears it.
     */
    purposeOfAccount?: PurposeOfAccount | null;
    /**
     * Says in words what `OTHER` means. `null` clears it.
     */
    purposeOfAccountOtherDescription?: string | null;
    /**
     * How many payments the customer expects in one month. `null` clears it.
     */
    expectedMonthlyTransactionCount?: ExpectedMonthlyTransactionCount | null;
    /**
     * How much money the customer expects to move in one month. `null` clears it.
     */
    expectedMonthlyTransactionVolume?: ExpectedMonthlyTransactionVolume | null;
    /**
     * Income of one year, as the customer answered. `null` clears it.
     */
    annualIncomeRange?: AnnualIncomeRange | null;
    /**
     * Assets minus debts, as the customer answered. `null` clears it.
     */
    netWorthRange?: NetWorthRange | null;
    /**
     * Whether the customer is a politically exposed person (PEP). `null` clears it.
     */
    pepStatus?: PepStatus | null;
    /**
     * Of businesses only. Absent parts stay as they are; `null` clears a part.
     */
    businessInfo?: BusinessInfoUpdate;
};

export type BeneficialOwnerCreateRequestWritable = {
    /**
     * The business, a customer of type `BUSINESS`.
     */
    customerId: string;
    /**
     * What the person is in the business: one role or several.
     */
    roles: Array<BeneficialOwnerRole>;
    /**
     * Share in percent, with up to four decimal places. All shares of a business must not exceed 100.
     */
    ownershipPercentage: number;
    /**
     * Who the owner is, with a tax number.
     */
    personalInfo: BeneficialOwnerPersonalInfoRequestWritable;
};

export type BeneficialOwnerPersonalInfoRequestWritable = {
    /**
     * Given name, as in the identity document.
     */
    firstName: string;
    /**
     * Family name, as in the identity document. Its last three characters decide on the owner in the sandbox.
     */
    lastName: string;
    /**
     * `YYYY-MM-DD`, in the past.
     */
    birthDate: string;
    /**
     * Citizenship: two letters (ISO 3166-1 alpha-2).
     */
    nationality: string;
    /**
     * Where the owner lives.
     */
    address: Address;
    /**
     * Further given names, as in the identity document.
     */
    middleName?: string;
    /**
     * For the KYC provider. The service sends no codes to it.
     */
    email?: string;
    /**
     * E.164: `+`, country code and number, such as `+15555550123`. Blanks and punctuation are removed.
     */
    phoneNumber?: string;
    /**
     * Country that issued `identifier`: two letters (ISO 3166-1 alpha-2).
     */
    countryOfIssuance?: string;
    /**
     * Kind of tax number that `identifier` contains.
     */
    idType: IdentificationType;
    /**
     * Tax number of the person, in the form that `idType` requires. It is stored encrypted and never returned.
     */
    identifier: string;
};

export type BeneficialOwnerUpdateRequestWritable = {
    /**
     * What the person is in the business: one role or several.
     */
    roles?: Array<BeneficialOwnerRole>;
    /**
     * Share in percent, with up to four decimal places. All shares of a business must not exceed 100.
     */
    ownershipPercentage?: number;
    /**
     * Absent parts stay as they are.
     */
    personalInfo?: BeneficialOwnerPersonalInfoUpdateWritable;
};

export type BeneficialOwnerPersonalInfoUpdateWritable = {
    /**
     * Given name, as in the identity document.
     */
    firstName?: string;
    /**
     * Family name, as in the identity document. Its last three characters decide on the owner in the sandbox.
     */
    lastName?: string;
    /**
     * `YYYY-MM-DD`, in the past.
     */
    birthDate?: string;
    /**
     * Citizenship: two letters (ISO 3166-1 alpha-2).
     */
    nationality?: string;
    /**
     * Where the owner lives.
     */
    address?: Address;
    /**
     * Further given names, as in the identity document. `null` clears it.
     */
    middleName?: string | null;
    /**
     * For the KYC provider. The service sends no codes to it. `null` clears it.
     */
    email?: string | null;
    /**
     * E.164: `+`, country code and number, such as `+15555550123`. Blanks and punctuation are removed. `null` clears it.
     */
    phoneNumber?: string | null;
    /**
     * Country that issued `identifier`: two letters (ISO 3166-1 alpha-2). `null` clears it.
     */
    countryOfIssuance?: string | null;
    /**
     * Kind of tax number that `identifier` contains.
     */
    idType?: IdentificationType;
    /**
     * Tax number of the person, in the form that `idType` requires. It is stored encrypted and never returned.
     */
    identifier?: string;
};

export type CardCreateRequestWritable = {
    /**
     * A customer whose verification is `APPROVED`.
     */
    cardholderId: string;
    /**
     * An id of your own to find the card by; it need not be unique. In the sandbox its ending chooses an outcome.
     */
    platformCardId?: string;
    /**
     * What the cardholder enters to confirm online purchases. Passed to the issuer, then forgotten.
     */
    threeDSecurePassword?: string;
    /**
     * Only virtual cards are issued.
     */
    form: CardForm;
    /**
     * Ids of `ACTIVE` internal accounts of the cardholder, all in one currency. The first one pays.
     */
    fundingSources: Array<string>;
    /**
     * The most that one purchase may cost, in smallest units of the funding sources; absent or `null` for no limit.
     */
    maxSpendPerTransaction?: number | null;
    /**
     * Where the card can be used, and how much it can spend in a period; `null` for no restriction. An extension of the API.
     */
    controls?: CardControlsRequest | null;
};

export type StablecoinProviderAccountLinkRequestWritable = {
    /**
     * The issuer that keeps the account. One without a connection on this host is 501.
     */
    provider: StablecoinProvider;
    /**
     * The public half of the API credentials that the issuer has given you.
     */
    apiClientId: string;
    /**
     * The secret half. It is stored encrypted, used for calls to the issuer, and never returned.
     */
    apiClientSecret: string;
    /**
     * The id of your account at the issuer, if you want to make sure that the credentials are of this account. Default: the account of the credentials.
     */
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
     * - `CUSTOMER.BLOCKED`: The operator of the service has blocked the customer. An extension.
     * - `CUSTOMER.UNBLOCKED`: The operator of the service has unblocked the customer. An extension.
     */
    type: 'CUSTOMER.KYC_APPROVED' | 'CUSTOMER.KYC_REJECTED' | 'CUSTOMER.KYC_PENDING' | 'CUSTOMER.KYB_APPROVED' | 'CUSTOMER.KYB_REJECTED' | 'CUSTOMER.KYB_PENDING' | 'CUSTOMER.BLOCKED' | 'CUSTOMER.UNBLOCKED';
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
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type GetPlatformConfigError = GetPlatformConfigErrors[keyof GetPlatformConfigErrors];

export type GetPlatformConfigResponses = {
    /**
     * The settings as they are now, including those that only the operator of the host can change.
     */
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
     * - `INVALID_INPUT`: A setting breaks a rule; `details.errors` names each one. Among them: the UMA domain belongs to another platform or to the service, `minAmount` is above `maxAmount`, or a currency appears twice. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    405: MethodNotAllowed;
    409: Conflict;
    429: RateLimited;
    500: InternalServerError;
    /**
     * - `NOT_IMPLEMENTED`: A fee is in another currency than USD, or the platform has no internal account in USD to collect it. Do what the message names, or ask the operator to configure the missing provider. A retry does not help.
     */
    501: Error501;
    503: ServiceUnavailable;
};

export type UpdatePlatformConfigError = UpdatePlatformConfigErrors[keyof UpdatePlatformConfigErrors];

export type UpdatePlatformConfigResponses = {
    /**
     * All settings after the change.
     */
    200: PlatformConfig;
};

export type UpdatePlatformConfigResponse = UpdatePlatformConfigResponses[keyof UpdatePlatformConfigResponses];

export type GetExchangeRatesData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Code of the currency that is sent. By default, all that the platform may send.
         */
        sourceCurrency?: string;
        /**
         * Codes of currencies that are received: repeated, or separated by commas. By default, all that a rail pays.
         */
        destinationCurrency?: Array<string>;
        /**
         * The amount to compute fees and `receivingAmount` for, in smallest units of each source currency.
         */
        sendingAmount?: number;
    };
    url: '/2025-10-13/exchange-rates';
};

export type GetExchangeRatesErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_CURRENCY`: `sourceCurrency` or `destinationCurrency` names a currency that the service does not know. Use a currency that the account, the corridor or the platform configuration supports.
     * - `QUOTE_REQUEST_FAILED`: None of the requested pairs has a rate now: its source has not been read, or is too old. Retry after a pause. If the error persists, no exchange rate exists for this currency pair.
     * - `AMOUNT_OUT_OF_RANGE`: The amount that arrives for `sendingAmount` would exceed the maximum of amounts. Use an amount within the limits of the currency and the corridor.
     */
    400: Error400;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    /**
     * - `NOT_IMPLEMENTED`: No source of rates serves this environment. Do what the message names, or ask the operator to configure the missing provider. A retry does not help.
     */
    501: Error501;
    503: ServiceUnavailable;
};

export type GetExchangeRatesError = GetExchangeRatesErrors[keyof GetExchangeRatesErrors];

export type GetExchangeRatesResponses = {
    /**
     * The current rates. A quote to an account that is created now has the same rate and fees.
     */
    200: ExchangeRateListResponse;
};

export type GetExchangeRatesResponse = GetExchangeRatesResponses[keyof GetExchangeRatesResponses];

export type GetDiscoveriesData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * ISO 3166-1 alpha-2 code in capital letters, such as `MX`.
         */
        country?: string;
        /**
         * Only institutions that are paid in it: an ISO 4217 code.
         */
        currency?: string;
    };
    url: '/2025-10-13/discoveries';
};

export type GetDiscoveriesErrors = {
    /**
     * - `INVALID_INPUT`: `country` is not a code of two capital letters. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_CURRENCY`: `currency` is not a currency that the service knows. Use a currency that the account, the corridor or the platform configuration supports.
     */
    400: Error400;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type GetDiscoveriesError = GetDiscoveriesErrors[keyof GetDiscoveriesErrors];

export type GetDiscoveriesResponses = {
    /**
     * The institutions that match; an empty list if the directory has none.
     */
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
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type ListVaspsError = ListVaspsErrors[keyof ListVaspsErrors];

export type ListVaspsResponses = {
    /**
     * A page of the directory.
     */
    200: VaspListResponse;
};

export type ListVaspsResponse = ListVaspsResponses[keyof ListVaspsResponses];

export type ListTokensData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only tokens with exactly this label.
         */
        name?: string;
        /**
         * Only tokens that were issued at this time or later.
         */
        createdAfter?: string;
        /**
         * Only tokens that were issued at this time or earlier.
         */
        createdBefore?: string;
        /**
         * Only tokens that last changed at this time or later.
         */
        updatedAfter?: string;
        /**
         * Only tokens that last changed at this time or earlier.
         */
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
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type ListTokensError = ListTokensErrors[keyof ListTokensErrors];

export type ListTokensResponses = {
    /**
     * A page of tokens, without their secrets.
     */
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
    400: InvalidRequest;
    401: Unauthorized;
    /**
     * - `FORBIDDEN`: The calling token does not have the permission `MANAGE`, or lacks a permission that the new token should have. Use a token that has the permission, in the right environment. For an agent, `details.reason` names what stops it.
     */
    403: Error403;
    405: MethodNotAllowed;
    409: Conflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type CreateTokenError = CreateTokenErrors[keyof CreateTokenErrors];

export type CreateTokenResponses = {
    /**
     * The token with its secret. It can be used at once.
     */
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
     * - `INVALID_INPUT`: It is the last token with `MANAGE`: without it the settings could no longer be changed. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    404: TokenNotFound;
    405: MethodNotAllowed;
    409: Conflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type DeleteTokenByIdError = DeleteTokenByIdErrors[keyof DeleteTokenByIdErrors];

export type DeleteTokenByIdResponses = {
    /**
     * The token no longer authenticates.
     */
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
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    404: TokenNotFound;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type GetTokenByIdError = GetTokenByIdErrors[keyof GetTokenByIdErrors];

export type GetTokenByIdResponses = {
    /**
     * The token, without its secret.
     */
    200: ApiToken;
};

export type GetTokenByIdResponse = GetTokenByIdResponses[keyof GetTokenByIdResponses];

export type ListCustomersData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Your own id of one customer, exactly.
         */
        platformCustomerId?: string;
        /**
         * Only individuals, or only businesses.
         */
        customerType?: CustomerType;
        /**
         * Only customers that were created at this time or later.
         */
        createdAfter?: string;
        /**
         * Only customers that were created at this time or earlier.
         */
        createdBefore?: string;
        /**
         * Only customers that were changed at this time or later.
         */
        updatedAfter?: string;
        /**
         * Only customers that were changed at this time or earlier.
         */
        updatedBefore?: string;
        /**
         * The most records in one page.
         */
        limit?: number;
        /**
         * `nextCursor` of the page before. Keep all filters; omit it for the first page.
         */
        cursor?: string;
        /**
         * Only customers with exactly this country, two letters.
         */
        region?: string;
        /**
         * Only customers with this currency. Pages can then be short, or empty, before the last one.
         */
        currency?: string;
        /**
         * Whole address of one customer; case does not matter.
         */
        umaAddress?: string;
        /**
         * Only customers with exactly this address; case matters.
         */
        email?: string;
        /**
         * Only individuals and businesses with this decision.
         */
        kycStatus?: KycStatus;
        /**
         * `true` lists deleted customers too. Default: `false`.
         */
        isIncludingDeleted?: boolean;
    };
    url: '/2025-10-13/customers';
};

export type ListCustomersErrors = {
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type ListCustomersError = ListCustomersErrors[keyof ListCustomersErrors];

export type ListCustomersResponses = {
    /**
     * One page of customers, and how many match in total.
     */
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
     * - `INVALID_UMA_ADDRESS`: Only `umaAddress` is invalid: it is malformed, or its domain is not that of the platform. Use an address of the form `$name@domain`.
     * - `INVALID_CURRENCY`: The platform does not support a currency of `currencies`. Use a currency that the account, the corridor or the platform configuration supports.
     * - `END_USER_TERMS_VERSION_NOT_FOUND`: `endUserTermsConsent.termsVersion` is neither the present nor an earlier version. Name a version of the end-user terms that exists.
     */
    400: Error400;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: Another customer has the `platformCustomerId`; or the idempotency key was used for another request, or the same request is running. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     * - `UMA_ADDRESS_EXISTS`: Another customer of the host has the `umaAddress`. Choose another UMA address.
     * - `EMAIL_OTP_EMAIL_ALREADY_EXISTS`: A currency opens an Embedded Wallet, and `email` signs in to the wallet of another customer. Use another email address.
     */
    409: Error409;
    429: RateLimited;
    500: InternalServerError;
    /**
     * - `NOT_IMPLEMENTED`: Reserved: no kind of customer is unsupported at present. Do what the message names, or ask the operator to configure the missing provider. A retry does not help.
     */
    501: Error501;
    503: ServiceUnavailable;
};

export type CreateCustomerError = CreateCustomerErrors[keyof CreateCustomerErrors];

export type CreateCustomerResponses = {
    /**
     * The customer, with its `kycStatus`. Its accounts are in the list of internal accounts.
     */
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
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type GetEndUserTermsError = GetEndUserTermsErrors[keyof GetEndUserTermsErrors];

export type GetEndUserTermsResponses = {
    /**
     * The present version. A consent to an earlier version stays valid.
     */
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
    400: InvalidRequest;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    /**
     * - `USER_NOT_FOUND`: The customer does not exist. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: An account has money, available or held, or owes money, or a payment or stablecoin operation is open; or the idempotency key was used for another request. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `CUSTOMER_DELETED`: The customer was deleted before. A deleted customer stays deleted. Create a new customer.
     */
    410: Error410;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type DeleteCustomerByIdError = DeleteCustomerByIdErrors[keyof DeleteCustomerByIdErrors];

export type DeleteCustomerByIdResponses = {
    /**
     * The customer, now with `isDeleted` true.
     */
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
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    404: UserNotFound;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type GetCustomerByIdError = GetCustomerByIdErrors[keyof GetCustomerByIdErrors];

export type GetCustomerByIdResponses = {
    /**
     * The individual, or the business with its owners.
     */
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
         * The stamp: the signature over `payloadToSign` of the 202 response, made with a key of the wallet.
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
     * - `INVALID_INPUT`: A field is invalid, or cannot be set, cleared or changed in the present state of the customer; `details.errors` names every one. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     * - `INVALID_UMA_ADDRESS`: Only `umaAddress` is invalid: it is malformed, or its domain is not that of the platform. Use an address of the form `$name@domain`.
     * - `INVALID_CURRENCY`: The platform does not support a currency of `currencies`. Use a currency that the account, the corridor or the platform configuration supports.
     * - `END_USER_TERMS_VERSION_NOT_FOUND`: `endUserTermsConsent.termsVersion` is neither the present nor an earlier version. Name a version of the end-user terms that exists.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     * - `WALLET_SIGNATURE_MISSING`: `Request-Id` was sent without `Wallet-Signature`. Sign `payloadToSign` of the quote or of the first answer with a key of the wallet, and send the stamp in its header.
     * - `REQUEST_ID_MISSING`: `Wallet-Signature` was sent without `Request-Id`. Send the `Request-Id` of the first answer with the signed retry.
     * - `WALLET_SIGNATURE_MALFORMED`: `Wallet-Signature` is not an encoded stamp. Send the stamp as base64url of a JSON object with `publicKey`, `scheme` and `signature`.
     * - `INVALID_SIGNATURE`: The stamp names another scheme, or its public key is not a P-256 key. Sign the exact bytes that are sent, with the registered key. If an answer of the counterparty is badly signed, report it there.
     * - `WALLET_SIGNATURE_INVALID`: The signature does not verify, its key does not belong to a session of the wallet, or no call with this `Request-Id` waits for a signature. Sign the payload with a key that is active for this wallet.
     * - `WALLET_SIGNATURE_BODY_MISMATCH`: The body differs from that of the first call. Repeat the signed retry with the body of the first request.
     */
    401: Error401;
    403: ForbiddenWithoutManage;
    404: UserNotFound;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: The identity is under review, or another customer has the `platformCustomerId`; or the idempotency key was used for another request. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     * - `UMA_ADDRESS_EXISTS`: Another customer of the host has the `umaAddress`. Choose another UMA address.
     * - `EMAIL_OTP_EMAIL_ALREADY_EXISTS`: The `email` that a wallet of the customer would sign in with belongs to the wallet of another customer. Use another email address.
     * - `EMAIL_OTP_CREDENTIAL_SET_CHANGED`: Credentials of the wallet were added or revoked after the first call. Read the credentials again and start the change from the beginning.
     */
    409: Error409;
    /**
     * - `EMAIL_OTP_CREDENTIAL_SYNC_FAILED`: A credential of the wallet changed at the same moment; nothing was changed. Send the request again after a pause.
     */
    424: Error424;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type UpdateCustomerByIdError = UpdateCustomerByIdErrors[keyof UpdateCustomerByIdErrors];

export type UpdateCustomerByIdResponses = {
    /**
     * The customer after the change, with its verified identity.
     */
    200: CustomerOneOf;
    /**
     * Nothing has changed yet: have the owner of the wallet sign `payloadToSign`, then repeat the request.
     */
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
     * - `INVALID_INPUT`: `redirectUri` is not a URL that this environment accepts. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    404: UserNotFound;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: The customer must verify contacts first, which `details.channels` names; or the idempotency key was used for another request. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     */
    409: Error409;
    429: RateLimited;
    500: InternalServerError;
    /**
     * - `SERVICE_UNAVAILABLE`: The KYC provider, which has the page, did not answer: no link was created. Or the host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type CreateCustomerKycLinkError = CreateCustomerKycLinkErrors[keyof CreateCustomerKycLinkErrors];

export type CreateCustomerKycLinkResponses = {
    /**
     * The link. Its secret is shown here only.
     */
    201: KycLinkResponse;
};

export type CreateCustomerKycLinkResponse = CreateCustomerKycLinkResponses[keyof CreateCustomerKycLinkResponses];

export type ListVerificationsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only verifications of this customer and of its owners.
         */
        customerId?: string;
        /**
         * Only verifications that are in this status now.
         */
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
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type ListVerificationsError = ListVerificationsErrors[keyof ListVerificationsErrors];

export type ListVerificationsResponses = {
    /**
     * One page of verifications, and how many match in total.
     */
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
     * - `INVALID_INPUT`: `customerId` is not the id of a customer, or that customer is `APPROVED` or `REJECTED` already and has no undecided change of its identity and no renewal. Individuals with a name are decided at their creation in the sandbox. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    404: UserNotFound;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: Another request submitted the customer for the first time at the same moment; or the idempotency key was used for another request. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     */
    409: Error409;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type CreateVerificationError = CreateVerificationErrors[keyof CreateVerificationErrors];

export type CreateVerificationResponses = {
    /**
     * The verification: `IN_PROGRESS`, or `RESOLVE_ERRORS` with everything that is missing.
     */
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
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    /**
     * - `REFERENCE_NOT_FOUND`: The verification does not exist. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type GetVerificationError = GetVerificationErrors[keyof GetVerificationErrors];

export type GetVerificationResponses = {
    /**
     * The verification as it is now.
     */
    200: Verification;
};

export type GetVerificationResponse = GetVerificationResponses[keyof GetVerificationResponses];

export type ListBeneficialOwnersData = {
    body?: never;
    path?: never;
    query: {
        /**
         * The business whose owners are listed. An unknown one has none.
         */
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
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type ListBeneficialOwnersError = ListBeneficialOwnersErrors[keyof ListBeneficialOwnersErrors];

export type ListBeneficialOwnersResponses = {
    /**
     * One page of owners; empty for a customer that has none.
     */
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
     * - `INVALID_INPUT`: A field is invalid, or `customerId` names an individual; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    /**
     * - `USER_NOT_FOUND`: The business does not exist, or was deleted. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    405: MethodNotAllowed;
    409: Conflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type CreateBeneficialOwnerError = CreateBeneficialOwnerErrors[keyof CreateBeneficialOwnerErrors];

export type CreateBeneficialOwnerResponses = {
    /**
     * The owner, not verified yet.
     */
    201: BeneficialOwner;
};

export type CreateBeneficialOwnerResponse = CreateBeneficialOwnerResponses[keyof CreateBeneficialOwnerResponses];

export type DeleteBeneficialOwnerData = {
    body?: never;
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

export type DeleteBeneficialOwnerErrors = {
    400: InvalidRequest;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    404: ReferenceNotFound;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: A verification of the business is under review, which the message names; or the business is `APPROVED` and would lose an owner that it must have; or the idempotency key was used for another request. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     */
    409: Error409;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type DeleteBeneficialOwnerError = DeleteBeneficialOwnerErrors[keyof DeleteBeneficialOwnerErrors];

export type DeleteBeneficialOwnerResponses = {
    /**
     * The person is no longer an owner of the business.
     */
    204: void;
};

export type DeleteBeneficialOwnerResponse = DeleteBeneficialOwnerResponses[keyof DeleteBeneficialOwnerResponses];

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
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    404: GetBeneficialOwnerNotFound;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type GetBeneficialOwnerError = GetBeneficialOwnerErrors[keyof GetBeneficialOwnerErrors];

export type GetBeneficialOwnerResponses = {
    /**
     * The owner without the tax number.
     */
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
     * - `INVALID_INPUT`: A field is invalid or cannot be cleared, or the identity of a rejected owner, or of an approved owner of a business that is not approved, was to change. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    404: GetBeneficialOwnerNotFound;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: The identity is under review, so it cannot change; or an approved business would lose its last approved control person or large owner; or the idempotency key was used for another request. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     */
    409: Error409;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type UpdateBeneficialOwnerError = UpdateBeneficialOwnerErrors[keyof UpdateBeneficialOwnerErrors];

export type UpdateBeneficialOwnerResponses = {
    /**
     * The owner after the change, with its verified identity.
     */
    200: BeneficialOwner;
};

export type UpdateBeneficialOwnerResponse = UpdateBeneficialOwnerResponses[keyof UpdateBeneficialOwnerResponses];

export type ListDocumentsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only documents of this customer or this owner. A business's list lacks those of its owners.
         */
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
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type ListDocumentsError = ListDocumentsErrors[keyof ListDocumentsErrors];

export type ListDocumentsResponses = {
    /**
     * One page of documents, and how many match in total.
     */
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
    400: UploadDocumentBadRequest;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    /**
     * - `USER_NOT_FOUND`: `documentHolder` names a customer that does not exist or was deleted. Check the id. An id of another platform or environment is not found either.
     * - `REFERENCE_NOT_FOUND`: `documentHolder` names an owner that does not exist, or whose business was deleted. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: The customer and its owners have 200 documents, the maximum; or the idempotency key was used for another request. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     */
    409: Error409;
    429: RateLimited;
    500: InternalServerError;
    503: UploadDocumentServiceUnavailable;
};

export type UploadDocumentError = UploadDocumentErrors[keyof UploadDocumentErrors];

export type UploadDocumentResponses = {
    /**
     * The metadata of the stored document.
     */
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
    400: InvalidRequest;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    404: GetDocumentNotFound;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: The document was submitted with a verification; or the idempotency key was used for another request. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     */
    409: Error409;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type DeleteDocumentError = DeleteDocumentErrors[keyof DeleteDocumentErrors];

export type DeleteDocumentResponses = {
    /**
     * The document is gone; its content is deleted soon after.
     */
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
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    404: GetDocumentNotFound;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type GetDocumentError = GetDocumentErrors[keyof GetDocumentErrors];

export type GetDocumentResponses = {
    /**
     * The metadata; the content is not part of it.
     */
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
    400: UploadDocumentBadRequest;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    404: GetDocumentNotFound;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: The document was submitted, and its verification is under review or decided; or the idempotency key was used for another request. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     */
    409: Error409;
    429: RateLimited;
    500: InternalServerError;
    503: UploadDocumentServiceUnavailable;
};

export type ReplaceDocumentError = ReplaceDocumentErrors[keyof ReplaceDocumentErrors];

export type ReplaceDocumentResponses = {
    /**
     * The metadata of the new content.
     */
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
    400: InvalidRequest;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    404: UserNotFound;
    405: MethodNotAllowed;
    409: SendCustomerEmailVerificationConflict;
    423: SendCustomerEmailVerificationLocked;
    429: SendCustomerEmailVerificationTooManyRequests;
    500: InternalServerError;
    503: SendCustomerEmailVerificationServiceUnavailable;
};

export type SendCustomerEmailVerificationError = SendCustomerEmailVerificationErrors[keyof SendCustomerEmailVerificationErrors];

export type SendCustomerEmailVerificationResponses = {
    /**
     * A message with the code is on its way to the customer.
     */
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
    400: ConfirmCustomerEmailVerificationBadRequest;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    404: UserNotFound;
    405: MethodNotAllowed;
    409: SendCustomerEmailVerificationConflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type ConfirmCustomerEmailVerificationError = ConfirmCustomerEmailVerificationErrors[keyof ConfirmCustomerEmailVerificationErrors];

export type ConfirmCustomerEmailVerificationResponses = {
    /**
     * The customer; `contactVerification.email` is `VERIFIED`.
     */
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
    400: InvalidRequest;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    404: UserNotFound;
    405: MethodNotAllowed;
    409: SendCustomerPhoneVerificationConflict;
    423: SendCustomerEmailVerificationLocked;
    429: SendCustomerEmailVerificationTooManyRequests;
    500: InternalServerError;
    503: SendCustomerEmailVerificationServiceUnavailable;
};

export type SendCustomerPhoneVerificationError = SendCustomerPhoneVerificationErrors[keyof SendCustomerPhoneVerificationErrors];

export type SendCustomerPhoneVerificationResponses = {
    /**
     * A message with the code is on its way to the customer.
     */
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
    400: ConfirmCustomerEmailVerificationBadRequest;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    404: UserNotFound;
    405: MethodNotAllowed;
    409: SendCustomerPhoneVerificationConflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type ConfirmCustomerPhoneVerificationError = ConfirmCustomerPhoneVerificationErrors[keyof ConfirmCustomerPhoneVerificationErrors];

export type ConfirmCustomerPhoneVerificationResponses = {
    /**
     * The customer; `contactVerification.phone` is `VERIFIED`.
     */
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
     * - `INVALID_INPUT`: The file is not CSV in UTF-8, has no rows, or its header lacks a column, or has an unknown or repeated one; nothing of it is stored. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The body is not a form with a file, is too large, was cut off, or took too long. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    405: MethodNotAllowed;
    409: Conflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type UploadCustomersCsvError = UploadCustomersCsvErrors[keyof UploadCustomersCsvErrors];

export type UploadCustomersCsvResponses = {
    /**
     * The file is stored completely; its rows are imported next.
     */
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
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type ListBulkCustomerImportJobsError = ListBulkCustomerImportJobsErrors[keyof ListBulkCustomerImportJobsErrors];

export type ListBulkCustomerImportJobsResponses = {
    /**
     * One page of imports.
     */
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
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    /**
     * - `BULK_UPLOAD_JOB_NOT_FOUND`: The import does not exist. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type GetBulkCustomerImportJobError = GetBulkCustomerImportJobErrors[keyof GetBulkCustomerImportJobErrors];

export type GetBulkCustomerImportJobResponses = {
    /**
     * Progress so far; final if the status is `COMPLETED` or `FAILED`.
     */
    200: BulkCustomerImportJob;
};

export type GetBulkCustomerImportJobResponse = GetBulkCustomerImportJobResponses[keyof GetBulkCustomerImportJobResponses];

export type ListCustomerInternalAccountsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only accounts in this currency, by its code, such as `USD`. An unknown code finds nothing.
         */
        currency?: string;
        /**
         * Only accounts of this type, such as `EMBEDDED_WALLET`.
         */
        type?: InternalAccountType;
        /**
         * Only this customer's accounts. Without it, those of all customers.
         */
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
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type ListCustomerInternalAccountsError = ListCustomerInternalAccountsErrors[keyof ListCustomerInternalAccountsErrors];

export type ListCustomerInternalAccountsResponses = {
    /**
     * One page of the accounts that match every filter, with their present balances.
     */
    200: InternalAccountListResponse;
};

export type ListCustomerInternalAccountsResponse = ListCustomerInternalAccountsResponses[keyof ListCustomerInternalAccountsResponses];

export type ListPlatformInternalAccountsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only accounts in this currency, by its code, such as `USD`. An unknown code finds nothing.
         */
        currency?: string;
        /**
         * Only accounts of this type, such as `EMBEDDED_WALLET`.
         */
        type?: InternalAccountType;
    };
    url: '/2025-10-13/platform/internal-accounts';
};

export type ListPlatformInternalAccountsErrors = {
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type ListPlatformInternalAccountsError = ListPlatformInternalAccountsErrors[keyof ListPlatformInternalAccountsErrors];

export type ListPlatformInternalAccountsResponses = {
    /**
     * All accounts that match the filters, with their present balances.
     */
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
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    404: ReferenceNotFound;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type GetInternalAccountError = GetInternalAccountErrors[keyof GetInternalAccountErrors];

export type GetInternalAccountResponses = {
    /**
     * The account with its present balances.
     */
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
         * The stamp: the signature over `payloadToSign` of the 202 response, made with a key of the wallet.
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
     * - `INVALID_INPUT`: The account is not an Embedded Wallet, or `privateEnabled` is missing. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    401: UpdateInternalAccountUnauthorized;
    403: ForbiddenWithoutManage;
    404: ReferenceNotFound;
    405: MethodNotAllowed;
    409: Conflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type UpdateInternalAccountError = UpdateInternalAccountErrors[keyof UpdateInternalAccountErrors];

export type UpdateInternalAccountResponses = {
    /**
     * Second call: the choice is stored.
     */
    200: InternalAccount;
    /**
     * First call: nothing has changed yet. The owner signs `payloadToSign`, then the request is repeated.
     */
    202: SignedRequestChallenge;
};

export type UpdateInternalAccountResponse = UpdateInternalAccountResponses[keyof UpdateInternalAccountResponses];

export type ListCustomerExternalAccountsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only accounts in this currency, by its code, such as `USD`. An unknown code finds nothing.
         */
        currency?: string;
        /**
         * The most records in one page.
         */
        limit?: number;
        /**
         * `nextCursor` of the page before. Keep all filters; omit it for the first page.
         */
        cursor?: string;
        /**
         * Only this customer's accounts. Without it, those of all customers.
         */
        customerId?: string;
    };
    url: '/2025-10-13/customers/external-accounts';
};

export type ListCustomerExternalAccountsErrors = {
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type ListCustomerExternalAccountsError = ListCustomerExternalAccountsErrors[keyof ListCustomerExternalAccountsErrors];

export type ListCustomerExternalAccountsResponses = {
    /**
     * One page of the accounts that match every filter.
     */
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
    400: CreateCustomerExternalAccountBadRequest;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    /**
     * - `USER_NOT_FOUND`: No customer has the `customerId`, or the customer was deleted. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    405: MethodNotAllowed;
    409: CreateCustomerExternalAccountConflict;
    429: RateLimited;
    500: InternalServerError;
    501: CreateCustomerExternalAccountNotImplemented;
    503: ServiceUnavailable;
};

export type CreateCustomerExternalAccountError = CreateCustomerExternalAccountErrors[keyof CreateCustomerExternalAccountErrors];

export type CreateCustomerExternalAccountResponses = {
    /**
     * The account was added. It can be paid at once if its status is `ACTIVE`.
     */
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
    400: InvalidRequest;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    404: ReferenceNotFound;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: A quote, transaction or stablecoin operation on the account is open. Or the idempotency key was used for another request. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     * - `BENEFICIARY_TRUSTED`: The customer trusts the account (SCA). Continue: the beneficiary is trusted already. To delete the account, remove the trust first.
     */
    409: Error409;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type DeleteCustomerExternalAccountByIdError = DeleteCustomerExternalAccountByIdErrors[keyof DeleteCustomerExternalAccountByIdErrors];

export type DeleteCustomerExternalAccountByIdResponses = {
    /**
     * The account is gone. The response has no body.
     */
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
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    404: ReferenceNotFound;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type GetCustomerExternalAccountByIdError = GetCustomerExternalAccountByIdErrors[keyof GetCustomerExternalAccountByIdErrors];

export type GetCustomerExternalAccountByIdResponses = {
    /**
     * The account with its present status.
     */
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
    400: InvalidRequest;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    404: ReferenceNotFound;
    405: MethodNotAllowed;
    409: CreateExternalAccountOwnershipChallengeConflict;
    429: RateLimited;
    500: InternalServerError;
    501: CreateExternalAccountOwnershipChallengeNotImplemented;
    503: ServiceUnavailable;
};

export type CreateExternalAccountOwnershipChallengeError = CreateExternalAccountOwnershipChallengeErrors[keyof CreateExternalAccountOwnershipChallengeErrors];

export type CreateExternalAccountOwnershipChallengeResponses = {
    /**
     * The message for the owner to sign.
     */
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
    400: InvalidRequest;
    401: VerifyExternalAccountOwnershipUnauthorized;
    403: ForbiddenWithoutManage;
    404: ReferenceNotFound;
    405: MethodNotAllowed;
    409: VerifyExternalAccountOwnershipConflict;
    429: RateLimited;
    500: InternalServerError;
    501: VerifyExternalAccountOwnershipNotImplemented;
    503: VerifyExternalAccountOwnershipServiceUnavailable;
};

export type VerifyExternalAccountOwnershipError = VerifyExternalAccountOwnershipErrors[keyof VerifyExternalAccountOwnershipErrors];

export type VerifyExternalAccountOwnershipResponses = {
    /**
     * The ownership is proven and the account is `ACTIVE`.
     */
    200: ExternalAccount;
};

export type VerifyExternalAccountOwnershipResponse = VerifyExternalAccountOwnershipResponses[keyof VerifyExternalAccountOwnershipResponses];

export type ListPlatformExternalAccountsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only accounts in this currency, by its code, such as `USD`. An unknown code finds nothing.
         */
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
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type ListPlatformExternalAccountsError = ListPlatformExternalAccountsErrors[keyof ListPlatformExternalAccountsErrors];

export type ListPlatformExternalAccountsResponses = {
    /**
     * One page of the accounts that match every filter.
     */
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
    400: CreateCustomerExternalAccountBadRequest;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    405: MethodNotAllowed;
    409: CreateCustomerExternalAccountConflict;
    429: RateLimited;
    500: InternalServerError;
    501: CreateCustomerExternalAccountNotImplemented;
    503: ServiceUnavailable;
};

export type CreatePlatformExternalAccountError = CreatePlatformExternalAccountErrors[keyof CreatePlatformExternalAccountErrors];

export type CreatePlatformExternalAccountResponses = {
    /**
     * The account was added. It can be paid at once if its status is `ACTIVE`.
     */
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
    400: InvalidRequest;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    404: ReferenceNotFound;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: A quote, transaction or stablecoin operation on the account is open. Or the idempotency key was used for another request. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     */
    409: Error409;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type DeletePlatformExternalAccountByIdError = DeletePlatformExternalAccountByIdErrors[keyof DeletePlatformExternalAccountByIdErrors];

export type DeletePlatformExternalAccountByIdResponses = {
    /**
     * The account is gone. The response has no body.
     */
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
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    404: ReferenceNotFound;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type GetPlatformExternalAccountByIdError = GetPlatformExternalAccountByIdErrors[keyof GetPlatformExternalAccountByIdErrors];

export type GetPlatformExternalAccountByIdResponses = {
    /**
     * The account with its present status.
     */
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
    400: InvalidRequest;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    404: ReferenceNotFound;
    405: MethodNotAllowed;
    409: CreateExternalAccountOwnershipChallengeConflict;
    429: RateLimited;
    500: InternalServerError;
    501: CreateExternalAccountOwnershipChallengeNotImplemented;
    503: ServiceUnavailable;
};

export type CreatePlatformExternalAccountOwnershipChallengeError = CreatePlatformExternalAccountOwnershipChallengeErrors[keyof CreatePlatformExternalAccountOwnershipChallengeErrors];

export type CreatePlatformExternalAccountOwnershipChallengeResponses = {
    /**
     * The message for the owner to sign.
     */
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
    400: InvalidRequest;
    401: VerifyExternalAccountOwnershipUnauthorized;
    403: ForbiddenWithoutManage;
    404: ReferenceNotFound;
    405: MethodNotAllowed;
    409: VerifyExternalAccountOwnershipConflict;
    429: RateLimited;
    500: InternalServerError;
    501: VerifyExternalAccountOwnershipNotImplemented;
    503: VerifyExternalAccountOwnershipServiceUnavailable;
};

export type VerifyPlatformExternalAccountOwnershipError = VerifyPlatformExternalAccountOwnershipErrors[keyof VerifyPlatformExternalAccountOwnershipErrors];

export type VerifyPlatformExternalAccountOwnershipResponses = {
    /**
     * The ownership is proven and the account is `ACTIVE`.
     */
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
         * The stamp: the signature over `payloadToSign` of the 202 response, made with a key of the wallet.
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
     * - `INVALID_INPUT`: The account is not an Embedded Wallet, or `clientPublicKey` is compressed or not on the curve. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    401: UpdateInternalAccountUnauthorized;
    403: ForbiddenWithoutManage;
    404: ReferenceNotFound;
    405: MethodNotAllowed;
    409: Conflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type ExportInternalAccountError = ExportInternalAccountErrors[keyof ExportInternalAccountErrors];

export type ExportInternalAccountResponses = {
    /**
     * Second call: the encrypted mnemonic.
     */
    200: InternalAccountExportResponse;
    /**
     * First call: nothing has changed yet. The owner signs `payloadToSign`, then the request is repeated.
     */
    202: SignedRequestChallenge;
};

export type ExportInternalAccountResponse = ExportInternalAccountResponses[keyof ExportInternalAccountResponses];

export type ListAuthCredentialsData = {
    body?: never;
    path?: never;
    query: {
        /**
         * The Embedded Wallet, an internal account. An unknown account gives an empty list.
         */
        accountId: string;
    };
    url: '/2025-10-13/auth/credentials';
};

export type ListAuthCredentialsErrors = {
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type ListAuthCredentialsError = ListAuthCredentialsErrors[keyof ListAuthCredentialsErrors];

export type ListAuthCredentialsResponses = {
    /**
     * Every credential that is not revoked.
     */
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
         * The stamp: the signature over `payloadToSign` of the 202 response, made with a key of the wallet.
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
     * - `INVALID_INPUT`: The account is not an Embedded Wallet, the attestation does not answer the challenge, or the identity is a credential of the wallet already. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     * - `MISSING_MANDATORY_USER_INFO`: The customer has no email address or phone number to send codes to. Add the information that `details.fields` names to the customer, then repeat the request.
     * - `EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS`: The wallet has a credential of type `EMAIL_OTP`. Use the existing credential, or delete it first.
     * - `SMS_OTP_CREDENTIAL_ALREADY_EXISTS`: The wallet has a credential of type `SMS_OTP`. Use the existing credential, or delete it first.
     * - `PASSKEY_CREDENTIAL_ALREADY_EXISTS`: The passkey is a credential of the wallet already. Use the existing credential, or register another passkey.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     * - `WALLET_SIGNATURE_MISSING`: The request has a `Request-Id`, but no stamp. Sign `payloadToSign` of the quote or of the first answer with a key of the wallet, and send the stamp in its header.
     * - `REQUEST_ID_MISSING`: The request has a stamp, but no `Request-Id`. Send the `Request-Id` of the first answer with the signed retry.
     * - `WALLET_SIGNATURE_MALFORMED`: The stamp is not base64 of a JSON with `publicKey`, `scheme` and a hexadecimal `signature`. Send the stamp as base64url of a JSON object with `publicKey`, `scheme` and `signature`.
     * - `INVALID_SIGNATURE`: The identity token is not signed by a configured issuer, or is older than 60 seconds; or the scheme or the key of the stamp is wrong. Sign the exact bytes that are sent, with the registered key. If an answer of the counterparty is badly signed, report it there.
     * - `WALLET_SIGNATURE_INVALID`: No call with this `Request-Id` waits for a signature (it is unknown, older than five minutes, done, or for another operation), or no active session of the wallet has signed `payloadToSign`. Sign the payload with a key that is active for this wallet.
     * - `WALLET_SIGNATURE_BODY_MISMATCH`: The body differs from that of the first call. Repeat the signed retry with the body of the first request.
     */
    401: Error401;
    403: CreateAuthCredentialForbidden;
    /**
     * - `REFERENCE_NOT_FOUND`: No account has the `accountId`. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     * - `EMAIL_OTP_EMAIL_ALREADY_EXISTS`: The email address signs in to another wallet of the platform. Use another email address.
     */
    409: Error409;
    423: CreateAuthCredentialLocked;
    429: CreateAuthCredentialTooManyRequests;
    500: InternalServerError;
    /**
     * - `SERVICE_UNAVAILABLE`: No provider of messages is configured for this channel. The keys of the identity token's issuer cannot be fetched now, or the host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type CreateAuthCredentialError = CreateAuthCredentialErrors[keyof CreateAuthCredentialErrors];

export type CreateAuthCredentialResponses = {
    /**
     * The credential was added; its owner can sign in with it.
     */
    201: AuthMethodResponse;
    /**
     * First call: nothing has changed yet. The owner signs `payloadToSign`, then the request is repeated.
     */
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
         * The stamp: the signature over `payloadToSign` of the 202 response, made with a key of the wallet.
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
     * - `INVALID_INPUT`: It is the last credential of the wallet. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     * - `WALLET_SIGNATURE_MISSING`: The request has a `Request-Id`, but no stamp. Sign `payloadToSign` of the quote or of the first answer with a key of the wallet, and send the stamp in its header.
     * - `REQUEST_ID_MISSING`: The request has a stamp, but no `Request-Id`. Send the `Request-Id` of the first answer with the signed retry.
     * - `WALLET_SIGNATURE_MALFORMED`: The stamp is not base64 of a JSON with `publicKey`, `scheme` and a hexadecimal `signature`. Send the stamp as base64url of a JSON object with `publicKey`, `scheme` and `signature`.
     * - `INVALID_SIGNATURE`: The scheme of the stamp is another one, or its key is not a P-256 key. Sign the exact bytes that are sent, with the registered key. If an answer of the counterparty is badly signed, report it there.
     * - `WALLET_SIGNATURE_INVALID`: No call with this `Request-Id` waits for a signature (it is unknown, older than five minutes, done, or for another operation), or no active session of the wallet has signed `payloadToSign`. The same if only sessions of the credential itself have signed. Sign the payload with a key that is active for this wallet.
     */
    401: Error401;
    403: ForbiddenWithoutManage;
    404: ReferenceNotFound;
    405: MethodNotAllowed;
    409: Conflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type RevokeAuthCredentialError = RevokeAuthCredentialErrors[keyof RevokeAuthCredentialErrors];

export type RevokeAuthCredentialResponses = {
    /**
     * First call: nothing has changed yet. The owner signs `payloadToSign`, then the request is repeated.
     */
    202: AuthSignedRequestChallenge;
    /**
     * Second call: the credential and its sessions have ended.
     */
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
         * The stamp: the signature over `payloadToSign` of the 202 response, made with a key of the wallet.
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
     * - `INVALID_INPUT`: The code is wrong, has expired or was used up, or the bundle cannot be opened; or `type` is not that of the credential. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     * - `WALLET_SIGNATURE_MISSING`: The request has a `Request-Id`, but no stamp. Sign `payloadToSign` of the quote or of the first answer with a key of the wallet, and send the stamp in its header.
     * - `REQUEST_ID_MISSING`: A passkey was sent without the `requestId` of its challenge, or a stamp without `Request-Id`. Send the `Request-Id` of the first answer with the signed retry.
     * - `WALLET_SIGNATURE_MALFORMED`: The stamp is not base64 of a JSON with `publicKey`, `scheme` and a hexadecimal `signature`. Send the stamp as base64url of a JSON object with `publicKey`, `scheme` and `signature`.
     * - `INVALID_SIGNATURE`: The identity token or the assertion proves nothing: wrong issuer, nonce, challenge, origin or signature counter, or a token older than 60 seconds. Also for a stamp with another scheme or an invalid key. Sign the exact bytes that are sent, with the registered key. If an answer of the counterparty is badly signed, report it there.
     * - `WALLET_SIGNATURE_INVALID`: No challenge with this `Request-Id` is open for the credential, or the token was not signed with the key that was sent with the code. Sign the payload with a key that is active for this wallet.
     * - `WALLET_SIGNATURE_BODY_MISMATCH`: The body differs from that of the first call. Repeat the signed retry with the body of the first request.
     */
    401: Error401;
    403: ForbiddenWithoutManage;
    404: ReferenceNotFound;
    405: MethodNotAllowed;
    409: Conflict;
    429: RateLimited;
    500: InternalServerError;
    /**
     * - `SERVICE_UNAVAILABLE`: The keys of the identity token's issuer cannot be fetched now, or the host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type VerifyAuthCredentialError = VerifyAuthCredentialErrors[keyof VerifyAuthCredentialErrors];

export type VerifyAuthCredentialResponses = {
    /**
     * The session is open; its key can sign for the wallet.
     */
    200: AuthSession;
    /**
     * The code is right: sign `payloadToSign` with the key that was sent with the code, and repeat the request.
     */
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
     * - `INVALID_INPUT`: The credential is of type `OAUTH`, or `clientPublicKey` is missing or invalid for a passkey. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    404: ReferenceNotFound;
    405: MethodNotAllowed;
    409: Conflict;
    423: CreateAuthCredentialLocked;
    429: CreateAuthCredentialTooManyRequests;
    500: InternalServerError;
    /**
     * - `SERVICE_UNAVAILABLE`: The operator has not configured a provider of messages for this channel, or the host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ChallengeAuthCredentialError = ChallengeAuthCredentialErrors[keyof ChallengeAuthCredentialErrors];

export type ChallengeAuthCredentialResponses = {
    /**
     * The code is on its way, or the response contains the challenge for the passkey.
     */
    200: AuthCredentialResponseOneOf;
};

export type ChallengeAuthCredentialResponse = ChallengeAuthCredentialResponses[keyof ChallengeAuthCredentialResponses];

export type ListAuthSessionsData = {
    body?: never;
    path?: never;
    query: {
        /**
         * The Embedded Wallet, an internal account. An unknown account gives an empty list.
         */
        accountId: string;
    };
    url: '/2025-10-13/auth/sessions';
};

export type ListAuthSessionsErrors = {
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type ListAuthSessionsError = ListAuthSessionsErrors[keyof ListAuthSessionsErrors];

export type ListAuthSessionsResponses = {
    /**
     * Every session whose key can sign now.
     */
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
         * The stamp: the signature over `payloadToSign` of the 202 response, made with a key of the wallet.
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
    400: InvalidRequest;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     * - `WALLET_SIGNATURE_MISSING`: The request has a `Request-Id`, but no stamp. Sign `payloadToSign` of the quote or of the first answer with a key of the wallet, and send the stamp in its header.
     * - `REQUEST_ID_MISSING`: The request has a stamp, but no `Request-Id`. Send the `Request-Id` of the first answer with the signed retry.
     * - `WALLET_SIGNATURE_MALFORMED`: The stamp is not base64 of a JSON with `publicKey`, `scheme` and a hexadecimal `signature`. Send the stamp as base64url of a JSON object with `publicKey`, `scheme` and `signature`.
     * - `INVALID_SIGNATURE`: The scheme of the stamp is another one, or its key is not a P-256 key. Sign the exact bytes that are sent, with the registered key. If an answer of the counterparty is badly signed, report it there.
     * - `WALLET_SIGNATURE_INVALID`: No call with this `Request-Id` waits for a signature (it is unknown, older than five minutes, done, or for another operation), or no active session of the wallet has signed `payloadToSign`. Sign the payload with a key that is active for this wallet.
     */
    401: Error401;
    403: ForbiddenWithoutManage;
    404: RevokeAuthSessionNotFound;
    405: MethodNotAllowed;
    409: Conflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type RevokeAuthSessionError = RevokeAuthSessionErrors[keyof RevokeAuthSessionErrors];

export type RevokeAuthSessionResponses = {
    /**
     * First call: nothing has changed yet. The owner signs `payloadToSign`, then the request is repeated.
     */
    202: AuthSignedRequestChallenge;
    /**
     * Second call: the session has ended.
     */
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
         * The stamp: the signature over `payloadToSign` of the 202 response, made with a key of the wallet.
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
    400: InvalidRequest;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     * - `WALLET_SIGNATURE_MISSING`: The request has a `Request-Id`, but no stamp. Sign `payloadToSign` of the quote or of the first answer with a key of the wallet, and send the stamp in its header.
     * - `REQUEST_ID_MISSING`: The request has a stamp, but no `Request-Id`. Send the `Request-Id` of the first answer with the signed retry.
     * - `WALLET_SIGNATURE_MALFORMED`: The stamp is not base64 of a JSON with `publicKey`, `scheme` and a hexadecimal `signature`. Send the stamp as base64url of a JSON object with `publicKey`, `scheme` and `signature`.
     * - `INVALID_SIGNATURE`: The scheme of the stamp is another one, or its key is not a P-256 key. Sign the exact bytes that are sent, with the registered key. If an answer of the counterparty is badly signed, report it there.
     * - `WALLET_SIGNATURE_INVALID`: No call with this `Request-Id` waits for a signature (it is unknown, older than five minutes, done, or for another operation), or no active session of the wallet has signed `payloadToSign`. The same if another session has signed. Sign the payload with a key that is active for this wallet.
     * - `WALLET_SIGNATURE_BODY_MISMATCH`: The body differs from that of the first call. Repeat the signed retry with the body of the first request.
     */
    401: Error401;
    403: ForbiddenWithoutManage;
    404: RevokeAuthSessionNotFound;
    405: MethodNotAllowed;
    409: Conflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type RefreshAuthSessionError = RefreshAuthSessionErrors[keyof RefreshAuthSessionErrors];

export type RefreshAuthSessionResponses = {
    /**
     * Second call: the session has its new key and expiry.
     */
    201: AuthSession;
    /**
     * First call: nothing has changed yet. The owner signs `payloadToSign`, then the request is repeated.
     */
    202: SignedRequestChallenge;
};

export type RefreshAuthSessionResponse = RefreshAuthSessionResponses[keyof RefreshAuthSessionResponses];

export type ListDelegatedKeysData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only keys of this Embedded Wallet. At least one of the two parameters is required.
         */
        accountId?: string;
        /**
         * Only keys for this funding source of cards, an internal account. At least one parameter is required.
         */
        fundingSourceId?: string;
    };
    url: '/2025-10-13/auth/delegated-keys';
};

export type ListDelegatedKeysErrors = {
    /**
     * - `INVALID_INPUT`: Neither `accountId` nor `fundingSourceId` is given, or one is not an id of an account. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type ListDelegatedKeysError = ListDelegatedKeysErrors[keyof ListDelegatedKeysErrors];

export type ListDelegatedKeysResponses = {
    /**
     * Every key that matches, in any status.
     */
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
         * The stamp: the signature over `payloadToSign` of the 202 response, made with a key of the wallet.
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
     * - `INVALID_INPUT`: The account is not an Embedded Wallet, or the card does not spend from it. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    401: UpdateInternalAccountUnauthorized;
    403: CreateAuthCredentialForbidden;
    /**
     * - `REFERENCE_NOT_FOUND`: The account or the card does not exist. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: The card has an active key for this funding source, the key was revoked between the calls, or the idempotency key was used for another request. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     * - `CARD_NOT_MUTABLE`: The card is closed. Order a new card: a closed card cannot be changed.
     */
    409: Error409;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type CreateDelegatedKeyError = CreateDelegatedKeyErrors[keyof CreateDelegatedKeyErrors];

export type CreateDelegatedKeyResponses = {
    /**
     * Third call: the key is `ACTIVE` and the card can spend from the wallet.
     */
    201: DelegatedKey;
    /**
     * First and second call: the owner signs `payloadToSign`, then the request is repeated.
     */
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
    400: InvalidRequest;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    404: ReferenceNotFound;
    405: MethodNotAllowed;
    409: Conflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type RevokeDelegatedKeyError = RevokeDelegatedKeyErrors[keyof RevokeDelegatedKeyErrors];

export type RevokeDelegatedKeyResponses = {
    /**
     * The key is revoked. The response has no body.
     */
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
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    404: ReferenceNotFound;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type GetDelegatedKeyByIdError = GetDelegatedKeyByIdErrors[keyof GetDelegatedKeyByIdErrors];

export type GetDelegatedKeyByIdResponses = {
    /**
     * The key with its present status.
     */
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
        /**
         * The paying customer by its UMA address. With `customerId`, both must name the same customer.
         */
        senderUmaAddress?: string;
        /**
         * The paying customer by its id. An external account can be looked up without a sender: the platform pays.
         */
        customerId?: string;
    };
    url: '/2025-10-13/receiver/external-account/{accountId}';
};

export type LookupExternalAccountErrors = {
    /**
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED`: The ownership of the external account has to be verified first. Complete the ownership verification of the external account, then repeat the request, or name another account.
     * - `LOOKUP_REQUEST_FAILED`: The rail did not answer or failed. Send the request again after a pause.
     * - `INVALID_RECEIVER`: The rail reports that it cannot pay this account, or the account holds an invoice that has expired or is paid. Ask the receiver for an account that can receive this payment.
     * - `QUOTE_REQUEST_FAILED`: No current rate exists between the sender's currency and that of the account. Retry after a pause. If the error persists, no exchange rate exists for this currency pair.
     */
    400: Error400;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    /**
     * - `REFERENCE_NOT_FOUND`: No such resource. Check the id. An id of another platform or environment is not found either.
     * - `USER_NOT_FOUND`: The customer that the query names does not exist, was deleted, or does not have the UMA address. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    405: MethodNotAllowed;
    /**
     * - `UNSUPPORTED_UMA_VERSION`: Reserved for look-ups at another institution; this release does not answer with it here. Repeat the request with a UMA version that both sides support.
     */
    412: Error412;
    /**
     * - `LNURLP_REQUEST_FAILED`: Reserved for look-ups at another institution; this release does not answer with it here. Retry after a pause. If the error persists, the counterparty is down: report it there.
     */
    424: Error424;
    429: RateLimited;
    500: InternalServerError;
    /**
     * - `NOT_IMPLEMENTED`: No rail in this environment delivers to such an account, or no source of rates serves it. Do what the message names, or ask the operator to configure the missing provider. A retry does not help.
     */
    501: Error501;
    503: ServiceUnavailable;
};

export type LookupExternalAccountError = LookupExternalAccountErrors[keyof LookupExternalAccountErrors];

export type LookupExternalAccountResponses = {
    /**
     * The rail can pay the account; the look-up is stored for ten minutes.
     */
    200: ReceiverExternalAccountLookupResponse;
};

export type LookupExternalAccountResponse = LookupExternalAccountResponses[keyof LookupExternalAccountResponses];

export type ListQuotesData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only quotes that this customer pays, or the platform from its own accounts.
         */
        customerId?: string;
        /**
         * Only quotes that are in this state now.
         */
        status?: 'PENDING' | 'PENDING_AUTHORIZATION' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'EXPIRED';
        /**
         * Only quotes to this destination: the id of an account, or a UMA address in any case.
         */
        receiverAccountIdentifier?: string;
        /**
         * Only quotes made at this time or later.
         */
        createdAfter?: string;
        /**
         * Only quotes made at this time or earlier.
         */
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
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type ListQuotesError = ListQuotesErrors[keyof ListQuotesErrors];

export type ListQuotesResponses = {
    /**
     * The quotes that match, newest first.
     */
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
     * - `INVALID_INPUT`: A field is invalid, or fields do not go together: `immediatelyExecute` with real-time funding or an embedded wallet, a UMA address without `lookupId` or from an external account, `TOTP` as `scaFactor`. `details.errors` names every field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     * - `MISSING_MANDATORY_USER_INFO`: A provider or the receiver's institution requires data that is neither on the customer's record nor in `senderCustomerInfo`; `details.fields` names it. Add the information that `details.fields` names to the customer, then repeat the request.
     * - `TRANSACTION_SIZE_LIMIT_EXCEEDED`: The sending amount is above the maximum of the corridor for one transaction. Send a smaller amount, or split the payment.
     * - `EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED`: The ownership of the external account is not verified, and the account or the corridor requires it. Complete the ownership verification of the external account, then repeat the request, or name another account.
     * - `INVALID_UMA_ADDRESS`: `destination.umaAddress` does not have the form `$name@domain`. Use an address of the form `$name@domain`.
     * - `SENDER_NOT_ACCEPTED`: The receiver's institution refuses this payer. Use another route, or pay from another customer.
     * - `INVALID_RECEIVER`: The receiver's institution reports that the receiver cannot receive the payment. Ask the receiver for an account that can receive this payment.
     * - `MISSING_REQUIRED_UMA_PARAMETERS`: The answer of the receiver's institution lacks a required part, such as its signature. Add the missing parameters. If an answer of the counterparty lacks them, report it there.
     * - `PARSE_PAYREQ_RESPONSE_ERROR`: The answer of the receiver's institution cannot be read. Report this to the counterparty. Use another receiver or account until it is corrected.
     * - `INVALID_PAYREQ_RESPONSE`: The answer of the receiver's institution does not match the request. Report this to the counterparty. Use another receiver or account until it is corrected.
     * - `INVALID_TIMESTAMP`: The answer of the receiver's institution carries a time more than 15 minutes from that of this host. Synchronize the clocks of both hosts, then send a newly signed message.
     * - `INVALID_NONCE`: The receiver's institution has sent the same signed answer before. Send a message that is signed with a new nonce. If an answer of the counterparty repeats one, report it there.
     * - `INVALID_PUBKEY_FORMAT`: A published key of the receiver's institution cannot be read. Report this to the counterparty. Use another receiver or account until it is corrected.
     * - `CERT_CHAIN_INVALID`: The certificate chain of the receiver's institution does not verify. Report this to the counterparty. Use another receiver or account until it is corrected.
     * - `CERT_CHAIN_EXPIRED`: A certificate of the receiver's institution has expired. Report this to the counterparty. Use another receiver or account until it is corrected.
     * - `SELF_PAYMENT`: Source and destination are the same account or the same customer. Name a destination that differs from the source.
     * - `INVALID_CURRENCY`: The currency is not enabled for `OUTGOING` payments or not offered by the look-up; or both accounts have the same currency. Use a currency that the account, the corridor or the platform configuration supports.
     * - `INVALID_AMOUNT`: The available balance of the source account does not cover the amount, and `immediatelyExecute` is true; or the receiver's institution refuses the amount, or the invoice in the destination account asks for another one. Use a positive amount that the balance of the source account covers.
     * - `INVALID_BANK_ACCOUNT`: The invoice or offer in the destination account has expired or cannot be paid. Check the account details with the account holder and correct the named field.
     * - `AMOUNT_OUT_OF_RANGE`: The sending amount is outside the limits of the platform or the corridor, or does not exceed the fixed fees; or the receiving amount is outside the limits of the platform or of the receiver. Use an amount within the limits of the currency and the corridor.
     * - `QUOTE_REQUEST_FAILED`: No current rate exists for the two currencies. Retry after a pause. If the error persists, no exchange rate exists for this currency pair.
     */
    400: Error400;
    401: CreateQuoteUnauthorized;
    /**
     * - `FORBIDDEN`: The token does not have the permission `TRANSACT`. Use a token that has the permission, in the right environment. For an agent, `details.reason` names what stops it.
     * - `USER_NOT_READY`: The payer is not approved or under review; or an account is frozen or closed; or the payer must authorize the payment and has neither a verified phone nor a passkey. Do what the message names: complete the verification, trust the beneficiary, or have the account unfrozen. If it names nothing, wait for the decision on the verifications of the customer, and correct those in `RESOLVE_ERRORS`; if none is open, ask the operator of the service.
     * - `END_USER_TERMS_NOT_ACCEPTED`: The platform requires the end-user terms, and the customer has not accepted them. Record that the customer has accepted the end-user terms, then repeat the request.
     * - `COUNTERPARTY_NOT_ALLOWED`: The operator has blocked the receiver's institution, or that institution blocks this one. Use another counterparty, or ask the operator to allow this one.
     * - `VELOCITY_LIMIT_EXCEEDED`: The amount is above what the customer may start in a day or a month, or with `immediatelyExecute` above what is left of it; or the receiver's institution takes no more payments from this one within the hour. Send less, or wait for as long as `Retry-After` says. Without it, send less than the message names, or ask the operator to raise the limit of the customer; the limit of a counterparty ends within an hour.
     */
    403: Error403;
    /**
     * - `USER_NOT_FOUND`: The paying customer does not exist or was deleted. Check the id. An id of another platform or environment is not found either.
     * - `REFERENCE_NOT_FOUND`: The source or destination account does not exist, was deleted, or belongs to another owner than `source.customerId`. Check the id. An id of another platform or environment is not found either.
     * - `LOOKUP_REQUEST_NOT_FOUND`: The look-up does not exist, is older than ten minutes, or belongs to another receiver. Look the receiver up again and use the new `lookupId`.
     */
    404: Error404;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: The invoice in the destination account is paid, or a payment of it is in progress; or the idempotency key was used for another request, or a record is being changed at this moment. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     */
    409: Error409;
    412: CreateQuotePreconditionFailed;
    423: CreateQuoteLocked;
    424: CreateQuoteFailedDependency;
    429: CreateQuoteTooManyRequests;
    500: InternalServerError;
    /**
     * - `UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY`: The receiver's institution demands data about the payer that this service does not know. Use another route.
     * - `NOT_IMPLEMENTED`: No rail in this environment serves the source or the destination, no source of rates serves it, or a platform fee applies to a currency other than USD. Do what the message names, or ask the operator to configure the missing provider. A retry does not help.
     */
    501: Error501;
    503: ServiceUnavailable;
};

export type CreateQuoteError = CreateQuoteErrors[keyof CreateQuoteErrors];

export type CreateQuoteResponses = {
    /**
     * Rate and fees are locked. The status is `PROCESSING` if the quote was executed at once, else `PENDING`.
     */
    201: Quote;
    /**
     * A customer of the EEA must authorize the payment: answer `scaChallenge` with `authorizeQuote`. The quote is `PENDING_AUTHORIZATION`.
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
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    404: QuoteNotFound;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type GetQuoteByIdError = GetQuoteByIdErrors[keyof GetQuoteByIdErrors];

export type GetQuoteByIdResponses = {
    /**
     * The quote in its present state.
     */
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
         * The stamp: the signature over `payloadToSign` of the quote’s `paymentInstructions`, made with a key of the wallet.
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
     * - `INVALID_INPUT`: The quote has real-time funding, or `scaFactor` names a factor that the payer does not have or that cannot authorize payments. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     * - `INVALID_AMOUNT`: The available balance of the source account does not cover the amount; no money was held. Use a positive amount that the balance of the source account covers.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     * - `WALLET_SIGNATURE_MISSING`: The source is an embedded wallet, and the request has no signature of its owner. Sign `payloadToSign` of the quote or of the first answer with a key of the wallet, and send the stamp in its header.
     * - `WALLET_SIGNATURE_MALFORMED`: The stamp cannot be decoded: it is a JSON object with `publicKey`, `scheme` and `signature`, in base64. Send the stamp as base64url of a JSON object with `publicKey`, `scheme` and `signature`.
     * - `WALLET_SIGNATURE_INVALID`: The signature is not by an active session key of the wallet, or signs another payload. Sign the payload with a key that is active for this wallet.
     * - `INVALID_SIGNATURE`: The scheme or the public key of the stamp is not supported. Sign the exact bytes that are sent, with the registered key. If an answer of the counterparty is badly signed, report it there.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `TRANSACT`. Use a token that has the permission, in the right environment. For an agent, `details.reason` names what stops it.
     * - `VELOCITY_LIMIT_EXCEEDED`: The payment exceeds what the customer may start in a day or a month; `Retry-After` names the seconds until the period ends, unless the amount is above the limit alone. Send less, or wait for as long as `Retry-After` says. Without it, send less than the message names, or ask the operator to raise the limit of the customer; the limit of a counterparty ends within an hour.
     * - `USER_NOT_READY`: The source account is frozen or closed, the payer may not move money now, or it must authorize the payment and has no factor. Do what the message names: complete the verification, trust the beneficiary, or have the account unfrozen. If it names nothing, wait for the decision on the verifications of the customer, and correct those in `RESOLVE_ERRORS`; if none is open, ask the operator of the service.
     */
    403: Error403;
    404: QuoteNotFound;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: The quote has expired or was cancelled (`details.reason` is `QUOTE_EXPIRED`), or has failed; or the invoice in its destination account is paid, or a payment of it is in progress; or the idempotency key was used for another request, or the record is being changed at this moment. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     */
    409: Error409;
    423: CreateQuoteLocked;
    429: CreateQuoteTooManyRequests;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type ExecuteQuoteError = ExecuteQuoteErrors[keyof ExecuteQuoteErrors];

export type ExecuteQuoteResponses = {
    /**
     * The payment has started (`PROCESSING`), or waits for its payer (`PENDING_AUTHORIZATION`, with `scaChallenge`).
     */
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
    400: InvalidRequest;
    401: Unauthorized;
    403: ForbiddenWithoutTransact;
    404: QuoteNotFound;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: The quote was executed, or its money has arrived; the message names its transaction. Or the idempotency key was used for another request, or the record is being changed at this moment. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     */
    409: Error409;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
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
        /**
         * The customer who authenticates; its region must be in the EEA.
         */
        customerId: string;
    };
    url: '/2025-10-13/sca/factors';
};

export type ListScaFactorsErrors = {
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    404: UserNotFound;
    405: MethodNotAllowed;
    409: ListScaFactorsConflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type ListScaFactorsError = ListScaFactorsErrors[keyof ListScaFactorsErrors];

export type ListScaFactorsResponses = {
    /**
     * The factors that can be used now; possibly none.
     */
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
        /**
         * The customer who authenticates; its region must be in the EEA.
         */
        customerId: string;
    };
    url: '/2025-10-13/sca/factors';
};

export type StartScaFactorEnrollmentErrors = {
    400: InvalidRequest;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    404: UserNotFound;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: The customer's region is not in the EEA, where alone strong customer authentication applies; or an authenticator app is enrolled already; or the idempotency key was used for another request, or the record is being changed at this moment. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     * - `SCA_SESSION_REQUIRED`: The host requires logins, and the customer has a factor but has not logged in within five minutes. Have each customer in `details.customerIds` log in with strong customer authentication first.
     * - `PASSKEY_ALREADY_ENROLLED`: The customer has a passkey already. Use the enrolled passkey, or reset the factor first.
     */
    409: Error409;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type StartScaFactorEnrollmentError = StartScaFactorEnrollmentErrors[keyof StartScaFactorEnrollmentErrors];

export type StartScaFactorEnrollmentResponses = {
    /**
     * The enrollment waits for its first proof. It changes nothing for the customer until then.
     */
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
        /**
         * The customer who authenticates; its region must be in the EEA.
         */
        customerId: string;
    };
    url: '/2025-10-13/sca/factors/confirm';
};

export type ConfirmScaFactorEnrollmentErrors = {
    /**
     * - `INVALID_INPUT`: The secret, the code or the credential does not belong to this enrollment, or was made on another origin or without user verification. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    404: UserNotFound;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: The customer's region is not in the EEA, where alone strong customer authentication applies; or no enrollment waits, because none was started, or it has expired or was replaced; or the idempotency key was used for another request, or the record is being changed at this moment. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     */
    409: Error409;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type ConfirmScaFactorEnrollmentError = ConfirmScaFactorEnrollmentErrors[keyof ConfirmScaFactorEnrollmentErrors];

export type ConfirmScaFactorEnrollmentResponses = {
    /**
     * The factor is enrolled.
     */
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
        /**
         * The customer who authenticates; its region must be in the EEA.
         */
        customerId: string;
    };
    url: '/2025-10-13/sca/factors/{credentialId}';
};

export type DeleteScaFactorErrors = {
    400: InvalidRequest;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    /**
     * - `REFERENCE_NOT_FOUND`: The customer has no enrolled factor with this id. Check the id. An id of another platform or environment is not found either.
     * - `USER_NOT_FOUND`: The customer does not exist or was deleted. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: The customer's region is not in the EEA, where alone strong customer authentication applies; or the idempotency key was used for another request, or the record is being changed at this moment. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     * - `SCA_SESSION_REQUIRED`: The host requires logins, and the customer has a factor but has not logged in within five minutes. Have each customer in `details.customerIds` log in with strong customer authentication first.
     */
    409: Error409;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type DeleteScaFactorError = DeleteScaFactorErrors[keyof DeleteScaFactorErrors];

export type DeleteScaFactorResponses = {
    /**
     * The factor is removed.
     */
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
        /**
         * The customer who authenticates; its region must be in the EEA.
         */
        customerId: string;
    };
    url: '/2025-10-13/sca/login/start';
};

export type StartScaLoginErrors = {
    /**
     * - `INVALID_INPUT`: The customer does not have the factor; `SMS_OTP` needs a verified phone. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    404: UserNotFound;
    405: MethodNotAllowed;
    409: StartScaLoginConflict;
    423: AccountLocked;
    429: StartScaLoginTooManyRequests;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type StartScaLoginError = StartScaLoginErrors[keyof StartScaLoginErrors];

export type StartScaLoginResponses = {
    /**
     * The login waits for its proof.
     */
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
        /**
         * The customer who authenticates; its region must be in the EEA.
         */
        customerId: string;
    };
    url: '/2025-10-13/sca/login/complete';
};

export type CompleteScaLoginErrors = {
    400: CompleteScaLoginBadRequest;
    401: CompleteScaLoginUnauthorized;
    403: ForbiddenWithoutManage;
    404: UserNotFound;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: The customer's region is not in the EEA, where alone strong customer authentication applies; or no challenge is open, because none was started, or it was answered, replaced or has expired; or the phone is not verified any more; or the idempotency key was used for another request, or the record is being changed at this moment. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     */
    409: Error409;
    423: AccountLocked;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type CompleteScaLoginError = CompleteScaLoginErrors[keyof CompleteScaLoginErrors];

export type CompleteScaLoginResponses = {
    /**
     * The customer is logged in until `sessionExpiresAt`.
     */
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
        /**
         * The customer who authenticates; its region must be in the EEA.
         */
        customerId: string;
    };
    url: '/2025-10-13/sca/record-event';
};

export type RecordSecurityEventErrors = {
    400: InvalidRequest;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    404: UserNotFound;
    405: MethodNotAllowed;
    409: StartScaLoginConflict;
    /**
     * - `ACCOUNT_LOCKED`: The customer is locked for 15 minutes after five wrong proofs or failed logins; `details.lockedUntil` has the end. Further failed logins are not counted. Wait until the lock ends (`details.lockedUntil`, if present), then request a new code.
     */
    423: Error423;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type RecordSecurityEventError = RecordSecurityEventErrors[keyof RecordSecurityEventErrors];

export type RecordSecurityEventResponses = {
    /**
     * The event is counted; the answer shows whether the customer is locked now.
     */
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
        /**
         * The customer who authenticates; its region must be in the EEA.
         */
        customerId: string;
    };
    url: '/2025-10-13/sca/factors/reset';
};

export type StartTwoFactorResetErrors = {
    400: InvalidRequest;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    404: UserNotFound;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: The customer's region is not in the EEA, where alone strong customer authentication applies; or the customer does not have the factor; or the idempotency key was used for another request, or the record is being changed at this moment. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token has used up its requests, or the customer has started five resets within an hour; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type StartTwoFactorResetError = StartTwoFactorResetErrors[keyof StartTwoFactorResetErrors];

export type StartTwoFactorResetResponses = {
    /**
     * The reset waits for the liveness check.
     */
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
        /**
         * The customer who authenticates; its region must be in the EEA.
         */
        customerId: string;
    };
    url: '/2025-10-13/sca/factors/reset/{resetId}';
};

export type GetTwoFactorResetStatusErrors = {
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    404: GetTwoFactorResetStatusNotFound;
    405: MethodNotAllowed;
    409: ListScaFactorsConflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type GetTwoFactorResetStatusError = GetTwoFactorResetStatusErrors[keyof GetTwoFactorResetStatusErrors];

export type GetTwoFactorResetStatusResponses = {
    /**
     * The reset in its present state.
     */
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
        /**
         * The customer who authenticates; its region must be in the EEA.
         */
        customerId: string;
    };
    url: '/2025-10-13/sca/factors/reset/{resetId}/complete';
};

export type CompleteTwoFactorResetErrors = {
    /**
     * - `INVALID_INPUT`: `mobile` is missing for `SMS_OTP`, is not a phone number, or is the lost phone. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    404: GetTwoFactorResetStatusNotFound;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: The customer's region is not in the EEA, where alone strong customer authentication applies; or the reset is not in `LIVENESS_PASSED` or has expired; or the idempotency key was used for another request, or the record is being changed at this moment. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     */
    409: Error409;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type CompleteTwoFactorResetError = CompleteTwoFactorResetErrors[keyof CompleteTwoFactorResetErrors];

export type CompleteTwoFactorResetResponses = {
    /**
     * The factor is removed, or the phone replaced; the reset is `COMPLETED`.
     */
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
    400: InvalidRequest;
    401: Unauthorized;
    403: StartBeneficiaryTrustForbidden;
    404: StartBeneficiaryTrustNotFound;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: The customer's region is not in the EEA, where alone strong customer authentication applies; or the idempotency key was used for another request, or the record is being changed at this moment. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     * - `BENEFICIARY_TRUSTED`: The customer trusts the account already. Continue: the beneficiary is trusted already. To delete the account, remove the trust first.
     */
    409: Error409;
    423: AccountLocked;
    429: StartScaLoginTooManyRequests;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type StartBeneficiaryTrustError = StartBeneficiaryTrustErrors[keyof StartBeneficiaryTrustErrors];

export type StartBeneficiaryTrustResponses = {
    /**
     * The customer is asked; the answer has the challenge.
     */
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
    400: CompleteScaLoginBadRequest;
    401: CompleteScaLoginUnauthorized;
    403: ForbiddenWithoutManage;
    404: StartBeneficiaryTrustNotFound;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: The customer's region is not in the EEA, where alone strong customer authentication applies; or no challenge is open, because none was started, or it was answered, replaced or has expired; or the phone is not verified any more; or the idempotency key was used for another request, or the record is being changed at this moment. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     * - `BENEFICIARY_TRUSTED`: The customer trusts the account already. Continue: the beneficiary is trusted already. To delete the account, remove the trust first.
     */
    409: Error409;
    423: AccountLocked;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type ConfirmBeneficiaryTrustError = ConfirmBeneficiaryTrustErrors[keyof ConfirmBeneficiaryTrustErrors];

export type ConfirmBeneficiaryTrustResponses = {
    /**
     * The customer trusts the account.
     */
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
    400: InvalidRequest;
    401: Unauthorized;
    403: StartBeneficiaryTrustForbidden;
    404: StartBeneficiaryTrustNotFound;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: The customer's region is not in the EEA, where alone strong customer authentication applies; or the customer does not trust the account; or the idempotency key was used for another request, or the record is being changed at this moment. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     */
    409: Error409;
    423: AccountLocked;
    429: StartScaLoginTooManyRequests;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type StartBeneficiaryUntrustError = StartBeneficiaryUntrustErrors[keyof StartBeneficiaryUntrustErrors];

export type StartBeneficiaryUntrustResponses = {
    /**
     * The customer is asked; the answer has the challenge.
     */
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
    400: CompleteScaLoginBadRequest;
    401: CompleteScaLoginUnauthorized;
    403: ForbiddenWithoutManage;
    404: StartBeneficiaryTrustNotFound;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: The customer's region is not in the EEA, where alone strong customer authentication applies; or the customer does not trust the account; or no challenge is open, because none was started, or it was answered, replaced or has expired; or the phone is not verified any more; or the idempotency key was used for another request, or the record is being changed at this moment. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     */
    409: Error409;
    423: AccountLocked;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type ConfirmBeneficiaryUntrustError = ConfirmBeneficiaryUntrustErrors[keyof ConfirmBeneficiaryUntrustErrors];

export type ConfirmBeneficiaryUntrustResponses = {
    /**
     * The customer does not trust the account any more.
     */
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
     * - `INVALID_INPUT`: The code is wrong, expired or used, `challengeId` names another challenge, or the proof is incomplete. A wrong proof counts; the fifth one in a row locks the customer. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     * - `INVALID_AMOUNT`: The available balance of the source account does not cover the amount; no money was held. Use a positive amount that the balance of the source account covers.
     */
    400: Error400;
    401: CompleteScaLoginUnauthorized;
    /**
     * - `FORBIDDEN`: The token does not have the permission `TRANSACT`. Use a token that has the permission, in the right environment. For an agent, `details.reason` names what stops it.
     * - `USER_NOT_READY`: The payer may not move money now, or the source account is frozen or closed. Do what the message names: complete the verification, trust the beneficiary, or have the account unfrozen. If it names nothing, wait for the decision on the verifications of the customer, and correct those in `RESOLVE_ERRORS`; if none is open, ask the operator of the service.
     * - `VELOCITY_LIMIT_EXCEEDED`: The payment exceeds what the customer may start in a day or a month; `Retry-After` names the seconds until the period ends, unless the amount is above the limit alone. Send less, or wait for as long as `Retry-After` says. Without it, send less than the message names, or ask the operator to raise the limit of the customer; the limit of a counterparty ends within an hour.
     */
    403: Error403;
    404: AuthorizeQuoteNotFound;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: The quote does not wait for a proof, or has expired; its challenge was answered at the same time, or the phone is not verified any more; or the idempotency key was used for another request, or the record is being changed at this moment. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     */
    409: Error409;
    423: AccountLocked;
    429: AuthorizeQuoteTooManyRequests;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type AuthorizeQuoteError = AuthorizeQuoteErrors[keyof AuthorizeQuoteErrors];

export type AuthorizeQuoteResponses = {
    /**
     * The payment has started (`PROCESSING`), or the quote shows how its payer can fund it (`PENDING`).
     */
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
    400: InvalidRequest;
    401: Unauthorized;
    403: ForbiddenWithoutTransact;
    404: AuthorizeQuoteNotFound;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: The quote does not wait for a proof, has expired, or its challenge is not for `SMS_OTP`; or the phone is not verified any more; or the idempotency key was used for another request, or the record is being changed at this moment. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     */
    409: Error409;
    423: AccountLocked;
    429: StartScaLoginTooManyRequests;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type ResendQuoteScaCodeError = ResendQuoteScaCodeErrors[keyof ResendQuoteScaCodeErrors];

export type ResendQuoteScaCodeResponses = {
    /**
     * Another code is on its way.
     */
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
     * - `INVALID_INPUT`: No rail in this environment collects from such an account, or a field is invalid; `details.errors` names it. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     * - `MISSING_MANDATORY_USER_INFO`: The customer's record lacks data that a provider requires for one of the currencies; `details.fields` names it. Add the information that `details.fields` names to the customer, then repeat the request.
     * - `INVALID_CURRENCY`: The accounts have different currencies, or the platform has not enabled the currency in this direction. Use a currency that the account, the corridor or the platform configuration supports.
     * - `INVALID_AMOUNT`: The amount is missing or not positive. Use a positive amount that the balance of the source account covers.
     * - `AMOUNT_OUT_OF_RANGE`: The amount is outside the platform's limits for the currency. Use an amount within the limits of the currency and the corridor.
     * - `EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED`: The ownership of the external account has to be verified first. Complete the ownership verification of the external account, then repeat the request, or name another account.
     */
    400: Error400;
    401: Unauthorized;
    /**
     * - `FORBIDDEN`: The token does not have the permission `TRANSACT`. Use a token that has the permission, in the right environment. For an agent, `details.reason` names what stops it.
     * - `USER_NOT_READY`: The customer is not approved (KYC or KYB), or a change of its identity is under review; or the internal account is closed. Do what the message names: complete the verification, trust the beneficiary, or have the account unfrozen. If it names nothing, wait for the decision on the verifications of the customer, and correct those in `RESOLVE_ERRORS`; if none is open, ask the operator of the service.
     * - `END_USER_TERMS_NOT_ACCEPTED`: The platform requires the end-user terms, and the customer has not accepted them. Record that the customer has accepted the end-user terms, then repeat the request.
     * - `VELOCITY_LIMIT_EXCEEDED`: The payment exceeds what the customer may start in a day or a month; `Retry-After` names the seconds until the period ends, unless the amount is above the limit alone. Send less, or wait for as long as `Retry-After` says. Without it, send less than the message names, or ask the operator to raise the limit of the customer; the limit of a counterparty ends within an hour.
     */
    403: Error403;
    404: CreateTransferInNotFound;
    405: MethodNotAllowed;
    409: Conflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type CreateTransferInError = CreateTransferInErrors[keyof CreateTransferInErrors];

export type CreateTransferInResponses = {
    /**
     * The collection was accepted; its transaction is `PENDING`.
     */
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
     * - `INVALID_INPUT`: The source is an embedded wallet, the payment rail does not reach the account, or a field is invalid; `details.errors` names it. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     * - `MISSING_MANDATORY_USER_INFO`: The customer's record lacks data that a provider requires for one of the currencies; `details.fields` names it. Add the information that `details.fields` names to the customer, then repeat the request.
     * - `INVALID_CURRENCY`: The accounts have different currencies, or the platform has not enabled the currency in this direction. Use a currency that the account, the corridor or the platform configuration supports.
     * - `INVALID_AMOUNT`: The amount is missing or not positive, the available balance does not cover it, the network fee uses it up, or the invoice in the external account asks for another amount. Use a positive amount that the balance of the source account covers.
     * - `AMOUNT_OUT_OF_RANGE`: The amount is outside the limits of the platform or of the corridor. Use an amount within the limits of the currency and the corridor.
     * - `TRANSACTION_SIZE_LIMIT_EXCEEDED`: The sending amount is above the maximum of the corridor for one transaction. Send a smaller amount, or split the payment.
     * - `EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED`: The ownership of the external account is not verified, and the account or the corridor requires it. Complete the ownership verification of the external account, then repeat the request, or name another account.
     * - `INVALID_BANK_ACCOUNT`: The address of the external account does not belong to the network that would carry the transfer; or its invoice or offer has expired or cannot be paid. Check the account details with the account holder and correct the named field.
     */
    400: Error400;
    401: Unauthorized;
    /**
     * - `FORBIDDEN`: The token does not have the permission `TRANSACT`. Use a token that has the permission, in the right environment. For an agent, `details.reason` names what stops it.
     * - `USER_NOT_READY`: The customer is not approved (KYC or KYB) or under review, the internal account is frozen or closed, or a customer of the EEA does not trust the external account. Do what the message names: complete the verification, trust the beneficiary, or have the account unfrozen. If it names nothing, wait for the decision on the verifications of the customer, and correct those in `RESOLVE_ERRORS`; if none is open, ask the operator of the service.
     * - `END_USER_TERMS_NOT_ACCEPTED`: The platform requires the end-user terms, and the customer has not accepted them. Record that the customer has accepted the end-user terms, then repeat the request.
     * - `VELOCITY_LIMIT_EXCEEDED`: The payment exceeds what the customer may start in a day or a month; `Retry-After` names the seconds until the period ends, unless the amount is above the limit alone. Send less, or wait for as long as `Retry-After` says. Without it, send less than the message names, or ask the operator to raise the limit of the customer; the limit of a counterparty ends within an hour.
     */
    403: Error403;
    404: CreateTransferInNotFound;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: The external account or its rail changed while the network fee was determined; or its invoice is paid, or a payment of it is in progress; or the idempotency key was used for another request, or a record is being changed at this moment. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     */
    409: Error409;
    429: AuthorizeQuoteTooManyRequests;
    500: InternalServerError;
    /**
     * - `NOT_IMPLEMENTED`: No rail in this environment delivers to such an account. Do what the message names, or ask the operator to configure the missing provider. A retry does not help.
     */
    501: Error501;
    /**
     * - `SERVICE_UNAVAILABLE`: The rail did not name the network fee, and no money was held; or the host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type CreateTransferOutError = CreateTransferOutErrors[keyof CreateTransferOutErrors];

export type CreateTransferOutResponses = {
    /**
     * The amount is held, and the transfer is on its way to its rail (`PROCESSING`).
     */
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
     * - `INVALID_CURRENCY`: The currency is not a crypto asset, or not that of the account. Use a currency that the account, the corridor or the platform configuration supports.
     * - `INVALID_AMOUNT`: The amount is not positive, or the network fee uses it up. Use a positive amount that the balance of the source account covers.
     * - `INVALID_BANK_ACCOUNT`: `destinationAddress` is not an address on the network. Check the account details with the account holder and correct the named field.
     */
    400: Error400;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    /**
     * - `REFERENCE_NOT_FOUND`: The internal account does not exist. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    405: MethodNotAllowed;
    409: Conflict;
    429: RateLimited;
    500: InternalServerError;
    /**
     * - `SERVICE_UNAVAILABLE`: The rail did not name the network fee, or the host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type EstimateCryptoWithdrawalFeeError = EstimateCryptoWithdrawalFeeErrors[keyof EstimateCryptoWithdrawalFeeErrors];

export type EstimateCryptoWithdrawalFeeResponses = {
    /**
     * The fee at this moment, and what would arrive.
     */
    200: EstimateCryptoWithdrawalFeeResponse;
};

export type EstimateCryptoWithdrawalFeeResponse2 = EstimateCryptoWithdrawalFeeResponses[keyof EstimateCryptoWithdrawalFeeResponses];

export type ListTransactionsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only payments of this customer, or with the platform's id those of its own accounts.
         */
        customerId?: string;
        /**
         * The same filter by your own id of the customer.
         */
        platformCustomerId?: string;
        /**
         * Only payments with this account id or UMA address on either side.
         */
        accountIdentifier?: string;
        /**
         * Only payments from this account id or UMA address.
         */
        senderAccountIdentifier?: string;
        /**
         * Only payments to this account id or UMA address.
         */
        receiverAccountIdentifier?: string;
        /**
         * Only transactions that are in this state now. Card transactions have states of their own.
         */
        status?: TransactionStatusFilter;
        /**
         * Only payments in this direction, or only card transactions.
         */
        type?: TransactionTypeFilter;
        /**
         * Only payments that were funded with this reference of payment instructions.
         */
        reference?: string;
        /**
         * Only payments that started at this time or later.
         */
        startDate?: string;
        /**
         * Only payments that started at this time or earlier.
         */
        endDate?: string;
        /**
         * The most records in one page.
         */
        limit?: number;
        /**
         * `nextCursor` of the page before. Keep all filters; omit it for the first page.
         */
        cursor?: string;
        /**
         * By `createdAt`: `desc` is newest first. Cursors belong to one order.
         */
        sortOrder?: 'asc' | 'desc';
    };
    url: '/2025-10-13/transactions';
};

export type ListTransactionsErrors = {
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    405: MethodNotAllowed;
    409: ListTransactionsConflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type ListTransactionsError = ListTransactionsErrors[keyof ListTransactionsErrors];

export type ListTransactionsResponses = {
    /**
     * The transactions that match, in the requested order.
     */
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
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    404: TransactionNotFound;
    405: MethodNotAllowed;
    409: ListTransactionsConflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type GetTransactionByIdError = GetTransactionByIdErrors[keyof GetTransactionByIdErrors];

export type GetTransactionByIdResponses = {
    /**
     * The transaction in its present state.
     */
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
     * - `INVALID_INPUT`: `receiptDeliveryConfirmedAt` is in the future, or not a timestamp. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    404: TransactionNotFound;
    405: MethodNotAllowed;
    409: Conflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type ConfirmReceiptDeliveryError = ConfirmReceiptDeliveryErrors[keyof ConfirmReceiptDeliveryErrors];

export type ConfirmReceiptDeliveryResponses = {
    /**
     * The time of the receipt is recorded.
     */
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
    400: InvalidRequest;
    401: Unauthorized;
    403: ForbiddenWithoutTransact;
    404: TransactionNotFound;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     * - `TRANSACTION_NOT_CANCELLABLE`: The payment has ended, its rail does not cancel payments, or the rail was too late. Wait for the outcome of the transaction. A payment that has ended, or whose rail does not cancel, stays as it is.
     */
    409: Error409;
    429: RateLimited;
    /**
     * - `INTERNAL_ERROR`: Internal error. Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.
     * - `SVC_SWITCH_ERROR`: The rail did not answer or failed. The cancellation stays requested, and may still succeed. Send the request again after a pause.
     */
    500: Error500;
    503: ServiceUnavailable;
};

export type CancelTransactionError = CancelTransactionErrors[keyof CancelTransactionErrors];

export type CancelTransactionResponses = {
    /**
     * The payment is cancelled (`FAILED`), and its `refund` is under way or complete.
     */
    200: TransactionOneOf;
};

export type CancelTransactionResponse = CancelTransactionResponses[keyof CancelTransactionResponses];

export type ListCardsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only cards of this customer.
         */
        cardholderId?: string;
        /**
         * Only cards that have this account among their funding sources.
         */
        accountId?: string;
        /**
         * Only cards that you have ordered with this id.
         */
        platformCardId?: string;
        /**
         * Only cards in this state.
         */
        state?: CardState;
        /**
         * The most records in one page.
         */
        limit?: number;
        /**
         * `nextCursor` of the page before. Keep all filters; omit it for the first page.
         */
        cursor?: string;
        /**
         * `desc` lists the newest card first, `asc` the oldest.
         */
        sortOrder?: 'asc' | 'desc';
    };
    url: '/2025-10-13/cards';
};

export type ListCardsErrors = {
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    501: ListCardsNotImplemented;
    503: ServiceUnavailable;
};

export type ListCardsError = ListCardsErrors[keyof ListCardsErrors];

export type ListCardsResponses = {
    /**
     * A page of cards, without their numbers.
     */
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
     * - `INVALID_INPUT`: The funding sources are not different `ACTIVE` accounts of the cardholder in one currency (`details.reason` is `FUNDING_SOURCE_INELIGIBLE`), or another field is invalid. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     * - `CARDHOLDER_KYC_NOT_APPROVED`: The verification of the customer is not `APPROVED`, or a change of its identity is under review. Complete the KYC verification of the cardholder, then order the card.
     */
    400: Error400;
    401: Unauthorized;
    /**
     * - `FORBIDDEN`: The token does not have the permissions `MANAGE` and `TRANSACT`. Use a token that has the permission, in the right environment. For an agent, `details.reason` names what stops it.
     */
    403: Error403;
    /**
     * - `USER_NOT_FOUND`: No customer of the platform has the id `cardholderId`, or the customer was deleted. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    405: MethodNotAllowed;
    409: Conflict;
    429: RateLimited;
    500: InternalServerError;
    /**
     * - `NOT_IMPLEMENTED`: The host has no card issuer in this environment. Do what the message names, or ask the operator to configure the missing provider. A retry does not help.
     */
    501: Error501;
    503: ServiceUnavailable;
};

export type CreateCardError = CreateCardErrors[keyof CreateCardErrors];

export type CreateCardResponses = {
    /**
     * The card is ordered.
     */
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
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    404: ReferenceNotFound;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    501: ListCardsNotImplemented;
    503: ServiceUnavailable;
};

export type GetCardByIdError = GetCardByIdErrors[keyof GetCardByIdErrors];

export type GetCardByIdResponses = {
    /**
     * The card, without its number.
     */
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
     * - `INVALID_INPUT`: The change is empty. The funding sources are not different `ACTIVE` accounts of the cardholder in one currency (`details.reason` is `FUNDING_SOURCE_INELIGIBLE`). Or another field is invalid. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    404: ReferenceNotFound;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     * - `CARD_ALREADY_CLOSED`: The change names a `state`, and the card is `CLOSED`. A closed card stays closed. Order a new card.
     * - `CARD_NOT_MUTABLE`: The change names funding sources, a limit or controls, and the card is `CLOSED`. Order a new card: a closed card cannot be changed.
     * - `INVALID_STATE_TRANSITION`: The card has the state already, or is `PROCESSING`: then it can only be closed. Read the resource again. Its state does not allow this operation.
     */
    409: Error409;
    429: RateLimited;
    500: InternalServerError;
    501: ListCardsNotImplemented;
    503: ServiceUnavailable;
};

export type UpdateCardByIdError = UpdateCardByIdErrors[keyof UpdateCardByIdErrors];

export type UpdateCardByIdResponses = {
    /**
     * The card after the change, which applies to its next use.
     */
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
    400: InvalidRequest;
    401: Unauthorized;
    /**
     * - `FORBIDDEN`: The token does not have the permissions `MANAGE` and `TRANSACT`, or the card is neither `ACTIVE` nor `FROZEN`. Use a token that has the permission, in the right environment. For an agent, `details.reason` names what stops it.
     */
    403: Error403;
    404: ReferenceNotFound;
    405: MethodNotAllowed;
    409: Conflict;
    429: RateLimited;
    500: InternalServerError;
    501: ListCardsNotImplemented;
    /**
     * - `SERVICE_UNAVAILABLE`: The issuer did not answer or is not configured any more, or the host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type RevealCardError = RevealCardErrors[keyof RevealCardErrors];

export type RevealCardResponses = {
    /**
     * The address of the page. Show it at once.
     */
    200: CardRevealResponse;
};

export type RevealCardResponse = RevealCardResponses[keyof RevealCardResponses];

export type LookupUmaData = {
    body?: never;
    path: {
        /**
         * Whom to pay: an address of the form `$name@domain`. Percent-encode it.
         */
        receiverUmaAddress: string;
    };
    query?: {
        /**
         * The paying customer by its UMA address. With `customerId`, both must name the same customer.
         */
        senderUmaAddress?: string;
        /**
         * The paying customer by its id. An external account can be looked up without a sender: the platform pays.
         */
        customerId?: string;
    };
    url: '/2025-10-13/receiver/uma/{receiverUmaAddress}';
};

export type LookupUmaErrors = {
    /**
     * - `INVALID_INPUT`: Neither `customerId` nor `senderUmaAddress` names the paying customer, or a parameter is unknown. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_UMA_ADDRESS`: The address of the receiver or of the sender does not have the form `$name@domain`. Use an address of the form `$name@domain`.
     * - `INVALID_CURRENCY`: The receiver accepts no currency that this host knows. Use a currency that the account, the corridor or the platform configuration supports.
     * - `QUOTE_REQUEST_FAILED`: There is no current rate from the sender's first currency. Retry after a pause. If the error persists, no exchange rate exists for this currency pair.
     * - `INVALID_RECEIVER`: The institution knows the receiver, who cannot be paid now. Ask the receiver for an account that can receive this payment.
     * - `SENDER_NOT_ACCEPTED`: The institution does not accept this sender. Use another route, or pay from another customer.
     * - `MISSING_MANDATORY_USER_INFO`: The institution wants data about the sender; `details.fields` names it. Add the information that `details.fields` names to the customer, then repeat the request.
     * - `INVALID_AMOUNT`: The institution answers that it refuses the amount. Use a positive amount that the balance of the source account covers.
     * - `AMOUNT_OUT_OF_RANGE`: The institution answers that the amount is outside its limits. Use an amount within the limits of the currency and the corridor.
     * - `PARSE_LNURLP_RESPONSE_ERROR`: The answer of the institution cannot be read. Report this to the counterparty. Use another receiver or account until it is corrected.
     * - `MISSING_REQUIRED_UMA_PARAMETERS`: The institution answers without UMA, or misses a parameter in the request. Add the missing parameters. If an answer of the counterparty lacks them, report it there.
     * - `INVALID_TIMESTAMP`: The answer was signed more than 15 minutes before or after the time of this host. Synchronize the clocks of both hosts, then send a newly signed message.
     * - `INVALID_NONCE`: The answer was received before, or its nonce is malformed. Send a message that is signed with a new nonce. If an answer of the counterparty repeats one, report it there.
     * - `INVALID_PUBKEY_FORMAT`: A key of the institution is malformed. Report this to the counterparty. Use another receiver or account until it is corrected.
     * - `CERT_CHAIN_INVALID`: The certificates of the institution do not verify. Report this to the counterparty. Use another receiver or account until it is corrected.
     * - `CERT_CHAIN_EXPIRED`: A certificate of the institution has expired. Report this to the counterparty. Use another receiver or account until it is corrected.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     * - `INVALID_SIGNATURE`: The answer is not signed by the keys of the institution, or is signed for another receiver. Sign the exact bytes that are sent, with the registered key. If an answer of the counterparty is badly signed, report it there.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`. Use a token that has the permission, in the right environment. For an agent, `details.reason` names what stops it.
     * - `COUNTERPARTY_NOT_ALLOWED`: The operator blocks the institution of the receiver, or the institution blocks this host. Use another counterparty, or ask the operator to allow this one.
     * - `VELOCITY_LIMIT_EXCEEDED`: The platform has looked up too many receivers of this institution within an hour. Send less, or wait for as long as `Retry-After` says. Without it, send less than the message names, or ask the operator to raise the limit of the customer; the limit of a counterparty ends within an hour.
     */
    403: Error403;
    /**
     * - `UMA_NOT_FOUND`: The institution has no receiver with this address. Check the UMA address with the receiver.
     * - `USER_NOT_FOUND`: No customer of the platform is the sender, or the two parameters name different customers. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    405: MethodNotAllowed;
    /**
     * - `UNSUPPORTED_UMA_VERSION`: The institution supports no version of UMA that this host speaks. Repeat the request with a UMA version that both sides support.
     */
    412: Error412;
    /**
     * - `LNURLP_REQUEST_FAILED`: The institution of the receiver cannot be reached, or answered with an error. Retry after a pause. If the error persists, the counterparty is down: report it there.
     * - `COUNTERPARTY_PUBKEY_FETCH_ERROR`: The keys that verify the answer of the institution cannot be fetched. Retry after a pause. If the error persists, the counterparty is down: report it there.
     * - `NO_COMPATIBLE_UMA_VERSION`: The institution proposes versions of UMA, none of which this host speaks. The counterparty must support a UMA version in common. Use another route until it does.
     */
    424: Error424;
    429: RateLimited;
    500: InternalServerError;
    /**
     * - `UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY`: The institution requires data about the sender that this host does not know. Use another route.
     * - `NOT_IMPLEMENTED`: This environment has no settlement for UMA, or none that the institution accepts. Do what the message names, or ask the operator to configure the missing provider. A retry does not help.
     */
    501: Error501;
    503: ServiceUnavailable;
};

export type LookupUmaError = LookupUmaErrors[keyof LookupUmaErrors];

export type LookupUmaResponses = {
    /**
     * The receiver can be paid, in the listed currencies.
     */
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
     * - `AMOUNT_OUT_OF_RANGE`: The account of the customer cannot hold the amount now. The payment stays undecided; approve it when there is room. Use an amount within the limits of the currency and the corridor.
     */
    400: Error400;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    404: TransactionNotFound;
    405: MethodNotAllowed;
    409: ApprovePendingPaymentConflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type ApprovePendingPaymentError = ApprovePendingPaymentErrors[keyof ApprovePendingPaymentErrors];

export type ApprovePendingPaymentResponses = {
    /**
     * The payment is approved. It stays `PENDING` until its money is there.
     */
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
    400: InvalidRequest;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    404: TransactionNotFound;
    405: MethodNotAllowed;
    409: ApprovePendingPaymentConflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type RejectPendingPaymentError = RejectPendingPaymentErrors[keyof RejectPendingPaymentErrors];

export type RejectPendingPaymentResponses = {
    /**
     * The payment is rejected (`FAILED`).
     */
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
     * - `INVITATIONS_NOT_CONFIGURED`: The platform has no UMA domain of its own in force. Set `umaDomain` in the platform configuration first.
     * - `INVALID_UMA_ADDRESS`: `inviterUma` does not have the form `$name@domain`. Use an address of the form `$name@domain`.
     */
    400: Error400;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    405: MethodNotAllowed;
    409: Conflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type CreateInvitationError = CreateInvitationErrors[keyof CreateInvitationErrors];

export type CreateInvitationResponses = {
    /**
     * The invitation, which can be claimed from now on.
     */
    201: UmaInvitation;
};

export type CreateInvitationResponse = CreateInvitationResponses[keyof CreateInvitationResponses];

export type GetInvitationData = {
    body?: never;
    path: {
        /**
         * The 16 letters and digits that the invited person has received.
         */
        invitationCode: string;
    };
    query?: never;
    url: '/2025-10-13/invitations/{invitationCode}';
};

export type GetInvitationErrors = {
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    404: GetInvitationNotFound;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type GetInvitationError = GetInvitationErrors[keyof GetInvitationErrors];

export type GetInvitationResponses = {
    /**
     * The invitation in its present state.
     */
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
        /**
         * The 16 letters and digits that the invited person has received.
         */
        invitationCode: string;
    };
    query?: never;
    url: '/2025-10-13/invitations/{invitationCode}/claim';
};

export type ClaimInvitationErrors = {
    /**
     * - `INVALID_INPUT`: The invitation has expired, or the inviter tries to claim it. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     * - `INVITATION_ALREADY_CLAIMED`: A platform has claimed it before. Create a new invitation.
     * - `INVITATION_CANCELLED`: The inviting platform has withdrawn it. Create a new invitation.
     * - `INVALID_UMA_ADDRESS`: `inviteeUma` does not have the form `$name@domain`. Use an address of the form `$name@domain`.
     */
    400: Error400;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    /**
     * - `INVITATION_NOT_FOUND`: No invitation of this environment has the code. Check the code of the invitation.
     * - `USER_NOT_FOUND`: No customer of the calling platform has the address `inviteeUma`. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    405: MethodNotAllowed;
    409: Conflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type ClaimInvitationError = ClaimInvitationErrors[keyof ClaimInvitationErrors];

export type ClaimInvitationResponses = {
    /**
     * The invitation is `CLAIMED` for this customer.
     */
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
        /**
         * The 16 letters and digits that the invited person has received.
         */
        invitationCode: string;
    };
    query?: never;
    url: '/2025-10-13/invitations/{invitationCode}/cancel';
};

export type CancelInvitationErrors = {
    /**
     * - `INVALID_INPUT`: The invitation has expired. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     * - `INVITATION_ALREADY_CLAIMED`: A platform has claimed it before. Create a new invitation.
     * - `INVITATION_CANCELLED`: The inviting platform has withdrawn it. Create a new invitation.
     */
    400: Error400;
    401: Unauthorized;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`, or another platform has created the invitation. Use a token that has the permission, in the right environment. For an agent, `details.reason` names what stops it.
     */
    403: Error403;
    404: GetInvitationNotFound;
    405: MethodNotAllowed;
    409: Conflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type CancelInvitationError = CancelInvitationErrors[keyof CancelInvitationErrors];

export type CancelInvitationResponses = {
    /**
     * The invitation is `CANCELLED` for good.
     */
    200: UmaInvitation;
};

export type CancelInvitationResponse = CancelInvitationResponses[keyof CancelInvitationResponses];

export type GetAvailableUmaProvidersData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only institutions that serve this region, such as `US`.
         */
        countryCode?: string;
        /**
         * Only institutions whose customers can be paid in it.
         */
        currencyCode?: string;
        /**
         * Whether to include institutions that the operator has blocked; by default they are left out.
         */
        hasBlockedProviders?: boolean;
        /**
         * The most records in one page.
         */
        limit?: number;
        /**
         * `nextCursor` of the page before. Keep all filters; omit it for the first page.
         */
        cursor?: string;
        /**
         * Direction of the order by domain name.
         */
        sortOrder?: 'asc' | 'desc';
    };
    url: '/2025-10-13/uma-providers';
};

export type GetAvailableUmaProvidersErrors = {
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type GetAvailableUmaProvidersError = GetAvailableUmaProvidersErrors[keyof GetAvailableUmaProvidersErrors];

export type GetAvailableUmaProvidersResponses = {
    /**
     * A page of institutions, ordered by domain.
     */
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
     * - `INVALID_INPUT`: Neither `receiverUmaAddress` nor `customerId` names the receiver, or a field is invalid. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     * - `INVALID_UMA_ADDRESS`: One of the addresses does not have the form `$name@domain`. Use an address of the form `$name@domain`.
     * - `SELF_PAYMENT`: Payer and receiver have the same address. Name a destination that differs from the source.
     * - `INVALID_RECEIVER`: The customer is not approved, must accept the end-user terms first, or has no account that can receive. Ask the receiver for an account that can receive this payment.
     * - `INVALID_CURRENCY`: The customer has no account in the currency, or the platform has not enabled `INCOMING` for it. Use a currency that the account, the corridor or the platform configuration supports.
     * - `AMOUNT_OUT_OF_RANGE`: The amount is outside the limits of the currency in the platform configuration. Use an amount within the limits of the currency and the corridor.
     */
    400: Error400;
    401: Unauthorized;
    403: SandboxReceiveForbidden;
    /**
     * - `USER_NOT_FOUND`: No customer of the platform is the receiver, or the two fields name different customers. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    405: MethodNotAllowed;
    409: Conflict;
    429: RateLimited;
    500: InternalServerError;
    /**
     * - `NOT_IMPLEMENTED`: The host has no settlement for UMA in the sandbox. Do what the message names, or ask the operator to configure the missing provider. A retry does not help.
     */
    501: Error501;
    503: ServiceUnavailable;
};

export type SandboxReceiveError = SandboxReceiveErrors[keyof SandboxReceiveErrors];

export type SandboxReceiveResponses = {
    /**
     * The incoming payment, which waits for your decision.
     */
    200: TransactionOneOf;
};

export type SandboxReceiveResponse = SandboxReceiveResponses[keyof SandboxReceiveResponses];

export type ListStablecoinProviderAccountsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only accounts at this issuer.
         */
        provider?: StablecoinProvider;
        /**
         * Only links in this state, such as `INVALID` to find those to link again.
         */
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
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type ListStablecoinProviderAccountsError = ListStablecoinProviderAccountsErrors[keyof ListStablecoinProviderAccountsErrors];

export type ListStablecoinProviderAccountsResponses = {
    /**
     * One page of links, without their credentials.
     */
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
     * - `STABLECOIN_PROVIDER_ACCOUNT_INVALID`: The issuer refuses the credentials, or they are not of `providerAccountId`. Nothing was stored. Check the credentials of the provider account and link it again.
     * - `STABLECOIN_PROVIDER_ACCOUNT_REVOKED`: The issuer reports that access was withdrawn. Nothing was stored. Link the provider account again.
     */
    400: Error400;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: The account is linked and `ACTIVE`, or the idempotency key was used for another request. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     */
    409: Error409;
    429: RateLimited;
    500: InternalServerError;
    501: LinkStablecoinProviderAccountNotImplemented;
    503: LinkStablecoinProviderAccountServiceUnavailable;
};

export type LinkStablecoinProviderAccountError = LinkStablecoinProviderAccountErrors[keyof LinkStablecoinProviderAccountErrors];

export type LinkStablecoinProviderAccountResponses = {
    /**
     * The link is `ACTIVE` and can be used at once.
     */
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
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    /**
     * - `STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND`: No such provider account link. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type GetStablecoinProviderAccountError = GetStablecoinProviderAccountErrors[keyof GetStablecoinProviderAccountErrors];

export type GetStablecoinProviderAccountResponses = {
    /**
     * The link, without its credentials.
     */
    200: StablecoinProviderAccount;
};

export type GetStablecoinProviderAccountResponse = GetStablecoinProviderAccountResponses[keyof GetStablecoinProviderAccountResponses];

export type ListStablecoinsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only tokens in this state at their issuer.
         */
        issuanceStatus?: StablecoinIssuanceStatus;
        /**
         * Only tokens in this state, such as `ENABLED` for those that can be minted now.
         */
        svcOperationsStatus?: StablecoinSvcOperationsStatus;
        /**
         * Only tokens of this issuer.
         */
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
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type ListStablecoinsError = ListStablecoinsErrors[keyof ListStablecoinsErrors];

export type ListStablecoinsResponses = {
    /**
     * One page of registered tokens.
     */
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
     * - `INVALID_INPUT`: The request breaks a rule, or the issuer does not know the token or will not issue it; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     * - `STABLECOIN_PROVIDER_ACCOUNT_INVALID`: The issuer refuses the credentials of the linked account. Check the credentials of the provider account and link it again.
     * - `STABLECOIN_PROVIDER_ACCOUNT_REVOKED`: The issuer reports that access to the linked account was withdrawn. Link the provider account again.
     * - `STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED`: `stablecoinProviderAccountId` is absent, and several links are `ACTIVE`. Name the provider account link in the request.
     */
    400: Error400;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    /**
     * - `STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND`: The named link does not exist, or no account is linked. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: The token is registered for this link, or the idempotency key was used for another request. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     */
    409: Error409;
    429: RateLimited;
    500: InternalServerError;
    501: LinkStablecoinProviderAccountNotImplemented;
    503: LinkStablecoinProviderAccountServiceUnavailable;
};

export type RegisterStablecoinError = RegisterStablecoinErrors[keyof RegisterStablecoinErrors];

export type RegisterStablecoinResponses = {
    /**
     * The token is registered; `svcOperationsStatus` says whether it can be minted already.
     */
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
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    404: ReferenceNotFound;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type GetStablecoinError = GetStablecoinErrors[keyof GetStablecoinErrors];

export type GetStablecoinResponses = {
    /**
     * The token as it is now.
     */
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
    400: CreateStablecoinMintQuoteBadRequest;
    401: Unauthorized;
    403: CreateStablecoinMintQuoteForbidden;
    404: CreateStablecoinMintQuoteNotFound;
    405: MethodNotAllowed;
    409: CreateStablecoinMintQuoteConflict;
    429: RateLimited;
    500: InternalServerError;
    501: LinkStablecoinProviderAccountNotImplemented;
    503: LinkStablecoinProviderAccountServiceUnavailable;
};

export type CreateStablecoinMintQuoteError = CreateStablecoinMintQuoteErrors[keyof CreateStablecoinMintQuoteErrors];

export type CreateStablecoinMintQuoteResponses = {
    /**
     * The quote, with the fees fixed and nothing held.
     */
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
    400: CreateStablecoinMintQuoteBadRequest;
    401: Unauthorized;
    403: CreateStablecoinMintQuoteForbidden;
    404: CreateStablecoinMintQuoteNotFound;
    405: MethodNotAllowed;
    409: CreateStablecoinMintQuoteConflict;
    429: RateLimited;
    500: InternalServerError;
    501: LinkStablecoinProviderAccountNotImplemented;
    503: LinkStablecoinProviderAccountServiceUnavailable;
};

export type CreateStablecoinBurnQuoteError = CreateStablecoinBurnQuoteErrors[keyof CreateStablecoinBurnQuoteErrors];

export type CreateStablecoinBurnQuoteResponses = {
    /**
     * The quote, with the fees fixed and nothing held.
     */
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
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    404: QuoteNotFound;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type GetStablecoinQuoteError = GetStablecoinQuoteErrors[keyof GetStablecoinQuoteErrors];

export type GetStablecoinQuoteResponses = {
    /**
     * The quote as it is now.
     */
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
     * - `STABLECOIN_PROVIDER_ACCOUNT_INVALID`: The issuer refuses the credentials of the linked account. Check the credentials of the provider account and link it again.
     * - `STABLECOIN_PROVIDER_ACCOUNT_REVOKED`: The issuer reports that access to the linked account was withdrawn. Link the provider account again.
     * - `EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED`: An external account is not `ACTIVE`. Complete the ownership verification of the external account, then repeat the request, or name another account.
     * - `MISSING_MANDATORY_USER_INFO`: The customer lacks information that the platform requires for the currencies. Add the information that `details.fields` names to the customer, then repeat the request.
     * - `INVALID_AMOUNT`: The balance of the paying account does not cover the amount. Use a positive amount that the balance of the source account covers.
     */
    400: Error400;
    401: Unauthorized;
    403: CreateStablecoinMintQuoteForbidden;
    /**
     * - `QUOTE_NOT_FOUND`: No such quote. Check the id. An id of another platform or environment is not found either.
     * - `REFERENCE_NOT_FOUND`: An account of the quote was deleted. Check the id. An id of another platform or environment is not found either.
     * - `USER_NOT_FOUND`: The customer who owns the accounts was deleted. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: The quote has expired (`details.reason` is `QUOTE_EXPIRED`), or the idempotency key was used for another request. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     */
    409: Error409;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type ExecuteStablecoinQuoteError = ExecuteStablecoinQuoteErrors[keyof ExecuteStablecoinQuoteErrors];

export type ExecuteStablecoinQuoteResponses = {
    /**
     * The operation of the quote. A new one is `CREATED` and goes to the issuer at once.
     */
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
    400: CreateStablecoinMintBadRequest;
    401: Unauthorized;
    403: CreateStablecoinMintForbidden;
    404: CreateStablecoinMintQuoteNotFound;
    405: MethodNotAllowed;
    409: CreateStablecoinMintQuoteConflict;
    429: RateLimited;
    500: InternalServerError;
    501: LinkStablecoinProviderAccountNotImplemented;
    503: LinkStablecoinProviderAccountServiceUnavailable;
};

export type CreateStablecoinMintError = CreateStablecoinMintErrors[keyof CreateStablecoinMintErrors];

export type CreateStablecoinMintResponses = {
    /**
     * The mint is `CREATED`, and the order goes to the issuer at once. The money of an internal account is held.
     */
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
    400: CreateStablecoinMintBadRequest;
    401: Unauthorized;
    403: CreateStablecoinMintForbidden;
    404: CreateStablecoinMintQuoteNotFound;
    405: MethodNotAllowed;
    409: CreateStablecoinMintQuoteConflict;
    429: RateLimited;
    500: InternalServerError;
    501: LinkStablecoinProviderAccountNotImplemented;
    503: LinkStablecoinProviderAccountServiceUnavailable;
};

export type CreateStablecoinBurnError = CreateStablecoinBurnErrors[keyof CreateStablecoinBurnErrors];

export type CreateStablecoinBurnResponses = {
    /**
     * The burn is `CREATED`, and the order goes to the issuer at once. The tokens of an internal account are held.
     */
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
        /**
         * Only mints, or only burns. Default: both.
         */
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
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    404: ReferenceNotFound;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type ListStablecoinOperationsError = ListStablecoinOperationsErrors[keyof ListStablecoinOperationsErrors];

export type ListStablecoinOperationsResponses = {
    /**
     * One page of mints and burns.
     */
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
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    404: ReferenceNotFound;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type GetStablecoinOperationError = GetStablecoinOperationErrors[keyof GetStablecoinOperationErrors];

export type GetStablecoinOperationResponses = {
    /**
     * The mint or burn as it is now.
     */
    200: StablecoinOperation;
};

export type GetStablecoinOperationResponse = GetStablecoinOperationResponses[keyof GetStablecoinOperationResponses];

export type ListAgentsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only agents that act for this customer.
         */
        customerId?: string;
        /**
         * `true` for agents that were stopped, `false` for those that may act.
         */
        isPaused?: boolean;
        /**
         * `false` for agents of which no device code was redeemed yet.
         */
        isConnected?: boolean;
        /**
         * Only agents that were created at this time or later (ISO 8601).
         */
        createdAfter?: string;
        /**
         * Only agents that were created at this time or earlier (ISO 8601).
         */
        createdBefore?: string;
        /**
         * Only agents whose last change is at this time or later (ISO 8601).
         */
        updatedAfter?: string;
        /**
         * Only agents whose last change is at this time or earlier (ISO 8601).
         */
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
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type ListAgentsError = ListAgentsErrors[keyof ListAgentsErrors];

export type ListAgentsResponses = {
    /**
     * One page of agents.
     */
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
    400: InvalidRequest;
    401: Unauthorized;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`, or it does not have `TRANSACT`, which an agent that can move money requires. Use a token that has the permission, in the right environment. For an agent, `details.reason` names what stops it.
     */
    403: Error403;
    404: UserNotFound;
    405: MethodNotAllowed;
    409: Conflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type CreateAgentError = CreateAgentErrors[keyof CreateAgentErrors];

export type CreateAgentResponses = {
    /**
     * The agent, and its device code, which no other response shows.
     */
    201: AgentCreateResponse;
};

export type CreateAgentResponse = CreateAgentResponses[keyof CreateAgentResponses];

export type ListAgentApprovalsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only what this agent asks for.
         */
        agentId?: string;
        /**
         * Only payments of this customer.
         */
        customerId?: string;
        /**
         * Only actions that were requested at this time or later (ISO 8601).
         */
        startDate?: string;
        /**
         * Only actions that were requested at this time or earlier (ISO 8601).
         */
        endDate?: string;
        /**
         * The most records in one page.
         */
        limit?: number;
        /**
         * `nextCursor` of the page before. Keep all filters; omit it for the first page.
         */
        cursor?: string;
        /**
         * `desc` shows the newest request first, `asc` the oldest.
         */
        sortOrder?: 'asc' | 'desc';
    };
    url: '/2025-10-13/agents/approvals';
};

export type ListAgentApprovalsErrors = {
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type ListAgentApprovalsError = ListAgentApprovalsErrors[keyof ListAgentApprovalsErrors];

export type ListAgentApprovalsResponses = {
    /**
     * One page of waiting actions, each with the quote or transfer that it asks for.
     */
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
    400: InvalidRequest;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    404: ReferenceNotFound;
    405: MethodNotAllowed;
    409: Conflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type DeleteAgentError = DeleteAgentErrors[keyof DeleteAgentErrors];

export type DeleteAgentResponses = {
    /**
     * The agent is deleted; its access token is 401 from now on.
     */
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
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    404: ReferenceNotFound;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type GetAgentByIdError = GetAgentByIdErrors[keyof GetAgentByIdErrors];

export type GetAgentByIdResponses = {
    /**
     * The agent as it is now.
     */
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
    400: InvalidRequest;
    401: Unauthorized;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`, or it does not have `TRANSACT`, which ending the pause of an agent that can move money requires. Use a token that has the permission, in the right environment. For an agent, `details.reason` names what stops it.
     */
    403: Error403;
    404: ReferenceNotFound;
    405: MethodNotAllowed;
    409: Conflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type UpdateAgentError = UpdateAgentErrors[keyof UpdateAgentErrors];

export type UpdateAgentResponses = {
    /**
     * The agent with the change in effect.
     */
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
    400: InvalidRequest;
    401: Unauthorized;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`, or it does not have `TRANSACT`, which loosening the policy of an agent that can move money requires. Use a token that has the permission, in the right environment. For an agent, `details.reason` names what stops it.
     */
    403: Error403;
    404: ReferenceNotFound;
    405: MethodNotAllowed;
    409: Conflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type UpdateAgentPolicyError = UpdateAgentPolicyErrors[keyof UpdateAgentPolicyErrors];

export type UpdateAgentPolicyResponses = {
    /**
     * The agent with its new policy.
     */
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
    400: InvalidRequest;
    401: Unauthorized;
    /**
     * - `FORBIDDEN`: The token does not have the permission `MANAGE`, or it does not have `TRANSACT`, which a code of an agent that can move money requires. Use a token that has the permission, in the right environment. For an agent, `details.reason` names what stops it.
     */
    403: Error403;
    404: ReferenceNotFound;
    405: MethodNotAllowed;
    409: Conflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type RegenerateAgentDeviceCodeError = RegenerateAgentDeviceCodeErrors[keyof RegenerateAgentDeviceCodeErrors];

export type RegenerateAgentDeviceCodeResponses = {
    /**
     * The new code, which no other response shows. It is valid for 15 minutes.
     */
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
     * - `QUOTE_REQUEST_FAILED`: No current rate exists to compare the payment with the limits. The action keeps waiting. Retry after a pause. If the error persists, no exchange rate exists for this currency pair.
     */
    400: Error400;
    401: Unauthorized;
    /**
     * - `FORBIDDEN`: The token does not have the permission `TRANSACT`. Use a token that has the permission, in the right environment. For an agent, `details.reason` names what stops it.
     * - `VELOCITY_LIMIT_EXCEEDED`: The payment exceeds what the customer may start in a day or a month. The action keeps waiting. Send less, or wait for as long as `Retry-After` says. Without it, send less than the message names, or ask the operator to raise the limit of the customer; the limit of a counterparty ends within an hour.
     */
    403: Error403;
    404: ReferenceNotFound;
    405: MethodNotAllowed;
    409: ApproveAgentActionConflict;
    /**
     * - `ACCOUNT_LOCKED`: The customer of the EEA who must authorize the quote is locked after failed attempts. The action keeps waiting. Wait until the lock ends (`details.lockedUntil`, if present), then request a new code.
     */
    423: Error423;
    /**
     * - `RATE_LIMITED`: The token has used up its requests, or no further code can be sent to the customer of the EEA who must authorize the quote; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     * - `DAILY_VOLUME_LIMIT_EXCEEDED`: The corridor of the payment has no volume left today. The action keeps waiting. Send less, or wait for as long as `Retry-After` says.
     */
    429: Error429;
    500: InternalServerError;
    /**
     * - `SERVICE_UNAVAILABLE`: The rail of a transfer to a chain did not state its network fee, or the host is starting, stopping or overloaded. The action keeps waiting. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type ApproveAgentActionError = ApproveAgentActionErrors[keyof ApproveAgentActionErrors];

export type ApproveAgentActionResponses = {
    /**
     * `APPROVED` if the payment has started, `FAILED` with a `rejectionReason` if it could not.
     */
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
    400: InvalidRequest;
    401: Unauthorized;
    403: ForbiddenWithoutTransact;
    404: ReferenceNotFound;
    405: MethodNotAllowed;
    409: ApproveAgentActionConflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type RejectAgentActionError = RejectAgentActionErrors[keyof RejectAgentActionErrors];

export type RejectAgentActionResponses = {
    /**
     * The action is `REJECTED`.
     */
    200: AgentAction;
};

export type RejectAgentActionResponse = RejectAgentActionResponses[keyof RejectAgentActionResponses];

export type GetAgentDeviceCodeStatusData = {
    body?: never;
    path: {
        /**
         * The device code: 12 letters and digits, in upper or lower case. An unknown one, or one that a newer code has replaced, is `REFERENCE_NOT_FOUND`.
         */
        code: string;
    };
    query?: never;
    url: '/2025-10-13/agents/device-codes/{code}/status';
};

export type GetAgentDeviceCodeStatusErrors = {
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    404: GetAgentDeviceCodeStatusNotFound;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type GetAgentDeviceCodeStatusError = GetAgentDeviceCodeStatusErrors[keyof GetAgentDeviceCodeStatusErrors];

export type GetAgentDeviceCodeStatusResponses = {
    /**
     * Whether the code was redeemed.
     */
    200: AgentDeviceCodeStatusResponse;
};

export type GetAgentDeviceCodeStatusResponse = GetAgentDeviceCodeStatusResponses[keyof GetAgentDeviceCodeStatusResponses];

export type RedeemAgentDeviceCodeData = {
    body?: never;
    headers?: {
        /**
         * A text of your choice that is new for each intended effect, such as a UUID. A repeated request with the same key gets the first response, for 24 hours.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The device code: 12 letters and digits, in upper or lower case. An unknown one, or one that a newer code has replaced, is `REFERENCE_NOT_FOUND`.
         */
        code: string;
    };
    query?: never;
    url: '/2025-10-13/agents/device-codes/{code}/redeem';
};

export type RedeemAgentDeviceCodeErrors = {
    /**
     * - `INVALID_INPUT`: The code was redeemed by another request, or has expired; or the idempotency key is invalid. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    404: GetAgentDeviceCodeStatusNotFound;
    405: MethodNotAllowed;
    409: Conflict;
    /**
     * - `RATE_LIMITED`: Too many requests, or too many wrong codes, from this address; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    500: InternalServerError;
    /**
     * - `SERVICE_UNAVAILABLE`: The host is starting, stopping or overloaded, or its database does not answer. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type RedeemAgentDeviceCodeError = RedeemAgentDeviceCodeErrors[keyof RedeemAgentDeviceCodeErrors];

export type RedeemAgentDeviceCodeResponses = {
    /**
     * The access token for all operations under `/agents/me`, and the policy.
     */
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
    400: InvalidInput;
    401: Unauthorized;
    403: GetAgentMeForbidden;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type GetAgentMeError = GetAgentMeErrors[keyof GetAgentMeErrors];

export type GetAgentMeResponses = {
    /**
     * The agent as it is now.
     */
    200: Agent;
};

export type GetAgentMeResponse = GetAgentMeResponses[keyof GetAgentMeResponses];

export type AgentListTransactionsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only payments with this account id or UMA address on either side.
         */
        accountIdentifier?: string;
        /**
         * Only payments from this account id or UMA address.
         */
        senderAccountIdentifier?: string;
        /**
         * Only payments to this account id or UMA address.
         */
        receiverAccountIdentifier?: string;
        /**
         * Only transactions that are in this state now. Card transactions have states of their own.
         */
        status?: TransactionStatusFilter;
        /**
         * Only payments in this direction, or only card transactions.
         */
        type?: TransactionTypeFilter;
        /**
         * Only payments that were funded with this reference of payment instructions.
         */
        reference?: string;
        /**
         * Only payments that started at this time or later.
         */
        startDate?: string;
        /**
         * Only payments that started at this time or earlier.
         */
        endDate?: string;
        /**
         * The most records in one page.
         */
        limit?: number;
        /**
         * `nextCursor` of the page before. Keep all filters; omit it for the first page.
         */
        cursor?: string;
        /**
         * By `createdAt`: `desc` is newest first. Cursors belong to one order.
         */
        sortOrder?: 'asc' | 'desc';
    };
    url: '/2025-10-13/agents/me/transactions';
};

export type AgentListTransactionsErrors = {
    400: InvalidInput;
    401: Unauthorized;
    403: AgentListTransactionsForbidden;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type AgentListTransactionsError = AgentListTransactionsErrors[keyof AgentListTransactionsErrors];

export type AgentListTransactionsResponses = {
    /**
     * One page of the customer's transactions.
     */
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
    400: InvalidInput;
    401: Unauthorized;
    403: AgentListTransactionsForbidden;
    /**
     * - `TRANSACTION_NOT_FOUND`: The transaction does not exist, or is of another customer. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type AgentGetTransactionError = AgentGetTransactionErrors[keyof AgentGetTransactionErrors];

export type AgentGetTransactionResponses = {
    /**
     * The transaction as it is now.
     */
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
     * - `INVALID_INPUT`: The request breaks a rule; `details.errors` names every invalid field. An agent cannot set `platformFeeOverride`, and can execute at once only a quote from an account that is not an Embedded Wallet. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     * - `MISSING_MANDATORY_USER_INFO`: The customer lacks information that the platform or the receiver requires. Add the information that `details.fields` names to the customer, then repeat the request.
     * - `EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED`: The external account is not `ACTIVE`, or its ownership is not verified. Complete the ownership verification of the external account, then repeat the request, or name another account.
     * - `INVALID_UMA_ADDRESS`: `destination.umaAddress` does not have the form `$name@domain`. Use an address of the form `$name@domain`.
     * - `SENDER_NOT_ACCEPTED`: The receiver's institution refuses this payer. Use another route, or pay from another customer.
     * - `INVALID_RECEIVER`: The receiver's institution reports that the receiver cannot receive the payment. Ask the receiver for an account that can receive this payment.
     * - `MISSING_REQUIRED_UMA_PARAMETERS`: The answer of the receiver's institution lacks a required part, such as its signature. Add the missing parameters. If an answer of the counterparty lacks them, report it there.
     * - `PARSE_PAYREQ_RESPONSE_ERROR`: The answer of the receiver's institution cannot be read. Report this to the counterparty. Use another receiver or account until it is corrected.
     * - `INVALID_PAYREQ_RESPONSE`: The answer of the receiver's institution does not match the request. Report this to the counterparty. Use another receiver or account until it is corrected.
     * - `INVALID_TIMESTAMP`: The answer of the receiver's institution carries a time more than 15 minutes from that of this host. Synchronize the clocks of both hosts, then send a newly signed message.
     * - `INVALID_NONCE`: The receiver's institution has sent the same signed answer before. Send a message that is signed with a new nonce. If an answer of the counterparty repeats one, report it there.
     * - `INVALID_PUBKEY_FORMAT`: A published key of the receiver's institution cannot be read. Report this to the counterparty. Use another receiver or account until it is corrected.
     * - `CERT_CHAIN_INVALID`: The certificate chain of the receiver's institution does not verify. Report this to the counterparty. Use another receiver or account until it is corrected.
     * - `CERT_CHAIN_EXPIRED`: A certificate of the receiver's institution has expired. Report this to the counterparty. Use another receiver or account until it is corrected.
     * - `SELF_PAYMENT`: Source and destination are the same account or address. Name a destination that differs from the source.
     * - `INVALID_CURRENCY`: Both accounts are in one currency, or the platform or the receiver does not accept a currency of the payment. Use a currency that the account, the corridor or the platform configuration supports.
     * - `INVALID_AMOUNT`: With `immediatelyExecute`, the available balance of the source does not cover the amount; or the institution of the receiver refuses the amount, or the invoice in the destination account asks for another one. Use a positive amount that the balance of the source account covers.
     * - `INVALID_BANK_ACCOUNT`: The invoice or offer in the destination account has expired or cannot be paid. Check the account details with the account holder and correct the named field.
     * - `AMOUNT_OUT_OF_RANGE`: The amount is outside the limits of the platform, of the corridor or of the receiver. Use an amount within the limits of the currency and the corridor.
     * - `TRANSACTION_SIZE_LIMIT_EXCEEDED`: The amount is above what the corridor permits in one payment. Send a smaller amount, or split the payment.
     * - `QUOTE_REQUEST_FAILED`: No current rate exists for the two currencies, or for the currency of the limits. Retry after a pause. If the error persists, no exchange rate exists for this currency pair.
     */
    400: Error400;
    401: CreateQuoteUnauthorized;
    /**
     * - `FORBIDDEN`: The agent is paused (`details.reason` is `AGENT_PAUSED`), or its policy lacks `CREATE_QUOTES` (`PERMISSION_MISSING`) or does not allow an account (`ACCOUNT_NOT_ALLOWED`). With `immediatelyExecute`, also for the reasons of `agentExecuteQuote`, and no quote is left. Use a token that has the permission, in the right environment. For an agent, `details.reason` names what stops it.
     * - `END_USER_TERMS_NOT_ACCEPTED`: The platform requires end-user terms, and the customer has not accepted them. Record that the customer has accepted the end-user terms, then repeat the request.
     * - `COUNTERPARTY_NOT_ALLOWED`: The operator has blocked the receiver's institution, or that institution blocks this one. Use another counterparty, or ask the operator to allow this one.
     * - `VELOCITY_LIMIT_EXCEEDED`: The amount is above what the customer may start in a day or a month, or with `immediatelyExecute` above what is left of it. Send less, or wait for as long as `Retry-After` says. Without it, send less than the message names, or ask the operator to raise the limit of the customer; the limit of a counterparty ends within an hour.
     * - `USER_NOT_READY`: The customer is not approved (KYC or KYB), an account is frozen or closed, or a customer of the EEA has no factor to authorize the payment. Do what the message names: complete the verification, trust the beneficiary, or have the account unfrozen. If it names nothing, wait for the decision on the verifications of the customer, and correct those in `RESOLVE_ERRORS`; if none is open, ask the operator of the service.
     */
    403: Error403;
    /**
     * - `LOOKUP_REQUEST_NOT_FOUND`: The look-up does not exist, is older than ten minutes, or is of another receiver or customer. Look the receiver up again and use the new `lookupId`.
     * - `USER_NOT_FOUND`: `source.customerId` names another customer than that of the agent. Check the id. An id of another platform or environment is not found either.
     * - `REFERENCE_NOT_FOUND`: An account does not exist, was deleted, or is not of the customer of this agent. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: The invoice in the destination account is paid, or a payment of it is in progress; or the idempotency key was used for another request. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     */
    409: Error409;
    412: CreateQuotePreconditionFailed;
    423: AgentCreateQuoteLocked;
    424: CreateQuoteFailedDependency;
    /**
     * - `RATE_LIMITED`: The agent has used up its requests, or no further code can be sent to the customer of the EEA who must authorize the payment; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     * - `DAILY_VOLUME_LIMIT_EXCEEDED`: With `immediatelyExecute`: the corridor has no volume left today. Send less, or wait for as long as `Retry-After` says.
     */
    429: Error429;
    500: InternalServerError;
    /**
     * - `UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY`: The receiver's institution demands data about the payer that this service does not know. Use another route.
     * - `NOT_IMPLEMENTED`: No rail of this host pays this kind of account, or no rate source or UMA layer serves the payment. Do what the message names, or ask the operator to configure the missing provider. A retry does not help.
     */
    501: Error501;
    503: ServiceUnavailable;
};

export type AgentCreateQuoteError = AgentCreateQuoteErrors[keyof AgentCreateQuoteErrors];

export type AgentCreateQuoteResponses = {
    /**
     * The quote, with rate and fees locked. Its `status` is `PROCESSING` if it was executed at once.
     */
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
    400: InvalidInput;
    401: Unauthorized;
    403: GetAgentMeForbidden;
    404: AgentGetQuoteNotFound;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type AgentGetQuoteError = AgentGetQuoteErrors[keyof AgentGetQuoteErrors];

export type AgentGetQuoteResponses = {
    /**
     * The quote as it is now.
     */
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
         * The stamp: the signature over `payloadToSign` of the quote’s `paymentInstructions`, made with a key of the wallet.
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
     * - `INVALID_INPUT`: The quote has the source `REALTIME_FUNDING`, which is executed when its money arrives, or the request breaks a rule; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     * - `QUOTE_REQUEST_FAILED`: No current rate exists to compare the payment with limits in another currency. Retry after a pause. If the error persists, no exchange rate exists for this currency pair.
     * - `INVALID_AMOUNT`: The payment would start at once, and the available balance of the source does not cover it. Use a positive amount that the balance of the source account covers.
     */
    400: Error400;
    /**
     * - `UNAUTHORIZED`: The credential is missing or wrong, or was deleted. Send valid API credentials. Create a new token if the secret is lost.
     * - `WALLET_SIGNATURE_MISSING`: The quote pays from an Embedded Wallet, and the signature of its owner is absent. Sign `payloadToSign` of the quote or of the first answer with a key of the wallet, and send the stamp in its header.
     * - `WALLET_SIGNATURE_MALFORMED`: The signature of the owner of the Embedded Wallet cannot be read. Send the stamp as base64url of a JSON object with `publicKey`, `scheme` and `signature`.
     * - `WALLET_SIGNATURE_INVALID`: The signature does not verify, or its key may not sign for the Embedded Wallet. Sign the payload with a key that is active for this wallet.
     * - `INVALID_SIGNATURE`: The stamp of the Embedded Wallet has another scheme, or a key that is not a P-256 key. Sign the exact bytes that are sent, with the registered key. If an answer of the counterparty is badly signed, report it there.
     */
    401: Error401;
    /**
     * - `FORBIDDEN`: The agent is paused (`details.reason` is `AGENT_PAUSED`), or its policy forbids the payment: `details.reason` is `PERMISSION_MISSING`, `ACCOUNT_NOT_ALLOWED`, `ACCOUNT_LIMIT_EXCEEDED`, `TRANSACTION_LIMIT_EXCEEDED`, `DAILY_COUNT_EXCEEDED`, `DAILY_LIMIT_EXCEEDED` or `MONTHLY_LIMIT_EXCEEDED`. No action is created. Use a token that has the permission, in the right environment. For an agent, `details.reason` names what stops it.
     * - `USER_NOT_READY`: The customer is not approved (KYC or KYB), the source account is frozen or closed, or a customer of the EEA has no factor to authorize the payment. Do what the message names: complete the verification, trust the beneficiary, or have the account unfrozen. If it names nothing, wait for the decision on the verifications of the customer, and correct those in `RESOLVE_ERRORS`; if none is open, ask the operator of the service.
     * - `VELOCITY_LIMIT_EXCEEDED`: The payment exceeds what the customer may start in a day or a month. Send less, or wait for as long as `Retry-After` says. Without it, send less than the message names, or ask the operator to raise the limit of the customer; the limit of a counterparty ends within an hour.
     */
    403: Error403;
    404: AgentGetQuoteNotFound;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: The quote has expired or was cancelled (`details.reason` is `QUOTE_EXPIRED`) or is not `PENDING`, or the invoice in its destination account is paid or being paid, or the idempotency key was used for another request, or another request executes the quote at this moment. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     */
    409: Error409;
    423: AgentCreateQuoteLocked;
    /**
     * - `RATE_LIMITED`: The agent has used up its requests, or no further code can be sent to the customer of the EEA who must authorize the payment; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     * - `DAILY_VOLUME_LIMIT_EXCEEDED`: The corridor of the payment has no volume left today. Send less, or wait for as long as `Retry-After` says.
     */
    429: Error429;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type AgentExecuteQuoteError = AgentExecuteQuoteErrors[keyof AgentExecuteQuoteErrors];

export type AgentExecuteQuoteResponses = {
    /**
     * The action: `APPROVED` with its `transaction`, or `PENDING_APPROVAL`.
     */
    200: AgentAction;
};

export type AgentExecuteQuoteResponse = AgentExecuteQuoteResponses[keyof AgentExecuteQuoteResponses];

export type AgentListActionsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only actions in this state, such as `PENDING_APPROVAL` for those that wait.
         */
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
    400: InvalidInput;
    401: Unauthorized;
    403: GetAgentMeForbidden;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type AgentListActionsError = AgentListActionsErrors[keyof AgentListActionsErrors];

export type AgentListActionsResponses = {
    /**
     * One page of the actions of this agent.
     */
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
    400: InvalidInput;
    401: Unauthorized;
    403: GetAgentMeForbidden;
    /**
     * - `REFERENCE_NOT_FOUND`: The action does not exist, or is of another agent. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type AgentGetActionError = AgentGetActionErrors[keyof AgentGetActionErrors];

export type AgentGetActionResponses = {
    /**
     * The action, with its quote or transfer and its transaction as they are now.
     */
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
     * - `INVALID_INPUT`: The request breaks a rule, or no rail collects from the external account; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     * - `QUOTE_REQUEST_FAILED`: No current rate exists to compare the payment with limits in another currency. Retry after a pause. If the error persists, no exchange rate exists for this currency pair.
     * - `MISSING_MANDATORY_USER_INFO`: The customer lacks information that the platform or the receiver requires. Add the information that `details.fields` names to the customer, then repeat the request.
     * - `EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED`: The external account is not `ACTIVE`, or its ownership is not verified. Complete the ownership verification of the external account, then repeat the request, or name another account.
     * - `INVALID_CURRENCY`: The accounts are in different currencies, or the platform has not enabled the currency in this direction. Use a currency that the account, the corridor or the platform configuration supports.
     * - `AMOUNT_OUT_OF_RANGE`: The amount is outside the limits of the platform or of the corridor for the currency. Use an amount within the limits of the currency and the corridor.
     * - `INVALID_AMOUNT`: The amount is absent, zero or negative. Use a positive amount that the balance of the source account covers.
     */
    400: Error400;
    401: Unauthorized;
    /**
     * - `FORBIDDEN`: The agent is paused (`details.reason` is `AGENT_PAUSED`), or its policy forbids the payment: `details.reason` is `PERMISSION_MISSING`, `ACCOUNT_NOT_ALLOWED`, `ACCOUNT_LIMIT_EXCEEDED`, `TRANSACTION_LIMIT_EXCEEDED`, `DAILY_COUNT_EXCEEDED`, `DAILY_LIMIT_EXCEEDED` or `MONTHLY_LIMIT_EXCEEDED`. No action is created. Use a token that has the permission, in the right environment. For an agent, `details.reason` names what stops it.
     * - `END_USER_TERMS_NOT_ACCEPTED`: The platform requires end-user terms, and the customer has not accepted them. Record that the customer has accepted the end-user terms, then repeat the request.
     * - `VELOCITY_LIMIT_EXCEEDED`: The payment exceeds what the customer may start in a day or a month. Send less, or wait for as long as `Retry-After` says. Without it, send less than the message names, or ask the operator to raise the limit of the customer; the limit of a counterparty ends within an hour.
     * - `USER_NOT_READY`: The customer is not approved (KYC or KYB), or the internal account is closed. Do what the message names: complete the verification, trust the beneficiary, or have the account unfrozen. If it names nothing, wait for the decision on the verifications of the customer, and correct those in `RESOLVE_ERRORS`; if none is open, ask the operator of the service.
     */
    403: Error403;
    404: AgentCreateTransferInNotFound;
    405: MethodNotAllowed;
    409: Conflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type AgentCreateTransferInError = AgentCreateTransferInErrors[keyof AgentCreateTransferInErrors];

export type AgentCreateTransferInResponses = {
    /**
     * The action: `APPROVED` with its `transaction`, or `PENDING_APPROVAL`.
     */
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
     * - `INVALID_INPUT`: The request breaks a rule, the source is an Embedded Wallet, or the payment rail does not reach the external account; `details.errors` names every invalid field. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     * - `QUOTE_REQUEST_FAILED`: No current rate exists to compare the payment with limits in another currency. Retry after a pause. If the error persists, no exchange rate exists for this currency pair.
     * - `MISSING_MANDATORY_USER_INFO`: The customer lacks information that the platform or the receiver requires. Add the information that `details.fields` names to the customer, then repeat the request.
     * - `EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED`: The external account is not `ACTIVE`, or its ownership is not verified. Complete the ownership verification of the external account, then repeat the request, or name another account.
     * - `INVALID_CURRENCY`: The accounts are in different currencies, or the platform has not enabled the currency in this direction. Use a currency that the account, the corridor or the platform configuration supports.
     * - `AMOUNT_OUT_OF_RANGE`: The amount is outside the limits of the platform or of the corridor for the currency. Use an amount within the limits of the currency and the corridor.
     * - `INVALID_AMOUNT`: The amount is absent, zero or negative, does not exceed the network fee, is not covered by the available balance, or is not the one of the invoice in the external account. Use a positive amount that the balance of the source account covers.
     * - `INVALID_BANK_ACCOUNT`: The address of the external account is not one of its chain, or its invoice or offer has expired or cannot be paid. Check the account details with the account holder and correct the named field.
     * - `TRANSACTION_SIZE_LIMIT_EXCEEDED`: The amount is above what the corridor permits in one payment. Send a smaller amount, or split the payment.
     */
    400: Error400;
    401: Unauthorized;
    /**
     * - `FORBIDDEN`: The agent is paused (`details.reason` is `AGENT_PAUSED`), or its policy forbids the payment: `details.reason` is `PERMISSION_MISSING`, `ACCOUNT_NOT_ALLOWED`, `ACCOUNT_LIMIT_EXCEEDED`, `TRANSACTION_LIMIT_EXCEEDED`, `DAILY_COUNT_EXCEEDED`, `DAILY_LIMIT_EXCEEDED` or `MONTHLY_LIMIT_EXCEEDED`. No action is created. Use a token that has the permission, in the right environment. For an agent, `details.reason` names what stops it.
     * - `END_USER_TERMS_NOT_ACCEPTED`: The platform requires end-user terms, and the customer has not accepted them. Record that the customer has accepted the end-user terms, then repeat the request.
     * - `VELOCITY_LIMIT_EXCEEDED`: The payment exceeds what the customer may start in a day or a month. Send less, or wait for as long as `Retry-After` says. Without it, send less than the message names, or ask the operator to raise the limit of the customer; the limit of a counterparty ends within an hour.
     * - `USER_NOT_READY`: The customer is not approved (KYC or KYB), the internal account is frozen or closed, or a customer of the EEA does not trust the external account. Do what the message names: complete the verification, trust the beneficiary, or have the account unfrozen. If it names nothing, wait for the decision on the verifications of the customer, and correct those in `RESOLVE_ERRORS`; if none is open, ask the operator of the service.
     */
    403: Error403;
    404: AgentCreateTransferInNotFound;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, the rail of the account has changed during the request, or the invoice in the account is paid, or a payment of it is in progress. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     */
    409: Error409;
    /**
     * - `RATE_LIMITED`: The token, or the address of a caller without one, has used up its requests. Wait for as long as `Retry-After` says, then send fewer requests.
     * - `DAILY_VOLUME_LIMIT_EXCEEDED`: The corridor has no volume left today. Send less, or wait for as long as `Retry-After` says.
     */
    429: Error429;
    500: InternalServerError;
    /**
     * - `NOT_IMPLEMENTED`: No rail of this host delivers to the external account in this environment. Do what the message names, or ask the operator to configure the missing provider. A retry does not help.
     */
    501: Error501;
    /**
     * - `SERVICE_UNAVAILABLE`: The rail did not state its network fee, or the host is starting, stopping or overloaded. Wait for as long as `Retry-After` says, then retry with the same idempotency key.
     */
    503: Error503;
};

export type AgentCreateTransferOutError = AgentCreateTransferOutErrors[keyof AgentCreateTransferOutErrors];

export type AgentCreateTransferOutResponses = {
    /**
     * The action: `APPROVED` with its `transaction`, or `PENDING_APPROVAL`.
     */
    201: AgentAction;
};

export type AgentCreateTransferOutResponse = AgentCreateTransferOutResponses[keyof AgentCreateTransferOutResponses];

export type AgentListInternalAccountsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only accounts in this currency, by its code, such as `USD`. An unknown code finds nothing.
         */
        currency?: string;
        /**
         * Only accounts of this type, such as `EMBEDDED_WALLET`.
         */
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
    400: InvalidInput;
    401: Unauthorized;
    403: GetAgentMeForbidden;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type AgentListInternalAccountsError = AgentListInternalAccountsErrors[keyof AgentListInternalAccountsErrors];

export type AgentListInternalAccountsResponses = {
    /**
     * One page of the customer's internal accounts.
     */
    200: InternalAccountListResponse;
};

export type AgentListInternalAccountsResponse = AgentListInternalAccountsResponses[keyof AgentListInternalAccountsResponses];

export type AgentListExternalAccountsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only accounts in this currency, by its code, such as `USD`. An unknown code finds nothing.
         */
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
    400: InvalidInput;
    401: Unauthorized;
    403: GetAgentMeForbidden;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type AgentListExternalAccountsError = AgentListExternalAccountsErrors[keyof AgentListExternalAccountsErrors];

export type AgentListExternalAccountsResponses = {
    /**
     * One page of the customer's external accounts.
     */
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
     * - `INVALID_CURRENCY`: An account of this type does not hold this currency. Use a currency that the account, the corridor or the platform configuration supports.
     * - `INVALID_BANK_ACCOUNT`: The check digits of the account are wrong, or the sandbox does not know the account. Check the account details with the account holder and correct the named field.
     */
    400: Error400;
    401: Unauthorized;
    /**
     * - `FORBIDDEN`: The agent is paused (`details.reason` is `AGENT_PAUSED`), or its policy lacks `MANAGE_EXTERNAL_ACCOUNTS` (`PERMISSION_MISSING`). Use a token that has the permission, in the right environment. For an agent, `details.reason` names what stops it.
     */
    403: Error403;
    /**
     * - `USER_NOT_FOUND`: `customerId` names another customer than that of the agent. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: The customer has this account in this currency already (`details.accountId` names it), or the idempotency key was used for another request. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     */
    409: Error409;
    429: RateLimited;
    500: InternalServerError;
    /**
     * - `NOT_IMPLEMENTED`: This host cannot verify account details, which production requires. Do what the message names, or ask the operator to configure the missing provider. A retry does not help.
     */
    501: Error501;
    503: ServiceUnavailable;
};

export type AgentCreateExternalAccountError = AgentCreateExternalAccountErrors[keyof AgentCreateExternalAccountErrors];

export type AgentCreateExternalAccountResponses = {
    /**
     * The new account. Only an `ACTIVE` one can be paid.
     */
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
    400: InvalidRequest;
    401: Unauthorized;
    /**
     * - `FORBIDDEN`: The agent is paused (`details.reason` is `AGENT_PAUSED`), or its policy lacks `MANAGE_EXTERNAL_ACCOUNTS` (`PERMISSION_MISSING`) or does not allow the account (`ACCOUNT_NOT_ALLOWED`). Use a token that has the permission, in the right environment. For an agent, `details.reason` names what stops it.
     */
    403: Error403;
    404: AgentGetExternalAccountNotFound;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: A quote, transaction, or mint or burn of a stablecoin on the account is open, or the idempotency key was used for another request. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     * - `BENEFICIARY_TRUSTED`: The customer trusts the account as a beneficiary. Continue: the beneficiary is trusted already. To delete the account, remove the trust first.
     */
    409: Error409;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type AgentDeleteExternalAccountError = AgentDeleteExternalAccountErrors[keyof AgentDeleteExternalAccountErrors];

export type AgentDeleteExternalAccountResponses = {
    /**
     * The account is deleted and no longer found.
     */
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
    400: InvalidInput;
    401: Unauthorized;
    403: GetAgentMeForbidden;
    404: AgentGetExternalAccountNotFound;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type AgentGetExternalAccountError = AgentGetExternalAccountErrors[keyof AgentGetExternalAccountErrors];

export type AgentGetExternalAccountResponses = {
    /**
     * The account as it is now.
     */
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
     * - `WEBHOOK_ENDPOINT_NOT_SET`: The configuration has no `webhookEndpoint`. Set `webhookEndpoint` in the platform configuration first.
     * - `WEBHOOK_DELIVERY_ERROR`: Your endpoint did not answer in time, or refused the event; `details` has its address and its status. Check that the endpoint is reachable and answers with a 2xx status, then repeat the delivery.
     */
    400: Error400;
    401: Unauthorized;
    403: SandboxReceiveForbidden;
    405: MethodNotAllowed;
    409: Conflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type SendTestWebhookError = SendTestWebhookErrors[keyof SendTestWebhookErrors];

export type SendTestWebhookResponses = {
    /**
     * Your endpoint has accepted the event; this is what it answered.
     */
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
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type GetWebhookPublicKeyError = GetWebhookPublicKeyErrors[keyof GetWebhookPublicKeyErrors];

export type GetWebhookPublicKeyResponses = {
    /**
     * P-256 public keys as PEM: the key in use, followed for 24 hours after a rotation by the previous one.
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
         * Whose keys to return: each environment has its own. Required if the platform has both.
         */
        environment?: 'SANDBOX' | 'PRODUCTION';
    };
    url: '/2025-10-13/webhooks/public-key/{platformId}';
};

export type GetWebhookPublicKeyOfPlatformErrors = {
    /**
     * - `INVALID_INPUT`: The platform has both environments and `environment` is missing, or has another value. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    /**
     * - `REFERENCE_NOT_FOUND`: No platform has this id, or it does not have this environment. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    405: MethodNotAllowed;
    /**
     * - `RATE_LIMITED`: Too many requests came from this address; `Retry-After` names the seconds to wait. Wait for as long as `Retry-After` says, then send fewer requests.
     */
    429: Error429;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type GetWebhookPublicKeyOfPlatformError = GetWebhookPublicKeyOfPlatformErrors[keyof GetWebhookPublicKeyOfPlatformErrors];

export type GetWebhookPublicKeyOfPlatformResponses = {
    /**
     * P-256 public keys as PEM: the key in use, followed for 24 hours after a rotation by the previous one.
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
    400: InvalidRequest;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the first key of the platform was created at this moment. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     */
    409: Error409;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type RotateWebhookPublicKeyError = RotateWebhookPublicKeyErrors[keyof RotateWebhookPublicKeyErrors];

export type RotateWebhookPublicKeyResponses = {
    /**
     * The new key, and the previous one with the end of its listing.
     */
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
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type GetWebhookSecretError = GetWebhookSecretErrors[keyof GetWebhookSecretErrors];

export type GetWebhookSecretResponses = {
    /**
     * The secret that is in use.
     */
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
    400: InvalidRequest;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    405: MethodNotAllowed;
    409: Conflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type RotateWebhookSecretError = RotateWebhookSecretErrors[keyof RotateWebhookSecretErrors];

export type RotateWebhookSecretResponses = {
    /**
     * The new secret. Give it to your receivers within 24 hours.
     */
    200: WebhookSecret;
};

export type RotateWebhookSecretResponse = RotateWebhookSecretResponses[keyof RotateWebhookSecretResponses];

export type ListWebhookEventsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only events of this type. A page can be short although more follow.
         */
        type?: WebhookEventType;
        /**
         * Only events in this state of delivery. A page can be short too.
         */
        status?: WebhookEventStatus;
        /**
         * Only events about this record, such as the id of a transaction.
         */
        resource?: string;
        /**
         * Only events of changes at this time or later.
         */
        createdAfter?: string;
        /**
         * Only events of changes at this time or earlier.
         */
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
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type ListWebhookEventsError = ListWebhookEventsErrors[keyof ListWebhookEventsErrors];

export type ListWebhookEventsResponses = {
    /**
     * A page of events with the state of their delivery, without their bodies.
     */
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
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    404: ReferenceNotFound;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type GetWebhookEventError = GetWebhookEventErrors[keyof GetWebhookEventErrors];

export type GetWebhookEventResponses = {
    /**
     * The event, the state of its delivery, and the body of the webhook.
     */
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
     * - `WEBHOOK_ENDPOINT_NOT_SET`: The configuration has no `webhookEndpoint` to send it to. Set `webhookEndpoint` in the platform configuration first.
     */
    400: Error400;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    404: ReferenceNotFound;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: The idempotency key was used for another request, or the record is being changed at this moment. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     * - `INVALID_STATE_TRANSITION`: The event is `QUEUED`: it is being sent, or waits for its next attempt. Read the resource again. Its state does not allow this operation.
     */
    409: Error409;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type RedeliverWebhookEventError = RedeliverWebhookEventErrors[keyof RedeliverWebhookEventErrors];

export type RedeliverWebhookEventResponses = {
    /**
     * The event is `QUEUED` and will be sent at once, with all of its retries.
     */
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
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutManage;
    404: ReferenceNotFound;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    /**
     * - `NOT_IMPLEMENTED`: The host sends webhooks through a transport that cannot sign without sending. Do what the message names, or ask the operator to configure the missing provider. A retry does not help.
     */
    501: Error501;
    503: ServiceUnavailable;
};

export type SignWebhookEventError = SignWebhookEventErrors[keyof SignWebhookEventErrors];

export type SignWebhookEventResponses = {
    /**
     * The webhook as it would be sent now.
     */
    200: SignedWebhook;
};

export type SignWebhookEventResponse = SignWebhookEventResponses[keyof SignWebhookEventResponses];

export type FollowWebhookEventsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * `nextCursor` of the answer before, or the id of an event. If absent, the feed starts with the next event.
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
     * - `INVALID_INPUT`: `after` is neither the id of an event nor a cursor of this feed. Correct what the message names, or every field in `details.errors`, and send the request again.
     */
    400: Error400;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type FollowWebhookEventsError = FollowWebhookEventsErrors[keyof FollowWebhookEventsErrors];

export type FollowWebhookEventsResponses = {
    /**
     * The next events, and the cursor to continue with.
     */
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
     * - `INVALID_INPUT`: The quote is paid from an account, or its money comes by a rail that is not simulated. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     * - `INVALID_CURRENCY`: `currencyCode` is not the sending currency of the quote. Use a currency that the account, the corridor or the platform configuration supports.
     */
    400: Error400;
    401: Unauthorized;
    /**
     * - `FORBIDDEN`: The token does not have the permission `TRANSACT`, or belongs to production. Use a token that has the permission, in the right environment. For an agent, `details.reason` names what stops it.
     * - `USER_BLOCKED`: The customer or the platform is blocked. The money has arrived, and an operator has to decide about it. Ask the operator of the service; only operators end a block.
     * - `USER_NOT_READY`: The quote cannot use the money now. The money has arrived, and an operator may have to decide about it. Do what the message names: complete the verification, trust the beneficiary, or have the account unfrozen. If it names nothing, wait for the decision on the verifications of the customer, and correct those in `RESOLVE_ERRORS`; if none is open, ask the operator of the service.
     */
    403: Error403;
    /**
     * - `QUOTE_NOT_FOUND`: No quote of the platform has the id. Check the id. An id of another platform or environment is not found either.
     */
    404: Error404;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: The quote waits for strong customer authentication: authorize it before it is paid. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     */
    409: Error409;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type SandboxSendError = SandboxSendErrors[keyof SandboxSendErrors];

export type SandboxSendResponses = {
    /**
     * The transaction of the quote. Its status tells whether the quote could use the money.
     */
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
     * - `INVALID_CURRENCY`: The currency is unknown, or no simulated rail receives it. Use a currency that the account, the corridor or the platform configuration supports.
     */
    400: Error400;
    401: Unauthorized;
    403: SandboxReceiveForbidden;
    405: MethodNotAllowed;
    409: Conflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type SandboxDepositError = SandboxDepositErrors[keyof SandboxDepositErrors];

export type SandboxDepositResponses = {
    /**
     * The money has arrived; `outcome` tells what became of it.
     */
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
     * - `AMOUNT_OUT_OF_RANGE`: The balance would exceed the maximum of amounts. Use an amount within the limits of the currency and the corridor.
     */
    400: Error400;
    401: Unauthorized;
    /**
     * - `FORBIDDEN`: The token does not have the permission `TRANSACT`, or belongs to production. Use a token that has the permission, in the right environment. For an agent, `details.reason` names what stops it.
     * - `USER_NOT_READY`: The account is closed. Do what the message names: complete the verification, trust the beneficiary, or have the account unfrozen. If it names nothing, wait for the decision on the verifications of the customer, and correct those in `RESOLVE_ERRORS`; if none is open, ask the operator of the service.
     */
    403: Error403;
    404: ReferenceNotFound;
    405: MethodNotAllowed;
    409: Conflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type SandboxFundInternalAccountError = SandboxFundInternalAccountErrors[keyof SandboxFundInternalAccountErrors];

export type SandboxFundInternalAccountResponses = {
    /**
     * The account with its balance, which can be spent at once. It is the former balance if the money is held.
     */
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
    400: InvalidInput;
    401: Unauthorized;
    /**
     * - `FORBIDDEN`: The token does not have the permission `VIEW`, or belongs to production. Use a token that has the permission, in the right environment. For an agent, `details.reason` names what stops it.
     */
    403: Error403;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type GetSandboxClockError = GetSandboxClockErrors[keyof GetSandboxClockErrors];

export type GetSandboxClockResponses = {
    /**
     * The present time of the platform.
     */
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
     * - `INVALID_INPUT`: `seconds` is outside its limits, or the clock would be more than 3,660 days ahead of the host. Correct what the message names, or every field in `details.errors`, and send the request again.
     * - `INVALID_REQUEST_FORMAT`: The request could not be read. Send a well-formed body with the right `Content-Type`.
     */
    400: Error400;
    401: Unauthorized;
    403: SandboxReceiveForbidden;
    405: MethodNotAllowed;
    409: Conflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type AdvanceSandboxClockError = AdvanceSandboxClockErrors[keyof AdvanceSandboxClockErrors];

export type AdvanceSandboxClockResponses = {
    /**
     * The new time of the platform; earlier than asked if the moves took more than 5 seconds.
     */
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
    400: SandboxSimulateCardAuthorizationBadRequest;
    401: Unauthorized;
    403: ForbiddenWithoutTransact;
    404: SandboxSimulateCardAuthorizationNotFound;
    405: MethodNotAllowed;
    409: SandboxSimulateCardAuthorizationConflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type SandboxSimulateCardAuthorizationError = SandboxSimulateCardAuthorizationErrors[keyof SandboxSimulateCardAuthorizationErrors];

export type SandboxSimulateCardAuthorizationResponses = {
    /**
     * The network has its answer, for an approval as for a decline.
     */
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
     * - `AMOUNT_OUT_OF_RANGE`: All clearings together would exceed the maximum of amounts. Use an amount within the limits of the currency and the corridor.
     */
    400: Error400;
    401: Unauthorized;
    403: ForbiddenWithoutTransact;
    404: SandboxSimulateCardClearingNotFound;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: The idempotency key or `networkMessageId` was used for a request with other content. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     * - `INVALID_STATE_TRANSITION`: The amount is 0, and nothing is reserved to release. Read the resource again. Its state does not allow this operation.
     */
    409: Error409;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type SandboxSimulateCardClearingError = SandboxSimulateCardClearingErrors[keyof SandboxSimulateCardClearingErrors];

export type SandboxSimulateCardClearingResponses = {
    /**
     * The message is booked. The token is that of the authorization.
     */
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
    400: InvalidRequest;
    401: Unauthorized;
    403: ForbiddenWithoutTransact;
    404: SandboxSimulateCardClearingNotFound;
    405: MethodNotAllowed;
    409: SandboxSimulateCardReturnConflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type SandboxSimulateCardReturnError = SandboxSimulateCardReturnErrors[keyof SandboxSimulateCardReturnErrors];

export type SandboxSimulateCardReturnResponses = {
    /**
     * The message is booked. The token is that of the authorization.
     */
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
    400: InvalidRequest;
    401: Unauthorized;
    403: ForbiddenWithoutTransact;
    404: SandboxSimulateCardAuthorizationNotFound;
    405: MethodNotAllowed;
    409: SandboxSimulateCardReturnConflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type SandboxSimulateCardBalanceInquiryError = SandboxSimulateCardBalanceInquiryErrors[keyof SandboxSimulateCardBalanceInquiryErrors];

export type SandboxSimulateCardBalanceInquiryResponses = {
    /**
     * The question is logged under the token.
     */
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
    400: SandboxSimulateCardAuthorizationBadRequest;
    401: Unauthorized;
    403: ForbiddenWithoutTransact;
    404: SandboxSimulateCardAuthorizationNotFound;
    405: MethodNotAllowed;
    409: SandboxSimulateCardAuthorizationConflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type SandboxSimulateCardCreditAuthorizationError = SandboxSimulateCardCreditAuthorizationErrors[keyof SandboxSimulateCardCreditAuthorizationErrors];

export type SandboxSimulateCardCreditAuthorizationResponses = {
    /**
     * The network has its answer, for an approval as for a decline.
     */
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
    400: SandboxSimulateCardFinancialAuthorizationBadRequest;
    401: Unauthorized;
    403: ForbiddenWithoutTransact;
    404: SandboxSimulateCardAuthorizationNotFound;
    405: MethodNotAllowed;
    409: SandboxSimulateCardAuthorizationConflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type SandboxSimulateCardFinancialAuthorizationError = SandboxSimulateCardFinancialAuthorizationErrors[keyof SandboxSimulateCardFinancialAuthorizationErrors];

export type SandboxSimulateCardFinancialAuthorizationResponses = {
    /**
     * The network has its answer, for an approval as for a decline.
     */
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
    400: SandboxSimulateCardFinancialAuthorizationBadRequest;
    401: Unauthorized;
    403: ForbiddenWithoutTransact;
    404: SandboxSimulateCardAuthorizationNotFound;
    405: MethodNotAllowed;
    409: SandboxSimulateCardAuthorizationConflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type SandboxSimulateCardFinancialCreditAuthorizationError = SandboxSimulateCardFinancialCreditAuthorizationErrors[keyof SandboxSimulateCardFinancialCreditAuthorizationErrors];

export type SandboxSimulateCardFinancialCreditAuthorizationResponses = {
    /**
     * The network has its answer, for an approval as for a decline.
     */
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
    400: InvalidRequest;
    401: Unauthorized;
    403: ForbiddenWithoutTransact;
    404: SandboxSimulateCardClearingNotFound;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: The idempotency key or `networkMessageId` was used for a request with other content. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     * - `INVALID_STATE_TRANSITION`: The transaction is settled or refunded: nothing is left to be cleared. Read the resource again. Its state does not allow this operation.
     */
    409: Error409;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type SandboxSimulateCardAuthorizationAdviceError = SandboxSimulateCardAuthorizationAdviceErrors[keyof SandboxSimulateCardAuthorizationAdviceErrors];

export type SandboxSimulateCardAuthorizationAdviceResponses = {
    /**
     * The message is booked. The token is that of the authorization.
     */
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
    400: SandboxSimulateCardAuthorizationBadRequest;
    401: Unauthorized;
    403: ForbiddenWithoutTransact;
    404: SandboxSimulateCardAuthorizationNotFound;
    405: MethodNotAllowed;
    409: SandboxSimulateCardAuthorizationConflict;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type SandboxSimulateCardCreditAuthorizationAdviceError = SandboxSimulateCardCreditAuthorizationAdviceErrors[keyof SandboxSimulateCardCreditAuthorizationAdviceErrors];

export type SandboxSimulateCardCreditAuthorizationAdviceResponses = {
    /**
     * The network has its answer, for an approval as for a decline.
     */
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
    400: InvalidRequest;
    401: Unauthorized;
    403: ForbiddenWithoutTransact;
    404: SandboxSimulateCardClearingNotFound;
    405: MethodNotAllowed;
    /**
     * - `CONFLICT`: The idempotency key or `networkMessageId` was used for a request with other content. If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.
     * - `INVALID_STATE_TRANSITION`: The transaction has no return that is not reversed yet. Read the resource again. Its state does not allow this operation.
     */
    409: Error409;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type SandboxSimulateCardReturnReversalError = SandboxSimulateCardReturnReversalErrors[keyof SandboxSimulateCardReturnReversalErrors];

export type SandboxSimulateCardReturnReversalResponses = {
    /**
     * The message is booked. The token is that of the authorization.
     */
    202: SandboxCardSimulationResponse;
};

export type SandboxSimulateCardReturnReversalResponse = SandboxSimulateCardReturnReversalResponses[keyof SandboxSimulateCardReturnReversalResponses];

export type ListLedgerEntriesData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only entries with a line on this ledger account, such as `available:` and the id of an internal account.
         */
        account?: string;
        /**
         * Only entries of this record, such as the id of a transaction.
         */
        cause?: string;
        /**
         * Only entries that moved money for this reason.
         */
        kind?: LedgerEntryKind;
        /**
         * Only entries that were booked at this time or later.
         */
        createdAfter?: string;
        /**
         * Only entries that were booked at this time or earlier.
         */
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
    400: InvalidInput;
    401: Unauthorized;
    403: ForbiddenWithoutView;
    405: MethodNotAllowed;
    429: RateLimited;
    500: InternalServerError;
    503: ServiceUnavailable;
};

export type ListLedgerEntriesError = ListLedgerEntriesErrors[keyof ListLedgerEntriesErrors];

export type ListLedgerEntriesResponses = {
    /**
     * A page of entries with all of their lines.
     */
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

export type PlatformTermsWebhookWebhookPayload = PlatformTermsWebhook;

export type PlatformTermsWebhookWebhookRequest = {
    body: PlatformTermsWebhookWebhookPayload;
    key: 'platform-terms';
    path?: never;
    query?: never;
};
