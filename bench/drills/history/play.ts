import { randomUUID } from 'node:crypto'
import { Pool } from 'undici'
import type { Appointment as AnsweredAppointment } from '../../../contract/appointments.ts'
import type { WaitingEntry } from '../../../contract/waiting-list.ts'
import { reasonOf, slotOf, type Operation, type SeenAppointment, type SeenEntry, type Command } from './operations.ts'
import type { Ground } from './plan.ts'
import { Chooser } from './choose-operation.ts'

/** So many operations are under way at once. */
const atOnce = 16

/**
 * Lets people do what the seed says, so many things at once; answers everything that was asked and answered, in
 * the order in which it was sent.
 */
export async function play(url: string, ground: Ground, { seed, operations }: { seed: number; operations: number }): Promise<Operation[]> {
  const pool = new Pool(url, { connections: 2 * atOnce, pipelining: 1 })
  const tokens = new Map([...ground.clients, ...ground.mentors, ground.administrator].map(({ id, token }) => [id, token]))
  const chooser = new Chooser(ground, seed)
  const history: Operation[] = []
  let next = 0
  const ask = async (number: number, command: Command, who: string) => {
    const operation: Operation = {
      number,
      command,
      who,
      from: performance.now(),
      to: 0,
      status: 0,
      code: '',
      appointment: null,
      entry: null,
    }
    history.push(operation)
    const { method, path, body, key } = requestFor(command, number, ground)
    const answer = await pool.request({
      method,
      path,
      headers: {
        authorization: `Bearer ${tokens.get(who)}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const said = (await answer.body.json()) as { code?: string }
    operation.to = performance.now()
    operation.status = answer.statusCode
    if (answer.statusCode < 300) Object.assign(operation, readAnswer(command, said))
    else operation.code = said.code ?? ''
    chooser.learn(operation)
  }
  const work = async () => {
    while (next < operations) {
      const number = next++
      const { command, who, twice } = chooser.choose(number)
      await Promise.all(Array.from({ length: twice ? 2 : 1 }, () => ask(number, command, who)))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  await pool.close()
  return history
}

interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: Record<string, unknown>
  key?: string | null
}

function requestFor(command: Command, number: number, { awaited }: Ground): Request {
  const path = 'id' in command ? `/api/appointments/${command.id}` : '/api/appointments'
  const entry = 'id' in command ? `/api/waiting-list/${command.id}` : '/api/waiting-list'
  const reason = reasonOf(number)
  const seen = 'revision' in command && command.revision !== null ? { revision: command.revision } : {}
  switch (command.do) {
    case 'book':
      return { method: 'POST', path, body: { ...command.where, ...(command.staff && { user_id: command.client }) }, key: command.key }
    case 'move':
      return command.staff
        ? { method: 'PUT', path, body: { ...command.where, ...seen, reason } }
        : { method: 'POST', path: `${path}/move`, body: { ...command.where, ...seen } }
    case 'cancel':
      return { method: 'POST', path: `${path}/cancel`, body: { ...seen, reason } }
    case 'status':
      return { method: 'POST', path: `${path}/status`, body: { status: command.to, ...seen, reason } }
    case 'read':
      return { method: 'GET', path }
    case 'join':
      return { method: 'POST', path: entry, body: awaited, key: randomUUID() }
    case 'look':
      return { method: 'GET', path: entry }
    case 'leave':
      return { method: 'DELETE', path: entry }
    case 'accept':
    case 'decline':
      return { method: 'POST', path: `${entry}/${command.do}` }
  }
}

function readAnswer(command: Command, said: unknown): { appointment: SeenAppointment } | { entry: SeenEntry } {
  if (command.do === 'join' || command.do === 'look' || command.do === 'leave' || command.do === 'decline') {
    const { id, state, offer } = said as WaitingEntry
    return { entry: { id, state, offer: offer && slotOf(offer.mentor.id, offer.starts_at) } }
  }
  const { id, user, status, mentor, starts_at, revision } =
    command.do === 'read' ? (said as { appointment: AnsweredAppointment }).appointment : (said as AnsweredAppointment)
  return { appointment: { id, client: user.id, status, slot: slotOf(mentor.id, starts_at), revision } }
}
