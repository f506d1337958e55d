import { describe, expect, it } from 'vitest';
import { bankParts, Crash, newPayment } from '../testing/bank-connection.js';
import { ExchangeUnavailable } from './exchange/exchange.js';
import { filesWith } from './file-records.js';
import { operatorActions } from './operator-actions.js';
import { prepareFiles } from './prepare-files.js';
import { sendFiles } from './send-files.js';

type Parts = ReturnType<typeof bankParts>;

const ANN = { id: 'Operator:1', name: 'Ann' } as never;

const text = (content: Uint8Array): string => new TextDecoder().decode(content);
const allOf = (xml: string, element: string): readonly string[] =>
  [...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))].map((match) => match[1]!);

async function run({ sending }: Parts): Promise<void> {
  await sendFiles(sending);
  await prepareFiles(sending);
  await sendFiles(sending);
}

const submit = async ({ payments }: Parts, over: Parameters<typeof newPayment>[0] = {}) =>
  payments.submit(newPayment(over));

const sentIds = ({ exchange }: Parts): readonly string[] =>
  exchange.published.flatMap(({ content }) => allOf(text(content), 'EndToEndId'));

const files = ({ whole }: Parts, status: Parameters<typeof filesWith>[1]) =>
  whole.read((records) => filesWith(records, status, 100));

describe('a payment about which an operator has to decide', () => {
  it('is left out of files, and goes into the next one when it may', async () => {
    const parts = bankParts();
    const [held, free] = [await submit(parts), await submit(parts)];
    parts.stopped.add(held.reference);
    await run(parts);
    expect(sentIds(parts)).toEqual([free.endToEndId]);
    expect((await parts.payments.get(held.reference))!.status).toBe('WAITING');
    parts.stopped.clear();
    await run(parts);
    expect(sentIds(parts)).toEqual([free.endToEndId, held.endToEndId]);
  });

  it('takes back the file that has it and was not sent, and the others go on in a new one', async () => {
    const parts = bankParts();
    const [held, free] = [await submit(parts), await submit(parts)];
    await prepareFiles(parts.sending);
    parts.stopped.add(held.reference);
    await run(parts);
    expect(sentIds(parts)).toEqual([free.endToEndId]);
    expect(await files(parts, 'DISCARDED')).toHaveLength(1);
    expect(parts.logged.map(([, , message]) => message)).toContainEqual(expect.stringMatching(/taken back/));
  });

  it('takes back the file that has it, also if that is known only after the upload', async () => {
    const parts = bankParts();
    const [held, free] = [await submit(parts), await submit(parts)];
    const { upload } = parts.exchange.session;
    parts.exchange.session.upload = async (...given) => {
      await upload(...given);
      parts.stopped.add(held.reference);
    };
    await run(parts);
    await run(parts);
    expect(sentIds(parts)).toEqual([free.endToEndId]);
    expect(await files(parts, 'DISCARDED')).toHaveLength(1);
    expect([...parts.exchange.temporary.keys()]).toEqual([]);
  });

  it('leaves a file that an operator has released without it: the new file waits for a release of its own', async () => {
    const parts = bankParts({ release: 'manual' });
    const [held, free] = [await submit(parts), await submit(parts)];
    await prepareFiles(parts.sending);
    const [waiting] = await files(parts, 'WAITING_RELEASE');
    parts.stopped.add(held.reference);
    const { releases } = operatorActions({ ...parts, isManual: true });
    await releases.release(waiting!.messageId, waiting!.digest, ANN, () => false);
    await run(parts);
    expect(parts.exchange.published).toEqual([]);
    const [next] = await files(parts, 'WAITING_RELEASE');
    expect(next!.payments).toBe(1);
    await releases.release(next!.messageId, next!.digest, ANN, () => false);
    await run(parts);
    expect(sentIds(parts)).toEqual([free.endToEndId]);
  });
});

