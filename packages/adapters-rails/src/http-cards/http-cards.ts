import { type CreateCardConnection, RailEntryError } from '@corridor/core/ports';
import { z } from 'zod';
import { conditionOf } from '../partners/condition.js';
import { exchange, LONGEST_BODY } from '../partners/exchange.js';
import { EVENTS } from '../partners/message.js';
import { readAddress, readKeys, readMembers } from '../partners/partner.js';
import { reusedReferences } from '../partners/reused-references.js';
import { capabilities, capabilitiesAnswer } from './answers.js';
import { hear } from './callbacks.js';
import { issuerOf } from './issuer.js';

const ANSWER_SECONDS = 2;
/** A network waits a few seconds for its processor. */
const MOST_ANSWER_SECONDS = 30;

const entrySchema = z.strictObject({
  url: z.string(),
  secret: z.unknown(),
  callbackSecret: z.unknown(),
  ...capabilities.shape,
  partialApproval: z.boolean().default(false),
  answerSeconds: z.number().min(0.1).max(MOST_ANSWER_SECONDS).default(ANSWER_SECONDS),
});

/** The connection of an entry of `cards` with `"type": "http"`: a processor behind the protocol of docs/connections/cards.md. */
export const httpCards: CreateCardConnection = (raw, context) => {
  const { url: address, secret, callbackSecret, answerSeconds, ...declared } = readMembers(entrySchema, raw);
  for (const member of ['currencies', 'brands'] as const)
    if (new Set<string>(declared[member]).size < declared[member].length)
      throw new RailEntryError(member, 'names one twice');
  const url = readAddress(address, context);
  const partner = {
    url,
    keys: readKeys('secret', secret, context),
    callbackKeys: readKeys('callbackSecret', callbackSecret, context),
  };
  const references = reusedReferences('processor', exchange(partner, context), context);
  const { name, environment, clock } = context;
  const condition = conditionOf({ partner: 'processor', declared, answer: capabilitiesAnswer }, references, context);
  return {
    name,
    environment,
    claims: [`address ${url}`],
    issuer: issuerOf(references.ask, declared, context),
    tasks: [condition.task],
    callbackBytes: (path) => (path === EVENTS ? LONGEST_BODY : null),
    callback: (callback, tell) =>
      hear({ ...partner, clock, answerSeconds, partialApproval: declared.partialApproval }, callback, tell),
    check: condition.check,
  };
};
