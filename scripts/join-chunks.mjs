// Joins those chunks of a split bundle that a start always loads together. A bundler that splits by what is loaded late makes
// a chunk of every set of modules that the same late parts share, and so a start would load sixty files in place of four.
import { build } from 'esbuild'

const IMPORT = /import(?:\{([^}]*)\}from)?"\.\/([^"]+)"/g

/**
 * A chunk has a `file`, a `text`, the names of its `exports`, and perhaps the `entryPoint` that it was made for. `stages` are
 * the entry points that a start imports, one after the other. What a stage imports, and no stage before it, becomes one file
 * with it. Returns all files; those that have not been joined import from the files that have.
 */
export async function joinChunks(chunks, stages, options) {
  const byFile = new Map(chunks.map((chunk) => [chunk.file, chunk]))
  const places = new Map()
  const joined = stages.map((entryPoint) => {
    const stage = chunks.find((chunk) => chunk.entryPoint === entryPoint)
    const members = importedBy(stage, byFile).filter(({ file }) => !places.has(file))
    placeExports(stage, members, places)
    return { stage, members }
  })
  const moved = chunks.map((chunk) => ({ ...chunk, text: withNewImports(chunk, places) }))
  const files = joined.map(async ({ stage, members }) => {
    const texts = new Map(moved.map(({ file, text }) => [file, text]))
    return { file: stage.file, text: await join(members, texts, places, options) }
  })
  return [...moved.filter(({ file }) => !places.has(file)), ...(await Promise.all(files))]
}

/** The chunk and all that is loaded with it, in the order in which it is found. */
function importedBy(chunk, byFile, found = new Set()) {
  if (found.has(chunk)) return []
  found.add(chunk)
  for (const [, , file] of chunk.text.matchAll(IMPORT)) importedBy(byFile.get(file), byFile, found)
  return [...found]
}

/** Notes under which names a stage exports what its members did: two of them may export different things by one name. */
function placeExports(stage, members, places) {
  const taken = new Set(stage.exports)
  for (const { file, exports } of members) {
    const names = new Map()
    for (const name of exports) {
      let unique = name
      for (let n = 2; file !== stage.file && taken.has(unique); n++) unique = `${name}$${n}`
      taken.add(unique)
      names.set(name, unique)
    }
    places.set(file, { stage: stage.file, names })
  }
}

/** The text of a chunk, with imports of other stages in the place of imports of their members. */
function withNewImports({ file, text }, places) {
  const own = places.get(file)?.stage
  return text.replace(IMPORT, (statement, bindings = '', imported) => {
    const place = places.get(imported)
    if (place === undefined || place.stage === own) return statement
    const renamed = bindings
      .split(',')
      .filter(Boolean)
      .map((binding) => {
        const [name, local = name] = binding.split(' as ')
        return `${place.names.get(name)} as ${local}`
      })
    return renamed.length === 0 ? `import"./${place.stage}"` : `import{${renamed}}from"./${place.stage}"`
  })
}

/** One text of those of the members. */
async function join(members, texts, places, options) {
  const exports = members.map(({ file }) => {
    const names = [...places.get(file).names].map(([name, unique]) => `${name} as ${unique}`)
    return `export{${names}}from"./${file}"`
  })
  const fromMemory = {
    name: 'chunks from memory',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.\// }, ({ path, kind }) => {
        const file = path.slice(2)
        const isMember = kind !== 'dynamic-import' && members.some((member) => member.file === file)
        return isMember ? { path: file, namespace: 'chunk' } : { path, external: true }
      })
      onLoad({ filter: /./, namespace: 'chunk' }, ({ path }) => ({
        contents: texts.get(path),
        resolveDir: '.',
      }))
    },
  }
  const { outputFiles } = await build({
    ...options,
    stdin: { contents: exports.join('\n'), resolveDir: '.' },
    bundle: true,
    packages: 'external',
    plugins: [fromMemory],
    write: false,
    // lmdb has one, of which the bundler has told already.
    logOverride: { 'direct-eval': 'silent' },
  })
  return outputFiles[0].text
}
