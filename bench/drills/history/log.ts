import type pg from 'pg'
import type { Appointment, Status, Time } from './model.ts'
import { describe, reasonOf, slotOf, succeeded, type Operation } from './operations.ts'
import type { Ground } from './plan.ts'
import { isStep } from './status-rules.ts'

interface State {
  status: Status
  schedule_id: string
  mentor_id: string
  starts_at: string
}

interface Row {
  subject_id: string
  actor_id: string | null
  action: string
  reason: string
  before: State | null
  after: State
}

/** Differences between the audit log of the appointments and the answers. */
export async function compareLog(database: pg.Client, { clients, times }: Ground, operations: readonly Operation[]): Promise<string[]> {
  const { rows } = await database.query<Row>(
    `SELECT subject_id, actor_id, action, reason, before, after FROM audit WHERE subject = 'appointment' AND person_id = ANY ($1) ORDER BY at, id`,
    [clients.map(({ id }) => id)],
  )
  const bySlot = new Map(times.map(time => [time.slot, time]))
  const byReason = new Map(operations.map(operation => [reasonOf(operation.number), operation]))
  const stories = new Map<string, Row[]>()
  for (const row of rows) stories.set(row.subject_id, [...(stories.get(row.subject_id) ?? []), row])
  const wrong: string[] = []
  for (const [id, story] of stories) wrong.push(...checkStory(id, story, bySlot), ...checkOrder(id, story, operations, byReason))
  for (const operation of operations.filter(succeeded)) {
    const { number, command, appointment } = operation
    const story = stories.get(appointment?.id ?? '') ?? []
    const isTold =
      command.do === 'cancel' || command.do === 'status'
        ? story.filter(({ reason }) => reason === reasonOf(number)).length === 1
        : appointment === null || story.length > 0
    if (!isTold) wrong.push(`not in the log: ${describe(operation)}`)
  }
  return wrong
}

/** Each row begins where the one before it ended, and is a step that exists. */
function checkStory(id: string, story: readonly Row[], times: ReadonlyMap<string, Time>): string[] {
  const wrong: string[] = []
  let before: Status | null = null
  story.forEach(({ action, before: from, after: to }, at) => {
    const said = `appointment ${id}, row ${at + 1} (${action})`
    const last = story[at - 1]?.after ?? null
    if (JSON.stringify(pick(from)) !== JSON.stringify(pick(last))) wrong.push(`${said} begins elsewhere than the one before it ended`)
    const time = times.get(slotOf(to.mentor_id, to.starts_at))
    if (!time) wrong.push(`${said} is at a time that was not planned`)
    else if (from && from.status !== to.status) {
      const stood: Pick<Appointment, 'status' | 'before' | 'time'> = { status: from.status, before, time }
      if (!isStep(stood, to.status, true)) wrong.push(`${said} goes from ${from.status} to ${to.status}`)
      before = from.status
    } else if (from && from.status !== 'pending' && from.status !== 'booked') wrong.push(`${said} moves what is ${from.status}`)
  })
  return wrong
}

const pick = (state: State | null) => state && [state.status, state.schedule_id, state.mentor_id, state.starts_at]

/**
 * Each row belongs to an operation, and no row precedes that of an operation that had ended before this one began.
 */
function checkOrder(
  id: string,
  story: readonly Row[],
  operations: readonly Operation[],
  byReason: ReadonlyMap<string, Operation>,
): string[] {
  const wrong: string[] = []
  let latest = 0
  for (const { action, actor_id, reason, after } of story) {
    const slot = slotOf(after.mentor_id, after.starts_at)
    const told = reason
      ? [byReason.get(reason)].filter(operation => operation !== undefined)
      : operations.filter(
          ({ command, appointment }) =>
            appointment?.id === id && (action === 'moved' ? command.do === 'move' : command.do === 'book' || command.do === 'accept'),
        )
    const asked = told.filter(
      operation => succeeded(operation) && operation.who === actor_id && leadsTo(operation, action, after.status, slot),
    )
    if (asked.length === 0) wrong.push(`appointment ${id} was ${action}, says the log, but no answer said so`)
    else if (asked.every(({ to }) => to < latest)) wrong.push(`appointment ${id} was ${action} earlier than the log says`)
    latest = Math.max(latest, Math.min(...asked.map(({ from }) => from)))
  }
  return wrong
}

function leadsTo({ command }: Operation, action: string, status: Status, slot: string): boolean {
  switch (command.do) {
    case 'cancel':
      return action === 'cancelled'
    case 'status':
      return status === command.to
    case 'move':
      return action === 'moved' && (command.where.mentor_id === null || slot === slotOf(command.where.mentor_id, command.where.starts_at))
    default:
      return action === 'booked' || action === 'requested'
  }
}
