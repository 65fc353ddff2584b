import type { FetchRefusal } from './check-address.ts'

const invalid = 'must be an address such as https://example.org/path, without a name and password in it'

const sentences: Partial<Record<FetchRefusal, string>> = {
  not_https: 'must begin with https://',
  bad_port: 'must use port 443, or one above 1023',
  private_address: 'must not be a private address',
}

/** The sentence for the field of a refused address. What its name resolves to is checked when it is fetched. */
export const formatFetchRefusal = (reason: FetchRefusal): string => sentences[reason] ?? invalid
