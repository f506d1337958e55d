import {
  type CreateScreeningConnection,
  RailUnavailable,
  type ScreeningAnswer,
  type ScreeningProvider,
  type ScreeningQuestion,
} from '@corridor/core/ports';
import { z } from 'zod';
import { conditionOf } from '../partners/condition.js';
import { type Ask, exchange, LONGEST_BODY } from '../partners/exchange.js';
import { EVENTS } from '../partners/message.js';
import { readAddress, readKeys, readMembers } from '../partners/partner.js';
import { reusedReferences } from '../partners/reused-references.js';
import { capabilities, capabilitiesAnswer, listVersion, type Screening, screening } from './answers.js';
import { hear } from './callbacks.js';
import { questionBody } from './requests.js';

const entrySchema = z.strictObject({
  url: z.string(),
  secret: z.unknown(),
  callbackSecret: z.unknown(),
  capabilities: capabilities.default({ payments: true }),
});

/**
 * The connection of an entry of `screening` with `"type": "http"`: a provider behind the protocol of
 * docs/connections/screening.md.
 */
export const httpScreening: CreateScreeningConnection = (raw, context) => {
  const { url: address, secret, callbackSecret, capabilities: declared } = readMembers(entrySchema, raw);
  const url = readAddress(address, context);
  const partner = {
    url,
    keys: readKeys('secret', secret, context),
    callbackKeys: readKeys('callbackSecret', callbackSecret, context),
  };
  const references = reusedReferences('provider', exchange(partner, context), context);
  const { ask } = references;
  const { name, environment, clock } = context;
  const condition = conditionOf({ partner: 'provider', declared, answer: capabilitiesAnswer }, references, context);
  return {
    name,
    environment,
    claims: [`address ${url}`],
    provider: providerOf(ask, name, declared.payments),
    tasks: [condition.task],
    callbackBytes: (path) => (path === EVENTS ? LONGEST_BODY : null),
    callback: (callback, tell) => hear({ callbackKeys: partner.callbackKeys, clock }, callback, tell),
    check: condition.check,
  };
};

const providerOf = (ask: Ask, name: string, payments: boolean): ScreeningProvider => ({
  name,
  async screen(question) {
    const body = questionBody(question, payments);
    const given = await ask({ name: 'screen', method: 'POST', path: '/screenings', body, answer: screening });
    return aboutQuestion(name, question, given);
  },
  listVersion: async () =>
    (await ask({ name: 'list-version', method: 'GET', path: '/list-version', answer: listVersion })).listVersion,
});

/** The answer, if it is about the parties of this question alone. */
function aboutQuestion(provider: string, { parties }: ScreeningQuestion, given: Screening): ScreeningAnswer {
  const known = new Set(parties.map(({ id }) => id));
  if (given.matches.some(({ party }) => party !== null && !known.has(party)))
    throw new RailUnavailable(
      provider,
      'screen',
      'the answer is invalid: matches names a party that is not in the question',
    );
  return given;
}
