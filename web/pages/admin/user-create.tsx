import { CreateUser } from '../../features/users/create-user.tsx'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { Link } from '../../ui/link.tsx'
import { NeedsAbility } from '../../ui/needs-ability.tsx'
import { Page } from '../../ui/page.tsx'

/** A new person, with a phone number or without. */
export default function UserCreatePage() {
  return (
    <Page
      title={t('userCreate.title')}
      width="reading"
      lead={
        <Link className="no-print" to={paths.users()}>
          {t('users.back')}
        </Link>
      }
    >
      <NeedsAbility ability="User Edit">
        <CreateUser />
      </NeedsAbility>
    </Page>
  )
}
