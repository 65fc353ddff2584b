import type { Mentor } from '#contract/mentors.ts'
import type { PageAddress } from '#contract/pages.ts'
import { localDateOf } from '#domain/time/local-date.ts'
import { Temporal } from '#domain/time/temporal.ts'
import { IconStarFilled } from '@tabler/icons-react'
import { formatList, formatTenths } from '../../lib/format-values.ts'
import { t } from '../../lib/messages.ts'
import { formatSpokenLanguage } from '../../lib/spoken-languages.ts'
import { paths } from '../../lib/paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { SupportTypeMark } from '../../ui/support-type-mark.tsx'
import styles from './mentor-card.module.css'

/** A mentor for clients: name, support types, rating and next free time. */
export function MentorCard({ mentor }: { mentor: Mentor }) {
  const { name, photo, bio, languages, rating, next_available: next, support_types } = mentor
  return (
    <Card as="li">
      <div className={styles.head}>
        <Avatar name={name} photo={photo} size="large" />
        <div>
          <h2 className={styles.name}>{name}</h2>
          {rating && (
            <p className={styles.rating}>
              <IconStarFilled size={16} aria-hidden="true" />
              {t('mentors.rating', { average: formatTenths(rating.average), count: rating.count })}
            </p>
          )}
        </div>
      </div>
      {bio && (
        <p className={styles.bio} dir="auto">
          {bio}
        </p>
      )}
      {languages.length > 0 && <p>{t('mentors.speaks', { languages: formatList(languages.map(formatSpokenLanguage)) })}</p>}
      <ul className={styles.types} aria-label={t('mentors.supportTypes')}>
        {support_types.map(type => (
          <li key={type.id}>
            <SupportTypeMark name={type.name} colour={type.colour} />
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <p className="soft small">
          {next ? (
            <>
              {t('mentors.nextFreeAt')} <DateTime starts={next.starts_at} zone={next.time_zone} />
            </>
          ) : (
            t('mentors.noneFree')
          )}
        </p>
        <ButtonLink to={bookingPath(mentor)} kind={next ? 'primary' : 'quiet'}>
          {t('mentors.bookWith', { name })}
        </ButtonLink>
      </div>
    </Card>
  )
}

/** Link to the day of the next free time, with mentor and support type chosen. */
function bookingPath({ id, next_available: next }: Mentor): PageAddress {
  if (!next) return paths.booking({ mentor: id })
  const date = localDateOf(Temporal.Instant.from(next.starts_at), next.time_zone)
  return paths.booking({ mentor: id, support_type: next.support_type_id, date })
}
