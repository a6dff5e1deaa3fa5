/** An error in an expression with its position. */
export interface CelError {
  /** The offset in the source, in UTF-16 units. */
  readonly at: number
  readonly message: string
}

/** Ends parsing at the first syntax error: errors after it mean little. */
export class CelSyntaxError {
  readonly error: CelError

  constructor(at: number, message: string) {
    this.error = { at, message }
  }
}

/** A longer list would not be read. */
const MAX_ERRORS = 100

/** Errors in CEL's format: position, message, source line and a caret. */
export function formatErrors(source: string, errors: readonly CelError[]): string[] {
  return [...errors]
    .sort((left, right) => left.at - right.at)
    .slice(0, MAX_ERRORS)
    .map((error) => describe(source, error))
}

function describe(source: string, { at, message }: CelError): string {
  const before = source.slice(0, at)
  const line = before.split('\n').length
  const lineStart = before.lastIndexOf('\n') + 1
  const lineEnd = source.indexOf('\n', lineStart)
  const shown = source.slice(lineStart, lineEnd < 0 ? undefined : lineEnd)
  const column = [...source.slice(lineStart, at)].length
  return `ERROR: <input>:${line}:${column + 1}: ${message}\n | ${shown}\n | ${'.'.repeat(column)}^`
}
