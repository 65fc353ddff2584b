import type { PageAddress } from '#contract/pages.ts'
import { useNavigate } from '@tanstack/react-router'
import { logout } from '../../lib/logout.ts'
import { t } from '../../lib/messages.ts'
import { homeOf, paths } from '../../lib/paths.ts'
import type { Session } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FormActions } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Shown on the session pages to a signed-in user. */
export function AlreadySignedIn({ session, back }: { session: Session; back: PageAddress | null }) {
  const navigate = useNavigate()
  return (
    <>
      <Notice>{t('login.already', { name: session.user.name || t('profile.defaultName') })}</Notice>
      <FormActions>
        <ButtonLink to={back ?? homeOf(session)} kind="primary">
          {t('login.goOn')}
        </ButtonLink>
        <Button onClick={() => void logout(() => void navigate({ href: paths.booking() }))}>{t('login.notMe')}</Button>
      </FormActions>
    </>
  )
}
