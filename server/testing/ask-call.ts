import type { Calls } from '#contract/calls.ts'
import type { TestApp } from './app.ts'
import type { Cell, Rule } from './permissions.ts'

/** The objects of a call: ids by location (see `Named.at`), and an unknown id in place of the others. */
interface About {
  sent: Record<string, string>
  unknownId: string
  session: { schedule_id: string; starts_at: string }
}

/**
 * Makes one call of the permission table. Returns its status and body; of an event stream, which never
 * ends, an empty body.
 */
export async function askCall(
  { http }: TestApp,
  name: keyof Calls,
  { query, body }: Rule,
  { sent, unknownId, session }: About,
  token: string | undefined,
): Promise<{ status: number; text: string }> {
  const [method, path] = name.split(' ') as ['GET', string]
  const [at = '', id] = Object.entries(sent)[0] ?? []
  const inBody = at.startsWith('body.') ? { [at.slice('body.'.length)]: id } : null
  const answer = await http.inject({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, (_, key: string) => sent[key] ?? unknownId),
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
