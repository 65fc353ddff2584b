import type { Webhook } from '#contract/webhooks.ts'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { toast, toastError } from '../../ui/toast.ts'
import { invalidateWebhookList, invalidateWebhooks } from './format-webhook.ts'
import styles from './webhooks.module.css'

type ConfirmedAction = 'off' | 'secret' | 'remove'

/** Actions of a webhook except editing. Irreversible ones ask first. */
export function WebhookActions({ webhook: { id, active }, onSecret }: { webhook: Webhook; onSecret: (secret: string) => void }) {
  const [, setParams] = useSearchParams<'webhooks'>()
  const [asking, setAsking] = useState<ConfirmedAction>()
  const [busy, setBusy] = useState<string>()
  const params = { id }

  const act = async (what: string, work: () => Promise<string | null>) => {
    setBusy(what)
    try {
      const said = await work()
      if (said) toast(said, { type: 'success' })
    } catch (error) {
      toastError(error)
    }
    setAsking(undefined)
    setBusy(undefined)
    await (what === 'remove' ? invalidateWebhookList() : invalidateWebhooks())
  }
  const test = async () => {
    await call('POST /api/webhooks/{id}/test', { params })
    return t('webhooks.testSent')
  }
  const turn = async (on: boolean) => {
    await call('PUT /api/webhooks/{id}', { params, body: { active: on } })
    return t(on ? 'webhooks.switchedOn' : 'webhooks.switchedOff')
  }
  const changeSecret = async () => {
    onSecret((await call('POST /api/webhooks/{id}/secret', { params })).secret)
    return null
  }
  const remove = async () => {
    await call('DELETE /api/webhooks/{id}', { params })
    setParams({ edit: undefined, state: undefined, after: undefined })
    return t('webhooks.removed')
  }
  const questions = {
    off: { title: t('webhooks.offTitle'), text: t('webhooks.offText'), confirm: t('webhooks.switchOff'), work: () => turn(false) },
    secret: { title: t('webhooks.secretTitle'), text: t('webhooks.secretText'), confirm: t('webhooks.secret'), work: changeSecret },
    remove: { title: t('webhooks.removeTitle'), text: t('webhooks.removeText'), confirm: t('webhooks.remove'), work: remove },
  }
  const question = asking && questions[asking]
  return (
    <div className={styles.buttons}>
      <Button icon={<IconSend size={18} aria-hidden="true" />} busy={busy === 'test'} onClick={() => void act('test', test)}>
        {t('webhooks.test')}
      </Button>
      <Button onClick={() => setAsking('secret')}>{t('webhooks.secret')}</Button>
      {active ? (
        <Button onClick={() => setAsking('off')}>{t('webhooks.switchOff')}</Button>
      ) : (
        <Button busy={busy === 'on'} onClick={() => void act('on', () => turn(true))}>
          {t('webhooks.switchOn')}
        </Button>
      )}
      <Button onClick={() => setAsking('remove')}>{t('webhooks.remove')}</Button>
      {asking && question && (
        <ConfirmDialog
          title={question.title}
          confirm={question.confirm}
          danger={asking === 'remove'}
          busy={busy === asking}
          onConfirm={() => void act(asking, question.work)}
          onClose={() => setAsking(undefined)}
        >
          <p>{question.text}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
