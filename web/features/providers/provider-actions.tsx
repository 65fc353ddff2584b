import type { Provider } from '#contract/providers.ts'
import { IconEye, IconPlugConnected } from '@tabler/icons-react'
import { useState } from 'react'
import { call, type ResponseBody } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { formatDateTime } from '../../lib/time.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast, toastError } from '../../ui/toast.ts'
import { invalidateProviders } from './invalidate-providers.ts'
import styles from './providers.module.css'

type Tested = ResponseBody<'POST /api/providers/{id}/test'>

/** Testing the connection, the preview, and switching a provider on and off. */
export function ProviderActions({ provider }: { provider: Provider }) {
  const { id, name, enabled, accounts, previewed_at, from_environment } = provider
  const [, setParams] = useSearchParams<'signIn'>()
  const [tested, setTested] = useState<Tested>()
  const [busy, setBusy] = useState<string>()
  const [asking, setAsking] = useState<'off' | 'remove'>()
  const endAsking = () => setAsking(undefined)
  const params = { id }
  const act = async (what: string, work: () => Promise<unknown>) => {
    setBusy(what)
    try {
      await work()
    } catch (error) {
      toastError(error)
    }
    setBusy(undefined)
  }
  const turn = async (on: boolean) => {
    await call('PUT /api/providers/{id}', { params, body: { enabled: on } })
    toast(t(on ? 'signIn.turnedOn' : 'signIn.turnedOff', { name }), { type: 'success' })
    await invalidateProviders()
  }
  const remove = async () => {
    await call('DELETE /api/providers/{id}', { params })
    toast(t('signIn.removed', { name }), { type: 'success' })
    setParams({ edit: undefined })
    await invalidateProviders()
  }
  const mayTurnOn = previewed_at !== null || from_environment
  return (
    <>
      {!enabled && (
        <Notice>
          <p>
            {mayTurnOn && previewed_at
              ? t('signIn.previewed', { when: formatDateTime(previewed_at, visitorZone()) })
              : t(mayTurnOn ? 'signIn.isOff' : 'signIn.previewFirst')}
          </p>
        </Notice>
      )}
      <div className={styles.buttons}>
        <Button
          icon={<IconPlugConnected size={18} aria-hidden="true" />}
          busy={busy === 'test'}
          onClick={() => void act('test', async () => setTested(await call('POST /api/providers/{id}/test', { params })))}
        >
          {t('signIn.test')}
        </Button>
        <Button
          icon={<IconEye size={18} aria-hidden="true" />}
          busy={busy === 'preview'}
          onClick={() =>
            void act('preview', async () => location.assign((await call('POST /api/providers/{id}/preview', { params })).address))
          }
        >
          {t('signIn.preview')}
        </Button>
        {enabled ? (
          <Button onClick={() => setAsking('off')}>{t('signIn.turnOff')}</Button>
        ) : (
          mayTurnOn && (
            <Button kind="primary" busy={busy === 'on'} onClick={() => void act('on', () => turn(true))}>
              {t('signIn.turnOn')}
            </Button>
          )
        )}
        {!(from_environment && enabled) && <Button onClick={() => setAsking('remove')}>{t('signIn.remove')}</Button>}
      </div>
      {tested && (
        <Notice kind={tested.problem === null ? 'success' : 'error'} alert>
          <p>
            {tested.problem === null
              ? [
                  t('signIn.works', { count: tested.keys }),
                  t(tested.ends_sessions ? 'signIn.endsSessions' : 'signIn.endsNoSessions'),
                  t(tested.back_channel ? 'signIn.backChannel' : 'signIn.noBackChannel'),
                ].join(' ')
              : t('signIn.fails', { problem: tested.problem })}
          </p>
        </Notice>
      )}
      {asking === 'off' && (
        <ConfirmDialog
          title={t('signIn.turnOffTitle', { name })}
          confirm={t('signIn.turnOff')}
          danger
          busy={busy === 'off'}
          onConfirm={() => void act('off', () => turn(false)).then(endAsking)}
          onClose={endAsking}
        >
          <p>{t('signIn.turnOffText')}</p>
        </ConfirmDialog>
      )}
      {asking === 'remove' && (
        <ConfirmDialog
          title={t('signIn.removeTitle', { name })}
          confirm={t('signIn.remove')}
          danger
          busy={busy === 'remove'}
          onConfirm={() => void act('remove', remove).then(endAsking)}
          onClose={endAsking}
        >
          <p>{t('signIn.removeText', { count: accounts })}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
