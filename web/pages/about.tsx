import { PublishedText } from '../features/contracts/published-text.tsx'
import { t } from '../lib/messages.ts'
import { Page } from '../ui/page.tsx'

/** The organisation's text about itself, with the licence and source of the product. */
export default function AboutPage() {
  return (
    <Page title={t('about.title')} width="reading">
      <PublishedText contractKey="about" />
      <p className="soft small">
        {t('about.licence')} <a href="/source">{t('about.source')}</a> · <a href="/THIRD-PARTY-LICENSES.txt">{t('about.thirdParty')}</a>
      </p>
    </Page>
  )
}
