// Bundles the library, the command line and their threads into dist/. Node takes longer to find, read and link a thousand
// small modules than to run them. Packages of node_modules stay there.
import { readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { build } from 'rolldown'
import { buildConsole } from './build-console.mjs'
import { buildDocsPage } from './build-docs-page.mjs'
import { shortenSourceMaps } from './line-source-maps.mjs'

const FOLDER = 'dist'
const ENTRIES = {
  index: 'src/index.ts',
  testing: 'src/testing.ts',
  'node-test': 'src/node-test.ts',
  vitest: 'src/vitest.ts',
  'cli/main': 'src/cli/main.ts',
}
const THREADS = {
  'commit-thread': 'src/storage/embedded/commit/commit-thread.ts',
  'yaml-thread': 'src/codec/yaml/yaml-thread.ts',
}
/**
 * One file for each module here and for all that it imports, unless a file above has it. `binnacle serve` imports the first
 * three one after the other. Everything else is loaded on demand, in files that the bundler chooses.
 */
const FILES = [
  { name: 'command', test: /src\/cli\/run\.ts$/ },
  { name: 'storage', test: /src\/server\/storage\.ts$/ },
  {
    name: 'server',
    test: /src\/(index|access\/certificates\/kubeconfig|access\/identity\/authenticator)\.ts$/,
  },
  { name: 'embedded', test: /src\/server\/embedded-storage\.ts$/ },
  {
    name: 'expressions',
    test: /src\/(cel|structural|webhooks\/(expressions|policies)|kinds\/admissionregistration\/(expressions|.*condition-rules\.ts))/,
  },
  { name: 'federation', test: /src\/federation\// },
  { name: 'recording', test: /src\/recording\// },
  { name: 'transfer', test: /src\/(transfer|backup|server\/backup)\// },
  { name: 'inspection', test: /src\/(inspect\/|http\/(watches|console)\/)/ },
  { name: 'commands', test: /src\/cli\// },
  { name: 'test-server', test: /src\/testing\/(client|fixtures|observe|[a-z-]+\.ts$)/ },
]
const { dependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))

/** `#util/bytes.js` is src/util/bytes.ts. */
const subpathImports = {
  name: 'subpath imports',
  resolveId: {
    filter: { id: /^#/ },
    handler: (id) => resolve('src', id.slice(1).replace(/\.js$/, '.ts')),
  },
}

/** Each use of these globals calls a getter, and a request uses them often. In a bundle all modules use the values. */
const GLOBALS = Object.fromEntries(
  ['Buffer', 'performance', 'process'].map((name) => [name, [resolve('scripts/node-globals.mjs'), name]]),
)

function bundle(input, codeSplitting) {
  return build({
    input,
    platform: 'node',
    external: Object.keys({ ...dependencies, ...peerDependencies }),
    transform: { target: 'node20', inject: GLOBALS },
    plugins: [subpathImports],
    onwarn: ({ message }) => {
      throw new Error(message)
    },
    output: {
      dir: FOLDER,
      chunkFileNames: '[name].js',
      codeSplitting,
      // Lines and names stay, so that a stack trace can be read without the source map too.
      comments: false,
      // Node holds the text of a module for good, and takes two bytes for each character if one is not in Latin-1.
      charset: 'ascii',
      sourcemap: true,
      sourcemapExcludeSources: true,
    },
  })
}

rmSync(FOLDER, { recursive: true, force: true })
await bundle(ENTRIES, { groups: FILES.map((file, index) => ({ ...file, priority: FILES.length - index })) })
// A thread has its own copy of what it imports, and must not load the server for it.
for (const [name, path] of Object.entries(THREADS)) await bundle({ [name]: path }, false)
shortenSourceMaps(FOLDER)
await buildDocsPage(resolve(FOLDER, 'assets'))
await buildConsole(resolve(FOLDER, 'assets/console'))
