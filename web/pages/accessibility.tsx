import { LegalPage } from '../features/contracts/legal-page.tsx'
import NotFoundPage from './not-found.tsx'

/** The published accessibility statement. */
export default function AccessibilityPage() {
  return <LegalPage name="accessibility" missing={<NotFoundPage />} />
}
