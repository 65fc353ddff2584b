import type { UserDetails } from '#contract/users.ts'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { isCompleteCode } from '../../lib/one-time-code.ts'
import { formatPhone, looksLikePhone } from '../../lib/phone.ts'
import { can, useSession } from '../../lib/session.ts'
import { useAskedReason } from '../../ui/asked-reason.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.ts'
import styles from './users.module.css'

/**
 * How staff set the number of a person who signs in: with a code that the new number's owner reads out.
 */
export function UserPhone({ user }: { user: UserDetails }) {
  const own = useSession()?.user.id === user.id
  const [changing, setChanging] = useState(false)
  if (!user.signs_in || own || !can('User Edit') || user.can.edit !== true) return null
  const privileged = user.roles.length > 0 && !can('RoleAssign Edit')
  return (
    <Card as="section" label={t('userPhone.title')} className="no-print">
      <h2 className={styles.title}>{t('userPhone.title')}</h2>
      <p className="soft small">{t(privileged ? 'userPhone.privileged' : 'userPhone.text')}</p>
      {!privileged && !changing && (
        <div>
          <Button onClick={() => setChanging(true)}>{t('userPhone.start')}</Button>
        </div>
      )}
      {changing && <ChangePhone user={user} onClose={() => setChanging(false)} />}
    </Card>
  )
}

/** Asks for the new number, then for the code sent to it. */
function ChangePhone({ user: { id, name }, onClose }: { user: UserDetails; onClose: () => void }) {
  const [sent, setSent] = useState<{ phone: string; demo_code?: string | undefined }>()
  const form = useForm({
    initial: { phone: '', code: '' },
    at: { wrong_code: 'code' },
    check: ({ phone, code }) => ({
      ...(!looksLikePhone(phone) && { phone: t('userPhone.missing') }),
      ...(sent && !isCompleteCode(code) && { code: t('userPhone.codeMissing') }),
    }),
    submit: async ({ phone, code }) => {
      if (!sent) {
        const { demo_code } = await call('POST /api/users/{id}/phone', { params: { id }, body: { phone } })
        return setSent({ phone, demo_code })
      }
      const user = await call('POST /api/users/{id}/phone/confirm', { params: { id }, body: { phone: sent.phone, code } })
      toast(t('userPhone.done', { name, phone: user.phone ? formatPhone(user.phone) : '' }), { type: 'success' })
      onClose()
    },
  })
  const code = form.field('code')
  const askedReason = useAskedReason(form)
  if (askedReason) return askedReason
  return (
    <FormFrame form={form} submit={t(sent ? 'userPhone.confirm' : 'userPhone.send')} cancel={onClose} takesFocus>
      <TextField
        label={t('userPhone.new')}
        hint={t('userPhone.newHint')}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        readOnly={sent !== undefined}
        {...form.field('phone')}
      />
      {sent?.demo_code && (
        <Notice>
          <p>{t('userPhone.demoCode', { code: sent.demo_code })}</p>
        </Notice>
      )}
      {sent && (
        <TextField
          {...code}
          label={t('userPhone.code')}
          hint={t('userPhone.codeHint', { name })}
          inputMode="numeric"
          autoComplete="off"
          onChange={value => code.onChange(value.replace(/\D/g, '').slice(0, 6))}
        />
      )}
    </FormFrame>
  )
}
