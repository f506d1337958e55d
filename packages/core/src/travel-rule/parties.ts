import { accountField, type ExternalAccount, primaryIdentifier, type TransferParty } from '../accounts/index.js';
import { type Customer, CUSTOMERS, nameOf, openNumbers } from '../customers/index.js';
import { isId, type Reads, type Sealer } from '../kernel/index.js';
import { PLATFORMS } from '../platforms/index.js';
import type { Transaction } from '../transactions/index.js';
import type { TransferParties } from './travel-rule-transfer.js';

const UNKNOWN: TransferParty = {
  ...{ kind: null, name: null, address: null, country: null, birthDate: null },
  ...{ customerId: null, documentType: null, documentNumber: null, accountId: null, ledgerAddress: null },
};

/**
 * Who sends the money of a payment and who receives it. The originator has its address on the chain, its account and its
 * number at this service, and an official number where one is known: Regulation (EU) 2023/1113, Article 14(1) and (2).
 */
export async function partiesOf(
  reads: Reads,
  sealer: Sealer,
  transaction: Transaction,
  account: ExternalAccount,
  sendingAddress: string,
): Promise<TransferParties> {
  const payer = isId('Customer', transaction.customerId) ? await reads.get(CUSTOMERS, transaction.customerId) : null;
  const known = payer === null ? await platformParty(reads, transaction) : customerParty(sealer, payer);
  const { source } = transaction;
  const accountId = source?.sourceType === 'ACCOUNT' ? source.accountId : null;
  return {
    originator: { ...known, accountId, ledgerAddress: sendingAddress },
    beneficiary: {
      ...(await beneficiaryOf(reads, sealer, transaction, account)),
      ledgerAddress: primaryIdentifier(account.accountInfo),
    },
  };
}

/** The number of an individual is the one that identified it; that of a business is its registration. */
function customerParty(sealer: Sealer, customer: Customer): TransferParty {
  const { id, customerType: kind, address, region, birthDate, idType, businessInfo } = customer;
  const registration = businessInfo?.registrationNumber ?? null;
  const isBusiness = kind === 'BUSINESS';
  return {
    ...UNKNOWN,
    ...{ kind, name: nameOf(customer), address, birthDate, customerId: id },
    country: address?.country ?? businessInfo?.country ?? region,
    documentType: isBusiness ? (registration === null ? null : 'REGISTRATION') : idType,
    documentNumber: isBusiness ? registration : openNumbers(sealer, customer).identifier,
  };
}

async function platformParty(reads: Reads, { tenant, customerId }: Transaction): Promise<TransferParty> {
  const platform = await reads.get(PLATFORMS, tenant);
  return { ...UNKNOWN, kind: 'BUSINESS', name: platform?.name ?? null, customerId };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

async function beneficiaryOf(
  reads: Reads,
  sealer: Sealer,
  transaction: Transaction,
  { customerId, ownershipType, accountInfo }: ExternalAccount,
): Promise<TransferParty> {
  if (ownershipType === 'FIRST_PARTY') {
    const owner = customerId === null ? null : await reads.get(CUSTOMERS, customerId);
    return owner === null ? platformParty(reads, transaction) : customerParty(sealer, owner);
  }
  const { beneficiary } = accountInfo;
  const legalName = textOf(beneficiary?.['legalName']);
  const name = textOf(beneficiary?.['fullName']) ?? legalName;
  return {
    ...UNKNOWN,
    kind: name === null ? null : legalName === null ? 'INDIVIDUAL' : 'BUSINESS',
    name,
    country: textOf(beneficiary?.['countryOfResidence']),
    birthDate: textOf(beneficiary?.['birthDate']),
  };
}

/** The institution that keeps a wallet; null for a wallet in self-custody. */
export const institutionOf = ({ accountInfo }: Pick<ExternalAccount, 'accountInfo'>): string | null =>
  accountField(accountInfo, 'vaspName');

/** Whether the name of the beneficiary is known: that of the owner, or of the account. */
export const isBeneficiaryNamed = ({ ownershipType, accountInfo }: ExternalAccount): boolean =>
  ownershipType === 'FIRST_PARTY' ||
  textOf(accountInfo.beneficiary?.['fullName']) !== null ||
  textOf(accountInfo.beneficiary?.['legalName']) !== null;
