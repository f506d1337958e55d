/** A rail of a module for tests: the members of its entry decide what is wrong with it, and what it reports. */
class PlayConnection {
  constructor(entry, { name, environment, store, secretOf, log }) {
    this.name = entry.madeName ?? name;
    this.environment = entry.madeEnvironment ?? environment;
    this.claims = entry.claims ?? [];
    this.rails = (entry.rails ?? [name]).map((rail) => railOf(rail, entry.railEnvironment ?? environment, entry));
    this.tasks = [];
    this.callback = null;
    this.entry = entry;
    this.secret = entry.secret === undefined ? null : secretOf('secret', entry.secret);
    this.store = store;
    this.log = log;
    this.releases = entry.releases === undefined ? null : releasesOf(entry.releases);
    if (entry.holdings !== undefined) this.holdings = async () => entry.holdings.map(holdingOf);
    if (entry.issuer !== undefined) this.issuer = { name: entry.issuer, price: () => new Promise(() => undefined) };
    if (entry.tokens !== undefined) this.tokens = entry.tokens;
    if (entry.actions !== undefined) this.actions = entry.actions.map(actionOf);
  }

  async verify() {
    const { verify } = this.entry;
    if (verify === undefined) return;
    if (verify === 'silent') await new Promise(() => undefined);
    if (verify === 'unreachable') throw new Error('no node answers');
    throw wrong(verify);
  }

  async check() {
    const { condition } = this.entry;
    if (condition === 'throws') throw new Error('the bank hung up');
    const waiting = await this.store.read((records) => records.count('payments', 'WAITING'));
    return {
      isReachable: true,
      lastExchangeAt: null,
      backlog: { 'payments waiting': waiting },
      problems: [],
      ...condition,
    };
  }
}

const wrong = (member) => Object.assign(new Error('is wrong'), { name: 'RailEntryError', member });

const railOf = (name, environment, { simulated = false, currencies = ['EUR'] }) => ({
  name,
  environment,
  simulated,
  capabilities: {
    accountTypes: ['EUR_ACCOUNT'],
    currencies,
    paymentRails: ['SEPA'],
    push: true,
    pull: false,
    pullsFrom: [],
    receive: true,
    followsWallets: false,
    cancellable: false,
    settlementSeconds: 60,
  },
  payouts: {
    submit: async () => ({ state: 'pending', checkAfterSeconds: 60 }),
    status: async () => ({ state: 'pending', checkAfterSeconds: 60 }),
    cancel: null,
    lookUp: async () => 'reachable',
  },
  pulls: null,
  funding: null,
  networkFees: null,
});

const releasesOf = (waiting) => ({
  list: async () =>
    waiting.map((release) => ({
      ...release,
      totals: Object.fromEntries(Object.entries(release.totals).map(([currency, sum]) => [currency, BigInt(sum)])),
    })),
  release: async (id, digest, { name }) => {
    const found = waiting.find((release) => release.id === id);
    if (found?.digest !== digest) return error('CONFLICT', 'the digest differs');
    if (found.preparedBy === name) return error('FORBIDDEN', 'another person must release it');
    return { ok: true, value: undefined };
  },
});

const holdingOf = ({ amount, untold, ...holding }) => {
  if (amount === null) throw new Error('no quorum');
  return { ...holding, amount: BigInt(amount), untold: BigInt(untold) };
};

const actionOf = ({ name, knows }) => ({
  name,
  subject: 'MsgId of a file',
  description: 'sends a file again',
  run: async (subject, by) =>
    subject === knows
      ? { ok: true, value: `${subject} is sent again for ${by.name}` }
      : error('REFERENCE_NOT_FOUND', `there is no file ${subject}`),
});

const error = (code, message) => ({ ok: false, error: { code, message } });

export default function create(entry, context) {
  if (entry.fails !== undefined) throw new TypeError(entry.fails);
  if (entry.wrongMember !== undefined) throw wrong(entry.wrongMember);
  return new PlayConnection(entry, context);
}
