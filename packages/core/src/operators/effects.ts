import { type CurrencyCode, type Environment, splitTenant, type TenantKey } from '../kernel/index.js';

/** Money that an action moves, in smallest units. */
export type Moves = readonly { readonly currency: CurrencyCode; readonly amount: bigint }[];

/**
 * Amounts above which a second operator must approve, by currency in smallest units. Once one currency is named, an
 * absent one needs approval from the first unit; without any, none needs approval.
 */
export type ApprovalAmounts = ReadonlyMap<CurrencyCode, bigint>;

export const isAbove = (amounts: ApprovalAmounts, moves: Moves): boolean =>
  amounts.size > 0 && moves.some(({ currency, amount }) => amount > (amounts.get(currency) ?? 0n));

/** What an action does that one operator must not do alone (docs/areas/operators.md#effects). */
export const EFFECTS = [
  /** Issues a credential that acts for a platform or a customer, or replaces one. */
  'ISSUES_CREDENTIAL',
  /** Names the domain or the endpoint under which a platform acts or receives messages. */
  'SETS_DOMAIN',
  /** Moves money, as the plan says. */
  'MOVES_MONEY',
  /** Ends or widens a limit, a check or a stop. */
  'WEAKENS_CONTROL',
  /** Sets what payments cost and may be. */
  'CHANGES_TERMS',
  /** Ends a stop that an authority may have ordered. */
  'ENDS_BLOCK',
  /** Erases personal data for good. */
  'ERASES_DATA',
  /** Gives an operator other rights, or leaves fewer than two administrators. */
  'CHANGES_OPERATORS',
] as const;
export type Effect = (typeof EFFECTS)[number];

/** When an effect needs a second operator. */
export type ApprovalRule = 'amounts' | 'production' | 'always';

export const RULE_OF: Readonly<Record<Effect, ApprovalRule>> = {
  ISSUES_CREDENTIAL: 'production',
  SETS_DOMAIN: 'production',
  MOVES_MONEY: 'amounts',
  WEAKENS_CONTROL: 'production',
  CHANGES_TERMS: 'production',
  ENDS_BLOCK: 'always',
  ERASES_DATA: 'always',
  CHANGES_OPERATORS: 'always',
};

/** Why an action with effects is nevertheless carried out at once. */
export const EXEMPTIONS = [
  /** The action is itself the second of two steps, by different operators. */
  'IS_SECOND_STEP',
  /** It decides how a payment that was accepted before goes on or ends, and moves no other money. */
  'ABOUT_ACCEPTED_PAYMENT',
] as const;
export type Exemption = (typeof EXEMPTIONS)[number];

/**
 * Whether a second operator has to approve an action, as far as its declaration says before there is an input. `usually`:
 * unless the input has none of the effects that need it. `by-input`: above the amounts, of which there may be none, or as
 * the plan says.
 */
export type SecondOperator =
  | { readonly when: 'always' | 'usually' | 'never' }
  | { readonly when: 'by-input'; readonly amounts: ApprovalAmounts };

/** What the declaration of an action says about a second operator in a tenant. */
export function secondOperatorOf(
  { effects, exempt, approval }: { effects: readonly Effect[]; exempt?: Exemption; approval?: 'always' | 'by-plan' },
  tenant: TenantKey,
  amounts: ApprovalAmounts,
): SecondOperator {
  if (approval === 'always') return { when: 'always' };
  const counted = exempt === undefined ? effects : [];
  if (needsSecond(counted, { tenant, moves: [], amounts })) return { when: 'usually' };
  const isByAmount = amounts.size > 0 && counted.some((effect) => RULE_OF[effect] === 'amounts');
  if (!isByAmount && approval !== 'by-plan') return { when: 'never' };
  return { when: 'by-input', amounts: isByAmount ? amounts : new Map() };
}

/** Whether a second operator has to approve an action with these effects. */
export function needsSecond(
  effects: readonly Effect[],
  { tenant, moves, amounts }: { tenant: TenantKey; moves: Moves; amounts: ApprovalAmounts },
): boolean {
  const environment: Environment = splitTenant(tenant).environment;
  return effects.some((effect) => {
    switch (RULE_OF[effect]) {
      case 'always':
        return true;
      case 'production':
        return environment === 'PRODUCTION';
      case 'amounts':
        return isAbove(amounts, moves);
    }
  });
}
