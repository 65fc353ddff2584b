import type { Passkey } from '#contract/passkeys.ts'

export const passkeyColumns = ['id', 'name', 'synced', 'created_at', 'last_used_at'] as const

/** A passkey as its owner sees it: not its credential. */
export const presentPasskey = ({ id, name, synced, created_at, last_used_at }: Passkey): Passkey => ({
  id,
  name,
  synced,
  created_at,
  last_used_at,
})
