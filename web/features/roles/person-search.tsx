import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { queryOf, type Answer } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import styles from './assigned.module.css'

export type Candidate = Answer<'GET /api/role-assign/create'>['people'][number]

interface PersonSearchProps {
  chosen: Candidate | null
  error: string | undefined
  onChoose: (person: Candidate | null) => void
}

/** Finds one person by name, phone or e-mail, and shows who was chosen. */
export function PersonSearch({ chosen, error, onChoose }: PersonSearchProps) {
  const place = useRef<HTMLDivElement>(null)
  const before = useRef(chosen)
  // What was pressed goes with what it did: the focus follows to what took its place.
  useEffect(() => {
    if (before.current !== chosen) place.current?.querySelector<HTMLElement>('input, button')?.focus()
    before.current = chosen
  }, [chosen])
  return (
    <div ref={place}>
      {chosen ? (
        <p className={styles.chosen}>
          <Avatar name={chosen.name} photo={chosen.photo} />
          <span className={styles.who}>
            <strong>{chosen.name}</strong>
            <span className="soft small tabular">{chosen.phone}</span>
          </span>
          <Button small kind="plain" onClick={() => onChoose(null)}>
            {t('roleAssignCreate.other')}
          </Button>
        </p>
      ) : (
        <Search error={error} onChoose={onChoose} />
      )}
    </div>
  )
}

function Search({ error, onChoose }: Omit<PersonSearchProps, 'chosen'>) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim().slice(0, 120), 250)
  const { data } = useQuery({
    ...queryOf('GET /api/role-assign/create', { query: { search } }),
    enabled: search.length >= 2,
    placeholderData: keepPreviousData,
  })
  const found = search.length >= 2 ? data?.people : undefined
  return (
    <div className={styles.section}>
      <TextField
        label={t('roleAssignCreate.find')}
        hint={t('roleAssignCreate.findHint')}
        type="search"
        autoComplete="off"
        name="person"
        value={typed}
        error={error}
        onChange={setTyped}
        onKeyDown={event => {
          if (event.key !== 'Enter') return
          // Enter in a search is not the form's.
          event.preventDefault()
          if (found?.length === 1 && found[0]) onChoose(found[0])
        }}
      />
      <p className="soft small" role="status">
        {found &&
          (found.length === 10 ? t('roleAssignCreate.mostFound', { count: 10 }) : t('roleAssignCreate.found', { count: found.length }))}
      </p>
      {found && found.length > 0 && (
        <ul className={styles.people}>
          {found.map(person => (
            <li key={person.id}>
              <button
                type="button"
                className={styles.candidate}
                aria-label={t('roleAssignCreate.choose', { name: [person.name, person.phone].filter(Boolean).join(', ') })}
                onClick={() => onChoose(person)}
              >
                <Avatar name={person.name} photo={person.photo} size="small" />
                <span className={styles.who}>
                  <span>{person.name}</span>
                  <span className="soft small tabular">{person.phone}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
