import type { User } from '#contract/people.ts'
import { IconPhoto } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { t } from '../../lib/messages.ts'
import { PrivateAvatar } from '../../ui/private-avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { acceptedTypes, usePhoto, type PhotoCalls } from './photo.ts'
import styles from './profile.module.css'

interface PhotoSectionProps<Saved> {
  user: Pick<User, 'name' | 'photo'>
  hint: string
  calls: PhotoCalls<Saved>
  onSaved: (user: Saved) => void
}

/** A person's photo: choose, preview and upload, or remove. */
export function PhotoSection<Saved>({ user, hint, calls, onSaved }: PhotoSectionProps<Saved>) {
  const file = useRef<HTMLInputElement>(null)
  const { chosen, problem, busy, choose, send, remove } = usePhoto(calls, onSaved)
  const shown = usePreview(chosen)
  return (
    <Card as="section">
      <h2 className={styles.title}>{t('photo.title')}</h2>
      <div className={styles.photo}>
        <PrivateAvatar name={user.name} photo={shown ?? user.photo} size="large" />
        <div className={styles.photoText}>
          <p className="soft small">{chosen ? t('photo.preview') : hint}</p>
          <div className={styles.buttons}>
            {chosen && (
              <Button kind="primary" busy={busy === 'send'} onClick={() => void send()}>
                {t('photo.use')}
              </Button>
            )}
            <Button icon={<IconPhoto size={20} aria-hidden="true" />} onClick={() => file.current?.click()}>
              {t(chosen || user.photo ? 'photo.change' : 'photo.choose')}
            </Button>
            {chosen && (
              <Button kind="plain" onClick={() => choose(undefined)}>
                {t('ui.cancel')}
              </Button>
            )}
            {!chosen && user.photo && (
              <Button kind="plain" busy={busy === 'remove'} onClick={() => void remove()}>
                {t('photo.remove')}
              </Button>
            )}
          </div>
        </div>
      </div>
      {problem && (
        <Notice kind="error" alert>
          <p>{problem}</p>
        </Notice>
      )}
      <input
        ref={file}
        type="file"
        accept={acceptedTypes}
        hidden
        aria-label={t('photo.choose')}
        onChange={event => {
          choose(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </Card>
  )
}

/** Preview of the chosen file. */
function usePreview(chosen: { address: string } | undefined): string | undefined {
  const address = chosen?.address
  useEffect(() => (address ? () => URL.revokeObjectURL(address) : undefined), [address])
  return address
}
