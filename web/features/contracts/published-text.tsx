import { IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { formatDay } from '../../lib/time.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ReadableText } from '../../ui/readable-text.tsx'
import { TextSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import type { LinkedKey } from './linked-texts.ts'

interface PublishedTextProps {
  contractKey: LinkedKey
  withVersion?: boolean
}

/** The published contract of a key, or a note that there is none yet. */
export function PublishedText({ contractKey, withVersion }: PublishedTextProps) {
  return (
    <Loaded query={useQuery(queryOptionsOf('GET /api/show-list'))} skeleton={<TextSkeleton lines={8} />}>
      {texts => {
        const text = texts[contractKey]
        if (!text) return <NotPublished />
        return (
          <>
            <ReadableText contract={text} />
            {withVersion && text.published_at && (
              <p className="soft small">
                {t('contracts.version', { version: text.version, date: formatDay(text.published_at, visitorZone()) })}
              </p>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

const NotPublished = () => (
  <EmptyState
    title={t('contracts.unpublishedTitle')}
    icon={<IconFileText size={26} stroke={1.6} aria-hidden="true" />}
    action={<ButtonLink to={paths.booking()}>{t('contracts.toBooking')}</ButtonLink>}
  >
    <p>{t('contracts.unpublishedText')}</p>
  </EmptyState>
)
