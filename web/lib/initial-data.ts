import { initialDataId, type initialQueries } from '#contract/initial-data.ts'
import { queryKeyOf, type ResponseBody } from './api.ts'
import { queryClient } from './query-client.ts'
import { session } from './session.ts'

/** Those of the first page; other pages have some of them. */
export type InitialData = { [Name in (typeof initialQueries.first)[number]]: ResponseBody<Name> }

/** Loads the answers embedded in the page into the query cache. */
export function loadInitialData(): void {
  const text = document.getElementById(initialDataId)?.textContent
  if (text) setInitialData(JSON.parse(text) as Partial<InitialData>)
}

/** Puts the answers into the query cache. A logged-in user does not use the visitor's history. */
export function setInitialData(answers: Partial<InitialData>): void {
  queryClient.setQueryData(queryKeyOf('GET /api/site'), answers['GET /api/site'])
  if (!session()) queryClient.setQueryData(queryKeyOf('GET /api/previous-history'), answers['GET /api/previous-history'])
}
