import assert from 'node:assert/strict'
import type { ServerConfig } from '#server/config.js'
import { type Environment, parseArguments } from './arguments.js'
import type { ServeRequest } from './serve.js'

/** What a command line asks for, with the name of the command. */
export async function parse(line: string, env: Environment = {}) {
  const invocation = await parseArguments(line === '' ? [] : line.split(' '), env)
  if (invocation.kind !== 'run') return invocation
  return { command: invocation.command.name, request: invocation.request }
}

/** The request of a command. The caller knows its type. */
export async function requestOf<R>(command: string, line: string, env: Environment = {}): Promise<R> {
  const invocation = await parse(line, env)
  assert.ok('request' in invocation, JSON.stringify(invocation))
  assert.equal(invocation.command, command)
  return invocation.request as R
}

/** The configuration of `binnacle serve` with some arguments. */
export async function servedConfig(line: string, env: Environment = {}): Promise<ServerConfig> {
  return (await requestOf<ServeRequest>('serve', line, env)).config
}

/** The help that a command line asks for. */
export async function helpOf(line: string): Promise<string> {
  const invocation = await parse(line)
  assert.ok('text' in invocation, JSON.stringify(invocation))
  return invocation.text
}

/** The usage error of a command line. */
export async function usageError(line: string, env: Environment = {}): Promise<string> {
  const invocation = await parse(line, env)
  assert.ok('message' in invocation, JSON.stringify(invocation))
  assert.doesNotMatch(invocation.message, /\n/)
  return invocation.message
}
