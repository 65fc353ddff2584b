import { useSyncExternalStore } from 'react'
import { session, subscribeSession } from '../../lib/session.ts'
import { removeTabItem, getTabItem, setTabItem } from '../../lib/tab-storage.ts'

/** Progress of joining. Survives a reload: phones may drop the page while the user reads the message. */
export interface Joining {
  phone?: string | undefined
  /** Instead of the phone. */
  email?: string | undefined
  /** From the request for the code; goes with the code when it is confirmed. */
  joinTicket?: string
  /** Milliseconds since the epoch: until when the code lives, and from when another can be asked for. */
  codeUntil?: number
  resendFrom?: number
  /** The code itself, in demo mode. */
  demoCode?: string
  /** For an unknown phone number or e-mail address: registration can begin. */
  ticket?: string
  ticketUntil?: number
}

const key = 'joining'
const listeners = new Set<() => void>()
let current = read()

export function setJoining(joining: Joining): void {
  current = joining
  if (isAlive(joining)) setTabItem(key, null, joining)
  else removeTabItem(key)
  listeners.forEach(listener => listener())
}

// The next visitor of this page does not find the phone number or e-mail address of the person who has just logged out.
let loggedIn = session() !== null
subscribeSession(() => {
  const ended = loggedIn && session() === null
  loggedIn = session() !== null
  if (ended) setJoining({})
})

export const useJoining = (): Joining =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )

function read(): Joining {
  const kept = getTabItem<Joining>(key, null) ?? {}
  return isAlive(kept) ? kept : {}
}

/** Whether there is something to go on with after a reload. */
function isAlive(joining: Joining): boolean {
  return codeIsAlive(joining) || ticketIsAlive(joining)
}

export function codeIsAlive({ phone, email, codeUntil = 0 }: Joining, now = Date.now()): boolean {
  return (phone ?? email) !== undefined && now < codeUntil
}
export function ticketIsAlive({ ticket, ticketUntil = 0 }: Joining, now = Date.now()): boolean {
  return ticket !== undefined && now < ticketUntil
}
