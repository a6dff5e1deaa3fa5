import assert from 'node:assert/strict'
import { type Environment, parseArguments } from './arguments.js'

export const parse = (line: string, env: Environment = {}) =>
  parseArguments(line === '' ? [] : line.split(' '), env)

/** The usage error of a command line. */
export function usageError(line: string, env: Environment = {}): string {
  const invocation = parse(line, env)
  assert.ok(invocation.command === 'reject', JSON.stringify(invocation))
  assert.doesNotMatch(invocation.message, /\n/)
  return invocation.message
}
