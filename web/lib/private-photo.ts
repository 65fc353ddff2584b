import { useEffect, useState } from 'react'
import { call } from './api.ts'
import { isRefusal } from './refusal.ts'
import { session, subscribeSession } from './session.ts'

/** Addresses of photos that were read with the login, by their address at the API; null where there is none to see. They go when the login ends. */
const read = new Map<string, Promise<string | null>>()
/** Photos that are read at once, so that a long list does not keep other calls waiting. */
const maxParallel = 2
let running = 0
const waiting: (() => void)[] = []

let token = session()?.token
subscribeSession(() => {
  if (session()?.token === token) return
  token = session()?.token
  for (const photo of read.values())
    void photo.then(
      address => address && URL.revokeObjectURL(address),
      () => {},
    )
  read.clear()
})

/**
 * A photo that only some may see, as an address for `<img>`: undefined while it is read, null where the caller may not see it. One that could not be read is
 * tried again when the connection is back, and by the next component that shows it.
 */
export function usePrivatePhoto(photo: string | null): string | null | undefined {
  const [shown, setShown] = useState<{ photo: string; address: string | null }>()
  useEffect(() => {
    if (photo === null || !isAtApi(photo)) return
    let current = true
    const show = () =>
      void readPhoto(photo).then(
        address => current && setShown({ photo, address }),
        () => {},
      )
    show()
    window.addEventListener('online', show)
    return () => {
      current = false
      window.removeEventListener('online', show)
    }
  }, [photo])
  if (photo === null || !isAtApi(photo)) return photo
  return shown?.photo === photo ? shown.address : undefined
}

const isAtApi = (photo: string) => photo.startsWith('/api/photos/')

/** Reads a photo once for all who show it; null where the server refuses it. Rejects where no answer came, and then reads it again the next time. */
export function readPhoto(photo: string): Promise<string | null> {
  const known = read.get(photo)
  if (known) return known
  const reading: Promise<string | null> = inTurn(() =>
    call('GET /api/photos/{id}', { params: { id: photo.slice('/api/photos/'.length) } }),
  ).then(
    blob => URL.createObjectURL(blob),
    (error: unknown) => {
      if (isFinal(error)) return null
      if (read.get(photo) === reading) read.delete(photo)
      throw error
    },
  )
  read.set(photo, reading)
  return reading
}

/** Whether asking again would bring the same: not where no answer came, the server was in trouble, or too much was asked for. */
const isFinal = (error: unknown): boolean => isRefusal(error) && [401, 403, 404].includes(error.status)

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= maxParallel) await new Promise<void>(resolve => waiting.push(resolve))
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}
