import type { Rail, RailCapabilities } from '@corridor/core/ports';

const yes = (flag: boolean): string => (flag ? 'yes' : 'no');
const list = (items: readonly string[]): string => (items.length === 0 ? 'none' : items.join(', '));

const MATRIX: readonly (readonly [heading: string, cell: (rail: Rail) => string])[] = [
  ['Rail', (rail) => `\`${rail.name}\``],
  ['Environment', (rail) => rail.environment],
  ['Push', (rail) => yes(rail.capabilities.push)],
  ['Pull', (rail) => yes(rail.capabilities.pull)],
  ['Receive', (rail) => yes(rail.capabilities.receive)],
  ['Follows wallets', (rail) => yes(rail.capabilities.followsWallets)],
  ['Cancellable', (rail) => yes(rail.capabilities.cancellable)],
  ['Settles within', (rail) => settlement(rail.capabilities)],
];

const settlement = ({ settlementSeconds }: RailCapabilities): string =>
  settlementSeconds === 0 ? 'at once' : `${settlementSeconds} s`;

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const section = ({ name, capabilities }: Rail): string =>
  [
    `## ${name}`,
    '',
    `- Account types: ${list(capabilities.accountTypes)}`,
    ...(capabilities.pull ? [`- Pulls from: ${list(capabilities.pullsFrom)}`] : []),
    `- Currencies: ${list(capabilities.currencies)}`,
    `- Payment rails: ${list(capabilities.paymentRails)}`,
  ].join('\n');

/** `RAILS.md`: what each rail can do, generated from its declared capabilities. */
export function railsDocument(rails: readonly Rail[]): string {
  return [
    '# Rails',
    '',
    'Generated from the capabilities of the rails by `npm run docs:write`; do not edit.',
    '',
    'Push: delivers to an external account. Pull: collects from one. Receive: payers send money by payment instructions.',
    'Follows wallets: also receives at the addresses of Embedded Wallets.',
    '',
    row(MATRIX.map(([heading]) => heading)),
    row(MATRIX.map(() => '---')),
    ...rails.map((rail) => row(MATRIX.map(([, cell]) => cell(rail)))),
    '',
    rails.map(section).join('\n\n'),
    '',
  ].join('\n');
}
