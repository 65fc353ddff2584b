import type { MentorName } from '#contract/people.ts'
import { appointmentStatuses } from '#domain/booking/status.ts'
import { useState } from 'react'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { Filters } from '../../ui/filters.tsx'
import { namedOptions } from '../../ui/named-options.ts'
import { clearedFilters, isFiltered, readFilters } from './list-filters.ts'

/** Search, status and mentor filters, kept in the address. */
export function FilterBar({ mentors }: { mentors: readonly MentorName[] }) {
  const [params, setParams] = useSearchParams<'scheduleAppointments'>()
  const filters = readFilters(params)
  const [typed, setTyped] = useState(filters.search)
  const [seen, setSeen] = useState(filters.search)
  // "Show all" clears the field; while the user types, the field is ahead of the address.
  if (seen !== filters.search) {
    setSeen(filters.search)
    if (filters.search === '') setTyped('')
  }
  const bind = (name: 'status' | 'mentor') => ({
    name,
    value: filters[name] ?? '',
    onChange: (value: string) => setParams({ [name]: value || undefined }, { replace: true }),
  })
  return (
    <div className="no-print">
      <Filters filtered={isFiltered(filters)}>
        <TextField
          label={t('workingList.search')}
          name="search"
          type="search"
          maxLength={100}
          value={typed}
          onChange={text => {
            setTyped(text)
            setParams({ search: text.trim() || undefined }, { replace: true })
          }}
        />
        <SelectField
          label={t('workingList.status')}
          placeholder={t('workingList.everything')}
          options={[
            { value: 'free', label: t('workingList.freeOnly') },
            ...appointmentStatuses.map(status => ({ value: status, label: t(`app.status.${status}`) })),
          ]}
          {...bind('status')}
        />
        {mentors.length > 1 && (
          <SelectField
            label={t('workingList.mentor')}
            placeholder={t('workingList.allMentors')}
            options={namedOptions(mentors)}
            {...bind('mentor')}
          />
        )}
        {isFiltered(filters) && (
          <Button kind="plain" onClick={() => setParams(clearedFilters)}>
            {t('workingList.showAll')}
          </Button>
        )}
      </Filters>
    </div>
  )
}
