import {
  CLUSTERS_DEFAULTS,
  CLUSTERS_OPTIONS,
  clusterName,
  type HostRequest,
  JOIN_OPTIONS,
  readHostOptions,
} from '#cli/cluster-options.js'
import { quote, UsageError } from '#cli/process-environment.js'
import type { Environment } from '#cli/read-options.js'
import type { TaintChange } from '#federation/joining/index.js'
import { labelValue, qualifiedName } from '#meta/formats.js'
import { type OptionTable, switchOption } from '#server/options/option.js'

/** A command about one cluster of a host. */
export interface ClusterRequest extends HostRequest {
  readonly name: string
}

export interface DrainOptions extends HostRequest {
  readonly timeoutMs: number
}
export type DrainRequest = DrainOptions & ClusterRequest

export interface TaintOptions extends HostRequest {
  readonly overwrite: boolean
}
export interface TaintRequest extends TaintOptions, ClusterRequest {
  readonly changes: readonly TaintChange[]
}

export const DRAIN_OPTIONS: OptionTable<DrainOptions> = {
  timeoutMs: { ...JOIN_OPTIONS.timeoutMs, help: 'how long to wait for the objects to leave' },
  ...CLUSTERS_OPTIONS,
}
export const DRAIN_DEFAULTS: DrainOptions = { ...CLUSTERS_DEFAULTS, timeoutMs: 600_000 }

export const TAINT_OPTIONS: OptionTable<TaintOptions> = {
  overwrite: {
    ...switchOption('--overwrite', 'replace the value of a taint with the same key and effect'),
    hasVariable: false,
  },
  ...CLUSTERS_OPTIONS,
}
export const TAINT_DEFAULTS: TaintOptions = { ...CLUSTERS_DEFAULTS, overwrite: false }

export function parseCordon(command: string, argv: readonly string[], env: Environment): ClusterRequest {
  const { name, flags } = clusterName(command, argv)
  return { name, ...readHostOptions(CLUSTERS_OPTIONS, CLUSTERS_DEFAULTS, flags, env) }
}

export function parseDrain(argv: readonly string[], env: Environment): DrainRequest {
  const { name, flags } = clusterName('drain', argv)
  return { name, ...readHostOptions(DRAIN_OPTIONS, DRAIN_DEFAULTS, flags, env) }
}

export function parseTaint(argv: readonly string[], env: Environment): TaintRequest {
  const { name, flags: rest } = clusterName('taint cluster', argv)
  const end = rest.findIndex((argument) => argument.startsWith('-'))
  const texts = end < 0 ? rest : rest.slice(0, end)
  if (texts.length === 0)
    throw new UsageError('missing taint: binnacle taint cluster <name> <key>=<value>:<effect> …')
  const options = readHostOptions(TAINT_OPTIONS, TAINT_DEFAULTS, end < 0 ? [] : rest.slice(end), env)
  return { name, changes: texts.map(parseChange), ...options }
}

const EFFECTS = ['NoSchedule', 'NoExecute'] as const

/** `key=value:NoExecute`, `key:NoExecute`, and with a trailing `-` what is removed: `key-` or `key:NoExecute-`. */
function parseChange(text: string): TaintChange {
  const isRemoved = text.endsWith('-')
  const [, key = '', value = '', named] =
    /^([^=:]+)(?:=([^:]*))?(?::([^:]*))?$/.exec(isRemoved ? text.slice(0, -1) : text) ?? []
  const [keyError] = qualifiedName(key)
  if (keyError !== undefined) throw new UsageError(`${quote(text)} is not a taint: its key: ${keyError}`)
  const [valueError] = labelValue(value)
  if (valueError !== undefined)
    throw new UsageError(`${quote(text)} is not a taint: its value: ${valueError}`)
  const effect = EFFECTS.find((one) => one === named)
  if (effect === undefined && !(isRemoved && named === undefined))
    throw new UsageError(`${quote(text)} is not a taint: its effect must be ${EFFECTS.join(' or ')}`)
  return { key, value, effect, isRemoved }
}
