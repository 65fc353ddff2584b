import type { Language } from '#contract/languages.ts'
import { say } from './text.ts'

const browsers: [RegExp, string][] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (names: [RegExp, string][], agent: string) => names.find(([pattern]) => pattern.test(agent))?.[1]

const [joint, unknown] = [' on ', 'Unknown device']

/** A readable device name ("Chrome on Android") to store. The user agent can identify a person and is not stored. */
export function describeDevice(userAgent: string): string {
  const browser = nameIn(browsers, userAgent)
  const system = nameIn(systems, userAgent)
  if (browser && system) return `${browser}${joint}${system}`
  return browser ?? system ?? unknown
}

/** A stored device name in the language of its reader. */
export function nameDevice(language: Language, device: string): string {
  const [browser = '', system] = device.split(joint)
  if (device === unknown) return say(language, 'device.unknown')
  return system === undefined ? device : say(language, ['device.browserOnSystem', { browser, system }])
}
