import { useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { Filters } from '../../ui/filters.tsx'
import { namedOptions } from '../../ui/named-options.ts'
import { isFiltered, clearedFilters, readFilters } from './feedback-filters.ts'
import styles from './feedbacks.module.css'

interface Named {
  id: string
  name: string
}

/** Filters by mentor, support type and date, kept in the address. */
export function FilterBar() {
  const [params, setParams] = useSearchParams<'feedbacks'>()
  const mentors = useQuery(queryOptionsOf('GET /api/mentor-list')).data?.data ?? []
  const supportTypes = useQuery(queryOptionsOf('GET /api/previous-history')).data?.support_types ?? []
  const filter = readFilters(params)
  const bind = (name: string, value: string | undefined) => ({
    name,
    value: value ?? '',
    onChange: (next: string) => setParams({ [name]: next || undefined, page: undefined }, { replace: true }),
  })
  const named = (list: readonly Named[]) => namedOptions(list.toSorted((a, b) => a.name.localeCompare(b.name)))
  return (
    <Filters filtered={isFiltered(filter)}>
      <SelectField
        label={t('feedbacks.mentor')}
        placeholder={t('feedbacks.allMentors')}
        options={named(mentors)}
        {...bind('mentor', filter.mentor_id)}
      />
      <SelectField
        label={t('feedbacks.supportType')}
        placeholder={t('feedbacks.anything')}
        options={named(supportTypes)}
        {...bind('support_type', filter.support_type_id)}
      />
      <DateField label={t('feedbacks.from')} max={filter.to} {...bind('from', filter.from)} />
      <DateField label={t('feedbacks.to')} min={filter.from} {...bind('to', filter.to)} />
      {isFiltered(filter) && (
        <Button kind="plain" className={styles.showAll} onClick={() => setParams(clearedFilters)}>
          {t('feedbacks.showAll')}
        </Button>
      )}
    </Filters>
  )
}
