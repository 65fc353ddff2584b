import { isLegalKey } from '#contract/legal.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { Notice } from '../../ui/notice.tsx'

/** What belongs in a text with a page of its own, and where people find it; nothing for other contracts. */
export function LegalNote({ contractKey }: { contractKey: string }) {
  if (!isLegalKey(contractKey)) return null
  return (
    <Notice>
      <p>
        {t(`legal.${contractKey}`)} {t('legal.linked', { address: paths[contractKey]() })}
      </p>
    </Notice>
  )
}
