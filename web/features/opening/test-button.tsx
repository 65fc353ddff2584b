import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'

/** Sends a test message to the caller's own number and e-mail address. */
export function TestButton() {
  const sending = useApiMutation('POST /api/opening/test', { success: t('opening.testSent') })
  return (
    <Button busy={sending.isPending} onClick={() => sending.mutate({})}>
      {t('opening.sendTest')}
    </Button>
  )
}
