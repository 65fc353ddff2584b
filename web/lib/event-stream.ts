import { unattendedHeader } from '#contract/session-use.ts'
import { urlOf, type QueryName } from './api.ts'
import { session } from './session.ts'

/**
 * Reads the event stream of a call for logged-in users, until it ends or `signal` aborts. `EventSource` sends no
 * token, so this is a fetch. An open stream is no use of the session. Calls `onChange` after each event, and once the
 * stream is open: what changed before that is in no event. Throws without a stream.
 */
export async function readEvents(name: QueryName, onChange: () => void, signal: AbortSignal): Promise<void> {
  const token = session()?.token
  const response = await fetch(urlOf(name), {
    headers: { accept: 'text/event-stream', [unattendedHeader]: 'true', ...(token && { authorization: `Bearer ${token}` }) },
    signal,
  })
  if (!response.ok || !response.body) throw new Error(`${name} answered ${response.status}`)
  onChange()
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const blocks = (rest + piece.value).split('\n\n')
    rest = blocks.pop() ?? ''
    if (blocks.some(block => block.startsWith('event:'))) onChange()
  }
}
