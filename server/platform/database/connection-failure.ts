/** What an operator does about a failure to use the database, by its code. */
const remedies: Record<string, string> = {
  ECONNREFUSED: 'Start PostgreSQL, or correct the host and port',
  ENOTFOUND: 'Correct the host',
  EAI_AGAIN: 'Check the name server, or correct the host',
  EHOSTUNREACH: 'Check the network, or correct the host',
  ETIMEDOUT: 'Check the network and its firewalls, or correct the host and port',
  '08001': 'Start a server that has the role, or correct the hosts',
  '08P01': 'See docs/operations/external-postgresql.md',
  '25006': 'Name the primary, or all servers with target_session_attrs=read-write; end a paused recovery with pg_wal_replay_resume()',
  '28000': "Allow this user and address in PostgreSQL's pg_hba.conf",
  '28P01': 'Correct the user and password; in it, write @ as %40, : as %3A, / as %2F, # as %23',
  '3D000': 'Create the database, or correct its name',
  '42501': 'Make the user the owner of the database',
}

/** Explains why a database, which `setting` names, cannot be used, with the remedy; undefined for other failures. */
export function explainDatabaseFailure(error: unknown, setting?: string): string | undefined {
  const { code, message } = error as NodeJS.ErrnoException
  const remedy = code === undefined || !Object.hasOwn(remedies, code) ? undefined : remedies[code]
  return remedy && `The database${setting ? ` of ${setting}` : ''} cannot be used: ${message || code}. ${remedy}.`
}
