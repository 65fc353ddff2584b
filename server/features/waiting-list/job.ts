import type { App, Platform } from '../../platform/http/platform.ts'
import type { Job } from '../../platform/jobs.ts'
import { mintScope } from '../../platform/scope.ts'
import { endOverdueOffers, endPastEntries, offerFreedSeats } from './offer-commands.ts'

/** Brings the waiting list up to this moment: offers that are over end, freed seats are offered or let go. Any number of servers may do it at once. */
export async function settleWaitingList({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const scope = mintScope({ person: null, now: clock.now(), ip: null, userAgent: '', browser: false })
  await endOverdueOffers(db, scope)
  await endPastEntries(db, scope)
  await offerFreedSeats(db, scope)
}

/** The list is looked at whenever a seat is freed (`offerSeatsOnRelease`); this is for what only time brings: ends of offers and of quiet hours. */
export const waitingListJob: Job = { name: 'waiting list', everySeconds: 10, run: settleWaitingList }

/** Offers a freed seat as soon as the database tells of it; one look at a time, and another one after it where something came meanwhile. */
export function offerSeatsOnRelease({ http, platform }: App): void {
  let looking: Promise<void> | null = null
  let again = false
  const look = () => {
    if (looking) {
      again = true
      return
    }
    looking = settleWaitingList(platform)
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
