import type { Core, IdempotencyClaim, UseCase } from '@corridor/core';
import type { Quote } from '@corridor/core/records';
import { type EmbeddedPayer, quoteRequest } from './embedded-payer.js';

/** A payment by the use cases of its two requests, without HTTP: quote and execution, each with an idempotency key. */
export async function payEmbedded(
  core: Core,
  payer: EmbeddedPayer,
  key: string,
  afterEach?: () => void,
): Promise<void> {
  // The quote involves no other institution, so `prepare` is not needed.
  const quote = { request: quoteRequest(payer), agreed: null };
  const quoted = await run(core, payer, core.quotes.create.finish, quote, 'POST /quotes', key);
  afterEach?.();
  const { id } = JSON.parse(quoted) as { readonly id: string };
  await run(core, payer, core.quotes.execute, { id }, `POST /quotes/${id}/execute`, key);
  afterEach?.();
}

async function run<I>(
  core: Core,
  payer: EmbeddedPayer,
  useCase: UseCase<I, Quote>,
  input: I,
  operation: string,
  key: string,
): Promise<string> {
  const ctx = core.context(payer.tenant, { kind: 'system' }, key);
  const claim: IdempotencyClaim = { credential: 'embedded', operation, key, bodyDigest: key, seal: null };
  const answer = await core.commands.run(ctx, useCase, input, render, claim);
  if (!answer.ok) throw new Error(`${answer.error.code}: ${answer.error.message}`);
  return answer.value.body;
}

const render = (quote: Quote) => ({
  status: 200,
  body: JSON.stringify(quote, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)),
  remember: true,
});
