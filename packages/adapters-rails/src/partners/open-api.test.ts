import { describe, expect, it } from 'vitest';
import { cardsOpenApi } from '../http-cards/index.js';
import { kycOpenApi } from '../http-kyc/index.js';
import { railOpenApi } from '../http-rail/index.js';
import { screeningOpenApi } from '../http-screening/index.js';
import { travelRuleOpenApi } from '../http-travel-rule/index.js';

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: { readonly message: { readonly post: { readonly parameters: readonly object[] } } };
  readonly components: { readonly parameters: Readonly<Record<string, object>> };
}

describe.each([
  ['cards', cardsOpenApi, ['revealCard']],
  ['KYC', kycOpenApi, []],
  ['rails', railOpenApi, ['getPayout', 'getCollection', 'refundCollection']],
  ['screening', screeningOpenApi, []],
  ['the travel rule', travelRuleOpenApi, []],
])('the OpenAPI document of %s', (_name, openApi, needingKnown) => {
  const { paths, webhooks, components } = openApi() as unknown as Document;

  it('says of a reference that it is unknown only where that is not an answer', () => {
    const operations = Object.values(paths).flatMap((path) => Object.values(path));
    const unknown = operations.filter(({ responses }) => responses['404']!.description !== 'The path is unknown.');
    expect(unknown.map(({ operationId }) => operationId)).toEqual(needingKnown);
    for (const { responses } of unknown) expect(responses['404']!.description).toContain('reference is unknown');
  });

  it('lets the partner choose the id of a message', () => {
    expect(webhooks.message.post.parameters[0]).toEqual({ $ref: '#/components/parameters/message-id' });
    expect(components.parameters['message-id']).toMatchObject({
      ...{ name: 'webhook-id', description: 'An id that you choose.', schema: { maxLength: 255 } },
    });
  });
});
