import { AccessConfigError } from '#access/config.js'
import type { Filter } from '#http/filter.js'
import type { RequestContext } from '#http/request/request-context.js'
import type { Logger } from '#observe/logger.js'
import type { MetricsRegistry } from '#observe/metrics.js'
import { type Clock, systemClock } from '#util/clock.js'
import { Audit } from './audit.js'
import { type AuditConfig, type AuditProgramConfig, isAuditEnabled } from './config.js'
import { MicroTimes } from './event/micro-times.js'
import { AuditQueue, QUEUE_OPTIONS, type Sink } from './log/audit-queue.js'
import { auditMetrics } from './log/metrics.js'
import { RotatingFile } from './log/rotating-file.js'
import { functionSink, standardOutput, streamSink } from './log/sinks.js'
import { defaultPolicy, PolicyFile, type PolicySource, staticPolicy } from './policy/policy-source.js'

const MEGABYTE = 1024 * 1024
const DAY_MS = 24 * 60 * 60_000

/** The audit log and its filters. */
export interface OpenAudit {
  /** The first filter: requests wait while the queue is full. Empty if events are dropped. */
  readonly room: readonly Filter[]
  /** The filter after authentication. */
  readonly audit: Audit
  /** The server is stopping: requests no longer wait. */
  stopWaiting(): void
  close(): Promise<void>
}

export interface AuditDependencies {
  readonly logger: Logger
  readonly metrics: MetricsRegistry
  readonly clock: Clock
  /** Whether access is open to all, without authorization. */
  readonly isOpen: boolean
}

/** Undefined if the audit is disabled. Rejects if a configured file cannot be used. */
export async function openAudit(
  config: AuditConfig & AuditProgramConfig,
  { logger, metrics, clock, isOpen }: AuditDependencies,
): Promise<OpenAudit | undefined> {
  if (!isAuditEnabled(config)) return undefined
  const policy = await openPolicy(config, logger)
  const sink = await openSink(config, logger)
  const options = { ...QUEUE_OPTIONS, onFull: config.auditOnFull }
  const queue = new AuditQueue(sink, options, auditMetrics(metrics), logger)
  const audit = new Audit(policy, {
    log: queue,
    times: new MicroTimes(clock),
    defaultDecision: isOpen ? { allowed: true, reason: '' } : undefined,
  })
  return {
    room: config.auditOnFull === 'block' ? [{ before: (context) => waitForRoom(context, queue) }] : [],
    audit,
    stopWaiting: () => queue.stopWaiting(),
    close: async () => {
      policy.close()
      await queue.close()
    },
  }
}

/** Health checks and metrics do not wait for the log. */
function waitForRoom(context: RequestContext, queue: AuditQueue): Promise<void> | undefined {
  return context.target === undefined ? undefined : queue.room()
}

async function openPolicy(
  { auditPolicy, auditPolicyFile }: AuditConfig & AuditProgramConfig,
  logger: Logger,
): Promise<PolicySource> {
  if (auditPolicy !== undefined) {
    return unless(async () => staticPolicy(auditPolicy), 'the audit policy cannot be used')
  }
  if (auditPolicyFile === '') return defaultPolicy()
  const message = `the audit policy in ${auditPolicyFile} cannot be used`
  return unless(() => PolicyFile.open(auditPolicyFile, logger), message)
}

async function openSink(config: AuditConfig & AuditProgramConfig, logger: Logger): Promise<Sink> {
  const { auditSink, auditLog } = config
  if (typeof auditSink === 'function') return functionSink(auditSink, logger)
  if (auditSink !== undefined) return streamSink(auditSink)
  if (auditLog === '-') return standardOutput()
  const rotation = {
    maxBytes: config.auditLogMaxSize * MEGABYTE,
    maxAgeMs: config.auditLogMaxAge * DAY_MS,
    maxBackups: config.auditLogMaxBackups,
  }
  // The times of files are those of the system.
  return unless(
    () => RotatingFile.open(auditLog, rotation, systemClock),
    `the audit log ${auditLog} cannot be written`,
  )
}

async function unless<T>(open: () => Promise<T>, message: string): Promise<T> {
  try {
    return await open()
  } catch (error) {
    throw new AccessConfigError(`${message}: ${(error as Error).message}`, { cause: error })
  }
}
