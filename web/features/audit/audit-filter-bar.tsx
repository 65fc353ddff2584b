import { useDebouncedCallback, useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { filterNames, noFilters, readFilters } from './audit-filters.ts'
import styles from './audit.module.css'
import { actionChoices, thingChoices } from './say-entry.ts'

/** Who, what and when: every choice stands in the address. */
export function AuditFilterBar() {
  const [params, setParams] = useSearchParams()
  const { person = '', action, subject, from, to } = readFilters(params)
  const [typed, setTyped] = useState(person)
  const [shown, setShown] = useState(person)
  if (shown !== person) {
    // The address changed by another way than typing: Back, or showing everything.
    setShown(person)
    setTyped(person)
  }
  const search = useDebouncedCallback((text: string) => {
    setShown(text.trim())
    setParams({ person: text.trim() || undefined, person_id: undefined, after: undefined }, { replace: true })
  }, 300)
  const bind = (name: string, value: string | undefined) => ({
    name,
    value: value ?? '',
    onChange: (next: string) => setParams({ [name]: next || undefined, after: undefined }, { replace: true }),
  })
  const wide = useMediaQuery('(min-width: 40em)', true, { getInitialValueInEffect: false })
  const filtered = filterNames.some(name => params[name])
  const fields = (
    <>
      <TextField
        label={t('audit.person')}
        name="person"
        value={typed}
        maxLength={100}
        autoComplete="off"
        placeholder={t(can('User List') ? 'audit.personNumber' : 'audit.personName')}
        onChange={text => {
          setTyped(text)
          search(text)
        }}
      />
      <SelectField label={t('audit.thing')} placeholder={t('audit.anything')} options={thingChoices(subject)} {...bind('thing', subject)} />
      <SelectField
        label={t('audit.action')}
        placeholder={t('audit.anything')}
        options={actionChoices(action)}
        {...bind('action', action)}
      />
      <TextField label={t('audit.from')} type="date" max={to} {...bind('from', from)} />
      <TextField label={t('audit.to')} type="date" min={from} {...bind('to', to)} />
      {filtered && (
        <Button kind="plain" onClick={() => setParams(noFilters)}>
          {t('audit.showAll')}
        </Button>
      )}
    </>
  )
  if (wide) return <search className={styles.filters}>{fields}</search>
  return (
    <search>
      <details open={filtered || undefined} className={styles.folded}>
        <summary>{t('audit.filters')}</summary>
        <div className={styles.filters}>{fields}</div>
      </details>
    </search>
  )
}
