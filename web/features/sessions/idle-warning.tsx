import { staffIdleMs, touchIntervalMs } from '#contract/session-use.ts'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '../../lib/api.ts'
import { logout } from '../../lib/logout.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { refreshSession } from '../../lib/refresh-session.ts'
import { Refusal, sentenceOf } from '../../lib/refusal.ts'
import { expireSession } from '../../lib/session.ts'
import { isAttended, lastUseAt, noteInput, pauseInput } from '../../lib/session-use.ts'
import { formatTime } from '../../lib/time.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'

/** How long before the session ends the warning comes, in ms: WCAG 2.2.1 asks for 20 seconds at least. */
const warningMs = 3 * 60_000
/** How long people type or read before the page says so to the server, in ms. */
const sayMs = 5 * 60_000
const tickMs = 20_000

/**
 * Keeps the session of staff who type or read from ending when idle, warns others before it ends, and removes what
 * the page shows when it has ended, also without a connection. Rendered once, while staff are logged in.
 */
export default function IdleWarning() {
  /** Set while the warning is open. */
  const [endsAt, setEndsAt] = useState<number>()
  useEffect(() => {
    const openedAt = Date.now()
    const look = () => {
      const now = Date.now()
      const lastUse = Math.max(lastUseAt(), openedAt)
      // The server may have written the last use a minute too soon, the browser too.
      if (now > lastUse + staffIdleMs + touchIntervalMs) return expireSession(new Refusal(401, 'unauthenticated', ''))
      const end = lastUse + staffIdleMs - touchIntervalMs
      const isInUse = isAttended() && now > lastUse + sayMs
      if (isInUse || now >= end) void refreshSession()
      setEndsAt(!isInUse && now >= end - warningMs ? end : undefined)
    }
    const timer = setInterval(look, tickMs)
    return () => clearInterval(timer)
  }, [])
  return endsAt !== undefined && <Warning endsAt={endsAt} onStayed={() => setEndsAt(undefined)} />
}

function Warning({ endsAt, onStayed }: { endsAt: number; onStayed: () => void }) {
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string>()
  const onStay = () => {
    noteInput()
    call('GET /api/my-session').then(onStayed, (error: unknown) => setProblem(sentenceOf(error)))
  }
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
      {problem && (
        <Notice kind="error" alert>
          {problem}
        </Notice>
      )}
    </Dialog>
  )
}
