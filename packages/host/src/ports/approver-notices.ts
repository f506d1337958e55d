import type { ApproverNotices } from '@corridor/core/ports';
import type { ApprovalsConfiguration } from '../settings/configuration.js';
import type { MessagesPorts } from './messages.js';

/** The configured ways to approvers, loaded on first use, which keeps the start fast. Null without any. */
export function approverNotices(
  { webhook, mail }: ApprovalsConfiguration,
  ports: Pick<MessagesPorts, 'http' | 'clock'>,
): ApproverNotices | null {
  if (webhook === null && mail === null) return null;
  let loaded: Promise<ApproverNotices> | null = null;
  const load = async (): Promise<ApproverNotices> => {
    const { createApproverNotices } = await import('@corridor/adapters-rails/messages');
    return createApproverNotices({ webhook, mail, ...ports });
  };
  return { tell: async (notice) => (await (loaded ??= load())).tell(notice) };
}
