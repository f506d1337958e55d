import { z } from 'zod';
import { amount, currencyCode, id, memo, note } from '../partners/values.js';

/*
 * What accompanies a transfer, in both directions. docs/connections/travel-rule.md says which members of IVMS101 these are.
 */

const text = memo.nullable();

export const address = z
  .strictObject({ line1: memo, line2: text, city: text, state: text, postalCode: memo, country: memo })
  .meta({ id: 'Address' });

export const party = z
  .strictObject({
    kind: z.enum(['INDIVIDUAL', 'BUSINESS']).nullable(),
    name: note.nullable(),
    address: address.nullable(),
    country: text.meta({ description: 'Of residence, or of registration; ISO 3166-1 alpha-2.' }),
    birthDate: text.meta({ description: '`YYYY-MM-DD`.' }),
    customerId: text.meta({ description: 'The number of the customer at the institution that keeps the account.' }),
    documentType: text.meta({ description: 'The kind of the official number, such as `PASSPORT`.' }),
    documentNumber: text.meta({ description: 'The official number; of a business, its registration.' }),
    accountId: text.meta({ description: 'The account at the institution that keeps it.' }),
    ledgerAddress: text.meta({ description: 'The address on the chain.' }),
  })
  .meta({ id: 'Party', description: 'Null is what is not known.' });

const network = id.meta({ description: 'The chain, such as `BASE`.' });

export const transferRequest = z
  .strictObject({
    reference: id.meta({ description: 'The same reference is the same transfer.' }),
    network,
    currency: currencyCode,
    amount,
    institution: id.meta({ description: 'The institution that keeps the wallet, as the platform named it.' }),
    originator: party,
    beneficiary: party,
  })
  .meta({ id: 'Transfer' });

/** The messages of a partner. */
export const partnerMessage = z
  .discriminatedUnion('kind', [
    z
      .strictObject({
        kind: z.literal('answered'),
        reference: id.meta({ description: 'The reference that the service gave you.' }),
      })
      .meta({ description: 'There is an answer. It decides nothing: the service asks.' }),
    z
      .strictObject({
        kind: z.literal('incoming'),
        reference: id.meta({ description: 'Your id of the transfer. A repeated id has no effect.' }),
        network,
        address: id.meta({ description: 'The address of the service that receives.' }),
        transactionHash: id.nullable().meta({ description: 'Null if the transfer is not on the chain yet.' }),
        currency: currencyCode,
        amount,
        institution: id.meta({ description: 'The institution of the originator.' }),
        originator: party,
        beneficiary: party,
      })
      .meta({ description: 'Another institution sends a transfer, or has sent it.' }),
  ])
  .meta({ id: 'PartnerMessage' });

export type PartnerMessage = z.infer<typeof partnerMessage>;
