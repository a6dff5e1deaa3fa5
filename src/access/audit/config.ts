import type { Writable } from 'node:stream'
import type { AuditEvent } from './event/audit-event.js'

/** What a full queue means for requests: they wait, or are not recorded. */
export const ON_FULL = ['block', 'drop'] as const
export type OnFull = (typeof ON_FULL)[number]

/** The options of the audit log. */
export interface AuditConfig {
  /** The log file; `-` for standard output, empty for no log. */
  readonly auditLog: string
  /** Rotate files at this size, in megabytes; 0 for no limit. */
  readonly auditLogMaxSize: number
  /** Rotate files at this age, and delete rotated files of this age, in days; 0 for never. */
  readonly auditLogMaxAge: number
  /** Number of rotated files to keep; 0 for all. */
  readonly auditLogMaxBackups: number
  /** A file with a `Policy` of `audit.k8s.io/v1`; empty for the default policy. */
  readonly auditPolicyFile: string
  /** What happens to requests if events cannot be written fast enough. */
  readonly auditOnFull: OnFull
}

/** Options that only embedding programs have. */
export interface AuditProgramConfig {
  /** The destination of events instead of a file. */
  readonly auditSink?: AuditSink | undefined
  /** A `Policy` of `audit.k8s.io/v1` instead of a file. */
  readonly auditPolicy?: object | undefined
}

/** A stream that receives lines of JSON, or a function called with each event. */
export type AuditSink = Writable | ((event: AuditEvent) => void)

export const isAuditEnabled = ({ auditLog, auditSink }: AuditConfig & AuditProgramConfig): boolean =>
  auditLog !== '' || auditSink !== undefined
