import { t } from '../lib/messages.ts'
import { paths } from '../lib/paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'

/** The page of users who lack the ability of another page. */
export default function UnauthorizedPage() {
  return (
    <Page title={t('unauthorized.title')} lead={t('unauthorized.text')} width="reading">
      <p>
        <ButtonLink to={paths.booking()} kind="primary">
          {t('errors.goHome')}
        </ButtonLink>
      </p>
    </Page>
  )
}
