// Checks what VitePress does not: links lead to existing headings of the built site, and source paths and identifiers
// on pages exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'

const SITE = '.build/site'
const problems = []

const filesOf = (folder, end) =>
  readdirSync(folder, { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith(end))

/** The ids of each page of the site, by its path. */
const ids = new Map()
const pages = filesOf(SITE, '.html').map((file) => [file, readFileSync(join(SITE, file), 'utf8')])
for (const [file, html] of pages) {
  const path = `/${file.replace(/\.html$/, '').replace(/(^|\/)index$/, '$1')}`
  ids.set(path, new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)))
}
for (const [file, html] of pages) {
  for (const [, href] of html.matchAll(/<a[^>]*\shref="([^"]*#[^"]+)"/g)) {
    if (/^[a-z]+:/.test(href)) continue
    const [target, id] = href.split('#')
    const path = target === '' ? `/${file.replace(/\.html$/, '')}` : posix.join('/', dirname(file), target)
    const known = ids.get(target.startsWith('/') ? target : path.replace(/(^|\/)index$/, '$1'))
    if (!known?.has(decodeURIComponent(id))) problems.push(`${file}: no heading for ${href}`)
  }
}

/** Pages about the code. Decision records may name removed code. */
const CODE_PAGES = /^(explanation|reference\/glossary)/
const FOLDERS = new Set(readdirSync('src'))
const ROOTS = new Set(['src', 'test', 'bench', 'scripts', 'docs', '.ci'])
const source = ['src', 'test', 'bench', 'scripts']
  .flatMap((folder) =>
    ['.ts', '.tsx', '.css']
      .flatMap((end) => filesOf(folder, end))
      .map((file) => readFileSync(join(folder, file), 'utf8')),
  )
  .join('\n')
const words = new Set(source.match(/[A-Za-z_$][\w$]*/g))

const sources = [
  ...filesOf('docs', '.md').map((file) => [file, join('docs', file)]),
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'SUPPORT.md'].map((file) => [file, file]),
]
for (const [name, file] of sources) {
  if (name.startsWith('adr/')) continue
  const text = readFileSync(file, 'utf8').replace(/^```[\s\S]*?^```/gm, '')
  for (const [, code] of text.matchAll(/`([^`\n]+)`/g)) {
    const [first] = code.split('/')
    const isPath =
      code.includes('/') && /^[\w./-]+$/.test(code) && (code.endsWith('/') || /\.\w+$/.test(code))
    if (isPath && ROOTS.has(first) && !existsSync(code)) problems.push(`${name}: no file ${code}`)
    if (isPath && FOLDERS.has(first) && !existsSync(join('src', code)))
      problems.push(`${name}: no file src/${code}`)
    if (!CODE_PAGES.test(name) || !/^[A-Za-z_]\w*(\.\w+)*(\(\))?$/.test(code)) continue
    const isFile = /\.(ts|md|json|mjs)$/.test(code)
    const unknown = isFile
      ? []
      : code
          .replace('()', '')
          .split('.')
          .filter((word) => !words.has(word))
    if (unknown.length > 0) problems.push(`${name}: nothing in the code is called ${code}`)
  }
}

if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
