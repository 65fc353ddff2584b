import type { Person } from '#contract/people.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { queryOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { formatPhone } from '../../lib/phone.ts'
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
  autoFocus?: boolean
  /** What is typed, for whoever makes a new person of it. */
  onTyped?: (typed: string) => void
}

/** How many digits, or letters, it takes to look somebody up. */
const fewestDigits = 3
const fewestLetters = 2
const countDigits = (typed: string): number => typed.replaceAll(/\D/g, '').length

/** Finds a person while digits of their phone number are typed; needs Appointment Create. With User List also by name: not everybody has a phone. */
export function PersonPicker({ label, value, onChange, error, autoFocus, onTyped }: PersonPickerProps) {
  const [typed, setTyped] = useState('')
  const place = useRef<HTMLDivElement>(null)
  const [text] = useDebouncedValue(typed, 200)
  const named = isName(text)
  const enough = isEnough(text)
  const byPhone = useQuery({
    ...queryOf('GET /api/find-users', { query: { phone: text } }),
    enabled: enough && !named && value === null,
    placeholderData: keepPreviousData,
  })
  const byName = useQuery({
    ...queryOf('GET /api/find', { query: { text: text.trim() } }),
    enabled: enough && named && value === null,
    placeholderData: keepPreviousData,
  })
  const query = named ? byName : byPhone
  const found = enough ? ((named ? byName.data?.users : byPhone.data?.data) ?? []) : []

  // What was pressed goes; what takes its place takes the focus.
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
          <span className="soft small tabular">{value.phone ? formatPhone(value.phone) : t('people.noPhone')}</span>
        </span>
        <Button kind="plain" onClick={() => change(null)}>
          {t('people.other')}
        </Button>
      </div>
    )
  }
  return (
    <div ref={place}>
      <Combobox
        name="person"
        label={label}
        hint={t(can('User List') ? 'people.findHintNames' : 'people.findHint')}
        error={error}
        text={typed}
        onText={type}
        items={found}
        idOf={({ id }) => id}
        render={person => <PersonLine person={person} />}
        onChoose={change}
        status={formatFound()}
        input={{ ...(!can('User List') && { inputMode: 'tel' }), maxLength: 40, autoFocus: autoFocus ?? false }}
      />
    </div>
  )

  function formatFound(): string {
    if (query.error && enough) return sentenceOf(query.error)
    if (typed !== '' && !isEnough(typed)) return t(isName(typed) ? 'people.typeMoreLetters' : 'people.typeMore')
    if (!enough || query.isPending) return ''
    return t(named ? 'people.foundNames' : 'people.found', { count: found.length })
  }
}

/** Letters are a name, for those who may look people up by one. */
const isName = (typed: string): boolean => /\p{L}/u.test(typed) && can('User List')
const isEnough = (typed: string): boolean => (isName(typed) ? typed.trim().length >= fewestLetters : countDigits(typed) >= fewestDigits)

const PersonLine = ({ person: { name, phone, photo } }: { person: Person }) => (
  <>
    <PrivateAvatar name={name} photo={photo} size="small" />
    <span className={styles.who}>
      <span>{name}</span>
      <span className="soft small tabular">{phone ? formatPhone(phone) : t('people.noPhone')}</span>
    </span>
  </>
)
