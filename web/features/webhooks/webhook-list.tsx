import type { Webhook } from '#contract/webhooks.ts'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/states.tsx'
import offer from '../../ui/row-list.module.css'
import { nameOf, stateOf } from './format-webhook.ts'
import styles from './webhooks.module.css'

/** Opens the form of a new webhook in the list. */
export const NewWebhookLink = () => (
  <ButtonLink kind="primary" to={paths.webhooks({ edit: 'new' })} icon={<IconPlus size={18} aria-hidden="true" />}>
    {t('webhooks.new')}
  </ButtonLink>
)

/** The webhooks with their states. */
export function WebhookList({ webhooks }: { webhooks: readonly Webhook[] }) {
  if (webhooks.length === 0) {
    return (
      <EmptyState title={t('webhooks.none')} icon={<IconWebhook size={26} stroke={1.6} aria-hidden="true" />} action={<NewWebhookLink />}>
        <p>{t('webhooks.noneText')}</p>
      </EmptyState>
    )
  }
  return (
    <ul className={offer.list}>
      {webhooks.map(webhook => (
        <WebhookRow key={webhook.id} webhook={webhook} />
      ))}
    </ul>
  )
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { id, address, description, events, waiting } = webhook
  const { tone, word } = stateOf(webhook)
  return (
    <Card as="li">
      <div className={offer.row}>
        <div className={offer.what}>
          <h2>{nameOf(webhook)}</h2>
          {description && <p className={styles.address}>{address}</p>}
          <p className={offer.facts}>
            <Badge tone={tone}>{word}</Badge>
            <span>{t('webhooks.events', { count: events.length })}</span>
            {waiting > 0 && <span>{t('webhooks.waiting', { count: waiting })}</span>}
          </p>
        </div>
        <ButtonLink small to={paths.webhooks({ edit: id })} label={t('webhooks.openOf', { name: nameOf(webhook) })}>
          {t('webhooks.open')}
        </ButtonLink>
      </div>
    </Card>
  )
}
