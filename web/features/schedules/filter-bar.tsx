import { useSearchParams } from '../../lib/search-params.ts'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { Filters } from '../../ui/filters.tsx'
import { namedOptions } from '../../ui/named-options.ts'
import { availabilities, isFiltered, clearedFilters, readFilters } from './schedule-filters.ts'
import { useFilterChoices } from './filter-choices.ts'
import styles from './schedules.module.css'

/** Filters of the list, kept in the address. */
export function FilterBar() {
  const [params, setParams] = useSearchParams<'schedules'>()
  const { supportTypes, places, mentors } = useFilterChoices()
  const filters = readFilters(params)
  const bind = (name: string, value: string | undefined) => ({
    name,
    value: value ?? '',
    onChange: (next: string) => setParams({ [name]: next || undefined, page: undefined }, { replace: true }),
  })
  return (
    <Filters filtered={isFiltered(filters)}>
      <TextField label={t('schedules.search')} type="search" autoComplete="off" maxLength={100} {...bind('search', params.search)} />
      <SelectField
        label={t('schedules.availability')}
        placeholder={t('schedules.availability.all')}
        options={availabilities.map(value => ({ value, label: t(`schedules.availability.${value}`) }))}
        {...bind('availability', filters.availability === 'all' ? '' : filters.availability)}
      />
      <SelectField
        label={t('schedules.supportType')}
        placeholder={t('schedules.anything')}
        options={namedOptions(supportTypes)}
        {...bind('support_type', filters.supportType)}
      />
      <SelectField
        label={t('schedules.place')}
        placeholder={t('schedules.anything')}
        options={namedOptions(places)}
        {...bind('place', filters.place)}
      />
      <SelectField
        label={t('schedules.mentor')}
        placeholder={t('schedules.anything')}
        options={namedOptions(mentors)}
        {...bind('mentor', filters.mentor)}
      />
      <DateField label={t('schedules.from')} max={filters.to} {...bind('from', filters.from)} />
      <DateField label={t('schedules.to')} min={filters.from} {...bind('to', filters.to)} />
      {isFiltered(filters) && (
        <Button kind="plain" className={styles.showAll} onClick={() => setParams(clearedFilters)}>
          {t('schedules.showAll')}
        </Button>
      )}
    </Filters>
  )
}
