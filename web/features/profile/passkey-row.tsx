import type { Passkey } from '#contract/passkeys.ts'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { formatDateTime } from '../../lib/time.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import { formatRelative } from '../../lib/relative-time.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.ts'
import { withRecentSignIn } from '../sessions/recent-sign-in.ts'
import styles from './profile.module.css'

interface PasskeyRowProps {
  passkey: Passkey
  onChanged: () => Promise<unknown>
  onProblem: (sentence: string | undefined) => void
}

/** One passkey: its name, whether other devices have it, when it was used, and its end. */
export function PasskeyRow({ passkey, onChanged, onProblem }: PasskeyRowProps) {
  const { id, name, synced, created_at, last_used_at } = passkey
  const [doing, setDoing] = useState<'rename' | 'remove'>()
  const [busy, setBusy] = useState(false)
  const [now] = useState(() => new Date())
  const zone = visitorZone()
  const used = last_used_at && t('tokenList.used', { when: formatRelative(last_used_at, now) ?? formatDateTime(last_used_at, zone) })
  const remove = async () => {
    setDoing(undefined)
    setBusy(true)
    onProblem(undefined)
    try {
      await withRecentSignIn(() => call('DELETE /api/my-profile/passkeys/{id}', { params: { id } }))
      toast(t('passkeys.removed', { name }), { type: 'success' })
      document.querySelector<HTMLElement>('#passkeys')?.focus()
    } catch (error) {
      onProblem(sentenceOf(error))
    }
    setBusy(false)
    await onChanged()
  }
  return (
    <li className={styles.session}>
      <IconFingerprint size={26} stroke={1.6} aria-hidden="true" />
      {doing === 'rename' ? (
        <Rename passkey={passkey} onDone={onChanged} onClose={() => setDoing(undefined)} />
      ) : (
        <>
          <div>
            <p className={styles.device}>{name}</p>
            <p className="soft small tabular">
              {t(synced ? 'passkeys.synced' : 'passkeys.thisDevice')} · {used ?? t('tokenList.unused')} ·{' '}
              {t('passkeys.since', { when: formatDateTime(created_at, zone) })}
            </p>
          </div>
          <div className={styles.buttons}>
            <Button small aria-label={t('passkeys.renameOf', { name })} onClick={() => setDoing('rename')}>
              {t('passkeys.rename')}
            </Button>
            <Button small busy={busy} aria-label={t('passkeys.removeOf', { name })} onClick={() => setDoing('remove')}>
              {t('passkeys.remove')}
            </Button>
          </div>
        </>
      )}
      {doing === 'remove' && (
        <ConfirmDialog
          title={t('passkeys.removeTitle', { name })}
          confirm={t('passkeys.removeConfirm')}
          onConfirm={() => void remove()}
          onClose={() => setDoing(undefined)}
        >
          <p>{t('passkeys.removeText')}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}

function Rename({ passkey, onDone, onClose }: { passkey: Passkey; onDone: () => Promise<unknown>; onClose: () => void }) {
  const form = useForm({
    initial: { name: passkey.name },
    check: ({ name }) => (name.trim() ? {} : { name: t('tokenList.nameMissing') }),
    submit: async ({ name }) => {
      await call('PUT /api/my-profile/passkeys/{id}', { params: { id: passkey.id }, body: { name: name.trim() } })
      await onDone()
      onClose()
    },
  })
  return (
    <Form form={form} takesFocus>
      <TextField label={t('passkeys.name')} hint={t('passkeys.nameHint')} autoComplete="off" {...form.field('name')} />
      <FormActions>
        <Button type="submit" small busy={form.busy}>
          {t('ui.save')}
        </Button>
        <Button small kind="plain" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
      </FormActions>
    </Form>
  )
}
