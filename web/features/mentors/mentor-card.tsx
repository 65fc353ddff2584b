import type { Mentor } from '#contract/mentors.ts'
import { IconStarFilled } from '@tabler/icons-react'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { sayDay, visitorZone } from '../../lib/time.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SupportTypeMark } from '../../ui/support-type-mark.tsx'
import styles from './mentor-card.module.css'

/** A mentor as clients meet one: who, for what, how others found it, when next. */
export function MentorCard({ mentor }: { mentor: Mentor }) {
  const { id, name, photo, bio, rating, next_available_at, support_types } = mentor
  return (
    <Card as="li">
      <div className={styles.head}>
        <Avatar name={name} photo={photo} size="large" />
        <div>
          <h2 className={styles.name}>{name}</h2>
          {rating && (
            <p className={styles.rating}>
              <IconStarFilled size={16} aria-hidden="true" />
              {t('mentors.rating', { average: rating.average.toFixed(1), count: rating.count })}
            </p>
          )}
        </div>
      </div>
      {bio && <p>{bio}</p>}
      <ul className={styles.types} aria-label={t('mentors.supportTypes')}>
        {support_types.map(type => (
          <li key={type.id}>
            <SupportTypeMark name={type.name} colour={type.colour} />
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <p className="soft small">
          {next_available_at ? t('mentors.nextFree', { date: sayDay(next_available_at, visitorZone()) }) : t('mentors.noneFree')}
        </p>
        <ButtonLink to={paths.booking({ mentor: id })} kind={next_available_at ? 'primary' : 'quiet'}>
          {t('mentors.bookWith', { name })}
        </ButtonLink>
      </div>
    </Card>
  )
}
