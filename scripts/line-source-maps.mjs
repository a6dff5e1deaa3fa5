import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decode, encode } from '@jridgewell/sourcemap-codec'

/**
 * Shortens the source maps of a folder to lines: they are a third of the package otherwise. A stack trace and a
 * breakpoint need the line. Names are left out, because the bundle keeps them.
 */
export function shortenSourceMaps(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!name.endsWith('.js.map')) continue
    const path = join(folder, name)
    const map = JSON.parse(readFileSync(path, 'utf8'))
    const mappings = encode(decode(map.mappings).map(lineMappings))
    writeFileSync(path, JSON.stringify({ ...map, names: [], mappings }))
  }
}

/** Of the segments in a generated line, the first of each source line: `[column, source, line, column]`. */
function lineMappings(segments) {
  const kept = []
  for (const [column, source, line, sourceColumn] of segments) {
    const last = kept.at(-1)
    if (source === undefined || (last?.[1] === source && last[2] === line)) continue
    kept.push([column, source, line, sourceColumn])
  }
  return kept
}
