import { parseReference } from '#domain/booking/reference.ts'
import { useState } from 'react'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { looksLikePhone } from '../../lib/phone.ts'
import { paths } from '../../lib/paths.ts'
import { storeLogin } from '../../lib/session.ts'
import { getTabItem, removeTabItem, setTabItem } from '../../lib/tab-storage.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { addressOf, formatAddress, mayBeEmail } from '../sessions/address.ts'
import { requestCode } from '../sessions/request-code.ts'
import { CodeStep } from '../sessions/code-step.tsx'
import { setJoinState, useJoinState } from '../sessions/join-state.ts'
import { NothingFound } from './nothing-found.tsx'

interface IdentifyProps {
  reference: string
  /** The address names the appointment: only the client is to be identified. */
  known: boolean
  /** Path to return to after a login on another page, with the typed reference. */
  backOf: (reference: string) => string
  /** Called with the reference once the client is logged in. */
  onReference: (reference: string) => void
}

/** For which reference a code was requested, and where it was sent. Survives a reload, as joining does. */
interface Asked {
  reference: string
  who: string
}
const askedKey = 'feedback code'

/** The request for the appointment that the address names, or for any where it names none. */
function askedBefore(reference: string, known: boolean): Asked | undefined {
  const asked = getTabItem<Asked>(askedKey, null)
  return asked?.reference === reference || (reference === '' && !known) ? asked : undefined
}

/**
 * Identifies a client who is not logged in, by the reference and a code to their phone or e-mail address.
 * It never reveals whether a reference, a number or an address exists.
 */
export function Identify({ reference, known, backOf, onReference }: IdentifyProps) {
  const joining = useJoinState()
  // After a code that found nothing, a new visit begins again.
  const [asked, setAsked] = useState(() => (joining.ticket ? undefined : askedBefore(reference, known)))
  const ask = (next: Asked | undefined) => {
    setAsked(next)
    if (next) setTabItem(askedKey, null, next)
    else removeTabItem(askedKey)
  }
  const isAsked = asked !== undefined && asked.who === formatAddress(joining)
  const form = useForm({
    initial: { reference: asked?.reference ?? reference, who: '' },
    check: values => ({
      ...(!known && parseReference(values.reference) === null && { reference: t('feedbackForm.referenceMissing') }),
      ...(!looksLikePhone(values.who) && !mayBeEmail(values.who) && { who: t('feedbackForm.phoneMissing') }),
    }),
    submit: async values => {
      const address = addressOf(values.who)
      await requestCode(address)
      ask({ reference: values.reference, who: formatAddress(address) })
    },
  })
  if (isAsked && joining.ticket) {
    // An unknown number gets the same message as a reference of another client.
    return (
      <NothingFound
        onAgain={() => {
          setJoinState({})
          ask(undefined)
        }}
      />
    )
  }
  if (isAsked && joining.codeUntil) {
    return (
      <CodeStep
        joining={joining}
        onChangeAddress={() => ask(undefined)}
        onDone={login => {
          setJoinState({})
          ask(undefined)
          if (!known) onReference(form.values.reference)
          storeLogin(login)
        }}
      />
    )
  }
  return (
    <Form form={form}>
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
