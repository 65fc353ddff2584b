import type { WebhookDelivery } from '#contract/webhooks.ts'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { formatDateTime } from '../../lib/time.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { toastError } from '../../ui/toast.ts'
import { invalidateWebhooks, formatFailure } from './format-webhook.ts'
import styles from './webhooks.module.css'

const tones = { waiting: 'soft', delivered: 'good', failed: 'bad' } as const

/** One delivery: event and outcome; on request the request and the response as text. */
export function DeliveryRow({ delivery }: { delivery: WebhookDelivery }) {
  const { id, event_id, type, state, created_at, request, status, answer, can } = delivery
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const when = formatDateTime(created_at, visitorZone())
  const redeliver = async () => {
    setBusy(true)
    try {
      await call('POST /api/webhook-deliveries/{id}/redeliver', { params: { id } })
    } catch (error) {
      toastError(error)
    }
    await invalidateWebhooks()
    setBusy(false)
  }
  return (
    <li className={styles.entry}>
      <div className={styles.said}>
        <p className={styles.line}>
          <code>{type}</code>
          <Badge tone={tones[state]}>{t(`webhooks.delivery.${state}`)}</Badge>
          <span className="soft small tabular">{when}</span>
        </p>
        <p className="soft small tabular">{formatOutcome(delivery)}</p>
        <details onToggle={event => setOpen(event.currentTarget.open)}>
          <summary aria-label={t('webhooks.detailsOf', { type, when })}>{t('webhooks.details')}</summary>
          {open && (
            <dl className={styles.details}>
              <dt>{t('webhooks.id')}</dt>
              <dd>
                <code>{event_id}</code>
              </dd>
              <dt>{t('webhooks.request')}</dt>
              <dd>
                <pre>{request}</pre>
              </dd>
              {status !== null && (
                <>
                  <dt>{t('webhooks.answer')}</dt>
                  <dd>{answer ? <pre>{answer}</pre> : t('webhooks.noAnswer')}</dd>
                </>
              )}
            </dl>
          )}
        </details>
      </div>
      {can.redeliver && (
        <Button small busy={busy} aria-label={t('webhooks.redeliverOf', { type, when })} onClick={() => void redeliver()}>
          {t('webhooks.redeliver')}
        </Button>
      )}
    </li>
  )
}

/** "2 tries · answered 500 · it did not say yes (2xx) · 12 ms" */
function formatOutcome({ state, attempts, status, why, detail, took_ms, due_at }: WebhookDelivery): string {
  const zone = visitorZone()
  return [
    t('webhooks.attempts', { count: attempts }),
    status !== null && t('webhooks.answered', { status }),
    why && (detail ? `${formatFailure(why)} (${detail})` : formatFailure(why)),
    took_ms !== null && t('webhooks.took', { ms: took_ms }),
    state === 'waiting' && why !== null && t('webhooks.delivery.retried', { when: formatDateTime(due_at, zone) }),
  ]
    .filter(Boolean)
    .join(' · ')
}
