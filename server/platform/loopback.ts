import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Whether a host name or IP address is this machine: `localhost`, `127.0.0.0/8` (also as `::ffff:127.…`)
 * or `::1`.
 */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || (isIP(host) !== 0 && ipaddr.process(host).range() === 'loopback')
}