describe('a file that was uploaded and not renamed, with a payment about which an operator has to decide', () => {
  /** Two payments in an uploaded file, of which one is held now. */
  async function uploaded() {
    const parts = bankParts();
    const [held, free] = [await submit(parts), await submit(parts)];
    const { publish } = parts.exchange.session;
    parts.exchange.session.publish = async () => {
      throw new ExchangeUnavailable('the rename failed');
    };
    await run(parts).catch((cause: unknown) => expect(cause).toBeInstanceOf(ExchangeUnavailable));
    parts.exchange.session.publish = publish;
    expect(await files(parts, 'UPLOADED')).toHaveLength(1);
    parts.stopped.add(held.reference);
    parts.fault.calls = 0;
    return { parts, held, free };
  }

  it('is taken back before the bank can take it, and the others go on in a new one', async () => {
    const { parts, held, free } = await uploaded();
    await run(parts);
    expect(sentIds(parts)).toEqual([free.endToEndId]);
    expect(await files(parts, 'DISCARDED')).toHaveLength(1);
    expect((await parts.payments.get(held.reference))!.status).toBe('WAITING');
    expect([...parts.exchange.temporary.keys()]).toEqual([]);
    expect(parts.logged.map(([, , message]) => message)).toContainEqual(expect.stringMatching(/taken back/));
  });

  it('was sent if its temporary file is gone', async () => {
    const { parts, held, free } = await uploaded();
    const [file] = await files(parts, 'UPLOADED');
    await parts.exchange.session.publish(file!.temporaryName!, 'renamed before the crash.xml');
    await run(parts);
    expect(sentIds(parts)).toEqual([held.endToEndId, free.endToEndId]);
    expect(await files(parts, 'SENT')).toHaveLength(1);
    expect(await files(parts, 'DISCARDED')).toEqual([]);
  });

  it.each(['before', 'after'] as const)(
    'holds the payment and sends the other once, also if a crash comes %s any call',
    async (when) => {
      const whole = await uploaded();
      await run(whole.parts);
      for (let at = 0; at < whole.parts.fault.calls; at += 1) {
        for (const mayGo of [false, true]) {
          const { parts, held, free } = await uploaded();
          Object.assign(parts.fault, { at, when });
          await expect(run(parts)).rejects.toThrow(Crash);
          parts.fault.at = null;
          if (mayGo) parts.stopped.clear();
          await run(parts);
          await run(parts);
          const sent = mayGo ? [held.endToEndId, free.endToEndId] : [free.endToEndId];
          expect([at, mayGo, sentIds(parts).toSorted()]).toEqual([at, mayGo, sent.toSorted()]);
          expect(await files(parts, 'UPLOADED')).toEqual([]);
        }
      }
    },
  );

  it('is either sent or taken back if another host renames it, whichever call comes between', async () => {
    for (let at = 1; at < 24; at += 1) {
      const { parts, held, free } = await uploaded();
      const other = { ...parts.sending, held: async () => new Set<string>() };
      let count = 0;
      const pass = parts.fault.pass;
      parts.fault.pass = async (work) => {
        count += 1;
        // A host that asked before the block, and continues now.
        if (count === at) await sendFiles(other);
        return pass(work);
      };
      await run(parts).catch((cause: unknown) => expect(cause).toBeInstanceOf(ExchangeUnavailable));
      await run(parts);
      const ids = sentIds(parts);
      expect([at, ids.filter((id) => id === free.endToEndId)]).toEqual([at, [free.endToEndId]]);
      const isSent = ids.includes(held.endToEndId);
      expect([at, (await parts.payments.get(held.reference))!.status]).toEqual([at, isSent ? 'FILED' : 'WAITING']);
      expect((await files(parts, 'SENT')).length).toBe(parts.exchange.published.length);
    }
  });

  it('that an operator had asked to send again stays sent, and is not sent again', async () => {
    const parts = bankParts();
    const held = await submit(parts);
    await run(parts);
    const [first] = await files(parts, 'SENT');
    const asked = await operatorActions({ ...parts, isManual: false }).resend(first!.messageId, ANN);
    expect(asked.ok).toBe(true);
    const { publish } = parts.exchange.session;
    parts.exchange.session.publish = async () => {
      throw new ExchangeUnavailable('the rename failed');
    };
    await expect(sendFiles(parts.sending)).rejects.toThrow('the rename failed');
    parts.exchange.session.publish = publish;
    parts.stopped.add(held.reference);
    await run(parts);
    expect(sentIds(parts)).toEqual([held.endToEndId]);
    expect(await files(parts, 'SENT')).toHaveLength(1);
  });
});
