import type { Appointment } from '#contract/appointments.ts'
import type { Contract } from '#contract/contracts.ts'
import { useLayoutEffect, useRef, useState } from 'react'
import { acceptedOf, areAccepted } from '../../lib/accepted-texts.ts'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { useIdempotencyKey } from '../../lib/idempotency-key.ts'
import { t } from '../../lib/messages.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { refetchSearches } from '../booking/search-cache.ts'
import type { Chosen } from '../booking/use-chosen.ts'
import { interpreterOf, interpreterProblem, type Interpreting } from '../people/interpreter-field.tsx'
import type { BookForFormState, BookForValues } from './book-for-values.ts'
import { callerNumber, forgetCallerNumber } from './caller-number.ts'

interface DeskForm {
  user: string | undefined
  chosen: Chosen
  /** Those that the client has to accept. */
  contracts: readonly Contract[]
  /** The answer about an interpreter until another is given; null: as the client's record says. */
  interpreting: Interpreting | null
  onBooked: (appointment: Appointment) => void
  onOutdated: () => void
}

/**
 * What is typed for the client, and the booking. Typed text stays when the time or the client changes; what one client
 * has said about agreements and an interpreter does not count for another.
 */
export function useDeskForm({
  user,
  chosen: { time, wantedMentor },
  contracts,
  interpreting: chosenBefore,
  onBooked,
  onOutdated,
}: DeskForm) {
  const [params] = useSearchParams<'book'>()
  const keyFor = useIdempotencyKey()
  /** The time and mentor of the last attempt: a refusal belongs to them. */
  const [tried, setTried] = useState<string>()
  const slot = time && `${time.key} ${wantedMentor ?? ''}`
  const form: BookForFormState = useForm<BookForValues>({
    initial: {
      person: null,
      isNew: params.new !== undefined,
      'new_client.name': '',
      'new_client.phone': callerNumber(params.new),
      questions: [''],
      accepted: [],
      interpreting: null,
    },
    at: { phone_taken: 'new_client.phone' },
    check: values => ({
      ...(!user && !values.isNew && { person: t('bookFor.whoMissing') }),
      ...(!user && values.isNew && !values['new_client.name'].trim() && { 'new_client.name': t('bookFor.nameMissing') }),
      interpreting: problemOf(values.interpreting ?? chosenBefore),
      ...(!areAccepted(contracts, values.accepted) && { accepted: t('bookFor.contractsMissing') }),
    }),
    submit: async values => {
      if (!time) return
      setTried(slot)
      const interpreting = values.interpreting ?? chosenBefore
      const body = {
        schedule_id: time.schedule.id,
        starts_at: time.startsAt,
        mentor_id: wantedMentor ?? null,
        questions: values.questions.map(question => question.trim()).filter(question => question !== ''),
        ...(interpreting && { interpreter_language: interpreterOf(interpreting) }),
        accepted_texts: acceptedOf(contracts, values.accepted),
        ...(user
          ? { user_id: user }
          : { new_client: { name: values['new_client.name'], phone: values['new_client.phone'].trim() || null } }),
      }
      try {
        const appointment = await call('POST /api/appointments', { body, idempotencyKey: keyFor(body) })
        forgetCallerNumber()
        onBooked(appointment)
      } catch (error) {
        // What the client has to accept has changed, or the record was deactivated.
        if (isRefusal(error, 'contracts_required') || isRefusal(error, 'not_found')) onOutdated()
        void refetchSearches()
        throw error
      }
    },
  })
  useAnswersOf(user, () => form.set({ accepted: [], interpreting: null }))
  return { form, refusal: slot && tried === slot ? form.refusal : undefined }
}

const problemOf = (interpreting: Interpreting | null) => (interpreting ? interpreterProblem(interpreting) : undefined)

/** Clears the answers when another client is chosen. */
function useAnswersOf(user: string | undefined, clear: () => void): void {
  const before = useRef(user)
  useLayoutEffect(() => {
    if (before.current !== user) clear()
    before.current = user
  })
}
