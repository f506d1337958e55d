import { type CodeMessage, MESSAGE_CHANNELS, type MessageChannel, type Messages } from '../codes/index.js';
import { ENVIRONMENTS, type Environment } from '../kernel/index.js';
import type { TestRunner } from './test-runner.js';

/** A way to people with a provider behind it that somebody else plays. */
export interface MessagesUnderTest {
  readonly messages: Messages;
  /** What the provider has taken, one text for each message, as it would reach its recipient. */
  readonly taken: () => readonly string[];
  /** Ends what was started for a case. */
  readonly close?: () => Promise<void>;
}

export interface MessagesContractOptions {
  /** The channels that it serves, of this environment. */
  readonly channels: readonly MessageChannel[];
  readonly environment: Environment;
  /** With a provider that takes every message. */
  readonly open: () => Promise<MessagesUnderTest>;
  /** With a provider that knows no such recipient. Left out where none says so. */
  readonly refusing?: () => Promise<MessagesUnderTest>;
  /** With a provider that is away, or that fails. Left out where none can. */
  readonly away?: () => Promise<MessagesUnderTest>;
}

const RECIPIENTS: Readonly<Record<MessageChannel, string>> = { EMAIL: 'ada@example.com', PHONE: '+4915112345678' };
const CODE = '482913';

/**
 * What the core relies on in every way to mailboxes and phones: a message that is accepted has reached the provider, with
 * its code, once; what is not accepted says so as a value, and its reason holds neither the code nor the address.
 * Registers its cases with the runner.
 *
 * ```ts
 * import * as runner from 'vitest';
 * import { messagesContract } from '@corridor/core/testing';
 *
 * runner.describe('my text messages', () => {
 *   messagesContract(runner, {
 *     channels: ['PHONE'],
 *     environment: 'PRODUCTION',
 *     open: async () => {
 *       const standIn = createStandIn();
 *       return { messages: myTextMessages({ http: standIn }), taken: () => standIn.texts };
 *     },
 *   });
 * });
 * ```
 */
export function messagesContract({ test, expect }: TestRunner, options: MessagesContractOptions): void {
  const { channels, environment, open, refusing, away } = options;
  let serial = 0;
  const message = (channel: MessageChannel): CodeMessage => ({
    id: `OneTimeCode:${++serial}.1`,
    environment,
    channel,
    to: RECIPIENTS[channel],
    sender: 'Acme',
    code: CODE,
    validForSeconds: 600,
    purpose: null,
  });
  const use =
    (create: () => Promise<MessagesUnderTest>, run: (subject: MessagesUnderTest) => Promise<void>) => async () => {
      const subject = await create();
      try {
        await run(subject);
      } finally {
        await subject.close?.();
      }
    };

  /** Sends nothing, and says why without saying to whom or what. */
  async function expectNotAccepted(
    { messages, taken }: MessagesUnderTest,
    sent: CodeMessage,
    kinds: readonly string[],
  ): Promise<void> {
    const outcome = await messages.send(sent);
    expect(kinds).toContain(outcome.kind);
    const reason = 'reason' in outcome ? outcome.reason : '';
    expect(reason).not.toBe('');
    expect([reason.includes(sent.code), reason.includes(sent.to)]).toEqual([false, false]);
    expect(taken()).toEqual([]);
  }

  test(
    'reaches the channels that it serves',
    use(open, async ({ messages }) => {
      for (const channel of channels) expect(messages.reaches?.(environment, channel) ?? true).toBe(true);
    }),
  );

  test(
    'hands a message that it accepts over once, with its code and its sender',
    use(open, async ({ messages, taken }) => {
      for (const channel of channels) {
        const before = taken().length;
        expect(await messages.send(message(channel))).toEqual({ kind: 'accepted' });
        const texts = taken().slice(before);
        expect(texts).toHaveLength(1);
        expect(texts[0]!.includes(CODE)).toBe(true);
        expect(texts[0]!.includes('Acme')).toBe(true);
      }
    }),
  );

  test(
    'accepts nothing that it does not reach',
    use(open, async (subject) => {
      for (const each of ENVIRONMENTS) {
        for (const channel of MESSAGE_CHANNELS) {
          if (subject.messages.reaches?.(each, channel) ?? true) continue;
          await expectNotAccepted(subject, { ...message(channel), environment: each }, ['refused', 'unavailable']);
        }
      }
    }),
  );

  if (refusing !== undefined) {
    test(
      'says so when a recipient is refused',
      use(refusing, async (subject) => {
        for (const channel of channels) await expectNotAccepted(subject, message(channel), ['refused']);
      }),
    );
  }

  if (away !== undefined) {
    test(
      'says that it may be tried again when its provider is away',
      use(away, async (subject) => {
        for (const channel of channels) await expectNotAccepted(subject, message(channel), ['unavailable']);
      }),
    );
  }
}
