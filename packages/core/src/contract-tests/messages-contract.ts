import { type CodeMessage, MESSAGE_CHANNELS, type MessageChannel, type Messages } from '../codes/index.js';
import { ENVIRONMENTS, type Environment } from '../kernel/index.js';
import type { TestRunner } from './test-runner.js';

/** A message channel with a stand-in for its provider. */
export interface MessagesUnderTest {
  readonly messages: Messages;
  /** The messages that the provider has accepted, each as a text as its recipient would see it. */
  readonly taken: () => readonly string[];
  /** Releases what was started for a case. */
  readonly close?: () => Promise<void>;
}

export interface MessagesContractOptions {
  /** The channels that the adapter serves in this environment. */
  readonly channels: readonly MessageChannel[];
  readonly environment: Environment;
  /** With a provider that accepts every message. */
  readonly open: () => Promise<MessagesUnderTest>;
  /**
   * Opens the adapter with a provider that rejects the recipient. Omit this option if the provider never rejects one.
   */
  readonly refusing?: () => Promise<MessagesUnderTest>;
  /** Opens the adapter with a provider that is unreachable or fails. Omit this option if that cannot happen. */
  readonly away?: () => Promise<MessagesUnderTest>;
}

const RECIPIENTS: Readonly<Record<MessageChannel, string>> = { EMAIL: 'ada@example.com', PHONE: '+4915112345678' };
const CODE = '482913';

/**
 * What the core relies on in every message channel: an accepted message has reached the provider once, with its code.
 * A message that is not accepted is reported as a value, whose reason contains neither the code nor the address.
 * Registers its cases with the runner.
 *
 * @example
 * ```ts
 * import * as runner from 'vitest';
 * import { messagesContract } from '@corridor/core/testing';
 *
 * messagesContract(runner, {
 *   channels: ['PHONE'],
 *   environment: 'PRODUCTION',
 *   open: async () => {
 *     const taken: string[] = [];
 *     return {
 *       messages: {
 *         send: async ({ to, sender, code }) => {
 *           taken.push(`${sender} to ${to}: your code is ${code}`);
 *           return { kind: 'accepted' };
 *         },
 *       },
 *       taken: () => taken,
 *     };
 *   },
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

  /**
   * Expects that the adapter has handed no message over, and that its reason names neither the address nor the code.
   */
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
    'hands an accepted message over once, with its code and its sender',
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
    'accepts no message for a channel that it does not serve',
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
      'reports a refused recipient',
      use(refusing, async (subject) => {
        for (const channel of channels) await expectNotAccepted(subject, message(channel), ['refused']);
      }),
    );
  }

  if (away !== undefined) {
    test(
      'reports an unreachable provider as retryable',
      use(away, async (subject) => {
        for (const channel of channels) await expectNotAccepted(subject, message(channel), ['unavailable']);
      }),
    );
  }
}
