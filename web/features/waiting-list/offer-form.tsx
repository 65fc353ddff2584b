import type { WaitingEntry } from '#contract/waiting-list.ts'
import type { AcceptedText, Contract } from '#contract/contracts.ts'
import { useNavigate } from '@tanstack/react-router'
import { acceptedOf, areAccepted } from '../../lib/accepted-texts.ts'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { formatMoney } from '../../lib/money.ts'
import { paths } from '../../lib/paths.ts'
import { queryClient } from '../../lib/query-client.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { useSession } from '../../lib/session.ts'
import { formatDateTimeThere } from '../../lib/time.ts'
import { Agreements } from '../../ui/agreements.tsx'
import { Button } from '../../ui/button.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.ts'
import { Questions } from '../booking/questions.tsx'
import { refetchContracts } from '../booking/required-contracts.ts'
import { InterpreterField, interpreterOf, interpreterProblem, interpretingOf } from '../people/interpreter-field.tsx'
import { DeclineButton } from './decline-button.tsx'
import { seenOffer } from './seen-offer.ts'

interface OfferFormProps {
  entry: WaitingEntry
  offer: NonNullable<WaitingEntry['offer']>
  /** Contracts to accept before booking. */
  contracts: readonly Contract[]
}

/** Accepts or declines the offered seat, with questions and agreements. */
export function OfferForm({ entry, offer, contracts }: OfferFormProps) {
  const navigate = useNavigate()
  const { price, needs_approval } = entry.support_type
  const known = interpretingOf(useSession()?.user)
  const form = useForm({
    initial: {
      questions: [''],
      accepted: [] as AcceptedText[],
      interpreting: { ...known, needs_interpreter: entry.interpreter ?? known.needs_interpreter },
    },
    check: ({ accepted, interpreting }) => ({
      interpreting: interpreterProblem(interpreting),
      ...(!areAccepted(contracts, accepted) && { accepted: t('myWaiting.missing') }),
    }),
    submit: async ({ questions, accepted, interpreting }) => {
      const body = {
        offer: seenOffer(offer),
        price,
        questions: questions.map(text => text.trim()).filter(Boolean),
        interpreter_language: interpreterOf(interpreting),
        accepted_texts: acceptedOf(contracts, accepted),
      }
      try {
        const { id, status, starts_at, time_zone } = await call('POST /api/waiting-list/{id}/accept', { params: { id: entry.id }, body })
        const when = formatDateTimeThere(starts_at, time_zone)
        toast(t(status === 'pending' ? 'myWaiting.requested' : 'myWaiting.accepted', { when }), { type: 'success' })
        await navigate({ href: paths.myAppointment(id) })
      } catch (error) {
        if (isRefusal(error, 'contracts_required')) await refetchContracts()
        if (isRefusal(error, 'offer_ended') || isRefusal(error, 'price_changed')) await queryClient.invalidateQueries()
        throw error
      }
    },
  })
  return (
    <Form form={form} asks>
      <Questions values={form.values.questions} problems={form.refusal?.errors ?? {}} onChange={questions => form.set({ questions })} />
      <InterpreterField
        label={t('interpreter.iNeed')}
        value={form.values.interpreting}
        error={form.errors.interpreting}
        onChange={interpreting => form.set({ interpreting })}
      />
      {contracts.length > 0 && (
        <Agreements
          contracts={contracts}
          value={form.values.accepted}
          error={form.errors.accepted}
          onChange={accepted => form.set({ accepted })}
        />
      )}
      <p>{price.amount > 0 ? t('booking.policy.price', { price: formatMoney(price) }) : t('booking.policy.free')}</p>
      {needs_approval && <p className="soft">{t('myWaiting.approval')}</p>}
      <FormActions>
        <Button type="submit" kind="primary" busy={form.busy}>
          {t(needs_approval ? 'myWaiting.request' : 'myWaiting.accept')}
        </Button>
        <DeclineButton id={entry.id} offer={offer} />
      </FormActions>
    </Form>
  )
}
