import type { InvitationLines } from '#contract/invitations.ts'
import { decideInTransaction } from '../../platform/database/decide-in-transaction.ts'
import type { Platform } from '../../platform/http/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { refuseGift } from '../roles/gifts/commands.ts'
import { checkLines, type CheckedLine } from './line-queries.ts'
import { createInvited, writeInvitation } from './write-commands.ts'

type Ground = Pick<Platform, 'db' | 'settings' | 'secrets'>

interface Outcome {
  invited: string[]
  skipped: CheckedLine[]
}

/**
 * Invites everyone on a list whose line has no problem, in one transaction.
 * Refusals: 422 at `text`, 403 `missing_ability`, `beyond_own`.
 */
export const inviteLines = (ground: Ground, scope: PersonScope, input: InvitationLines): Promise<Outcome | Refusal> =>
  decideInTransaction<Outcome | Refusal>(ground.db, async trx => {
    const lines = await checkLines({ db: trx, settings: ground.settings }, scope, input)
    if (lines instanceof Refusal) return lines
    const roleIds = [...new Set(lines.filter(({ problem }) => problem === null).flatMap(line => line.roleIds))]
    const refusal = await refuseGift(trx, scope, { giverId: scope.person.id, userId: null, roleIds })
    if (refusal) return refusal
    const outcome: Outcome = { invited: [], skipped: lines.filter(({ problem }) => problem !== null) }
    for (const line of lines) {
      const { name, phone, email, channel, offeredTo } = line
      if (line.problem !== null || channel === null) continue
      const userId = offeredTo ?? (await createInvited(trx, scope, { name, phone, email, channel }))
      const address = channel === 'print' ? null : channel === 'email' ? (email?.toLowerCase() ?? null) : phone
      const id = userId && (await writeInvitation(trx, scope, ground.secrets, { userId, channel, address, roleIds: line.roleIds }))
      if (id) outcome.invited.push(id)
      else outcome.skipped.push({ ...line, problem: userId === null ? 'person_exists' : 'already_invited' })
    }
    return outcome
  })
