import { parseArgs } from 'node:util';
import type { Configuration } from '../settings/configuration.js';
import { isExpected, UsageError } from '../kernel/errors.js';
import { nearest } from '../terminal/nearest.js';
import type { Output, ProcessContext } from '../kernel/process-context.js';
import { visible } from '../terminal/terminal.js';
import { usageOf } from './usage.js';

const USAGE = `Usage: corridor <command>

  serve                     Run the service until SIGTERM or SIGINT
  migrate                   Bring the database schema up to date
  platform create           Create a platform and its first token
      --name TEXT           Its name
      --environment NAME    SANDBOX (default) or PRODUCTION
      --currencies LIST     Comma-separated currency codes
      --require-terms FLAG  true: its customers move money only once they have accepted the end-user terms
      --regulated FLAG      true: it is a regulated financial institution
      --money-during-review FLAG
                            true: its customers can move money while a change of identity is being verified
      --uma-domain NAME     The domain of its customers' UMA addresses, active without a DNS proof
  platform update           Change these settings of a platform; running hosts apply them within a second
      --platform ID         The platform, as Platform:…
      --environment NAME    SANDBOX or PRODUCTION; required if the platform has both
      --require-terms FLAG  true or false
      --regulated FLAG      true or false
      --money-during-review FLAG
                            true or false
      --uma-domain NAME     The domain of its customers' UMA addresses, active without a DNS proof; none: the host's
      --operator FILE       The file with your operator credential
  platform list             Print the platforms, with the number of their tokens and their currencies
      --json                Print one JSON array
  platform block            Stop a platform in one environment at once: refuse what it starts, hold what arrives and leaves
      --platform ID         The platform, as Platform:…
      --environment NAME    SANDBOX or PRODUCTION; required if the platform has both
      --reason TEXT         Why; only operators read it
      --case TEXT           The reference of the case or the order
      --notes TEXT          What else operators have to know
      --silent              The platform must not know: the code USER_NOT_READY
      --operator FILE       The file with your operator credential
  platform unblock          End the block of a platform, with the approval of another operator; it releases nothing
      --platform ID         The platform, as Platform:…
      --environment NAME    SANDBOX or PRODUCTION; required if the platform has both
      --reason TEXT         Why; only operators read it
      --case TEXT           The reference of the decision
      --operator FILE       The file with your operator credential
  token create              Create an API token
      --platform ID         The platform, as Platform:…
      --environment NAME    SANDBOX or PRODUCTION; required if the platform has both
      --permissions LIST    Comma-separated, of VIEW, TRANSACT, MANAGE; default: all
      --name TEXT           Its name
      --operator FILE       The file with your operator credential; without it, as the holder of the master key
  token list                Print the API tokens of a platform, without their secrets
      --platform ID         The platform, as Platform:…
      --environment NAME    SANDBOX or PRODUCTION; required if the platform has both
      --json                Print one JSON array
  token revoke              Delete an API token; running hosts refuse it within a second
      --platform ID         The platform, as Platform:…
      --environment NAME    SANDBOX or PRODUCTION; required if the platform has both
      --id ID               The token, as Token:…
  customer block            Stop a customer at once: refuse what it starts, and hold money that arrives for it
      --platform ID         Its platform
      --environment NAME    SANDBOX or PRODUCTION; required if the platform has both
      --id ID               The customer, as Customer:…
      --reason TEXT         Why; only operators read it
      --case TEXT           The reference of the case or the order
      --notes TEXT          What else operators have to know
      --silent              The platform must not know: no event, and the code USER_NOT_READY
      --operator FILE       The file with your operator credential
  customer unblock          End the block of a customer, with the approval of another operator; it releases nothing
      --platform ID         Its platform
      --environment NAME    SANDBOX or PRODUCTION; required if the platform has both
      --id ID               The customer, as Customer:…
      --reason TEXT         Why; only operators read it
      --case TEXT           The reference of the decision
      --operator FILE       The file with your operator credential
  external-account block    Stop payments to and from an external account at once; money that arrives is not affected
      --platform ID         Its platform
      --environment NAME    SANDBOX or PRODUCTION; required if the platform has both
      --id ID               The external account, as ExternalAccount:…
      --reason TEXT         Why; only operators read it
      --case TEXT           The reference of the case or the order
      --notes TEXT          What else operators have to know
      --silent              The platform must not know: the code USER_NOT_READY
      --operator FILE       The file with your operator credential
  external-account unblock  End the block of an external account, with the approval of another operator
      --platform ID         Its platform
      --environment NAME    SANDBOX or PRODUCTION; required if the platform has both
      --id ID               The external account, as ExternalAccount:…
      --reason TEXT         Why; only operators read it
      --case TEXT           The reference of the decision
      --operator FILE       The file with your operator credential
  blocks list               Print the blocks of customers, external accounts and platforms with their texts
      --platform ID         Of this platform; default: of all platforms
      --environment NAME    SANDBOX or PRODUCTION; required if the platform has both
      --status NAME         BLOCKED (default) or ENDED
      --json                Print one JSON array
  account freeze            Refuse debits of one internal account; its owner can still pay from elsewhere (see customer block)
      --platform ID         Its platform
      --environment NAME    SANDBOX or PRODUCTION; required if the platform has both
      --account ID          The account, as InternalAccount:…
      --reason TEXT         Why; only operators read it
      --operator FILE       The file with your operator credential
  account unfreeze          Allow debits again; options as above
  account renew             Request new funding instructions for internal accounts, after rails were added or changed
      --platform ID         The platform; all of its accounts are renewed
      --environment NAME    As above
  account duplicates        List external accounts that are the same as another one of their owner
      --platform ID         The platform
      --environment NAME    As above
      --json                Print one JSON array
  card log                  Print the requests to a card and the reveals of its number, newest first
      --platform ID         Its platform
      --environment NAME    SANDBOX or PRODUCTION; required if the platform has both
      --card ID             The card, as Card:…
      --json                Print one JSON array
  card recover              Debit the missing amount of a card transaction in EXCEPTION from its account
      --platform ID         Its platform
      --environment NAME    As above
      --transaction ID      The transaction, as Transaction:…
      --operator FILE       The file with your operator credential
  card release              Give an account back what a card transaction holds, before its authorization expires
      --platform ID         Its platform
      --environment NAME    As above
      --transaction ID      The transaction, as Transaction:…
      --reason TEXT         Why; the log of operators keeps it
      --operator FILE       The file with your operator credential
  uma rotate-keys           Replace the UMA certificates of a domain within the hour
      --domain NAME         The UMA domain
  kyc list                  Print the verifications and beneficial owners that await a decision
      --json                Print one JSON array
  kyc documents             Write the documents of a verification, or of an owner, to a folder for the reviewer
      --id ID               Verification:… or BeneficialOwner:…
      --folder PATH         The folder; created if missing
      --operator FILE       The file with your operator credential
  kyc decide                Decide a verification, or a beneficial owner
      --id ID               Verification:… or BeneficialOwner:…
      --decision NAME       APPROVED, REJECTED, or RESOLVE_ERRORS to ask for more
      --reason TEXT         Why it is not approved; this and the options below are for verifications only
      --type NAME           The type of verification error, such as POOR_QUALITY_DOCUMENT
      --field NAME          The field that is missing or invalid, such as businessInfo.taxId
      --about ID            The document or owner that the error concerns; default: the customer
      --operator FILE       The file with your operator credential
  sca list                  Print the factor resets whose liveness check awaits a verdict
      --json                Print one JSON array
  sca decide                Decide a factor reset
      --id ID               The reset, as ScaReset:…
      --verdict NAME        PASSED or REJECTED
      --operator FILE       The file with your operator credential
  suspense list             Print deposits that cannot be credited to an account, with their senders
      --json                Print one JSON array
  exceptions list           Print the cases that wait for an operator, oldest first
      --status NAME         OPEN (default) or RESOLVED
      --json                Print one JSON array
  exceptions show           Print an exception and the resolutions that its kind allows
      --id ID               The exception, as Exception:…
  exceptions open           Open an exception by hand, such as a recall
      --kind NAME           RECALL, STATEMENT_DIFFERENCE, RAIL_CONTRADICTION, REFUND_FAILED, DEPOSIT_REFUSED, DEPOSIT_HELD
      --platform ID         Its platform; not for a STATEMENT_DIFFERENCE
      --environment NAME    SANDBOX or PRODUCTION, if the platform has both; STATEMENT_DIFFERENCE: default PRODUCTION
      --subject ID          The transaction or deposit that it concerns
      --reference TEXT      The bank's reference
      --rail NAME, --currency CODE, --amount NUMBER, --direction NAME
                            STATEMENT_DIFFERENCE: all four, direction IN or OUT; other kinds: a partial amount.
                            RAIL_CONTRADICTION: direction OUT for money that the bank sent, such as a second time
      --reason TEXT         What happened
      --operator FILE       The file with your operator credential
  exceptions resolve        Resolve an exception
      --id ID               The exception
      --resolution NAME     RETRIED, CREDITED, PAID_ELSEWHERE, ADJUSTED, WRITTEN_OFF or REFUSED
      --account ID          The internal account to credit or debit, if the resolution needs one
      --note TEXT           Why
      --evidence TEXT       The reference of the bank's statement that it did not pay the former attempt, for RETRIED
      --bank-reference TEXT
                            The reference of the payment at the bank that made it; required for PAID_ELSEWHERE
      --value-date DATE     Its value date, as YYYY-MM-DD; required for PAID_ELSEWHERE
      --operator FILE       The file with your operator credential
  operator create           Create an operator, and print a link that works once within an hour
      --name TEXT           The name with which the operator signs in
      --role NAME           viewer, operator, approver or admin
      --credential FILE     Instead of a link, write a credential to this new file: for programs, which cannot sign in
  operator list             Print the operators with their roles and states
      --json                Print one JSON array
  operator reset            End the sign-in of an operator who lost it, and print a new link
      --name TEXT           The operator
  operator disable          Withdraw the access of an operator for good
      --name TEXT           The operator
  operator log              Print what operators did as JSON lines, newest first
      --since TIME          Only entries from this time on
      --json                Print one JSON array
  approvals list            Print the requests that wait for the approval of a second operator
      --json                Print one JSON array
  approvals approve         Approve the request of another operator, which carries it out
      --id ID               The request, as Request:…
      --digest TEXT         Its digest, as the list prints it
      --operator FILE       The file with your operator credential
  approvals decline         Decline a request; options as above
  treasury book             Book a movement of the service's own money
      --kind NAME           TOP_UP, WITHDRAWAL, CHARGE, INTEREST, TRANSFER or TRADE
      --environment NAME    PRODUCTION (default) or SANDBOX
      --rail, --currency, --amount
                            The rail, and the amount in smallest units; for a TRADE, the sold leg
      --bought-rail, --bought-currency, --bought-amount
                            The bought leg of a TRADE; for a TRANSFER, only the rail that it reaches
      --reference TEXT      The bank's reference; each reference is booked once
      --value-date DATE     The value date of a WITHDRAWAL, CHARGE or TRADE, as YYYY-MM-DD; required beyond the service's own money
      --note TEXT           Why
      --operator FILE       The file with your operator credential
  treasury confirm          Confirm a payment outside the service that two other operators booked
      --id ID               The payment, as OutsidePayment:…; audit prints those that are unconfirmed
      --document TEXT       The reference of the document that proves it, such as a statement of the bank
      --operator FILE       The file with your operator credential
  rails list                Print the rails in the order in which they are chosen, with what they can do and claim
      --json                Print one JSON array
  rails check               Ask the connections of the rails file; exit code 1 if one is unreachable or has a problem
      --rail NAME           Only this one; also written as rails check NAME
  rails release             Print the files that wait for a release, or release one
      --rail NAME           Only those of this rail; required to release
      --id ID               The file to release
      --digest TEXT         Its digest, as the list shows it
      --operator FILE       The file with your operator credential
      --json                Print one JSON array
  rails act                 Print what you can decide about connections, or decide it
      --rail NAME           Only this connection; required to decide
      --action NAME         What to do, as the list shows it
      --subject TEXT        What the action is about, such as the id of a file
      --operator FILE       The file with your operator credential
      --json                Print one JSON array
  positions                 Print the trial balance: each platform, currency and type of ledger account
      --platform ID         Only this platform
      --json                Print one JSON array
  audit                     Check ledger, payments and events against each other; exit code 1 with findings
      --head DIGEST         The head of the seal chain (signed hashes) from an earlier audit; must still be in the chain
      --restored FLAG       true: the database is a restored copy, so the issuers of stablecoins are not asked
  checkpoint rebuild        Recompute the ledger checkpoints from the postings; hosts may run meanwhile
  reconcile                 Compare a rail's statement with the ledger; exit code 1 with differences
      --rail NAME           The rail
      --statement FILE      CSV with the columns reference, currency, amount, direction (IN, OUT); without it, the
                            statements that the rail has received, or what it holds
      --environment NAME    SANDBOX or PRODUCTION; default: of the rail's connection, with a file PRODUCTION
      --from, --to TIME     The time that the statement covers
      --record FLAG         true: open an exception for each difference
  listen                    Print the live events of a running host, and forward them to a local address
      --forward-to URL      The local address; default: events are only printed
      --console-url URL     The console, for the links to records; default: /console at CORRIDOR_CONSOLE_URL, or at the
                            host of the base URL
      --since ID            Start after this event; default: now
      --base-url URL        Address of the host, with the API version; or CORRIDOR_BASE_URL
      --client-id TEXT      Client id of a token with MANAGE; or CORRIDOR_CLIENT_ID
      --client-secret TEXT  Client secret of that token; or CORRIDOR_CLIENT_SECRET
  mcp                       Serve the tools of an agent over the Model Context Protocol, on standard input and output;
                            without --credential, the tools of a platform in the sandbox
      --credential FILE     The file with the credential of the agent, from mcp login
      --base-url URL, --client-id TEXT, --client-secret TEXT
                            Of a sandbox platform, as for listen
      --http                Serve agents over streamable HTTP instead; each client sends the access token of its agent
      --port NUMBER         The port for --http
      --host ADDRESS        The address for --http; default 127.0.0.1
      --allowed-hosts LIST  Comma-separated names by which clients reach this address, such as that of a proxy
  mcp login                 Redeem a device code of an agent, and write its credential to a new file
      --base-url URL        Address of the host; or CORRIDOR_BASE_URL
      --code TEXT           The device code
      --credential FILE     The new file, which only you can read
  trigger                   Play the scene that ends in an event, on a running sandbox; also written as trigger TYPE
      --type TYPE           The event type, such as OUTGOING_PAYMENT.COMPLETED; without it, the types are listed
      --list                List the types with their scenes
      --json                Print only the event; with --list, one JSON array
      --base-url URL, --client-id TEXT, --client-secret TEXT
                            As for listen, for a token with MANAGE and TRANSACT
  seed                      Fill a running sandbox with a history of customers, payments and cards; its test clock moves
                            ahead by the days
      --customers NUMBER    How many customers; default 50, at most 500
      --days NUMBER         How many days; default 30, at most 366
      --seed NUMBER         The seed that a run printed, to repeat its history; default: a new one
      --base-url URL, --client-id TEXT, --client-secret TEXT
                            As for listen, for a token with MANAGE and TRANSACT
  master-key rotate         Encrypt all secrets in the database with a new master key, while no host runs
  doctor                    Examine the installation and print what is wrong with it and how to mend it; exit code 1 with
                            problems
  openapi                   Print the OpenAPI document
  schema                    Print the SQL of a view for each table, with ids, tenants and JSON as text
      --postgres            For Postgres, to run with psql; default: the kind of the configured database
      --sqlite              For SQLite, to run with sqlite3
  completion                Print a script that completes commands and options in a shell, to be sourced or installed
      --shell NAME          bash, zsh or fish; also written as completion NAME
  --help, -h                Print this help; with a command, its options; also written as help COMMAND
  --version, -v             Print the version of Corridor

Settings come from the environment (CORRIDOR_…) and from the file that CORRIDOR_CONFIG_FILE names.
`;

