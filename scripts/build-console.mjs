// Builds the page at /console: bundles its scripts, joins its styles, and compresses both. The names of the files have
// digests, so that browsers keep them forever. The server only reads the result.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { build } from 'rolldown'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SOURCE = join(ROOT, 'src/console')
/** What the result depends on. */
const INPUTS = [
  'src/console',
  'src/protocol',
  'src/federation/replicas',
  'scripts/build-console.mjs',
  'package-lock.json',
]
/** Written last. */
const INDEX = 'index.html'
/** One file for each module here and for all that it imports, unless a file above has it. */
const CHUNKS = [
  { name: 'base', test: /node_modules\/(preact|@preact)\// },
  { name: 'yaml', test: /node_modules\/yaml\// },
  { name: 'editor', test: /node_modules\/(@codemirror|@lezer|@marijn|style-mod|w3c-keyname|crelt)\// },
  { name: 'plot', test: /node_modules\/uplot\// },
  // What every page needs: one file, not one for each module that two pages import.
  {
    name: 'shared',
    test: /src\/(protocol|console\/model\/(api|table)|console\/browser\/(api|data|state|ui|(clock|config|pages)\.ts))/,
  },
]

/** `#util/x.js` is src/util/x.ts. A script may also be .tsx. */
const subpathImports = {
  name: 'subpath imports',
  resolveId: {
    filter: { id: /^(#|\.)/ },
    handler: (id, importer) => {
      const path = id.startsWith('#') ? join(ROOT, 'src', id.slice(1)) : resolve(importer ?? '.', '..', id)
      return ['.ts', '.tsx'].map((end) => path.replace(/\.js$/, end)).find((file) => existsSync(file))
    },
  },
}

/** Writes everything to the folder, unless it is newer than the sources. */
export async function buildConsole(folder) {
  if (isCurrent(folder)) return
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const bundle = (input, codeSplitting) =>
    build({
      input,
      platform: 'browser',
      plugins: [subpathImports],
      tsconfig: join(SOURCE, 'tsconfig.json'),
      transform: { target: 'es2022', define: { 'process.env.NODE_ENV': '"production"' } },
      write: false,
      onwarn: ({ message }) => {
        throw new Error(message)
      },
      output: {
        dir: folder,
        format: 'esm',
        minify: true,
        comments: false,
        entryFileNames: '[name]-[hash].js',
        chunkFileNames: '[name]-[hash].js',
        codeSplitting,
      },
    })
  const { output } = await bundle(
    { app: join(SOURCE, 'browser/main.tsx') },
    { groups: CHUNKS.map((chunk, index) => ({ ...chunk, priority: CHUNKS.length - index })) },
  )
  const { output: ofWorker } = await bundle({ worker: join(SOURCE, 'browser/data/worker.ts') }, false)
  for (const { fileName, code } of [...output, ...ofWorker]) write(folder, fileName, Buffer.from(code))

  const style = Buffer.from(styles())
  const styleName = `style-${digestOf(style)}.css`
  write(folder, styleName, style)
  const icon = readFileSync(join(ROOT, 'src/http/docs/page/icon.svg'))
  const iconName = `icon-${digestOf(icon)}.svg`
  write(folder, iconName, icon)

  const [app] = output
  const html = readFileSync(join(SOURCE, INDEX), 'utf8')
    .replace('{{app}}', app.fileName)
    .replace('{{style}}', styleName)
    .replace('{{icon}}', iconName)
    .replace(
      '{{preloads}}',
      app.imports.map((name) => `<link rel="modulepreload" href="/console/${name}">`).join('\n    '),
    )
    .replace('{{worker}}', `/console/${ofWorker[0].fileName}`)
  writeFileSync(join(folder, INDEX), html)
}

function isCurrent(folder) {
  const built = statSync(join(folder, INDEX), { throwIfNoEntry: false })
  if (built === undefined) return false
  return INPUTS.every((input) => newest(join(ROOT, input)) < built.mtimeMs)
}

function newest(path) {
  const { mtimeMs } = statSync(path)
  if (!statSync(path).isDirectory()) return mtimeMs
  const below = readdirSync(path, { recursive: true }).map((name) => statSync(join(path, name)).mtimeMs)
  return Math.max(mtimeMs, ...below)
}

/** Only the compressed file is kept: nearly all clients accept it, and for others the server restores the content. */
function write(folder, name, content) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content, { params }))
}

function styles() {
  const { resolve } = createRequire(import.meta.url)
  const own = join(SOURCE, 'styles')
  const files = readdirSync(own)
    .sort()
    .map((name) => join(own, name))
  return [resolve('uplot/dist/uPlot.min.css'), ...files]
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s*\n\s*/g, '\n')
    .trim()
}

const digestOf = (content) => createHash('sha256').update(content).digest('base64url').slice(0, 8)
