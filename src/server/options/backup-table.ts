import type { ServerConfig } from '#server/config.js'
import { formatLongDuration, parseLongDuration } from '#util/text/duration.js'
import { orEmpty } from './expect-options.js'
import { fileOption, numberThat, orNone, type ServerOptionTable, stringThat } from './option.js'

type BackupKey = 'identityKeyFile' | 'encryptionConfig' | 'archive' | 'archiveKeepMs' | 'archiveRecipientFile'

const isKeepable = (milliseconds: number) => milliseconds >= 60_000

/** Options of the archive, of the keys that servers share, and of the encryption of the store. */
export const BACKUP_OPTIONS: ServerOptionTable<Pick<ServerConfig, BackupKey>> = {
  identityKeyFile: fileOption(
    '--identity-key-file',
    'key that encrypts the CA and the token keys that servers share through etcd',
  ),
  encryptionConfig: fileOption(
    '--encryption-config',
    'EncryptionConfiguration file: resources that are encrypted in the store; read again on SIGHUP',
  ),
  archive: {
    flag: '--archive',
    placeholder: '<folder>',
    hasVariable: true,
    help: 'folder for snapshots and a log of all changes, to restore any past time from',
    expected: 'a folder',
    parse: (text) => (text === '' ? undefined : text),
    format: orNone,
    value: orEmpty(stringThat('the path of a folder', () => true)),
  },
  archiveKeepMs: {
    flag: '--archive-keep',
    placeholder: '<duration>',
    hasVariable: true,
    help: 'how far back the archive reaches',
    expected: 'a duration of at least 1m, such as 7d or 36h',
    parse: (text) => {
      const milliseconds = parseLongDuration(text)
      return milliseconds !== undefined && isKeepable(milliseconds) ? milliseconds : undefined
    },
    format: formatLongDuration,
    value: numberThat('a whole number of milliseconds from 60000 on', isKeepable),
  },
  archiveRecipientFile: fileOption(
    '--archive-recipient-file',
    'X25519 public key in PEM: only the private key opens the archive',
  ),
}
