import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { queryOptionsOf, type ResponseBody } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { formatPhone } from '../../lib/phone.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { PrivateAvatar } from '../../ui/private-avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import styles from './assigned.module.css'

/** A person to whom roles can be given, as the search finds them. */
export type Candidate = ResponseBody<'GET /api/role-assign/create'>['people'][number]

interface PersonSearchProps {
  chosen: Candidate | null
  error: string | undefined
  onChoose: (person: Candidate | null) => void
}

/** Finds a user by name, phone or e-mail. Needs only RoleAssign Edit. */
export function PersonSearch({ chosen, error, onChoose }: PersonSearchProps) {
  const place = useRef<HTMLDivElement>(null)
  const before = useRef(chosen)
  // The clicked control disappears: its replacement takes the focus.
  useEffect(() => {
    if (before.current !== chosen) place.current?.querySelector<HTMLElement>('input, button')?.focus()
    before.current = chosen
  }, [chosen])
  return (
    <div ref={place}>
      {chosen ? (
        <div className={styles.chosen} role="group" aria-label={t('roleAssignCreate.who')}>
          <PersonLine person={chosen} />
          <Button small kind="plain" onClick={() => onChoose(null)}>
            {t('roleAssignCreate.other')}
          </Button>
        </div>
      ) : (
        <Search error={error} onChoose={onChoose} />
      )}
    </div>
  )
}

/** As the server requires. */
const minLength = 2
const maxResults = 10

function Search({ error, onChoose }: Omit<PersonSearchProps, 'chosen'>) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 200)
  const enough = search.length >= minLength
  const query = useQuery({
    ...queryOptionsOf('GET /api/role-assign/create', { query: { search } }),
    enabled: enough,
    placeholderData: keepPreviousData,
  })
  const found = enough ? (query.data?.people ?? []) : []
  return (
    <Combobox
      name="person"
      label={t('roleAssignCreate.find')}
      hint={t('roleAssignCreate.findHint')}
      error={error}
      text={typed}
      onText={setTyped}
      items={found}
      idOf={({ id }) => id}
      render={person => <PersonLine person={person} />}
      onChoose={onChoose}
      status={formatFound()}
      isStale={typed.trim().length >= minLength && (typed.trim() !== search || query.isPending || query.isPlaceholderData)}
      input={{ maxLength: 120 }}
    />
  )

  function formatFound(): string {
    if (!enough) return ''
    if (query.error) return sentenceOf(query.error)
    if (!query.data) return ''
    if (found.length === maxResults) return t('roleAssignCreate.mostFound', { count: maxResults })
    return t('roleAssignCreate.found', { count: found.length })
  }
}

const PersonLine = ({ person: { name, phone, photo } }: { person: Candidate }) => (
  <>
    <PrivateAvatar name={name} photo={photo} size="small" />
    <span className={styles.who}>
      <span>{name}</span>
      <span className="soft small tabular">{phone && formatPhone(phone)}</span>
    </span>
  </>
)