const USAGE_ERROR = 2;

// docs/reference/commands.md is generated from both.
export { COMMANDS, USAGE };

type Environment = Readonly<Record<string, string | undefined>>;
type Values = Readonly<Record<string, string | boolean | undefined>>;

interface Command {
  /** Serves requests, so statements have the configured limit. Statements of other commands have ten minutes. */
  readonly serves?: true;
  /** The options of the command; each takes a value. */
  readonly options: readonly string[];
  /** The option whose value may follow the name of the command without its option name. */
  readonly positional?: string;
  /** The options of the command that take no value. */
  readonly flags?: readonly string[];
  readonly run: (configuration: Configuration, values: Values, processContext: ProcessContext) => Promise<number>;
  /** Text of docs/reference/commands.md in addition to `USAGE`. */
  readonly note?: string;
}

/** The options of commands that call a running host. */
const RUNNING_HOST = ['base-url', 'client-id', 'client-secret'];

/** Each command loads only its own modules: `openapi` opens no database, and a usage error loads none of them. */
const COMMANDS: Readonly<Record<string, Command>> = {
  serve: {
    serves: true,
    options: [],
    run: async (configuration, _values, processContext) =>
      (await import('../processes/serve.js')).serve(configuration, processContext),
  },
  migrate: {
    options: [],
    note: '`serve` migrates too. Use this command in deployments that migrate before they start hosts.',
    run: async (configuration, _values, processContext) =>
      (await import('./commands.js')).migrate(configuration, processContext),
  },
  'platform create': {
    options: ['name', 'environment', 'currencies', 'require-terms', 'regulated', 'money-during-review', 'uma-domain'],
    note: 'Creates the accounts of the platform, and prints the secrets of its first token.',
    run: async (...given) => (await import('./commands.js')).createPlatform(...given),
  },
  'platform update': {
    options: [
      ...['platform', 'environment', 'require-terms', 'regulated', 'money-during-review', 'uma-domain'],
      'operator',
    ],
    run: async (...given) => (await import('./commands.js')).updatePlatform(...given),
  },
  'platform block': {
    options: ['platform', 'environment', 'reason', 'case', 'notes', 'operator'],
    flags: ['silent'],
    run: async (...given) => (await import('./block-commands.js')).blockPlatform(...given),
  },
  'platform unblock': {
    options: ['platform', 'environment', 'reason', 'case', 'operator'],
    run: async (...given) => (await import('./block-commands.js')).unblockPlatform(...given),
  },
  'token create': {
    options: ['platform', 'environment', 'permissions', 'name', 'operator'],
    note: 'Prints the client id and the client secret. In production the request of an operator waits for a second one, to whom `approvals approve` prints them.',
    run: async (...given) => (await import('./commands.js')).createToken(...given),
  },
  'platform list': {
    options: [],
    flags: ['json'],
    note: 'A line has the id, the environment, the time of creation, the number of tokens, the currencies and the name.',
    run: async (...given) => (await import('./platform-list.js')).listPlatforms(...given),
  },
  'token list': {
    options: ['platform', 'environment'],
    flags: ['json'],
    note: 'A line has the id, the client id, the permissions, the time of creation and the name.',
    run: async (...given) => (await import('./token-commands.js')).listTokens(...given),
  },
  'token revoke': {
    options: ['platform', 'environment', 'id'],
    note: 'The last token with MANAGE cannot be revoked: create another one first.',
    run: async (...given) => (await import('./token-commands.js')).revokeToken(...given),
  },
  'customer block': {
    options: ['platform', 'environment', 'id', 'reason', 'case', 'notes', 'operator'],
    flags: ['silent'],
    note: 'Emits `CUSTOMER.BLOCKED` unless the block is silent.',
    run: async (...given) => (await import('./block-commands.js')).blockCustomer(...given),
  },
  'customer unblock': {
    options: ['platform', 'environment', 'id', 'reason', 'case', 'operator'],
    note: 'Emits `CUSTOMER.UNBLOCKED` unless the block was silent.',
    run: async (...given) => (await import('./block-commands.js')).unblockCustomer(...given),
  },
  'external-account block': {
    options: ['platform', 'environment', 'id', 'reason', 'case', 'notes', 'operator'],
    flags: ['silent'],
    run: async (...given) => (await import('./block-commands.js')).blockPayee(...given),
  },
  'external-account unblock': {
    options: ['platform', 'environment', 'id', 'reason', 'case', 'operator'],
    run: async (...given) => (await import('./block-commands.js')).unblockPayee(...given),
  },
  'blocks list': {
    options: ['platform', 'environment', 'status'],
    flags: ['json'],
    note: 'The texts are for operators only: nothing that platforms or customers read has them.',
    run: async (...given) => (await import('./block-commands.js')).listBlocks(...given),
  },
  'account freeze': {
    options: ['platform', 'environment', 'account', 'reason', 'operator'],
    note: 'Emits `INTERNAL_ACCOUNT.STATUS_UPDATED`, as `account unfreeze` does. Payments that are funded from outside, and other and new accounts of the customer, are not stopped: use `customer block` for that.',
    run: async (...given) => (await import('./account-commands.js')).freezeAccount(...given),
  },
  'account unfreeze': {
    options: ['platform', 'environment', 'account', 'reason', 'operator'],
    run: async (...given) => (await import('./account-commands.js')).unfreezeAccount(...given),
  },
  'account renew': {
    options: ['platform', 'environment'],
    note: 'Each account whose instructions change emits `INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED`.',
    run: async (...given) => (await import('./account-commands.js')).renewAccounts(...given),
  },
  'account duplicates': {
    options: ['platform', 'environment'],
    flags: ['json'],
    note: 'They were added in different notations before accounts had one notation. The platform deletes one of them.',
    run: async (...given) => (await import('./account-commands.js')).listDuplicates(...given),
  },
  'card log': {
    options: ['platform', 'environment', 'card'],
    flags: ['json'],
    note: 'The log includes declined authorizations, and names the API token that revealed the number of the card.',
    run: async (...given) => (await import('./card-commands.js')).printCardLog(...given),
  },
  'card recover': {
    options: ['platform', 'environment', 'transaction', 'operator'],
    note: 'The account must hold the missing amount. The command settles the transaction.',
    run: async (...given) => (await import('./card-commands.js')).recoverCardTransaction(...given),
  },
  'card release': {
    options: ['platform', 'environment', 'transaction', 'reason', 'operator'],
    note: 'A clearing in time still debits the account. Above `CORRIDOR_APPROVAL_AMOUNTS` another operator has to approve it.',
    run: async (...given) => (await import('./card-commands.js')).releaseCardHold(...given),
  },
  'uma rotate-keys': {
    options: ['domain'],
    note: 'Prints the time from which hosts use the new certificates: one hour later, when no institution still caches the present ones.',
    run: async (...given) => (await import('./commands.js')).rotateUmaKeys(...given),
  },
  'kyc list': {
    options: [],
    flags: ['json'],
    note: 'The list includes beneficial owners whose decision is still open.',
    run: async (...given) => (await import('./kyc-commands.js')).listReviews(...given),
  },
  'kyc documents': {
    options: ['id', 'folder', 'operator'],
    note: 'Only the current user can read the files.',
    run: async (...given) => (await import('./kyc-commands.js')).writeDocuments(...given),
  },
  'kyc decide': {
    options: ['id', 'decision', 'reason', 'type', 'field', 'about', 'operator'],
    run: async (...given) => (await import('./kyc-commands.js')).decideReview(...given),
  },
  'sca list': {
    options: [],
    flags: ['json'],
    run: async (...given) => (await import('./sca-commands.js')).listResets(...given),
  },
  'sca decide': {
    options: ['id', 'verdict', 'operator'],
    run: async (...given) => (await import('./sca-commands.js')).decideReset(...given),
  },
  'suspense list': {
    options: [],
    flags: ['json'],
    run: async (...given) => (await import('./suspense-commands.js')).listSuspense(...given),
  },
  'exceptions list': {
    options: ['status'],
    flags: ['json'],
    run: async (...given) => (await import('./exception-commands.js')).listExceptions(...given),
  },
  'exceptions show': {
    options: ['id'],
    run: async (...given) => (await import('./exception-commands.js')).showException(...given),
  },
  'exceptions open': {
    options: [
      ...['kind', 'platform', 'environment', 'subject', 'reference', 'rail', 'currency', 'amount', 'direction'],
      ...['reason', 'operator'],
    ],
    run: async (...given) => (await import('./exception-commands.js')).openByHand(...given),
  },
  'exceptions resolve': {
    options: ['id', 'resolution', 'account', 'note', 'evidence', 'bank-reference', 'value-date', 'operator'],
    run: async (...given) => (await import('./exception-commands.js')).resolveException(...given),
  },
  'operator create': {
    options: ['name', 'role', 'credential'],
    note: 'The holder of the master key is the only one who creates operators; the log names the system user. The link leads to the console, where the person sets up a passkey, or a password with an authenticator app.',
    run: async (...given) => (await import('./operator-commands.js')).createOperator(...given),
  },
  'operator list': {
    options: [],
    flags: ['json'],
    run: async (...given) => (await import('./operator-commands.js')).listOperators(...given),
  },
  'operator reset': {
    options: ['name'],
    note: 'The password, the passkeys, the sessions and the credentials of the operator end at once. A new link also replaces one that has expired.',
    run: async (...given) => (await import('./operator-commands.js')).resetOperator(...given),
  },
  'operator disable': {
    options: ['name'],
    note: 'The sessions and credentials of the operator end at once. A disabled operator stays in the log and keeps the name.',
    run: async (...given) => (await import('./operator-commands.js')).disableOperator(...given),
  },
  'operator log': {
    options: ['since'],
    flags: ['json'],
    note: 'The log is never changed; keep a copy of it elsewhere.',
    run: async (...given) => (await import('./operator-commands.js')).printLog(...given),
  },
  'approvals list': {
    options: [],
    flags: ['json'],
    run: async (...given) => (await import('./approval-commands.js')).listApprovals(...given),
  },
  'approvals approve': {
    options: ['id', 'digest', 'operator'],
    run: async (...given) => (await import('./approval-commands.js')).approve(...given),
  },
  'approvals decline': {
    options: ['id', 'digest', 'operator'],
    run: async (...given) => (await import('./approval-commands.js')).decline(...given),
  },
  'treasury book': {
    options: [
      ...['kind', 'environment', 'rail', 'currency', 'amount', 'bought-rail', 'bought-currency', 'bought-amount'],
      ...['reference', 'value-date', 'note', 'operator'],
    ],
    note: "A WITHDRAWAL, CHARGE or TRADE of more than the service's own money always needs a second operator. It is booked, because the books follow the bank, and `audit` prints it until a statement or a document confirms it, and the shortfall.",
    run: async (...given) => (await import('./treasury-commands.js')).bookTreasury(...given),
  },
  'treasury confirm': {
    options: ['id', 'document', 'operator'],
    note: 'The operators who booked and approved the payment cannot confirm it. `reconcile --record true` confirms the payments that a statement has.',
    run: async (...given) => (await import('./treasury-commands.js')).confirmOutside(...given),
  },
  'rails list': {
    options: [],
    flags: ['json'],
    note: 'The rails of the rails file come first, in its order, then the bundled ones.',
    run: async (...given) => (await import('./rail-commands.js')).listRails(...given),
  },
  'rails check': {
    options: ['rail'],
    positional: 'rail',
    note: 'Prints what waits at each connection, and what an operator must look at. Moves no money.',
    run: async (...given) => (await import('./rail-commands.js')).checkRails(...given),
  },
  'rails release': {
    options: ['rail', 'id', 'digest', 'operator'],
    flags: ['json'],
    note: 'A line has the time, the number of payments, their sums and the digest. The digest is checked again when the file is sent.',
    run: async (...given) => (await import('./rail-commands.js')).releaseRails(...given),
  },
  'rails act': {
    options: ['rail', 'action', 'subject', 'operator'],
    flags: ['json'],
    note: 'Each type of connection has its own actions. They change what the connection does next, and move no money by themselves.',
    run: async (...given) => (await import('./rail-commands.js')).actOnRail(...given),
  },
  positions: {
    options: ['platform'],
    flags: ['json'],
    note: 'Prints amounts in the smallest unit, signed like the postings of the ledger: one line for each platform (or `house`), environment, currency and kind of ledger account, then the sum of each currency, which is 0.',
    run: async (...given) => (await import('./positions.js')).positions(...given),
  },
  audit: {
    options: ['head', 'restored'],
    note: 'Also checks the chain of seals, and the supply of stablecoins against their issuers, which `--restored` does not ask; with `--restored`, the command refuses to run while a host of the database runs. Prints one line for each finding, and the head of the chain of seals. Keep heads outside the database to detect a chain that was replaced.',
    run: async (...given) => (await import('./commands.js')).audit(...given),
  },
  'checkpoint rebuild': {
    options: [],
    note: 'Prints each checkpoint that was wrong. Run it when `audit` asks for it.',
    run: async (configuration, _values, processContext) =>
      (await import('./checkpoint-commands.js')).rebuildStoredCheckpoints(configuration, processContext),
  },
  reconcile: {
    options: ['rail', 'statement', 'environment', 'from', 'to', 'record'],
    note: 'Prints one line for each difference. Without `--statement`, it compares the statements that the connection of the rail has received, and their closing balance, or what the other side holds now.',
    run: async (...given) => (await import('./commands.js')).reconcile(...given),
  },
  listen: {
    options: ['forward-to', 'console-url', 'since', ...RUNNING_HOST],
    note: 'A line has the type, the id, the resource, the answer of the receiver and the page in the console. Types are green, red or yellow on a terminal; `NO_COLOR` and `FORCE_COLOR` are honoured.',
    run: async (...given) => (await import('../running-host/listen-command.js')).listenTo(...given),
  },
  mcp: {
    options: ['credential', ...RUNNING_HOST, 'port', 'host', 'allowed-hosts'],
    flags: ['http'],
    note: 'Needs the optional package `@modelcontextprotocol/sdk`. [The guide](../guides/agents.md) leads to an agent that pays within its limits.',
    run: async (...given) => (await import('../running-host/mcp/mcp-command.js')).mcp(...given),
  },
  'mcp login': {
    options: ['base-url', 'code', 'credential'],
    note: 'The device code works once, so the file is created first: the command refuses a file that exists or cannot be written before it uses up the code.',
    run: async (...given) => (await import('../running-host/mcp/mcp-command.js')).mcpLogin(...given),
  },
  trigger: {
    options: ['type', ...RUNNING_HOST],
    positional: 'type',
    flags: ['list', 'json'],
    note: 'Plays over the API, prints each step and then the event. Exit code 1 if the event does not come within a minute, or if Corridor does not send the type. See [play the sandbox](../guides/play-the-sandbox.md).',
    run: async (...given) => (await import('../running-host/trigger-command.js')).trigger(...given),
  },
  seed: {
    options: ['customers', 'days', 'seed', ...RUNNING_HOST],
    note: 'Calls the API, and refuses a token of production before it does anything. The clock never goes back: the history ends `--days` days ahead of where it began. A second run adds another history. Ctrl-C stops between two acts and keeps what was created. See [play the sandbox](../guides/play-the-sandbox.md#fill-a-sandbox).',
    run: async (...given) => (await import('../running-host/seed-command.js')).seed(...given),
  },
  'master-key rotate': {
    options: [],
    note: 'Refuses to run while a host of the database runs. The new key replaces `master.key`; with `CORRIDOR_MASTER_KEY` or `CORRIDOR_MASTER_KEY_COMMAND`, the new key is `CORRIDOR_MASTER_KEY_NEXT`. Run the command again to continue a rotation that was interrupted. List cursors from before the rotation become invalid. Exit code 1 if secrets cannot be opened; they stay as they are, and are named.',
    run: async (configuration, _values, processContext) =>
      (await import('./master-key-rotation.js')).rotateMasterKey(configuration, processContext),
  },
  doctor: {
    options: [],
    note: 'Examines the files of the settings, the data folder, the database, the clocks, the master key and all secrets, the rails, the webhook endpoints, overdue work and open exceptions. It creates and changes nothing, migrates no schema, and sends no webhook.',
    run: async (configuration, _values, processContext) =>
      (await import('../doctor/doctor.js')).doctor(configuration, processContext),
  },
  openapi: {
    options: [],
    note: 'Opens no database.',
    run: async (configuration, _values, processContext) =>
      (await import('./openapi.js')).printOpenApi(configuration, processContext),
  },
  schema: {
    options: [],
    flags: ['postgres', 'sqlite'],
    note: 'Opens no database. The [views](../storage.md#views-that-show-rows-as-text) are optional: the host neither creates nor uses them.',
    run: async (...given) => (await import('./schema.js')).printSchema(...given),
  },
  completion: {
    options: ['shell'],
    positional: 'shell',
    note: 'Opens no database. The script starts no process while you type.',
    run: async (_configuration, values, processContext) =>
      (await import('./completion.js')).printCompletion(COMMANDS, USAGE, values, processContext),
  },
};

