import { instant } from '@corridor/core';
import { expect, test } from 'vitest';
import { barChart, histogram, lineChart } from './charts.js';
import { csvLine } from '@corridor/core/internal';
import { ageText } from './times.js';
import { codeInWords, idText, linkIf, shortIds, table, withCodesInWords } from './components.js';
import { decimalText, moneyText, parseAmount } from './money.js';
import { countText, eventInWords, withoutCodes, wordsOf } from './words.js';

test('an amount is written and read with the decimals of its currency, without rounding', () => {
  const cases = [
    [123_456_789n, 'USD', '1,234,567.89 USD', '1234567.89'],
    [-5n, 'EUR', '-0.05 EUR', '-0.05'],
    [9_000_000_000_000_000n, 'USD', '90,000,000,000,000.00 USD', '90000000000000.00'],
  ] as const;
  for (const [amount, currency, shown, plain] of cases) {
    expect([moneyText(amount, currency), decimalText(amount, currency)]).toEqual([shown, plain]);
    if (amount > 0n) expect(parseAmount(shown.split(' ')[0]!, currency)).toEqual({ ok: true, value: amount });
  }
});

test('an amount that could be read in two ways is refused', () => {
  for (const text of [
    '1,50',
    '1.234',
    '12,34,567',
    '-1',
    '1e3',
    '0x10',
    '.5',
    '1.',
    '',
    '9'.repeat(31),
    '90000000000000.01',
  ])
    expect(parseAmount(text, 'USD').ok, text).toBe(false);
  expect(parseAmount('1', 'XXX').ok).toBe(false);
});

test('a cell of a CSV file is not run as a formula, and numbers stay numbers', () => {
  expect(csvLine(['=1+1', '+1', '-1', '-1.50', '@x', '\tx', 'a"b', 'a,b', 'plain'])).toBe(
    `'=1+1,'+1,-1,-1.50,'@x,'\tx,"a""b","a,b",plain\r\n`,
  );
});

