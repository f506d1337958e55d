import { type InternalAccount, INTERNAL_ACCOUNTS } from '../accounts/index.js';
import {
  type CurrencyCode,
  domainError,
  err,
  fail,
  type FieldError,
  type Id,
  invalidFields,
  isId,
  ok,
  type Reads,
  type Result,
} from '../kernel/index.js';
import type { CardFunding } from '../wallets/index.js';
import { CARDS } from './card.js';

export const CARD_LIMITS = { fundingSources: 10, password: 255, platformCardId: 255 } as const;

/**
 * Checks the funding sources of a card: active accounts of the cardholder, each named once, all in one currency, which
 * becomes the currency of the card. INVALID_INPUT naming `fundingSources`, with `details.reason`
 * FUNDING_SOURCE_INELIGIBLE. `currencies`: those in which the card can be; absent for any.
 */
export async function eligibleSources(
  reads: Reads,
  cardholderId: Id<'Customer'>,
  named: readonly string[],
  currencies?: readonly CurrencyCode[],
): Promise<Result<{ readonly ids: readonly Id<'InternalAccount'>[]; readonly currency: CurrencyCode }>> {
  const ids = named.filter((id) => isId('InternalAccount', id));
  const found = new Map(
    (await reads.getMany(INTERNAL_ACCOUNTS, ids)).map((account) => [account.id as string, account]),
  );
  const first = named.map((id) => found.get(id)).find((account) => account !== undefined);
  const expected = first?.currency ?? null;
  if (expected !== null && currencies !== undefined && !currencies.includes(expected))
    return refusedSources([
      { field: 'fundingSources', message: `must be in ${currencies.join(' or ')}, but are in ${expected}` },
    ]);
  const errors = named.flatMap((id, index) => {
    const message = ineligible(found.get(id), cardholderId, expected, named.indexOf(id) < index);
    return message === null ? [] : [{ field: `fundingSources.${index}`, message }];
  });
  if (named.length === 0) errors.push({ field: 'fundingSources', message: 'must name at least one account' });
  if (named.length > CARD_LIMITS.fundingSources) {
    errors.push({ field: 'fundingSources', message: `must name at most ${CARD_LIMITS.fundingSources} accounts` });
  }
  if (errors.length > 0 || expected === null) return refusedSources(errors);
  return ok({ ids, currency: expected });
}

/** Returns these field errors, with an error for the field `fundingSources` as a whole. */
function refusedSources(errors: readonly FieldError[]): Result<never> {
  const whole = {
    field: 'fundingSources',
    message: 'must be different ACTIVE accounts of the cardholder in one currency',
  };
  const named = errors.some(({ field }) => field === whole.field) ? errors : [whole, ...errors];
  const { code, message, details } = invalidFields(named).error;
  return fail(domainError(code, message, { ...details, reason: 'FUNDING_SOURCE_INELIGIBLE' }));
}

function ineligible(
  account: InternalAccount | undefined,
  cardholderId: string,
  currency: CurrencyCode | null,
  isRepeated: boolean,
): string | null {
  if (account === undefined || account.customerId !== cardholderId) return 'must be an account of the cardholder';
  if (account.status !== 'ACTIVE') return `must be ACTIVE, but is ${account.status}`;
  if (account.currency !== currency) return `must be in ${currency}, but is in ${account.currency}`;
  return isRepeated ? 'is named twice' : null;
}

/**
 * Tells the wallets area, which owns delegated keys, whether a card spends from an account. 404 REFERENCE_NOT_FOUND;
 * 400 INVALID_INPUT; 409 CARD_NOT_MUTABLE for a closed card.
 */
export const cardFunding: CardFunding = async (reads, _ctx, { cardId, accountId }) => {
  const card = await reads.get(CARDS, cardId);
  if (card === null) return err('REFERENCE_NOT_FOUND', 'no such card');
  if (card.state === 'CLOSED') return err('CARD_NOT_MUTABLE', 'the card is closed');
  if (!card.fundingSources.includes(accountId)) {
    return invalidFields([{ field: 'internalAccountId', message: 'must be a funding source of the card' }]);
  }
  return ok({ fundingSourceId: accountId });
};
