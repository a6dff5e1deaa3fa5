import type { Defaults } from '#cli/read-options.js'
import type { RestoreOptions } from '#server/backup/restore.js'
import { defaultConfig } from '#server/config.js'
import { BACKUP_OPTIONS } from '#server/options/backup-table.js'
import { fileOption, type OptionTable, switchOption } from '#server/options/option.js'
import { STORAGE_OPTIONS } from '#server/options/table.js'
import { passphraseFile } from './backup-options.js'

export interface RestoreRequest extends RestoreOptions {
  readonly quiet: boolean
}

export const RESTORE_OPTIONS: OptionTable<RestoreRequest> = {
  from: {
    flag: '--from',
    placeholder: '<path>',
    hasVariable: false,
    help: 'file of "binnacle backup", or folder of "binnacle serve --archive"',
    expected: 'a file or a folder',
    parse: (text) => (text === '' ? undefined : text),
    format: String,
  },
  to: {
    flag: '--to',
    placeholder: '<time|revision>',
    hasVariable: false,
    help: 'of an archive: the time or the revision to go back to',
    expected: 'a time such as 2026-11-18T12:00:00Z, or a revision',
    parse: (text) => (isTarget(text) ? text : undefined),
    format: (text) => text || 'the newest',
  },
  passphraseFile,
  privateKeyFile: {
    ...fileOption('--private-key-file', 'X25519 private key in PEM that opens the backup'),
    hasVariable: false,
  },
  withoutIdentity: {
    ...switchOption('--without-identity', 'do not restore the keys of tokens and of the self-signed CA'),
    hasVariable: false,
  },
  identityKeyFile: BACKUP_OPTIONS.identityKeyFile,
  quiet: { ...switchOption('--quiet', 'print nothing unless it fails'), hasVariable: false },
  ...STORAGE_OPTIONS,
}

export const RESTORE_DEFAULTS: Defaults<RestoreRequest> = {
  ...defaultConfig,
  from: undefined,
  to: '',
  passphraseFile: '',
  privateKeyFile: '',
  withoutIdentity: false,
  quiet: false,
}

const isTarget = (text: string) =>
  /^[1-9][0-9]{0,15}$/.test(text) ||
  (/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) &&
    !Number.isNaN(Date.parse(text)))
