import type { Person } from '#contract/people.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { countDigits, formatPhone } from '../../lib/phone.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { can } from '../../lib/session.ts'
import { PrivateAvatar } from '../../ui/private-avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import styles from './person-picker.module.css'

interface PersonPickerProps {
  label: string
  value: Person | null
  onChange: (person: Person | null) => void
  error?: string | undefined
  takesFocus?: boolean
  /** Receives the text, for a form that creates a new client. */
  onTyped?: (typed: string) => void
}

/** Shortest searches that the server accepts. */
const minDigits = 3
const minLetters = 2

/** Finds a person by digits of the phone number (needs Appointment Create) or, with User List, also by name. */
export function PersonPicker({ label, value, onChange, error, takesFocus, onTyped }: PersonPickerProps) {
  const [typed, setTyped] = useState('')
  const place = useRef<HTMLDivElement>(null)
  const [text] = useDebouncedValue(typed, 200)
  const named = isName(text)
  const enough = isEnough(text)
  const byPhone = useQuery({
    ...queryOptionsOf('GET /api/find-users', { query: { phone: text } }),
    enabled: enough && !named && value === null,
    placeholderData: keepPreviousData,
  })
  const byName = useQuery({
    ...queryOptionsOf('GET /api/find', { query: { text: text.trim() } }),
    enabled: enough && named && value === null,
    placeholderData: keepPreviousData,
  })
  const query = named ? byName : byPhone
  const found = enough ? ((named ? byName.data?.users : byPhone.data?.data) ?? []) : []

  // The pressed control disappears: its replacement takes the focus.
  const change = (person: Person | null) => {
    onChange(person)
    setTimeout(() => place.current?.querySelector<HTMLElement>('input, button')?.focus())
  }
  const type = (text: string) => {
    setTyped(text)
    onTyped?.(text)
  }

  if (value) {
    return (
      <div ref={place} className={styles.chosen} role="group" aria-label={label}>
        <PrivateAvatar name={value.name} photo={value.photo} />
        <span className={styles.who}>
          <strong>{value.name}</strong>
          <span className="soft small tabular">{value.phone ? formatPhone(value.phone) : t('personPicker.noPhone')}</span>
        </span>
        <Button kind="plain" onClick={() => change(null)}>
          {t('personPicker.other')}
        </Button>
      </div>
    )
  }
  return (
    <div ref={place}>
      <Combobox
        name="person"
        label={label}
        hint={t(can('User List') ? 'personPicker.findHintNames' : 'personPicker.findHint')}
        error={error}
        text={typed}
        onText={type}
        items={found}
        idOf={({ id }) => id}
        render={person => <PersonLine person={person} />}
        onChoose={change}
        status={statusText()}
        isStale={isEnough(typed) && (typed !== text || query.isPending || query.isPlaceholderData)}
        input={{ ...(!can('User List') && { inputMode: 'tel' }), maxLength: 40, autoFocus: takesFocus ?? false }}
      />
    </div>
  )

  function statusText(): string {
    if (query.error && enough) return sentenceOf(query.error)
    if (typed !== '' && !isEnough(typed)) return t(isName(typed) ? 'personPicker.typeMoreLetters' : 'personPicker.typeMore')
    if (!enough || query.isPending) return ''
    return t(named ? 'personPicker.foundNames' : 'personPicker.found', { count: found.length })
  }
}

/** Letters are a name, if the user may search by name. */
const isName = (typed: string): boolean => /\p{L}/u.test(typed) && can('User List')
const isEnough = (typed: string): boolean => (isName(typed) ? typed.trim().length >= minLetters : countDigits(typed) >= minDigits)

const PersonLine = ({ person: { name, phone, photo } }: { person: Person }) => (
  <>
    <PrivateAvatar name={name} photo={photo} size="small" />
    <span className={styles.who}>
      <span>{name}</span>
      <span className="soft small tabular">{phone ? formatPhone(phone) : t('personPicker.noPhone')}</span>
    </span>
  </>
)
