import type { InvitationChannel, InvitationLine, InvitationLines, LineProblem } from '#contract/invitations.ts'
import { maxInvitationLines } from '#contract/invitations.ts'
import { PersonName } from '#contract/people.ts'
import { parsePhone } from '#domain/people/phone.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Platform } from '../../platform/http/platform.ts'
import { refuseField, type Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { listGivableRoles } from '../roles/gifts/commands.ts'
import { readRoles } from '../roles/queries.ts'
import { readSettingsRow } from '../site/queries.ts'
import { findAddressHolders, holderOf, nameHolder } from './address-queries.ts'
import { isPossibleEmail, parseLines, type ParsedLine } from './parse-lines.ts'
import { channelsOf } from './policy.ts'

/** A line of a list, and what inviting it takes. */
export interface CheckedLine extends InvitationLine {
  roleIds: string[]
  /** The owner of the confirmed number or address, who is offered the roles. */
  offeredTo: string | null
  /** Whose the number or address is, also where the caller may not list people. */
  holderId: string | null
}

/**
 * Checks a list of people line by line against the records, roles and rights of this moment.
 * Refusal: 422 at `text`.
 */
export async function checkLines(
  { db, settings }: Pick<Platform, 'db' | 'settings'>,
  scope: PersonScope,
  { text, role_ids, print }: InvitationLines,
): Promise<CheckedLine[] | Refusal> {
  const parsed = parseLines(text, scope.language)
  if (parsed.length === 0) return refuseField('text', 'field.namesNoOne')
  if (parsed.length > maxInvitationLines) return refuseField('text', ['field.hasMoreThanLines', { count: maxInvitationLines }])
  const { phone_country } = await readSettingsRow(db)
  const roles = await readRoleNames(db, scope, role_ids)
  const read = parsed.map(line => ({ ...line, phone: readOne(line, phone_country), email: line.emails[0]?.toLowerCase() ?? null }))
  const holders = await findAddressHolders(db, scope, {
    phones: read.flatMap(({ phone }) => (phone?.e164 ? [phone.e164] : [])),
    emails: read.flatMap(({ email }) => (email ? [email] : [])),
  })
  const channels = print ? (['print'] as const) : channelsOf(settings).filter(channel => channel !== 'print')
  const seen = new Set<string>()
  return read.map(line => {
    const { phone, email } = line
    const numbers = { phone: phone?.e164 ?? null, email }
    const found = holderOf(holders, numbers)
    const given = roles.of(line)
    const channel = chooseChannel(numbers, channels)
    const mine = [email, numbers.phone].filter(address => address !== null)
    const duplicate = mine.some(address => seen.has(address))
    for (const address of mine) seen.add(address)
    const problem =
      problemOf(line) ??
      (duplicate ? 'duplicate' : null) ??
      given.problem ??
      // Before what tells of a record: inviting such lines writes nothing, so they could test addresses unseen.
      (channel === null && mine.length > 0 ? 'channel_unavailable' : null) ??
      (found?.person.invited ? 'already_invited' : null) ??
      (found && (!found.confirmed || given.ids.length === 0) ? 'person_exists' : null)
    return {
      line: line.line,
      name: line.name,
      email: line.emails[0] ?? null,
      phone: phone && (phone.e164 ?? phone.typed),
      roles: given.names,
      channel,
      problem,
      person: found ? nameHolder(scope, found.person) : null,
      roleIds: given.ids,
      offeredTo: found?.confirmed ? found.person.id : null,
      holderId: found?.person.id ?? null,
    }
  })
}

/** What is wrong with a line by itself. */
function problemOf({ name, emails, phones, phone }: ParsedLine & { phone: ReadPhone | null }): LineProblem | null {
  if (name === '') return 'name_missing'
  // A replacement character stands for a letter that was lost.
  if (!PersonName.safeParse(name).success || name.includes('\uFFFD')) return 'name_invalid'
  if (emails.length + phones.length === 0) return 'address_missing'
  if (emails.length > 1 || phones.length > 1) return 'two_addresses'
  if (emails.some(email => !isPossibleEmail(email))) return 'email_invalid'
  return phone && phone.e164 === null ? 'phone_impossible' : null
}

interface ReadPhone {
  typed: string
  e164: string | null
}

function readOne({ phones: [typed] }: ParsedLine, country: string): ReadPhone | null {
  if (typed === undefined) return null
  const phone = parsePhone(typed, country)
  return { typed, e164: 'e164' in phone ? phone.e164 : null }
}

/** An e-mail reaches people best: its link is longer than a text message likes. */
function chooseChannel(
  { phone, email }: { phone: string | null; email: string | null },
  channels: readonly InvitationChannel[],
): InvitationChannel | null {
  if (channels.includes('print')) return 'print'
  if (email !== null && channels.includes('email')) return 'email'
  return phone !== null && channels.includes('sms') ? 'sms' : null
}

/** Finds roles by their names, whatever the case, and says which of them the caller may give. */
async function readRoleNames(db: Connection, scope: PersonScope, usual: readonly string[]) {
  const [all, givable] = await Promise.all([readRoles(db, scope), listGivableRoles(db, scope)])
  const mayGive = new Set(givable.map(({ id }) => id))
  return {
    of({ roles: typed }: ParsedLine): { ids: string[]; names: string[]; problem: LineProblem | null } {
      const names = typed.filter(name => name !== '')
      const known = names.map(name => all.find(role => role.name.toLowerCase() === name.toLowerCase()))
      const wanted = names.length > 0 ? known : usual.map(id => all.find(role => role.id === id))
      const roles = [...new Set(wanted)].filter(role => role !== undefined)
      const unknown = wanted.includes(undefined)
      const beyond = roles.some(({ id }) => !mayGive.has(id))
      return {
        ids: roles.map(({ id }) => id),
        names: unknown ? names : roles.map(({ name }) => name),
        problem: unknown ? 'role_unknown' : beyond ? 'role_beyond_own' : null,
      }
    },
  }
}
