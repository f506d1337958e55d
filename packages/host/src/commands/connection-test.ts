import { contractCases, type Matching } from '../rails/contract-kits.js';
import { type CaseState, type PlayedCase, playedCases } from '../rails/played-cases.js';
import { servedDocuments } from '../rails/served-documents.js';
import { type TestedConnection, testedConnection } from '../rails/tested-connection.js';
import { RAIL_TIMEOUT_MS } from '../rails/rails.js';
import type { Configuration } from '../settings/configuration.js';
import { CommandError, UsageError } from '../kernel/errors.js';
import { createLog } from '../logging/logging.js';
import { outboundHttp } from '../ports/outbound.js';
import { type Arguments, optionOf, requiredOptionOf } from '../terminal/arguments.js';
import { printedList } from '../terminal/printed-list.js';
import { visible } from '../terminal/terminal.js';
import type { ProcessContext } from '../kernel/process-context.js';

const LIMIT_SECONDS = 300;
const WAIT_SECONDS = 10;
const MOST_SECONDS = 86_400;

const LABELS: Readonly<Record<CaseState, string>> = { OK: 'ok', FAILED: 'failed', NOT_TESTED: 'not tested' };
const WIDTH = LABELS.NOT_TESTED.length;

/**
 * Plays the contract of its section against the test system of a connection. Exit code 1 if a case fails. Opens no
 * database: the connection keeps its records in memory.
 */
export async function testConnection(
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> {
  const name = requiredOptionOf(given, 'connection');
  const limitSeconds = secondsOf(given, 'limit', LIMIT_SECONDS);
  const waitSeconds = secondsOf(given, 'wait', WAIT_SECONDS);
  const { connectionsFile, logLevel } = configuration;
  if (connectionsFile === null)
    throw new CommandError(
      'CORRIDOR_CONNECTIONS_FILE: is not set; name the file that has the entry of the test system',
    );
  const { clock, log, print, environment = process.env } = processContext;
  const documents = servedDocuments(optionOf(given, 'documents-at') ?? null);
  const secrets = new Set<string>();
  const http = outboundHttp({ allowPrivate: true, timeoutMs: RAIL_TIMEOUT_MS });
  const say = given['json'] === true ? () => undefined : print;
  try {
    const tested = testedConnection(connectionsFile, name, {
      ...{ clock, http, environment, waitSeconds, documents, log: createLog(logLevel, log) },
      onSecret: (secret) => void secrets.add(secret),
      onWait: (reference) => say(`waits for the decision on ${reference}, at most ${waitSeconds} s`),
    });
    refuseForeignOptions(tested.entry, given);
    const { cases, untested } = contractCases(tested, matchingOf(given));
    if (cases.length === 0)
      throw new CommandError(`--connection: ${name} has the type ${tested.entry.type}: ${untested}`);
    // A mistake in the entry is one sentence, and not one of each case.
    await tested.open();
    const list = printedList(processContext, given, null);
    /** The case that a sentence was printed for. */
    const said = new Map<string, string>();
    const counts: Record<CaseState, number> = { OK: 0, FAILED: 0, NOT_TESTED: 0 };
    const add = ({ name: about, state, sentence, count }: PlayedCase): void => {
      const text = sentence === null ? null : without(secrets, sentence);
      const key = text === null ? null : withoutIds(text);
      const before = key === null ? undefined : said.get(key);
      const printed = before === undefined ? text : `the same as of "${before}"`;
      if (key !== null && before === undefined) said.set(key, about);
      list.add(
        { case: about, state, sentence: text },
        lineOf(state, printed === null ? about : `${about}: ${printed}`),
      );
      counts[state] += count;
    };
    for await (const played of playedCases(cases, limitSeconds)) add(played);
    if (untested !== null)
      add({ name: `the contract of ${tested.entry.section}`, state: 'NOT_TESTED', sentence: untested, count: 1 });
    list.end();
    say(`${counts.OK} ok, ${counts.FAILED} failed, ${counts.NOT_TESTED} not tested`);
    return counts.FAILED === 0 ? 0 : 1;
  } finally {
    await Promise.all([http.close(), documents.close()]);
  }
}

/** Options that say nothing about this connection: a test that ignored them would seem to have tested more than it did. */
function refuseForeignOptions({ section, name, members }: TestedConnection['entry'], given: Arguments): void {
  for (const option of ['match', 'match-address'])
    if (section !== 'screening' && optionOf(given, option) !== undefined)
      throw new UsageError(
        `--${option}: is for screening providers, and ${name} is in the section ${section}; leave it out`,
      );
  if (optionOf(given, 'documents-at') !== undefined && (section !== 'kyc' || members['documents'] !== 'fetch'))
    throw new UsageError(
      `--documents-at: is for KYC providers with "documents": "fetch", and ${name} is none; leave it out`,
    );
}

/** Each case has ids of its own, so they do not count when sentences are compared. */
const withoutIds = (text: string): string =>
  text.replaceAll(/\b[A-Za-z]+:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:\.\d+)?/g, '');

function matchingOf(given: Arguments): Matching | null {
  const [name, address] = [optionOf(given, 'match'), optionOf(given, 'match-address')];
  if (name !== undefined && address !== undefined)
    throw new UsageError(
      '--match-address: give --match or --match-address, not both; run the command twice to test both',
    );
  for (const [option, text] of [
    ['match', name],
    ['match-address', address],
  ])
    if (text !== undefined && !/^[^\p{Cc}]{1,255}$/u.test(text))
      throw new UsageError(`--${option}: must be 1 to 255 characters without line breaks`);
  if (name !== undefined) return { name };
  return address === undefined ? null : { address };
}

const lineOf = (state: CaseState, text: string): string => `${LABELS[state].padEnd(WIDTH)}  ${visible(text)}`;

function secondsOf(given: Arguments, name: string, otherwise: number): number {
  const text = optionOf(given, name);
  if (text === undefined) return otherwise;
  const seconds = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (seconds < 1 || seconds > MOST_SECONDS)
    throw new UsageError(`--${name}: must be a number of seconds from 1 to ${MOST_SECONDS}`);
  return seconds;
}

/** The text without the secrets of the connection, which a partner or a module may repeat in an error. */
function without(secrets: ReadonlySet<string>, text: string): string {
  let rest = text;
  for (const secret of secrets)
    for (const part of [secret, secret.replace(/^whsec_/, '')]) rest = rest.replaceAll(part, '(a secret)');
  return rest;
}
