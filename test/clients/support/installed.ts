import { execFileSync } from 'node:child_process'

/** The output of a program; undefined if it is not installed. */
export function printedBy(program: string, ...args: string[]): string | undefined {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return undefined
  }
}
