/** A transfer between two accounts in the books of the bank. */
export interface Posting {
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  readonly text: string;
}

/** Double-entry books of a bank: what one account loses, another one gains. */
export interface Books {
  readonly journal: readonly Posting[];
  post(posting: Posting): void;
  /** What the bank owes the holder of the account. */
  balanceOf(account: string): bigint;
}

export function createBooks(): Books {
  const journal: Posting[] = [];
  return {
    journal,
    post(posting) {
      if (posting.amount <= 0n) throw new Error(`a posting of ${posting.amount}`);
      journal.push(posting);
    },
    balanceOf: (account) =>
      journal.reduce(
        (sum, { from, to, amount }) => sum + (to === account ? amount : 0n) - (from === account ? amount : 0n),
        0n,
      ),
  };
}
