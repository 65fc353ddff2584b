import type { RecordView } from '#contract/profile.ts'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { formatDateTime } from '../../lib/time.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import { Button } from '../../ui/button.tsx'
import { TextSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import styles from './access-list.module.css'

/** The part of the record that was opened, or the reason given. */
const formatView = ({ what, reason }: RecordView): string =>
  what !== 'reason' ? t(`accessLog.what.${what}`) : reason ? t('accessLog.what.reason', { reason }) : t('accessLog.what.reasonErased')

interface AccessListProps {
  /** The query of one page. */
  pageOf: (page: number) => ReturnType<typeof queryOptionsOf<'GET /api/my-profile/views'>>
  /** Shown while the list is empty. */
  none: string
}

/** Who opened which part of a record and when, latest first. */
export function AccessList({ pageOf, none }: AccessListProps) {
  const [page, setPage] = useState(1)
  const query = useQuery({ ...pageOf(page), placeholderData: keepPreviousData })
  return (
    <Loaded query={query} skeleton={<TextSkeleton lines={3} />}>
      {({ data, meta }) =>
        meta.total === 0 ? (
          <p className="soft small">{none}</p>
        ) : (
          <>
            <ul className={styles.views}>
              {data.map(view => (
                <li key={view.id} className={styles.view}>
                  <span>
                    <strong>{view.viewer.name}</strong> {formatView(view)}
                  </span>
                  <time className="soft small tabular" dateTime={view.at}>
                    {formatDateTime(view.at, visitorZone())}
                  </time>
                </li>
              ))}
            </ul>
            {meta.last_page > 1 && (
              <div className={styles.pages}>
                <Button
                  small
                  icon={<IconChevronLeft size={18} aria-hidden="true" />}
                  disabled={page <= 1}
                  onClick={() => setPage(page - 1)}
                >
                  {t('accessLog.newer')}
                </Button>
                <span className="soft small tabular" role="status">
                  {t('accessLog.page', { page: meta.page, last: meta.last_page })}
                </span>
                <Button small disabled={page >= meta.last_page} onClick={() => setPage(page + 1)}>
                  {t('accessLog.older')}
                  <IconChevronRight size={18} aria-hidden="true" />
                </Button>
              </div>
            )}
          </>
        )
      }
    </Loaded>
  )
}
