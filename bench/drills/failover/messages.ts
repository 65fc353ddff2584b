import { setTimeout as pause } from 'node:timers/promises'
import { type Gateway, openGateway } from '../../../e2e/support/sms-gateway.ts'
import { type MailServer, openMailServer } from '../../drill-support/mail-server.ts'
import { deadLeaseMs, hurry, leasesOut } from '../../drill-support/outbox.ts'
import type { Site } from '../../drill-support/site.ts'

/** The phones and mailboxes of all clients. */
export interface Receivers {
  settings: Record<string, string>
  gateway: Gateway
  mail: MailServer
  close(): Promise<void>
}

export async function openReceivers(): Promise<Receivers> {
  const [gateway, mail] = [await openGateway(), await openMailServer()]
  return {
    settings: { ...gateway.settings, ...mail.settings },
    gateway,
    mail,
    async close() {
      await gateway.close()
      await mail.leave()
    },
  }
}

/** One half of the clients hears by e-mail, one by text message, of each booking at once. */
export async function tellAllAtOnce({ database }: Site): Promise<void> {
  await database.query(
    `UPDATE users u SET email = 'p' || c.n || '@drill.example', channel = CASE c.n % 2 WHEN 0 THEN 'sms' ELSE 'email' END FROM supply_clients c WHERE c.id = u.id`,
  )
  await database.query(
    `UPDATE settings SET quiet_from = '00:00', quiet_until = '00:00', reminder_minutes = '{}', text_segments_day = 1000000, text_messages_phone = 1000`,
  )
}

const countOpen = `SELECT count(*)::int AS open FROM outbox o JOIN appointments a ON a.id = o.appointment_id JOIN bench_times t ON t.slot_id = a.slot_id
  WHERE o.state IN ('waiting', 'sending')`

/** When fewer wait than ever before, sending makes progress; without it for so long, the rest is left. */
const progressMs = 90_000

/** Sends what waits, without the minutes it would wait; returns how many messages are left. */
export async function finishMessages({ database }: Site, meanwhile: () => Promise<void>): Promise<number> {
  const leases = await leasesOut(database)
  const began = performance.now()
  await meanwhile()
  await pause(Math.max(0, deadLeaseMs - (performance.now() - began)))
  await hurry(database, leases)
  let left = Infinity
  for (let latest = performance.now() + progressMs; left > 0 && performance.now() < latest; await pause(500)) {
    await hurry(database)
    const { open } = (await database.query<{ open: number }>(countOpen)).rows[0]!
    if (open < left) [left, latest] = [open, performance.now() + progressMs]
  }
  return left
}

/** Compares the messages about bookings with what arrived, by their ids. */
export async function compareMessages({ database }: Site, { gateway, mail }: Receivers) {
  const { rows } = await database.query<{ id: string; state: string; why: string | null }>(
    `SELECT o.id, o.state, o.why FROM outbox o JOIN appointments a ON a.id = o.appointment_id JOIN bench_times t ON t.slot_id = a.slot_id`,
  )
  const arrivals = [...gateway.arrived.values(), ...mail.arrived.values()]
  const times = new Map(arrivals.map(arrival => [arrival.id.replace(/@.*/, ''), arrival.times]))
  const missing = rows.filter(({ id }) => !times.has(id))
  const counts = rows.map(({ id }) => times.get(id) ?? 0)
  return {
    messages: rows.length,
    missing: missing.length,
    /** Why they did not arrive. */
    reasons: [...new Set(missing.map(({ state, why }) => `${state} ${why ?? ''}`.trim()))],
    repeated: counts.filter(count => count === 2).length,
    oftener: counts.filter(count => count > 2).length,
  }
}
