import { useMediaQuery } from '@mantine/hooks'
import type { Planner } from '#contract/planner.ts'
import { IconCopy, IconPlus, IconPrinter, IconSend } from '@tabler/icons-react'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can } from '../../lib/session.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { Filters } from '../../ui/filters.tsx'
import { namedOptions } from '../../ui/named-options.ts'
import { ViewSwitch } from '../schedules/view-switch.tsx'
import { isOver } from './lookup.ts'
import type { OpenDialog } from './open-dialog.ts'
import { plannerViews, type PlannerParams } from './planner-params.ts'
import styles from './planner.module.css'
import { StepLine } from './step-line.tsx'

interface PlannerToolsProps {
  params: PlannerParams
  planner: Planner | undefined
  onDialog: (dialog: OpenDialog) => void
}

/** Where the calendar is, what it shows, and the actions on all of it. */
export function PlannerTools({ params, planner, onDialog }: PlannerToolsProps) {
  const { view, by, date, today, days } = params
  const [, setParams] = useSearchParams<'planner'>()
  const wide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false })
  const drafts = planner?.sessions.filter(session => session.status === 'draft' && !isOver(session)) ?? []
  return (
    <div className={`${styles.tools} no-print`}>
      <div className={styles.line}>
        <StepLine {...params} />
        <ViewSwitch
          label={t('planner.view')}
          value={view}
          options={plannerViews.map(value => ({ value, label: t(`planner.view.${value}`) }))}
          onChange={next => setParams({ view: next === 'week' ? undefined : next })}
        />
        {view !== 'month' && wide && (
          <ViewSwitch
            label={t(view === 'day' ? 'today.columns' : 'week.by')}
            value={by}
            options={[
              { value: 'mentor', label: t('week.byMentor') },
              { value: 'place', label: t('week.byPlace') },
            ]}
            onChange={next => setParams({ by: next === 'mentor' ? undefined : next }, { replace: true })}
          />
        )}
        <div className={styles.actions}>
          {can('Schedule Edit') && drafts.length > 0 && view !== 'month' && (
            <Button small icon={<IconSend size={18} aria-hidden="true" />} onClick={() => onDialog({ kind: 'publish' })}>
              {t('planner.publishDrafts', { count: drafts.length })}
            </Button>
          )}
          {can('Schedule Create') && view !== 'month' && (
            <Button
              small
              icon={<IconCopy size={18} aria-hidden="true" />}
              onClick={() => onDialog({ kind: 'copy', what: view, from: days[0] ?? date, to: days.at(-1) ?? date })}
            >
              {t(`planner.copy.${view}`)}
            </Button>
          )}
          {view !== 'month' && (
            <IconButton label={t('planner.print')} onClick={() => window.print()}>
              <IconPrinter size={20} aria-hidden="true" />
            </IconButton>
          )}
          {can('Schedule Create') && (
            <Button
              small
              kind="primary"
              icon={<IconPlus size={18} aria-hidden="true" />}
              onClick={() =>
                onDialog({ kind: 'create', target: { trackId: '', date: days.includes(today) ? today : date, from: 540, to: 720 } })
              }
            >
              {t('planner.new')}
            </Button>
          )}
        </div>
      </div>
      <PlannerFilters params={params} planner={planner} />
    </div>
  )
}

function PlannerFilters({ params: { filters }, planner }: Pick<PlannerToolsProps, 'params' | 'planner'>) {
  const [, setParams] = useSearchParams<'planner'>()
  const fields = [
    { name: 'mentor', label: t('schedules.mentor'), value: filters.mentor_id, options: planner?.mentors },
    { name: 'place', label: t('schedules.place'), value: filters.place_id, options: planner?.places },
    { name: 'support_type', label: t('schedules.supportType'), value: filters.support_type_id, options: planner?.support_types },
  ]
  const filtered = fields.some(({ value }) => value !== undefined)
  return (
    <div className={styles.filters}>
      <Filters filtered={filtered}>
        {fields.map(({ name, label, value, options = [] }) => (
          <SelectField
            key={name}
            label={label}
            name={name}
            placeholder={t('schedules.anything')}
            options={namedOptions(options)}
            value={value ?? ''}
            onChange={id => setParams({ [name]: id || undefined }, { replace: true })}
          />
        ))}
        {filtered && (
          <Button kind="plain" small onClick={() => setParams({ mentor: undefined, place: undefined, support_type: undefined })}>
            {t('schedules.showAll')}
          </Button>
        )}
      </Filters>
    </div>
  )
}
