import { describe, expect, it } from 'vitest';
import { readTraceparent, traceOfRow } from './tracing.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('a traceparent', () => {
  it.each([
    ['with the flag for a recorded trace', `00-${TRACE}-${SPAN}-01`, '01'],
    ['without it', `00-${TRACE}-${SPAN}-00`, '00'],
    ['with flags that the standard does not define', `00-${TRACE}-${SPAN}-fe`, '00'],
    ['with all flags', `00-${TRACE}-${SPAN}-ff`, '01'],
    ['of a later version', `cc-${TRACE}-${SPAN}-01`, '01'],
    ['of a later version with more fields', `cc-${TRACE}-${SPAN}-01-what-the-future-holds`, '01'],
  ])('is read %s', (_, header, flags) => {
    expect(readTraceparent(header)).toBe(`00-${TRACE}-${SPAN}-${flags}`);
  });

  it.each([
    [`${'0'.repeat(31)}1`, SPAN],
    [`1${'0'.repeat(31)}`, SPAN],
    [TRACE, `${'0'.repeat(15)}1`],
    [TRACE, `1${'0'.repeat(15)}`],
  ])('may have ids with zeros at an end: %s, %s', (trace, span) => {
    expect(readTraceparent(`00-${trace}-${span}-01`)).toBe(`00-${trace}-${span}-01`);
  });

  it.each([
    ['absent', undefined],
    ['empty', ''],
    ['repeated', `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`],
    ['an array', [`00-${TRACE}-${SPAN}-01`]],
    ['in capitals', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
    ['of the forbidden version', `ff-${TRACE}-${SPAN}-01`],
    ['longer than version 00 allows', `00-${TRACE}-${SPAN}-01-more`],
    ['of a later version with a field that is not separated', `cc-${TRACE}-${SPAN}-01.more`],
    ['without flags', `00-${TRACE}-${SPAN}`],
    ['with a trace id of zeros', `00-${'0'.repeat(32)}-${SPAN}-01`],
    ['with a span id of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['with a short trace id', `00-${TRACE.slice(1)}-${SPAN}-01`],
    ['with a line break', `00-${TRACE}-${SPAN}-01\n`],
    ['another text', 'a trace'],
  ])('is ignored if it is %s', (_, header) => {
    expect(readTraceparent(header)).toBeNull();
  });
});

it('continues the trace of a row for a minute, and starts a linked one for later work and for retries', () => {
  const trace = `00-${TRACE}-${SPAN}-01`;
  const first = { trace, attempts: 1 };
  expect(traceOfRow(first, 60_000)).toEqual({ parent: trace });
  expect(traceOfRow(first, 60_001)).toEqual({ parent: null, link: trace });
  expect(traceOfRow({ trace, attempts: 2 }, 0)).toEqual({ parent: null, link: trace });
});
