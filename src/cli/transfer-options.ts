import { defaultConfig, etcdProblem, type StorageConfig } from '#server/config.js'
import { type Option, type OptionTable, parseBoolean } from '#server/options/option.js'
import { STORAGE_OPTIONS } from '#server/options/table.js'
import type { Defaults } from './read-options.js'

/** What stands for standard output, or for standard input. */
export const STANDARD_STREAM = '-'

interface TransferRequest extends StorageConfig {
  readonly file: string
  /** Whether only errors are printed. */
  readonly quiet: boolean
}

export interface ExportRequest extends TransferRequest {
  /** Whether the file may take the place of another one. */
  readonly force: boolean
}

export interface ImportRequest extends TransferRequest {
  readonly intoNonEmpty: boolean
  readonly overwrite: boolean
}

const quiet = toggle('--quiet', 'say nothing unless it fails')

export const EXPORT_OPTIONS: OptionTable<ExportRequest> = {
  file: {
    flag: '--file',
    placeholder: '<file>',
    hasVariable: false,
    help: 'where to write; compressed if it ends in .gz, standard output if it is "-"',
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
    help: 'the export to read, compressed or not',
    expected: 'the file to read',
    parse: parseFile,
    format: String,
  },
  intoNonEmpty: toggle('--into-non-empty', 'import also into a store that holds something'),
  overwrite: toggle('--overwrite', 'replace what is there under the same names; needs --into-non-empty'),
  quiet,
  ...STORAGE_OPTIONS,
}

const COMMON = { ...defaultConfig, file: undefined, quiet: false }

export const EXPORT_DEFAULTS: Defaults<ExportRequest> = { ...COMMON, force: false }
export const IMPORT_DEFAULTS: Defaults<ImportRequest> = { ...COMMON, intoNonEmpty: false, overwrite: false }

/** Why the store can be neither exported nor imported into, undefined when it can. */
export function transferProblem(config: StorageConfig): string | undefined {
  return config.storage === 'memory'
    ? '--storage: memory lasts only as long as its server, nothing can be moved from or to it'
    : etcdProblem(config)
}

/** Why an import cannot be as it is asked for, undefined when it can. */
export function importProblem({ file, overwrite, intoNonEmpty }: ImportRequest): string | undefined {
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
