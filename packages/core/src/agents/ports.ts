import type {
  ExternalAccount,
  ExternalAccountFilter,
  ExternalAccountKey,
  InternalAccountFilter,
  InternalAccountView,
  NewExternalAccount,
} from '../accounts/index.js';
import type {
  Cursors,
  Context,
  Digest,
  IdSource,
  Page,
  PageRequest,
  PreparedUseCase,
  Query,
  Random,
  Reads,
  TenantKey,
  UnitOfWork,
  UseCase,
} from '../kernel/index.js';
import type { Platform } from '../platforms/index.js';
import type { ExecuteQuote, Quote, QuoteRequest } from '../quotes/index.js';
import type { RateBook } from '../rates/index.js';
import type { Transaction, TransactionFilter } from '../transactions/index.js';
import type { PricedTransferOut, TransferOutRequest, TransferRequest } from '../transfers/index.js';

/** The use cases of platforms that agents use too. */
export interface PlainOperations {
  readonly executeQuote: UseCase<ExecuteQuote, Quote>;
  readonly transferIn: UseCase<TransferRequest, Transaction>;
  readonly transferOut: PreparedUseCase<TransferOutRequest, PricedTransferOut, Transaction>;
  readonly listTransactions: Query<TransactionFilter, Page<Transaction>>;
  readonly listInternalAccounts: Query<InternalAccountFilter & PageRequest, Page<InternalAccountView>>;
  readonly listExternalAccounts: Query<ExternalAccountFilter & PageRequest, Page<ExternalAccount>>;
  readonly addExternalAccount: UseCase<NewExternalAccount, ExternalAccount>;
  readonly deleteExternalAccount: UseCase<ExternalAccountKey, ExternalAccount>;
}

/**
 * The operations of agents, including quotes, which call other institutions before their unit of work; `P` is the
 * prepared data of a quote.
 */
export interface AgentOperations<P> extends PlainOperations {
  readonly createQuote: PreparedUseCase<QuoteRequest, P, Quote>;
}

export interface AgentsAreaPorts<P> {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly random: Random;
  readonly digest: Digest;
  readonly cursors: Cursors;
  readonly rates: RateBook;
  readonly settings: (reads: Reads, ctx: Pick<Context, 'tenant'>) => Promise<Platform>;
  /** A context of the service in a tenant, with the test clock of the tenant from the database. */
  readonly contextOf: (tenant: TenantKey) => Promise<Context>;
  readonly operations: AgentOperations<P>;
}
