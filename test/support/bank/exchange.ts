import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folders through which a bank and its customer exchange files, as the customer names them. */
export interface ExchangeFolders {
  /** Files of the customer. */
  readonly outgoing: string;
  /** Files of the bank. */
  readonly incoming: string;
}

export interface TakenFile {
  readonly name: string;
  readonly text: string;
}

/** The bank's side of the exchange. */
export interface BankExchange {
  readonly folders: ExchangeFolders;
  /** Takes the complete files of the customer out of the exchange. Names of unfinished files start with a full stop. */
  take(): readonly TakenFile[];
  /** Writes a file for the customer, complete under its name from the first moment. */
  give(name: string, content: string | Buffer): void;
}

/** Creates the folders in `root`. Taken files are kept beside them. */
export function exchangeIn(root: string): BankExchange {
  const [outgoing, incoming, taken] = ['outgoing', 'incoming', 'taken'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [outgoing, incoming, taken]) mkdirSync(folder, { recursive: true });
  let count = 0;
  return {
    folders: { outgoing, incoming },
    take: () =>
      readdirSync(outgoing)
        .filter((name) => /^[^.].*\.xml$/.test(name))
        .sort()
        .map((name) => {
          const kept = join(taken, `${(count += 1)}-${name}`);
          renameSync(join(outgoing, name), kept);
          return { name, text: readFileSync(kept, 'utf8') };
        }),
    give(name, content) {
      const unfinished = join(incoming, `.${name}.tmp`);
      writeFileSync(unfinished, content);
      renameSync(unfinished, join(incoming, name));
    },
  };
}
