import type { Sentence } from '../text.ts'
import type { FetchRefusal } from './check-address.ts'

const invalid = 'field.mustBeAnAddressSuchAs'

const sentences: Partial<Record<FetchRefusal, Sentence>> = {
  not_https: 'field.mustBeginWithHttps',
  bad_port: 'field.mustUsePort443OrOne',
  private_address: 'field.mustNotBeAPrivateAddress',
}

/** The sentence for the field of a refused address. What its name resolves to is checked when it is fetched. */
export const formatFetchRefusal = (reason: FetchRefusal): Sentence => sentences[reason] ?? invalid
