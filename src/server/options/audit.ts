import type { Writable } from 'node:stream'
import type { AuditEvent } from '#access/audit/event/audit-event.js'
import { type ON_FULL, StartError } from '#server/config.js'
import { type Choices, type Expected, expectOptions, OBJECT } from './expect-options.js'
import { OPTIONS } from './table.js'

export type { AuditEvent }

/** The audit log. */
export interface AuditOptions {
  /** The destination: a file, `-` for standard output, a stream of JSON lines, or a function called with each event. */
  readonly log: string | Writable | ((event: AuditEvent) => void)
  /** A `Policy` of `audit.k8s.io/v1`; by default the metadata of every write and every refusal are recorded. */
  readonly policy?: object | undefined
  /** A policy file, reloaded on changes. */
  readonly policyFile?: string | undefined
  /** What happens to requests if events cannot be written fast enough: `block` or `drop`. */
  readonly onFull?: (typeof ON_FULL)[number] | undefined
  /** Rotate files at this size, in megabytes; 0 for no limit. */
  readonly maxSize?: number | undefined
  /** Rotate files at this age, and delete rotated files of this age, in days; 0 for never. */
  readonly maxAge?: number | undefined
  /** Number of rotated files to keep; 0 for all. */
  readonly maxBackups?: number | undefined
}

const LOG: Expected = {
  what: 'a file, - or a stream or a function that takes events',
  fits: (value) => {
    if (typeof value === 'string') return value !== ''
    return typeof value === 'function' || typeof (value as Writable | null)?.write === 'function'
  },
}
const EXPECTED: Readonly<Record<keyof AuditOptions, Expected>> = {
  log: LOG,
  policy: OBJECT,
  policyFile: OPTIONS.auditPolicyFile.value,
  onFull: OPTIONS.auditOnFull.value,
  maxSize: OPTIONS.auditLogMaxSize.value,
  maxAge: OPTIONS.auditLogMaxAge.value,
  maxBackups: OPTIONS.auditLogMaxBackups.value,
}

/** Throws a `StartError` for invalid options. */
export function auditChoices(options: AuditOptions | undefined): Choices {
  if (options === undefined) return {}
  expectOptions('audit', options, EXPECTED, { required: ['log'] })
  const { log, policy, policyFile } = options
  if (policy !== undefined && policyFile !== undefined) {
    throw new StartError('audit.policy and audit.policyFile cannot be combined')
  }
  return {
    auditLog: typeof log === 'string' ? log : undefined,
    auditSink: typeof log === 'string' ? undefined : log,
    auditPolicy: policy,
    auditPolicyFile: policyFile,
    auditOnFull: options.onFull,
    auditLogMaxSize: options.maxSize,
    auditLogMaxAge: options.maxAge,
    auditLogMaxBackups: options.maxBackups,
  }
}
