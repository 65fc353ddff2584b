import { parseArgs } from 'node:util'
import { holds, report } from '../measuring/report.ts'
import { optionsOf, type Drill } from './drill.ts'

/**
 * `npm run drill -- NAME`: passes where every target holds. With `--control` each control's fault is made, one run
 * after the other (`--control NAME`: that one), and it passes where the drill noticed all of them. Writes
 * `bench/results/drill-NAME.json`, and for controls `drill-NAME-control-WHICH.json`.
 */
const [name = '', ...args] = process.argv.slice(2)
const { drill } = (await import(`../drills/${name}.ts`)) as { drill: Drill }
const { given, controls } = readArguments(args)
const unable = await drill.unable?.()
if (unable) {
  console.error(`Drill ${name} cannot be run here: ${unable}`)
  process.exit(1)
}

if (controls.length === 0) {
  console.log(`Drill ${name}: ${drill.promise}`)
  await report(`drill-${name}`, await drill.run({ options: optionsOf(drill, given), broken: null }))
} else {
  const noticed: boolean[] = []
  for (const which of controls) noticed.push(await tryControl(which))
  process.exitCode = noticed.every(Boolean) ? 0 : 1
  console.log(`${noticed.filter(Boolean).length} of ${controls.length} faults noticed by drill ${name}`)
}

/** Whether the drill sees what is broken. */
async function tryControl(which: string): Promise<boolean> {
  const { breaks, turnsRed, options } = drill.controls[which]!
  console.log(`Drill ${name}, control ${which}: ${breaks}`)
  const findings = await drill.run({ options: optionsOf(drill, options, given), broken: which })
  await report(`drill-${name}-control-${which}`, findings)
  const meant = findings.targets.filter(({ what }) => turnsRed.includes(what))
  if (meant.length < turnsRed.length) throw new Error(`control ${which} names a target that drill ${name} does not have`)
  const green = meant.filter(holds)
  console.log(
    green.length === 0
      ? `Noticed, as it must be: ${turnsRed.join('; ')}\n`
      : `NOT noticed, so this drill cannot fail there: ${green.map(({ what }) => what).join('; ')}\n`,
  )
  return green.length === 0
}

/** Ends the process with what can be typed where this cannot be read. */
function readArguments(args: string[]): { given: Record<string, number>; controls: string[] } {
  const names = Object.keys(drill.controls)
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        control: { type: 'boolean' },
        ...Object.fromEntries(Object.keys(drill.options).map(option => [option, { type: 'string' as const }])),
      },
    })
    const { control, ...texts } = values as Record<string, string | boolean | undefined>
    const given = Object.fromEntries(Object.entries(texts).map(([option, text]) => [option, Number(text)]))
    const wrong = Object.entries(given).find(([, number]) => !(number >= 0))
    if (wrong) throw new Error(`--${wrong[0]} takes a number`)
    if (!control && positionals.length > 0) throw new Error(`nothing is called ${positionals[0]} here`)
    const unknown = positionals.find(which => !names.includes(which))
    if (unknown) throw new Error(`there is no control ${unknown}`)
    return { given, controls: control ? (positionals.length > 0 ? positionals : names) : [] }
  } catch (error) {
    const known = Object.entries(drill.options).map(([option, value]) => `[--${option} ${value}]`)
    console.error(`${(error as Error).message}\nUsage: npm run drill -- ${[name, ...known].join(' ')} [--control ${names.join(' | ')}]`)
    process.exit(1)
  }
}
