import { useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { Filters } from '../../ui/filters.tsx'
import { namedOptions } from '../../ui/named-options.ts'
import styles from './waiting-list.module.css'
import { clearedFilters, readFilters } from './waiting-list-filters.ts'

/** Filters of the list, kept in the address. */
export function WaitingListFilterBar() {
  const [params, setParams] = useSearchParams<'waitingList'>()
  const supportTypes = useQuery(queryOptionsOf('GET /api/previous-history')).data?.support_types ?? []
  const mentors = useQuery(queryOptionsOf('GET /api/mentor-list')).data?.data ?? []
  const filters = readFilters(params)
  const bind = (name: string, value: string | undefined) => ({
    name,
    value: value ?? '',
    onChange: (next: string) => setParams({ [name]: next || undefined, page: undefined }, { replace: true }),
  })
  const filtered = [filters.supportType, filters.mentor, filters.date, filters.search].some(Boolean) || filters.state === 'ended'
  return (
    <Filters filtered={filtered}>
      <TextField label={t('waitingList.search')} type="search" autoComplete="off" {...bind('search', params.search)} />
      <SelectField
        label={t('waitingList.supportType')}
        placeholder={t('waitingList.anything')}
        options={namedOptions(supportTypes)}
        {...bind('support_type', filters.supportType)}
      />
      <SelectField
        label={t('waitingList.mentor')}
        placeholder={t('waitingList.anything')}
        options={namedOptions(mentors)}
        {...bind('mentor', filters.mentor)}
      />
      <DateField label={t('waitingList.date')} {...bind('date', filters.date)} />
      <SelectField
        label={t('waitingList.state')}
        placeholder={t('waitingList.state.open')}
        options={[{ value: 'ended', label: t('waitingList.state.ended') }]}
        {...bind('state', filters.state === 'ended' ? 'ended' : '')}
      />
      {filtered && (
        <Button kind="plain" className={styles.showAll} onClick={() => setParams(clearedFilters)}>
          {t('waitingList.showAll')}
        </Button>
      )}
    </Filters>
  )
}
