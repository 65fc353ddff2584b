import { wholeRecordAbilities, type WholeRecordAction } from '#contract/whole-record.ts'
import type { UserDetails } from '#contract/users.ts'
import { IconArrowsJoin2, IconDownload, IconEraser, IconMailForward, IconUserCheck, IconUserOff } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { call } from '../../lib/api.ts'
import { formatList, quote } from '../../lib/format-values.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { saveFile } from '../../lib/save-file.ts'
import { missingAbilities } from '../../lib/missing-abilities.ts'
import { can } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toast, toastError } from '../../ui/toast.ts'
import { DeactivateDialog } from './deactivate-dialog.tsx'
import { EraseDialog } from './erase-dialog.tsx'
import styles from './users.module.css'

/** Actions on a whole record with descriptions. Actions that would be refused are omitted. */
export function UserActions({ user }: { user: UserDetails }) {
  const [asks, setAsks] = useState<'deactivate' | 'erase'>()
  const [busy, setBusy] = useState<'export' | 'reactivate'>()
  const offered = can('User Edit') || actions.some(action => can(wholeRecordAbilities[action][0]))
  if (!offered || user.can.edit !== true) return null
  const run = async (what: 'export' | 'reactivate', work: () => Promise<unknown>) => {
    setBusy(what)
    await work().catch(toastError)
    setBusy(undefined)
  }
  const params = { id: user.id }
  const download = () =>
    run('export', async () => {
      const everything = await call('GET /api/users/{id}/export', { params })
      saveFile(new Blob([JSON.stringify(everything, null, 2)], { type: 'application/json' }), `user-${user.id}.json`)
      toast(t('user.exported'), { type: 'success' })
    })
  const reactivate = () =>
    run('reactivate', async () => {
      await call('POST /api/users/{id}/reactivate', { params, body: { revision: user.revision } })
      toast(t('user.reactivated', { name: user.name }), { type: 'success' })
    })
  const ends = user.can.end
  return (
    <Card as="section" label={t('user.record')} className="no-print">
      <h2 className={styles.title}>{t('user.record')}</h2>
      <div className={styles.actions}>
        {can('User Edit') && user.active && !user.has_account && (
          <div className={styles.action}>
            <ButtonLink to={paths.invitations({ new: 'one', user: user.id })} icon={<IconMailForward size={18} aria-hidden="true" />}>
              {t('user.invite')}
            </ButtonLink>
            <p className="soft small">{t('user.inviteText')}</p>
          </div>
        )}
        <RecordAction action="export">
          <Button busy={busy === 'export'} icon={<IconDownload size={18} aria-hidden="true" />} onClick={() => void download()}>
            {t('user.export')}
          </Button>
          <p className="soft small">{t('user.exportText')}</p>
        </RecordAction>
        {ends === true ? (
          <>
            <RecordAction action="merge">
              <ButtonLink to={paths.userMerge(user.id)} icon={<IconArrowsJoin2 size={18} aria-hidden="true" />}>
                {t('user.merge')}
              </ButtonLink>
              <p className="soft small">{t('user.mergeText')}</p>
            </RecordAction>
            {can('User Edit') && (
              <div className={styles.action}>
                {user.active ? (
                  <Button icon={<IconUserOff size={18} aria-hidden="true" />} onClick={() => setAsks('deactivate')}>
                    {t('user.deactivate')}
                  </Button>
                ) : (
                  <Button
                    busy={busy === 'reactivate'}
                    icon={<IconUserCheck size={18} aria-hidden="true" />}
                    onClick={() => void reactivate()}
                  >
                    {t('user.reactivate')}
                  </Button>
                )}
                <p className="soft small">{t(user.active ? 'user.deactivateText' : 'user.reactivateText')}</p>
              </div>
            )}
            <RecordAction action="erase">
              <Button kind="danger" icon={<IconEraser size={18} aria-hidden="true" />} onClick={() => setAsks('erase')}>
                {t('user.erase')}
              </Button>
              <p className="soft small">{t('user.eraseText')}</p>
            </RecordAction>
          </>
        ) : (
          <p className="soft small">{ends.message}</p>
        )}
      </div>
      {asks === 'deactivate' && <DeactivateDialog user={user} onClose={() => setAsks(undefined)} />}
      {asks === 'erase' && <EraseDialog user={user} onClose={() => setAsks(undefined)} />}
    </Card>
  )
}

const actions = Object.keys(wholeRecordAbilities) as WholeRecordAction[]

/**
 * An action on the whole record, for holders of its ability. If an ability for part of the record is
 * missing, a sentence names it.
 */
function RecordAction({ action, children }: { action: WholeRecordAction; children: ReactNode }) {
  const wanted = wholeRecordAbilities[action]
  if (!can(wanted[0])) return null
  const missing = missingAbilities(wanted)
  return (
    <div className={styles.action}>
      {missing.length === 0 ? (
        children
      ) : (
        <p className="soft small">{t(`user.${action}Needs`, { abilities: formatList(missing.map(quote)) })}</p>
      )}
    </div>
  )
}
