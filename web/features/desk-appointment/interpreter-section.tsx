import type { Appointment } from '#contract/appointments.ts'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { Card } from '../../ui/card.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { toast } from '../../ui/toast.ts'
import { invalidateAppointments } from '../appointments/set-status.ts'
import { InterpreterField, interpreterOf, interpreterProblem, type Interpreting } from '../people/interpreter-field.tsx'
import { formatInterpreterNeed } from '../people/interpreter-need.tsx'
import styles from './desk-appointment.module.css'

const interpretingIn = ({ interpreter_language: tag }: Appointment): Interpreting => ({
  needs_interpreter: tag !== null,
  spoken_language: tag ?? '',
})

/** Whether the client needs an interpreter, and of which language. */
export const InterpreterSection = ({ appointment, editable }: { appointment: Appointment; editable: boolean }) => (
  <Card as="section" label={t('interpreter.title')}>
    <h2 className={styles.title}>{t('interpreter.title')}</h2>
    {editable ? (
      <InterpreterForm appointment={appointment} />
    ) : (
      <p className="soft">{formatInterpreterNeed(appointment) ?? t('interpreter.none')}</p>
    )}
  </Card>
)

function InterpreterForm({ appointment }: { appointment: Appointment }) {
  const { id } = appointment
  const [base, setBase] = useState(appointment)
  // A newer revision with the same answer counts as the same.
  const revision = base.interpreter_language === appointment.interpreter_language ? appointment.revision : base.revision
  const form = useForm<{ interpreting: Interpreting }>({
    initial: { interpreting: interpretingIn(base) },
    check: ({ interpreting }) => ({ interpreting: interpreterProblem(interpreting) }),
    submit: async ({ interpreting }) => {
      const body = { revision, interpreter_language: interpreterOf(interpreting) }
      setBase(await call('PUT /api/appointments/{id}', { params: { id }, body }))
      toast(t('interpreter.saved'), { type: 'success' })
    },
  })
  const { interpreting } = form.values
  const newest = async () => {
    const { appointment: now } = await call('GET /api/appointments/{id}/edit', { params: { id } })
    setBase(now)
    await invalidateAppointments()
    return now
  }
  return (
    <FormFrame
      form={form}
      submit={interpreterOf(interpreting) === base.interpreter_language ? undefined : t('ui.save')}
      cancel={() => form.reset({ interpreting: interpretingIn(base) })}
      stale={{ onKeep: newest, onTake: async () => form.reset({ interpreting: interpretingIn(await newest()) }) }}
    >
      <InterpreterField
        label={t('interpreter.theyNeed')}
        value={interpreting}
        error={form.errors.interpreting}
        onChange={next => form.set({ interpreting: next })}
      />
    </FormFrame>
  )
}
