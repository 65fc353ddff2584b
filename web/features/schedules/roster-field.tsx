import { useId } from 'react'
import { t } from '../../lib/messages.ts'
import { FieldError } from '../../ui/field.tsx'
import { SortableList } from '../../ui/sortable-list.tsx'
import { RosterChoices } from './roster-choices.tsx'
import styles from './roster.module.css'
import type { ScheduleOffer } from './schedule-offer.ts'

interface RosterFieldProps {
  offer: ScheduleOffer
  supportTypeId: string
  value: string[]
  error: string | undefined
  onChange: (ids: string[]) => void
}

/** The mentors of a session in roster order. Mentors with its support type are offered first. */
export function RosterField({ offer: { mentors, support_types }, supportTypeId, value, error, onChange }: RosterFieldProps) {
  const id = useId()
  const type = support_types.find(one => one.id === supportTypeId)
  const chosen = value.flatMap(mentorId => mentors.find(mentor => mentor.id === mentorId) ?? [])
  const toggle = (mentorId: string) => onChange(value.includes(mentorId) ? value.filter(one => one !== mentorId) : [...value, mentorId])
  const suits = (mentor: { support_type_ids: string[] }) => mentor.support_type_ids.includes(supportTypeId)
  return (
    <fieldset className={styles.roster} aria-describedby={`${id}-error`} {...(error && { 'aria-invalid': true, tabIndex: -1 })}>
      <legend className={styles.legend}>{t('roster.title')}</legend>
      {chosen.length > 1 && (
        <div className={styles.group}>
          <p className="soft small">{t('roster.hint')}</p>
          <SortableList
            label={t('roster.title')}
            items={chosen}
            nameOf={({ name }) => name}
            onOrder={order => onChange(order.map(({ id: mentorId }) => mentorId))}
          >
            {({ name }, index) => (
              <span className={styles.ordered}>
                <span className="tabular soft">{index + 1}</span> {name}
              </span>
            )}
          </SortableList>
        </div>
      )}
      {type && mentors.some(suits) && (
        <RosterChoices title={t('roster.of', { type: type.name })} mentors={mentors.filter(suits)} value={value} onToggle={toggle} />
      )}
      {type && !mentors.some(suits) && <p className="soft small">{t('roster.noneOf')}</p>}
      {mentors.some(mentor => !suits(mentor)) && (
        <RosterChoices
          title={type ? t('roster.others') : undefined}
          mentors={mentors.filter(mentor => !suits(mentor))}
          value={value}
          onToggle={toggle}
        />
      )}
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  )
}
