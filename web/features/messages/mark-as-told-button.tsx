import type { Message } from '#contract/messages.ts'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'

/** Marks the recipient as told by phone; the toast offers Undo. */
export function MarkAsToldButton({ message: { id }, name }: { message: Pick<Message, 'id'>; name: string }) {
  const mark = useApiMutation('POST /api/messages/{id}/told', {
    invalidates: ['GET /api/messages', 'GET /api/messages/{id}'],
    success: (_, { body: { told } }) =>
      told
        ? {
            text: t('messages.phone.noted', { name }),
            action: { label: t('messages.phone.undo'), run: () => mark.mutate({ params: { id }, body: { told: false } }) },
          }
        : null,
  })
  return (
    <Button
      small
      busy={mark.isPending}
      aria-label={t('messages.phone.knowOf', { name })}
      onClick={() => mark.mutate({ params: { id }, body: { told: true } })}
    >
      {t('messages.phone.know')}
    </Button>
  )
}
