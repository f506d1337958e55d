import { describe, expect, it } from 'vitest';
import type { FieldError } from './result.js';
import {
  AUTHORITY_LENGTH,
  email,
  EMAIL_LENGTH,
  flag,
  isAuthority,
  isDate,
  listOf,
  object,
  oneOf,
  pastDate,
  type Rule,
  text,
  url,
  whole,
} from './rules.js';

function checked(rule: Rule, value: unknown, path = 'field') {
  const errors: FieldError[] = [];
  const kept = rule(value, path, (error) => errors.push(error));
  return { kept, errors };
}
const passes = (rule: Rule, value: unknown) => checked(rule, value).errors.length === 0;
/** The values that the rule refuses. */
const refused = <T>(rule: Rule, values: readonly T[]): readonly T[] => values.filter((value) => !passes(rule, value));

describe('a text', () => {
  it('is a string within its lengths, inclusive', () => {
    const rule = text({ minLength: 2, maxLength: 4 });
    expect(refused(rule, ['a', 'ab', 'abcd', 'abcde', 7, null, undefined, ['ab']])).toEqual([
      'a',
      'abcde',
      7,
      null,
      undefined,
      ['ab'],
    ]);
    expect(checked(rule, 'abcd')).toEqual({ kept: 'abcd', errors: [] });
  });

  it('does not count blanks at its ends as characters, but keeps them', () => {
    expect(refused(text({ minLength: 2 }), [' a', 'a ', '  ', ' ab '])).toEqual([' a', 'a ', '  ']);
    expect(refused(text({ minLength: 1 }), ['', ' ', 'a'])).toEqual(['', ' ']);
    expect(refused(text(), ['', ' '])).toEqual([]);
    expect(checked(text({ minLength: 2 }), ' ab ').kept).toBe(' ab ');
    expect(refused(text({ maxLength: 2 }), ['ab', 'ab '])).toEqual(['ab ']);
  });

  it('names the field and the limits that a value breaks, once', () => {
    const limits = { minLength: 2, maxLength: 4 };
    const message = expect.any(String);
    expect(checked(text(limits), '', 'a.b').errors).toEqual([{ field: 'a.b', constraint: limits, message }]);
    expect(checked(text(), 7, 'a.b').errors).toEqual([{ field: 'a.b', message }]);
    expect(checked(text({ pattern: '^\\d$', expects: 'digit' }), 'x').errors).toEqual([
      { field: 'field', constraint: { pattern: '^\\d$' }, message: 'digit' },
    ]);
    expect(checked(text({ check: (value) => (value === 'x' ? 'bad' : null) }), 'x').errors).toEqual([
      { field: 'field', message: 'bad' },
    ]);
  });

  it('is refused with a message that says how long it must be', () => {
    const messageOf = (limits: Parameters<typeof text>[0], value: string) =>
      checked(text(limits), value).errors.map(({ message }) => message);
    expect(messageOf({ minLength: 1 }, ' ')).toEqual(['must not be blank']);
    expect(messageOf({ minLength: 2 }, 'a')).toEqual(['must have at least 2 characters']);
    expect(messageOf({ maxLength: 1 }, 'ab')).toEqual(['must have at most 1 character']);
    expect(messageOf({ maxLength: 2 }, 'abc')).toEqual(['must have at most 2 characters']);
  });

  it('contains no control characters and no half of a surrogate pair', () => {
    const values = ['a\u0000', 'a\u007f', '\ud800', 'a\udc00', '\u{1f600}', 'a\nb', 'a\rb', 'a\tb', 'é'];
    expect(refused(text(), values)).toEqual(['a\u0000', 'a\u007f', '\ud800', 'a\udc00', 'a\nb', 'a\rb', 'a\tb']);
    expect(refused(text({ multiline: true }), [...values, '\n\n'])).toEqual([
      'a\u0000',
      'a\u007f',
      '\ud800',
      'a\udc00',
    ]);
  });
});

