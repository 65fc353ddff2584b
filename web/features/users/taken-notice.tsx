import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import type { Refusal } from '../../lib/refusal.ts'
import { can } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './users.module.css'

interface TakenNoticeProps {
  refusal: Refusal | undefined
  /** The record being changed, which may belong to the same person: the two can be merged. */
  id?: string
}

/** The number belongs to another record: open it or merge the two. */
export function TakenNotice({ refusal, id }: TakenNoticeProps) {
  const holder = refusal?.code === 'phone_taken' ? refusal.problem.taken_by : undefined
  if (!holder) return null
  return (
    <Notice kind="warning" alert>
      <p>{t(id ? 'userForm.takenMerge' : 'userForm.taken', { name: holder.name })}</p>
      <div className={styles.buttons}>
        <ButtonLink small to={paths.user(holder.id)}>
          {t('userForm.openHolder', { name: holder.name })}
        </ButtonLink>
        {id && can('User Edit') && (
          <ButtonLink small to={paths.userMerge(holder.id, { other: id })}>
            {t('userForm.mergeInto', { name: holder.name })}
          </ButtonLink>
        )}
      </div>
    </Notice>
  )
}
