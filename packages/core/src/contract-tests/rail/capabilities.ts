import { PAYMENT_RAILS, type Rail, railsOf } from '../../accounts/index.js';
import { ENVIRONMENTS } from '../../kernel/index.js';
import { currency as registered } from '../../money/index.js';
import type { TestRunner } from '../test-runner.js';
import { isAccountType, type Movements } from './movements.js';
import { type Checked, must, mustBeOneOf } from './sentences.js';

const declared = (member: string, of?: string): Checked => ({
  call: 'capabilities',
  member,
  section: '1-declare-what-it-can-do',
  ...(of !== undefined && { of }),
});
const ofRail = (member: string): Checked => ({ ...declared(member), call: 'the rail' });

const presence = (has: boolean): string => (has ? 'present' : 'null');

const FLAGS = ['push', 'pull', 'receive', 'followsWallets', 'cancellable'] as const;
const LISTS = ['accountTypes', 'currencies', 'paymentRails', 'pullsFrom'] as const;

/** Registers one case that fails, for a rail whose capabilities the other cases cannot read; false for every other rail. */
export function hasUnreadableCapabilities({ test }: TestRunner, { capabilities }: Rail): boolean {
  const given = (capabilities ?? {}) as unknown as Readonly<Record<string, unknown>>;
  const flag = FLAGS.find((member) => typeof given[member] !== 'boolean');
  const list = LISTS.find((member) => !Array.isArray(given[member]));
  const wrong = flag ?? list;
  if (wrong === undefined) return false;
  test('declares its capabilities', async () => {
    must(declared(wrong), given[wrong], wrong === flag ? 'true or false' : 'a list', false);
  });
  return true;
}

export function capabilityCases({ test }: TestRunner, rail: Rail, { deliveries }: Movements): void {
  const { capabilities, payouts, pulls, funding, networkFees } = rail;

  /** `flag` promises the functions. */
  function promises(flag: string, isPromised: boolean, functions: string, has: boolean): void {
    must(
      declared(flag),
      isPromised,
      `${has}, because \`${functions}\` of the rail is ${presence(has)}`,
      isPromised === has,
    );
  }

  test('has exactly the functions that its capabilities promise', async () => {
    promises('push', capabilities.push, 'payouts', payouts !== null);
    promises('receive', capabilities.receive, 'funding', funding !== null);
    promises('pull', capabilities.pull, 'pulls', pulls !== null);
    must(
      declared('pullsFrom'),
      capabilities.pullsFrom,
      capabilities.pull ? 'a list of the account types to collect from' : 'empty, because `pull` is false',
      capabilities.pullsFrom.length > 0 === capabilities.pull,
    );
    const cancels = [payouts?.cancel ?? null, pulls?.cancel ?? null].some((cancel) => cancel !== null);
    promises('cancellable', capabilities.cancellable, 'cancel', cancels);
    must(
      declared('push'),
      capabilities.push,
      'true, because `networkFees` of the rail is present',
      networkFees === null || capabilities.push,
    );
    const { push, pull, receive, accountTypes } = capabilities;
    must(declared('push'), push, 'true, unless `pull` or `receive` is true', push || pull || receive);
    must(
      declared('accountTypes'),
      accountTypes,
      push || pull ? 'a list of the account types that it serves' : 'empty, because `push` and `pull` are false',
      accountTypes.length > 0 === (push || pull),
    );
  });

  test('serves one environment, and lists known currencies, account types and rails once each', async () => {
    mustBeOneOf(ofRail('environment'), rail.environment, ENVIRONMENTS);
    for (const code of capabilities.currencies)
      must(declared('currencies'), code, 'a currency that core knows', registered(code)?.code === code);
    for (const member of ['accountTypes', 'pullsFrom'] as const)
      for (const type of capabilities[member])
        must(declared(member), type, 'an account type that core knows', isAccountType(type));
    for (const paymentRail of capabilities.paymentRails)
      mustBeOneOf(declared('paymentRails'), paymentRail, PAYMENT_RAILS);
    for (const [member, list] of Object.entries(capabilities)) {
      if (Array.isArray(list))
        must(declared(member), list, 'a list without repetitions', new Set(list).size === list.length);
    }
    const { settlementSeconds } = capabilities;
    must(declared('settlementSeconds'), settlementSeconds, 'a number that is not negative', settlementSeconds >= 0);
  });

  test('is simulated if it is a sandbox', async () => {
    must(
      ofRail('simulated'),
      rail.simulated,
      'true, because the name contains "sandbox"',
      !rail.name.includes('sandbox') || rail.simulated,
    );
    must(
      ofRail('environment'),
      rail.environment,
      'SANDBOX, because `simulated` is true',
      !rail.simulated || rail.environment === 'SANDBOX',
    );
  });

  test('delivers a currency to every account type that it lists, by the payment rails that it lists', async () => {
    for (const type of capabilities.accountTypes.filter(isAccountType)) {
      const delivered = deliveries.some(([, { account }]) => account.accountType === type);
      must(declared('currencies', type), capabilities.currencies, `a list with a currency of ${type}`, delivered);
      const reaching = railsOf(type);
      const served = reaching.length === 0 || reaching.some((by) => capabilities.paymentRails.includes(by));
      must(
        declared('paymentRails', type),
        capabilities.paymentRails,
        `a list with one of ${reaching.join(', ')}`,
        served,
      );
    }
  });
}
