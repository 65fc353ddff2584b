import { MessageFilterBar } from '../../features/messages/message-filter-bar.tsx'
import { MessageList } from '../../features/messages/message-list.tsx'
import { ToPhone } from '../../features/messages/to-phone.tsx'
import { ViewSwitch } from '../../features/schedules/view-switch.tsx'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { NeedsAbility } from '../../ui/needs-ability.tsx'
import { Page } from '../../ui/page.tsx'

export default function MessagesPage() {
  const [params, setParams] = useSearchParams()
  const view = params.view === 'phone' ? 'phone' : 'all'
  return (
    <Page
      title={t(view === 'phone' ? 'messages.toPhone' : 'messages.title')}
      lead={t(view === 'phone' ? 'messages.phone.lead' : 'messages.lead')}
      actions={
        <ViewSwitch
          label={t('messages.view')}
          value={view}
          options={[
            { value: 'all', label: t('messages.view.all') },
            { value: 'phone', label: t('messages.view.phone') },
          ]}
          onChange={next => setParams({ view: next === 'all' ? undefined : next, after: undefined, message: undefined })}
        />
      }
    >
      <NeedsAbility ability="Appointment List">
        {view === 'phone' ? (
          <ToPhone />
        ) : (
          <>
            <MessageFilterBar />
            <MessageList />
          </>
        )}
      </NeedsAbility>
    </Page>
  )
}
