import type { UserDetails } from '#contract/users.ts'
import { formatList } from '../../lib/format-values.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { formatSpokenLanguage } from '../../lib/spoken-languages.ts'
import { formatDateTime, formatZone } from '../../lib/time.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import { PrivateAvatar } from '../../ui/private-avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Link } from '../../ui/link.tsx'
import { formatPhone } from '../../lib/phone.ts'
import styles from './users.module.css'

/** The person's contact details. */
export function UserFacts({ user }: { user: UserDetails }) {
  const contact = [user.contact_name, user.contact_phone && formatPhone(user.contact_phone)].filter(Boolean).join(', ')
  return (
    <Card as="section" label={t('user.facts', { name: user.name })}>
      <PrivateAvatar name={user.name} photo={user.photo} size="large" />
      <dl className={styles.facts}>
        <Fact label={t('users.phone')}>
          {user.phone ? (
            <a href={`tel:${user.phone}`} className="tappable">
              {formatPhone(user.phone)}
            </a>
          ) : (
            <span className="soft">{t('users.noPhone')}</span>
          )}
          {user.phone && <span className="soft small"> {t(user.phone_verified_at ? 'user.phoneConfirmed' : 'user.phoneUnconfirmed')}</span>}
        </Fact>
        {user.email && (
          <Fact label={t('users.email')}>
            <a href={`mailto:${user.email}`} className="tappable">
              {user.email}
            </a>
            {user.email_verified_at && <span className="soft small"> {t('user.phoneConfirmed')}</span>}
          </Fact>
        )}
        {contact && <Fact label={t('userForm.contact')}>{contact}</Fact>}
        <Fact label={t('userForm.channel')}>{t(`userForm.channel.${user.channel}`)}</Fact>
        <Fact label={t('userForm.zone')}>{formatZone(user.time_zone)}</Fact>
        {user.spoken_language && (
          <Fact label={t('interpreter.preferredOther')}>
            {formatSpokenLanguage(user.spoken_language)}
            {user.needs_interpreter && <span className="soft small"> {t('interpreter.withInterpreter')}</span>}
          </Fact>
        )}
        {user.working_languages.length > 0 && (
          <Fact label={t('interpreter.working')}>{formatList(user.working_languages.map(formatSpokenLanguage))}</Fact>
        )}
        <Fact label={t('user.logsIn')}>{t(user.has_password ? 'user.withPassword' : 'user.withCode')}</Fact>
        <Fact label={t('user.since')}>{formatDateTime(user.created_at, visitorZone())}</Fact>
        {user.note && (
          <Fact label={t('userForm.note')}>
            <bdi>{user.note}</bdi>
          </Fact>
        )}
        {user.merged.length > 0 && (
          <Fact label={t('user.merged')}>
            {user.merged.map(({ id, name, phone }) => (
              <span key={id} className={styles.optionText}>
                <Link to={paths.user(id)}>{name}</Link>
                {phone && <span className="soft small tabular">{formatPhone(phone)}</span>}
              </span>
            ))}
          </Fact>
        )}
      </dl>
    </Card>
  )
}

const Fact = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div>
    <dt className="soft small">{label}</dt>
    <dd className="tabular">{children}</dd>
  </div>
)

/** The person's roles, with a link to change them. */
export function UserRoles({ user: { id, roles, merged_into, erased_at } }: { user: UserDetails }) {
  const assigns = can('RoleAssign Edit') && !merged_into && !erased_at
  if (roles.length === 0 && !assigns) return null
  return (
    <Card as="section" label={t('user.roles')}>
      <h2 className={styles.title}>{t('user.roles')}</h2>
      {roles.length > 0 ? (
        <p className={styles.badges}>
          {roles.map(role => (
            <Badge key={role.id} tone="accent">
              {role.name}
            </Badge>
          ))}
        </p>
      ) : (
        <p className="soft small">{t('user.noRoles')}</p>
      )}
      {assigns && (
        <div className="no-print">
          <ButtonLink to={paths.roleAssignEdit(id)}>{t('user.changeRoles')}</ButtonLink>
        </div>
      )}
    </Card>
  )
}
