import { type Party, VERIFICATION_ENDINGS, type VerificationOutcome } from './act.js';
import { type Chance, deckOf } from './chance.js';
import { repeated } from './decks.js';
import type { PlanOptions } from './history.js';
import { addressIn, birthDate, businessNameIn, COUNTRIES, type Country, emailOf, nameIn, phoneIn } from './people.js';
import { businessTaxNumber } from './tax-numbers.js';

/** Customers of these countries confirm each payment, and their transfers need a trusted beneficiary. */
const EEA: readonly string[] = ['DE'];

const VERIFICATIONS = repeated<VerificationOutcome>([
  ['approved', 13],
  ['review', 2],
  ['rejected', 1],
  ['documents', 1],
]);

/** These customers come first, are verified and pay every day; the first one does everything every day. */
export const EAGER = 3;

/** A customer of the history, and what it does. */
export interface Member {
  readonly index: number;
  readonly party: Party;
  readonly joins: number;
  readonly isEea: boolean;
  readonly holdsCard: boolean;
  readonly hasAgent: boolean;
  readonly employees: number;
  readonly chance: Chance;
}

export function membersOf({ customers, days, currencies }: PlanOptions, chance: Chance): readonly Member[] {
  const countries = COUNTRIES.filter(({ currency }) => currencies.includes(currency));
  const verification = deckOf(chance.part('verifications'), VERIFICATIONS);
  const country = deckOf(chance.part('countries'), countries);
  return Array.from({ length: customers }, (_, index) => {
    const own = chance.part(String(index));
    // The first one, who gets an agent, must be one whose transfers need no proof.
    const home = index === 0 ? countries.find(({ code }) => !EEA.includes(code))! : country();
    const isBusiness = index === 1 || (index >= EAGER && own.percent(30));
    const verdict = index < EAGER ? 'approved' : verification();
    const isApproved = verdict === 'approved';
    const isEea = EEA.includes(home.code);
    const party = partyOf(own, home, isBusiness, verdict);
    const joins = index < EAGER ? 0 : Math.floor((index / customers) * days * 0.6);
    return {
      index,
      party,
      joins,
      isEea,
      holdsCard: isApproved && (index === 0 || (!isBusiness && own.percent(45))),
      hasAgent: isApproved && !isEea && (index === 0 || own.percent(8)),
      employees: isApproved && isBusiness && !isEea ? 2 + own.under(5) : 0,
      chance: own,
    };
  });
}

function partyOf(chance: Chance, country: Country, isBusiness: boolean, verification: VerificationOutcome): Party {
  const plainName = isBusiness ? businessNameIn(chance, country) : nameIn(chance, country);
  const ending = VERIFICATION_ENDINGS[verification];
  return {
    // The name of a person decides, and the registration number of a business.
    name: isBusiness || ending === '' ? plainName : `${plainName} ${ending}`,
    country,
    isBusiness,
    currencies: [...new Set([country.currency, 'USD'])],
    verification,
    address: addressIn(chance, country),
    phoneNumber: phoneIn(chance, country),
    email: emailOf(chance, plainName),
    birthDate: birthDate(chance),
    taxId: businessTaxNumber(chance, country.code),
    registrationNumber: `${country.code}-${chance.digits(6)}-${ending || '700'}`,
  };
}
