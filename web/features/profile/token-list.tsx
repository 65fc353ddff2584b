import type { ProgramToken } from '#contract/profile.ts'
import { useState } from 'react'
import { call, queryKeyOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast, toastError } from '../../ui/toast.ts'
import { NewToken, type CreatedToken } from './new-token.tsx'
import styles from './profile.module.css'
import { TokenRow } from './token-row.tsx'

const invalidateProfile = () => queryClient.invalidateQueries({ queryKey: queryKeyOf('GET /api/my-profile') })

interface TokenListProps {
  tokens: readonly ProgramToken[]
  hasPassword: boolean
  /** Others only see and revoke the tokens they have. */
  mayCreate: boolean
}

/** API tokens: each is created, shown once and revoked here. */
export function TokenList({ tokens, hasPassword, mayCreate }: TokenListProps) {
  const [making, setMaking] = useState(false)
  const [made, setMade] = useState<CreatedToken>()
  const [busy, setBusy] = useState<string>()

  const revoke = async ({ id, name }: ProgramToken) => {
    setBusy(id)
    try {
      await call('DELETE /api/my-profile/tokens/{id}', { params: { id } })
      if (made?.program.id === id) setMade(undefined)
      toast(t('tokenList.revoked', { name }), { type: 'success' })
      document.querySelector<HTMLElement>('#token-list')?.focus()
    } catch (error) {
      toastError(error)
    }
    await invalidateProfile()
    setBusy(undefined)
  }
  const show = (token: CreatedToken) => {
    setMade(token)
    setMaking(false)
    void invalidateProfile()
  }

  return (
    <section className={styles.section} aria-labelledby="token-list">
      <h2 id="token-list" tabIndex={-1}>
        {t('tokenList.title')}
      </h2>
      <Card>
        <p className="soft small">{t('tokenList.lead')}</p>
        {tokens.length > 0 && (
          <ul className={styles.sessions}>
            {tokens.map(token => (
              <TokenRow key={token.id} token={token} busy={busy === token.id} onRevoke={() => void revoke(token)} />
            ))}
          </ul>
        )}
        {made && (
          <Notice kind="success" alert>
            <p>{t('tokenList.shown', { name: made.program.name })}</p>
            <code className={styles.token}>{made.token}</code>
            <Button small onClick={() => setMade(undefined)}>
              {t('tokenList.done')}
            </Button>
          </Notice>
        )}
        {making ? (
          <NewToken onCreated={show} onClose={() => setMaking(false)} />
        ) : !mayCreate ? null : hasPassword ? (
          <div>
            <Button onClick={() => setMaking(true)}>{t('tokenList.make')}</Button>
          </div>
        ) : (
          <p className="soft small">{t('tokenList.noPassword')}</p>
        )}
      </Card>
    </section>
  )
}
