import type { Appointment } from '#contract/appointments.ts'
import { isUntouched } from '../../lib/after-stale.ts'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { Card } from '../../ui/card.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { toast } from '../../ui/toast.ts'
import { InterpreterField, interpreterOf, interpreterProblem, type Interpreting } from '../people/interpreter-field.tsx'
import { formatInterpreterNeed } from '../people/interpreter-need.tsx'
import styles from './desk-appointment.module.css'
import { useEditedAppointment } from './use-edited-appointment.ts'

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

const hasSameInterpreter = (base: Appointment, current: Appointment) => base.interpreter_language === current.interpreter_language

function InterpreterForm({ appointment }: { appointment: Appointment }) {
  const { id } = appointment
  const { base, setBase, revision, readNewest, isBehind } = useEditedAppointment(appointment, hasSameInterpreter)
  const form = useForm<{ interpreting: Interpreting }>({
    initial: { interpreting: interpretingIn(base) },
    check: ({ interpreting }) => ({ interpreting: interpreterProblem(interpreting) }),
    submit: async ({ interpreting }) => {
      const body = { revision, interpreter_language: interpreterOf(interpreting) }
      setBase(await call('PUT /api/appointments/{id}', { params: { id }, body }))
      toast(t('interpreter.saved'), { type: 'success' })
    },
  })
  if (isBehind && isUntouched(form)) {
    setBase(appointment)
    form.reset({ interpreting: interpretingIn(appointment) })
  }
  const { interpreting } = form.values
  return (
    <FormFrame
      form={form}
      submit={interpreterOf(interpreting) === base.interpreter_language ? undefined : t('ui.save')}
      cancel={() => form.reset({ interpreting: interpretingIn(base) })}
      stale={{ onKeep: readNewest, onTake: async () => form.reset({ interpreting: interpretingIn(await readNewest()) }) }}
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
