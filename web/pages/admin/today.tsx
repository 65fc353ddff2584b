import { IconPrinter } from '@tabler/icons-react'
import { TodayView } from '../../features/today/today-view.tsx'
import { useLiveDay } from '../../features/today/use-live-day.ts'
import { t } from '../../lib/messages.ts'
import { formatDate } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'

/** Fallback in ms, next to the stream of changes. */
const refetchIntervalMs = 30_000

/** The day of the whole organisation, open at the desk all day. */
export default function TodayPage() {
  const query = useLiveDay('GET /api/day', refetchIntervalMs)
  return (
    <Page
      width="work"
      title={query.data ? t('today.titleOf', { date: formatDate(query.data.date) }) : t('today.title')}
      actions={
        <Button icon={<IconPrinter size={20} aria-hidden="true" />} onClick={() => print()}>
          {t('today.print')}
        </Button>
      }
    >
      <Loaded query={query} skeleton={<ListSkeleton rows={6} height="6rem" />}>
        {day => <TodayView day={day} />}
      </Loaded>
    </Page>
  )
}
