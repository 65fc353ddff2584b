import { useParams } from '@tanstack/react-router'
import { CertificatePage } from '../../features/contracts/certificate.tsx'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { NeedsAbility } from '../../ui/needs-ability.tsx'
import { Page } from '../../ui/page.tsx'

/** The certificate of a person's acceptance of a contract version, as staff see it. */
export default function AcceptancePage() {
  const { acceptanceId: id } = useParams({ from: '/admin/acceptances/$acceptanceId' })
  if (!can('Contract Edit') && !can('User List')) {
    return (
      <Page title={t('certificate.title')}>
        <NeedsAbility ability="User List" />
      </Page>
    )
  }
  const toContract = ({ contract_id }: { contract_id: string }) => paths.contract(contract_id, { view: 'accepted' })
  return <CertificatePage id={id} back={{ label: t('certificate.backStaff'), to: toContract }} />
}
