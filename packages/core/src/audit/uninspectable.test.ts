import { describe, expect, it } from 'vitest';
import { type Reads, Unavailable } from '../kernel/index.js';
import { PLATFORMS } from '../platforms/index.js';
import { findingsOf, loadEach, notingFaults } from './uninspectable.js';

/** Reads of which every call throws. */
const failing = (thrown: Error) =>
  notingFaults(new Proxy({}, { get: () => async () => Promise.reject(thrown) }) as never as Reads);
const readBy = (thrown: Error) => async () => {
  await failing(thrown).get(PLATFORMS, 'Platform:1');
  return [];
};

describe('an inspection that throws', () => {
  it('is a finding, also if a column has no valid JSON or number', async () => {
    const broken = async () => Promise.reject(new TypeError('no list'));
    expect(await findingsOf('the log', broken)).toEqual(['the log cannot be inspected: TypeError: no list']);
    expect(await findingsOf('the log', readBy(new SyntaxError('secret')))).toEqual([
      'the log cannot be inspected: a column has no valid JSON or number',
    ]);
    // A column with an id that is none, which the storage cannot look for.
    expect(await findingsOf('the log', readBy(new TypeError('no text')))).toEqual([
      'the log cannot be inspected: TypeError: no text',
    ]);
  });

  it('ends the audit if the storage has failed', async () => {
    const lost = new Error('connection lost');
    await expect(findingsOf('the log', readBy(lost))).rejects.toBe(lost);
    const page = [{ id: '1' }, { id: '2' }];
    await expect(loadEach(page, readBy(lost))).rejects.toBe(lost);
    // Thrown where a read begins or ends, by no call of its reads.
    const unavailable = new Unavailable('the standby has ended the read');
    await expect(findingsOf('the log', async () => Promise.reject(unavailable))).rejects.toBe(unavailable);
  });

  it('hides no other record of its page', async () => {
    const load = async (records: readonly { readonly id: string }[]) =>
      records.map(({ id }) => {
        if (id === '2') throw new TypeError('no list');
        return id;
      });
    const { subjects, findings } = await loadEach([{ id: '1' }, { id: '2' }, { id: '3' }], load);
    expect([subjects, findings]).toEqual([['1', '3'], ['2 cannot be inspected: TypeError: no list']]);
  });
});
