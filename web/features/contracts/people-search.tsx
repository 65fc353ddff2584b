import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { TextField } from '../../ui/fields.tsx'

/** Searches by name or digits of a phone number; the address follows after a pause in typing. */
export function PeopleSearch() {
  const [params, setParams] = useSearchParams<'contract'>()
  const [typed, setTyped] = useState(params.search ?? '')
  const search = useDebouncedCallback((value: string) => setParams({ search: value || undefined, page: undefined }, { replace: true }), 250)
  return (
    <TextField
      label={t('acceptances.search')}
      name="search"
      type="search"
      autoComplete="off"
      maxLength={100}
      value={typed}
      onChange={value => {
        setTyped(value)
        search(value.trim())
      }}
    />
  )
}
