import type {
  KycProvider,
  MessageOutcome,
  RateSource,
  ScreeningConnection,
  VerificationPorts,
} from '@corridor/core/ports';
import {
  MalformedAnswer,
  shapedMessages,
  shapedScreening,
  shapedSource,
  shapedVerification,
} from '@corridor/core/internal';
import type { HostMessages } from './messages.js';
import type { Metrics } from '../metrics/metrics.js';

type Observe = Metrics['railCall'];

/**
 * Counts a call of a provider as those of rails are counted, with a malformed answer as one. Unlike rails, these providers have their own time-outs, and
 * their callers handle their errors.
 */
async function observed<T>(
  observe: Observe,
  provider: string,
  call: string,
  run: () => Promise<T>,
  hasFailed: (answer: T) => boolean = () => false,
): Promise<T> {
  const started = performance.now();
  const seconds = (): number => (performance.now() - started) / 1000;
  try {
    const answer = await run();
    observe(provider, call, hasFailed(answer) ? 'failed' : 'answered', seconds());
    return answer;
  } catch (cause) {
    observe(provider, call, cause instanceof MalformedAnswer ? 'malformed' : 'failed', seconds());
    throw cause;
  }
}

export const observedRates = (sources: readonly RateSource[], observe: Observe): readonly RateSource[] =>
  sources.map(shapedSource).map((source) => ({
    ...source,
    fetch: () => observed(observe, `rates:${source.name}`, 'fetch', () => source.fetch()),
  }));

export function observedVerification(ports: VerificationPorts, observe: Observe): VerificationPorts {
  const watched = (provider: KycProvider): KycProvider => {
    const name = `kyc:${provider.name}`;
    const { links } = provider;
    return {
      name: provider.name,
      review: (application) => observed(observe, name, 'review', () => provider.review(application)),
      reviewOwner: (owner) => observed(observe, name, 'review-owner', () => provider.reviewOwner(owner)),
      decideAtOnce: (deciding) => provider.decideAtOnce?.(deciding) ?? null,
      ...(links !== undefined && {
        links: {
          create: (application) => observed(observe, name, 'create-link', () => links.create(application)),
          look: (reference) => observed(observe, name, 'look-link', () => links.look(reference)),
        },
      }),
    };
  };
  const { SANDBOX, PRODUCTION } = shapedVerification(ports).providers;
  return { ...ports, providers: { SANDBOX: watched(SANDBOX), PRODUCTION: watched(PRODUCTION) } };
}

export const observedScreening = (
  connections: readonly ScreeningConnection[],
  observe: Observe,
): readonly ScreeningConnection[] =>
  connections.map((connection) => {
    const provider = shapedScreening(connection.provider);
    const name = `screening:${provider.name}`;
    return {
      ...connection,
      provider: {
        name: provider.name,
        screen: (question) => observed(observe, name, 'screen', () => provider.screen(question)),
        listVersion: () => observed(observe, name, 'list-version', () => provider.listVersion()),
      },
    };
  });

/** A message that the provider refuses concerns its recipient, so it does not count as failed. */
export const observedMessages = (messages: HostMessages, observe: Observe): HostMessages => ({
  ...messages,
  send: (message) => {
    const { send } = shapedMessages(messages);
    const name = `messages:${message.channel.toLowerCase()}`;
    const isUnavailable = ({ kind }: MessageOutcome): boolean => kind === 'unavailable';
    return observed(observe, name, 'send', () => send(message), isUnavailable);
  },
});
