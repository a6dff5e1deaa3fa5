/**
 * A process that exports or imports, and prints its peak memory above the initial memory, in bytes. The page cache does
 * not count.
 *
 * Arguments: `export` or `import`; the data folder; the file.
 */
import { readFileSync } from 'node:fs'
import { defaultConfig } from '#server/config.js'
import { exportToFile, importFromFile } from '#server/transfer.js'

const [command, dataDir, path] = process.argv.slice(2) as [string, string, string]

const anonymousMemory = () =>
  1024 * Number(/^RssAnon:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1])

const start = anonymousMemory()
let most = start
const course = {
  signal: new AbortController().signal,
  onProgress: () => {
    most = Math.max(most, anonymousMemory())
  },
}
if (command === 'export') await exportToFile({ ...defaultConfig, dataDir }, { path, replace: false }, course)
else {
  await importFromFile({ ...defaultConfig, dataDir }, path, {
    ...course,
    intoNonEmpty: false,
    overwrite: false,
  })
}
process.stdout.write(String(most - start))