test('a chart has a title, a description, and its numbers in a table', () => {
  const text = { id: 'c', title: 'Payments <b>', description: 'By hour.', empty: 'No payments.' };
  const at = (hour: number) => instant(Date.UTC(2026, 0, 15, hour));
  const lines = lineChart({
    ...text,
    series: [
      { name: 'Accepted', points: [1, 2, 3].map((hour) => ({ at: at(hour), value: hour })) },
      { name: 'Failed', points: [{ at: at(2), value: 7 }] },
    ],
  }).text;
  expect(lines).toContain('<title id="c-title">Payments &lt;b&gt;</title>');
  expect(lines).toContain('<desc id="c-description">By hour.</desc>');
  expect(lines.match(/<path class="line s\d" d="M/g)).toHaveLength(4);
  expect(lines).toContain('2026-01-15 02:00:00 UTC');
  expect(lines).toMatch(/text-anchor="end">UTC<\/text>/);
  expect(lines).not.toMatch(/NaN|style=|undefined/);
  const bars = histogram({
    ...text,
    unit: 's',
    buckets: [
      { upTo: 1, count: 2 },
      { upTo: null, count: 1 },
    ],
  }).text;
  expect(bars).toContain('&gt; 1 s');
  expect(bars.replaceAll('&gt;', '>')).toContain('≤ 1 s');
  expect(bars).not.toMatch(/NaN|style=|undefined/);
  for (const nothing of [
    lineChart({ ...text, series: [] }),
    barChart({ ...text, labels: 'Rail', bars: [] }),
    histogram({ ...text, unit: 's', buckets: [{ upTo: 1, count: 0 }] }),
  ])
    expect(nothing.text).toContain('No payments.');
  const one = lineChart({ ...text, series: [{ name: 'Accepted', points: [{ at: at(1), value: 0 }] }] }).text;
  expect(one).not.toContain('NaN');
});

test('an age has its largest unit, before and after now', () => {
  const now = 1_768_471_200_000;
  const aged = (before: number): string => ageText((now - before) as never, now as never);
  expect([0, 59_999, 60_000, 3_599_999, 3_600_000, 86_399_999, 86_400_000, 86_400_000 * 40].map(aged)).toEqual([
    ...['now', 'now', '1 minute ago', '59 minutes ago', '1 hour ago', '23 hours ago', '1 day ago', '40 days ago'],
  ]);
  expect([-1, -44_000, -60_000, -86_400_000 * 2].map(aged)).toEqual([
    ...['in 1 second', 'in 44 seconds', 'in 1 minute', 'in 2 days'],
  ]);
});

test('a code is written in words, with names of schemes in their own case', () => {
  const codes = ['PENDING_MANUAL_REVIEW', 'UMA_ADDRESS', 'NOT CONNECTED', 'COP_ACCOUNT', 'NOT_ALL', 'SEPA_INSTANT'];
  const schemes = ['BRE_B', 'PIX', 'IMPS', 'US_ACCOUNT', 'BREAK', 'CHECKED_BY_RECEIVING_FI'];
  expect(['VPA', 'IFSC', 'SLV_ACCOUNT', 'QR_CODE'].map(wordsOf)).toEqual(['VPA', 'IFSC', 'SLV account', 'QR code']);
  expect(schemes.map(wordsOf)).toEqual(['Bre-B', 'PIX', 'IMPS', 'US account', 'Break', 'Checked by receiving FI']);
  expect(codes.map(wordsOf)).toEqual([
    ...['Pending manual review', 'UMA address', 'Not connected', 'COP account', 'Not all', 'SEPA instant'],
  ]);
});

test('a text has its codes in words, or without them', () => {
  const text = 'at once: failed (QUOTE_EXECUTION_FAILED), also by IBAN and SMS';
  expect(withCodesInWords(text).text.replaceAll('<wbr />', '')).toBe(
    'at once: failed (the payment could not be carried out <code class="small">QUOTE_EXECUTION_FAILED</code>), also by IBAN and SMS',
  );
  expect(withCodesInWords('MATCHED').text).toBe('Matched <code class="small">MATCHED</code>');
  expect(withoutCodes('end it with "Do nothing" (REFUSED), by its IBAN (IE1)')).toBe(
    'end it with "Do nothing", by its IBAN (IE1)',
  );
});

test('a count has a noun in its number', () => {
  expect([countText(1, 'document'), countText(0, 'document'), countText(2, 'match', 'matches')]).toEqual([
    ...['1 document', '0 documents', '2 matches'],
  ]);
});

test('the type of an event is written in words', () => {
  const types = ['OUTGOING_PAYMENT.REFUND_FAILED', 'CUSTOMER.KYC_APPROVED', 'TEST'];
  expect(types.map(eventInWords)).toEqual(['Outgoing payment: refund failed', 'Customer: KYC approved', 'Test']);
});

test('a list shows the end of an id, and has all of it for a copy', () => {
  const { text } = idText('Customer:019ac5c8-1111-7222-8333-0123456789ab');
  expect(text).toContain('title="Customer:019ac5c8-1111-7222-8333-0123456789ab"');
  expect(text.replaceAll(/<[^>]*>/g, '')).toBe('Customer:019ac5c8-1111-7222-8333-0123456789ab');
  expect(text).toMatch(/<\/span>89ab<\/code>/);
  expect(idText('short').text).toBe('<code>short</code>');
  expect(idText(null).text).not.toContain('code');
});

test('a row leads to its page by its first column', () => {
  const { text } = table({
    caption: 'letters',
    empty: '',
    rows: ['a', 'b'],
    columns: [
      { title: 'Letter', text: (row) => row, narrow: 'title' },
      { title: 'Again', text: (row) => `${row}${row}` },
    ],
    href: (row) => (row === 'a' ? '/a' : null),
  });
  expect(text.match(/<a /g)).toHaveLength(1);
  expect(text).toContain('<a class="row" href="/a">a</a>');
  expect(text).toContain('class="rows dense"');
  expect(text).toMatch(/class="plain short at-wide"[^>]*data-label="Again"/);
});

test('ids in a stored text are short, and lead to their pages', () => {
  const id = 'Transaction:018bcfe5-6800-7000-8000-00000000000a';
  const linked = shortIds(`${id} is stuck, unlike fees:${id}:USD`, (of) => `/p/${of}`);
  const shown = typeof linked === 'string' ? linked : linked.text;
  expect(shown.match(new RegExp(`<a href="/p/${id}"><code class="id" title="${id}">`, 'g'))).toHaveLength(2);
  expect(shown.replaceAll(/<span class="hidden">[^<]*<\/span>|<[^>]*>/g, '')).toBe(
    '000a is stuck, unlike fees:000a:USD',
  );
  expect(shortIds('no id, 018b')).toBe('no id, 018b');
});

test('a code breaks at its dots and underscores alone, and the end of a number never', () => {
  const textOf = (content: ReturnType<typeof codeInWords>) => (typeof content === 'string' ? content : content.text);
  expect(textOf(codeInWords('PENDING_MANUAL_REVIEW'))).toBe(
    'Pending manual review <code class="small">PENDING_<wbr />MANUAL_<wbr />REVIEW</code>',
  );
  expect(textOf(codeInWords('BUSINESS'))).toBe('Business');
  expect(textOf(codeInWords('QUOTE_EXECUTION_FAILED'))).toMatch(/^The payment could not be carried out <code/);
  const name = 'Rhys Penhale (…5003)';
  expect(textOf(linkIf('/there', name))).toBe('<a href="/there">Rhys Penhale <span class="whole">(…5003)</span></a>');
  expect(textOf(linkIf('/there', 'Teles Ltda (t…@example.com)'))).toBe(
    '<a href="/there">Teles Ltda <span class="whole">(t…@example.com)</span></a>',
  );
  const row = table({ caption: 'Names', empty: '', rows: [name], columns: [{ title: 'Name', text: (each) => each }] });
  expect(row.text).toContain('<span class="whole">(…5003)</span>');
});
