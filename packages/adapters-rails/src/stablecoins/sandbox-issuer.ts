import { type CurrencyCode, decimalsOf, type Instant, plusSeconds } from '@corridor/core';
import {
  type Digest,
  type IssuerAccount,
  type IssuerInstruction,
  type IssuerOrder,
  type IssuerStatus,
  type Price,
  primaryIdentifier,
  type Refusal,
  type StablecoinIssuer,
} from '@corridor/core/ports';
import type { FundingInstructions, IssuanceStatus } from '@corridor/core/records';
import { type SandboxSuffix, sandboxSuffix } from '@corridor/core/internal';
import { CHAINS, drawFrom } from '../sandbox/chains.js';
import type { IssuerBook } from './issuer-book.js';

export interface SandboxIssuerPorts {
  readonly digest: Digest;
  readonly book: IssuerBook;
}

type Scripts<S> = Readonly<Partial<Record<SandboxSuffix, readonly Step<S>[]>>>;

/** The state from `after` seconds on. */
interface Step<S> {
  readonly after: number;
  readonly state: S;
}

type OrderStep = 'pending' | 'processing' | 'completed' | { readonly failed: string };

/** Outcome by magic ending: of the order's bank account, or without one of the token's identifier at the issuer. */
export const ORDERS: Scripts<OrderStep> = {
  '002': [{ after: 0, state: { failed: 'PROVIDER_REJECTED' } }],
  '003': [
    { after: 0, state: 'pending' },
    { after: 360, state: 'completed' },
  ],
  '004': [
    { after: 0, state: 'processing' },
    { after: 30, state: { failed: 'PROVIDER_FAILED' } },
  ],
  '005': [
    { after: 0, state: 'pending' },
    { after: 10, state: 'processing' },
    { after: 30, state: 'completed' },
  ],
};
const USUAL: readonly Step<OrderStep>[] = [
  { after: 0, state: 'pending' },
  { after: 1, state: 'completed' },
];

/**
 * Seconds until the funding of an order (money by wire, or tokens on chain) arrives. With the ending 006 the funding
 * never arrives.
 */
export const FUNDED_AFTER_SECONDS = 30;
export const NEVER_FUNDED: SandboxSuffix = '006';
export const FUNDING_SECONDS = 24 * 60 * 60;

/** Outcome of a token's registration, by the magic ending of its identifier on its network. */
export const ISSUANCES: Scripts<IssuanceStatus> = {
  '001': [
    { after: 0, state: 'PENDING_REVIEW' },
    { after: 10, state: 'PROVISIONING' },
    { after: 30, state: 'PROVISIONED' },
  ],
  '002': [
    { after: 0, state: 'PENDING_REVIEW' },
    { after: 30, state: 'REJECTED' },
  ],
  '004': [
    { after: 0, state: 'PROVISIONING' },
    { after: 30, state: 'FAILED' },
  ],
};
const ISSUED: readonly Step<IssuanceStatus>[] = [{ after: 0, state: 'PROVISIONED' }];
export const UNKNOWN_TOKEN: SandboxSuffix = '003';

interface Standing<S> {
  readonly state: S;
  /** Seconds until the next change; null if the state is final. */
  readonly rest: number | null;
}

function standingAt<S>(script: readonly Step<S>[], elapsed: number): Standing<S> {
  // If the clock was set back, the order is as old as at its beginning.
  const { state } = script.findLast((step) => step.after <= Math.max(0, elapsed))!;
  const following = script.find((step) => step.after > elapsed);
  return { state, rest: following === undefined ? null : Math.ceil(following.after - elapsed) };
}

const secondsBetween = (from: Instant, to: Instant): number => (to - from) / 1000;

/** Client ids that are refused by their magic ending: when the account is linked, or only when it is used. */
export const REFUSALS = {
  linked: { '002': 'invalid' },
  used: { '003': 'invalid', '004': 'revoked' },
} as const satisfies Readonly<Record<string, Readonly<Partial<Record<SandboxSuffix, Refusal['because']>>>>>;

