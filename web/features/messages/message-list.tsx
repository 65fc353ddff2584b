import type { Message } from '#contract/messages.ts'
import { IconMail } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOptionsOf, type ResponseBody } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can } from '../../lib/session.ts'
import { CursorPager } from '../../ui/cursor-pager.tsx'
import { DayList } from '../../ui/day-list.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SelectAll } from '../../ui/select-all.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { useRowSelection } from '../../ui/use-row-selection.ts'
import { isFiltered, readFilters } from './message-filters.ts'
import { MessagePanel } from './message-panel.tsx'
import { MessageRow } from './message-row.tsx'
import styles from './messages.module.css'
import { canResend, ResendBar } from './resend-bar.tsx'

const perPage = 50
/** Refetch interval in ms while messages are on their way. */
const pollMs = 20_000

/** Sent messages by day, newest first; a message opens next to the list. */
export function MessageList() {
  const [params] = useSearchParams<'messages'>()
  const query = useQuery({
    ...queryOptionsOf('GET /api/messages', { query: { ...readFilters(params), per_page: perPage } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: pollMs,
  })
  return (
    <Loaded query={query} skeleton={<ListSkeleton rows={10} height="4rem" />}>
      {({ data, meta }) => (
        // Other filters: another selection.
        <FoundMessages
          key={JSON.stringify({ ...readFilters(params), after: '' })}
          messages={data}
          meta={meta}
          filtered={isFiltered(params)}
          busy={query.isPlaceholderData}
        />
      )}
    </Loaded>
  )
}

interface FoundProps {
  messages: readonly Message[]
  meta: ResponseBody<'GET /api/messages'>['meta']
  filtered: boolean
  busy: boolean
}

/** Stays while its last rows go, so that the dialog of an action can say what became of them. */
function FoundMessages({ messages: found, meta, filtered, busy }: FoundProps) {
  const [params, setParams] = useSearchParams<'messages'>()
  const selection = useRowSelection(found, canResend)
  const selects = can('Appointment Edit') && found.some(canResend)
  return (
    <div tabIndex={-1} className={styles.days} aria-busy={busy}>
      {meta.others && <Notice>{t('messages.others')}</Notice>}
      {selects && (
        <div className={`${styles.all} no-print`}>
          <SelectAll rows={found} selection={selection} />
          <span className="soft small">{t('messages.selectUndelivered')}</span>
        </div>
      )}
      {found.length === 0 ? (
        <Nothing filtered={filtered} />
      ) : (
        <DayList rows={found} at={message => message.created_at} zone={meta.time_zone}>
          {messages =>
            messages.map(message => (
              <MessageRow
                key={message.id}
                message={message}
                zone={meta.time_zone}
                onOpen={id => setParams({ message: id })}
                selection={selects ? selection : null}
              />
            ))
          }
        </DayList>
      )}
      <CursorPager next={meta.next} words={{ onward: t('messages.older'), back: t('messages.newest') }} />
      <ResendBar selection={selection} />
      {params.message && <MessagePanel id={params.message} zone={meta.time_zone} onGo={id => setParams({ message: id })} />}
    </div>
  )
}

const Nothing = ({ filtered }: { filtered: boolean }) => (
  <EmptyState title={t(filtered ? 'messages.none' : 'messages.noneYet')} icon={<IconMail size={26} stroke={1.6} aria-hidden="true" />}>
    <p>{t(filtered ? 'messages.noneText' : 'messages.noneYetText')}</p>
  </EmptyState>
)
