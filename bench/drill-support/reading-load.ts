import { send } from '../../e2e/support/client.ts'
import type { Site } from './site.ts'
import { startConstantLoad, type Load, type LoadAnswer } from './constant-load.ts'

/**
 * Reads, in turn, the client's profile, the free times of a support type and the client's sessions, `rate` times
 * per second.
 */
export async function startReadingLoad(
  { clients }: Site,
  { rate, url, timeoutMs = 15_000 }: { rate: number; url: () => string; timeoutMs?: number },
): Promise<Load<LoadAnswer>> {
  const { body } = await send(url(), 'GET', '/api/previous-history')
  const [supportType] = (body as unknown as { support_types: { id: string }[] }).support_types
  const paths = ['/api/my-profile', `/api/search-schedule/${supportType!.id}`, '/api/my-session']
  return startConstantLoad(rate, async number => {
    const { token } = clients[number % clients.length]!
    const answer = await send(url(), 'GET', paths[number % paths.length]!, { token, timeoutMs }).catch(() => undefined)
    return { status: answer?.status ?? 0, code: answer?.body.code ?? '', retryAfter: answer?.retryAfter ?? null }
  })
}
