import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { t } from '../lib/messages.ts'
import { paths } from '../lib/paths.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'

/** Shown when a page throws: states it and offers another attempt, and makes one once there is a connection again. */
export function PageFailed({ reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  const onOnline = useEffectEvent(retry)
  useEffect(() => {
    const end = new AbortController()
    window.addEventListener('online', () => onOnline(), { signal: end.signal })
    return () => end.abort()
  }, [])
  return (
    <Page
      title={t('ui.pageFailedTitle')}
      lead={t('ui.pageFailedText')}
      width="reading"
      actions={
        <>
          <Button kind="primary" onClick={retry}>
            {t('ui.retry')}
          </Button>
          <ButtonLink to={paths.booking()}>{t('errors.goHome')}</ButtonLink>
        </>
      }
    />
  )
}
