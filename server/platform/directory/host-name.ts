/** A name as a directory stores it: letters, digits, hyphens and dots in lower case. */
const name = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/

/**
 * The host of a `Host` header in lower case, without the port and the final dot; undefined where it is no name,
 * such as an address of IPv6. Other headers never count: clients can write X-Forwarded-Host themselves.
 */
export function readHostName(header: string | undefined): string | undefined {
  const host = /^([^:@/\s]+?)\.?(?::\d{1,5})?$/.exec(header ?? '')?.[1]?.toLowerCase()
  return host !== undefined && name.test(host) ? host : undefined
}
