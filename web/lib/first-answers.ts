import { keyOf, type Answer } from './api.ts'
import { queryClient } from './query-client.ts'
import { session } from './session.ts'

/** What the first page shows and reads before anything is chosen; the same calls that it would make itself. */
export const firstReads = ['GET /api/site', 'GET /api/previous-history'] as const
export type FirstAnswers = { [Name in (typeof firstReads)[number]]: Answer<Name> }

/** Where the server puts them in the page. */
export const firstAnswersId = 'first-answers'

/** Takes the answers that came with the page, if they did. Those for a visitor are of no use to somebody who is logged in. */
export function takeFirstAnswers(): boolean {
  const text = document.getElementById(firstAnswersId)?.textContent
  if (!text) return false
  keepFirstAnswers(JSON.parse(text) as FirstAnswers)
  return true
}

/** Puts answers where the pages look for them first. */
export function keepFirstAnswers(answers: FirstAnswers): void {
  queryClient.setQueryData(keyOf('GET /api/site'), answers['GET /api/site'])
  if (!session()) queryClient.setQueryData(keyOf('GET /api/previous-history'), answers['GET /api/previous-history'])
}
