import type { Webhook } from '#contract/webhooks.ts'
import { t } from '../../lib/messages.ts'
import { formatDateTime } from '../../lib/time.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import { Notice } from '../../ui/notice.tsx'

/** State of a webhook, most prominent when staff have to act. */
export function WebhookState({ webhook: { off, failing_since, last_success_at, old_secret_until } }: { webhook: Webhook }) {
  const format = (instant: string) => formatDateTime(instant, visitorZone())
  return (
    <>
      {off && (
        <Notice kind={off.why === 'staff' ? 'info' : 'error'}>
          <p>{t(`webhooks.off.${off.why}`, { when: format(off.at) })}</p>
        </Notice>
      )}
      {!off && failing_since && (
        <Notice kind="warning">
          <p>{t('webhooks.isFailing', { when: format(failing_since) })}</p>
        </Notice>
      )}
      <p className="soft small tabular">
        {last_success_at ? t('webhooks.lastSuccess', { when: format(last_success_at) }) : t('webhooks.neverYet')}
        {old_secret_until && ` · ${t('webhooks.oldUntil', { when: format(old_secret_until) })}`}
      </p>
    </>
  )
}
