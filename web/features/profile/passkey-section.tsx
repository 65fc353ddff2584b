import type { Passkey } from '#contract/passkeys.ts'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.ts'
import { createPasskey, usePasskeysOffered } from '../sessions/passkeys.ts'
import { withRecentSignIn } from '../sessions/recent-sign-in.ts'
import { PasskeyRow } from './passkey-row.tsx'
import styles from './profile.module.css'

interface PasskeySectionProps {
  passkeys: readonly Passkey[]
  /** One was added, renamed or removed. */
  onChanged: () => Promise<unknown>
}

/** The person's passkeys, and the way to another one. */
export function PasskeySection({ passkeys, onChanged }: PasskeySectionProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const offered = usePasskeysOffered()
  const add = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      const credential = await createPasskey(await withRecentSignIn(() => call('POST /api/my-profile/passkeys/options')))
      const { name } = await withRecentSignIn(() => call('POST /api/my-profile/passkeys', { body: { credential } }))
      toast(t('passkeys.added', { name }), { type: 'success' })
      await onChanged()
    } catch (error) {
      setProblem(sentenceOf(error))
    }
    setBusy(false)
  }
  if (!offered && passkeys.length === 0) return null
  return (
    <Card as="section">
      <h3 id="passkeys" tabIndex={-1} className={styles.title}>
        {t('passkeys.title')}
      </h3>
      <p className="soft">{t(passkeys.length > 0 ? 'passkeys.has' : 'passkeys.hasNot')}</p>
      {passkeys.length > 0 && (
        <ul className={styles.sessions}>
          {passkeys.map(passkey => (
            <PasskeyRow key={passkey.id} passkey={passkey} onChanged={onChanged} onProblem={setProblem} />
          ))}
        </ul>
      )}
      {problem && (
        <Notice kind="warning" alert>
          {problem}
        </Notice>
      )}
      {offered ? (
        <div>
          <Button busy={busy} icon={<IconFingerprint size={20} aria-hidden="true" />} onClick={() => void add()}>
            {t('passkeys.add')}
          </Button>
        </div>
      ) : (
        <p className="soft small">{t('passkey.unavailable')}</p>
      )}
    </Card>
  )
}
