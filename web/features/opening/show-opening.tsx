import { useNavigate } from '@tanstack/react-router'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'

/** Brings back the list on the dashboard, with the links, the poster and the embed code. */
export function ShowOpening() {
  const navigate = useNavigate()
  const showing = useApiMutation('PUT /api/settings', { onSuccess: () => void navigate({ href: paths.admin() }) })
  return (
    <Button busy={showing.isPending} onClick={() => showing.mutate({ body: { opening_hidden: false } })}>
      {t('opening.show')}
    </Button>
  )
}
