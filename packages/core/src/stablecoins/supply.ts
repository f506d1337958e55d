import { answerOfIssuer } from '../accounts/index.js';
import type { Reads, TenantKey, UnitOfWork } from '../kernel/index.js';
import { amountOn, everyRecord, POSTINGS } from '../ledger/index.js';
import { unitsText } from '../money/index.js';
import { PLATFORMS } from '../platforms/index.js';
import { isRefusal, issuerOf, openedAccount } from './issuer.js';
import { isOpenOperation, STABLECOIN_OPERATIONS, type StablecoinOperation } from './operation.js';
import { issuerClearing } from './operation-books.js';
import type { Refusal, StablecoinIssuer, StablecoinPorts } from './ports.js';
import { PROVIDER_ACCOUNTS, type StablecoinProviderAccount } from './provider-account.js';
import { type Stablecoin, STABLECOINS } from './stablecoin.js';

/**
 * A token of an account at an issuer, across all tenants that have registered it, with its totals in smallest units.
 */
interface Token {
  readonly link: StablecoinProviderAccount;
  readonly coin: Stablecoin;
  minted: bigint;
  burned: bigint;
  /** The amounts of open operations, whose outcome is unknown. */
  minting: bigint;
  burning: bigint;
}

/** The minted supply of one ledger account: from its postings, and from operations. */
interface Booked {
  /** The ledger account, which names the token. */
  readonly account: string;
  readonly ledger: bigint;
  readonly operations: bigint;
}

interface Supply {
  readonly tokens: ReadonlyMap<string, Token>;
  readonly booked: ReadonlyMap<string, Booked>;
}

/**
 * Compares the minted minus burned tokens with the ledger and with the supply that issuers report; one sentence for
 * each difference. Open operations may already be done at the issuer, so their amounts widen the accepted range. A
 * provider account that is not ACTIVE cannot be asked and is skipped.
 */
export async function auditSupply(ports: StablecoinPorts, tenants: readonly TenantKey[]): Promise<readonly string[]> {
  const read = (): Promise<Supply> => readSupply(ports, tenants);
  const before = await read();
  const stated = new Map<string, Told | string>();
  for (const [key, token] of before.tokens) {
    if (token.link.status === 'ACTIVE') stated.set(key, await askSupply(ports, token));
  }
  const after = await read();
  const findings = differencesOf(after);
  for (const [key, answer] of stated) {
    const [earlier, later] = [before.tokens.get(key)!, after.tokens.get(key)!];
    if (typeof answer === 'string') {
      findings.push(`${key}: the issuer did not report its supply: ${answer}`);
      continue;
    }
    const { supply, foreign = [] } = answer;
    for (const { kind, transaction, amount } of foreign) {
      const what = kind === 'MINT' ? 'minted' : 'burned';
      findings.push(`${key}: transaction ${transaction} ${what} ${unitsText(amount)} without an operation here`);
    }
    const least = earlier.minted - later.burned - later.burning;
    const most = later.minted + later.minting - earlier.burned;
    if (supply < least || supply > most) {
      findings.push(
        `${key}: the supply is ${later.minted - later.burned} by operations here, ${supply} by the report of the issuer`,
      );
    }
  }
  return findings;
}

/**
 * Compares the minted minus burned tokens of all tenants with the ledger only; one sentence for each difference. Null if
 * no platform has linked an issuer. A restored copy lacks the operations since its backup, so the present supply of an
 * issuer says nothing about it. `partOf` carries out the read of one tenant, so that it can note a failure and go on.
 */
export async function auditBookedSupply(
  units: UnitOfWork,
  partOf: PartOfSupply = (_, work) => work(),
): Promise<readonly string[] | null> {
  const [linked, tenants] = await units.read(null, async (reads) => [
    await reads.tenants(PROVIDER_ACCOUNTS),
    await reads.tenants(PLATFORMS),
  ]);
  if (linked.length === 0) return null;
  return differencesOf(await readSupply({ units }, tenants, partOf));
}