/** Runs the command that `argv` names and returns its exit code. Errors and log lines go to `err`. */
export async function runCommand(argv: readonly string[], environment: Environment, output: Output): Promise<number> {
  try {
    return await dispatch(argv, environment, output);
  } catch (error) {
    output.err.write(`corridor: ${explain(error).split('\n').map(visible).join('\n')}\n`);
    return error instanceof UsageError ? USAGE_ERROR : 1;
  }
}

async function dispatch(argv: readonly string[], environment: Environment, output: Output): Promise<number> {
  if (argv[0] === 'help') return dispatch([...argv.slice(1), '--help'], environment, output);
  const { out, err } = output;
  const firstOption = argv.findIndex((argument) => argument.startsWith('-'));
  const words = firstOption < 0 ? argv : argv.slice(0, firstOption);
  const name = words.join(' ');
  const { command, given } = commandOf(words);
  const options = parse(argv.slice(words.length), command, err);
  const twice = Object.keys(given).find((option) => options?.[option] !== undefined);
  if (twice !== undefined) throw new UsageError(`${name}: --${twice} is given twice`);
  const values = options && { ...given, ...options };
  if (values?.['help'] === true) {
    const usage = command === null ? usageOfGroup(name) : usageOf(USAGE, nameOfCommand(command));
    if (usage === null) err.write(unknownCommand(name));
    else out.write(usage);
    return usage === null ? USAGE_ERROR : 0;
  }
  if (values?.['version'] === true) {
    const { packageVersion } = await import('../files/version.js');
    out.write(`${packageVersion()}\n`);
    return 0;
  }
  if (command === null) {
    err.write(name === '' ? USAGE : unknownCommand(name));
    return USAGE_ERROR;
  }
  if (values === null) return USAGE_ERROR;
  const { readConfiguration } = await import('../settings/configuration.js');
  const { createProcessContext } = await import('../kernel/process-context.js');
  const configuration = readConfiguration(environment);
  const { logDestination } = await import('../logging/log-format.js');
  const own = { ...createProcessContext(output), environment };
  const processContext = { ...own, log: logDestination(configuration.logFormat, own) };
  return command.run(command.serves ? configuration : patiently(configuration), values, processContext);
}

