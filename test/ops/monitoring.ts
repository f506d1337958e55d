import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { eventually } from '../support/eventually.js';
import { freePort } from '../../packages/adapters-storage/src/testing/free-port.js';
import { installed } from './programs.js';
import { ROOT } from './rules.js';

/** The programs of the Debian packages `prometheus` and `prometheus-alertmanager`. */
export const PROMETHEUS = installed('PROMETHEUS', 'prometheus');
export const ALERTMANAGER = installed('ALERTMANAGER', 'prometheus-alertmanager', 'alertmanager');

/** An alert in a notification, as a receiver of Alertmanager gets it. */
export interface Notified {
  readonly receiver: string;
  readonly status: 'firing' | 'resolved';
  readonly alert: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** Seconds since the start of the programs. */
  readonly at: number;
}

export interface Monitoring {
  /** What was received, in order. */
  readonly notified: readonly Notified[];
  /** Seconds since the start of the programs. */
  now(): number;
  close(): Promise<void>;
}

/** A minute of the rules lasts so many seconds here. */
const MINUTE = 1;

/** The rules and durations of `ops`, with minutes as seconds. */
function shortened(text: string): string {
  const seconds = (count: string, unit: string): string =>
    `${Math.max(1, Math.round((Number(count) * MINUTE * { s: 1 / 60, m: 1, h: 60, d: 1440 }[unit]!) as number))}s`;
  return text
    .replaceAll(/\[(\d+)([mhd])\]/g, (_, count: string, unit: string) => `[${seconds(count, unit)}]`)
    .replaceAll(
      /((?:for|group_wait|group_interval|repeat_interval): )(\d+)([smhd])$/gm,
      (_, key: string, count, unit) =>
        key.startsWith('for') && count === '0' ? `${key}0s` : `${key}${seconds(count as string, unit as string)}`,
    );
}

/** Starts Prometheus and Alertmanager with the files of `ops`, and a receiver for all of its notifications. */
export async function startMonitoring(target: string): Promise<Monitoring> {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-monitoring-'));
  const running: ChildProcess[] = [];
  const notified: Notified[] = [];
  const began = performance.now();
  const now = (): number => Math.round((performance.now() - began) / 100) / 10;
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { receiver: name, alerts } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
        readonly receiver: string;
        readonly alerts: readonly Pick<Notified, 'status' | 'labels' | 'annotations'>[];
      };
      for (const { status, labels, annotations } of alerts) {
        notified.push({ receiver: name, status, alert: labels['alertname']!, labels, annotations, at: now() });
      }
      response.end();
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;

  async function run(program: string, port: number, ...args: readonly string[]): Promise<void> {
    const process = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    running.push(process);
    let said = '';
    process.stderr!.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')));
    await eventually(`${program} to be ready`, async () => {
      if (process.exitCode !== null) throw new Error(`${program} has ended: ${said}`);
      const answer = await fetch(`http://127.0.0.1:${port}/-/ready`).catch(() => null);
      return answer?.ok === true;
    });
  }

  async function close(): Promise<void> {
    for (const process of running) {
      if (process.exitCode !== null) continue;
      process.kill('SIGKILL');
      await once(process, 'exit');
    }
    receiver.close();
    rmSync(folder, { recursive: true, force: true });
  }

  try {
    const [managerPort, port] = [await freePort(), await freePort()];
    const manager = parse(shortened(readFileSync(`${ROOT}ops/alertmanager/alertmanager.yml`, 'utf8'))) as {
      readonly receivers: readonly { readonly name: string }[];
    };
    const receivers = manager.receivers.map(({ name }) => ({
      name,
      webhook_configs: [{ url, send_resolved: true, max_alerts: 0 }],
    }));
    writeFileSync(join(folder, 'alertmanager.yml'), stringify({ ...manager, receivers }));
    await run(
      ALERTMANAGER!,
      managerPort,
      `--config.file=${join(folder, 'alertmanager.yml')}`,
      `--storage.path=${join(folder, 'alerts')}`,
      `--web.listen-address=127.0.0.1:${managerPort}`,
      '--cluster.listen-address=',
    );

    const { rule_files: files, alerting } = parse(readFileSync(`${ROOT}ops/prometheus/prometheus.yml`, 'utf8')) as {
      readonly rule_files: readonly string[];
      readonly alerting: { readonly alert_relabel_configs: unknown };
    };
    mkdirSync(join(folder, 'data'));
    for (const file of files) {
      writeFileSync(join(folder, file), shortened(readFileSync(`${ROOT}ops/prometheus/${file}`, 'utf8')));
    }
    const config = {
      global: {
        scrape_interval: '1s',
        evaluation_interval: '1s',
        external_labels: { runbooks: 'https://docs.example.com/alerts' },
      },
      rule_files: files,
      alerting: {
        ...alerting,
        alertmanagers: [{ static_configs: [{ targets: [`127.0.0.1:${managerPort}`] }] }],
      },
      scrape_configs: [{ job_name: 'corridor', static_configs: [{ targets: [target] }] }],
    };
    writeFileSync(join(folder, 'prometheus.yml'), stringify(config));
    await run(
      PROMETHEUS!,
      port,
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      // Five minutes.
      '--query.lookback-delta=5s',
      '--rules.alert.resend-delay=1s',
    );
  } catch (cause) {
    await close();
    throw cause;
  }
  return { notified, now, close };
}
