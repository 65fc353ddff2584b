import { send } from '#e2e/support/client.ts'
import type { Site } from './site.ts'
import { steadily, type Load, type Told } from './steadily.ts'

/** Reads, in turn, the free times of a kind of support and what is somebody's own, so many times a second. */
export async function readSteadily(
  { clients }: Site,
  { rate, url, patience = 15_000 }: { rate: number; url: () => string; patience?: number },
): Promise<Load<Told>> {
  const { body } = await send(url(), 'GET', '/api/previous-history')
  const [supportType] = (body as unknown as { support_types: { id: string }[] }).support_types
  const paths = ['/api/my-profile', `/api/search-schedule/${supportType!.id}`, '/api/my-session']
  return steadily(rate, async number => {
    const { token } = clients[number % clients.length]!
    const answer = await send(url(), 'GET', paths[number % paths.length]!, { token, patience }).catch(() => undefined)
    return { status: answer?.status ?? 0, code: answer?.body.code ?? '', retryAfter: answer?.retryAfter ?? null }
  })
}
