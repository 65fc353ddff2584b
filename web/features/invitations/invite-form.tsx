import type { Invitation, InvitationChannel } from '#contract/invitations.ts'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { useIdempotencyKey } from '../../lib/idempotency-key.ts'
import { t, type MessageId } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useAskedReason } from '../../ui/asked-reason.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CheckField, SelectField, TextField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { Notice } from '../../ui/notice.tsx'
import { mayBeEmail } from '../sessions/address.ts'

const ways: Record<InvitationChannel, MessageId> = {
  email: 'invitations.way.email',
  sms: 'invitations.way.sms',
  print: 'invitations.way.print',
}

interface InviteFormProps {
  channels: readonly InvitationChannel[]
  roles: readonly { id: string; name: string }[]
  /** A person on file; null: a new one. */
  person: { id: string; name: string; email: string | null; phone: string | null } | null
  onInvited: (invitation: Invitation) => void
}

/** Invites one person. */
export function InviteForm({ channels, roles, person, onInvited }: InviteFormProps) {
  const keyFor = useIdempotencyKey()
  const usable = person ? channels.filter(way => way === 'print' || person[way === 'sms' ? 'phone' : 'email']) : channels
  const form = useForm({
    initial: { name: '', email: '', phone: '', channel: (usable[0] ?? 'print') as InvitationChannel, role_ids: [] as string[] },
    check: ({ name, email, phone, channel }) => ({
      ...(!person && !name.trim() && { name: t('userForm.nameMissing') }),
      ...(!person && channel === 'email' && !mayBeEmail(email) && { email: t('registration.emailWrong') }),
      ...(!person && channel === 'sms' && !/\d.*\d.*\d/.test(phone) && { phone: t('join.phoneMissing') }),
    }),
    submit: async ({ name, email, phone, channel, role_ids }) => {
      const who = person
        ? { user_id: person.id }
        : { name, ...(email.trim() && { email: email.trim() }), ...(phone.trim() && { phone: phone.trim() }) }
      const body = { ...who, channel, role_ids }
      onInvited(await call('POST /api/invitations', { body, idempotencyKey: keyFor(body) }))
    },
  })
  const { value: chosen, onChange: choose } = form.field('role_ids')
  const holder = form.refusal?.problem.taken_by
  const askedReason = useAskedReason(form)
  const channel = form.field('channel')
  if (askedReason) return askedReason
  return (
    <Card>
      <FormFrame
        form={form}
        param="new"
        submit={t(channel.value === 'print' ? 'invitations.makePrinted' : 'invitations.send')}
        cancel={paths.invitations()}
        refused={
          holder && (
            <Notice kind="warning" alert>
              <p>{t('invitations.onFile', { name: holder.name })}</p>
              <ButtonLink small to={paths.invitations({ new: 'one', user: holder.id })}>
                {t('invitations.inviteOnFile', { name: holder.name })}
              </ButtonLink>
            </Notice>
          )
        }
        takesFocus
      >
        {person ? (
          <p>{t('invitations.forPerson', { name: person.name })}</p>
        ) : (
          <>
            <TextField label={t('userForm.name')} autoComplete="off" {...form.field('name')} />
            <TextField
              label={t('invitations.email')}
              optional={channel.value !== 'email'}
              type="email"
              autoComplete="off"
              {...form.field('email')}
            />
            <TextField
              label={t('invitations.phone')}
              hint={t(channel.value === 'print' ? 'invitations.phonePrinted' : 'invitations.phoneHint')}
              optional={channel.value !== 'sms'}
              type="tel"
              autoComplete="off"
              {...form.field('phone')}
            />
          </>
        )}
        <SelectField
          label={t('invitations.way')}
          hint={t('invitations.wayHint')}
          options={usable.map(way => ({ value: way, label: t(ways[way]) }))}
          {...channel}
          onChange={value => channel.onChange(usable.find(way => way === value) ?? 'print')}
        />
        <RoleChoice roles={roles} value={chosen} onChange={choose} />
      </FormFrame>
    </Card>
  )
}

interface RoleChoiceProps {
  roles: readonly { id: string; name: string }[]
  value: readonly string[]
  onChange: (value: string[]) => void
}

/** The roles that the caller may give. */
export function RoleChoice({ roles, value, onChange }: RoleChoiceProps) {
  if (roles.length === 0) return null
  return (
    <fieldset>
      <legend>{t('invitations.roles')}</legend>
      <p className="soft small">{t('invitations.rolesHint')}</p>
      {roles.map(({ id, name }) => (
        <CheckField
          key={id}
          label={name}
          name={`role-${id}`}
          value={value.includes(id)}
          onChange={on => onChange(on ? [...value, id] : value.filter(other => other !== id))}
        />
      ))}
    </fieldset>
  )
}
