import { queryKeyOf, type ResponseBody } from './api.ts'
import { queryClient } from './query-client.ts'
import { session } from './session.ts'

/** The reads of the first page before any choice. */
export const initialQueries = ['GET /api/site', 'GET /api/previous-history'] as const
export type InitialData = { [Name in (typeof initialQueries)[number]]: ResponseBody<Name> }

/** The id of the script element with their answers. */
export const initialDataId = 'initial-data'

/** Loads the answers embedded in the page into the query cache. Returns false if there are none. */
export function loadInitialData(): boolean {
  const text = document.getElementById(initialDataId)?.textContent
  if (!text) return false
  setInitialData(JSON.parse(text) as InitialData)
  return true
}

/** Puts the answers into the query cache. A logged-in user does not use the visitor's history. */
export function setInitialData(answers: InitialData): void {
  queryClient.setQueryData(queryKeyOf('GET /api/site'), answers['GET /api/site'])
  if (!session()) queryClient.setQueryData(queryKeyOf('GET /api/previous-history'), answers['GET /api/previous-history'])
}
