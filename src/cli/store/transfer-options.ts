import type { Defaults } from '#cli/read-options.js'
import { defaultConfig, type StorageConfig } from '#server/config.js'
import { etcdError } from '#server/config-error.js'
import { type Option, type OptionTable, parseBoolean } from '#server/options/option.js'
import { STORAGE_OPTIONS } from '#server/options/table.js'

/** Standard output or standard input. */
export const STANDARD_STREAM = '-'

interface TransferRequest extends StorageConfig {
  readonly file: string
  /** Print only errors. */
  readonly quiet: boolean
}

export interface ExportRequest extends TransferRequest {
  /** Overwrite an existing file. */
  readonly force: boolean
}

export interface ImportRequest extends TransferRequest {
  readonly intoNonEmpty: boolean
  readonly overwrite: boolean
}

const quiet = toggle('--quiet', 'print nothing unless it fails')

export const EXPORT_OPTIONS: OptionTable<ExportRequest> = {
  file: {
    flag: '--file',
    placeholder: '<file>',
    hasVariable: false,
    help: 'file to write; compressed if it ends in .gz, - for standard output',
    expected: 'the file to write, or "-" for standard output',
    parse: parseFile,
    format: String,
  },
  force: toggle('--force', 'replace the file if it exists'),
  quiet,
  ...STORAGE_OPTIONS,
}

export const IMPORT_OPTIONS: OptionTable<ImportRequest> = {
  file: {
    flag: '--file',
    placeholder: '<file>',
    hasVariable: false,
    help: 'export to read, compressed or not',
    expected: 'the file to read',
    parse: parseFile,
    format: String,
  },
  intoNonEmpty: toggle('--into-non-empty', 'allow a store that is not empty'),
  overwrite: toggle('--overwrite', 'replace objects of the same name; needs --into-non-empty'),
  quiet,
  ...STORAGE_OPTIONS,
}

const COMMON = { ...defaultConfig, file: undefined, quiet: false }

export const EXPORT_DEFAULTS: Defaults<ExportRequest> = { ...COMMON, force: false }
export const IMPORT_DEFAULTS: Defaults<ImportRequest> = { ...COMMON, intoNonEmpty: false, overwrite: false }

/** The error of the store options, if any. */
export function transferError(config: StorageConfig): string | undefined {
  return config.storage === 'memory'
    ? '--storage: memory lasts only as long as its server, nothing can be moved from or to it'
    : etcdError(config)
}

/** The error of an import, if any. */
export function importError({ file, overwrite, intoNonEmpty }: ImportRequest): string | undefined {
  if (file === STANDARD_STREAM)
    return '--file: an import reads its file more than once, and cannot read standard input'
  return overwrite && !intoNonEmpty ? '--overwrite needs --into-non-empty' : undefined
}

function parseFile(text: string): string | undefined {
  return text === '' ? undefined : text
}

function toggle(flag: string, help: string): Option<boolean> {
  return {
    flag,
    placeholder: undefined,
    hasVariable: false,
    help,
    expected: 'true or false',
    parse: parseBoolean,
    format: String,
  }
}

export type VerifyRequest = Pick<StorageConfig, 'dataDir'>

export const VERIFY_OPTIONS: OptionTable<VerifyRequest> = {
  dataDir: { ...STORAGE_OPTIONS.dataDir, help: 'folder of the embedded store' },
}
