import { ACCOUNT_TYPES } from '@corridor/core/internal';
import { describe, expect, test } from 'vitest';
import { createLog } from './logging.js';
import { lastFour, redact } from './redaction.js';

describe('redaction', () => {
  test('omits credentials at any depth and in any spelling', () => {
    const value = {
      headers: { Authorization: 'Basic abc' },
      body: [{ client_secret: 's3cret' }, { clientSecret: 's' }],
    };
    expect(redact(value)).toEqual({
      headers: { Authorization: '[redacted]' },
      body: [{ client_secret: '[redacted]' }, { clientSecret: '[redacted]' }],
    });
  });

  test('shows the last four characters of identifying fields, and none of short ones', () => {
    const value = { accountInfo: { iban: 'DE89370400440532013000', accountNumber: '12345678' }, taxId: '123-45-6789' };
    expect(redact(value)).toEqual({
      accountInfo: { iban: '****3000', accountNumber: '****' },
      taxId: '****6789',
    });
  });

  test('never shows the whole identifier of an account of any type, or a whole number of its owner', () => {
    for (const { fields, identifiedBy, beneficiary } of ACCOUNT_TYPES) {
      const primaries = new Set<string>(identifiedBy.map(([primary]) => primary));
      const numbers = beneficiary.individual.fields.filter(({ name }) => name.endsWith('Number'));
      for (const { name, example } of [...fields.filter((of) => primaries.has(of.name)), ...numbers]) {
        expect(redact({ accountInfo: { [name]: example } }), name).toEqual({
          accountInfo: { [name]: lastFour(example) },
        });
      }
    }
  });

  test('does not show whole UMA addresses and invitation codes', () => {
    const value = {
      umaAddress: '$ada.lovelace@pay.example',
      inviteeUma: '$bob@pay.example',
      invitationCode: '7hq4k9xm2c8nvtw3',
    };
    expect(JSON.stringify(redact(value))).not.toMatch(/lovelace|bob|7hq4/);
  });

  test('omits properties that libraries attach to errors', () => {
    const cause = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (iban)=(DE89) exists' });
    const logged = redact({ err: new Error('not stored', { cause }) });
    expect(logged).toMatchObject({
      err: { message: 'not stored', cause: { message: 'duplicate key', code: '23505' } },
    });
    expect(JSON.stringify(logged)).not.toContain('DE89');
  });

  test('keeps amounts and nulls, and handles cycles', () => {
    const circle: Record<string, unknown> = { amount: 9007199254740993n, secret: null };
    circle['self'] = circle;
    expect(JSON.stringify(redact(circle))).toContain('"amount":"9007199254740993","secret":null');
  });
});

describe('the log', () => {
  function lines(write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown>[] {
    const written: string[] = [];
    write(createLog('info', { write: (line) => void written.push(line) }));
    return written.map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  test('writes one JSON object per line with level, time, request id and message', () => {
    const [line] = lines((log) => log.child({ requestId: 'r-1' }).info({ status: 200 }, 'answered'));
    expect(line).toMatchObject({ level: 'info', requestId: 'r-1', status: 200, message: 'answered' });
    expect(Date.parse(line!['time'] as string)).not.toBeNaN();
  });

  test('contains no secret, neither in a line nor in the bindings of a child', () => {
    const written = lines((log) => {
      log.info({ body: { webhookSecret: 'whsec_canary' } }, 'answered');
      log.child({ authorization: 'canary' }).warn({}, 'refused');
      log.error({ err: Object.assign(new Error('failed'), { parameters: ['canary'] }) }, 'failed');
    });
    expect(written).toHaveLength(3);
    expect(JSON.stringify(written)).not.toContain('canary');
  });

  test('omits lines below its level', () => {
    expect(lines((log) => log.debug({}, 'detail'))).toEqual([]);
  });
});
