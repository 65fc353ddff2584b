import { startProduct } from '../e2e/support/start-product.ts'
import { report, spreadOf } from './measuring/report.ts'
import { freeTimes, freeTimesOf, publishedVersions, registerClient, send } from '../e2e/support/client.ts'

const contenders = 200
const rounds = 20

/** 200 clients want one seat at the same moment, 20 times: exactly one 201 and 199 × 409 `slot_taken` each time, and one seat gone. */
const product = await startProduct()
try {
  const { url } = product
  const versions = await publishedVersions(url)
  const tokens: string[] = []
  for (let number = 0; number < contenders; number += 20) {
    tokens.push(...(await Promise.all(Array.from({ length: 20 }, (_, index) => registerClient(url, number + index, versions)))))
  }
  const { supportTypeId, times } = await freeTimes(url, rounds)
  if (times.length < rounds) throw new Error(`the demo has only ${times.length} free times`)

  const lastAnswers: number[] = []
  let clean = 0
  console.log('round  201  409  other  last answer')
  for (const [round, time] of times.entries()) {
    const body = { ...time, accepted_version_ids: versions }
    const start = performance.now()
    const answers = await Promise.all(tokens.map(token => send(url, 'POST', '/api/appointments', { token, body })))
    const last = performance.now() - start
    lastAnswers.push(last)
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
      `${String(round + 1).padStart(5)}  ${String(won.length).padStart(3)}  ${String(lost.length).padStart(3)}  ${String(other).padStart(5)}  ${last.toFixed(0)} ms`,
    )
    for (const { appointment, token } of won) await send(url, 'POST', `/api/appointments/${appointment.id}/cancel`, { token, body: {} })
  }
  const { median, max } = spreadOf(lastAnswers)
  await report('race', {
    figures: { contenders, rounds, clean, last_answers_ms: lastAnswers },
    targets: [
      { what: `rounds with exactly one winner among ${contenders}`, value: clean, atLeast: rounds, unit: `of ${rounds}` },
      { what: 'median time to the last answer', value: median, atMost: 250, unit: 'ms' },
    ],
    main: `${clean} of ${rounds} rounds with one winner among ${contenders}; last answer after ${median.toFixed(0)} ms (worst ${max.toFixed(0)} ms)`,
  })
} finally {
  await product.stop()
}
