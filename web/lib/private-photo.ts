import { useEffect, useState } from 'react'
import { call } from './api.ts'
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
  for (const photo of read.values()) void photo.then(address => address && URL.revokeObjectURL(address))
  read.clear()
})

/** A photo that only some may see, as an address for `<img>`: undefined while it is read, null where the caller may not see it. */
export function usePrivatePhoto(photo: string | null): string | null | undefined {
  const [shown, setShown] = useState<{ photo: string; address: string | null }>()
  useEffect(() => {
    if (photo === null || !isAtApi(photo)) return
    let current = true
    void readPhoto(photo).then(address => current && setShown({ photo, address }))
    return () => {
      current = false
    }
  }, [photo])
  if (photo === null || !isAtApi(photo)) return photo
  return shown?.photo === photo ? shown.address : undefined
}

const isAtApi = (photo: string) => photo.startsWith('/api/photos/')

function readPhoto(photo: string): Promise<string | null> {
  const known = read.get(photo)
  if (known) return known
  const reading = inTurn(() => call('GET /api/photos/{id}', { params: { id: photo.slice('/api/photos/'.length) } })).then(
    blob => URL.createObjectURL(blob),
    () => null,
  )
  read.set(photo, reading)
  return reading
}

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