const nameOfCommand = (command: Command): string => Object.keys(COMMANDS).find((name) => COMMANDS[name] === command)!;

/** The whole usage without a name; of the commands that begin with these words; null if there are none. */
function usageOfGroup(name: string): string | null {
  if (name === '') return USAGE;
  const own = Object.keys(COMMANDS).filter((command) => command.startsWith(`${name} `));
  return own.length === 0 ? null : own.map((command) => usageOf(USAGE, command)).join('\n');
}

function unknownCommand(name: string): string {
  const near = nearest(name, Object.keys(COMMANDS));
  const hint = near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;
  return `corridor: unknown command ${visible(name)}${hint}\ncorridor --help lists all commands\n`;
}

interface Named {
  readonly command: Command | null;
  /** The option that the words contain. */
  readonly given: Values;
}

/** The command of these words; the last word can be the value of its positional option. */
function commandOf(words: readonly string[]): Named {
  const named = (name: string): Command | null => (Object.hasOwn(COMMANDS, name) ? COMMANDS[name]! : null);
  const command = named(words.join(' '));
  if (command !== null) return { command, given: {} };
  const short = named(words.slice(0, -1).join(' '));
  return short?.positional === undefined
    ? { command: null, given: {} }
    : { command: short, given: { [short.positional]: words.at(-1) } };
}