function refusedWhen(when: keyof typeof REFUSALS, { apiClientId }: Pick<IssuerAccount, 'apiClientId'>): Refusal | null {
  const suffix = sandboxSuffix(apiClientId);
  const refusals: Readonly<Partial<Record<SandboxSuffix, Refusal['because']>>> = REFUSALS[when];
  const because = suffix === null ? undefined : refusals[suffix];
  return because === undefined ? null : { state: 'refused', because };
}

const refusedLater = (account: IssuerAccount): Refusal | null => refusedWhen('used', account);

const WIRE_FEE_BPS = 25n;
const BPS = 10_000n;
const TIMING: Readonly<Record<string, string>> = {
  WIRE: 'SAME_DAY',
  ACH_CREDIT: 'ONE_TO_THREE_BUSINESS_DAYS',
  SAME_DAY_ACH_CREDIT: 'SAME_DAY',
  RTP_CREDIT: 'WITHIN_MINUTES',
};

/**
 * The issuer's price of an order. Mints are free. A burn that is paid by wire costs 0.25 %, rounded up to the smallest
 * unit of the base currency.
 */
function priceOf({ token, amount, destination }: IssuerOrder): Price {
  const { rail } = destination;
  const timing = rail === null ? 'WITHIN_MINUTES' : (TIMING[rail] ?? null);
  if (rail !== 'WIRE') return { state: 'priced', fees: 0n, timing };
  const finer = Math.max(0, token.decimals - decimalsOf(token.baseCurrency));
  const unit = 10n ** BigInt(finer);
  const units = (amount * WIRE_FEE_BPS + BPS * unit - 1n) / (BPS * unit);
  return { state: 'priced', fees: units * unit, timing };
}

const SYMBOLS: readonly string[] = ['USDC', 'USDT', 'USDB'];
const DECIMALS = 6;
const OTHER_SYMBOL = /^other/i;

/** Tokens are worth a dollar. Identifiers begin with the symbol of their token; any other beginning means USDB. */
function symbolOf(providerTokenIdentifier: string): string {
  if (OTHER_SYMBOL.test(providerTokenIdentifier)) return 'OTHR';
  return SYMBOLS.find((symbol) => providerTokenIdentifier.toUpperCase().startsWith(symbol)) ?? 'USDB';
}

function scriptOf({ source, destination, token }: IssuerOrder): {
  readonly script: readonly Step<OrderStep>[];
  readonly isFunded: boolean;
} {
  const bank = source.account ?? (destination.rail === null ? null : destination.account);
  const suffix =
    (bank === null ? null : sandboxSuffix(primaryIdentifier(bank))) ?? sandboxSuffix(token.providerTokenIdentifier);
  return { script: (suffix === null ? null : ORDERS[suffix]) ?? USUAL, isFunded: suffix !== NEVER_FUNDED };
}

/** Whether the order waits for funding by another party. */
const awaitsFunding = ({ source: { type } }: IssuerOrder): boolean => type === 'WIRE' || type === 'EXTERNAL_ACCOUNT';

/**
 * A simulated issuer without money and without a chain. The state of an order depends only on the order and on the time
 * that has passed, so that any host can ask for an order of another host. The issuer's own record holds what was minted
 * and burned.
 */
