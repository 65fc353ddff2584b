import { useSyncExternalStore } from 'react'

/** How far somebody has come in joining. It outlives a reload: phones drop pages while one reads the text message. */
export interface Joining {
  phone?: string
  /** From the request for the code; goes with the code when it is confirmed. */
  joinTicket?: string
  /** Milliseconds since the epoch: until when the code lives, and from when another can be asked for. */
  codeUntil?: number
  resendFrom?: number
  /** The code itself, in demo mode. */
  demoCode?: string
  /** For a phone nobody has yet: registration can begin. */
  ticket?: string
  ticketUntil?: number
}

const key = 'joining'
const listeners = new Set<() => void>()
let current = read()

export function setJoining(joining: Joining): void {
  current = joining
  try {
    sessionStorage.setItem(key, JSON.stringify(joining))
  } catch {
    // Without storage it lasts as long as the page.
  }
  listeners.forEach(listener => listener())
}

export const useJoining = (): Joining =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )

function read(): Joining {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Joining
  } catch {
    return {}
  }
}

export const codeIsAlive = ({ phone, codeUntil = 0 }: Joining, now = Date.now()): boolean => phone !== undefined && now < codeUntil
export const ticketIsAlive = ({ ticket, ticketUntil = 0 }: Joining, now = Date.now()): boolean => ticket !== undefined && now < ticketUntil
