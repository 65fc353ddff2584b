import type { ProgramToken } from '#contract/profile.ts'

export const programColumns = ['id', 'program', 'read_only', 'created_at', 'last_used_at', 'expires_at'] as const

interface ProgramRow {
  id: string
  program: string | null
  read_only: boolean
  created_at: string
  last_used_at: string
  expires_at: string | null
}

/** A program's token as its owner sees it, without the token itself. */
export const presentProgram = ({ id, program, read_only, created_at, last_used_at, expires_at }: ProgramRow): ProgramToken => ({
  id,
  name: program ?? '',
  scope: read_only ? 'read' : 'write',
  created_at,
  last_used_at: last_used_at < created_at ? null : last_used_at,
  expires_at: expires_at ?? created_at,
})
