import { describe, expect, it } from 'vitest';
import { bankParts, Crash, exchangeWith, newPayment } from '../testing/bank-connection.js';
import { filesWith, storedFile } from './file-records.js';
import type { FileStatus } from './file-states.js';
import { operatorActions } from './operator-actions.js';
import { FILES } from './payment-records.js';
import { prepareFiles } from './prepare-files.js';
import { sendFiles } from './send-files.js';

async function prepared(over: Readonly<Record<string, unknown>> = {}) {
  const parts = bankParts(over);
  await parts.payments.submit(newPayment({ amount: 100n }));
  await prepareFiles(parts.sending);
  const files = (status: FileStatus) => parts.whole.read((records) => filesWith(records, status, 10));
  const [file] = await files('PREPARED');
  const operators = operatorActions({ store: parts.whole, exchange: parts.exchange, isManual: false });
  /** Another host begins an upload of the file. */
  const beginElsewhere = () =>
    parts.whole.run(async (records) => {
      const record = (await records.get(FILES, file!.messageId))!;
      records.change(record, { value: { ...storedFile(record), temporaryName: '.elsewhere.tmp' } });
      return { ok: true, value: undefined };
    });
  return { ...parts, files, file: file!, operators, beginElsewhere };
}

type Prepared = Awaited<ReturnType<typeof prepared>>;

/** Sends while `other` happens after the file was read and before the upload begins. */
const sendOvertaken = ({ sending, messages }: Prepared, other: () => Promise<unknown>) =>
  sendFiles({
    ...sending,
    messages: async () => {
      await other();
      return messages();
    },
  });

describe('a file that changes while it is sent', () => {
  it('is not uploaded if an operator discards it before', async () => {
    const bank = await prepared();
    await sendOvertaken(bank, () => bank.operators.discard(bank.file.messageId));
    expect([bank.exchange.published, [...bank.exchange.temporary]]).toEqual([[], []]);
    expect(await bank.files('DISCARDED')).toEqual([{ ...bank.file, status: 'DISCARDED' }]);
  });

  it('is left to the other host that began to upload it', async () => {
    const bank = await prepared();
    await sendOvertaken(bank, bank.beginElsewhere);
    expect([bank.exchange.published, [...bank.exchange.temporary]]).toEqual([[], []]);
    expect(await bank.files('PREPARED')).toEqual([{ ...bank.file, temporaryName: '.elsewhere.tmp' }]);
  });

  it('is removed, and not published, if an operator discards it or another host goes on during the upload', async () => {
    for (const change of ['discard', 'begin'] as const) {
      const bank = await prepared();
      const during = exchangeWith(bank.exchange, ({ isUploaded }) => ({
        isUploaded: async (name, content) => {
          const isThere = await isUploaded(name, content);
          if (change === 'discard') await bank.operators.discard(bank.file.messageId);
          else await bank.beginElsewhere();
          return isThere;
        },
      }));
      await sendFiles({ ...bank.sending, exchange: during });
      expect([change, bank.exchange.published, [...bank.exchange.temporary]]).toEqual([change, [], []]);
      expect(await bank.files('UPLOADED')).toEqual([]);
      expect(await bank.files('SENT')).toEqual([]);
    }
  });

  it('keeps the report of a bank that was faster than the end of the upload', async () => {
    const bank = await prepared();
    const during = exchangeWith(bank.exchange, ({ publish }) => ({
      publish: async (from, to) => {
        const outcome = await publish(from, to);
        await bank.whole.run(async (records) => {
          const record = (await records.get(FILES, bank.file.messageId))!;
          records.change(record, { status: 'REPORTED' });
          return { ok: true, value: undefined };
        });
        return outcome;
      },
    }));
    await sendFiles({ ...bank.sending, exchange: during });
    expect((await bank.files('REPORTED')).map(({ messageId }) => messageId)).toEqual([bank.file.messageId]);
    expect(bank.logged.map(([, , message]) => message)).toEqual(['bank file prepared']);
  });

  it('is not published if the other side stored something else', async () => {
    const bank = await prepared();
    const broken = exchangeWith(bank.exchange, () => ({ isUploaded: async () => false }));
    await expect(sendFiles({ ...bank.sending, exchange: broken })).rejects.toThrow(
      `the other side did not store the file ${bank.file.messageId} completely`,
    );
    expect(bank.exchange.published).toEqual([]);
    await sendFiles(bank.sending);
    expect(bank.exchange.published).toHaveLength(1);
    expect([...bank.exchange.temporary.keys()]).toEqual([]);
  });
});

describe('a run', () => {
  it('sends what a crash left uploaded, together with what is prepared', async () => {
    const bank = await prepared();
    const crash = exchangeWith(bank.exchange, () => ({ publish: () => Promise.reject(new Crash()) }));
    await expect(sendFiles({ ...bank.sending, exchange: crash })).rejects.toThrow(Crash);
    const [uploaded] = await bank.files('UPLOADED');
    expect(uploaded!.temporaryName).toMatch(new RegExp(`^\\.${bank.file.messageId}\\.[0-9a-f]{8}\\.tmp$`));
    await bank.payments.submit(newPayment());
    await prepareFiles(bank.sending);
    await sendFiles(bank.sending);
    expect(bank.exchange.published).toHaveLength(2);
    expect(bank.exchange.published[0]!.name).toBe(`${bank.file.messageId}.xml`);
    expect([await bank.files('UPLOADED'), await bank.files('PREPARED')]).toEqual([[], []]);
  });

  it('logs each file that it prepares and sends, by its MsgId and digest', async () => {
    const bank = await prepared();
    bank.clock.advance(60);
    await sendFiles(bank.sending);
    const { messageId, digest } = bank.file;
    expect(bank.logged).toEqual([
      ['info', { messageId, payments: 1, digest }, 'bank file prepared'],
      ['info', { messageId, digest, outcome: 'published' }, 'bank file sent'],
    ]);
    expect((await bank.files('SENT')).map(({ sentAt }) => sentAt)).toEqual([bank.clock.now()]);
  });

  it('without files does not call the bank', async () => {
    const bank = await prepared();
    await sendFiles(bank.sending);
    bank.exchange.isDown = true;
    await expect(sendFiles(bank.sending)).resolves.toBeUndefined();
  });
});
