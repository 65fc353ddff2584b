import { webhookEvents, type WebhookEvent } from '#contract/webhook-events.ts'
import type { Webhook } from '#contract/webhooks.ts'
import { useState } from 'react'
import { afterStale } from '../../lib/after-stale.ts'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { TextField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { toast } from '../../ui/toast.ts'
import { EventFields } from './event-fields.tsx'

interface WebhookFormProps {
  /** Null for a new one. */
  webhook: Webhook | null
  /** Receives a new webhook's secret, which is shown only once. */
  onCreated: (made: { id: string; secret: string }) => void
}

const valuesOf = ({ address, description, events }: Pick<Webhook, 'address' | 'description' | 'events'>) => ({
  address,
  description,
  events,
})

/** Address, description and events of a webhook. */
export function WebhookForm({ webhook, onCreated }: WebhookFormProps) {
  const [, setParams] = useSearchParams<'webhooks'>()
  const [base, setBase] = useState(webhook)
  const form = useForm({
    initial: valuesOf(base ?? { address: '', description: '', events: [...webhookEvents] }),
    check: ({ address, events }) => ({
      ...(!address.trim() && { address: t('webhooks.addressMissing') }),
      ...(events.length === 0 && { events: t('webhooks.eventsMissing') }),
    }),
    submit: async values => {
      if (base) {
        setBase(await call('PUT /api/webhooks/{id}', { params: { id: base.id }, body: { ...values, revision: base.revision } }))
        toast(t('webhooks.saved'), { type: 'success' })
      } else {
        const { secret, webhook: made } = await call('POST /api/webhooks', { body: values })
        onCreated({ id: made.id, secret })
      }
    },
  })
  const readNewest = async (id: string) => {
    const newest = await call('GET /api/webhooks/{id}', { params: { id } })
    setBase(newest)
    return newest
  }
  const events = form.field('events')
  return (
    <FormFrame
      form={form}
      param="edit"
      submit={t(base ? 'webhooks.save' : 'webhooks.add')}
      cancel={base ? undefined : () => setParams({ edit: undefined })}
      stale={base ? afterStale(form, async () => valuesOf(await readNewest(base.id))) : undefined}
    >
      <TextField
        label={t('webhooks.address')}
        hint={t('webhooks.addressHint')}
        type="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={2000}
        {...form.field('address')}
      />
      <TextField
        label={t('webhooks.description')}
        hint={t('webhooks.descriptionHint')}
        optional
        autoComplete="off"
        maxLength={200}
        {...form.field('description')}
      />
      <EventFields value={events.value} error={events.error} onChange={value => events.onChange(value as WebhookEvent[])} />
    </FormFrame>
  )
}
