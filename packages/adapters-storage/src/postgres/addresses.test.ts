import { describe, expect, test } from 'vitest';
import { AddressError, addressesOf } from './addresses.js';

describe('an address of Postgres', () => {
  test('with one host stays as it is', () => {
    for (const url of [
      'postgres://user:pass@db.example/corridor',
      'postgresql://db.example:6432/corridor?sslmode=require',
      'postgres://user@/corridor?host=%2Fvar%2Frun%2Fpostgresql',
      'postgres://[::1]:5433/corridor',
    ]) {
      expect(addressesOf(url).map((each) => each.url)).toEqual([url]);
    }
    expect(addressesOf('postgres://[::1]:5433/corridor')[0]).toMatchObject({ host: '::1', port: 5433 });
  });

  test('with several hosts has one address for each, in their order', () => {
    expect(
      addressesOf(
        'postgres://us%40er:p,a%2Fss@one:5433,two,[::1]:5434/corridor?sslmode=require&target_session_attrs=read-write',
      ),
    ).toEqual([
      { url: 'postgres://us%40er:p,a%2Fss@one:5433/corridor?sslmode=require', host: 'one', port: 5433 },
      { url: 'postgres://us%40er:p,a%2Fss@two/corridor?sslmode=require', host: 'two', port: 5432 },
      { url: 'postgres://us%40er:p,a%2Fss@[::1]:5434/corridor?sslmode=require', host: '::1', port: 5434 },
    ]);
  });

  test.each([
    'postgres://one/corridor?user=corridor@server&password=x',
    'postgres:///corridor?host=/run/postgresql&user=a@b',
    'postgres://one/corridor?application_name=corridor@host1',
  ])('can have an @ behind its host: %s', (url) => expect(addressesOf(url)).toMatchObject([{ url, port: 5432 }]));

  test.each([
    ['postgres://one,two/corridor?target_session_attrs=standby', 'target_session_attrs must be read-write'],
    ['postgres:///corridor?host=one,two', 'several hosts must be before the path'],
    ['postgres://user:secret@one:port/corridor', 'is not a valid address: look at its host and port (one:port)'],
    ['postgres://user:secret@%zz:1/corridor', 'is not a valid address: look at its host and port (%zz:1)'],
    [
      'postgres://user:secret/x@one:1/corridor',
      'write the special characters of the user and the password in percent-encoding',
    ],
    [
      'postgres://user:secret?x@one:1/corridor',
      'write the special characters of the user and the password in percent-encoding',
    ],
    ['postgres://user:secret#x@one:port/corridor', 'is not a valid address: look at its host and port (one:port)'],
  ])('is refused in one sentence without its password: %s', (url, why) => {
    expect(() => addressesOf(url)).toThrow(AddressError);
    expect(() => addressesOf(url)).toThrow(why);
    expect(() => addressesOf(url)).not.toThrow('secret');
  });
});
