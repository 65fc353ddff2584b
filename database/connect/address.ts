/** What a server has to be, by the names of libpq's `target_session_attrs`. */
const roles = {
  any: () => true,
  'read-write': ({ readOnly }: ServerState) => !readOnly,
  primary: ({ standby }: ServerState) => !standby,
  'read-only': ({ readOnly }: ServerState) => readOnly,
  standby: ({ standby }: ServerState) => standby,
}

/** What a server says of itself. */
export interface ServerState {
  /** Its transactions cannot write. */
  readOnly: boolean
  standby: boolean
}

/** A value of `target_session_attrs`. */
export type ServerRole = keyof typeof roles

/** A database address that may name several servers, and which of them is wanted. */
export interface DatabaseAddress {
  /** The address of each server, in the order given, without what only Openhour reads. */
  servers: readonly string[]
  role: ServerRole
}

/** Whether a server in this state may have this role. */
export const hasRole = (role: ServerRole, state: ServerState): boolean => roles[role](state)

/** `host:port` of a server's address, which is without the password. */
export const nameServer = (server: string): string => new URL(server).host || new URL(server).searchParams.get('host') || 'local socket'

/**
 * Reads `postgres://user:password@host:port,host:port/database?target_session_attrs=…`, the form of libpq,
 * which neither `URL` nor the driver can read. Without `target_session_attrs`, one server may be any, and of
 * several the one that can be written to is meant. Null for anything else.
 */
export function parseAddress(text: string): DatabaseAddress | null {
  const [, scheme = '', user = '', hosts = '', rest = ''] = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/is.exec(text) ?? []
  const each = hosts.split(',').map(host => `${scheme}${user}${host}${rest}`)
  if (scheme === '' || (each.length > 1 && hosts.split(',').includes('')) || !each.every(url => URL.canParse(url))) return null
  const [first = ''] = each
  const parameters = new URL(first).searchParams
  const role = parameters.get('target_session_attrs') ?? (each.length > 1 ? 'read-write' : 'any')
  if (!(role in roles) || parameters.get('host')?.includes(',')) return null
  return { servers: each.map(toDriverUrl), role: role as ServerRole }
}

/** Reads an address that the settings have accepted. */
export function readAddress(text: string): DatabaseAddress {
  const address = parseAddress(text)
  if (!address) throw new Error('The address of the database cannot be read.')
  return address
}

/** The driver would take the last of several `options`. */
function toDriverUrl(url: string): string {
  const address = new URL(url)
  const options = address.searchParams.getAll('options')
  if (address.searchParams.has('target_session_attrs')) address.searchParams.delete('target_session_attrs')
  if (options.length > 1) address.searchParams.set('options', options.join(' '))
  return address.href
}
