import type { Site } from './site.ts'

type Time = Site['times'][number]

/** An open booking page, which receives every change of seats of its support type. */
export interface OpenPage {
  /** Answers when it has heard of that time. */
  tells(time: Time): Promise<void>
  /** When the stream is over: whether it ended, rather than being cut off. */
  ended: Promise<boolean>
  close(): void
}

/** Opens one; throws where it is refused. */
export async function openPage(url: string, supportType: string): Promise<OpenPage> {
  const closing = new AbortController()
  const { status, body } = await fetch(`${url}/api/search-schedule/${supportType}/live`, { signal: closing.signal })
  if (status !== 200) throw new Error(`the stream answered ${status}`)
  const heard = new Set<string>()
  const waiting = new Map<string, () => void>()
  const read = async () => {
    let text = ''
    for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
      const events = (text + chunk).split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        const data = /^event: seats\ndata: (.*)$/.exec(event)?.[1]
        if (!data) continue
        const told = keyOf(JSON.parse(data) as Time)
        heard.add(told)
        waiting.get(told)?.()
      }
    }
  }
  return {
    tells: (time: Time) =>
      new Promise<void>(resolve => {
        if (heard.has(keyOf(time))) resolve()
        else waiting.set(keyOf(time), resolve)
      }),
    ended: read().then(
      () => true,
      () => false,
    ),
    close: () => closing.abort(),
  }
}

const keyOf = ({ schedule_id, mentor_id, starts_at }: Time) => `${schedule_id} ${mentor_id} ${Date.parse(starts_at)}`

/** The support type that a time of the site's is booked with. */
export async function supportTypeOf({ database, times }: Site, time: number): Promise<string> {
  const { rows } = await database.query<{ support_type_id: string }>('SELECT support_type_id FROM schedules WHERE id = $1', [
    times[time]!.schedule_id,
  ])
  return rows[0]!.support_type_id
}
