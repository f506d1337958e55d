import { ADDRESS_COUNTERS, FUNDING_ADDRESSES } from '../accounts/index.js';
import { AGENT_USAGES } from '../agents/index.js';
import { ANSWER_SEGMENTS, ARCHIVE_REMOVALS, ARCHIVE_SEGMENTS } from '../archive/index.js';
import { NETWORK_MESSAGES, SETTLEMENT_LINES, SETTLEMENT_PARTS } from '../cards/index.js';
import { CODE_SENDS, ONE_TIME_CODES } from '../codes/index.js';
import { BULK_IMPORTS, IMPORT_CHUNKS, IMPORT_ERRORS, UMA_ADDRESSES } from '../customers/index.js';
import { JOBS } from '../events/index.js';
import { FIGURE_HEADS, FIGURES } from '../figures/index.js';
import { type AnyKind, PENDING_COMMANDS, REMEMBERED_ANSWERS, SEARCH_TERMS } from '../kernel/index.js';
import { AUDIT_RUNS, CHECKPOINTS, POSITIONS, POSTINGS } from '../ledger/index.js';
import { OPERATOR_SESSIONS, OPERATORS, SIGN_IN_REFUSALS } from '../operators/index.js';
import { HOST_KEYS, PLATFORMS, TOKENS, WEBHOOK_KEYS } from '../platforms/index.js';
import { ERASURES } from '../retention/index.js';
import { RAIL_RECORDS } from '../rails/index.js';
import { LIMIT_USAGES } from '../limits/index.js';
import { DAILY_VOLUMES } from '../rates/index.js';
import { SCREENING_ROUNDS } from '../screening/index.js';
import { SEAL_ERASURES, SEAL_HEADS, SEALS } from '../seals/index.js';
import { SAFEGUARDING_REPORTS } from '../safeguarding/index.js';
import { PROVIDER_ACCOUNTS, STABLECOIN_QUOTES, STABLECOINS } from '../stablecoins/index.js';
import { TERMS } from '../terms/index.js';
import { FORMER_REFUNDS } from '../transactions/index.js';
import { BOOKINGS, OUTSIDE_PAYMENTS } from '../treasury/index.js';
import { UMA_KEYS, UMA_NONCES, UMA_PEERS } from '../uma/index.js';
import { KYC_LINKS, STORED_BLOBS } from '../verification/index.js';
import { VOUCHER_MONTHS, VOUCHERS } from '../vouchers/index.js';
import { WALLETS } from '../wallets/index.js';
import { left, nothing, type PlaceOfData } from './place.js';
import { EXPORTED_PLACES } from './places.js';

const OF_OPERATORS = 'data of operators, who are not customers';
const OF_SERVICE = 'records of the service';

