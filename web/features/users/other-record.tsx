import type { UserDetails } from '#contract/users.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { PrivateAvatar } from '../../ui/private-avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/fields.tsx'
import { formatPhone } from '../../lib/phone.ts'
import styles from './users.module.css'

/** Searches the user's other record, starting with their own name. */
export function OtherRecord({ user }: { user: UserDetails }) {
  const [, setParams] = useSearchParams<'userMerge'>()
  const [typed, setTyped] = useState(user.name.split(' ').at(-1) ?? '')
  const [search] = useDebouncedValue(typed.trim(), 200)
  const query = useQuery({
    ...queryOptionsOf('GET /api/users', { query: { search, per_page: 10 } }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
  const found = search === '' ? [] : (query.data?.data ?? []).filter(({ id }) => id !== user.id)
  return (
    <Card as="section" label={t('merge.find')}>
      <p>{t('merge.lead', { name: user.name })}</p>
      <div className={styles.otherName}>
        <TextField
          label={t('merge.find')}
          hint={t('users.searchHint')}
          name="other"
          type="search"
          value={typed}
          onChange={setTyped}
          // The first key replaces the suggested name.
          onFocus={event => event.target.select()}
          maxLength={200}
          autoComplete="off"
        />
      </div>
      <p className="soft small" role="status">
        {search !== '' && query.data && t('merge.found', { count: found.length })}
      </p>
      <ul className={styles.rows}>
        {found.map(({ id, name, phone, email, photo }) => (
          <li key={id} className={styles.row}>
            <div className={styles.person}>
              <PrivateAvatar name={name} photo={photo} />
              <div className={styles.rowText}>
                <strong>{name}</strong>
                <span className="soft small tabular">
                  {[phone ? formatPhone(phone) : t('users.noPhone'), email].filter(Boolean).join(' · ')}
                </span>
              </div>
            </div>
            <Button small aria-label={t('merge.compareWith', { name })} onClick={() => setParams({ other: id })}>
              {t('merge.compare')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
