import pg from 'pg'
import { createDice } from '../../database/demo/random.ts'
import { startProduct } from '../../e2e/support/start-product.ts'
import { defineDrill } from '../drill-support/drill.ts'
import { countBroken } from '../measuring/promises.ts'
import { tryChanges } from './clock/changes.ts'
import { openMovableClock } from './clock/movable-clock.ts'
import { tryReminders } from './clock/reminders.ts'
import { tryTerms } from './clock/terms.ts'

const longer = 'codes and tokens that counted after their term'
const doubled = 'reminders written more than once'
const slots = 'slots around the clock changes that are missing, twice there or elsewhere'

/**
 * `npm run drill -- clock`: the product's clock is put back and forward while codes and tokens are out, and it
 * goes over both changes of the year.
 */
export const drill = defineDrill({
  promise:
    'Whatever happens to the clock, no code and no token counts longer than its term, each time exists once on days when clocks change, and each client is reminded once.',
  // Servers are started at each step of each reminder: too long for the short form.
  options: { seed: 1, rounds: 20, library: 1, reminders: 1 },
  short: { rounds: 1, library: 0, reminders: 0 },
  controls: {
    stopped: { breaks: 'the clock stands still', turnsRed: [longer], options: { rounds: 1 } },
    terms: {
      breaks: 'the ends of codes and tokens stay where they were when the clock is put back',
      turnsRed: [longer],
      options: { rounds: 4 },
    },
    reminders: { breaks: 'nothing says that a reminder was written before', turnsRed: [doubled], options: { rounds: 1 } },
    slots: { breaks: 'slots behind the clock change stand an hour later', turnsRed: [slots], options: { rounds: 1 } },
  },
  async run({ options: { seed, rounds, library, reminders }, broken }) {
    const clock = await openMovableClock(library === 1)
    const product = await startProduct({ settings: { ...clock.settings, OPENHOUR_WORKER: 'off' } })
    const database = new pg.Client({ connectionString: await product.databaseUrl() })
    try {
      await database.connect()
      const began = new Date()
      if (broken === 'stopped') clock.stop()
      if (broken === 'terms') await keepTerms(database)
      if (broken === 'slots') await moveSlots(database)
      const { url } = product
      const changed = broken === 'stopped' ? null : await tryChanges({ url, database, clock })
      if (broken === 'reminders') await forgetReminders(database)
      const reminded = reminders === 1 && broken !== 'stopped' ? await tryReminders(product, database, clock) : null
      const ends = await tryTerms({ url, database, clock, dice: createDice(`clock ${seed}`) }, rounds)
      return {
        figures: { seed, ...ends, ...changed, reminded },
        targets: [
          { what: longer, value: ends.livedLonger, atMost: 0, unit: `of ${ends.asked / 2}` },
          {
            what: 'codes and tokens that ended early although the clock was not put forward',
            value: ends.diedEarly,
            atMost: 0,
            unit: `of ${ends.asked / 2}`,
          },
          ...(changed
            ? [
                { what: slots, value: changed.wrongSlots, atMost: 0, unit: `of ${changed.slots}` },
                { what: 'sessions planned at a time that does not exist or comes twice', value: changed.unclear, atMost: 0, unit: 'of 2' },
                {
                  what: 'lists and bookings a minute before and after a change that are wrong',
                  value: changed.wrongBookings,
                  atMost: 0,
                  unit: '',
                },
              ]
            : []),
          ...(reminded
            ? [
                { what: 'reminders lost', value: reminded.lost, atMost: 0, unit: `of ${reminded.due}` },
                { what: doubled, value: reminded.doubled, atMost: 0, unit: `of ${reminded.due}` },
                { what: 'reminders written before they were due', value: reminded.early, atMost: 0, unit: `of ${reminded.due}` },
              ]
            : []),
          ...(await countBroken(database, began)),
        ],
        main: `${ends.livedLonger} of ${ends.asked / 2} codes and tokens counted after their term, ${changed?.wrongSlots ?? 0} of ${changed?.slots ?? 0} slots around clock changes wrong, ${(reminded?.lost ?? 0) + (reminded?.doubled ?? 0)} of ${reminded?.due ?? 0} reminders lost or doubled`,
      }
    } finally {
      await database.end()
      await product.stop()
      await clock.remove()
    }
  },
})

const keepTerms = (database: pg.Client) =>
  database.query(`
    CREATE FUNCTION keep_term() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.expires_at := OLD.expires_at; RETURN NEW; END $$;
    CREATE TRIGGER kept BEFORE UPDATE OF expires_at ON phone_codes FOR EACH ROW EXECUTE FUNCTION keep_term();
    CREATE TRIGGER kept BEFORE UPDATE OF expires_at ON registration_tickets FOR EACH ROW EXECUTE FUNCTION keep_term();
    CREATE TRIGGER kept BEFORE UPDATE OF expires_at ON sessions FOR EACH ROW EXECUTE FUNCTION keep_term()`)

const moveSlots = (database: pg.Client) =>
  database.query(`
    CREATE FUNCTION move_slot() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      NEW.starts_at := NEW.starts_at + interval '1 hour'; NEW.ends_at := NEW.ends_at + interval '1 hour'; RETURN NEW; END $$;
    CREATE TRIGGER moved BEFORE INSERT ON slots FOR EACH ROW EXECUTE FUNCTION move_slot()`)

const forgetReminders = (database: pg.Client) =>
  database.query(`
    CREATE FUNCTION forget_reminder() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.once := NEW.once || ' ' || NEW.id; RETURN NEW; END $$;
    CREATE TRIGGER forgotten BEFORE INSERT ON outbox FOR EACH ROW WHEN (NEW.kind = 'reminder') EXECUTE FUNCTION forget_reminder()`)
