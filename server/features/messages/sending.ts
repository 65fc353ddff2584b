import type { Channel } from '#domain/messages/ways.ts'
import { gatewaysOf } from '../../platform/config.ts'
import { mintScope } from '../../platform/scope.ts'
import { readSettingsRow } from '../site/queries.ts'
import { type Facts, readFacts } from './facts-queries.ts'
import { type Gateways, type Ground, handOver, keptOf, tryLater } from './handing-over.ts'
import { judge, type Rules, type Verdict } from './judge.ts'
import { type OwnWords, type Sender, writeLetter } from './letters/write.ts'
import { putBack, settle, splitByWay, takeDue } from './outbox-commands.ts'
import type { Budgets } from './text-commands.ts'
import { readOwnWords } from './wording-queries.ts'

/** So many are in hand at once: few enough that a mail server is not run over, and that a slow one holds up few. */
const together = 8
/** Nobody's messages are tried by a way that takes nobody's, for so long, in milliseconds; those of the other way go on. */
const restFor = 30_000

interface Handful {
  /** How many it had in hand. */
  count: number
  /** How long the database took to say what they are about, in milliseconds: a few on a quiet machine. */
  reading: number
  /** Which ways take nobody's now. */
  away: Channel[]
}

/** Takes and sends what is due, `together` at once. */
export async function sendSome(ground: Omit<Ground, 'scope'>, gateways: Gateways): Promise<Handful> {
  const { db, clock, settings } = ground
  const scope = mintScope({ person: null, now: clock.now(), ip: null, userAgent: '', browser: false })
  const began = performance.now()
  const taken = await takeDue(db, scope, together)
  if (taken.length === 0) return { count: 0, reading: 0, away: [] }
  const set = await readSettingsRow(db)
  const rules: Rules = {
    quiet: { from: set.quiet_from, until: set.quiet_until, zone: set.time_zone },
    reminderMinutes: set.reminder_minutes,
    off: set.messages_off,
  }
  const sender: Sender = { name: set.site_name, contact: set.contact, origin: gateways.origin, time_zone: set.time_zone }
  const budgets: Budgets = { segmentsDay: set.text_segments_day, messagesPhone: set.text_messages_phone, zone: set.time_zone }
  const ways = gatewaysOf(settings)
  const [facts, words] = await Promise.all([readFacts(db, scope, taken), readOwnWords(db, scope)])
  const reading = performance.now() - began
  // Each by itself: one that fails says so in its own row, and stops no other.
  const ends = await Promise.allSettled(
    facts.map(one =>
      carryOut({ ...ground, scope }, one, judge(one, scope.now, rules, ways), { gateways, sender, budgets, words }).catch(
        async (error: unknown) => {
          await tryLater({ ...ground, scope }, one.message, { outcome: 'deferred', answer: (error as Error).message })
          throw error
        },
      ),
    ),
  )
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  const away = [...new Set(ends.flatMap(end => (end.status === 'fulfilled' && end.value ? [end.value] : [])))]
  for (const way of away) gateways.rests.set(way, clock.now().getTime() + restFor)
  return { count: taken.length, reading, away }
}

/** Answers the way that takes nobody's messages now, where it found one. */
async function carryOut(
  ground: Ground,
  facts: Facts,
  verdict: Verdict,
  { gateways, sender, budgets, words }: { gateways: Gateways; sender: Sender; budgets: Budgets; words: OwnWords },
): Promise<Channel | null> {
  const { db, scope } = ground
  const { message } = facts
  if (verdict.do === 'wait') await putBack(db, scope, message, { due: verdict.until, untried: true, why: message.why })
  else if (verdict.do === 'drop') await settle(db, scope, message, { state: 'dropped', why: verdict.why })
  else if (verdict.do === 'give up') await settle(db, scope, message, { state: 'unsendable', why: verdict.why })
  else {
    const { kind, channels, person } = verdict
    const [channel] = channels
    if (channels.length > 1 && !(await splitByWay(db, scope, message, channels))) return null
    const letter = writeLetter(kind, facts, person, sender, words)
    const kept = keptOf(channel, person, letter, facts)
    // In the demo, by a way that it does not have: administrators read it.
    if (channel === 'email' ? !gateways.post : !gateways.texts) await settle(db, scope, message, { state: 'shown', kept })
    else if (scope.now.getTime() < (gateways.rests.get(channel) ?? 0)) {
      await putBack(db, scope, message, {
        due: new Date(scope.now.getTime() + restFor * (1 + Math.random())),
        untried: true,
        why: message.why,
      })
    } else return handOver(ground, facts, { letter, kept }, { gateways, sender, budgets })
  }
  return null
}
