import { webhookEvents, type WebhookEvent } from '#contract/webhook-events.ts'
import { useId } from 'react'
import { t } from '../../lib/messages.ts'
import { FieldError } from '../../ui/field.tsx'
import { CheckField } from '../../ui/fields.tsx'
import { formatEvent } from './format-webhook.ts'
import styles from './webhooks.module.css'

interface EventFieldsProps {
  value: readonly WebhookEvent[]
  error: string | undefined
  onChange: (events: WebhookEvent[]) => void
}

/** The events of a webhook, grouped by subject. */
export function EventFields({ value, error, onChange }: EventFieldsProps) {
  const id = useId()
  const groups = [
    { title: t('webhooks.appointments'), events: webhookEvents.filter(event => event.startsWith('appointment.')) },
    { title: t('webhooks.clients'), events: webhookEvents.filter(event => event.startsWith('client.')) },
  ]
  // In the order of the list, not of the clicks.
  const set = (event: WebhookEvent, on: boolean) => onChange(webhookEvents.filter(one => (one === event ? on : value.includes(one))))
  return (
    <div role="group" className={styles.events} aria-labelledby={`${id}-label`} aria-describedby={error ? `${id}-error` : undefined}>
      <h2 id={`${id}-label`}>{t('webhooks.eventsTitle')}</h2>
      <div className={styles.groups}>
        {groups.map(({ title, events }) => (
          <div key={title} role="group" aria-label={title} className={styles.group}>
            <h3>{title}</h3>
            {events.map(event => (
              <CheckField
                key={event}
                name={event}
                label={
                  <>
                    {formatEvent(event)} <code className={styles.code}>{event}</code>
                  </>
                }
                value={value.includes(event)}
                invalid={!!error}
                onChange={on => set(event, on)}
              />
            ))}
          </div>
        ))}
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}
