import { queryClient } from '../../lib/query-client.ts'

/** After a change of the offer everything that was read is read again: its names and colours stand on nearly every page. */
export const forgetOffer = (): Promise<void> => queryClient.invalidateQueries()
