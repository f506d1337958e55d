import { ENTRY_KINDS } from '@corridor/core/records';
import * as z from 'zod';
import { answeredAmount, instant, pageOf, pageQuery, queryText, timestamp } from '../app/schemas.js';

const entryKind = z.enum(ENTRY_KINDS).meta({ id: 'LedgerEntryKind' });

const ledgerPosting = z
  .object({
    account: z.string().meta({ description: 'Ledger account', examples: ['fees:Platform:…/SANDBOX:USD'] }),
    currency: z.string(),
    amount: answeredAmount.meta({
      description: 'In smallest units, with a sign: the lines of an entry sum to 0 in each currency',
    }),
  })
  .meta({ id: 'LedgerPosting' });

export const ledgerEntry = z
  .object({
    id: z.string(),
    kind: entryKind,
    cause: z.string().meta({ description: 'Id of the transaction, deposit or account that moved the money' }),
    createdAt: timestamp,
    postings: z.array(ledgerPosting),
  })
  .meta({ id: 'LedgerEntry' });

export const ledgerEntryList = pageOf('LedgerEntryListResponse', ledgerEntry);

export const ledgerEntryFilter = z.object({
  account: queryText.optional(),
  cause: queryText.optional(),
  kind: entryKind.optional(),
  createdAfter: instant.optional(),
  createdBefore: instant.optional(),
  ...pageQuery,
});
