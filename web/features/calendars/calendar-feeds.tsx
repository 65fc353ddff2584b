import type { CalendarFeed } from '#contract/calendars.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, queryKeyOf, type ResponseBody } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Loaded } from '../../ui/states.tsx'
import { toast, toastError } from '../../ui/toast.ts'
import styles from '../profile/profile.module.css'
import { FeedRow } from './feed-row.tsx'
import { NewAddress } from './new-address.tsx'

type FeedOwner = { kind: 'client' | 'mentor' } | { kind: 'place'; id: string }
type Made = ResponseBody<'POST /api/my-calendars'>

const keyOfList = (of: FeedOwner) =>
  of.kind === 'place' ? queryKeyOf('GET /api/places/{id}/calendars', { params: { id: of.id } }) : queryKeyOf('GET /api/my-calendars')
const list = (of: FeedOwner, signal: AbortSignal): Promise<{ data: CalendarFeed[] }> =>
  of.kind === 'place'
    ? call('GET /api/places/{id}/calendars', { params: { id: of.id }, signal })
    : call('GET /api/my-calendars', { signal })
const make = (of: FeedOwner): Promise<Made> =>
  of.kind === 'place'
    ? call('POST /api/places/{id}/calendars', { params: { id: of.id } })
    : call('POST /api/my-calendars', { body: { kind: of.kind } })
const stop = ({ kind }: FeedOwner, id: string) =>
  kind === 'place'
    ? call('DELETE /api/place-calendars/{id}', { params: { id } })
    : call('DELETE /api/my-calendars/{id}', { params: { id } })

/**
 * Feed addresses for calendar apps: the user's appointments, the mentor's sessions or those of a place.
 * Each is created, shown once and removed here.
 */
export function CalendarFeeds({ of }: { of: FeedOwner }) {
  const query = useQuery({ queryKey: keyOfList(of), queryFn: ({ signal }) => list(of, signal) })
  const [made, setMade] = useState<Made>()
  const [busy, setBusy] = useState<string>()

  const invalidateFeeds = () => queryClient.invalidateQueries({ queryKey: keyOfList(of) })
  const doing = async (what: string, work: () => Promise<unknown>) => {
    setBusy(what)
    try {
      await work()
    } catch (error) {
      toastError(error)
    }
    await invalidateFeeds()
    setBusy(undefined)
  }
  const makeOne = () => doing('make', async () => setMade(await make(of)))
  const stopOne = (id: string) =>
    doing(id, async () => {
      await stop(of, id)
      if (made?.feed.id === id) setMade(undefined)
      toast(t('calendars.stopped'), { type: 'success' })
      document.querySelector<HTMLElement>('#calendars')?.focus()
    })

  return (
    <section className={styles.section} aria-labelledby="calendars">
      <h2 id="calendars" tabIndex={-1}>
        {t(`calendars.title.${of.kind}`)}
      </h2>
      <Card>
        <p className="soft small">{t(`calendars.lead.${of.kind}`)}</p>
        <p className="soft small">{t(of.kind === 'place' ? 'calendars.carePlace' : 'calendars.care')}</p>
        <Loaded query={query}>
          {({ data }) => (
            <ul className={styles.sessions}>
              {data
                .filter(({ kind }) => kind === of.kind)
                .map(feed => (
                  <FeedRow key={feed.id} feed={feed} busy={busy === feed.id} onStop={() => void stopOne(feed.id)} />
                ))}
            </ul>
          )}
        </Loaded>
        {made && <NewAddress address={made.address} onDone={() => setMade(undefined)} />}
        <div>
          <Button busy={busy === 'make'} onClick={() => void makeOne()}>
            {t('calendars.make')}
          </Button>
        </div>
      </Card>
    </section>
  )
}
