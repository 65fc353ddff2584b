import type { User } from '#contract/people.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { queryOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { sayPhone } from '../../lib/phone.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import styles from './person-picker.module.css'

interface PersonPickerProps {
  label: string
  value: User | null
  onChange: (person: User | null) => void
  error?: string | undefined
  autoFocus?: boolean
  /** What is typed, for whoever makes a new person of it. */
  onTyped?: (typed: string) => void
}

/** How many digits it takes to look somebody up. */
const fewestDigits = 3
const countDigits = (typed: string): number => typed.replaceAll(/\D/g, '').length

/** Finds a person while digits of their phone number are typed. Needs Appointment Create. */
export function PersonPicker({ label, value, onChange, error, autoFocus, onTyped }: PersonPickerProps) {
  const [typed, setTyped] = useState('')
  const place = useRef<HTMLDivElement>(null)
  const [phone] = useDebouncedValue(typed, 200)
  const enough = countDigits(phone) >= fewestDigits
  const query = useQuery({
    ...queryOf('GET /api/find-users', { query: { phone } }),
    enabled: enough && value === null,
    placeholderData: keepPreviousData,
  })
  const found = enough ? (query.data?.data ?? []) : []

  // What was pressed goes; what takes its place takes the focus.
  const change = (person: User | null) => {
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
        <Avatar name={value.name} photo={value.photo} />
        <span className={styles.who}>
          <strong>{value.name}</strong>
          <span className="soft small tabular">{value.phone ? sayPhone(value.phone) : t('people.noPhone')}</span>
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
        hint={t('people.findHint')}
        error={error}
        text={typed}
        onText={type}
        items={found}
        idOf={({ id }) => id}
        render={person => <PersonLine person={person} />}
        onChoose={change}
        status={sayFound()}
        input={{ inputMode: 'tel', maxLength: 40, autoFocus: autoFocus ?? false }}
      />
    </div>
  )

  function sayFound(): string {
    if (query.error && enough) return sentenceOf(query.error)
    if (typed !== '' && countDigits(typed) < fewestDigits) return t('people.typeMore')
    if (!enough || query.isPending) return ''
    return t('people.found', { count: found.length })
  }
}

const PersonLine = ({ person: { name, phone, photo } }: { person: User }) => (
  <>
    <Avatar name={name} photo={photo} size="small" />
    <span className={styles.who}>
      <span>{name}</span>
      <span className="soft small tabular">{phone && sayPhone(phone)}</span>
    </span>
  </>
)
