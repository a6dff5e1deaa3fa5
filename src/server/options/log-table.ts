import { LOG_FORMATS, LOG_LEVELS, otlpEndpointError, type ServerConfig } from '#server/config.js'
import { orEmpty } from './expect-options.js'
import {
  choiceOption,
  durationOption,
  fileOption,
  orNone,
  type ServerOptionTable,
  stringThat,
} from './option.js'

const isEndpoint = (text: string) => otlpEndpointError(text) === undefined
const isRatio = (number: number) => number >= 0 && number <= 1

/** Options of logs and traces. */
export const LOG_OPTIONS: ServerOptionTable<
  Pick<
    ServerConfig,
    'logLevel' | 'logFormat' | 'accessLog' | 'slowRequestThresholdMs' | 'otlpEndpoint' | 'otlpSampleRatio'
  >
> = {
  logLevel: choiceOption(
    '--log-level',
    `lowest level to log to standard error: ${LOG_LEVELS.join(', ')}`,
    LOG_LEVELS,
    '<level>',
  ),
  logFormat: choiceOption(
    '--log-format',
    'lines of text for people or of JSON for programs; auto: text on a terminal',
    LOG_FORMATS,
  ),
  accessLog: fileOption(
    '--access-log',
    'file with a line for each request; - for standard output; opened again on SIGHUP',
  ),
  slowRequestThresholdMs: durationOption(
    '--slow-request-threshold',
    'log requests that take as long, with the steps that took time; 0 for none',
  ),
  otlpEndpoint: {
    flag: '--otlp-endpoint',
    placeholder: '<url>',
    hasVariable: true,
    help: 'OpenTelemetry collector that gets traces as OTLP over HTTP, such as http://localhost:4318',
    expected: 'a URL such as http://localhost:4318, without a query or a user',
    parse: (text) => (isEndpoint(text) ? text : undefined),
    format: orNone,
    value: orEmpty(stringThat('a URL such as http://localhost:4318, without a query or a user', isEndpoint)),
  },
  otlpSampleRatio: {
    flag: '--otlp-sample-ratio',
    placeholder: '<number>',
    hasVariable: true,
    help: 'share of traces to record, from 0 to 1; a traceparent header decides for its request',
    expected: 'a number from 0 to 1',
    parse: (text) =>
      /^(?:0|1|0?\.[0-9]{1,9}|1\.0+)$/.test(text) && isRatio(Number(text)) ? Number(text) : undefined,
    format: String,
    value: { what: 'a number from 0 to 1', fits: (value) => typeof value === 'number' && isRatio(value) },
  },
}
