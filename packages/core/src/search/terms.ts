import { type ExternalAccount, EXTERNAL_ACCOUNTS, INTERNAL_ACCOUNTS, type InternalAccount } from '../accounts/index.js';
import { ACCOUNT_TYPES } from '../accounts/account-types/index.js';
import { type Agent, AGENTS } from '../agents/index.js';
import { type Card, CARDS } from '../cards/index.js';
import { type Customer, CUSTOMERS } from '../customers/index.js';
import { type AnyKind, type BaseRecord, type KindOf, SEARCH_TERMS, type SearchTerm } from '../kernel/index.js';
import { BENEFICIAL_OWNERS, type BeneficialOwner } from '../verification/index.js';
import { fold, wordsOf } from './words.js';

/** What a term is: `n` a word of a name or email · `e` an email · `d` the last digits of a number, backwards · `i` an id that others gave. */
type Part = 'n' | 'e' | 'd' | 'i';
type Word = readonly [Part, string];

/** So many characters of the end of a number are stored, backwards, so that its last ones are the beginning of a term. */
export const ENDING_LENGTH = 8;

/** The characters of a number without its spaces and punctuation. */
export const compact = (number: string): string => fold(number).replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The end of a number as terms have it. */
export const endingOf = (number: string): string => [...compact(number)].slice(-ENDING_LENGTH).toReversed().join('');

const LONGEST = 200;
/** The line break ends the term, so that the beginning of an id does not find it. */
const idTerm = (id: string): string => `${id.slice(0, LONGEST)}\n`;

const nameWords = (...names: readonly unknown[]): readonly Word[] =>
  names.flatMap((name) => (typeof name === 'string' ? wordsOf(name) : [])).map((word) => ['n', word]);
const emailWords = (email: string | null): readonly Word[] =>
  email === null ? [] : [['e', fold(email).slice(0, LONGEST)], ...nameWords(email)];
const numberWords = (...numbers: readonly (string | null)[]): readonly Word[] =>
  numbers.flatMap((number) => (number === null ? [] : [['d', endingOf(number)] as const]));
const idWords = (...ids: readonly (string | null)[]): readonly Word[] =>
  ids.flatMap((id) => (id === null || id === '' ? [] : [['i', idTerm(id)] as const]));

const ofCustomer = (customer: Customer): readonly Word[] => [
  ...nameWords(customer.fullName, customer.businessInfo?.legalName, customer.businessInfo?.doingBusinessAs),
  ...emailWords(customer.email),
  ...numberWords(customer.phoneNumber),
  ...idWords(customer.platformCustomerId, customer.platformAccountId, customer.umaAddress),
];

const ofOwner = (owner: BeneficialOwner): readonly Word[] => [
  ...nameWords(owner.firstName, owner.middleName, owner.lastName),
  ...emailWords(owner.email),
  ...numberWords(owner.phoneNumber),
];

/** The fields that identify an account: its number, address, phone number or email. */
const IDENTIFIERS: ReadonlySet<string> = new Set(
  ACCOUNT_TYPES.flatMap(({ identifiedBy }) => identifiedBy.map(([primary]) => primary)),
);

/** The numbers and addresses in details of an account. */
export const identifiersIn = (details: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.entries(details).flatMap(([name, value]) => (IDENTIFIERS.has(name) && typeof value === 'string' ? value : []));

const identifierWords = (identifier: string): readonly Word[] =>
  identifier.includes('@') ? emailWords(identifier) : numberWords(identifier);

export const holderNames = ({ accountInfo, beneficiaryVerifiedName }: ExternalAccount): readonly string[] => {
  const { beneficiary } = accountInfo;
  const names: readonly unknown[] = [
    beneficiary?.['fullName'],
    beneficiary?.['legalName'],
    accountInfo['accountHolderName'],
    beneficiaryVerifiedName,
  ];
  return names.filter((name) => typeof name === 'string');
};

const ofExternalAccount = (account: ExternalAccount): readonly Word[] => [
  ...nameWords(...holderNames(account)),
  ...identifiersIn(account.accountInfo).flatMap(identifierWords),
  ...idWords(account.platformAccountId),
];

/** The addresses of the account itself. A number that is given with a reference belongs to many accounts. */
export const addressesOfAccount = (account: InternalAccount): readonly string[] => [
  ...Object.values(account.walletAddresses ?? {}),
  ...account.fundingPaymentInstructions.flatMap(({ accountOrWalletInfo: details }) =>
    typeof details['reference'] === 'string' ? [] : identifiersIn(details),
  ),
];

const ofInternalAccount = (account: InternalAccount): readonly Word[] => numberWords(...addressesOfAccount(account));

const ofCard = (card: Card): readonly Word[] => [
  ...numberWords(card.last4),
  ...idWords(card.platformCardId, card.issuerRef),
];

const ofAgent = (agent: Agent): readonly Word[] => nameWords(agent.name);

/** A record kind whose records have words. */
interface Worded<T extends BaseRecord> {
  readonly kind: KindOf<T>;
  /** Begins the terms of the kind, because all kinds share one index. */
  readonly letter: string;
  readonly wordsOf: (record: T) => readonly Word[];
}

const worded = <T extends BaseRecord>(
  kind: KindOf<T>,
  letter: string,
  words: (record: T) => readonly Word[],
): Worded<T> => ({ kind, letter, wordsOf: words });

const WORDED = [
  worded(CUSTOMERS, 'C', ofCustomer),
  worded(BENEFICIAL_OWNERS, 'O', ofOwner),
  worded(EXTERNAL_ACCOUNTS, 'X', ofExternalAccount),
  worded(INTERNAL_ACCOUNTS, 'I', ofInternalAccount),
  worded(CARDS, 'K', ofCard),
  worded(AGENTS, 'A', ofAgent),
] as unknown as readonly Worded<BaseRecord>[];

const BY_KIND = new Map(WORDED.map((each) => [each.kind.name, each]));

/** The kinds whose records have words, in a fixed order. */
export const WORDED_KINDS: readonly KindOf<BaseRecord>[] = WORDED.map(({ kind }) => kind);

export const hasWords = ({ name }: Pick<AnyKind, 'name'>): boolean => BY_KIND.has(name);

const termText = (letter: string, [part, word]: Word): string => `${letter}${part} ${word}`;

/** The beginning of a term of this kind. */
export function termPrefix({ name }: Pick<AnyKind, 'name'>, part: Part, word: string): string {
  return termText(BY_KIND.get(name)!.letter, [part, part === 'i' ? idTerm(word) : word]);
}

/** The terms of a record, each once. */
export function termsOf({ name }: Pick<AnyKind, 'name'>, record: BaseRecord): ReadonlySet<string> {
  const found = BY_KIND.get(name);
  return new Set(found?.wordsOf(record).map((word) => termText(found.letter, word)));
}

/** The row of a term. It never changes, so a row can be removed without being read. */
export const termRow = ({ id, tenant, createdAt }: BaseRecord, term: string): SearchTerm => ({
  id: `${id}/${term}`,
  subject: id,
  term,
  tenant,
  version: 1,
  createdAt,
  updatedAt: createdAt,
});

export { SEARCH_TERMS };
