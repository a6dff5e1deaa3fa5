import { parse } from 'yaml'
import { ApiError } from '#meta/api-error.js'
import { excerpt } from '#util/excerpt.js'
import { ContainerAnnotation } from './containers.js'

const EXEC = new ContainerAnnotation('exec')
/** The response to every command that has none of its own. */
const ANY_COMMAND = '*'
/** The exit code of a shell that does not find a command. */
const NOT_FOUND = 127

/** What a simulated command does. */
export interface ExecResponse {
  readonly stdout: string
  readonly stderr: string
  readonly exitCode: number
  /** Writes its input to its output, until the input ends. */
  readonly echo: boolean
}

/** The response that the annotations of a pod have for a command. Throws an `ApiError` if they cannot be read. */
export function execResponse(
  annotations: Readonly<Record<string, string>> | undefined,
  container: string,
  command: readonly string[],
): ExecResponse {
  const line = command.join(' ')
  const found = EXEC.find(annotations, container)
  const responses = found === undefined ? {} : readResponses(...found)
  const response = (Object.hasOwn(responses, line) ? responses[line] : undefined) ?? responses[ANY_COMMAND]
  if (response === undefined) {
    const stderr = `no annotation simulation.binnacle.dev/exec has a response to ${JSON.stringify(excerpt(line))}\n`
    return { stdout: '', stderr, exitCode: NOT_FOUND, echo: false }
  }
  if (typeof response === 'string') return { stdout: response, stderr: '', exitCode: 0, echo: false }
  const { stdout = '', stderr = '', exitCode = 0, echo = false } = response
  return { stdout, stderr, exitCode, echo }
}

/** YAML takes a hundred times as long to read as JSON. */
const MAX_YAML = 16 * 1024

function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Responses = Readonly<Record<string, string | Partial<ExecResponse>>>

function readResponses(name: string, text: string): Responses {
  const invalid = (why: string) =>
    new ApiError('internal', `Internal error occurred: the annotation ${name} ${excerpt(why)}`)
  let value = jsonValue(text)
  if (value === undefined) {
    if (text.length > MAX_YAML) throw invalid(`is not JSON, and too long for YAML: ${MAX_YAML} characters`)
    try {
      value = parse(text, { maxAliasCount: 0 })
    } catch (error) {
      throw invalid(`is not YAML: ${(error as Error).message}`)
    }
  }
  if (!isMap(value)) throw invalid('is not a map of responses by command')
  for (const [command, response] of Object.entries(value)) {
    if (typeof response === 'string' || isResponse(response)) continue
    throw invalid(
      `has a response to ${JSON.stringify(command)} that is neither a string nor has stdout, stderr, exitCode and echo`,
    )
  }
  return value as Responses
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  stdout: (value) => typeof value === 'string',
  stderr: (value) => typeof value === 'string',
  exitCode: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255,
  echo: (value) => typeof value === 'boolean',
}

const isResponse = (value: unknown) =>
  isMap(value) &&
  Object.entries(value).every(([name, field]) => Object.hasOwn(TYPES, name) && TYPES[name]?.(field))
