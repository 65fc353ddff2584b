import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { type ResponseBody } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink, IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Link } from '../../ui/link.tsx'
import { toastError } from '../../ui/toast.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { readOnlyReason } from './role-limits.ts'
import styles from './role-list.module.css'
import { formatRole } from './format-role.ts'

type ListedRole = ResponseBody<'GET /api/roles'>['roles'][number]

/** A role: description, holders and actions. */
export function RoleCard({ role }: { role: ListedRole }) {
  const { id, name, holders } = role
  const mine = readOnlyReason(role) === null
  return (
    <Card as="li">
      <div className={styles.head}>
        <h2 className={styles.name}>{name}</h2>
        <p className={styles.badges}>
          {role.opens_admin && <Badge tone="accent">{t('roles.admin')}</Badge>}
          {role.single_sign_on_only && <Badge tone="soft">{t('roles.singleSignOn')}</Badge>}
          {role.is_mentor && <Badge tone="note">{t('roles.mentor')}</Badge>}
        </p>
      </div>
      <p>{formatRole(role)}</p>
      <div className={styles.foot}>
        <p className="soft small tabular">
          {holders > 0 && can('RoleAssign List') ? (
            <Link to={paths.roleAssign({ role: id })} className="tappable" aria-label={t('roles.holdersOf', { count: holders, name })}>
              {t('roles.holders', { count: holders })}
            </Link>
          ) : (
            t('roles.holders', { count: holders })
          )}
        </p>
        {can('Role Edit') && (
          <div className={`${styles.actions} no-print`}>
            {mine && holders === 0 && <DeleteRole role={role} />}
            <ButtonLink
              to={paths.roleEdit(id)}
              small
              icon={mine && <IconPencil size={18} aria-hidden="true" />}
              label={t(mine ? 'roles.editOf' : 'roles.viewOf', { name })}
            >
              {t(mine ? 'roles.edit' : 'roles.view')}
            </ButtonLink>
          </div>
        )}
      </div>
    </Card>
  )
}

function DeleteRole({ role: { id, name } }: { role: ListedRole }) {
  const [asked, setAsked] = useState(false)
  const removal = useApiMutation('DELETE /api/roles/{id}', {
    success: t('roles.deleted', { name }),
    invalidates: ['GET /api/roles'],
    onSuccess: () => {
      setAsked(false)
      document.getElementById('content')?.focus()
    },
    onError: error => {
      toastError(error)
      setAsked(false)
    },
  })
  return (
    <>
      <IconButton label={t('roles.deleteOf', { name })} onClick={() => setAsked(true)}>
        <IconTrash size={20} aria-hidden="true" />
      </IconButton>
      {asked && (
        <ConfirmDialog
          title={t('roles.deleteTitle')}
          confirm={t('roles.deleteConfirm')}
          danger
          busy={removal.isPending}
          onConfirm={() => removal.mutate({ params: { id } })}
          onClose={() => setAsked(false)}
        >
          <p>{t('roles.deleteText', { name })}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