type PartOfSupply = (what: string, work: () => Promise<void>) => Promise<void>;

const differencesOf = ({ booked }: Supply): string[] =>
  [...booked].flatMap(([key, { account, ledger, operations }]) =>
    ledger === operations
      ? []
      : [
          `${key}: the ledger has a supply of ${amountOn(account, ledger)}, its operations ${amountOn(account, operations)}`,
        ],
  );

type Told = Exclude<Awaited<ReturnType<StablecoinIssuer['supply']>>, Refusal>;

/** The answer of the issuer, or why there is none. */
async function askSupply({ issuers, sealer }: StablecoinPorts, { link, coin }: Token): Promise<Told | string> {
  const issuer = issuerOf(issuers, link, link.provider);
  if (!issuer.ok) return issuer.error.message;
  const answered = await answerOfIssuer(() =>
    issuer.value.supply(openedAccount(sealer, link), coin.providerTokenIdentifier),
  );
  if (!answered.ok) return answered.error.message;
  return isRefusal(answered.value) ? 'the issuer refuses the credentials' : answered.value;
}

/** Each tenant is read in one consistent snapshot, so that postings match operations. */
async function readSupply(
  { units }: Pick<StablecoinPorts, 'units'>,
  tenants: readonly TenantKey[],
  partOf: PartOfSupply = (_, work) => work(),
): Promise<Supply> {
  const tokens = new Map<string, Token>();
  const booked = new Map<string, Booked>();
  const readTenant = (tenant: TenantKey): Promise<void> =>
    units.read(tenant, async (reads) => {
      const coins = new Map<string, Token>();
      for await (const coin of everyRecord(reads, STABLECOINS)) {
        const link = await reads.get(PROVIDER_ACCOUNTS, coin.stablecoinProviderAccountId);
        if (link === null) continue;
        const key = `${coin.providerTokenIdentifier} at ${link.provider} ${link.providerAccountId} (${link.providerEnvironment})`;
        const token = tokens.get(key) ?? { link, coin, minted: 0n, burned: 0n, minting: 0n, burning: 0n };
        tokens.set(key, token.link.status === 'ACTIVE' ? token : { ...token, link });
        coins.set(coin.id, tokens.get(key)!);
      }
      const sums = new Map<string, bigint>();
      for await (const operation of everyRecord(reads, STABLECOIN_OPERATIONS)) {
        const token = coins.get(operation.stablecoinId);
        if (token !== undefined) count(token, operation);
        if (operation.currency === null) continue;
        const { name } = issuerClearing(operation, operation.currency);
        sums.set(name, (sums.get(name) ?? 0n) + (operation.status === 'COMPLETED' ? change(operation) : 0n));
      }
      for (const [name, operations] of sums)
        booked.set(`${name} of ${tenant}`, { account: name, ...(await bookedOf(reads, name, operations)) });
    });
  for (const tenant of tenants) await partOf(`the supply of the stablecoins of ${tenant}`, () => readTenant(tenant));
  return { tokens, booked };
}

const change = ({ operationType, amount, netAmount }: StablecoinOperation): bigint =>
  operationType === 'MINT' ? netAmount : -amount;

function count(token: Token, operation: StablecoinOperation): void {
  const { operationType, status, amount, netAmount } = operation;
  const isMint = operationType === 'MINT';
  if (status === 'COMPLETED') token[isMint ? 'minted' : 'burned'] += isMint ? netAmount : amount;
  else if (isOpenOperation(operation)) token[isMint ? 'minting' : 'burning'] += isMint ? netAmount : amount;
}

/** The ledger has the minted supply on the account of the issuer, negated. */
const bookedOf = async (reads: Reads, account: string, operations: bigint): Promise<Omit<Booked, 'account'>> => ({
  ledger: -(await reads.sum(POSTINGS, 'amount', { account }, 0, null)),
  operations,
});
