import { currency as registered } from '@corridor/core';
import { type ConnectionContext, RailEntryError } from '@corridor/core/ports';
import { accountType, railsOf } from '@corridor/core/internal';
import { z } from 'zod';
import { type Partner, readAddress, readKeys, readMembers } from '../partners/partner.js';
import { capabilities, type DeclaredCapabilities } from './answers.js';
import { faultOf, fundingTemplates } from './instructions.js';
import { id } from '../partners/values.js';
import { accountTypeName, currencyCode } from './values.js';

const entrySchema = z.strictObject({
  url: z.string(),
  secret: z.unknown(),
  callbackSecret: z.unknown(),
  capabilities: capabilities.extend({
    paymentRails: capabilities.shape.paymentRails.default([]),
    accountTypes: capabilities.shape.accountTypes.default([]),
    pullsFrom: capabilities.shape.pullsFrom.default([]),
    push: z.boolean().default(false),
    pull: z.boolean().default(false),
    receive: z.boolean().default(false),
    cancellable: z.boolean().default(false),
  }),
  funding: fundingTemplates.default([]),
  networks: z
    .array(z.strictObject({ currency: currencyCode, network: id, accountTypes: z.array(accountTypeName).min(1) }))
    .default([]),
});
type Entry = z.infer<typeof entrySchema>;

export type HttpRailEntry = Omit<Entry, 'url' | 'secret' | 'callbackSecret'> & Partner;

/** Reads the entry of the connections file. Throws a `RailEntryError` for the first member that is invalid. */
export function readEntry(raw: Readonly<Record<string, unknown>>, context: ConnectionContext): HttpRailEntry {
  const { secret, callbackSecret, ...entry } = readMembers(entrySchema, raw);
  checkCapabilities(entry.capabilities);
  checkServed(entry);
  return {
    ...entry,
    url: readAddress(entry.url, context),
    keys: readKeys('secret', secret, context),
    callbackKeys: readKeys('callbackSecret', callbackSecret, context),
  };
}

const refuse = (member: string, message: string): never => {
  throw new RailEntryError(`capabilities.${member}`, message);
};

function checkCapabilities(declared: DeclaredCapabilities): void {
  const { accountTypes, currencies, paymentRails, push, pull, pullsFrom, receive, cancellable } = declared;
  if (!push && !pull && !receive) refuse('push', 'or `pull` or `receive` must be true');
  if (push !== accountTypes.length > 0) refuse('accountTypes', 'must name account types exactly if `push` is true');
  if (pull !== pullsFrom.length > 0) refuse('pullsFrom', 'must name account types exactly if `pull` is true');
  if (cancellable && !push && !pull) refuse('cancellable', 'needs `push` or `pull`');
  for (const code of currencies) {
    if (registered(code)?.code !== code) refuse('currencies', `names ${code}, which is not a currency of the service`);
  }
  for (const [member, types] of Object.entries({ accountTypes, pullsFrom })) {
    for (const name of types) {
      const { type, currencies: held } = accountType(name);
      if (!currencies.some((code) => held.includes(code)))
        refuse(member, `names ${type}, which holds none of the currencies`);
      const rails = railsOf(type);
      if (rails.length > 0 && !rails.some((rail) => paymentRails.includes(rail)))
        refuse(member, `names ${type}, which needs one of the payment rails ${rails.join()}`);
    }
  }
}

/** Funding templates and networks agree with the capabilities. */
function checkServed({
  capabilities: declared,
  funding,
  networks,
}: Pick<Entry, 'capabilities' | 'funding' | 'networks'>) {
  if (declared.receive !== funding.length > 0)
    throw new RailEntryError('funding', 'must have templates exactly if `capabilities.receive` is true');
  funding.forEach((template, index) => {
    const fault = declared.currencies.includes(template.currency)
      ? faultOf(template)
      : (['currency', 'must be one of `capabilities.currencies`'] as const);
    if (fault !== null) throw new RailEntryError(`funding.${index}.${fault[0]}`, fault[1]);
  });
  networks.forEach(({ currency }, index) => {
    if (!declared.currencies.includes(currency))
      throw new RailEntryError(`networks.${index}.currency`, 'must be one of `capabilities.currencies`');
  });
  const onChain = declared.accountTypes.find((type) => accountType(type).kind === 'crypto');
  if (onChain !== undefined && !networks.some(({ accountTypes }) => accountTypes.includes(onChain)))
    throw new RailEntryError('networks', `must name the network of ${onChain}`);
}