describe('a value', () => {
  it('of a list of values is one of them, and the error says which are allowed', () => {
    const rule = oneOf(['A', 'B']);
    expect(refused(rule, ['A', 'B', 'C', '', 1, null])).toEqual(['C', '', 1, null]);
    expect(checked(rule, 'C').errors).toMatchObject([{ field: 'field', constraint: { enum: ['A', 'B'] } }]);
    expect(checked(rule, 'A').kept).toBe('A');
  });

  it('that is a whole number lies within its bounds, inclusive', () => {
    expect(refused(whole(1, 3), [0, 1, 2, 3, 4, 1.5, '2', Number.NaN, null])).toEqual([
      0,
      4,
      1.5,
      '2',
      Number.NaN,
      null,
    ]);
    expect(refused(whole(0, Infinity), [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER + 1])).toEqual([
      Number.MAX_SAFE_INTEGER + 1,
    ]);
    expect(checked(whole(1, 3), 2).kept).toBe(2);
    expect(checked(whole(1, 3), 4).errors).toMatchObject([{ field: 'field' }]);
  });

  it('that is a flag is true or false', () => {
    expect(refused(flag, [true, false, 'true', 0, null])).toEqual(['true', 0, null]);
    expect(checked(flag, false).kept).toBe(false);
    expect(checked(flag, 1).errors).toMatchObject([{ field: 'field' }]);
  });
});

describe('a list', () => {
  it('has as many items as its limits allow, inclusive, and may be empty without a least number', () => {
    expect(refused(listOf(flag, { min: 1, max: 2 }), [[], [true], [true, true], [true, true, true], 'ab'])).toEqual([
      [],
      [true, true, true],
      'ab',
    ]);
    expect(passes(listOf(flag, { max: 1 }), [])).toBe(true);
  });

  it('keeps what the rule of its items keeps, and names a bad item by its index', () => {
    const rule = listOf(object({ a: flag }), { max: 3 });
    expect(checked(rule, [{ a: true, b: 1 }, {}])).toEqual({ kept: [{ a: true }, {}], errors: [] });
    expect(checked(rule, [{}, { a: 1 }]).errors).toMatchObject([{ field: 'field.1.a' }]);
    const tooMany = checked(rule, [1, 2, 3, 4]);
    expect(tooMany).toMatchObject({ kept: [1, 2, 3, 4], errors: [{ field: 'field' }] });
    expect(tooMany.errors).toHaveLength(1);
  });
});

describe('an object', () => {
  const rule = object({ a: flag, b: text() }, ['a']);

  it('keeps the fields that have a rule and were given, and takes null as absent', () => {
    expect(checked(rule, { a: true, b: null, c: 1 })).toEqual({ kept: { a: true }, errors: [] });
    expect(checked(rule, { a: false, b: '' })).toEqual({ kept: { a: false, b: '' }, errors: [] });
  });

  it('has its required fields, among its own ones', () => {
    expect(checked(rule, {}).errors).toMatchObject([{ field: 'field.a' }]);
    expect(checked(rule, { a: null }).errors).toMatchObject([{ field: 'field.a' }]);
    expect(checked(rule, Object.create({ a: true })).errors).toMatchObject([{ field: 'field.a' }]);
    expect(checked(object({ a: flag }), {}).errors).toEqual([]);
  });

  it('names its fields without a path at the top', () => {
    expect(checked(rule, { b: 1 }, '').errors.map(({ field }) => field)).toEqual(['a', 'b']);
  });

  it('is not a list, null or a text', () => {
    expect(refused(object({}), [{}, [], null, 'a', 1, undefined])).toEqual([[], null, 'a', 1, undefined]);
    expect(checked(rule, null).errors).toMatchObject([{ field: 'field' }]);
  });
});

