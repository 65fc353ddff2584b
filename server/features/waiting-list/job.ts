import type { App, Platform } from '../../platform/http/platform.ts'
import type { Job } from '../../platform/jobs.ts'
import { mintScope } from '../../platform/scope.ts'
import { endOverdueOffers, endPastEntries, offerFreedSeats } from './offer-commands.ts'

/**
 * Updates the waiting list: ends expired offers and past entries, and offers or releases freed
 * seats. Safe on several servers at once.
 */
export async function updateWaitingList({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const scope = mintScope({ person: null, now: clock.now(), ip: null, userAgent: '', browser: false })
  await endOverdueOffers(db, scope)
  await endPastEntries(db, scope)
  await offerFreedSeats(db, scope)
}

/**
 * Handles the passage of time: expired offers and the end of quiet hours. `offerSeatsOnRelease`
 * handles freed seats at once.
 */
export const waitingListJob: Job = { name: 'waiting list', everySeconds: 10, run: updateWaitingList }

/**
 * Offers freed seats on each database notification. One run at a time; a notification during a run
 * starts another one.
 */
export function offerSeatsOnRelease({ http, platform }: App): void {
  let looking: Promise<void> | null = null
  let again = false
  const look = () => {
    if (looking) {
      again = true
      return
    }
    looking = updateWaitingList(platform)
      .catch((error: unknown) => http.log.error({ err: error }, 'the waiting list could not be settled and will be tried again'))
      .finally(() => {
        looking = null
        if (again) {
          again = false
          look()
        }
      })
  }
  platform.live.on('waiting', look)
  http.addHook('onClose', async () => {
    platform.live.off('waiting', look)
    again = false
    await looking
  })
}
