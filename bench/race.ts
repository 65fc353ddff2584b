import { startProduct } from '../e2e/support/start-product.ts'
import { startBareRoute } from './bare-route/start-bare-route.ts'
import { readOptions } from './measuring/options.ts'
import { report, reportControl, spreadOf } from './measuring/report.ts'
import { slowBookingsDown } from './measuring/slow-bookings.ts'
import { freeTimes, freeTimesOf, publishedVersions, registerClient, send } from '../e2e/support/client.ts'

/**
 * `npm run bench -- race`: 200 clients request one seat at the same moment, 20 times: exactly one 201 and 199 ×
 * 409 `slot_taken` each time, and one seat gone. After each round the same clients send the same requests to a
 * bare Fastify route. Pass: the median ratio of the times to the last answer is at most 2. `--control` makes each
 * booking 2 s slower, which must be noticed.
 */
const { contenders, rounds, control } = readOptions({ contenders: 200, rounds: 20 })
const slow = 'time to the last answer, relative to a bare route (median)'

const product = await startProduct()
const bare = await startBareRoute(JSON.stringify({ code: 'slot_taken', title: 'x'.repeat(600) }))
try {
  const { url } = product
  const versions = await publishedVersions(url)
  const tokens: string[] = []
  for (let number = 0; number < contenders; number += 20) {
    tokens.push(...(await Promise.all(Array.from({ length: 20 }, (_, index) => registerClient(url, number + index, versions)))))
  }
  const { supportTypeId, times } = await freeTimes(url, rounds)
  if (times.length < rounds) throw new Error(`the demo has only ${times.length} free times`)

  const requestAll = async (to: string, body: unknown) => {
    const start = performance.now()
    const answers = await Promise.all(tokens.map(token => send(to, 'POST', '/api/appointments', { token, body })))
    return { answers, last: performance.now() - start }
  }
  await requestAll(bare.url, times[0])
  if (control) await slowBookingsDown(await product.databaseUrl(), 2)
  const lastAnswers: number[] = []
  const ratios: number[] = []
  let clean = 0
  console.log('round  201  409  other  last answer  bare route')
  for (const [round, time] of times.entries()) {
    const body = { ...time, accepted_version_ids: versions }
    const { answers, last } = await requestAll(url, body)
    const { last: bareLast } = await requestAll(bare.url, body)
    lastAnswers.push(last)
    ratios.push(last / bareLast)
    const won = answers.flatMap(({ status, body: appointment }, index) => (status === 201 ? [{ appointment, token: tokens[index]! }] : []))
    const lost = answers.filter(
      ({ status, body: problem }) => status === 409 && problem.code === 'slot_taken' && problem.nearest!.length <= 3,
    )
    const other = answers.length - won.length - lost.length
    const gone = !(await freeTimesOf(url, supportTypeId, time.starts_at.slice(0, 10))).some(
      free => free.starts_at === time.starts_at && free.mentor_id === time.mentor_id,
    )
    if (won.length === 1 && lost.length === contenders - 1 && gone) clean += 1
    console.log(
      `${String(round + 1).padStart(5)}  ${String(won.length).padStart(3)}  ${String(lost.length).padStart(3)}  ${String(other).padStart(5)}  ${last.toFixed(0).padStart(8)} ms  ${bareLast.toFixed(0).padStart(7)} ms`,
    )
    for (const { appointment, token } of won) await send(url, 'POST', `/api/appointments/${appointment.id}/cancel`, { token, body: {} })
  }
  const { median, max } = spreadOf(lastAnswers)
  const ratio = spreadOf(ratios)
  const targets = [
    { what: `rounds with exactly one winner among ${contenders}`, value: clean, atLeast: rounds, unit: `of ${rounds}` },
    { what: slow, value: ratio.median, atMost: 2, unit: '×' },
  ]
  if (control) reportControl(targets, [slow])
  else
    await report('race', {
      figures: { contenders, rounds, clean, last_answers_ms: lastAnswers, ratios },
      targets,
      main:
        `${clean} of ${rounds} rounds with one winner among ${contenders}; last answer after ${ratio.median.toFixed(2)} × a bare route ` +
        `(${ratio.min.toFixed(2)}–${ratio.max.toFixed(2)}), ${median.toFixed(0)} ms (worst ${max.toFixed(0)} ms)`,
    })
} finally {
  await Promise.all([product.stop(), bare.stop()])
}
