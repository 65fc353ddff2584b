import type { WebhookEvent } from '#contract/webhook-events.ts'
import type { Webhook, WebhookWhy } from '#contract/webhooks.ts'
import { t, type MessageId } from '../../lib/messages.ts'
import { queryKeyOf } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import type { BadgeTone } from '../../ui/badge.tsx'

/** What colleagues call it, or else where it leads. */
export const nameOf = ({ description, address }: Pick<Webhook, 'description' | 'address'>): string => description || address

/** How it fares, in a word. */
export function stateOf({ active, failing_since }: Webhook): { tone: BadgeTone; word: string } {
  if (!active) return { tone: 'bad', word: t('webhooks.state.off') }
  return failing_since ? { tone: 'warm', word: t('webhooks.state.failing') } : { tone: 'good', word: t('webhooks.state.on') }
}

export const formatEvent = (event: WebhookEvent): string => t(`webhooks.event.${event}`)

/** Why a try failed; what a newer server says of it and these pages do not know stands as it is. */
export function formatFailure(why: WebhookWhy): string {
  const id: MessageId = `webhooks.why.${why}`
  const sentence = t(id)
  return sentence === id ? why : sentence
}

/** After a change: the list, each of them, and their logs. One that was removed is not read again. */
export const invalidateWebhooks = (): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('GET /api/webhooks') })
export const invalidateWebhookList = (): Promise<void> => queryClient.invalidateQueries({ queryKey: queryKeyOf('GET /api/webhooks') })
