import { type Command, flagsOf } from '#cli/command.js'
import { checked, readOptions } from '#cli/read-options.js'
import { defaultConfig } from '#server/config.js'
import { exportStore, importStore } from './transfer.js'
import {
  EXPORT_DEFAULTS,
  EXPORT_OPTIONS,
  type ExportRequest,
  IMPORT_DEFAULTS,
  IMPORT_OPTIONS,
  type ImportRequest,
  importError,
  transferError,
  VERIFY_OPTIONS,
  type VerifyRequest,
} from './transfer-options.js'
import { verify } from './verify.js'

export const exportCommand: Command<ExportRequest> = {
  name: 'export',
  usage: ['--file <file> [flags]'],
  summary: 'export a store to a file',
  description: `Writes a consistent snapshot of a store to a file that "binnacle import" reads. The file appears
when it is complete. No server may use an embedded store meanwhile.`,
  flags: flagsOf(EXPORT_OPTIONS, EXPORT_DEFAULTS),
  parse: (argv, env) => checked(readOptions(EXPORT_OPTIONS, EXPORT_DEFAULTS, argv, env), transferError),
  run: exportStore,
}

export const importCommand: Command<ImportRequest> = {
  name: 'import',
  usage: ['--file <file> [flags]'],
  summary: 'import an exported file into a store',
  description: `Reads a file written by "binnacle export" into a store. Objects keep their UIDs and timestamps and
get new resource versions, in the same order. The whole file is checked before the first write.
Run an interrupted import again with the same file to finish it; until then no server opens the
store.`,
  flags: flagsOf(IMPORT_OPTIONS, IMPORT_DEFAULTS),
  parse: (argv, env) =>
    checked(readOptions(IMPORT_OPTIONS, IMPORT_DEFAULTS, argv, env), transferError, importError),
  run: importStore,
}

export const verifyCommand: Command<VerifyRequest> = {
  name: 'verify',
  usage: ['[flags]'],
  summary: 'check an embedded store for damage',
  description: `Reads an embedded store and checks every checksum. Prints one line for each damaged record and
exits with 1, or with 0 if there is none. Changes nothing. No server may write to the store
meanwhile.`,
  flags: flagsOf<VerifyRequest>(VERIFY_OPTIONS, defaultConfig),
  parse: (argv, env) => readOptions<VerifyRequest>(VERIFY_OPTIONS, defaultConfig, argv, env),
  run: verify,
}