const OTHER_PLACES: readonly PlaceOfData[] = [
  left(POSTINGS, 'amounts on the accounts of a person', 'they are in the section `statements`'),
  left(
    STORED_BLOBS,
    'the content of documents; files of banks, encrypted',
    'documents are in the export as files; a file of a bank is about many persons',
  ),
  left(UMA_ADDRESSES, 'the UMA address of a person', 'it is that of the customer'),
  left(SEARCH_TERMS, 'words of names, emails and numbers', 'they are made of the records that the export has'),
  left(REMEMBERED_ANSWERS, 'answers of the API, for 24 hours', 'they show records that the export has'),
  left(
    PENDING_COMMANDS,
    'requests that wait for a second call, and forms of operators that wait, for minutes',
    'they are deleted before an export is read',
  ),
  left(
    ONE_TIME_CODES,
    'the address to which a code was sent, until about an hour after it',
    'the address is that of the customer',
  ),
  left(CODE_SENDS, 'how many codes were sent to an address, for about an hour', 'the address is that of the customer'),
  left(
    IMPORT_CHUNKS,
    'rows of a file of customers (sealed), until they are processed',
    'they become customers, or nothing',
  ),
  left(IMPORT_ERRORS, 'why rows of such a file were refused', 'a refused row belongs to no customer'),
  left(JOBS, 'which record is worked on', 'they have its id alone and end with the work'),
  left(KYC_LINKS, 'that a person was sent to a page', 'they have digests of secrets and an address of the platform'),
  left(
    RAIL_RECORDS,
    'payments and movements that were exchanged with banks, with names, accounts and texts of many persons (sealed); the state of connections',
    'a file is about many persons, and what it says of a payment is in the payment, its arrival and the messages of its rail; an authority asks for the file itself',
  ),
  left(
    VOUCHERS,
    'which files were exchanged with banks: names, times and digests. The files themselves, with names, accounts and texts of many persons, are encrypted in the store of documents until the period of their month ends',
    'a file is about many persons; an authority gets the file itself from `corridor vouchers export`',
  ),
  left(
    OUTSIDE_PAYMENTS,
    'payments from the own funds of the service, which can name a person in their text',
    'they are about the service; an authority finds them by the exception that they resolve',
  ),
  left(
    BOOKINGS,
    'bookings of the treasury, which can name a person in their note',
    'they are about the funds of the service',
  ),
  left(STABLECOIN_QUOTES, 'amounts and accounts of a mint or burn', 'they are those of the operation'),
  left(AGENT_USAGES, 'how much of its limits an agent has used', 'it is the sum of its actions'),
  left(LIMIT_USAGES, 'how much of its limits a customer has used', 'it is the sum of its payments'),
  left(NETWORK_MESSAGES, 'messages of card networks about a use of a card', 'they have the amounts of the use'),
  left(
    SETTLEMENT_LINES,
    'amounts in the settlement reports of card processors, with ids of messages',
    'the use of a card has them',
  ),
  left(FORMER_REFUNDS, 'former references of refunds', 'they have the id of the payment alone'),
  left(FUNDING_ADDRESSES, 'addresses on a chain of an account', 'they are in the payment instructions of the account'),
  left(WALLETS, 'that an account is a wallet', 'the account says so; the handle of its key is a secret'),
  left(
    ARCHIVE_SEGMENTS,
    'which files of the archive have old events',
    'the events themselves are in the section `events`',
  ),
  left(
    ANSWER_SEGMENTS,
    'which files of the archive have expired answers, and their request ids',
    'an answer repeats what the records of the person say',
  ),
  left(OPERATORS, 'names and sign-ins of operators', OF_OPERATORS),
  left(OPERATOR_SESSIONS, 'sign-ins of operators', OF_OPERATORS),
  left(SIGN_IN_REFUSALS, 'refused sign-ins of operators', OF_OPERATORS),
  nothing(ADDRESS_COUNTERS, OF_SERVICE),
  nothing(CHECKPOINTS, OF_SERVICE),
  nothing(POSITIONS, OF_SERVICE),
  nothing(AUDIT_RUNS, OF_SERVICE),
  nothing(VOUCHER_MONTHS, 'keys of months, and when a month was deleted'),
  nothing(SEALS, 'digests, which tell nothing of what they cover'),
  nothing(SEAL_HEADS, 'digests, which tell nothing of what they cover'),
  nothing(SEAL_ERASURES, 'ids of rows whose personal data were erased, and digests'),
  nothing(ARCHIVE_REMOVALS, 'names of files that are deleted'),
  nothing(PLATFORMS, 'settings of platforms'),
  nothing(TOKENS, 'credentials of platforms'),
  nothing(HOST_KEYS, OF_SERVICE),
  nothing(WEBHOOK_KEYS, OF_SERVICE),
  nothing(DAILY_VOLUMES, 'sums of a platform'),
  nothing(ERASURES, 'the id of a customer whose data were erased, counts, and the names of the operators who did it'),
  nothing(SETTLEMENT_PARTS, 'sums of the settlement reports of card processors'),
  nothing(SAFEGUARDING_REPORTS, 'sums of the service, and the name of the operator who signed a day off'),
  nothing(SCREENING_ROUNDS, 'versions of lists, and how many parties were asked about'),
  nothing(TERMS, 'fees, spreads and limits, and the names of the operators who changed them'),
  nothing(FIGURES, 'sums of a platform'),
  nothing(FIGURE_HEADS, OF_SERVICE),
  nothing(BULK_IMPORTS, 'numbers of rows'),
  nothing(UMA_KEYS, OF_SERVICE),
  nothing(UMA_PEERS, 'documents of other institutions'),
  nothing(UMA_NONCES, 'numbers that are used once'),
  nothing(PROVIDER_ACCOUNTS, 'accounts of platforms at issuers'),
  nothing(STABLECOINS, 'tokens of platforms'),
];

/** Every record kind, with what it holds of persons. A test compares it with the list of record kinds. */
export const PERSONAL_DATA: readonly PlaceOfData[] = [...EXPORTED_PLACES, ...OTHER_PLACES];

const BY_NAME = new Map(PERSONAL_DATA.map((place) => [place.kind.name, place]));

export function placeOf({ name }: Pick<AnyKind, 'name'>): PlaceOfData {
  const place = BY_NAME.get(name);
  if (place === undefined) throw new TypeError(`${name} has no row in the table of personal data`);
  return place;
}
