import { describe, expect, test } from 'vitest';
import { channels } from '../testing/channels.js';

describe('the channel between a supervisor and its processes', () => {
  test('answers each question with its own answer, whatever the order of the answers', async () => {
    const { supervisor, process } = channels();
    const finish: (() => void)[] = [];
    supervisor.onAsked('double', async (content) => {
      await new Promise<void>((resolve) => finish.unshift(resolve));
      return (content as number) * 2;
    });
    const answers = Promise.all([1, 2, 3].map((content) => process.ask('double', content)));
    while (finish.length < 3) await new Promise(setImmediate);
    for (const each of finish) each();
    expect(await answers).toEqual([2, 4, 6]);
  });

  test('rejects a question that the other side cannot answer', async () => {
    const { supervisor, process } = channels();
    supervisor.onAsked('fail', () => {
      throw new Error('the pool is empty');
    });
    await expect(process.ask('fail', null)).rejects.toThrow('fail: the pool is empty');
    await expect(process.ask('unknown', null)).rejects.toThrow('no answer to unknown');
  });

  test('rejects questions without an answer when the other side ends, and drops messages to it', async () => {
    const { supervisor, process, disconnect } = channels();
    supervisor.onAsked('wait', () => new Promise(() => undefined));
    const waiting = process.ask('wait', null);
    disconnect();
    await expect(waiting).rejects.toThrow('ended');
    await expect(process.ask('wait', null)).rejects.toThrow('ended');
    process.tell('wake', null);
  });

  test('receives messages by subject and ignores messages of others', async () => {
    const { supervisor, process, ends } = channels();
    const received: unknown[] = [];
    process.onTold('wake', (content) => received.push(content));
    ends[0].send({ type: 'prom-client:getMetricsReq' });
    supervisor.tell('sleep', 1);
    supervisor.tell('wake', 2);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(received).toEqual([2]);
  });
});
