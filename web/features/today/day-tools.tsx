import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { SelectField } from '../../ui/fields.tsx'
import { namedOptions } from '../../ui/named-options.ts'
import { ViewSwitch } from '../schedules/view-switch.tsx'
import type { DayBy, DayColumn } from './layout-day.ts'
import styles from './today.module.css'

interface DayToolsProps {
  by: DayBy
  columns: readonly DayColumn[]
  /** The id of the only column shown. */
  only: string | undefined
}

/** Columns by mentor or by place, and one of them alone. */
export function DayTools({ by, columns, only }: DayToolsProps) {
  const [, setParams] = useSearchParams<'today'>()
  return (
    <div className={`${styles.tools} no-print`}>
      <ViewSwitch
        label={t('today.columns')}
        value={by}
        options={[
          { value: 'mentor', label: t('week.byMentor') },
          { value: 'place', label: t('week.byPlace') },
        ]}
        onChange={next => setParams({ by: next === 'mentor' ? undefined : next, of: undefined }, { replace: true })}
      />
      {columns.length > 1 && (
        <SelectField
          label={t(by === 'mentor' ? 'workingList.mentor' : 'today.where')}
          name="of"
          placeholder={t(by === 'mentor' ? 'workingList.allMentors' : 'today.allPlaces')}
          options={namedOptions(columns)}
          value={only ?? ''}
          onChange={id => setParams({ of: id || undefined }, { replace: true })}
        />
      )}
    </div>
  )
}
