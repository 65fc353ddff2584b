import { t } from '../lib/messages.ts'
import { paths } from '../lib/paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'

/** The page of an unknown address, or of a record that the user may not know of. */
export default function NotFoundPage() {
  return (
    <Page title={t('notFound.title')} lead={t('notFound.text')} width="reading">
      <p>
        <ButtonLink to={paths.booking()} kind="primary">
          {t('errors.goHome')}
        </ButtonLink>
      </p>
    </Page>
  )
}
