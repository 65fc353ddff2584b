import type { Selectable } from 'kysely'
import { makeAdmin, makeMentor, makePlace, makeSupportType, makeUser } from '#database/factories.ts'
import type { Database } from '#database/types.ts'
import { startTestApp, type TestApp } from './app.ts'

type Row<Table extends keyof Database> = Selectable<Database[Table]>

/** An organisation and a planner. It is 09:00 on Friday 20 November 2026 in London. */
export interface TestOrganisation {
  app: TestApp
  supportType: Row<'support_types'>
  place: Row<'places'>
  /** Ana and Ben. */
  mentors: [Row<'users'>, Row<'users'>]
  admin: Row<'users'>
  token: string
  /** A body that plans a morning of Ana's on 24 November: 09:00 to 12:00, half hours. */
  input(change?: Record<string, unknown>): Record<string, unknown>
  /** A token of a person with only these abilities. */
  holderOf(...abilities: string[]): Promise<string>
  /** A mentor whom no other test plans for. */
  newMentor(name?: string): Promise<Row<'users'>>
  client(name?: string): Promise<Row<'users'>>
  /** Ends all waiting list entries, so that the next test's seats are not held. */
  clearWaitingList(): Promise<void>
  /** Everything that planning writes, to see that nothing has changed. */
  everything(): Promise<unknown>
}

/** Starts the API on a database with one support type, one place in London and two mentors. */
export async function startOrganisation(): Promise<TestOrganisation> {
  const app = await startTestApp()
  const { db } = app
  const supportType = await makeSupportType(db, { name: 'Career advice' })
  const place = await makePlace(db, { name: 'Town hall' })
  const mentors: TestOrganisation['mentors'] = [
    await makeMentor(db, { name: 'Ana' }, [supportType.id]),
    await makeMentor(db, { name: 'Ben' }, [supportType.id]),
  ]
  const admin = await makeAdmin(db)
  return {
    app,
    supportType,
    place,
    mentors,
    admin,
    token: await app.signIn(admin),
    input: change => ({
      support_type_id: supportType.id,
      place_id: place.id,
      starts_at: '2026-11-24T09:00',
      ends_at: '2026-11-24T12:00',
      slot_minutes: 30,
      mentor_ids: [mentors[0].id],
      status: 'published',
      ...change,
    }),
    holderOf: async (...abilities) => app.signIn(await makeAdmin(db, abilities)),
    newMentor: (name = 'Mentor') => makeMentor(db, { name }),
    client: (name = 'Client') => makeUser(db, { name }),
    clearWaitingList: async () => {
      await db.updateTable('waiting_list').set({ state: 'left', offered_slot_id: null, offer_ends_at: null }).execute()
      await db.deleteFrom('freed_seats').execute()
    },
    everything: async () => ({
      schedules: await db.selectFrom('schedules').selectAll().orderBy('id').execute(),
      rosters: await db.selectFrom('schedule_mentors').selectAll().orderBy('schedule_id').orderBy('roster').execute(),
      slots: await db.selectFrom('slots').selectAll().orderBy('id').execute(),
      appointments: await db.selectFrom('appointments').selectAll().orderBy('id').execute(),
      offers: await db.selectFrom('waiting_list').selectAll().orderBy('id').execute(),
      audit: await db.selectFrom('audit').selectAll().orderBy('id').execute(),
      outbox: await db.selectFrom('outbox').selectAll().orderBy('id').execute(),
    }),
  }
}
