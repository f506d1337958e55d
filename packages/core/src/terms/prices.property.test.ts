import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { houseTenant, instant } from '../kernel/index.js';
import type { Quote } from '../quotes/index.js';
import { createCorridors } from '../rates/index.js';
import { addOperator } from '../testing/operators.js';
import { codeOf, playCore, valueOf } from '../testing/play-core.js';
import { playPayer } from '../testing/play-payer.js';
import { fixedClock, seededRandom } from '../testing/ports.js';
import { chainsOf, inForceAt, settingsOf, type Terms } from './index.js';

const NOTICE = 300 + 150;

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ pass: fc.nat({ max: 400 }) }) },
  { weight: 3, arbitrary: fc.record({ quotes: fc.integer({ min: 1, max: 4 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      host: fc.nat({ max: 1 }),
      scope: fc.constantFrom(
        {},
        { source: 'USD', destination: 'EUR' },
        { source: 'USD', destination: 'EUR', rail: 'SEPA' },
      ),
      fee: fc.nat({ max: 300 }),
      spread: fc.nat({ max: 300 }),
      later: fc.nat({ max: 300 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ withdraw: fc.nat({ max: 1 }) }) },
);

/** What the terms in force at the creation of a quote say. */
function expected(all: readonly Terms[], quote: Quote) {
  const chains = chainsOf(all.filter(({ environment }) => environment === 'SANDBOX'));
  const inForce = [...chains.values()].flatMap((chain) => inForceAt(chain, quote.createdAt) ?? []);
  const { serviceFees, corridors } = settingsOf(new Map(inForce.map(({ scope, content }) => [scope, content])));
  const ids = new Map(inForce.map(({ scope, id }) => [scope, id]));
  const terms = createCorridors(corridors, { serviceFees, quoteSeconds: 300 }, ids).terms(
    quote.sendingCurrency,
    quote.receivingCurrency,
    quote.paymentRail,
  );
  return { fee: terms.serviceFee.bps, spread: terms.spread, ids: terms.termsIds };
}

it('every quote of two hosts has the price of the terms in force when it was made, whatever changes meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30 }), async (steps) => {
      const clock = fixedClock();
      const storage = createMemoryStorage();
      const first = await playPayer({ storage, clock });
      const other = await playCore({ storage, clock, random: seededRandom('other') }, { existing: true });
      const hosts = [first.play, other];
      const root = await addOperator(storage.units, 'Root', 'ADMIN');
      const payee = (await first.external()).id;
      const made: Quote[] = [];
      const coming: Terms[] = [];
      const request = (host: number, action: string, input: object) =>
        hosts[host]!.core.operators.actions.request(root, {
          ...{ tenant: houseTenant('SANDBOX'), action, input },
        } as never);

      for (const each of steps) {
        if ('pass' in each) {
          clock.advance(each.pass);
          for (const { core } of hosts) await core.work.refreshRates();
        } else if ('quotes' in each) {
          const asked = hosts.flatMap(({ run, core }) =>
            Array.from({ length: each.quotes }, () => run(core.quotes.create, first.fromAccount(first.usd.id, payee))),
          );
          made.push(...(await Promise.all(asked)).map(valueOf));
        } else if ('withdraw' in each) {
          const last = coming.pop();
          if (last !== undefined) await request(each.withdraw, 'terms.withdraw', { id: last.id, reason: 'r' });
        } else {
          const validFrom = instant(clock.now() + (NOTICE + each.later) * 1_000);
          const parts =
            'source' in each.scope
              ? { variableFeeBps: each.fee, spreadBps: each.spread }
              : { variableFeeBps: each.fee };
          const outcome = await request(each.host, 'terms.change', { ...each.scope, ...parts, validFrom, reason: 'r' });
          if (outcome.ok && outcome.value.kind === 'done') coming.push(outcome.value.output as Terms);
          else expect(['INVALID_INPUT', 'CONFLICT']).toContain(codeOf(outcome));
        }
      }
      const all = await first.play.core.operators.reads.terms();
      for (const quote of made) {
        const { serviceFeeBps: fee, rateBasis, termsIds: ids } = quote;
        expect({ fee, spread: rateBasis!.spreadBps, ids }).toEqual(expected(all, quote));
      }
      expect((await first.play.core.ledger.audit()).findings).toEqual([]);
    }),
    { numRuns: 25 },
  );
}, 120_000);
