import type { WaitingEntry } from '#contract/waiting-list.ts'
import { t } from '../../lib/messages.ts'
import { useSite } from '../../lib/site.ts'
import { ContactLine } from '../booking/contact-line.tsx'

/** Why a waiting client is offered nothing now, and who helps. Nothing if they are. */
export function PassedOver({ entry: { passed_over: why } }: { entry: WaitingEntry }) {
  const site = useSite()
  if (!why) return null
  return (
    <p>
      {t(`joinWaitingList.passedOver.${why}`, { count: site?.policies.max_open ?? 1 })} <ContactLine contact={site?.contact} />
    </p>
  )
}
