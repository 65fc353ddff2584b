import { LegalPage } from '../features/contracts/legal-page.tsx'
import NotFoundPage from './not-found.tsx'

export default function ImprintPage() {
  return <LegalPage name="imprint" missing={<NotFoundPage />} />
}
