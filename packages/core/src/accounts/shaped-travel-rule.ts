import type { Address } from '../customers/index.js';
import { type CurrencyCode, invalidFields, ok, type Result, type Shape, shaped, shapes } from '../kernel/index.js';
import { isCurrency, MAX_AMOUNT } from '../money/index.js';
import type {
  InformationTelling,
  TransferParty,
  TravelRule,
  TravelRuleAnswer,
  TravelRuleTelling,
} from './travel-rule.js';

const { aDelay, anAmount, anId, anyText, aText, aWhole, objectWith, oneOf, orNull, someText, textThat, variants } =
  shapes;

const ANSWERS = { pending: { checkAfterSeconds: aDelay }, accepted: {}, rejected: { reason: someText } };
const ANSWER: Shape<TravelRuleAnswer> = variants<TravelRuleAnswer>()('state', ANSWERS);
type LookUp = Awaited<ReturnType<TravelRule['lookUp']>>;
const LOOK_UP: Shape<LookUp> = variants<LookUp>()('state', { ...ANSWERS, unknown: {} });

/** A partner whose every answer is checked. A malformed answer is thrown, and the partner is asked again. */
export function shapedTravelRule(partner: TravelRule): TravelRule {
  const name = `travel rule ${partner.name}`;
  return {
    name: partner.name,
    send: async (transfer) => shaped(name, 'send', ANSWER, await partner.send(transfer)),
    lookUp: async (reference) => shaped(name, 'lookUp', LOOK_UP, await partner.lookUp(reference)),
  };
}

const ADDRESS: Shape<Address> = objectWith<Address>({
  line1: aText,
  line2: orNull(aText),
  city: orNull(aText),
  state: orNull(aText),
  postalCode: aText,
  country: aText,
});

const PARTY: Shape<TransferParty> = objectWith<TransferParty>({
  kind: orNull(oneOf(['INDIVIDUAL', 'BUSINESS'])),
  name: orNull(aText),
  address: orNull(ADDRESS),
  country: orNull(aText),
  birthDate: orNull(aText),
  customerId: orNull(aText),
  documentType: orNull(aText),
  documentNumber: orNull(aText),
  accountId: orNull(aText),
  ledgerAddress: orNull(aText),
});

const LARGEST_INDEX = 2 ** 31 - 1;

const INFORMATION: Shape<InformationTelling> = objectWith<InformationTelling>({
  kind: oneOf(['travel-information']),
  rail: anyText,
  reference: anId,
  addressIndex: aWhole(0, LARGEST_INDEX),
  network: anId,
  transactionHash: orNull(anId),
  currency: textThat<CurrencyCode>('a currency', isCurrency),
  amount: anAmount(1n, MAX_AMOUNT),
  institution: anId,
  originator: PARTY,
  beneficiary: PARTY,
});
const ANSWERED = objectWith<Extract<TravelRuleTelling, { readonly kind: 'travel-answer' }>>({
  kind: oneOf(['travel-answer']),
  rail: anyText,
  reference: anId,
});

/** The message with null for members that may be absent. 400 INVALID_INPUT naming a member that is malformed. */
export function shapedTelling(given: TravelRuleTelling): Result<TravelRuleTelling> {
  try {
    return ok(given.kind === 'travel-answer' ? ANSWERED(given, '') : INFORMATION(given, ''));
  } catch (cause) {
    if (cause instanceof shapes.Misshapen) return invalidFields([{ field: cause.member, message: cause.fault }]);
    throw cause;
  }
}
