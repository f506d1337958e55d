import { EXTERNAL_ACCOUNTS, INTERNAL_ACCOUNTS, type InternalAccount } from '../accounts/index.js';
import { AGENT_ACTIONS, AGENTS } from '../agents/index.js';
import { CARDS } from '../cards/index.js';
import type { Customer } from '../customers/index.js';
import {
  type BaseRecord,
  instant,
  type Instant,
  type KindOf,
  type ListQuery,
  MAX_LIMIT,
  readAll,
  type TenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import { QUOTES } from '../quotes/index.js';
import { SCA_RESETS } from '../sca/index.js';
import { STABLECOIN_OPERATIONS } from '../stablecoins/index.js';
import { DEPOSITS, TRANSACTIONS } from '../transactions/index.js';
import { INVITATIONS } from '../uma/index.js';
import { BENEFICIAL_OWNERS, DOCUMENTS, VERIFICATIONS } from '../verification/index.js';

/** Whose records are read. */
export interface Whose {
  readonly units: UnitOfWork;
  readonly tenant: TenantKey;
  readonly customer: Customer;
  /** Few: one for each currency and type. */
  readonly accounts: readonly InternalAccount[];
}

type Found<T> = Pick<ListQuery<T>, 'where' | 'between'>;

/** The records of a kind, oldest first. Each page is read in a unit of its own, so that memory and reads stay bounded. */
export async function* listed<T extends BaseRecord>(
  { units, tenant }: Pick<Whose, 'units' | 'tenant'>,
  kind: KindOf<T>,
  found: Found<T>,
): AsyncGenerator<T, void> {
  for (let after: T | undefined; ;) {
    const query: ListQuery<T> = { ...found, order: 'asc', limit: MAX_LIMIT, counted: false, after };
    const page = await units.read(tenant, (reads) => reads.list(kind, query));
    // Kinds of the host have the records of all platforms.
    for (const record of page.rows) if (record.tenant === tenant) yield record;
    after = page.rows.at(-1);
    if (!page.hasMore || after === undefined) return;
  }
}

/**
 * Records of a kind without a list by customer: those of the platform that were created after the customer, looked through
 * page by page.
 */
export async function* searched<T extends BaseRecord>(
  whose: Whose,
  kind: KindOf<T>,
  isOwn: (record: T) => boolean,
): AsyncGenerator<T, void> {
  const from: Instant = instant(whose.customer.createdAt);
  const found: Found<T> = { between: [{ column: 'createdAt', from }] };
  for await (const record of listed(whose, kind, found)) if (isOwn(record)) yield record;
}

export const transactionsOf = (whose: Whose) =>
  listed(whose, TRANSACTIONS, { where: { customerId: whose.customer.id } });

export const externalAccountsOf = (whose: Whose) =>
  listed(whose, EXTERNAL_ACCOUNTS, { where: { owner: whose.customer.id } });

export const quotesOf = (whose: Whose) => searched(whose, QUOTES, ({ customerId }) => customerId === whose.customer.id);

export const cardsOf = (whose: Whose) => listed(whose, CARDS, { where: { cardholderId: whose.customer.id } });

export const invitationsOf = (whose: Whose) =>
  searched(whose, INVITATIONS, ({ inviterId }) => inviterId === whose.customer.id);

/** Money under the references of the accounts and of the quotes, which was not credited. */
export async function* depositsOf(whose: Whose) {
  for (const { reference } of whose.accounts) yield* listed(whose, DEPOSITS, { where: { reference } });
  for await (const { reference } of quotesOf(whose))
    if (reference !== null) yield* listed(whose, DEPOSITS, { where: { reference } });
}

export const documentsOf = (whose: Whose) => listed(whose, DOCUMENTS, { where: { customerId: whose.customer.id } });

/** The internal accounts of a customer. */
export const accountsOf = ({ units, tenant, customer }: Omit<Whose, 'accounts'>): Promise<readonly InternalAccount[]> =>
  units.read(tenant, (reads) => readAll(reads, INTERNAL_ACCOUNTS, { owner: customer.id }));

/** The ids of the records that events, cases and actions of operators are about: of the customer and of all that it has. */
export async function* subjectsOf(whose: Whose): AsyncGenerator<string, void> {
  const { customer, accounts } = whose;
  const customerId = customer.id;
  yield customerId;
  for (const { id } of accounts) yield id;
  const lists: readonly AsyncIterable<{ readonly id: string }>[] = [
    listed(whose, BENEFICIAL_OWNERS, { where: { customerId } }),
    documentsOf(whose),
    listed(whose, VERIFICATIONS, { where: { customerId } }),
    externalAccountsOf(whose),
    quotesOf(whose),
    transactionsOf(whose),
    depositsOf(whose),
    cardsOf(whose),
    listed(whose, AGENTS, { where: { customerId } }),
    listed(whose, AGENT_ACTIONS, { where: { customerId } }),
    listed(whose, STABLECOIN_OPERATIONS, { where: { owner: customerId } }),
    listed(whose, SCA_RESETS, { where: { customerId } }),
    invitationsOf(whose),
  ];
  for (const list of lists) for await (const { id } of list) yield id;
}
