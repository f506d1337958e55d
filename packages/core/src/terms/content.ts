import type { PaymentRail } from '../accounts/index.js';
import type { CurrencyCode } from '../kernel/index.js';
import { amountText } from '../money/index.js';
import { type CorridorSetting, corridorName, GENERAL, type ServiceFees } from '../rates/index.js';

/**
 * What terms say. Those of a corridor leave open what is absent, and are without effect if they say nothing. The general
 * terms have the fees of all corridors that set none: `variableFeeBps`, and `fixedFees` in smallest units by currency.
 */
export interface TermsContent extends Omit<CorridorSetting, 'source' | 'destination' | 'rail'> {
  readonly fixedFees?: Readonly<Record<string, bigint>> | undefined;
}

/** A single statement of terms. */
export type TermName = Exclude<keyof TermsContent, 'fixedFees'>;

/** What each part of the terms is called in a sentence, in the order in which pages show them. */
export const TERM_NAMES: Readonly<Record<TermName, string>> = {
  variableFeeBps: 'fee',
  fixedFee: 'fixed fee',
  spreadBps: 'spread',
  minAmount: 'smallest amount',
  maxAmount: 'largest amount',
  transactionCap: 'cap of a payment',
  dailyVolume: 'daily volume',
  quoteSeconds: 'validity of a quote',
  ownershipVerification: 'verification of the payee',
};

export const TERMS_IN_ORDER = Object.keys(TERM_NAMES) as readonly TermName[];

/** The corridor of a scope; null for the general terms. */
export function corridorOf(scope: string): Pick<CorridorSetting, 'source' | 'destination' | 'rail'> | null {
  if (scope === GENERAL) return null;
  const [source, destination, rail] = scope.split('/');
  return {
    source: source as CurrencyCode,
    destination: destination as CurrencyCode,
    ...(rail !== undefined && { rail: rail as PaymentRail }),
  };
}

/** `USD→MXN by SPEI`, `USD→MXN`, `all corridors that set none`. */
export function scopeText(scope: string): string {
  const corridor = corridorOf(scope);
  if (corridor === null) return 'all corridors that set none';
  const { source, destination, rail } = corridor;
  return `${source}→${destination}${rail === undefined ? '' : ` by ${rail}`}`;
}

const BPS_OF_A_PERCENT = 100;

/** `0.40 %` for 40 basis points. */
export const percentText = (bps: number): string =>
  `${Math.floor(bps / BPS_OF_A_PERCENT)}.${String(bps % BPS_OF_A_PERCENT).padStart(2, '0')} %`;

export const secondsText = (seconds: number): string => `${seconds} seconds`;

/** A part of the terms for people; `not set` if the terms leave it open. */
export function termText(name: TermName, content: TermsContent, scope: string): string {
  const value = content[name];
  if (value === undefined) return 'not set';
  if (typeof value === 'boolean') return value ? 'required' : 'not required';
  if (typeof value === 'bigint') return amountText(value, corridorOf(scope)?.source ?? '');
  return name === 'quoteSeconds' ? secondsText(value) : percentText(value);
}

/** The parts in which two contents differ, in the order of `TERM_NAMES`; fixed fees by currency are not compared. */
export const changedTerms = (before: TermsContent, after: TermsContent): readonly TermName[] =>
  TERMS_IN_ORDER.filter((name) => before[name] !== after[name]);

/** `the fee from 0.50 % to 0.40 %`, for each part that changes. */
export const changesText = (scope: string, before: TermsContent, after: TermsContent): readonly string[] =>
  changedTerms(before, after).map(
    (name) => `the ${TERM_NAMES[name]} from ${termText(name, before, scope)} to ${termText(name, after, scope)}`,
  );

/** Without the members that are undefined. */
export const definedTerms = (content: TermsContent): TermsContent =>
  Object.fromEntries(Object.entries(content).filter(([, value]) => value !== undefined));

/** The settings of a host that terms are imported from. */
export interface TermsSettings {
  readonly serviceFees: ServiceFees;
  readonly corridors: readonly CorridorSetting[];
}

/** The content by scope that the settings of a host say; the general terms come first. */
export function contentsOf({ serviceFees, corridors }: TermsSettings): ReadonlyMap<string, TermsContent> {
  const general: TermsContent = {
    variableFeeBps: serviceFees.variableBps,
    ...(serviceFees.fixed.size > 0 && { fixedFees: Object.fromEntries(serviceFees.fixed) }),
  };
  const ofCorridors = corridors.map((setting): [string, TermsContent] => {
    const { source: _source, destination: _destination, rail: _rail, ...content } = setting;
    return [corridorName(setting), definedTerms(content)];
  });
  return new Map([[GENERAL, general], ...ofCorridors]);
}

/** The settings that contents say, as pricing reads them. */
export function settingsOf(contents: ReadonlyMap<string, TermsContent>): TermsSettings {
  const { variableFeeBps = 0, fixedFees = {} } = contents.get(GENERAL) ?? {};
  const fixed = new Map(Object.entries(fixedFees).map(([code, amount]) => [code as CurrencyCode, amount]));
  const corridors = [...contents].flatMap(([scope, { fixedFees: _fixedFees, ...content }]) => {
    const corridor = corridorOf(scope);
    return corridor === null ? [] : [{ ...corridor, ...content }];
  });
  return { serviceFees: { variableBps: variableFeeBps, fixed }, corridors };
}
