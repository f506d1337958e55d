import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse as parseYaml } from 'yaml';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A rule of `ops/prometheus/alerts.yml`. */
export interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

interface Rules {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Alert[] }[];
}

const rules = parseYaml(readFileSync(`${ROOT}ops/prometheus/alerts.yml`, 'utf8')) as Rules;

export const ALERTS: readonly Alert[] = rules.groups.flatMap((group) => group.rules);

interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly panels: readonly {
    readonly id: number;
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

const FOLDER = `${ROOT}ops/grafana/dashboards/`;

export const DASHBOARDS: readonly Dashboard[] = readdirSync(FOLDER).map(
  (file) => JSON.parse(readFileSync(FOLDER + file, 'utf8')) as Dashboard,
);
