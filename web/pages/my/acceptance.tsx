import { useParams } from '@tanstack/react-router'
import { CertificatePage } from '../../features/contracts/certificate.tsx'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'

/** The certificate of one of the user's own acceptances. */
export default function MyAcceptancePage() {
  const { acceptanceId: id } = useParams({ from: '/my/acceptances/$acceptanceId' })
  return <CertificatePage id={id} back={{ label: t('certificate.back'), to: () => paths.myProfile() }} />
}
