import pg from 'pg'
import { checkPromises } from '../measuring/promises.ts'
import { withoutIndexes } from './indexes.ts'
import { manyPeople, mentorGroups } from './people.ts'
import { derivedRows } from './derived-rows.ts'
import { sessionsAndSlots, manyAppointments } from './work.ts'

export interface Size {
  people: number
  appointments: number
  /** As many weekdays ahead, whatever is behind; a fourteenth of all unless said. */
  ahead?: number
}

/**
 * Makes the demo's organisation large: people, mentors in groups of four, weekdays of sessions behind and ahead,
 * appointments, and what hangs on them. Set-based, with the triggers off and what they would have written added
 * separately; afterwards the constraints are built again over everything, and the promises are counted. Answers
 * how long it took, in seconds.
 */
export async function growOrganisation(url: string, { people, appointments, ahead }: Size, say: (line: string) => void): Promise<number> {
  const start = performance.now()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const step = async (what: string, statements: readonly string[]) => {
    const began = performance.now()
    for (const statement of statements) await client.query(statement)
    say(`  ${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
  }
  try {
    await step('settings', [
      'SET session_replication_role = replica',
      'SET synchronous_commit = off',
      "SET work_mem = '128MB'",
      "SET maintenance_work_mem = '256MB'",
      'SET statement_timeout = 0',
    ])
    await withoutIndexes(
      client,
      ['users', 'slots', 'mentor_times', 'appointments', 'audit', 'feedback', 'feedback_answers', 'outbox', 'acceptances'],
      async () => {
        await step(`${people} people`, manyPeople(people))
        await step('mentors', mentorGroups())
        await step('sessions and their slots', sessionsAndSlots(appointments, ahead))
        await step('appointments', manyAppointments(people))
        await step('history, messages, feedback, agreements', derivedRows())
        say('  building indexes and constraints over it')
      },
    )
    await step('statistics', ['SET session_replication_role = origin', 'VACUUM (ANALYZE)'])
    await checkPromises(client)
  } finally {
    await client.end()
  }
  return (performance.now() - start) / 1000
}
