/**
 * The books as an accountant reads them: from the text of exported files and by the documents alone, without code of the
 * product. Amounts are whole numbers in the smallest unit of their currency.
 */

/** Sums by a name, without those that are zero. */
export type Sums = Readonly<Record<string, bigint>>;

export interface Posting {
  readonly bookedAt: string;
  readonly entryId: string;
  readonly kind: string;
  readonly platform: string;
  readonly account: string;
  readonly accountName: string;
  readonly currency: string;
  readonly units: bigint;
  readonly glAccount: string;
}

/** The rows of a CSV file (RFC 4180) by the names of its header. */
export function csvRows(text: string): readonly Readonly<Record<string, string>>[] {
  const rows: string[][] = [[]];
  for (let at = 0; at < text.length;) {
    let field = '';
    if (text[at] === '"') {
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += text[at] === '"' ? 2 : 1) field += text[at];
      at += 1;
    } else {
      const [plain = ''] = /[^,\r\n]*/y.exec(text.slice(at)) ?? [];
      field = plain;
      at += plain.length;
    }
    rows.at(-1)!.push(field);
    if (text[at] === ',') at += 1;
    else {
      at += text.startsWith('\r\n', at) ? 2 : 1;
      if (at < text.length) rows.push([]);
    }
  }
  const [header = [], ...rest] = rows;
  return rest.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index] ?? ''])));
}

/** A decimal number in smallest units: every amount of a currency has the same decimals. */
export function unitsOf(decimal: string): bigint {
  if (!/^-?\d+(\.\d+)?$/.test(decimal)) throw new Error(`${decimal} is not a decimal number`);
  return BigInt(decimal.replace('.', ''));
}

/** The postings of an export in CSV. */
export const postingsOfCsv = (text: string): readonly Posting[] =>
  csvRows(text).map((row) => {
    if ((row['debit'] === '') === (row['credit'] === '')) throw new Error(`not one amount: ${JSON.stringify(row)}`);
    return {
      bookedAt: row['booked_at']!,
      entryId: row['entry_id']!,
      kind: row['kind']!,
      platform: row['platform']!,
      account: row['account']!,
      accountName: row['account_name']!,
      currency: row['currency']!,
      units: row['debit'] === '' ? unitsOf(row['credit']!) : -unitsOf(row['debit']!),
      glAccount: row['gl_account'] ?? '',
    };
  });

/** The postings of an export in JSON. */
export const postingsOfJsonl = (text: string): readonly Posting[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const found = JSON.parse(line) as Readonly<Record<string, string | null>>;
      return {
        bookedAt: found['bookedAt']!,
        entryId: found['entryId'] ?? '',
        kind: found['kind']!,
        platform: found['platformId'] ?? 'house',
        account: found['account']!,
        accountName: found['accountName'] ?? '',
        currency: found['currency']!,
        units: BigInt(found['units']!),
        glAccount: found['glAccount'] ?? '',
      };
    });

/** A line of a trial balance in CSV. */
export interface Balance {
  readonly platform: string;
  readonly account: string;
  readonly currency: string;
  readonly units: bigint;
  readonly glAccount: string;
}

export const balancesOfCsv = (text: string): readonly Balance[] =>
  csvRows(text).map((row) => ({
    platform: row['platform']!,
    account: row['account']!,
    currency: row['currency']!,
    units: row['debit'] === '' ? unitsOf(row['credit']!) : -unitsOf(row['debit']!),
    glAccount: row['gl_account'] ?? '',
  }));

export function sumsBy<T extends { readonly units: bigint }>(lines: Iterable<T>, name: (line: T) => string): Sums {
  const sums = new Map<string, bigint>();
  for (const line of lines) sums.set(name(line), (sums.get(name(line)) ?? 0n) + line.units);
  return Object.fromEntries([...sums].filter(([, sum]) => sum !== 0n).sort(([a], [b]) => (a < b ? -1 : 1)));
}

export const minus = (one: Sums, other: Sums): Sums =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])]
      .map((name) => [name, (one[name] ?? 0n) - (other[name] ?? 0n)] as const)
      .filter(([, sum]) => sum !== 0n)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** What the statement of an account says, in either format. */
