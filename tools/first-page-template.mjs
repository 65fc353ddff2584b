import { DomUtils, parseDocument } from 'htmlparser2'

/**
 * Prepares what the server needs to draw `/` and to name inline scripts in its policy: the built index.html
 * without nonces, with the comments `title`, `styles` and `page` for what the server fills in, and with a script
 * that loads the application later.
 * @param {string} page The built index.html.
 * @param {(address: string) => string} readAsset
 */
export function makeFirstPageTemplate(page, readAsset) {
  const document = parseDocument(page)
  const scripts = DomUtils.getElementsByTagName('script', document)
  const modules = scripts.filter(({ attribs }) => attribs.type === 'module')
  const inline = scripts.filter(({ attribs }) => attribs.src === undefined)
  const stylesheet = findOne(document, 'link', ({ rel }) => rel === 'stylesheet')
  const nonce = findOne(document, 'meta', ({ property }) => property === 'csp-nonce')
  const start = startWhenSeen(modules.map(({ attribs }) => attribs.src))
  const otherScripts = inline.map(script => DomUtils.textContent(script))

  DomUtils.replaceElement(findOne(document, 'title'), parseNode('<!--title-->'))
  DomUtils.replaceElement(stylesheet, parseNode('<!--styles-->'))
  DomUtils.replaceElement(
    findOne(document, 'div', ({ id }) => id === 'root'),
    parseNode('<!--page-->'),
  )
  DomUtils.appendChild(findOne(document, 'body'), parseNode(`<script>${start}</script>`))
  for (const element of [nonce, ...modules]) remove(element)
  for (const { attribs } of DomUtils.findAll(element => 'nonce' in element.attribs, document.children)) delete attribs.nonce
  return {
    html: DomUtils.getOuterHTML(document, { encodeEntities: 'utf8' }),
    styles: readAsset(stylesheet.attribs.href ?? '').trim(),
    scripts: [...otherScripts, start],
    otherScripts,
  }
}

/** @param {ReturnType<typeof parseDocument>} document
 * @param {string} name
 * @param {(attributes: Record<string, string>) => boolean} [fits] */
function findOne(document, name, fits = () => true) {
  const [found, ...others] = DomUtils.getElementsByTagName(name, document).filter(({ attribs }) => fits(attribs))
  if (!found || others.length > 0) throw new Error(`index.html has ${others.length + (found ? 1 : 0)} of ${name}, not one`)
  return found
}

/** @param {string} html */
function parseNode(html) {
  const [node] = parseDocument(html).children
  if (!node) throw new Error('nothing to insert')
  return node
}

/** Removes an element and the space before it.
 * @param {Parameters<typeof DomUtils.removeElement>[0]} element */
function remove(element) {
  if (element.prev && DomUtils.textContent(element.prev).trim() === '') DomUtils.removeElement(element.prev)
  DomUtils.removeElement(element)
}

/**
 * Loads the application after the first paint, so that it does not compete with it; at once in a hidden tab, which
 * is not painted. A button pressed in the meantime is marked, and the application presses it again (web/main.tsx).
 * @param {readonly (string | undefined)[]} scripts
 */
const startWhenSeen = scripts => `
      let started = false
      const start = () => {
        if (started) return
        started = true
        for (const src of ${JSON.stringify(scripts)}) {
          const script = document.createElement('script')
          Object.assign(script, { type: 'module', crossOrigin: '', src })
          document.head.append(script)
        }
      }
      try {
        new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
      } catch {
        start()
      }
      setTimeout(start, document.hidden ? 0 : 500)
      addEventListener('click', event => {
        const button = event.target.closest('[data-drawn] button')
        if (!button) return
        document.querySelector('[data-pressed]')?.removeAttribute('data-pressed')
        button.dataset.pressed = ''
      })
    `
