/**
 * A process that imports a file and reports its progress on its standard output, a JSON value per line.
 *
 * Arguments: the data folder; the file.
 */
import { writeSync } from 'node:fs'
import { defaultConfig } from '#server/config.js'
import { importFromFile } from '#server/transfer.js'

const [dataDir, file] = process.argv.slice(2) as [string, string]
await importFromFile({ ...defaultConfig, dataDir }, file, {
  intoNonEmpty: false,
  overwrite: false,
  signal: new AbortController().signal,
  onProgress: (progress) => writeSync(1, `${JSON.stringify(progress)}\n`),
})
