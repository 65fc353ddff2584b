import { useEffect, useState } from 'react'
import { call } from './api.ts'
import { isRefusal } from './refusal.ts'
import { session, subscribeSession } from './session.ts'

/**
 * Object URLs of photos by their API address; null if the user may not see the photo. Cleared when the
 * login changes.
 */
const photos = new Map<string, Promise<string | null>>()
/** Parallel downloads, so that a long list does not delay other calls. */
const maxParallel = 2
let running = 0
const waiting: (() => void)[] = []

let token = session()?.token
subscribeSession(() => {
  if (session()?.token === token) return
  token = session()?.token
  for (const photo of photos.values())
    void photo.then(
      address => address && URL.revokeObjectURL(address),
      () => {},
    )
  photos.clear()
})

/**
 * The address of a protected photo for `<img>`: undefined while it loads, null if the user may not see it. A
 * failed download is repeated when the connection is back, and by the next component that shows the photo.
 */
export function usePrivatePhoto(photo: string | null): string | null | undefined {
  const [shown, setShown] = useState<{ photo: string; address: string | null }>()
  useEffect(() => {
    if (photo === null || !isAtApi(photo)) return
    let current = true
    const show = () =>
      void downloadPhoto(photo).then(
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

/**
 * Downloads a photo once; null if the server refuses it. Rejects without an answer; the next call downloads again.
 */
export function downloadPhoto(photo: string): Promise<string | null> {
  const known = photos.get(photo)
  if (known) return known
  const reading: Promise<string | null> = limitParallel(() =>
    call('GET /api/photos/{id}', { params: { id: photo.slice('/api/photos/'.length) } }),
  ).then(
    blob => URL.createObjectURL(blob),
    (error: unknown) => {
      if (isFinal(error)) return null
      if (photos.get(photo) === reading) photos.delete(photo)
      throw error
    },
  )
  photos.set(photo, reading)
  return reading
}

/** Whether a repeated call would be refused again: not without an answer, after a server error or a rate limit. */
const isFinal = (error: unknown): boolean => isRefusal(error) && [401, 403, 404].includes(error.status)

async function limitParallel<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= maxParallel) await new Promise<void>(resolve => waiting.push(resolve))
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}
