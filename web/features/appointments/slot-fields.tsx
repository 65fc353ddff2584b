import type { SlotOffer, OfferedSession, SlotChoice } from './slot-choice.ts'
import { useId } from 'react'
import { t } from '../../lib/messages.ts'
import { differsInVisitorZone, formatDateTimeThere, formatTime, formatZone } from '../../lib/time.ts'
import { FieldError } from '../../ui/field.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { namedOptions } from '../../ui/named-options.ts'
import { formatSession, timesOf } from './slot-choice.ts'
import styles from './slot-fields.module.css'

interface SlotFieldsProps {
  /** The options; undefined while loading. */
  offer: SlotOffer | undefined
  /** The appointment's own session, listed even if it is full. */
  own: OfferedSession | undefined
  value: SlotChoice
  onChange: (value: Partial<SlotChoice>) => void
  /** The appointment's current slot, which cannot be chosen. */
  now?: { schedule_id: string; starts_at: string; mentor: string }
  error?: string | undefined
}

/** Support type, session, mentor or any, and a time with a free seat. */
export function SlotFields({ offer, own, value, onChange, now, error }: SlotFieldsProps) {
  const id = useId()
  const sessions = offer?.sessions ?? []
  const listed = own && own.support_type_id === value.support_type && !sessions.some(({ id }) => id === own.id)
  const choices = (listed ? [own, ...sessions] : sessions).toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at))
  const session = choices.find(choice => choice.id === value.schedule_id)
  const slots = (offer?.slots ?? []).filter(slot => slot.schedule_id === value.schedule_id)
  const mentors = [...new Map(slots.map(({ mentor }) => [mentor.id, mentor])).values()]
  const times = timesOf(slots, value)
  const types = offer?.support_types ?? []
  return (
    <div className={styles.where}>
      <div className={styles.row}>
        {types.length > 1 && (
          <SelectField
            label={t('slotChoice.supportType')}
            name="support_type"
            options={namedOptions(types)}
            value={value.support_type}
            onChange={support_type => onChange({ support_type, schedule_id: '', starts_at: '', mentor: '' })}
          />
        )}
        <DateField label={t('slotChoice.fromDay')} name="from" optional value={value.from} onChange={from => onChange({ from })} />
        <div className={styles.whole}>
          <SelectField
            label={t('slotChoice.session')}
            name="schedule_id"
            placeholder={t(offer && choices.length === 0 ? 'slotChoice.noSessions' : 'slotChoice.chooseSession')}
            options={choices.map(choice => ({ value: choice.id, label: formatSession(choice) }))}
            value={value.schedule_id}
            error={session ? undefined : error}
            onChange={schedule_id => onChange({ schedule_id, starts_at: '', mentor: '' })}
          />
        </div>
        {mentors.length > 1 && (
          <SelectField
            label={t('slotChoice.mentor')}
            name="mentor_id"
            placeholder={t('slotChoice.anyMentor')}
            options={namedOptions(mentors)}
            value={value.mentor}
            onChange={mentor => onChange({ mentor, ...(!isFree(slots, value.starts_at, mentor) && { starts_at: '' }) })}
          />
        )}
      </div>
      {session && (
        <fieldset
          role="radiogroup"
          tabIndex={-1}
          className={styles.times}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
        >
          <legend>
            {mentors.length === 1 && mentors[0] ? t('slotChoice.timeWith', { mentor: mentors[0].name }) : t('slotChoice.time')}
            {differsInVisitorZone(session.starts_at, session.time_zone) && (
              <span className="soft small"> {formatZone(session.time_zone)}</span>
            )}
          </legend>
          {times.length > 0 && times.every(({ free }) => free === 0) && <p className="soft">{t('slotChoice.noFreeTimes')}</p>}
          <div className={styles.choices}>
            {times.map(({ starts_at, free }) => {
              const isNow =
                now !== undefined &&
                now.starts_at === starts_at &&
                now.schedule_id === session.id &&
                (!value.mentor || value.mentor === now.mentor)
              return (
                <label key={starts_at} className={styles.time}>
                  <input
                    type="radio"
                    name="starts_at"
                    value={starts_at}
                    disabled={free === 0 || isNow}
                    checked={value.starts_at === starts_at}
                    aria-label={t('slotChoice.timeLabel', {
                      when: formatDateTimeThere(starts_at, session.time_zone),
                      free,
                    })}
                    onChange={() => onChange({ starts_at })}
                  />
                  <span className={styles.clock}>{formatTime(starts_at, session.time_zone)}</span>
                  <span className={styles.free}>{isNow ? t('slotChoice.current') : t('slotChoice.freeSeats', { free })}</span>
                </label>
              )
            })}
          </div>
        </fieldset>
      )}
      <FieldError id={id} error={session ? error : undefined} />
    </div>
  )
}

const isFree = (slots: SlotOffer['slots'], starts_at: string, mentor: string): boolean =>
  slots.some(slot => slot.starts_at === starts_at && slot.free > 0 && (!mentor || slot.mentor.id === mentor))
