import type { Unfetched } from './judge-address.ts'

const bad = 'must be an address such as https://example.org/path, without a name and password in it'

/** What is wrong with an address as it is written, for its field. Where a name leads is seen when it is fetched. */
const sentences: Partial<Record<Unfetched, string>> = {
  not_https: 'must begin with https://',
  bad_port: 'must use port 443, or one above 1023',
  private_address: 'must lead into the public net',
}

export const sayUnfetched = (why: Unfetched): string => sentences[why] ?? bad
