import { parseReference } from '#domain/booking/reference.ts'
import { useState } from 'react'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { storeLogin } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { addressOf, mayBeEmail, mayBePhone } from '../sessions/address.ts'
import { requestCode } from '../sessions/request-code.ts'
import { CodeStep } from '../sessions/code-step.tsx'
import { setJoining, useJoining } from '../sessions/joining.ts'
import { NothingFound } from './nothing-found.tsx'

interface IdentifyProps {
  reference: string
  /** The appointment is known from the address: only who is speaking is asked. */
  known: boolean
  /** Where to come back to after logging in elsewhere, with the reference that is typed. */
  backOf: (reference: string) => string
  /** Called with the reference once the client is logged in. */
  onReference: (reference: string) => void
}

/**
 * Identifies a client who is not logged in by the reference and a code to their phone or e-mail address. Nothing here
 * tells whether a reference, a number or an address exists; what is found is only looked at with both.
 */
export function Identify({ reference, known, backOf, onReference }: IdentifyProps) {
  const joining = useJoining()
  const [asked, setAsked] = useState(false)
  const form = useForm({
    initial: { reference, who: '' },
    check: values => ({
      ...(!known && parseReference(values.reference) === null && { reference: t('feedbackForm.referenceMissing') }),
      ...(!mayBePhone(values.who) && !mayBeEmail(values.who) && { who: t('feedbackForm.phoneMissing') }),
    }),
    submit: async values => {
      await requestCode(addressOf(values.who))
      setAsked(true)
    },
  })
  if (asked && joining.ticket) {
    // An unknown number gets the same message as a reference of another client.
    return (
      <NothingFound
        onAgain={() => {
          setJoining({})
          setAsked(false)
        }}
      />
    )
  }
  if (asked && joining.codeUntil) {
    return (
      <CodeStep
        joining={joining}
        onChangeAddress={() => setAsked(false)}
        onDone={login => {
          setJoining({})
          if (!known) onReference(form.values.reference)
          storeLogin(login)
        }}
      />
    )
  }
  return (
    <Form onSubmit={form.onSubmit} problem={form.problem}>
      {!known && (
        <TextField
          label={t('feedbackForm.reference')}
          hint={t('feedbackForm.referenceHint')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...form.field('reference')}
        />
      )}
      <TextField
        label={t('feedbackForm.phone')}
        hint={t('feedbackForm.phoneHint')}
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('who')}
      />
      <FormActions>
        <Button type="submit" kind="primary" busy={form.busy}>
          {t('feedbackForm.sendCode')}
        </Button>
        <ButtonLink to={paths.login({ back: backOf(form.values.reference) })} kind="plain">
          {t('feedbackForm.withPassword')}
        </ButtonLink>
      </FormActions>
    </Form>
  )
}
