import type { Defaults } from '#cli/read-options.js'
import { fileOption, type OptionTable, switchOption } from '#server/options/option.js'
import { formatDuration, parseDuration } from '#util/text/duration.js'

export interface RecordRequest {
  readonly kubeconfig: string
  readonly context: string
  readonly out: string
  readonly kinds: readonly string[]
  readonly namespace: string
  readonly durationMs: number
  readonly includeSecretValues: boolean
}

const name = {
  placeholder: '<name>',
  hasVariable: false,
  parse: (text: string) => (text === '' ? undefined : text),
}

export const RECORD_OPTIONS: OptionTable<RecordRequest> = {
  kubeconfig: { ...fileOption('--kubeconfig', 'kubeconfig for the cluster'), hasVariable: false },
  context: {
    ...name,
    flag: '--context',
    help: 'context of that kubeconfig',
    expected: 'the name of a context',
    format: (context) => context || 'its current context',
  },
  out: { ...fileOption('--out', 'file to write; must not exist'), hasVariable: false },
  kinds: {
    flag: '--kinds',
    placeholder: '<name,…>',
    hasVariable: false,
    isRepeatable: true,
    help: 'kinds to record, such as pods or deploy; namespaces and definitions are always recorded',
    expected: 'one or more names of kinds, separated by commas',
    parse: parseNames,
    format: (kinds) => kinds.join(',') || 'all kinds',
  },
  namespace: {
    ...name,
    flag: '--namespace',
    help: 'namespace to record; kinds without a namespace are recorded too',
    expected: 'the name of a namespace',
    format: (namespace) => namespace || 'all namespaces',
  },
  durationMs: {
    flag: '--duration',
    placeholder: '<duration>',
    hasVariable: false,
    help: 'how long to watch for changes; 0s records no changes',
    expected: 'a duration such as 90s or 5m',
    parse: parseDuration,
    format: formatDuration,
  },
  includeSecretValues: {
    ...switchOption('--include-secret-values', 'record the values of Secrets; keep the file safe'),
    hasVariable: false,
  },
}

export const RECORD_DEFAULTS: Defaults<RecordRequest> = {
  kubeconfig: undefined,
  context: '',
  out: undefined,
  kinds: [],
  namespace: '',
  durationMs: 60_000,
  includeSecretValues: false,
}

function parseNames(text: string): readonly string[] | undefined {
  const names = text.split(',').map((name) => name.trim().toLowerCase())
  return names.every((name) => name !== '') ? names : undefined
}
