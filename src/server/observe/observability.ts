import { hostname } from 'node:os'
import { RequestLog } from '#http/observe/request-log.js'
import type { RequestContext } from '#http/request/request-context.js'
import { AccessLog } from '#observe/access-log.js'
import type { LeveledLogger } from '#observe/logger.js'
import type { MetricsRegistry } from '#observe/metrics.js'
import { Tracing } from '#observe/trace/tracing.js'
import { type ServerConfig, StartError } from '#server/config.js'
import { packageVersion } from '#server/version.js'
import type { CloseStack } from '#util/async/close-stack.js'

/** Logs and traces of requests. */
export interface Observability {
  readonly tracing: Tracing
  readonly requestLog: RequestLog
  /** Opens the access log again, after it was moved away. Rejects if it cannot be opened. */
  reopenLogs(): Promise<void>
}

/** Rejects with a `StartError` if the access log cannot be opened. The code of the exporter is loaded only with a collector. */
export async function openObservability(
  config: ServerConfig,
  opened: CloseStack,
  { logger, metrics }: { readonly logger: LeveledLogger; readonly metrics: MetricsRegistry },
): Promise<Observability> {
  const accessLog = await openAccessLog(config, logger)
  if (accessLog !== undefined) opened.push(() => accessLog.close())
  const spans =
    config.otlpEndpoint === '' ? undefined : await openExporter(config, opened, { logger, metrics })
  const tracing = new Tracing({ recorder: spans?.recorder, followsWrites: config.federation })
  const requestLog = new RequestLog({
    logger,
    tracing,
    slowMs: config.slowRequestThresholdMs,
    accessLog,
    recordSpans: spans?.recordSpans,
  })
  return { tracing, requestLog, reopenLogs: async () => accessLog?.reopen() }
}

async function openAccessLog(
  { accessLog, logFormat }: ServerConfig,
  logger: LeveledLogger,
): Promise<AccessLog | undefined> {
  if (accessLog === '') return undefined
  try {
    return await AccessLog.open(accessLog, logFormat, logger)
  } catch (error) {
    throw new StartError(`the access log cannot be opened: ${(error as Error).message}`, { cause: error })
  }
}

async function openExporter(
  { otlpEndpoint, otlpSampleRatio }: ServerConfig,
  opened: CloseStack,
  observers: { readonly logger: LeveledLogger; readonly metrics: MetricsRegistry },
) {
  const { OtlpExporter } = await import('#observe/trace/otlp-exporter.js')
  const { recordRequest } = await import('#http/observe/request-spans.js')
  const version = packageVersion()
  const attributes = {
    'service.name': 'binnacle',
    'service.version': version,
    'service.instance.id': `${hostname()}/${process.pid}`,
    'host.name': hostname(),
    'process.pid': process.pid,
  }
  const recorder = new OtlpExporter({
    endpoint: otlpEndpoint,
    sampleRatio: otlpSampleRatio,
    resource: { attributes, version },
    ...observers,
  })
  opened.push(() => recorder.close())
  return { recorder, recordSpans: (context: RequestContext) => recordRequest(context, recorder) }
}
