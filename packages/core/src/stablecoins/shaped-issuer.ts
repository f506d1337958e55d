import { shapedCalls } from '../accounts/index.js';
import { type CurrencyCode, type Instant, type Shape, shapes, statesOf } from '../kernel/index.js';
import { isCurrency, MAX_COMPUTED } from '../money/index.js';
import type {
  ForeignIssuance,
  IssuerStatus,
  Price,
  Refusal,
  StablecoinIssuer,
  TokenAnswer,
  Unsupported,
} from './ports.js';
import { ISSUANCE } from './stablecoin.js';
import type { FundingInstructions } from './operation.js';

const {
  aBigint,
  aDelay,
  anAmount,
  anId,
  anInstant,
  aText,
  aWhole,
  listOf,
  objectWith,
  oneOf,
  orAbsent,
  orNull,
  textThat,
} = shapes;

const refused: shapes.Members<Omit<Refusal, 'state'>> = { because: oneOf(['invalid', 'revoked']) };
/** The most decimals of a token of ERC-20. */
const MOST_DECIMALS = 255;
const aCurrency: Shape<CurrencyCode> = textThat('the code of a currency', isCurrency);

type Verified = Awaited<ReturnType<StablecoinIssuer['verify']>>;
const VERIFIED: Shape<Verified> = shapes.variants<Verified>()('state', {
  accepted: { providerAccountId: anId },
  refused,
});

const TOKEN: Shape<TokenAnswer | Refusal> = shapes.variants<TokenAnswer | Refusal>()('state', {
  known: {
    name: anId,
    symbol: anId,
    baseCurrency: aCurrency,
    decimals: aWhole(0, MOST_DECIMALS),
    issuanceStatus: oneOf(statesOf(ISSUANCE)),
    checkAfterSeconds: shapes.aDelayOrNone,
  },
  unknown: {},
  refused,
});

const PRICE: Shape<Price | Unsupported | Refusal> = shapes.variants<Price | Unsupported | Refusal>()('state', {
  priced: { fees: anAmount(0n, MAX_COMPUTED), timing: orNull(aText) },
  unsupported: { field: anId, message: aText },
  refused,
});

const named: shapes.Members<Pick<IssuerStatus, 'providerStatus'>> = { providerStatus: anId };
const STATUS: Shape<IssuerStatus | Refusal> = shapes.variants<IssuerStatus | Refusal>()('state', {
  'awaiting-funding': {
    ...named,
    fundingInstructions: (value, member) => {
      const given = objectWith<FundingInstructions>({})(value, member);
      for (const [name, text] of Object.entries<unknown>(given)) aText(text, `${member}.${name}`);
      return given;
    },
    expiresAt: anInstant<Instant>(),
    checkAfterSeconds: aDelay,
  },
  pending: { ...named, checkAfterSeconds: aDelay },
  processing: { ...named, checkAfterSeconds: aDelay },
  completed: named,
  expired: named,
  failed: { ...named, reason: aText },
  refused,
});

type Supply = Awaited<ReturnType<StablecoinIssuer['supply']>>;
const SUPPLY: Shape<Supply> = shapes.variants<Supply>()('state', {
  told: {
    supply: aBigint,
    foreign: orAbsent(
      listOf(objectWith<ForeignIssuance>({ kind: oneOf(['MINT', 'BURN']), transaction: anId, amount: aBigint })),
    ) as Shape<readonly ForeignIssuance[]>,
  },
  refused,
});

/** The issuer with every answer checked, and one error, as `shapedRail` does it for rails. */
export function shapedIssuer(issuer: StablecoinIssuer): StablecoinIssuer {
  const call = shapedCalls(`issuer-${issuer.name.toLowerCase()}`);
  return {
    name: issuer.name,
    verify: (credentials, id, platform) =>
      call('issuer-verify', VERIFIED, () => issuer.verify(credentials, id, platform)),
    token: (account, query) => call('issuer-token', TOKEN, () => issuer.token(account, query)),
    price: (account, order) => call('issuer-price', PRICE, () => issuer.price(account, order)),
    submit: (account, instruction) => call('issuer-submit', STATUS, () => issuer.submit(account, instruction)),
    status: (account, instruction, now) =>
      call('issuer-status', STATUS, () => issuer.status(account, instruction, now)),
    supply: (account, token) => call('issuer-supply', SUPPLY, () => issuer.supply(account, token)),
  };
}
