/**
 * A process that restores a backup and reports its progress on its standard output, a JSON value per line.
 *
 * Arguments: the backup; the data folder.
 */
import { writeSync } from 'node:fs'
import { restoreBackup } from '#server/backup/restore.js'
import { defaultConfig } from '#server/config.js'

const [from, dataDir] = process.argv.slice(2) as [string, string]
const options = {
  ...defaultConfig,
  from,
  dataDir,
  to: '',
  passphraseFile: '',
  privateKeyFile: '',
  withoutIdentity: false,
}
await restoreBackup(options, {
  signal: new AbortController().signal,
  onProgress: (progress) => writeSync(1, `${JSON.stringify(progress)}\n`),
})
