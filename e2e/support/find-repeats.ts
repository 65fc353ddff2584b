/**
 * Runs in the page. The elements that look like two others before them in the same parent: the same elements,
 * classes, roles and states, with text in the same places. axe reports the same for them and spends half its time
 * on them.
 */
export function findRepeats(): Element[] {
  // Compared by value; of other attributes, such as names, addresses and ids, it counts whether there is a value.
  const states =
    /^(class|style|role|type|lang|dir|tabindex|aria-(?!label|describedby|controls|owns|rowindex|posinset|valuetext)|data-(?!record))/
  const repeats: Element[] = []

  const describe = (node: Node): string => {
    if (!(node instanceof Element)) return node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() ? '#' : ''
    const attributes = [...node.attributes].map(({ name, value }) => `${name}=${states.test(name) ? value : value !== ''}`)
    const times = new Map<string, number>()
    const inside = [...node.childNodes].map(child => {
      const shape = describe(child)
      const before = times.get(shape) ?? 0
      times.set(shape, before + 1)
      if (before >= 2 && child instanceof Element) repeats.push(child)
      return shape
    })
    return `<${node.tagName} ${attributes.toSorted().join(' ')}>${inside.join('')}</>`
  }
  describe(document.body)
  return repeats
}
