import type { WebhookEvent } from '#contract/webhook-events.ts'
import type { Webhook, WebhookWhy } from '#contract/webhooks.ts'
import { t, type MessageId } from '../../lib/messages.ts'
import { queryKeyOf } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import type { BadgeTone } from '../../ui/badge.tsx'

/** The description, or else the address. */
export const nameOf = ({ description, address }: Pick<Webhook, 'description' | 'address'>): string => description || address

/** State as a word and a tone. */
export function stateOf({ active, failing_since }: Webhook): { tone: BadgeTone; word: string } {
  if (!active) return { tone: 'bad', word: t('webhooks.state.off') }
  return failing_since ? { tone: 'warm', word: t('webhooks.state.failing') } : { tone: 'good', word: t('webhooks.state.on') }
}

/** What has to happen for a webhook to be called. */
export const formatEvent = (event: WebhookEvent): string => t(`webhooks.event.${event}`)

/** Why an attempt failed; an unknown reason of a newer server is shown as it is. */
export function formatFailure(why: WebhookWhy): string {
  const id: MessageId = `webhooks.why.${why}`
  const sentence = t(id)
  return sentence === id ? why : sentence
}

/** Invalidates the list, every webhook and their logs. */
export const invalidateWebhooks = (): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('GET /api/webhooks') })
/** Reads the list of webhooks again, and not their logs. */
export const invalidateWebhookList = (): Promise<void> => queryClient.invalidateQueries({ queryKey: queryKeyOf('GET /api/webhooks') })
