import { currency as registered } from '@corridor/core';
import { type ConnectionContext, RailEntryError } from '@corridor/core/ports';
import { accountType, railsOf } from '@corridor/core/internal';
import { z } from 'zod';
import { capabilities, type DeclaredCapabilities } from './answers.js';
import { faultOf, fundingTemplates } from './instructions.js';
import { signingKey } from './signature.js';
import { needsTls } from './tls.js';
import { accountTypeName, currencyCode, id } from './values.js';

/** One secret, or two while they are exchanged: the new one and the former one. */
const MOST_SECRETS = 2;

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

export interface HttpRailEntry extends Omit<Entry, 'secret' | 'callbackSecret'> {
  /** Without a slash at its end. */
  readonly url: string;
  /** Keys that sign what the service sends. */
  readonly keys: readonly Uint8Array[];
  /** Keys that sign what the rail sends: its answers and its callbacks. */
  readonly callbackKeys: readonly Uint8Array[];
}

/** Reads the entry of the connections file. Throws a `RailEntryError` for the first member that is invalid. */
export function readEntry(raw: Readonly<Record<string, unknown>>, context: ConnectionContext): HttpRailEntry {
  const read = entrySchema.safeParse(raw);
  if (!read.success) {
    const issue = read.error.issues[0]!;
    const member = issue.path.join('.');
    if (issue.code === 'unrecognized_keys')
      throw new RailEntryError(member, `has unknown members: ${issue.keys.join(', ')}`);
    throw new RailEntryError(member, `is invalid: ${issue.message}`);
  }
  const { secret, callbackSecret, ...entry } = read.data;
  checkCapabilities(entry.capabilities);
  checkServed(entry);
  return {
    ...entry,
    url: readUrl(entry.url, context),
    keys: readKeys('secret', secret, context),
    callbackKeys: readKeys('callbackSecret', callbackSecret, context),
  };
}

function readUrl(text: string, { environment }: ConnectionContext): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new RailEntryError('url', 'must be the address of the rail, such as https://rail.example/v1');
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '')
    throw new RailEntryError('url', 'must have no query, no fragment and no credentials');
  if (needsTls(text, environment) && url.protocol !== 'https:')
    throw new RailEntryError('url', 'must begin with https:// in PRODUCTION, except for a rail on the same machine');
  return url.href.replace(/\/+$/, '');
}

function readKeys(member: string, reference: unknown, { secretOf }: ConnectionContext): readonly Uint8Array[] {
  const references: readonly (readonly [string, unknown])[] = Array.isArray(reference)
    ? reference.map((each, index) => [`${member}.${index}`, each] as const)
    : [[member, reference]];
  if (references.length === 0 || references.length > MOST_SECRETS)
    throw new RailEntryError(member, 'must be one reference to a secret, or two during an exchange');
  return references.map(([path, each]) => {
    const key = signingKey(secretOf(path, each));
    if (key === null) throw new RailEntryError(path, 'must be whsec_ followed by 24 to 64 bytes in base64');
    return key;
  });
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
