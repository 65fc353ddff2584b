import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { MentorCard } from './mentor-card.tsx'
import styles from './mentor-list.module.css'

export function MentorList() {
  return (
    <Loaded query={useQuery(queryOf('GET /api/mentor-list'))} skeleton={<ListSkeleton rows={3} height="14rem" />}>
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState
            title={t('mentors.emptyTitle')}
            icon={<IconUsers size={26} stroke={1.6} aria-hidden="true" />}
            action={<ButtonLink to={paths.about()}>{t('frame.about')}</ButtonLink>}
          >
            <p>{t('mentors.emptyText')}</p>
          </EmptyState>
        ) : (
          <ul className={styles.list}>
            {data.map(mentor => (
              <MentorCard key={mentor.id} mentor={mentor} />
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}
