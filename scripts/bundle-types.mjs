// Bundles the declarations that tsc has written to .build/types: one file per entry point in dist/ and one that they share, with the public types and nothing else.
import { resolve } from 'node:path'
import { rollup } from 'rollup'
import { dts } from 'rollup-plugin-dts'

const FROM = resolve('.build/types')

/** `#util/clock.js` is util/clock.d.ts here. */
const subpathImports = {
  name: 'subpath imports',
  resolveId: (id) => (id.startsWith('#') ? resolve(FROM, id.slice(1).replace(/\.js$/, '.d.ts')) : null),
}

const bundle = await rollup({
  input: ['index', 'testing', 'node-test', 'vitest'].map((name) => resolve(FROM, `${name}.d.ts`)),
  external: (id) => !/^[#./]/.test(id),
  plugins: [subpathImports, dts()],
})
await bundle.write({ dir: 'dist', chunkFileNames: 'types.d.ts' })
await bundle.close()
