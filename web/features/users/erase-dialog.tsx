import type { UserDetails } from '#contract/users.ts'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.ts'
import styles from './users.module.css'

/** Erases a person permanently. Lists what is removed and kept; typing the name confirms. */
export function EraseDialog({ user, onClose }: { user: UserDetails; onClose: () => void }) {
  const navigate = useNavigate()
  const form = useForm({
    initial: { typed: '' },
    check: ({ typed }) => (typed.trim() === user.name.trim() ? {} : { typed: t('erase.notTheName') }),
    submit: async () => {
      await call('POST /api/users/{id}/erase', { params: { id: user.id }, body: { revision: user.revision } })
      onClose()
      toast(t('erase.done'), { type: 'success' })
      await navigate({ href: paths.users() })
    },
  })
  const { appointments, with_them } = user.ahead
  return (
    <Dialog title={t('erase.title', { name: user.name })} onClose={onClose}>
      {with_them > 0 ? (
        <Notice kind="warning">
          <p>{t('erase.mentor', { count: with_them })}</p>
        </Notice>
      ) : (
        <>
          <Notice kind="warning">
            <p>{t('erase.forever')}</p>
          </Notice>
          <ul className={styles.moves}>
            {appointments > 0 && <li>{t('erase.cancels', { count: appointments })}</li>}
            <li>{t('erase.goes')}</li>
            {user.merged.length > 0 && <li>{t('erase.merged', { count: user.merged.length })}</li>}
            <li>{t('erase.stays')}</li>
          </ul>
          <p className="soft small">{t('erase.exportFirst')}</p>
          <FormFrame form={form} submit={t('erase.confirm')} danger cancel={onClose} cancelLabel={t('ui.goBack')}>
            <TextField label={t('erase.typeName', { name: user.name })} autoComplete="off" {...form.field('typed')} />
          </FormFrame>
        </>
      )}
    </Dialog>
  )
}