export function sandboxIssuer({ digest, book }: SandboxIssuerPorts): StablecoinIssuer {
  const tokenOf = ({ providerAccountId }: IssuerAccount, token: string): string => `${providerAccountId}\n${token}`;

  function instructionsOf({ operationType, reference, token }: IssuerInstruction): FundingInstructions {
    const symbol = symbolOf(token.providerTokenIdentifier);
    if (operationType === 'BURN') {
      const chain = CHAINS.find(({ network }) => network === token.network)!;
      const address = chain.address(drawFrom(digest, reference));
      return { network: token.network, address, valueType: symbol };
    }
    return {
      rail: 'WIRE',
      valueType: token.baseCurrency,
      bankName: 'Sandbox Trust',
      beneficiaryName: 'Sandbox Issuer',
      accountNumber: digits(digest.sha256(reference)),
      routingNumber: '021000021',
      reference: digest.sha256(reference).slice(0, 12).toUpperCase(),
    };
  }

  async function statusAt(account: IssuerAccount, instruction: IssuerInstruction, now: Instant): Promise<IssuerStatus> {
    const { operationType, reference, amount, netAmount, token, submittedAt } = instruction;
    const { script, isFunded } = scriptOf(instruction);
    let elapsed = secondsBetween(submittedAt, now);
    if (awaitsFunding(instruction)) {
      const expiresAt = plusSeconds(submittedAt, FUNDING_SECONDS);
      if (!isFunded && now >= expiresAt) return { state: 'expired', providerStatus: 'expired' };
      const rest = (isFunded ? FUNDED_AFTER_SECONDS : FUNDING_SECONDS) - elapsed;
      if (!isFunded || rest > 0) {
        const fundingInstructions = instructionsOf(instruction);
        const checkAfterSeconds = Math.ceil(rest);
        return {
          state: 'awaiting-funding',
          providerStatus: 'awaiting_funding',
          fundingInstructions,
          expiresAt,
          checkAfterSeconds,
        };
      }
      elapsed -= FUNDED_AFTER_SECONDS;
    }
    const { state, rest } = standingAt(script, elapsed);
    if (typeof state !== 'string') return { state: 'failed', providerStatus: 'failed', reason: state.failed };
    if (state !== 'completed') return { state, providerStatus: state, checkAfterSeconds: rest! };
    const issued = operationType === 'MINT' ? netAmount : -amount;
    await book.record(tokenOf(account, token.providerTokenIdentifier), { reference, amount: issued });
    return { state: 'completed', providerStatus: 'completed' };
  }

  return {
    name: 'BRALE',
    async verify({ apiClientId }, providerAccountId) {
      const refused = refusedWhen('linked', { apiClientId });
      if (refused !== null) return refused;
      const own = `acct_${digest.sha256(apiClientId).slice(0, 16)}`;
      return { state: 'accepted', providerAccountId: providerAccountId ?? own };
    },
    async token(_account, { providerTokenIdentifier, networkTokenIdentifier, network, registeredAt, now }) {
      const suffix = sandboxSuffix(networkTokenIdentifier);
      if (network !== 'SPARK' || suffix === UNKNOWN_TOKEN) return { state: 'unknown' };
      const script = (suffix === null ? null : ISSUANCES[suffix]) ?? ISSUED;
      const { state, rest } = standingAt(script, secondsBetween(registeredAt, now));
      const symbol = symbolOf(providerTokenIdentifier);
      return {
        state: 'known',
        name: `Sandbox ${symbol}`,
        symbol,
        baseCurrency: 'USD' as CurrencyCode,
        decimals: DECIMALS,
        issuanceStatus: state,
        checkAfterSeconds: rest ?? 0,
      };
    },
    price: async (account, order) => refusedLater(account) ?? priceOf(order),
    submit: async (account, instruction) =>
      refusedLater(account) ?? (await statusAt(account, instruction, instruction.submittedAt)),
    status: async (account, instruction, now) => refusedLater(account) ?? (await statusAt(account, instruction, now)),
    supply: async (account, token) =>
      refusedLater(account) ?? { state: 'told', supply: await book.supply(tokenOf(account, token)) },
  };
}

const ACCOUNT_DIGITS = 10;

/** The digits of a digest, in the form of an account number. */
const digits = (hex: string): string => hex.replaceAll(/[a-f]/g, '').slice(0, ACCOUNT_DIGITS);
