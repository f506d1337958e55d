import {
  type ConnectionContext,
  type CreateKycConnection,
  type KycApplication,
  type KycProvider,
  type KycVerdict,
  type OwnerVerdict,
  RailEntryError,
  RailUnavailable,
} from '@corridor/core/ports';
import { z } from 'zod';
import { conditionOf } from '../partners/condition.js';
import { type Ask, exchange, LONGEST_BODY, segment } from '../partners/exchange.js';
import { EVENTS } from '../partners/message.js';
import { readAddress, readKeys, readMembers } from '../partners/partner.js';
import { reusedReferences } from '../partners/reused-references.js';
import { needsTls } from '../partners/tls.js';
import { type Addresses, addressesOf } from './addresses.js';
import { capabilities, capabilitiesAnswer, lookUp, ownerDecision, stored, type Verdict, verdict } from './answers.js';
import { hear } from './callbacks.js';
import { linksOf } from './links.js';
import { applicationBody, ownerBody, referenceOf } from './requests.js';

/** The largest content of a document that is sent. Core stores no larger one. */
export const MOST_DOCUMENT_BYTES = 10 * 1024 * 1024;

const entrySchema = z.strictObject({
  url: z.string(),
  secret: z.unknown(),
  callbackSecret: z.unknown(),
  documents: z.enum(['push', 'fetch']).default('push'),
  capabilities: capabilities.default({ customerTypes: ['INDIVIDUAL', 'BUSINESS'], hostedLink: false }),
});

/** The connection of an entry of `kyc` with `"type": "http"`: a provider behind the protocol of docs/connections/kyc.md. */
export const httpKyc: CreateKycConnection = (raw, context) => {
  const { url: address, secret, callbackSecret, documents, capabilities: declared } = readMembers(entrySchema, raw);
  const url = readAddress(address, context);
  const partner = {
    url,
    keys: readKeys('secret', secret, context),
    callbackKeys: readKeys('callbackSecret', callbackSecret, context),
  };
  const references = reusedReferences('provider', exchange(partner, context), context);
  const { ask } = references;
  const { name, environment, clock } = context;
  const addresses = documents === 'fetch' ? addressesOf(publicUrlOf(context), context) : null;
  const condition = conditionOf({ partner: 'provider', declared, answer: capabilitiesAnswer }, references, context);
  return {
    name,
    environment,
    claims: [`address ${url}`],
    provider: providerOf(ask, declared, addresses, context),
    tasks: [condition.task, ...(addresses === null ? [] : [addresses.task])],
    ...(addresses !== null && { addresses: { find: addresses.find, use: addresses.use } }),
    callbackBytes: (path) => (path === EVENTS ? LONGEST_BODY : null),
    callback: (callback, tell) => hear({ callbackKeys: partner.callbackKeys, clock }, callback, tell),
    check: condition.check,
  };
};

function publicUrlOf({ publicUrl, environment }: ConnectionContext): string {
  if (publicUrl === undefined)
    throw new RailEntryError('documents', 'must be "push", because this host has no public address');
  if (needsTls(publicUrl, environment) && !publicUrl.startsWith('https://'))
    throw new RailEntryError(
      'documents',
      'must be "push" in PRODUCTION, unless the public address of the host is https://',
    );
  return publicUrl;
}

function providerOf(
  ask: Ask,
  { customerTypes, hostedLink }: z.output<typeof capabilities>,
  addresses: Addresses | null,
  context: ConnectionContext,
): KycProvider {
  const { name } = context;
  const decides = ({ customerType }: KycApplication['customer']) => customerTypes.includes(customerType);
  return {
    name,
    ...(hostedLink && { links: linksOf(ask, decides, context) }),
    async review(application) {
      if (!decides(application.customer)) return { state: 'manual-review' };
      const path = `/applications/${segment(referenceOf(application))}`;
      const known = await ask({ name: 'look-up', method: 'GET', path, answer: lookUp, unknown: { state: 'unknown' } });
      if (known.state !== 'unknown') return verdictOf(name, application, known);
      for (const document of addresses === null ? application.documents : []) {
        const body = await document.read();
        if (body.length > MOST_DOCUMENT_BYTES)
          throw new RailUnavailable(name, 'document', `${document.id} has more than ${MOST_DOCUMENT_BYTES} bytes`);
        const place = `${path}/documents/${segment(document.id)}`;
        await ask({ name: 'document', method: 'PUT', path: place, body, answer: stored });
      }
      const body = applicationBody(application, addresses === null ? null : await addresses.open(application));
      const given = await ask({ name: 'submit', method: 'POST', path: '/applications', body, answer: verdict });
      return verdictOf(name, application, given);
    },
    async reviewOwner(owner): Promise<OwnerVerdict> {
      if (!customerTypes.includes('BUSINESS')) return null;
      const body = ownerBody(owner);
      const given = await ask({ name: 'owner', method: 'POST', path: '/owners', body, answer: ownerDecision });
      if (given.decision !== 'pending') return given.decision;
      return { state: 'pending', checkAfterSeconds: given.checkAfterSeconds };
    },
  };
}

/** The verdict, if it is about this application alone: a finding about another customer must not reach this one. */
function verdictOf(provider: string, { customer, owners, documents }: KycApplication, given: Verdict): KycVerdict {
  const invalid = (member: string, why: string) =>
    new RailUnavailable(provider, 'review', `the answer is invalid: ${member} ${why}`);
  const errors = 'errors' in given ? given.errors : [];
  const known = new Set([customer, ...owners, ...documents].map(({ id }): string => id));
  if (errors.some(({ resourceId }) => !known.has(resourceId)))
    throw invalid('errors', 'names a record that is not in the application');
  if (given.state === 'pending' || given.state === 'manual-review') return given;
  if (given.state === 'resolve') return given;
  const decisions = new Map(given.owners.map(({ id, decision }) => [id, decision] as const));
  if (decisions.size < given.owners.length) throw invalid('owners', 'names an owner twice');
  if ([...decisions.keys()].some((id) => !owners.some((owner) => owner.id === id)))
    throw invalid('owners', 'names an owner who is not in the application');
  return { state: given.state, errors, owners: decisions };
}
