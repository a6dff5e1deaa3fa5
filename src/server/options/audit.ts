import type { Writable } from 'node:stream'
import type { AuditEvent } from '#access/audit/event/audit-event.js'
import { type ON_FULL, StartError } from '#server/config.js'
import { type Choices, type Expected, expectOptions, OBJECT } from './expect-options.js'
import { OPTIONS } from './table.js'

export type { AuditEvent }

/** What is recorded of requests, and where. */
export interface AuditOptions {
  /**
   * Where events go: a file that they are added to, `-` for standard output, a stream that gets lines of JSON, or a function
   * that is called with each event.
   */
  readonly log: string | Writable | ((event: AuditEvent) => void)
  /** A `Policy` of `audit.k8s.io/v1`; when there is none, metadata of every write and every refusal are recorded. */
  readonly policy?: object | undefined
  /** A file with such a policy, which is read again when it changes. */
  readonly policyFile?: string | undefined
  /** What happens to requests when events come faster than they can be written: they wait, or are not recorded. */
  readonly onFull?: (typeof ON_FULL)[number] | undefined
  /** In megabytes: a file of this size is rotated; 0 for no limit. */
  readonly maxSize?: number | undefined
  /** In days: a file is rotated when its first event is so old, and removed so long after; 0 for never. */
  readonly maxAge?: number | undefined
  /** How many rotated files are kept; 0 for all. */
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

/** Throws a `StartError` for options that cannot be used. */
export function auditChoices(options: AuditOptions | undefined): Choices {
  if (options === undefined) return {}
  expectOptions('audit', options, EXPECTED, { required: ['log'] })
  const { log, policy, policyFile } = options
  if (policy !== undefined && policyFile !== undefined) {
    throw new StartError('audit.policy and audit.policyFile cannot be given together')
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
