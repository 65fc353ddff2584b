import { isLocalDate, weekdayOf, type Weekday } from '#domain/time/local-date.ts'
import { t, type MessageId } from '../../lib/messages.ts'
import { weekdays } from '../../lib/week.ts'
import { DateField } from '../../ui/date-field.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { Notice } from '../../ui/notice.tsx'
import { isYearly, noRepeat, repeatProblem, weekdaysOf, type RepeatChoice } from './repeat-builder.ts'
import { formatDayOfYear, formatMonth, formatNthWeekday, formatRepeat, formatWeekday } from './format-repeat.ts'
import styles from './schedule-form.module.css'

interface RepeatFieldsProps {
  value: RepeatChoice
  /** The first session's date. */
  first: string
  /** The server's error about the rule. */
  error?: string | undefined
  onChange: (value: RepeatChoice) => void
}

const everyLabels: Partial<Record<RepeatChoice['how'], MessageId>> = {
  daily: 'repeat.everyDays',
  weekly: 'repeat.everyWeeks',
  yearly_date: 'repeat.everyYears',
  yearly_weekday: 'repeat.everyYears',
}

/** The repetition of a session, with the rule as a sentence. */
export function RepeatFields({ value, first, error: refused, onChange }: RepeatFieldsProps) {
  if (!isLocalDate(first)) return null
  const set = (change: Partial<RepeatChoice>) => onChange({ ...value, ...change })
  const problem = repeatProblem(value, first)
  // Too many years are those of the end.
  const problemField = problem === 'years' ? value.end : problem
  const error = (field: string) => (problem && problemField === field ? t(`repeat.problem.${problem}`) : undefined)
  return (
    <>
      <SelectField
        label={t('repeat.how')}
        name="how"
        value={value.how}
        onChange={how => set(withHow(how as RepeatChoice['how'], value))}
        options={[
          { value: 'never', label: t('repeat.never') },
          { value: 'daily', label: t('repeat.daily') },
          { value: 'weekly', label: t('repeat.weekly') },
          { value: 'monthly_date', label: t('repeat.monthlyDate', { day: Number(first.slice(8)) }) },
          { value: 'monthly_weekday', label: t('repeat.monthlyWeekday', { which: formatNthWeekday(first) }) },
          { value: 'yearly_date', label: t('repeat.yearlyDate', { date: formatDayOfYear(first) }) },
          { value: 'yearly_weekday', label: t('repeat.yearlyWeekday', { which: formatNthWeekday(first), month: formatMonth(first) }) },
        ]}
      />
      {value.how !== 'never' && (
        <>
          {value.how === 'weekly' && <Weekdays value={value} first={first} onChange={weekdays => set({ weekdays })} />}
          <div className={`${styles.row} ${styles.short}`}>
            <TextField
              label={t(everyLabels[value.how] ?? 'repeat.everyMonths')}
              name="every"
              inputMode="numeric"
              value={value.every}
              error={error('every')}
              onChange={every => set({ every })}
            />
            <SelectField
              label={t('repeat.ends')}
              name="end"
              value={value.end}
              onChange={end => set({ end: end as RepeatChoice['end'] })}
              options={[
                { value: 'count', label: t('repeat.endCount') },
                { value: 'until', label: t('repeat.endUntil') },
              ]}
            />
            {value.end === 'count' ? (
              <TextField
                label={t('repeat.count')}
                name="count"
                inputMode="numeric"
                value={value.count}
                error={error('count')}
                onChange={count => set({ count })}
              />
            ) : (
              <DateField
                label={t('repeat.until')}
                name="until"
                min={first}
                value={value.until}
                error={value.until ? error('until') : undefined}
                onChange={until => set({ until })}
              />
            )}
          </div>
          <p role="status" className={styles.sentence}>
            {formatRepeat(value, first)}
          </p>
          {refused && !problem && (
            <Notice kind="error" alert>
              <p>{refused}</p>
            </Notice>
          )}
        </>
      )}
    </>
  )
}

/** Few yearly sessions lie within the ten years that are planned at most. */
function withHow(how: RepeatChoice['how'], before: RepeatChoice): Partial<RepeatChoice> {
  const isUntouched = before.count === noRepeat.count || before.count === '3'
  return { how, ...(isUntouched && { count: isYearly({ how }) ? '3' : noRepeat.count }) }
}

function Weekdays({ value, first, onChange }: { value: RepeatChoice; first: string; onChange: (weekdays: Weekday[]) => void }) {
  const chosen = weekdaysOf(value, first)
  const toggle = (day: Weekday) => onChange(chosen.includes(day) ? chosen.filter(other => other !== day) : [...chosen, day])
  return (
    <div className={styles.weekdays}>
      <div role="group" aria-label={t('repeat.weekdays')} className={styles.toggles}>
        {weekdays.map(day => (
          <button
            key={day}
            type="button"
            aria-pressed={chosen.includes(day)}
            aria-disabled={day === weekdayOf(first) || undefined}
            aria-label={formatWeekday(day)}
            onClick={() => day !== weekdayOf(first) && toggle(day)}
          >
            {formatWeekday(day, 'short')}
          </button>
        ))}
      </div>
      <span className="soft small">{t('repeat.firstDay')}</span>
    </div>
  )
}
