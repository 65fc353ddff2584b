import type { Session } from '#contract/profile.ts'
import { useState } from 'react'
import { call, queryKeyOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toast, toastError } from '../../ui/toast.ts'
import styles from './profile.module.css'
import { SessionRow } from './session-row.tsx'

/** Of the other devices, the last used ones are listed at first. */
const maxShown = 4

/** Devices where the user is logged in; each can be logged out, or all others together. */
export function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const [busy, setBusy] = useState<string>()
  const [showsAll, setShowsAll] = useState(false)
  const others = sessions.filter(session => !session.current)
  const shown = showsAll ? sessions : [...sessions.filter(session => session.current), ...others.slice(0, maxShown)]

  const end = async (what: string, request: () => Promise<unknown>, done: string) => {
    setBusy(what)
    try {
      await request()
      toast(done, { type: 'success' })
      document.querySelector<HTMLElement>('#session-list')?.focus()
    } catch (error) {
      toastError(error)
    }
    await queryClient.invalidateQueries({ queryKey: queryKeyOf('GET /api/my-profile') })
    setBusy(undefined)
  }

  return (
    <section className={styles.section} aria-labelledby="session-list">
      <h2 id="session-list" tabIndex={-1}>
        {t('sessionList.title')}
      </h2>
      <Card>
        <ul className={styles.sessions}>
          {shown.map(session => (
            <SessionRow
              key={session.id}
              session={session}
              busy={busy === session.id}
              onEnd={() =>
                void end(
                  session.id,
                  () => call('DELETE /api/my-profile/sessions/{id}', { params: { id: session.id } }),
                  t('sessionList.ended', { device: session.device }),
                )
              }
            />
          ))}
        </ul>
        {others.length > 0 ? (
          <div className={styles.sessionActions}>
            {others.length > maxShown && (
              <Button kind="plain" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
                {showsAll ? t('sessionList.showFewer') : t('sessionList.showAll', { count: sessions.length })}
              </Button>
            )}
            <Button
              busy={busy === 'all'}
              onClick={() => void end('all', () => call('DELETE /api/my-profile/sessions'), t('sessionList.everywhereDone'))}
            >
              {t('sessionList.everywhere')}
            </Button>
          </div>
        ) : (
          <p className="soft small">{t('sessionList.only')}</p>
        )}
      </Card>
    </section>
  )
}
