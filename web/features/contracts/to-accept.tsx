import type { Contract } from '#contract/contracts.ts'
import { call, keyOf } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Agreements } from '../../ui/agreements.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Form } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.ts'

const own = { queryKey: keyOf('GET /api/my-profile/acceptances') }

/** What is in force by now and has still to be accepted, here rather than with the next booking. */
export function ToAccept({ contracts }: { contracts: readonly Contract[] }) {
  const form = useForm<{ accepted: readonly string[] }>({
    initial: { accepted: [] },
    check: ({ accepted }) => (accepted.length === 0 ? { accepted: t('agreements.tickOne') } : {}),
    at: { contracts_required: 'accepted' },
    submit: async ({ accepted }) => {
      try {
        await call('POST /api/my-profile/acceptances', { body: { accepted_version_ids: [...accepted] } })
        toast(t('agreements.thanks'), { type: 'success' })
      } finally {
        await queryClient.invalidateQueries(own)
      }
    },
  })
  return (
    <Card>
      <Form onSubmit={form.onSubmit} problem={form.problem}>
        <Agreements
          contracts={contracts}
          value={form.values.accepted}
          error={form.errors.accepted}
          onChange={accepted => form.set({ accepted })}
        />
        <div>
          <Button type="submit" kind="primary" busy={form.busy}>
            {t('agreements.accept')}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
