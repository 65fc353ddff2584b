import type { AbilityName } from '#contract/abilities.ts'
import { letterKinds, type LetterName } from '#contract/message-kinds.ts'
import type { ReactNode } from 'react'
import { MessageTypes } from '../../features/messages/message-types.tsx'
import { filterQuery } from '../../features/messages/message-filters.ts'
import { MessageFilterBar } from '../../features/messages/message-filter-bar.tsx'
import { MessageList } from '../../features/messages/message-list.tsx'
import { PeopleToPhone } from '../../features/messages/people-to-phone.tsx'
import { EditWording } from '../../features/wordings/edit-wording.tsx'
import { ViewSwitch } from '../../features/schedules/view-switch.tsx'
import { t, type MessageId } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can } from '../../lib/session.ts'
import { DownloadCsv } from '../../ui/download-csv.tsx'
import { NeedsAbility } from '../../ui/needs-ability.tsx'
import { Page } from '../../ui/page.tsx'

type View = 'all' | 'phone' | 'sent'

const views: Record<View, { ability: AbilityName; title: MessageId; lead: MessageId; content: ReactNode }> = {
  all: {
    ability: 'Appointment List',
    title: 'messages.title',
    lead: 'messages.lead',
    content: (
      <>
        <MessageFilterBar />
        <MessageList />
      </>
    ),
  },
  phone: { ability: 'Appointment List', title: 'messages.toPhone', lead: 'messages.phone.lead', content: <PeopleToPhone /> },
  sent: { ability: 'Settings Edit', title: 'messages.sent.title', lead: 'messages.sent.lead', content: <MessageTypes /> },
}

/** Messages: those sent and failed, their wordings, and the day’s budgets. */
export default function MessagesPage() {
  const [params, setParams] = useSearchParams<'messages'>()
  const open = (Object.keys(views) as View[]).filter(view => can(views[view].ability))
  const view = (Object.keys(views) as View[]).find(name => name === params.view) ?? open[0] ?? 'all'
  const { ability, title, lead, content } = views[view]
  const letter = view === 'sent' ? Object.keys(letterKinds).find(name => name === params.words) : undefined
  if (letter)
    return (
      <Page title={t(`wordings.name.${letter as LetterName}`)} lead={t('wordings.lead')} view={letter}>
        <NeedsAbility ability={ability}>
          <EditWording name={letter} />
        </NeedsAbility>
      </Page>
    )
  return (
    <Page
      width="work"
      title={t(title)}
      lead={t(lead)}
      view={view}
      actions={
        <>
          {view === 'all' && can('User Export') && can(ability) && <DownloadCsv list="messages" query={filterQuery(params)} />}
          {open.length > 1 && (
            <ViewSwitch
              label={t('messages.view')}
              value={view}
              options={open.map(value => ({ value, label: t(`messages.view.${value}`) }))}
              onChange={next => setParams({ view: next === 'all' ? undefined : next, after: undefined, message: undefined })}
            />
          )}
        </>
      }
    >
      <NeedsAbility ability={ability}>{content}</NeedsAbility>
    </Page>
  )
}
