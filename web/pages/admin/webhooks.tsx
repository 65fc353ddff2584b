import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DeliveryLog } from '../../features/webhooks/delivery-log.tsx'
import { nameOf } from '../../features/webhooks/format-webhook.ts'
import { NewSecret } from '../../features/webhooks/new-secret.tsx'
import { WebhookActions } from '../../features/webhooks/webhook-actions.tsx'
import { WebhookForm } from '../../features/webhooks/webhook-form.tsx'
import { NewWebhookLink, WebhookList } from '../../features/webhooks/webhook-list.tsx'
import { WebhookState } from '../../features/webhooks/webhook-state.tsx'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'

/** A new secret and its webhook. */
interface Made {
  id: string
  secret: string
  again: boolean
}

/** Webhooks: their addresses, events and deliveries. */
export default function WebhooksPage() {
  const [{ edit }, setParams] = useSearchParams<'webhooks'>()
  const [made, setMade] = useState<Made>()
  const open = (one: { id: string; secret: string }) => {
    setMade({ ...one, again: false })
    setParams({ edit: one.id })
  }
  if (edit === undefined) return <TheList />
  if (edit === 'new') {
    return (
      <Page title={t('webhooks.newTitle')} lead={t('webhooks.lead')} width="reading" view="new">
        <WebhookForm webhook={null} onCreated={open} />
      </Page>
    )
  }
  return <OneWebhook key={edit} id={edit} made={made?.id === edit ? made : undefined} onCreated={setMade} />
}

function TheList() {
  const query = useQuery(queryOptionsOf('GET /api/webhooks'))
  return (
    <Page title={t('webhooks.title')} lead={t('webhooks.lead')} actions={query.data?.data.length ? <NewWebhookLink /> : undefined}>
      <Loaded query={query} skeleton={<ListSkeleton rows={3} height="6rem" />}>
        {({ data }) => <WebhookList webhooks={data} />}
      </Loaded>
    </Page>
  )
}

interface OneProps {
  id: string
  made: Made | undefined
  onCreated: (made: Made | undefined) => void
}

function OneWebhook({ id, made, onCreated }: OneProps) {
  const query = useQuery(queryOptionsOf('GET /api/webhooks/{id}', { params: { id } }))
  const toList = <ButtonLink to={paths.webhooks()}>{t('webhooks.toList')}</ButtonLink>
  if (isRefusal(query.error, 'not_found')) {
    return (
      <Page title={t('webhooks.title')}>
        <EmptyState title={t('offering.notFoundTitle')} action={toList}>
          <p>{t('offering.notFoundText')}</p>
        </EmptyState>
      </Page>
    )
  }
  return (
    <Page title={query.data ? nameOf(query.data) : t('webhooks.title')} width="reading" view={id} actions={toList}>
      <Loaded query={query} skeleton={<ListSkeleton rows={4} height="4rem" />}>
        {webhook => (
          <>
            {made && <NewSecret secret={made.secret} again={made.again} onDone={() => onCreated(undefined)} />}
            <WebhookState webhook={webhook} />
            <WebhookActions webhook={webhook} onSecret={secret => onCreated({ id, secret, again: true })} />
            <WebhookForm webhook={webhook} onCreated={() => {}} />
            <DeliveryLog id={id} />
          </>
        )}
      </Loaded>
    </Page>
  )
}
