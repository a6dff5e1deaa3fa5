/** A mistake in an expression, and where it is. */
export interface Problem {
  /** In UTF-16 units from the beginning of the source. */
  readonly at: number
  readonly text: string
}

/** Stops the parser: what follows a mistake of syntax means little. */
export class SyntaxProblem {
  readonly problem: Problem

  constructor(at: number, text: string) {
    this.problem = { at, text }
  }
}

/** More would not be read. */
const MAX_ERRORS = 100

/** The words that users of the language know: the place, the mistake, the line it is in, and a caret below it. */
export function describeProblems(source: string, problems: readonly Problem[]): string[] {
  return [...problems]
    .sort((left, right) => left.at - right.at)
    .slice(0, MAX_ERRORS)
    .map((problem) => describe(source, problem))
}

function describe(source: string, { at, text }: Problem): string {
  const before = source.slice(0, at)
  const line = before.split('\n').length
  const lineStart = before.lastIndexOf('\n') + 1
  const lineEnd = source.indexOf('\n', lineStart)
  const shown = source.slice(lineStart, lineEnd < 0 ? undefined : lineEnd)
  const column = [...source.slice(lineStart, at)].length
  return `ERROR: <input>:${line}:${column + 1}: ${text}\n | ${shown}\n | ${'.'.repeat(column)}^`
}
