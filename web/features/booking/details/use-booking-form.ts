import type { Appointment } from '#contract/appointments.ts'
import type { Contract } from '#contract/contracts.ts'
import type { SupportType } from '#contract/support-types.ts'
import { useEffect, useRef, useState } from 'react'
import { areAccepted } from '../../../lib/accepted-texts.ts'
import { queryKeyOf } from '../../../lib/api.ts'
import { useForm } from '../../../lib/form.ts'
import { t } from '../../../lib/messages.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { isRefusal, type Refusal } from '../../../lib/refusal.ts'
import { formatDateTimeThere } from '../../../lib/time.ts'
import { toast } from '../../../ui/toast.ts'
import { cacheAppointment, cacheMovedFrom } from '../use-appointment.ts'
import { choose } from '../choice.ts'
import { type Draft, clearDraft, saveDraft, readDraft } from './draft.ts'
import { refetchContracts } from '../required-contracts.ts'
import { refetchSearches, refetchSupportTypes } from '../search-cache.ts'
import { interpreterProblem } from '../../people/interpreter-field.tsx'
import { detailsProblems } from '../../sessions/details-problems.ts'
import { type JoinState, setJoinState } from '../../sessions/join-state.ts'
import { registerClient } from './register-client.ts'
import { bookAppointment, moveAppointment } from './book.ts'
import type { OfferedTime } from '../times.ts'
import type { ChangeChoice } from '../choice.ts'

interface BookingFormProps {
  time: OfferedTime | undefined
  mentor: string | undefined
  moving: Appointment | undefined
  /** A new person whose phone number or address is confirmed: submitting registers them first. */
  newcomer: JoinState | null
  contracts: readonly Contract[]
  /** As the page shows it. */
  price: SupportType['price'] | undefined
  change: ChangeChoice
  /** The client has said that they need one. */
  interpreter: boolean | undefined
}

/** State and submission of the details form. The draft survives every failure. */
export function useBookingForm({ time, mentor, moving, newcomer, contracts, price, change, interpreter }: BookingFormProps) {
  const [sentFor, setSentFor] = useState<string>()
  // Registering changes what has to be accepted; the form stays as it is until the booking is decided.
  const [sending, setSending] = useState<{ newcomer: JoinState | null; contracts: readonly Contract[] }>()
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => void (isGone.current = true)
  }, [])
  const chosenSlot = time && `${time.key} ${mentor ?? ''}`

  const form = useForm<Draft>({
    initial: readDraft(interpreter),
    check: values => (moving ? {} : checkDraft(values, newcomer !== null, contracts)),
    submit: async values => {
      if (!time) return
      setSentFor(chosenSlot)
      setSending({ newcomer, contracts })
      const request = { schedule_id: time.schedule.id, starts_at: time.startsAt, mentor_id: mentor ?? null }
      try {
        if (newcomer) await registerClient(newcomer, values, contracts)
        const done = await (moving ? moveAppointment(moving, request) : bookAppointment(request, values, contracts, price))
        if (!moving) {
          clearDraft()
          void refetchContracts()
        }
        cacheAppointment(done)
        if (moving) cacheMovedFrom(moving)
        if (isGone.current) toastDone(done, moving !== undefined)
        else change(choose.done(done.id, moving !== undefined), { replace: true })
      } catch (error) {
        await refetchAfter(error)
        throw error
      } finally {
        setSending(undefined)
      }
    },
  })

  const write = (part: Partial<Draft>) => {
    form.set(part)
    saveDraft({ ...form.values, ...part })
  }
  // A refusal applies only to the time and mentor that were submitted.
  const refusal: Refusal | undefined = chosenSlot && sentFor === chosenSlot ? form.refusal : undefined
  const startOver = () => {
    setJoinState({})
    form.reset(readDraft(interpreter))
  }
  // Of a phone number or address that was confirmed again, what was typed for it; of another, nothing.
  const joined = () => {
    setSentFor(undefined)
    form.reset(readDraft(interpreter))
  }
  // What was typed before, also before a reload (`typed`), stays. Otherwise the record of the client who has signed in
  // here may say that they need an interpreter.
  const signedIn = (typed: unknown) => {
    setSentFor(undefined)
    if (form.isDirty() || typed !== undefined) saveDraft(form.values)
    else form.reset(readDraft(interpreter))
  }
  return { form, write, startOver, joined, signedIn, refusal, sending }
}

/** For the page that the client went to while it was sent. */
function toastDone({ starts_at, time_zone, status }: Appointment, moved: boolean): void {
  const text = moved ? 'booking.left.moved' : status === 'pending' ? 'booking.left.pending' : 'myWaiting.accepted'
  toast(t(text, { when: formatDateTimeThere(starts_at, time_zone) }), {
    type: 'success',
    durationMs: leftToastMs,
  })
}
const leftToastMs = 10_000

const checkDraft = ({ name, email, accepted, interpreting }: Draft, isNew: boolean, contracts: readonly Contract[]) => ({
  ...(isNew && detailsProblems({ name, email, password: '', accepted_texts: [] }, [])),
  interpreting: interpreterProblem(interpreting),
  ...(!areAccepted(contracts, accepted) && { accepted: t('booking.contracts.missing') }),
})

/** Refetches the data that a refusal has shown to be stale. */
async function refetchAfter(error: unknown): Promise<void> {
  if (isRefusal(error, 'slot_taken') || isRefusal(error, 'not_bookable')) void refetchSearches()
  if (isRefusal(error, 'price_changed')) {
    void refetchSupportTypes()
    await refetchSearches()
  }
  if (isRefusal(error, 'contracts_required')) await refetchContracts()
  if (isRefusal(error, 'client_busy'))
    await queryClient.invalidateQueries({ queryKey: queryKeyOf('GET /api/previous-history'), refetchType: 'all' })
  if (isRefusal(error, 'stale') || isRefusal(error, 'too_late') || isRefusal(error, 'bad_transition'))
    await queryClient.invalidateQueries({ queryKey: queryKeyOf('GET /api/appointments/{id}') })
}
