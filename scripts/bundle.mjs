// Puts the command line and its commit thread into a few files. Hundreds of small modules take longer to find, read and
// link than to run, and a server should be there in a quarter of a second. What is in node_modules stays there.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { build } from 'esbuild'

const FOLDER = 'dist/bundle'
const ENTRIES = { main: 'src/cli/main.ts', 'commit-thread': 'src/storage/embedded/commit-thread.ts' }

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

/** The thread is in the bundle too. */
const bundledThread = {
  name: 'bundled thread',
  setup({ onLoad }) {
    onLoad({ filter: /\/storage\/embedded\/thread-entry\.ts$/ }, () => ({
      contents: "export const THREAD_ENTRY = new URL('./commit-thread.js', import.meta.url)",
      loader: 'ts',
    }))
  },
}

rmSync(FOLDER, { recursive: true, force: true })
await build({
  entryPoints: ENTRIES,
  outdir: FOLDER,
  bundle: true,
  splitting: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  plugins: [bundledThread, ownPlaces],
  logLevel: 'warning',
})
mkdirSync('dist/cli', { recursive: true })
writeFileSync('dist/cli/main.js', "#!/usr/bin/env node\nimport '../bundle/main.js'\n")