export interface Statement {
  readonly opening: bigint;
  readonly closing: bigint;
  /** The amount of each entry, by the UUID of the entry without hyphens. */
  readonly entries: Sums;
}

/** The UUID of an id without hyphens, as camt.053 names it. */
export const shortId = (id: string): string => id.slice(id.indexOf(':') + 1).replaceAll('-', '');

export function statementOfCsv(text: string): Statement {
  const rows = csvRows(text);
  const balance = (kind: string): bigint => unitsOf(rows.find((row) => row['kind'] === kind)!['balance']!);
  const entries = rows.slice(1, -1).map((row) => ({ id: shortId(row['entry_id']!), units: unitsOf(row['amount']!) }));
  return {
    opening: balance('OPENING_BALANCE'),
    closing: balance('CLOSING_BALANCE'),
    entries: sumsBy(entries, ({ id }) => id),
  };
}

export function statementOfCamt(text: string): Statement {
  const signed = (part: string): bigint => {
    const [, amount, side] = /<Amt Ccy="[A-Z]+">([\d.]+)<\/Amt>\s*<CdtDbtInd>(\w+)<\/CdtDbtInd>/.exec(part)!;
    return side === 'DBIT' ? -unitsOf(amount!) : unitsOf(amount!);
  };
  const parts = (name: string): readonly string[] => text.match(new RegExp(`<${name}>.*?</${name}>`, 'gs')) ?? [];
  const balance = (code: string): bigint => signed(parts('Bal').find((part) => part.includes(`<Cd>${code}</Cd>`))!);
  const entries = parts('Ntry').map((part) => ({
    id: /<NtryRef>(\w+)<\/NtryRef>/.exec(part)![1]!,
    units: signed(part),
  }));
  return { opening: balance('OPBD'), closing: balance('CLBD'), entries: sumsBy(entries, ({ id }) => id) };
}

/** What docs/operate/safeguarding.md says that is owed, and where the money is, in one currency. */
export type Safeguarded = Readonly<
  Record<'customers' | 'platforms' | 'own' | 'other' | 'safeguarded' | 'elsewhere' | 'excess' | 'shortfall', bigint>
>;

const STANDINGS: Readonly<Record<string, 'customers' | 'platforms' | 'own' | 'other'>> = {
  available: 'customers',
  held: 'customers',
  'in-transit': 'customers',
  suspense: 'customers',
  'card-reserve': 'customers',
  disputes: 'customers',
  fees: 'platforms',
  'own-funds': 'own',
  revenue: 'own',
  interchange: 'own',
  'network-fees': 'own',
  'bank-charges': 'own',
  loss: 'own',
  receivables: 'other',
  fx: 'other',
};

/** The figures of postings or of balances by currency, with the rails whose accounts safeguard. */
export function safeguardedBy(
  postings: readonly Pick<Posting, 'account' | 'platform' | 'currency' | 'units'>[],
  rails: readonly string[],
): Readonly<Record<string, Safeguarded>> {
  const found: Record<string, Safeguarded> = {};
  for (const currency of [...new Set(postings.map((posting) => posting.currency))].sort()) {
    const sums = { customers: 0n, platforms: 0n, own: 0n, other: 0n, safeguarded: 0n, elsewhere: 0n };
    const own = postings.filter((posting) => posting.currency === currency);
    for (const [name, sum] of Object.entries(sumsBy(own, ({ account, platform }) => `${account} ${platform}`))) {
      const [account = ''] = name.split(' ');
      const standing = STANDINGS[account];
      const rail = /^clearing:(.+)$/.exec(account)?.[1];
      if (rail !== undefined) sums[rails.includes(rail) ? 'safeguarded' : 'elsewhere'] -= sum;
      else if (standing === undefined) throw new Error(`no standing is documented for ${account}`);
      // What a platform owes lowers nothing that others are owed.
      else sums[sum < 0n && ['fees', 'disputes'].includes(account) ? 'other' : standing] += sum;
    }
    const excess = sums.safeguarded - sums.customers - sums.platforms;
    const shortfall = [0n, -excess, -sums.own].reduce((most, each) => (each > most ? each : most));
    found[currency] = { ...sums, excess, shortfall };
  }
  return found;
}
