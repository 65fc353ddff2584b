import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { queryOptionsOf } from '../../lib/api.ts'
import { lazyPart, preparing } from '../../lib/lazy-part.ts'
import { t } from '../../lib/messages.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'
import { toast } from '../../ui/toast.ts'
import styles from './absences.module.css'
import { OwnRequest } from './own-request.tsx'
import { takeBackTimeOff } from './restore.ts'
import { TimeOffRow } from './time-off-row.tsx'

const TimeOffDialog = lazyPart(async () => ({ default: (await import('./time-off-dialog.tsx')).TimeOffDialog }))

/** Shows a decision without a reload. */
const refetchIntervalMs = 30_000

/** The logged-in mentor's upcoming time off, which they add and remove. A section with its own heading. */
export function MyTimeOff() {
  const user = useSession()?.user
  const [entering, setEntering] = useState(false)
  const place = useRef<HTMLElement>(null)
  const query = useQuery({
    ...queryOptionsOf('GET /api/time-off', { query: { mentor_id: user?.id ?? '', per_page: 100 } }),
    enabled: !!user,
    refetchInterval: refetchIntervalMs,
  })
  const requests = useQuery({
    ...queryOptionsOf('GET /api/mentor-time-off-requests'),
    enabled: !!user,
    refetchInterval: refetchIntervalMs,
  }).data
  if (!user) return null
  return (
    <section ref={place} tabIndex={-1} className={styles.all} aria-label={t('timeOff.mine')}>
      <div className={styles.head}>
        <h2>{t('timeOff.mine')}</h2>
        <Button small icon={<IconPlus size={18} aria-hidden="true" />} {...preparing(TimeOffDialog)} onClick={() => setEntering(true)}>
          {t(requests?.needed ? 'timeOffRequests.enter' : 'timeOff.enter')}
        </Button>
      </div>
      <p className="soft small">{t(requests?.needed ? 'timeOffRequests.mineText' : 'timeOff.mineText')}</p>
      {requests && requests.data.length > 0 && (
        <ul className={styles.list} aria-label={t('timeOffRequests.mine')}>
          {requests.data.map(request => (
            <OwnRequest key={request.id} request={request} onWithdrawn={() => place.current?.focus()} />
          ))}
        </ul>
      )}
      <Loaded query={query} skeleton={<ListSkeleton rows={1} />}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="soft">{t('timeOff.noneMine')}</p>
          ) : (
            <ul className={styles.list}>
              {data.map(off => (
                <TimeOffRow key={off.id} off={off} named={false} onRemoved={() => place.current?.focus()} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {entering && (
        <Suspense fallback={null}>
          <TimeOffDialog
            mentors={[user]}
            onRequested={requests?.needed ? () => toast(t('timeOffRequests.sent'), { type: 'success' }) : undefined}
            onClose={() => setEntering(false)}
            onEntered={({ id, affected }) =>
              affected > 0
                ? toast(t('timeOff.stand', { count: affected }), { type: 'warning', durationMs: 12_000 })
                : toastWithUndo(t('timeOff.doneMine'), () => takeBackTimeOff(id))
            }
          />
        </Suspense>
      )}
    </section>
  )
}
