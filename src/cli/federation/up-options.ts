import { quote, UsageError } from '#cli/process-environment.js'
import { type Environment, readOptions } from '#cli/read-options.js'
import type { LocalFederationRequest } from '#server/local-federation.js'
import type { OptionTable } from '#server/options/option.js'
import { OPTIONS, STORAGE_OPTIONS } from '#server/options/table.js'

const MAX_MEMBERS = 20
const MAX_PORT = 65_535

/** A variable for another server must choose nothing here. */
export const UP_OPTIONS: OptionTable<LocalFederationRequest> = {
  members: {
    flag: '--members',
    placeholder: '<number>',
    hasVariable: false,
    help: 'number of members; they are named m1, m2 and so on',
    expected: `a number from 1 to ${MAX_MEMBERS}`,
    parse: (text) => (/^[1-9][0-9]?$/.test(text) && Number(text) <= MAX_MEMBERS ? Number(text) : undefined),
    format: String,
  },
  port: {
    ...OPTIONS.port,
    hasVariable: false,
    help: 'port of the host; members use the ports after it. 0 picks free ones',
  },
  dataDir: {
    ...STORAGE_OPTIONS.dataDir,
    hasVariable: false,
    help: 'folder in which all servers keep their data',
    format: (folder) => folder || 'none: all data is in memory',
  },
  logLevel: { ...OPTIONS.logLevel, hasVariable: false },
}

export const UP_DEFAULTS: LocalFederationRequest = { members: 3, port: 0, dataDir: '', logLevel: 'error' }

export function parseUp(argv: readonly string[], env: Environment): LocalFederationRequest {
  const request = readOptions(UP_OPTIONS, UP_DEFAULTS, argv, env)
  if (request.port !== 0 && request.port + request.members > MAX_PORT) {
    throw new UsageError(
      `--port: ${request.members} members have no ports after ${quote(String(request.port))}`,
    )
  }
  return request
}