describe('a date', () => {
  it('is an existing day of the calendar, written with all its digits', () => {
    const days = ['2024-02-29', '2000-01-01', '1999-12-31'];
    const others = ['2023-02-29', '2024-02-30', '2024-13-01', '2024-00-10', '2024-1-1', '24-01-01', '2024-01-01T', ''];
    const longer = ['+002024-01-01', ' 2024-01-01', '2024-01-01 '];
    expect([...days, ...others, ...longer].filter(isDate)).toEqual(days);
  });

  it('of the past may be today, but not tomorrow', () => {
    const rule = pastDate('2024-05-05');
    expect(refused(rule, ['2024-05-04', '2024-05-05', '2024-05-06', '2024-05-00'])).toEqual([
      '2024-05-06',
      '2024-05-00',
    ]);
    expect(checked(rule, 'x').errors).toMatchObject([{ field: 'field', constraint: { format: 'date' } }]);
  });
});

describe('an email address', () => {
  it('has a local part of at most 64 characters and a domain with a dot', () => {
    const good = ['a@b.co', "o'x+y.z_@a-b.example", `${'a'.repeat(64)}@b.co`, `a@${'b'.repeat(63)}.co`, 'a@b.c.d'];
    const bad = ['a@b', '@b.co', 'a@.co', 'a@-b.co', 'a@b-.co', 'a b@c.de', 'a@b.co.', 'a@@b.co', 'x a@b.co'];
    const long = [`${'a'.repeat(65)}@b.co`, `a@${'b'.repeat(64)}.co`];
    expect(refused(email(), [...good, ...bad, ...long])).toEqual([...bad, ...long]);
  });

  it('is at most as long as allowed', () => {
    expect(refused(email(6), ['a@b.co', 'a@b.com'])).toEqual(['a@b.com']);
    expect(checked(email(), 'x').errors).toMatchObject([{ constraint: { format: 'email', maxLength: EMAIL_LENGTH } }]);
  });
});

describe('a URL', () => {
  it('is absolute, over http or https, in ASCII, without credentials and fragment', () => {
    const good = [
      'https://a.example',
      'http://localhost:8080/',
      'https://a.example/b?c=d%20',
      'https://a.example?b',
      'http://[::1]:80/a',
      'https://a.example:65535',
      'https://a.example:1',
    ];
    const bad = [
      'ftp://a.example',
      '/a',
      'https://',
      'https://u:p@a.example',
      'https://a.example/#b',
      'https://a.example/é',
      'https://a.example:0',
      'https://a.example:65536',
      'https://a.example:',
      ' https://a.example',
      'https://-a.example',
    ];
    expect(refused(url(100, false), [...good, ...bad])).toEqual(bad);
  });

  it('is over https where this is asked for, and at most as long as allowed', () => {
    expect(refused(url(100, true), ['http://a.example', 'https://a.example'])).toEqual(['http://a.example']);
    expect(refused(url(17, true), ['https://a.example', 'https://a.example/'])).toEqual(['https://a.example/']);
    expect(checked(url(17, true), 'x').errors).toMatchObject([{ constraint: { format: 'url', maxLength: 17 } }]);
  });
});

describe('an authority', () => {
  it('is a domain name with an optional port, and nothing before or after it', () => {
    const good = ['pay.example.com', 'localhost:8080', 'a:1', 'a:65535', 'a1.b2', 'a-b.c'];
    const bad = ['', 'a:0', 'a:65536', 'a:', 'a:123456', 'https://a', 'a/b', '-a', 'a-', 'a..b', 'u@a', '.a', 'a.'];
    expect([...good, ...bad].filter(isAuthority)).toEqual(good);
  });

  it('is at most as long as a domain name', () => {
    const longest = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`;
    expect(longest).toHaveLength(AUTHORITY_LENGTH);
    expect([longest, `${longest}d`].filter(isAuthority)).toEqual([longest]);
  });

  it('may be an IPv4 address in its usual form only, with or without a port', () => {
    const good = ['127.0.0.1', '127.0.0.1:80', '255.249.199.99', '10.0.0.0', 'a.b1', '0x1.example', '1.example:80'];
    const bad = ['127.1', '127.1:80', '0x7f000001', '0X7F', '0x', '2130706433', '2130706433:80', '127.0.0.01'];
    const more = ['256.0.0.1', '1.2.3.4.5', 'a.1', 'a.0xff', '1.2.3'];
    expect([...good, ...bad, ...more].filter(isAuthority)).toEqual(good);
  });
});
