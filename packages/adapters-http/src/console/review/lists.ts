import { platformTime } from '../kit/clocks.js';
import {
  type Environment,
  ENVIRONMENTS,
  instant,
  type Instant,
  type OfPlatform,
  type OwnerInReview,
  type Page,
  type PageRequest,
  type ResetInReview,
  type Result,
  type TenantKey,
  toIso,
  type VerificationInReview,
} from '@corridor/core';
import { splitTenant } from '@corridor/core/internal';
import type { Customer, Platform } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import { type Column, type Content, idText, link, status, tabs, timeWithAge } from '../kit/components.js';
import { ownerName, shownName } from '../customers/identity.js';
import { recordLook } from '../kit/looks.js';
import { houseList } from '../kit/list-page.js';
import { filtersOfPlatforms } from '../kit/platform-filters.js';
import type { Route } from '../kit/route.js';
import type { Visit } from '../kit/visit.js';
import { wordsOf } from '../kit/words.js';
import { kindOfVerification } from '../customers/kind-of-verification.js';

type AnyRow = OfPlatform<{ readonly id: string; readonly createdAt: Instant }, Customer>;
type Request = PageRequest & {
  readonly environment?: Environment | undefined;
  readonly within?: ((tenant: TenantKey) => boolean) | undefined;
};

const TABS = [
  ['/review', 'Verifications'],
  ['/review/owners', 'Owners'],
  ['/review/resets', 'Resets of factors'],
] as const;

/** The time of the platform: its test clock may be ahead of the host. */
const timeOf = ({ clockOffset }: Platform, { now }: Visit): Instant => instant(now + clockOffset);

const choosing = ({ base, path }: Visit, text: string): Html =>
  html`${tabs(
      'What awaits a decision',
      TABS.map(([to, name]) => ({ path: `${base}${to}`, text: name, isCurrent: to === path })),
    )}
    <p>${text}</p>`;

interface List<T extends AnyRow> {
  readonly path: (typeof TABS)[number][0];
  readonly title: string;
  readonly rows: string;
  readonly text: string;
  readonly empty: Content | ((visit: Visit) => Content);
  /** The page of a record, below the path of its platform. */
  readonly page: string;
  readonly name: (row: T) => string;
  /** A function where ages are shown. */
  readonly columns: (visit: Visit) => readonly Column<T>[];
  readonly read: (visit: Visit, request: Request) => Promise<Result<Page<T>>>;
}

const list = <T extends AnyRow>(spec: List<T>): readonly Route[] =>
  houseList<T>({
    servesLimited: true,
    path: spec.path,
    title: spec.title,
    section: 'Review',
    rows: spec.rows,
    empty: spec.empty,
    isEntry: spec.path === '/review',
    above: (visit) => choosing(visit, spec.text),
    filters: filtersOfPlatforms,
    href: ({ platform, record }, { base }) => `${base}/t/${platform.id}${spec.page}/${record.id}`,
    columns: (visit) => [
      { title: 'Name', narrow: 'title', text: spec.name },
      ...spec.columns(visit),
      {
        title: 'Waits since',
        narrow: 'note',
        text: ({ record }) => toIso(record.createdAt),
        show: ({ record, platform }) => platformTime(visit, record.createdAt, timeOf(platform, visit)),
      },
      { title: 'Platform', text: ({ platform }) => platform.name },
      {
        title: 'Environment',
        text: ({ platform }) => platform.environment,
        show: ({ platform }) => wordsOf(platform.environment),
      },
      { title: 'Id', text: ({ record }) => record.id, show: ({ record }) => idText(record.id) },
    ],
    // The list is over platforms, as a search is, so no platform is its subject.
    beforeExport: (visit) => recordLook(visit, { action: 'reviews.export', subject: '', what: `${spec.rows} as CSV` }),
    async read(visit, filter, page) {
      const environment = filter.optionalOneOf('environment', ENVIRONMENTS);
      const platformId = filter.optionalId('platform', 'Platform');
      const within =
        platformId === undefined ? undefined : (tenant: TenantKey) => splitTenant(tenant).platformId === platformId;
      const checked = filter.result(() => ({ environment, within, ...page }));
      return checked.ok ? spec.read(visit, checked.value) : checked;
    },
  });

const verifications = list<VerificationInReview>({
  path: '/review',
  title: 'Review',
  rows: 'verifications',
  page: '/verifications',
  text: 'Verifications that the provider left to a person, of all platforms, oldest first.',
  empty: ({ base }) =>
    html`No verification awaits a decision. ${link(`${base}/search`, 'Search')} for a customer to see its decided ones.`,
  name: ({ about }) => shownName(about),
  columns: () => [
    {
      title: 'What',
      narrow: 'status',
      text: ({ record }) => kindOfVerification(record),
    },
    { title: 'Type', text: ({ about }) => about.customerType, show: ({ about }) => wordsOf(about.customerType) },
    {
      title: 'Status',
      text: ({ record }) => record.verificationStatus,
      show: ({ record }) => status(record.verificationStatus),
    },
  ],
  read: ({ core }, request) => core.verification.reviews.verifications(request),
});

const owners = list<OwnerInReview>({
  path: '/review/owners',
  title: 'Owners to decide about',
  rows: 'owners',
  page: '/owners',
  text: 'Undecided owners who were added to a business after its approval. Other owners are decided with their business.',
  empty: ({ base }) => html`No owner awaits a decision. ${link(`${base}/review`, 'Verifications that await one')}`,
  name: ({ record }) => ownerName({ owner: record }),
  columns: () => [
    { title: 'Business', narrow: 'amount', text: ({ about }) => shownName(about) },
    {
      title: 'Roles',
      text: ({ record }) => record.roles.join(', '),
      show: ({ record }) => record.roles.map(wordsOf).join(', '),
    },
    {
      title: 'Status',
      narrow: 'status',
      text: ({ record }) => record.kycStatus,
      show: ({ record }) => status(record.kycStatus),
    },
  ],
  read: ({ core }, request) => core.verification.reviews.owners(request),
});

const resets = list<ResetInReview>({
  path: '/review/resets',
  title: 'Resets to decide about',
  rows: 'resets of factors',
  page: '/resets',
  text: 'Customers who lost a factor of their strong authentication, and whose liveness check a person must judge. A reset expires after an hour.',
  empty: ({ base }) => html`No reset awaits a decision. ${link(`${base}/review`, 'Verifications that await one')}`,
  name: ({ about }) => shownName(about),
  columns: (visit) => [
    {
      title: 'Lost factor',
      narrow: 'amount',
      text: ({ record }) => record.factor,
      show: ({ record }) => wordsOf(record.factor),
    },
    {
      title: 'Expires at',
      narrow: 'status',
      text: ({ record }) => toIso(record.expiresAt),
      show: ({ record, platform }) => timeWithAge(record.expiresAt, timeOf(platform, visit)),
    },
  ],
  read: ({ core }, request) => core.sca.resetsInReview(request),
});

export const reviewLists: readonly Route[] = [...verifications, ...owners, ...resets];
