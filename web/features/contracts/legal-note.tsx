import { t } from '../../lib/messages.ts'
import { Notice } from '../../ui/notice.tsx'
import { addressOf, isLinkedKey } from './linked-texts.ts'

/** What belongs in a text with a page of its own, and where people find it; nothing for other contracts. */
export function LegalNote({ contractKey }: { contractKey: string }) {
  if (!isLinkedKey(contractKey)) return null
  return (
    <Notice>
      <p>
        {t(`legal.${contractKey}`)} {t('legal.linked', { address: addressOf(contractKey) })}
      </p>
    </Notice>
  )
}
