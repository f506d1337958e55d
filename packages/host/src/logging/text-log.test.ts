import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { logDestination } from './log-format.js';
import { createLog } from './logging.js';

function lines(write: (log: ReturnType<typeof createLog>) => void, environment = {}, isTerminal = true): string[] {
  const written: string[] = [];
  const log = { write: (line: string) => void written.push(line) };
  write(createLog('debug', logDestination(null, { log, isLogTerminal: isTerminal, environment })));
  return written;
}

test('shows time, level, message and fields on one line', () => {
  const [line] = lines(
    (log) =>
      log
        .child({ role: 'workers' })
        .info({ status: 200, path: '/quotes', note: 'two words', at: { a: [1] } }, 'request'),
    { NO_COLOR: '1' },
  );
  expect(line).toMatch(
    /^\d\d:\d\d:\d\d\.\d{3}Z INFO {2}request role=workers status=200 path=\/quotes note="two words" at={"a":\[1\]}\n$/,
  );
});

test('shows an error with its stack, its code and its causes below the line', () => {
  const cause = Object.assign(new Error('no space'), { code: 'ENOSPC' });
  const [text] = lines((log) => log.error({ err: new Error('not stored', { cause }) }, 'failed'), { NO_COLOR: '1' });
  const [head, first, ...rest] = text!.trimEnd().split('\n');
  expect([head!.slice(14), first]).toEqual(['ERROR failed', '    Error: not stored']);
  expect(rest.filter((line) => line.startsWith('    caused by') || line.includes('no space'))).toEqual([
    '    caused by',
    '    Error: no space (ENOSPC)',
  ]);
  expect(rest.every((line) => line.startsWith('    '))).toBe(true);
});

test('contains no secret, neither in a field nor in those of a child or of an error', () => {
  const written = lines((log) => {
    log.child({ authorization: 'canary' }).info({ body: { webhookSecret: 'canary' } }, 'answered');
    log.error({ err: Object.assign(new Error('failed'), { parameters: ['canary'] }) }, 'failed');
  });
  expect(written.join('')).toContain('[redacted]');
  expect(written.join('')).not.toContain('canary');
});

test.each(['field', 'name', 'message', 'error'])(
  'what others sent in a %s begins no line and steers no terminal',
  (where) => {
    const hostile = 'a\n12:00:00.000Z INFO  forged\r\u001b[2J\u009b31m\u202eb';
    const [text] = lines((log) => {
      if (where === 'field') log.info({ hostile }, 'request');
      else if (where === 'name') log.info({ [hostile]: 1 }, 'request');
      else if (where === 'message') log.info({}, hostile);
      else log.info({ err: new Error(hostile) }, 'failed');
    });
    const plain = stripVTControlCharacters(text!);
    expect(text!.replaceAll(/\u001b\[\d+m/g, '')).toBe(plain);
    expect(plain.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(
      plain
        .split('\n')
        .slice(1, -1)
        .every((line) => line.startsWith('    ')),
    ).toBe(true);
  },
);

test.each([
  [{}, true, true],
  [{ NO_COLOR: '1' }, true, false],
  [{ TERM: 'dumb' }, true, false],
])('with the environment %j colours are as asked', (environment, isTerminal, inColours) => {
  const [line] = lines((log) => log.warn({}, 'late'), environment, isTerminal);
  expect(line!.includes('\u001b[')).toBe(inColours);
});

test('is JSON where the log is not a terminal, and the setting decides over both', () => {
  const [line] = lines((log) => log.info({ status: 200 }, 'answered'), {}, false);
  expect(JSON.parse(line!)).toMatchObject({ level: 'info', status: 200, message: 'answered' });
  const asked = (format: 'json' | 'text', isLogTerminal: boolean) => {
    let written = '';
    const log = { write: (text: string) => void (written += text) };
    createLog('info', logDestination(format, { log, isLogTerminal, environment: {} })).info({}, 'answered');
    return written;
  };
  expect(JSON.parse(asked('json', true))).toMatchObject({ message: 'answered' });
  expect(asked('text', false)).toMatch(/^\S+ INFO {2}answered\n$/);
});
