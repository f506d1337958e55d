import { createProcessMetrics } from '../../../packages/host/dist/processes/process-metrics.js';
import { createInstruments } from '../../../packages/host/dist/metrics/prometheus.js';
import { code, table, wrapped } from '../tables.mjs';

/** What the labels say. A label without an entry stops the generator. */
const LABELS = {
  operation:
    '`operationId` in the OpenAPI document, `railCallback`, `kycCallback`, `screeningCallback` and `cardCallback` for callbacks of rails, KYC providers, screening providers and card processors, `kycDocument` for documents that a provider fetches, or `unmatched` for a path and method that it does not list',
  status: 'HTTP status of the answer',
  code: 'Error code of Node.js for the connection, such as `ECONNRESET`',
  rail:
    'Name of the rail or of the connection, or of another provider: a card or stablecoin issuer, `rates:…` (a rate ' +
    'source), `kyc:…`, `screening:…`, `messages:email` or `messages:phone`; for payments the card issuer, `internal` for payments that ' +
    'stay in the ledger, and `uma` for those that arrive by UMA',
  call: 'Method of the rail or provider that was called',
  job: 'Kind of the job; empty for other work',
  source: 'Name of a source of exchange rates',
  state: '`in use` or `idle`',
  item: 'What waits, in the words of the connection',
  outcome:
    'Of a call: `answered`, `malformed`, `failed`, `timed-out`, or `bug` for a programming error. Of an attempt to deliver an event: ' +
    '`delivered`, `refused` (the endpoint answered with an error), `unreached`, or `given-up` (a failed attempt after ' +
    'which the event is not sent again). Of a question to a screening provider: `clear`, `hold`, `refuse`, or `away`',
  content: '`events` or `answers`',
  environment: '`SANDBOX` or `PRODUCTION`',
  currency: 'Currency code; amounts are in its smallest unit',
  account: 'Kind of ledger account; see [the ledger](../ledger.md)',
  kind: 'Kind of exception; for payments `INCOMING`, `OUTGOING`, `TRANSFER` or `CARD`',
  reason:
    'Why payments failed: `failureReason` of the transaction, `CANCELLED`, or for cards `AUTHORIZATION_EXPIRED` and `CARD_EXCEPTION`',
  metric: 'Name of a metric of this list',
  node: 'Version of Node.js',
  of: '`job` or `event`',
  platform: 'Id of a platform; at most 20 of them',
  provider: 'Name of the connection to a provider',
  role: '`serving` for a process that answers requests, `workers` for one with the background workers',
  settings:
    'Digest of the settings that hosts of one database share, without secrets and without those of a single host, such as its port. Hosts with different digests have different settings',
  version: 'Version of Corridor',
  what: 'What failed, in the words of the log line',
};

const INTRODUCTION = `# Metrics

Generated from \`packages/host/src/metrics/prometheus.ts\` by \`npm run docs:write\`; do not edit.

Every metric that a host serves at \`/metrics\` in the format of Prometheus, for operators. \`CORRIDOR_METRICS_PORT\`
moves \`/metrics\` to a port of its own; see [settings](settings.md). Each host counts its own requests, calls and work;
the gauges describe the whole database, and are the same on every host. \`corridor_rail_…\` gauges say what this host sees of
the connections in its connections file; a connection is asked at most every 15 seconds, and left out while the database cannot be read. \`corridor_ready\`, \`corridor_disk_…\`,
\`corridor_database_…\`, \`corridor_rates_…\` and \`corridor_build_info\` describe this host.

A metric whose figures cannot be read, for example because the database does not answer, is left out of the scrape;
\`corridor_figures_read\` is 0 for it, and \`corridor_unread_figures_total\` counts it. Without figures an alert keeps its
state; see [alerts](../operate/alerts/README.md#while-figures-cannot-be-read).

The default metrics of \`prom-client\` (\`process_…\` and \`nodejs_…\`) are served as well.`;

export function metricsDocument() {
  // Only the declarations of the metrics are read here, never their figures.
  const { registry } = createInstruments('', {}, {});
  const metrics = [registry, createProcessMetrics().registry]
    .flatMap((each) => each.getMetricsAsArray())
    .filter(({ name }) => name.startsWith('corridor_'))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const rows = metrics.map(({ name, type, labelNames, help }) => [
    code(name),
    type,
    labelNames.map(code).join(', '),
    help,
  ]);
  const labels = [...new Set(metrics.flatMap(({ labelNames }) => labelNames))].toSorted();
  const buckets = [
    ...new Set(metrics.flatMap(({ upperBounds }) => (upperBounds === undefined ? [] : [upperBounds.join(', ')]))),
  ];
  return [
    INTRODUCTION,
    table(['Metric', 'Type', 'Labels', 'Meaning'], rows),
    `The buckets of histograms are, in seconds: ${buckets.join('; ')}.`,
    '## Labels',
    table(
      ['Label', 'Value'],
      labels.map((label) => [code(label), meaningOf(label)]),
    ),
  ]
    .map(wrapped)
    .join('\n\n');
}

function meaningOf(label) {
  if (LABELS[label] === undefined) throw new Error(`reference/metrics.mjs has no meaning for the label ${label}`);
  return LABELS[label];
}
