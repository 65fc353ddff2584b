import type { ReassigningOutcome } from '#contract/reassigning.ts'
import { formatReference } from '#domain/booking/reference.ts'
import type { ResponseBody } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { formatPhone } from '../../lib/phone.ts'
import { formatShortDateTime, withZone } from '../../lib/time.ts'
import styles from './reassigning.module.css'

type Outcomes = { outcomes: readonly ReassigningOutcome[] }

/** Clients to phone, with a box to tick on paper. */
export const PhoneTable = ({ outcomes }: Outcomes) => (
  <table className={styles.table}>
    <thead>
      <tr>
        <th scope="col" className={styles.tick}>
          {t('reassigned.check')}
        </th>
        <th scope="col">{t('reassigned.client')}</th>
        <th scope="col">{t('reassigned.number')}</th>
        <th scope="col">{t('reassigned.before')}</th>
        <th scope="col">{t('reassigned.after')}</th>
      </tr>
    </thead>
    <tbody>
      {outcomes.map(outcome => (
        <tr key={outcome.appointment_id}>
          <td className={styles.tick} data-label={t('reassigned.check')}>
            <span aria-hidden="true">☐</span>
          </td>
          <ClientCell outcome={outcome} />
          <td data-label={t('reassigned.number')}>
            <PhoneNumber phone={outcome.phone} client={outcome.name} />
          </td>
          <TimeCells outcome={outcome} />
        </tr>
      ))}
    </tbody>
  </table>
)

/** Clients, their outcome and how they were notified. */
export const OutcomeTable = ({ outcomes }: Outcomes) => (
  <table className={styles.table}>
    <thead>
      <tr>
        <th scope="col">{t('reassigned.client')}</th>
        <th scope="col">{t('reassigned.before')}</th>
        <th scope="col">{t('reassigned.after')}</th>
        <th scope="col">{t('reassigned.how')}</th>
      </tr>
    </thead>
    <tbody>
      {outcomes.map(outcome => (
        <tr key={outcome.appointment_id}>
          <ClientCell outcome={outcome} />
          <TimeCells outcome={outcome} />
          <td data-label={t('reassigned.how')}>{formatChannels(outcome.told_by)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** Mentors whose day has changed. */
export const MentorTable = ({ mentors }: Pick<ResponseBody<'POST /api/reassigning'>, 'mentors'>) => (
  <table className={styles.table}>
    <thead>
      <tr>
        <th scope="col">{t('reassigned.mentor')}</th>
        <th scope="col">{t('reassigned.takesOver')}</th>
        <th scope="col">{t('reassigned.how')}</th>
      </tr>
    </thead>
    <tbody>
      {mentors.map(({ name, taken_over, told_by, number }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td data-label={t('reassigned.takesOver')}>{taken_over}</td>
          <td data-label={t('reassigned.how')}>
            {told_by.length > 0 ? formatChannels(told_by) : `${t('reassigned.no_way')}: ${number ?? t('reassigned.noNumber')}`}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const ClientCell = ({ outcome: { name, reference } }: { outcome: ReassigningOutcome }) => (
  <th scope="row">
    <bdi>{name}</bdi>
    <span className={styles.second}>{formatReference(reference)}</span>
  </th>
)

function TimeCells({ outcome: { action, before, after } }: { outcome: ReassigningOutcome }) {
  return (
    <>
      <td data-label={t('reassigned.before')}>{formatTimeWith(before)}</td>
      <td data-label={t('reassigned.after')}>
        {after ? formatTimeWith(after) : t(action === 'keep' ? 'reassigned.asBefore' : 'reassigned.cancelled')}
        {after && <span className={styles.second}>{after.place}</span>}
      </td>
    </>
  )
}

function PhoneNumber({ phone, client }: { phone: ReassigningOutcome['phone']; client: string }) {
  if (!phone) return null
  return (
    <>
      {phone.number ? <a href={`tel:${phone.number}`}>{formatPhone(phone.number)}</a> : t('reassigned.noNumber')}
      <span className={styles.second}>
        {[phone.name !== client && t('reassigned.contact', { name: phone.name }), t(`reassigned.${phone.why}`)].filter(Boolean).join(' · ')}
      </span>
    </>
  )
}

const formatTimeWith = ({ starts_at, time_zone, mentor }: ReassigningOutcome['before']): string =>
  t('reassigned.time', { when: withZone(formatShortDateTime(starts_at, time_zone), starts_at, time_zone), name: mentor })

function formatChannels(ways: ReassigningOutcome['told_by']): string {
  if (ways.length > 1) return t('reassigned.both')
  return ways[0] ? t(`reassigned.${ways[0]}`) : '–'
}
