import { LegalPage } from '../features/contracts/legal-page.tsx'
import NotFoundPage from './not-found.tsx'

/** The published privacy policy. */
export default function PrivacyPage() {
  return <LegalPage name="privacy" missing={<NotFoundPage />} />
}
