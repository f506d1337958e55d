/** A rule about files to banks that is in force from a day on. */
export interface DatedRule {
  readonly name: string;
  /** The first execution date for which it holds, as YYYY-MM-DD. */
  readonly from: string;
  /** One sentence. */
  readonly rule: string;
  /** Who made it, in which document. */
  readonly source: string;
  /** Whether this version follows it. */
  readonly isFollowed: boolean;
}

/** The rulebooks of the European Payments Council that files follow. */
export const RULEBOOK_YEAR = '2025';

/** The rules with a date, oldest first. docs/rails/bank-messages.md has the same table, which a test compares. */
export const DATED_RULES: readonly DatedRule[] = [
  {
    name: 'version',
    from: '2024-03-17',
    rule: 'Customers send `pain.001.001.09`, which is the default; a bank may take `.03` longer',
    source: 'EPC SCT rulebook 2023',
    isFollowed: true,
  },
  {
    name: 'hybrid-address',
    from: '2025-10-05',
    rule: 'An address may have `AdrLine` beside `TwnNm` and `Ctry`: two of 70 characters, which repeat neither of them',
    source: 'EPC153-22 v2.1',
    isFollowed: true,
  },
  {
    name: 'verification-of-payee',
    from: '2025-10-09',
    rule: 'Banks in the euro area compare the name of the payee with the account; their results are read',
    source: 'Regulation (EU) 2024/886, article 5c',
    isFollowed: true,
  },
  {
    name: 'structured-address',
    from: '2026-11-15',
    rule: 'An address has `TwnNm` and `Ctry`; an address of lines alone is refused',
    source: 'EPC rulebooks 2025 v1.1, EPC153-22 v2.1',
    isFollowed: true,
  },
  {
    name: 'verification-of-payee-elsewhere',
    from: '2027-07-09',
    rule: 'Banks of the European Union outside of the euro area compare the name too; their results are read',
    source: 'Regulation (EU) 2024/886, article 5c',
    isFollowed: true,
  },
];

/** The rules in force on this execution date that files of this version do not follow. */
export const rulesNotFollowed = (
  executionDate: string,
  rules: readonly DatedRule[] = DATED_RULES,
): readonly DatedRule[] => rules.filter(({ from, isFollowed }) => !isFollowed && from <= executionDate);
