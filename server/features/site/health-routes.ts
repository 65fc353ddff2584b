import { siteCalls } from '#contract/site.ts'
import { availableChannels } from '../../platform/config.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App } from '../../platform/http/platform.ts'
import { watchReadiness } from './watch-readiness.ts'

/** Registers the health checks, which every server answers, also one that only sends messages. */
export function registerHealth(app: App): void {
  const channels = availableChannels(app.platform.settings)
  handle(app, siteCalls, 'GET /api/health/live', async () => ({ status: 'ok' as const }))

  const explainNotReady = watchReadiness(app)
  const cannot_send = (['email', 'sms'] as const).filter(channel => !channels.includes(channel))
  const ready = { status: 'ok' as const, ...(cannot_send.length > 0 && { cannot_send }) }
  handle(app, siteCalls, 'GET /api/health/ready', async () => (await explainNotReady()) ?? ready)
}