const PATIENT_MS = 10 * 60_000;

/** Commands such as audit and master-key rotation run longer statements than any request. */
function patiently(configuration: Configuration): Configuration {
  const { database } = configuration;
  if (database.kind === 'sqlite') return configuration;
  const statementMs = Math.max(database.statementMs, PATIENT_MS);
  return { ...configuration, database: { ...database, statementMs } };
}

/** Options that every command accepts. */
const ALWAYS = { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean', short: 'v' } } as const;

/** The values of the options; null, with an explanation on `err`, if an option is unknown or lacks its value. */
function parse(args: readonly string[], command: Command | null, err: Output['err']): Values | null {
  const own = Object.fromEntries((command?.options ?? []).map((option) => [option, { type: 'string' } as const]));
  const flags = Object.fromEntries((command?.flags ?? []).map((flag) => [flag, { type: 'boolean' } as const]));
  try {
    return parseArgs({
      args: joined(args, own, { ...ALWAYS, ...own, ...flags }),
      options: { ...ALWAYS, ...own, ...flags },
    }).values;
  } catch (error) {
    const usage = command === null ? '' : `\n${usageOf(USAGE, nameOfCommand(command))}`;
    const names = Object.keys({ ...own, ...flags, ...ALWAYS });
    err.write(`corridor: ${explainOption((error as Error).message, names)}\n${usage}`);
    return null;
  }
}

/** The message of `parseArgs`; for an unknown option, with the nearest one instead of advice about positional values. */
function explainOption(message: string, names: readonly string[]): string {
  const [, option] = /^Unknown option '(.*?)'(?:\.|$)/s.exec(message) ?? [];
  if (option === undefined) return visible(message);
  const [near] = option.startsWith('--') ? nearest(option.slice(2), names) : [];
  return `unknown option ${visible(option)}${near === undefined ? '' : `; did you mean --${near}?`}`;
}

/**
 * The arguments with each option and its value in one, because a generated secret can begin with a dash. The name of an option
 * is not taken as a value.
 */
function joined(args: readonly string[], valued: object, all: object): string[] {
  const isOption = (text: string): boolean =>
    /^-[hv]$/.test(text) || (text.startsWith('--') && Object.hasOwn(all, text.slice(2).split('=')[0]!));
  const result: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const [option, value] = [args[index]!, args[index + 1]];
    const takesNext = option.startsWith('--') && Object.hasOwn(valued, option.slice(2));
    if (takesNext && value !== undefined && !isOption(value)) {
      result.push(`${option}=${value}`);
      index += 1;
    } else result.push(option);
  }
  return result;
}

function explain(error: unknown): string {
  if (isExpected(error)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
