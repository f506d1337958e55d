import { type ExternalAccount, EXTERNAL_ACCOUNTS, INTERNAL_ACCOUNTS, type Remitter } from '../accounts/index.js';
import { type Customer, CUSTOMERS } from '../customers/index.js';
import { type Digest, isId, type Reads, type Sealer } from '../kernel/index.js';
import { accountParty, customerParty, type ScreenedParty } from '../screening/index.js';
import { arrivalOf, openRemitter } from './arrival.js';
import type { Deposit } from './deposit.js';
import { destinationKey, pulledFrom, type Transaction, TRANSACTIONS } from './transaction.js';

export interface PartyPorts {
  readonly sealer: Sealer;
  readonly digest: Digest;
}

/**
 * Whom a payment is compared with lists for: the customers on both sides, the owners of the external accounts, the other
 * institution's customer, and the sender of the money that funds it. Empty for a payment between accounts of one owner
 * inside, which asks nothing: the standing of its owner is watched by itself.
 */
export async function paymentParties(
  reads: Reads,
  ports: PartyPorts,
  transaction: Transaction,
): Promise<readonly ScreenedParty[]> {
  const paid = destinationKey(transaction.destination);
  const pulled = pulledFrom(transaction);
  const inside = isId('InternalAccount', paid) ? await reads.get(INTERNAL_ACCOUNTS, paid) : null;
  const customerIds = new Set([transaction.customerId, inside?.customerId ?? null].filter(isCustomer));
  const accountIds = [pulled, isId('ExternalAccount', paid) ? paid : null].filter((id) => id !== null);
  const customers = customerIds.size === 0 ? [] : await reads.getMany(CUSTOMERS, [...customerIds]);
  const accounts = accountIds.length === 0 ? [] : await reads.getMany(EXTERNAL_ACCOUNTS, accountIds);
  const others = [
    ...inOrder(accountIds, accounts).map((account) => accountParty(account, account.id === pulled ? 'PAYER' : 'PAYEE')),
    ...counterpartyOf(ports, transaction),
    ...(await funderOf(reads, ports, transaction)),
  ];
  if (others.length === 0 && customerIds.size < 2) return [];
  return [...inOrder([...customerIds], customers).map(customerParty), ...others];
}

const isCustomer = (id: string | null): id is Customer['id'] => id !== null && isId('Customer', id);

/** The order of the parties is that of the payment, whatever the order of the reads. */
const inOrder = <T extends Customer | ExternalAccount>(ids: readonly string[], found: readonly T[]): readonly T[] =>
  ids.flatMap((id) => found.filter((each) => each.id === id));

/** The customer of another institution. Its id is the same for each payment to or from the address. */
function counterpartyOf({ digest }: PartyPorts, transaction: Transaction): readonly ScreenedParty[] {
  const { source, destination, counterparty } = transaction;
  const data = counterparty?.information ?? {};
  if (destination.destinationType === 'UMA_ADDRESS') return [umaParty(digest, 'PAYEE', destination.umaAddress, data)];
  return source?.sourceType === 'UMA_ADDRESS' ? [umaParty(digest, 'PAYER', source.umaAddress, data)] : [];
}

function umaParty(
  digest: Digest,
  role: 'PAYEE' | 'PAYER',
  address: string,
  data: Readonly<Record<string, unknown>>,
): ScreenedParty {
  const text = (...names: readonly string[]): string | null => {
    const found = names.map((name) => data[name]).find((value) => typeof value === 'string' && value !== '');
    return found === undefined ? null : (found as string);
  };
  const company = text('COMPANY_LEGAL_NAME');
  return {
    id: `uma ${digest.sha256(address.toLowerCase())}`,
    role,
    kind: company === null ? null : 'BUSINESS',
    name: text('FULL_NAME') ?? company,
    birthDate: text('BIRTH_DATE'),
    nationality: text('NATIONALITY'),
    country: text('COUNTRY_OF_RESIDENCE'),
    address,
  };
}

/** The sender of the money that arrived for the payment; empty if none did, or its rail named no sender. */
export async function funderOf(
  reads: Reads,
  { sealer }: Pick<PartyPorts, 'sealer'>,
  { id, source, type }: Transaction,
): Promise<readonly ScreenedParty[]> {
  if (type !== 'OUTGOING' || source?.sourceType !== 'REALTIME_FUNDING') return [];
  const arrival = await arrivalOf(reads, { transactionId: id });
  const party = arrival === null ? null : remitterParty(openRemitter(sealer, arrival), arrival.id);
  return party === null ? [] : [party];
}

/** The sender of arrived money under this id; null if its rail named none. */
export function remitterParty({ name, account }: Remitter, id: string): ScreenedParty | null {
  if (name === null && account === null) return null;
  return {
    ...{ id, role: 'REMITTER', kind: null, name, birthDate: null, nationality: null, country: null },
    // An account number identifies no person. Of the owner of an address on a chain, the address is all that is known.
    address: name === null ? account : null,
  };
}

/**
 * Whom a deposit is compared with lists for: its sender, and the customer for whom it came; of the money of a payment of
 * another institution also the parties of this payment. Empty if no sender is known.
 */
export async function depositParties(
  reads: Reads,
  ports: PartyPorts,
  { id, ownerId, cameFor }: Pick<Deposit, 'id' | 'ownerId' | 'cameFor'>,
  remitter: Remitter | null,
): Promise<readonly ScreenedParty[]> {
  const sender = remitter === null ? null : remitterParty(remitter, id);
  const payment = cameFor === null ? null : await reads.get(TRANSACTIONS, cameFor);
  if (payment !== null) return [...(await paymentParties(reads, ports, payment)), ...(sender === null ? [] : [sender])];
  if (sender === null) return [];
  const owner = ownerId === null ? null : await reads.get(CUSTOMERS, ownerId);
  return owner === null ? [sender] : [customerParty(owner), sender];
}
