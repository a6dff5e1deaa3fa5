import type { Writable } from 'node:stream'
import type { AuditEvent } from './event/audit-event.js'

/** What happens to requests when the queue of events is full: they wait, or are not recorded. */
export const ON_FULL = ['block', 'drop'] as const
export type OnFull = (typeof ON_FULL)[number]

/** The options of the audit log. */
export interface AuditConfig {
  /** The file that events are added to; `-` for standard output, empty for no log. */
  readonly auditLog: string
  /** In megabytes: a file of this size is rotated; 0 for no limit. */
  readonly auditLogMaxSize: number
  /** In days: a file is rotated when its first event is so old, and removed so long after; 0 for never. */
  readonly auditLogMaxAge: number
  /** How many rotated files are kept; 0 for all. */
  readonly auditLogMaxBackups: number
  /** A file with a `Policy` of `audit.k8s.io/v1`; empty for the default policy. */
  readonly auditPolicyFile: string
  /** What happens to requests when events come faster than they can be written. */
  readonly auditOnFull: OnFull
}

/** Options that only a program has that embeds the server. */
export interface AuditProgramConfig {
  /** Where events go in place of a file. */
  readonly auditSink?: AuditSink | undefined
  /** A `Policy` of `audit.k8s.io/v1`, in place of a file. */
  readonly auditPolicy?: object | undefined
}

/** A stream that lines of JSON are written to, or a function that is called with each event. */
export type AuditSink = Writable | ((event: AuditEvent) => void)

/** Whether anything is recorded. */
export const isAuditEnabled = ({ auditLog, auditSink }: AuditConfig & AuditProgramConfig): boolean =>
  auditLog !== '' || auditSink !== undefined
