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
import styles from './hours-proposals.module.css'
import { OwnProposal } from './own-proposal.tsx'

const ProposeDialog = lazyPart(async () => ({ default: (await import('./propose-dialog.tsx')).ProposeDialog }))

/** Shows a decision without a reload. */
const refetchIntervalMs = 30_000

/** The weekly hours that the logged-in mentor proposes. A section with its own heading. */
export function MyProposals() {
  const user = useSession()?.user
  const [proposing, setProposing] = useState(false)
  const section = useRef<HTMLElement>(null)
  const query = useQuery({ ...queryOptionsOf('GET /api/mentor-proposals'), enabled: !!user, refetchInterval: refetchIntervalMs })
  if (!user) return null
  return (
    <section ref={section} tabIndex={-1} className={styles.section} aria-label={t('hoursProposals.mine')}>
      <div className={styles.head}>
        <h2>{t('hoursProposals.mine')}</h2>
        {query.data && (
          <Button small icon={<IconPlus size={18} aria-hidden="true" />} {...preparing(ProposeDialog)} onClick={() => setProposing(true)}>
            {t('hoursProposals.propose')}
          </Button>
        )}
      </div>
      <p className="soft small">{t('hoursProposals.mineText')}</p>
      <Loaded query={query} skeleton={<ListSkeleton rows={1} />}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="soft">{t('hoursProposals.noneMine')}</p>
          ) : (
            <ul className={styles.list}>
              {data.map(proposal => (
                <OwnProposal key={proposal.id} proposal={proposal} onWithdrawn={() => section.current?.focus()} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {proposing && query.data && (
        <Suspense fallback={null}>
          <ProposeDialog mentorId={user.id} offer={query.data} onClose={() => setProposing(false)} />
        </Suspense>
      )}
    </section>
  )
}
