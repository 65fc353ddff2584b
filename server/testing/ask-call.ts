import type { Calls } from '#contract/calls.ts'
import type { TestApp } from './app.ts'
import type { Cell, Rule } from './permissions.ts'

/** What a question to the server may be about: ids by where they stand (see `Named.at`), and what takes the place of the ids that are left out. */
interface About {
  sent: Record<string, string>
  nobody: string
  session: { schedule_id: string; starts_at: string }
}

/** Makes one call as the table of permissions says, and gives back its status and what it shows; of an event stream, which never ends, nothing. */
export async function askCall(
  { http }: TestApp,
  name: keyof Calls,
  { query, body }: Rule,
  { sent, nobody, session }: About,
  token: string | undefined,
): Promise<{ status: number; text: string }> {
  const [method, path] = name.split(' ') as ['GET', string]
  const [at = '', id] = Object.entries(sent)[0] ?? []
  const inBody = at.startsWith('body.') ? { [at.slice('body.'.length)]: id } : null
  const answer = await http.inject({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, (_, key: string) => sent[key] ?? nobody),
    query: path.includes(`{${at}}`) || inBody ? {} : { ...query, ...sent },
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(/POST|PUT/.test(method) && { payload: { ...(typeof body === 'function' ? body(session) : body), ...inBody } }),
    payloadAsStream: true,
  })
  const stream = answer.stream()
  let text = ''
  if (/event-stream/.test(String(answer.headers['content-type']))) stream.destroy()
  else for await (const piece of stream) text += String(piece)
  return { status: answer.statusCode, text }
}

/** A status as the table of permissions has it. */
export const cellOf = (status: number): Cell => (status === 401 || status === 403 || status === 404 ? status : 'in')
