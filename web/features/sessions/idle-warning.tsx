import { staffIdleMs, touchIntervalMs } from '#contract/session-use.ts'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { logout } from '../../lib/logout.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { refreshSession } from '../../lib/refresh-session.ts'
import { isAttended, lastUseAt, noteInput, pauseInput } from '../../lib/session-use.ts'
import { formatTime } from '../../lib/time.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** How long before the session ends the warning comes, in ms: WCAG 2.2.1 asks for 20 seconds at least. */
const warningMs = 3 * 60_000
/** How long people type or read before the page says so to the server, in ms. */
const sayMs = 5 * 60_000
const tickMs = 20_000

/**
 * Keeps the session of staff who type or read from ending when idle, warns others before it ends, and removes what
 * the page shows when it has ended. Rendered once, while staff are logged in.
 */
export default function IdleWarning() {
  /** Set while the warning is open. */
  const [endsAt, setEndsAt] = useState<number>()
  useEffect(() => {
    const openedAt = Date.now()
    const look = () => {
      const now = Date.now()
      const lastUse = Math.max(lastUseAt(), openedAt)
      const end = lastUse + staffIdleMs - touchIntervalMs
      const isInUse = isAttended() && now > lastUse + sayMs
      if (isInUse || now >= end) void refreshSession()
      setEndsAt(!isInUse && now >= end - warningMs ? end : undefined)
    }
    const timer = setInterval(look, tickMs)
    return () => clearInterval(timer)
  }, [])

  if (endsAt === undefined) return null
  const stay = () => {
    noteInput()
    void refreshSession()
    setEndsAt(undefined)
  }
  return <Warning endsAt={endsAt} onStay={stay} />
}

function Warning({ endsAt, onStay }: { endsAt: number; onStay: () => void }) {
  const navigate = useNavigate()
  useEffect(pauseInput, [])
  return (
    <Dialog
      title={t('idleWarning.title')}
      onClose={onStay}
      actions={
        <>
          <Button kind="primary" data-dismiss="" onClick={onStay}>
            {t('idleWarning.stay')}
          </Button>
          <Button onClick={() => void logout(() => void navigate({ href: paths.booking() }))}>{t('profile.logout')}</Button>
        </>
      }
    >
      <p>{t('idleWarning.body', { time: formatTime(new Date(endsAt).toISOString(), visitorZone()) })}</p>
    </Dialog>
  )
}
