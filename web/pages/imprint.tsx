import { LegalPage } from '../features/contracts/legal-page.tsx'
import NotFoundPage from './not-found.tsx'

/** The published imprint. */
export default function ImprintPage() {
  return <LegalPage name="imprint" missing={<NotFoundPage />} />
}
