/** What answers told of what is there, so that requests can name it. */
export class Pool {
  readonly #ids = new Map<string, Set<string>>()
  readonly #moments = new Set<string>()
  readonly #texts = new Map<string, Set<string>>()

  /** Ids for a field of that name, such as `schedule_id`; of anything where nothing better is known. */
  idsFor(name: string): string[] {
    const kind = name.replace(/_?ids?$/, '')
    const known = this.#ids.get(kind) ?? new Set([...this.#ids.values()].flatMap(ids => [...ids].slice(0, 2)))
    return known.size > 0 ? [...known].slice(-30) : ['01900000-0000-7000-8000-000000000000']
  }

  momentsFor(): string[] {
    return this.#moments.size > 0 ? [...this.#moments].slice(-50) : ['2026-12-01T09:00:00Z']
  }

  textsFor(name: string, { minLength, maxLength }: { minLength: number; maxLength: number }): string[] {
    return [...(this.#texts.get(name) ?? [])].filter(text => text.length >= minLength && text.length <= maxLength)
  }

  /** Looks through an answer. `kind`: what the things in it are, by its address. */
  learn(answer: unknown, kind: string): void {
    if (Array.isArray(answer)) {
      for (const one of answer.slice(0, 40)) this.learn(one, kind)
      return
    }
    if (answer === null || typeof answer !== 'object') return
    for (const [name, value] of Object.entries(answer)) {
      if (typeof value === 'object') this.learn(value, name === 'data' ? kind : name.replace(/s$/, ''))
      else if (typeof value === 'string') this.#learnText(name, value, kind)
    }
  }

  #learnText(name: string, value: string, kind: string): void {
    if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value))
      remember(this.#ids, name === 'id' ? kind : name.replace(/_id$/, ''), value)
    else if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) this.#moments.add(value)
    else if (value.length < 100) remember(this.#texts, name, value)
  }
}

function remember(map: Map<string, Set<string>>, key: string, value: string): void {
  const values = map.get(key) ?? new Set()
  if (values.size < 200) values.add(value)
  map.set(key, values)
}
