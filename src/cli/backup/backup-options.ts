import type { Defaults } from '#cli/read-options.js'
import type { BackupOptions } from '#server/backup/make-backup.js'
import { fileOption, type Option, type OptionTable, switchOption } from '#server/options/option.js'
import { STORAGE_OPTIONS } from '#server/options/table.js'
import { formatBytes, parseBytes } from '#util/text/byte-size.js'
import { formatLongDuration, parseLongDuration } from '#util/text/duration.js'
import { SERVER_DEFAULTS, SERVER_OPTIONS, type ServerRequest, serverRequestError } from './server-options.js'

export interface BackupRequest extends ServerRequest, BackupOptions {
  /** A file, `-`, or a folder for repeated backups. */
  readonly out: string
  /** The interval of repeated backups; 0 for one. */
  readonly everyMs: number
  readonly keep: number
  readonly force: boolean
  readonly quiet: boolean
}

export const passphraseFile = local(
  fileOption('--passphrase-file', 'file whose first line is the passphrase of the backup'),
)

export const BACKUP_OPTIONS: OptionTable<BackupRequest> = {
  out: {
    flag: '--out',
    placeholder: '<file>',
    hasVariable: false,
    help: 'file to write, - for standard output; with --every a folder',
    expected: 'the file to write, or "-" for standard output',
    parse: (text) => (text === '' ? undefined : text),
    format: String,
  },
  force: local(switchOption('--force', 'replace the file if it exists')),
  everyMs: {
    flag: '--every',
    placeholder: '<duration>',
    hasVariable: false,
    help: 'repeat at this interval until a signal',
    expected: 'a duration of at least 1s, such as 15m or 1d',
    parse: (text) => {
      const milliseconds = parseLongDuration(text)
      return milliseconds !== undefined && milliseconds >= 1000 ? milliseconds : undefined
    },
    format: (milliseconds) => (milliseconds === 0 ? 'one backup' : formatLongDuration(milliseconds)),
  },
  keep: {
    flag: '--keep',
    placeholder: '<number>',
    hasVariable: false,
    help: 'with --every: number of backups to keep, the newest',
    expected: 'a number from 1 on',
    parse: (text) => (/^[1-9][0-9]{0,5}$/.test(text) ? Number(text) : undefined),
    format: String,
  },
  passphraseFile,
  recipientFile: local(
    fileOption('--recipient-file', 'X25519 public key in PEM: only the private key opens the backup'),
  ),
  withoutIdentity: local(
    switchOption('--without-identity', 'leave out the keys of tokens and of the self-signed CA'),
  ),
  rate: {
    flag: '--rate',
    placeholder: '<bytes>',
    hasVariable: false,
    help: 'limit of bytes per second, before compression',
    expected: 'a number of bytes from 10K on, such as 500K, 10M or 1G',
    parse: (text) => {
      const bytes = parseBytes(text)
      return bytes !== undefined && bytes >= 10_000 ? bytes : undefined
    },
    format: (bytes) => (bytes === 0 ? 'none' : formatBytes(bytes)),
  },
  dataDir: local({
    ...STORAGE_OPTIONS.dataDir,
    help: 'data folder that no server uses, instead of a server',
    format: (folder) => folder || 'none',
  }),
  quiet: local(switchOption('--quiet', 'print nothing unless it fails')),
  ...SERVER_OPTIONS,
}

export const BACKUP_DEFAULTS: Defaults<BackupRequest> = {
  ...SERVER_DEFAULTS,
  out: undefined,
  force: false,
  everyMs: 0,
  keep: 24,
  passphraseFile: '',
  recipientFile: '',
  withoutIdentity: false,
  rate: 0,
  dataDir: '',
  quiet: false,
}

/** The error of options that do not fit together, if any. */
export function backupError(request: BackupRequest): string | undefined {
  const { out, everyMs, force, dataDir, server, kubeconfig, context } = request
  if (dataDir !== '' && server + kubeconfig + context !== '')
    return '--data-dir is a store that no server uses, and cannot be combined with a server'
  if (everyMs > 0 && out === '-') return '--every needs a folder in --out'
  if (everyMs > 0 && force) return '--force is for one backup: with --every each has a name of its own'
  return serverRequestError(request)
}

/** An option of a command, which no environment variable sets. */
function local<V>(option: Option<V>): Option<V> {
  return { ...option, hasVariable: false }
}
