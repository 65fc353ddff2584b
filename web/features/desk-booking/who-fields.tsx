import type { Person } from '#contract/people.ts'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { PersonPicker } from '../people/person-picker.tsx'
import type { BookForFormState } from './book-for-values.ts'
import styles from './desk-booking.module.css'

interface WhoFieldsProps {
  form: BookForFormState
  person: Person | null
  onPerson: (person: Person | null) => void
  takesFocus?: boolean
}

/** The client: found by phone or name while typing, or a new client. */
export function WhoFields({ form, person, onPerson, takesFocus = false }: WhoFieldsProps) {
  const [typed, setTyped] = useState('')
  const { isNew } = form.values
  const [startsNew] = useState(takesFocus && isNew)
  useEffect(() => {
    if (startsNew) document.querySelector<HTMLElement>('[name="new_client.name"]')?.focus()
  }, [startsNew])
  // Synchronous, so that the next key press lands in the new field.
  const turn = (next: boolean) => {
    const known = /\p{L}/u.test(typed) ? { 'new_client.name': typed.trim() } : { 'new_client.phone': /\d/.test(typed) ? typed : '' }
    flushSync(() => form.set({ isNew: next, person: null, ...(next && typed.trim() !== '' && known) }))
    document.querySelector<HTMLElement>(next ? '[name="new_client.name"]' : '[name="person"]')?.focus()
  }
  if (isNew && !person) {
    return (
      <div className={styles.who}>
        <TextField label={t('bookFor.name')} maxLength={120} autoComplete="off" {...form.field('new_client.name')} />
        <TextField
          label={t('bookFor.phone')}
          hint={t('bookFor.phoneHint')}
          optional
          type="tel"
          maxLength={40}
          autoComplete="off"
          {...form.field('new_client.phone')}
        />
        <Button kind="plain" onClick={() => turn(false)}>
          {t('bookFor.known')}
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.who}>
      <PersonPicker
        label={t('bookFor.find')}
        value={person}
        error={form.errors.person}
        takesFocus={takesFocus}
        onChange={next => {
          form.set({ person: null, isNew: false })
          onPerson(next)
        }}
        onTyped={setTyped}
      />
      {!person && (
        <Button kind="plain" onClick={() => turn(true)}>
          {t('bookFor.new')}
        </Button>
      )}
    </div>
  )
}
