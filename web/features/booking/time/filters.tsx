import { IconLanguage, IconMapPin, IconUser } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../../../lib/messages.ts'
import { formatSpokenLanguage } from '../../../lib/spoken-languages.ts'
import { formatMinutes } from '../../../lib/duration.ts'
import { CheckField } from '../../../ui/fields.tsx'
import arrow from '../../../ui/select-arrow.module.css'
import styles from './filters.module.css'
import type { SearchResult } from '../search.ts'
import { choose, type Choice } from '../choice.ts'
import type { ChangeChoice } from '../choice.ts'
import { useChosenMentor } from '../use-offered.ts'

interface FiltersProps {
  choice: Choice
  change: ChangeChoice
  found: Pick<SearchResult, 'support_type' | 'mentors' | 'places' | 'languages'>
  more?: ReactNode
}

/** Filters by mentor, place and language, and the question for an interpreter where times are longer then. */
export function Filters(props: FiltersProps) {
  return (
    <>
      <Selects {...props} />
      <InterpreterFilter {...props} />
    </>
  )
}

/** An appointment that is moved has the answer already. */
function InterpreterFilter({ choice, change, found: { support_type } }: FiltersProps) {
  const minutes = support_type.interpreted_minutes
  if (minutes === null || choice.move) return null
  return (
    <div>
      <CheckField
        label={t(choice.staff ? 'interpreter.theyNeed' : 'interpreter.iNeed')}
        name="interpreter"
        value={choice.interpreter ?? false}
        onChange={needed => change(choose.interpreter(needed), { replace: true })}
      />
      <p className="soft small">{t('booking.filter.interpreter', { minutes: formatMinutes(minutes) })}</p>
    </div>
  )
}

/** A filter with a single option is hidden. */
function Selects({ choice, change, found: { mentors, places, languages }, more }: FiltersProps) {
  const known = mentors.some(({ id }) => id === choice.mentor)
  const fetched = useChosenMentor(known ? undefined : choice.mentor)
  const withChosen =
    known || !choice.mentor ? mentors : [...mentors, { id: choice.mentor, name: fetched?.name ?? t('booking.mentor.unknown') }]
  const placeKnown = !choice.place || places.some(({ id }) => id === choice.place)
  const allPlaces = placeKnown ? places : [...places, { id: choice.place ?? '', name: t('booking.place.unknown') }]
  const replace = { replace: true }
  const spoken = [...new Set([...languages, ...(choice.language ? [choice.language] : [])])]
  const few = [withChosen, allPlaces, spoken].every(options => options.length < 2)
  if (few && !choice.mentor && !choice.place && !choice.language && !more) return null
  return (
    <div className={styles.filters}>
      <Filter
        icon={<IconUser size={20} stroke={1.7} aria-hidden="true" />}
        label={t('booking.filter.mentor')}
        any={t('booking.mentor.any')}
        value={choice.mentor}
        options={withChosen}
        onChange={id => change(choose.mentor(id), replace)}
      />
      <Filter
        icon={<IconMapPin size={20} stroke={1.7} aria-hidden="true" />}
        label={t('booking.filter.place')}
        any={t('booking.place.any')}
        value={choice.place}
        options={allPlaces}
        onChange={id => change(choose.place(id), replace)}
      />
      <Filter
        icon={<IconLanguage size={20} stroke={1.7} aria-hidden="true" />}
        label={t('booking.filter.language')}
        any={t('booking.language.any')}
        value={choice.language}
        options={spoken.map(id => ({ id, name: formatSpokenLanguage(id) })).toSorted((a, b) => a.name.localeCompare(b.name))}
        onChange={tag => change(choose.language(tag), replace)}
      />
      {more}
    </div>
  )
}

interface FilterProps {
  icon: ReactNode
  label: string
  any: string
  value: string | undefined
  options: readonly { id: string; name: string }[]
  onChange: (id: string | undefined) => void
}

/** One select with an icon; hidden while it has a single option. */
export function Filter({ icon, label, any, value, options, onChange }: FilterProps) {
  if (options.length < 2 && !value) return null
  return (
    <label className={styles.filter}>
      {icon}
      <span className="visually-hidden">{label}</span>
      <select className={arrow.select} value={value ?? ''} onChange={event => onChange(event.target.value || undefined)}>
        <option value="">{any}</option>
        {options.map(option => (
          <option key={option.id} value={option.id}>
            {option.name}
          </option>
        ))}
      </select>
    </label>
  )
}
