import { useSyncExternalStore } from 'react'
import { session, subscribeSession } from '../../lib/session.ts'
import { removeTabItem, getTabItem, setTabItem } from '../../lib/tab-storage.ts'

/** Progress of joining. Survives a reload: phones may drop the page while the user reads the message. */
export interface JoinState {
  phone?: string | undefined
  /** Instead of the phone. */
  email?: string | undefined
  /** From the code request; sent again with the code. */
  joinTicket?: string
  /** Epoch ms: when the code expires, and from when a new one can be requested. */
  codeUntil?: number
  resendFrom?: number
  /** The code itself, in demo mode. */
  demoCode?: string
  /** The registration ticket of an unknown phone number or e-mail address. */
  ticket?: string
  ticketUntil?: number
  /** Of the registration with this ticket: trying it again after a lost answer gets the same one. */
  registrationKey?: string
  /** Epoch ms: until when a new code for the same address keeps `typed`. */
  againUntil?: number
  /** What a new person has typed so far in a form around the registration. */
  typed?: unknown
}

const key = 'joining'
const listeners = new Set<() => void>()
let current = read()

/** Keeps the progress, across a reload while joining can continue. */
export function setJoinState(joining: JoinState): void {
  current = joining
  if (canContinueJoining(joining)) setTabItem(key, null, joining)
  else removeTabItem(key)
  listeners.forEach(listener => listener())
}

// After a logout, the next visitor must not find the phone number or e-mail address.
let loggedIn = session() !== null
subscribeSession(() => {
  const ended = loggedIn && session() === null
  loggedIn = session() !== null
  if (ended) setJoinState({})
})

const againMs = 30 * 60_000

/** Back to the phone number or address, which has to be confirmed again; what was typed for it stays. */
export function confirmAgain(): void {
  const { phone, email, typed } = current
  setJoinState({ phone, email, typed, againUntil: Date.now() + againMs })
}

/** What was typed for this phone number or address; nothing that was typed for another. */
export const typedFor = ({ phone, email }: Pick<JoinState, 'phone' | 'email'>): Pick<JoinState, 'typed'> =>
  current.typed !== undefined && current.phone === phone && current.email === email ? { typed: current.typed } : {}

/** The progress now. */
export const joinState = (): JoinState => current

/** `joinState`, kept up to date. */
export const useJoinState = (): JoinState =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )

function read(): JoinState {
  const kept = getTabItem<JoinState>(key, null) ?? {}
  return canContinueJoining(kept) ? kept : {}
}

/** Whether joining can continue after a reload: with a sent code, with a registration ticket, or with another code. */
export function canContinueJoining(joining: JoinState): boolean {
  return isCodeValid(joining) || isTicketValid(joining) || Date.now() < (joining.againUntil ?? 0)
}

/** Whether a sent code can still be entered. */
function isCodeValid({ phone, email, codeUntil = 0 }: JoinState): boolean {
  return (phone ?? email) !== undefined && Date.now() < codeUntil
}
/** Whether the registration ticket is still valid. */
function isTicketValid({ ticket, ticketUntil = 0 }: JoinState): boolean {
  return ticket !== undefined && Date.now() < ticketUntil
}
