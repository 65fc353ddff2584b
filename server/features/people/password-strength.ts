/** The owner's name, number and address, which attackers guess first. */
export interface PasswordOwner {
  name: string
  /** E.164. */
  phone: string | null
  email?: string | null
}

const wordsOf = (text: string) => text.trim().split(/\s+/)

/**
 * The most common words in lists of stolen passwords. A password is common if it consists of one of them,
 * repeated or with filling.
 */
const commonWords = wordsOf(`
  password passwort passphrase passcode contrasena motdepasse senha parola welcome willkommen bienvenue letmein changeme qwerty qwertz
  azerty iloveyou ilove loveyou lovely sunshine princess dragon monkey football baseball basketball superman batman spiderman pokemon
  starwars trustno shadow master michael jennifer jessica charlie jordan daniel thomas ashley nicole andrew joshua matthew michelle amanda
  william robert administrator admin root login secret default guest computer internet samsung google facebook microsoft windows apple
  iphone android whatever freedom forever blessed jesus christ hello killer soccer hockey hunter summer winter spring autumn january
  february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday
  london liverpool chelsea arsenal manchester england scotland ireland america australia canada nepal mustang ferrari porsche mercedes
  harley cheese chocolate cookie banana orange flower butterfly diamond purple yellow silver golden ginger pepper tigger buster bailey
  maggie test demo openhour appointment
`)

/** Common passwords of 15 or more characters that are no word with filling. */
const commonPasswords = new Set(
  wordsOf(`
  thisisapassword thisismypassword mypasswordissafe mypasswordis123 ilovemypassword iloveyouforever iloveyousomuch iloveyoubabygirl
  loveyouforever1 openhourdemo2026 letmeinplease123 letmeinrightnow1 passwordisnumber1 longpassword123 strongpassword1 securepassword1
  securepassword123 strongpassword123 verylongpassword verysecurepassword supersecretpassword mysecretpassword newpassword1234
  temppassword1234 temporarypassword testingpassword administratorpassword adminpassword123 userpassword1234 welcometothejungle
  welcomehome12345 theansweris42 maytheforcebewithyou usetheforceluke tobeornottobe tobeornottobethatisthequestion onceuponatimethere
  thequickbrownfox thequickbrownfoxjumps thequickbrownfoxjumpsoverthelazydog supercalifragilisticexpialidocious manchesterunited
  liverpoolfootballclub manchestercityfc youllneverwalkalone godisgoodallthetime jesuslovesmeforever ingodwetrust1234 jesuschrist1234
  unitedstatesofamerica newyorknewyork happybirthdaytoyou merrychristmas1 happynewyear2026 whatisyourname1 whatsyourname12
  nopasswordneeded ihatepasswords1 ihatemypassword forgotmypassword iforgotmypassword iforgotpassword rememberthispassword donttellanyone
  keepitsecret123
`),
)

/** Rows of the keyboard and the alphabet. Four or more neighbours, in either direction, are a sequence. */
const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '!@#$%^&*()_+',
].flatMap(row => [row, [...row].toReversed().join('')])

const spellings: Record<string, string> = { a: '[a@4]', e: '[e3]', i: '[i1!]', l: '[l1]', o: '[o0]', s: '[s$5]', t: '[t7]' }
const wordPattern = new RegExp(
  commonWords
    .toSorted((a, b) => b.length - a.length)
    .map(word => [...word].map(letter => spellings[letter] ?? letter).join(''))
    .join('|'),
  'gu',
)

/** Minimum number of characters that remain after removing everything guessable. */
const minRemaining = 4
const minRemainingWithOwnData = 8
/**
 * Up to this many digits and symbols next to a common word count as filling (a year, exclamation marks).
 */
const maxFilling = 8

const plain = (text: string) => text.normalize('NFKC').toLowerCase()
const lettersAndDigits = (text: string) => plain(text).replace(/[^\p{L}\p{N}]/gu, '')

/**
 * Why a password is easy to guess, as a sentence for its field; null if it is not. Checks for common
 * passwords (NIST SP 800-63B-4 §3.1.1.2), not for kinds of characters: any four unrelated words pass.
 */
export function explainWeakPassword(password: string, owner: PasswordOwner) {
  const text = plain(password)
  if (isCommon(text)) return 'field.isTooEasyToGuessA'
  const rest = withoutOwn(lettersAndDigits(password), owner)
  if (rest !== null && (rest.length < minRemainingWithOwnData || isCommon(rest))) return 'field.mustNotBeMadeOfYour'
  return null
}

function isCommon(text: string): boolean {
  if (commonPasswords.has(lettersAndDigits(text))) return true
  if (repeats(text)) return true
  const words = new Set(text.match(wordPattern))
  if (words.size > 1) return false
  const left = withoutSequences(text.replace(wordPattern, ''))
  const letters = left.replace(/[^\p{L}\p{M}]/gu, '').length
  return letters + Math.max(0, left.length - letters - (words.size > 0 ? maxFilling : 0)) < minRemaining
}

/** A repeated part: `aaaaaaaaaaaaaaa`, `abcabcabcabcabc`, `passwordpassword`. */
function repeats(text: string): boolean {
  for (let length = 1; length <= text.length / 2; length += 1) {
    if (text.startsWith(text.slice(length))) return true
  }
  return false
}

/**
 * Removes sequences of four or more neighbours and of three or more equal characters: `1234567`,
 * `qwertyuiop`, `zzz`.
 */
function withoutSequences(text: string): string {
  let left = ''
  for (let start = 0; start < text.length;) {
    const equal = equalLength(text, start)
    const length = Math.max(equal > 2 ? equal : 1, ...rows.map(row => sharedLength(row, text, start)).filter(shared => shared > 3))
    if (length === 1) left += text[start]
    start += length
  }
  return left
}

/** Number of characters from `start` on that follow the row. */
function sharedLength(row: string, text: string, start: number): number {
  let longest = 0
  for (let at = row.indexOf(text[start] ?? ''); at >= 0; at = row.indexOf(text[start] ?? '', at + 1)) {
    let length = 1
    while (at + length < row.length && row[at + length] === text[start + length]) length += 1
    longest = Math.max(longest, length)
  }
  return longest
}

function equalLength(text: string, start: number): number {
  let length = 1
  while (text[start + length] === text[start]) length += 1
  return length
}

/** The password without its owner's name, number and address; null if it contains none of them. */
function withoutOwn(text: string, { name, phone, email }: PasswordOwner): string | null {
  const digits = phone?.slice(1) ?? ''
  const own = [
    lettersAndDigits(name),
    ...plain(name).split(/[^\p{L}\p{N}]+/u),
    digits,
    // The number in national form, without the country code of up to three digits.
    ...[1, 2, 3].map(length => digits.slice(length)).filter(number => number.length >= 7),
    lettersAndDigits(email?.split('@')[0] ?? ''),
  ].filter(part => part.length >= minRemaining)
  const rest = own.toSorted((a, b) => b.length - a.length).reduce((left, part) => left.replaceAll(part, ''), text)
  return rest === text ? null : rest
}
