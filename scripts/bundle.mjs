// Puts the command line and its threads into a few files. Hundreds of small modules take longer to find, read and
// link than to run, and a server should be there in a quarter of a second. What is in node_modules stays there, but for
// what is small and CommonJS: to import one such module Node first compiles a lexer, which takes 100 ms of processor time.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, relative, resolve } from 'node:path'
import { build } from 'esbuild'
import { joinChunks } from './join-chunks.mjs'

const FOLDER = 'dist/bundle'
const THREADS = {
  'commit-thread': 'src/storage/embedded/commit/commit-thread.ts',
  'yaml-thread': 'src/codec/yaml-thread.ts',
}
/** Packages that are put into the bundle, with what they import. */
const BUNDLED = ['sorted-btree', 'lmdb']
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const MAIN = 'src/cli/main.ts'
/** What a start of the server imports, one after the other: each becomes one file. */
const STAGES = [MAIN, 'src/server/storage.ts', 'src/server/server.ts', 'src/server/embedded-storage.ts']

/** Files are found beside the module that names them. In a bundle a module has to say where it would have been. */
const ownPlaces = {
  name: 'own places',
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8')
      if (!text.includes('import.meta.url')) return undefined
      const compiled = relative('src', path).replace(/\.ts$/, '.js')
      const place = `new URL(${JSON.stringify(`../${compiled}`)}, import.meta.url).href`
      return { contents: text.replaceAll('import.meta.url', place), loader: 'ts' }
    })
  },
}

/** The threads are in the bundle too: what says where one starts names a file that lies beside it. */
const bundledThreads = {
  name: 'bundled threads',
  setup({ onLoad }) {
    onLoad({ filter: /thread-entry\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8')
      const named = Object.keys(THREADS).filter((name) => text.includes(`./${name}.js`))
      if (named.length !== 1) throw new Error(`${path} names no thread that is in the bundle`)
      return { contents: text, loader: 'ts' }
    })
  },
}

/**
 * Both threads load lmdb, whose many small modules of several packages take 70 ms to find and to compile. Its native code
 * stays in node_modules and is found from there. Values are bytes to us: the package that encodes others is left out.
 */
const bundledLmdb = {
  name: 'bundled lmdb',
  setup({ onResolve, onLoad }) {
    const finder = { path: resolve('scripts/native-lmdb.mjs') }
    onResolve({ filter: /^node-gyp-build-optional-packages$/ }, () => finder)
    onResolve({ filter: /^msgpackr$/ }, () => ({ path: 'encoder', namespace: 'left-out' }))
    onLoad({ filter: /^encoder$/, namespace: 'left-out' }, () => ({
      contents: 'export const Encoder = undefined',
    }))
  },
}

/** `#x` is a file of src. */
const subpathImports = {
  name: 'subpath imports',
  setup({ onResolve }) {
    onResolve({ filter: /^#/ }, ({ path }) => ({
      path: resolve('src', path.slice(1).replace(/\.js$/, '.ts')),
    }))
  },
}

const FORM = {
  platform: 'node',
  format: 'esm',
  target: 'node20',
  // Comments and indentation are half of the text, and are scanned at every start.
  minifyWhitespace: true,
  logLevel: 'warning',
}
const BUNDLE = {
  ...FORM,
  outdir: FOLDER,
  bundle: true,
  external: Object.keys(dependencies).filter((name) => !BUNDLED.includes(name)),
  plugins: [subpathImports, bundledThreads, ownPlaces, bundledLmdb],
  inject: ['scripts/node-globals.mjs'],
}
const LINE_LIMIT = 160

rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })
// A thread holds the text of its modules for itself: there is nothing to be shared with others.
await build({ ...BUNDLE, lineLimit: LINE_LIMIT, entryPoints: THREADS })
const split = await build({
  ...BUNDLE,
  entryPoints: { main: MAIN },
  splitting: true,
  write: false,
  metafile: true,
})
const chunks = split.outputFiles.map(({ path, text }) => {
  const { entryPoint, exports } = split.metafile.outputs[relative('.', path)]
  return { file: basename(path), text, exports, entryPoint }
})
for (const { file, text } of await joinChunks(chunks, STAGES, { ...FORM, lineLimit: LINE_LIMIT })) {
  writeFileSync(`${FOLDER}/${file}`, text)
}
for (const file of readdirSync(FOLDER)) {
  // Node holds the text of a module for good, and one such character makes it two bytes for each of a million.
  const [character] = /[^\0-\x7f]/.exec(readFileSync(`${FOLDER}/${file}`, 'utf8')) ?? []
  if (character !== undefined) throw new Error(`${file} has the character ${character}: write it as \\u…`)
}
mkdirSync('dist/cli', { recursive: true })
writeFileSync('dist/cli/main.js', "#!/usr/bin/env node\nimport '../bundle/main.js'\n")
