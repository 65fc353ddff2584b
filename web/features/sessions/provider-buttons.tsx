import type { OfferedProvider } from '#contract/providers.ts'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { readReturnPath } from '../../lib/return-path.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './provider-buttons.module.css'
import { ProviderIcon } from './provider-icon.tsx'

/** Pages that a person leaves by signing in. */
const signInPages = new Set<string>([paths.login(), paths.join(), paths.confirm(), paths.registration(), paths.signedIn()])

/** Where the browser returns to: this page with its choices; from a sign-in page, where that one would lead. */
function whereFrom(): string | null {
  const { pathname, search } = location
  if (!signInPages.has(pathname)) return `${pathname}${search}`.slice(0, 500)
  return readReturnPath(new URLSearchParams(search).get('back') ?? undefined)
}

interface ProviderButtonsProps {
  providers: readonly OfferedProvider[]
  /** The token of an invitation that the person accepts by signing in. */
  invitation?: string
  /** What introduces the ways without a provider; null: there are none. */
  otherwise?: string | null
}

/** "Continue with …" for each identity provider: the browser goes there, and comes back to where it was. */
export default function ProviderButtons({ providers, invitation, otherwise = t('providers.or') }: ProviderButtonsProps) {
  const [busy, setBusy] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const go = async (id: string) => {
    setBusy(id)
    setProblem(undefined)
    try {
      const { address } = await call('POST /api/login/provider/{id}', {
        params: { id },
        body: invitation ? { invitation } : { back: whereFrom() },
      })
      location.assign(address)
    } catch (error) {
      setProblem(sentenceOf(error))
      setBusy(undefined)
    }
  }
  return (
    <>
      {problem && (
        <Notice kind="error" alert>
          <p>{problem}</p>
        </Notice>
      )}
      <ul className={styles.providers}>
        {providers.map(({ id, name, icon, colour }) => (
          <li key={id}>
            <Button wide busy={busy === id} icon={<ProviderIcon icon={icon} colour={colour} />} onClick={() => void go(id)}>
              {t('providers.continueWith', { name })}
            </Button>
          </li>
        ))}
      </ul>
      {otherwise !== null && <p className={styles.or}>{otherwise}</p>}
    </>
  )
}
