import { expect, test } from 'vitest';
import { pascalCase, shareRepeated } from './openapi-sharing.js';

const part = (name: string, description: string) => ({ name, value: { description } });

test('a repeated part has the name of its first occurrence, and a single one stays where it is', () => {
  const { components, place } = shareRepeated('responses', [
    part('GetQuoteNotFound', 'No such quote.'),
    part('GetCardNotFound', 'No such card.'),
    part('PayQuoteNotFound', 'No such quote.'),
  ]);
  expect(components).toEqual({ GetQuoteNotFound: { description: 'No such quote.' } });
  expect(place(part('PayQuoteNotFound', 'No such quote.'))).toEqual({
    $ref: '#/components/responses/GetQuoteNotFound',
  });
  expect(place(part('GetCardNotFound', 'No such card.'))).toEqual({ description: 'No such card.' });
});

test('components are listed by name, whatever the order of their first occurrences', () => {
  const parts = [part('Limit', 'one'), part('Cursor', 'two')];
  expect(Object.keys(shareRepeated('parameters', [...parts, ...parts]).components)).toEqual(['Cursor', 'Limit']);
});

test('two different parts of one name are refused', () => {
  const parts = [part('Limit', 'one'), part('Limit', 'two')];
  expect(() => shareRepeated('parameters', [...parts, ...parts])).toThrow(
    'two parameters of the OpenAPI document would have the name Limit',
  );
});

test.each([
  ['Too Many Requests', 'TooManyRequests'],
  ['OK', 'Ok'],
  ['QUOTE_NOT_FOUND', 'QuoteNotFound'],
  ['createQuote', 'CreateQuote'],
  ['Idempotency-Key', 'IdempotencyKey'],
])('%s in Pascal case is %s', (text, name) => {
  expect(pascalCase(text)).toBe(name);
});
