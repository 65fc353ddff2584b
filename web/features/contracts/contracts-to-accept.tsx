import type { AcceptedText, Contract } from '#contract/contracts.ts'
import { useQuery } from '@tanstack/react-query'
import { acceptedOf } from '../../lib/accepted-texts.ts'
import { call, queryKeyOf, queryOptionsOf } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Agreements } from '../../ui/agreements.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Form } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.ts'

const own = { queryKey: queryKeyOf('GET /api/my-profile/acceptances') }

/** Contracts in force that the user has not accepted yet. Nothing if there are none. */
export function ContractsToAccept() {
  const { data } = useQuery(queryOptionsOf('GET /api/my-profile/acceptances'))
  const contracts = data?.to_accept ?? []
  return contracts.length > 0 ? <AcceptForm key={contracts.map(({ version_id }) => version_id).join()} contracts={contracts} /> : null
}

function AcceptForm({ contracts }: { contracts: readonly Contract[] }) {
  const form = useForm<{ accepted: readonly AcceptedText[] }>({
    initial: { accepted: [] },
    check: ({ accepted }) => (acceptedOf(contracts, accepted).length === 0 ? { accepted: t('agreements.tickOne') } : {}),
    at: { contracts_required: 'accepted' },
    submit: async ({ accepted }) => {
      try {
        await call('POST /api/my-profile/acceptances', { body: { accepted_texts: acceptedOf(contracts, accepted) } })
        toast(t('agreements.thanks'), { type: 'success' })
      } finally {
        await queryClient.invalidateQueries(own)
      }
    },
  })
  return (
    <Card>
      <Form form={form}>
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
